//! The decision about commands: the events that the rules of a game allow.

use tengen_game::opening::{Choice, ParseChoiceError, Player};
use tengen_game::{EndReason, Move};

use super::{
    DRAW_OFFER_PAUSE, GameError, GameEvent, Happened, LiveGame, MAX_GIFTS, MAX_OFFERS, NewGame, Reply,
};
use crate::Time;
use crate::message::{EndCause, GameCommand, GameOver, MAX_CHOICE_LENGTH, Offer, Presence, RatingView};
use crate::settings::SettingsError;

type Decision = Result<Option<Happened>, GameError>;

impl LiveGame {
    /// A new game, and the event of its creation, which is the first of its events.
    ///
    /// Both players count as disconnected until [`LiveGame::connect`] is called.
    ///
    /// # Errors
    /// When the settings cannot be played.
    pub fn create(new: NewGame, now: Time) -> Result<(LiveGame, GameEvent), SettingsError> {
        let game = LiveGame::begin(new.clone(), now)?;
        Ok((game, GameEvent { at: now, event: Happened::Created(Box::new(new)) }))
    }

    /// Carries out a command of a player. `lag` is the delay of the player's connection in milliseconds, as the server has measured it. It
    /// is deducted from the time of a move, within limits.
    pub fn execute(&mut self, by: Player, command: GameCommand, lag: Time, now: Time) -> Reply {
        let now = now.max(self.last);
        let acts = matches!(command, GameCommand::Move { .. } | GameCommand::Choose { .. });
        let lag = if acts { self.free_lag(by, lag) } else { 0 };
        let mut reply = Reply { events: Vec::new(), updates: Vec::new(), result: Ok(()) };
        if acts && self.to_act() == Some(by) {
            // A move that was on its way when the time ran out still counts; any other command is too late.
            if self.is_late(lag, now) {
                self.end_by_time(&mut reply, now);
            }
        } else if changes_time(&command) && self.is_late(0, now) {
            // Time that has run out cannot be given back.
            self.end_by_time(&mut reply, now);
        } else {
            self.end_if_late(now, &mut reply);
        }
        match self.decide(by, command, lag, now) {
            Ok(Some(event)) => self.happen(event, now, &mut reply),
            Ok(None) => {}
            Err(error) => reply.result = Err(error),
        }
        reply
    }

    /// Ends the game if the time of the player to act has run out; see [`LiveGame::next_deadline`].
    pub fn tick(&mut self, now: Time) -> Reply {
        let mut reply = Reply { events: Vec::new(), updates: Vec::new(), result: Ok(()) };
        self.end_if_late(now.max(self.last), &mut reply);
        reply
    }

    /// Records that a player has connected to the server.
    pub fn connect(&mut self, player: Player, now: Time) -> Reply {
        self.observe(player, Happened::Connected { player }, |presence| presence != Presence::Connected, now)
    }

    /// Records that a player has disconnected. The clock continues.
    pub fn disconnect(&mut self, player: Player, now: Time) -> Reply {
        self.observe(
            player,
            Happened::Disconnected { player },
            |presence| presence == Presence::Connected,
            now,
        )
    }

    /// Records the ratings of both players after a rated game. They are recorded once: a repetition changes nothing.
    pub fn rated(&mut self, ratings: [RatingView; 2], now: Time) -> Reply {
        let mut reply = Reply { events: Vec::new(), updates: Vec::new(), result: Ok(()) };
        match self.result {
            _ if self.ratings.is_some() => {}
            Some(_) if self.counts_for_ratings() => {
                self.happen(Happened::Rated(ratings), now.max(self.last), &mut reply);
            }
            _ => reply.result = Err(GameError::NotOver),
        }
        reply
    }

    /// Continues the game after the server was away since a time. No player is charged for that period, unless the time of the player to
    /// act had run out before. The caller sends snapshots, because no update describes the period.
    pub fn resume(&mut self, since: Time, now: Time) -> Reply {
        let mut reply = Reply { events: Vec::new(), updates: Vec::new(), result: Ok(()) };
        if self.result.is_none() && since.max(self.last) < now {
            self.happen(Happened::Resumed { since }, now, &mut reply);
        }
        reply
    }

    /// Ends the game without a result, in any state: for moderators, and for games of a cancelled tournament.
    pub fn cancel(&mut self, now: Time) -> Reply {
        let now = now.max(self.last);
        let mut reply = Reply { events: Vec::new(), updates: Vec::new(), result: Ok(()) };
        if self.result.is_none() {
            self.happen(ended(None, EndCause::Abort), now, &mut reply);
        }
        reply
    }

    fn observe(
        &mut self,
        player: Player,
        event: Happened,
        changes: impl Fn(Presence) -> bool,
        now: Time,
    ) -> Reply {
        let mut reply = self.tick(now);
        let matters = self.result.is_none() && self.speed().claim_after().is_some();
        if matters && changes(self.seat(player).presence) {
            self.happen(event, now.max(self.last), &mut reply);
        }
        reply
    }

    fn end_if_late(&mut self, now: Time, reply: &mut Reply) {
        if self.next_deadline().is_some_and(|deadline| now >= deadline) {
            self.end_by_time(reply, now);
        }
    }

    /// Ends the game because of the time: the player to act loses or, if this would be the first action, did not appear.
    fn end_by_time(&mut self, reply: &mut Reply, now: Time) {
        let Some(player) = self.to_act() else { return };
        let event = match self.seat(player).acted {
            true => ended(Some(!player), EndCause::Played(EndReason::Timeout)),
            false => ended(None, EndCause::NoStart),
        };
        self.happen(event, now, reply);
    }

    fn happen(&mut self, event: Happened, now: Time, reply: &mut Reply) {
        let event = GameEvent { at: now, event };
        // An event that was decided for a state fits this state.
        match self.apply(&event) {
            Ok(()) => {
                reply.updates.extend(self.updates(&event.event));
                reply.events.push(event);
            }
            Err(error) => reply.result = Err(error),
        }
    }

    /// The event that a command causes; `None` if it repeats one that was carried out.
    fn decide(&self, by: Player, command: GameCommand, lag: Time, now: Time) -> Decision {
        match command {
            GameCommand::Move { ply, takebacks, to } => self.decide_move(by, ply, takebacks, to, lag, now),
            GameCommand::Choose { ply, takebacks, choice } => {
                self.decide_choice(by, ply, takebacks, choice, lag, now)
            }
            GameCommand::Resign => match self.result {
                Some(result) if is_end(result, Some(!by), EndReason::Resignation) => Ok(None),
                Some(_) => Err(GameError::Over),
                None => Ok(Some(ended(Some(!by), EndCause::Played(EndReason::Resignation)))),
            },
            GameCommand::Abort => match self.result {
                Some(GameOver { cause: EndCause::Abort, .. }) => Ok(None),
                Some(_) => Err(GameError::Over),
                None if self.new.tournament.is_some() => Err(GameError::InTournament),
                None if self.has_started() => Err(GameError::Started),
                None => Ok(Some(ended(None, EndCause::Abort))),
            },
            GameCommand::Offer(offer) if self.has_offered(!by, offer) => self.accept(by, offer, now),
            GameCommand::Offer(offer) => self.decide_offer(by, offer, now),
            GameCommand::Accept(offer) => self.accept(by, offer, now),
            GameCommand::Withdraw(offer) => Ok(self.close(by, offer)),
            GameCommand::Decline(offer) => Ok(self.close(!by, offer)),
            GameCommand::GiveTime => self.decide_gift(by),
            GameCommand::ClaimWin => self.decide_claim(by, now),
            GameCommand::Berserk => self.decide_berserk(by),
        }
    }

    /// Whether an action at `ply` is the next one: `Ok(false)` if it was carried out before.
    fn is_next(
        &self,
        by: Player,
        (ply, takebacks): (u16, u16),
        is_same: impl Fn(usize) -> bool,
    ) -> Result<bool, GameError> {
        if takebacks == self.takebacks && ply < self.ply() && is_same(usize::from(ply)) {
            return Ok(false);
        }
        if self.result.is_some() {
            return Err(GameError::Over);
        }
        if (ply, takebacks) != (self.ply(), self.takebacks) {
            let (found_ply, found_takebacks) = (ply, takebacks);
            let (ply, takebacks) = (self.ply(), self.takebacks);
            return Err(GameError::Outdated { ply, takebacks, found_ply, found_takebacks });
        }
        if self.to_act() == Some(by) { Ok(true) } else { Err(GameError::NotYourTurn) }
    }

    fn decide_move(&self, by: Player, ply: u16, takebacks: u16, to: Move, lag: Time, now: Time) -> Decision {
        let (choices, stones) = (self.opening.choices().len(), self.opening.stones().len());
        let is_same = |ply: usize| {
            ply.checked_sub(choices).and_then(|index| self.position.moves().get(stones + index)) == Some(&to)
        };
        if !self.is_next(by, (ply, takebacks), is_same)? {
            return Ok(None);
        }
        if !self.opening.is_finished() {
            return Err(GameError::InOpening);
        }
        self.position.check(to)?;
        Ok(Some(Happened::Moved { to, lag: self.used_lag(by, lag, now) }))
    }

    fn decide_choice(
        &self,
        by: Player,
        ply: u16,
        takebacks: u16,
        choice: String,
        lag: Time,
        now: Time,
    ) -> Decision {
        let size = self.new.settings.size;
        if choice.len() > MAX_CHOICE_LENGTH {
            let beginning = choice.chars().take(MAX_CHOICE_LENGTH).collect();
            return Err(GameError::ChoiceText(ParseChoiceError::Malformed(beginning)));
        }
        let choice = Choice::parse(&choice, size)?;
        let is_same = |ply: usize| self.opening.choices().get(ply) == Some(&choice);
        if !self.is_next(by, (ply, takebacks), is_same)? {
            return Ok(None);
        }
        let mut next = self.opening.clone();
        next.apply(choice.clone())?;
        next.position(self.new.settings.rule)?;
        Ok(Some(Happened::Chose { choice: choice.to_text(size), lag: self.used_lag(by, lag, now) }))
    }

    /// The delay that is deducted from the time of an action: at most the time that the action took.
    fn used_lag(&self, by: Player, lag: Time, now: Time) -> Time {
        self.free_lag(by, lag).min(now.saturating_sub(self.turn_since))
    }

    fn decide_offer(&self, by: Player, offer: Offer, now: Time) -> Decision {
        if self.has_offered(by, offer) {
            return Ok(None);
        }
        match offer {
            Offer::Rematch if self.result.is_none() => return Err(GameError::NotOver),
            Offer::Rematch if self.rematch.is_some() => return Ok(None),
            Offer::Rematch if self.new.tournament.is_some() => return Err(GameError::InTournament),
            Offer::Rematch => {}
            _ if self.result.is_some() => return Err(GameError::Over),
            _ if self.seat(by).offered >= MAX_OFFERS => return Err(GameError::TooManyOffers),
            Offer::Draw if !self.has_started() => return Err(GameError::NotStarted),
            Offer::Draw => {
                let wait = self
                    .seat(by)
                    .draw_offered
                    .map_or(0, |offered| offered.saturating_add(DRAW_OFFER_PAUSE).saturating_sub(self.ply()));
                // After takebacks, the ply of the last offer can be further ahead than the pause is long.
                if (1..=DRAW_OFFER_PAUSE).contains(&wait) {
                    return Err(GameError::DrawOfferedBefore(wait));
                }
            }
            Offer::Takeback => drop(self.takeback_for(by, now)?),
        }
        Ok(Some(Happened::Offered { by, offer }))
    }

    /// Carries out an offer that the opponent of its author accepts.
    fn accept(&self, by: Player, offer: Offer, now: Time) -> Decision {
        if !self.has_offered(!by, offer) {
            let is_done = match offer {
                Offer::Draw => self.result.is_some_and(|result| is_end(result, None, EndReason::Agreement)),
                Offer::Takeback => false,
                Offer::Rematch => self.rematch.is_some(),
            };
            return if is_done { Ok(None) } else { Err(GameError::NoOffer(offer)) };
        }
        match offer {
            Offer::Draw => Ok(Some(ended(None, EndCause::Played(EndReason::Agreement)))),
            Offer::Takeback => self.takeback_for(!by, now).map(Some),
            Offer::Rematch => Ok(Some(Happened::Rematched(self.id().rematch()))),
        }
    }

    fn close(&self, by: Player, offer: Offer) -> Option<Happened> {
        self.has_offered(by, offer).then_some(Happened::OfferClosed { by, offer })
    }

    fn decide_gift(&self, by: Player) -> Decision {
        if self.result.is_some() {
            return Err(GameError::Over);
        }
        if !self.new.settings.tempo.is_limited() || self.seat(by).gifts >= MAX_GIFTS {
            return Err(GameError::NoGift);
        }
        Ok(Some(Happened::GaveTime { by, milliseconds: self.speed().gift() }))
    }

    fn decide_berserk(&self, by: Player) -> Decision {
        if self.seat(by).berserk {
            return Ok(None);
        }
        if self.result.is_some() {
            return Err(GameError::Over);
        }
        let milliseconds = self.new.settings.tempo.main_time() / 2;
        if !self.new.berserk || self.seat(by).acted || milliseconds == 0 {
            return Err(GameError::NoBerserk);
        }
        Ok(Some(Happened::Berserk { player: by, milliseconds }))
    }

    fn decide_claim(&self, by: Player, now: Time) -> Decision {
        match self.result {
            Some(GameOver { winner, cause: EndCause::Abandonment }) if winner == Some(by) => return Ok(None),
            Some(_) => return Err(GameError::Over),
            None if !self.has_started() => return Err(GameError::NotStarted),
            None => {}
        }
        match self.claim_in(by, now) {
            None => Err(GameError::OpponentIsHere),
            Some(0) => Ok(Some(ended(Some(by), EndCause::Abandonment))),
            Some(wait) => Err(GameError::ClaimTooEarly(wait)),
        }
    }
}

/// Whether a command other than a move affects the time of the player to act.
fn changes_time(command: &GameCommand) -> bool {
    let takeback = |offer: &Offer| *offer == Offer::Takeback;
    match command {
        GameCommand::GiveTime => true,
        GameCommand::Accept(offer) | GameCommand::Offer(offer) => takeback(offer),
        _ => false,
    }
}

fn ended(winner: Option<Player>, cause: EndCause) -> Happened {
    Happened::Ended(GameOver { winner, cause })
}

fn is_end(result: GameOver, winner: Option<Player>, reason: EndReason) -> bool {
    result == GameOver { winner, cause: EndCause::Played(reason) }
}
