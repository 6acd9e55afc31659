//! Setting up any position, stone by stone.

use tengen_game::{Board, Color, Point, Position, Rule, SetupError};

use super::{Consequence, Picture};
use crate::{Game, Sound};

/// A position that is being set up.
#[derive(Clone, Debug, PartialEq)]
pub struct Setup {
    /// The stones.
    pub board: Board,
    /// The side that moves first in the game.
    pub side_to_move: Color,
    /// The reason for which no game could begin with the position, until it changes.
    pub refusal: Option<SetupRefusal>,
}

/// A reason for which no game can begin with a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SetupRefusal {
    /// Both sides have a winning row.
    BothWin,
    /// The game would be over before its first move.
    Decided,
}

impl Setup {
    /// The stones of the position on the board.
    pub(super) fn of(game: &Game) -> Setup {
        let position = game.record().position();
        Setup { board: position.board().clone(), side_to_move: position.side_to_move(), refusal: None }
    }

    /// The stones. A click may place either colour.
    pub(super) fn picture(&self) -> Picture {
        Picture { board: self.board.clone(), last: None, hint: None, next: None }
    }

    /// Turns a point from empty to black, white, and empty again.
    pub(super) fn click(&mut self, point: Point) -> Vec<Consequence> {
        self.turn(point);
        vec![Consequence::Sound(Sound::Stone)]
    }

    pub(super) fn set_side(&mut self, side: Color) {
        self.side_to_move = side;
        self.refusal = None;
    }

    fn turn(&mut self, point: Point) {
        let next = match self.board.stone(point) {
            None => Some(Color::Black),
            Some(Color::Black) => Some(Color::White),
            Some(Color::White) => None,
        };
        self.board.set(point, next);
        self.refusal = None;
    }

    /// The position with which a game can begin.
    pub(super) fn start(&self, rule: Rule) -> Result<Position, SetupRefusal> {
        match Position::from_board(rule, self.board.clone(), self.side_to_move) {
            Ok(start) if start.is_over() => Err(SetupRefusal::Decided),
            Ok(start) => Ok(start),
            Err(SetupError::BothWin { .. }) => Err(SetupRefusal::BothWin),
        }
    }

    pub(super) fn clear(&mut self) {
        *self = Setup { board: Board::new(self.board.size()), side_to_move: Color::Black, refusal: None };
    }
}

#[cfg(test)]
mod tests {
    use tengen_analysis::Level;

    use super::*;
    use crate::Seat;
    use tengen_game::BoardSize;

    #[test]
    fn a_point_goes_round_and_clearing_empties_the_board() {
        let game = Game::new(Rule::Renju, BoardSize::FIFTEEN, [Seat::Person, Seat::Engine(Level::Easy)]);
        let (mut setup, point) = (Setup::of(&game), Point::new(3, 4));
        for expected in [Some(Color::Black), Some(Color::White), None, Some(Color::Black)] {
            setup.turn(point);
            assert_eq!(setup.board.stone(point), expected);
        }
        setup.clear();
        assert_eq!(setup, Setup::of(&game));
    }

    #[test]
    fn no_game_begins_with_a_position_that_is_decided() {
        let game = Game::new(Rule::FREESTYLE, BoardSize::FIFTEEN, [Seat::Person, Seat::Engine(Level::Easy)]);
        let mut setup = Setup::of(&game);
        let row = |setup: &mut Setup, y: u8, color: Color| {
            (0..5).for_each(|x| setup.board.set(Point::new(x, y), Some(color)));
        };
        assert!(setup.start(Rule::FREESTYLE).is_ok());
        row(&mut setup, 0, Color::Black);
        assert_eq!(setup.start(Rule::FREESTYLE), Err(SetupRefusal::Decided));
        row(&mut setup, 5, Color::White);
        assert_eq!(setup.start(Rule::FREESTYLE), Err(SetupRefusal::BothWin));
        // Five are no row of six.
        setup.clear();
        row(&mut setup, 0, Color::Black);
        let six = Rule::Free(tengen_game::WinLength::new(6).unwrap());
        assert!(setup.start(six).is_ok());
    }
}
