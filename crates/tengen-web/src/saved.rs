//! What the browser has saved of earlier visits.

use tengen_analysis::Level;
use tengen_game::{BoardSize, Rule};

use crate::preferences::Preferences;
use crate::storage;
use tengen_match::{Game, Notice, Seat};

/// How the page begins.
#[derive(Clone, Debug)]
pub(crate) struct Saved {
    pub(crate) preferences: Preferences,
    pub(crate) game: Game,
    /// The game as the browser has it.
    pub(crate) text: Option<String>,
    /// What the page says first.
    pub(crate) notice: Notice,
}

/// As on a first visit.
impl Default for Saved {
    fn default() -> Saved {
        let game = Game::new(Rule::FREESTYLE, BoardSize::FIFTEEN, [Seat::Person, Seat::Engine(Level::Easy)]);
        Saved { preferences: Preferences::default(), game, text: None, notice: Notice::FirstStone }
    }
}

impl Saved {
    /// Whether there is anything to read.
    pub(crate) fn is_there() -> bool {
        [storage::GAME, storage::PREFERENCES].into_iter().any(|name| storage::read(name).is_some())
    }

    /// Reads it. What cannot be read is set aside, and everything begins as on a first visit.
    pub(crate) fn read() -> Saved {
        let preferences = Preferences::restore();
        let Some(saved) = storage::read(storage::GAME) else {
            return Saved { preferences, ..Saved::default() };
        };
        match Game::load(&saved) {
            Ok(game) => {
                let begins = game.seat_to_move().is_some_and(Seat::is_person);
                let is_fresh = game.record().line().is_empty() && begins;
                let notice = if is_fresh { Notice::FirstStone } else { Notice::Nothing };
                Saved { preferences, game, text: Some(saved), notice }
            }
            Err(reason) => {
                storage::write(storage::UNREADABLE_GAME, &saved);
                leptos::logging::warn!("{} holds no game: {reason}", storage::UNREADABLE_GAME);
                Saved { preferences, text: Some(saved), notice: Notice::GameLost, ..Saved::default() }
            }
        }
    }
}
