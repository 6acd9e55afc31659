//! The form in which a game is saved.

use serde::{Deserialize, Serialize};
use tengen_formats::json;
use tengen_game::clock::{Clock, ClockNumbers, ClockNumbersError, ParseTimeControlError, TimeControl};
use tengen_game::opening::{Opening, ParseOpeningError};

use super::{Game, Identity};
use crate::handicap::HeadStart;
use crate::{Seat, Tuning};

/// A text that is no saved game.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// It is not the JSON that was expected.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
    /// It has no record.
    #[error(transparent)]
    Record(#[from] json::JsonError),
    /// It has no such time control.
    #[error(transparent)]
    TimeControl(#[from] ParseTimeControlError),
    /// The clock does not fit its time control.
    #[error(transparent)]
    Clock(#[from] ClockNumbersError),
    /// It has no such opening.
    #[error(transparent)]
    Opening(#[from] ParseOpeningError),
}

/// A saved game: the record in its own format, the seats, and the rest as texts and numbers.
#[derive(Serialize, Deserialize)]
struct Saved {
    record: serde_json::Value,
    black: Seat,
    white: Seat,
    #[serde(default)]
    tuning: [Tuning; 2],
    #[serde(default, skip_serializing_if = "Option::is_none")]
    time: Option<String>,
    #[serde(default)]
    clock: [ClockNumbers; 2],
    #[serde(default, skip_serializing_if = "Option::is_none")]
    opening: Option<String>,
    #[serde(default, skip_serializing_if = "is_none")]
    head_start: HeadStart,
    #[serde(default)]
    identity: Identity,
}

fn is_none(head_start: &HeadStart) -> bool {
    *head_start == HeadStart::None
}

impl Game {
    /// The game as text. A clock that runs is saved as it was when it began to; [`Game::read_clock`] comes before.
    pub fn save(&self) -> String {
        let saved = Saved {
            record: serde_json::from_str(&json::write(&self.record)).unwrap_or_default(),
            black: self.seats[0],
            white: self.seats[1],
            tuning: self.tuning,
            time: Some(self.clock.control()).filter(|time| time.is_limited()).map(|time| time.to_string()),
            clock: self.clock.to_numbers(0),
            opening: self.opening.as_ref().map(Opening::to_string),
            head_start: self.head_start,
            identity: self.identity.clone(),
        };
        serde_json::to_string(&saved).unwrap_or_default()
    }

    /// Reads what [`Game::save`] wrote.
    ///
    /// # Errors
    /// When the text is something else.
    pub fn load(text: &str) -> Result<Game, LoadError> {
        let saved: Saved = serde_json::from_str(text)?;
        let record = json::read(&saved.record.to_string())?;
        let Saved { black, white, tuning, head_start, identity, .. } = saved;
        let control = saved.time.map_or(Ok(TimeControl::Unlimited), |time| time.parse())?;
        let clock = Clock::from_numbers(control, saved.clock)?;
        let opening = saved.opening.map(|opening| opening.parse()).transpose()?;
        let game = Game { record, seats: [black, white], tuning, clock, opening, head_start, identity };
        Ok(game.with_opening_stones())
    }
}

#[cfg(test)]
mod tests {
    use tengen_analysis::Level;

    use super::super::tests::game;
    use super::*;

    #[test]
    fn a_saved_game_comes_back() {
        let mut game = game([Seat::Person, Seat::Engine(Level::HARD)], 4);
        game.go_to(2);
        assert_eq!(Game::load(&game.save()).unwrap(), game);
        assert!(Game::load("{}").is_err());
    }

    /// A game that an earlier version saved: a swapped opening, a clock, a variation, a comment and an evaluation.
    #[test]
    fn a_game_that_was_saved_before_is_read_and_written_without_a_difference() {
        let saved = include_str!("saved-game.json").trim_end();
        let game = Game::load(saved).unwrap();
        assert_eq!(game.seats(), [Seat::Engine(Level::HARD), Seat::Person]);
        assert_eq!((game.record().cursor(), game.main_moves().len()), (5, 5));
        assert_eq!(game.clock().control().to_string(), "300+5");
        assert_eq!(game.opening().map(ToString::to_string).as_deref(), Some("15.swap2.h8h9j7.swap"));
        assert!(game.is_archived());
        assert_eq!(game.save(), saved);
    }
}
