//! The tests of the page, the element and the desktop program in real browsers. They are one program, so that it is linked once, and so
//! that several tests always run at the same time.

#![forbid(unsafe_code)]
#![allow(clippy::print_stdout, reason = "the figures are of interest where a test fails")]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should fail on the spot")]

mod accessibility;
mod adding;
mod analysis;
mod analysis_board;
mod battery;
mod blog;
mod budgets;
mod bundlers;
mod clocks;
mod coach;
mod course;
mod element;
mod files;
mod first_minute;
mod harness;
mod layout;
mod library;
mod online;
mod openings;
mod other_engines;
mod page;
mod play;
mod puzzles;
mod reasons;
mod records;
mod recovery;
mod review;
mod screens;
mod settings;
mod single;
mod site;
mod sizes;
mod storage;
mod tables;
mod threads;
mod touch;
mod unit;
mod variations;
mod watching;
mod webkit;
mod without_others;
mod worker;
