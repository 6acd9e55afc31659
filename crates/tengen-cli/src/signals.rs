//! Requests of the system to end the program.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use signal_hook::consts::{SIGINT, SIGTERM};
use tengen_analysis::StopHandle;

/// The signals of Ctrl-C, of `kill`, and on Unix of a closed terminal.
#[cfg(unix)]
const SIGNALS: [i32; 3] = [SIGINT, SIGTERM, signal_hook::consts::SIGHUP];
#[cfg(not(unix))]
const SIGNALS: [i32; 2] = [SIGINT, SIGTERM];

/// A flag that is set when the system requests the end of the program. From then on these signals do not end the program.
///
/// # Errors
/// When the system refuses the handler.
pub(crate) fn end_requested() -> io::Result<Arc<AtomicBool>> {
    let flag = Arc::default();
    for signal in SIGNALS {
        signal_hook::flag::register(signal, Arc::clone(&flag))?;
    }
    Ok(flag)
}

/// Stops a search when the system requests the end of the program, so that the results so far can be written. A second request
/// ends the program at once.
///
/// # Errors
/// When the system refuses the handler.
pub(crate) fn stop_when_requested(stop: StopHandle) -> io::Result<StopOnRequest> {
    let flag: Arc<AtomicBool> = Arc::default();
    for signal in SIGNALS {
        // The conditional shutdown is registered first, so that only a second signal finds the flag set.
        signal_hook::flag::register_conditional_shutdown(signal, INTERRUPTED, Arc::clone(&flag))?;
        signal_hook::flag::register(signal, Arc::clone(&flag))?;
    }
    let is_done: Arc<AtomicBool> = Arc::default();
    let done = Arc::clone(&is_done);
    thread::spawn(move || {
        while !done.load(Ordering::Relaxed) {
            if flag.load(Ordering::Relaxed) {
                stop.stop();
                return;
            }
            thread::sleep(LATEST);
        }
    });
    Ok(StopOnRequest { is_done })
}

/// The exit code of a program that was interrupted.
const INTERRUPTED: i32 = 130;

/// The longest time until a request is handled.
const LATEST: Duration = Duration::from_millis(20);

/// Ends the wait for requests when it is dropped.
pub(crate) struct StopOnRequest {
    is_done: Arc<AtomicBool>,
}

impl Drop for StopOnRequest {
    fn drop(&mut self) {
        self.is_done.store(true, Ordering::Relaxed);
    }
}
