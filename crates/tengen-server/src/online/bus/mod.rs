//! The bus: messages between servers that share a database.
//!
//! A message is addressed to one server, by the number of its lease. Messages between two servers arrive in their order or not at all: the
//! hub receives [`Incoming::Restored`] when some may have been lost, and then sends the state that the other servers need again.

mod local;
#[cfg(feature = "cluster")]
mod nats;

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use tokio::sync::mpsc;

pub use local::InProcess;
#[cfg(feature = "cluster")]
pub use nats::Nats;

use super::storage::NodeId;

/// The most messages in the inbox of a server.
const MOST_WAITING: usize = 65_536;

/// The reason why a message cannot be sent or received.
#[derive(Debug, thiserror::Error)]
pub enum BusError {
    /// The bus cannot be reached.
    #[error("expected a bus that can be reached at {address}, found none: {reason}")]
    Unreachable {
        /// The address of the bus, without a password.
        address: String,
        /// The error of the connection.
        reason: String,
    },
    /// The bus is disconnected for a while, or its buffer is full.
    #[error("expected a bus that takes messages, found one that is away or has too much to do")]
    Away,
    /// The program was built without a client of NATS.
    #[error("this program was built without NATS; build it with the feature `cluster`, or leave the bus out")]
    NotBuilt,
}

/// An entry of a server's inbox.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Incoming {
    /// A message of another server.
    Message(Vec<u8>),
    /// Messages of this server or to it may have been lost before this entry.
    Restored,
}

/// The queue of the messages that a server has received.
pub type Inbox = mpsc::Receiver<Incoming>;

/// Connects to the bus at an address, for the servers of one database.
///
/// # Errors
/// When no server of NATS answers.
#[cfg(feature = "cluster")]
pub(super) async fn connect(address: &str, cluster: &str) -> Result<Arc<dyn Bus>, BusError> {
    Ok(Arc::new(Nats::connect(address, cluster).await?))
}

/// Refuses the address, because the program was built without NATS.
#[cfg(not(feature = "cluster"))]
pub(super) async fn connect(_address: &str, _cluster: &str) -> Result<Arc<dyn Bus>, BusError> {
    Err(BusError::NotBuilt)
}

/// A connection to other servers.
pub trait Bus: Send + Sync + 'static {
    /// Begins to receive the messages to a server. Messages to the number of an earlier call are no longer received.
    fn listen(&self, node: NodeId) -> Pin<Box<dyn Future<Output = Result<Inbox, BusError>> + Send + '_>>;

    /// Sends a message, without waiting.
    ///
    /// # Errors
    /// When the message certainly does not arrive.
    fn send(&self, to: NodeId, message: Vec<u8>) -> Result<(), BusError>;

    /// Whether messages arrive at present, as far as the bus can detect it.
    fn is_connected(&self) -> bool;

    /// Whether other servers can exist.
    fn reaches_others(&self) -> bool;
}
