//! What a decision of one owner leads to at another one.

use std::sync::Arc;

use tengen_online::fairness::Suspicion;
use tengen_online::game::LiveGame;
use tengen_online::id::{AccountId, GameId, TournamentId};
use tengen_online::message::{ClientCommand, LobbyUpdate};

use super::caller::Caller;
use super::games::Table;
use crate::online::bots::Job;

/// Something for another owner than the one that has decided.
pub(super) enum FollowUp {
    /// Games begin, whose creation has been queued.
    Begin(Vec<Table>),
    /// A program of the server has the turn.
    Think(Box<Job>),
    /// A game has ended.
    Ended { game: Box<LiveGame>, is_rated: bool },
    /// A player has aborted a game of strangers.
    Aborted { by: AccountId, other: AccountId },
    /// A game looks as if it was not played honestly.
    Suspected { account: AccountId, suspicion: Suspicion, game: GameId },
    /// The watchers of the lobby are to see a change.
    LobbyChanged(LobbyUpdate),
    /// A game is stored whose part another server may have.
    HandOver(GameId),
    /// What is in memory of a game has not happened.
    ReadGameAgain(GameId),
    /// What is in memory of a tournament has not happened.
    ReadTournamentAgain(TournamentId),
    /// A command that was on its way to another server concerns this one.
    CarryOut(Caller, ClientCommand),
}

/// The type that has all owners.
pub(super) trait Dispatch: Send + Sync {
    /// Carries out a follow-up. It never waits.
    fn dispatch(self: Arc<Self>, follow_up: FollowUp);
}
