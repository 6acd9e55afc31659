//! How several servers share a database: leases.
//!
//! Each server has a number, which is its fencing token: numbers ascend, and none is used twice. A server that does not
//! extend its lease in time may be removed by another one, which then takes over its parts. Each transaction of a server
//! checks that it has not been removed, and its removal waits for such a transaction to end: what a server reads after it
//! has taken over a part is all that was ever written of it by others.

use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use tengen_online::Time;

use super::Answer;
use crate::online::part::PARTS;

/// How long a lease is valid after it was extended.
pub const LEASE: Duration = Duration::from_secs(3);

/// The number of a server in a database. A server that has lost its lease gets another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct NodeId(pub i64);

impl fmt::Display for NodeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Which server has what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Owners {
    /// The servers, in the order of their numbers.
    pub nodes: Vec<NodeId>,
    /// The server of each part.
    pub parts: [Option<NodeId>; PARTS],
}

/// Leases on the parts of a database.
pub trait Leases: Send + Sync {
    /// The name of the database, by which its servers tell their messages from those of others on the same bus.
    fn cluster(&self) -> Answer<'_, String>;

    /// The database's time, which is that of all its servers.
    fn now(&self) -> Answer<'_, Time>;

    /// This server begins, with a number of its own. From now on its transactions check it.
    fn join(&self) -> Answer<'_, NodeId>;

    /// Extends the lease.
    ///
    /// # Errors
    /// [`StorageError::Fenced`](super::StorageError::Fenced) when this server was removed.
    fn renew(&self) -> Answer<'_, ()>;

    /// Removes the servers whose leases have run out, so that their parts are free.
    fn remove_expired(&self) -> Answer<'_, ()>;

    /// Which server has what.
    fn owners(&self) -> Answer<'_, Owners>;

    /// Takes parts, as far as they are free. Returns those that this server has from now on, and until when the server
    /// that had them before was known to run.
    fn take<'a>(&'a self, parts: &'a [u16]) -> Answer<'a, Vec<(u16, Option<Time>)>>;

    /// Gives parts back that this server has.
    fn give<'a>(&'a self, parts: &'a [u16]) -> Answer<'a, ()>;

    /// This server ends, and its parts are free.
    fn leave(&self) -> Answer<'_, ()>;
}
