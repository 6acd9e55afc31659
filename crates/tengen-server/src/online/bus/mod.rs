//! How servers that share a database talk to each other.
//!
//! A message goes to one server, by the number that its lease has. Messages between two servers arrive in their order or not
//! at all: the hub receives [`Incoming::Restored`] when some may have been lost, and then sends again what the others need.

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

/// The most messages that wait to be taken by a server.
const MOST_WAITING: usize = 65_536;

/// Why a message cannot be sent or received.
#[derive(Debug, thiserror::Error)]
pub enum BusError {
    /// The bus cannot be reached.
    #[error("expected a bus that can be reached at {address}, found none: {reason}")]
    Unreachable {
        /// Its address, without a password.
        address: String,
        /// What is wrong.
        reason: String,
    },
    /// The bus is away for a while, or more is sent than it takes.
    #[error("expected a bus that takes messages, found one that is away or has too much to do")]
    Away,
    /// The program has no client of NATS.
    #[error("this program was built without NATS; build it with the feature `cluster`, or leave the bus out")]
    NotBuilt,
}

/// What a server receives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Incoming {
    /// A message.
    Message(Vec<u8>),
    /// Messages of this server or to it may have been lost until now.
    Restored,
}

/// What a server takes its messages from.
pub type Inbox = mpsc::Receiver<Incoming>;

/// Connects to the bus at an address, for the servers of one database.
///
/// # Errors
/// When no server of NATS answers.
#[cfg(feature = "cluster")]
pub(super) async fn connect(address: &str, cluster: &str) -> Result<Arc<dyn Bus>, BusError> {
    Ok(Arc::new(Nats::connect(address, cluster).await?))
}

/// As the other one, in a program that is built without NATS.
#[cfg(not(feature = "cluster"))]
pub(super) async fn connect(_address: &str, _cluster: &str) -> Result<Arc<dyn Bus>, BusError> {
    Err(BusError::NotBuilt)
}

/// A way to other servers.
pub trait Bus: Send + Sync + 'static {
    /// Receives the messages to a server from now on, and no longer those to the one that was named before.
    fn listen(&self, node: NodeId) -> Pin<Box<dyn Future<Output = Result<Inbox, BusError>> + Send + '_>>;

    /// Sends a message, without waiting.
    ///
    /// # Errors
    /// When it is certain that the message does not arrive.
    fn send(&self, to: NodeId, message: Vec<u8>) -> Result<(), BusError>;

    /// Whether messages arrive at present, as far as is known.
    fn is_connected(&self) -> bool;

    /// Whether there can be other servers.
    fn reaches_others(&self) -> bool;
}
