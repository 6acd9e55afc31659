//! The agreement of moves in rated games with an engine's choice, for moderators.
//!
//! The server contains no engine: its caller passes a judge in. Games are judged one after the other on one thread of low priority. Games
//! that do not fit into the short queue are not judged, and neither are games that wait when the server stops: only figures are lost, and a
//! busy server is not slowed down.

use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, OnceLock, Weak};

use tengen_game::opening::Player;
use tengen_online::game::LiveGame;
use tengen_online::message::UserKind;

use super::services::Services;
use super::storage::{Agreement, Change};

/// The most games that wait to be judged.
const MOST_WAITING: usize = 256;

/// The number of moves of a player that were judged, and the number of those that agree with the engine's choice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Agreed {
    /// The number of moves in positions in which the choice was not trivial.
    pub judged: u32,
    /// The number of these moves that the engine would also have played.
    pub agreed: u32,
}

/// An engine that judges the moves of a finished game.
pub trait MoveJudge: Send + Sync + 'static {
    /// The agreement of the first and the second player's moves. The call runs on a thread for this purpose, and may take minutes.
    fn judge(&self, game: &LiveGame) -> [Agreed; 2];

    /// Prepares the thread, for example by lowering its priority. It is called once.
    fn begin_thread(&self) {}
}

/// The queue of the games that wait to be judged.
#[derive(Default)]
pub(crate) struct Judges(OnceLock<SyncSender<LiveGame>>);

impl Judges {
    /// Starts the thread, which ends when this queue is dropped.
    ///
    /// # Errors
    /// When the system cannot start a thread.
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

    /// Queues a game that has ended, if there is a judge and the queue has room. Only rated games with a result between people are judged.
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
        // A panic of the judge loses only the figures of one game.
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
