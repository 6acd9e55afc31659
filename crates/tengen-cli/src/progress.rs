//! How far long work is, on standard error, and only for people: never in a pipe or a file.

use std::io::{self, IsTerminal};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::options::Patience;

/// A line at the bottom of the terminal; nothing is left of it when it is dropped. Where it is not to be seen, it does
/// nothing.
pub(crate) struct Progress {
    bar: ProgressBar,
    is_wanted: bool,
}

/// How often a line without news shows that time passes.
const TICK: Duration = Duration::from_millis(100);

impl Progress {
    /// Work whose end is not known.
    pub(crate) fn spinner(patience: Patience) -> Progress {
        let progress = Progress::new(patience, "{spinner} {elapsed:>4}  {msg}");
        progress.show();
        progress
    }

    /// So many `things`, which are to be seen from the first [`Progress::set`] on.
    pub(crate) fn bar(patience: Patience, things: &'static str) -> Progress {
        let progress = Progress::new(patience, "{msg} {bar:30} {pos}/{len}  {elapsed}");
        progress.bar.set_message(things);
        progress
    }

    fn new(patience: Patience, template: &str) -> Progress {
        let bar = ProgressBar::hidden();
        // The templates above are well formed.
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style.progress_chars("=> "));
        }
        Progress { bar, is_wanted: !patience.quiet && has_terminal() }
    }

    fn show(&self) {
        if self.is_wanted && self.bar.is_hidden() {
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
            self.bar.force_draw();
            self.bar.enable_steady_tick(TICK);
        }
    }

    /// So many are done, of so many.
    pub(crate) fn set(&self, done: usize, of: usize) {
        self.bar.set_length(of as u64);
        self.bar.set_position(done as u64);
        self.show();
    }

    /// What is to be said about the work.
    pub(crate) fn say(&self, text: String) {
        self.bar.set_message(text);
    }

    /// Takes the line away while something else is written to the same terminal.
    pub(crate) fn aside<T>(&self, write: impl FnOnce() -> T) -> T {
        self.bar.suspend(write)
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

/// Whether standard error is a terminal whose lines can be taken back.
fn has_terminal() -> bool {
    io::stderr().is_terminal() && std::env::var_os("TERM").is_none_or(|term| term != "dumb")
}
