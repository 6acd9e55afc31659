//! A move that the user has chosen while the opponent thinks.

use tengen_game::Point;

use crate::consequence::Consequence;
use crate::context::Context;
use crate::opening::Choosing;
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

/// The commands.
impl Choosing {
    /// Lets clicks on the board choose a premove while it is another player's turn, or refuses them again.
    pub fn set_premoves(&mut self, are_allowed: bool, context: &mut Context<'_>) -> Vec<Consequence> {
        self.premove.are_allowed = are_allowed;
        self.drop_premove(context)
    }

    /// Takes the premove back, if there is one.
    pub fn drop_premove(&mut self, _: &mut Context<'_>) -> Vec<Consequence> {
        if self.premove.chosen.is_none() {
            return Vec::new();
        }
        self.premove.chosen.set(None);
        vec![Consequence::Notice(Notice::Nothing)]
    }

    /// The user chooses a point while it is not their turn. The same point once more takes the premove back. Where premoves are not
    /// allowed, the move is refused.
    pub(crate) fn place_ahead(&mut self, point: Point, context: &mut Context<'_>) -> Vec<Consequence> {
        let (position, size) = (context.game.record().position(), context.game.record().size());
        let is_free = position.board().stone(point).is_none();
        let plays = context.game.sole_person().is_some();
        if !self.premove.are_allowed || !plays || context.is_paused || !is_free {
            return vec![Consequence::Notice(context.refusal_of_turn())];
        }
        let premove = Premove { point, moves: position.moves().len() };
        if *self.premove.chosen == Some(premove) {
            return self.drop_premove(context);
        }
        self.premove.chosen.set(Some(premove));
        vec![Consequence::Notice(Notice::Premove(point.on(size)))]
    }

    /// Plays the premove if it is the user's turn now. One that was chosen in another position is dropped, with its notice where that
    /// is still shown.
    pub(crate) fn play_premove(&mut self, has_notice: bool, context: &mut Context<'_>) -> Vec<Consequence> {
        let Some(premove) = *self.premove.chosen else { return Vec::new() };
        let moves = context.game.record().position().moves().len();
        if moves == premove.moves && context.game.is_programs_turn() {
            return Vec::new();
        }
        self.premove.chosen.set(None);
        let is_next = moves == premove.moves + 1 && context.shows_game;
        if is_next && context.game.seat_to_move().is_some_and(|seat| seat.is_person()) {
            vec![Consequence::Place(premove.point)]
        } else if has_notice {
            vec![Consequence::Notice(Notice::Nothing)]
        } else {
            Vec::new()
        }
    }
}
