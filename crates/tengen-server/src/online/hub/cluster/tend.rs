//! The lease of this server, and the parts that the server takes and gives.

use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};

use tengen_online::Time;
use tengen_online::message::ServerMessage;

use super::message::Message;
use super::{Cluster, Membership, lock};
use crate::online::hub::peers::Peers as _;
use crate::online::hub::{Connection, Hub, text};
use crate::online::outbox::Closing;
use crate::online::part::{LOBBY, PARTS};
use crate::online::storage::{LEASE, Leases, NodeId, Owners, StorageError};
use crate::online::{BusError, StartError};

/// The interval at which the lease is extended: four times in its life.
const TEND: Duration = Duration::from_millis(750);
/// The milliseconds after which a client connects again if its seek or its place in a pool was lost.
const RECONNECT_AFTER: u32 = 100;

#[derive(Debug, thiserror::Error)]
pub(crate) enum TendError {
    #[error(transparent)]
    Storage(#[from] StorageError),
    #[error(transparent)]
    Bus(#[from] BusError),
}

impl Membership {
    /// The membership of a server without a lease.
    pub(crate) fn new(cluster: Arc<Cluster>, hub: Arc<Hub>) -> Membership {
        Membership { cluster, hub }
    }

    /// Acquires a lease and takes parts before the first client is served. A server that is alone waits until it has all parts.
    ///
    /// # Errors
    /// When the storage or the bus fails, or another server uses the database and there is no bus.
    pub(crate) async fn join(&self) -> Result<(), StartError> {
        let services = self.hub.context.services.clone();
        let Some(leases) = services.storage.leases() else { return Ok(()) };
        let cluster = &self.cluster;
        let failed = |error: TendError| match error {
            TendError::Storage(error) => StartError::Storage(error),
            TendError::Bus(error) => StartError::Bus(error),
        };
        self.begin_lease(leases).await.map_err(failed)?;
        let start = Instant::now();
        loop {
            self.tend_once(leases, start).await.map_err(failed)?;
            let is_alone = (0..PARTS as u16).all(|part| cluster.has(part));
            if is_alone || cluster.bus.reaches_others() {
                break;
            }
            // The previous server has ended suddenly, or still runs.
            if start.elapsed() > LEASE * 3 {
                leases.leave().await?;
                return Err(StartError::Storage(StorageError::Shared));
            }
            tokio::time::sleep(TEND).await;
        }
        self.hub.context.spawn(Membership::tend(cluster.clone(), Arc::downgrade(&self.hub)));
        Ok(())
    }

    async fn begin_lease(&self, leases: &dyn Leases) -> Result<(), TendError> {
        let cluster = &self.cluster;
        let node = leases.join().await?;
        let inbox = cluster.bus.listen(node).await?;
        cluster.node.store(node.0, Relaxed);
        let receive = Membership::receive_all(cluster.clone(), Arc::downgrade(&self.hub), inbox);
        self.hub.context.spawn(receive);
        let owners = leases.owners().await?;
        self.note_owners(owners);
        for other in cluster.others() {
            self.name_connections(other, true);
        }
        Ok(())
    }

    /// Runs until the hub is dropped or stops.
    async fn tend(cluster: Arc<Cluster>, hub: Weak<Hub>) {
        // The time at which the lease was acquired, or at which it could last not be extended.
        let mut since = Instant::now();
        while let Some(hub) = hub.upgrade().filter(|hub| !hub.context.services.is_stopping()) {
            let membership = Membership::new(cluster.clone(), hub);
            let context = membership.hub.context.clone();
            let Some(leases) = context.services.storage.leases() else { return };
            let done = if cluster.node().0 == 0 {
                since = Instant::now();
                membership.begin_lease(leases).await
            } else {
                membership.tend_once(leases, since).await
            };
            match done {
                Ok(()) => {}
                Err(TendError::Storage(StorageError::Fenced)) => {
                    tracing::error!("the lease has run out, and others go on; this server begins anew");
                    membership.lose_everything();
                    continue;
                }
                Err(error) => {
                    tracing::error!(%error, "the lease could not be tended");
                    since = Instant::now();
                }
            }
            cluster.refuse_overdue(&context);
            tokio::select! {
                () = tokio::time::sleep(TEND) => {}
                () = cluster.wake.notified() => {}
            }
        }
    }

    /// Extends the lease, reads the list of servers, and takes or gives parts so that all servers have equally many.
    async fn tend_once(&self, leases: &dyn Leases, since: Instant) -> Result<(), TendError> {
        let cluster = &self.cluster;
        leases.renew().await?;
        // After a failure of the database all leases have run out. Each server then has the duration of a lease to extend its own.
        if since.elapsed() >= LEASE {
            leases.remove_expired().await?;
        }
        let owners = leases.owners().await?;
        self.note_owners(owners.clone());
        let node = cluster.node();
        let own = |owners: &Owners| -> Vec<u16> {
            (0..).zip(owners.parts).filter(|(_, owner)| *owner == Some(node)).map(|(part, _)| part).collect()
        };
        let mine = own(&owners);
        // Parts that were taken before and could not be read at that time.
        let mut begun: Vec<(u16, Option<Time>)> =
            mine.iter().filter(|part| !cluster.has(**part)).map(|part| (*part, None)).collect();
        let share = PARTS.div_ceil(owners.nodes.len().max(1));
        if mine.len() > share {
            // The lobby is given last: users who wait in it would have to connect again.
            let given: Vec<u16> = mine.iter().copied().take(mine.len() - share).collect();
            begun.retain(|(part, _)| !given.contains(part));
            self.give_parts(leases, &given).await?;
        } else if mine.len() < share {
            let free = (0..PARTS as u16).rev().filter(|part| owners.parts[usize::from(*part)].is_none());
            let free: Vec<u16> = free.take(share - mine.len()).collect();
            if !free.is_empty() {
                begun.extend(leases.take(&free).await?);
            }
        }
        if !begun.is_empty() {
            let now = self.hub.context.now();
            for (part, alive) in &begun {
                self.hub.begin_part(*part, alive.unwrap_or(now)).await?;
                cluster.set_ready(*part, true);
            }
            let owners = leases.owners().await?;
            self.note_owners(owners);
            cluster.send_to_all(&Message::Moved);
        }
        Ok(())
    }

    /// Gives parts to other servers, after all decisions in them are written.
    async fn give_parts(&self, leases: &dyn Leases, parts: &[u16]) -> Result<(), TendError> {
        let (cluster, hub) = (&self.cluster, &self.hub);
        for part in parts {
            cluster.set_ready(*part, false);
            hub.drop_part(*part);
        }
        // The server that takes the parts finds the queued changes in the storage.
        let _ = hub.context.services.writer.write(Vec::new()).await;
        leases.give(parts).await?;
        let owners = leases.owners().await?;
        self.note_owners(owners);
        cluster.send_to_all(&Message::Moved);
        Ok(())
    }

    /// Gives all parts to the other servers when this server ends.
    pub(crate) async fn leave(&self) {
        let services = &self.hub.context.services;
        let (cluster, Some(leases)) = (&self.cluster, services.storage.leases()) else { return };
        self.drop_everything();
        let _ = services.writer.write(Vec::new()).await;
        match leases.leave().await {
            Ok(()) => cluster.send_to_all(&Message::Moved),
            // The lease runs out without further action.
            Err(error) => tracing::error!(%error, "the lease could not be given back"),
        }
    }

    /// Drops all parts after the lease has run out, since other servers have them now. The clients stay connected, and follow their games
    /// there.
    fn lose_everything(&self) {
        let cluster = &self.cluster;
        cluster.node.store(0, Relaxed);
        self.drop_everything();
        let remote: Vec<Arc<Connection>> = lock(&cluster.remote).drain().map(|(_, remote)| remote).collect();
        remote.iter().for_each(|connection| self.hub.depart(connection));
        cluster.owners.send_replace(Owners { nodes: Vec::new(), parts: [None; PARTS] });
    }

    fn drop_everything(&self) {
        for part in 0..PARTS as u16 {
            self.cluster.set_ready(part, false);
            self.hub.drop_part(part);
        }
    }

    /// Takes over the list of owners that was read from the storage.
    fn note_owners(&self, owners: Owners) {
        let (cluster, hub) = (&self.cluster, &self.hub);
        let before = cluster.owners.send_replace(owners.clone());
        let own = cluster.node();
        let is_new = |node: &&NodeId| **node != own && !before.nodes.contains(node);
        for node in owners.nodes.iter().filter(is_new) {
            // The new server has not received the clients that connected here before it was in the list.
            self.name_connections(*node, false);
        }
        let ended: Vec<NodeId> =
            before.nodes.into_iter().filter(|node| !owners.nodes.contains(node)).collect();
        if !ended.is_empty() {
            let remote: Vec<Arc<Connection>> = lock(&cluster.remote)
                .extract_if(|(node, _), _| ended.contains(node))
                .map(|(_, connection)| connection)
                .collect();
            remote.iter().for_each(|connection| hub.depart(connection));
            lock(&cluster.games).retain(|node, _| !ended.contains(node));
            cluster.refuse_overdue(&hub.context);
        }
        let moved = |part: u16| {
            let (old, new) = (before.parts[usize::from(part)], owners.parts[usize::from(part)]);
            new.is_some() && old != new
        };
        if moved(LOBBY) {
            self.lobby_was_lost();
        }
        cluster.follow_again(&hub.context, moved);
    }

    /// Handles the move of the lobby to another server, which does not have the seeks that end with a connection. Clients that wait connect
    /// again, and their seeks are gone.
    fn lobby_was_lost(&self) {
        let connections = self.cluster.clients();
        for connection in connections.iter().filter(|connection| connection.waits.load(Relaxed)) {
            connection.push(text(&ServerMessage::Closing { reconnect_after: RECONNECT_AFTER }));
            connection.outbox.close(Closing::Stopping);
        }
    }

    /// Reads the games of this server's parts that are stored and not in memory.
    pub(super) async fn find_games(&self) {
        for part in (0..LOBBY).filter(|part| self.cluster.has(*part)) {
            self.hub.games.find(part).await;
        }
    }
}
