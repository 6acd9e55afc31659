//! The engine service as a Web Worker.
//!
//! A worker receives messages only while none of its code runs. So the service runs in slices, and the event loop delivers
//! messages in between.
//!
//! The networks of the evaluation are files of their own. The one that a request needs is loaded before the request is carried out
//! (`xtask/src/page/networks.js`); later requests wait for it, too. A request that is stopped meanwhile is carried out without it.
#![forbid(unsafe_code)]

#[cfg(feature = "threads")]
mod threads;

use std::cell::RefCell;
use std::rc::Rc;

use js_sys::Uint8Array;
use tengen_analysis::engine::{Request, Response};
use tengen_analysis::wire;
use tengen_worker::engine::{EngineService, Step, WaitingRequests, unreadable};
use tengen_worker::{SLICE, Service as _};
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::*;
use web_sys::{DedicatedWorkerGlobalScope, MessageChannel, MessageEvent};

struct Worker {
    scope: DedicatedWorkerGlobalScope,
    service: EngineService,
    /// The channel that schedules the next slice after the waiting messages.
    wake: MessageChannel,
    /// Whether the next slice is scheduled; scheduled twice, every later slice would run twice.
    waking: bool,
    /// Requests that have not been carried out.
    waiting: WaitingRequests,
    /// Whether a request was carried out without its network since the last one loaded.
    lacks_network: bool,
}

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
    /// Receives a request, which is a text, or a network: its bytes, or null where it did not load.
    fn receive(&mut self, data: &JsValue) {
        match data.as_string() {
            Some(text) => match Request::read(&text) {
                Ok(request) => self.waiting.push(request),
                Err(error) => send(&self.scope, &unreadable(&error)),
            },
            None => {
                let file = data.dyn_ref::<Uint8Array>().map(Uint8Array::to_vec);
                match self.waiting.end_fetch(file.as_deref(), &mut self.service) {
                    Some(fault) => warn(&format!("Tengen: {fault}")),
                    None if file.is_some() && self.lacks_network => {
                        self.lacks_network = false;
                        send(&self.scope, &Response::NetworkLoaded);
                    }
                    None => {}
                }
            }
        }
        // A request may need several networks, one after the other.
        while let Some(step) = self.waiting.next(&self.service) {
            match step {
                Step::CarryOut(request) => {
                    let Worker { scope, service, lacks_network, .. } = &mut *self;
                    service.receive(*request, &mut |response| {
                        *lacks_network |= matches!(response, Response::WithoutNetwork { .. });
                        send(scope, &response);
                    });
                }
                Step::Fetch(network) => fetch_network(network.name()),
            }
        }
        self.go_on_later();
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
        waiting: WaitingRequests::default(),
        lacks_network: false,
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
