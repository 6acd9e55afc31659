//! Setting up any position, stone by stone.

use tengen_game::{Board, Color, Point, Position, Record, Rule, SetupError};

use super::{Mode, Picture};
use crate::consequence::{Consequence, in_order};
use crate::context::Context;
use crate::{AnalysisBoard, Game, Notice, Sound, Tracked};

/// A position that is being set up.
#[derive(Clone, Debug, PartialEq)]
pub struct Setup {
    /// The stones.
    pub board: Board,
    /// The side that moves first in the game.
    pub side_to_move: Color,
    /// The reason for which no game could begin with the position, until it changes.
    pub refusal: Option<SetupRefusal>,
    /// Moves from the position that are shown until it changes, the side to move first.
    pub moves: Vec<Point>,
    /// Points that are marked with letters until the position changes.
    pub marked: Vec<Point>,
}

/// A reason for which no game can begin with a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SetupRefusal {
    /// Both sides have a winning row.
    BothWin,
    /// The game would be over before its first move.
    Decided,
}

/// The commands.
impl Setup {
    /// Begins to set up a position, with the stones of the game.
    pub fn begin(_: &mut Tracked<Mode>, context: &mut Context<'_>) -> Vec<Consequence> {
        Mode::cover_game(Mode::Setup(Setup::of(context.game)), Notice::SettingUp)
    }

    /// Chooses whose turn it is.
    pub fn set_side(mode: &mut Tracked<Mode>, side: Color) -> Vec<Consequence> {
        Setup::change(mode, |setup| setup.give_turn(side))
    }

    /// Takes all stones from the position.
    pub fn clear(mode: &mut Tracked<Mode>, _: &mut Context<'_>) -> Vec<Consequence> {
        Setup::change(mode, Setup::take_stones)
    }

    /// Puts a position on the board, in place of the one that is being set up.
    pub fn lay(mode: &mut Tracked<Mode>, position: &Position) -> Vec<Consequence> {
        Setup::change(mode, |setup| *setup = Setup::with(position))
    }

    /// Shows moves from the position, and marks points, until it changes.
    pub fn show(mode: &mut Tracked<Mode>, moves: Vec<Point>, marked: Vec<Point>) -> Vec<Consequence> {
        Setup::change(mode, |setup| (setup.moves, setup.marked) = (moves, marked))
    }

    /// Begins a game with the position. Where that cannot be, the reason is in [`Setup::refusal`].
    pub fn finish(mode: &mut Tracked<Mode>, context: &mut Context<'_>) -> Vec<Consequence> {
        let Some(setup) = mode.setup() else { return Vec::new() };
        let game = &**context.game;
        match setup.start(game.record().rule()) {
            Ok(start) => {
                let next = if context.base.analysis_board().is_some() {
                    AnalysisBoard::of_record(Record::from_position(start), None)
                } else {
                    let new = Game::from_position(start, game.seats(), game.tuning());
                    vec![Consequence::NewGame(Box::new(new.with_control(game.clock().control())))]
                };
                in_order([Consequence::Mode(Mode::Game)], next)
            }
            Err(refusal) => Setup::change(mode, |setup| setup.refusal = Some(refusal)),
        }
    }

    /// Goes back to the game that was on the board.
    pub fn leave(mode: &mut Tracked<Mode>, _: &mut Context<'_>) -> Vec<Consequence> {
        if mode.setup().is_some() { Mode::uncover_game() } else { Vec::new() }
    }

    fn change(mode: &mut Tracked<Mode>, change: impl FnOnce(&mut Setup)) -> Vec<Consequence> {
        mode.try_change(|mode| mode.setup_mut().map(change));
        Vec::new()
    }
}

impl Setup {
    /// The stones of the position on the board.
    fn of(game: &Game) -> Setup {
        Setup::with(game.record().position())
    }

    fn with(position: &Position) -> Setup {
        Setup::of_stones(position.board().clone(), position.side_to_move())
    }

    fn of_stones(board: Board, side_to_move: Color) -> Setup {
        Setup { board, side_to_move, refusal: None, moves: Vec::new(), marked: Vec::new() }
    }

    /// The stones. A click may place either colour.
    pub(super) fn picture(&self) -> Picture {
        let mut picture = Picture::of(self.board.clone());
        let colors = [self.side_to_move, !self.side_to_move].into_iter().cycle();
        self.moves.iter().zip(colors).for_each(|(&point, color)| picture.board.set(point, Some(color)));
        Picture { numbered: self.moves.clone(), marked: self.marked.clone(), ..picture }
    }

    /// Nothing that was found out about the position before holds any more.
    fn forget(&mut self) {
        self.refusal = None;
        self.moves.clear();
        self.marked.clear();
    }

    /// Turns a point from empty to black, white, and empty again.
    pub(super) fn click(&mut self, point: Point) -> Vec<Consequence> {
        self.turn(point);
        vec![Consequence::Sound(Sound::Stone)]
    }

    fn give_turn(&mut self, side: Color) {
        self.side_to_move = side;
        self.forget();
    }

    fn turn(&mut self, point: Point) {
        let next = match self.board.stone(point) {
            None => Some(Color::Black),
            Some(Color::Black) => Some(Color::White),
            Some(Color::White) => None,
        };
        self.board.set(point, next);
        self.forget();
    }

    /// The position with which a game can begin.
    fn start(&self, rule: Rule) -> Result<Position, SetupRefusal> {
        match Position::from_board(rule, self.board.clone(), self.side_to_move) {
            Ok(start) if start.is_over() => Err(SetupRefusal::Decided),
            Ok(start) => Ok(start),
            Err(SetupError::BothWin { .. }) => Err(SetupRefusal::BothWin),
        }
    }

    fn take_stones(&mut self) {
        *self = Setup::of_stones(Board::new(self.board.size()), Color::Black);
    }
}

#[cfg(test)]
mod tests {
    use tengen_analysis::Level;

    use super::*;
    use crate::Seat;
    use tengen_game::BoardSize;

    #[test]
    fn moves_and_marks_are_shown_until_the_position_changes() {
        let game = Game::new(Rule::FREESTYLE, BoardSize::FIFTEEN, [Seat::Person, Seat::Engine(Level::EASY)]);
        let mut setup = Setup::of(&game);
        setup.moves = vec![Point::new(7, 7), Point::new(8, 7)];
        setup.marked = vec![Point::new(1, 1)];
        let picture = setup.picture();
        assert_eq!(picture.board.stone(Point::new(8, 7)), Some(Color::White));
        assert_eq!((picture.numbered, picture.marked), (setup.moves.clone(), setup.marked.clone()));
        setup.turn(Point::new(7, 7));
        assert!(setup.moves.is_empty() && setup.marked.is_empty());
        assert_eq!(setup.board.stone(Point::new(7, 7)), Some(Color::Black));
    }

    #[test]
    fn a_point_goes_round_and_clearing_empties_the_board() {
        let game = Game::new(Rule::Renju, BoardSize::FIFTEEN, [Seat::Person, Seat::Engine(Level::EASY)]);
        let (mut setup, point) = (Setup::of(&game), Point::new(3, 4));
        for expected in [Some(Color::Black), Some(Color::White), None, Some(Color::Black)] {
            setup.turn(point);
            assert_eq!(setup.board.stone(point), expected);
        }
        setup.take_stones();
        assert_eq!(setup, Setup::of(&game));
    }

    #[test]
    fn no_game_begins_with_a_position_that_is_decided() {
        let game = Game::new(Rule::FREESTYLE, BoardSize::FIFTEEN, [Seat::Person, Seat::Engine(Level::EASY)]);
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
        setup.take_stones();
        row(&mut setup, 0, Color::Black);
        let six = Rule::Free(tengen_game::WinLength::new(6).unwrap());
        assert!(setup.start(six).is_ok());
    }
}
