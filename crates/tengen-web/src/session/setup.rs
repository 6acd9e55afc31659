//! Setting up any position, stone by stone.

use tengen_game::{Board, Color, Point, Position, Rule, SetupError};

use super::{Notice, Session, change};
use crate::game::Game;

/// A position that is being set up.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Setup {
    pub(crate) board: Board,
    pub(crate) side_to_move: Color,
    /// Why no game can begin with it.
    pub(crate) refusal: Option<SetupRefusal>,
}

/// Why no game can begin with a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SetupRefusal {
    /// Both sides have a winning row.
    BothWin,
    /// The game would be over before its first move.
    Decided,
}

impl Setup {
    /// The stones that are on a table.
    pub(super) fn of(game: &Game) -> Setup {
        let position = game.record().position();
        Setup { board: position.board().clone(), side_to_move: position.side_to_move(), refusal: None }
    }

    /// Empty, black, white, and empty again.
    pub(super) fn turn(&mut self, point: Point) {
        let next = match self.board.stone(point) {
            None => Some(Color::Black),
            Some(Color::Black) => Some(Color::White),
            Some(Color::White) => None,
        };
        self.board.set(point, next);
        self.refusal = None;
    }

    /// The position with which a game can begin.
    fn start(&self, rule: Rule) -> Result<Position, SetupRefusal> {
        match Position::from_board(rule, self.board.clone(), self.side_to_move) {
            Ok(start) if start.is_over() => Err(SetupRefusal::Decided),
            Ok(start) => Ok(start),
            Err(SetupError::BothWin { .. }) => Err(SetupRefusal::BothWin),
        }
    }

    fn clear(&mut self) {
        *self = Setup { board: Board::new(self.board.size()), side_to_move: Color::Black, refusal: None };
    }
}

impl Session {
    /// Begins to set up a position, with what is on the board.
    pub(crate) fn begin_setup(self) {
        self.clear_the_board();
        self.setup.set(Some(self.game.with_untracked(Setup::of)));
        self.notice.set(Notice::SettingUp);
    }

    /// Whose turn it is to be in the position that is being set up.
    pub(crate) fn set_setup_side(self, side: Color) {
        change(self.setup, |setup| {
            setup.side_to_move = side;
            setup.refusal = None;
        });
    }

    pub(crate) fn clear_setup(self) {
        change(self.setup, Setup::clear);
    }

    /// Begins a game with the position that was set up; `false` where that cannot be.
    pub(crate) fn finish_setup(self) -> bool {
        let Some(setup) = self.setup.get_untracked() else { return false };
        let (rule, seats, tuning) =
            self.game.with_untracked(|game| (game.record().rule(), game.seats(), game.tuning()));
        let control = self.game.with_untracked(|game| game.clock().control());
        match setup.start(rule) {
            Ok(start) => {
                self.setup.set(None);
                self.new_game(Game::from_position(start, seats, tuning).with_control(control));
                true
            }
            Err(refusal) => {
                change(self.setup, |setup| setup.refusal = Some(refusal));
                false
            }
        }
    }

    /// Goes back to the game that was on the board.
    pub(crate) fn drop_setup(self) {
        if self.setup.with_untracked(Option::is_some) {
            self.setup.set(None);
            self.notice.set(Notice::Nothing);
            self.call_engine();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Seat;
    use tengen_game::BoardSize;

    #[test]
    fn a_point_goes_round_and_clearing_empties_the_board() {
        let game = Game::new(Rule::Renju, BoardSize::FIFTEEN, [Seat::Person, Seat::Easy]);
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
        let game = Game::new(Rule::FREESTYLE, BoardSize::FIFTEEN, [Seat::Person, Seat::Easy]);
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
