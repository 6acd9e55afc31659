//! Several servers with one database.
//!
//! Each part of the games, and the lobby with the tournaments, belongs to one server at a time
//! ([`Leases`](crate::online::storage::Leases)), which alone
//! decides and writes for it. A client is connected to any server. All servers know all connections: one of another server
//! is a [`Connection`] whose outbox is a [`Remote`], so that the server that has a game pushes to its players
//! without regard to where they are. Commands take the other way: a client's server sends them to the one that they
//! concern (`route`), where they are carried out as those of its own clients.
//!
//! `tend` extends the lease, takes and gives parts; `receive` is what is done with messages of the others.
//!
//! A server with SQLite is alone and has no [`Cluster`].

mod message;
mod receive;
mod remote;
mod route;
mod tend;

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use tengen_online::message::{ErrorCode, Refusal};
use tokio::sync::{Notify, watch};

use super::Connection;
use crate::online::bus::Bus;
use crate::online::part::PARTS;
use crate::online::storage::{NodeId, Owners};
use message::Message;

pub(super) use message::Games;
pub(crate) use remote::Remote;

/// A command that another server carries out.
struct Pending {
    /// Who has sent it. A client that is not connected is known by this alone.
    connection: Arc<Connection>,
    /// Where it was sent to.
    node: NodeId,
    /// When it is refused for want of an answer.
    until: Instant,
}

/// What a server knows of the others.
pub(crate) struct Cluster {
    bus: Arc<dyn Bus>,
    /// The number of this server; 0 while it has none.
    node: AtomicI64,
    /// The parts that this server has, and has read.
    ready: [AtomicBool; PARTS],
    owners: watch::Sender<Owners>,
    /// The connections of this server.
    local: Mutex<HashMap<u64, Arc<Connection>>>,
    /// The connections of the others.
    remote: Mutex<HashMap<(NodeId, u64), Arc<Connection>>>,
    pending: Mutex<HashMap<(u64, u32), Pending>>,
    /// What the lobby shows of the others.
    games: Mutex<HashMap<NodeId, Games>>,
    /// Wakes the task that tends the lease.
    wake: Notify,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // Each change of these maps is one call.
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

    /// Whether this server decides for a part.
    pub(super) fn has(&self, part: u16) -> bool {
        self.ready[usize::from(part)].load(Ordering::Acquire)
    }

    fn set_ready(&self, part: u16, is_ready: bool) {
        self.ready[usize::from(part)].store(is_ready, Ordering::Release);
    }

    /// The other server that has a part.
    fn owner(&self, part: u16) -> Option<NodeId> {
        self.owners.borrow().parts[usize::from(part)].filter(|owner| *owner != self.node())
    }

    /// A client of this server.
    fn client(&self, number: u64) -> Option<Arc<Connection>> {
        let connected = lock(&self.local).get(&number).cloned();
        connected.or_else(|| {
            let pending = lock(&self.pending);
            let mut visitors = pending.iter().filter(|((of, _), _)| *of == number);
            visitors.next().map(|(_, pending)| pending.connection.clone())
        })
    }

    fn send(&self, to: NodeId, message: &Message) {
        // A server that is not reached receives everything when the bus is back, or has ended.
        if let Err(error) = self.bus.send(to, message.encode()) {
            tracing::debug!(%error, %to, "a message was not sent");
        }
    }

    /// Sends a message to all other servers.
    fn tell_all(&self, message: &Message) {
        let own = self.node();
        let nodes = self.owners.borrow().nodes.clone();
        nodes.into_iter().filter(|node| *node != own).for_each(|node| self.send(node, message));
    }

    fn remote(&self, node: NodeId, connection: u64) -> Remote {
        Remote { bus: self.bus.clone(), node, connection }
    }
}

/// A refusal because the server that a command is for cannot be reached.
fn out_of_reach() -> Refusal {
    Refusal::new(ErrorCode::Unavailable, "expected a server that can be reached; try again in a moment")
}
