//! Requests that wait for the network that the first of them needs.

use std::collections::VecDeque;
use std::time::Duration;

use tengen_analysis::engine::Request;
use tengen_analysis::{Clock, SystemClock};
use tengen_engine::NetworkFile;

use super::EngineService;

/// The number of failures within [`MEMORY`] after which a network is not fetched for now.
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
    /// The caller passes the request to the service.
    CarryOut(Box<Request>),
    /// The caller fetches the file of the network, and then calls [`WaitingRequests::end_fetch`].
    Fetch(NetworkFile),
}

impl WaitingRequests {
    /// Adds a request behind the others. A waiting request that the new one stops is carried out without its network.
    pub fn push(&mut self, request: Request) {
        if self.waits && self.requests.front().is_some_and(|first| is_stop_of(&request, first)) {
            (self.waits, self.goes_without) = (false, true);
        }
        self.requests.push_back(request);
    }

    /// The next step; `None` until a network has been fetched, or another request comes.
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

    /// Gives the service the file of the fetched network, or notes that it did not load. The waiting request is then carried out without
    /// it, and a later one tries again. Returns the engine's reason if it refuses the file.
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
