//! The work that a decision of one owner causes at another one.

use std::sync::Arc;

use tengen_online::fairness::Suspicion;
use tengen_online::game::LiveGame;
use tengen_online::id::{AccountId, GameId, TournamentId};
use tengen_online::message::{ClientCommand, LobbyUpdate};

use super::caller::Caller;
use super::games::Table;
use crate::online::bots::Job;

/// Work for an owner other than the one that has decided.
pub(super) enum FollowUp {
    /// Games begin. Their creation has been queued.
    Begin(Vec<Table>),
    /// A program of the server has the turn.
    Think(Box<Job>),
    /// A game has ended.
    Ended { game: Box<LiveGame>, is_rated: bool },
    /// A player has aborted a game of strangers.
    Aborted { by: AccountId, other: AccountId },
    /// A finished game has raised a suspicion of unfair play.
    Suspected { account: AccountId, suspicion: Suspicion, game: GameId },
    /// A change that the watchers of the lobby receive.
    LobbyChanged(LobbyUpdate),
    /// A game has been stored whose part another server may have.
    HandOver(GameId),
    /// The changes of a game in memory could not be written: the game is read from the storage again.
    ReadGameAgain(GameId),
    /// The changes of a tournament in memory could not be written: the tournament is read from the storage again.
    ReadTournamentAgain(TournamentId),
    /// A command that was about to be forwarded concerns this server.
    CarryOut(Caller, ClientCommand),
}

/// The type that owns all owners and can pass work to them.
pub(super) trait Dispatch: Send + Sync {
    /// Carries out a follow-up. The call never blocks.
    fn dispatch(self: Arc<Self>, follow_up: FollowUp);
}
