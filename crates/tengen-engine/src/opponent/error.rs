use std::time::Duration;

use tengen_game::{Move, PlayError};

/// Why an opponent gave no legal move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OpponentError {
    /// It could not be made ready for the game: it cannot be started, or refuses to play such games.
    #[error("`{name}` cannot play: {reason}")]
    Unready {
        /// Who it was.
        name: String,
        /// What is known about why, in words.
        reason: String,
    },
    /// It ended, or cannot be reached any more.
    #[error("`{name}` failed: {reason}")]
    Failed {
        /// Who it was.
        name: String,
        /// What is known about why, in words.
        reason: String,
    },
    /// It took longer than it was allowed to.
    #[error("`{name}` took {}.{:03} s of {}.{:03} s", time.as_secs(), time.subsec_millis(), limit.as_secs(), limit.subsec_millis())]
    Overrun {
        /// Who it was.
        name: String,
        /// The time for this move.
        limit: Duration,
        /// The time that had passed when it was given up.
        time: Duration,
    },
    /// It cannot be told the position, so that it is not to blame: a protocol may know no passes.
    #[error("`{name}` cannot be asked: {reason}")]
    Untold {
        /// Who it was.
        name: String,
        /// What cannot be told, in words.
        reason: String,
    },
    /// It used more memory than it was allowed to.
    #[error("`{name}` used {used} bytes of memory of {limit}")]
    Exhausted {
        /// Who it was.
        name: String,
        /// The bytes that it might use.
        limit: u64,
        /// The bytes that it used when it was given up.
        used: u64,
    },
    /// It answered with something that is no move.
    #[error("expected a move from `{name}`, found `{text}`")]
    Unreadable {
        /// Who it was.
        name: String,
        /// What it said.
        text: String,
    },
    /// It answered with a move that may not be played.
    #[error("an illegal move: {reason}")]
    Illegal {
        /// The move that it wanted to play.
        played: Move,
        /// Why it may not.
        reason: PlayError,
    },
    /// It gave up the game.
    #[error("`{0}` resigns")]
    Resigned(String),
    /// It was told to stop before it had any move.
    #[error("`{0}` was stopped before it had a move")]
    Stopped(String),
}
