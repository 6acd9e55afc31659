//! Saving games as files.

use std::fs::{self, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use tengen_formats::any::{self, Format, WriteError};
use tengen_formats::json::{self, JsonError};
use tengen_formats::{Loss, Written};

/// The formats in the order in which they are offered, the usual ones first.
pub(crate) const OFFERED: [Format; 10] = [
    Format::Sgf,
    Format::Json,
    Format::RenLib,
    Format::Psq,
    Format::Rec,
    Format::Sav,
    Format::Pos,
    Format::Moves,
    Format::Link,
    Format::Diagram,
];

/// The reason why a game was not saved.
#[derive(Debug, thiserror::Error)]
pub(crate) enum SaveError {
    #[error(transparent)]
    Record(#[from] JsonError),
    #[error(transparent)]
    Write(#[from] WriteError),
    #[error(
        "expected a name that ends in .json, .sgf, .psq, .rec, .lib, .sav, .pos, .link, .moves or .txt, found {0}"
    )]
    Ending(PathBuf),
    #[error("{path}: {source}")]
    Disk { path: PathBuf, source: io::Error },
}

/// Saves a game in the format that the file's ending names, and returns the data that the format cannot hold. A file without an ending is
/// SGF.
pub(crate) fn save(record: &str, path: &Path) -> Result<Vec<Loss>, SaveError> {
    let record = json::read(record)?;
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let is_bare = path.extension().is_none();
    let format = Format::of_file_name(&name).or(is_bare.then_some(Format::Sgf));
    let format = format.ok_or_else(|| SaveError::Ending(path.to_owned()))?;
    let Written { content, losses } = any::write(&record, format)?;
    // The user has not agreed to overwrite a file of the longer name.
    let path = if is_bare { path.with_extension("sgf") } else { path.to_owned() };
    write(&path, &content, is_bare)?;
    Ok(losses)
}

/// Writes a file as a whole, or leaves the existing one unchanged.
pub(crate) fn write(path: &Path, content: &[u8], must_be_new: bool) -> Result<(), SaveError> {
    let written = if must_be_new {
        OpenOptions::new()
            .write(true)
            .create_new(true)
            .open(path)
            .and_then(|mut file| file.write_all(content))
    } else {
        replace(path, content)
    };
    written.map_err(|source| SaveError::Disk { path: path.to_owned(), source })
}

/// Replaces a file as a whole. A program or machine that stops half-way must not cost the existing game.
fn replace(path: &Path, content: &[u8]) -> io::Result<()> {
    // A symbolic link stays in place, and the file that it names is written.
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let mut beside = path.file_name().unwrap_or_default().to_owned();
    beside.push(format!(".{}.part", std::process::id()));
    let beside = path.with_file_name(beside);
    let written = fs::write(&beside, content).and_then(|()| fs::rename(&beside, &path));
    if written.is_err() {
        // The error is reported; a second error about the remaining fragment would only distract.
        let _ = fs::remove_file(&beside);
    }
    written
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

    use tengen_game::{BoardSize, Point, Record, Rule};

    use super::*;

    fn record() -> String {
        let mut record = Record::new(Rule::Renju, BoardSize::FIFTEEN);
        record.play(Point::new(7, 7)).unwrap();
        json::write(&record)
    }

    /// A folder that is deleted when the value is dropped.
    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Folder {
            let folder = std::env::temp_dir().join(format!("tengen-desktop-{name}-{}", std::process::id()));
            fs::create_dir_all(&folder).unwrap();
            Folder(folder)
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn the_ending_chooses_the_format() {
        let folder = Folder::new("endings");
        let at = |name: &str| folder.0.join(name);
        assert_eq!(save(&record(), &at("game.sgf")).unwrap(), []);
        assert!(fs::read_to_string(at("game.sgf")).unwrap().starts_with("(;"));
        assert_eq!(save(&record(), &at("game.PSQ")).unwrap(), [Loss::Rule]);
        assert_eq!(save(&record(), &at("bare")).unwrap(), []);
        assert_eq!(fs::read(at("bare.sgf")).unwrap(), fs::read(at("game.sgf")).unwrap());
        assert!(matches!(save(&record(), &at("bare")), Err(SaveError::Disk { .. })), "it is there");
        assert!(matches!(save(&record(), &at("game.doc")), Err(SaveError::Ending(_))));
        assert_eq!(fs::read_dir(&folder.0).unwrap().count(), 3, "nothing else is left");
    }

    #[test]
    fn a_file_that_cannot_be_written_is_left_as_it_was() {
        let folder = Folder::new("faults");
        let path = folder.0.join("game.sgf");
        save(&record(), &path).unwrap();
        let before = fs::read(&path).unwrap();
        assert!(matches!(save("{}", &path), Err(SaveError::Record(_))));
        assert!(matches!(save(&record(), &path.join("game.sgf")), Err(SaveError::Disk { .. })));
        assert_eq!(fs::read(&path).unwrap(), before);
    }

    #[test]
    fn every_format_is_offered() {
        assert!(Format::WRITTEN.iter().all(|format| OFFERED.contains(format)));
    }
}
