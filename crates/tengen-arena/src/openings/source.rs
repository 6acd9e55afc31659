//! The openings of a run: built in, from a book, or agreed on by Swap2.

use std::convert::Infallible;
use std::fmt;
use std::num::NonZeroU16;
use std::path::PathBuf;
use std::str::FromStr;

use sha2::{Digest as _, Sha256};
use tengen_formats::any::{self, Format};
use tengen_game::moves::MoveTextError;
use tengen_game::{BoardSize, PlayError, Position, Record, Rule};

use super::Book;
use crate::GameStart;
use crate::runner::RunError;

/// The source of openings. As text it is a name, or else the path of a book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OpeningSource {
    /// `balanced`: the hundred openings that are built in for the rule.
    Balanced,
    /// `varied`: the openings of all phases that are built in for the rule and the size.
    Varied,
    /// `empty`: the empty board.
    Empty,
    /// `canonical`: the 26 openings of renju.
    Canonical,
    /// `swap2`: the players agree on one in each game.
    Swap2,
    /// A book.
    File(PathBuf),
}

impl FromStr for OpeningSource {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<OpeningSource, Infallible> {
        Ok(match text {
            "balanced" => OpeningSource::Balanced,
            "varied" => OpeningSource::Varied,
            "empty" => OpeningSource::Empty,
            "canonical" => OpeningSource::Canonical,
            "swap2" => OpeningSource::Swap2,
            path => OpeningSource::File(PathBuf::from(path)),
        })
    }
}

impl fmt::Display for OpeningSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OpeningSource::Balanced => f.write_str("balanced"),
            OpeningSource::Varied => f.write_str("varied"),
            OpeningSource::Empty => f.write_str("empty"),
            OpeningSource::Canonical => f.write_str("canonical"),
            OpeningSource::Swap2 => f.write_str("swap2"),
            OpeningSource::File(path) => path.display().fmt(f),
        }
    }
}

/// The beginnings of games, by the numbers that a [plan](crate::schedule::Plan) gives to openings.
#[derive(Clone, Debug)]
pub struct Openings {
    pub(crate) starts: Vec<GameStart>,
    digest: Option<String>,
}

/// The most stones that a Swap2 opening places.
const SWAP2_STONES: u16 = 5;

impl Openings {
    /// Reads, or makes, the openings for games under this rule.
    ///
    /// # Errors
    /// When a file cannot be read as a book, when openings do not fit the rule or the board, and when they leave no move of
    /// `max_moves` to play.
    pub fn read(
        source: &OpeningSource,
        rule: Rule,
        size: BoardSize,
        max_moves: Option<NonZeroU16>,
    ) -> Result<Openings, RunError> {
        let built_in = |name| move |source| RunError::BuiltInOpenings { name, source };
        let mut digest = None;
        let book = match source {
            OpeningSource::Balanced => Book::balanced(rule, size).map_err(built_in("balanced"))?,
            OpeningSource::Varied => Book::varied(rule, size).map_err(built_in("varied"))?,
            OpeningSource::Empty => Book::empty_board(rule, size),
            OpeningSource::Canonical => Book::canonical(rule, size).map_err(built_in("canonical"))?,
            OpeningSource::Swap2 => {
                if let Some(most) = max_moves.filter(|most| most.get() <= SWAP2_STONES) {
                    return Err(RunError::LimitWithinSwap2 { stones: SWAP2_STONES, most });
                }
                return Ok(Openings { starts: vec![GameStart::Swap2 { rule, size, max_moves }], digest });
            }
            OpeningSource::File(path) => {
                const ACTION: &str = "read the openings in";
                let bytes = std::fs::read(path).map_err(|error| RunError::file(ACTION, path, error))?;
                digest = Some(Sha256::digest(&bytes).iter().map(|byte| format!("{byte:02x}")).collect());
                Book::read(&bytes, rule, size).map_err(|error| RunError::file(ACTION, path, error))?
            }
        };
        let starts = book.openings().iter().map(|opening| {
            let moves = opening.position().moves().len();
            match max_moves {
                Some(most) if moves >= usize::from(most.get()) => {
                    let (opening, line) = (opening.to_string(), opening.line());
                    Err(RunError::LongOpening { opening, line, moves, most })
                }
                _ => {
                    let start = opening.position().clone().with_max_moves(max_moves);
                    Ok(GameStart::Position(Box::new(start)))
                }
            }
        });
        Ok(Openings { starts: starts.collect::<Result<_, RunError>>()?, digest })
    }

    /// The number of openings.
    pub fn count(&self) -> usize {
        self.starts.len()
    }

    /// SHA-256 of the file of the openings, in hexadecimal digits; `None` without a file.
    pub fn digest(&self) -> Option<&str> {
        self.digest.as_deref()
    }

    /// Checks that the digest of the file is this one.
    ///
    /// # Errors
    /// When it has changed; `source` names it.
    pub(crate) fn check_digest(&self, source: &OpeningSource, digest: Option<&str>) -> Result<(), RunError> {
        if self.digest() == digest { Ok(()) } else { Err(RunError::OtherOpenings(source.to_string())) }
    }

    /// Whether the players choose each opening themselves, by Swap2.
    pub fn are_agreed(&self) -> bool {
        matches!(self.starts.as_slice(), [GameStart::Swap2 { .. }])
    }

    /// Checks that games with these openings can be written in a format.
    ///
    /// # Errors
    /// When they cannot.
    pub fn check_format(&self, format: Format) -> Result<(), RunError> {
        for (number, start) in (1..).zip(&self.starts) {
            if let GameStart::Position(position) = start {
                any::write(&Record::from_position(Position::clone(position)), format).map_err(|source| {
                    RunError::Format { what: format!("games with opening {number}"), format, source }
                })?;
            }
        }
        Ok(())
    }
}

/// An error in a book of openings.
#[derive(Debug, thiserror::Error)]
pub enum BookError {
    /// The file has no opening.
    #[error("expected an opening a line, or a record, found none")]
    Empty,
    /// No book is built in for this rule.
    #[error(
        "expected a rule with balanced openings (freestyle, standard, renju, caro or caro-exact), found {rule}"
    )]
    NoneBuiltIn {
        /// The rule.
        rule: Rule,
    },
    /// No varied openings are built in for this rule and size.
    #[error(
        "expected a rule and a size with varied openings (freestyle on 15×15 or 20×20, standard or renju on 15×15), found {rule} on {size}; `tengen openings` makes others"
    )]
    NoneVaried {
        /// The rule.
        rule: Rule,
        /// The size.
        size: BoardSize,
    },
    /// An opening is faulty.
    #[error("line {line}: {fault}")]
    Fault {
        /// The line, from 1. The faults of a file that is one record are in line 1; their texts are more precise.
        line: usize,
        /// The fault.
        fault: BookFault,
    },
}

impl BookError {
    pub(super) fn at(line: usize, fault: BookFault) -> BookError {
        BookError::Fault { line, fault }
    }
}

/// A fault of an opening.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BookFault {
    /// The line is not in UTF-8.
    #[error("expected text in UTF-8")]
    NoText,
    /// An offset is no number, or one is left over.
    #[error("expected pairs of numbers such as `0,0, 1,0, 1,3`, found `{0}`")]
    Offsets(String),
    /// An offset leads over the edge.
    #[error("stone {number}: expected offsets that stay on {} {size} board, found {x},{y}", size.article())]
    OffBoard {
        /// The number of the stone, from 1.
        number: usize,
        /// Columns to the right of the centre.
        x: i16,
        /// Rows below the centre.
        y: i16,
        /// The size of the board.
        size: BoardSize,
    },
    /// The text is no list of moves.
    #[error(transparent)]
    Moves(#[from] MoveTextError),
    /// The text is no record.
    #[error(transparent)]
    Record(#[from] any::ReadError),
    /// The first line of a packed book is faulty, or of another version.
    #[error("expected `tengen openings 1 RULE LINES`, found `tengen openings {0}`")]
    PackedHeader(String),
    /// A packed book ends within an opening.
    #[error("expected an opening of {stones} stones, found the end of the file after {found}")]
    PackedEnd {
        /// The stones that the opening should have.
        stones: u8,
        /// The stones that the file has.
        found: usize,
    },
    /// The rule does not allow a move.
    #[error("move {number}: {source}")]
    Refused {
        /// The number of the move, from 1.
        number: usize,
        /// The rule's objection.
        source: PlayError,
    },
    /// Nothing is left to play.
    #[error("expected an opening, found a game that is over after {moves} moves")]
    GameOver {
        /// The number of moves of the opening.
        moves: usize,
    },
    /// The record is for another board.
    #[error("expected an opening on a {expected} board, found one on {found}")]
    OtherSize {
        /// The size of the tournament.
        expected: BoardSize,
        /// The size of the record.
        found: BoardSize,
    },
    /// The record is for another rule.
    #[error("expected an opening under the rule `{expected}`, found one under `{found}`")]
    OtherRule {
        /// The rule of the tournament.
        expected: Rule,
        /// The rule of the record.
        found: Rule,
    },
}
