//! The connection of a page to a Web Worker, which the page and the element share.
//!
//! A [`WorkerClient`] sends requests as JSON, and receives answers in the form of [`tengen_analysis::wire`]. An [`Answer`] is the type of the
//! answers of one worker.
#![forbid(unsafe_code)]

use std::cell::RefCell;
use std::marker::PhantomData;
use std::rc::Rc;

use js_sys::Uint8Array;
use serde::Serialize;
use serde::de::DeserializeOwned;
use tengen_analysis::wire;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::*;
use web_sys::{ErrorEvent, Event, MessageEvent, Worker};

/// An answer of a worker.
pub trait Answer: DeserializeOwned {
    /// Whether the answer means that the worker accepts requests.
    fn is_ready(&self) -> bool;

    /// The answer that represents a breakdown of the worker.
    fn broken(breakdown: Breakdown) -> Self;
}

/// How a worker broke down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Breakdown {
    /// Whether it had begun. Otherwise it could not be loaded or started, which may be the network's fault: another attempt may
    /// succeed.
    pub was_ready: bool,
    /// The browser's reason, in English.
    pub message: String,
}

/// A worker that takes requests of one type. It ends when this is dropped.
pub struct WorkerClient<Q> {
    worker: Worker,
    state: Rc<RefCell<State>>,
    // The listeners must live as long as the worker may call them.
    _on_message: Closure<dyn FnMut(MessageEvent)>,
    _on_error: Closure<dyn FnMut(Event)>,
    _requests: PhantomData<fn(Q)>,
}

/// A worker accepts no request before it has reported that it is ready, so until then requests wait here.
struct State {
    ready: bool,
    waiting: Vec<String>,
}

impl<Q: Serialize> WorkerClient<Q> {
    /// Connects to a worker that has just been started. `on_answer` gets its answers, the one that it is ready included.
    ///
    /// # Errors
    /// When the browser has not started it, with its reason.
    pub fn start<A: Answer>(
        worker: Result<Worker, JsValue>,
        on_answer: impl Fn(A) + 'static,
    ) -> Result<WorkerClient<Q>, String> {
        let worker = worker.map_err(|error| describe(&error))?;
        let state = Rc::new(RefCell::new(State { ready: false, waiting: Vec::new() }));
        let on_answer = Rc::new(on_answer);

        let broken = {
            let state = state.clone();
            move |message| A::broken(Breakdown { was_ready: state.borrow().ready, message })
        };
        let message = {
            let (state, worker, on_answer) = (state.clone(), worker.clone(), on_answer.clone());
            let broken = broken.clone();
            Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
                match wire::read::<A>(&Uint8Array::new(&event.data()).to_vec()) {
                    Ok(answer) => {
                        if answer.is_ready() {
                            let mut state = state.borrow_mut();
                            state.ready = true;
                            state.waiting.drain(..).for_each(|request| post(&worker, &request));
                        }
                        on_answer(answer);
                    }
                    Err(error) => on_answer(broken(error.to_string())),
                }
            })
        };
        let failure = Closure::<dyn FnMut(Event)>::new(move |event: Event| {
            // Where the script itself could not be loaded the event is a plain one, without a message.
            let message = event.dyn_ref::<ErrorEvent>().map(ErrorEvent::message);
            let message = message.filter(|message| !message.is_empty());
            on_answer(broken(message.unwrap_or_else(|| "it did not load".to_owned())));
        });
        worker.set_onmessage(Some(message.as_ref().unchecked_ref()));
        worker.set_onerror(Some(failure.as_ref().unchecked_ref()));
        Ok(WorkerClient { worker, state, _on_message: message, _on_error: failure, _requests: PhantomData })
    }

    /// Sends a request, as soon as the worker is ready.
    pub fn send(&self, request: &Q) {
        // A request is made of strings and numbers, and can always be written.
        let Ok(text) = serde_json::to_string(request) else { return };
        let mut state = self.state.borrow_mut();
        if state.ready {
            post(&self.worker, &text);
        } else {
            state.waiting.push(text);
        }
    }
}

impl<Q> Drop for WorkerClient<Q> {
    fn drop(&mut self) {
        self.worker.set_onmessage(None);
        self.worker.set_onerror(None);
        self.worker.terminate();
    }
}

fn post(worker: &Worker, request: &str) {
    // A string can always be posted.
    let _ = worker.post_message(&JsValue::from_str(request));
}

fn describe(error: &JsValue) -> String {
    let message = js_sys::Reflect::get(error, &"message".into()).ok().and_then(|text| text.as_string());
    message.unwrap_or_else(|| "this browser does not start workers".to_owned())
}

impl Answer for tengen_analysis::engine::Response {
    fn is_ready(&self) -> bool {
        matches!(self, tengen_analysis::engine::Response::Ready)
    }

    fn broken(breakdown: Breakdown) -> Self {
        tengen_analysis::engine::Response::Failed { id: None, message: breakdown.message }
    }
}

impl Answer for tengen_analysis::JudgeResponse {
    fn is_ready(&self) -> bool {
        matches!(self, tengen_analysis::JudgeResponse::Ready)
    }

    fn broken(breakdown: Breakdown) -> Self {
        tengen_analysis::JudgeResponse::Failed { id: None, message: breakdown.message }
    }
}

impl Answer for tengen_analysis::engine::SearchResponse {
    fn is_ready(&self) -> bool {
        matches!(self, tengen_analysis::engine::SearchResponse::Ready)
    }

    fn broken(breakdown: Breakdown) -> Self {
        tengen_analysis::engine::SearchResponse::Failed { id: None, message: breakdown.message }
    }
}

impl Answer for tengen_analysis::files::Response {
    fn is_ready(&self) -> bool {
        matches!(self, tengen_analysis::files::Response::Ready)
    }

    fn broken(breakdown: Breakdown) -> Self {
        use tengen_analysis::files::{Fault, FaultKind, Response};
        let kind = if breakdown.was_ready { FaultKind::Broken } else { FaultKind::NotLoaded };
        Response::Failed { id: None, fault: Fault { kind, message: breakdown.message, whereabouts: None } }
    }
}
