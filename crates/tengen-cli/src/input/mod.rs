//! Records from files and from standard input, in whatever format they are.

mod arguments;

use std::ffi::OsString;
use std::fmt;
use std::fs::File;
use std::io::{self, IsTerminal, Read, Write};
use std::path::PathBuf;

use anyhow::{Context, Result, anyhow, bail};
use tengen_game::format::ReadNote;
use tengen_game::format::any::{self, Collection, Format, Known, ReadError};
use tengen_game::{Record, Rule};

use crate::errors::ReadFault;
use crate::wording::counted;

pub(crate) use arguments::{ConversionArguments, PositionArguments};

/// Libraries of RenLib are the largest files that people have.
const MOST_BYTES: u64 = 64 << 20;

/// A record that was read in whatever format.
#[derive(Debug)]
pub(crate) struct Game {
    pub(crate) record: Record,
    pub(crate) format: Format,
    /// The opening protocol that a link carries.
    pub(crate) opening: Option<String>,
    /// What had to be interpreted.
    pub(crate) notes: Vec<ReadNote>,
    /// Which game of the file it is, from 1.
    pub(crate) number: usize,
    /// How many games the file has.
    pub(crate) of: usize,
}

/// A file that has been read, whose games have not been parsed yet.
pub(crate) struct RecordFile {
    /// Its name in messages.
    name: String,
    bytes: Vec<u8>,
    /// The format that was asked for.
    asked: Option<Format>,
    /// The format in which it is read.
    format: Option<Format>,
    known: Known,
}

impl RecordFile {
    /// Reads a file; without a format that is `asked` for, its content shows it.
    pub(crate) fn read(source: &Source, asked: Option<Format>, known: Known) -> Result<RecordFile> {
        let bytes = source.read_bytes("a record, a board or moves", MOST_BYTES)?;
        let has_no_format = || any::detect(&bytes).is_none() || asked == Some(Format::Moves);
        if is_empty(&bytes) && has_no_format() {
            bail!(
                "{source} is empty: expected a record, a board of `X`, `O` and `.`, or moves such as `h8 i9`"
            );
        }
        let format = match asked.or_else(|| any::detect(&bytes)) {
            None => guess(&bytes).with_context(|| format!("cannot read {source}"))?,
            found => found,
        };
        Ok(RecordFile { name: source.to_string(), bytes, asked, format, known })
    }

    /// The games of the file.
    pub(crate) fn games(&self) -> Result<Collection<'_>> {
        let games = Collection::open(&self.bytes, self.format, self.known);
        Ok(games.map_err(|error| self.fault(error, 0))?)
    }

    /// A game of the file; the first has the index 0.
    pub(crate) fn game(&self, games: &Collection<'_>, index: usize) -> Result<Game> {
        let (number, of) = (index + 1, games.len());
        if index >= of {
            bail!("{} has {}; expected --game of no more, found {number}", self.name, counted(of, "game"));
        }
        let any::Game { record, opening, notes } =
            games.get(index).map_err(|error| self.fault(error, index))?;
        check(&record, self.known).with_context(|| format!("cannot read {}", self.name))?;
        Ok(Game { record, format: games.format(), opening, notes, number, of })
    }

    /// What is wrong with the file after its last game, in a sentence.
    pub(crate) fn fault_after(&self, games: &Collection<'_>) -> Option<String> {
        games.fault().map(|error| error.to_string())
    }

    /// The fault in a game.
    fn fault(&self, error: ReadError, index: usize) -> ReadFault {
        let rules = rules_that_fit(&self.bytes, self.format, self.known, index);
        ReadFault::of_file(self.name.clone(), &self.bytes, self.asked, error, &rules)
    }
}

/// Reads a record in the format that is given, or that its content shows; of a file with several games, the first.
///
/// What is `known` counts where the file does not tell, and SGF's word for the rule gives way to it. Where a file
/// contradicts it, that is an error.
pub(crate) fn read_game(source: &Source, asked: Option<Format>, known: Known) -> Result<Game> {
    let opened = RecordFile::read(source, asked, known)?;
    let games = opened.games()?;
    opened.game(&games, 0)
}

/// Reads moves that stand in the command line, under the rule and on the board that are known.
fn read_moves(text: &str, known: Known) -> Result<Game> {
    let format = Format::Moves;
    let (record, _) = any::read(text.as_bytes(), Some(format), known).map_err(|error| {
        let rules = rules_that_fit(text.as_bytes(), Some(format), known, 0);
        ReadFault::of_moves(text, error, &rules)
    })?;
    check(&record, known).context("--moves")?;
    Ok(Game { record, format, opening: None, notes: Vec::new(), number: 1, of: 1 })
}

/// The rules under which a game can be read that cannot be read as it is; none where the rule is known.
fn rules_that_fit(bytes: &[u8], format: Option<Format>, known: Known, index: usize) -> Vec<Rule> {
    let format = format.or_else(|| any::detect(bytes));
    if known.rule.is_some() || format.is_none_or(|format| format == Format::Json) {
        return Vec::new();
    }
    let fits = |&rule: &Rule| {
        let known = Known { rule: Some(rule), ..known };
        let games = Collection::open(bytes, format, known);
        // Formats that tell their rule stay at it.
        games.and_then(|games| games.get(index)).is_ok_and(|game| game.record.rule() == rule)
    };
    Rule::NAMED.into_iter().filter(fits).collect()
}

/// Whether the record is what it was said to be.
fn check(record: &Record, known: Known) -> Result<()> {
    let (rule, size) = (record.rule(), record.size());
    if let Some(wanted) = known.rule.filter(|&wanted| wanted != rule) {
        bail!("the record is of a {rule} game; expected no --rule, or the same, found {wanted}");
    }
    if let Some(wanted) = known.size.filter(|&wanted| wanted != size) {
        bail!("the board is {size}; expected no --size, or the same, found {wanted}");
    }
    let side = record.position().side_to_move();
    if known.to_move.is_some_and(|wanted| wanted != side) {
        bail!("in the record it is {side}'s turn; expected no other --to-move");
    }
    Ok(())
}

/// Whether there is nothing but blanks and remarks.
fn is_empty(bytes: &[u8]) -> bool {
    let text = String::from_utf8_lossy(bytes);
    let mut lines = text.trim_start_matches('\u{feff}').lines().map(str::trim);
    lines.all(|line| line.is_empty() || line.starts_with(['#', ';']))
}

/// What a text may be meant to be in which something is wrong, so that the reader can say what; `None` where
/// nothing is to be said but that it is in no format.
fn guess(bytes: &[u8]) -> Result<Option<Format>> {
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let at = error.valid_up_to();
        anyhow!("this is in no known format; expected UTF-8 text, found other bytes after {at} bytes")
    })?;
    Ok(any::guess(text))
}

/// Where a text is to be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    /// Standard input, written `-`.
    Stdin,
    /// A file.
    File(PathBuf),
}

/// Names of files need not be UTF-8.
impl From<OsString> for Source {
    fn from(text: OsString) -> Source {
        if text == "-" { Source::Stdin } else { Source::File(text.into()) }
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Source::Stdin => f.write_str("standard input"),
            Source::File(path) => path.display().fmt(f),
        }
    }
}

impl Source {
    /// The source as an argument names it: `-`, or the path.
    pub(crate) fn argument(&self) -> String {
        match self {
            Source::Stdin => "-".to_owned(),
            Source::File(path) => path.display().to_string(),
        }
    }

    /// Reads everything, up to `most` bytes.
    pub(crate) fn read_bytes(&self, what: &str, most: u64) -> Result<Vec<u8>> {
        let mut bytes = Vec::new();
        match self {
            Source::Stdin => {
                let stdin = io::stdin();
                if stdin.is_terminal() {
                    writeln!(
                        io::stderr(),
                        "Reading {what} from the terminal; an empty line and Ctrl-D end it."
                    )?;
                }
                stdin.lock().take(most + 1).read_to_end(&mut bytes)
            }
            // What the system says of it differs from one to the next.
            Source::File(path) if path.is_dir() => {
                bail!("cannot read {self}: expected {what} in a file, found a directory")
            }
            Source::File(path) => {
                File::open(path).and_then(|file| file.take(most + 1).read_to_end(&mut bytes))
            }
        }
        .with_context(|| format!("cannot read {self}"))?;
        if bytes.len() as u64 > most {
            bail!("cannot read {self}: expected {what}, found more than {} MiB", most >> 20);
        }
        Ok(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_is_no_text_is_told_to_be_none() {
        assert_eq!(guess(b"h8, i9; z99").unwrap(), Some(Format::Moves));
        assert!(guess(b"h8 \xff").is_err());
    }

    #[test]
    fn remarks_are_nothing() {
        assert!(is_empty(b"") && is_empty(" \n# nothing\n".as_bytes()) && is_empty("\u{feff}".as_bytes()));
        assert!(!is_empty(b"h8"));
    }
}
