//! The judge of positions as puzzles: an engine of its own, so that the game on the board can continue.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use leptos::prelude::*;
use tengen_analysis::PuzzleKind;
use tengen_analysis::engine::{Request, Response};
use tengen_game::Position;
use tengen_puzzles::Soundness;

use crate::workers::{self, Client, received, send};

/// Receives the judgement, or the reason why there is none.
type Listener = Box<dyn FnOnce(Result<Soundness, String>)>;

/// The judge, whose engine is started by the first position. Copies share the same engine.
#[derive(Clone, Copy)]
pub(super) struct Maker {
    engine: Client<Request>,
    listeners: StoredValue<Rc<RefCell<BTreeMap<u32, Listener>>>, LocalStorage>,
    last_id: StoredValue<u32>,
}

impl Maker {
    pub(super) fn new() -> Maker {
        let maker = Maker {
            engine: StoredValue::new_local(None),
            listeners: StoredValue::new_local(Rc::default()),
            last_id: StoredValue::new(0),
        };
        on_cleanup(move || maker.end());
        maker
    }

    /// Judges a position as a puzzle of a kind.
    pub(super) async fn judge(self, position: Position, kind: PuzzleKind) -> Result<Soundness, String> {
        let answer = received(|then| self.ask(position, kind, then)).await;
        answer.unwrap_or_else(|| Err("the page was closed".to_owned()))
    }

    /// Ends the engine. It starts again with the next position.
    pub(super) fn end(self) {
        // The page, and the judge with it, may have been taken down.
        if self.engine.try_set_value(None).is_none() {
            self.fail_all("the engine was ended");
        }
    }

    fn ask(self, position: Position, kind: PuzzleKind, then: Listener) {
        if self.engine.with_value(Option::is_none) {
            match workers::start("tengen-worker", move |answer| self.on_response(answer)) {
                Ok(engine) => self.engine.set_value(Some(engine)),
                Err(reason) => return then(Err(reason)),
            }
            // The other threads and most of the memory are left to the game on the board.
            let (threads, hash_mib) = (Some(1), Some(1));
            send(self.engine, &Request::Configure { id: self.next_id(), threads, hash_mib });
        }
        let id = self.next_id();
        self.listeners.get_value().borrow_mut().insert(id, then);
        send(self.engine, &Request::MakePuzzle { id, position, kind });
    }

    fn next_id(self) -> u32 {
        let id = self.last_id.get_value().wrapping_add(1);
        self.last_id.set_value(id);
        id
    }

    fn on_response(self, response: Response) {
        let (id, answer) = match response {
            Response::MadePuzzle { id, soundness } => {
                (id, serde_json::from_str(&soundness).map_err(|error| error.to_string()))
            }
            Response::Failed { id: Some(id), message } => (id, Err(message)),
            // The engine has crashed, and the next position starts another.
            Response::Failed { id: None, message } => {
                self.engine.set_value(None);
                return self.fail_all(&message);
            }
            _ => return,
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
