//! The files of data that the page names in `<meta>` elements: sets of puzzles, and the course. The page in one file has them within it.

use js_sys::{Function, Promise, Reflect, Uint8Array};
use leptos::prelude::window;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::Response;

use crate::workers;

/// The function with which the page in one file gives its contents.
const CONTENTS: &str = "tengenProgram";

/// Fetches a file of a family, such as `puzzles`, by the first part of its name.
///
/// # Errors
/// The reason for which it could not be fetched.
pub(crate) async fn fetch(family: &str, name: &str) -> Result<Vec<u8>, String> {
    bytes(family, name).await.map_err(|error| format!("{error:?}"))
}

/// As [`fetch`], for a text.
///
/// # Errors
/// As those of [`fetch`], or that it is no text.
pub(crate) async fn fetch_text(family: &str, name: &str) -> Result<String, String> {
    String::from_utf8(fetch(family, name).await?).map_err(|error| error.to_string())
}

async fn bytes(family: &str, name: &str) -> Result<Vec<u8>, JsValue> {
    let within =
        Reflect::get(&window(), &CONTENTS.into()).ok().and_then(|value| value.dyn_into::<Function>().ok());
    let promise: Promise = match within {
        Some(contents) => contents.call1(&JsValue::NULL, &format!("{family}-{name}").into())?.dyn_into()?,
        None => window().fetch_with_str(&address(family, name)?),
    };
    let response: Response = JsFuture::from(promise).await?.dyn_into()?;
    if !response.ok() {
        return Err(format!("HTTP status {}", response.status()).into());
    }
    Ok(Uint8Array::new(&JsFuture::from(response.array_buffer()?).await?).to_vec())
}

/// The address of a file, whose name is followed by a hash.
fn address(family: &str, name: &str) -> Result<String, String> {
    let addresses = workers::address_of(&format!("tengen-{family}"))?;
    let is_wanted = |address: &&str| {
        let file = address.rsplit('/').next().unwrap_or_default();
        file.strip_prefix(name).is_some_and(|rest| rest.starts_with('-') && !rest[1..].contains('-'))
    };
    let found = addresses.split_whitespace().find(is_wanted);
    found.map(str::to_owned).ok_or_else(|| format!("the page does not say where `{name}` of its {family} is"))
}
