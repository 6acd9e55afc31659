use tengen_game::Point;

use super::search::TENTHS;

/// What is known about a search of *minimax*.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Visited nodes; 0 where the move needed no search.
    pub nodes: u64,
    /// How often the transposition table was asked.
    pub look_ups: u64,
    /// How often it knew the position.
    pub hits: u64,
    /// The move, once it is found.
    pub best_move: Option<Point>,
    /// The best candidates by their worth alone, at most five, the best first.
    pub candidates: Vec<Candidate>,
}

/// A candidate move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// Where.
    pub point: Point,
    /// Its worth in *minimax*'s figures, an open three being 10,000, rounded towards zero.
    pub worth: i32,
}

impl Statistics {
    /// Before the search; worths are in tenths.
    pub(super) fn new(candidates: &[(i32, Point)]) -> Statistics {
        let candidate = |&(worth, point): &(i32, Point)| Candidate { point, worth: worth / TENTHS };
        Statistics { candidates: candidates.iter().map(candidate).collect(), ..Statistics::default() }
    }

    pub(super) fn update(&mut self, nodes: u64, look_ups: u64, hits: u64) {
        (self.nodes, self.look_ups, self.hits) = (nodes, look_ups, hits);
    }

    /// How often the transposition table knew the position, of all times that it was asked: 0 to 1.
    pub fn hit_rate(&self) -> f64 {
        if self.look_ups == 0 { 0.0 } else { self.hits as f64 / self.look_ups as f64 }
    }
}
