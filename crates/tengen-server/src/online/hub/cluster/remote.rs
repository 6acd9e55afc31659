use std::fmt;
use std::sync::Arc;

use tengen_online::message::{Created, Refusal};

use super::message::Message;
use crate::online::bus::Bus;
use crate::online::outbox::Closing;
use crate::online::storage::NodeId;

/// The outbox of a client of another server.
#[derive(Clone)]
pub(crate) struct Remote {
    pub(super) bus: Arc<dyn Bus>,
    pub(super) node: NodeId,
    pub(super) connection: u64,
}

impl Remote {
    fn send(&self, message: &Message) {
        // If the message is lost, the other server receives the complete state when the bus works again.
        let _ = self.bus.send(self.node, message.encode());
    }

    pub(crate) fn push(&self, text: &str) {
        self.send(&Message::Push { connections: vec![self.connection], text: text.to_owned() });
    }

    pub(crate) fn answer(&self, n: u32, result: &Result<Option<Created>, Refusal>) {
        // Every answer can be written as JSON; clients receive it in this form.
        let result = serde_json::to_string(result).unwrap_or_default();
        self.send(&Message::Answer { connection: self.connection, n, result });
    }

    pub(crate) fn close(&self, reason: Closing) {
        self.send(&Message::Close { connection: self.connection, reason });
    }
}

impl fmt::Debug for Remote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Remote({} of {})", self.connection, self.node)
    }
}
