//! Positions on one line of text.

use std::fmt;
use std::num::{NonZeroU16, ParseIntError};
use std::str::FromStr;

use crate::{
    Board, BoardSize, BoardSizeError, Color, Move, ParseColorError, ParsePointError, ParseRuleError,
    PlayError, Point, Position, Rule, SetupError,
};

/// The field for the empty board.
const EMPTY: &str = "-";
/// The beginning of the field with the maximum number of moves.
const MAX_MOVES: &str = "max=";

/// The reason for which a text is no position in [one-line notation](Position#impl-FromStr-for-Position).
///
/// ```
/// use tengen_game::Position;
///
/// let fault = |text: &str| text.parse::<Position>().unwrap_err().to_string();
/// assert_eq!(fault("renju 15"), "expected the side to move first, found the end of the text");
/// assert_eq!(fault("renju 15 black - h8 h8"), "move 2: h8 is already occupied");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParsePositionError {
    /// The text ends too early.
    #[error("expected {0}, found the end of the text")]
    Missing(&'static str),
    /// The first field names no rule.
    #[error(transparent)]
    Rule(#[from] ParseRuleError),
    /// The second field is no number.
    #[error("expected the number of lines of the board, found `{0}`")]
    SizeText(String),
    /// No board has this size.
    #[error(transparent)]
    Size(#[from] BoardSizeError),
    /// The third field names no side.
    #[error(transparent)]
    Side(#[from] ParseColorError),
    /// The stones at the start have too many or too few rows.
    #[error("expected {lines} rows of stones, with `/` between them, found {found}")]
    Rows {
        /// The number of lines of the board.
        lines: u8,
        /// The number of rows in the text.
        found: usize,
    },
    /// A row of stones is too long or too short.
    #[error("row {row} from the top: expected {lines} points, found {found}")]
    RowLength {
        /// The number of the row, from 1 at the top.
        row: usize,
        /// The number of lines of the board.
        lines: u8,
        /// The number of points in the row.
        found: usize,
    },
    /// A row of stones has a character without a meaning.
    #[error("row {row} from the top: expected `X`, `O`, `#` or a number of empty points, found `{found}`")]
    Cell {
        /// The number of the row, from 1 at the top.
        row: usize,
        /// The character found.
        found: char,
    },
    /// The stones at the start make no position.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// The maximum number of moves is no number from 1 to 65,535.
    #[error("`{text}`: expected a number of moves from 1 to 65535: {source}")]
    MaxMoves {
        /// The number in the text.
        text: String,
        /// The fault of the number.
        source: ParseIntError,
    },
    /// A move cannot be read.
    #[error("move {number}: {source}")]
    Move {
        /// The number of the move, from 1.
        number: usize,
        /// The fault of the point's name.
        source: ParsePointError,
    },
    /// A move cannot be played.
    #[error("move {number}: {source}")]
    Play {
        /// The number of the move, from 1.
        number: usize,
        /// The reason why the rule refuses the move.
        source: PlayError,
    },
}

/// Writes the position on one line: rule, number of lines of the board, side that moves first, stones at the start (`-` for none),
/// `max=N` if the game has a maximum number of moves, and the moves, with a space between all of them.
///
/// Stones that were set up are written as in chess: the rows from the top, with `/` between them, `X` for Black, `O` for White,
/// `#` for a [blocked](Board::block) point and a number for that many empty points. Parsing gives an equal position back.
///
/// ```
/// use tengen_game::{Color, Position, Rule, diagram};
///
/// let game: Position = "renju 15 black - h8 i9 pass".parse()?;
/// assert_eq!(game.to_string(), "renju 15 black - h8 i9 pass");
///
/// let board = diagram::read("X X . .\n O O . .\n . . . .\n . . . .")?;
/// let problem = Position::from_board(Rule::FREESTYLE, board, Color::White)?;
/// assert_eq!(problem.to_string(), "freestyle 4 white XX2/OO2/4/4");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let start = self.start();
        let size = self.size();
        write!(f, "{} {} {} ", self.rule(), size.lines(), start.side_to_move())?;
        write_stones(f, start.board())?;
        if let Some(most) = self.max_moves() {
            write!(f, " {MAX_MOVES}{most}")?;
        }
        self.moves().iter().try_for_each(|played| write!(f, " {}", played.on(size)))
    }
}

fn write_stones(f: &mut fmt::Formatter<'_>, board: &Board) -> fmt::Result {
    let size = board.size();
    if size.points().all(|point| board.is_empty(point)) {
        return f.write_str(EMPTY);
    }
    for y in 0..size.lines() {
        let mut empty = 0;
        for x in 0..size.lines() {
            let point = Point::new(x, y);
            if board.is_empty(point) {
                empty += 1;
                continue;
            }
            if empty > 0 {
                write!(f, "{empty}")?;
                empty = 0;
            }
            let cell = match board.stone(point) {
                Some(Color::Black) => "X",
                Some(Color::White) => "O",
                None => "#",
            };
            f.write_str(cell)?;
        }
        if empty > 0 {
            write!(f, "{empty}")?;
        }
        if y + 1 < size.lines() {
            f.write_str("/")?;
        }
    }
    Ok(())
}

/// Reads the text that `Display` writes. Moves that Black must not make are refused, as [`Position::play`] does.
impl FromStr for Position {
    type Err = ParsePositionError;

    fn from_str(text: &str) -> Result<Position, ParsePositionError> {
        let mut fields = text.split_whitespace();
        let mut field = |name| fields.next().ok_or(ParsePositionError::Missing(name));
        let rule: Rule = field("a rule")?.parse()?;
        let lines = field("the number of lines of the board")?;
        let lines: usize = lines.parse().map_err(|_| ParsePositionError::SizeText(lines.to_owned()))?;
        let size = BoardSize::new(lines)?;
        let side: Color = field("the side to move first")?.parse()?;
        let board = read_stones(field("the stones at the start, or `-`")?, size)?;
        let mut fields = fields.peekable();
        let most = fields.peek().and_then(|field| field.strip_prefix(MAX_MOVES));
        let max_moves = most.map(read_max_moves).transpose()?;
        if max_moves.is_some() {
            fields.next();
        }
        let mut position = Position::from_board(rule, board, side)?.with_max_moves(max_moves);
        for (number, name) in (1..).zip(fields) {
            let played =
                Move::parse(name, size).map_err(|source| ParsePositionError::Move { number, source })?;
            position.play(played).map_err(|source| ParsePositionError::Play { number, source })?;
        }
        Ok(position)
    }
}

fn read_max_moves(text: &str) -> Result<NonZeroU16, ParsePositionError> {
    text.parse().map_err(|source| ParsePositionError::MaxMoves { text: text.to_owned(), source })
}

fn read_stones(text: &str, size: BoardSize) -> Result<Board, ParsePositionError> {
    let mut board = Board::new(size);
    if text == EMPTY {
        return Ok(board);
    }
    let (lines, found) = (size.lines(), text.split('/').count());
    if found != usize::from(lines) {
        return Err(ParsePositionError::Rows { lines, found });
    }
    for (y, row) in (0..lines).zip(text.split('/')) {
        read_row(&mut board, y, row)?;
    }
    Ok(board)
}

fn read_row(board: &mut Board, y: u8, text: &str) -> Result<(), ParsePositionError> {
    let (lines, row) = (board.size().lines(), usize::from(y) + 1);
    let mut x = 0;
    let mut rest = text;
    while let Some(cell) = rest.chars().next() {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        if digits > 0 {
            // A number that is too large for its type is also too large for the board.
            x += rest[..digits].parse::<usize>().unwrap_or(usize::from(u16::MAX)).min(usize::from(u16::MAX));
            rest = &rest[digits..];
            continue;
        }
        let point =
            u8::try_from(x).ok().map(|x| Point::new(x, y)).filter(|&point| board.size().contains(point));
        match (cell, point) {
            ('X' | 'O' | '#', None) => {}
            ('X', Some(point)) => board.set(point, Some(Color::Black)),
            ('O', Some(point)) => board.set(point, Some(Color::White)),
            ('#', Some(point)) => board.block(point),
            (found, _) => return Err(ParsePositionError::Cell { row, found }),
        }
        x += 1;
        rest = &rest[cell.len_utf8()..];
    }
    if x == usize::from(lines) { Ok(()) } else { Err(ParsePositionError::RowLength { row, lines, found: x }) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn survives(text: &str) {
        let position: Position = text.parse().unwrap();
        assert_eq!(position.to_string(), text);
    }

    #[test]
    fn positions_survive() {
        for text in [
            "renju 15 black - h8 i9 pass",
            "freestyle 3 black -",
            "free-3 22 white - max=40 a1 v22",
            "caro 4 white XX2/OO2/#3/3#",
            "standard 3 black X1O/3/1X1 max=65535 a1",
        ] {
            survives(text);
        }
    }

    #[test]
    fn an_asymmetric_point_is_where_it_belongs() {
        let position: Position =
            "renju 15 white 15/15/1X13/15/15/15/15/15/15/15/15/15/15/15/15".parse().unwrap();
        assert_eq!(position.board().stone(Point::parse("b13", position.size()).unwrap()), Some(Color::Black));
        assert_eq!((position.board().stones(), position.side_to_move()), (1, Color::White));
    }

    #[test]
    fn faults_are_named() {
        for (text, expected) in [
            ("", "expected a rule, found the end of the text"),
            ("go 15 black -", "expected a rule"),
            ("renju x black -", "expected the number of lines of the board, found `x`"),
            ("renju 99 black -", "a board has 3 to 22 lines a side, not 99"),
            ("renju 15 red -", "found `red`"),
            ("free-3 3 black X2/3", "expected 3 rows of stones"),
            ("free-3 3 black X2/3/4", "row 3 from the top: expected 3 points, found 4"),
            ("free-3 3 black X2/3/99999999999999999999999", "row 3 from the top: expected 3 points"),
            ("free-3 3 black X2/3/2é", "row 3 from the top: expected `X`, `O`, `#`"),
            ("free-3 3 black XXX/3/OOO", "both sides have a winning row"),
            ("free-3 3 black - max=0", "`0`: expected a number of moves from 1 to 65535"),
            ("free-3 3 black - d4", "move 1: `d4` is not on a 3×3 board"),
            ("free-3 3 black - a1 a1", "move 2: a1 is already occupied"),
        ] {
            let error = text.parse::<Position>().unwrap_err().to_string();
            assert!(error.contains(expected), "{text}: {error}");
        }
    }
}
