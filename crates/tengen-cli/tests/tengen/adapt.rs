//! `tengen adapt` between the engine of this repository and a manager of another dialect.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdin, ChildStdout};

use super::{command, tengen};

const BRAIN: &str = env!("CARGO_BIN_EXE_pbrain-tengen");
const DIALECTS: [&str; 4] = ["piskvork", "yixin", "rapfi", "alphagomoku"];

/// An engine behind an adapter, from the manager's side. It ends when its input is closed.
struct Adapted {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Adapted {
    fn start(from: &str, to: &str) -> Adapted {
        let arguments = ["adapt", "--from", from, "--to", to, "--", BRAIN, "--dialect", to];
        let mut child = command(&arguments).spawn().unwrap();
        let (input, output) = (child.stdin.take(), BufReader::new(child.stdout.take().unwrap()));
        Adapted { child, input, output }
    }

    fn send(&mut self, line: &str) {
        let input = self.input.as_mut().unwrap();
        input.write_all(format!("{line}\r\n").as_bytes()).unwrap();
        input.flush().unwrap();
    }

    /// The next line that is no message.
    fn hear(&mut self) -> String {
        loop {
            let mut line = String::new();
            assert!(self.output.read_line(&mut line).unwrap() > 0, "the adapter has closed its output");
            if !line.starts_with("MESSAGE") {
                return line.trim_end().to_owned();
            }
        }
    }

    fn ask(&mut self, line: &str) -> String {
        self.send(line);
        self.hear()
    }

    fn ends(mut self) -> i32 {
        self.input = None;
        self.child.wait().unwrap().code().unwrap_or(-1)
    }
}

/// The point with its column first, as a manager of this dialect writes it.
fn written(dialect: &str, (column, row): (u8, u8)) -> String {
    if dialect == "yixin" { format!("{row},{column}") } else { format!("{column},{row}") }
}

#[test]
fn an_engine_of_any_dialect_sees_the_managers_position() {
    for from in DIALECTS {
        for to in DIALECTS {
            let mut engine = Adapted::start(from, to);
            engine.send("INFO timeout_turn 2000");
            engine.send("INFO rule 1");
            assert_eq!(engine.ask("START 15"), "OK", "{from} to {to}");
            // Black has four in the top row, blocked at the left end: there is one winning point, off the diagonal.
            engine.send("BOARD");
            let own = [(3, 0), (4, 0), (5, 0), (6, 0)];
            let opponents = [(2, 0), (1, 9), (3, 12), (9, 13)];
            for (field, stones) in [("1", own), ("2", opponents)] {
                stones.iter().for_each(|&stone| engine.send(&format!("{},{field}", written(from, stone))));
            }
            assert_eq!(engine.ask("DONE"), written(from, (7, 0)), "{from} to {to}");
            // The same position with one stone taken back and placed elsewhere, so that single stones are sent as well.
            assert_eq!(engine.ask(&format!("TAKEBACK {}", written(from, (7, 0)))), "OK", "{from} to {to}");
            assert_eq!(engine.ask(&format!("PLAY {}", written(from, (14, 2)))), written(from, (14, 2)));
            assert_eq!(engine.ask(&format!("TURN {}", written(from, (10, 13)))), written(from, (7, 0)));
            // An engine with a reflected board would give all these answers too. But its refusal names an occupied point as people
            // do, which is the same in every dialect: a reflected point would be c1.
            let refusal = engine.ask(&format!("TURN {}", written(from, (14, 2))));
            assert!(refusal.starts_with("ERROR"), "{from} to {to}: {refusal}");
            engine.send("BOARD");
            for _ in 0..2 {
                engine.send(&format!("{},1", written(from, (14, 2))));
            }
            let refusal = engine.ask("DONE");
            assert!(refusal.contains("(o13) is already occupied"), "{from} to {to}: {refusal}");
            assert_eq!(engine.ends(), 0, "{from} to {to}");
        }
    }
}

#[test]
fn a_game_is_played_through_the_adapter() {
    let mut engine = Adapted::start("piskvork", "yixin");
    engine.send("INFO rule 4");
    engine.send("INFO max_node 2000");
    engine.send("INFO timeout_turn 1000");
    assert_eq!(engine.ask("START 15"), "OK");
    let mut taken = vec![engine.ask("BEGIN")];
    // The points are off the diagonal and apart, so that a mistaken stone would soon fall on another one.
    for point in ["0,3", "0,5", "1,8", "2,11", "14,6"] {
        if taken.iter().any(|known| known == point) {
            continue;
        }
        taken.push(point.to_owned());
        let answer = engine.ask(&format!("TURN {point}"));
        if answer.starts_with("ERROR the game is over") {
            break;
        }
        assert!(!taken.contains(&answer) && answer.contains(','), "{answer} after {taken:?}");
        taken.push(answer);
    }
    assert!(taken.len() >= 6, "{taken:?}");
    assert_eq!(engine.ends(), 0);
}

#[test]
fn a_whole_script_is_answered_and_logged() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("talk.txt");
    let log_name = log.to_str().unwrap();
    let script = "START 15\nINFO timeout_turn 60000\nINFO rule 8\nBEGIN\nINFO rule 0\nTURN 3,11\nEND\n";
    let arguments = [
        "adapt",
        "--from",
        "piskvork",
        "--to",
        "yixin",
        "--log",
        log_name,
        "--",
        BRAIN,
        "--dialect",
        "yixin",
    ];
    let run = tengen(&arguments, script);
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    let lines: Vec<&str> = run.out.lines().filter(|line| !line.starts_with("MESSAGE")).collect();
    assert_eq!(lines.len(), 3, "{lines:?}");
    assert_eq!(lines[0], "OK");
    assert!(lines[1].starts_with("ERROR the engine's dialect, yixin, has no code for the rule caro"));
    assert!(lines[2].contains(','), "{lines:?}");
    let log = std::fs::read_to_string(log).unwrap();
    for part in ["manager > TURN 3,11", "engine >  TURN 11,3", "manager < OK", "engine <  OK"] {
        assert!(log.contains(part), "{part} in\n{log}");
    }
}

#[test]
fn an_engine_failure_is_reported_to_both_sides() {
    let run = tengen(&["adapt", "--from", "yixin", "--to", "piskvork", "--", "./no-such-engine"], "");
    run.fails(1, "cannot start `./no-such-engine`");
    // The program sends one line and ends, while its manager stays.
    let arguments = ["adapt", "--from", "yixin", "--to", "piskvork", "--", BRAIN, "--version"];
    let mut child = command(&arguments).spawn().unwrap();
    let input = child.stdin.take();
    let output = child.wait_with_output().unwrap();
    drop(input);
    let output_text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(1), "{output_text}");
    assert!(output_text.ends_with("ERROR the engine has ended: exit status: 0\n"), "{output_text}");
    assert!(String::from_utf8(output.stderr).unwrap().contains("the engine has ended"));
    tengen(&["adapt", "--from", "gtp", "--to", "yixin", "--", BRAIN], "").fails(2, "expected a dialect");
    tengen(&["adapt", "--from", "rapfi", "--to", "yixin"], "").fails(2, "COMMAND");
}
