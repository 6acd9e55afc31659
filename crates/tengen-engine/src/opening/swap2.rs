//! Decisions in the protocols Swap and Swap2, for any opponent.
//!
//! * **Three stones to place**: of a few openings, the one whose score is nearest to balance, so that the other side gains as
//!   little as possible by its choice. Which ones are compared follows from the seed, so that openings vary.
//! * **Three or five stones on the board**: the player takes the better side. Two more stones are never placed: the
//!   other side would choose between the colours then, which leaves balance at best, and choosing gives that at least.
//!
//! The scores of opponents that do not search measure points and not positions; such opponents nearly always take White.
//!
//! ```
//! use tengen_analysis::{SearchLimits, SystemClock};
//! use tengen_engine::opening::swap2::{self, Decision};
//! use tengen_engine::{Engine, EngineOptions};
//! use tengen_game::{BoardSize, Position, Rule};
//!
//! let mut engine = Engine::new(EngineOptions::default());
//! let start = Position::new(Rule::FREESTYLE, BoardSize::FIFTEEN);
//! let decision = swap2::decide(&mut engine, &start, &SearchLimits::depth(2), &SystemClock::new())?;
//! assert!(matches!(decision, Decision::Place(stones) if stones.len() == 3));
//! # Ok::<(), tengen_analysis::OpponentError>(())
//! ```

use std::convert::Infallible;

use tengen_analysis::{Clock, Opponent, OpponentError, SearchLimits, SearchReport, StopReason};
use tengen_game::opening::{Choice, Opening};
use tengen_game::{BoardSize, Color, Point, Position, SplitMix, Symmetry};

use super::after;
use super::means::Share;
use super::means::Value;
use crate::Engine;

/// A player's decision in a Swap or Swap2 opening.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decision {
    /// Places these stones: three on the empty board, two on a board of three.
    Place(Vec<Point>),
    /// Plays White from now on, and this as White's next move.
    White(Point),
    /// Plays Black from now on.
    Black,
}

impl Decision {
    /// The decision as a choice of the player whose turn it is in `opening`.
    pub fn to_choice(&self, opening: &Opening) -> Choice {
        // The player who chooses has White after three stones and Black after five.
        let has_white = opening.player_to_act() == Some(opening.player_of(Color::White));
        match self {
            Decision::Place(points) => Choice::Place(points.clone()),
            Decision::White(_) if has_white => Choice::Stay,
            Decision::Black if !has_white => Choice::Stay,
            Decision::White(_) | Decision::Black => Choice::Swap,
        }
    }
}

/// The decision of an opponent about a position with no stones, three or five.
///
/// Time, target and nodes of `limits` are for the whole decision, and the depth is that of its searches; a level below full
/// strength spends less.
///
/// # Errors
/// The error of the opponent.
pub fn decide(
    opponent: &mut dyn Opponent,
    position: &Position,
    limits: &SearchLimits,
    clock: &dyn Clock,
) -> Result<Decision, OpponentError> {
    decide_by(position, limits, clock, &mut |position, limits| {
        opponent.set_position(position);
        opponent.choose(limits, clock, &mut ())
    })
}

/// As [`decide`] for the engine, whose position stays as it was. A stop that was requested before holds for the decision.
pub fn decide_by_engine(
    engine: &mut Engine,
    position: &Position,
    limits: &SearchLimits,
    clock: &dyn Clock,
) -> Decision {
    let before = engine.position().clone();
    let Ok(decision) = decide_by(position, limits, clock, &mut |position, limits| {
        Ok::<_, Infallible>(engine.search_part(position, limits, clock))
    });
    engine.set_position(before);
    decision
}

/// The decision by searches of positions within limits.
fn decide_by<E>(
    position: &Position,
    limits: &SearchLimits,
    clock: &dyn Clock,
    search: &mut dyn FnMut(Position, &SearchLimits) -> Result<SearchReport, E>,
) -> Result<Decision, E> {
    let mut share = Share::new(limits, clock);
    if position.board().stones() > 0 {
        let report = search(position.clone(), &share.part(1))?;
        return Ok(match report.best_move {
            Some(point) if Value::from(report.score) >= Value::EVEN => Decision::White(point),
            _ => Decision::Black,
        });
    }
    let candidates = candidates(position, limits.seed);
    let mut best: Option<(u64, Vec<Point>)> = None;
    for (left, points) in (1..=candidates.len() as u32).rev().zip(candidates) {
        let Some(next) = after(position, &points) else { continue };
        let report = search(next, &share.part(left))?;
        share.count(report.nodes);
        let imbalance = Value::from(report.score).imbalance();
        if best.as_ref().is_none_or(|&(least, _)| imbalance < least) {
            best = Some((imbalance, points));
        }
        if report.stopped_by == StopReason::Stopped {
            break;
        }
    }
    // If any three stones end the game, their places do not matter.
    Ok(Decision::Place(best.map_or_else(|| position.legal_moves().take(3).collect(), |(_, points)| points)))
}

/// Openings as steps from the centre to the right and down: Black, White, Black. They keep Black's stones apart, or
/// near the edge, because two black stones in the middle are too strong.
const OPENINGS: [[(i16, i16); 3]; 6] = [
    [(0, 0), (1, 0), (2, 2)],
    [(0, 0), (1, -1), (3, 2)],
    [(-5, -5), (-4, -2), (-2, -6)],
    [(-6, 0), (-3, 1), (-5, 4)],
    [(-6, -6), (5, 5), (0, -5)],
    [(-6, 5), (-5, 5), (2, 6)],
];

/// The number of openings that are compared.
const COMPARED: usize = 3;

/// Random openings are added until there are this many.
const LEAST: usize = 2;

/// The most random openings that are tried: under a rule with short rows, three stones may end the game.
const TRIES: usize = 64;

/// The openings to compare, which the seed selects and turns, as far as they fit on the board; on small boards random ones too.
fn candidates(start: &Position, seed: u64) -> Vec<Vec<Point>> {
    let index = (seed % (OPENINGS.len() * Symmetry::ALL.len()) as u64) as usize;
    let symmetry = Symmetry::ALL[index / OPENINGS.len()];
    let selected = OPENINGS.iter().cycle().skip(index % OPENINGS.len()).take(COMPARED);
    let on_board = selected.filter_map(|steps| on_board(steps, symmetry, start.size()));
    let mut candidates: Vec<Vec<Point>> = on_board.filter(|points| after(start, points).is_some()).collect();
    let mut random = SplitMix::new(seed);
    for _ in 0..TRIES {
        if candidates.len() >= LEAST {
            break;
        }
        candidates.extend(random_opening(start, &mut random));
    }
    candidates
}

fn on_board(steps: &[(i16, i16); 3], symmetry: Symmetry, size: BoardSize) -> Option<Vec<Point>> {
    let point = |&(dx, dy): &(i16, i16)| Some(symmetry.apply(size.center().offset(dx, dy, size)?, size));
    steps.iter().map(point).collect()
}

/// Three random stones after which the game continues.
fn random_opening(start: &Position, random: &mut SplitMix) -> Option<Vec<Point>> {
    let mut free: Vec<Point> = start.legal_moves().collect();
    let mut points = Vec::new();
    while points.len() < 3 && !free.is_empty() {
        points.push(free.swap_remove(random.index(free.len())));
    }
    after(start, &points).map(|_| points)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

    use std::collections::BTreeSet;

    use tengen_analysis::{Score, SystemClock};
    use tengen_game::Rule;

    use super::*;
    use crate::EngineOptions;

    /// The decision where searches find these scores, the last one again and again, and the limits of the searches.
    fn decided(
        position: &Position,
        limits: &SearchLimits,
        scores: &[Score],
    ) -> (Decision, Vec<SearchLimits>) {
        let mut searches = Vec::new();
        let clock = SystemClock::new();
        let Ok(decision) = decide_by(position, limits, &clock, &mut |position, limits| {
            let score = *scores.get(searches.len()).or(scores.last()).unwrap();
            searches.push(limits.clone());
            Ok::<_, Infallible>(
                SearchReport::new(position.legal_moves().last(), score, StopReason::Nodes)
                    .with_pv(Vec::new())
                    .with_depth(1)
                    .with_nodes(limits.nodes.unwrap_or(1)),
            )
        });
        (decision, searches)
    }

    fn placed(start: &Position, seed: u64, scores: &[Score]) -> Vec<Point> {
        let limits = SearchLimits { seed, ..SearchLimits::default() };
        let (Decision::Place(points), _) = decided(start, &limits, scores) else { panic!("expected points") };
        points
    }

    #[test]
    fn there_is_an_opening_for_every_board_and_every_seed_has_several_on_fifteen_lines() {
        for rule in [Rule::Renju, "free-3".parse().unwrap()] {
            for lines in 3..=22 {
                let start = Position::new(rule, BoardSize::new(lines).unwrap());
                let points = placed(&start, lines as u64 * 7, &[Score::Value(0)]);
                assert_eq!(points.len(), 3);
                assert!(after(&start, &points).is_some(), "{lines} lines: {points:?}");
            }
        }
        let start = Position::new(Rule::FREESTYLE, BoardSize::FIFTEEN);
        assert!((0..200).all(|seed| candidates(&start, seed).len() == COMPARED));
    }

    #[test]
    fn the_most_balanced_opening_is_chosen() {
        let start = Position::new(Rule::FREESTYLE, BoardSize::FIFTEEN);
        let points = placed(&start, 0, &[Score::Mate(-4), Score::Value(90), Score::Value(-20)]);
        assert_eq!(points, candidates(&start, 0)[2]);
        let points = placed(&start, 0, &[Score::Mate(-4), Score::Mate(8)]);
        assert_eq!(points, candidates(&start, 0)[1]);
    }

    #[test]
    fn the_nodes_are_for_the_whole_decision() {
        let start = Position::new(Rule::FREESTYLE, BoardSize::FIFTEEN);
        let (_, searches) = decided(&start, &SearchLimits::nodes(1_000), &[Score::Value(0)]);
        assert_eq!(searches.iter().filter_map(|limits| limits.nodes).sum::<u64>(), 1_000);
        assert!(searches.iter().all(|limits| limits.nodes >= Some(333)), "{searches:?}");
    }

    #[test]
    fn the_better_side_is_taken() {
        let mut position = Position::new(Rule::FREESTYLE, BoardSize::FIFTEEN);
        for (x, y) in [(7, 7), (7, 6), (9, 8)] {
            position.play(Point::new(x, y)).unwrap();
        }
        let with = |score| decided(&position, &SearchLimits::default(), &[score]).0;
        let white = Decision::White(Point::new(14, 14));
        assert_eq!(with(Score::Value(0)), white);
        assert_eq!(with(Score::Mate(7)), white);
        assert_eq!(with(Score::Value(-1)), Decision::Black);
        assert_eq!(with(Score::Mate(-8)), Decision::Black);
        let choice = |text: &str, decision: Decision| decision.to_choice(&text.parse().unwrap());
        assert_eq!(choice("15.swap2.h8h9j7", white.clone()), Choice::Stay);
        assert_eq!(choice("15.swap2.h8h9j7", Decision::Black), Choice::Swap);
        assert_eq!(choice("15.swap2.h8h9j7.a1b1", white), Choice::Swap);
        assert_eq!(choice("15.swap2.h8h9j7.a1b1", Decision::Black), Choice::Stay);
    }

    #[test]
    fn seeds_bring_about_different_openings() {
        let start = Position::new(Rule::FREESTYLE, BoardSize::FIFTEEN);
        let openings: BTreeSet<_> = (0..48).map(|seed| placed(&start, seed, &[Score::Value(0)])).collect();
        assert!(openings.len() > 40, "{}", openings.len());
    }

    #[test]
    fn an_engine_and_any_opponent_decide_alike_within_their_nodes() {
        let clock = SystemClock::new();
        let engine = || Engine::new(EngineOptions { hash_bytes: 1 << 20, ..EngineOptions::default() });
        let limits = SearchLimits::nodes(600);
        let mut position = Position::new(Rule::FREESTYLE, BoardSize::FIFTEEN);
        let opened = decide(&mut engine(), &position, &limits, &clock).unwrap();
        assert_eq!(opened, decide_by_engine(&mut engine(), &position, &limits, &clock));
        let Decision::Place(points) = opened else { panic!("expected points") };
        points.into_iter().for_each(|point| position.play(point).unwrap());
        let chosen = decide(&mut engine(), &position, &limits, &clock).unwrap();
        assert_eq!(chosen, decide_by_engine(&mut engine(), &position, &limits, &clock));
        if let Decision::White(point) = chosen {
            assert!(position.check(point).is_ok());
        }
    }
}
