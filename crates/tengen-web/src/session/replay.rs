//! The game on the board as it plays itself, move by move.

use gloo_timers::callback::Timeout;
use leptos::prelude::*;

use super::Session;
use crate::reactive::RwSignal;
use crate::sound::Sound;

/// Moves in a second.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Speed {
    Half,
    #[default]
    One,
    Two,
    Four,
}

impl Speed {
    pub(crate) const ALL: [Speed; 4] = [Speed::Half, Speed::One, Speed::Two, Speed::Four];

    /// Moves in a second, as a number.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Speed::Half => "0.5",
            Speed::One => "1",
            Speed::Two => "2",
            Speed::Four => "4",
        }
    }

    /// Milliseconds from one move to the next.
    fn pause_ms(self) -> u32 {
        match self {
            Speed::Half => 2_000,
            Speed::One => 1_000,
            Speed::Two => 500,
            Speed::Four => 250,
        }
    }
}

/// How the game on the board is played again.
#[derive(Clone, Copy)]
pub(crate) struct Replay {
    pub(crate) speed: RwSignal<Speed>,
    pub(crate) is_playing: RwSignal<bool>,
    /// The next move on its way; there is none while nothing plays.
    next: StoredValue<Option<Timeout>, LocalStorage>,
}

impl Replay {
    pub(super) fn new() -> Replay {
        Replay {
            speed: RwSignal::default(),
            is_playing: RwSignal::new(false),
            next: StoredValue::new_local(None),
        }
    }

    /// Somebody does something else.
    pub(super) fn stop(self) {
        self.next.set_value(None);
        self.is_playing.set(false);
    }
}

impl Session {
    /// Goes so many moves on, or back.
    pub(crate) fn step(self, by: isize) {
        let (cursor, end) = self.place_in_game();
        let to = cursor.saturating_add_signed(by).min(end);
        if to != cursor {
            self.go_to(to);
        }
    }

    /// The number of moves on the board, and of those in the game.
    pub(crate) fn place_in_game(self) -> (usize, usize) {
        self.game.with_untracked(|game| (game.record().cursor(), game.record().line().len()))
    }

    /// Lets the game play itself from here, or from the beginning if this is the end of it; or stops it.
    pub(crate) fn toggle_replay(self) {
        if self.replay.is_playing.get_untracked() {
            return self.replay.stop();
        }
        let (cursor, end) = self.place_in_game();
        if end == 0 || self.setup.with_untracked(Option::is_some) {
            return;
        }
        // The programs at the table wait, and whatever they were doing is void.
        self.go_to(if cursor == end { 0 } else { cursor });
        self.wait_for_next();
    }

    /// Plays at another speed from the next move on.
    pub(crate) fn set_speed(self, speed: Speed) {
        self.replay.speed.set(speed);
        if self.replay.is_playing.get_untracked() {
            self.wait_for_next();
        }
    }

    fn wait_for_next(self) {
        let pause = self.replay.speed.get_untracked().pause_ms();
        self.replay.is_playing.set(true);
        self.replay.next.set_value(Some(Timeout::new(pause, move || {
            let (cursor, end) = self.place_in_game();
            self.go_to(cursor + 1);
            self.sound(Sound::Stone);
            if cursor + 1 < end {
                self.wait_for_next();
            }
        })));
    }
}
