//! Texts from files and from standard input, and what kind of text they are.

use std::convert::Infallible;
use std::fmt;
use std::fs::File;
use std::io::{self, IsTerminal, Read, Write};
use std::path::PathBuf;
use std::str::FromStr;

use anyhow::{Context, Result, bail};

/// Records of the longest games with a comment on each move are far smaller.
const MOST_BYTES: u64 = 4 << 20;

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
    /// Reads the whole text; `what` names it for the person who is asked to type it.
    pub(crate) fn read(&self, what: &str) -> Result<String> {
        let bytes = self.read_bytes(what, MOST_BYTES)?;
        let text = String::from_utf8(bytes).map_err(|error| {
            let at = error.utf8_error().valid_up_to();
            anyhow::anyhow!("cannot read {self}: expected UTF-8 text, found other bytes after {at} bytes")
        })?;
        // Editors on Windows like to begin a text with a byte order mark.
        Ok(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text))
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

/// The ways in which a position can be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Tengen's JSON record.
    Record,
    /// Rows of `X`, `O` and `.`.
    Diagram,
    /// Moves such as `h8 i9`.
    Moves,
    /// Nothing but blanks and remarks.
    Empty,
}

/// Tells what kind of text this is, by looking at characters that only one kind has.
pub(crate) fn kind_of(text: &str) -> Kind {
    if text.trim_start().starts_with(['{', '[']) {
        return Kind::Record;
    }
    let is_remark = |line: &&str| line.trim_start().starts_with(['#', ';']);
    let lines: Vec<&str> =
        text.lines().filter(|line| !line.trim().is_empty()).filter(|line| !is_remark(line)).collect();
    if lines.is_empty() {
        return Kind::Empty;
    }
    let only_in_diagrams = |c: char| matches!(c, '.' | '·' | '+' | '_' | '●' | '○');
    if lines.iter().any(|line| line.contains(only_in_diagrams)) {
        return Kind::Diagram;
    }
    // A move is a letter and a number. In a diagram a number only ever stands before the letters.
    let has_move = |line: &&str| {
        line.as_bytes().windows(2).any(|pair| pair[0].is_ascii_alphabetic() && pair[1].is_ascii_digit())
    };
    let stones =
        |c: char| matches!(c, 'X' | 'x' | 'O' | 'o' | '-') || c.is_whitespace() || c.is_ascii_digit();
    if !lines.iter().any(has_move) && lines.iter().all(|line| line.chars().all(stones)) {
        Kind::Diagram
    } else {
        Kind::Moves
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_told_apart() {
        let cases = [
            ("{\"format\": \"tengen-record\"}", Kind::Record),
            ("\n  {}", Kind::Record),
            ("...\n.X.\n...", Kind::Diagram),
            (" 3 . . .\n 2 . X .\n 1 . . .\n   a b c\n", Kind::Diagram),
            ("XOX\nOXO\nXOX", Kind::Diagram),
            ("---\n-X-\n---", Kind::Diagram),
            ("# a centre h8\n...\n...\n...", Kind::Diagram),
            ("h8", Kind::Moves),
            ("h8i9j10", Kind::Moves),
            ("o8 o9", Kind::Moves),
            ("h8, i9; z99", Kind::Moves),
            ("what is this", Kind::Moves),
            ("", Kind::Empty),
            (" \n# nothing\n", Kind::Empty),
        ];
        for (text, kind) in cases {
            assert_eq!(kind_of(text), kind, "{text}");
        }
    }
}
