//! The game on the whole terminal, for keys and the mouse.
//!
//! [`App`] is the state, [`view`] its picture; here are the terminal, the clock and the threads around them.

mod app;
mod layout;
mod signals;
mod table;
mod task;
mod terminal;
mod view;
mod worker;

use std::path::PathBuf;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use ratatui::crossterm::event;
use ratatui::layout::Rect;
use tengen_game::Record;

use self::app::App;
use self::signals::Signals;
use self::task::{Effect, News};
use self::terminal::Screen;
use self::worker::{Command, Thinkers, Worker};
use super::files;
use super::player::start_programs;

pub(super) use self::table::Table;

/// How soon the screen shows what a thread found.
const PULSE: Duration = Duration::from_millis(40);
/// How soon a signal is noticed when nobody does anything.
const REST: Duration = Duration::from_millis(250);

/// Plays until the person leaves. `path` is where the record came from.
///
/// # Errors
/// When a program cannot be started, which is found out before the terminal is taken over, or when the terminal cannot be used.
pub(super) fn run(record: Record, table: Table, path: Option<PathBuf>, ascii: bool) -> Result<()> {
    let looks = view::Terminal::of_environment(ascii);
    let signals = Signals::listen()?;
    // Leaving, the terminal is given back first, whatever the threads still have to do.
    let mut rest = Rest::start(Thinkers::new(&table, start_programs(table.players, record.position())?))?;
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
                effect => rest.carry_out(effect)?,
            }
        }
        if signals.ask_to_end() {
            return Ok(());
        }
        if !rest.worker.is_alive() {
            bail!("the thread that thinks has ended: {}", screen.panic_elsewhere().unwrap_or_default());
        }
        screen.terminal.draw(|frame| view::draw(&app, looks, frame))?;
        let wait = if app.is_busy() || rest.pending > 0 { PULSE } else { REST };
        if event::poll(wait)? {
            app.tick(start.elapsed());
            // Everything that has come is looked at before the screen is drawn again.
            loop {
                app.handle(&event::read()?);
                if !event::poll(Duration::ZERO)? {
                    break;
                }
            }
        }
        app.tick(start.elapsed());
        rest.listen(&mut app);
    }
}

/// The threads beside the screen.
struct Rest {
    worker: Worker,
    news: Receiver<News>,
    sender: Sender<News>,
    /// Files that are being read or written.
    pending: usize,
}

impl Rest {
    fn start(thinkers: Thinkers) -> Result<Rest> {
        let (sender, news) = channel();
        let worker = Worker::start(thinkers, sender.clone()).context("cannot start a thread")?;
        Ok(Rest { worker, news, sender, pending: 0 })
    }

    fn carry_out(&mut self, effect: Effect) -> Result<()> {
        let command = match effect {
            Effect::Think(task) => Command::Think(task),
            Effect::Stop => Command::Stop,
            Effect::Abandon => Command::Abandon,
            Effect::Forget => Command::Forget,
            Effect::Save { record, path, overwrite } => {
                return self.aside(move || News::Saved(files::save(&record, &path, overwrite)));
            }
            Effect::Open(path) => {
                return self.aside(move || News::Opened { result: files::open(&path), path });
            }
            Effect::Suspend | Effect::Quit => return Ok(()),
        };
        // A thread that has ended is found out in the next round.
        self.worker.tell(command);
        Ok(())
    }

    /// Large libraries and pictures take their time, in which the board stays alive.
    fn aside(&mut self, job: impl FnOnce() -> News + Send + 'static) -> Result<()> {
        let sender = self.sender.clone();
        let builder = thread::Builder::new().name("files".to_owned());
        builder
            .spawn(move || {
                // The screen may have gone meanwhile.
                let _ = sender.send(job());
            })
            .context("cannot start a thread")?;
        self.pending += 1;
        Ok(())
    }

    fn listen(&mut self, app: &mut App) {
        while let Ok(news) = self.news.try_recv() {
            if matches!(news, News::Saved(_) | News::Opened { .. }) {
                self.pending = self.pending.saturating_sub(1);
            }
            app.hear(news);
        }
    }
}
