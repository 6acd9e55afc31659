//! Ratings, as they are sent.

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

/// A place on a leaderboard.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct LeaderboardRow {
    /// The place, from 1.
    pub rank: u32,
    /// Who has it, with the rating.
    pub player: PlayerInfo,
    /// How many rated games the player has finished in the category.
    pub games: u32,
}

/// How a player's rating in a category has changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct RatingHistory {
    /// The player, with the rating of today.
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
    /// When the game ended.
    #[cfg_attr(feature = "schema", schema(schema_with = crate::schema::time))]
    pub at: Time,
    /// The game.
    pub game: GameId,
    /// The rating after it, rounded.
    pub value: u16,
    /// Whether it was still uncertain.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub provisional: bool,
}
