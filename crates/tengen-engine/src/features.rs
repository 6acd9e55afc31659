//! The engine's board for those who train its evaluation or time it. No promise is made about anything in here.

use tengen_game::{Point, Position};

use crate::board::{Board, Cell};

/// A board as the search sees it, on which moves are made and taken back.
#[derive(Clone, Debug)]
pub struct Replay {
    board: Board,
}

impl Replay {
    /// The board of a position.
    pub fn new(position: &Position) -> Replay {
        Replay { board: Board::new(position, None) }
    }

    /// Plays a stone of the side to move on an empty point. It must be legal and must not win.
    pub fn make(&mut self, point: Point) {
        self.board.make(Cell::from(point));
    }

    /// Takes back the last move, if there is one.
    pub fn unmake(&mut self) {
        self.board.unmake();
    }

    /// The empty points close to a stone that the side to move may play on without ending the game.
    pub fn quiet_moves(&mut self) -> Vec<Point> {
        let wins = *self.board.wins(self.board.side());
        let near = self.board.near().iter().filter(|&cell| !wins.contains(cell)).collect::<Vec<_>>();
        near.into_iter().filter(|&cell| self.board.is_legal(cell)).map(Cell::point).collect()
    }

    /// A number that depends on all that moves change, so that a compiler cannot leave them out.
    pub fn digest(&self) -> u64 {
        self.board.key()
    }
}

pub use crate::board::CODES;
pub use crate::evaluation::{Family, THREAT_PAIRS, Weights, hand_made};
