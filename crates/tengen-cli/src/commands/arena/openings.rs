//! What the games begin with.

use std::num::NonZeroU16;
use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use sha2::{Digest as _, Sha256};
use tengen_arena::GameStart;
use tengen_arena::openings::Book;
use tengen_game::format::any::{self, Format};
use tengen_game::{BoardSize, Position, Record, Rule};

/// Where openings come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Source {
    /// The hundred openings that are built in for the rule.
    Balanced,
    /// The empty board.
    Empty,
    /// The 26 openings of renju.
    Canonical,
    /// The opponents agree on one.
    Swap2,
    /// A book.
    File(PathBuf),
}

impl std::str::FromStr for Source {
    type Err = std::convert::Infallible;

    fn from_str(text: &str) -> Result<Source, Self::Err> {
        Ok(match text {
            "balanced" => Source::Balanced,
            "empty" => Source::Empty,
            "canonical" => Source::Canonical,
            "swap2" => Source::Swap2,
            path => Source::File(PathBuf::from(path)),
        })
    }
}

impl std::fmt::Display for Source {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Source::Balanced => f.write_str("balanced"),
            Source::Empty => f.write_str("empty"),
            Source::Canonical => f.write_str("canonical"),
            Source::Swap2 => f.write_str("swap2"),
            Source::File(path) => path.display().fmt(f),
        }
    }
}

/// The beginnings of games, by the numbers that a plan gives them.
pub(super) struct Openings {
    pub(super) starts: Vec<GameStart>,
    /// SHA-256 of the file that they were read from.
    pub(super) digest: Option<String>,
}

impl Openings {
    /// Reads, or makes, the openings for games under this rule.
    pub(super) fn read(
        source: &Source,
        rule: Rule,
        size: BoardSize,
        max_moves: Option<NonZeroU16>,
    ) -> Result<Openings> {
        let mut digest = None;
        let book = match source {
            Source::Balanced => Book::balanced(rule, size).context("the balanced openings")?,
            Source::Empty => Book::empty_board(rule, size),
            Source::Canonical => Book::canonical(rule, size).context("the canonical openings")?,
            Source::Swap2 => {
                if let Some(most) = max_moves.filter(|most| most.get() <= SWAP2_STONES) {
                    bail!(
                        "expected more moves than the {SWAP2_STONES} of a Swap2 opening, found at most {most}"
                    );
                }
                return Ok(Openings { starts: vec![GameStart::Swap2 { rule, size, max_moves }], digest });
            }
            Source::File(path) => {
                let named = || format!("cannot read the openings in {}", path.display());
                let bytes = std::fs::read(path).with_context(named)?;
                digest = Some(hexadecimal(&Sha256::digest(&bytes)));
                Book::read(&bytes, rule, size).with_context(named)?
            }
        };
        let starts = book.openings().iter().map(|opening| {
            let moves = opening.position().moves().len();
            match max_moves {
                Some(most) if moves >= usize::from(most.get()) => bail!(
                    "the opening `{opening}`, line {}: expected fewer moves than a game may have, found {moves} of {most}",
                    opening.line()
                ),
                _ => {
                    let start = opening.position().clone().with_max_moves(max_moves);
                    Ok(GameStart::Position(Box::new(start)))
                }
            }
        });
        Ok(Openings { starts: starts.collect::<Result<_>>()?, digest })
    }

    /// Whether the opponents decide about the opening.
    pub(super) fn are_agreed(&self) -> bool {
        matches!(self.starts.as_slice(), [GameStart::Swap2 { .. }])
    }

    /// Fails when games that begin so cannot be written in a format.
    pub(super) fn check_format(&self, format: Format) -> Result<()> {
        for (number, start) in (1..).zip(&self.starts) {
            if let GameStart::Position(position) = start {
                any::write(&Record::from_position(Position::clone(position)), format)
                    .with_context(|| format!("games with opening {number} cannot be written as {format}"))?;
            }
        }
        Ok(())
    }
}

/// The most stones that a Swap2 opening places.
const SWAP2_STONES: u16 = 5;

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
