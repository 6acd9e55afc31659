use serde::{Deserialize, Serialize};

use crate::Time;
use crate::category::Category;
use crate::message::{GameOver, GameSummary, PlayerInfo, RatingView};

/// The public profile of a user.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Profile {
    /// The user, without a rating.
    pub user: PlayerInfo,
    /// The time at which the account was created.
    #[cfg_attr(feature = "schema", schema(schema_with = crate::schema::time))]
    pub created: Time,
    /// The ratings: pairs of a category and a rating.
    #[serde(default)]
    pub ratings: Vec<(Category, RatingView)>,
    /// The number of games by their results.
    #[serde(default)]
    pub games: Tally,
}

/// Numbers of games by their results, from one user's point of view. Games without a result do not count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Tally {
    /// The number of games won.
    pub won: u64,
    /// The number of games drawn.
    pub drawn: u64,
    /// The number of games lost.
    pub lost: u64,
}

/// A game in a list of a user's games.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct PlayedGame {
    /// The game without its moves.
    #[serde(flatten)]
    pub about: GameSummary,
    /// The result; `None` while the game continues.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<GameOver>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_played_game_is_a_summary_with_its_result() {
        let text = r#"{"game":"Game0001","settings":{"rule":"freestyle","size":15,"opening":"swap2","tempo":"300+5"},
            "players":[{"account":"Account1","name":"Ada"},{"account":"Account2","name":"Bo"}],"created":5,
            "result":{"winner":"first","cause":"resignation"}}"#;
        let game: PlayedGame = serde_json::from_str(text).unwrap();
        assert_eq!((game.about.players[1].name.as_str(), game.result.is_some()), ("Bo", true));
    }

    #[test]
    fn a_profile_has_ratings_by_category() {
        let text = r#"{"user":{"account":"Account1","name":"Ada"},"created":5,
            "ratings":[["renju.balanced.blitz",{"value":1612}]],"games":{"won":3,"drawn":0,"lost":1}}"#;
        let profile: Profile = serde_json::from_str(text).unwrap();
        assert_eq!(
            (profile.ratings[0].0.to_string().as_str(), profile.games.won),
            ("renju.balanced.blitz", 3)
        );
    }
}
