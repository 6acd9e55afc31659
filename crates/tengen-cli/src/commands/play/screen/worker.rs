//! The search thread for programs: a driver of the [`ThinkerService`].

use std::io;
use std::sync::mpsc::Sender;
use std::time::Duration;

use tengen_analysis::{OpponentError, SearchProgress, SearchReport, SystemClock};
use tengen_worker::driver::{Driver, Event};
use tengen_worker::{Service, Stopper};

use super::News;
use crate::commands::play::thinkers::{Task, Thinker, Thinkers};

/// A request to the thread.
#[derive(Debug)]
pub(super) enum Command {
    /// Carry out this task instead of the current one.
    Think(Box<Task>),
    Clear,
}

/// The search thread. Dropping it waits for the end of the thread: programs in separate processes end with it.
pub(super) struct Worker {
    driver: Driver<Command>,
    /// The task that was begun last.
    latest: Option<u32>,
}

impl Worker {
    /// Starts the thread with the programs that `make` creates. The thread sends `news`.
    pub(super) fn start(
        mut make: impl FnMut() -> Thinkers + Send + 'static,
        news: Sender<News>,
    ) -> io::Result<Worker> {
        let make = move |stopper| ThinkerService {
            thinkers: make(),
            clock: SystemClock::new(),
            running: None,
            stopper,
        };
        let listener = move |event| match event {
            Event::Ready => true,
            Event::Report(report) => news.send(report).is_ok(),
            Event::Crashed => news.send(News::Crashed).is_ok(),
        };
        let driver = Driver::start("thinking", make, listener)?.joined_on_drop();
        Ok(Worker { driver, latest: None })
    }

    /// Carries out this task instead of the current one.
    pub(super) fn think(&mut self, task: Box<Task>) {
        self.latest = Some(task.id);
        self.driver.send(Command::Think(task));
    }

    /// Ends the search of the current task. Its result is still reported.
    pub(super) fn stop(&self) {
        if let Some(id) = self.latest {
            self.driver.stop(id);
        }
    }

    /// Clears the results of searches.
    pub(super) fn clear(&self) {
        self.driver.send(Command::Clear);
    }
}

/// Searches with the programs, one task at a time.
struct ThinkerService {
    thinkers: Thinkers,
    clock: SystemClock,
    /// The number of the task, and its program.
    running: Option<(u32, Thinker)>,
    stopper: Stopper,
}

impl ThinkerService {
    fn begin(&mut self, task: Task) -> Result<(), OpponentError> {
        let opponent = self.thinkers.opponent(&task.thinker)?;
        opponent.set_position(task.position);
        opponent.start(&task.limits, &self.clock);
        self.stopper.begin(task.id, opponent.stop_handle());
        Ok(())
    }

    fn finish(&mut self, result: Result<SearchReport, OpponentError>, report: &mut dyn FnMut(News)) {
        self.stopper.end();
        if let Some((id, _)) = self.running.take() {
            report(News::Done { id, result });
        }
    }
}

impl Service for ThinkerService {
    type Request = Command;
    type Report = News;

    fn is_busy(&self) -> bool {
        self.running.is_some()
    }

    fn receive(&mut self, command: Command, report: &mut dyn FnMut(News)) {
        match command {
            Command::Think(task) => {
                self.running = Some((task.id, task.thinker.clone()));
                if let Err(error) = self.begin(*task) {
                    self.finish(Err(error), report);
                }
            }
            Command::Clear => {
                self.stopper.end();
                self.running = None;
                self.thinkers.clear();
            }
        }
    }

    fn advance(&mut self, slice: Duration, report: &mut dyn FnMut(News)) {
        let Some((id, thinker)) = &self.running else { return };
        let mut observer = |progress: &SearchProgress| {
            report(News::Progress { id: *id, progress: progress.clone() });
        };
        let opponent = self.thinkers.opponent(thinker);
        let result = opponent.and_then(|opponent| opponent.advance(slice, &self.clock, &mut observer));
        if let Some(result) = result.transpose() {
            self.finish(result, report);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::{Receiver, channel};

    use tengen_analysis::SearchLimits;
    use tengen_game::{BoardSize, Color, Position, Rule};

    use super::*;

    fn task(id: u32, thinker: Thinker) -> Box<Task> {
        let mut position = Position::new(Rule::FREESTYLE, BoardSize::FIFTEEN);
        position.play(tengen_game::Point::new(7, 7)).unwrap();
        Box::new(Task { id, thinker, position, limits: SearchLimits::default() })
    }

    /// The result of this task. Earlier news are skipped.
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
        let mut worker = Worker::start(Thinkers::default, sender).unwrap();
        worker.think(task(1, Thinker::Analyst));
        worker.think(task(2, Thinker::Analyst));
        worker.stop();
        assert!(result(&inbox, 2).unwrap().best_move.is_some());
        // The thread is free for the next task, and a classic program answers as well.
        worker.think(task(3, Thinker::Seat(Color::White, "tuple".parse().unwrap())));
        assert!(result(&inbox, 3).unwrap().best_move.is_some());
        assert!(!inbox.try_iter().any(|news| matches!(news, News::Crashed)));
    }

    #[test]
    fn a_human_does_not_search() {
        let (sender, inbox) = channel();
        let mut worker = Worker::start(Thinkers::default, sender).unwrap();
        worker.think(task(7, Thinker::Seat(Color::White, "human".parse().unwrap())));
        assert!(matches!(result(&inbox, 7), Err(OpponentError::Unready { .. })));
    }
}
