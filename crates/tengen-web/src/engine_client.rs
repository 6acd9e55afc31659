//! The page's end of the line to the engine in its worker.

use std::cell::RefCell;
use std::rc::Rc;

use leptos::prelude::document;
use tengen_protocol::worker::{Request, Response};
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::*;
use web_sys::{ErrorEvent, HtmlMetaElement, MessageEvent, Worker};

/// The engine's worker. It ends when this is dropped.
pub(crate) struct EngineClient {
    worker: Worker,
    state: Rc<RefCell<State>>,
    // The listeners must live as long as the worker may call them.
    _on_message: Closure<dyn FnMut(MessageEvent)>,
    _on_error: Closure<dyn FnMut(ErrorEvent)>,
}

/// A worker hears nothing before it says that it is ready, so until then requests wait here.
struct State {
    ready: bool,
    waiting: Vec<Request>,
}

impl EngineClient {
    /// Starts the worker that the page names in `<meta name="tengen-worker">`.
    ///
    /// `on_response` hears its answers, and a [`Response::Failed`] without an `id` if it breaks down.
    pub(crate) fn start(on_response: impl Fn(Response) + 'static) -> Result<EngineClient, String> {
        let meta = document().query_selector("meta[name=tengen-worker]").ok().flatten();
        let meta: HtmlMetaElement = meta
            .and_then(|element| element.dyn_into().ok())
            .ok_or("the page does not say where the engine is")?;
        let worker = Worker::new(&meta.content()).map_err(|error| describe(&error))?;
        let state = Rc::new(RefCell::new(State { ready: false, waiting: Vec::new() }));
        let on_response = Rc::new(on_response);

        let message = {
            let (state, worker, on_response) = (state.clone(), worker.clone(), on_response.clone());
            Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
                let text = event.data().as_string().unwrap_or_default();
                match serde_json::from_str(&text) {
                    Ok(Response::Ready) => {
                        let mut state = state.borrow_mut();
                        state.ready = true;
                        state.waiting.drain(..).for_each(|request| post(&worker, &request));
                    }
                    Ok(response) => on_response(response),
                    Err(error) => on_response(Response::Failed { id: None, message: error.to_string() }),
                }
            })
        };
        let failure = Closure::<dyn FnMut(ErrorEvent)>::new(move |event: ErrorEvent| {
            let message = if event.message().is_empty() { "it did not load".into() } else { event.message() };
            on_response(Response::Failed { id: None, message });
        });
        worker.set_onmessage(Some(message.as_ref().unchecked_ref()));
        worker.set_onerror(Some(failure.as_ref().unchecked_ref()));
        Ok(EngineClient { worker, state, _on_message: message, _on_error: failure })
    }

    /// Sends a request, as soon as the worker listens.
    pub(crate) fn send(&self, request: Request) {
        let mut state = self.state.borrow_mut();
        if state.ready {
            post(&self.worker, &request);
        } else {
            state.waiting.push(request);
        }
    }
}

impl Drop for EngineClient {
    fn drop(&mut self) {
        self.worker.set_onmessage(None);
        self.worker.set_onerror(None);
        self.worker.terminate();
    }
}

fn post(worker: &Worker, request: &Request) {
    // A request is made of strings and numbers, and a string can always be posted.
    if let Ok(text) = serde_json::to_string(request) {
        let _ = worker.post_message(&JsValue::from_str(&text));
    }
}

fn describe(error: &JsValue) -> String {
    let message = js_sys::Reflect::get(error, &"message".into()).ok().and_then(|text| text.as_string());
    message.unwrap_or_else(|| "this browser does not start workers".to_owned())
}
