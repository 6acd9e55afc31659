//! Gomotur's saved games (`.rec`), which Piskvork reads and writes too.
//!
//! ```text
//! pbrain-one.exe
//! pbrain-two.exe
//! 10,10,0
//! 11,9,1532
//! 0
//! ```
//!
//! The first name is the player who moved first. Each move is column, row and milliseconds, counted **from 0** at the
//! top left, unlike in [`psq`](super::psq). The last number counts the manager's errors. Neither the rule nor
//! the board is in the file; Gomotur's board was always 20×20.

use tengen_game::{BoardSize, Players, Record, Rule};

use super::loss::{Loss, Written};
use super::move_list::{self, MoveFault, MoveLine, MoveLineError, MoveListError, TimedGame, unix_text};

/// The reason for which a text is no saved game of Gomotur. Lines count from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecError {
    /// The text ends before the second name.
    #[error("expected the players' names in the first two lines, found {0} of them")]
    Names(usize),
    /// A line that should be a name is a move.
    #[error("line {line}: expected a player's name, found the move `{found}`")]
    MoveForName {
        /// Line of the text, from 1.
        line: usize,
        /// The text found.
        found: String,
    },
    /// A line among the moves is not a move.
    #[error(transparent)]
    Line(#[from] MoveLineError),
    /// A move cannot be part of the game.
    #[error("line {line}: {source}")]
    Move {
        /// Line of the text, from 1.
        line: usize,
        /// The fault of the move.
        source: MoveFault,
    },
}

/// Reads a game that was played under `rule` on a board of `size`.
///
/// Blank lines are passed over, and so is what follows the moves. A forbidden move of Black is accepted and ends the game.
///
/// ```
/// use tengen_formats::rec;
/// use tengen_game::{BoardSize, Point, Rule};
///
/// let record = rec::read("one\ntwo\n1,2,30\n0\n", Rule::FREESTYLE, BoardSize::TWENTY)?;
/// assert_eq!(record.position().moves(), [Point::new(1, 2)]);
/// # Ok::<(), rec::RecError>(())
/// ```
///
/// # Errors
/// When the names are missing, a line among the moves is no move, or a move cannot be played; the message names the line.
pub fn read(text: &str, rule: Rule, size: BoardSize) -> Result<Record, RecError> {
    let text = unix_text(text);
    let mut lines = text.lines().zip(1..);
    let mut name = |line: usize| match lines.next() {
        Some((text, _)) if MoveLine::read(text).is_some() => {
            Err(RecError::MoveForName { line, found: text.trim().to_owned() })
        }
        Some((text, _)) => Ok(text.trim().to_owned()),
        None => Err(RecError::Names(line - 1)),
    };
    let players = Players { black: name(1)?, white: name(2)? };
    let mut record = Record::new(rule, size);
    record.players = players;
    let (moves, rest) = move_list::moves_and_rest(lines)?;
    // The error number alone may follow the names; any other text would be read as a game of no moves.
    if moves.is_empty()
        && let Some(&(text, line)) = rest.iter().find(|(text, _)| text.trim().parse::<i64>().is_err())
    {
        return Err(MoveLineError::new(line, text).into());
    }
    for (played, line) in moves {
        move_list::play(&mut record, played.x, played.y, 0)
            .map_err(|source| RecError::Move { line, source })?;
        record.notes_mut(record.current()).time = played.time;
    }
    Ok(record)
}

/// Writes the main line of a game. The reader of the file must supply the board too.
///
/// Times are whole milliseconds, at least one. The names are written if they differ from moves and fit a
/// line each.
///
/// # Errors
/// When the game does not begin with the empty board and Black to move, or a side passed.
pub fn write(record: &Record) -> Result<Written<String>, MoveListError> {
    let game = TimedGame::of(record, |_| true)?;
    // The two lines of the names are always present.
    let names = game.players.map(|players| format!("{}\n{}\n", players.black, players.white));
    let content = format!("{}{}0\n", names.unwrap_or_else(|| "\n\n".to_owned()), game.lines(0));
    let mut losses = [game.losses, vec![Loss::Size]].concat();
    losses.sort_unstable();
    Ok(Written { content, losses })
}
