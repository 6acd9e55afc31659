//! Setting up any position, stone by stone.

use tengen_game::{Board, Color, Point, Position, Record, Rule, SetupError};

use crate::state::Match;
use crate::{Game, Notice, Sound};

/// A position that is being set up.
#[derive(Clone, Debug, PartialEq)]
pub struct Setup {
    /// The stones.
    pub board: Board,
    /// Whose turn it is to be.
    pub side_to_move: Color,
    /// Why no game can begin with it.
    pub refusal: Option<SetupRefusal>,
}

/// Why no game can begin with a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SetupRefusal {
    /// Both sides have a winning row.
    BothWin,
    /// The game would be over before its first move.
    Decided,
}

impl Setup {
    /// The stones that are on a table.
    fn of(game: &Game) -> Setup {
        let position = game.record().position();
        Setup { board: position.board().clone(), side_to_move: position.side_to_move(), refusal: None }
    }

    /// Empty, black, white, and empty again.
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

impl Match {
    /// Begins to set up a position, with what is on the board.
    pub fn begin_setup(&mut self) {
        self.clear_the_board();
        self.setup.set(Some(Setup::of(&self.game)));
        self.notice.set(Notice::SettingUp);
    }

    /// Turns a point from empty to black, white, and empty again.
    pub(crate) fn turn_in_setup(&mut self, point: Point) {
        self.change_setup(|setup| setup.turn(point));
        self.sound(Sound::Stone);
    }

    /// Whose turn it is to be in the position that is being set up.
    pub fn set_setup_side(&mut self, side: Color) {
        self.change_setup(|setup| {
            setup.side_to_move = side;
            setup.refusal = None;
        });
    }

    /// Takes all stones from the position that is being set up.
    pub fn clear_setup(&mut self) {
        self.change_setup(Setup::clear);
    }

    /// Begins a game with the position that was set up; `false` where that cannot be.
    pub fn finish_setup(&mut self) -> bool {
        let Some(setup) = self.setup.clone() else { return false };
        match setup.start(self.game.record().rule()) {
            Ok(start) if self.analysis_board.is_some() => {
                self.setup.set(None);
                self.analyse_record(Record::from_position(start));
                true
            }
            Ok(start) => {
                self.setup.set(None);
                let game = Game::from_position(start, self.game.seats(), self.game.tuning());
                self.new_game(game.with_control(self.game.clock().control()));
                true
            }
            Err(refusal) => {
                self.change_setup(|setup| setup.refusal = Some(refusal));
                false
            }
        }
    }

    /// Goes back to the game that was on the board.
    pub fn drop_setup(&mut self) {
        if self.setup.is_some() {
            self.setup.set(None);
            self.notice.set(Notice::Nothing);
            self.call_engine();
        }
    }

    fn change_setup(&mut self, change: impl FnOnce(&mut Setup)) {
        if let Some(setup) = self.setup.change() {
            change(setup);
        }
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
