use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tengen_engine::StopHandle;
use tengen_protocol::worker::Request;

/// Ends what a desk does from another thread, while the desk is in the middle of a slice.
///
/// Slices may become as long as a quarter of a second, and a decision in an opening is not cut into any. Whoever brings requests to
/// a desk on another thread shows them to a stopper first; a `stop` then takes effect at once. A request that is to be
/// [received](crate::Desk::receive) is still to be received.
#[derive(Clone, Debug, Default)]
pub struct Stopper {
    running: Arc<Mutex<Option<(u32, StopHandle)>>>,
}

impl Stopper {
    /// Ends what goes on, if that is what the request asks for.
    pub fn show(&self, request: &str) {
        if let Ok(Request::Stop { id }) = Request::read(request)
            && let Some((running, handle)) = &*self.lock()
            && *running == id
        {
            handle.stop();
        }
    }

    /// Something goes on from now on that this handle ends.
    pub(crate) fn begin(&self, id: u32, handle: StopHandle) {
        *self.lock() = Some((id, handle));
    }

    /// It is over. A stop that came too late for it must not reach what comes next.
    pub(crate) fn end(&self) {
        if let Some((_, handle)) = self.lock().take() {
            handle.reset();
        }
    }

    fn lock(&self) -> MutexGuard<'_, Option<(u32, StopHandle)>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
