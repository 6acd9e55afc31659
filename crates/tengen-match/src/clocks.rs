//! The running clock: its display, its sounds, and the end of the time.

use tengen_game::Color;
use tengen_game::clock::Clock;

use crate::base::Base;
use crate::consequence::Consequence;
use crate::context::Context;
use crate::engine::Purpose;
use crate::remote::Remote;
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

/// The commands.
impl Clocks {
    /// A person whose turn it is stops the clock, or lets it continue.
    pub fn hold(&mut self, held: bool) -> Vec<Consequence> {
        self.is_held.set(held);
        vec![Consequence::Notice(Notice::Nothing)]
    }

    /// Makes the clock of the game say what was used up to now, for a game that is saved while the clock runs.
    pub fn read(&mut self, context: &mut Context<'_>) -> Vec<Consequence> {
        let now = context.now;
        context.game.quietly().read_clock(now);
        Vec::new()
    }

    /// Whose time should run now.
    fn side(&self, context: &Context<'_>) -> Option<Color> {
        if context.is_remote_running() {
            return context.base.remote().and_then(Remote::running_side);
        }
        let game = &context.game;
        // Nor does a program pay for the time in which the engine is loaded.
        let has_no_program = !context.is_engine_ready && game.seat_to_move() != Some(Seat::External);
        let waits = (context.is_paused || has_no_program) && game.is_programs_turn();
        game.side_on_clock().filter(|_| context.shows_game && !*self.is_held && !waits)
    }

    /// Lets the clock run whenever it should.
    pub(crate) fn run(&mut self, context: &mut Context<'_>) -> Vec<Consequence> {
        let (side, now) = (self.side(context), context.now);
        if side != context.game.clock().running() {
            context.game.quietly().set_clock(side, now);
            self.now.set(now);
            self.seconds = None;
        }
        Vec::new()
    }

    /// Looks at a clock that runs, when it is time for that.
    pub(crate) fn look(&mut self, context: &mut Context<'_>) -> Vec<Consequence> {
        let now = context.now;
        if self.wake_at(context.game.clock()).is_none_or(|at| at > now) {
            return Vec::new();
        }
        self.now.set(now);
        if Clocks::end_by_flag(context.game, context.situation.base, now) {
            return vec![Consequence::Ended];
        }
        let tick = self.is_tick(context.game, now).then_some(Consequence::Sound(Sound::Tick));
        tick.into_iter().chain(Clocks::hurry(context)).collect()
    }

    /// Ends the game if the time of a side has run out; whether it has.
    pub(crate) fn end_by_flag(game: &mut Tracked<Game>, base: &Base, now: u64) -> bool {
        // Whether time has run out in a remote game is decided elsewhere.
        let has_fallen = !base.is_remote_running() && game.flag(now).is_some();
        if has_fallen {
            game.change().end_by_flag(now);
        }
        has_fallen
    }

    /// A program moves with what it has rather than lose time.
    fn hurry(context: &Context<'_>) -> Option<Consequence> {
        let game = &context.game;
        let is_urgent = game.is_programs_turn() && is_urgent(game.clock(), game.side_to_move(), context.now);
        let task = context.task.filter(|task| is_urgent && task.purpose == Purpose::Move)?;
        Some(Consequence::Effect(task.stop_effect()))
    }
}
