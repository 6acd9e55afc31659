//! Everything that is in a file, and not its first game alone.

use super::{Format, Known, ReadError, format_of, read_as};
use crate::Record;
use crate::format::{link, sgf};

/// A game of a file, with what the file tells that a record has no place for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// The game.
    pub record: Record,
    /// The state of an opening protocol, which a link may carry.
    pub opening: Option<String>,
    /// When the game was played, as the file has it; SGF alone tells.
    pub date: Option<String>,
}

/// What is in a file.
#[derive(Debug)]
pub struct Games {
    /// The file's format.
    pub format: Format,
    /// The games that could be read, in the order of the file; at least one.
    pub games: Vec<Game>,
    /// Why others could not be read.
    pub faults: Vec<ReadError>,
}

/// Reads all games of a file, as [`read`](super::read()) reads its first. Only SGF files have several; those that
/// cannot be read are told beside the others.
///
/// ```
/// use tengen_game::format::any::{self, Known};
///
/// let file = b"(;GM[4];B[hh])(;GM[4]DT[1996];B[hh];W[ig])(;GM[1])";
/// let read = any::read_all(file, None, Known::default())?;
/// assert_eq!(read.games.len(), 2);
/// assert_eq!(read.games[1].date.as_deref(), Some("1996"));
/// let fault = read.faults[0].to_string();
/// assert!(fault.starts_with("sgf: line 1, column 48: expected `GM[4]`"), "{fault}");
/// # Ok::<(), any::ReadError>(())
/// ```
///
/// # Errors
/// As [`read`](super::read()); with several games, when none of them can be read, and then for the first.
pub fn read_all(bytes: &[u8], format: Option<Format>, known: Known) -> Result<Games, ReadError> {
    let format = format_of(bytes, format)?;
    if format == Format::Sgf {
        return all_of_sgf(bytes, known);
    }
    let record = read_as(bytes, format, known).map_err(|source| ReadError::Fault { format, source })?;
    let text = (format == Format::Link).then(|| std::str::from_utf8(bytes).ok()).flatten();
    let opening = text.and_then(|text| link::read(text).ok()).and_then(|link| link.opening);
    Ok(Games { format, games: vec![Game { record, opening, date: None }], faults: Vec::new() })
}

fn all_of_sgf(bytes: &[u8], known: Known) -> Result<Games, ReadError> {
    let format = Format::Sgf;
    let fault = |error: sgf::SgfError| ReadError::Fault { format, source: error.into() };
    let mut read = Games { format, games: Vec::new(), faults: Vec::new() };
    for game in sgf::read_games(bytes, known.rule).map_err(fault)? {
        match game {
            Ok(sgf::Game { record, date }) => {
                let date = (!date.is_empty()).then_some(date);
                read.games.push(Game { record, opening: None, date });
            }
            Err(error) => read.faults.push(fault(error)),
        }
    }
    if read.games.is_empty() { Err(read.faults.swap_remove(0)) } else { Ok(read) }
}
