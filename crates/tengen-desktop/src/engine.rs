//! The engine on a separate thread.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::thread;

use tengen_analysis::engine::Response;
use tengen_worker::engine::{SLICE, Service, Stopper};

/// Receives the responses of an engine. Returns whether the receiver still exists.
pub(crate) type Listener = Box<dyn FnMut(Response) -> bool + Send>;

/// An engine that receives requests. When the value is dropped, the engine ends at the end of its current slice.
pub(crate) struct Engine {
    requests: Sender<String>,
    stopper: Stopper,
}

impl Engine {
    /// Starts an engine, whose service is created on its thread. `running` counts the engine while its thread exists.
    pub(crate) fn start<S: Service>(
        make: impl FnOnce(Stopper) -> S + Send + 'static,
        running: Arc<AtomicUsize>,
        listener: Listener,
    ) -> io::Result<Engine> {
        let (requests, received) = channel();
        let stopper = Stopper::default();
        let service_stopper = stopper.clone();
        let counted = Counted::new(running);
        thread::Builder::new().name("engine".to_owned()).spawn(move || {
            let _counted = counted;
            let mut responses = ResponseSender { listener, is_connected: true };
            work(make(service_stopper), &received, &mut responses);
        })?;
        Ok(Engine { requests, stopper })
    }

    /// Sends a request. An engine that has failed has reported its failure already.
    pub(crate) fn send(&self, request: String) {
        self.stopper.show(&request);
        let _ = self.requests.send(request);
    }
}

fn work(mut service: impl Service, requests: &Receiver<String>, responses: &mut ResponseSender) {
    responses.send(Response::Ready);
    while responses.is_connected {
        let request = if service.is_busy() {
            match requests.try_recv() {
                Ok(request) => Some(request),
                Err(TryRecvError::Empty) => None,
                Err(TryRecvError::Disconnected) => return,
            }
        } else {
            let Ok(request) = requests.recv() else { return };
            Some(request)
        };
        let mut answer = |response| responses.send(response);
        match request {
            Some(request) => service.receive(&request, &mut answer),
            None => service.advance(SLICE, &mut answer),
        }
    }
}

/// Sends the responses of an engine. If its thread panics, the last response reports this.
struct ResponseSender {
    listener: Listener,
    is_connected: bool,
}

impl ResponseSender {
    fn send(&mut self, response: Response) {
        self.is_connected = self.is_connected && (self.listener)(response);
    }
}

impl Drop for ResponseSender {
    fn drop(&mut self) {
        if thread::panicking() {
            self.send(Response::Failed { id: None, message: "the engine broke down".to_owned() });
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

    use std::sync::mpsc::Receiver;
    use std::time::{Duration, Instant};

    use tengen_worker::engine::{EngineOptions, EngineService};

    use super::*;

    const LONG: Duration = Duration::from_secs(30);

    /// An engine with two threads, the receiver of its responses, and the count of running engines.
    fn start() -> (Engine, Receiver<Response>, Arc<AtomicUsize>) {
        let running = Arc::default();
        let (sender, receiver) = channel();
        let options = EngineOptions { threads: 2, ..EngineOptions::default() };
        let listener = Box::new(move |response| sender.send(response).is_ok());
        let make = |stopper| EngineService::with_stopper(options, stopper);
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
        engine.send(ENDLESS.to_owned());
        assert!(matches!(receiver.recv_timeout(LONG), Ok(Response::Progress { id: 1, .. })));
        engine.send(r#"{"type":"stop","id":1}"#.to_owned());
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
        engine.send(ENDLESS.to_owned());
        assert!(receiver.recv_timeout(LONG).is_ok());
        assert_eq!(running.load(Ordering::Relaxed), 1);
        drop(engine);
        wait_until_none(&running);
    }

    #[test]
    fn an_engine_whose_receiver_is_dropped_ends() {
        let (engine, receiver, running) = start();
        drop(receiver);
        engine.send(ENDLESS.to_owned());
        wait_until_none(&running);
    }

    #[test]
    fn an_engine_that_crashes_reports_it() {
        let (sender, receiver) = channel();
        let broken = thread::spawn(move || {
            let _responses =
                ResponseSender { listener: Box::new(move |it| sender.send(it).is_ok()), is_connected: true };
            panic!("a test");
        });
        assert!(broken.join().is_err());
        assert!(matches!(receiver.recv(), Ok(Response::Failed { id: None, .. })));
    }
}
