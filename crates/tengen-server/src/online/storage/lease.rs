//! Leases, by which several servers share a database.
//!
//! Each server has a number, which is its fencing token: numbers ascend, and none is used twice. A server that does not extend its lease in
//! time may be removed by another one, which then takes over its parts. Each transaction of a server checks that the server has not been
//! removed, and the removal waits for the end of such a transaction. Therefore a server that has taken over a part reads everything that
//! others ever wrote in it.

use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use tengen_online::Time;

use super::Answer;
use crate::online::part::PARTS;

/// The time for which a lease is valid after its extension.
pub const LEASE: Duration = Duration::from_secs(3);

/// The number of a server in a database. A server that has lost its lease gets another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct NodeId(pub i64);

impl fmt::Display for NodeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The servers, and the owner of each part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Owners {
    /// The servers, in ascending order of their numbers.
    pub nodes: Vec<NodeId>,
    /// The owner of each part.
    pub parts: [Option<NodeId>; PARTS],
}

/// Leases on the parts of a database.
pub trait Leases: Send + Sync {
    /// The name of the database, by which its servers distinguish their messages from those of other databases on the same bus.
    fn cluster(&self) -> Answer<'_, String>;

    /// The clock of the database, which all its servers use.
    fn now(&self) -> Answer<'_, Time>;

    /// Registers this server with a number of its own. From now on its transactions check the number.
    fn join(&self) -> Answer<'_, NodeId>;

    /// Extends the lease.
    ///
    /// # Errors
    /// [`StorageError::Fenced`](super::StorageError::Fenced) when this server has been removed.
    fn renew(&self) -> Answer<'_, ()>;

    /// Removes the servers whose leases have run out, so that their parts are free.
    fn remove_expired(&self) -> Answer<'_, ()>;

    /// The servers, and the owner of each part.
    fn owners(&self) -> Answer<'_, Owners>;

    /// Takes those parts that are free. Returns the parts that this server now owns, each with the last time at which its former owner was
    /// known to run.
    fn take<'a>(&'a self, parts: &'a [u16]) -> Answer<'a, Vec<(u16, Option<Time>)>>;

    /// Releases parts of this server.
    fn give<'a>(&'a self, parts: &'a [u16]) -> Answer<'a, ()>;

    /// Ends the lease of this server and releases its parts.
    fn leave(&self) -> Answer<'_, ()>;
}
