//! The program behind `<tengen-board>`, the element that shows and plays games on any page.
//!
//! `table` has the game and uses no browser; `element` connects it with one. The few lines that need JavaScript, above all the class of the
//! element, are in `xtask/src/package/element/`.

#![forbid(unsafe_code)]

mod element;
mod judge;
mod options;
mod panel;
mod scene;
mod source;
mod table;
#[cfg(test)]
mod tests;
mod texts;
mod words;

fn main() {}
