use std::time::Duration;

use tengen_game::Point;

/// When a search ends. The first limit that is reached counts; with none, only a stop ends it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SearchLimits {
    /// Time for this move, from the call on.
    pub time: Option<Duration>,
    /// Time to aim at: no iteration is begun after about as much, less where the best move is settled and more where it
    /// has just changed. For a game's clock it is the move's share of the time that is left, while `time` is what the
    /// move may take at most.
    pub target: Option<Duration>,
    /// Plies of the last iteration.
    pub depth: Option<u32>,
    /// Visited nodes.
    pub nodes: Option<u64>,
    /// How many of the best moves to find, each with its line (multi-PV); 0 is taken for 1. With more than one, no proof
    /// ends the search before all of them are proved. There are fewer where fewer moves are worth a try, as against an
    /// open three. Levels below full strength find one.
    pub lines: u32,
    /// The moves to choose from (`searchmoves`); `None` for all. Those that are no legal moves count for nothing.
    pub moves: Option<Vec<Point>>,
    /// Moves that are left out of account.
    pub excluded: Vec<Point>,
    /// Plays weaker than the engine can. `None` is full strength.
    pub level: Option<Level>,
    /// Chooses among moves that `level` finds equally good; the same seed gives the same game.
    pub seed: u64,
}

/// A strength below the engine's own, for people to play against.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Level {
    /// A friendly opponent for beginners: sees one move ahead, and not always.
    Easy,
    /// Sees the usual threats: four plies ahead, for less than half a second. A [depth](SearchLimits::depth) of more than
    /// four plies is searched within the other limits instead.
    Normal,
    /// Plays as well as it can.
    Hard,
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
}
