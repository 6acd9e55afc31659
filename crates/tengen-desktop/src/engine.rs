//! An engine of the page: a driver, behind the boundary at which requests are text.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use tengen_analysis::engine::{Request, Response};
use tengen_worker::driver::{Driver, Event};
use tengen_worker::engine::unreadable;
use tengen_worker::{Service, Stopper};

/// Receives the responses of an engine. Returns whether the receiver still exists.
pub(crate) type Listener = Arc<dyn Fn(Response) -> bool + Send + Sync>;

/// An engine that receives requests. When the value is dropped, the engine ends at the end of its current slice.
pub(crate) struct Engine {
    driver: Driver<Request>,
    listener: Listener,
}

impl Engine {
    /// Starts an engine, whose service is created on its thread. `running` counts the engine while its thread exists.
    pub(crate) fn start<S: Service<Request = Request, Report = Response>>(
        make: impl FnMut(Stopper) -> S + Send + 'static,
        running: Arc<AtomicUsize>,
        listener: Listener,
    ) -> io::Result<Engine> {
        let (counted, answer) = (Counted::new(running), Arc::clone(&listener));
        let hear = move |event| {
            // The count lives as long as this closure, which the thread has.
            let _ = &counted;
            match event {
                Event::Ready => answer(Response::Ready),
                Event::Report(response) => answer(response),
                Event::Crashed => {
                    answer(Response::Failed { id: None, message: "the engine broke down".to_owned() });
                    // The page starts another engine, so that this one ends with its thread.
                    false
                }
            }
        };
        Ok(Engine { driver: Driver::start("engine", make, hear)?, listener })
    }

    /// Sends a request. An engine that has broken down has reported this already.
    pub(crate) fn send(&self, text: &str) {
        match Request::read(text) {
            Ok(request) => {
                if let Request::Stop { id } = request {
                    self.driver.stop(id);
                }
                self.driver.send(request);
            }
            Err(error) => {
                // Without a receiver the thread is about to end.
                (self.listener)(unreadable(&error));
            }
        }
    }
}

/// A unit of a count, which is taken away when the value is dropped.
struct Counted(Arc<AtomicUsize>);

impl Counted {
    fn new(count: Arc<AtomicUsize>) -> Counted {
        count.fetch_add(1, Ordering::Relaxed);
        Counted(count)
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

    use std::sync::mpsc::{Receiver, channel};
    use std::thread;
    use std::time::{Duration, Instant};

    use tengen_worker::engine::{EngineOptions, EngineService};

    use super::*;

    const LONG: Duration = Duration::from_secs(30);

    /// An engine with two threads, the receiver of its responses, and the count of running engines.
    fn start() -> (Engine, Receiver<Response>, Arc<AtomicUsize>) {
        let running = Arc::default();
        let (sender, receiver) = channel();
        let options = EngineOptions { threads: 2, ..EngineOptions::default() };
        let listener = Arc::new(move |response| sender.send(response).is_ok());
        let make = move |stopper| EngineService::with_stopper(options.clone(), stopper);
        let engine = Engine::start(make, Arc::clone(&running), listener).unwrap();
        assert_eq!(receiver.recv_timeout(LONG), Ok(Response::Ready));
        (engine, receiver, running)
    }

    fn wait_until_none(running: &AtomicUsize) {
        let start = Instant::now();
        while running.load(Ordering::Relaxed) > 0 {
            assert!(start.elapsed() < LONG);
            thread::sleep(Duration::from_millis(5));
        }
    }

    /// A search without a limit, of a position in which nothing is decided.
    const ENDLESS: &str = r#"{"type":"search","id":1,"position":{"rule":"freestyle","size":15,
        "moves":[[7,7],[8,8]]},"limits":{}}"#;

    #[test]
    fn a_stop_reaches_a_running_search() {
        let (engine, receiver, _) = start();
        engine.send(ENDLESS);
        assert!(matches!(receiver.recv_timeout(LONG), Ok(Response::Progress { id: 1, .. })));
        engine.send(r#"{"type":"stop","id":1}"#);
        let finished = std::iter::from_fn(|| receiver.recv_timeout(LONG).ok())
            .find(|response| !matches!(response, Response::Progress { .. }));
        assert!(
            matches!(finished, Some(Response::Finished { id: 1, best_move: Some(_), .. })),
            "{finished:?}"
        );
    }

    #[test]
    fn an_engine_that_is_dropped_ends_in_the_middle_of_a_search() {
        let (engine, receiver, running) = start();
        engine.send(ENDLESS);
        assert!(receiver.recv_timeout(LONG).is_ok());
        assert_eq!(running.load(Ordering::Relaxed), 1);
        drop(engine);
        wait_until_none(&running);
    }

    #[test]
    fn an_engine_whose_receiver_is_dropped_ends() {
        let (engine, receiver, running) = start();
        drop(receiver);
        engine.send(ENDLESS);
        wait_until_none(&running);
    }

    #[test]
    fn an_engine_that_crashes_reports_it() {
        let (sender, receiver) = channel();
        let listener = Arc::new(move |response| sender.send(response).is_ok());
        let make = |_| -> EngineService { panic!("a test") };
        let _engine = Engine::start(make, Arc::default(), listener).unwrap();
        assert!(matches!(receiver.recv_timeout(LONG), Ok(Response::Failed { id: None, .. })));
    }

    #[test]
    fn a_text_that_is_no_request_is_answered() {
        let (engine, receiver, _) = start();
        engine.send("nonsense");
        assert!(matches!(receiver.recv_timeout(LONG), Ok(Response::Failed { id: None, .. })));
    }
}
