//! Seeks, pools and challenges, as they are sent.

use serde::{Deserialize, Serialize};
use tengen_analysis::Level;

use super::PlayerInfo;
use crate::Time;
use crate::id::{AccountId, ChallengeId, GameId, SeekId, TournamentId};
use crate::settings::{GameSettings, SeatChoice};

/// The ratings of opponents that a user accepts, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "(u16, u16)", into = "(u16, u16)")]
pub struct RatingRange {
    /// The least.
    pub least: u16,
    /// The most.
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
    /// The seat that the seeker wishes.
    #[serde(default, skip_serializing_if = "SeatChoice::is_random")]
    pub seat: SeatChoice,
    /// The ratings of opponents; `None` for any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ratings: Option<RatingRange>,
    /// Whether only members may answer.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub members_only: bool,
    /// The level of the server's program that answers if no person does within a few seconds; `None` for no program. The
    /// game is casual then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(schema_with = crate::schema::optional_level))]
    pub bot: Option<Level>,
}

/// An open seek.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeekView {
    /// The seek.
    pub seek: SeekId,
    /// Who seeks.
    pub by: PlayerInfo,
    /// What for.
    pub request: SeekRequest,
}

/// A pool: players who are paired with each other as soon as their ratings are close enough. It is the number of the pool
/// in [`POOLS`](crate::settings::POOLS).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PoolId(pub u8);

/// How many users wait in a pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PoolView {
    /// The pool.
    pub pool: PoolId,
    /// How many wait.
    pub waiting: u32,
}

/// A game that is being played, for the list of games to watch.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct GameSummary {
    /// The game.
    pub game: GameId,
    /// What was agreed on.
    pub settings: GameSettings,
    /// The first and the second player.
    pub players: [PlayerInfo; 2],
    /// The tournament that the game belongs to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tournament: Option<TournamentId>,
    /// When the game was created.
    #[cfg_attr(feature = "schema", schema(schema_with = crate::schema::time))]
    pub created: Time,
}

/// What has changed in the lobby; the first one after [`ClientCommand::WatchLobby`](super::ClientCommand::WatchLobby) has
/// everything.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct LobbyUpdate {
    /// Whether all seeks and games that were known before are void.
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
    /// How many users are connected, if that has changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub users: Option<u32>,
    /// How many games are being played, if that has changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub games: Option<u32>,
    /// The game that is displayed in the lobby, if it has changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub featured: Option<GameId>,
}

impl LobbyUpdate {
    /// Whether nothing has changed.
    pub fn is_empty(&self) -> bool {
        *self == LobbyUpdate::default()
    }
}

/// A request for a particular opponent, or for the first one who opens the challenge's link.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct ChallengeRequest {
    /// The settings of the game.
    pub settings: GameSettings,
    /// The seat that the challenger wishes.
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
    /// The challenge. Its identifier is the link's secret.
    pub challenge: ChallengeId,
    /// Who challenges.
    pub by: PlayerInfo,
    /// To what.
    pub request: ChallengeRequest,
}
