//! The thread on which programs search.
//!
//! It searches in slices and looks for commands between them, so that a stop needs no lock and a program that waits for another
//! process does not block the screen.

use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, TryRecvError, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use tengen_analysis::{Clock, OpponentError, SearchProgress, SearchReport, SystemClock};

use super::News;
use crate::commands::play::thinkers::{Task, Thinker, Thinkers};

/// How long a stop may go unnoticed.
const SLICE: Duration = Duration::from_millis(25);
/// An opponent that answers sooner than this waits for another process.
const NAP: Duration = Duration::from_millis(5);

/// A command to the thread.
#[derive(Debug)]
pub(super) enum Command {
    Think(Box<Task>),
    Stop,
    Clear,
}

/// The thread. It ends when this is dropped.
pub(super) struct Worker {
    commands: Option<Sender<Command>>,
    thread: Option<JoinHandle<()>>,
}

impl Worker {
    /// Starts the thread, which sends `news`, with these programs.
    pub(super) fn start(thinkers: Thinkers, news: Sender<News>) -> std::io::Result<Worker> {
        let (commands, inbox) = channel();
        let builder = thread::Builder::new().name("thinking".to_owned());
        let thread = builder.spawn(move || work(thinkers, &inbox, &news))?;
        Ok(Worker { commands: Some(commands), thread: Some(thread) })
    }

    /// Sends a command; `false` when the thread has ended, which only a panic causes.
    pub(super) fn send(&self, command: Command) -> bool {
        self.commands.as_ref().is_some_and(|commands| commands.send(command).is_ok())
    }

    /// Whether the thread continues.
    pub(super) fn is_alive(&self) -> bool {
        self.thread.as_ref().is_some_and(|thread| !thread.is_finished())
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        // When no more commands can come, the thread ends after its slice.
        self.commands = None;
        if let Some(thread) = self.thread.take() {
            // The panic hook has reported a panic.
            let _ = thread.join();
        }
    }
}

/// Carries out commands until no more can come.
fn work(mut thinkers: Thinkers, inbox: &Receiver<Command>, news: &Sender<News>) {
    let clock = SystemClock::new();
    let mut running: Option<(u32, Thinker)> = None;
    let mut waits = false;
    loop {
        let command = match &running {
            None => inbox.recv().map_err(|_| TryRecvError::Disconnected),
            Some(_) if waits => inbox.recv_timeout(NAP).map_err(|error| match error {
                RecvTimeoutError::Timeout => TryRecvError::Empty,
                RecvTimeoutError::Disconnected => TryRecvError::Disconnected,
            }),
            Some(_) => inbox.try_recv(),
        };
        match command {
            Ok(Command::Think(task)) => {
                running = Some((task.id, task.thinker.clone()));
                let result = begin(*task, &mut thinkers, &clock);
                report(result.map(|()| None), &mut running, news);
            }
            Ok(Command::Stop) => {
                if let Some((_, thinker)) = &running
                    && let Ok(opponent) = thinkers.opponent(thinker)
                {
                    opponent.stop_handle().stop();
                }
            }
            Ok(Command::Clear) => {
                running = None;
                thinkers.clear();
            }
            Err(TryRecvError::Empty) => {}
            Err(TryRecvError::Disconnected) => return,
        }
        let Some((id, thinker)) = &running else { continue };
        // A waiting opponent is asked again after a nap, in which commands wake this thread.
        let began = Instant::now();
        let mut observer = |progress: &SearchProgress| {
            let _ = news.send(News::Progress { id: *id, progress: progress.clone() });
        };
        let opponent = thinkers.opponent(thinker);
        let result = opponent.and_then(|opponent| opponent.advance(SLICE, &clock, &mut observer));
        waits = began.elapsed() < NAP;
        report(result, &mut running, news);
    }
}

fn begin(task: Task, thinkers: &mut Thinkers, clock: &dyn Clock) -> Result<(), OpponentError> {
    let opponent = thinkers.opponent(&task.thinker)?;
    opponent.set_position(task.position);
    opponent.start(&task.limits, clock);
    Ok(())
}

/// Sends the result of the running task, if there is one.
fn report(
    result: Result<Option<SearchReport>, OpponentError>,
    running: &mut Option<(u32, Thinker)>,
    news: &Sender<News>,
) {
    if let Some(result) = result.transpose()
        && let Some((id, _)) = running.take()
    {
        // If the screen does not listen any more, this thread is about to end.
        let _ = news.send(News::Done { id, result });
    }
}

#[cfg(test)]
mod tests {
    use tengen_analysis::SearchLimits;
    use tengen_game::{BoardSize, Color, Position, Rule};

    use super::*;

    fn task(id: u32, thinker: Thinker) -> Command {
        let mut position = Position::new(Rule::FREESTYLE, BoardSize::FIFTEEN);
        position.play(tengen_game::Point::new(7, 7)).unwrap();
        Command::Think(Box::new(Task { id, thinker, position, limits: SearchLimits::default() }))
    }

    /// The result of this task, after any other news.
    fn result(inbox: &Receiver<News>, wanted: u32) -> Result<SearchReport, OpponentError> {
        loop {
            match inbox.recv_timeout(Duration::from_secs(60)).unwrap() {
                News::Done { id, result } if id == wanted => return result,
                News::Done { id, .. } => panic!("task {id} was replaced"),
                _ => {}
            }
        }
    }

    #[test]
    fn a_search_without_limits_ends_when_it_is_stopped_and_not_when_it_is_replaced() {
        let (sender, inbox) = channel();
        let worker = Worker::start(Thinkers::default(), sender).unwrap();
        assert!(worker.send(task(1, Thinker::Analyst)));
        assert!(worker.send(task(2, Thinker::Analyst)));
        assert!(worker.send(Command::Stop));
        assert!(result(&inbox, 2).unwrap().best_move.is_some());
        // The thread is free for the next task, and a classic answers as well.
        assert!(worker.send(task(3, Thinker::Seat(Color::White, "tuple".parse().unwrap()))));
        assert!(result(&inbox, 3).unwrap().best_move.is_some());
        assert!(worker.is_alive());
    }

    #[test]
    fn a_human_does_not_search() {
        let (sender, inbox) = channel();
        let worker = Worker::start(Thinkers::default(), sender).unwrap();
        assert!(worker.send(task(7, Thinker::Seat(Color::White, "human".parse().unwrap()))));
        assert!(matches!(result(&inbox, 7), Err(OpponentError::Unready { .. })));
    }
}
