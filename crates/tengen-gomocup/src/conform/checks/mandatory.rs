//! Checks of behaviour that every engine must have.

use tengen_game::Point;

use crate::EngineLine;
use crate::conform::Severity::{Must, Should};
use crate::conform::session::{AT_ONCE, Session, fault, nearly_full};
use crate::conform::{Check, CheckResult, Group, Objection, Source};

const START: Source = Source::protocol("START");
const BEGIN: Source = Source::protocol("BEGIN");
const TURN: Source = Source::protocol("TURN");
const INFO: Source = Source::protocol("INFO");
const END: Source = Source::protocol("END");
const ABOUT: Source = Source::protocol("ABOUT");

pub(super) const CHECKS: &[Check] = &[
    Check {
        id: "start-20",
        group: Group::Mandatory,
        severity: Must,
        expected: "START 20 is answered with OK",
        source: START,
        script: |session| session.ok("START 20"),
    },
    Check {
        id: "start-15",
        group: Group::Mandatory,
        severity: Must,
        expected: "START 15, the size of most leagues, is answered with OK",
        source: Source::tournament("boards of the leagues"),
        script: |session| session.ok("START 15"),
    },
    Check {
        id: "start-unsupported-size",
        group: Group::Mandatory,
        severity: Must,
        expected: "an unsupported size is answered with ERROR, and another one may follow",
        source: START,
        script: start_unsupported_size,
    },
    Check {
        id: "begin",
        group: Group::Mandatory,
        severity: Must,
        expected: "BEGIN is answered with a move on the board",
        source: BEGIN,
        script: |session| {
            session.start(20)?;
            session.begin().map(drop)
        },
    },
    Check {
        id: "turn",
        group: Group::Mandatory,
        severity: Must,
        expected: "TURN is answered with a move on an empty point",
        source: TURN,
        script: |session| {
            session.start(20)?;
            session.turn(Point::new(10, 9)).map(drop)
        },
    },
    Check {
        id: "game-with-first-move",
        group: Group::Mandatory,
        severity: Must,
        expected: "a game that the engine begins continues with legal moves",
        source: BEGIN,
        script: |session| {
            session.start(15)?;
            session.begin()?;
            session.play_on(7).map(drop)
        },
    },
    Check {
        id: "game-with-second-move",
        group: Group::Mandatory,
        severity: Must,
        expected: "a game that the opponent begins continues with legal moves",
        source: TURN,
        script: |session| {
            session.start(15)?;
            session.turn(Point::new(7, 7))?;
            session.play_on(7).map(drop)
        },
    },
    Check {
        id: "corner-moves",
        group: Group::Mandatory,
        severity: Must,
        expected: "coordinates are numbered from zero: moves of the opponent in all corners are taken in",
        source: TURN,
        script: |session| {
            session.start(15)?;
            for (x, y) in [(0, 0), (14, 14), (14, 0), (0, 14)] {
                if session.position().check(Point::new(x, y)).is_ok() {
                    session.turn(Point::new(x, y))?;
                }
            }
            Ok(())
        },
    },
    Check {
        id: "one-answer",
        group: Group::Mandatory,
        severity: Must,
        expected: "a question for a move has one answer",
        source: TURN,
        script: |session| {
            session.start(15)?;
            session.turn(Point::new(7, 7))?;
            session.expect_silence("nothing comes after a move")?;
            session.turn(session.scattered_move().unwrap_or(Point::new(0, 0)))?;
            session.expect_silence("nothing comes after a move")
        },
    },
    Check {
        id: "new-start",
        group: Group::Mandatory,
        severity: Must,
        expected: "another START begins a new game on an empty board",
        source: START,
        script: |session| {
            session.start(15)?;
            let first = session.begin()?.point;
            session.play_on(2)?;
            session.start(15)?;
            session.turn(first).map(drop)
        },
    },
    Check {
        id: "new-start-empties",
        group: Group::Mandatory,
        severity: Should,
        expected: "another START empties a board that was full",
        source: START,
        script: |session| {
            session.start(15)?;
            session.board(&nearly_full(1))?;
            session.start(15)?;
            session.begin()?;
            session.play_on(1).map(drop)
        },
    },
    Check {
        id: "new-size",
        group: Group::Mandatory,
        severity: Should,
        expected: "another START may name another size",
        source: START,
        script: |session| {
            session.start(20)?;
            session.turn(Point::new(19, 19))?;
            session.start(15)?;
            session.turn(Point::new(14, 14))?;
            session.play_on(3).map(drop)
        },
    },
    Check {
        id: "info-has-no-answer",
        group: Group::Mandatory,
        severity: Must,
        expected: "INFO with any of the protocol's keys has no answer",
        source: INFO,
        script: |session| {
            session.ok("START 15")?;
            session.send_all([
                "INFO timeout_turn 5000",
                "INFO timeout_match 100000",
                "INFO max_memory 83886080",
                "INFO time_left 100000",
                "INFO game_type 1",
                "INFO rule 0",
                "INFO evaluate 3,4",
                "INFO folder .",
            ]);
            session.expect_no_answer_to("INFO")
        },
    },
    Check {
        id: "info-unknown-key",
        group: Group::Mandatory,
        severity: Must,
        expected: "INFO with an unknown key, or without a value, is ignored",
        source: INFO,
        script: |session| {
            session.ok("START 15")?;
            session.send_all(["INFO colour_of_the_carpet 7", "INFO timeout_turn", "INFO"]);
            session.expect_no_answer_to("INFO with an unknown key")
        },
    },
    Check {
        id: "info-before-start",
        group: Group::Mandatory,
        severity: Must,
        expected: "INFO may come before START, and has no answer there either",
        source: INFO,
        script: |session| {
            session.send_time();
            session.send_all(["INFO max_memory 83886080", "INFO game_type 2", "INFO rule 0"]);
            session.ok("START 15")?;
            session.reset_position(15);
            session.begin().map(drop)
        },
    },
    Check {
        id: "info-left-out",
        group: Group::Mandatory,
        severity: Must,
        expected: "the engine plays where the manager sends nothing but the time for a move",
        source: INFO,
        script: |session| {
            session.ok("START 15")?;
            session.reset_position(15);
            let turn = session.candidate().turn.as_millis();
            session.send(format!("INFO timeout_turn {turn}"));
            session.turn(Point::new(7, 7)).map(drop)
        },
    },
    Check {
        id: "info-in-a-game",
        group: Group::Mandatory,
        severity: Must,
        expected: "INFO in the middle of a game leaves the game as it is",
        source: INFO,
        script: |session| {
            session.start(15)?;
            session.begin()?;
            session.send_all(["INFO time_left 500000", "INFO timeout_match 600000"]);
            session.play_on(2).map(drop)
        },
    },
    Check {
        id: "unknown-command",
        group: Group::Mandatory,
        severity: Must,
        expected: "a command that the engine does not know is answered with UNKNOWN, and the game continues",
        source: Source::protocol("UNKNOWN"),
        script: unknown_command,
    },
    Check {
        id: "about",
        group: Group::Mandatory,
        severity: Must,
        expected: "ABOUT is answered with one line",
        source: ABOUT,
        script: |session| {
            session.send("ABOUT");
            about_line(session)?;
            session.ok("START 15")
        },
    },
    Check {
        id: "about-format",
        group: Group::Mandatory,
        severity: Should,
        expected: "the answer to ABOUT is keywords with values in quotation marks, the name among them",
        source: ABOUT,
        script: |session| {
            session.send("ABOUT");
            let text = about_line(session)?;
            let lower = text.to_ascii_lowercase().replace(' ', "");
            let is_proper = lower.contains("name=\"") && lower.matches('"').count().is_multiple_of(2);
            if is_proper {
                Ok(())
            } else {
                Err(fault("keywords such as name=\"...\", version=\"...\"", format_args!("`{text}`")))
            }
        },
    },
    Check {
        id: "end",
        group: Group::Mandatory,
        severity: Must,
        expected: "END ends the process within a second",
        source: END,
        script: |session| {
            session.start(15)?;
            session.begin()?;
            session.send("END");
            session.expect_end(AT_ONCE, "the process ends within a second of END")
        },
    },
    Check {
        id: "end-before-start",
        group: Group::Mandatory,
        severity: Must,
        expected: "END ends a process that has received no other command",
        source: END,
        script: |session| {
            session.send("END");
            session.expect_end(AT_ONCE, "the process ends within a second of END")
        },
    },
    Check {
        id: "end-is-silent",
        group: Group::Mandatory,
        severity: Should,
        expected: "nothing is written after END",
        source: END,
        script: |session| {
            session.start(15)?;
            session.begin()?;
            session.send("END");
            session.expect_no_answer_before_exit("nothing is written after END")
        },
    },
];

fn start_unsupported_size(session: &mut Session<'_>) -> CheckResult {
    const EXPECTED: &str = "START 1000 is answered with ERROR, or with OK by an engine that plays there";
    session.send("START 1000");
    let answer = session.answer(EXPECTED)?;
    if !matches!(answer.line, EngineLine::Ok | EngineLine::Error(_)) {
        return Err(answer.instead_of(EXPECTED));
    }
    session.start(15)?;
    session.begin().map(drop)
}

fn unknown_command(session: &mut Session<'_>) -> CheckResult {
    const EXPECTED: &str = "FROBNICATE 3 is answered with UNKNOWN";
    session.start(15)?;
    session.begin()?;
    session.send("FROBNICATE 3");
    let answer = session.answer(EXPECTED)?;
    if !matches!(answer.line, EngineLine::Unknown(_)) {
        return Err(answer.instead_of(EXPECTED));
    }
    session.play_on(1).map(drop)
}

/// The answer to `ABOUT` is any line: old engines send a sentence.
fn about_line(session: &mut Session<'_>) -> Result<String, Objection> {
    const EXPECTED: &str = "ABOUT is answered with a line about the engine";
    let answer = session.answer(EXPECTED)?;
    if answer.is_refusal() { Err(answer.instead_of(EXPECTED)) } else { Ok(answer.text) }
}
