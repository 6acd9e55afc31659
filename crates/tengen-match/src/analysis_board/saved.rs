//! The form in which the analysis board is saved, beside the game that waits.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use tengen_formats::json;
use tengen_game::Record;

use crate::context::Situation;
use crate::{Aside, Game, LoadError, Seat};

/// An analysis of an earlier visit.
#[derive(Clone, Debug, PartialEq)]
pub struct SavedAnalysis {
    pub(super) game: Game,
    /// The id of the game with which the analysis board began.
    pub(super) of: Option<String>,
    pub(super) adds_variations: bool,
    /// Whether the analysis board was open. Otherwise this is what was analysed beside the game and is no part of it.
    pub(super) is_open: bool,
    /// The record of the game when the analysis board began with it; that of the game that waits where there is none.
    pub(super) copied: Option<Record>,
}

/// The games and records in their own formats.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
struct Saved {
    game: Value,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    of: Option<String>,
    #[serde(default)]
    adds_variations: bool,
    #[serde(default)]
    is_open: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    copied: Option<Value>,
}

impl Saved {
    fn new(game: &Game) -> Saved {
        let game = parsed(&game.save());
        Saved { game, of: None, adds_variations: false, is_open: false, copied: None }
    }
}

/// A text that is JSON.
fn parsed(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_default()
}

impl SavedAnalysis {
    /// Reads what [`Aside::save_analysis`] wrote, or [`Game::save`].
    ///
    /// # Errors
    /// When the text is something else.
    pub fn load(text: &str) -> Result<SavedAnalysis, LoadError> {
        let Ok(Saved { game, of, adds_variations, is_open, copied }) = serde_json::from_str(text) else {
            let game = Game::load(text)?;
            return Ok(SavedAnalysis { game, of: None, adds_variations: false, is_open: true, copied: None });
        };
        let game = Game::load(&game.to_string())?;
        let copied = copied.map(|copied| json::read(&copied.to_string())).transpose()?;
        Ok(SavedAnalysis { game, of, adds_variations, is_open, copied })
    }

    /// The analysis, as a game.
    pub fn game(&self) -> &Game {
        &self.game
    }
}

impl Aside {
    /// The analysis board as text, or else what was analysed beside the game and is no part of it; `None` where there is neither.
    pub fn save_analysis(&self, game: &Game, situation: &Situation<'_>) -> Option<String> {
        // The record of the game itself is saved with the game.
        let unless_same =
            |copied: &Record, game: &Game| (copied != game.record()).then(|| parsed(&json::write(copied)));
        let saved = match (situation.base.analysis_board(), self.analysed_of(situation.games)) {
            (Some(board), _) => Saved {
                of: board.is_of_game.then(|| board.game().identity.id.clone()),
                adds_variations: board.adds_variations,
                is_open: true,
                copied: board.copied.as_ref().and_then(|copied| unless_same(copied, board.game())),
                ..Saved::new(game)
            },
            (None, Some(analysed)) => Saved {
                of: Some(game.identity.id.clone()),
                copied: unless_same(&analysed.copied, game),
                ..Saved::new(&Game::from_record(analysed.record.clone(), [Seat::Person, Seat::Person]))
            },
            (None, None) => return None,
        };
        serde_json::to_string(&saved).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Habits, Match, Notice};

    /// An analysis board that an earlier version saved, beside the game with which it began.
    #[test]
    fn an_analysis_that_was_saved_before_is_read_and_written_without_a_difference() {
        let (saved, game) = (include_str!("saved-analysis.json"), include_str!("../game/saved-game.json"));
        let mut table = Match::new(Game::load(game).unwrap(), Notice::Nothing, Habits::APPLICATION, 1);
        table.give(|aside, context| {
            Aside::resume_analysis(aside, SavedAnalysis::load(saved).unwrap(), context)
        });
        let board = table.base.analysis_board().unwrap();
        assert_eq!((board.is_of_game, board.adds_variations), (true, true));
        assert_eq!((table.game.record().cursor(), table.game.record().nodes().len()), (3, 6));
        assert_eq!(
            parsed(&table.aside.save_analysis(&table.game, &table.situation()).unwrap()),
            parsed(saved)
        );
    }
}
