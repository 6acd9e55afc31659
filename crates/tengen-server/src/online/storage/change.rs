use tengen_online::Time;
use tengen_online::game::GameEvent;
use tengen_online::id::{AccountId, ChallengeId, GameId, SeekId};
use tengen_online::lobby::{OpenChallenge, OpenSeek};
use tengen_online::message::{GameOver, UserKind};
use tengen_online::name::UserName;

use super::{StoredAccount, StoredReport, TokenHash};

/// A change of what is stored.
#[derive(Clone, Debug, PartialEq)]
pub enum Change {
    /// A new account.
    CreateAccount(StoredAccount),
    /// Another name, with its key.
    Rename {
        /// Whose.
        account: AccountId,
        /// The new name.
        name: UserName,
        /// What must be unique among names.
        name_key: Option<String>,
    },
    /// A guest becomes a member, or a member chooses another password.
    SetPassword {
        /// Whose.
        account: AccountId,
        /// What the user is from now on.
        kind: UserKind,
        /// The hash in PHC format.
        password: String,
    },
    /// An account ends: its name is replaced and freed, its password and sessions are removed. Its games stay, under the
    /// new name.
    CloseAccount {
        /// Which.
        account: AccountId,
        /// The name that replaces the user's.
        name: UserName,
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
    /// A game ends.
    EndGame {
        /// The game.
        game: GameId,
        /// When.
        ended: Time,
        /// How.
        result: GameOver,
    },
    /// A report to the moderators.
    Report(StoredReport),
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
    /// There is no such account or game.
    #[error("expected an account or game that is stored, found none")]
    Missing,
}
