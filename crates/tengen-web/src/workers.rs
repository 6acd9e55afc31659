//! The page's workers: the engine, and the studio that reads and draws.

use leptos::prelude::document;
use serde::Serialize;
use tengen_match::{Answer, WorkerClient};
use wasm_bindgen::JsCast;
use web_sys::{HtmlMetaElement, Worker};

use crate::host;

/// The worker that a program around the page may have something better for.
const ENGINE: &str = "tengen-worker";

/// Starts the worker that the page names in the `<meta>` of this name, or the engine of the program around the page. `on_answer`
/// gets its answers.
///
/// # Errors
/// When the page names none, or the browser does not start it.
pub(crate) fn start<Q: Serialize, A: Answer>(
    name: &str,
    on_answer: impl Fn(A) + 'static,
) -> Result<WorkerClient<Q>, String> {
    let worker = match Some(name).filter(|name| *name == ENGINE).and_then(|_| host::engine()) {
        Some(engine) => engine,
        None => Worker::new(&address_of(name)?),
    };
    WorkerClient::start(worker, on_answer)
}

/// Where the page says that this worker is.
fn address_of(name: &str) -> Result<String, String> {
    let meta = document().query_selector(&format!("meta[name={name}]")).ok().flatten();
    let meta: Option<HtmlMetaElement> = meta.and_then(|element| element.dyn_into().ok());
    meta.map(|meta| meta.content()).ok_or_else(|| format!("the page does not say where its {name} is"))
}
