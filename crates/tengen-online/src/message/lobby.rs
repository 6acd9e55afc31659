//! The messages about seeks, pools and challenges.

use serde::{Deserialize, Serialize};
use tengen_analysis::Level;

use super::PlayerInfo;
use crate::Time;
use crate::id::{AccountId, ChallengeId, GameId, SeekId, TournamentId};
use crate::settings::{GameSettings, SeatChoice};

/// The ratings of opponents that a user accepts, including both limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "(u16, u16)", into = "(u16, u16)")]
pub struct RatingRange {
    /// The lowest rating.
    pub least: u16,
    /// The highest rating.
    pub most: u16,
}

impl RatingRange {
    /// Whether a rating is within the range.
    pub const fn contains(self, rating: u16) -> bool {
        self.least <= rating && rating <= self.most
    }
}

impl From<(u16, u16)> for RatingRange {
    fn from((least, most): (u16, u16)) -> RatingRange {
        RatingRange { least, most }
    }
}

impl From<RatingRange> for (u16, u16) {
    fn from(range: RatingRange) -> (u16, u16) {
        (range.least, range.most)
    }
}

/// A request for any opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct SeekRequest {
    /// The settings of the game.
    pub settings: GameSettings,
    /// The seeker's choice of a seat.
    #[serde(default, skip_serializing_if = "SeatChoice::is_random")]
    pub seat: SeatChoice,
    /// The ratings of opponents; `None` for any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ratings: Option<RatingRange>,
    /// Whether only members may answer.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub members_only: bool,
    /// The level of the server's program that answers if no person does within a few seconds; `None` for no program. The game is then
    /// casual.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(schema_with = crate::schema::optional_level))]
    pub bot: Option<Level>,
}

/// An open seek.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeekView {
    /// The identifier of the seek.
    pub seek: SeekId,
    /// The user who seeks.
    pub by: PlayerInfo,
    /// The contents of the seek.
    pub request: SeekRequest,
}

/// A pool, in which players are paired with each other as soon as their ratings are close enough. The value is the number of the pool in
/// [`POOLS`](crate::settings::POOLS).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PoolId(pub u8);

/// The number of users who wait in a pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PoolView {
    /// The pool.
    pub pool: PoolId,
    /// The number of users who wait.
    pub waiting: u32,
}

/// A running game in the list of games to watch.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct GameSummary {
    /// The game.
    pub game: GameId,
    /// The settings on which the players have agreed.
    pub settings: GameSettings,
    /// The first and the second player.
    pub players: [PlayerInfo; 2],
    /// The tournament that the game belongs to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tournament: Option<TournamentId>,
    /// The time at which the game was created.
    #[cfg_attr(feature = "schema", schema(schema_with = crate::schema::time))]
    pub created: Time,
}

/// A change of the lobby. The first one after [`ClientCommand::WatchLobby`](super::ClientCommand::WatchLobby) has the whole lobby.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct LobbyUpdate {
    /// Whether all earlier seeks and games are void.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub reset: bool,
    /// New seeks.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub added: Vec<SeekView>,
    /// Seeks that are no longer open.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub removed: Vec<SeekId>,
    /// Games that can be watched; at most [`MAX_LOBBY_GAMES`](super::MAX_LOBBY_GAMES) at once.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub started: Vec<GameSummary>,
    /// Games that are no longer in the list of games to watch.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub ended: Vec<GameId>,
    /// Pools in which the number of waiting users has changed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub pools: Vec<PoolView>,
    /// The number of connected users, if it has changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub users: Option<u32>,
    /// The number of running games, if it has changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub games: Option<u32>,
    /// The game that is displayed in the lobby, if it has changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub featured: Option<GameId>,
}

impl LobbyUpdate {
    /// Whether the update is empty.
    pub fn is_empty(&self) -> bool {
        *self == LobbyUpdate::default()
    }
}

/// A request for a particular opponent, or for the first user who opens the challenge's link.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct ChallengeRequest {
    /// The settings of the game.
    pub settings: GameSettings,
    /// The challenger's choice of a seat.
    #[serde(default, skip_serializing_if = "SeatChoice::is_random")]
    pub seat: SeatChoice,
    /// The opponent; `None` for anyone who has the link.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<AccountId>,
}

/// An open challenge.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ChallengeView {
    /// The identifier of the challenge, which is also the secret of its link.
    pub challenge: ChallengeId,
    /// The user who challenges.
    pub by: PlayerInfo,
    /// The contents of the challenge.
    pub request: ChallengeRequest,
}
