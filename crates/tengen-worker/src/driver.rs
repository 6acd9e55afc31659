//! The engine driver: a thread that runs a [`Service`].
//!
//! Every native program that searches on a thread uses it: `pbrain-tengen`, the game in the terminal, `tengen bot` and the desktop
//! program. Requests and reports are values of the service's types; a boundary at which they are text or bytes is the caller's.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{self, Receiver, Sender, TryRecvError};
use std::thread::{self, JoinHandle};

use crate::{SLICE, Service, Stopper};

/// An event that a driver delivers to its listener. Events come in the order in which they happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event<R> {
    /// The service has been made and accepts requests.
    Ready,
    /// A report of the service.
    Report(R),
    /// The service has panicked, and its task has ended without a result. The driver makes another service for the next requests, and
    /// delivers [`Event::Ready`] again; if the panic came while the service was made, the driver has ended.
    Crashed,
}

/// A thread that runs a service, which takes requests of the type `Q`.
///
/// Dropping it stops the running task and ends the thread.
#[derive(Debug)]
pub struct Driver<Q> {
    /// `None` only while the driver is dropped.
    requests: Option<Sender<Q>>,
    stopper: Stopper,
    thread: Option<JoinHandle<()>>,
    joins: bool,
}

impl<Q: Send + 'static> Driver<Q> {
    /// Starts a thread of this name, which runs the service that `make` creates on it.
    ///
    /// The service registers its running task at the stopper that `make` receives. `make` is called again when the service has panicked.
    /// The thread calls `listener` with its events, and ends when the listener returns `false`.
    ///
    /// # Errors
    /// When the system starts no thread.
    pub fn start<S: Service<Request = Q>>(
        name: &str,
        mut make: impl FnMut(Stopper) -> S + Send + 'static,
        listener: impl FnMut(Event<S::Report>) -> bool + Send + 'static,
    ) -> io::Result<Driver<Q>> {
        let (requests, received) = mpsc::channel();
        let stopper = Stopper::default();
        let of_service = stopper.clone();
        let thread = thread::Builder::new().name(name.to_owned()).spawn(move || {
            let mut reports = Reports { listener, is_connected: true };
            while run_until_crash(&mut make, &of_service, &received, &mut reports) {
                of_service.end();
            }
        })?;
        Ok(Driver { requests: Some(requests), stopper, thread: Some(thread), joins: false })
    }

    /// Makes the driver wait for the end of its thread when it is dropped.
    #[must_use]
    pub fn joined_on_drop(mut self) -> Driver<Q> {
        self.joins = true;
        self
    }

    /// Sends a request, which waits until those before it have been received. A driver that has ended has reported it.
    pub fn send(&self, request: Q) {
        if let Some(requests) = &self.requests {
            let _ = requests.send(request);
        }
    }

    /// Stops the task with this number, at once or as soon as it begins. The task then ends with its result so far.
    pub fn stop(&self, id: u32) {
        self.stopper.stop(id);
    }
}

impl<Q> Drop for Driver<Q> {
    fn drop(&mut self) {
        self.requests = None;
        self.stopper.close();
        if let Some(thread) = self.thread.take_if(|_| self.joins) {
            // The listener has received the panics already.
            let _ = thread.join();
        }
    }
}

/// Makes a service and runs it until no more requests can come, the listener is closed, or it panics. Returns whether another service
/// takes its place.
fn run_until_crash<S: Service, L: FnMut(Event<S::Report>) -> bool>(
    make: &mut impl FnMut(Stopper) -> S,
    stopper: &Stopper,
    requests: &Receiver<S::Request>,
    reports: &mut Reports<L>,
) -> bool {
    let mut is_ready = false;
    // After a panic the service is dropped without further use.
    let ran = catch_unwind(AssertUnwindSafe(|| {
        let service = make(stopper.clone());
        is_ready = true;
        reports.send(Event::Ready);
        run(service, requests, reports);
    }));
    if ran.is_ok() {
        return false;
    }
    reports.send(Event::Crashed);
    is_ready && reports.is_connected
}

fn run<S: Service, L: FnMut(Event<S::Report>) -> bool>(
    mut service: S,
    requests: &Receiver<S::Request>,
    reports: &mut Reports<L>,
) {
    while reports.is_connected {
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
        let mut report = |report| reports.send(Event::Report(report));
        match request {
            Some(request) => service.receive(request, &mut report),
            None => service.advance(SLICE, &mut report),
        }
    }
}

/// Delivers events until the listener returns `false`.
struct Reports<L> {
    listener: L,
    is_connected: bool,
}

impl<L> Reports<L> {
    fn send<R>(&mut self, event: Event<R>)
    where
        L: FnMut(Event<R>) -> bool,
    {
        self.is_connected = self.is_connected && (self.listener)(event);
    }
}
