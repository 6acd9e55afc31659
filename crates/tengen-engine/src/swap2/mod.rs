//! Decisions in a Swap2 opening, by short searches.
//!
//! * **Three stones to place** ([`place`]): of a few openings, the one whose value is nearest to balance, so that the other
//!   side gains as little as possible by its choice.
//! * **Three or five stones on the board, White to move** ([`choose`]): the player with the better side keeps it. Two more
//!   stones are never placed: the other side would choose between the colours then, so that what is left for us
//!   is at best balance, and we have as much by choosing ourselves.
//!
//! [`decide`] is both for any [`Opponent`]. Those that look no further than one stone say by their scores how much
//! they like a point, not who is winning: they nearly always keep White.
//!
//! ```
//! use tengen_engine::swap2::{self, Decision};
//! use tengen_analysis::{SearchLimits, SystemClock};
//! use tengen_engine::{Engine, EngineOptions};
//! use tengen_game::{BoardSize, Position, Rule};
//!
//! let mut engine = Engine::new(EngineOptions::default());
//! let start = Position::new(Rule::FREESTYLE, BoardSize::FIFTEEN);
//! let decision = swap2::decide(&mut engine, &start, &SearchLimits::depth(2), &SystemClock::new())?;
//! assert!(matches!(decision, Decision::Place(stones) if stones.len() == 3));
//! # Ok::<(), tengen_analysis::OpponentError>(())
//! ```

use tengen_analysis::{Clock, Opponent, OpponentError, Score, SearchLimits, SearchReport};
use tengen_game::{BoardSize, Point, Position, Symmetry};

#[cfg(test)]
mod tests;

/// A player's decision in a Swap2 opening.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decision {
    /// Places these stones: three on the empty board, two on a board of three.
    Place(Vec<Point>),
    /// Plays White from now on, and this as White's next move.
    Stay(Point),
    /// Plays Black from now on.
    Swap,
}

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

/// How many openings are compared where they are varied.
const VARIED: usize = 3;

/// Which openings [`place`] compares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variety {
    /// All that it knows, so that the same searches lead to the same opening.
    None,
    /// Half of them, turned or mirrored; which and how follows from the number. Openings of a match are not all
    /// the same then, at the cost of a little balance.
    Seed(u64),
}

/// The stones of an opening whose value is nearest to balance; `search` is given a position and in how many parts its
/// limits are to be divided.
///
/// # Errors
/// When a search fails.
pub fn place<E>(
    start: &Position,
    variety: Variety,
    search: &mut dyn FnMut(Position, u32) -> Result<SearchReport, E>,
) -> Result<Decision, E> {
    let openings = openings(start, variety);
    let parts = u32::try_from(openings.len()).unwrap_or(1).max(1);
    let mut best: Option<(u32, Vec<Point>)> = None;
    for (points, position) in openings {
        let imbalance = imbalance(search(position, parts)?.score);
        if best.as_ref().is_none_or(|&(least, _)| imbalance < least) {
            best = Some((imbalance, points));
        }
    }
    // Where the board is too small for all of them, it is too small for a fair game.
    Ok(Decision::Place(best.map_or_else(|| start.legal_moves().take(3).collect(), |(_, points)| points)))
}

/// Takes White if a search likes that side, and Black otherwise; for three and for five stones.
///
/// # Errors
/// When the search fails.
pub fn choose<E>(
    position: &Position,
    search: &mut dyn FnMut(Position, u32) -> Result<SearchReport, E>,
) -> Result<Decision, E> {
    let report = search(position.clone(), 1)?;
    Ok(match report.best_move {
        Some(point) if is_good(report.score) => Decision::Stay(point),
        _ => Decision::Swap,
    })
}

/// The decision of an opponent: [`place`] where there are no stones yet, varied by the seed of `limits`, and else
/// [`choose`]. Its limits of time and nodes are for the whole decision.
///
/// # Errors
/// When the opponent fails.
pub fn decide(
    opponent: &mut dyn Opponent,
    position: &Position,
    limits: &SearchLimits,
    clock: &dyn Clock,
) -> Result<Decision, OpponentError> {
    let mut search = |position, parts| {
        let time = limits.time.map(|time| time / parts);
        let nodes = limits.nodes.map(|nodes| (nodes / u64::from(parts)).max(1));
        opponent.set_position(position);
        opponent.choose(&SearchLimits { time, nodes, ..limits.clone() }, clock, &mut ())
    };
    if position.board().stones() == 0 {
        place(position, Variety::Seed(limits.seed), &mut search)
    } else {
        choose(position, &mut search)
    }
}

/// The openings to compare that fit on the board, and the positions after them.
pub(crate) fn openings(start: &Position, variety: Variety) -> Vec<(Vec<Point>, Position)> {
    steps(variety)
        .filter_map(|(steps, symmetry)| on_board(&steps, symmetry, start.size()))
        .filter_map(|points| after(start, &points).map(|position| (points, position)))
        .collect()
}

/// The openings to compare, each with how it is to be turned.
fn steps(variety: Variety) -> impl Iterator<Item = ([(i16, i16); 3], Symmetry)> {
    let (first, count, symmetry) = match variety {
        Variety::None => (0, OPENINGS.len(), Symmetry::Identity),
        Variety::Seed(seed) => {
            let choices = (Symmetry::ALL.len() * OPENINGS.len()) as u64;
            let choice = (seed % choices) as usize;
            (choice / Symmetry::ALL.len(), VARIED, Symmetry::ALL[choice % Symmetry::ALL.len()])
        }
    };
    OPENINGS.into_iter().cycle().skip(first).take(count).map(move |steps| (steps, symmetry))
}

fn on_board(steps: &[(i16, i16)], symmetry: Symmetry, size: BoardSize) -> Option<Vec<Point>> {
    let point = |&(dx, dy): &(i16, i16)| Some(symmetry.apply(size.center().offset(dx, dy, size)?, size));
    steps.iter().map(point).collect()
}

/// The position after these moves; `None` if one of them is illegal, or they end the game.
pub(crate) fn after(start: &Position, points: &[Point]) -> Option<Position> {
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
