//! Creating elements of SVG and listening to events, without markup that a browser would have to parse: pages with a strict policy
//! forbid it.

use std::fmt::Display;

use wasm_bindgen::prelude::*;
use web_sys::{Document, Element, Event, EventTarget};

const SVG: &str = "http://www.w3.org/2000/svg";

/// Attributes of an element with their values.
pub(crate) type Attributes<'a> = &'a [(&'a str, &'a dyn Display)];

/// An element of SVG that is not in the document yet.
///
/// # Errors
/// When a name is not valid.
pub(crate) fn create(
    document: &Document,
    name: &str,
    attributes: Attributes<'_>,
) -> Result<Element, JsValue> {
    let element = document.create_element_ns(Some(SVG), name)?;
    for (attribute, value) in attributes {
        element.set_attribute(attribute, &value.to_string())?;
    }
    Ok(element)
}

/// Adds an element of SVG to `parent`.
///
/// # Errors
/// As [`create`].
pub(crate) fn add(
    document: &Document,
    parent: &Element,
    name: &str,
    attributes: Attributes<'_>,
) -> Result<Element, JsValue> {
    let element = create(document, name, attributes)?;
    parent.append_child(&element)?;
    Ok(element)
}

/// Listens to events of one kind until it is dropped.
pub struct Listener {
    target: EventTarget,
    kind: &'static str,
    closure: Closure<dyn FnMut(Event)>,
}

impl Listener {
    /// Calls `listen` for each event.
    ///
    /// # Errors
    /// When the target takes no listeners.
    pub fn new(
        target: &EventTarget,
        kind: &'static str,
        listen: impl FnMut(Event) + 'static,
    ) -> Result<Listener, JsValue> {
        let closure = Closure::new(listen);
        target.add_event_listener_with_callback(kind, Closure::as_ref(&closure).unchecked_ref())?;
        Ok(Listener { target: target.clone(), kind, closure })
    }
}

impl std::fmt::Debug for Listener {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Listener").field("kind", &self.kind).finish_non_exhaustive()
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        // A listener that was added can be removed.
        let _ = self
            .target
            .remove_event_listener_with_callback(self.kind, Closure::as_ref(&self.closure).unchecked_ref());
    }
}
