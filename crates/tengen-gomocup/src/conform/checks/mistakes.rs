//! Mistakes of a manager: what cannot be obeyed, and commands out of order.

use std::time::{Duration, Instant};

use tengen_game::{Point, Rule};

use crate::EngineLine;
use crate::conform::Severity::{Must, Should};
use crate::conform::session::{AT_ONCE, Session, after, fault, nearly_full};
use crate::conform::{Check, CheckResult, Group, Source};

const ERROR: Source = Source::protocol("ERROR");
const STRANGE: Source = Source::protocol("UNKNOWN, strange lines");
const END: Source = Source::protocol("END");

pub(super) const CHECKS: &[Check] = &[
    Check {
        id: "turn-on-a-stone",
        group: Group::Robustness,
        severity: Must,
        expected: "TURN on an occupied point does no harm",
        source: STRANGE,
        script: |session| {
            let line = turn_on_a_stone(session)?;
            session.send(&line);
            session.expect_recovery(&line)
        },
    },
    Check {
        id: "turn-off-the-board",
        group: Group::Robustness,
        severity: Must,
        expected: "TURN to a point outside of the board does no harm",
        source: STRANGE,
        script: |session| {
            session.start(15)?;
            session.send_all(["TURN 15,3", "TURN 99,99", "TURN 3,15", "TURN -1,3"]);
            session.expect_recovery("TURN outside of the board")
        },
    },
    Check {
        id: "turn-without-a-point",
        group: Group::Robustness,
        severity: Must,
        expected: "TURN with anything but a point does no harm",
        source: STRANGE,
        script: |session| {
            session.start(15)?;
            session.send_all(["TURN", "TURN 7", "TURN h8", "TURN 7;7", "TURN ,", "TURN 7,7,7,7"]);
            session.expect_recovery("TURN with anything but a point")
        },
    },
    Check {
        id: "turn-before-start",
        group: Group::Robustness,
        severity: Must,
        expected: "a question before START does no harm",
        source: STRANGE,
        script: |session| {
            session.send_all(["TURN 7,7", "BEGIN", "RESTART", "TAKEBACK 7,7", "DONE"]);
            session.expect_recovery("questions before START")
        },
    },
    Check {
        id: "mistakes-are-told",
        group: Group::Robustness,
        severity: Should,
        expected: "input that the engine cannot handle is answered with ERROR, not with silence",
        source: ERROR,
        script: |session| {
            session.error("TURN 7,7")?;
            session.error("START abc")?;
            let line = turn_on_a_stone(session)?;
            session.error(&line)?;
            session.error("TURN 15,3")?;
            session.error("TURN 7")
        },
    },
    Check {
        id: "mistakes-change-nothing",
        group: Group::Robustness,
        severity: Should,
        expected: "a game continues after a TURN that was refused",
        source: ERROR,
        script: |session| {
            let line = turn_on_a_stone(session)?;
            session.error(&line)?;
            session.error("TURN 99,99")?;
            session.play_on(3).map(drop)
        },
    },
    Check {
        id: "board-with-mistakes",
        group: Group::Robustness,
        severity: Must,
        expected: "BOARD with impossible stones does no harm",
        source: STRANGE,
        script: |session| {
            session.start(15)?;
            session.send_all(["BOARD", "7,7,1", "7,7,2", "99,99,1", "1,2", "3,4,9", "x", "DONE"]);
            session.expect_recovery("BOARD with impossible stones")
        },
    },
    Check {
        id: "board-without-done",
        group: Group::Robustness,
        severity: Must,
        expected: "END ends the process also in the middle of BOARD",
        source: END,
        script: |session| {
            session.start(15)?;
            session.send_all(["BOARD", "7,7,1", "8,8,2", "END"]);
            session.expect_end(AT_ONCE, "the process ends within a second of END")
        },
    },
    Check {
        id: "done-without-board",
        group: Group::Robustness,
        severity: Must,
        expected: "DONE without BOARD does no harm",
        source: STRANGE,
        script: |session| {
            session.start(15)?;
            session.send_all(["DONE", "7,7,1", "DONE"]);
            session.expect_recovery("DONE without BOARD")
        },
    },
    Check {
        id: "board-is-full",
        group: Group::Robustness,
        severity: Should,
        expected: "a question where no point is empty is refused with ERROR",
        source: ERROR,
        script: board_is_full,
    },
    Check {
        id: "game-is-over",
        group: Group::Robustness,
        severity: Must,
        expected: "a question after five in a row does no harm: there may be a move or an ERROR",
        source: STRANGE,
        script: |session| {
            session.start(15)?;
            let position = after(Rule::FREESTYLE, "a1 h8 c1 i8 e1 j8 g1 k8 i1 l8");
            session.send("BOARD");
            session.send_all(session.stones(&position));
            session.send("DONE");
            session.expect_recovery("a question after the end of the game")
        },
    },
    Check {
        id: "stop-storm",
        group: Group::Robustness,
        severity: Must,
        expected: "hundreds of STOP and YXSTOP during a search bring one move, and the next question is answered",
        source: STRANGE,
        script: stop_storm,
    },
    Check {
        id: "start-while-thinking",
        group: Group::Robustness,
        severity: Should,
        expected: "START during a search begins a new game",
        source: Source::practice("managers whose user begins another game"),
        script: |session| {
            session.start(15)?;
            session.send("INFO timeout_turn 1000");
            session.send("BEGIN");
            std::thread::sleep(Duration::from_millis(50));
            session.expect_recovery("START during a search")
        },
    },
];

/// Begins a game, and hands over a line that plays where a stone is.
fn turn_on_a_stone(session: &mut Session<'_>) -> Result<String, crate::conform::Objection> {
    session.start(15)?;
    let point = Point::new(7, 7);
    session.turn(point)?;
    Ok(format!("TURN {}", session.write_point(point)))
}

fn board_is_full(session: &mut Session<'_>) -> CheckResult {
    session.start(15)?;
    let position = nearly_full(0);
    session.send("BOARD");
    session.send_all(session.stones(&position));
    session.error("DONE")
}

fn stop_storm(session: &mut Session<'_>) -> CheckResult {
    const EXPECTED: &str = "one move, however often the search is stopped";
    session.start(15)?;
    session.send("INFO timeout_turn 1500");
    let asked = Instant::now();
    session.send(format!("TURN {}", session.write_point(Point::new(7, 7))));
    for _ in 0..150 {
        session.send("STOP");
        session.send("YXSTOP");
    }
    let limit = Duration::from_millis(1500) + session.candidate().patience;
    let mut moves = 0;
    while let Some(left) = limit.checked_sub(asked.elapsed()) {
        // The move of a stopped search comes at once, and a superfluous line soon after it.
        let wait = if moves == 0 { left } else { Duration::from_millis(100) };
        let Some(answer) = session.answer_or_silence(wait, EXPECTED)? else { break };
        match answer.line {
            EngineLine::Points(_) | EngineLine::Suggestion(_) => moves += 1,
            _ if answer.is_refusal() => {}
            _ => return Err(answer.instead_of(EXPECTED)),
        }
    }
    if moves != 1 {
        return Err(fault(EXPECTED, format_args!("{moves} moves")));
    }
    session.expect_recovery("a storm of STOP")
}
