//! Ctrl-C, and what else asks a program to end.

use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context as _, Result};

static ASKED: AtomicBool = AtomicBool::new(false);

/// From now on, Ctrl-C (and on Unix a request to terminate, or the end of the terminal) is only taken down.
pub(super) fn listen() -> Result<()> {
    ctrlc::set_handler(|| ASKED.store(true, Ordering::SeqCst)).context("cannot listen for Ctrl-C")
}

/// Whether somebody has asked.
pub(super) fn is_asked() -> bool {
    ASKED.load(Ordering::SeqCst)
}
