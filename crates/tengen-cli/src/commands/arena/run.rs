//! Plays the games of a tournament on several threads.
//!
//! Workers take games and play them; everything else, counting, saving, telling, is done on the thread that called, in
//! the order in which games end. Whatever ends a run, all workers are waited for, and their players end with them.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use anyhow::{Result, anyhow, bail};
use tengen_arena::schedule::{Conclusion, Entrant, Game, Next, Tournament};
use tengen_arena::standings::PairTally;
use tengen_arena::stats::{Decision, Sprt};
use tengen_arena::{Ending, Fault, PlayedGame, Terms, TimeControl, play};
use tengen_engine::{StopHandle, SystemClock};

use super::configuration::{Configuration, ConfiguredEntrant};
use super::games::Records;
use super::interrupt;
use super::logs::Logs;
use super::openings::Openings;
use super::player::Player;
use super::progress::Progress;
use super::state::StateFile;

/// What is to be played, and where it is kept.
pub(super) struct Run<'a> {
    pub(super) configuration: &'a Configuration,
    pub(super) openings: &'a Openings,
    pub(super) records: &'a Records,
    pub(super) logs: Option<&'a Logs>,
    /// Games of engines that are broken are lost by them, instead of ending the run.
    pub(super) recover: bool,
    pub(super) state: Option<&'a StateFile>,
    pub(super) concurrency: usize,
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Status {
    /// All games have been played.
    Finished,
    /// The sequential test has been decided.
    Decided,
    /// Somebody asked for a pause.
    Paused,
}

/// Counts what a sequential test goes by; there are two entrants.
pub(super) struct Test {
    pub(super) sprt: Sprt,
    pub(super) tally: PairTally,
}

impl Test {
    pub(super) fn decision(&self) -> Decision {
        self.sprt.decide(&self.tally.pairs())
    }
}

/// What workers tell.
enum Event {
    Ended(Game, Box<PlayedGame>),
    /// The game was broken off and has no end.
    BrokenOff(Game),
    /// Nothing more can be played.
    Failed(anyhow::Error),
}

/// What all threads share.
struct Shared<'a> {
    run: &'a Run<'a>,
    tournament: Mutex<Tournament>,
    /// A game has ended, so that others may be known, or all is over.
    changed: Condvar,
    stop: AtomicBool,
    /// What ends the searches of each worker's game.
    handles: Vec<Mutex<Vec<StopHandle>>>,
}

/// How often it is looked whether somebody wants a pause.
const TICK: Duration = Duration::from_millis(50);

/// How many opponents a worker keeps for later games. Most of them are processes, or have large tables.
const MOST_KEPT: usize = 8;

impl Run<'_> {
    /// Plays what `tournament` has left, and returns it with its new results.
    ///
    /// # Errors
    /// When an entrant is broken, unless that is to be recovered from, or something cannot be written.
    pub(super) fn play(
        &self,
        tournament: Tournament,
        mut test: Option<&mut Test>,
        progress: &mut Progress,
    ) -> Result<(Tournament, Status)> {
        let is_decided =
            |test: &Option<&mut Test>| test.as_ref().is_some_and(|test| test.decision() != Decision::GoOn);
        if is_decided(&test) {
            return Ok((tournament, Status::Decided));
        }
        let workers = self.concurrency.min(tournament.remaining().count().max(1));
        let shared = Shared {
            run: self,
            tournament: Mutex::new(tournament),
            changed: Condvar::new(),
            stop: AtomicBool::new(false),
            handles: (0..workers).map(|_| Mutex::default()).collect(),
        };
        let mut status = Status::Finished;
        let mut failed = None;
        thread::scope(|scope| {
            let (sender, events) = mpsc::channel();
            for worker in 0..workers {
                let (shared, sender) = (&shared, sender.clone());
                scope.spawn(move || shared.work_guarded(worker, &sender));
            }
            drop(sender);
            loop {
                let event = events.recv_timeout(TICK);
                let is_running = failed.is_none() && status == Status::Finished;
                let ended = match event {
                    Ok(Event::Ended(game, played)) if is_running => {
                        shared.conclude(game, &played, test.as_deref_mut(), progress)
                    }
                    Ok(Event::Ended(game, _) | Event::BrokenOff(game)) => {
                        lock(&shared.tournament).give_back(game.number);
                        Ok(())
                    }
                    Ok(Event::Failed(error)) => Err(error),
                    Err(RecvTimeoutError::Timeout) => Ok(()),
                    Err(RecvTimeoutError::Disconnected) => break,
                };
                if let Err(error) = ended {
                    failed.get_or_insert(error);
                } else if is_running && is_decided(&test) {
                    status = Status::Decided;
                } else if is_running && interrupt::is_asked() {
                    status = Status::Paused;
                }
                if failed.is_some() || status != Status::Finished {
                    shared.stop_all();
                }
                progress.tick(&shared.tournament, test.as_deref());
            }
        });
        let tournament = shared.tournament.into_inner().unwrap_or_else(PoisonError::into_inner);
        match failed {
            Some(error) => Err(error),
            // Somebody asked when all had been played.
            None if tournament.is_over() && status == Status::Paused => Ok((tournament, Status::Finished)),
            None => Ok((tournament, status)),
        }
    }
}

impl Shared<'_> {
    /// Counts a game, and keeps its record and the state.
    fn conclude(
        &self,
        game: Game,
        played: &PlayedGame,
        test: Option<&mut Test>,
        progress: &mut Progress,
    ) -> Result<()> {
        let Some(ending) = played.ending else { return Ok(()) };
        let configuration = self.run.configuration;
        if let Some(error) = played.broken().filter(|_| !self.run.recover) {
            lock(&self.tournament).give_back(game.number);
            bail!(
                "{error} (game {}, which is not counted). Use --recover to count such games as lost and go on",
                game.number + 1
            );
        }
        self.run.records.write(configuration, &game, played)?;
        let mut tournament = lock(&self.tournament);
        let conclusion = Conclusion { ending, swapped: played.swapped };
        let finished = tournament.finish(game.number, conclusion)?;
        if let Some(state) = self.run.state {
            state.save(configuration, &tournament)?;
        }
        drop(tournament);
        self.changed.notify_all();
        let test = test.map(|test| {
            test.tally.add(&finished);
            &*test
        });
        progress.ended(&finished, played, test)
    }

    /// Breaks all games off. A search that begins a moment later is ended the next time.
    fn stop_all(&self) {
        self.stop.store(true, Ordering::SeqCst);
        for handles in &self.handles {
            lock(handles).iter().for_each(StopHandle::stop);
        }
        self.changed.notify_all();
    }

    /// Works, and tells if that comes to a bad end.
    fn work_guarded(&self, worker: usize, events: &Sender<Event>) {
        let worked = catch_unwind(AssertUnwindSafe(|| self.work(worker, events)));
        let error = match worked {
            Ok(Ok(())) => return,
            Ok(Err(error)) => error,
            Err(_) => anyhow!("the arena itself has failed; this is a fault in it"),
        };
        // The receiver is there as long as there are workers.
        let _ = events.send(Event::Failed(error));
    }

    fn work(&self, worker: usize, events: &Sender<Event>) -> Result<()> {
        let clock = SystemClock::new();
        let mut players = Players::default();
        while let Some(game) = self.next_game() {
            let entrants =
                [game.black, game.white].map(|entrant| &self.run.configuration.entrants[entrant.0]);
            let mut take = |number: Entrant, entrant: &ConfiguredEntrant| {
                players.take(number, || {
                    let log = self.run.logs.map(|logs| logs.of(number.0, &entrant.name, worker));
                    Player::new(entrant, log.transpose()?)
                })
            };
            let [mut first, mut second] = [take(game.black, entrants[0])?, take(game.white, entrants[1])?];
            let title = format!("game {}: {} - {}", game.number + 1, entrants[0].name, entrants[1].name);
            *lock(&self.handles[worker]) = vec![first.begin(&title), second.begin(&title)];
            let controls = entrants.map(|entrant| TimeControl::from(&entrant.control));
            let terms = Terms {
                start: &self.run.openings.starts[game.opening],
                controls: [&controls[0], &controls[1]],
                adjudication: self.run.configuration.adjudication,
                seed: self.run.configuration.seed.wrapping_add(SEEDS_APART * game.pair() as u64),
                clock: &clock,
                stop: &self.stop,
            };
            let mut played = play([&mut first, &mut second], &terms);
            if played.ending.is_none() && !self.stop.load(Ordering::SeqCst) {
                // It was not told to stop, so the side to move has failed.
                let loser = played.record.position().side_to_move();
                played.ending = Some(Ending::fault(loser, Fault::Crash));
            }
            lock(&self.handles[worker]).clear();
            for player in [&mut first, &mut second] {
                if let Some(ending) = played.ending {
                    player.remark(&format!("game {} ended: {ending}", game.number + 1));
                }
                player.check_log()?;
            }
            players.put_back(game.white, second);
            players.put_back(game.black, first);
            let event = match played.ending {
                Some(_) => Event::Ended(game, Box::new(played)),
                None => Event::BrokenOff(game),
            };
            if events.send(event).is_err() {
                break;
            }
        }
        Ok(())
    }

    /// The next game to be played; waits until one is known. `None` when nothing is left, or everything is to stop.
    fn next_game(&self) -> Option<Game> {
        let mut tournament = lock(&self.tournament);
        loop {
            if self.stop.load(Ordering::SeqCst) {
                return None;
            }
            match tournament.take() {
                Next::Game(game) => return Some(game),
                Next::Done => return None,
                Next::Wait => {
                    let waited = self.changed.wait_timeout(tournament, TICK);
                    tournament = waited.unwrap_or_else(PoisonError::into_inner).0;
                }
            }
        }
    }
}

/// Seeds count up with the moves of a game. This is more than a game has moves, and leaves remainders that differ from
/// pair to pair wherever a seed chooses among a few.
const SEEDS_APART: u64 = 1_009;

/// The opponents that a worker has at hand, the last used one first.
#[derive(Default)]
struct Players(Vec<(Entrant, Player)>);

impl Players {
    fn take(&mut self, number: Entrant, make: impl FnOnce() -> Result<Player>) -> Result<Player> {
        match self.0.iter().position(|&(other, _)| other == number) {
            Some(index) => Ok(self.0.remove(index).1),
            None => make(),
        }
    }

    fn put_back(&mut self, number: Entrant, player: Player) {
        self.0.insert(0, (number, player));
        self.0.truncate(MOST_KEPT);
    }
}

/// What is behind a lock is whole at any time, so a thread that broke down while it held one has spoiled nothing.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
