//! Limits of time, measured from the sending of a question to the arrival of the move.

use std::time::Duration;

use tengen_game::{Position, Rule};

use crate::conform::Severity::{Must, Should};
use crate::conform::session::{Session, TimedMove, after, dead_board, fault};
use crate::conform::{Check, CheckResult, Group, Source};

const TURN_LIMIT: Source = Source::protocol("INFO timeout_turn");
const MATCH_LIMIT: Source = Source::protocol("INFO timeout_match and time_left");

pub(super) const CHECKS: &[Check] = &[
    Check {
        id: "turn-1000",
        group: Group::Timing,
        severity: Must,
        expected: "a move comes within a limit of 1000 ms",
        source: TURN_LIMIT,
        script: |session| turns(session, 1000, 2),
    },
    Check {
        id: "turn-100",
        group: Group::Timing,
        severity: Must,
        expected: "a move comes within a limit of 100 ms",
        source: TURN_LIMIT,
        script: |session| turns(session, 100, 4),
    },
    Check {
        id: "turn-20",
        group: Group::Timing,
        severity: Should,
        expected: "a move comes within a limit of 20 ms",
        source: TURN_LIMIT,
        script: |session| turns(session, 20, 6),
    },
    Check {
        id: "turn-1",
        group: Group::Timing,
        severity: Should,
        expected: "a limit of 1 ms is answered legally and at once",
        source: TURN_LIMIT,
        script: |session| turns(session, 1, 6),
    },
    Check {
        id: "turn-0",
        group: Group::Timing,
        severity: Should,
        expected: "a limit of 0 asks for a move as fast as possible, which is legal",
        source: TURN_LIMIT,
        script: |session| turns(session, 0, 6),
    },
    Check {
        id: "turn-changes",
        group: Group::Timing,
        severity: Should,
        expected: "a new limit in the middle of a game holds from the next move on",
        source: TURN_LIMIT,
        script: |session| {
            session.start(15)?;
            for limit_ms in [500, 20, 200, 0] {
                let next = if session.position().moves().is_empty() {
                    after(Rule::FREESTYLE, "h8 i9 j7 g7")
                } else {
                    session.position().clone()
                };
                session.send(format!("INFO timeout_turn {limit_ms}"));
                ask_in(session, &next, limit_ms)?;
                let Some(reply) = session.scattered_move() else { break };
                let mut position = session.position().clone();
                position.play_unchecked(reply);
                session.expect_position(&position);
                if position.is_over() {
                    break;
                }
            }
            Ok(())
        },
    },
    Check {
        id: "match-limit",
        group: Group::Timing,
        severity: Must,
        expected: "the moves of a game stay within its limit together",
        source: MATCH_LIMIT,
        script: |session| game_within(session, 2_000, true),
    },
    Check {
        id: "match-limit-told-once",
        group: Group::Timing,
        severity: Should,
        expected: "the moves of a game stay within its limit where time_left is not sent",
        source: Source::practice("managers that send timeout_match alone"),
        script: |session| game_within(session, 2_000, false),
    },
    Check {
        id: "time-left-short",
        group: Group::Timing,
        severity: Must,
        expected: "the time that is left limits a move where it is shorter than the limit for a move",
        source: MATCH_LIMIT,
        script: |session| time_left(session, 150, 150),
    },
    Check {
        id: "time-left-negative",
        group: Group::Timing,
        severity: Should,
        expected: "a time_left below zero is answered with a move at once",
        source: MATCH_LIMIT,
        script: |session| time_left(session, -500, 0),
    },
    Check {
        id: "time-left-unlimited",
        group: Group::Timing,
        severity: Must,
        expected: "a time_left of 2147483647 is no limit, and no reason to exceed that for a move",
        source: MATCH_LIMIT,
        script: |session| {
            session.start(15)?;
            session.send_all(["INFO timeout_turn 200", "INFO timeout_match 0", "INFO time_left 2147483647"]);
            ask_in(session, &after(Rule::FREESTYLE, "h8 i9 j7 g7"), 200)
        },
    },
    Check {
        id: "ready-for-the-next",
        group: Group::Timing,
        severity: Should,
        expected: "the engine is ready when it has sent its move: a question that follows at once costs no time",
        source: Source::practice("clocks begin to run when the question is sent"),
        script: |session| {
            session.start(15)?;
            session.send("INFO timeout_turn 0");
            session.board_within(&dead_board(), Duration::ZERO)?;
            for _ in 0..8 {
                let Some(reply) = session.scattered_move() else { break };
                let moved = session.turn_within(reply, Duration::ZERO)?;
                check_time(session, moved, 0)?;
            }
            Ok(())
        },
    },
];

/// Some moves in a middle game, each within the limit.
fn turns(session: &mut Session<'_>, limit_ms: u64, moves: usize) -> CheckResult {
    session.start(15)?;
    session.send(format!("INFO timeout_turn {limit_ms}"));
    let mut moved = session.board_within(&middle_game(), Duration::from_millis(limit_ms))?;
    for _ in 1..moves {
        check_time(session, moved, limit_ms)?;
        let Some(reply) = session.scattered_move() else { return Ok(()) };
        let mut position = session.position().clone();
        position.play_unchecked(reply);
        if position.is_over() {
            return Ok(());
        }
        moved = session.turn_within(reply, Duration::from_millis(limit_ms))?;
    }
    check_time(session, moved, limit_ms)
}

/// A middle game in which the choice of a move is not obvious.
fn middle_game() -> Position {
    after(Rule::FREESTYLE, "h8 i9 j7 g7 i6 k9 g10 j5")
}

fn ask_in(session: &mut Session<'_>, position: &Position, limit_ms: u64) -> CheckResult {
    let moved = session.board_within(position, Duration::from_millis(limit_ms))?;
    check_time(session, moved, limit_ms)
}

fn check_time(session: &mut Session<'_>, moved: TimedMove, limit_ms: u64) -> CheckResult {
    let tolerance = session.candidate().tolerance;
    if moved.time <= Duration::from_millis(limit_ms) + tolerance {
        return Ok(());
    }
    let expected = format!("a move within {limit_ms} ms, and {} ms of tolerance", tolerance.as_millis());
    Err(fault(expected, format_args!("a move after {} ms", moved.time.as_millis())))
}

/// A game of twelve moves on a board where neither side can win, within a limit for all of them.
fn game_within(session: &mut Session<'_>, limit_ms: u64, tells_time_left: bool) -> CheckResult {
    let limit = Duration::from_millis(limit_ms);
    session.ok("START 15")?;
    session.send_all(["INFO timeout_turn 1000".to_owned(), format!("INFO timeout_match {limit_ms}")]);
    let mut used = Duration::ZERO;
    session.expect_position(&middle_game());
    for number in 0..12 {
        if tells_time_left {
            let left = limit.saturating_sub(used);
            session.send(format!("INFO time_left {}", left.as_millis()));
        }
        let position = match number {
            // A few moves in a game that is open, and many that do not end it.
            0 => middle_game(),
            3 => dead_board(),
            _ => {
                let Some(reply) = session.scattered_move() else { break };
                let mut position = session.position().clone();
                position.play_unchecked(reply);
                if position.is_over() { continue } else { position }
            }
        };
        used += session.board_within(&position, limit)?.time;
        let allowed = limit + session.candidate().tolerance;
        if used > allowed {
            let found = format!("{} ms for the first {}", used.as_millis(), number + 1);
            return Err(fault(format!("twelve moves within {limit_ms} ms together"), found));
        }
    }
    session.note(&format!("{} ms were used", used.as_millis()));
    Ok(())
}

fn time_left(session: &mut Session<'_>, left_ms: i64, limit_ms: u64) -> CheckResult {
    session.start(15)?;
    session.send_all([
        "INFO timeout_turn 5000".to_owned(),
        "INFO timeout_match 100000".to_owned(),
        format!("INFO time_left {left_ms}"),
    ]);
    ask_in(session, &middle_game(), limit_ms)
}
