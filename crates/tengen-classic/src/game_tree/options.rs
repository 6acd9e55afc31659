use std::ops::RangeInclusive;
use std::time::Duration;

/// The settings of *game tree*. `default()` restores them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameTreeOptions {
    pub(super) depth: u32,
    pub(super) breadth: usize,
    pub(super) time: Duration,
    pub(super) forbidden_moves: bool,
}

/// A setting that *game tree* does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GameTreeOptionsError {
    /// Too few or too many plies.
    #[error("game-tree searches 2 to 12 plies deep, not {0}")]
    Depth(u32),
    /// Too few or too many candidates.
    #[error("game-tree tries 2 to 24 moves in each position, not {0}")]
    Breadth(usize),
    /// Too little or too much time.
    #[error("game-tree thinks for 0.1 to 10 s, not {0:?}")]
    Time(Duration),
}

impl Default for GameTreeOptions {
    /// 6 plies deep, 10 moves broad, 3 s, and forbidden moves are minded.
    fn default() -> GameTreeOptions {
        GameTreeOptions { depth: 6, breadth: 10, time: Duration::from_secs(3), forbidden_moves: true }
    }
}

impl GameTreeOptions {
    /// The depths that can be set, in plies.
    pub const DEPTHS: RangeInclusive<u32> = 2..=12;
    /// The numbers of candidate moves that can be set.
    pub const BREADTHS: RangeInclusive<usize> = 2..=24;
    /// The times for a move that can be set.
    pub const TIMES: RangeInclusive<Duration> = Duration::from_millis(100)..=Duration::from_secs(10);

    /// Sets the depth of the last iteration, in plies.
    ///
    /// # Errors
    /// When it is not one of [`GameTreeOptions::DEPTHS`].
    pub fn with_depth(self, depth: u32) -> Result<GameTreeOptions, GameTreeOptionsError> {
        match Self::DEPTHS.contains(&depth) {
            true => Ok(GameTreeOptions { depth, ..self }),
            false => Err(GameTreeOptionsError::Depth(depth)),
        }
    }

    /// Sets the number of moves to try in each position.
    ///
    /// # Errors
    /// When it is not one of [`GameTreeOptions::BREADTHS`].
    pub fn with_breadth(self, breadth: usize) -> Result<GameTreeOptions, GameTreeOptionsError> {
        match Self::BREADTHS.contains(&breadth) {
            true => Ok(GameTreeOptions { breadth, ..self }),
            false => Err(GameTreeOptionsError::Breadth(breadth)),
        }
    }

    /// Sets the time for a move.
    ///
    /// # Errors
    /// When it is not one of [`GameTreeOptions::TIMES`].
    pub fn with_time(self, time: Duration) -> Result<GameTreeOptions, GameTreeOptionsError> {
        match Self::TIMES.contains(&time) {
            true => Ok(GameTreeOptions { time, ..self }),
            false => Err(GameTreeOptionsError::Time(time)),
        }
    }

    /// Sets whether the search considers the points that the rule forbids. Under rules that forbid nothing it makes no
    /// difference, and the move that is played is legal in any case.
    pub fn with_forbidden_moves(self, forbidden_moves: bool) -> GameTreeOptions {
        GameTreeOptions { forbidden_moves, ..self }
    }

    /// Plies of the last iteration.
    pub fn depth(&self) -> u32 {
        self.depth
    }

    /// Moves tried in each position.
    pub fn breadth(&self) -> usize {
        self.breadth
    }

    /// Time for a move.
    pub fn time(&self) -> Duration {
        self.time
    }

    /// Whether the search considers forbidden points.
    pub fn forbidden_moves(&self) -> bool {
        self.forbidden_moves
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_stay_within_their_ranges() {
        let options = GameTreeOptions::default();
        let set = options.clone().with_depth(12).unwrap().with_breadth(2).unwrap();
        let set = set.with_time(Duration::from_millis(100)).unwrap().with_forbidden_moves(false);
        assert_eq!((set.depth(), set.breadth(), set.time()), (12, 2, Duration::from_millis(100)));
        assert!(options.forbidden_moves() && !set.forbidden_moves());
        let message = |result: Result<_, GameTreeOptionsError>| result.unwrap_err().to_string();
        let options = || GameTreeOptions::default();
        assert_eq!(message(options().with_depth(13)), "game-tree searches 2 to 12 plies deep, not 13");
        assert_eq!(
            message(options().with_breadth(1)),
            "game-tree tries 2 to 24 moves in each position, not 1"
        );
        assert_eq!(
            message(options().with_time(Duration::from_secs(11))),
            "game-tree thinks for 0.1 to 10 s, not 11s"
        );
    }
}
