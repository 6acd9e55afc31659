//! The program around the page, if there is one that brings an engine or asks where files go.
//!
//! It says so by a global object, `tengenHost`, before the page starts. What is not in it, the page does as in any browser:
//!
//! ```js
//! window.tengenHost = {
//!   Engine: class { constructor() {} postMessage(text) {} terminate() {} }, // a Worker's interface, with `onmessage` and `onerror`
//!   save(name, type, bytes) {},
//! };
//! ```

use js_sys::{Array, Function, Reflect, Uint8Array};
use wasm_bindgen::prelude::*;
use web_sys::Worker;

/// The host's engine, if it has one. It has the interface of a worker, and is taken for one from here on.
pub(crate) fn engine() -> Option<Result<Worker, JsValue>> {
    let class = member("Engine")?;
    Some(Reflect::construct(&class, &Array::new()).map(JsCast::unchecked_into))
}

/// Lets the host save a file; whether there is one that does.
pub(crate) fn save(name: &str, kind: &str, content: &[u8]) -> bool {
    let Some(save) = member("save") else { return false };
    // What goes wrong from here on the host tells by itself.
    let _ = save.call3(&JsValue::NULL, &name.into(), &kind.into(), &Uint8Array::from(content));
    true
}

fn member(name: &str) -> Option<Function> {
    let host = Reflect::get(&js_sys::global(), &"tengenHost".into()).ok()?;
    Reflect::get(&host, &name.into()).ok()?.dyn_into().ok()
}
