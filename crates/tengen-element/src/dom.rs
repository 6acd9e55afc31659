//! Making elements and hearing them, without any text that a browser would have to parse: pages with a strict policy allow none.

use wasm_bindgen::prelude::*;
use web_sys::{Document, Element, Event, EventTarget};

const SVG: &str = "http://www.w3.org/2000/svg";

/// Adds an element of HTML to `parent`.
///
/// # Errors
/// When the name or an attribute's name is none.
pub(crate) fn html(parent: &Element, name: &str, attributes: &[(&str, &str)]) -> Result<Element, JsValue> {
    add(parent, document(parent)?.create_element(name)?, attributes)
}

/// Adds an element of SVG to `parent`.
///
/// # Errors
/// As [`html`].
pub(crate) fn svg(parent: &Element, name: &str, attributes: &[(&str, &str)]) -> Result<Element, JsValue> {
    add(parent, document(parent)?.create_element_ns(Some(SVG), name)?, attributes)
}

fn document(parent: &Element) -> Result<Document, JsValue> {
    parent.owner_document().ok_or_else(|| JsError::new("an element outside of every document").into())
}

fn add(parent: &Element, element: Element, attributes: &[(&str, &str)]) -> Result<Element, JsValue> {
    for (name, value) in attributes {
        element.set_attribute(name, value)?;
    }
    parent.append_child(&element)?;
    Ok(element)
}

/// Takes away everything in an element.
pub(crate) fn clear(element: &Element) {
    element.set_text_content(None);
}

/// Sets a text only where it differs, so that a screen reader does not hear the same again.
pub(crate) fn say(element: &Element, text: &str) {
    if element.text_content().as_deref() != Some(text) {
        element.set_text_content(Some(text));
    }
}

/// Hears events of one kind, until it is dropped.
pub(crate) struct Listener {
    target: EventTarget,
    kind: &'static str,
    closure: Closure<dyn FnMut(Event)>,
}

impl Listener {
    /// # Errors
    /// When the target takes no listeners.
    pub(crate) fn new(
        target: &EventTarget,
        kind: &'static str,
        hear: impl FnMut(Event) + 'static,
    ) -> Result<Listener, JsValue> {
        let closure = Closure::new(hear);
        target.add_event_listener_with_callback(kind, Closure::as_ref(&closure).unchecked_ref())?;
        Ok(Listener { target: target.clone(), kind, closure })
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        // What was added can be removed.
        let _ = self
            .target
            .remove_event_listener_with_callback(self.kind, Closure::as_ref(&self.closure).unchecked_ref());
    }
}
