//! What the browser has kept of earlier visits.

use tengen_game::{BoardSize, Rule};

use crate::game::{Game, Seat};
use crate::preferences::Preferences;
use crate::session::Notice;
use crate::storage;

/// How the page begins.
#[derive(Clone, Debug)]
pub(crate) struct Kept {
    pub(crate) preferences: Preferences,
    pub(crate) game: Game,
    /// The game as the browser has it.
    pub(crate) text: Option<String>,
    /// What the page says first.
    pub(crate) notice: Notice,
}

/// As on a first visit.
impl Default for Kept {
    fn default() -> Kept {
        let game = Game::new(Rule::FREESTYLE, BoardSize::FIFTEEN, [Seat::Person, Seat::Easy]);
        Kept { preferences: Preferences::default(), game, text: None, notice: Notice::FirstStone }
    }
}

impl Kept {
    /// Whether there is anything to read.
    pub(crate) fn is_there() -> bool {
        [storage::GAME, storage::PREFERENCES].into_iter().any(|name| storage::read(name).is_some())
    }

    /// Reads it. What cannot be read is set aside, and everything begins as on a first visit.
    pub(crate) fn read() -> Kept {
        let preferences = Preferences::restore();
        let Some(saved) = storage::read(storage::GAME) else {
            return Kept { preferences, ..Kept::default() };
        };
        match Game::load(&saved) {
            Ok(game) => {
                let begins = game.seat_to_move().is_some_and(Seat::is_person);
                let is_fresh = game.record().line().is_empty() && begins;
                let notice = if is_fresh { Notice::FirstStone } else { Notice::Nothing };
                Kept { preferences, game, text: Some(saved), notice }
            }
            Err(reason) => {
                storage::write(storage::UNREADABLE_GAME, &saved);
                leptos::logging::warn!("{} holds no game: {reason}", storage::UNREADABLE_GAME);
                Kept { preferences, text: Some(saved), notice: Notice::GameLost, ..Kept::default() }
            }
        }
    }
}
