//! A game as the list of its moves, from which everything else is computed from scratch each time.

use std::num::NonZeroU16;

use tengen_game::{Board, BoardSize, Color, ForbiddenKind, Line, Move, Point, Rule, windows};

use super::forbidden::judge;
use super::{ends, windows_through};

/// The state of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    /// The game continues.
    None,
    /// A side has won, with these rows: the points of each, in board order of their first points.
    Won(Color, Vec<Vec<Point>>),
    /// Black made a forbidden move.
    Forbidden(Point, ForbiddenKind),
    /// The board is full.
    Full,
    /// Both sides passed, one after the other.
    Passed,
    /// The game has as many moves as it may have.
    Limit,
}

/// A game as rule, board and moves alone.
#[derive(Clone, Debug)]
pub(crate) struct SlowGame {
    pub(crate) rule: Rule,
    pub(crate) size: BoardSize,
    pub(crate) moves: Vec<Move>,
    /// The number of moves after which the game is a draw, if there is one.
    pub(crate) max_moves: Option<NonZeroU16>,
}

impl SlowGame {
    pub(crate) fn new(rule: Rule, size: BoardSize, max_moves: Option<NonZeroU16>) -> SlowGame {
        SlowGame { rule, size, moves: Vec::new(), max_moves }
    }

    pub(crate) fn side_to_move(&self) -> Color {
        if self.moves.len().is_multiple_of(2) { Color::Black } else { Color::White }
    }

    pub(crate) fn board(&self) -> Board {
        board_after(self.size, &self.moves)
    }

    /// The kind of the move that is forbidden to the side to move on this point; `None` where the move is allowed.
    pub(crate) fn forbids(&self, point: Point) -> Option<ForbiddenKind> {
        let applies = self.rule == Rule::Renju && self.side_to_move() == Color::Black;
        applies.then(|| judge(&self.board(), point)).flatten()
    }

    /// Whether the side to move may play this while the game continues.
    pub(crate) fn allows(&self, played: Move) -> bool {
        match played {
            Move::Pass => self.rule == Rule::Renju,
            Move::Place(point) => {
                self.size.contains(point)
                    && self.board().stone(point).is_none()
                    && self.forbids(point).is_none()
            }
        }
    }

    /// The state of the game after its last move, which was legal.
    ///
    /// Only rows through that move are examined; [`SlowGame::winners`] examines the whole board.
    pub(crate) fn ending(&self) -> Ending {
        let Some((&last, before)) = self.moves.split_last() else { return Ending::None };
        let Move::Place(point) = last else {
            let second = before.last() == Some(&Move::Pass);
            return if second { Ending::Passed } else { self.at_limit() };
        };
        let game_before = SlowGame { moves: before.to_vec(), ..*self };
        if let Some(kind) = game_before.forbids(point) {
            return Ending::Forbidden(point, kind);
        }
        let (board, color) = (self.board(), game_before.side_to_move());
        let (length, _) = needed(self.rule, color);
        if windows_through(point, length, self.size).any(|window| is_won(&board, window, self.rule, color)) {
            return Ending::Won(color, winning_rows(&board, self.rule, color));
        }
        let full = self.size.points().all(|point| board.stone(point).is_some());
        if full { Ending::Full } else { self.at_limit() }
    }

    fn at_limit(&self) -> Ending {
        let reached = self.max_moves.is_some_and(|most| self.moves.len() >= usize::from(most.get()));
        if reached { Ending::Limit } else { Ending::None }
    }

    /// The sides that have a winning row anywhere on the board.
    pub(crate) fn winners(&self) -> Vec<Color> {
        let board = self.board();
        let has_won = |color: &Color| {
            let (length, _) = needed(self.rule, *color);
            windows(self.size, length).any(|window| is_won(&board, window, self.rule, *color))
        };
        Color::BOTH.into_iter().filter(has_won).collect()
    }
}

fn board_after(size: BoardSize, moves: &[Move]) -> Board {
    let mut board = Board::new(size);
    for (played, color) in moves.iter().zip(Color::BOTH.into_iter().cycle()) {
        if let Move::Place(point) = *played {
            board.set(point, Some(color));
        }
    }
    board
}

/// The least number of stones in a row that win, and whether more win as well.
fn needed(rule: Rule, color: Color) -> (u8, bool) {
    match (rule, color) {
        (Rule::Free(length), _) => (length.stones(), true),
        (Rule::Standard | Rule::CaroExact, _) | (Rule::Renju, Color::Black) => (5, false),
        (Rule::Caro, _) | (Rule::Renju, Color::White) => (5, true),
        (other, _) => panic!("the oracle has not been taught the rule {other}"),
    }
}

/// Whether a window shows a win of `color`.
fn is_won(board: &Board, window: Line, rule: Rule, color: Color) -> bool {
    let (_, more) = needed(rule, color);
    is_filled(board, window, color, !more) && !is_blocked(board, window, rule, color)
}

/// Whether this is caro, and a row that fills the window touches the other side at both ends. Such a row has no
/// further stones.
fn is_blocked(board: &Board, window: Line, rule: Rule, color: Color) -> bool {
    let is_other = |end: Option<Point>| end.is_some_and(|point| board.stone(point) == Some(!color));
    matches!(rule, Rule::Caro | Rule::CaroExact)
        && window.length() == 5
        && ends(window, board.size()).into_iter().all(is_other)
}

/// Whether a window has stones of `color` alone; and, if they have to be `alone`, no further one at its ends.
fn is_filled(board: &Board, window: Line, color: Color, alone: bool) -> bool {
    let is_own = |point| board.stone(point) == Some(color);
    window.points().all(is_own) && !(alone && ends(window, board.size()).into_iter().flatten().any(is_own))
}

/// The rows with which `color` has won, each from end to end.
fn winning_rows(board: &Board, rule: Rule, color: Color) -> Vec<Vec<Point>> {
    let (length, more) = needed(rule, color);
    let longest = if more { board.size().lines() } else { length };
    let mut rows: Vec<Vec<Point>> = (length..=longest)
        .flat_map(|length| windows(board.size(), length))
        .filter(|&window| is_filled(board, window, color, true) && !is_blocked(board, window, rule, color))
        .map(|window| window.points().collect())
        .collect();
    rows.sort_by_key(|row: &Vec<Point>| (row[0].y(), row[0].x(), row.last().map(|p| (p.y(), p.x()))));
    // A row of one stone is the same row in all directions.
    rows.dedup();
    rows
}

/// The rows that the library found, in the same form.
pub(crate) fn rows_of(lines: &[Line]) -> Vec<Vec<Point>> {
    let mut rows: Vec<Vec<Point>> = lines.iter().map(|line| line.points().collect()).collect();
    rows.sort_by_key(|row: &Vec<Point>| (row[0].y(), row[0].x(), row.last().map(|p| (p.y(), p.x()))));
    rows
}
