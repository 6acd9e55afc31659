//! Piskvork's saved games (`.psq`), in which Gomocup publishes its tournaments.
//!
//! ```text
//! Piskvorky 20x20, 11:11, 0
//! 11,11,0
//! 12,10,1532
//! pbrain-one.exe
//! pbrain-two.exe
//! 0
//! ```
//!
//! The head contains the board size, the strengths of the two players (0 is a person), and which of them began. Each
//! move is column, row and milliseconds, counted **from 1** at the top left. Names follow in the players'
//! order, not in the order in which they moved, and a number for the manager's errors. This is how
//! Piskvork itself writes them (`savePsq` in its `game.cpp`); tournaments alone have names.
//!
//! The rule is not in the file.

use super::loss::Written;
use super::move_list::{self, MoveFault, MoveLineError, MoveListError, Numbered, TimedGame, unix_text};
use crate::{BoardSize, BoardSizeError, Players, Record, Rule};

/// Why a text is no saved game of Piskvork. Lines count from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PsqError {
    /// The first line is not the head.
    #[error("line 1: expected `Piskvorky 15x15, 0:0, 0` (board, strengths, who begins), found `{0}`")]
    Head(String),
    /// The board is not square.
    #[error("line 1: the board must be square, found {width}x{height}")]
    NotSquare {
        /// Columns.
        width: usize,
        /// Rows.
        height: usize,
    },
    /// The board is too small or too large.
    #[error("line 1: {0}")]
    Size(#[from] BoardSizeError),
    /// A line among the moves is none.
    #[error(transparent)]
    Line(#[from] MoveLineError),
    /// What follows the moves is neither the names nor the error number.
    #[error("line {line}: expected a move, two names, or the error number, found `{found}`")]
    End {
        /// Line of the text, from 1.
        line: usize,
        /// The text found.
        found: String,
    },
    /// A move cannot be part of the game.
    #[error("line {line}: {source}")]
    Move {
        /// Line of the text, from 1.
        line: usize,
        /// What is wrong with it.
        source: MoveFault,
    },
}

/// Reads a game that was played under `rule`.
///
/// Blank lines and everything after the names are passed over, the error number too: what it means is known
/// to the manager alone. After the moves stand two names, the error number, or both. Forbidden moves of Black are accepted as what they are, the end of the game.
///
/// ```
/// use tengen_game::{Point, Rule, format::psq};
///
/// let record = psq::read("Piskvorky 15x15, 0:0, 0\n2,3,0\n", Rule::FREESTYLE)?;
/// assert_eq!(record.position().moves(), [Point::new(1, 2)]);
/// # Ok::<(), psq::PsqError>(())
/// ```
///
/// # Errors
/// When the head is no head, a line is none of those, or a move cannot be played, with the line.
pub fn read(text: &str, rule: Rule) -> Result<Record, PsqError> {
    let text = unix_text(text);
    let mut lines = text.lines().zip(1..);
    let head = lines.next().map_or("", |(line, _)| line);
    let (size, second_begins) = read_head(head)?;
    let mut record = Record::new(rule, size);
    let (moves, rest) = move_list::moves_and_rest(lines)?;
    for (played, line) in moves {
        move_list::play(&mut record, played.x, played.y, 1)
            .map_err(|source| PsqError::Move { line, source })?;
        record.notes_mut(record.current()).time = played.time;
    }
    if let Some([first, second]) = names(&rest)? {
        let (black, white) = if second_begins { (second, first) } else { (first, second) };
        record.players = Players { black: black.to_owned(), white: white.to_owned() };
    }
    Ok(record)
}

/// The names in the lines after the moves; `None` where there is at most the error number.
fn names<'a>(rest: &[Numbered<'a>]) -> Result<Option<[&'a str; 2]>, PsqError> {
    let is_number = |text: &str| text.trim().parse::<i64>().is_ok();
    match *rest {
        [] => Ok(None),
        [(number, _)] if is_number(number) => Ok(None),
        // One name cannot be, so the line was meant as something else.
        [(text, line)] => Err(PsqError::End { line, found: shown(text) }),
        [(text, line), (number, _)] if is_number(number) => Err(PsqError::End { line, found: shown(text) }),
        [(first, _), (second, _), ..] => Ok(Some([first.trim(), second.trim()])),
    }
}

fn shown(text: &str) -> String {
    text.trim().chars().take(60).collect()
}

/// The board, and whether the second player began.
fn read_head(line: &str) -> Result<(BoardSize, bool), PsqError> {
    let malformed = || PsqError::Head(shown(line));
    let rest = line.trim().strip_prefix("Piskvorky").ok_or_else(malformed)?;
    let mut fields = rest.split(',').map(str::trim);
    let board = fields.next().ok_or_else(malformed)?;
    let (width, height) = board.split_once(['x', 'X']).ok_or_else(malformed)?;
    let number = |text: &str| text.trim().parse::<usize>().map_err(|_| malformed());
    let (width, height) = (number(width)?, number(height)?);
    if width != height {
        return Err(PsqError::NotSquare { width, height });
    }
    // Strengths and the beginner may be missing: they change only the order of the names.
    let second_begins = fields.nth(1).is_some_and(|starter| starter == "1");
    Ok((BoardSize::new(width)?, second_begins))
}

/// Writes the main line of a game.
///
/// Times are whole milliseconds, at least one. The names are written if there are two of them that differ
/// from moves and fit a line each.
///
/// # Errors
/// When the game does not begin with the empty board and Black to move, or a side passed.
pub fn write(record: &Record) -> Result<Written<String>, MoveListError> {
    let game = TimedGame::of(record, false)?;
    let size = record.size().lines();
    let names = game.players.map(|players| format!("{}\n{}\n", players.black, players.white));
    let content =
        format!("Piskvorky {size}x{size}, 0:0, 0\n{}{}0\n", game.lines(1), names.unwrap_or_default());
    Ok(Written { content, losses: game.losses })
}
