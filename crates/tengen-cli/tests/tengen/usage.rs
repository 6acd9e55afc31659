use std::io::{BufRead as _, BufReader};

use crate::{command, tengen};

#[test]
fn wrong_usage_is_told_apart_from_requests_that_cannot_be_carried_out() {
    let cases: [(&[&str], &str); 9] = [
        (&[], "Usage: tengen"),
        (&["fly"], "unrecognized subcommand 'fly'"),
        (&["position", "--rule", "go"], "expected a rule (`freestyle`, `standard`, `renju`, or `free-N`"),
        (&["position", "--to-move", "red"], "expected `black` or `white`, found `red`"),
        (&["play", "--size", "23"], "a board has 3 to 22 lines a side, not 23"),
        (&["play", "--time", "soon"], "expected seconds, such as `2` or `0.5`"),
        (&["analyse", "--depth", "0"], "0 is not in 1..=400"),
        (&["serve", "--address", "here"], "invalid value 'here' for '--address <ADDRESS>'"),
        (&["bench", "--depth", "x"], "invalid value 'x' for '--depth <PLIES>'"),
    ];
    for (arguments, message) in cases {
        tengen(arguments, "").fails(2, message);
    }
}

#[test]
fn help_has_examples_and_exit_codes() {
    for command in [&[][..], &["serve"], &["play"], &["analyse"], &["position"], &["bench"]] {
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
