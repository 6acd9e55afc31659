//! The page on which Tengen is played.
//!
//! The page decides nothing about the game: rules are `tengen-game`'s, moves come from people and from
//! the engine in its worker, and texts from `tengen-text`.
#![deny(unsafe_code)]
#![allow(unreachable_pub, reason = "Leptos writes `pub` before every component's properties")]

mod app;
mod board;
mod file_worker;
mod files;
mod forms;
#[cfg(test)]
mod golden;
mod host;
mod library;
mod links;
mod looks;
mod offline;
mod panel;
mod preferences;
mod reactive;
mod rest;
mod saved;
mod scene;
mod session;
mod sound;
mod storage;
mod texts;
mod timing;
mod tree;
mod unit;
mod workers;

fn main() {
    console_error_panic_hook::set_once();
}
