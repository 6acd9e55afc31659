//! Requests of the system to end the program.

use std::io;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use signal_hook::consts::{SIGINT, SIGTERM};

/// Ctrl-C, `kill`, and on Unix a terminal that is closed.
#[cfg(unix)]
const SIGNALS: [i32; 3] = [SIGINT, SIGTERM, signal_hook::consts::SIGHUP];
#[cfg(not(unix))]
const SIGNALS: [i32; 2] = [SIGINT, SIGTERM];

/// A flag that is set when the system requests the end of the program. From now on a signal does not end it.
///
/// # Errors
/// When the system does not let the program listen.
pub(crate) fn end_requested() -> io::Result<Arc<AtomicBool>> {
    let flag = Arc::default();
    for signal in SIGNALS {
        signal_hook::flag::register(signal, Arc::clone(&flag))?;
    }
    Ok(flag)
}
