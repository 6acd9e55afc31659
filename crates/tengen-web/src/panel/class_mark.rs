//! How good a move was, as a sign: each class has a shape and a colour of its own.

use leptos::prelude::*;
use tengen_protocol::worker::ClassMessage;

/// All classes, the best first.
pub(super) const CLASSES: [ClassMessage; 5] = [
    ClassMessage::Best,
    ClassMessage::Good,
    ClassMessage::Slip,
    ClassMessage::Mistake,
    ClassMessage::Blunder,
];

/// The text that names a class.
pub(super) fn class_key(class: ClassMessage) -> &'static str {
    match class {
        ClassMessage::Best => "class-best",
        ClassMessage::Good => "class-good",
        ClassMessage::Slip => "class-slip",
        ClassMessage::Mistake => "class-mistake",
        ClassMessage::Blunder => "class-blunder",
    }
}

/// A star, a dot, a triangle, a diamond and a cross, in a square of 12.
fn shape(class: ClassMessage) -> &'static str {
    match class {
        ClassMessage::Best => "M6 .6L7.6 4.2L11.5 4.6L8.6 7.2L9.4 11L6 9L2.6 11L3.4 7.2L.5 4.6L4.4 4.2Z",
        ClassMessage::Good => "M6 3.2A2.8 2.8 0 1 1 5.99 3.2Z",
        ClassMessage::Slip => "M6 1L11.5 10.8H.5Z",
        ClassMessage::Mistake => "M6 .4L11.6 6L6 11.6L.4 6Z",
        ClassMessage::Blunder => {
            "M2.4 .6L6 4.2L9.6 .6L11.4 2.4L7.8 6L11.4 9.6L9.6 11.4L6 7.8L2.4 11.4L.6 9.6L4.2 6L.6 2.4Z"
        }
    }
}

/// The sign of a class. What it means has to stand beside it, or in a label.
pub(super) fn class_mark(class: ClassMessage) -> AnyView {
    view! {
        <svg class=format!("class-mark {}", class_key(class)) viewBox="0 0 12 12" aria-hidden="true">
            <path d=shape(class)/>
        </svg>
    }
    .into_any()
}
