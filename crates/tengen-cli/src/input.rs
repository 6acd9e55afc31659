//! Records from files and from standard input, in whatever format they are.

use std::convert::Infallible;
use std::fmt;
use std::fs::File;
use std::io::{self, IsTerminal, Read, Write};
use std::path::PathBuf;
use std::str::FromStr;

use anyhow::{Context, Result, anyhow, bail};
use tengen_game::format::any::{self, Format, Known, SideToMoveError};
use tengen_game::format::link;
use tengen_game::{BoardSize, Color, Record, Rule};

use crate::options::board_size;

/// Libraries of RenLib are the largest files that people have.
const MOST_BYTES: u64 = 64 << 20;

/// Where a text is to be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    /// Standard input, written `-`.
    Stdin,
    /// A file.
    File(PathBuf),
}

impl FromStr for Source {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Source, Infallible> {
        Ok(if text == "-" { Source::Stdin } else { Source::File(text.into()) })
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
    /// Reads everything, up to `most` bytes.
    fn read_bytes(&self, what: &str, most: u64) -> Result<Vec<u8>> {
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

/// A record that was read in whatever format.
#[derive(Debug)]
pub(crate) struct Game {
    pub(crate) record: Record,
    pub(crate) format: Format,
    /// The opening protocol that a link carries.
    pub(crate) opening: Option<String>,
}

/// What commands that read any record at all can be told about it.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Reading {
    /// The format to read; left out, the content shows it
    #[arg(long, value_name = "FORMAT")]
    from: Option<Format>,
    /// The rule, where the file does not name it
    #[arg(long)]
    rule: Option<Rule>,
    /// Lines of the board, where the file does not tell
    #[arg(long, value_parser = board_size)]
    size: Option<BoardSize>,
    /// Whose turn it is on a board: black or white. Left out, it follows from the number of stones
    #[arg(long, value_name = "COLOR")]
    to_move: Option<Color>,
}

impl Reading {
    /// Reads the record as it was told, as [`read_game`] does.
    pub(crate) fn read(&self, source: &Source) -> Result<Game> {
        let known = Known { rule: self.rule, size: self.size, to_move: self.to_move };
        read_game(source, self.from, known)
    }
}

/// Reads a record in the format that is given, or that its content shows.
///
/// What is `known` counts where the file does not tell, and SGF's word for the rule gives way to it. Where a file
/// contradicts it, that is an error.
pub(crate) fn read_game(source: &Source, format: Option<Format>, known: Known) -> Result<Game> {
    let bytes = source.read_bytes("a record, a board or moves", MOST_BYTES)?;
    let format = match format.or_else(|| any::detect(&bytes)) {
        None if is_empty(&bytes) => bail!(
            "{source} is empty: expected a record, a board of `X`, `O` and `.`, or moves such as `h8 i9`"
        ),
        None => guess(&bytes).with_context(|| format!("cannot read {source}"))?,
        found => found,
    };
    let game = read_as(&bytes, format, known);
    game.with_context(|| format!("cannot read {source}"))
}

fn read_as(bytes: &[u8], format: Option<Format>, known: Known) -> Result<Game> {
    let (record, format) = any::read(bytes, format, known).map_err(|error| {
        let error = anyhow::Error::from(error);
        let is_turn = error.chain().any(|cause| cause.is::<SideToMoveError>());
        if is_turn { anyhow!("{error}; say it with --to-move black or --to-move white") } else { error }
    })?;
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
    let text = || std::str::from_utf8(bytes).ok();
    let link = (format == Format::Link).then(text).flatten().and_then(|text| link::read(text).ok());
    Ok(Game { record, format, opening: link.and_then(|link| link.opening) })
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
    let is_remark = |line: &&str| line.trim_start().starts_with(['#', ';']);
    let lines = || text.lines().filter(|line| !is_remark(line));
    if lines().any(|line| line.contains(['.', '·', '+', '_', '●', '○'])) {
        return Ok(Some(Format::Diagram));
    }
    // A move is a letter and a number. In a diagram a number only ever stands before the letters.
    let has_move = |line: &str| {
        line.as_bytes().windows(2).any(|pair| pair[0].is_ascii_alphabetic() && pair[1].is_ascii_digit())
    };
    Ok(lines().any(has_move).then_some(Format::Moves))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faulty_texts_are_read_as_what_they_are_meant_to_be() {
        let cases = [
            ("...\n.Z.\n...", Some(Format::Diagram)),
            ("# a centre h8\n...\n..", Some(Format::Diagram)),
            ("h8, i9; z99", Some(Format::Moves)),
            ("o8 o9 oo", Some(Format::Moves)),
            ("what is this", None),
        ];
        for (text, format) in cases {
            assert_eq!(guess(text.as_bytes()).unwrap(), format, "{text}");
        }
        assert!(guess(b"h8 \xff").is_err());
    }

    #[test]
    fn remarks_are_nothing() {
        assert!(is_empty(b"") && is_empty(" \n# nothing\n".as_bytes()) && is_empty("\u{feff}".as_bytes()));
        assert!(!is_empty(b"h8"));
    }
}
