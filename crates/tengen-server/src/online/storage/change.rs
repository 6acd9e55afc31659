use tengen_online::Time;
use tengen_online::account::{Account, Decision, Remark, Report};
use tengen_online::game::{GameEvent, NewGame};
use tengen_online::id::{AccountId, ChallengeId, CredentialId, GameId, SeekId, TournamentId};
use tengen_online::lobby::{OpenChallenge, OpenSeek};
use tengen_online::message::GameOver;
use tengen_online::tournament::TournamentEvent;

use super::{Agreement, StoredCredential, TokenHash};

/// A change of the storage.
#[derive(Clone, Debug, PartialEq)]
pub enum Change {
    /// A new account. Its ratings are not stored.
    CreateAccount(Box<Account>),
    /// A new state of an account. Its ratings are not stored; only games change them. When the account is deleted, its password, sessions
    /// and ratings are removed, and so is its name in its games.
    PutAccount {
        /// The new state.
        account: Box<Account>,
        /// The version of the account on which the change is based.
        version: u32,
        /// The hash of a new password in PHC format; `None` if the password stays.
        password: Option<String>,
    },
    /// A new session.
    OpenSession {
        /// The hash of the session's token.
        token: TokenHash,
        /// The account of the session.
        account: AccountId,
        /// The time at which the session begins.
        created: Time,
        /// The time at which the session expires.
        expires: Time,
    },
    /// A session ends.
    CloseSession(TokenHash),
    /// All sessions of an account end, except one.
    CloseOtherSessions {
        /// The account of the sessions.
        account: AccountId,
        /// The session that stays.
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
        /// The creation of the game as an event.
        event: GameEvent,
    },
    /// Events are appended to a game.
    Append {
        /// The game.
        game: GameId,
        /// The number of events before these.
        before: u32,
        /// The events.
        events: Vec<GameEvent>,
    },
    /// A game ends. If it counts for ratings, the ratings of its players change in the same transaction.
    EndGame {
        /// The data with which the game began.
        game: Box<NewGame>,
        /// The time of the end.
        ended: Time,
        /// The result.
        result: GameOver,
        /// Whether the ratings may change, if the game is rated.
        counts: bool,
    },
    /// The server runs at this time. After a sudden end, no player is charged for the time since then.
    Alive(Time),
    /// A new report to the moderators, or a new state of a report.
    PutReport(Box<Report>),
    /// A free text in a game.
    PutRemark(Remark),
    /// Old remarks are deleted, except for those of games that a report names.
    DropRemarks {
        /// The time from which remarks stay.
        before: Time,
    },
    /// Events are appended to a tournament. The first event is its creation, and the last one its end.
    AppendTournament {
        /// The tournament.
        tournament: TournamentId,
        /// The number of events before these.
        before: u32,
        /// The events.
        events: Vec<TournamentEvent>,
    },
    /// The agreement of a player's moves in a game with the engine's choice.
    PutAgreement(Agreement),
    /// A new token or passkey, or a new state of one of the same account.
    PutCredential(Box<StoredCredential>),
    /// A token or passkey is deleted.
    DropCredential {
        /// The account of the token or passkey.
        account: AccountId,
        /// The token or passkey.
        credential: CredentialId,
    },
    /// An entry of the moderators' log.
    LogDecision(Box<Decision>),
}

/// The reason why a group of changes was not written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Conflict {
    /// The name, or a name that is confusable with it, belongs to another account.
    #[error("expected a name that is free, found one that another user has, or one too similar to it")]
    NameTaken,
    /// The identifier is in use. The caller draws another one.
    #[error("expected a new identifier, found one that is taken")]
    DuplicateId,
    /// The events do not follow the stored ones: the game was continued elsewhere, or earlier events were lost.
    #[error("expected the next event of game {game}, found one that does not follow those stored")]
    Events {
        /// The game.
        game: GameId,
    },
    /// The events do not follow the stored ones of a tournament, for the same reasons.
    #[error(
        "expected the next event of tournament {tournament}, found one that does not follow those stored"
    )]
    TournamentEvents {
        /// The tournament.
        tournament: TournamentId,
    },
    /// The account has changed since it was read. The caller reads it again.
    #[error("expected the account as it is stored, found an earlier state of it")]
    Version,
    /// There is no such account, game or tournament.
    #[error("expected an account, game or tournament that is stored, found none")]
    Missing,
}
