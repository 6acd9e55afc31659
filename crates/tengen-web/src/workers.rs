//! The workers of the page: the engine service and the file worker.
//!
//! A program around the page may have its own engine and save files itself. It announces this by a global object,
//! `tengenHost`, before the page starts. For each missing member the page behaves as in any browser:
//!
//! ```js
//! window.tengenHost = {
//!   Engine: class { constructor(program) {} postMessage(text) {} terminate() {} }, // a Worker's interface, with `onmessage` and `onerror`
//!   save(name, type, bytes) {},
//!   // Engines that the user adds, each with a number for the constructor of `Engine`, which otherwise has none.
//!   async programs() { return [{ id, name, command }]; },
//!   async addProgram(arguments) { return { id, name, command }; }, // null if the user chooses none
//!   async removeProgram(id) {},
//! };
//! ```

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use js_sys::{Array, Function, JSON, Promise, Reflect, Uint8Array};
use leptos::prelude::{document, *};
use serde::Serialize;
use serde::de::DeserializeOwned;
use tengen_analysis::files::{Content, Fault, FaultKind, GameSummary, Part, Request, Response};
use tengen_formats::any::Known;
use tengen_formats::json;
use tengen_game::Record;
use tengen_match::Origin;
use tengen_worker_client::{Answer, Breakdown, WorkerClient};
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::{HtmlMetaElement, Worker};

use crate::session::Program;

/// The worker that the host may replace.
const ENGINE: &str = "tengen-worker";

/// Starts the worker that the page names in the `<meta>` of this name, or the engine of the program around the page. `on_answer` receives
/// its answers.
///
/// # Errors
/// When the page names none, or the browser does not start it.
pub(crate) fn start<Q: Serialize, A: Answer>(
    name: &str,
    on_answer: impl Fn(A) + 'static,
) -> Result<WorkerClient<Q>, String> {
    let worker = match Some(name).filter(|name| *name == ENGINE).and_then(|_| engine()) {
        Some(engine) => engine,
        None => Worker::new(&address_of(name)?),
    };
    WorkerClient::start(worker, on_answer)
}

/// The place of a worker; `None` while it does not run.
pub(crate) type Client<Q> = StoredValue<Option<WorkerClient<Q>>, LocalStorage>;

/// Sends a request to a worker, if it runs.
pub(crate) fn send<Q: Serialize + 'static>(client: Client<Q>, request: &Q) {
    client.with_value(|client| {
        if let Some(client) = client {
            client.send(request);
        }
    });
}

/// The address that the page states for a file of this name.
///
/// # Errors
/// When the page states none.
pub(crate) fn address_of(name: &str) -> Result<String, String> {
    let meta = document().query_selector(&format!("meta[name={name}]")).ok().flatten();
    let meta: Option<HtmlMetaElement> = meta.and_then(|element| element.dyn_into().ok());
    meta.map(|meta| meta.content()).ok_or_else(|| format!("the page does not say where its {name} is"))
}

/// The callback for one answer.
type Listener = Box<dyn FnOnce(Result<Response, Fault>)>;

/// The result of reading a text or file.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Found {
    /// The games; of a large file only the first ones. The list is not empty.
    pub(crate) games: Vec<GameSummary>,
    /// The total number of games.
    pub(crate) total: usize,
    pub(crate) origin: Origin,
}

/// The file worker of the page, which is started by the first request. Copies share the same worker.
#[derive(Clone, Copy)]
pub(crate) struct FileWorker {
    client: Client<Request>,
    listeners: StoredValue<Rc<RefCell<BTreeMap<u32, Listener>>>, LocalStorage>,
    last_id: StoredValue<u32>,
}

/// A file with games, or a text that the user has entered.
#[derive(Clone)]
pub(crate) struct GameFile {
    pub(crate) name: Option<String>,
    pub(crate) content: Content,
    /// Data of the games that the user has entered, and that the content may lack.
    pub(crate) known: Known,
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

    /// The file worker that an ancestor provides.
    pub(crate) fn of_page() -> FileWorker {
        expect_context()
    }

    /// Sends a request; `then` receives the answer, or the reason why there is none.
    pub(crate) fn ask(
        self,
        request: impl FnOnce(u32) -> Request,
        then: impl FnOnce(Result<Response, Fault>) + 'static,
    ) {
        let id = self.last_id.get_value().wrapping_add(1);
        self.last_id.set_value(id);
        self.listeners.get_value().borrow_mut().insert(id, Box::new(then));
        if self.client.with_value(Option::is_none) {
            match start("tengen-files", move |response| self.on_response(response)) {
                Ok(client) => self.client.set_value(Some(client)),
                Err(message) => {
                    return self.on_response(Response::broken(Breakdown { was_ready: false, message }));
                }
            }
        }
        send(self.client, &request(id));
    }

    /// Reads games in any format; `then` receives the games.
    pub(crate) fn read(self, file: GameFile, then: impl FnOnce(Result<Found, Fault>) + 'static) {
        let GameFile { name, content, known } = file;
        let request = |id| Request::Read { id, name, content, known, part: None };
        self.ask(request, move |answer| match answer {
            Ok(Response::Games { games, total, format, .. }) => {
                let origin = if format == "link" { Origin::Link } else { Origin::File };
                then(Ok(Found { games, total, origin }));
            }
            Ok(other) => then(Err(unexpected(format!("expected games, found {other:?}")))),
            Err(fault) => then(Err(fault)),
        });
    }

    /// Reads some games of a file: the games that can be read, and the reasons why others cannot.
    pub(crate) async fn read_part(
        self,
        file: GameFile,
        part: Part,
    ) -> Result<(Vec<GameSummary>, Vec<Fault>), Fault> {
        let GameFile { name, content, known } = file;
        let request = |id| Request::Read { id, name, content, known, part: Some(part) };
        match received(|then| self.ask(request, then)).await {
            Some(Ok(Response::Games { games, faults, .. })) => Ok((games, faults)),
            Some(Err(fault)) => Err(fault),
            other => Err(unexpected(format!("expected games, found {other:?}"))),
        }
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
            // The worker has crashed: it answers no further request, and the next request starts another worker.
            None => {
                self.client.set_value(None);
                let all = std::mem::take(&mut *listeners.borrow_mut());
                all.into_values().for_each(answer);
            }
        }
    }
}

/// The value that `ask` passes to its callback; `None` if the browser ends the wait.
pub(crate) async fn received<T: 'static>(ask: impl FnOnce(Box<dyn FnOnce(T)>)) -> Option<T> {
    let place = Rc::new(RefCell::new(None));
    let mut ask = Some(ask);
    let answered = Promise::new(&mut |done, _| {
        let (place, Some(ask)) = (Rc::clone(&place), ask.take()) else { return };
        ask(Box::new(move |value| {
            *place.borrow_mut() = Some(value);
            // The resolving function of a promise can always be called.
            let _ = done.call0(&JsValue::NULL);
        }));
    });
    // The promise is never rejected.
    let _ = JsFuture::from(answered).await;
    place.take()
}

/// The record of a game that the file worker has read.
pub(crate) fn record_of(game: &GameSummary) -> Result<Record, Fault> {
    json::read(&game.record).map_err(|error| unexpected(error.to_string()))
}

/// The fault for an answer that does not fit its request.
fn unexpected(message: String) -> Fault {
    Fault { kind: FaultKind::Request, message, whereabouts: None }
}

/// The host's engine, if the host has one. It has the interface of a worker and is used as one.
pub(crate) fn engine() -> Option<Result<Worker, JsValue>> {
    construct(&Array::new())
}

/// Whether the host has an engine.
pub(crate) fn has_engine() -> bool {
    member("Engine").is_some()
}

fn construct(arguments: &Array) -> Option<Result<Worker, JsValue>> {
    let class = member("Engine")?;
    Some(Reflect::construct(&class, arguments).map(JsCast::unchecked_into))
}

/// Whether the host starts external engines.
pub(crate) fn has_programs() -> bool {
    member("programs").is_some()
}

/// Starts an engine that the user has added to the host. `on_answer` receives its answers.
///
/// # Errors
/// When the host has no engine of this number.
pub(crate) fn start_program<Q: Serialize, A: Answer>(
    id: u32,
    on_answer: impl Fn(A) + 'static,
) -> Result<WorkerClient<Q>, String> {
    let engine = construct(&Array::of1(&id.into()));
    WorkerClient::start(engine.ok_or("the program around the page starts no engines")?, on_answer)
}

/// The engines that the user has added to the host.
///
/// # Errors
/// When the host cannot list them, with the host's reason.
pub(crate) async fn programs() -> Result<Vec<Program>, String> {
    ask("programs", &JsValue::UNDEFINED).await
}

/// Opens the host's dialog for an engine, which is started with these arguments; `None` if the user chooses none.
///
/// # Errors
/// When the engine is not added, with the host's reason.
pub(crate) async fn add_program(arguments: &str) -> Result<Option<Program>, String> {
    ask("addProgram", &arguments.into()).await
}

/// Removes an engine from the host's list.
///
/// # Errors
/// When the list stays as it is, with the host's reason.
pub(crate) async fn remove_program(id: u32) -> Result<(), String> {
    ask("removeProgram", &id.into()).await
}

/// The value of the promise that a function of the host returns.
async fn ask<T: DeserializeOwned>(name: &str, argument: &JsValue) -> Result<T, String> {
    let asked = member(name).ok_or("the program around the page adds no engines")?;
    let answer = match asked.call1(&JsValue::NULL, argument) {
        Ok(promise) => JsFuture::from(Promise::resolve(&promise)).await,
        Err(error) => Err(error),
    };
    let answer = answer.map_err(|error| {
        let message = || Reflect::get(&error, &"message".into()).ok().and_then(|text| text.as_string());
        error.as_string().or_else(message).unwrap_or_else(|| "no reason was given".to_owned())
    })?;
    // A promise without a value resolves to `undefined`, which has no JSON text.
    let text = JSON::stringify(&answer).ok().and_then(|text| text.as_string());
    serde_json::from_str(text.as_deref().unwrap_or("null")).map_err(|error| error.to_string())
}

/// Lets the host save a file, and returns whether there is a host that does.
pub(crate) fn save(name: &str, kind: &str, content: &[u8]) -> bool {
    let Some(save) = member("save") else { return false };
    // The host reports its failures to the user.
    let _ = save.call3(&JsValue::NULL, &name.into(), &kind.into(), &Uint8Array::from(content));
    true
}

fn member(name: &str) -> Option<Function> {
    let host = Reflect::get(&js_sys::global(), &"tengenHost".into()).ok()?;
    Reflect::get(&host, &name.into()).ok()?.dyn_into().ok()
}
