//! The game on the board as it plays itself, move by move.

/// The speed of a replay, in moves per second.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Speed {
    /// Half a move per second.
    Half,
    /// One move per second.
    #[default]
    One,
    /// Two moves per second.
    Two,
    /// Four moves per second.
    Four,
}

impl Speed {
    /// All speeds, the slowest first.
    pub const ALL: [Speed; 4] = [Speed::Half, Speed::One, Speed::Two, Speed::Four];

    /// Moves per second, as a number.
    pub fn name(self) -> &'static str {
        match self {
            Speed::Half => "0.5",
            Speed::One => "1",
            Speed::Two => "2",
            Speed::Four => "4",
        }
    }

    /// Milliseconds from one move to the next.
    fn pause_ms(self) -> u64 {
        match self {
            Speed::Half => 2_000,
            Speed::One => 1_000,
            Speed::Two => 500,
            Speed::Four => 250,
        }
    }
}

/// A replay of the game on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Replay {
    /// The time of the next move, in milliseconds.
    next: u64,
}

impl Replay {
    /// A replay that goes on at this speed from now on.
    pub(super) fn at(now: u64, speed: Speed) -> Replay {
        Replay { next: now + speed.pause_ms() }
    }

    pub(super) fn wake_at(self) -> u64 {
        self.next
    }

    /// Whether the next move is to be shown.
    pub(super) fn is_due(self, now: u64) -> bool {
        self.next <= now
    }
}
