//! What the scores of the engine mean to people, for the page and the element.
//!
//! Nothing here draws or knows a language: texts are given by the keys of `tengen-text`.
#![forbid(unsafe_code)]

mod worth;

pub use worth::{Said, Worth};
