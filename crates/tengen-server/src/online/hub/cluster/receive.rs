//! What is done with messages of other servers.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use tengen_online::account::Account;
use tengen_online::game::GameEvent;
use tengen_online::id::{AccountId, GameId, TournamentId};
use tengen_online::message::{ClientFrame, Created, Refusal};

use super::message::{Command, Games, Message, account_text};
use super::route::part_of_command;
use super::{Cluster, lock};
use crate::online::bus::{Inbox, Incoming};
use crate::online::hub::place::Place;
use crate::online::hub::playing::{Playing, people};
use crate::online::hub::{Connection, Hub, late};
use crate::online::part::{LOBBY, part_of};
use crate::online::storage::NodeId;

/// The most connections in one message: well below what a bus takes at once.
const MOST_CONNECTIONS: usize = 200;
/// How often the news of a game is sent on.
const MOST_HOPS: u8 = 10;

impl Hub {
    /// Takes messages until the inbox is closed.
    pub(super) async fn receive_all(hub: std::sync::Weak<Hub>, mut inbox: Inbox) {
        while let Some(incoming) = inbox.recv().await {
            let Some(hub) = hub.upgrade() else { break };
            match incoming {
                Incoming::Message(bytes) => match Message::decode(&bytes) {
                    Some(message) => hub.receive(message),
                    None => {
                        tracing::warn!(
                            "expected a message of this version of the program, found another one"
                        );
                    }
                },
                Incoming::Restored => hub.resume_bus(),
            }
        }
    }

    fn receive(self: &Arc<Hub>, message: Message) {
        let Some(cluster) = &self.cluster else { return };
        match message {
            Message::Connected { node, connections, are_all, asks } => {
                self.connected(cluster, node, connections, are_all, asks);
            }
            Message::Disconnected { node, connection } => {
                let connection = lock(&cluster.remote).remove(&(node, connection));
                if let Some(connection) = connection {
                    self.disconnect(&connection);
                }
            }
            Message::Opened { node, connection, place } => {
                let connection = lock(&cluster.remote).get(&(node, connection)).cloned();
                if let Some(connection) = connection {
                    self.move_to(&connection, place);
                }
            }
            Message::Command(command) => self.command(cluster, command),
            Message::Bounced(command) => self.bounced(command),
            Message::Push { connections, text } => {
                for connection in connections.into_iter().filter_map(|number| cluster.client(number)) {
                    connection.push(text.clone().into());
                }
            }
            Message::Answer { connection, n, result } => {
                let pending = lock(&cluster.pending).remove(&(connection, n));
                let result = serde_json::from_str::<Result<Option<Created>, Refusal>>(&result);
                // Without a pending command it has been refused for want of an answer.
                if let (Some(pending), Ok(result)) = (pending, result) {
                    pending.connection.session.answer(n, result);
                }
            }
            Message::Close { connection, reason } => {
                if let Some(connection) = cluster.client(connection) {
                    connection.outbox.close(reason);
                }
            }
            Message::Adopt { game, hops } => self.adopt(cluster, game, hops),
            Message::Account { account } => {
                if let Ok(account) = serde_json::from_str::<Account>(&account) {
                    self.users.with(account.id, |user| user.account = account.clone());
                }
            }
            Message::LogOut { account, only_programs } => self.log_out_here(account, only_programs),
            Message::Ended { tournament, game } => {
                let hub = self.clone();
                self.runtime.spawn(async move { hub.report_ended(tournament, vec![game]).await });
            }
            Message::Withdrawn { account, is_deleted: false } => self.withdraw_here(account),
            Message::Withdrawn { account, is_deleted: true } => self.forget_name_here(account),
            Message::Playing { games, are_running } => {
                for (game, people) in games {
                    for account in &people {
                        let note = if are_running { Playing::begin } else { Playing::end };
                        note(&self.playing, *account, game);
                    }
                    if are_running {
                        self.stop_waiting(&people);
                    }
                }
            }
            Message::Aborted { by, other } => self.note_aborted(by, other),
            Message::Moved => cluster.wake.notify_one(),
            Message::Games(games) => {
                lock(&cluster.games).insert(games.node, games);
            }
        }
    }

    fn connected(
        self: &Arc<Hub>,
        cluster: &Cluster,
        node: NodeId,
        connections: Vec<(u64, String)>,
        are_all: bool,
        asks: bool,
    ) {
        if are_all {
            let named: BTreeSet<u64> = connections.iter().map(|(number, _)| *number).collect();
            let ended: Vec<Arc<Connection>> = lock(&cluster.remote)
                .extract_if(|(of, number), _| *of == node && !named.contains(number))
                .map(|(_, connection)| connection)
                .collect();
            ended.iter().for_each(|connection| self.disconnect(connection));
        }
        for (number, account) in connections {
            let Ok(account) = serde_json::from_str::<Account>(&account) else { continue };
            let known = lock(&cluster.remote).get(&(node, number)).cloned();
            let (connection, games) = match known {
                Some(connection) => {
                    let games = self.users.with(account.id, |user| user.games.iter().copied().collect());
                    (connection, games.unwrap_or_default())
                }
                None => {
                    let remote = cluster.remote(node, number);
                    let (connection, games) =
                        self.users.connect_remote(self.next_number(), &account, remote, self.now());
                    lock(&cluster.remote).insert((node, number), connection.clone());
                    (connection, games)
                }
            };
            games.into_iter().for_each(|game| self.join(&connection, game));
        }
        if !cluster.owners.borrow().nodes.contains(&node) {
            cluster.wake.notify_one();
        }
        if asks {
            self.name_connections(cluster, node, false);
        }
    }

    /// Tells another server which people play games of this one with clocks.
    fn name_playing(&self, cluster: &Cluster, to: NodeId) {
        for shard in self.tables.each() {
            let running = shard.tables.values().filter(|table| table.ended.is_none());
            let games: Vec<_> = running.map(|table| (table.game.id(), people(&table.game))).collect();
            for part in games.chunks(MOST_CONNECTIONS) {
                cluster.send(to, &Message::Playing { games: part.to_vec(), are_running: true });
            }
        }
    }

    /// A player has aborted a game with a stranger, which the server with the lobby has to know.
    pub(in crate::online::hub) fn announce_aborted(&self, by: AccountId, other: AccountId) {
        let Some(cluster) = &self.cluster else { return };
        if let Some(owner) = cluster.owner(LOBBY) {
            cluster.send(owner, &Message::Aborted { by, other });
        }
    }

    /// A client of this server has opened something.
    pub(in crate::online::hub) fn announce_place(&self, connection: u64, place: Place) {
        let Some(cluster) = &self.cluster else { return };
        cluster.tell_all(&Message::Opened { node: cluster.node(), connection, place });
    }

    /// Tells another server what the clients of this one have open.
    fn name_places(&self, cluster: &Cluster, to: NodeId) {
        let node = cluster.node();
        for (&connection, open) in lock(&cluster.local).iter() {
            let place = open.place();
            if place != Place::Anywhere {
                cluster.send(to, &Message::Opened { node, connection, place });
            }
        }
    }

    /// People play a game of this server with a clock, or have ended it.
    pub(in crate::online::hub) fn announce_playing(
        &self,
        game: GameId,
        people: Vec<AccountId>,
        are_running: bool,
    ) {
        let Some(cluster) = self.cluster.as_ref().filter(|_| !people.is_empty()) else { return };
        cluster.tell_all(&Message::Playing { games: vec![(game, people)], are_running });
    }

    /// Tells another server who is connected to this one, and who plays here.
    pub(super) fn name_connections(&self, cluster: &Cluster, to: NodeId, asks: bool) {
        let local: Vec<(u64, String)> = {
            let local = lock(&cluster.local);
            let account = |connection: &Connection| {
                self.users.with(connection.account, |user| account_text(&user.account))
            };
            local.iter().filter_map(|(number, connection)| Some((*number, account(connection)?))).collect()
        };
        self.name_playing(cluster, to);
        let node = cluster.node();
        // The first message ends what is no more, so that it has to name all if there are more than one.
        let are_all = local.len() <= MOST_CONNECTIONS;
        if !are_all {
            cluster
                .send(to, &Message::Connected { node, connections: Vec::new(), are_all: true, asks: false });
        }
        if local.is_empty() {
            return cluster.send(to, &Message::Connected { node, connections: local, are_all, asks });
        }
        for part in local.chunks(MOST_CONNECTIONS) {
            let connections = part.to_vec();
            cluster.send(to, &Message::Connected { node, connections, are_all, asks });
        }
        self.name_places(cluster, to);
    }

    fn command(self: &Arc<Hub>, cluster: &Cluster, command: Command) {
        let Ok(frame) = serde_json::from_str::<ClientFrame>(&command.frame) else { return };
        let has = part_of_command(&frame.command).is_none_or(|part| self.has(part));
        let connection = lock(&cluster.remote).get(&(command.node, command.connection)).cloned();
        let node = command.node;
        let visitor = || {
            let account = serde_json::from_str(command.visitor.as_deref()?).ok()?;
            let remote = cluster.remote(node, command.connection);
            Some(Arc::new(self.users.visit_remote(self.next_number(), &account, remote, self.now())))
        };
        let connection = connection.or_else(visitor);
        let Some(connection) = connection.filter(|_| has && !self.is_stopping()) else {
            return cluster.send(node, &Message::Bounced(command));
        };
        connection.lag.store(command.lag, Relaxed);
        self.metrics.forwarded.fetch_add(1, Relaxed);
        self.carry_out(&connection, frame.n, frame.command);
    }

    /// A game has been stored by a server that does not have its part.
    fn adopt(self: &Arc<Hub>, cluster: &Cluster, game: GameId, hops: u8) {
        let part = part_of(game);
        if !cluster.has(part) {
            // While this server takes the part, it finds the game in the storage.
            if let Some(owner) = cluster.owner(part).filter(|_| hops < MOST_HOPS) {
                cluster.send(owner, &Message::Adopt { game, hops: hops + 1 });
            }
            return;
        }
        let hub = self.clone();
        self.runtime.spawn(async move {
            match hub.stored_events(game).await {
                Ok(Some(events)) => hub.adopt_game(game, events),
                Ok(None) => {}
                Err(error) => tracing::error!(%game, error = error.text, "a game cannot be taken over"),
            }
        });
    }

    /// A game from the storage, unless it is in memory or has ended.
    pub(super) fn adopt_game(self: &Arc<Hub>, id: GameId, events: Vec<GameEvent>) {
        let is_new = !self.tables.lock(id).tables.contains_key(&id);
        if !is_new || !self.has(part_of(id)) {
            return;
        }
        match late::replay(events, self.now()) {
            Ok((game, late)) if game.result().is_none() => self.restore_game(game, late, self.now()),
            Ok(_) => {}
            Err(error) => {
                tracing::error!(%error, game = %id, "a stored game cannot be replayed, and is left out");
            }
        }
    }

    /// A game of a part that this server does not have has been queued: when it is stored, its server receives it.
    pub(in crate::online::hub) fn hand_over(self: &Arc<Hub>, game: GameId) {
        let hub = self.clone();
        self.writer.submit(Vec::new(), move |_| {
            let Some(cluster) = &hub.cluster else { return };
            match cluster.owner(part_of(game)) {
                Some(owner) => cluster.send(owner, &Message::Adopt { game, hops: 0 }),
                // Whichever server takes the part finds the game in the storage, this one as well.
                None if hub.has(part_of(game)) => hub.adopt(cluster, game, 0),
                None => {}
            }
        });
    }

    /// A client has connected to this server.
    pub(in crate::online::hub) fn note_local(&self, connection: &Arc<Connection>) {
        if let Some(cluster) = &self.cluster {
            lock(&cluster.local).insert(connection.number, connection.clone());
        }
    }

    /// A client of this server is known to the others from now on.
    pub(in crate::online::hub) fn announce(&self, connection: &Arc<Connection>, account: &Account) {
        let Some(cluster) = &self.cluster else { return };
        let connections = vec![(connection.number, account_text(account))];
        let node = cluster.node();
        cluster.tell_all(&Message::Connected { node, connections, are_all: false, asks: false });
    }

    /// A client of this server has disconnected.
    pub(in crate::online::hub) fn announce_end(&self, connection: &Connection) {
        let Some(cluster) = &self.cluster else { return };
        lock(&cluster.local).remove(&connection.number);
        let node = cluster.node();
        cluster.tell_all(&Message::Disconnected { node, connection: connection.number });
    }

    /// An account has changed.
    pub(in crate::online::hub) fn announce_account(&self, account: &Account) {
        let Some(cluster) = &self.cluster else { return };
        cluster.tell_all(&Message::Account { account: account_text(account) });
    }

    pub(in crate::online::hub) fn announce_log_out(&self, account: AccountId, only_programs: bool) {
        let Some(cluster) = &self.cluster else { return };
        cluster.tell_all(&Message::LogOut { account, only_programs });
    }

    /// A game has ended whose tournament another server has. If the message is lost, the tournament's server finds the end
    /// when it looks for the games that have ended.
    pub(in crate::online::hub) fn announce_result(&self, tournament: TournamentId, game: GameId) {
        let Some(cluster) = &self.cluster else { return };
        if let Some(owner) = cluster.owner(LOBBY) {
            cluster.send(owner, &Message::Ended { tournament, game });
        }
    }

    pub(in crate::online::hub) fn announce_withdrawal(&self, account: AccountId, is_deleted: bool) {
        let Some(cluster) = &self.cluster else { return };
        cluster.tell_all(&Message::Withdrawn { account, is_deleted });
    }

    /// What the lobby, which another server has, shows of this one.
    pub(in crate::online::hub) fn announce_games(&self, games: impl FnOnce(NodeId) -> Games) {
        let Some(cluster) = &self.cluster else { return };
        if let Some(owner) = cluster.owner(LOBBY) {
            cluster.send(owner, &Message::Games(games(cluster.node())));
        }
    }

    /// What the others have told of their games.
    pub(in crate::online::hub) fn games_elsewhere(&self) -> Vec<Games> {
        let Some(cluster) = &self.cluster else { return Vec::new() };
        lock(&cluster.games).values().cloned().collect()
    }

    /// The bus is back: what others have to know of this server is said again, and asked of them.
    fn resume_bus(self: &Arc<Hub>) {
        let Some(cluster) = &self.cluster else { return };
        tracing::info!("the bus is back");
        let own = cluster.node();
        let nodes = cluster.owners.borrow().nodes.clone();
        for node in nodes.into_iter().filter(|node| *node != own) {
            self.name_connections(cluster, node, true);
        }
        self.follow_again(|part| cluster.owner(part).is_some());
        // Games that others have made for this server meanwhile are in the storage.
        let hub = self.clone();
        self.runtime.spawn(async move { hub.find_games().await });
    }
}
