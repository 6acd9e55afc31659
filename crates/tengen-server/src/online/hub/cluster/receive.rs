//! The handling of messages from other servers.

use std::collections::BTreeSet;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Weak};

use tengen_online::account::Account;
use tengen_online::http::Done;
use tengen_online::id::GameId;
use tengen_online::message::{ClientFrame, Created, Refusal};

use super::message::{Command, Message, account_text};
use super::{Cluster, Membership, lock};
use crate::online::bus::{Inbox, Incoming};
use crate::online::hub::caller::Caller;
use crate::online::hub::commands::part_of_command;
use crate::online::hub::follow_up::{Dispatch as _, FollowUp};
use crate::online::hub::peers::Peers as _;
use crate::online::hub::presence::Place;
use crate::online::hub::{Connection, Hub};
use crate::online::part::part_of;
use crate::online::storage::NodeId;

/// The most connections in one message, well below the size limit of a bus.
const MOST_CONNECTIONS: usize = 200;
/// The largest number of times that the news of a stored game is forwarded.
const MOST_HOPS: u8 = 10;

impl Membership {
    /// Takes messages until the inbox is closed.
    pub(super) async fn receive_all(cluster: Arc<Cluster>, hub: Weak<Hub>, mut inbox: Inbox) {
        while let Some(incoming) = inbox.recv().await {
            let Some(hub) = hub.upgrade() else { break };
            let membership = Membership { cluster: cluster.clone(), hub };
            match incoming {
                Incoming::Message(bytes) => match Message::decode(&bytes) {
                    Some(message) => membership.receive(message),
                    None => {
                        tracing::warn!(
                            "expected a message of this version of the program, found another one"
                        );
                    }
                },
                Incoming::Restored => membership.resume_bus(),
            }
        }
    }

    fn receive(&self, message: Message) {
        let (cluster, hub) = (&self.cluster, &self.hub);
        let context = &hub.context;
        match message {
            Message::Connected { node, connections, are_all, asks } => {
                self.connected(node, connections, are_all, asks);
            }
            Message::Disconnected { node, connection } => {
                let connection = lock(&cluster.remote).remove(&(node, connection));
                if let Some(connection) = connection {
                    hub.depart(&connection);
                }
            }
            Message::Opened { node, connection, place } => {
                let connection = lock(&cluster.remote).get(&(node, connection)).cloned();
                if let Some(connection) = connection {
                    hub.move_to(&connection, place);
                }
            }
            Message::Command(command) => self.command(command),
            Message::Bounced(command) => cluster.bounced(context, command),
            Message::Push { connections, text } => {
                for number in connections {
                    match cluster.client(number) {
                        Some(connection) => connection.push(text.clone().into()),
                        None => cluster.push_to_request(number, &text),
                    }
                }
            }
            Message::Answer { connection, n, result } => {
                let result = serde_json::from_str::<Result<Option<Created>, Refusal>>(&result);
                // A missing caller means that the command has been refused because its answer was late.
                if let (Some(caller), Ok(result)) = (cluster.take_caller(connection, n), result) {
                    caller.answer(result.map(|created| Done { created, ..Done::default() }));
                }
            }
            Message::Close { connection, reason } => {
                if let Some(connection) = cluster.client(connection) {
                    connection.outbox.close(reason);
                }
            }
            Message::Adopt { game, hops } => self.adopt(game, hops),
            Message::Account { account } => {
                if let Ok(account) = serde_json::from_str::<Account>(&account) {
                    context.presence.change(account.id, |known| *known = account.clone());
                }
            }
            Message::LogOut { account, only_programs } => context.presence.close(account, only_programs),
            Message::Ended { tournament, game } => {
                let tournaments = hub.tournaments.clone();
                context.spawn(async move { tournaments.report_ended(tournament, vec![game]).await });
            }
            Message::Withdrawn { account, is_deleted } => hub.withdraw_here(account, is_deleted),
            Message::Playing { games, are_running } => {
                for (game, people) in games {
                    context.presence.note_playing(game, &people, are_running);
                    if are_running {
                        hub.stop_waiting(&people);
                    }
                }
            }
            Message::Aborted { by, other } => hub.clone().dispatch(FollowUp::Aborted { by, other }),
            Message::Moved => cluster.wake.notify_one(),
            Message::Games(games) => {
                lock(&cluster.games).insert(games.node, games);
            }
        }
    }

    fn connected(&self, node: NodeId, connections: Vec<(u64, String)>, are_all: bool, asks: bool) {
        let (cluster, hub) = (&self.cluster, &self.hub);
        if are_all {
            let named: BTreeSet<u64> = connections.iter().map(|(number, _)| *number).collect();
            let ended: Vec<Arc<Connection>> = lock(&cluster.remote)
                .extract_if(|(of, number), _| *of == node && !named.contains(number))
                .map(|(_, connection)| connection)
                .collect();
            ended.iter().for_each(|connection| hub.depart(connection));
        }
        for (number, account) in connections {
            let Ok(account) = serde_json::from_str::<Account>(&account) else { continue };
            let presence = &hub.context.presence;
            let known = lock(&cluster.remote).get(&(node, number)).cloned();
            let (connection, games) = match known {
                Some(connection) => (connection, presence.games(account.id)),
                None => {
                    let remote = cluster.remote(node, number);
                    let (connection, games) = presence.connect_remote(&account, remote, hub.context.now());
                    lock(&cluster.remote).insert((node, number), connection.clone());
                    (connection, games)
                }
            };
            games.into_iter().for_each(|game| hub.games.join(&connection, game));
        }
        if !cluster.owners.borrow().nodes.contains(&node) {
            cluster.wake.notify_one();
        }
        if asks {
            self.name_connections(node, false);
        }
    }

    /// Sends to another server which people play games of this server with clocks.
    fn name_playing(&self, to: NodeId) {
        self.hub.games.name_playing(|games| {
            for part in games.chunks(MOST_CONNECTIONS) {
                self.cluster.send(to, &Message::Playing { games: part.to_vec(), are_running: true });
            }
        });
    }

    /// Sends to another server the places of the clients of this server.
    fn name_places(&self, to: NodeId) {
        let node = self.cluster.node();
        for open in self.cluster.clients() {
            let place = open.place();
            if place != Place::Anywhere {
                self.cluster.send(to, &Message::Opened { node, connection: open.number, place });
            }
        }
    }

    /// Sends the connections of this server, and the people who play here, to another server.
    pub(super) fn name_connections(&self, to: NodeId, asks: bool) {
        let cluster = &self.cluster;
        let account = |connection: &Connection| self.hub.context.presence.account(connection.account);
        let clients = cluster.clients().into_iter();
        let local: Vec<(u64, String)> = clients
            .filter_map(|connection| Some((connection.number, account_text(&account(&connection)?))))
            .collect();
        self.name_playing(to);
        let node = cluster.node();
        // A message with `are_all` removes all connections that it does not list. A long list needs several messages, after an empty one
        // of this kind.
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
        self.name_places(to);
    }

    fn command(&self, command: Command) {
        let (cluster, context) = (&self.cluster, &self.hub.context);
        let Ok(frame) = serde_json::from_str::<ClientFrame>(&command.frame) else { return };
        let has = part_of_command(&frame.command).is_none_or(|part| cluster.has(part));
        let connection = lock(&cluster.remote).get(&(command.node, command.connection)).cloned();
        let node = command.node;
        let visitor = || {
            let account = serde_json::from_str(command.visitor.as_deref()?).ok()?;
            let remote = cluster.remote(node, command.connection);
            Some(Arc::new(context.presence.visit_remote(&account, remote, context.now())))
        };
        let connection = connection.or_else(visitor);
        let is_stopping = context.services.is_stopping();
        let Some(connection) = connection.filter(|_| has && !is_stopping) else {
            return cluster.send(node, &Message::Bounced(command));
        };
        connection.lag.store(command.lag, Relaxed);
        context.services.metrics.forwarded.fetch_add(1, Relaxed);
        self.hub.carry_out(Caller::client(&connection, frame.n), frame.command);
    }

    /// Reads a game that a server without its part has stored.
    fn adopt(&self, game: GameId, hops: u8) {
        let part = part_of(game);
        if self.cluster.has(part) {
            return self.hub.games.adopt(game);
        }
        // A server that is about to take the part finds the game in the storage.
        if hops < MOST_HOPS {
            self.cluster.send_to_owner(part, &Message::Adopt { game, hops: hops + 1 });
        }
    }

    /// Restores the exchange after a failure of the bus: this server sends its state to the others, and requests theirs.
    fn resume_bus(&self) {
        tracing::info!("the bus is back");
        for node in self.cluster.others() {
            self.name_connections(node, true);
        }
        self.cluster.follow_again(&self.hub.context, |part| self.cluster.owner(part).is_some());
        // Games that other servers have created for this server in the meantime are in the storage.
        let membership = self.clone();
        self.hub.context.spawn(async move { membership.find_games().await });
    }
}
