//! A service that only searches, with any opponent.

use std::time::Duration;

use tengen_analysis::engine::{Request, Response};
use tengen_analysis::{Opponent, SystemClock};

use super::Answer;
use super::tasks::Searching;
use crate::{Service, Stopper};

/// Carries out the searches of a front end with an opponent, such as a program in a separate process. It refuses every other
/// task, which only the engine can carry out, and ignores [`Request::Configure`], which has no response.
///
/// The opponent searches at full strength: the fields `opponent` and `tuning` of [`Request::Search`] have no effect.
pub struct SearchService<O> {
    opponent: O,
    clock: SystemClock,
    search: Option<Searching>,
    stopper: Stopper,
}

impl<O: Opponent> SearchService<O> {
    /// A service with this opponent, which can be stopped from another thread as well.
    pub fn new(opponent: O, stopper: Stopper) -> SearchService<O> {
        SearchService { opponent, clock: SystemClock::new(), search: None, stopper }
    }

    /// Ends the search, if there is one, with its result so far.
    fn finish(&mut self, answer: &mut Answer) {
        while self.search.is_some() {
            self.opponent.stop_handle().stop();
            self.advance(Duration::MAX, answer);
        }
    }
}

impl<O: Opponent> Service for SearchService<O> {
    type Request = Request;
    type Report = Response;

    fn is_busy(&self) -> bool {
        self.search.is_some()
    }

    fn receive(&mut self, request: Request, answer: &mut Answer) {
        match request {
            Request::Search { id, position, limits, .. } => {
                self.finish(answer);
                let search = Searching::begin(id, position, &limits, &mut self.opponent, &self.clock);
                self.stopper.begin(id, self.opponent.stop_handle());
                self.search = Some(search);
            }
            Request::Stop { id } => {
                self.stopper.forget(id);
                // The search may have ended while the message was on its way.
                if self.search.as_ref().is_some_and(|search| search.id() == id) {
                    self.finish(answer);
                }
            }
            Request::Configure { .. } => {}
            other => {
                let message = format!("`{}` only searches", self.opponent.name());
                answer(Response::Failed { id: Some(other.id()), message });
            }
        }
    }

    fn advance(&mut self, slice: Duration, answer: &mut Answer) {
        let Some(search) = &mut self.search else { return };
        if let Some(last) = search.advance(&mut self.opponent, slice, &self.clock, answer) {
            self.search = None;
            self.stopper.end();
            answer(last);
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

    use tengen_analysis::Grade;
    use tengen_classic::Minimax;

    use super::*;
    use crate::SLICE;
    use crate::engine::unreadable;

    /// All answers to these requests.
    fn ask(requests: &[&str]) -> Vec<Response> {
        let mut service = SearchService::new(Minimax::new(Grade::Easy), Stopper::default());
        let mut answers = Vec::new();
        for request in requests {
            match Request::read(request) {
                Ok(request) => service.receive(request, &mut |response| answers.push(response)),
                Err(error) => answers.push(unreadable(&error)),
            }
        }
        while service.is_busy() {
            service.advance(SLICE, &mut |response| answers.push(response));
        }
        answers
    }

    const SEARCH: &str = r#"{"type":"search","id":4,"position":{"rule":"freestyle","size":15,
        "moves":[[7,7],[0,0],[7,8],[0,14],[7,9],[14,0],[7,10],[14,14]]},"limits":{}}"#;

    #[test]
    fn it_searches_with_its_opponent() {
        let answers = ask(&[SEARCH]);
        let Some(Response::Finished { id: 4, best_move: Some(point), .. }) = answers.last() else {
            panic!("{answers:?}")
        };
        assert!(point.x() == 7, "{point:?} does not complete the five");
    }

    #[test]
    fn other_tasks_are_refused_and_settings_pass() {
        let answers = ask(&[
            r#"{"type":"configure","id":1,"threads":2}"#,
            r#"{"type":"bench","id":6,"depth":3}"#,
            r#"{"type":"stop","id":9}"#,
            "nonsense",
        ]);
        let failed = |id: Option<u32>, text: &str, answer: &Response| matches!(answer, Response::Failed { id: found, message } if *found == id && message.contains(text));
        assert_eq!(answers.len(), 2, "{answers:?}");
        assert!(failed(Some(6), "only searches", &answers[0]), "{answers:?}");
        assert!(failed(None, "cannot read this request", &answers[1]), "{answers:?}");
    }
}
