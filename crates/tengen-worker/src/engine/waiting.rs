//! Requests that wait for the network that the first of them needs.

use std::collections::VecDeque;
use std::time::Duration;

use tengen_analysis::engine::Request;
use tengen_analysis::{Clock, SystemClock};
use tengen_engine::NetworkFile;

use super::EngineService;

/// A network that has failed to load this often within [`MEMORY`] is not fetched for now.
const ATTEMPTS: usize = 3;
const MEMORY: Duration = Duration::from_secs(60);

/// Requests to an [`EngineService`], whose networks are files that the caller fetches.
#[derive(Debug, Default)]
pub struct WaitingRequests {
    requests: VecDeque<Request>,
    /// The network that is being fetched.
    fetched: Option<NetworkFile>,
    /// Whether the first request waits for the network that is being fetched.
    waits: bool,
    /// Whether the first request is to be carried out without its network.
    goes_without: bool,
    /// Networks that did not load, with the times of the failures.
    failures: Vec<(NetworkFile, Duration)>,
    /// Networks whose files the engine has refused.
    refused: Vec<NetworkFile>,
    clock: SystemClock,
}

/// The next step of the caller.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// The service receives the request.
    CarryOut(Box<Request>),
    /// The file of the network is fetched, and [`WaitingRequests::end_fetch`] called.
    Fetch(NetworkFile),
}

impl WaitingRequests {
    /// Adds a request behind the others. One that waits for a network and is stopped by this goes without.
    pub fn push(&mut self, request: Request) {
        if self.waits && self.requests.front().is_some_and(|first| is_stop_of(&request, first)) {
            (self.waits, self.goes_without) = (false, true);
        }
        self.requests.push_back(request);
    }

    /// The next step, if there is one before a network has been fetched, or another request comes.
    pub fn next(&mut self, service: &EngineService) -> Option<Step> {
        let first = self.requests.front().filter(|_| !self.waits)?;
        let missing = service.missing_network(first);
        match missing.filter(|&network| !self.goes_without && !self.has_failed(network)) {
            None => {
                self.goes_without = false;
                self.requests.pop_front().map(Box::new).map(Step::CarryOut)
            }
            Some(network) => {
                self.waits = true;
                // Another network may still be on its way.
                let is_free = self.fetched.is_none();
                is_free.then(|| Step::Fetch(*self.fetched.insert(network)))
            }
        }
    }

    /// Gives the service the file of the network that was fetched, or notes that it did not load. The request that waits for it then goes
    /// without, and a later one tries again. Returns why the engine refuses the file, if it does.
    pub fn end_fetch(&mut self, file: Option<&[u8]>, service: &mut EngineService) -> Option<String> {
        let network = self.fetched.take()?;
        let has_waited = std::mem::take(&mut self.waits);
        let Some(file) = file else {
            self.failures.push((network, self.clock.now()));
            // The request may have waited for the end of another network's fetch.
            let is_needed = |first: &Request| service.missing_network(first) == Some(network);
            self.goes_without = has_waited && self.requests.front().is_some_and(is_needed);
            return None;
        };
        let error = service.add_network(file).err()?;
        self.refused.push(network);
        Some(format!("the network for {} cannot be used: {error}", network.name()))
    }

    fn has_failed(&self, network: NetworkFile) -> bool {
        let now = self.clock.now();
        let is_recent = |at: Duration| now.saturating_sub(at) < MEMORY;
        let failures = self.failures.iter().filter(|&&(failed, at)| failed == network && is_recent(at));
        self.refused.contains(&network) || failures.count() >= ATTEMPTS
    }
}

/// Whether a request stops another one.
fn is_stop_of(request: &Request, other: &Request) -> bool {
    matches!(request, Request::Stop { id } if *id == other.id())
}
