//! The games of a file, each for itself.

use super::{Format, Known, ReadError, format_of, options, read_as};
use crate::Record;
use crate::format::{ReadNote, link, rif, sgf};

/// A game of a file, with facts of the file that a record cannot store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// The game.
    pub record: Record,
    /// The state of an opening protocol, which a link may carry.
    pub opening: Option<String>,
    /// What in the file can mean more than one thing, and how it was understood.
    pub notes: Vec<ReadNote>,
}

/// The games of a file. Only SGF files and databases of RenjuNet have several, each of which is read on
/// request: one that cannot be read does not hide the others.
///
/// ```
/// use tengen_game::Fact;
/// use tengen_game::format::any::{Collection, Known};
///
/// let file = b"(;GM[4];B[hh])(;GM[4]DT[1996];B[hh];W[ig])(;GM[1])";
/// let games = Collection::open(file, None, Known::default())?;
/// assert_eq!(games.len(), 3);
/// assert_eq!(games.get(1)?.record.info.get(Fact::Date), "1996");
/// let fault = games.get(2).unwrap_err().to_string();
/// assert!(fault.starts_with("sgf: line 1, column 48: expected `GM[4]`"), "{fault}");
/// # Ok::<(), tengen_game::format::any::ReadError>(())
/// ```
#[derive(Debug)]
pub struct Collection<'a> {
    format: Format,
    games: Games<'a>,
}

#[derive(Debug)]
enum Games<'a> {
    One(Box<Game>),
    Sgf(sgf::Collection<'a>),
    Rif(Box<rif::Database<'a>>),
}

impl<'a> Collection<'a> {
    /// Finds the games of a file in the format that is given, or that the content shows.
    ///
    /// # Errors
    /// As [`read`](super::read()), but for faults of a game among several.
    pub fn open(bytes: &'a [u8], format: Option<Format>, known: Known) -> Result<Collection<'a>, ReadError> {
        let format = format_of(bytes, format)?;
        let games = match format {
            Format::Sgf => sgf::Collection::open(bytes, options(known))
                .map(Games::Sgf)
                .map_err(|source| ReadError::Fault { format, source: source.into() }),
            Format::Rif => rif::Database::open(bytes, options(known))
                .map(|games| Games::Rif(Box::new(games)))
                .map_err(|source| ReadError::Fault { format, source: source.into() }),
            _ => read_as(bytes, format, known)
                .map(|(record, notes)| {
                    let text = (format == Format::Link).then(|| std::str::from_utf8(bytes).ok()).flatten();
                    let opening = text.and_then(|text| link::read(text).ok()).and_then(|link| link.opening);
                    Games::One(Box::new(Game { record, opening, notes }))
                })
                .map_err(|source| ReadError::Fault { format, source }),
        };
        Ok(Collection { format, games: games? })
    }

    /// The file's format.
    pub fn format(&self) -> Format {
        self.format
    }

    /// The number of games, at least one.
    #[allow(clippy::len_without_is_empty, reason = "a file without games is refused")]
    pub fn len(&self) -> usize {
        match &self.games {
            Games::One(_) => 1,
            Games::Sgf(games) => games.len(),
            Games::Rif(games) => games.len(),
        }
    }

    /// What is wrong with the file after its last game.
    pub fn fault(&self) -> Option<ReadError> {
        match &self.games {
            Games::Sgf(games) => games.fault().cloned().map(|fault| self.fault_of(fault)),
            Games::One(_) | Games::Rif(_) => None,
        }
    }

    /// Reads a game; the first has the index 0.
    ///
    /// # Errors
    /// When this game cannot be read, or the index is too large.
    pub fn get(&self, index: usize) -> Result<Game, ReadError> {
        let read = match &self.games {
            Games::One(game) if index == 0 => return Ok((**game).clone()),
            Games::One(_) => return Err(self.fault_of(NoSuchGame { number: index + 1 })),
            Games::Sgf(games) => games.get(index).map_err(|error| self.fault_of(error)),
            Games::Rif(games) => games.get(index).map_err(|error| self.fault_of(error)),
        };
        read.map(|sgf::Game { record, notes }| Game { record, opening: None, notes })
    }

    fn fault_of(&self, error: impl std::error::Error + Send + Sync + 'static) -> ReadError {
        ReadError::Fault { format: self.format, source: error.into() }
    }
}

/// A further game was requested of a file with one game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the file is one game, so there is no game {number}")]
struct NoSuchGame {
    number: usize,
}
