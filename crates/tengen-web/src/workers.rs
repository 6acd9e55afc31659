//! The page's workers: the engine, and the studio that reads and draws.

use leptos::prelude::document;
use serde::Serialize;
use tengen_frontend::{Answer, WorkerClient};
use wasm_bindgen::JsCast;
use web_sys::HtmlMetaElement;

/// Starts the worker that the page names in the `<meta>` of this name. `on_answer` hears what it says.
///
/// # Errors
/// When the page names none, or the browser does not start it.
pub(crate) fn start<Q: Serialize, A: Answer>(
    name: &str,
    on_answer: impl Fn(A) + 'static,
) -> Result<WorkerClient<Q>, String> {
    let meta = document().query_selector(&format!("meta[name={name}]")).ok().flatten();
    let meta: HtmlMetaElement = meta
        .and_then(|element| element.dyn_into().ok())
        .ok_or_else(|| format!("the page does not say where its {name} is"))?;
    WorkerClient::start(&meta.content(), on_answer)
}
