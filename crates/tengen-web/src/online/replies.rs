//! Answers of the server over HTTP, as far as the page reads them.

use serde::Deserialize;
use tengen_online::category::Category;
use tengen_online::message::{GameOver, GameSummary, PlayerInfo, RatingView};

/// What everybody may know of a user.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub(crate) struct Profile {
    pub(crate) user: PlayerInfo,
    /// When the user came, in milliseconds since the Unix epoch.
    pub(crate) created: u64,
    #[serde(default)]
    pub(crate) ratings: Vec<(Category, RatingView)>,
    #[serde(default)]
    pub(crate) games: Tally,
}

/// How many games a user has won, drawn and lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize)]
pub(crate) struct Tally {
    pub(crate) won: u32,
    pub(crate) drawn: u32,
    pub(crate) lost: u32,
}

/// A game of a user.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub(crate) struct PlayedGame {
    #[serde(flatten)]
    pub(crate) about: GameSummary,
    /// How it ended, if it has.
    #[serde(default)]
    pub(crate) result: Option<GameOver>,
}

/// A passkey of the own account.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub(crate) struct Passkey {
    pub(crate) id: String,
    pub(crate) label: String,
    /// When it was added, in milliseconds since the Unix epoch.
    pub(crate) created: u64,
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
