//! The terminal while the board is on it, and requests of the system to end, after which the terminal is restored.

use std::io::{self, Stdout};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use std::{panic, process, thread};

use anyhow::{Context, Result};
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::event::{
    DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture,
};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};

use crate::signals;

type PanicHook = Box<dyn Fn(&panic::PanicHookInfo<'_>) + Send + Sync>;

/// The terminal in the state for the full screen. Dropping it restores the terminal, and so does a panic before its report.
pub(super) struct Screen {
    pub(super) terminal: Terminal<CrosstermBackend<Stdout>>,
    /// The message of a panic on another thread, which the thread of the screen reports.
    elsewhere: Arc<Mutex<Option<String>>>,
    hook: Arc<PanicHook>,
}

impl Screen {
    /// Prepares the terminal for the full screen.
    pub(super) fn enter() -> Result<Screen> {
        let hook: Arc<PanicHook> = Arc::new(panic::take_hook());
        let elsewhere = Arc::new(Mutex::new(None));
        let (own, previous, note) = (thread::current().id(), Arc::clone(&hook), Arc::clone(&elsewhere));
        panic::set_hook(Box::new(move |info| {
            if thread::current().id() == own {
                give_back();
                previous(info);
            } else {
                // The thread of the screen has locked standard output, and checks for this message.
                *note.lock().unwrap_or_else(PoisonError::into_inner) = Some(info.to_string());
            }
        }));
        take_over().context("cannot use the terminal; `--plain` plays in plain lines")?;
        let terminal = Terminal::new(CrosstermBackend::new(io::stdout()))
            .inspect_err(|_| give_back())
            .context("cannot use the terminal; `--plain` plays in plain lines")?;
        Ok(Screen { terminal, elsewhere, hook })
    }

    /// The message of another thread's panic.
    pub(super) fn panic_elsewhere(&self) -> Option<String> {
        self.elsewhere.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// Restores the terminal, stops until the shell continues the process, and prepares the terminal again.
    pub(super) fn suspend(&mut self) -> Result<()> {
        #[cfg(unix)]
        {
            give_back();
            signal_hook::low_level::raise(signal_hook::consts::SIGTSTP)?;
            take_over()?;
            self.terminal.clear()?;
        }
        Ok(())
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        give_back();
        if !thread::panicking() {
            let hook = Arc::clone(&self.hook);
            panic::set_hook(Box::new(move |info| hook(info)));
        }
    }
}

fn take_over() -> io::Result<()> {
    enable_raw_mode()?;
    execute!(io::stdout(), EnterAlternateScreen, EnableMouseCapture, EnableBracketedPaste)
        .inspect_err(|_| give_back())
}

/// Restores the terminal. Errors are ignored: the other steps are tried, and a closed terminal needs none of them.
fn give_back() {
    let _ = execute!(
        io::stdout(),
        DisableBracketedPaste,
        DisableMouseCapture,
        LeaveAlternateScreen,
        ratatui::crossterm::cursor::Show
    );
    let _ = disable_raw_mode();
}

/// A flag that is set when the system requests the end of the program, which must restore the terminal first. If the program does not
/// end soon, the process exits anyway: crossterm never returns from reading a closed terminal.
pub(super) fn end_requested() -> Result<Arc<AtomicBool>> {
    const GLANCE: Duration = Duration::from_millis(500);
    const PATIENCE: Duration = Duration::from_secs(2);
    /// The exit code that shells report for a program that was ended by a hangup.
    const HUNG_UP: i32 = 129;

    let requested = signals::end_requested().context("cannot listen for signals")?;
    let watched = Arc::clone(&requested);
    thread::Builder::new().name("end".to_owned()).spawn(move || {
        while !watched.load(Ordering::Relaxed) {
            thread::sleep(GLANCE);
        }
        thread::sleep(PATIENCE);
        process::exit(HUNG_UP);
    })?;
    Ok(requested)
}
