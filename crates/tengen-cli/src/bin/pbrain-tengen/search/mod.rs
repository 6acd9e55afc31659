//! The search thread of the program: a driver of the [`SearchService`].

mod service;
mod strength;

use std::io;
use std::sync::mpsc::{self, Sender};
use std::time::Instant;

use tengen_engine::EvaluationWeights;
use tengen_gomocup::{HashFileRequest, ThinkRequest};
use tengen_worker::driver::{self, Driver};

use crate::Event;
use crate::hash_file::HashFileResult;
use service::{Job, SearchService};

/// Sends jobs to the search thread.
pub(crate) struct Searcher {
    driver: Driver<Job>,
    /// The number of searches that have been requested, which numbers them.
    searches: u32,
    /// The last search, unless it has been stopped.
    running: Option<u32>,
}

impl Searcher {
    /// Starts the thread, which reports to `events` and evaluates positions by `weights`.
    ///
    /// # Errors
    /// When the system starts no thread.
    pub(crate) fn spawn(events: Sender<Event>, weights: EvaluationWeights) -> io::Result<Searcher> {
        let make = move |stopper| SearchService::new(weights.clone(), stopper);
        let listener = move |event| match event {
            driver::Event::Ready => true,
            driver::Event::Report(report) => events.send(report).is_ok(),
            // The manager gets an error instead of waiting for a move that will not come.
            driver::Event::Crashed => events.send(Event::SearchFailed).is_ok(),
        };
        let driver = Driver::start("search", make, listener)?;
        Ok(Searcher { driver, searches: 0, running: None })
    }

    /// Prepares the engine for a first move, which takes time, and returns when it is ready.
    pub(crate) fn prepare(&mut self, request: ThinkRequest) {
        self.stop();
        let (done, wait) = mpsc::channel();
        self.driver.send(Job::Prepare { request, done });
        // An error means that the service has crashed, which was reported.
        let _ = wait.recv();
    }

    /// Begins to prepare for other settings, while no request waits. Ends pondering.
    pub(crate) fn adapt(&mut self, request: ThinkRequest) {
        self.stop();
        self.driver.send(Job::Adapt { request });
    }

    /// Begins a search that the manager requested at the moment `asked`.
    pub(crate) fn think(&mut self, request: ThinkRequest, asked: Instant) {
        let id = self.next_search();
        self.driver.send(Job::Think { id, request, asked });
    }

    /// Begins to search in the opponent's time; the results stay in the transposition table.
    pub(crate) fn ponder(&mut self, request: ThinkRequest) {
        let id = self.next_search();
        self.driver.send(Job::Ponder { id, request });
    }

    fn next_search(&mut self) -> u32 {
        self.searches = self.searches.wrapping_add(1);
        *self.running.insert(self.searches)
    }

    /// Clears the results of earlier searches.
    pub(crate) fn forget(&mut self) {
        self.driver.send(Job::Forget);
    }

    /// Writes the table to a file or reads it from one, and returns the result. Ends pondering.
    pub(crate) fn hash_file(&mut self, request: HashFileRequest) -> HashFileResult {
        self.stop();
        let (done, wait) = mpsc::channel();
        self.driver.send(Job::HashFile { request, done });
        // An error means that the service has crashed, which was reported.
        wait.recv().unwrap_or_else(|_| Err("the search has failed".to_owned()))
    }

    /// Ends the last search, even if the thread has not begun it yet.
    pub(crate) fn stop(&mut self) {
        if let Some(search) = self.running.take() {
            self.driver.stop(search);
        }
    }
}
