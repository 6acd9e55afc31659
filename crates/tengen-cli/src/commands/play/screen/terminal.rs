//! The terminal while the board is on it, and its way back.

use std::io::{self, Stdout};
use std::panic;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

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

type PanicHook = Box<dyn Fn(&panic::PanicHookInfo<'_>) + Send + Sync>;

/// The terminal, taken over. It is given back when this is dropped, and before a panic is told.
pub(super) struct Screen {
    pub(super) terminal: Terminal<CrosstermBackend<Stdout>>,
    /// What was told of a panic on another thread, which leaves the screen to this one.
    elsewhere: Arc<Mutex<Option<String>>>,
    hook: Arc<PanicHook>,
}

impl Screen {
    /// Takes the terminal over.
    pub(super) fn enter() -> Result<Screen> {
        let hook: Arc<PanicHook> = Arc::new(panic::take_hook());
        let elsewhere = Arc::new(Mutex::new(None));
        let (own, previous, note) = (thread::current().id(), Arc::clone(&hook), Arc::clone(&elsewhere));
        panic::set_hook(Box::new(move |info| {
            if thread::current().id() == own {
                give_back();
                previous(info);
            } else {
                // Standard output is locked by the other thread, which will hear of this.
                *note.lock().unwrap_or_else(PoisonError::into_inner) = Some(info.to_string());
            }
        }));
        take_over().context("cannot use the terminal; `--plain` plays in plain lines")?;
        let terminal = Terminal::new(CrosstermBackend::new(io::stdout()))
            .inspect_err(|_| give_back())
            .context("cannot use the terminal; `--plain` plays in plain lines")?;
        Ok(Screen { terminal, elsewhere, hook })
    }

    /// What another thread's panic said.
    pub(super) fn panic_elsewhere(&self) -> Option<String> {
        self.elsewhere.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// Leaves the terminal to the shell, stops until the shell goes on with this process, and takes it over again.
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

/// Whatever of this fails, the rest is tried; a terminal that has gone needs nothing.
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
