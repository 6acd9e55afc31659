//! The process: how it ends, how much it uses, and that it is not alone.

use std::time::Duration;

use tengen_game::Point;

use crate::conform::Severity::{Must, Should};
use crate::conform::session::{AT_ONCE, Session, dead_board, fault};
use crate::conform::{Check, CheckResult, Group, Source};

const MEMORY: Source = Source::protocol("INFO max_memory");
const CLOSED: Source = Source::practice("a manager that crashed leaves nothing behind");

pub(super) const CHECKS: &[Check] = &[
    Check {
        id: "closed-input",
        group: Group::Robustness,
        severity: Must,
        expected: "the end of the input ends the process within a second",
        source: CLOSED,
        script: |session| {
            session.start(15)?;
            session.begin()?;
            session.close_input();
            session.expect_end(AT_ONCE, "the process ends within a second of the end of its input")
        },
    },
    Check {
        id: "closed-input-before-start",
        group: Group::Robustness,
        severity: Must,
        expected: "the end of the input ends a process that has received nothing",
        source: CLOSED,
        script: |session| {
            session.close_input();
            session.expect_end(AT_ONCE, "the process ends within a second of the end of its input")
        },
    },
    Check {
        id: "closed-input-in-a-line",
        group: Group::Robustness,
        severity: Must,
        expected: "the end of the input in the middle of a line ends the process",
        source: CLOSED,
        script: |session| {
            session.start(15)?;
            session.send_raw(b"BOARD\r\n7,7,1\r\n8,8");
            session.close_input();
            session.expect_end(AT_ONCE, "the process ends within a second of the end of its input")
        },
    },
    Check {
        id: "closed-input-while-thinking",
        group: Group::Robustness,
        severity: Should,
        expected: "the end of the input ends also a process that searches",
        source: CLOSED,
        script: |session| {
            think_long(session)?;
            session.close_input();
            session.expect_end(AT_ONCE, "the process ends within a second of the end of its input")
        },
    },
    Check {
        id: "end-while-thinking",
        group: Group::Robustness,
        severity: Should,
        expected: "END ends also a process that searches within a second",
        source: Source::protocol("END"),
        script: |session| {
            think_long(session)?;
            session.send("END");
            session.expect_end(AT_ONCE, "the process ends within a second of END")
        },
    },
    Check {
        id: "memory-limit",
        group: Group::Robustness,
        severity: Must,
        expected: "a search of a second stays within a max_memory of 350 MB, the tournament's",
        source: Source::tournament("limit of memory"),
        script: |session| memory_within(session, 350_000_000),
    },
    Check {
        id: "memory-limit-small",
        group: Group::Robustness,
        severity: Should,
        expected: "a search of a second stays within a max_memory of 80 MiB",
        source: MEMORY,
        script: |session| memory_within(session, 80 << 20),
    },
    Check {
        id: "many-games",
        group: Group::Robustness,
        severity: Must,
        expected: "forty games in one process stay within max_memory, and the last ones use no more than the first",
        source: MEMORY,
        script: many_games,
    },
    Check {
        id: "unread-answers",
        group: Group::Robustness,
        severity: Should,
        expected: "lines that come faster than their answers are read do not fill the memory",
        source: MEMORY,
        script: unread_answers,
    },
    Check {
        id: "two-at-once",
        group: Group::Robustness,
        severity: Must,
        expected: "two processes of the engine play at the same time, each its own game",
        source: Source::tournament("several games at once"),
        script: two_at_once,
    },
];

/// Lets the engine search with a limit of a minute. An early move is no fault here.
fn think_long(session: &mut Session<'_>) -> CheckResult {
    session.start(15)?;
    session.send("INFO timeout_turn 60000");
    session.send(format!("TURN {}", session.write_point(Point::new(7, 7))));
    session.answer_or_silence(Duration::from_millis(200), "it searches").map(drop)
}

fn memory_within(session: &mut Session<'_>, limit: u64) -> CheckResult {
    session.ok("START 15")?;
    session.reset_position(15);
    session.send_all([format!("INFO max_memory {limit}"), "INFO timeout_turn 1000".to_owned()]);
    session.board_within(
        &crate::conform::session::after(session.position().rule(), "h8 i9 j7 g7 i6 k9"),
        Duration::from_secs(1),
    )?;
    check_memory(session, limit).map(drop)
}

fn check_memory(session: &mut Session<'_>, limit: u64) -> Result<u64, crate::conform::Objection> {
    let used = session.memory()?;
    session.note(&format!("{used} bytes of memory are in use"));
    if used <= limit { Ok(used) } else { Err(fault(format!("at most {limit} bytes of memory"), used)) }
}

fn many_games(session: &mut Session<'_>) -> CheckResult {
    const LIMIT: u64 = 350_000_000;
    /// The memory that an allocator may keep for itself.
    const SLACK: u64 = 8 << 20;
    session.send(format!("INFO max_memory {LIMIT}"));
    let mut early = 0;
    for game in 1..=40 {
        session.start(if game % 2 == 0 { 15 } else { 20 })?;
        session.send("INFO timeout_turn 10");
        if game % 2 == 0 {
            session.board(&dead_board())?;
        } else {
            session.begin()?;
        }
        session.play_on(3)?;
        if game == 8 {
            early = check_memory(session, LIMIT)?;
        }
    }
    let late = check_memory(session, LIMIT)?;
    if late <= early + early / 10 + SLACK {
        return Ok(());
    }
    let expected = format!("about as much memory as the {early} bytes after the eighth game");
    Err(fault(expected, format_args!("{late} bytes after the fortieth")))
}

/// The answers are left in the pipe, so that an engine that reads on has to keep the questions somewhere.
fn unread_answers(session: &mut Session<'_>) -> CheckResult {
    const LIMIT: u64 = 100_000_000;
    session.send(format!("INFO max_memory {LIMIT}"));
    session.ok("START 15")?;
    session.send_raw(&b"FROBNICATE\r\n".repeat(2_000_000));
    for _ in 0..15 {
        std::thread::sleep(Duration::from_millis(100));
        check_memory(session, LIMIT)?;
    }
    Ok(())
}

fn two_at_once(session: &mut Session<'_>) -> CheckResult {
    session.start(15)?;
    session.turn(Point::new(7, 7))?;
    session.open_another()?;
    session.start(20)?;
    session.turn(Point::new(19, 0))?;
    for _ in 0..3 {
        for process in [0, 1] {
            session.switch_to(process);
            session.play_on(1)?;
        }
    }
    for process in [0, 1] {
        session.switch_to(process);
        session.send("END");
    }
    for process in [0, 1] {
        session.switch_to(process);
        session.expect_end(AT_ONCE, "both processes end within a second of END")?;
    }
    Ok(())
}
