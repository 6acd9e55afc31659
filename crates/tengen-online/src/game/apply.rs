//! The change of a game's state by events. Only an event changes a game.

use tengen_game::clock::Clock;
use tengen_game::opening::{Choice, Opening, Player};
use tengen_game::{GameResult, Position};

use super::{Action, GameError, GameEvent, Happened, LAG_STORE, LiveGame, NewGame, ReplayError, Seat};
use crate::Time;
use crate::message::{EndCause, GameOver, GameUpdate, Offer, Presence};
use crate::settings::SettingsError;

impl LiveGame {
    /// The game that results from these events.
    ///
    /// A server that takes the game over from another one then reports which players are connected to it ([`LiveGame::connect`],
    /// [`LiveGame::disconnect`]), since the events contain the connections to the earlier server.
    ///
    /// # Errors
    /// When the first event is not the creation of a game, or an event does not fit the state before it.
    pub fn replay(events: impl IntoIterator<Item = GameEvent>) -> Result<LiveGame, ReplayError> {
        let mut events = events.into_iter();
        let first = events.next().ok_or(ReplayError::Empty)?;
        let Happened::Created(new) = first.event else { return Err(ReplayError::Creation(1)) };
        let mut game = LiveGame::begin(*new, first.at)?;
        for (number, event) in (2..).zip(events) {
            if matches!(event.event, Happened::Created(_)) {
                return Err(ReplayError::Creation(number));
            }
            game.apply(&event).map_err(|source| ReplayError::Event { number, source })?;
        }
        Ok(game)
    }

    pub(super) fn begin(new: NewGame, now: Time) -> Result<LiveGame, SettingsError> {
        let settings = new.settings;
        settings.check_stored()?;
        let opening = Opening::new(settings.opening, settings.size)?;
        let is_observed = settings.tempo.speed().claim_after().is_some();
        let seat = Seat {
            acted: false,
            lag_store: LAG_STORE,
            offers: [false; 3],
            draw_offered: None,
            gifts: 0,
            offered: 0,
            berserk: false,
            presence: if is_observed { Presence::Disconnected(now) } else { Presence::Connected },
        };
        let mut game = LiveGame {
            new,
            created: now,
            opening,
            position: Position::new(settings.rule, settings.size),
            clock: Clock::new(settings.tempo.control()),
            clock_at: now,
            turn_since: now,
            actions: Vec::new(),
            takebacks: 0,
            seats: [seat; 2],
            result: None,
            ratings: None,
            rematch: None,
            events: 1,
            last: now,
        };
        game.begin_turn(now);
        Ok(game)
    }

    /// Changes the state by an event.
    ///
    /// # Errors
    /// When the event does not fit the state, which is then unchanged.
    pub fn apply(&mut self, event: &GameEvent) -> Result<(), GameError> {
        let at = event.at.max(self.last);
        match &event.event {
            Happened::Created(_) => return Err(GameError::Started),
            Happened::Moved { to, lag } => {
                let player = self.to_act().ok_or(GameError::Over)?;
                if !self.opening.is_finished() {
                    return Err(GameError::InOpening);
                }
                self.position.play(*to)?;
                self.acted(player, *lag, at);
                if let Some(outcome) = self.position.outcome() {
                    let result = GameResult::from(outcome);
                    let winner = result.winner.map(|color| self.opening.player_of(color));
                    self.end(GameOver { winner, cause: EndCause::Played(result.reason) }, at);
                } else {
                    self.begin_turn(at);
                }
            }
            Happened::Chose { choice, lag } => {
                let player = self.to_act().ok_or(GameError::Over)?;
                let choice = Choice::parse(choice, self.new.settings.size)?;
                let mut opening = self.opening.clone();
                opening.apply(choice)?;
                self.position = opening.position(self.new.settings.rule)?;
                self.opening = opening;
                self.acted(player, *lag, at);
                self.begin_turn(at);
            }
            &Happened::Offered { by, offer } => {
                let ply = self.ply();
                let seat = self.seat_mut(by);
                seat.offers[offer as usize] = true;
                seat.offered = seat.offered.saturating_add(1);
                if offer == Offer::Draw {
                    seat.draw_offered = Some(ply);
                }
            }
            &Happened::OfferClosed { by, offer } => self.seat_mut(by).offers[offer as usize] = false,
            &Happened::TakenBack { ply, increments } => {
                if self.result.is_some() {
                    return Err(GameError::Over);
                }
                if ply >= self.ply() {
                    return Err(GameError::NothingToTakeBack);
                }
                self.take_back(ply)?;
                self.interrupt(at);
                for (player, increment) in Player::BOTH.into_iter().zip(increments) {
                    self.clock.take(crate::message::clock_side(player), increment, at);
                }
                self.begin_turn(at);
            }
            &Happened::GaveTime { by, milliseconds } => {
                if self.result.is_some() {
                    return Err(GameError::Over);
                }
                self.clock.give(crate::message::clock_side(!by), milliseconds, at);
                self.clock_at = at;
                let seat = self.seat_mut(by);
                seat.gifts = seat.gifts.saturating_add(1);
            }
            &Happened::Berserk { player, milliseconds } => {
                if self.result.is_some() {
                    return Err(GameError::Over);
                }
                self.clock.take(crate::message::clock_side(player), milliseconds, at);
                self.clock_at = at;
                self.seat_mut(player).berserk = true;
            }
            &Happened::Connected { player } => self.seat_mut(player).presence = Presence::Connected,
            &Happened::Disconnected { player } => self.seat_mut(player).presence = Presence::Disconnected(at),
            &Happened::Resumed { since } => {
                if self.result.is_some() {
                    return Err(GameError::Over);
                }
                self.skip(since.max(self.last), at);
            }
            &Happened::Ended(result) => {
                if self.result.is_some() {
                    return Err(GameError::Over);
                }
                self.end(result, at);
            }
            &Happened::Rated(ratings) => {
                if self.result.is_none() {
                    return Err(GameError::NotOver);
                }
                self.ratings = Some(ratings);
            }
            &Happened::Rematched(game) => {
                if self.result.is_none() {
                    return Err(GameError::NotOver);
                }
                self.rematch = Some(game);
                self.close_offers();
            }
        }
        self.last = at;
        self.events += 1;
        Ok(())
    }

    /// Changes the state as [`LiveGame::apply`] does, and returns the updates for the event: for a server that shows a game which another
    /// one runs.
    ///
    /// # Errors
    /// When the event does not fit the state, which is then unchanged.
    pub fn follow(&mut self, event: &GameEvent) -> Result<Vec<GameUpdate>, GameError> {
        self.apply(event)?;
        Ok(self.updates(&event.event))
    }

    /// Ends the turn after a choice or a move of the player.
    fn acted(&mut self, player: Player, lag: Time, at: Time) {
        let increment = self.charge(player, lag, at);
        let took = at.saturating_sub(self.turn_since).saturating_sub(lag);
        let took = u32::try_from(took).unwrap_or(u32::MAX);
        self.actions.push(Action { by: player, took, increment });
        self.seat_mut(!player).offers = [false; 3];
        let seat = self.seat_mut(player);
        seat.acted = true;
        seat.offers[Offer::Takeback as usize] = false;
    }

    fn take_back(&mut self, ply: u16) -> Result<(), GameError> {
        let mut opening = self.opening.clone();
        let mut position = self.position.clone();
        let choices = usize::from(ply).min(opening.choices().len());
        if choices < opening.choices().len() {
            while opening.choices().len() > choices {
                opening.undo();
            }
            position = opening.position(self.new.settings.rule)?;
        } else {
            for _ in usize::from(ply)..self.actions.len() {
                position.undo();
            }
        }
        (self.opening, self.position) = (opening, position);
        self.actions.truncate(usize::from(ply));
        self.takebacks = self.takebacks.saturating_add(1);
        self.close_offers();
        Ok(())
    }

    fn end(&mut self, result: GameOver, at: Time) {
        self.clock.pause(at);
        self.clock_at = at;
        self.result = Some(result);
        self.close_offers();
    }

    fn close_offers(&mut self) {
        self.seats.iter_mut().for_each(|seat| seat.offers = [false; 3]);
    }
}
