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
//! In Gomocup's archives the names are those of packed engines (`ONE.zip`), whose ending is no part of the name, and the
//! error number is followed by a description of the tournament (`0,Freestyle15_1`), which is left out with a [`ReadNote`].
//!
//! The rule is not in the file. A continuous game, which goes on after five in a row and has 5 in the place of every time, is
//! refused: Tengen has no such rule.

use tengen_game::{BoardSize, BoardSizeError, PlayError, Players, Record, Rule};

use super::ReadNote;
use super::loss::Written;
use super::move_list::{
    self, MoveFault, MoveLine, MoveLineError, MoveListError, Numbered, TimedGame, unix_text,
};

/// The reason for which a text is no saved game of Piskvork. Lines count from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PsqError {
    /// The first line is not the head.
    #[error("line 1: expected `Piskvorky 15x15, 0:0, 0` (board, strengths, who begins), found `{0}`")]
    Head(String),
    /// The board is not square.
    #[error("line 1: the board must be square, found {width}x{height}")]
    NotSquare {
        /// The number of columns.
        width: usize,
        /// The number of rows.
        height: usize,
    },
    /// The board is too small or too large.
    #[error("line 1: {0}")]
    Size(#[from] BoardSizeError),
    /// A line among the moves is not a move.
    #[error(transparent)]
    Line(#[from] MoveLineError),
    /// The text after the moves is neither the names nor the error number.
    #[error("line {line}: expected a move, two names, or the error number, found `{found}`")]
    End {
        /// Line of the text, from 1.
        line: usize,
        /// The text found.
        found: String,
    },
    /// The game goes on after five in a row.
    #[error(
        "line {line}: expected the end of the game after five in a row, found another move: this is a continuous game (5 \
         in the last column), and Tengen does not have this rule"
    )]
    Continuous {
        /// Line of the first move after the five, from 1.
        line: usize,
    },
    /// A move cannot be part of the game.
    #[error("line {line}: {source}")]
    Move {
        /// Line of the text, from 1.
        line: usize,
        /// The fault of the move.
        source: MoveFault,
    },
}

/// Reads a game that was played under `rule`.
///
/// Blank lines are skipped, and so is everything from the error number on, whose meaning only the manager defines. After the moves stand
/// two names, the error number, or both. A forbidden move of Black is accepted and ends the game.
///
/// ```
/// use tengen_formats::psq;
/// use tengen_game::{Point, Rule};
///
/// let record = psq::read("Piskvorky 15x15, 0:0, 0\n2,3,0\n", Rule::FREESTYLE)?;
/// assert_eq!(record.position().moves(), [Point::new(1, 2)]);
/// # Ok::<(), psq::PsqError>(())
/// ```
///
/// # Errors
/// When the first line is no head, a line has none of the forms above, or a move cannot be played; the message names the line.
pub fn read(text: &str, rule: Rule) -> Result<Record, PsqError> {
    read_with_notes(text, rule).map(|(record, _)| record)
}

/// Reads like [`read()`], with notes on the parts that were left out.
pub(super) fn read_with_notes(text: &str, rule: Rule) -> Result<(Record, Vec<ReadNote>), PsqError> {
    let text = unix_text(text);
    let mut lines = text.lines().zip(1..);
    let head = lines.next().map_or("", |(line, _)| line);
    let (size, second_begins) = read_head(head)?;
    let mut record = Record::new(rule, size);
    let lines: Vec<Numbered> = lines.filter(|(line, _)| !line.trim().is_empty()).collect();
    let end = End::find(&lines);
    let before_end = end.as_ref().map_or(&lines[..], |end| &lines[..end.at]);
    let (moves, rest) = move_list::moves_and_rest(before_end.iter().copied())?;
    if let Some(&(text, line)) = rest.first() {
        return Err(PsqError::End { line, found: shown(text) });
    }
    let is_continuous = moves.iter().all(|(played, _)| played.has_color_of_continuous_games());
    for (played, line) in moves {
        move_list::play(&mut record, played.x, played.y, 1).map_err(|source| match source {
            MoveFault::Play(PlayError::GameOver) if is_continuous => PsqError::Continuous { line },
            source => PsqError::Move { line, source },
        })?;
        record.notes_mut(record.current()).time = played.time;
    }
    let Some(end) = end else { return Ok((record, Vec::new())) };
    if let Some([first, second]) = end.names {
        let (black, white) = if second_begins { (second, first) } else { (first, second) };
        record.players = Players { black: black.to_owned(), white: white.to_owned() };
    }
    let trailer: Vec<&str> = end.trailer.iter().map(|(line, _)| line.trim()).collect();
    let left_out = (!trailer.is_empty()).then(|| ReadNote::Trailer { found: shown(&trailer.join(" ")) });
    Ok((record, left_out.into_iter().collect()))
}

/// The part after the moves.
struct End<'a, 'b> {
    /// The index of the first line of the end, among the lines that are not blank.
    at: usize,
    names: Option<[&'a str; 2]>,
    /// The lines after the names and the error number.
    trailer: &'b [Numbered<'a>],
}

impl<'a, 'b> End<'a, 'b> {
    /// The end of a game; `None` where the lines after the moves are neither two names nor an error number. A line before
    /// further moves is no end, unless names and an error number are complete.
    fn find(lines: &'b [Numbered<'a>]) -> Option<End<'a, 'b>> {
        let at = lines.iter().position(|(line, _)| MoveLine::read(line).is_none())?;
        let has_moves = |lines: &[Numbered]| lines.iter().any(|(line, _)| MoveLine::is_meant(line));
        match lines[at..] {
            [(first, _), (second, _), (number, _), ..]
                if is_name(first) && is_name(second) && is_number(number) =>
            {
                Some(End { at, names: Some(names(first, second)), trailer: &lines[at + 3..] })
            }
            [(first, _), (second, _), ..] if is_name(first) && is_name(second) => {
                let trailer = &lines[at + 2..];
                let names = Some(names(first, second));
                (!has_moves(trailer)).then_some(End { at, names, trailer })
            }
            [(number, _), ..] if is_number(number) => {
                let trailer = &lines[at + 1..];
                // The description of a tournament has a number and a comma too, and then a word.
                let has_moves = trailer.iter().any(|(line, _)| MoveLine::read(line).is_some());
                (!has_moves).then_some(End { at, names: None, trailer })
            }
            _ => None,
        }
    }
}

fn is_number(text: &str) -> bool {
    text.trim().parse::<i64>().is_ok()
}

/// A name is no number, and does not begin with a number and a comma.
fn is_name(text: &str) -> bool {
    !is_number(text) && !MoveLine::is_meant(text)
}

/// The ending of packed engines.
const PACKED: &str = ".zip";

/// The names of two players. The ending of packed engines is removed if both have it; otherwise it is part of a name.
fn names<'a>(first: &'a str, second: &'a str) -> [&'a str; 2] {
    let names = [first.trim(), second.trim()];
    if are_packed(names) { names.map(|name| &name[..name.len() - PACKED.len()]) } else { names }
}

fn are_packed(names: [&str; 2]) -> bool {
    names.iter().all(|name| {
        let before = name.strip_suffix(PACKED).unwrap_or_default();
        !before.is_empty() && before.trim() == before && is_name(before)
    })
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
/// from moves and numbers, fit a line each, and do not both end in `.zip`.
///
/// # Errors
/// When the game does not begin with the empty board and Black to move, or a side passed.
pub fn write(record: &Record) -> Result<Written<String>, MoveListError> {
    let can_be_read = |players: &Players| {
        let names = [players.black.as_str(), &players.white];
        names.iter().all(|name| !name.is_empty() && is_name(name)) && !are_packed(names)
    };
    let game = TimedGame::of(record, can_be_read)?;
    let size = record.size().lines();
    let names = game.players.map(|players| format!("{}\n{}\n", players.black, players.white));
    let content =
        format!("Piskvorky {size}x{size}, 0:0, 0\n{}{}0\n", game.lines(1), names.unwrap_or_default());
    Ok(Written { content, losses: game.losses })
}
