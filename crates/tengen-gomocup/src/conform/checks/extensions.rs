//! Commands of Yixin-Board.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use tengen_game::{Point, Position, Rule};

use crate::conform::Severity::{May, Should};
use crate::conform::session::{AT_ONCE, Session, after, fault};
use crate::conform::{Check, CheckResult, Group, Objection, Source};
use crate::{Dialect, EngineLine};

const YXBOARD: Source = Source::yixin("yxboard");
const YXSTOP: Source = Source::yixin("yxstop");
const YXSHOWFORBID: Source = Source::yixin("yxshowforbid");

pub(super) const CHECKS: &[Check] = &[
    Check {
        id: "yxboard",
        group: Group::Extensions,
        severity: Should,
        expected: "YXBOARD sets up stones without an answer",
        source: YXBOARD,
        script: |session| {
            session.start(15)?;
            yxboard(session, &after(Rule::FREESTYLE, "h8 i9 g9 i8"))
        },
    },
    Check {
        id: "yxnbest",
        group: Group::Extensions,
        severity: Should,
        expected: "YXNBEST after YXBOARD is answered with a legal move, besides any other output",
        source: Source::practice("YXNBEST of Yixin-Board"),
        script: |session| ask_after_yxboard(session, "YXNBEST 2", 1),
    },
    Check {
        id: "yxbalanceone",
        group: Group::Extensions,
        severity: May,
        expected: "YXBALANCEONE after YXBOARD is answered with one point",
        source: Source::practice("YXBALANCEONE of Yixin-Board"),
        script: |session| ask_after_yxboard(session, "YXBALANCEONE 0", 1),
    },
    Check {
        id: "yxbalancetwo",
        group: Group::Extensions,
        severity: May,
        expected: "YXBALANCETWO after YXBOARD is answered with two points",
        source: Source::practice("YXBALANCETWO of Yixin-Board"),
        script: |session| ask_after_yxboard(session, "YXBALANCETWO 0", 2),
    },
    Check {
        id: "yxshowforbid",
        group: Group::Extensions,
        severity: Should,
        expected: "YXSHOWFORBID lists exactly the points that renju forbids to Black",
        source: YXSHOWFORBID,
        script: show_forbidden,
    },
    Check {
        id: "yxshowforbid-none",
        group: Group::Extensions,
        severity: Should,
        expected: "YXSHOWFORBID is answered with an empty list where nothing is forbidden",
        source: YXSHOWFORBID,
        script: |session| {
            session.start_under(Rule::Renju, 15)?;
            reports_forbidden_points(session, &after(Rule::Renju, "h8 i9 g9 i8"))
        },
    },
    Check {
        id: "yxhashclear",
        group: Group::Extensions,
        severity: Should,
        expected: "YXHASHCLEAR has no answer, and the game continues",
        source: Source::practice("YXHASHCLEAR of Yixin-Board"),
        script: |session| {
            session.start(15)?;
            session.begin()?;
            session.send("YXHASHCLEAR");
            if let Some(answer) =
                session.answer_or_silence(Duration::from_millis(100), "no answer to YXHASHCLEAR")?
            {
                answer.check_offered()?;
                return Err(answer.instead_of("no answer to YXHASHCLEAR"));
            }
            session.play_on(2).map(drop)
        },
    },
    Check {
        id: "yxstop",
        group: Group::Extensions,
        severity: Should,
        expected: "YXSTOP during a search is answered with a move within a second",
        source: YXSTOP,
        script: |session| stop(session, "YXSTOP"),
    },
    Check {
        id: "stop",
        group: Group::Extensions,
        severity: May,
        expected: "STOP during a search is answered with a move within a second",
        source: Source::practice("STOP, as YXSTOP is called in newer managers"),
        script: |session| stop(session, "STOP"),
    },
    Check {
        id: "yxstop-when-idle",
        group: Group::Extensions,
        severity: Should,
        expected: "YXSTOP where nothing is searched brings no move, and the game continues",
        source: YXSTOP,
        script: |session| {
            session.start(15)?;
            session.begin()?;
            session.send("YXSTOP");
            if let Some(answer) = session.answer_or_silence(Duration::from_millis(100), "no move")? {
                answer.check_offered()?;
                return Err(answer.instead_of("no answer to YXSTOP where nothing is searched"));
            }
            session.play_on(2).map(drop)
        },
    },
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
        expected: "INFO hash_size may come in the middle of a game, which continues",
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
        expected: "INFO thread_num may ask for several threads, and the game continues with legal moves",
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

/// Sets up a position without an answer.
fn yxboard(session: &mut Session<'_>, position: &Position) -> CheckResult {
    const EXPECTED: &str = "YXBOARD has no answer; ABOUT after it has";
    session.send("YXBOARD");
    session.send_all(session.stones(position));
    session.send("DONE");
    session.expect_position(position);
    session.send("ABOUT");
    let answer = session.answer(EXPECTED)?;
    answer.check_offered()?;
    if matches!(answer.line, EngineLine::Points(_) | EngineLine::Ok | EngineLine::Suggestion(_)) {
        return Err(answer.instead_of(EXPECTED));
    }
    session.expect_silence(EXPECTED)
}

fn ask_after_yxboard(session: &mut Session<'_>, command: &str, count: usize) -> CheckResult {
    let expected = format!("{command} is answered with {count} empty point(s)");
    session.start(15)?;
    yxboard(session, &after(Rule::FREESTYLE, "h8 i9 g9 i8"))?;
    session.send(command);
    let limit = session.candidate().turn + session.candidate().patience;
    let answer = session.answer_within(limit, &expected)?;
    answer.check_offered()?;
    let EngineLine::Points(points) = &answer.line else { return Err(answer.instead_of(&expected)) };
    if points.len() != count {
        return Err(answer.instead_of(&expected));
    }
    let mut position = session.position().clone();
    for &point in points {
        position.play(point).map_err(|refusal| fault(&expected, refusal))?;
    }
    Ok(())
}

fn show_forbidden(session: &mut Session<'_>) -> CheckResult {
    session.start_under(Rule::Renju, 15)?;
    // A double-three at h8, a double-four at l12, and an overline at d3, none of them symmetrical.
    let moves = "h9 a1 h10 a3 i8 a5 j8 a7 l13 a9 l14 a11 l15 o1 m12 o3 n12 o5 o12 o7 a2 o9 b2 o15 c2 o13";
    reports_forbidden_points(session, &after(Rule::Renju, moves))
}

fn reports_forbidden_points(session: &mut Session<'_>, position: &Position) -> CheckResult {
    yxboard(session, position)?;
    session.send("YXSHOWFORBID");
    let named = |points: &BTreeSet<Point>| {
        let names: Vec<String> = points.iter().map(|&point| session.write_point(point)).collect();
        if names.is_empty() { "no points".to_owned() } else { names.join(" ") }
    };
    let forbidden: BTreeSet<Point> =
        position.forbidden_points().into_iter().map(|(point, _)| point).collect();
    let expected = format!("FORBID, two digits for each number and a full stop, with {}", named(&forbidden));
    let answer = session.answer(&expected)?;
    answer.check_offered()?;
    let EngineLine::Forbidden(points) = &answer.line else { return Err(answer.instead_of(&expected)) };
    let points: BTreeSet<Point> = points.iter().copied().collect();
    if points == forbidden { Ok(()) } else { Err(answer.instead_of(&expected)) }
}

/// Lets the engine search with plenty of time, and stops it.
fn stop(session: &mut Session<'_>, command: &str) -> CheckResult {
    const EXPECTED: &str = "a move within a second of the stop";
    session.start(15)?;
    session.send("INFO timeout_turn 60000");
    let position = after(Rule::FREESTYLE, "h8 i9 j7 g7 i6 k9");
    session.expect_position(&position);
    session.send("BOARD");
    session.send_all(session.stones(&position));
    session.send("DONE");
    if let Some(answer) = session.answer_or_silence(Duration::from_millis(300), EXPECTED)? {
        return match answer.line {
            EngineLine::Points(_) => {
                Err(Objection::NotOffered("it moved before it could be stopped".to_owned()))
            }
            _ => Err(answer.instead_of("a move")),
        };
    }
    session.send(command);
    let limit = AT_ONCE + session.candidate().tolerance;
    match session.answer_or_silence(limit, EXPECTED)? {
        Some(answer) if matches!(answer.line, EngineLine::Points(_)) => Ok(()),
        Some(answer) => {
            answer.check_offered()?;
            Err(answer.instead_of(EXPECTED))
        }
        // Piskvork does not have the command, so engines of its dialect need not support it.
        None if session.candidate().dialect == Dialect::Piskvork => {
            Err(Objection::NotOffered("it continues to search".to_owned()))
        }
        None => Err(fault(EXPECTED, format_args!("it continues to search after {} ms", limit.as_millis()))),
    }
}

/// A search under a narrow limit with plenty of time.
fn ends_early(session: &mut Session<'_>, info: &str) -> CheckResult {
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
        // Engines of Piskvork's dialect need not support the key.
        Err(Objection::Fault { found, .. })
            if session.candidate().dialect == Dialect::Piskvork && found.starts_with("no answer") =>
        {
            Err(Objection::NotOffered("it continues to search".to_owned()))
        }
        Err(other) => Err(other),
    }
}
