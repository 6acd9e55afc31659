//! How often the moves of rated games agree with an engine's choice, for moderators.
//!
//! The server knows no engine: its caller passes a judge in. Games are judged one after the other on one thread of low
//! priority. What does not fit into its short queue is not judged, so that a busy server loses nothing but figures; so do
//! games that wait when the server stops.

use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, OnceLock, Weak};

use tengen_game::opening::Player;
use tengen_online::game::LiveGame;
use tengen_online::message::UserKind;

use super::services::Services;
use super::storage::{Agreement, Change};

/// The most games that wait to be judged.
const MOST_WAITING: usize = 256;

/// How many moves of a player were judged, and how many of them agree with the engine's choice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Agreed {
    /// Moves in positions in which the choice was not trivial.
    pub judged: u32,
    /// Those that the engine would have played, too.
    pub agreed: u32,
}

/// An engine that judges the moves of a finished game.
pub trait MoveJudge: Send + Sync + 'static {
    /// The moves of the first and the second player. It is called on a thread for this purpose, and may take minutes.
    fn judge(&self, game: &LiveGame) -> [Agreed; 2];

    /// Called once on the thread, to lower its priority for example.
    fn begin_thread(&self) {}
}

/// The queue of the games that are to be judged.
#[derive(Default)]
pub(crate) struct Judges(OnceLock<SyncSender<LiveGame>>);

impl Judges {
    /// Starts the thread, which ends when this queue is dropped.
    ///
    /// # Errors
    /// When the system has no threads left.
    pub(crate) fn start(&self, services: &Arc<Services>, judge: Arc<dyn MoveJudge>) -> std::io::Result<()> {
        let services = Arc::downgrade(services);
        let (queue, games) = sync_channel(MOST_WAITING);
        if self.0.set(queue).is_ok() {
            std::thread::Builder::new()
                .name("move-judge".to_owned())
                .spawn(move || run(&games, &services, judge.as_ref()))?;
        }
        Ok(())
    }

    /// Queues a game that has ended, if there is a judge and room: only rated games with a result between people are judged.
    pub(crate) fn judge(&self, game: LiveGame) {
        let are_people = Player::BOTH.iter().all(|&player| game.player(player).kind == UserKind::Member);
        let counts = game.settings().rated && game.result().is_some_and(|result| result.cause.counts());
        if let Some(queue) = self.0.get().filter(|_| counts && are_people) {
            let _ = queue.try_send(game);
        }
    }
}

fn run(games: &Receiver<LiveGame>, services: &Weak<Services>, judge: &dyn MoveJudge) {
    judge.begin_thread();
    while let Ok(game) = games.recv() {
        // A judge that fails loses the figures of one game.
        let act = std::panic::AssertUnwindSafe(|| judge.judge(&game));
        let Ok(agreed) = std::panic::catch_unwind(act) else { continue };
        let Some(services) = services.upgrade() else { return };
        let at = services.now();
        let agreement = |player: Player| {
            let Agreed { judged, agreed } = agreed[player as usize];
            Agreement { account: game.player(player).account, game: game.id(), at, judged, agreed }
        };
        let put = Player::BOTH.map(|player| Change::PutAgreement(agreement(player)));
        services.writer.submit(put.to_vec(), |written| {
            if let Err(error) = written {
                tracing::warn!(%error, "how a game agrees with the engine could not be written");
            }
        });
    }
}
