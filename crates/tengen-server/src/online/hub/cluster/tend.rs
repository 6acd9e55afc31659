//! The lease of this server, and the parts that it takes and gives.

use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};

use tengen_online::Time;
use tengen_online::message::ServerMessage;

use super::message::Message;
use super::{Cluster, lock};
use crate::online::hub::{Connection, Hub, text};
use crate::online::outbox::Closing;
use crate::online::part::{LOBBY, PARTS};
use crate::online::storage::{LEASE, Leases, NodeId, Owners, StorageError};
use crate::online::{BusError, StartError};

/// How often the lease is extended: four times in its life.
const TEND: Duration = Duration::from_millis(750);
/// After how many milliseconds a client connects again when what it waited for in the lobby has been lost.
const RECONNECT_AFTER: u32 = 100;

/// What goes wrong while a lease is tended.
#[derive(Debug, thiserror::Error)]
pub(crate) enum TendError {
    #[error(transparent)]
    Storage(#[from] StorageError),
    #[error(transparent)]
    Bus(#[from] BusError),
}

impl Hub {
    /// Gets a lease and takes parts, before the first client comes. A server that is alone waits until it has everything.
    ///
    /// # Errors
    /// When the storage or the bus fails, or another server uses the database and there is no bus.
    pub(crate) async fn join_cluster(self: &Arc<Hub>) -> Result<(), StartError> {
        let (Some(cluster), Some(leases)) = (&self.cluster, self.storage.leases()) else { return Ok(()) };
        let failed = |error: TendError| match error {
            TendError::Storage(error) => StartError::Storage(error),
            TendError::Bus(error) => StartError::Bus(error),
        };
        self.begin_lease(cluster, leases).await.map_err(failed)?;
        let start = Instant::now();
        loop {
            self.tend_once(cluster, leases, start).await.map_err(failed)?;
            let is_alone = (0..PARTS as u16).all(|part| cluster.has(part));
            if is_alone || cluster.bus.reaches_others() {
                break;
            }
            // The server before has ended suddenly, or still runs.
            if start.elapsed() > LEASE * 3 {
                leases.leave().await?;
                return Err(StartError::Storage(StorageError::Shared));
            }
            tokio::time::sleep(TEND).await;
        }
        let hub = Arc::downgrade(self);
        tokio::spawn(Hub::tend(hub));
        Ok(())
    }

    async fn begin_lease(self: &Arc<Hub>, cluster: &Cluster, leases: &dyn Leases) -> Result<(), TendError> {
        let node = leases.join().await?;
        let inbox = cluster.bus.listen(node).await?;
        cluster.node.store(node.0, Relaxed);
        tokio::spawn(Hub::receive_all(Arc::downgrade(self), inbox));
        let owners = leases.owners().await?;
        self.note_owners(cluster, owners);
        for other in cluster.owners.borrow().nodes.clone().into_iter().filter(|other| *other != node) {
            self.name_connections(cluster, other, true);
        }
        Ok(())
    }

    /// Runs until the hub is dropped or stops.
    async fn tend(hub: Weak<Hub>) {
        // When the lease was got, or found again after it could not be extended.
        let mut since = Instant::now();
        while let Some(hub) = hub.upgrade().filter(|hub| !hub.is_stopping()) {
            let (Some(cluster), Some(leases)) = (&hub.cluster, hub.storage.leases()) else { return };
            let done = if cluster.node().0 == 0 {
                since = Instant::now();
                hub.begin_lease(cluster, leases).await
            } else {
                hub.tend_once(cluster, leases, since).await
            };
            match done {
                Ok(()) => {}
                Err(TendError::Storage(StorageError::Fenced)) => {
                    tracing::error!("the lease has run out, and others go on; this server begins anew");
                    hub.lose_everything(cluster);
                    continue;
                }
                Err(error) => {
                    tracing::error!(%error, "the lease could not be tended");
                    since = Instant::now();
                }
            }
            hub.refuse_overdue();
            tokio::select! {
                () = tokio::time::sleep(TEND) => {}
                () = cluster.wake.notified() => {}
            }
        }
    }

    /// Extends the lease, looks at the others, and takes or gives parts so that all have as many.
    async fn tend_once(
        self: &Arc<Hub>,
        cluster: &Cluster,
        leases: &dyn Leases,
        since: Instant,
    ) -> Result<(), TendError> {
        leases.renew().await?;
        // After a failure of the database all leases have run out. Each server has the time of a lease to extend its own.
        if since.elapsed() >= LEASE {
            leases.remove_expired().await?;
        }
        let owners = leases.owners().await?;
        self.note_owners(cluster, owners.clone());
        let node = cluster.node();
        let own = |owners: &Owners| -> Vec<u16> {
            (0..).zip(owners.parts).filter(|(_, owner)| *owner == Some(node)).map(|(part, _)| part).collect()
        };
        let mine = own(&owners);
        // What was taken, and could not be read then.
        let mut begun: Vec<(u16, Option<Time>)> =
            mine.iter().filter(|part| !cluster.has(**part)).map(|part| (*part, None)).collect();
        let share = PARTS.div_ceil(owners.nodes.len().max(1));
        if mine.len() > share {
            // The lobby moves least: users who wait in it would have to come back.
            let given: Vec<u16> = mine.iter().copied().take(mine.len() - share).collect();
            begun.retain(|(part, _)| !given.contains(part));
            self.give_parts(cluster, leases, &given).await?;
        } else if mine.len() < share {
            let free = (0..PARTS as u16).rev().filter(|part| owners.parts[usize::from(*part)].is_none());
            let free: Vec<u16> = free.take(share - mine.len()).collect();
            if !free.is_empty() {
                begun.extend(leases.take(&free).await?);
            }
        }
        if !begun.is_empty() {
            let now = self.now();
            for (part, alive) in &begun {
                self.begin_part(*part, alive.unwrap_or(now)).await?;
                cluster.set_ready(*part, true);
            }
            let owners = leases.owners().await?;
            self.note_owners(cluster, owners);
            cluster.tell_all(&Message::Moved);
        }
        Ok(())
    }

    /// Reads a part that this server has taken.
    async fn begin_part(self: &Arc<Hub>, part: u16, alive: Time) -> Result<(), StorageError> {
        if part == LOBBY { self.restore_lobby().await } else { self.restore_part(part, alive).await }
    }

    /// Gives parts to other servers, with all that was decided in them.
    async fn give_parts(
        self: &Arc<Hub>,
        cluster: &Cluster,
        leases: &dyn Leases,
        parts: &[u16],
    ) -> Result<(), TendError> {
        for part in parts {
            cluster.set_ready(*part, false);
            self.drop_part(*part);
        }
        // The server that takes them finds in the storage what was queued.
        let _ = self.writer.write(Vec::new()).await;
        leases.give(parts).await?;
        let owners = leases.owners().await?;
        self.note_owners(cluster, owners);
        cluster.tell_all(&Message::Moved);
        Ok(())
    }

    /// Gives everything to the other servers, at the end of this one.
    pub(in crate::online::hub) async fn leave_cluster(self: &Arc<Hub>) {
        let (Some(cluster), Some(leases)) = (&self.cluster, self.storage.leases()) else { return };
        for part in 0..PARTS as u16 {
            cluster.set_ready(part, false);
            self.drop_part(part);
        }
        let _ = self.writer.write(Vec::new()).await;
        match leases.leave().await {
            Ok(()) => cluster.tell_all(&Message::Moved),
            // The lease runs out by itself.
            Err(error) => tracing::error!(%error, "the lease could not be given back"),
        }
    }

    /// The lease has run out: what this server had, others have now. Its clients stay connected, and follow their games
    /// there.
    fn lose_everything(self: &Arc<Hub>, cluster: &Cluster) {
        cluster.node.store(0, Relaxed);
        for part in 0..PARTS as u16 {
            cluster.set_ready(part, false);
            self.drop_part(part);
        }
        let remote: Vec<Arc<Connection>> = lock(&cluster.remote).drain().map(|(_, remote)| remote).collect();
        remote.iter().for_each(|connection| self.disconnect(connection));
        cluster.owners.send_replace(Owners { nodes: Vec::new(), parts: [None; PARTS] });
    }

    /// Which server has what has been read.
    fn note_owners(self: &Arc<Hub>, cluster: &Cluster, owners: Owners) {
        let before = cluster.owners.send_replace(owners.clone());
        let own = cluster.node();
        let is_new = |node: &&NodeId| **node != own && !before.nodes.contains(node);
        for node in owners.nodes.iter().filter(is_new) {
            // Clients who have connected before this server knew of the other one are unknown there.
            self.name_connections(cluster, *node, false);
        }
        let ended: Vec<NodeId> =
            before.nodes.into_iter().filter(|node| !owners.nodes.contains(node)).collect();
        if !ended.is_empty() {
            let remote: Vec<Arc<Connection>> = lock(&cluster.remote)
                .extract_if(|(node, _), _| ended.contains(node))
                .map(|(_, connection)| connection)
                .collect();
            remote.iter().for_each(|connection| self.disconnect(connection));
            lock(&cluster.games).retain(|node, _| !ended.contains(node));
            self.refuse_overdue();
        }
        let moved = |part: u16| {
            let (old, new) = (before.parts[usize::from(part)], owners.parts[usize::from(part)]);
            new.is_some() && old != new
        };
        if moved(LOBBY) {
            self.lobby_was_lost(cluster);
        }
        self.follow_again(moved);
    }

    /// Another server has the lobby, which knows nothing of the seeks that end with a connection: a client that waits connects
    /// again, and sees that.
    fn lobby_was_lost(&self, cluster: &Cluster) {
        let connections: Vec<Arc<Connection>> = lock(&cluster.local).values().cloned().collect();
        for connection in connections.iter().filter(|connection| connection.waits.load(Relaxed)) {
            connection.push(text(&ServerMessage::Closing { reconnect_after: RECONNECT_AFTER }));
            connection.outbox.close(Closing::Stopping);
        }
    }

    /// Looks for games of this server's parts that are stored and not in memory.
    pub(super) async fn find_games(self: &Arc<Hub>) {
        let Some(cluster) = &self.cluster else { return };
        for part in (0..LOBBY).filter(|part| cluster.has(*part)) {
            match self.storage.live_games(part).await {
                Ok(games) => games.into_iter().for_each(|stored| self.adopt_game(stored.game, stored.events)),
                Err(error) => tracing::error!(%error, "games could not be looked for"),
            }
        }
    }
}
