//! The program `pbrain-tengen` as a manager runs it: the process around the Gomocup machine, with its lines, its threads and its end.
#![forbid(unsafe_code)]
#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

mod brain;
mod hash_files;
mod managers;
mod offers;
mod pygomo;

use std::io::Write as _;
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use brain::{Brain, spawn};
use tengen_engine::{EvaluationWeights, NetworkFile};
use tengen_game::{BoardSize, Point};

/// The longest time for the program's end on a busy machine.
const AT_ONCE: Duration = Duration::from_millis(300);

/// Runs the program on a script, and returns its answers, without its messages.
fn script(input: &[u8]) -> String {
    script_with(&[], input).lines().filter(|line| !line.starts_with("MESSAGE ")).fold(
        String::new(),
        |mut answers, line| {
            answers.push_str(line);
            answers.push('\n');
            answers
        },
    )
}

fn script_with(arguments: &[&str], input: &[u8]) -> String {
    let mut child = spawn(arguments);
    child.stdin.take().unwrap().write_all(input).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn it_is_ready_at_once_and_answers_about() {
    let started = Instant::now();
    let mut brain = Brain::start();
    brain.send("ABOUT");
    let (heard, about) = brain.hear();
    assert!(about.starts_with("name=\"Tengen\", version=\""), "{about}");
    assert!(heard - started < Duration::from_secs(1), "{:?}", heard - started);
    brain.expect("START 15", "OK");
    brain.expect("START 99", "ERROR expected START with 3 to 22 lines, found `99`");
    brain.send("END");
    assert!(brain.ends().0.success());
}

#[test]
fn end_stops_a_search_at_once() {
    let mut brain = Brain::start();
    brain.send("INFO timeout_turn 60000");
    brain.expect("START 20", "OK");
    brain.send("BOARD\r\n10,10,2\r\n11,11,1\r\n12,10,2\r\nDONE");
    thread::sleep(Duration::from_millis(200));
    brain.send("END");
    let (status, time) = brain.ends();
    assert!(status.success());
    assert!(time < AT_ONCE, "{time:?}");
}

#[test]
fn a_closed_pipe_stops_a_search_at_once() {
    let mut brain = Brain::start();
    brain.send("INFO timeout_turn 60000");
    brain.expect("START 20", "OK");
    brain.send("TURN 10,10");
    thread::sleep(Duration::from_millis(200));
    brain.hang_up();
    let (status, time) = brain.ends();
    assert!(status.success());
    assert!(time < AT_ONCE, "{time:?}");
}

#[test]
fn a_new_game_does_not_wait_for_the_old_one() {
    let mut brain = Brain::start();
    brain.send("INFO timeout_turn 60000");
    brain.expect("START 15", "OK");
    brain.send("BOARD\r\n7,7,2\r\nDONE");
    thread::sleep(Duration::from_millis(50));
    let asked = Instant::now();
    brain.send("RESTART");
    let (_, old_move) = brain.hear();
    assert!(Point::parse_xy(&old_move, BoardSize::FIFTEEN).is_ok(), "{old_move}");
    let (heard, answer) = brain.hear();
    assert_eq!(answer, "OK");
    assert!(heard - asked < AT_ONCE, "{:?}", heard - asked);
}

#[test]
fn a_script_in_a_pipe_gets_all_its_answers() {
    for line_end in ["\n", "\r\n", "\r"] {
        let lines = ["START 15", "INFO timeout_turn 50", "BEGIN", "turn 0,0", "ABOUT", "END", ""];
        let answers = script(lines.join(line_end).as_bytes());
        let answers: Vec<&str> = answers.lines().collect();
        assert_eq!(answers.len(), 4, "{answers:?}");
        assert_eq!(answers[0], "OK");
        for answer in &answers[1..=2] {
            assert!(Point::parse_xy(answer, BoardSize::FIFTEEN).is_ok(), "{answer}");
        }
        assert!(answers[3].starts_with("name=\"Tengen\""));
    }
}

#[test]
fn nonsense_is_answered_and_survived() {
    assert_eq!(script(b""), "");
    let mut noise = vec![0xFF; 100_000];
    noise.extend_from_slice(b"\n\0\nTURN\nSTART 15\nTURN 77,7\nINFO rule 5\nBEGIN");
    let answers = script(&noise);
    let firsts: Vec<&str> = answers.lines().map(|line| line.split(' ').next().unwrap_or("")).collect();
    assert_eq!(firsts, ["UNKNOWN", "UNKNOWN", "ERROR", "OK", "ERROR", "ERROR"], "{answers}");
}

#[test]
fn turn_time_zero_and_little_memory_are_no_trouble() {
    let mut brain = Brain::start();
    brain.send("INFO max_memory 1000000");
    brain.expect("START 20", "OK");
    brain.send("INFO timeout_turn 0");
    for line in ["BEGIN", "TURN 0,0", "TURN 19,19", "TURN 0,19"] {
        let asked = Instant::now();
        brain.send(line);
        let (heard, answer) = brain.hear();
        assert!(Point::parse_xy(&answer, BoardSize::TWENTY).is_ok(), "{answer}");
        assert!(heard - asked < AT_ONCE, "{:?}", heard - asked);
    }
}

#[test]
fn stop_ends_a_search_and_the_move_is_sent() {
    let mut brain = Brain::start();
    brain.send("INFO timeout_turn 60000");
    brain.expect("START 20", "OK");
    brain.send("BOARD\r\n10,10,2\r\n11,11,1\r\n12,10,2\r\nDONE");
    thread::sleep(Duration::from_millis(100));
    let asked = Instant::now();
    for _ in 0..50 {
        brain.send("YXSTOP");
    }
    let (heard, answer) = brain.hear();
    assert!(Point::parse_xy(&answer, BoardSize::TWENTY).is_ok(), "{answer}");
    assert!(heard - asked < AT_ONCE, "{:?}", heard - asked);
    brain.send("ABOUT");
    assert!(brain.hear().1.starts_with("name="));
}

#[test]
fn a_swap2_opening_is_decided_in_time() {
    let mut brain = Brain::start();
    brain.send("INFO timeout_turn 300");
    brain.expect("START 15", "OK");
    let points = |answer: &str| {
        answer.split(' ').filter(|point| Point::parse_xy(point, BoardSize::FIFTEEN).is_ok()).count()
    };
    brain.send("SWAP2BOARD\r\nDONE");
    let asked = Instant::now();
    let (heard, answer) = brain.hear();
    assert_eq!(points(&answer), 3, "{answer}");
    assert!(heard - asked < Duration::from_millis(300) + AT_ONCE, "{:?}", heard - asked);
    // Black has an open three at once, so a player swaps to Black.
    brain.expect("SWAP2BOARD\r\n7,7\r\n0,14\r\n8,7\r\n14,1\r\n9,7\r\nDONE", "SWAP");
    brain.send("SWAP2BOARD\r\n1,2\r\n3,0\r\n4,6\r\nDONE");
    let (_, answer) = brain.hear();
    assert!(answer == "SWAP" || points(&answer) == 1, "{answer}");
}

#[test]
fn yixin_board_is_understood() {
    let mut brain = Brain::start();
    for info in ["timeout_turn 100", "max_depth 4", "show_detail 3", "hash_size 4096", "rule 2"] {
        brain.send(&format!("INFO {info}"));
    }
    brain.expect("START 15", "OK");
    brain.send("YXBOARD\r\n9,2,2\r\n14,14,1\r\n9,4,2\r\n14,0,1\r\n8,3,2\r\n0,14,1");
    brain.send("10,3,2\r\n10,10,1\r\n5,12,2\r\nDONE");
    brain.expect("YXSHOWFORBID", "FORBID 0903.");
    brain.send("YXHASHCLEAR");
    brain.send("YXNBEST 2");
    let mut details = Vec::new();
    let answer = loop {
        match brain.hear().1 {
            line if line.starts_with("INFO ") => details.push(line),
            answer => break answer,
        }
    };
    assert!(Point::parse_xy(&answer, BoardSize::FIFTEEN).is_ok(), "{answer}");
    assert_eq!(details.first().map(String::as_str), Some("INFO PV 0"));
    assert_eq!(details.last().map(String::as_str), Some("INFO PV DONE"));
    brain.send("YXSTOP");
    brain.send("END");
    assert!(brain.ends().0.success());
}

#[test]
fn arguments_choose_the_dialect() {
    let input = b"INFO rule 2\nSTART 15\nYXBOARD\nDONE\nYXSHOWFORBID\nPLAY 3,11\nPLAY 3,15\n";
    let output = script_with(&["--dialect", "rapfi"], input);
    assert_eq!(output, "OK\nFORBID .\n3,11\nERROR `3,15` is not on a 15x15 board\n");
    let run = |argument| Command::new(env!("CARGO_BIN_EXE_pbrain-tengen")).arg(argument).output().unwrap();
    assert_eq!(run("--version").status.code(), Some(0));
    assert!(String::from_utf8(run("--help").stdout).unwrap().contains("START 15"));
    let wrong = run("--fly");
    assert_eq!(wrong.status.code(), Some(2));
    assert!(String::from_utf8(wrong.stderr).unwrap().contains("unexpected argument '--fly'"));
}

#[test]
fn the_evaluation_may_come_from_a_file() {
    let file = tempfile::NamedTempFile::new().unwrap();
    let path = file.path().to_str().unwrap();
    std::fs::write(path, EvaluationWeights::built_in().write()).unwrap();
    let network = tempfile::NamedTempFile::new().unwrap();
    let network_path = network.path().to_str().unwrap();
    let of_freestyle = EvaluationWeights::built_in().write_network(NetworkFile::Freestyle).unwrap();
    std::fs::write(network_path, of_freestyle).unwrap();
    for files in [&["--evaluation", path][..], &["--evaluation", path, "--network", network_path]] {
        let answers = script_with(files, b"START 15\nINFO timeout_turn 50\nBEGIN\nEND\n");
        assert!(answers.contains("7,7"), "{answers}");
    }
    std::fs::write(path, "no weights").unwrap();
    let output =
        Command::new(env!("CARGO_BIN_EXE_pbrain-tengen")).args(["--evaluation", path]).output().unwrap();
    let fault = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!output.status.success() && fault.contains("expected a file of evaluation weights"), "{fault}");
}
