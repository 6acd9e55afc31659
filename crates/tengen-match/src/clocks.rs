//! The running clock: its display, its sounds, and the end of the time.

use tengen_game::Color;
use tengen_game::clock::Clock;

use crate::engine::Purpose;
use crate::remote::Remote;
use crate::state::Match;
use crate::timing::{is_tick_due, is_urgent, seconds_left};
use crate::{Game, Notice, Seat, Sound, Tracked};

/// Milliseconds between two looks at a clock that can run out.
const LIMITED_MS: u64 = 100;
/// Milliseconds between two looks at a clock that only counts.
const UNLIMITED_MS: u64 = 500;

/// The time that is shown. The clock itself belongs to the game.
#[derive(Debug, Default)]
pub struct Clocks {
    /// The time for which the clock is shown.
    pub now: Tracked<u64>,
    /// Whether a person whose turn it is has stopped the clock.
    pub is_held: Tracked<bool>,
    /// The side whose time ran when the clock was looked at last, and its whole seconds.
    seconds: Option<(Color, u64)>,
}

impl Clocks {
    /// The time at which a clock that runs is to be looked at.
    pub(crate) fn wake_at(&self, clock: &Clock) -> Option<u64> {
        clock.running()?;
        Some(*self.now + if clock.control().is_limited() { LIMITED_MS } else { UNLIMITED_MS })
    }

    /// Whether one of the last seconds of a person has begun, which makes a sound.
    fn is_tick(&mut self, game: &Game, now: u64) -> bool {
        let clock = game.clock();
        let side = clock.running().filter(|&side| game.seat(side).is_person());
        let seconds = side.and_then(|side| Some((side, seconds_left(clock, side, now)?)));
        let before = std::mem::replace(&mut self.seconds, seconds);
        matches!((seconds, before), (Some((side, left)), Some((same, before))) if side == same && is_tick_due(before, left))
    }
}

impl Match {
    /// A person whose turn it is stops the clock, or lets it continue.
    pub fn hold_clock(&mut self, held: bool) {
        self.clocks.is_held.set(held);
        self.notice.set(Notice::Nothing);
    }

    /// Makes the clock say what was used up to now, for a game that is saved while the clock runs; whether it does.
    pub fn read_clock(&mut self) -> bool {
        let now = self.front.now;
        self.game.quietly().read_clock(now);
        self.game.clock().running().is_some()
    }

    /// Whose time should run now.
    fn side_on_clock(&self) -> Option<Color> {
        if self.is_remote_running() {
            return self.base.remote().and_then(Remote::running_side);
        }
        // Nor does a program pay for the time in which the engine is loaded.
        let has_no_program = !self.engine.is_ready() && self.game.seat_to_move() != Some(Seat::External);
        let waits = (*self.paused || has_no_program) && self.is_programs_turn();
        self.game.side_on_clock().filter(|_| self.shows_game() && !*self.clocks.is_held && !waits)
    }

    /// Lets the clock run whenever it should.
    pub(crate) fn run_clock(&mut self) {
        let (side, now) = (self.side_on_clock(), self.front.now);
        if side != self.game.clock().running() {
            self.game.quietly().set_clock(side, now);
            self.clocks.now.set(now);
            self.clocks.seconds = None;
        }
    }

    pub(crate) fn look_at_clock(&mut self) {
        if self.clocks.wake_at(self.game.clock()).is_some_and(|at| at <= self.front.now) {
            self.clocks.now.set(self.front.now);
            if !self.end_by_flag() {
                if self.clocks.is_tick(&self.game, self.front.now) {
                    self.front.sound(Sound::Tick);
                }
                self.hurry();
            }
        }
    }

    /// Ends the game if the time of a side has run out.
    pub(crate) fn end_by_flag(&mut self) -> bool {
        let now = self.front.now;
        // Whether time has run out in a remote game is decided elsewhere.
        let has_fallen = !self.is_remote_running() && self.game.flag(now).is_some();
        if has_fallen {
            self.game.change().end_by_flag(now);
            self.ended();
        }
        has_fallen
    }

    /// A program moves with what it has rather than lose time.
    fn hurry(&mut self) {
        let is_urgent =
            self.is_programs_turn() && is_urgent(self.game.clock(), self.game.side_to_move(), self.front.now);
        if is_urgent && self.purpose() == Some(Purpose::Move) {
            self.stop();
        }
    }
}
