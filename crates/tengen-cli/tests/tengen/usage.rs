use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::process::{Child, Command};
use std::time::{Duration, Instant};

use crate::{command, tengen};

#[test]
fn usage_errors_are_distinguished_from_failed_requests() {
    let cases: [(&[&str], &str); 18] = [
        (&[], "Usage: tengen"),
        (&["fly"], "unrecognized subcommand 'fly'"),
        (
            &["position", "--rule", "go"],
            "expected a rule (`freestyle`, `standard`, `renju`, `caro`, `caro-exact`, or `free-N`",
        ),
        (&["position", "--to-move", "red"], "expected `black` or `white`, found `red`"),
        (&["play", "--size", "23"], "a board has 3 to 22 lines a side, not 23"),
        (&["play", "--time", "soon"], "expected seconds, such as `2` or `0.5`"),
        (&["analyse", "--depth", "0"], "0 is not in 1..=400"),
        (&["serve", "--address", "here"], "invalid value 'here' for '--address <ADDRESS>'"),
        (&["picture", "a", "b.svg", "--numbers", "last"], "expected none, all or last:N"),
        (
            &["picture", "a", "b.svg", "--theme", "blue"],
            "expected wood, paper, night or contrast, found `blue`",
        ),
        (&["picture", "a", "b.svg", "--turn", "45"], "expected 90, 180 or 270, found `45`"),
        (&["position", "--rule", "reniu"], "tip: a similar value exists: 'renju'"),
        (&["convert", "a", "b", "--to", "sfg"], "tip: a similar value exists: 'sgf'"),
        (&["convert", "a", "b", "--from", "jsn"], "tip: a similar value exists: 'json'"),
        (&["play", "--level", "esay"], "tip: a similar value exists: 'easy'"),
        (&["analyse", "--nodes", "much"], "expected a whole number from 1 on, such as `20000`, `2e4`"),
        (&["analyse", "--nodes", "1.5"], "expected a whole number from 1 on"),
        (&["bench", "--depth", "x"], "invalid value 'x' for '--depth <PLIES>'"),
    ];
    for (arguments, message) in cases {
        tengen(arguments, "").fails(2, message);
    }
}

#[test]
fn help_has_examples_and_exit_codes() {
    let commands = [
        "serve",
        "play",
        "analyse",
        "explain",
        "position",
        "rules",
        "convert",
        "picture",
        "arena",
        "bench",
        "calibrate",
        "conform",
        "completions",
        "man",
    ];
    for command in [&[][..]].into_iter().chain(commands.iter().map(std::slice::from_ref)) {
        let run = tengen(&[command, &["--help"]].concat(), "");
        assert_eq!((run.code, run.err.as_str()), (0, ""));
        assert!(run.out.contains("Exit codes:"), "{}", run.out);
    }
    assert!(tengen(&["--version"], "").out.starts_with("tengen "));
}

#[test]
fn the_bench_is_the_same_twice() {
    let last_line = || {
        let run = tengen(&["bench", "--depth", "2"], "");
        assert_eq!((run.code, run.err.as_str()), (0, ""));
        run.out.lines().last().unwrap().to_owned()
    };
    let first = last_line();
    assert!(first.strip_prefix("Bench: ").is_some_and(|nodes| nodes.parse::<u64>().is_ok()), "{first}");
    assert_eq!(first, last_line());
}

#[test]
fn a_reader_that_has_seen_enough_ends_the_program_quietly() {
    let arguments = ["play", "--black", "engine", "--white", "engine", "--time", "0.02"];
    let mut child = command(&arguments).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    assert!(line.starts_with("Rule: "));
    // The pipe is closed now, as `head -1` would close it.
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
}

#[test]
fn a_closed_output_pipe_ends_the_program_quietly() {
    for arguments in [&["position", "--json"][..], &["rules", "--json"]] {
        let mut child = command(arguments).spawn().unwrap();
        drop(child.stdout.take());
        child.stdin.take().unwrap().write_all(b"...\n.X.\n...\n").ok();
        let output = child.wait_with_output().unwrap();
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), error.as_str()), (Some(0), ""), "{arguments:?}");
    }
}

/// Ends the server with the test, also when the test fails.
struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn it_prints_its_address_and_answers_there_until_it_is_interrupted() {
    let mut server = Server(command(&["serve", "--port", "0", "--no-open", "--in-memory"]).spawn().unwrap());
    let mut line = String::new();
    BufReader::new(server.0.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let address = line.trim().strip_prefix("Tengen is at http://").unwrap();
    assert!(address.starts_with("127.0.0.1:"), "{line}");

    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(10))).unwrap();
    write!(stream, "GET /health HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n").unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 200 OK\r\n") && answer.ends_with("ok"), "{answer}");

    if cfg!(unix) {
        let interrupted = Command::new("kill").args(["-INT", &server.0.id().to_string()]).status().unwrap();
        assert!(interrupted.success());
        let deadline = Instant::now() + Duration::from_secs(10);
        let status = loop {
            match server.0.try_wait().unwrap() {
                Some(status) => break status,
                None => assert!(Instant::now() < deadline, "Ctrl-C does not end the server"),
            }
            std::thread::sleep(Duration::from_millis(10));
        };
        assert_eq!(status.code(), Some(0));
    }
}

#[test]
fn a_port_in_use_is_reported() {
    let taken = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let run = tengen(&["serve", "--no-open", "--in-memory", "--port", &port], "");
    run.fails(1, &format!("error: port {port} is already in use"));
    assert!(run.err.contains("choose another port with `--port`"), "{}", run.err);
}
