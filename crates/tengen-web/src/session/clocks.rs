//! Time as it runs: the clock on the page, its sounds, and what happens when it runs out.

use gloo_timers::callback::Interval;
use leptos::prelude::*;
use tengen_game::Color;

use super::{Notice, Session, Task};
use crate::game::{Game, Seat};
use crate::reactive::{Memo, RwSignal};
use crate::sound::{self, Sound};
use crate::timing::{is_tick_due, is_urgent, now, seconds_left};

/// How often a clock is looked at that can run out, in milliseconds.
const OFTEN: u32 = 100;
/// How often one is looked at that only counts.
const SELDOM: u32 = 500;

/// What the page knows of time. The clock itself belongs to the game.
#[derive(Clone, Copy)]
pub(crate) struct Clocks {
    /// The time for which the clock is shown.
    pub(crate) now: RwSignal<u64>,
    /// Whether a person whose turn it is has stopped the clock.
    pub(crate) is_held: RwSignal<bool>,
    ticker: StoredValue<Option<Interval>, LocalStorage>,
    /// The side and its whole seconds when the clock was looked at last.
    seconds: StoredValue<Option<(Color, u64)>>,
}

impl Clocks {
    pub(super) fn new() -> Clocks {
        Clocks {
            now: RwSignal::new(now()),
            is_held: RwSignal::new(false),
            ticker: StoredValue::new_local(None),
            seconds: StoredValue::new(None),
        }
    }
}

impl Session {
    /// Lets the clock run whenever it should, and keeps what it says when the page is left.
    pub(super) fn follow_clock(self) {
        let wanted = Memo::new(move |_| self.side_on_clock());
        Effect::new(move || self.run_clock(wanted.get()));
        let leave = move || {
            // What stands is saved already.
            if wanted.get_untracked().is_some() {
                self.game.update_untracked(|game| game.read_clock(now()));
                self.save();
            }
        };
        let closed = window_event_listener(leptos::ev::pagehide, move |_| leave());
        // Phones close pages without a word that nobody looks at.
        let hidden = window_event_listener(leptos::ev::visibilitychange, move |_| {
            if document().hidden() {
                leave();
            }
        });
        on_cleanup(move || {
            closed.remove();
            hidden.remove();
            self.clocks.ticker.set_value(None);
        });
    }

    /// A person whose turn it is stops the clock, or lets it go on.
    pub(crate) fn hold_clock(self, held: bool) {
        self.clocks.is_held.set(held);
        self.notice.set(Notice::Nothing);
    }

    /// Whose time should run now.
    fn side_on_clock(self) -> Option<Color> {
        let is_elsewhere = !self.shows_game() || self.clocks.is_held.get();
        // The page says so when the engine is lost; then no program's time runs.
        self.notice.track();
        let is_paused = self.paused.get() || self.engine.with_value(Option::is_none);
        self.game.with(|game| {
            let waits = is_paused && game.seat_to_move().is_some_and(|seat| !seat.is_person());
            game.side_on_clock().filter(|_| !is_elsewhere && !waits)
        })
    }

    fn run_clock(self, side: Option<Color>) {
        let now = now();
        self.game.update_untracked(|game| game.set_clock(side, now));
        self.clocks.now.set(now);
        self.clocks.seconds.set_value(None);
        if side.is_none() {
            self.clocks.ticker.set_value(None);
        } else if self.clocks.ticker.with_value(Option::is_none) {
            let is_limited = self.game.with_untracked(|game| game.clock().control().is_limited());
            let often = if is_limited { OFTEN } else { SELDOM };
            self.clocks.ticker.set_value(Some(Interval::new(often, move || self.look_at_clock())));
        }
    }

    fn look_at_clock(self) {
        let now = now();
        self.clocks.now.set(now);
        if !self.end_by_flag(now) {
            self.tick(now);
            self.hurry(now);
        }
    }

    /// Ends the game if somebody's time has run out.
    pub(super) fn end_by_flag(self, now: u64) -> bool {
        let has_fallen = self.game.with_untracked(|game| game.flag(now).is_some());
        if has_fallen {
            self.game.update(|game| {
                game.end_by_flag(now);
            });
            self.notice.set(Notice::Nothing);
            self.sound(self.game.with_untracked(Game::sound_of_move));
            self.changed();
        }
        has_fallen
    }

    /// A person hears their last seconds.
    fn tick(self, now: u64) {
        let seconds = self.game.with_untracked(|game| {
            let side = game.clock().running().filter(|&side| game.seat(side).is_person())?;
            Some((side, seconds_left(game.clock(), side, now)?))
        });
        let before = self.clocks.seconds.get_value();
        if let (Some((side, left)), Some((same, before))) = (seconds, before)
            && side == same
            && is_tick_due(before, left)
        {
            sound::play(self.preferences, Sound::Tick);
        }
        self.clocks.seconds.set_value(seconds);
    }

    /// A program moves with what it has rather than lose time.
    fn hurry(self, now: u64) {
        let is_urgent = self.game.with_untracked(|game| {
            let side = game.side_to_move();
            game.seat_to_move().is_some_and(|seat| seat != Seat::Person) && is_urgent(game.clock(), side, now)
        });
        if is_urgent && matches!(self.task.get_untracked(), Task::Move(_)) {
            self.stop();
        }
    }
}
