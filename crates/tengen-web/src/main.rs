//! The page on which Tengen is played.
//!
//! The page decides nothing about the game: `tengen-game` has the rules, moves come from users and from the engine in its worker, and texts
//! from `tengen-text`.

#![deny(unsafe_code)]
#![allow(unreachable_pub, reason = "Leptos writes `pub` before every component's properties")]

mod app;
mod board;
mod course;
mod data;
mod files;
mod forms;
#[cfg(test)]
mod golden;
mod icons;
mod keyboard;
mod library;
mod links;
mod media;
mod offline;
mod online;
mod online_part;
mod panel;
mod place;
mod preferences;
mod puzzles;
mod reactive;
mod rest;
mod session;
mod sound;
mod storage;
mod texts;
mod unit;
mod workers;

fn main() {
    console_error_panic_hook::set_once();
}
