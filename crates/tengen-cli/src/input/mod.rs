//! Records from files and from standard input, in whatever format they are.

mod arguments;
mod fault;
mod source;

use anyhow::{Context, Result, anyhow, bail};
use tengen_game::Record;
use tengen_game::format::any::{self, Format, Known, ReadError};
use tengen_game::format::link;

pub(crate) use arguments::{Asked, FromTo};
pub(crate) use fault::ReadFault;
pub(crate) use source::Source;

/// Libraries of RenLib are the largest files that people have.
const MOST_BYTES: u64 = 64 << 20;

/// A record that was read in whatever format.
#[derive(Debug)]
pub(crate) struct Game {
    pub(crate) record: Record,
    pub(crate) format: Format,
    /// The opening protocol that a link carries.
    pub(crate) opening: Option<String>,
}

/// Reads a record in the format that is given, or that its content shows.
///
/// What is `known` counts where the file does not tell, and SGF's word for the rule gives way to it. Where a file
/// contradicts it, that is an error.
pub(crate) fn read_game(source: &Source, asked: Option<Format>, known: Known) -> Result<Game> {
    let bytes = source.read_bytes("a record, a board or moves", MOST_BYTES)?;
    let format = match asked.or_else(|| any::detect(&bytes)) {
        None if is_empty(&bytes) => bail!(
            "{source} is empty: expected a record, a board of `X`, `O` and `.`, or moves such as `h8 i9`"
        ),
        None => guess(&bytes).with_context(|| format!("cannot read {source}"))?,
        found => found,
    };
    let fault = |error| ReadFault::of_file(source.to_string(), &bytes, asked, error);
    let game = read_as(&bytes, format, known, fault)?;
    check(&game.record, known).with_context(|| format!("cannot read {source}"))?;
    Ok(game)
}

/// Reads moves that stand in the command line, under the rule and on the board that are known.
fn read_moves(text: &str, known: Known) -> Result<Game> {
    let fault = |error| ReadFault::of_moves(text, error);
    let game = read_as(text.as_bytes(), Some(Format::Moves), known, fault)?;
    check(&game.record, known).context("--moves")?;
    Ok(game)
}

fn read_as(
    bytes: &[u8],
    format: Option<Format>,
    known: Known,
    fault: impl Fn(ReadError) -> ReadFault,
) -> Result<Game> {
    let (record, format) = any::read(bytes, format, known).map_err(fault)?;
    let text = || std::str::from_utf8(bytes).ok();
    let link = (format == Format::Link).then(text).flatten().and_then(|text| link::read(text).ok());
    Ok(Game { record, format, opening: link.and_then(|link| link.opening) })
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
