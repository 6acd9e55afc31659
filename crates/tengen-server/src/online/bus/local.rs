use std::collections::HashMap;
use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::mpsc;

use super::{Bus, BusError, Inbox, Incoming, MOST_WAITING};
use crate::online::storage::NodeId;

/// A bus within one program, for a server that is alone. Clones reach each other, which tests use.
#[derive(Clone, Debug, Default)]
pub struct InProcess {
    inboxes: Arc<Mutex<HashMap<NodeId, mpsc::Sender<Incoming>>>>,
    is_shared: bool,
}

impl InProcess {
    /// A bus for several servers in one program.
    pub fn shared() -> InProcess {
        InProcess { is_shared: true, ..InProcess::default() }
    }

    fn inboxes(&self) -> MutexGuard<'_, HashMap<NodeId, mpsc::Sender<Incoming>>> {
        self.inboxes.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Bus for InProcess {
    fn listen(&self, node: NodeId) -> Pin<Box<dyn Future<Output = Result<Inbox, BusError>> + Send + '_>> {
        let (sender, inbox) = mpsc::channel(MOST_WAITING);
        let mut inboxes = self.inboxes();
        inboxes.retain(|_, inbox| !inbox.is_closed());
        inboxes.insert(node, sender);
        Box::pin(std::future::ready(Ok(inbox)))
    }

    fn send(&self, to: NodeId, message: Vec<u8>) -> Result<(), BusError> {
        let inboxes = self.inboxes();
        let inbox = inboxes.get(&to).ok_or(BusError::Away)?;
        inbox.try_send(Incoming::Message(message)).map_err(|_| BusError::Away)
    }

    fn is_connected(&self) -> bool {
        true
    }

    fn reaches_others(&self) -> bool {
        self.is_shared
    }
}
