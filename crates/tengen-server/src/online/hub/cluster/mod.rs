//! Several servers with one database.
//!
//! Each part of the games, and the lobby with the tournaments, belongs to one server at a time
//! ([`Leases`](crate::online::storage::Leases)). Only this server decides and writes for the part. A client is connected to any server, and
//! all servers have a list of all connections. A connection of another server is a [`Connection`] whose outbox is a [`Remote`], so that the
//! server of a game sends to all players in the same way. Commands take the opposite way: a client's server sends a command to the server
//! that it concerns (`route`), which carries it out like a command of its own clients.
//!
//! [`Cluster`] sends from this server to the others, behind the trait [`Peers`]. [`Membership`] is the opposite direction: `tend` extends
//! the lease, takes and gives parts; `receive` carries out messages of other servers.
//!
//! A server with SQLite is alone and uses neither of them.

mod message;
mod receive;
mod remote;
mod route;
mod tend;

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tengen_online::message::ClientCommand;
use tokio::sync::{Notify, watch};

use super::caller::Caller;
use super::context::Context;
use super::games::OtherGames;
use super::peers::{News, Peers};
use super::{Connection, Hub};
use crate::online::bus::Bus;
use crate::online::part::{LOBBY, PARTS, part_of};
use crate::online::storage::{NodeId, Owners};
use message::{Games, Message, account_text};
use route::Pending;

pub(crate) use remote::Remote;

/// The owners of the parts, the connections of all servers, and the bus to the other servers.
pub(crate) struct Cluster {
    bus: Arc<dyn Bus>,
    /// The number of this server; 0 while it has none.
    node: AtomicI64,
    /// The parts that this server owns and has read.
    ready: [AtomicBool; PARTS],
    owners: watch::Sender<Owners>,
    /// The connections of this server.
    local: Mutex<HashMap<u64, Arc<Connection>>>,
    /// The connections of the other servers.
    remote: Mutex<HashMap<(NodeId, u64), Arc<Connection>>>,
    pending: Mutex<HashMap<(u64, u32), Pending>>,
    /// The games of the other servers, as the lobby shows them.
    games: Mutex<HashMap<NodeId, Games>>,
    /// Wakes the task that tends the lease.
    wake: Notify,
}

/// This server as a member of the cluster.
#[derive(Clone)]
pub(crate) struct Membership {
    cluster: Arc<Cluster>,
    hub: Arc<Hub>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // Each change of these maps is one call, so that a panic leaves no map half changed.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Cluster {
    pub(crate) fn new(bus: Arc<dyn Bus>) -> Cluster {
        Cluster {
            bus,
            node: AtomicI64::new(0),
            ready: [const { AtomicBool::new(false) }; PARTS],
            owners: watch::Sender::new(Owners { nodes: Vec::new(), parts: [None; PARTS] }),
            local: Mutex::default(),
            remote: Mutex::default(),
            pending: Mutex::default(),
            games: Mutex::default(),
            wake: Notify::new(),
        }
    }

    fn node(&self) -> NodeId {
        NodeId(self.node.load(Ordering::Relaxed))
    }

    fn set_ready(&self, part: u16, is_ready: bool) {
        self.ready[usize::from(part)].store(is_ready, Ordering::Release);
    }

    /// The owner of a part, if it is another server.
    fn owner(&self, part: u16) -> Option<NodeId> {
        self.owners.borrow().parts[usize::from(part)].filter(|owner| *owner != self.node())
    }

    /// A client that is connected to this server.
    fn client(&self, number: u64) -> Option<Arc<Connection>> {
        lock(&self.local).get(&number).cloned()
    }

    fn clients(&self) -> Vec<Arc<Connection>> {
        lock(&self.local).values().cloned().collect()
    }

    fn send(&self, to: NodeId, message: &Message) {
        // After a failure of the bus, the receiver gets the complete state as soon as the bus works again, unless the receiver has ended.
        if let Err(error) = self.bus.send(to, message.encode()) {
            tracing::debug!(%error, %to, "a message was not sent");
        }
    }

    /// Sends a message to the owner of a part; does nothing if that is this server, or if the part has no owner.
    fn send_to_owner(&self, part: u16, message: &Message) {
        if let Some(owner) = self.owner(part) {
            self.send(owner, message);
        }
    }

    fn others(&self) -> Vec<NodeId> {
        let own = self.node();
        let nodes = self.owners.borrow().nodes.clone();
        nodes.into_iter().filter(|node| *node != own).collect()
    }

    fn send_to_all(&self, message: &Message) {
        self.others().into_iter().for_each(|node| self.send(node, message));
    }

    fn remote(&self, node: NodeId, connection: u64) -> Remote {
        Remote { bus: self.bus.clone(), node, connection }
    }
}

impl Peers for Cluster {
    fn has(&self, part: u16) -> bool {
        self.ready[usize::from(part)].load(Ordering::Acquire)
    }

    fn has_everything(&self) -> bool {
        false
    }

    fn forward(self: Arc<Self>, context: &Arc<Context>, caller: Caller, command: ClientCommand) {
        self.begin(context, caller, command);
    }

    fn announce(&self, news: News<'_>) {
        let node = self.node();
        match news {
            News::Connecting(connection) => {
                lock(&self.local).insert(connection.number, connection.clone());
            }
            News::Connected(connection, account) => {
                let connections = vec![(connection.number, account_text(account))];
                self.send_to_all(&Message::Connected { node, connections, are_all: false, asks: false });
            }
            News::Disconnected(connection) => {
                lock(&self.local).remove(&connection.number);
                self.send_to_all(&Message::Disconnected { node, connection: connection.number });
            }
            News::Opened(connection, place) => {
                self.send_to_all(&Message::Opened { node, connection: connection.number, place });
            }
            News::Playing { people, .. } if people.is_empty() => {}
            News::Playing { game, people, is_running } => {
                self.send_to_all(&Message::Playing { games: vec![(game, people)], are_running: is_running });
            }
            News::Account(account) => self.send_to_all(&Message::Account { account: account_text(account) }),
            News::LoggedOut { account, only_programs } => {
                self.send_to_all(&Message::LogOut { account, only_programs });
            }
            News::Withdrawn { account, is_deleted } => {
                self.send_to_all(&Message::Withdrawn { account, is_deleted });
            }
            News::Aborted { by, other } => self.send_to_owner(LOBBY, &Message::Aborted { by, other }),
            News::Ended(tournament, game) => self.send_to_owner(LOBBY, &Message::Ended { tournament, game }),
            News::Games(sweep) => self.send_to_owner(LOBBY, &Message::Games(Games::new(node, sweep))),
            News::Stored(game) => self.send_to_owner(part_of(game), &Message::Adopt { game, hops: 0 }),
        }
    }

    fn note_wish(&self, connection: &Connection, command: &ClientCommand) {
        match command {
            ClientCommand::Watch(game) => {
                // The server of the game refuses the watching of one game too many.
                connection.note_watched(*game);
            }
            ClientCommand::Unwatch(game) => connection.forget_watched(*game),
            ClientCommand::WatchTournament(tournament) => connection.note_tournament(*tournament, true),
            ClientCommand::UnwatchTournament(tournament) => connection.note_tournament(*tournament, false),
            ClientCommand::WatchLobby => connection.in_lobby.store(true, Ordering::Relaxed),
            ClientCommand::UnwatchLobby => connection.in_lobby.store(false, Ordering::Relaxed),
            ClientCommand::Seek(_) | ClientCommand::JoinPool(_) => {
                connection.waits.store(true, Ordering::Relaxed);
            }
            _ => {}
        }
    }

    fn games(&self) -> Vec<OtherGames> {
        lock(&self.games).values().map(Games::others).collect()
    }
}
