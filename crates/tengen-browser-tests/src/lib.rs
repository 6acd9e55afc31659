//! Drives the real page, served by the real server, in headless Chromium.
//!
//! A test opens a [`Page`], does what a person would do, looks at the outcome and calls
//! [`Page::finish`], which fails if the browser's console holds an error, an uncaught exception
//! or a failed request:
//!
//! ```no_run
//! use tengen_browser_tests::{Options, Page, Result};
//!
//! fn a_stone_can_be_placed() -> Result<()> {
//!     let page = Page::open(Options::phone().language("zh-CN"))?;
//!     page.click("[data-point=h8]")?;
//!     page.wait_for("[data-point=h8] .stone")?;
//!     page.screenshot("first-stone")?;
//!     page.finish()
//! }
//! ```
//!
//! Everything blocks: a test is a plain function. The harness speaks WebDriver to `chromedriver`
//! itself, because that is a few lines of JSON, while half of what these tests need (emulated
//! devices, the logs) is an extension of Chromium's anyway. At most two tests use a browser at a
//! time, and everything a test started ends with its [`Page`], also when the test panics.

#![forbid(unsafe_code)]

mod accessibility;
mod chromedriver;
mod firefox;
mod guest;
mod held;
mod host;
mod library;
mod logs;
mod options;
mod page;
mod picture;
mod plain;
mod pool;
pub mod scenes;
mod site;
mod webdriver;
mod webkit;

pub use accessibility::Contrast;
pub use anyhow::Result;
pub use firefox::Firefox;
pub use guest::Guest;
pub use held::{Held, KEEP_MEMORIES};
pub use host::{Host, read_answers};
pub use library::{saved_game, saved_games};
pub use options::Options;
pub use page::{Page, Tab};
pub use picture::{Color, Picture};
pub use site::Site;
