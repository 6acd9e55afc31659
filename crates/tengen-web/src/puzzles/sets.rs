//! The sets of puzzles, which the page names in a `<meta>` element. The page in one file has them within it.

use js_sys::{Function, Promise, Reflect, Uint8Array};
use leptos::prelude::window;
use tengen_game::Rule;
use tengen_puzzles::PuzzleSet;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::Response;

use crate::workers;

/// The function with which the page in one file gives its contents.
const CONTENTS: &str = "tengenProgram";

/// Fetches the set of a rule.
///
/// # Errors
/// The reason for which it could not be fetched.
pub(super) async fn fetch(rule: Rule) -> Result<PuzzleSet, String> {
    let bytes = bytes(rule).await.map_err(|error| format!("{error:?}"))?;
    PuzzleSet::open(bytes).map_err(|error| error.to_string())
}

async fn bytes(rule: Rule) -> Result<Vec<u8>, JsValue> {
    let within =
        Reflect::get(&window(), &CONTENTS.into()).ok().and_then(|value| value.dyn_into::<Function>().ok());
    let promise: Promise = match within {
        Some(contents) => contents.call1(&JsValue::NULL, &format!("puzzles-{rule}").into())?.dyn_into()?,
        None => window().fetch_with_str(&address(rule)?),
    };
    let response: Response = JsFuture::from(promise).await?.dyn_into()?;
    if !response.ok() {
        return Err(format!("HTTP status {}", response.status()).into());
    }
    Ok(Uint8Array::new(&JsFuture::from(response.array_buffer()?).await?).to_vec())
}

/// The address of a set: the file names begin with the names of the rules.
fn address(rule: Rule) -> Result<String, String> {
    let addresses = workers::address_of("tengen-puzzles")?;
    let is_of_rule = |address: &&str| address.trim_start_matches("./").starts_with(&rule.to_string());
    let found = addresses.split_whitespace().find(is_of_rule);
    found.map(str::to_owned).ok_or_else(|| format!("the page does not say where the puzzles of {rule} are"))
}
