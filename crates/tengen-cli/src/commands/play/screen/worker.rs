//! The thread on which programs think.
//!
//! It thinks in slices and looks between them at what it is told, so that a stop needs no lock and a program that
//! waits for another process blocks nobody.

use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, TryRecvError, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use tengen_analysis::{Clock, Opponent, SearchProgress, SystemClock};
use tengen_engine::{Engine, EngineOptions};
use tengen_gomocup::process::Program;

use super::super::player::{Player, TreeSettings};
use super::table::Table;
use super::task::{Failure, News, Task, Thinker};

/// How long a stop may go unnoticed.
const SLICE: Duration = Duration::from_millis(25);
/// An opponent that answers sooner than this waits for somebody else.
const NAP: Duration = Duration::from_millis(5);

/// What the thread is told.
#[derive(Debug)]
pub(super) enum Command {
    Think(Box<Task>),
    Stop,
    Abandon,
    Forget,
}

/// The thread. It ends when this is dropped, and until then what goes wrong in it can be asked for.
pub(super) struct Worker {
    commands: Option<Sender<Command>>,
    thread: Option<JoinHandle<()>>,
}

impl Worker {
    /// Starts the thread, which tells `news`, with those who sit at the board already.
    pub(super) fn start(thinkers: Thinkers, news: Sender<News>) -> std::io::Result<Worker> {
        let (commands, inbox) = channel();
        let builder = thread::Builder::new().name("thinking".to_owned());
        let thread = builder.spawn(move || work(thinkers, &inbox, &news))?;
        Ok(Worker { commands: Some(commands), thread: Some(thread) })
    }

    /// Tells the thread something; `false` when it has ended, which it does by a panic alone.
    pub(super) fn tell(&self, command: Command) -> bool {
        self.commands.as_ref().is_some_and(|commands| commands.send(command).is_ok())
    }

    /// Whether the thread goes on.
    pub(super) fn is_alive(&self) -> bool {
        self.thread.as_ref().is_some_and(|thread| !thread.is_finished())
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        // Without anybody to tell it something the thread ends after its slice.
        self.commands = None;
        if let Some(thread) = self.thread.take() {
            // Whoever dropped this knows of a panic from the panic hook.
            let _ = thread.join();
        }
    }
}

/// A player who has sat down.
struct Seated {
    player: Player,
    tree: TreeSettings,
    opponent: Box<dyn Opponent + Send>,
}

/// Those who think, each made when it is first needed, and kept for what it learns.
#[derive(Default)]
pub(super) struct Thinkers {
    seats: [Option<Seated>; 2],
    analyst: Option<Box<dyn Opponent + Send>>,
}

impl Thinkers {
    /// Those of a table at which these programs, Black's and White's, have been started already.
    pub(super) fn new(table: &Table, programs: [Option<Program>; 2]) -> Thinkers {
        let mut players = table.players.into_iter();
        let seats = programs.map(|program| {
            let (player, program) = players.next().zip(program)?;
            Some(Seated { player, tree: table.tree, opponent: Box::new(program) })
        });
        Thinkers { seats, analyst: None }
    }

    fn sit_down(&mut self, thinker: &Thinker) -> Result<(), String> {
        match thinker {
            Thinker::Seat(color, player, tree) => {
                let seat = &mut self.seats[color.index()];
                let is_there =
                    seat.as_ref().is_some_and(|seated| seated.player == *player && seated.tree == *tree);
                if !is_there {
                    let opponent = player.opponent(tree).map_err(|error| format!("{error:#}"))?;
                    let opponent = opponent.ok_or("it is a person's turn")?;
                    *seat = Some(Seated { player: *player, tree: *tree, opponent });
                }
            }
            Thinker::Analyst => {
                let engine = || Box::new(Engine::new(EngineOptions::default())) as Box<dyn Opponent + Send>;
                self.analyst.get_or_insert_with(engine);
            }
        }
        Ok(())
    }

    fn opponent(&mut self, thinker: &Thinker) -> Option<&mut Box<dyn Opponent + Send>> {
        match thinker {
            Thinker::Seat(color, ..) => self.seats[color.index()].as_mut().map(|seated| &mut seated.opponent),
            Thinker::Analyst => self.analyst.as_mut(),
        }
    }

    fn forget(&mut self) {
        let seated = self.seats.iter_mut().flatten().map(|seated| &mut seated.opponent);
        seated.chain(&mut self.analyst).for_each(|opponent| opponent.clear());
    }
}

/// Carries out commands until nobody can give any more.
fn work(mut thinkers: Thinkers, inbox: &Receiver<Command>, news: &Sender<News>) {
    let clock = SystemClock::new();
    let mut running: Option<(u64, Thinker)> = None;
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
            Ok(Command::Think(task)) => running = begin(*task, &mut thinkers, &clock, news),
            // Of a search that was given up the end is told as well; its number says that nobody waits for it.
            Ok(Command::Stop | Command::Abandon) => {
                let opponent = running.as_ref().and_then(|(_, thinker)| thinkers.opponent(thinker));
                if let Some(opponent) = opponent {
                    opponent.stop_handle().stop();
                }
            }
            Ok(Command::Forget) => {
                running = None;
                thinkers.forget();
            }
            Err(TryRecvError::Empty) => {}
            Err(TryRecvError::Disconnected) => return,
        }
        let Some((id, thinker)) = &running else { continue };
        let Some(opponent) = thinkers.opponent(thinker) else { continue };
        // A waiting opponent is asked again after a nap, in which commands wake this thread.
        let began = Instant::now();
        match think_on(opponent.as_mut(), *id, &clock, news) {
            Some(result) => {
                // The screen that does not listen any more has gone, and so will this thread.
                let _ = news.send(News::Done { id: *id, result });
                running = None;
            }
            None => waits = began.elapsed() < NAP,
        }
    }
}

fn begin(
    task: Task,
    thinkers: &mut Thinkers,
    clock: &dyn Clock,
    news: &Sender<News>,
) -> Option<(u64, Thinker)> {
    let Task { id, thinker, position, limits } = task;
    let seated = thinkers.sit_down(&thinker);
    match (seated, thinkers.opponent(&thinker)) {
        (Ok(()), Some(opponent)) => {
            opponent.set_position(position);
            opponent.start(&limits, clock);
            Some((id, thinker))
        }
        (seated, _) => {
            let reason = seated.err().unwrap_or_else(|| "nobody sits there".to_owned());
            let _ = news.send(News::Done { id, result: Err(Failure::Setup(reason)) });
            None
        }
    }
}

fn think_on(
    opponent: &mut dyn Opponent,
    id: u64,
    clock: &dyn Clock,
    news: &Sender<News>,
) -> Option<Result<tengen_analysis::SearchReport, Failure>> {
    let mut tell = |progress: &SearchProgress| {
        let _ = news.send(News::Progress { id, progress: progress.clone() });
    };
    opponent.advance(SLICE, clock, &mut tell).map_err(Failure::Opponent).transpose()
}

#[cfg(test)]
mod tests {
    use tengen_analysis::SearchLimits;
    use tengen_game::{BoardSize, Color, Position, Rule};

    use super::*;

    fn task(id: u64, thinker: Thinker, limits: SearchLimits) -> Command {
        let position = Position::new(Rule::Renju, BoardSize::FIFTEEN);
        Command::Think(Box::new(Task { id, thinker, position, limits }))
    }

    /// The report of this task, past whatever else is told.
    fn report(inbox: &Receiver<News>, wanted: u64) -> Result<tengen_analysis::SearchReport, Failure> {
        loop {
            match inbox.recv_timeout(Duration::from_secs(60)).unwrap() {
                News::Done { id, result } if id == wanted => return result,
                News::Done { id, .. } => panic!("task {id} was to be given up"),
                _ => {}
            }
        }
    }

    #[test]
    fn a_search_without_limits_ends_when_it_is_stopped_and_not_when_it_is_replaced() {
        let (sender, inbox) = channel();
        let worker = Worker::start(Thinkers::default(), sender).unwrap();
        let mut position = Position::new(Rule::FREESTYLE, BoardSize::FIFTEEN);
        position.play(tengen_game::Point::new(7, 7)).unwrap();
        let endless = |id| Task {
            id,
            thinker: Thinker::Analyst,
            position: position.clone(),
            limits: SearchLimits::default(),
        };
        assert!(worker.tell(Command::Think(Box::new(endless(1)))));
        assert!(worker.tell(Command::Think(Box::new(endless(2)))));
        assert!(worker.tell(Command::Stop));
        let found = report(&inbox, 2).unwrap();
        assert!(found.best_move.is_some());
        // The thread is free for the next, and a classic answers as well.
        let tuple = Thinker::Seat(Color::Black, "tuple".parse().unwrap(), TreeSettings::default());
        assert!(worker.tell(task(3, tuple, SearchLimits::default())));
        assert!(report(&inbox, 3).unwrap().best_move.is_some());
        assert!(worker.is_alive());
    }

    #[test]
    fn whoever_cannot_sit_down_is_told() {
        let (sender, inbox) = channel();
        let worker = Worker::start(Thinkers::default(), sender).unwrap();
        let person = Thinker::Seat(Color::White, Player::Human, TreeSettings::default());
        assert!(worker.tell(task(7, person, SearchLimits::default())));
        let failure = report(&inbox, 7).unwrap_err();
        assert!(
            matches!(&failure, Failure::Setup(reason) if reason == "it is a person's turn"),
            "{failure:?}"
        );
    }
}
