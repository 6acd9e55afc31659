use std::future::Future;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use async_nats::connection::State;
use async_nats::{Client, ConnectOptions, Event};
use futures_util::StreamExt as _;
use tokio::sync::mpsc;
use tokio::task::AbortHandle;

use super::{Bus, BusError, Inbox, Incoming, MOST_WAITING};
use crate::online::storage::NodeId;

/// The interval at which the connection is checked: after two of these without an answer it counts as lost.
const PING: Duration = Duration::from_secs(2);
/// The time between two attempts to connect again.
const RECONNECT: Duration = Duration::from_millis(200);
/// The longest time that the first connection may take.
const CONNECT: Duration = Duration::from_secs(5);

/// The most messages in one packet, and their most bytes: well below the megabyte that NATS accepts.
const MOST_AT_ONCE: usize = 512;
const MOST_BYTES_AT_ONCE: usize = 128 * 1024;

/// A bus on one or several NATS servers.
pub struct Nats {
    client: Client,
    /// The prefix of all subjects of this database.
    prefix: String,
    outbox: mpsc::Sender<(NodeId, Vec<u8>)>,
    shared: Arc<Shared>,
    /// The task that receives messages.
    receiving: Mutex<Option<AbortHandle>>,
}

#[derive(Default)]
struct Shared {
    inbox: Mutex<Option<mpsc::Sender<Incoming>>>,
    /// Whether a message of this server has been dropped since the last [`Incoming::Restored`].
    has_lost: AtomicBool,
}

impl Shared {
    /// Reports that messages may have been lost. If the inbox is full, the server has other messages to take first: this report is dropped,
    /// and the next loss is reported again.
    fn restored(&self) {
        self.has_lost.store(false, Relaxed);
        if let Some(inbox) = &*self.inbox.lock().unwrap_or_else(PoisonError::into_inner) {
            let _ = inbox.try_send(Incoming::Restored);
        }
    }
}

impl Nats {
    /// Connects to the NATS servers of an address such as `nats://user:password@host:4222`, or several such addresses separated by commas,
    /// for the servers of one database. Without a name and a password in the address, anybody who reaches the NATS server can act for all
    /// users.
    ///
    /// # Errors
    /// When none of the servers answers.
    pub async fn connect(address: &str, cluster: &str) -> Result<Nats, BusError> {
        let shown = without_password(address);
        let unreachable = |reason: String| BusError::Unreachable { address: shown.clone(), reason };
        let servers: Result<Vec<async_nats::ServerAddr>, _> = address.split(',').map(str::parse).collect();
        let servers = servers.map_err(|error| unreachable(error.to_string()))?;
        let shared = Arc::<Shared>::default();
        let events = shared.clone();
        let options = ConnectOptions::new()
            .name("tengen")
            .ping_interval(PING)
            .connection_timeout(CONNECT)
            .subscription_capacity(MOST_WAITING)
            .reconnect_delay_callback(|attempts| if attempts == 0 { Duration::ZERO } else { RECONNECT })
            .event_callback(move |event| {
                let events = events.clone();
                async move {
                    match event {
                        Event::Connected | Event::SlowConsumer(_) => events.restored(),
                        event => tracing::warn!(%event, "the bus"),
                    }
                }
            });
        let client = options.connect(servers).await.map_err(|error| unreachable(error.to_string()))?;
        let prefix = format!("tengen.{cluster}");
        let (outbox, messages) = mpsc::channel(MOST_WAITING);
        tokio::spawn(publish(client.clone(), prefix.clone(), messages, shared.clone()));
        Ok(Nats { client, prefix, outbox, shared, receiving: Mutex::default() })
    }
}

/// Sends the messages in the queue. While the connection is lost, messages are dropped: a command that arrives much later would have been
/// refused in the meantime.
async fn publish(
    client: Client,
    prefix: String,
    mut messages: mpsc::Receiver<(NodeId, Vec<u8>)>,
    shared: Arc<Shared>,
) {
    let mut waiting = Vec::new();
    while messages.recv_many(&mut waiting, MOST_AT_ONCE).await > 0 {
        for (to, messages) in packed(waiting.drain(..)) {
            let is_lost = client.connection_state() != State::Connected
                || client.publish(format!("{prefix}.{to}"), messages.into()).await.is_err();
            if is_lost {
                shared.has_lost.store(true, Relaxed);
            } else if shared.has_lost.load(Relaxed) {
                shared.restored();
            }
        }
    }
}

/// Packs messages that wait at the same time into one packet for each server, in their order, each with its length before it.
fn packed(messages: impl Iterator<Item = (NodeId, Vec<u8>)>) -> Vec<(NodeId, Vec<u8>)> {
    let mut packs: Vec<(NodeId, Vec<u8>)> = Vec::new();
    for (to, message) in messages {
        let length = (message.len() as u32).to_be_bytes();
        let open = packs.iter_mut().rev().find(|(of, _)| *of == to);
        let open = open.filter(|(_, pack)| pack.len() + message.len() < MOST_BYTES_AT_ONCE);
        match open {
            Some((_, pack)) => {
                pack.extend(length);
                pack.extend(message);
            }
            None => packs.push((to, [&length[..], &message].concat())),
        }
    }
    packs
}

/// The messages of a packet. Bytes that form no message end it.
fn unpacked(mut pack: &[u8]) -> impl Iterator<Item = &[u8]> {
    std::iter::from_fn(move || {
        let (length, rest) = pack.split_first_chunk()?;
        let (message, rest) = rest.split_at_checked(u32::from_be_bytes(*length) as usize)?;
        pack = rest;
        Some(message)
    })
}

impl Bus for Nats {
    fn listen(&self, node: NodeId) -> Pin<Box<dyn Future<Output = Result<Inbox, BusError>> + Send + '_>> {
        Box::pin(async move {
            let (sender, inbox) = mpsc::channel(MOST_WAITING);
            let mut subscription =
                self.client.subscribe(format!("{}.{node}", self.prefix)).await.map_err(|_| BusError::Away)?;
            // Messages that are sent after this arrive.
            self.client.flush().await.map_err(|_| BusError::Away)?;
            *self.shared.inbox.lock().unwrap_or_else(PoisonError::into_inner) = Some(sender.clone());
            let task = tokio::spawn(async move {
                while let Some(pack) = subscription.next().await {
                    for message in unpacked(&pack.payload) {
                        if sender.send(Incoming::Message(message.to_vec())).await.is_err() {
                            return;
                        }
                    }
                }
            });
            let mut receiving = self.receiving.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(before) = receiving.replace(task.abort_handle()) {
                before.abort();
            }
            Ok(inbox)
        })
    }

    fn send(&self, to: NodeId, message: Vec<u8>) -> Result<(), BusError> {
        if !self.is_connected() {
            self.shared.has_lost.store(true, Relaxed);
            return Err(BusError::Away);
        }
        self.outbox.try_send((to, message)).map_err(|_| {
            self.shared.has_lost.store(true, Relaxed);
            BusError::Away
        })
    }

    fn is_connected(&self) -> bool {
        self.client.connection_state() == State::Connected
    }

    fn reaches_others(&self) -> bool {
        true
    }
}

/// The address without its password, for errors and logs.
fn without_password(address: &str) -> String {
    let one = |address: &str| match (address.split_once("://"), address.rsplit_once('@')) {
        (Some((scheme, _)), Some((_, host))) => format!("{scheme}://{host}"),
        (None, Some((_, host))) => host.to_owned(),
        _ => address.to_owned(),
    };
    address.split(',').map(one).collect::<Vec<_>>().join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_travel_as_one_to_each_server_and_keep_their_order() {
        let large = vec![7; MOST_BYTES_AT_ONCE];
        let sent = [(1, vec![1]), (2, vec![2]), (1, Vec::new()), (1, large), (1, vec![3, 3])];
        let packs = packed(sent.clone().map(|(node, message)| (NodeId(node), message)).into_iter());
        assert_eq!(packs.len(), 4);
        for node in [1, 2] {
            let of_node = packs.iter().filter(|(to, _)| to.0 == node);
            let arrived: Vec<Vec<u8>> =
                of_node.flat_map(|(_, pack)| unpacked(pack).map(<[u8]>::to_vec)).collect();
            let expected: Vec<Vec<u8>> =
                sent.iter().filter(|(to, _)| *to == node).map(|(_, message)| message.clone()).collect();
            assert_eq!(arrived, expected);
        }
        assert_eq!(unpacked(b"\0\0\0\x09abc").count(), 0);
        assert_eq!(unpacked(b"\0").count(), 0);
    }

    #[test]
    fn a_password_is_not_shown() {
        assert_eq!(without_password("nats://a:b@host:4222,nats://other"), "nats://host:4222,nats://other");
        assert_eq!(without_password("a:b@host"), "host");
    }
}
