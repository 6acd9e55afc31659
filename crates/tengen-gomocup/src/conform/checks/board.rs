//! Checks of `BOARD`, which every engine must support.

use tengen_game::{Color, Point, Rule};

use crate::conform::Severity::{Must, Should};
use crate::conform::session::{Session, after};
use crate::conform::{Check, CheckResult, Group, Source};

const BOARD: Source = Source::protocol("BOARD");

pub(super) const CHECKS: &[Check] = &[
    Check {
        id: "board-to-move-first",
        group: Group::Mandatory,
        severity: Must,
        expected: "BOARD with as many own stones as the opponent's is answered with a move",
        source: BOARD,
        script: |session| {
            session.start(15)?;
            session.board(&after(Rule::FREESTYLE, "h8 i9 g9 i8")).map(drop)
        },
    },
    Check {
        id: "board-to-move-second",
        group: Group::Mandatory,
        severity: Must,
        expected: "BOARD with one stone more of the opponent's is answered with a move",
        source: BOARD,
        script: |session| {
            session.start(15)?;
            session.board(&after(Rule::FREESTYLE, "h8 i9 g9")).map(drop)
        },
    },
    Check {
        id: "board-any-order",
        group: Group::Mandatory,
        severity: Must,
        expected: "stones may come in any order in Gomoku: all of one side first, or the last move first",
        source: BOARD,
        script: board_any_order,
    },
    Check {
        id: "board-empty",
        group: Group::Mandatory,
        severity: Should,
        expected: "BOARD without stones is answered with a move",
        source: BOARD,
        script: |session| {
            session.start(15)?;
            session.board(&after(Rule::FREESTYLE, "")).map(drop)
        },
    },
    Check {
        id: "board-then-turn",
        group: Group::Mandatory,
        severity: Must,
        expected: "a game continues with TURN after BOARD",
        source: BOARD,
        script: |session| {
            session.start(15)?;
            session.board(&after(Rule::FREESTYLE, "h8 i9 g9 i8"))?;
            session.play_on(3).map(drop)
        },
    },
    Check {
        id: "board-replaces",
        group: Group::Mandatory,
        severity: Should,
        expected: "BOARD imposes an entirely new position on a game that was going on",
        source: BOARD,
        script: board_replaces,
    },
    Check {
        id: "board-many-stones",
        group: Group::Mandatory,
        severity: Must,
        expected: "BOARD late in a long game is answered with a legal move",
        source: BOARD,
        script: |session| {
            session.start(15)?;
            session.board(&crate::conform::session::dead_board()).map(drop)
        },
    },
];

fn board_any_order(session: &mut Session<'_>) -> CheckResult {
    let position = after(Rule::FREESTYLE, "h8 i9 g9 i8 g7 j10");
    let limit = session.candidate().turn;
    let mut stones = session.stones(&position);
    let ask = |session: &mut Session<'_>, stones: &[String]| {
        session.start(15)?;
        session.expect_position(&position);
        let lines: Vec<String> =
            ["BOARD"].into_iter().map(str::to_owned).chain(stones.iter().cloned()).collect();
        session.ask(&[lines, vec!["DONE".to_owned()]].concat(), limit).map(drop)
    };
    stones.reverse();
    ask(session, &stones)?;
    stones.sort_by_key(|line| line.ends_with(",2"));
    ask(session, &stones)
}

/// The points of the earlier game are empty afterwards: the opponent plays there.
fn board_replaces(session: &mut Session<'_>) -> CheckResult {
    session.start(15)?;
    let own = session.begin()?.point;
    let mut theirs = session.scattered_move().unwrap_or(Point::new(0, 0));
    session.turn(theirs)?;
    let position = after(Rule::FREESTYLE, "a1 c2 e1 g2");
    debug_assert_eq!(position.side_to_move(), Color::Black);
    session.board(&position)?;
    for point in [own, theirs] {
        theirs = point;
        if session.position().check(theirs).is_ok() {
            session.turn(theirs)?;
        }
    }
    Ok(())
}
