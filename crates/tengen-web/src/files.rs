//! Files that the user saves or opens.

use base64::prelude::{BASE64_STANDARD, Engine as _};
use js_sys::{Array, Object, Reflect, Uint8Array};
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::{
    Blob, BlobPropertyBag, ClipboardItem, DomException, DragEvent, Event, File, HtmlAnchorElement,
    HtmlInputElement, ShareData, Url,
};

use crate::workers;

/// The longest file name, in characters. Each may take three bytes of the 255 that systems allow.
const LONGEST_NAME: usize = 80;

/// The kinds of files that a dialog for saved games or settings offers.
pub(crate) const JSON: &str = ".json,application/json";

/// Passes a file to the browser, or to the program around the page, which saves it.
pub(crate) fn save(name: &str, kind: &str, content: &[u8]) {
    if workers::save(name, kind, content) {
        return;
    }
    // A step fails only in a browser without files, in which no other way of saving exists.
    let _ = try_save(name, kind, content);
}

/// Saves a file that the file worker has written, in base64.
pub(crate) fn save_written(name: &str, kind: &str, content: &str) {
    match BASE64_STANDARD.decode(content) {
        Ok(bytes) => save(name, kind, &bytes),
        Err(error) => leptos::logging::error!("the answer of the file worker is not base64: {error}"),
    }
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
    // The browser has read the contents when the click returns.
    Url::revoke_object_url(&address)
}

/// Passes on the text of the file that was chosen in an `<input type="file">`, once it is read.
pub(crate) fn read_text(event: &Event, then: impl Fn(String) + 'static) {
    chosen(event, move |_, content| then(text_of(&content)));
}

/// Passes on the name and the content, in base64, of the file that was chosen in an `<input type="file">`.
pub(crate) fn chosen(event: &Event, then: impl Fn(String, String) + 'static) {
    let input = event.target().and_then(|target| target.dyn_into::<HtmlInputElement>().ok());
    let Some(input) = input else { return };
    let file = input.files().and_then(|files| files.get(0));
    // With an empty value, choosing the same file again is a change.
    input.set_value("");
    if let Some(file) = file {
        read(file, then);
    }
}

/// Passes on the name and the content, in base64, of the file that was dropped.
pub(crate) fn dropped(event: &DragEvent, then: impl Fn(String, String) + 'static) {
    let file = event.data_transfer().and_then(|data| data.files()).and_then(|files| files.get(0));
    if let Some(file) = file {
        read(file, then);
    }
}

/// Whether the dragged object is a file, rather than a text or a part of the page.
pub(crate) fn has_files(event: &DragEvent) -> bool {
    let kinds = event.data_transfer().map(|data| data.types());
    kinds.is_some_and(|kinds| kinds.iter().any(|kind| kind == "Files"))
}

/// Passes on the name and the content, in base64, of a file, once it is read.
pub(crate) fn read(file: File, then: impl Fn(String, String) + 'static) {
    leptos::task::spawn_local(async move {
        // A file that no longer exists is ignored.
        if let Ok(content) = JsFuture::from(file.array_buffer()).await {
            let bytes = Uint8Array::new(&content).to_vec();
            then(file.name(), BASE64_STANDARD.encode(bytes));
        }
    });
}

/// The text that base64 encodes; invalid UTF-8 is replaced.
pub(crate) fn text_of(base64: &str) -> String {
    String::from_utf8_lossy(&BASE64_STANDARD.decode(base64).unwrap_or_default()).into_owned()
}

/// A file name that every system accepts: without separators of folders and special characters of shells, and not too long.
pub(crate) fn safe_name(text: &str) -> String {
    let safe = |c: char| if c.is_control() || r#"/\:*?"<>|"#.contains(c) { '-' } else { c };
    let name: String = text.chars().map(safe).take(LONGEST_NAME).collect();
    let name = name.trim_matches([' ', '.']);
    if name.is_empty() { "tengen".to_owned() } else { name.to_owned() }
}

/// The address of this page, without query and fragment.
pub(crate) fn address() -> String {
    let address = window().location().href().unwrap_or_default();
    address.split(['#', '?']).next().unwrap_or_default().to_owned()
}

/// Copies a text to the clipboard.
pub(crate) fn copy(text: &str) {
    // Nothing waits for the promise; if the browser refuses, the user can copy the text manually.
    let _ = window().navigator().clipboard().write_text(text);
}

/// Whether the system has a dialog for sharing that the page can open.
pub(crate) fn can_share() -> bool {
    Reflect::has(&window().navigator(), &"share".into()).unwrap_or(false)
}

/// Passes a link to the system's dialog for sharing. `false` where there is no dialog, or the browser refuses to open it; a user who closes
/// the dialog needs no link any more.
pub(crate) async fn share(title: &str, link: &str) -> bool {
    if !can_share() {
        return false;
    }
    let navigator = window().navigator();
    let data = ShareData::new();
    data.set_title(title);
    data.set_url(link);
    match JsFuture::from(navigator.share_with_data(&data)).await {
        Ok(_) => true,
        Err(refusal) => {
            refusal.dyn_ref::<DomException>().is_some_and(|refusal| refusal.name() == "AbortError")
        }
    }
}

/// Copies a picture to the clipboard.
///
/// # Errors
/// When the browser does not let the page do so.
pub(crate) async fn copy_picture(kind: &str, content: &[u8]) -> Result<(), JsValue> {
    let options = BlobPropertyBag::new();
    options.set_type(kind);
    let parts = Array::of1(&Uint8Array::from(content));
    let blob = Blob::new_with_u8_array_sequence_and_options(&parts, &options)?;
    let item = Object::new();
    Reflect::set(&item, &kind.into(), &blob)?;
    let item = ClipboardItem::new_with_record_from_str_to_blob_promise(&item)?;
    JsFuture::from(window().navigator().clipboard().write(&Array::of1(&item))).await.map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_files_name_is_one_on_every_system() {
        assert_eq!(safe_name("Ada – Bo, 2024-05-01"), "Ada – Bo, 2024-05-01");
        assert_eq!(safe_name("../a\\b:c?\n"), "-a-b-c--");
        assert_eq!((safe_name(" ."), safe_name(&"长".repeat(200))), ("tengen".to_owned(), "长".repeat(80)));
    }
}
