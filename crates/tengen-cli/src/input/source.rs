//! Files and standard input, as bytes.

use std::ffi::OsString;
use std::fmt;
use std::fs::File;
use std::io::{self, IsTerminal, Read, Write};
use std::path::PathBuf;

use anyhow::{Context, Result, bail};

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
    pub(super) fn read_bytes(&self, what: &str, most: u64) -> Result<Vec<u8>> {
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
