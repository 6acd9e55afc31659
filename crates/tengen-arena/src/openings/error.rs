use tengen_game::format::any;
use tengen_game::format::moves::MoveTextError;
use tengen_game::{BoardSize, PlayError, Rule};

/// Why a file is no book of openings.
#[derive(Debug, thiserror::Error)]
pub enum BookError {
    /// There is nothing in it.
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
    /// An opening is faulty.
    #[error("line {line}: {fault}")]
    Fault {
        /// The line, from 1. A file that is one record has its faults in line 1; what they say is more precise.
        line: usize,
        /// What is wrong.
        fault: BookFault,
    },
}

impl BookError {
    pub(super) fn at(line: usize, fault: BookFault) -> BookError {
        BookError::Fault { line, fault }
    }
}

/// What can be wrong with an opening.
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
    #[error("stone {number}: expected offsets that stay on a {size} board, found {x},{y}")]
    OffBoard {
        /// Which stone, from 1.
        number: usize,
        /// Columns to the right of the centre.
        x: i16,
        /// Rows below the centre.
        y: i16,
        /// The size of the board.
        size: BoardSize,
    },
    /// Moves that are none.
    #[error(transparent)]
    Moves(#[from] MoveTextError),
    /// A record that is none.
    #[error(transparent)]
    Record(#[from] any::ReadError),
    /// The rule does not allow a move.
    #[error("move {number}: {source}")]
    Refused {
        /// Which move, from 1.
        number: usize,
        /// Why not.
        source: PlayError,
    },
    /// Nothing is left to play.
    #[error("expected an opening, found a game that is over after {moves} moves")]
    GameOver {
        /// How many moves it has.
        moves: usize,
    },
    /// The record is for another board.
    #[error("expected an opening on a {expected} board, found one on {found}")]
    OtherSize {
        /// The size of the tournament.
        expected: BoardSize,
        /// That of the record.
        found: BoardSize,
    },
    /// The record is for another rule.
    #[error("expected an opening under the rule `{expected}`, found one under `{found}`")]
    OtherRule {
        /// The rule of the tournament.
        expected: Rule,
        /// That of the record.
        found: Rule,
    },
}
