//! The timing of a game: the running clock, its deadline, and the delay that is not charged.

use tengen_game::clock::TimeControl;
use tengen_game::opening::Player;

use super::{LAG_GAIN, LAG_STORE, LiveGame, MAX_LAG};
use crate::message::{ClockState, Presence, TimeLeft, clock_side};
use crate::settings::Speed;
use crate::{SECOND, Time};

impl LiveGame {
    pub(super) fn speed(&self) -> Speed {
        self.new.settings.tempo.speed()
    }

    /// Whether a player's time runs during the player's turn. In a real-time game the first action of each player costs no time, but has a
    /// limit of its own.
    fn is_timed(&self, player: Player) -> bool {
        self.seat(player).acted || self.speed().start_limit().is_none()
    }

    /// Begins the turn of the player to act. After the end both clocks are paused.
    pub(super) fn begin_turn(&mut self, now: Time) {
        self.turn_since = now;
        self.clock_at = now;
        match self.to_act().filter(|&player| self.is_timed(player)) {
            Some(player) => self.clock.start(clock_side(player), now),
            None => self.clock.pause(now),
        }
    }

    /// Charges the player for the time of an action less the delay, and stops all clocks. Returns the increment in milliseconds.
    pub(super) fn charge(&mut self, player: Player, lag: Time, now: Time) -> Time {
        if self.clock.running() != Some(clock_side(player)) {
            return 0;
        }
        let end = now.saturating_sub(lag).max(self.turn_since);
        let has_time = self.clock.flag(end).is_none();
        self.clock.press(end);
        self.clock.pause(end);
        let seat = self.seat_mut(player);
        seat.lag_store = (seat.lag_store.saturating_sub(lag) + LAG_GAIN).min(LAG_STORE);
        match self.new.settings.tempo.control() {
            TimeControl::Fischer { increment, .. } if has_time => Time::from(increment) * SECOND,
            _ => 0,
        }
    }

    /// Stops all clocks. A period that was in use is full again, as after a move, but no increment is added.
    pub(super) fn interrupt(&mut self, now: Time) {
        if matches!(self.new.settings.tempo.control(), TimeControl::Fischer { .. }) {
            self.clock.pause(now);
        } else {
            self.clock.press(now);
            self.clock.pause(now);
        }
    }

    /// Excludes the time from `since` to `now` from the clocks and from absences.
    pub(super) fn skip(&mut self, since: Time, now: Time) {
        let skipped = now.saturating_sub(since);
        let running = self.clock.running();
        self.clock.pause(since);
        if let Some(side) = running {
            self.clock.start(side, now);
        }
        self.clock_at = now;
        self.turn_since = self.turn_since.saturating_add(skipped);
        for seat in &mut self.seats {
            if let Presence::Disconnected(from) = &mut seat.presence {
                *from = from.saturating_add(skipped);
            }
        }
    }

    /// The delay for which a player is not charged: the measured delay, within the limits.
    pub(super) fn free_lag(&self, player: Player, measured: Time) -> Time {
        if self.speed() == Speed::Correspondence || !self.is_timed(player) {
            return 0;
        }
        measured.min(MAX_LAG).min(self.seat(player).lag_store)
    }

    /// The time in milliseconds that the player to act has for the first action; `None` for correspondence.
    fn start_limit(&self) -> Option<Time> {
        let speed = self.speed();
        let limit = if self.opening.is_finished() { speed.start_limit() } else { speed.opening_limit() };
        limit.map(|limit| limit.max(self.new.start_limit))
    }

    /// The deadline of the player to act. After it the game is lost by time, or aborted if it is the player's first action.
    fn until(&self) -> Option<Time> {
        let player = self.to_act()?;
        if self.is_timed(player) {
            let left = self.clock.until_flag(clock_side(player), self.clock_at)?;
            Some(self.clock_at.saturating_add(left))
        } else {
            self.start_limit().map(|limit| self.turn_since.saturating_add(limit))
        }
    }

    /// The time at which the caller has to call [`LiveGame::tick`], unless an event occurs before. A move that was made in time may arrive
    /// slightly late, so that this is up to [`MAX_LAG`] after the deadline that clients receive.
    pub fn next_deadline(&self) -> Option<Time> {
        let player = self.to_act()?;
        self.until().map(|until| until.saturating_add(self.free_lag(player, MAX_LAG)))
    }

    /// Whether the player to act is too late at `now`, even with a delay of `lag`.
    pub(super) fn is_late(&self, lag: Time, now: Time) -> bool {
        self.until().is_some_and(|until| now >= until.saturating_add(lag))
    }

    /// The time from which the opponent of the player to act can claim the win because of that player's absence; `None` while the player is
    /// present, and before both have acted.
    fn claim_from(&self) -> Option<Time> {
        let Presence::Disconnected(since) = self.seat(self.to_act()?).presence else { return None };
        let limit = self.speed().claim_after().filter(|_| self.has_started())?;
        Some(since.max(self.turn_since).saturating_add(limit))
    }

    /// The milliseconds until a player can claim the win because of the opponent's absence; `None` while the opponent is present or does
    /// not have the turn.
    pub fn claim_in(&self, player: Player, now: Time) -> Option<Time> {
        let from = self.claim_from().filter(|_| self.to_act() == Some(!player))?;
        Some(from.saturating_sub(now))
    }

    /// The state of the clocks at their last change.
    pub(super) fn clock_state(&self) -> ClockState {
        let numbers = self.clock.to_numbers(self.clock_at);
        let left = numbers.map(|[_, main, periods, spent]| TimeLeft { main, periods, spent });
        ClockState {
            at: self.clock_at,
            left,
            until: self.until(),
            stands: self.clock.running().is_none(),
            claim_from: self.claim_from(),
        }
    }

    /// The milliseconds that a player has used in the whole game, up to the last change of the clocks.
    pub fn time_used(&self, player: Player) -> Time {
        self.clock.used(clock_side(player), self.clock_at)
    }
}
