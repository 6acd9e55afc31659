//! Limits the number of tests that use a browser at the same time.

use std::sync::{Condvar, Mutex, PoisonError};

/// A Chromium is several processes and some hundred megabytes; two keep a small machine busy.
const AT_ONCE: usize = 2;

static TAKEN: Mutex<usize> = Mutex::new(0);
static RETURNED: Condvar = Condvar::new();

/// The right to use browsers, given back on drop.
#[derive(Debug)]
pub(crate) struct Turn(usize);

impl Turn {
    /// Waits for a turn; for all of them where nothing may go on beside it.
    pub(crate) fn wait(alone: bool) -> Self {
        let wanted = if alone { AT_ONCE } else { 1 };
        // A panic in another test, while it held the lock, leaves a counter that is still right.
        let taken = TAKEN.lock().unwrap_or_else(PoisonError::into_inner);
        let mut taken = RETURNED
            .wait_while(taken, |taken| *taken + wanted > AT_ONCE)
            .unwrap_or_else(PoisonError::into_inner);
        *taken += wanted;
        Self(wanted)
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        *TAKEN.lock().unwrap_or_else(PoisonError::into_inner) -= self.0;
        RETURNED.notify_all();
    }
}
