use std::time::Duration;

use serde::{Deserialize, Serialize};
use tengen_game::Point;

use crate::{Character, Level, milliseconds};

/// The conditions at which a search ends. The first limit that is reached counts; with none, only a stop ends it.
///
/// ```
/// use std::time::Duration;
/// use tengen_analysis::SearchLimits;
///
/// let limits = SearchLimits::time(Duration::from_secs(5)).with_depth(12).with_lines(3);
/// assert_eq!((limits.depth, limits.lines), (Some(12), 3));
/// ```
///
/// In JSON `time` and `target` are `time_ms` and `target_ms`, in whole milliseconds.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct SearchLimits {
    /// Time for this move, from the call on.
    #[serde(rename = "time_ms", with = "milliseconds::option")]
    pub time: Option<Duration>,
    /// Time to aim at: no iteration is begun after about as much, less where the best move is settled and more where it
    /// has just changed. For a game's clock it is the move's share of the time that is left, while `time` is what the
    /// move may take at most.
    #[serde(rename = "target_ms", with = "milliseconds::option", skip_serializing_if = "Option::is_none")]
    pub target: Option<Duration>,
    /// Plies of the last iteration.
    pub depth: Option<u32>,
    /// Visited nodes.
    pub nodes: Option<u64>,
    /// The number of best moves to find, each with its line (multi-PV); 0 means 1. With more than one, no proof ends
    /// the search before all of them are proved. The search finds fewer if it considers fewer moves, as against an open
    /// three. Levels below full strength find one.
    #[serde(skip_serializing_if = "is_zero")]
    pub lines: u32,
    /// The moves to choose from (`searchmoves`); `None` for all. Those that are no legal moves count for nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<Point>>,
    /// Moves that are left out of account.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub excluded: Vec<Point>,
    /// Plays weaker than the engine can. `None` is full strength.
    pub level: Option<Level>,
    /// The manner in which the search chooses among moves that it finds about equally good; `None` for none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub character: Option<Character>,
    /// Leaves out moves that make two threats at once (double threes, double fours and four-threes), unless the opponent has a four or no
    /// other move is left: a handicap for strong opponents of beginners.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub no_double_threats: bool,
    /// Chooses among moves that `level` finds equally good, and among openings; the same seed gives the same game.
    pub seed: u64,
}

fn is_zero(number: &u32) -> bool {
    *number == 0
}

impl SearchLimits {
    /// Ends after the iteration of `plies`.
    pub fn depth(plies: u32) -> SearchLimits {
        SearchLimits { depth: Some(plies), ..SearchLimits::default() }
    }

    /// Ends after `time`.
    pub fn time(time: Duration) -> SearchLimits {
        SearchLimits { time: Some(time), ..SearchLimits::default() }
    }

    /// Ends after `nodes` visited nodes.
    pub fn nodes(nodes: u64) -> SearchLimits {
        SearchLimits { nodes: Some(nodes), ..SearchLimits::default() }
    }

    /// Sets the [time](SearchLimits::time) for the move.
    #[must_use]
    pub fn with_time(self, time: Duration) -> SearchLimits {
        SearchLimits { time: Some(time), ..self }
    }

    /// Sets the [time to aim at](SearchLimits::target).
    #[must_use]
    pub fn with_target(self, target: Duration) -> SearchLimits {
        SearchLimits { target: Some(target), ..self }
    }

    /// Sets the depth of the last iteration, in plies.
    #[must_use]
    pub fn with_depth(self, plies: u32) -> SearchLimits {
        SearchLimits { depth: Some(plies), ..self }
    }

    /// Sets the most nodes that are visited.
    #[must_use]
    pub fn with_nodes(self, nodes: u64) -> SearchLimits {
        SearchLimits { nodes: Some(nodes), ..self }
    }

    /// Sets the number of best moves to find; see [`SearchLimits::lines`].
    #[must_use]
    pub fn with_lines(self, lines: u32) -> SearchLimits {
        SearchLimits { lines, ..self }
    }

    /// Restricts the choice of the move to these moves.
    #[must_use]
    pub fn with_moves(self, moves: impl IntoIterator<Item = Point>) -> SearchLimits {
        SearchLimits { moves: Some(moves.into_iter().collect()), ..self }
    }

    /// Excludes these moves from the choice of the move.
    #[must_use]
    pub fn without_moves(self, excluded: impl IntoIterator<Item = Point>) -> SearchLimits {
        SearchLimits { excluded: excluded.into_iter().collect(), ..self }
    }

    /// Sets a level of the ladder.
    #[must_use]
    pub fn with_level(self, level: Level) -> SearchLimits {
        SearchLimits { level: Some(level), ..self }
    }

    /// Sets the seed of the choice among equal moves.
    #[must_use]
    pub fn with_seed(self, seed: u64) -> SearchLimits {
        SearchLimits { seed, ..self }
    }

    /// Whether the move may be chosen, if it is legal.
    pub fn allow(&self, point: Point) -> bool {
        self.moves.as_ref().is_none_or(|moves| moves.contains(&point)) && !self.excluded.contains(&point)
    }

    /// Whether the limits leave out moves that could be played.
    pub fn restrict_moves(&self) -> bool {
        self.moves.is_some() || !self.excluded.is_empty()
    }
}

/// The limits of a solver. The first limit that is reached counts; without any, only a stop ends it.
///
/// In JSON `time` is `time_ms`, in whole milliseconds.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct SolveLimits {
    /// Time from the call on.
    #[serde(rename = "time_ms", with = "milliseconds::option")]
    pub time: Option<Duration>,
    /// Visited nodes: moves that were tried, of both sides.
    pub nodes: Option<u64>,
}

impl SolveLimits {
    /// Gives up after `nodes` visited nodes.
    pub fn nodes(nodes: u64) -> SolveLimits {
        SolveLimits { nodes: Some(nodes), ..SolveLimits::default() }
    }

    /// Gives up after `time`.
    pub fn time(time: Duration) -> SolveLimits {
        SolveLimits { time: Some(time), ..SolveLimits::default() }
    }

    /// Sets the time for the solver, which counts from the call on.
    #[must_use]
    pub fn with_time(self, time: Duration) -> SolveLimits {
        SolveLimits { time: Some(time), ..self }
    }

    /// Sets the most nodes that are visited.
    #[must_use]
    pub fn with_nodes(self, nodes: u64) -> SolveLimits {
        SolveLimits { nodes: Some(nodes), ..self }
    }
}
