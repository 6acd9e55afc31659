use tengen_online::Time;
use tengen_online::account::{Account, Decision, Remark, Report};
use tengen_online::game::{GameEvent, NewGame};
use tengen_online::id::{AccountId, ChallengeId, CredentialId, GameId, SeekId, TournamentId};
use tengen_online::lobby::{OpenChallenge, OpenSeek};
use tengen_online::message::GameOver;
use tengen_online::tournament::TournamentEvent;

use super::{Agreement, StoredCredential, TokenHash};

/// A change of what is stored.
#[derive(Clone, Debug, PartialEq)]
pub enum Change {
    /// A new account. Its ratings are not written.
    CreateAccount(Box<Account>),
    /// Another state of an account. Its ratings are not written; they change with games alone. When the account is
    /// deleted, its password, sessions and ratings are removed, and its name in its games.
    PutAccount {
        /// The account.
        account: Box<Account>,
        /// The version that the change was made of.
        version: u32,
        /// The hash of another password in PHC format; `None` if it stays.
        password: Option<String>,
    },
    /// A new session.
    OpenSession {
        /// The hash of its token.
        token: TokenHash,
        /// Whose.
        account: AccountId,
        /// When it begins.
        created: Time,
        /// When it ends.
        expires: Time,
    },
    /// A session ends.
    CloseSession(TokenHash),
    /// All sessions of an account end but one.
    CloseOtherSessions {
        /// Whose.
        account: AccountId,
        /// The one that stays.
        except: TokenHash,
    },
    /// A seek is opened.
    OpenSeek(Box<OpenSeek>),
    /// A seek is closed.
    CloseSeek(SeekId),
    /// A challenge is opened.
    OpenChallenge(Box<OpenChallenge>),
    /// A challenge is closed.
    CloseChallenge(ChallengeId),
    /// A game begins with its first event.
    CreateGame {
        /// The game.
        game: GameId,
        /// The first and the second player.
        players: [AccountId; 2],
        /// Its creation.
        event: GameEvent,
    },
    /// Something happens in a game.
    Append {
        /// The game.
        game: GameId,
        /// How many events there were before.
        before: u32,
        /// What happens.
        events: Vec<GameEvent>,
    },
    /// A game ends. If it counts for ratings, those of its players change in the same transaction.
    EndGame {
        /// What the game began with.
        game: Box<NewGame>,
        /// When.
        ended: Time,
        /// How.
        result: GameOver,
        /// Whether the game counts for ratings, if it is rated.
        counts: bool,
    },
    /// The server is alive at a time. After a sudden end the time since then is charged to nobody.
    Alive(Time),
    /// A report to the moderators, or another state of one.
    PutReport(Box<Report>),
    /// Free text was said in a game.
    PutRemark(Remark),
    /// The remarks from before a time are deleted, except for those of games that a report names.
    DropRemarks {
        /// The earliest time of which remarks stay.
        before: Time,
    },
    /// Something happens in a tournament. With nothing before it, this is the creation; with the end, it is over.
    AppendTournament {
        /// The tournament.
        tournament: TournamentId,
        /// How many events there were before.
        before: u32,
        /// What happens.
        events: Vec<TournamentEvent>,
    },
    /// How often a player's moves in a game agree with the engine's choice.
    PutAgreement(Agreement),
    /// A new token or passkey, or another state of one of the same account.
    PutCredential(Box<StoredCredential>),
    /// A token or passkey is deleted.
    DropCredential {
        /// Whose.
        account: AccountId,
        /// Which.
        credential: CredentialId,
    },
    /// An entry of the moderators' log.
    LogDecision(Box<Decision>),
}

/// Why a group of changes was not written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Conflict {
    /// The name, or one that is taken for it, belongs to another account.
    #[error("expected a name that is free, found one that another user has, or one too similar to it")]
    NameTaken,
    /// The identifier is taken. The caller draws another one.
    #[error("expected a new identifier, found one that is taken")]
    DuplicateId,
    /// The events do not follow those that are stored: the game was continued elsewhere, or earlier events were lost.
    #[error("expected the next event of game {game}, found one that does not follow those stored")]
    Events {
        /// The game.
        game: GameId,
    },
    /// As of a game.
    #[error(
        "expected the next event of tournament {tournament}, found one that does not follow those stored"
    )]
    TournamentEvents {
        /// The tournament.
        tournament: TournamentId,
    },
    /// The account was changed elsewhere since it was read. The caller reads it again.
    #[error("expected the account as it is stored, found an earlier state of it")]
    Version,
    /// There is no such account, game or tournament.
    #[error("expected an account, game or tournament that is stored, found none")]
    Missing,
}
