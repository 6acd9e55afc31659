//! The worker that reads and writes files and draws pictures. It starts when it is first asked, and waits for more.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use leptos::prelude::*;
use tengen_analysis::files::{Content, Fault, FaultKind, GameSummary, Request, Response};
use tengen_game::Record;
use tengen_game::format::{any::Known, json};

use crate::workers;
use tengen_match::{Answer, Breakdown, Origin, WorkerClient};

/// What hears one answer.
type Listener = Box<dyn FnOnce(Result<Response, Fault>)>;

/// What the studio has read.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Found {
    /// The games, of a large file the first; at least one.
    pub(crate) games: Vec<GameSummary>,
    /// How many games there are.
    pub(crate) total: usize,
    pub(crate) origin: Origin,
}

/// The page's studio. Copies share the same one.
#[derive(Clone, Copy)]
pub(crate) struct FileWorker {
    client: StoredValue<Option<WorkerClient<Request>>, LocalStorage>,
    listeners: StoredValue<Rc<RefCell<BTreeMap<u32, Listener>>>, LocalStorage>,
    last_id: StoredValue<u32>,
}

impl FileWorker {
    pub(crate) fn provide() {
        let file_worker = FileWorker {
            client: StoredValue::new_local(None),
            listeners: StoredValue::new_local(Rc::default()),
            last_id: StoredValue::new(0),
        };
        provide_context(file_worker);
        on_cleanup(move || file_worker.client.set_value(None));
    }

    /// The studio that an ancestor provides.
    pub(crate) fn of_page() -> FileWorker {
        expect_context()
    }

    /// Asks the studio; `then` hears its answer, or why there is none.
    pub(crate) fn ask(
        self,
        request: impl FnOnce(u32) -> Request,
        then: impl FnOnce(Result<Response, Fault>) + 'static,
    ) {
        let id = self.last_id.get_value().wrapping_add(1);
        self.last_id.set_value(id);
        self.listeners.get_value().borrow_mut().insert(id, Box::new(then));
        if self.client.with_value(Option::is_none) {
            match workers::start("tengen-files", move |response| self.on_response(response)) {
                Ok(client) => self.client.set_value(Some(client)),
                Err(message) => {
                    return self.on_response(Response::broken(Breakdown { was_ready: false, message }));
                }
            }
        }
        self.client.with_value(|client| {
            if let Some(client) = client {
                client.send(&request(id));
            }
        });
    }

    /// Reads games, in whatever format they are; `then` hears what was found.
    pub(crate) fn read(
        self,
        name: Option<String>,
        content: Content,
        then: impl FnOnce(Result<Found, Fault>) + 'static,
    ) {
        let request = |id| Request::Read { id, name, content, known: Known::default() };
        self.ask(request, move |answer| match answer {
            Ok(Response::Games { games, total, format, .. }) => {
                let origin = if format == "link" { Origin::Link } else { Origin::File };
                then(Ok(Found { games, total, origin }));
            }
            Ok(other) => then(Err(unexpected(format!("expected games, found {other:?}")))),
            Err(fault) => then(Err(fault)),
        });
    }

    fn on_response(self, response: Response) {
        let listeners = self.listeners.get_value();
        let id = match &response {
            Response::Ready | Response::Progress { .. } => return,
            Response::Games { id, .. }
            | Response::Written { id, .. }
            | Response::Qr { id, .. }
            | Response::Formats { id, .. } => Some(*id),
            Response::Failed { id, .. } => *id,
        };
        let answer = |listener: Listener| match response.clone() {
            Response::Failed { fault, .. } => listener(Err(fault)),
            answer => listener(Ok(answer)),
        };
        match id {
            Some(id) => {
                let listener = listeners.borrow_mut().remove(&id);
                listener.into_iter().for_each(answer);
            }
            // It broke down: no request will be answered any more, and the next one starts another.
            None => {
                self.client.set_value(None);
                let all = std::mem::take(&mut *listeners.borrow_mut());
                all.into_values().for_each(answer);
            }
        }
    }
}

/// The record of a game that the studio has read.
pub(crate) fn record_of(game: &GameSummary) -> Result<Record, Fault> {
    json::read(&game.record).map_err(|error| unexpected(error.to_string()))
}

/// The studio said what it should not say.
fn unexpected(message: String) -> Fault {
    Fault { kind: FaultKind::Request, message, whereabouts: None }
}
