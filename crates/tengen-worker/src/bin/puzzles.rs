//! The judge of puzzles as a Web Worker.
#![forbid(unsafe_code)]

use js_sys::Uint8Array;
use tengen_analysis::{JudgeResponse, wire};
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::*;
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent};

fn send(scope: &DedicatedWorkerGlobalScope, response: &JudgeResponse) {
    // Bytes can always be posted.
    let _ = scope.post_message(&Uint8Array::from(wire::write(response).as_slice()));
}

fn main() {
    let scope: DedicatedWorkerGlobalScope = js_sys::global().unchecked_into();
    let answering = scope.clone();
    let on_message = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
        let request = event.data().as_string().unwrap_or_default();
        send(&answering, &tengen_worker::puzzles::answer(&request));
    });
    scope.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
    // The listener lives as long as the worker itself, which its page ends.
    on_message.forget();
    send(&scope, &JudgeResponse::Ready);
}
