//! Records that are read and written during a game.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow};
use tengen_game::Record;
use tengen_game::format::Loss;
use tengen_game::format::any::{self, Format, Known};
use tengen_picture::{Drawing, PictureKind};

use crate::errors;
use crate::input::{Game, Source, read_game};

/// How saving went.
#[derive(Debug)]
pub(super) enum Saved {
    /// The file is there; the sentence says so, and what it does not hold.
    Done { path: PathBuf, said: String },
    /// Another file is in its place.
    Exists(PathBuf),
    /// It is not there, and why.
    Failed(String),
}

/// Whether a file of this name holds a record, which can be opened again, and not a picture.
pub(super) fn holds_record(path: &Path) -> bool {
    Format::of_file_name(&path.to_string_lossy()).is_some()
}

/// Writes the record in the format that the file's ending names.
pub(super) fn save(record: &Record, path: &Path, overwrite: bool) -> Saved {
    match write(record, path, overwrite) {
        Ok(Some(said)) => Saved::Done { path: path.to_owned(), said },
        Ok(None) => Saved::Exists(path.to_owned()),
        Err(error) => Saved::Failed(format!("not saved: {}", errors::sentence(&error))),
    }
}

fn write(record: &Record, path: &Path, overwrite: bool) -> Result<Option<String>> {
    let (content, losses) = content(record, &path.to_string_lossy())?;
    if !overwrite && path.exists() {
        return Ok(None);
    }
    fs::write(path, content).with_context(|| format!("cannot write {}", path.display()))?;
    let mut said = format!("saved {}", path.display());
    if !losses.is_empty() {
        let losses: Vec<&str> = losses.iter().map(|loss| loss.name()).collect();
        said = format!("{said}, which does not hold {}", losses.join(", "));
    }
    Ok(Some(said))
}

fn content(record: &Record, name: &str) -> Result<(Vec<u8>, Vec<Loss>)> {
    if let Some(format) = Format::of_file_name(name) {
        let written = any::write(record, format)?;
        return Ok((written.content, written.losses));
    }
    if let Some(kind) = PictureKind::of_file_name(name) {
        // The board stays alive meanwhile, so that no progress needs to be told.
        let drawn = Drawing::default().draw(record, kind, &mut |_, _| {})?;
        return Ok((drawn.content, drawn.losses));
    }
    Err(anyhow!(
        "expected a name that ends in .json, .sgf, .psq, .rec, .lib, .sav, .pos, .link, .moves, .txt, .svg, .png or \
         .gif, found `{name}`"
    ))
}

/// Reads a record in whatever format it is.
pub(super) fn open(path: &Path) -> Result<Box<Game>, String> {
    let game = read_game(&Source::File(path.to_owned()), None, Known::default());
    game.map(Box::new).map_err(|error| errors::sentence(&error))
}

#[cfg(test)]
mod tests {
    use tengen_game::{BoardSize, Point, Rule};

    use super::*;

    #[test]
    fn what_a_file_cannot_hold_is_told_and_nothing_is_overwritten_unasked() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.psq");
        let mut record = Record::new(Rule::Renju, BoardSize::FIFTEEN);
        record.play(Point::new(7, 7)).unwrap();
        let Saved::Done { said, .. } = save(&record, &path, false) else { panic!("it is not there yet") };
        assert_eq!(said, format!("saved {}, which does not hold the rule", path.display()));
        assert!(matches!(save(&record, &path, false), Saved::Exists(found) if found == path));
        assert!(matches!(save(&record, &path, true), Saved::Done { .. }));
        let game = open(&path).unwrap();
        assert_eq!((game.format, game.record.cursor()), (Format::Psq, 1));
    }

    #[test]
    fn every_ending_is_a_format_or_an_error() {
        let folder = tempfile::tempdir().unwrap();
        let record = Record::new(Rule::FREESTYLE, BoardSize::FIFTEEN);
        for ending in
            ["json", "sgf", "psq", "rec", "lib", "sav", "pos", "link", "moves", "txt", "svg", "png", "gif"]
        {
            let path = folder.path().join("game").with_extension(ending);
            let saved = save(&record, &path, false);
            assert!(matches!(saved, Saved::Done { .. }), "{ending}: {saved:?}");
            assert_eq!(holds_record(&path), !["svg", "png", "gif"].contains(&ending), "{ending}");
        }
        let saved = save(&record, &folder.path().join("game.doc"), false);
        assert!(matches!(&saved, Saved::Failed(why) if why.contains("found `")), "{saved:?}");
        let missing = open(&folder.path().join("none.sgf")).unwrap_err();
        assert!(missing.starts_with("cannot read "), "{missing}");
        let faulty = folder.path().join("faulty.txt");
        fs::write(&faulty, "h8 z9").unwrap();
        let expected = "moves: move 2, at character 4: `z9` is not on a 15×15 board";
        assert_eq!(open(&faulty).unwrap_err(), format!("cannot read {}: {expected}", faulty.display()));
    }
}
