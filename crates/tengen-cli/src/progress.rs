//! How far long work is, on standard error, and only for people: never in a pipe or a file.

use std::io::{self, IsTerminal};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::options::Patience;

/// A line at the bottom of the terminal; nothing is left of it when it is dropped. Where it is not to be seen, it does
/// nothing.
pub(crate) struct Progress(ProgressBar);

/// How often a line without news shows that time passes.
const TICK: Duration = Duration::from_millis(100);

impl Progress {
    /// Work whose end is not known.
    pub(crate) fn spinner(patience: Patience) -> Progress {
        Progress::new(patience, None, "{spinner} {elapsed:>4}  {msg}")
    }

    /// So many `things`.
    pub(crate) fn bar(patience: Patience, things: &'static str) -> Progress {
        let progress = Progress::new(patience, Some(0), "{msg} {bar:30} {pos}/{len}  {elapsed}");
        progress.0.set_message(things);
        progress
    }

    fn new(patience: Patience, length: Option<u64>, template: &str) -> Progress {
        if patience.quiet || !is_wanted() {
            return Progress(ProgressBar::hidden());
        }
        let bar = ProgressBar::with_draw_target(length, ProgressDrawTarget::stderr());
        // The templates above are well formed.
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style.progress_chars("=> "));
        }
        bar.enable_steady_tick(TICK);
        Progress(bar)
    }

    /// So many are done, of so many.
    pub(crate) fn set(&self, done: usize, of: usize) {
        self.0.set_length(of as u64);
        self.0.set_position(done as u64);
    }

    /// What is to be said about the work.
    pub(crate) fn say(&self, text: String) {
        self.0.set_message(text);
    }

    /// Takes the line away while something else is written to the same terminal.
    pub(crate) fn aside<T>(&self, write: impl FnOnce() -> T) -> T {
        self.0.suspend(write)
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}

/// Whether standard error is a terminal whose lines can be taken back.
fn is_wanted() -> bool {
    io::stderr().is_terminal() && std::env::var_os("TERM").is_none_or(|term| term != "dumb")
}
