//! Commands that an engine may refuse.

use tengen_game::{BoardSize, Point, Rule};

use crate::EngineLine;
use crate::conform::Severity::{May, Should};
use crate::conform::session::{Session, after, fault, nearly_full};
use crate::conform::{Check, CheckResult, Group, Objection, Source};

const RESTART: Source = Source::protocol("RESTART");
const RECTSTART: Source = Source::protocol("RECTSTART");
const TAKEBACK: Source = Source::protocol("TAKEBACK");

pub(super) const CHECKS: &[Check] = &[
    Check {
        id: "restart",
        group: Group::Optional,
        severity: Should,
        expected: "RESTART is answered with OK, and begins a new game on an empty board of the same size",
        source: RESTART,
        script: restart,
    },
    Check {
        id: "restart-then-board",
        group: Group::Optional,
        severity: Should,
        expected: "BOARD may follow RESTART",
        source: RESTART,
        script: |session| {
            session.start(15)?;
            session.begin()?;
            session.ok_if_offered("RESTART")?;
            let rule = session.position().rule();
            session.board(&after(rule, "h8 i9 g9 i8")).map(drop)
        },
    },
    Check {
        id: "rectstart",
        group: Group::Optional,
        severity: Should,
        expected: "RECTSTART is answered with OK or ERROR, and with moves on that board after OK",
        source: RECTSTART,
        script: rectstart,
    },
    Check {
        id: "takeback",
        group: Group::Optional,
        severity: Should,
        expected: "TAKEBACK is answered with OK, and the point is empty again",
        source: TAKEBACK,
        script: takeback,
    },
    Check {
        id: "takeback-empties",
        group: Group::Optional,
        severity: Should,
        expected: "what was taken back can be played again, and is where no other point is empty",
        source: TAKEBACK,
        script: takeback_empties,
    },
    Check {
        id: "play",
        group: Group::Optional,
        severity: May,
        expected: "PLAY imposes a move, and is answered with it",
        source: Source::protocol("PLAY"),
        script: play,
    },
    Check {
        id: "suggest",
        group: Group::Optional,
        severity: Should,
        expected: "an engine that answers with SUGGEST plays the move of PLAY, also a different one",
        source: Source::protocol("SUGGEST"),
        script: suggest,
    },
    Check {
        id: "swap2-open",
        group: Group::Optional,
        severity: Should,
        expected: "SWAP2BOARD without stones is answered with three points",
        source: SWAP2BOARD,
        script: |session| decide(session, "", &[3], false).map(drop),
    },
    Check {
        id: "swap2-choose",
        group: Group::Optional,
        severity: Should,
        expected: "SWAP2BOARD with three stones is answered with SWAP, one point or two",
        source: SWAP2BOARD,
        script: |session| decide(session, "h8 i8 j6", &[1, 2], true).map(drop),
    },
    Check {
        id: "swap2-settle",
        group: Group::Optional,
        severity: Should,
        expected: "SWAP2BOARD with five stones is answered with SWAP or one point",
        source: SWAP2BOARD,
        script: |session| decide(session, "h8 i8 j6 i7 i9", &[1], true).map(drop),
    },
    Check {
        id: "swap2-then-board",
        group: Group::Optional,
        severity: Should,
        expected: "after the opening the game continues with BOARD",
        source: SWAP2BOARD,
        script: |session| {
            let stones = decide(session, "", &[3], false)?;
            let mut position = after(Rule::FREESTYLE, "");
            for point in stones {
                position.play_unchecked(point);
            }
            session.board(&position)?;
            session.play_on(1).map(drop)
        },
    },
];

fn restart(session: &mut Session<'_>) -> CheckResult {
    session.start(15)?;
    let first = session.begin()?.point;
    session.play_on(1)?;
    session.ok_if_offered("RESTART")?;
    session.reset_position(15);
    session.turn(first)?;
    session.play_on(2).map(drop)
}

fn rectstart(session: &mut Session<'_>) -> CheckResult {
    const EXPECTED: &str = "a move with the column below 20 and the row below 15";
    session.ok_if_offered("RECTSTART 20,15")?;
    session.send_time();
    session.send("BEGIN");
    let limit = session.candidate().turn + session.candidate().patience;
    let answer = session.answer_within(limit, EXPECTED)?;
    let numbers: Vec<u32> = answer.text.split(',').filter_map(|part| part.trim().parse().ok()).collect();
    // The engine's dialect defines which number is the column.
    let is_column_first = session.write_point(Point::new(1, 0)).starts_with('1');
    match numbers[..] {
        [one, other] if is_column_first && one < 20 && other < 15 => Ok(()),
        [one, other] if !is_column_first && other < 20 && one < 15 => Ok(()),
        _ => Err(answer.instead_of(EXPECTED)),
    }
}

fn takeback(session: &mut Session<'_>) -> CheckResult {
    session.start(15)?;
    let theirs = Point::new(7, 7);
    let own = session.turn(theirs)?.point;
    let (theirs_sent, own_sent) = (session.write_point(theirs), session.write_point(own));
    session.ok_if_offered(&format!("TAKEBACK {own_sent}"))?;
    session.ok(&format!("TAKEBACK {theirs_sent}"))?;
    session.reset_position(15);
    // Both points are empty, so the opponent may play on either of them.
    session.turn(own)?;
    if session.position().check(theirs).is_ok() {
        session.turn(theirs)?;
    }
    Ok(())
}

fn takeback_empties(session: &mut Session<'_>) -> CheckResult {
    session.start(15)?;
    session.board(&nearly_full(3))?;
    let before = session.position().clone();
    let Some(theirs) = before.legal_moves().next() else { return Ok(()) };
    let own = session.turn(theirs)?.point;
    let (theirs_sent, own_sent) = (session.write_point(theirs), session.write_point(own));
    session.ok_if_offered(&format!("TAKEBACK {own_sent}"))?;
    session.ok(&format!("TAKEBACK {theirs_sent}"))?;
    session.expect_position(&before);
    session.turn(theirs).map(drop)
}

fn play(session: &mut Session<'_>) -> CheckResult {
    const EXPECTED: &str = "PLAY is answered with the move that is made";
    session.start(15)?;
    session.send(format!("PLAY {}", session.write_point(Point::new(3, 4))));
    let answer = session.answer(EXPECTED)?;
    answer.check_offered()?;
    let EngineLine::Points(points) = &answer.line else { return Err(answer.instead_of(EXPECTED)) };
    let [point] = points[..] else { return Err(answer.instead_of(EXPECTED)) };
    if point != Point::new(3, 4) {
        return Err(answer.instead_of(EXPECTED));
    }
    session.expect_position(&{
        let mut position = session.position().clone();
        position.play(point).map_err(|refusal| fault(EXPECTED, refusal))?;
        position
    });
    session.play_on(2).map(drop)
}

fn suggest(session: &mut Session<'_>) -> CheckResult {
    const EXPECTED: &str = "a move, or SUGGEST with one";
    session.start(15)?;
    session.send("BEGIN");
    let limit = session.candidate().turn + session.candidate().patience;
    let answer = session.answer_within(limit, EXPECTED)?;
    let EngineLine::Suggestion(suggested) = answer.line else {
        return match answer.line {
            EngineLine::Points(_) => Err(Objection::NotOffered("it plays without asking".to_owned())),
            _ => Err(answer.instead_of(EXPECTED)),
        };
    };
    let mut points = BoardSize::FIFTEEN.points();
    let other = points.find(|&point| point != suggested).unwrap_or(suggested);
    let point = session.write_point(other);
    session.send(format!("PLAY {point}"));
    let answer = session.answer("PLAY is answered with its move")?;
    if answer.line != EngineLine::Points(vec![other]) {
        return Err(answer.instead_of(&format!("the move {point} of PLAY")));
    }
    let mut position = session.position().clone();
    position.play(other).map_err(|refusal| fault(EXPECTED, refusal))?;
    session.expect_position(&position);
    session.play_on(2).map(drop)
}

const SWAP2BOARD: Source = Source::protocol("SWAP2BOARD");

/// Requests a decision: this many points, or `SWAP` where that is possible.
fn decide(
    session: &mut Session<'_>,
    stones: &str,
    counts: &[usize],
    may_swap: bool,
) -> Result<Vec<Point>, Objection> {
    session.start(15)?;
    let position = after(Rule::FREESTYLE, stones);
    session.send("SWAP2BOARD");
    for name in stones.split_whitespace() {
        if let Ok(point) = Point::parse(name, BoardSize::FIFTEEN) {
            session.send(session.write_point(point));
        }
    }
    session.send("DONE");
    let counted: Vec<String> = counts.iter().map(ToString::to_string).collect();
    let or_swap = if may_swap { "SWAP, or " } else { "" };
    let expected = format!("{or_swap}{} points with blanks between", counted.join(" or "));
    let limit = session.candidate().turn + session.candidate().patience;
    let answer = session.answer_within(limit, &expected)?;
    answer.check_offered()?;
    let points = match &answer.line {
        EngineLine::Swap if may_swap => return Ok(Vec::new()),
        EngineLine::Points(points) if counts.contains(&points.len()) => points.clone(),
        _ => return Err(answer.instead_of(&expected)),
    };
    check_empty(position, &points)?;
    Ok(points)
}

fn check_empty(mut position: tengen_game::Position, points: &[Point]) -> CheckResult {
    for &point in points {
        position.play(point).map_err(|refusal| fault("points that are empty", refusal))?;
    }
    Ok(())
}
