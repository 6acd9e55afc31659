//! The file service as a Web Worker.
//!
//! The service carries out one request after the other and stores nothing between them, so that a page can end it at any time
//! and start another.
#![forbid(unsafe_code)]

use js_sys::Uint8Array;
use tengen_analysis::files::Response;
use tengen_analysis::wire;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::*;
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent};

fn send(scope: &DedicatedWorkerGlobalScope, response: &Response) {
    // Bytes can always be posted.
    let _ = scope.post_message(&Uint8Array::from(wire::write(response).as_slice()));
}

fn main() {
    let scope: DedicatedWorkerGlobalScope = js_sys::global().unchecked_into();
    let answering = scope.clone();
    let on_message = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
        let request = event.data().as_string().unwrap_or_default();
        tengen_worker::files::answer(&request, &mut |response| send(&answering, response));
    });
    scope.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
    // The listener lives as long as the worker itself, which its page ends.
    on_message.forget();
    send(&scope, &Response::Ready);
}
