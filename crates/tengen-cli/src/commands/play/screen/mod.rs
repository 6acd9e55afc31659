//! The game on the whole terminal, with keys and the mouse.
//!
//! [`App`] is the state, [`view`] draws it; this module has the terminal, the clock and the threads around them.

mod app;
mod layout;
mod terminal;
mod view;
mod worker;

use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use ratatui::crossterm::event;
use ratatui::layout::Rect;
use tengen_analysis::{OpponentError, SearchProgress, SearchReport};
use tengen_game::Record;
use tengen_gomocup::process::Program;

use self::app::App;
use self::terminal::Screen;
use self::worker::Worker;
use super::files::{self, Saved};
use super::players::{Table, start_programs};
use super::thinkers::{Task, Thinkers};
use crate::input::Game;

/// The interval at which the screen shows the news of a thread.
const PULSE: Duration = Duration::from_millis(40);
/// The interval at which signals are checked while no event comes.
const REST: Duration = Duration::from_millis(250);

/// A request of the state to the terminal or the threads.
#[derive(Debug)]
enum Effect {
    /// Carry out this task instead of the current one.
    Think(Box<Task>),
    /// End the search at once. The match ignores the result if it does not wait for it.
    Stop,
    /// Clear the results of earlier searches for another game.
    Clear,
    /// Write the record to a file; an existing one only if `overwrite`.
    Save { record: Box<Record>, path: PathBuf, overwrite: bool },
    /// Read a record.
    Open(PathBuf),
    /// Give the terminal back to the shell until the program is resumed.
    Suspend,
    /// End the program.
    Quit,
}

/// A report of a thread.
#[derive(Debug)]
enum News {
    Progress {
        id: u32,
        progress: SearchProgress,
    },
    Done {
        id: u32,
        result: Result<SearchReport, OpponentError>,
    },
    Saved(Saved),
    Opened {
        path: PathBuf,
        result: Result<Box<Game>, String>,
    },
    /// The search has panicked.
    Crashed,
}

/// Plays until the user leaves. `path` is the file that the record was read from.
///
/// # Errors
/// When a program cannot be started, which is checked before the terminal is taken over, or when the terminal cannot be used.
pub(super) fn run(record: Record, table: Table, path: Option<PathBuf>, ascii: bool) -> Result<()> {
    let looks = view::Terminal::of_environment(ascii);
    let end_requested = terminal::end_requested()?;
    let programs = start_programs(&table.players, record.position())?;
    // At the end the terminal is restored first, before the threads have finished.
    let mut threads = Threads::start(&table, programs)?;
    let mut screen = Screen::enter()?;
    let size = screen.terminal.size()?;
    let mut app = App::new(record, table, path, Rect::new(0, 0, size.width, size.height));
    let start = Instant::now();
    loop {
        for effect in app.take_effects() {
            match effect {
                Effect::Quit => return Ok(()),
                Effect::Suspend => {
                    screen.suspend()?;
                    let size = screen.terminal.size()?;
                    app.handle(&event::Event::Resize(size.width, size.height));
                }
                effect => threads.carry_out(effect)?,
            }
        }
        if end_requested.load(Ordering::Relaxed) {
            return Ok(());
        }
        if threads.has_crashed {
            bail!("the search thread has ended: {}", screen.panic_elsewhere().unwrap_or_default());
        }
        screen.terminal.draw(|frame| view::draw(&app, looks, frame))?;
        let wait = if app.is_busy() || threads.pending > 0 { PULSE } else { REST };
        if event::poll(wait)? {
            app.tick(start.elapsed());
            // All pending events are handled before the screen is drawn again.
            loop {
                app.handle(&event::read()?);
                if !event::poll(Duration::ZERO)? {
                    break;
                }
            }
        }
        app.tick(start.elapsed());
        threads.listen(&mut app);
    }
}

/// The threads beside the screen.
struct Threads {
    worker: Worker,
    news: Receiver<News>,
    sender: Sender<News>,
    /// Files that are being read or written.
    pending: usize,
    /// Whether the search has panicked.
    has_crashed: bool,
}

impl Threads {
    /// Starts the search thread with Black's and White's programs, which have been started already.
    fn start(table: &Table, programs: [Option<Program>; 2]) -> Result<Threads> {
        let (sender, news) = channel();
        let (table, mut started) = (table.clone(), Some(programs));
        let make = move || Thinkers::new(&table, started.take().unwrap_or_default());
        let worker = Worker::start(make, sender.clone()).context("cannot start a thread")?;
        Ok(Threads { worker, news, sender, pending: 0, has_crashed: false })
    }

    fn carry_out(&mut self, effect: Effect) -> Result<()> {
        match effect {
            Effect::Think(task) => self.worker.think(task),
            Effect::Stop => self.worker.stop(),
            Effect::Clear => self.worker.clear(),
            Effect::Save { record, path, overwrite } => {
                return self.aside(move || News::Saved(files::save(&record, &path, overwrite)));
            }
            Effect::Open(path) => {
                return self.aside(move || News::Opened { result: files::open(&path), path });
            }
            // The loop around the state carries them out.
            Effect::Suspend | Effect::Quit => {}
        }
        Ok(())
    }

    /// Reads or writes a file on another thread, because large libraries and pictures take long.
    fn aside(&mut self, job: impl FnOnce() -> News + Send + 'static) -> Result<()> {
        let sender = self.sender.clone();
        let builder = thread::Builder::new().name("files".to_owned());
        builder
            .spawn(move || {
                // The screen may have closed meanwhile.
                let _ = sender.send(job());
            })
            .context("cannot start a thread")?;
        self.pending += 1;
        Ok(())
    }

    fn listen(&mut self, app: &mut App) {
        while let Ok(news) = self.news.try_recv() {
            match news {
                News::Saved(_) | News::Opened { .. } => self.pending = self.pending.saturating_sub(1),
                News::Crashed => self.has_crashed = true,
                News::Progress { .. } | News::Done { .. } => {}
            }
            app.receive(news);
        }
    }
}
