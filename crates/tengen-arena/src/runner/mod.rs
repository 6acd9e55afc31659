//! Plays the games of a tournament on several threads, and keeps their results.
//!
//! Workers take games and play them. Everything else (counting, saving, reporting) is done on the thread that called
//! [`Run::play`], in the order in which games end. A run ends only when all workers have ended, and their players with them.

mod error;
mod files;
mod participant;
mod player;
mod records;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use std::{io, thread};

use serde::Serialize;
use tengen_analysis::{StopHandle, SystemClock};

use crate::openings::Openings;
use crate::schedule::{Conclusion, Finished, Game, Next, ParticipantId, Tournament};
use crate::standings::{PairTally, Standings};
use crate::stats::{Decision, Sprt};
use crate::{Ending, Fault, PlayedGame, Terms, play};
use player::ReadyPlayer;

pub use error::RunError;
pub(crate) use files::save_json;
pub use files::{Logs, StateFile};
pub use participant::{Configuration, Participant, ParticipantKind, game_tree_options};
pub(crate) use participant::{as_lines, as_text};
pub use records::{PairReport, Records, Report, SprtReport};

/// The tournament, and where its results are saved.
#[derive(Debug)]
pub struct Run<'a> {
    /// The settings.
    pub configuration: &'a Configuration,
    /// The openings of the configuration.
    pub openings: &'a Openings,
    /// The files of the records.
    pub records: &'a Records,
    /// The folder of the logs of conversations with programs.
    pub logs: Option<&'a Logs>,
    /// A participant that is [broken](PlayedGame::broken) loses the game, instead of ending the run.
    pub recover: bool,
    /// The file of the state, which is saved at most a second after each game, and at the end.
    pub state: Option<&'a StateFile>,
    /// Games that are played at the same time.
    pub concurrency: usize,
}

/// The result of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// All games have been played.
    Finished,
    /// The sequential test has been decided.
    Decided,
    /// The observer requested a pause.
    Paused,
}

/// A sequential test between the first two participants, and the pairs of games that it counts.
#[derive(Clone, Debug)]
pub struct SequentialTest {
    sprt: Sprt,
    tally: PairTally,
}

impl SequentialTest {
    /// The test after the games that have ended.
    pub fn new(sprt: Sprt, tournament: &Tournament) -> SequentialTest {
        SequentialTest { sprt, tally: PairTally::of(tournament, 0, 1) }
    }

    /// Whether the test has been decided, so that the run may stop.
    pub fn decision(&self) -> Decision {
        self.sprt.decide(&self.tally.pairs())
    }

    /// The test in figures.
    pub fn report(&self) -> SprtReport {
        let ([elo0, elo1], [lower, upper]) = (self.sprt.hypotheses(), self.sprt.limits());
        let llr = self.sprt.log_likelihood_ratio(&self.tally.pairs());
        SprtReport { elo0, elo1, llr, lower, upper, decision: self.decision() }
    }
}

/// Follows a run, on the thread that called [`Run::play`].
pub trait Observer {
    /// A game has ended and is counted.
    ///
    /// # Errors
    /// When it cannot be reported, which ends the run.
    fn game_ended(
        &mut self,
        finished: &Finished,
        played: &PlayedGame,
        test: Option<&SequentialTest>,
    ) -> io::Result<()>;

    /// Called several times a second. `standings` computes the table, which may take time in large tournaments.
    fn tick(&mut self, _standings: &dyn Fn() -> Standings, _test: Option<&SequentialTest>) {}

    /// Whether the run is to pause.
    fn is_pause_requested(&self) -> bool {
        false
    }
}

/// A report of a worker.
enum Event {
    Ended(Game, Box<PlayedGame>),
    /// The game was broken off and has no result.
    BrokenOff(Game),
    /// Nothing more can be played.
    Failed(RunError),
}

/// The state that all threads share.
struct Shared<'a> {
    run: &'a Run<'a>,
    tournament: Mutex<Tournament>,
    /// A game has ended, so that new ones may be known, or the run ends.
    changed: Condvar,
    stop: AtomicBool,
    /// The stop handles of each worker's game.
    handles: Vec<Mutex<Vec<StopHandle>>>,
}

/// The time at which the state was saved, and whether games have ended since then.
#[derive(Default)]
struct Saving {
    is_due: bool,
    last: Option<Instant>,
}

/// The time between two calls of the observer, and between two attempts of a waiting worker to get a game.
const TICK: Duration = Duration::from_millis(50);

/// The least time between two writings of the state: games of some milliseconds would otherwise wait for the disk.
const SAVE: Duration = Duration::from_secs(1);

/// The most players that a worker keeps for later games. Many are processes, or have large tables.
const MAX_KEPT: usize = 8;

impl Run<'_> {
    /// Plays the remaining games of `tournament`, and returns it with its new results.
    ///
    /// # Errors
    /// When a participant is broken, unless the run is to recover from that, and when something cannot be written.
    pub fn play(
        &self,
        tournament: Tournament,
        mut test: Option<&mut SequentialTest>,
        observer: &mut dyn Observer,
    ) -> Result<(Tournament, Status), RunError> {
        let is_decided = |test: &Option<&mut SequentialTest>| {
            test.as_ref().is_some_and(|test| test.decision() != Decision::GoOn)
        };
        if is_decided(&test) {
            return Ok((tournament, Status::Decided));
        }
        let names = self.configuration.names();
        let remaining = tournament.plan().games().saturating_sub(tournament.finished().count());
        let workers = self.concurrency.min(remaining.max(1));
        let shared = Shared {
            run: self,
            tournament: Mutex::new(tournament),
            changed: Condvar::new(),
            stop: AtomicBool::new(false),
            handles: (0..workers).map(|_| Mutex::default()).collect(),
        };
        let mut status = Status::Finished;
        let mut failed = None;
        let mut saving = Saving::default();
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
                        saving.is_due = true;
                        shared.conclude(game, &played, test.as_deref_mut(), observer)
                    }
                    Ok(Event::Ended(game, _) | Event::BrokenOff(game)) => {
                        lock(&shared.tournament).give_back(game.number);
                        Ok(())
                    }
                    Ok(Event::Failed(error)) => Err(error),
                    Err(RecvTimeoutError::Timeout) => Ok(()),
                    Err(RecvTimeoutError::Disconnected) => break,
                };
                if let Err(error) = ended.and_then(|()| shared.save(&mut saving)) {
                    failed.get_or_insert(error);
                } else if is_running && is_decided(&test) {
                    status = Status::Decided;
                } else if is_running && observer.is_pause_requested() {
                    status = Status::Paused;
                }
                if failed.is_some() || status != Status::Finished {
                    shared.stop_all();
                }
                observer.tick(&|| Standings::of(&lock(&shared.tournament), &names), test.as_deref());
            }
        });
        let tournament = shared.tournament.into_inner().unwrap_or_else(PoisonError::into_inner);
        if let Some(state) = self.state {
            state.save(self.configuration, &tournament)?;
        }
        match failed {
            Some(error) => Err(error),
            // The pause was requested after the last game.
            None if tournament.is_over() && status == Status::Paused => Ok((tournament, Status::Finished)),
            None => Ok((tournament, status)),
        }
    }
}

impl Shared<'_> {
    /// Saves the state if games have ended and it is time.
    fn save(&self, saving: &mut Saving) -> Result<(), RunError> {
        if let Some(state) = self.run.state
            && saving.is_due
            && saving.last.is_none_or(|last| last.elapsed() >= SAVE)
        {
            state.save(self.run.configuration, &lock(&self.tournament))?;
            *saving = Saving { is_due: false, last: Some(Instant::now()) };
        }
        Ok(())
    }

    /// Counts a game, and saves its record.
    fn conclude(
        &self,
        game: Game,
        played: &PlayedGame,
        test: Option<&mut SequentialTest>,
        observer: &mut dyn Observer,
    ) -> Result<(), RunError> {
        let Some(ending) = played.ending else { return Ok(()) };
        let configuration = self.run.configuration;
        if let Some(error) = played.broken().filter(|_| !self.run.recover) {
            lock(&self.tournament).give_back(game.number);
            return Err(RunError::Broken { error: error.clone(), number: game.number + 1 });
        }
        self.run.records.write(configuration, &game, played)?;
        let mut tournament = lock(&self.tournament);
        let conclusion = Conclusion { ending, swapped: played.swapped };
        let finished = tournament.finish(game.number, conclusion)?;
        drop(tournament);
        self.changed.notify_all();
        let test = test.map(|test| {
            test.tally.add(&finished);
            &*test
        });
        Ok(observer.game_ended(&finished, played, test)?)
    }

    /// Breaks all games off. A search that begins a moment later is stopped by the next call.
    fn stop_all(&self) {
        self.stop.store(true, Ordering::SeqCst);
        for handles in &self.handles {
            lock(handles).iter().for_each(StopHandle::stop);
        }
        self.changed.notify_all();
    }

    /// Works, and reports an error or a panic.
    fn work_guarded(&self, worker: usize, events: &Sender<Event>) {
        let worked = catch_unwind(AssertUnwindSafe(|| self.work(worker, events)));
        if let Err(error) = worked.unwrap_or(Err(RunError::Panic)) {
            // The receiver exists as long as there are workers.
            let _ = events.send(Event::Failed(error));
        }
    }

    fn work(&self, worker: usize, events: &Sender<Event>) -> Result<(), RunError> {
        let configuration = self.run.configuration;
        let clock = SystemClock::new();
        let mut players = Players::default();
        while let Some(game) = self.next_game() {
            let [black, white] = [game.black, game.white].map(|number| &configuration.participants[number.0]);
            let mut take = |number: ParticipantId, participant: &Participant| {
                players.take(number, || {
                    let logs = self.run.logs.filter(|_| participant.is_program());
                    let log = logs.map(|logs| logs.open(number.0, &participant.name, worker)).transpose()?;
                    ReadyPlayer::new(participant, log)
                })
            };
            let [mut first, mut second] = [take(game.black, black)?, take(game.white, white)?];
            let title = format!("game {}: {} - {}", game.number + 1, black.name, white.name);
            *lock(&self.handles[worker]) = vec![first.begin(&title), second.begin(&title)];
            let terms = Terms {
                start: &self.run.openings.starts[game.opening],
                controls: [&black.control, &white.control],
                adjudication: configuration.adjudication,
                seed: configuration.seed.wrapping_add(SEED_STEP * game.pair() as u64),
                clock: &clock,
                stop: &self.stop,
            };
            let mut played = play([&mut first, &mut second], &terms);
            if played.ending.is_none() && !self.stop.load(Ordering::SeqCst) {
                // The game was not stopped, so the side to move has failed.
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

    /// Takes the next game, and waits until one is known; `None` when no game remains, or the run stops.
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

/// The distance between the seeds of two pairs. Seeds count up with the moves of a game. The distance is more than the moves
/// of a game, and a prime, so that the pairs get different remainders when a seed chooses among a few alternatives.
const SEED_STEP: u64 = 1_009;

/// The players of a worker, the last used one first.
#[derive(Default)]
struct Players(Vec<(ParticipantId, ReadyPlayer)>);

impl Players {
    fn take(
        &mut self,
        number: ParticipantId,
        create: impl FnOnce() -> Result<ReadyPlayer, RunError>,
    ) -> Result<ReadyPlayer, RunError> {
        match self.0.iter().position(|&(other, _)| other == number) {
            Some(index) => Ok(self.0.remove(index).1),
            None => create(),
        }
    }

    fn put_back(&mut self, number: ParticipantId, player: ReadyPlayer) {
        self.0.insert(0, (number, player));
        self.0.truncate(MAX_KEPT);
    }
}

/// Every critical section leaves its data whole, so a panic in one has spoiled nothing.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
