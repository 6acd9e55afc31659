//! The engine service as a Web Worker.
//!
//! A worker receives messages only while none of its code runs. So the service runs in slices, and the event loop delivers
//! messages in between.
//!
//! The networks of the evaluation are files of their own. The one that a request needs is loaded before the request is carried out
//! (`xtask/src/page/networks.js`), and those after it wait, too.
#![forbid(unsafe_code)]

#[cfg(feature = "threads")]
mod threads;

use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;

use js_sys::Uint8Array;
use tengen_analysis::engine::Response;
use tengen_analysis::wire;
use tengen_worker::engine::{EngineService, NetworkFile, SLICE, Service as _};
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::*;
use web_sys::{DedicatedWorkerGlobalScope, MessageChannel, MessageEvent};

struct Worker {
    scope: DedicatedWorkerGlobalScope,
    service: EngineService,
    /// Schedules the next slice, after the messages that wait.
    wake: MessageChannel,
    /// Whether the next slice is scheduled; scheduled twice, every later slice would run twice.
    waking: bool,
    /// Requests that have not been carried out.
    waiting: VecDeque<String>,
    /// The network that is being loaded, for the first of these requests.
    loading: Option<NetworkFile>,
    /// Those that did not load, once for each attempt.
    failures: Vec<NetworkFile>,
}

/// A network that has not loaded so often is not tried again.
const ATTEMPTS: usize = 3;

#[wasm_bindgen]
extern "C" {
    /// Fetches the network of this name, and delivers it as a message: its bytes, or null where it did not load.
    #[wasm_bindgen(js_name = fetchNetwork)]
    fn fetch_network(name: &str);

    /// Writes to the console.
    #[wasm_bindgen(js_namespace = console)]
    fn warn(text: &str);
}

impl Worker {
    /// Receives a request, which is a text, or a network.
    fn receive(&mut self, data: &JsValue) {
        match data.as_string() {
            Some(request) => self.waiting.push_back(request),
            None => self.end_loading(data),
        }
        // A request may need several networks, one after the other.
        while self.loading.is_none()
            && let Some(request) = self.waiting.front()
        {
            match self.service.missing_network(request).filter(|network| !self.has_failed(*network)) {
                Some(network) => {
                    self.loading = Some(network);
                    fetch_network(network.name());
                }
                None => self.carry_out_first(),
            }
        }
        self.go_on_later();
    }

    fn carry_out_first(&mut self) {
        if let Some(request) = self.waiting.pop_front() {
            self.service.receive(&request, &mut |response| send(&self.scope, &response));
        }
    }

    /// Takes over the network that was being loaded. Where it did not load, the engine evaluates by tables, and the next request tries
    /// again.
    fn end_loading(&mut self, data: &JsValue) {
        let Some(network) = self.loading.take() else { return };
        let Some(bytes) = data.dyn_ref::<Uint8Array>() else {
            self.failures.push(network);
            return self.carry_out_first();
        };
        if let Err(error) = self.service.add_network(&bytes.to_vec()) {
            warn(&format!("Tengen's network for {} cannot be used: {error}", network.name()));
            self.failures.extend([network; ATTEMPTS]);
        }
    }

    fn has_failed(&self, network: NetworkFile) -> bool {
        self.failures.iter().filter(|&&failed| failed == network).count() >= ATTEMPTS
    }

    fn wake(&mut self) {
        self.waking = false;
        self.service.advance(SLICE, &mut |response| send(&self.scope, &response));
        self.go_on_later();
    }

    fn go_on_later(&mut self) {
        if self.service.is_busy() && !self.waking {
            // Posting null to an open port of this worker cannot fail.
            self.waking = self.wake.port2().post_message(&JsValue::NULL).is_ok();
        }
    }
}

fn send(scope: &DedicatedWorkerGlobalScope, response: &Response) {
    // Bytes can always be posted.
    let _ = scope.post_message(&Uint8Array::from(wire::write(response).as_slice()));
}

#[cfg(feature = "threads")]
use threads::service;

/// The engine service, which has one thread.
#[cfg(not(feature = "threads"))]
fn service(_scope: &DedicatedWorkerGlobalScope) -> EngineService {
    EngineService::new(tengen_worker::engine::EngineOptions::default())
}

fn main() {
    let scope: DedicatedWorkerGlobalScope = js_sys::global().unchecked_into();
    let Ok(wake) = MessageChannel::new() else {
        let message = "this browser gives the engine no message channel".to_owned();
        send(&scope, &Response::Failed { id: None, message });
        return;
    };
    let worker = Rc::new(RefCell::new(Worker {
        scope: scope.clone(),
        service: service(&scope),
        wake: wake.clone(),
        waking: false,
        waiting: VecDeque::new(),
        loading: None,
        failures: Vec::new(),
    }));

    let listener = Rc::clone(&worker);
    let on_message = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
        listener.borrow_mut().receive(&event.data());
    });
    scope.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
    let on_wake = Closure::<dyn FnMut()>::new(move || worker.borrow_mut().wake());
    wake.port1().set_onmessage(Some(on_wake.as_ref().unchecked_ref()));
    // Both listeners live as long as the worker itself, which its page ends.
    on_message.forget();
    on_wake.forget();
    send(&scope, &Response::Ready);
}
