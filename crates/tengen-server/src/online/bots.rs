//! The server's own programs, at the levels of the engine.
//!
//! The server contains no engine: its caller passes the programs in. They think on a few threads of their own, so that they never delay the
//! games of people.

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, OnceLock, PoisonError, Weak};

use tengen_analysis::Level;
use tengen_game::Move;
use tengen_online::game::LiveGame;
use tengen_online::id::AccountId;

use super::hub::Hub;

/// The action of a house bot in its turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// Plays a move.
    Move(Move),
    /// Makes a choice in the opening, as [`Choice::to_text`](tengen_game::opening::Choice::to_text) writes it.
    Choose(String),
    /// Resigns.
    Resign,
}

/// A program that plays at one level.
pub trait HouseBot: Send + Sync + 'static {
    /// The level at which the program plays.
    fn level(&self) -> Level;

    /// The action in a game in which the bot has the turn. The call runs on a thread for this purpose, and may take some seconds; several
    /// calls can run at a time.
    fn act(&self, game: &LiveGame) -> Option<Action>;

    /// Prepares each thread on which bots think, for example by lowering its priority. It is called once on each.
    fn begin_thread(&self) {}
}

/// A turn that a bot has to play.
pub(crate) struct Job {
    pub(crate) game: LiveGame,
    pub(crate) bot: AccountId,
}

/// The house bots, and the threads on which they think.
pub(crate) struct Bots {
    bots: Vec<(AccountId, Arc<dyn HouseBot>)>,
    queue: Arc<Queue>,
    hub: OnceLock<Weak<Hub>>,
}

#[derive(Default)]
struct Queue {
    jobs: Mutex<Jobs>,
    changed: Condvar,
}

#[derive(Default)]
struct Jobs {
    waiting: VecDeque<Job>,
    is_closed: bool,
}

impl Bots {
    pub(crate) fn new(bots: Vec<(AccountId, Arc<dyn HouseBot>)>) -> Bots {
        Bots { bots, queue: Arc::default(), hub: OnceLock::new() }
    }

    pub(crate) fn levels(&self) -> Vec<Level> {
        self.bots.iter().map(|(_, bot)| bot.level()).collect()
    }

    /// Starts the threads; none if there are no bots.
    ///
    /// # Errors
    /// When the system cannot start a thread.
    pub(crate) fn start(&self, hub: Weak<Hub>, threads: usize) -> std::io::Result<()> {
        if self.bots.is_empty() || self.hub.set(hub.clone()).is_err() {
            return Ok(());
        }
        for number in 0..threads {
            let (bots, queue, hub) = (self.bots.clone(), self.queue.clone(), hub.clone());
            let name = format!("house-bot-{number}");
            std::thread::Builder::new().name(name).spawn(move || think(&bots, &queue, &hub))?;
        }
        Ok(())
    }

    /// Queues a turn.
    pub(crate) fn think(&self, job: Job) {
        self.queue.jobs.lock().unwrap_or_else(PoisonError::into_inner).waiting.push_back(job);
        self.queue.changed.notify_one();
    }
}

impl Drop for Bots {
    fn drop(&mut self) {
        self.queue.jobs.lock().unwrap_or_else(PoisonError::into_inner).is_closed = true;
        self.queue.changed.notify_all();
    }
}

fn think(bots: &[(AccountId, Arc<dyn HouseBot>)], queue: &Queue, hub: &Weak<Hub>) {
    if let Some((_, bot)) = bots.first() {
        bot.begin_thread();
    }
    loop {
        let mut jobs = queue.jobs.lock().unwrap_or_else(PoisonError::into_inner);
        let job = loop {
            if jobs.is_closed {
                return;
            }
            match jobs.waiting.pop_front() {
                Some(job) => break job,
                None => jobs = queue.changed.wait(jobs).unwrap_or_else(PoisonError::into_inner),
            }
        };
        drop(jobs);
        let Some((account, bot)) = bots.iter().find(|(account, _)| *account == job.bot) else { continue };
        // A bot that panics resigns this game, and the other games continue.
        let act = std::panic::AssertUnwindSafe(|| bot.act(&job.game));
        let action = std::panic::catch_unwind(act).ok().flatten();
        let Some(hub) = hub.upgrade() else { return };
        let at = (job.game.ply(), job.game.takebacks());
        hub.games.act_for_bot(job.game.id(), *account, at, action.unwrap_or(Action::Resign));
    }
}
