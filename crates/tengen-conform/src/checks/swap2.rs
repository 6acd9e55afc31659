//! Openings by Swap2, which an engine may refuse.

use tengen_game::{BoardSize, Point, Rule};
use tengen_protocol::gomocup::BrainLine;

use crate::check::Severity::Should;
use crate::check::{Check, Examined, Group, Objection};
use crate::session::{Session, after, fault};
use crate::source::Source;

const SWAP2BOARD: Source = Source::protocol("SWAP2BOARD");

pub(super) const CHECKS: &[Check] = &[
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
        expected: "after the opening the game goes on with BOARD",
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

/// Asks for a decision: so many points, or `SWAP` where that is possible.
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
            session.send(session.wire(point));
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
        BrainLine::Swap if may_swap => return Ok(Vec::new()),
        BrainLine::Points(points) if counts.contains(&points.len()) => points.clone(),
        _ => return Err(answer.instead_of(&expected)),
    };
    check_empty(position, &points)?;
    Ok(points)
}

fn check_empty(mut position: tengen_game::Position, points: &[Point]) -> Examined {
    for &point in points {
        position.play(point).map_err(|refusal| fault("points that are empty", refusal))?;
    }
    Ok(())
}
