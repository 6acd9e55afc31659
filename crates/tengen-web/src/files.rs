//! Files that a person saves or opens.

use js_sys::{Array, Uint8Array};
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, BlobPropertyBag, Event, HtmlAnchorElement, HtmlInputElement, Url};

/// Hands a file to the browser to be saved.
pub(crate) fn save(name: &str, kind: &str, content: &[u8]) {
    // Each of these fails only in a browser that has no files; there is then nothing to save to either.
    let _ = try_save(name, kind, content);
}

fn try_save(name: &str, kind: &str, content: &[u8]) -> Result<(), JsValue> {
    let options = BlobPropertyBag::new();
    options.set_type(kind);
    let parts = Array::of1(&Uint8Array::from(content));
    let blob = Blob::new_with_u8_array_sequence_and_options(&parts, &options)?;
    let address = Url::create_object_url_with_blob(&blob)?;
    let link: HtmlAnchorElement = document().create_element("a")?.unchecked_into();
    link.set_href(&address);
    link.set_download(name);
    link.click();
    // The browser has taken the contents over when the click returns.
    Url::revoke_object_url(&address)
}

/// Hands over the text of the file that was chosen in an `<input type="file">`, once it is read.
pub(crate) fn read_text(event: &Event, then: impl Fn(String) + 'static) {
    let input = event.target().and_then(|target| target.dyn_into::<HtmlInputElement>().ok());
    let Some(input) = input else { return };
    let Some(file) = input.files().and_then(|files| files.get(0)) else { return };
    // The same file may be chosen once more.
    input.set_value("");
    leptos::task::spawn_local(async move {
        if let Ok(text) = JsFuture::from(file.text()).await {
            then(text.as_string().unwrap_or_default());
        }
    });
}
