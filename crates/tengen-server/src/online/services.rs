//! The services that requests and the owners of online play share: storage, writer, metrics, clock and runtime.

use std::future::Future;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use tengen_online::Time;
use tokio::runtime::Handle;

use super::clock::ServerClock;
use super::metrics::Metrics;
use super::storage::Storage;
use super::writer::Writer;

pub(crate) struct Services {
    pub(crate) storage: Arc<dyn Storage>,
    pub(crate) writer: Writer,
    pub(crate) metrics: Arc<Metrics>,
    clock: ServerClock,
    /// The runtime of the server's tasks, since threads of house bots also start tasks and have no runtime of their own.
    runtime: Handle,
    is_stopping: AtomicBool,
}

impl Services {
    /// The services of a server on the current runtime.
    pub(crate) fn new(
        storage: Arc<dyn Storage>,
        writer: Writer,
        metrics: Arc<Metrics>,
        clock: ServerClock,
    ) -> Services {
        let (runtime, is_stopping) = (Handle::current(), AtomicBool::new(false));
        Services { storage, writer, metrics, clock, runtime, is_stopping }
    }

    pub(crate) fn now(&self) -> Time {
        self.clock.now()
    }

    pub(crate) fn spawn(&self, task: impl Future<Output = ()> + Send + 'static) {
        self.runtime.spawn(task);
    }

    /// Notes that the server stops. Commands are refused from now on.
    pub(crate) fn stop(&self) {
        self.is_stopping.store(true, Relaxed);
    }

    pub(crate) fn is_stopping(&self) -> bool {
        self.is_stopping.load(Relaxed)
    }
}
