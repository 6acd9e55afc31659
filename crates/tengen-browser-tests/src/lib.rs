//! Drives the real page, served by the real server, in headless Chromium.
//!
//! A test opens a [`Page`], performs a user's actions, checks the results and calls [`Page::finish`], which fails if the browser's console
//! contains an error, an uncaught exception or a failed request:
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
//! All functions block: a test is a plain function. The harness itself implements WebDriver for `chromedriver`, because that is a few lines
//! of JSON, and half of the features that these tests need (emulated devices, the logs) are extensions of Chromium's. At most three tests
//! use a browser at a time, and everything that a test has started ends with its [`Page`], also when the test panics.

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

pub use accessibility::{Contrast, Rules, axe};
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
