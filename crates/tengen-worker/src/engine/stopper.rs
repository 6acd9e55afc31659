use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tengen_analysis::StopHandle;
use tengen_analysis::engine::Request;

/// Stops the task of a [`Service`](super::Service) from another thread, in the middle of a slice.
///
/// Slices may become as long as a quarter of a second, and a decision in an opening is not cut into any. A front end on another
/// thread shows its requests to a stopper first; a `stop` then takes effect at once. The service must
/// [receive](super::Service::receive) the request all the same.
#[derive(Clone, Debug, Default)]
pub struct Stopper {
    running: Arc<Mutex<Option<(u32, StopHandle)>>>,
}

impl Stopper {
    /// Stops the task, if the request is to stop it.
    pub fn show(&self, request: &str) {
        if let Ok(Request::Stop { id }) = Request::read(request)
            && let Some((running, handle)) = &*self.lock()
            && *running == id
        {
            handle.stop();
        }
    }

    /// A task begins that this handle stops.
    pub(crate) fn begin(&self, id: u32, handle: StopHandle) {
        *self.lock() = Some((id, handle));
    }

    /// The task is over. A stop that came too late for it must not reach the next one.
    pub(crate) fn end(&self) {
        if let Some((_, handle)) = self.lock().take() {
            handle.reset();
        }
    }

    fn lock(&self) -> MutexGuard<'_, Option<(u32, StopHandle)>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
