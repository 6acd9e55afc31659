//! HTTP requests to the server: accounts, profiles and lists.

use leptos::prelude::window;
use serde::Serialize;
use serde::de::DeserializeOwned;
use tengen_online::message::Refusal;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Headers, RequestCache, RequestInit, Response};

/// The path prefix of the server's interface.
const API: &str = "/api/v1";

/// Why a request has no answer.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Failure {
    Refused(Refusal),
    /// The server cannot be reached, or its answer cannot be read.
    Unreachable,
}

/// Reads a resource.
pub(crate) async fn get<T: DeserializeOwned>(path: &str) -> Result<T, Failure> {
    read(&request("GET", path, None).await?)
}

/// Sends a body, and reads the answer.
pub(crate) async fn post<T: DeserializeOwned>(path: &str, body: &impl Serialize) -> Result<T, Failure> {
    read(&request("POST", path, Some(written(body)?)).await?)
}

/// Sends a body, and ignores the body of the answer.
pub(crate) async fn send(method: &str, path: &str, body: &impl Serialize) -> Result<(), Failure> {
    request(method, path, Some(written(body)?)).await.map(drop)
}

fn written(body: &impl Serialize) -> Result<String, Failure> {
    serde_json::to_string(body).map_err(|_| Failure::Unreachable)
}

fn read<T: DeserializeOwned>(text: &str) -> Result<T, Failure> {
    serde_json::from_str(text).map_err(|error| {
        leptos::logging::warn!("an answer of the server cannot be read: {error}");
        Failure::Unreachable
    })
}

/// The text of the server's answer.
async fn request(method: &str, path: &str, body: Option<String>) -> Result<String, Failure> {
    let answer = fetch(method, path, body).await;
    let (is_success, text) = answer.map_err(|_| Failure::Unreachable)?;
    if is_success {
        return Ok(text);
    }
    // A proxy between the page and the server may refuse with a body of another form.
    Err(serde_json::from_str(&text).map_or(Failure::Unreachable, Failure::Refused))
}

async fn fetch(method: &str, path: &str, body: Option<String>) -> Result<(bool, String), JsValue> {
    let options = RequestInit::new();
    options.set_method(method);
    if let Some(body) = body {
        let headers = Headers::new()?;
        headers.set("content-type", "application/json")?;
        options.set_headers(&headers);
        options.set_body(&body.into());
    }
    let fetched = window().fetch_with_str_and_init(&format!("{API}{path}"), &options);
    let response: Response = JsFuture::from(fetched).await?.dyn_into()?;
    let text = JsFuture::from(response.text()?).await?;
    Ok((response.ok(), text.as_string().unwrap_or_default()))
}

/// Whether the host of the page answers, with whatever status. The browser's cached copy of the page does not count.
pub(crate) async fn has_host() -> bool {
    if !window().navigator().on_line() {
        return false;
    }
    let options = RequestInit::new();
    options.set_method("HEAD");
    options.set_cache(RequestCache::NoStore);
    let asked = window().fetch_with_str_and_init("./", &options);
    JsFuture::from(asked).await.is_ok()
}

/// A name, escaped for a path.
pub(crate) fn in_path(name: &str) -> String {
    js_sys::encode_uri_component(name).into()
}

/// The address of a resource of the server, for a link.
pub(crate) fn address(path: &str) -> String {
    format!("{API}{path}")
}
