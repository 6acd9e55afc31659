//! Decisions in a Swap2 opening, by short searches.
//!
//! * **Three stones to place:** of a few openings, the one whose value is nearest to balance, so that the other
//!   side gains as little as possible by its choice.
//! * **Three or five stones on the board, White to move:** whoever has the better side keeps it. Two more stones
//!   are never placed: the other side would choose between the colours then, so that what is left for us
//!   is at best balance, and we have as much by choosing ourselves.

use tengen_engine::{Score, SearchReport};
use tengen_game::{BoardSize, Point, Position};
use tengen_protocol::gomocup::{Decision, Swap2Phase};

/// Openings as steps from the centre to the right and down: Black, White, Black. They keep Black's stones apart, or
/// near the edge, since two stones of one colour in the middle are worth too much.
const OPENINGS: [[(i16, i16); 3]; 6] = [
    [(0, 0), (1, 0), (2, 2)],
    [(0, 0), (1, -1), (3, 2)],
    [(-5, -5), (-4, -2), (-2, -6)],
    [(-6, 0), (-3, 1), (-5, 4)],
    [(-6, -6), (5, 5), (0, -5)],
    [(-6, 5), (-5, 5), (2, 6)],
];

/// Finds the decision. `search` is given a position and in how many parts the time is to be divided.
pub(crate) fn decide(
    phase: Swap2Phase,
    position: &Position,
    search: &mut dyn FnMut(Position, u32) -> SearchReport,
) -> Decision {
    if phase == Swap2Phase::Open {
        return open(position, search);
    }
    let report = search(position.clone(), 1);
    match report.best_move {
        Some(point) if is_good(report.score) => Decision::Points(vec![point]),
        _ => Decision::Swap,
    }
}

fn open(start: &Position, search: &mut dyn FnMut(Position, u32) -> SearchReport) -> Decision {
    let openings: Vec<(Vec<Point>, Position)> = OPENINGS
        .iter()
        .filter_map(|steps| on_board(steps, start.size()))
        .filter_map(|points| after(start, &points).map(|position| (points, position)))
        .collect();
    let parts = u32::try_from(openings.len()).unwrap_or(1).max(1);
    let judged = openings.into_iter().map(|(points, position)| (search(position, parts).score, points));
    match judged.min_by_key(|&(score, _)| imbalance(score)) {
        Some((_, points)) => Decision::Points(points),
        // The board is too small for all of them, and so for a fair game.
        None => Decision::Points(start.legal_moves().take(3).collect()),
    }
}

fn on_board(steps: &[(i16, i16)], size: BoardSize) -> Option<Vec<Point>> {
    steps.iter().map(|&(dx, dy)| size.center().offset(dx, dy, size)).collect()
}

fn after(start: &Position, points: &[Point]) -> Option<Position> {
    let mut position = start.clone();
    for &point in points {
        position.play(point).ok()?;
    }
    (!position.is_over()).then_some(position)
}

fn is_good(score: Score) -> bool {
    match score {
        Score::Value(value) => value >= 0,
        Score::Mate(plies) => plies > 0,
    }
}

fn imbalance(score: Score) -> u32 {
    match score {
        Score::Value(value) => value.unsigned_abs(),
        Score::Mate(_) => u32::MAX,
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot go on should fail on the spot")]

    use std::time::Duration;

    use tengen_engine::StopReason;
    use tengen_game::Rule;

    use super::*;

    fn report(position: &Position, score: Score) -> SearchReport {
        SearchReport {
            best_move: position.legal_moves().last(),
            score,
            pv: Vec::new(),
            depth: 1,
            nodes: 1,
            time: Duration::ZERO,
            stopped_by: StopReason::Depth,
        }
    }

    #[test]
    fn every_opening_can_be_played_on_fifteen_lines_and_some_three_stones_on_any_board() {
        for lines in 3..=22 {
            let size = BoardSize::new(lines).unwrap();
            let start = Position::new(Rule::Renju, size);
            let mut asked = 0;
            let decision = decide(Swap2Phase::Open, &start, &mut |position, _| {
                asked += 1;
                report(&position, Score::Value(0))
            });
            let Decision::Points(points) = decision else { panic!("expected points") };
            assert_eq!(points.len(), 3);
            assert!(after(&start, &points).is_some(), "{lines} lines: {points:?}");
            assert!(lines < 15 || asked == OPENINGS.len());
        }
    }

    #[test]
    fn the_most_balanced_opening_is_chosen() {
        let scores = [Score::Mate(-4), Score::Value(90), Score::Value(-20), Score::Value(-30)];
        let mut scores = scores.into_iter().chain([Score::Value(400); 2]);
        let start = Position::new(Rule::FREESTYLE, BoardSize::FIFTEEN);
        let decision = decide(Swap2Phase::Open, &start, &mut |position, parts| {
            assert_eq!(parts, 6);
            report(&position, scores.next().unwrap())
        });
        let expected = [Point::new(2, 2), Point::new(3, 5), Point::new(5, 1)];
        assert_eq!(decision, Decision::Points(expected.to_vec()));
    }

    #[test]
    fn the_better_side_is_taken() {
        let start = Position::new(Rule::FREESTYLE, BoardSize::FIFTEEN);
        for phase in [Swap2Phase::Choose, Swap2Phase::Settle] {
            let decide_at = |score| decide(phase, &start, &mut |position, _| report(&position, score));
            let stay = Decision::Points(vec![Point::new(14, 14)]);
            assert_eq!(decide_at(Score::Value(0)), stay);
            assert_eq!(decide_at(Score::Mate(7)), stay);
            assert_eq!(decide_at(Score::Value(-1)), Decision::Swap);
            assert_eq!(decide_at(Score::Mate(-8)), Decision::Swap);
        }
    }
}
