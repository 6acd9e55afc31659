//! Tournaments: arenas, Swiss tournaments and round robins.
//!
//! A [`Tournament`] is a state machine as a [live game](crate::game) is: commands and finished games in, [events](TournamentEvent) out.
//! Only events change the state, so that [`Tournament::replay`] makes the same tournament after a restart. It starts games
//! ([`Happened::Paired`]) and receives their results, but no moves.
//!
//! # Points
//!
//! In all formats a win counts 2, a draw 1, and a bye as much as a win. In an arena that allows it, a win with half of the
//! time counts 3.
//!
//! # Programs
//!
//! The server's programs are entries of an arena as people are, but have a lower priority: a program plays against a person who has had no
//! opponent for [`BOT_WAIT`], and never against another program.

mod apply;
mod decide;
mod pairing;
mod report;
mod standings;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

pub use report::GameReport;

use crate::game::NewGame;
use crate::id::{AccountId, GameId, TournamentId};
use crate::message::{ErrorCode, PlayerInfo, Refusal, TournamentFormat, TournamentRequest, TournamentStatus};
use crate::settings::SettingsError;
use crate::{MINUTE, SECOND, Time};

/// The largest number of players of an arena.
pub const MAX_ARENA_PLAYERS: usize = 1_000;
/// The largest number of players of a Swiss tournament.
pub const MAX_SWISS_PLAYERS: usize = 256;
/// The largest number of players of a round robin.
pub const MAX_ROUND_ROBIN_PLAYERS: usize = 32;
/// The largest number of rounds of a Swiss tournament.
pub const MAX_ROUNDS: u8 = 20;
/// The longest arena, in minutes.
pub const MAX_ARENA_MINUTES: u16 = 24 * 60;
/// The largest number of cycles of a round robin.
pub const MAX_CYCLES: u8 = 4;
/// The interval at which an arena pairs the waiting players.
pub const PAIRING_INTERVAL: Time = 2 * SECOND;
/// The time that a person waits in an arena before the opponent is a program of the server.
pub const BOT_WAIT: Time = 6 * SECOND;
/// The longest time between the creation of a tournament and its start.
pub const MAX_LEAD: Time = 365 * 24 * 60 * MINUTE;

/// An event of a tournament. A tournament is the sequence of its events, and only they are stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TournamentEvent {
    /// The time of the event.
    pub at: Time,
    /// The content of the event.
    pub event: Happened,
}

/// The content of an event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Happened {
    /// The tournament was created. This is the first event.
    Created {
        /// The tournament.
        tournament: TournamentId,
        /// The name, the format, the settings and the start.
        request: Box<TournamentRequest>,
        /// The user who created the tournament.
        creator: PlayerInfo,
    },
    /// A player joined, also after a withdrawal.
    Joined(PlayerInfo),
    /// A player withdrew.
    Withdrawn(AccountId),
    /// The tournament begins.
    Started,
    /// A round begins; not in an arena.
    Round {
        /// The number of the round, from 1.
        round: u32,
    },
    /// A player has a bye in the round.
    Bye(AccountId),
    /// Two players begin a game.
    Paired {
        /// The game.
        game: GameId,
        /// The first and the second player.
        players: [AccountId; 2],
    },
    /// A game of the tournament has ended.
    Played {
        /// The game.
        game: GameId,
        /// The points of the first and the second player of the game.
        points: [u8; 2],
    },
    /// All games have ended.
    Finished,
    /// The tournament does not take place, or ends early.
    Cancelled,
}

/// A tournament.
#[derive(Clone, Debug, PartialEq)]
pub struct Tournament {
    id: TournamentId,
    request: TournamentRequest,
    creator: PlayerInfo,
    status: TournamentStatus,
    /// The players in the order of entry; from the start of rounds on, by rating.
    entries: Vec<Entry>,
    /// The indices of the accounts in the list of entries.
    places: BTreeMap<AccountId, usize>,
    /// The running games, with the indices of their players.
    running: BTreeMap<GameId, [usize; 2]>,
    round: u32,
    paired: LastPairing,
    last: Time,
    events: u32,
}

/// The time at which an arena paired last. It only sets the interval of the pairing and is no part of the state; therefore all values are
/// equal.
#[derive(Clone, Copy, Debug, Default)]
struct LastPairing(Time);

impl PartialEq for LastPairing {
    fn eq(&self, _: &LastPairing) -> bool {
        true
    }
}

/// A player of a tournament.
#[derive(Clone, Debug, PartialEq)]
struct Entry {
    player: PlayerInfo,
    withdrawn: bool,
    points: u32,
    games: Vec<Played>,
    /// The time from which the player has had no game.
    free_since: Time,
    /// The running game, and the opponent's index.
    playing: Option<(GameId, usize)>,
}

/// A game that a player has finished, or a bye.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Played {
    /// The opponent's index; `None` for a bye.
    opponent: Option<usize>,
    points: u8,
    /// Whether the player was the first one of the game.
    first: bool,
}

/// The result of a command.
#[derive(Clone, Debug, PartialEq)]
pub struct Reply {
    /// The events, in order. The caller makes them durable, and then begins the games of [`Happened::Paired`].
    pub events: Vec<TournamentEvent>,
    /// Whether the command was carried out. A repetition of a command that was carried out is a success without events.
    pub result: Result<(), TournamentError>,
}

/// Why a command was refused. It has changed nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TournamentError {
    /// The settings of the games cannot be played.
    #[error(transparent)]
    Settings(#[from] SettingsError),
    /// A number of the format is out of range.
    #[error("expected {least} to {most} {what}, found {found}")]
    Format {
        /// The quantity that is out of range.
        what: &'static str,
        /// The smallest allowed value.
        least: u64,
        /// The largest allowed value.
        most: u64,
        /// The value that was found.
        found: u64,
    },
    /// The name is empty, too long, or has control characters.
    #[error("expected a name of 1 to {} characters", crate::message::MAX_TOURNAMENT_NAME_LENGTH)]
    Name,
    /// Games without a time limit would never end.
    #[error("expected games with limited time")]
    Unlimited,
    /// An arena needs real-time games.
    #[error("expected games with a clock in an arena, found correspondence")]
    Correspondence,
    /// The tournament has begun, and accepts no more players.
    #[error("expected a tournament that has not begun")]
    Begun,
    /// The tournament is over.
    #[error("expected a tournament that is not over")]
    Over,
    /// The tournament has the largest number of players already.
    #[error("expected at most {0} players")]
    Full(usize),
    /// Guests have no ratings.
    #[error("expected a member, as guests have no ratings, for a rated tournament")]
    GuestRated,
    /// The tournament is for people, or for people and programs of the server.
    #[error("expected a person, found a program, for a tournament without programs of members")]
    Program,
    /// Programs of the server play only in casual arenas, and each at its own level.
    #[error("expected programs of the server, each level once, only in a casual arena")]
    Bots,
    /// The time control has no main time that could be halved.
    #[error("expected an arena whose clocks have a main time, for berserk")]
    Berserk,
    /// The user does not take part.
    #[error("expected a player of the tournament")]
    NotPlayer,
    /// The game is not one of the running ones.
    #[error("expected a game of the tournament that is being played, found {0}")]
    NoSuchGame(GameId),
}

impl TournamentError {
    /// The kind of error, as clients receive it.
    pub fn code(&self) -> ErrorCode {
        match self {
            TournamentError::Settings(_)
            | TournamentError::Format { .. }
            | TournamentError::Unlimited
            | TournamentError::Bots
            | TournamentError::Berserk
            | TournamentError::Correspondence => ErrorCode::Settings,
            TournamentError::Name => ErrorCode::Name,
            TournamentError::Begun | TournamentError::Over => ErrorCode::Over,
            TournamentError::Full(_) => ErrorCode::Busy,
            TournamentError::GuestRated | TournamentError::Program => ErrorCode::NotAllowed,
            TournamentError::NotPlayer => ErrorCode::NotPlayer,
            TournamentError::NoSuchGame(_) => ErrorCode::NotFound,
        }
    }
}

impl From<TournamentError> for Refusal {
    fn from(error: TournamentError) -> Refusal {
        Refusal::new(error.code(), error.to_string())
    }
}

/// Why events do not form a tournament.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReplayError {
    /// There is no event.
    #[error("expected the creation of a tournament, found no event")]
    Empty,
    /// The first event is not the creation of the tournament, or a later one is.
    #[error("event {0}: expected the creation as the first event, and only there")]
    Creation(usize),
    /// An event does not fit the state before it.
    #[error("event {number}: {source}")]
    Event {
        /// The number of the event, from 1.
        number: usize,
        /// The reason why the event does not fit.
        source: TournamentError,
    },
}

impl Tournament {
    /// The identifier of the tournament.
    pub fn id(&self) -> TournamentId {
        self.id
    }

    /// Name, format, settings and start.
    pub fn request(&self) -> &TournamentRequest {
        &self.request
    }

    /// The user who created the tournament.
    pub fn creator(&self) -> &PlayerInfo {
        &self.creator
    }

    /// The state of the tournament.
    pub fn status(&self) -> TournamentStatus {
        self.status
    }

    /// The current round, from 1; 0 in an arena, and before the start.
    pub fn round(&self) -> u32 {
        self.round
    }

    /// The number of rounds; `None` for an arena.
    pub fn rounds(&self) -> Option<u32> {
        match self.request.format {
            TournamentFormat::Arena { .. } => None,
            TournamentFormat::Swiss { rounds } => Some(u32::from(rounds)),
            TournamentFormat::RoundRobin { cycles } => {
                Some(self.rounds_of_a_cycle() as u32 * u32::from(cycles))
            }
        }
    }

    /// The end of an arena; `None` for other formats.
    pub fn ends(&self) -> Option<Time> {
        match self.request.format {
            TournamentFormat::Arena { minutes } => {
                Some(self.request.starts.saturating_add(u64::from(minutes) * MINUTE))
            }
            _ => None,
        }
    }

    /// The number of players, including those who have withdrawn.
    pub fn players(&self) -> usize {
        self.entries.len()
    }

    /// Whether a user takes part.
    pub fn is_player(&self, account: AccountId) -> bool {
        self.entry(account).is_some_and(|entry| !entry.withdrawn)
    }

    /// Whether a user takes part or has taken part.
    pub fn has_entry(&self, account: AccountId) -> bool {
        self.places.contains_key(&account)
    }

    /// The running games.
    pub fn games(&self) -> impl Iterator<Item = GameId> + '_ {
        self.running.keys().copied()
    }

    /// The number of events, including the creation.
    pub fn events(&self) -> u32 {
        self.events
    }

    /// The data with which a running game began; `None` for other games. The caller updates the ratings in them.
    pub fn new_game(&self, game: GameId) -> Option<NewGame> {
        let players = self.running.get(&game)?.map(|place| self.entries[place].player.clone());
        let new = NewGame::new(game, self.request.settings.renewed(), players);
        Some(NewGame { tournament: Some(self.id), berserk: self.request.berserk, ..new })
    }

    fn entry(&self, account: AccountId) -> Option<&Entry> {
        self.places.get(&account).map(|&place| &self.entries[place])
    }

    fn is_arena(&self) -> bool {
        matches!(self.request.format, TournamentFormat::Arena { .. })
    }
}
