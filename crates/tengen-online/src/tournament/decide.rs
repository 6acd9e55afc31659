//! The decision about commands: the events that the rules of a tournament allow.

use std::collections::BTreeSet;

use tengen_game::SplitMix;

use super::{
    Entry, GameReport, Happened, MAX_ARENA_MINUTES, MAX_ARENA_PLAYERS, MAX_CYCLES, MAX_LEAD,
    MAX_ROUND_ROBIN_PLAYERS, MAX_ROUNDS, MAX_SWISS_PLAYERS, PAIRING_INTERVAL, Reply, Tournament,
    TournamentError, TournamentEvent,
};
use crate::Time;
use crate::account::is_unwanted;
use crate::id::{AccountId, GameId, TournamentId};
use crate::message::{
    MAX_TOURNAMENT_NAME_LENGTH, PlayerInfo, TournamentFormat, TournamentRequest, TournamentStatus, UserKind,
};

impl Tournament {
    /// A new tournament, and the event of its creation.
    ///
    /// # Errors
    /// When the request is invalid.
    pub fn create(
        tournament: TournamentId,
        request: TournamentRequest,
        creator: PlayerInfo,
        now: Time,
    ) -> Result<(Tournament, TournamentEvent), TournamentError> {
        check(&request, now)?;
        let new = Tournament::begin(tournament, request.clone(), creator.clone(), now);
        let event = Happened::Created { tournament, request: Box::new(request), creator };
        Ok((new, TournamentEvent { at: now, event }))
    }

    /// Adds a player, also after a withdrawal. Joining twice changes nothing.
    pub fn join(&mut self, player: PlayerInfo, now: Time) -> Reply {
        let mut reply = Reply { events: Vec::new(), result: Ok(()) };
        match self.decide_join(&player) {
            Ok(true) => self.happen(Happened::Joined(player), now, &mut reply),
            Ok(false) => {}
            Err(error) => reply.result = Err(error),
        }
        reply
    }

    /// Withdraws a player. A running game continues. Leaving twice changes nothing.
    pub fn leave(&mut self, account: AccountId, now: Time, entropy: u64) -> Reply {
        let mut reply = Reply { events: Vec::new(), result: Ok(()) };
        match self.entry(account) {
            None => reply.result = Err(TournamentError::NotPlayer),
            Some(_) if self.is_over() => reply.result = Err(TournamentError::Over),
            Some(entry) if entry.withdrawn => {}
            Some(_) => {
                self.happen(Happened::Withdrawn(account), now, &mut reply);
                // A round begins when the last game of the previous one ends, so that no player is paired here.
                self.advance(now, |_, _| false, &mut SplitMix::new(entropy), &mut reply);
            }
        }
        reply
    }

    /// Records the end of a game of the tournament. A player who did not appear is withdrawn. A game that is not running is refused, so
    /// that no game counts twice. If a round of a Swiss tournament then begins, two players of whom one avoids the other meet only if the
    /// round cannot be paired in another way.
    pub fn finish(
        &mut self,
        report: GameReport,
        now: Time,
        entropy: u64,
        avoid: impl Fn(AccountId, AccountId) -> bool,
    ) -> Reply {
        let GameReport { game, no_show, .. } = report;
        let mut reply = Reply { events: Vec::new(), result: Ok(()) };
        let Some(&places) = self.running.get(&game) else {
            reply.result = Err(TournamentError::NoSuchGame(game));
            return reply;
        };
        self.happen(Happened::Played { game, points: report.points() }, now, &mut reply);
        if let Some(absent) = no_show {
            let entry = &self.entries[places[absent as usize]];
            let account = entry.player.account;
            if !entry.withdrawn {
                self.happen(Happened::Withdrawn(account), now, &mut reply);
            }
        }
        self.advance(now, avoid, &mut SplitMix::new(entropy), &mut reply);
        reply
    }

    /// Carries out everything that is due at [`Tournament::next_deadline`]: begins the tournament, pairs the players of an arena who wait
    /// and are present, or ends it. Two players of whom one avoids the other meet in an arena only if there is no other opponent for a
    /// while, in a Swiss tournament only if the round cannot be paired in another way, and in a round robin without restriction.
    pub fn tick(
        &mut self,
        now: Time,
        entropy: u64,
        is_present: impl Fn(AccountId) -> bool,
        avoid: impl Fn(AccountId, AccountId) -> bool,
    ) -> Reply {
        let mut reply = Reply { events: Vec::new(), result: Ok(()) };
        let mut random = SplitMix::new(entropy);
        if self.status == TournamentStatus::Open && now >= self.request.starts {
            let active = || self.entries.iter().filter(|entry| !entry.withdrawn);
            let is_empty = active().count() < 2 || active().all(Entry::is_house_bot);
            let event = if is_empty { Happened::Cancelled } else { Happened::Started };
            self.happen(event, now, &mut reply);
            self.advance(now, &avoid, &mut random, &mut reply);
        }
        if self.status == TournamentStatus::Running && self.is_arena() {
            self.paired = super::LastPairing(now);
            if self.ends().is_some_and(|ends| now < ends) {
                for [first, second] in self.arena_pairs(now, is_present, &avoid, &mut random) {
                    self.start_game([first, second], now, &mut random, &mut reply);
                }
            }
            self.advance(now, &avoid, &mut random, &mut reply);
        }
        reply
    }

    /// Ends the tournament early; for its creator and for moderators. Its games continue, and no longer count.
    pub fn cancel(&mut self, now: Time) -> Reply {
        let mut reply = Reply { events: Vec::new(), result: Ok(()) };
        match self.status {
            TournamentStatus::Cancelled => {}
            TournamentStatus::Finished => reply.result = Err(TournamentError::Over),
            _ => self.happen(Happened::Cancelled, now, &mut reply),
        }
        reply
    }

    /// The time at which the caller has to call [`Tournament::tick`]; `None` while only the end of a game changes the state.
    pub fn next_deadline(&self) -> Option<Time> {
        match self.status {
            TournamentStatus::Open => Some(self.request.starts),
            TournamentStatus::Running => {
                let ends = self.ends()?;
                let waiting = self.entries.iter().filter(|entry| entry.waits()).count();
                let next = self.paired.0.saturating_add(PAIRING_INTERVAL);
                match self.paired.0 {
                    // After the end of the time, only the running games are pending.
                    checked if checked >= ends => None,
                    _ if waiting > 1 => Some(next.min(ends)),
                    _ => Some(ends),
                }
            }
            TournamentStatus::Finished | TournamentStatus::Cancelled => None,
        }
    }

    /// The accounts that may be paired next in formats where players can avoid each other: the waiting ones of an arena, and all of a Swiss
    /// tournament; before the start all of both formats.
    pub fn pairable(&self) -> Vec<AccountId> {
        let is_paired = match (self.request.format, self.status) {
            (TournamentFormat::RoundRobin { .. }, _)
            | (_, TournamentStatus::Finished | TournamentStatus::Cancelled) => return Vec::new(),
            (TournamentFormat::Arena { .. }, TournamentStatus::Running) => Entry::waits,
            _ => |entry: &Entry| !entry.withdrawn,
        };
        self.entries.iter().filter(|entry| is_paired(entry)).map(|entry| entry.player.account).collect()
    }

    /// The accounts of an arena that wait for an opponent, present or absent.
    pub fn waiting(&self) -> impl Iterator<Item = AccountId> + '_ {
        let is_paired = self.status == TournamentStatus::Running && self.is_arena();
        let waiting = self.entries.iter().filter(move |entry| is_paired && entry.waits());
        waiting.map(|entry| entry.player.account)
    }

    pub(super) fn is_over(&self) -> bool {
        matches!(self.status, TournamentStatus::Finished | TournamentStatus::Cancelled)
    }

    fn decide_join(&self, player: &PlayerInfo) -> Result<bool, TournamentError> {
        if self.is_over() {
            return Err(TournamentError::Over);
        }
        let known = self.entry(player.account);
        if known.is_some_and(|entry| !entry.withdrawn) {
            return Ok(false);
        }
        if self.request.settings.rated && player.kind == UserKind::Guest {
            return Err(TournamentError::GuestRated);
        }
        match player.kind {
            UserKind::Bot if !self.request.programs => return Err(TournamentError::Program),
            UserKind::HouseBot if self.request.bots.is_empty() => return Err(TournamentError::Bots),
            _ => {}
        }
        if known.is_none() {
            if self.status == TournamentStatus::Running && !self.is_arena() {
                return Err(TournamentError::Begun);
            }
            let most = match self.request.format {
                TournamentFormat::Arena { .. } => MAX_ARENA_PLAYERS,
                TournamentFormat::Swiss { .. } => MAX_SWISS_PLAYERS,
                TournamentFormat::RoundRobin { .. } => MAX_ROUND_ROBIN_PLAYERS,
            };
            if self.entries.len() >= most {
                return Err(TournamentError::Full(most));
            }
        }
        Ok(true)
    }

    /// Begins the next round, or ends the tournament, when the games of the last round have ended.
    fn advance(
        &mut self,
        now: Time,
        avoid: impl Fn(AccountId, AccountId) -> bool,
        random: &mut SplitMix,
        reply: &mut Reply,
    ) {
        while self.status == TournamentStatus::Running && self.running.is_empty() {
            if self.is_arena() {
                if self.ends().is_none_or(|ends| now >= ends) {
                    self.happen(Happened::Finished, now, reply);
                }
                return;
            }
            let active = self.entries.iter().filter(|entry| !entry.withdrawn).count();
            if active < 2 || self.rounds().is_none_or(|rounds| self.round >= rounds) {
                self.happen(Happened::Finished, now, reply);
                return;
            }
            self.happen(Happened::Round { round: self.round + 1 }, now, reply);
            let (games, byes) = self.round_pairs(&avoid);
            for place in byes {
                let account = self.entries[place].player.account;
                self.happen(Happened::Bye(account), now, reply);
            }
            for places in games {
                self.start_game(places, now, random, reply);
            }
        }
    }

    fn start_game(&mut self, places: [usize; 2], now: Time, random: &mut SplitMix, reply: &mut Reply) {
        let players = places.map(|place| self.entries[place].player.account);
        let game = GameId::from_entropy(random.next());
        self.happen(Happened::Paired { game, players }, now, reply);
    }

    fn happen(&mut self, event: Happened, now: Time, reply: &mut Reply) {
        let event = TournamentEvent { at: now.max(self.last), event };
        // An event that was decided for a state fits this state.
        match self.apply(&event) {
            Ok(()) => reply.events.push(event),
            Err(error) => reply.result = Err(error),
        }
    }
}

impl Entry {
    /// Whether the player is a program of the server.
    pub(super) fn is_house_bot(&self) -> bool {
        self.player.kind == UserKind::HouseBot
    }

    /// Whether the player takes part and has no game.
    pub(super) fn waits(&self) -> bool {
        !self.withdrawn && self.playing.is_none()
    }
}

fn check(request: &TournamentRequest, now: Time) -> Result<(), TournamentError> {
    request.settings.check()?;
    if !request.settings.tempo.is_limited() {
        return Err(TournamentError::Unlimited);
    }
    let length = request.name.chars().count();
    let is_name = (1..=MAX_TOURNAMENT_NAME_LENGTH).contains(&length)
        && !request.name.trim().is_empty()
        && !request.name.chars().any(is_unwanted);
    if !is_name {
        return Err(TournamentError::Name);
    }
    let is_arena = matches!(request.format, TournamentFormat::Arena { .. });
    let levels: BTreeSet<&str> = request.bots.iter().map(|level| level.name()).collect();
    let is_casual_arena = is_arena && !request.settings.rated;
    if levels.len() < request.bots.len() || !(levels.is_empty() || is_casual_arena) {
        return Err(TournamentError::Bots);
    }
    if request.berserk && !(is_arena && request.settings.tempo.main_time() > 0) {
        return Err(TournamentError::Berserk);
    }
    let range = |what, most: u64, found: u64| match found {
        found if (1..=most).contains(&found) => Ok(()),
        found => Err(TournamentError::Format { what, least: 1, most, found }),
    };
    match request.format {
        TournamentFormat::Arena { .. } if request.settings.tempo.is_correspondence() => {
            return Err(TournamentError::Correspondence);
        }
        TournamentFormat::Arena { minutes } => range("minutes", MAX_ARENA_MINUTES.into(), minutes.into())?,
        TournamentFormat::Swiss { rounds } => range("rounds", MAX_ROUNDS.into(), rounds.into())?,
        TournamentFormat::RoundRobin { cycles } => range("cycles", MAX_CYCLES.into(), cycles.into())?,
    }
    let lead = request.starts.saturating_sub(now);
    let what = "milliseconds before the start";
    if lead > MAX_LEAD {
        return Err(TournamentError::Format { what, least: 0, most: MAX_LEAD, found: lead });
    }
    Ok(())
}
