use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Ends a search from another thread. Clones end the same opponent's searches.
///
/// A request is never lost: it ends the search that runs, or else the next one. It is spent when a search
/// ends, whatever ended it, and forgotten by [`Engine::set_position`](crate::Engine::set_position). So
/// with a position set before each search, a stop that comes late for one search never reaches the next,
/// and one that comes before the search has quite begun ends it after no more than a look at the board.
#[derive(Clone, Debug, Default)]
pub struct StopHandle {
    requested: Arc<AtomicBool>,
}

impl StopHandle {
    /// Asks the running search to end; without one, the next search of the position that is set.
    pub fn stop(&self) {
        self.requested.store(true, Ordering::Relaxed);
    }

    /// Forgets what was asked for. Opponents do so when a position is set and when a search has ended.
    pub fn reset(&self) {
        self.requested.store(false, Ordering::Relaxed);
    }

    /// Whether the search is to end. Opponents ask this while they think.
    pub fn is_requested(&self) -> bool {
        self.requested.load(Ordering::Relaxed)
    }
}
