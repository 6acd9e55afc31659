//! The messages about ratings.

use serde::{Deserialize, Serialize};

use super::PlayerInfo;
use crate::Time;
use crate::category::Category;
use crate::id::GameId;

/// The best players of a category.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct LeaderboardView {
    /// The category.
    pub category: Category,
    /// The players, the best first.
    pub rows: Vec<LeaderboardRow>,
}

/// A row of a leaderboard.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct LeaderboardRow {
    /// The rank, from 1.
    pub rank: u32,
    /// The player, with the rating.
    pub player: PlayerInfo,
    /// The number of rated games that the player has finished in the category.
    pub games: u32,
}

/// The history of a player's rating in a category.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct RatingHistory {
    /// The player, with the current rating.
    pub user: PlayerInfo,
    /// The category.
    pub category: Category,
    /// The rating after each game, the earliest first.
    pub points: Vec<RatingPoint>,
}

/// A rating after a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct RatingPoint {
    /// The time at which the game ended.
    #[cfg_attr(feature = "schema", schema(schema_with = crate::schema::time))]
    pub at: Time,
    /// The game.
    pub game: GameId,
    /// The rating after the game, rounded.
    pub value: u16,
    /// Whether the rating was still uncertain.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub provisional: bool,
}
