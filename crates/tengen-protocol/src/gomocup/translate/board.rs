//! What is on the board, as the manager has told it and the engine has answered.

use tengen_game::{BoardSize, Point, Position, Rule};

use super::super::dialect::Order;
use super::super::game::{Game, GameError};

/// The stones of the game between a manager and an engine. Nothing is judged here: what both ends agree on
/// has happened.
#[derive(Clone, Debug)]
pub(super) struct Mirror {
    pub(super) size: Option<BoardSize>,
    /// Stones in the order in which they came; `true` for the engine's.
    stones: Vec<(Point, bool)>,
    /// Points marked 3, as long as no stone has come since.
    marked: Vec<Point>,
    /// Whether the engine's side is to move.
    engine_to_move: bool,
    /// The engine has another board: it did not understand how the manager came to this one.
    pub(super) is_ahead: bool,
}

impl Mirror {
    pub(super) fn new(size: Option<BoardSize>) -> Mirror {
        Mirror { size, stones: Vec::new(), marked: Vec::new(), engine_to_move: true, is_ahead: false }
    }

    /// What a list of stones says, after which the engine's side is to move.
    pub(super) fn set_up(&mut self, stones: &[(Point, bool)], marked: &[Point]) {
        self.stones.clear();
        for &(point, is_engines) in stones {
            self.place(point, is_engines);
        }
        self.marked = marked.to_vec();
        self.engine_to_move = true;
    }

    /// A stone comes. One on an occupied point is the engine's to refuse.
    pub(super) fn place(&mut self, point: Point, is_engines: bool) {
        self.marked.clear();
        self.engine_to_move = !is_engines;
        if !self.is_occupied(point) {
            self.stones.push((point, is_engines));
        }
    }

    /// A stone goes; whether there was one.
    pub(super) fn take_back(&mut self, point: Point) -> bool {
        let Some(index) = self.stones.iter().position(|&(stone, _)| stone == point) else { return false };
        self.marked.clear();
        self.engine_to_move = self.stones.remove(index).1;
        true
    }

    pub(super) fn is_occupied(&self, point: Point) -> bool {
        self.stones.iter().any(|&(stone, _)| stone == point)
    }

    /// The engine is asked about the position as it is, whoever's turn that is.
    pub(super) fn take_side_to_move(&mut self) {
        if !self.engine_to_move {
            self.stones = self.for_side_to_move();
            self.engine_to_move = true;
        }
    }

    /// `BOARD` with all of it, for an engine that writes points in this order.
    pub(super) fn board(&self, order: Order) -> Vec<String> {
        list("BOARD", &self.stones, &self.marked, order)
    }

    /// The position under a rule.
    pub(super) fn position(&self, rule: Rule, size: BoardSize, order: Order) -> Result<Position, GameError> {
        let mut game = Game::new(rule, size, order);
        game.set_up(&self.for_side_to_move(), &[])?;
        Ok(game.position().clone())
    }

    /// The stones, `true` for those of the side to move.
    fn for_side_to_move(&self) -> Vec<(Point, bool)> {
        self.stones.iter().map(|&(point, is_engines)| (point, is_engines == self.engine_to_move)).collect()
    }
}

/// A list of stones with its command and its end.
pub(super) fn list(command: &str, stones: &[(Point, bool)], marked: &[Point], order: Order) -> Vec<String> {
    let stone =
        |&(point, is_own): &(Point, bool)| format!("{},{}", order.write(point), if is_own { 1 } else { 2 });
    let mark = |&point: &Point| format!("{},3", order.write(point));
    let lines = stones.iter().map(stone).chain(marked.iter().map(mark));
    [command.to_owned()].into_iter().chain(lines).chain(["DONE".to_owned()]).collect()
}
