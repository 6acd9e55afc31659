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
//! The first name is whoever moved first. Each move is column, row and milliseconds, counted **from 0** at the
//! top left, unlike in [`psq`](super::psq). The last number tells the manager's errors. Neither the rule nor
//! the board is in the file; Gomotur's board was always 20×20.

use std::fmt::Write;

use super::loss::{Loss, MAIN_LINE_ALONE, Written, losses_of};
use super::move_list::{self, MoveFault, MoveLine, MoveListError, fits_line, milliseconds, unix_lines};
use crate::{BoardSize, NodeId, Players, Record, Rule};

/// Why a text is no saved game of Gomotur. Lines count from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecError {
    /// The text ends before the second name.
    #[error("expected the players' names in the first two lines, found {0} line(s)")]
    Names(usize),
    /// A move stands where a name should be.
    #[error("line {line}: expected a player's name, found the move `{found}`")]
    MoveForName {
        /// Line of the text, from 1.
        line: usize,
        /// What stands there.
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

/// Reads a game that was played under `rule` on a board of `size`.
///
/// Blank lines among the moves are passed over, and so is what follows the moves. Forbidden moves of Black
/// are accepted as what they are, the end of the game.
///
/// ```
/// use tengen_game::{BoardSize, Point, Rule, format::rec};
///
/// let record = rec::read("one\ntwo\n1,2,30\n0\n", Rule::FREESTYLE, BoardSize::TWENTY)?;
/// assert_eq!(record.position().moves(), [Point::new(1, 2)]);
/// # Ok::<(), rec::RecError>(())
/// ```
///
/// # Errors
/// When the names are missing, or a move cannot be played, with the line.
pub fn read(text: &str, rule: Rule, size: BoardSize) -> Result<Record, RecError> {
    let text = unix_lines(text);
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
    for (line, number) in lines.filter(|(line, _)| !line.trim().is_empty()) {
        let Some(played) = MoveLine::read(line) else { break };
        move_list::play(&mut record, played.x, played.y, 0)
            .map_err(|source| RecError::Move { line: number, source })?;
        record.notes_mut(record.current()).time = played.time;
    }
    Ok(record)
}

/// Writes the main line of a game; whoever reads it must know the board too.
///
/// Times are whole milliseconds, at least one. The names are kept if they can be told from moves and fit a
/// line each.
///
/// # Errors
/// When the game does not begin with the empty board and Black to move, or a side passed.
pub fn write(record: &Record) -> Result<Written<String>, MoveListError> {
    let moves = move_list::main_line(record)?;
    let Players { black, white } = &record.players;
    let names_fit = [black, white].iter().all(|name| fits_line(name) && MoveLine::read(name).is_none());
    // A time before the first move has no line, and times are lost all or not at all.
    let times_fit = record.notes(NodeId::START).time.is_none();
    let mut possible = MAIN_LINE_ALONE.to_vec();
    possible.retain(|&loss| !(names_fit && loss == Loss::Players || times_fit && loss == Loss::Times));
    possible.push(Loss::Size);
    let mut text = if names_fit { format!("{black}\n{white}\n") } else { "\n\n".to_owned() };
    for (point, id) in moves {
        let time = milliseconds(record.notes(id).time.filter(|_| times_fit));
        // Writing into a string cannot fail.
        let _ = writeln!(text, "{},{},{time}", point.x(), point.y());
    }
    text.push_str("0\n");
    Ok(Written { content: text, losses: losses_of(record, &possible) })
}
