//! `INFO` with the keys of Yixin-Board.

use std::time::{Duration, Instant};

use tengen_game::Rule;
use tengen_protocol::gomocup::Dialect;

use crate::check::Severity::{May, Should};
use crate::check::{Check, Examined, Group, Objection};
use crate::session::{Session, after};
use crate::source::Source;

pub(super) const CHECKS: &[Check] = &[
    Check {
        id: "info-extension-keys",
        group: Group::Extensions,
        severity: Should,
        expected: "INFO with the keys of Yixin-Board has no answer, known or not",
        source: Source::protocol("INFO, unknown keys"),
        script: |session| {
            session.ok("START 15")?;
            session.send_all([
                "INFO max_depth 100",
                "INFO max_node 1000000000",
                "INFO hash_size 16384",
                "INFO thread_num 1",
                "INFO show_detail 0",
                "INFO time_increment 0",
                "INFO caution_factor 1",
                "INFO pondering 0",
                "INFO strength 100",
            ]);
            session.expect_no_answer_to("INFO")
        },
    },
    Check {
        id: "info-max-depth",
        group: Group::Extensions,
        severity: Should,
        expected: "INFO max_depth ends a search long before its time is over",
        source: Source::yixin("INFO max_depth"),
        script: |session| ends_early(session, "INFO max_depth 2"),
    },
    Check {
        id: "info-max-node",
        group: Group::Extensions,
        severity: Should,
        expected: "INFO max_node ends a search long before its time is over",
        source: Source::yixin("INFO max_node"),
        script: |session| ends_early(session, "INFO max_node 1000"),
    },
    Check {
        id: "info-hash-size",
        group: Group::Extensions,
        severity: Should,
        expected: "INFO hash_size may come in the middle of a game, which goes on",
        source: Source::practice("INFO hash_size of Yixin-Board, in KiB"),
        script: |session| {
            session.start(15)?;
            session.send("INFO hash_size 4096");
            session.begin()?;
            session.send("INFO hash_size 32768");
            session.play_on(2).map(drop)
        },
    },
    Check {
        id: "info-thread-num",
        group: Group::Extensions,
        severity: Should,
        expected: "INFO thread_num may ask for several threads, and the game goes on with legal moves",
        source: Source::practice("INFO thread_num of Yixin-Board"),
        script: |session| {
            session.start(15)?;
            session.send("INFO thread_num 2");
            session.begin()?;
            session.play_on(3).map(drop)
        },
    },
    Check {
        id: "info-show-detail",
        group: Group::Extensions,
        severity: May,
        expected: "INFO show_detail brings lines that begin with MESSAGE, DEBUG or INFO, and then the move",
        source: Source::practice("INFO show_detail of Yixin-Board"),
        script: |session| {
            session.start(15)?;
            session.send("INFO show_detail 3");
            session.begin()?;
            session.play_on(2).map(drop)
        },
    },
];

/// A search under a narrow limit with plenty of time.
fn ends_early(session: &mut Session<'_>, info: &str) -> Examined {
    session.start(15)?;
    session.send("INFO timeout_turn 60000");
    session.send(info);
    let position = after(Rule::FREESTYLE, "h8 i9 j7 g7 i6 k9");
    session.expect_position(&position);
    session.send("BOARD");
    session.send_all(session.stones(&position));
    session.send("DONE");
    let moved = session.expect_move(Instant::now(), Duration::ZERO);
    match moved {
        Ok(_) => Ok(()),
        // Nobody who speaks Piskvork's dialect has to know the key.
        Err(Objection::Fault { found, .. })
            if session.candidate().dialect == Dialect::Piskvork && found.starts_with("no answer") =>
        {
            Err(Objection::NotOffered("it goes on searching".to_owned()))
        }
        Err(other) => Err(other),
    }
}
