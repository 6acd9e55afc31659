//! How good a move was, as a sign: each class has a shape and a colour of its own.

use leptos::prelude::*;
use tengen_analysis::MoveClass;

/// All classes, the best first.
pub(super) const CLASSES: [MoveClass; 5] =
    [MoveClass::Best, MoveClass::Good, MoveClass::Slip, MoveClass::Mistake, MoveClass::Blunder];

/// The text that names a class.
pub(super) fn class_key(class: MoveClass) -> &'static str {
    match class {
        MoveClass::Best => "class-best",
        MoveClass::Good => "class-good",
        MoveClass::Slip => "class-slip",
        MoveClass::Mistake => "class-mistake",
        MoveClass::Blunder => "class-blunder",
    }
}

/// A star, a dot, a triangle, a diamond and a cross, in a square of 12.
fn shape(class: MoveClass) -> &'static str {
    match class {
        MoveClass::Best => "M6 .6L7.6 4.2L11.5 4.6L8.6 7.2L9.4 11L6 9L2.6 11L3.4 7.2L.5 4.6L4.4 4.2Z",
        MoveClass::Good => "M6 3.2A2.8 2.8 0 1 1 5.99 3.2Z",
        MoveClass::Slip => "M6 1L11.5 10.8H.5Z",
        MoveClass::Mistake => "M6 .4L11.6 6L6 11.6L.4 6Z",
        MoveClass::Blunder => {
            "M2.4 .6L6 4.2L9.6 .6L11.4 2.4L7.8 6L11.4 9.6L9.6 11.4L6 7.8L2.4 11.4L.6 9.6L4.2 6L.6 2.4Z"
        }
    }
}

/// The sign of a class. What it means has to stand beside it, or in a label.
pub(super) fn class_mark(class: MoveClass) -> AnyView {
    view! {
        <svg class=format!("class-mark {}", class_key(class)) viewBox="0 0 12 12" aria-hidden="true">
            <path d=shape(class)/>
        </svg>
    }
    .into_any()
}
