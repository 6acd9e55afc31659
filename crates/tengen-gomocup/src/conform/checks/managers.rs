//! Habits of widespread managers that no document describes.

use std::time::Duration;

use tengen_game::Rule;

use crate::conform::Severity::{May, Should};
use crate::conform::session::{Session, after, fault};
use crate::conform::{Check, CheckResult, Group, Source};

pub(super) const CHECKS: &[Check] = &[
    Check {
        id: "start-two-numbers",
        group: Group::Extensions,
        severity: Should,
        expected: "START with two equal numbers is answered with OK, and begins a game",
        source: Source::practice("START of Yixin-Board, with width and height"),
        script: |session| {
            for start in ["START 15 15", "start 15 15"] {
                session.ok_if_offered(start)?;
                session.reset_position(15);
                session.send_time();
                session.begin()?;
            }
            session.play_on(2).map(drop)
        },
    },
    Check {
        id: "board-on-one-line",
        group: Group::Extensions,
        severity: May,
        expected: "BOARD with its stones and DONE on one line is answered with a move",
        source: Source::practice("managers that run engines in a browser"),
        script: board_on_one_line,
    },
    Check {
        id: "list-of-an-unknown-command",
        group: Group::Extensions,
        severity: Should,
        expected: "the list of an unknown command is not answered line by line, and the game continues",
        source: Source::practice("Yixin-Board, which asks for a database at every position"),
        script: unknown_list,
    },
];

fn board_on_one_line(session: &mut Session<'_>) -> CheckResult {
    session.start(15)?;
    let position = after(Rule::FREESTYLE, "h8 i9 g9 i8");
    let stones = session.stones(&position).join(" ");
    session.expect_position(&position);
    let limit = session.candidate().turn;
    session.ask(&[format!("BOARD {stones} DONE")], limit).map(drop)
}

fn unknown_list(session: &mut Session<'_>) -> CheckResult {
    const EXPECTED: &str = "at most one refusal of YXQUERYDATABASEALL and its list";
    session.start(15)?;
    session.begin()?;
    session.send_all(["YXQUERYDATABASEALL", "3,4", "4,3", "5,5", "DONE"]);
    let mut refusals = 0;
    while let Some(answer) = session.answer_or_silence(Duration::from_millis(100), EXPECTED)? {
        refusals += 1;
        if refusals > 1 || !answer.is_refusal() {
            return Err(fault(EXPECTED, format_args!("`{}`", answer.text)));
        }
    }
    session.play_on(2).map(drop)
}
