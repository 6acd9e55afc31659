//! Online play: sockets, storage and accounts around the state machines of `tengen-online`.

mod metrics;
mod storage;
mod writer;

pub use metrics::{Histogram, Metrics};
pub use storage::{
    Answer, Change, Conflict, GameLine, Sqlite, Storage, StorageError, StoredAccount, StoredGame,
    StoredReport, TokenHash,
};
pub use writer::{WriteError, Writer};
