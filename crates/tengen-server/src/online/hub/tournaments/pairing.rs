//! The deadlines of tournaments, the ends of their games, and the pairing of players.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use tengen_online::Time;
use tengen_online::id::{AccountId, TournamentId};
use tengen_online::message::TournamentFormat;
use tengen_online::tournament::GameReport;

use super::Tournaments;
use crate::online::hub::consequence::{Consequence, Delivery};
use crate::online::hub::entropy;

/// The lists of blocked users that some users have.
#[derive(Default)]
struct Blocks(HashMap<AccountId, BTreeSet<AccountId>>);

impl Blocks {
    /// Whether one of two users has blocked the other.
    fn are_between(&self, one: AccountId, other: AccountId) -> bool {
        let has_blocked = |by: &AccountId, of: &AccountId| self.0.get(by).is_some_and(|all| all.contains(of));
        has_blocked(&one, &other) || has_blocked(&other, &one)
    }
}

impl Tournaments {
    /// Reports the end of a tournament's game, which is durable. A task enters the result: pairing hundreds of players takes about a
    /// millisecond, and the queue of the writer should not wait for it.
    pub(in crate::online::hub) fn report(
        self: &Arc<Tournaments>,
        tournament: TournamentId,
        report: GameReport,
    ) {
        let tournaments = self.clone();
        self.context.spawn(async move { tournaments.enter_result(tournament, report).await });
    }

    pub(super) async fn enter_result(&self, tournament: TournamentId, report: GameReport) {
        let blocks = self.blocks_in(tournament).await;
        let avoid = |one: AccountId, other: AccountId| blocks.are_between(one, other);
        self.change(tournament, None, |cup, now| cup.finish(report, now, entropy(), avoid));
    }

    /// The next deadline of a tournament, or the next time at which an update has to be sent.
    pub(in crate::online::hub) fn next_deadline(&self) -> Option<Time> {
        self.hall().next_deadline()
    }

    /// Processes the tournaments whose deadline has passed.
    pub(in crate::online::hub) fn tick(self: &Arc<Tournaments>, now: Time) {
        let (ticks, sends) = self.hall().due(now);
        for tournament in ticks {
            let waiting = self.waiting_in(tournament);
            if waiting.is_empty() {
                self.tick_others(tournament);
            } else if self.context.peers.has_everything() {
                // A user who waits in an arena is connected, and therefore in memory.
                let blocks = self.known_blocks(&waiting);
                self.tick_one(tournament, &blocks, |_| false);
            } else {
                self.tick_when_known_who_plays(tournament, waiting);
            }
        }
        for tournament in sends {
            let mut hall = self.hall();
            let Some(cup) = hall.get_mut(tournament) else { continue };
            let messages = cup.take_updates().into_iter();
            let deliveries = messages.map(|(connection, message)| Delivery::to(&connection, message));
            // The state in the messages is durable when they are sent.
            let deliveries = deliveries.collect();
            self.context.settle(Consequence { deliveries, ..Consequence::default() });
        }
    }

    /// Drops tournaments that ended long ago and have no watchers.
    pub(in crate::online::hub) fn forget(&self, now: Time) {
        self.hall().forget(now);
    }

    fn waiting_in(&self, tournament: TournamentId) -> Vec<AccountId> {
        self.hall().get(tournament).map(|cup| cup.tournament.waiting().collect()).unwrap_or_default()
    }

    /// Notes that a task reads the storage for a tournament; `false` if one does already, or if the tournament is not in memory.
    fn begins_to_read(&self, tournament: TournamentId) -> bool {
        self.hall().get_mut(tournament).is_some_and(|cup| !std::mem::replace(&mut cup.is_reading, true))
    }

    fn has_read(&self, tournament: TournamentId) {
        if let Some(cup) = self.hall().get_mut(tournament) {
            cup.is_reading = false;
        }
    }

    /// Processes a tournament in which no player waits to be paired: it begins or ends.
    fn tick_others(self: &Arc<Tournaments>, tournament: TournamentId) {
        if !self.begins_to_read(tournament) {
            return;
        }
        let tournaments = self.clone();
        self.context.spawn(async move {
            let blocks = tournaments.blocks_in(tournament).await;
            tournaments.has_read(tournament);
            tournaments.tick_one(tournament, &blocks, |_| false);
        });
    }

    /// Processes the deadline of a tournament. `is_elsewhere` returns whether a user plays a game of another server.
    fn tick_one(&self, tournament: TournamentId, blocks: &Blocks, is_elsewhere: impl Fn(AccountId) -> bool) {
        let avoid = |one: AccountId, other: AccountId| blocks.are_between(one, other);
        // A program of the server can play any number of games at once.
        let is_free = |account: AccountId| {
            let has_no_game = self.context.house.has(account) || self.context.presence.is_free(account);
            has_no_game && !is_elsewhere(account)
        };
        self.change(tournament, None, |cup, now| cup.tick(now, entropy(), is_free, avoid));
    }

    /// The blocks of those users that are in memory.
    fn known_blocks(&self, accounts: &[AccountId]) -> Blocks {
        let blocked = |&id: &AccountId| Some((id, self.context.presence.known(id)?.blocked));
        Blocks(accounts.iter().filter_map(blocked).collect())
    }

    /// The blocks of the users who may be paired next. Users in an arena are connected, and therefore in memory. Players of a Swiss
    /// tournament need not be connected; the blocks of absent ones are read from the storage.
    async fn blocks_in(&self, tournament: TournamentId) -> Blocks {
        let (accounts, is_swiss) = match self.hall().get(tournament) {
            None => return Blocks::default(),
            Some(cup) => {
                let format = cup.tournament.request().format;
                (cup.tournament.pairable(), matches!(format, TournamentFormat::Swiss { .. }))
            }
        };
        let mut blocks = self.known_blocks(&accounts);
        let unknown = |account: &AccountId| is_swiss && !blocks.0.contains_key(account);
        let unknown: Vec<AccountId> = accounts.into_iter().filter(unknown).collect();
        for account in unknown {
            match self.context.services.storage.account(account).await {
                Ok(Some(stored)) => drop(blocks.0.insert(account, stored.account.blocked)),
                Ok(None) => {}
                // The round begins nevertheless.
                Err(error) => tracing::error!(%error, %account, "the blocks of a player could not be read"),
            }
        }
        blocks
    }

    /// Reads which of the users who wait in an arena play a game, possibly on another server, and pairs the others. A game is stored before
    /// its players receive it.
    fn tick_when_known_who_plays(self: &Arc<Tournaments>, tournament: TournamentId, waiting: Vec<AccountId>) {
        if !self.begins_to_read(tournament) {
            return;
        }
        let tournaments = self.clone();
        self.context.spawn(async move {
            let context = &tournaments.context;
            let playing = context.services.storage.playing(&waiting).await.map_err(|error| {
                tracing::error!(%error, %tournament, "the games of players could not be read");
            });
            // If the games could not be read, nobody is paired until they can be read again.
            let plays = |account| playing.as_ref().map_or(true, |playing| playing.contains_key(&account));
            tournaments.has_read(tournament);
            let blocks = tournaments.known_blocks(&waiting);
            tournaments
                .tick_one(tournament, &blocks, |account| plays(account) && !context.house.has(account));
        });
    }
}
