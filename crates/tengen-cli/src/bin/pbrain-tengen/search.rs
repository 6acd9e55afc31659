//! The thread that searches.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::{Duration, Instant};

use tengen_engine::{Engine, EngineOptions, SearchLimits, StopHandle, SystemClock};
use tengen_game::Point;
use tengen_protocol::gomocup::ThinkRequest;

use crate::Event;

/// The transposition table where the manager sets no limit. Every league allows far more, but at
/// tournament times more memory brings next to nothing.
const HASH_BYTES: usize = 64 << 20;
const SMALLEST_HASH_BYTES: usize = 1 << 20;

enum Job {
    Prepare { request: ThinkRequest, done: Sender<()> },
    Think { request: ThinkRequest, asked: Instant, running: Arc<Running> },
}

/// A search that has been asked for, and how to end it.
#[derive(Default)]
struct Running {
    cancelled: AtomicBool,
    /// Set once the search has begun: a stop before that would be forgotten by the engine.
    handle: OnceLock<StopHandle>,
}

/// Gives orders to the thread that searches.
pub(crate) struct Searcher {
    jobs: Sender<Job>,
    running: Option<Arc<Running>>,
}

impl Searcher {
    /// Starts the thread, which reports to `events`.
    pub(crate) fn spawn(events: Sender<Event>) -> Searcher {
        let (jobs, orders) = mpsc::channel();
        thread::spawn(move || {
            let searched = catch_unwind(AssertUnwindSafe(|| work(&orders, &events)));
            if searched.is_err() {
                // The manager hears of it, rather than waiting in vain for a move.
                let _ = events.send(Event::SearchFailed);
            }
        });
        Searcher { jobs, running: None }
    }

    /// Does what takes time before a first move, and returns when it is done.
    pub(crate) fn prepare(&mut self, request: ThinkRequest) {
        let (done, wait) = mpsc::channel();
        let _ = self.jobs.send(Job::Prepare { request, done });
        // Either it is done, or the thread is gone and has reported why.
        let _ = wait.recv();
    }

    /// Begins a search.
    pub(crate) fn think(&mut self, request: ThinkRequest) {
        let running = Arc::new(Running::default());
        self.running = Some(Arc::clone(&running));
        let _ = self.jobs.send(Job::Think { request, asked: Instant::now(), running });
    }

    /// Ends the search that was begun last, even if the thread has not got to it yet.
    pub(crate) fn stop(&mut self) {
        if let Some(running) = self.running.take() {
            running.cancelled.store(true, Ordering::SeqCst);
            if let Some(handle) = running.handle.get() {
                handle.stop();
            }
        }
    }
}

fn work(orders: &Receiver<Job>, events: &Sender<Event>) {
    let mut desk = Desk { engine: None, clock: SystemClock::new() };
    while let Ok(job) = orders.recv() {
        match job {
            Job::Prepare { request, done } => {
                let engine = desk.engine(request.max_memory);
                engine.clear();
                engine.set_position(request.position);
                // Nobody waits any more if the program is ending.
                let _ = done.send(());
            }
            Job::Think { request, asked, running } => {
                let found = desk.think(request, asked, &running);
                if events.send(Event::Thought(found)).is_err() {
                    return;
                }
            }
        }
    }
}

/// The engine, which is made when it is first needed and again when its memory must change.
struct Desk {
    engine: Option<(usize, Engine)>,
    clock: SystemClock,
}

impl Desk {
    fn engine(&mut self, max_memory: Option<u64>) -> &mut Engine {
        let hash_bytes = hash_bytes(max_memory);
        if self.engine.as_ref().is_some_and(|&(bytes, _)| bytes != hash_bytes) {
            // The old table goes before the new one comes, so that the limit holds in between.
            self.engine = None;
        }
        let make = || (hash_bytes, Engine::new(EngineOptions { hash_bytes }));
        &mut self.engine.get_or_insert_with(make).1
    }

    fn think(&mut self, request: ThinkRequest, asked: Instant, running: &Running) -> Option<Point> {
        let clock = self.clock.clone();
        let engine = self.engine(request.max_memory);
        engine.set_position(request.position);
        // What has passed since the manager asked is not there for the search.
        let time = request.time.saturating_sub(asked.elapsed());
        engine.start(&SearchLimits::time(time), &clock);
        // The order matters: either this thread sees the cancellation, or the other one the handle.
        let handle = running.handle.get_or_init(|| engine.stop_handle());
        if running.cancelled.load(Ordering::SeqCst) {
            handle.stop();
        }
        loop {
            if let Some(report) = engine.advance(Duration::MAX, &clock, &mut ()) {
                return report.best_move;
            }
        }
    }
}

/// A quarter of what the whole program may use: the rest is for its code, its tables and its stacks.
fn hash_bytes(max_memory: Option<u64>) -> usize {
    let allowed = max_memory.and_then(|bytes| usize::try_from(bytes / 4).ok()).unwrap_or(HASH_BYTES);
    allowed.clamp(SMALLEST_HASH_BYTES, HASH_BYTES)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_within_the_managers_limit() {
        assert_eq!(hash_bytes(None), 64 << 20);
        assert_eq!(hash_bytes(Some(350_000_000)), 64 << 20);
        assert_eq!(hash_bytes(Some(80 << 20)), 20 << 20);
        assert_eq!(hash_bytes(Some(1)), 1 << 20);
    }
}
