//! The judge of positions as puzzles, in a worker of its own that few pages need.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use leptos::prelude::*;
use tengen_analysis::{JudgeRequest, JudgeResponse, PuzzleKind};
use tengen_game::Position;
use tengen_puzzles::Soundness;

use crate::workers::{self, Client, received, send};

/// Receives the judgement, or the reason why there is none.
type Listener = Box<dyn FnOnce(Result<Soundness, String>)>;

/// The judge, whose worker is started by the first position. Copies share it.
#[derive(Clone, Copy)]
pub(super) struct Judge {
    worker: Client<JudgeRequest>,
    listeners: StoredValue<Rc<RefCell<BTreeMap<u32, Listener>>>, LocalStorage>,
    last_id: StoredValue<u32>,
}

impl Judge {
    pub(super) fn new() -> Judge {
        let judge = Judge {
            worker: StoredValue::new_local(None),
            listeners: StoredValue::new_local(Rc::default()),
            last_id: StoredValue::new(0),
        };
        on_cleanup(move || judge.end());
        judge
    }

    /// Judges a position as a puzzle of a kind.
    pub(super) async fn judge(self, position: Position, kind: PuzzleKind) -> Result<Soundness, String> {
        let answer = received(|then| self.ask(position, kind, then)).await;
        answer.unwrap_or_else(|| Err("the page was closed".to_owned()))
    }

    /// Ends the worker if at most this many positions wait for their judgement, which then fails. Another worker starts with the next position.
    pub(super) fn end_if(self, most_waiting: usize) {
        let waiting = self.listeners.try_get_value().map_or(0, |listeners| listeners.borrow().len());
        if waiting <= most_waiting {
            self.end();
        }
    }

    fn end(self) {
        // The page, and the judge with it, may have been taken down.
        if self.worker.try_set_value(None).is_none() {
            self.fail_all("the worker was ended");
        }
    }

    fn ask(self, position: Position, kind: PuzzleKind, then: Listener) {
        if self.worker.with_value(Option::is_none) {
            match workers::start("tengen-judge", move |answer| self.on_response(answer)) {
                Ok(worker) => self.worker.set_value(Some(worker)),
                Err(reason) => return then(Err(reason)),
            }
        }
        let id = self.next_id();
        self.listeners.get_value().borrow_mut().insert(id, then);
        send(self.worker, &JudgeRequest { id, position, kind });
    }

    fn next_id(self) -> u32 {
        let id = self.last_id.get_value().wrapping_add(1);
        self.last_id.set_value(id);
        id
    }

    fn on_response(self, response: JudgeResponse) {
        let (id, answer) = match response {
            JudgeResponse::Judged { id, soundness } => {
                (id, serde_json::from_str(&soundness).map_err(|error| error.to_string()))
            }
            JudgeResponse::Failed { id: Some(id), message } => (id, Err(message)),
            // The worker has crashed, and the next position starts another.
            JudgeResponse::Failed { id: None, message } => {
                self.worker.set_value(None);
                return self.fail_all(&message);
            }
            JudgeResponse::Ready => return,
        };
        let listener = self.listeners.get_value().borrow_mut().remove(&id);
        listener.into_iter().for_each(|listener| listener(answer.clone()));
    }

    fn fail_all(self, reason: &str) {
        let Some(listeners) = self.listeners.try_get_value() else { return };
        let all = std::mem::take(&mut *listeners.borrow_mut());
        all.into_values().for_each(|listener| listener(Err(reason.to_owned())));
    }
}
