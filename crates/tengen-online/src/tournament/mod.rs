//! Tournaments: arenas, Swiss tournaments and round robins.
//!
//! A [`Tournament`] is a state machine as a [live game](crate::game) is: commands and finished games in,
//! [events](TournamentEvent) out, and nothing but events changes the state, so that [`Tournament::replay`] makes the same
//! tournament after a restart. It starts games ([`Happened::Paired`]) and receives their results; it knows no moves.
//!
//! # Points
//!
//! In all formats a win counts 2, a draw 1, and a bye as much as a win. In an arena that allows it, a win with half of the
//! time counts 3.
//!
//! # Programs
//!
//! The server's programs are entries of an arena as people are, but wait for them: a program plays against a person who has
//! had no opponent for [`BOT_WAIT`], and never against another program.

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

/// The most players of an arena.
pub const MAX_ARENA_PLAYERS: usize = 1_000;
/// The most players of a Swiss tournament.
pub const MAX_SWISS_PLAYERS: usize = 256;
/// The most players of a round robin.
pub const MAX_ROUND_ROBIN_PLAYERS: usize = 32;
/// The most rounds of a Swiss tournament.
pub const MAX_ROUNDS: u8 = 20;
/// The longest arena, in minutes.
pub const MAX_ARENA_MINUTES: u16 = 24 * 60;
/// The most cycles of a round robin.
pub const MAX_CYCLES: u8 = 4;
/// How often an arena pairs those who wait.
pub const PAIRING_INTERVAL: Time = 2 * SECOND;
/// How long a person waits in an arena before a program of the server is the opponent.
pub const BOT_WAIT: Time = 6 * SECOND;
/// How long before its start a tournament can be created at most.
pub const MAX_LEAD: Time = 365 * 24 * 60 * MINUTE;

/// Something that has happened in a tournament. A tournament is its events; they are what is stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TournamentEvent {
    /// When.
    pub at: Time,
    /// What.
    pub event: Happened,
}

/// What has happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Happened {
    /// The tournament was created. This is the first event.
    Created {
        /// The tournament.
        tournament: TournamentId,
        /// The name, the format, the settings and the start.
        request: Box<TournamentRequest>,
        /// Who created it.
        creator: PlayerInfo,
    },
    /// A player takes part, or again after a withdrawal.
    Joined(PlayerInfo),
    /// A player takes part no longer.
    Withdrawn(AccountId),
    /// The tournament begins.
    Started,
    /// A round begins; not in an arena.
    Round {
        /// Its number, from 1.
        round: u32,
    },
    /// A player sits out the round.
    Bye(AccountId),
    /// Two players begin a game.
    Paired {
        /// The game.
        game: GameId,
        /// The first player and the second one.
        players: [AccountId; 2],
    },
    /// A game of the tournament has ended.
    Played {
        /// The game.
        game: GameId,
        /// Points of its first and its second player.
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
    /// In the order of entry; from the start of rounds on, by rating.
    entries: Vec<Entry>,
    /// The places of the accounts among the entries.
    places: BTreeMap<AccountId, usize>,
    /// The games that are being played, with the places of their players.
    running: BTreeMap<GameId, [usize; 2]>,
    round: u32,
    paired: LastPairing,
    last: Time,
    events: u32,
}

/// When an arena paired last. It only sets the pace of the pairing and is no part of the state, so that all are equal.
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
    /// Since when the player has had no game.
    free_since: Time,
    /// The game that is being played, and the opponent's place.
    playing: Option<(GameId, usize)>,
}

/// A game that a player has finished, or a bye.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Played {
    /// The opponent's place; `None` for a bye.
    opponent: Option<usize>,
    points: u8,
    /// Whether the player was the first one.
    first: bool,
}

/// What came of a command.
#[derive(Clone, Debug, PartialEq)]
pub struct Reply {
    /// What has happened, in order. The caller makes it durable, and then begins the games of [`Happened::Paired`].
    pub events: Vec<TournamentEvent>,
    /// Whether the command was carried out. A repetition of one that was carried out before is, without events.
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
        /// What is counted.
        what: &'static str,
        /// The least.
        least: u64,
        /// The most.
        most: u64,
        /// What was found.
        found: u64,
    },
    /// The name is empty, too long, or has control characters.
    #[error("expected a name of 1 to {} characters", crate::message::MAX_TOURNAMENT_NAME_LENGTH)]
    Name,
    /// Games without a limit of time would never end.
    #[error("expected games with limited time")]
    Unlimited,
    /// An arena needs games on one occasion.
    #[error("expected games with a clock in an arena, found correspondence")]
    Correspondence,
    /// The tournament has begun, and takes no more players.
    #[error("expected a tournament that has not begun")]
    Begun,
    /// The tournament is over.
    #[error("expected a tournament that is not over")]
    Over,
    /// There are as many players as are allowed.
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
    /// Half of the time needs a time of which half can be given up.
    #[error("expected an arena whose clocks have a main time, for berserk")]
    Berserk,
    /// The user does not take part.
    #[error("expected a player of the tournament")]
    NotPlayer,
    /// The game is none of those that are being played.
    #[error("expected a game of the tournament that is being played, found {0}")]
    NoSuchGame(GameId),
}

impl TournamentError {
    /// The kind of error, as it is sent.
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

/// Why events make no tournament.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReplayError {
    /// There is no event.
    #[error("expected the creation of a tournament, found no event")]
    Empty,
    /// The first event is not the creation, or a later one is.
    #[error("event {0}: expected the creation as the first event, and only there")]
    Creation(usize),
    /// An event does not fit the state before it.
    #[error("event {number}: {source}")]
    Event {
        /// Which event, from 1.
        number: usize,
        /// What does not fit.
        source: TournamentError,
    },
}

impl Tournament {
    /// The identifier.
    pub fn id(&self) -> TournamentId {
        self.id
    }

    /// Name, format, settings and start.
    pub fn request(&self) -> &TournamentRequest {
        &self.request
    }

    /// Who created it.
    pub fn creator(&self) -> &PlayerInfo {
        &self.creator
    }

    /// How far it is.
    pub fn status(&self) -> TournamentStatus {
        self.status
    }

    /// The round that is played, from 1; 0 in an arena, and before the start.
    pub fn round(&self) -> u32 {
        self.round
    }

    /// How many rounds there will be; `None` for an arena.
    pub fn rounds(&self) -> Option<u32> {
        match self.request.format {
            TournamentFormat::Arena { .. } => None,
            TournamentFormat::Swiss { rounds } => Some(u32::from(rounds)),
            TournamentFormat::RoundRobin { cycles } => {
                Some(self.rounds_of_a_cycle() as u32 * u32::from(cycles))
            }
        }
    }

    /// When an arena ends.
    pub fn ends(&self) -> Option<Time> {
        match self.request.format {
            TournamentFormat::Arena { minutes } => {
                Some(self.request.starts.saturating_add(u64::from(minutes) * MINUTE))
            }
            _ => None,
        }
    }

    /// How many players there are, those who have withdrawn included.
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

    /// The games that are being played.
    pub fn games(&self) -> impl Iterator<Item = GameId> + '_ {
        self.running.keys().copied()
    }

    /// How many events there were, the creation included.
    pub fn events(&self) -> u32 {
        self.events
    }

    /// What a game that is being played began with; `None` for others. The caller updates the ratings in it.
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
