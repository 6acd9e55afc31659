//! The game on the board as it plays itself, move by move.

use super::Mode;
use crate::consequence::Consequence;
use crate::context::Context;
use crate::{Sound, Tracked};

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

    /// Replays at another speed from the next move on.
    pub fn set(speed: &mut Tracked<Speed>, new: Speed, context: &mut Context<'_>) -> Vec<Consequence> {
        speed.set(new);
        let replay = Consequence::Mode(Mode::Replay(Replay::at(context.now, new)));
        context.is_replay.then_some(replay).into_iter().collect()
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

/// The commands.
impl Replay {
    /// Lets the game play itself from here, or from the beginning if this is the end of it; or stops it.
    pub fn toggle(mode: &mut Tracked<Mode>, context: &mut Context<'_>) -> Vec<Consequence> {
        if Mode::end_if(mode, Mode::is_replay) {
            return Vec::new();
        }
        let (cursor, end) = context.game.place();
        // The stones of an opening come and go by its choices.
        if end == 0 || !context.shows_game || context.game.opening_under_way().is_some() {
            return Vec::new();
        }
        let replay = Mode::Replay(Replay::at(context.now, context.speed));
        // The programs at the table wait, and what they were doing is void.
        vec![Consequence::GoTo(if cursor == end { 0 } else { cursor }), Consequence::Mode(replay)]
    }

    /// Shows the next move when it is due.
    pub(crate) fn go_on(mode: &mut Tracked<Mode>, context: &mut Context<'_>) -> Vec<Consequence> {
        if !matches!(**mode, Mode::Replay(replay) if replay.is_due(context.now)) {
            return Vec::new();
        }
        let (cursor, end) = context.game.place();
        let next = if cursor + 1 < end {
            Consequence::Mode(Mode::Replay(Replay::at(context.now, context.speed)))
        } else {
            // A review under way continues, so that the end of the game does not end the replay by itself.
            Consequence::EndReplay
        };
        vec![Consequence::GoTo(cursor + 1), Consequence::Sound(Sound::Stone), next]
    }
}

impl Replay {
    /// A replay that goes on at this speed from now on.
    fn at(now: u64, speed: Speed) -> Replay {
        Replay { next: now + speed.pause_ms() }
    }

    pub(super) fn wake_at(self) -> u64 {
        self.next
    }

    /// Whether the next move is to be shown.
    fn is_due(self, now: u64) -> bool {
        self.next <= now
    }
}
