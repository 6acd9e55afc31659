//! Tournaments: commands of users, and their consequences.
//!
//! The end of a game is written first, and reported to its tournament afterwards. If the server stops in between, the report is made after
//! the restart ([`Tournaments::restore`]).

mod hall;
mod pairing;
mod stored;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tengen_online::Time;
use tengen_online::account::Action;
use tengen_online::category::Category;
use tengen_online::http::Done;
use tengen_online::id::{AccountId, TournamentId};
use tengen_online::message::{
    Created, ErrorCode, MAX_CREATED_TOURNAMENTS, MAX_WATCHED, PlayerInfo, Refusal, ServerMessage,
    TournamentRequest,
};
use tengen_online::settings::GameSettings;
use tengen_online::tournament::{Happened, Reply, Tournament};

use super::caller::Caller;
use super::consequence::{Consequence, Delivery, done};
use super::context::Context;
use super::follow_up::FollowUp;
use super::games::{Games, Table, ahead};
use super::{Connection, entropy, text};
use crate::online::storage::Change;
use hall::{Cup, Hall};

/// The most tournaments of the server that have not ended.
const MAX_OPEN: usize = 500;

/// The tournaments that have not ended, and those that ended recently.
pub(crate) struct Tournaments {
    context: Arc<Context>,
    /// The games of this server. They are never read under the lock of the hall.
    games: Arc<Games>,
    hall: Mutex<Hall>,
}

fn no_tournament() -> Refusal {
    Refusal::new(ErrorCode::NotFound, "expected a tournament, found none with this identifier")
}

impl Tournaments {
    pub(super) fn new(context: Arc<Context>, games: Arc<Games>) -> Tournaments {
        Tournaments { context, games, hall: Mutex::default() }
    }

    fn hall(&self) -> MutexGuard<'_, Hall> {
        // After a panic the tournaments are in a consistent state, because the library changes nothing in a command that fails.
        self.hall.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn create(&self, request: TournamentRequest, caller: Caller) {
        match self.try_create(request, caller.account) {
            Ok((tournament, changes)) => {
                let id = tournament.id();
                let mut hall = self.hall();
                hall.insert(tournament);
                let recovery = vec![FollowUp::ReadTournamentAgain(id)];
                let consequence = Consequence { recovery, ..Consequence::of(changes) };
                let done = Done { created: Some(Created::Tournament(id)), ..Done::default() };
                self.context.settle(consequence.answered(Some(caller), Ok(done)));
                self.wake(&hall);
            }
            Err(error) => self.context.refuse(caller, error),
        }
    }

    fn try_create(
        &self,
        request: TournamentRequest,
        by: AccountId,
    ) -> Result<(Tournament, Vec<Change>), Refusal> {
        let creator = self.context.allowed(by, Action::CreateTournament)?;
        let (all, own) = self.hall().count_open(by);
        if own >= MAX_CREATED_TOURNAMENTS {
            let text = format!("expected at most {MAX_CREATED_TOURNAMENTS} tournaments that have not ended");
            return Err(Refusal::new(ErrorCode::Busy, text));
        }
        if all >= MAX_OPEN {
            let text = "expected a server with fewer tournaments; try again later";
            return Err(Refusal::new(ErrorCode::Unavailable, text));
        }
        let programs: Option<Vec<PlayerInfo>> =
            request.bots.iter().map(|level| self.context.house.at(*level)).collect();
        let programs = programs.ok_or_else(|| {
            Refusal::new(ErrorCode::Settings, "expected levels of programs that the server has")
        })?;
        let now = self.context.now();
        let id = TournamentId::from_entropy(entropy());
        let (mut tournament, created) = Tournament::create(id, request, creator.info(None, now), now)?;
        let mut events = vec![created];
        for program in programs {
            let reply = tournament.join(program, now);
            reply.result?;
            events.extend(reply.events);
        }
        Ok((tournament, vec![Change::AppendTournament { tournament: id, before: 0, events }]))
    }

    pub(super) fn join(&self, tournament: TournamentId, caller: Caller) {
        let Some(settings) = self.settings_of(tournament) else {
            return self.context.refuse(caller, no_tournament());
        };
        let account = caller.account;
        let mut player = self.context.allowed(account, Action::JoinTournament);
        if settings.rated {
            player = player.and_then(|_| self.context.allowed(account, Action::PlayRated));
        }
        match player {
            Ok(player) => {
                let info = player.info(Category::of(&settings), self.context.now());
                self.change(tournament, Some(caller), |cup, now| cup.join(info, now));
            }
            Err(error) => self.context.refuse(caller, error),
        }
    }

    pub(super) fn leave(&self, tournament: TournamentId, caller: Caller) {
        let account = caller.account;
        self.change(tournament, Some(caller), |cup, now| cup.leave(account, now, entropy()));
    }

    pub(super) fn cancel(&self, tournament: TournamentId, caller: Caller) {
        let account = caller.account;
        let creator = self.hall().get(tournament).map(|cup| cup.tournament.creator().account);
        let right = match creator {
            None => Err(no_tournament()),
            Some(creator) if creator == account => Ok(()),
            Some(_) => self.context.allowed(account, Action::Moderate).map(drop),
        };
        match right {
            Ok(()) => self.change(tournament, Some(caller), Tournament::cancel),
            Err(error) => self.context.refuse(caller, error),
        }
    }

    fn settings_of(&self, tournament: TournamentId) -> Option<GameSettings> {
        self.hall().get(tournament).map(|cup| cup.tournament.request().settings)
    }

    /// Begins the watching of a tournament. A tournament that is not in memory has ended, and does not change.
    pub(super) fn watch(self: &Arc<Tournaments>, connection: &Arc<Connection>, tournament: TournamentId) {
        {
            let mut hall = self.hall();
            if hall.get(tournament).is_some() {
                let message = hall.watch(connection, tournament).unwrap_or_else(|| {
                    let expected = format!("expected at most {MAX_WATCHED} tournaments at once");
                    let error = Refusal::new(ErrorCode::TooMuch, expected);
                    text(&ServerMessage::Refused { n: 0, error })
                });
                // The state in the message is durable when the message is sent.
                return self.context.settle(Delivery::to(connection, message).into());
            }
        }
        let (tournaments, connection) = (self.clone(), connection.clone());
        self.context.spawn(async move {
            let message = match tournaments.view(tournament, Some(connection.account)).await {
                Ok(view) => ServerMessage::Tournament(Box::new(view)),
                Err(error) => ServerMessage::Refused { n: 0, error },
            };
            connection.push(text(&message));
        });
    }

    pub(super) fn unwatch(&self, connection: &Connection, tournament: TournamentId) {
        self.hall().unwatch(connection, tournament);
    }

    /// Removes a connection that has ended.
    pub(super) fn unwatch_all(&self, connection: &Connection) {
        self.hall().leave(connection);
    }

    /// Withdraws a user whose account is about to be deleted.
    pub(super) fn withdraw(&self, account: AccountId) {
        let all = self.hall().of_player(account);
        for tournament in all {
            self.change(tournament, None, |cup, now| cup.leave(account, now, entropy()));
        }
    }

    /// Changes a tournament, and queues the consequences.
    fn change(
        &self,
        tournament: TournamentId,
        caller: Option<Caller>,
        act: impl FnOnce(&mut Tournament, Time) -> Reply,
    ) {
        let mut hall = self.hall();
        let refused = match hall.get_mut(tournament) {
            None => no_tournament(),
            Some(cup) if cup.is_ahead => ahead(),
            Some(cup) => {
                let reply = act(&mut cup.tournament, self.context.now());
                let (consequence, tables) = self.consequence(cup, reply, caller);
                self.context.settle(consequence);
                self.wake(&hall);
                drop(hall);
                if !tables.is_empty() {
                    self.context.dispatch(FollowUp::Begin(tables));
                }
                return;
            }
        };
        drop(hall);
        if let Some(caller) = caller {
            self.context.refuse(caller, refused);
        }
    }

    fn wake(&self, hall: &Hall) {
        if let Some(deadline) = hall.next_deadline() {
            self.context.alarm.wake_by(deadline);
        }
    }

    /// The consequence of a tournament's events, and the tables of the games that begin. The tables begin after the lock of the hall is
    /// released.
    fn consequence(&self, cup: &mut Cup, reply: Reply, caller: Option<Caller>) -> (Consequence, Vec<Table>) {
        let Reply { events, result } = reply;
        let id = cup.tournament.id();
        let (mut changes, mut tables) = (Vec::new(), Vec::new());
        if !events.is_empty() {
            cup.note_change(self.context.now());
            let paired = events.iter().filter_map(|event| match event.event {
                Happened::Paired { game, .. } => cup.tournament.new_game(game),
                _ => None,
            });
            let created: Vec<_> = paired.filter_map(|new| Table::create(&self.context, new)).collect();
            let before = cup.tournament.events() - events.len() as u32;
            changes.push(Change::AppendTournament { tournament: id, before, events });
            for (table, creation) in created {
                changes.extend(creation);
                tables.push(table);
            }
        }
        let games = tables.iter().map(|table| FollowUp::ReadGameAgain(table.id()));
        let recovery = std::iter::once(FollowUp::ReadTournamentAgain(id)).chain(games).collect();
        let consequence = Consequence { recovery, ..Consequence::of(changes) };
        let result = result.map_err(Refusal::from).and_then(|()| done());
        (consequence.answered(caller, result), tables)
    }
}
