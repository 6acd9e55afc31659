//! Requests of the system to end, which must not leave the terminal as it is during a game.

use anyhow::Result;

/// Listens for requests to end: a closed terminal, a shutdown, a `kill`.
pub(super) struct Signals {
    #[cfg(unix)]
    requested: std::sync::Arc<std::sync::atomic::AtomicBool>,
}

impl Signals {
    #[cfg(unix)]
    pub(super) fn listen() -> Result<Signals> {
        use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};

        let requested = std::sync::Arc::default();
        for signal in [SIGHUP, SIGINT, SIGTERM] {
            signal_hook::flag::register(signal, std::sync::Arc::clone(&requested))?;
        }
        watch(std::sync::Arc::clone(&requested))?;
        Ok(Signals { requested })
    }

    #[cfg(not(unix))]
    pub(super) fn listen() -> Result<Signals> {
        Ok(Signals {})
    }

    /// Whether somebody asked.
    pub(super) fn ask_to_end(&self) -> bool {
        #[cfg(unix)]
        return self.requested.load(std::sync::atomic::Ordering::Relaxed);
        #[cfg(not(unix))]
        return false;
    }
}

/// Ends the program when it was asked to end and does not: reading from a terminal that has gone, crossterm never returns.
#[cfg(unix)]
fn watch(requested: std::sync::Arc<std::sync::atomic::AtomicBool>) -> Result<()> {
    use std::sync::atomic::Ordering;
    use std::time::Duration;

    const GLANCE: Duration = Duration::from_millis(500);
    const PATIENCE: Duration = Duration::from_secs(2);
    /// What shells say of a program that a hangup has ended.
    const HUNG_UP: i32 = 129;
    std::thread::Builder::new().name("end".to_owned()).spawn(move || {
        while !requested.load(Ordering::Relaxed) {
            std::thread::sleep(GLANCE);
        }
        std::thread::sleep(PATIENCE);
        std::process::exit(HUNG_UP);
    })?;
    Ok(())
}
