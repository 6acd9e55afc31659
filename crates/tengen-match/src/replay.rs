//! The game on the board as it plays itself, move by move.

use crate::state::Match;
use crate::{Sound, Tracked};

/// Moves in a second.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Speed {
    /// A half.
    Half,
    /// One.
    #[default]
    One,
    /// Two.
    Two,
    /// Four.
    Four,
}

impl Speed {
    /// All speeds, the slowest first.
    pub const ALL: [Speed; 4] = [Speed::Half, Speed::One, Speed::Two, Speed::Four];

    /// Moves in a second, as a number.
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

/// How the game on the board is played again.
#[derive(Debug, Default)]
pub struct Replay {
    /// How fast.
    pub speed: Tracked<Speed>,
    /// Whether it plays.
    pub is_playing: Tracked<bool>,
    /// When the next move comes; there is none while nothing plays.
    pub(crate) next: Option<u64>,
}

impl Match {
    /// Ends the replay, because of another command.
    pub(crate) fn stop_replay(&mut self) {
        self.replay.next = None;
        self.replay.is_playing.set(false);
    }

    /// Goes this many moves on, or back.
    pub fn step(&mut self, by: isize) {
        let (cursor, end) = self.place_in_game();
        let to = cursor.saturating_add_signed(by).min(end);
        if to != cursor {
            self.go_to(to);
        }
    }

    /// The number of moves on the board, and of those in the game.
    pub fn place_in_game(&self) -> (usize, usize) {
        (self.game.record().cursor(), self.game.record().line().len())
    }

    /// Lets the game play itself from here, or from the beginning if this is the end of it; or stops it.
    pub fn toggle_replay(&mut self) {
        if *self.replay.is_playing {
            return self.stop_replay();
        }
        let (cursor, end) = self.place_in_game();
        if end == 0 || self.setup.is_some() {
            return;
        }
        // The programs at the table wait, and what they were doing is void.
        self.go_to(if cursor == end { 0 } else { cursor });
        self.wait_for_next();
    }

    /// Plays at another speed from the next move on.
    pub fn set_speed(&mut self, speed: Speed) {
        self.replay.speed.set(speed);
        if *self.replay.is_playing {
            self.wait_for_next();
        }
    }

    fn wait_for_next(&mut self) {
        self.replay.is_playing.set(true);
        self.replay.next = Some(self.now + self.replay.speed.pause_ms());
    }

    pub(crate) fn go_on_replaying(&mut self) {
        if self.replay.next.is_none_or(|next| next > self.now) {
            return;
        }
        let (cursor, end) = self.place_in_game();
        self.go_to(cursor + 1);
        self.sound(Sound::Stone);
        if cursor + 1 < end {
            self.wait_for_next();
        }
    }
}
