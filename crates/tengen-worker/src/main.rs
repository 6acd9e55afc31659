//! The engine as a Web Worker.
//!
//! The worker hears a message only while none of its own code runs. So it works in slices and lets
//! the event loop breathe in between: the searches, the solvers and the explanations all go on where a slice ended.
//! What there is to be said is `tengen-desk`'s, which knows of no browser; this file connects it with one.
#![forbid(unsafe_code)]

use std::cell::RefCell;
use std::rc::Rc;

use js_sys::Uint8Array;
use tengen_desk::{Desk, EngineOptions, SLICE};
use tengen_protocol::answer;
use tengen_protocol::worker::Response;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::*;
use web_sys::{DedicatedWorkerGlobalScope, MessageChannel, MessageEvent};

struct Worker {
    scope: DedicatedWorkerGlobalScope,
    desk: Desk,
    /// Wakes the worker up for its next slice, after whatever message waits.
    wake: MessageChannel,
    /// Whether a wake-up is on its way; two would make every later slice run twice.
    waking: bool,
}

impl Worker {
    fn receive(&mut self, data: &JsValue) {
        let text = data.as_string().unwrap_or_default();
        self.desk.receive(&text, &mut |response| send(&self.scope, &response));
        self.go_on_later();
    }

    fn wake(&mut self) {
        self.waking = false;
        self.desk.advance(SLICE, &mut |response| send(&self.scope, &response));
        self.go_on_later();
    }

    fn go_on_later(&mut self) {
        if self.desk.is_busy() && !self.waking {
            // Posting null to an open port of our own cannot fail.
            self.waking = self.wake.port2().post_message(&JsValue::NULL).is_ok();
        }
    }
}

fn send(scope: &DedicatedWorkerGlobalScope, response: &Response) {
    // Bytes can always be posted.
    let _ = scope.post_message(&Uint8Array::from(answer::write(response).as_slice()));
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
        desk: Desk::new(EngineOptions::default()),
        wake: wake.clone(),
        waking: false,
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
