//! A move that the user has chosen while the opponent thinks.

use tengen_game::Point;

use crate::state::Match;
use crate::{Notice, Tracked};

/// A move that is played as soon as it is the user's turn, after one move of the opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Premove {
    /// The point of the move.
    pub point: Point,
    /// The number of moves on the board when it was chosen.
    moves: usize,
}

/// The premove of the user.
#[derive(Debug, Default)]
pub struct Premoves {
    /// The premove, if one is chosen.
    pub chosen: Tracked<Option<Premove>>,
    /// Whether clicks on the board choose one.
    are_allowed: bool,
}

impl Match {
    /// Lets clicks on the board choose a premove while it is another player's turn, or refuses them again.
    pub fn set_premoves(&mut self, are_allowed: bool) {
        self.choosing.premove.are_allowed = are_allowed;
        self.drop_premove();
    }

    /// Takes the premove back, if there is one; whether there was.
    pub fn drop_premove(&mut self) -> bool {
        let was_there = self.choosing.premove.chosen.is_some();
        if was_there {
            self.choosing.premove.chosen.set(None);
            self.notice.set(Notice::Nothing);
        }
        was_there
    }

    /// The user chooses a point while it is not their turn. The same point once more takes the premove back. Returns whether
    /// premoves are allowed in this game.
    pub(crate) fn choose_premove(&mut self, point: Point) -> bool {
        let (position, size) = (self.game.record().position(), self.game.record().size());
        let is_free = position.board().stone(point).is_none();
        let plays = self.game.sole_person().is_some();
        if !self.choosing.premove.are_allowed || !plays || *self.paused || !is_free {
            return false;
        }
        let premove = Premove { point, moves: position.moves().len() };
        if *self.choosing.premove.chosen == Some(premove) {
            self.drop_premove();
        } else {
            self.choosing.premove.chosen.set(Some(premove));
            self.notice.set(Notice::Premove(point.on(size)));
        }
        true
    }

    /// Plays the premove if it is the user's turn now. One that was chosen in another position is dropped.
    pub(crate) fn play_premove(&mut self) {
        let Some(premove) = *self.choosing.premove.chosen else { return };
        let moves = self.game.record().position().moves().len();
        if moves == premove.moves && self.is_programs_turn() {
            return;
        }
        self.choosing.premove.chosen.set(None);
        let is_next = moves == premove.moves + 1 && self.shows_game();
        if is_next && self.game.seat_to_move().is_some_and(|seat| seat.is_person()) {
            self.place(premove.point);
        } else if matches!(*self.notice, Notice::Premove(_)) {
            self.notice.set(Notice::Nothing);
        }
    }
}
