//! Records that are read and written during a game, and whether a game is in a file.

use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow};
use tengen_formats::Loss;
use tengen_formats::any::{self, Format, Known};
use tengen_game::{Players, Record};
use tengen_picture::{Drawing, PictureKind};

use crate::input::{Game, Source, read_game};
use crate::{errors, output};

/// The result of saving.
#[derive(Debug)]
pub(super) enum Saved {
    /// The file was written; the message names the losses.
    Done { path: PathBuf, message: String },
    /// Another file has this name.
    Exists(PathBuf),
    /// Nothing was written, for this reason.
    Failed(String),
}

/// A game as it is in a file, or as it was at its beginning.
#[derive(Clone, Debug)]
pub(super) struct SavedGame(Record);

impl SavedGame {
    /// The current state of the game.
    pub(super) fn of(record: &Record) -> SavedGame {
        SavedGame(essence(record))
    }

    /// Whether the saved game has everything in the record: the same moves, results and notes.
    pub(super) fn holds(&self, record: &Record) -> bool {
        self.0 == essence(record)
    }
}

/// The record without the cursor, the players' names and the evaluations, which are not entered by the user.
fn essence(record: &Record) -> Record {
    let mut record = record.clone();
    record.go_to(0);
    record.players = Players::default();
    for node in record.nodes() {
        if record.notes(node).evaluation.is_some() {
            record.notes_mut(node).evaluation = None;
        }
    }
    record
}

/// Whether a file of this name holds a record, which can be opened again, and not a picture.
pub(super) fn holds_record(path: &Path) -> bool {
    Format::of_file_name(&path.to_string_lossy()).is_some()
}

/// Writes the record in the format that the extension of the file names.
pub(super) fn save(record: &Record, path: &Path, overwrite: bool) -> Saved {
    match write(record, path, overwrite) {
        Ok(Some(message)) => Saved::Done { path: path.to_owned(), message },
        Ok(None) => Saved::Exists(path.to_owned()),
        Err(error) => Saved::Failed(format!("not saved: {}", errors::sentence(&error))),
    }
}

fn write(record: &Record, path: &Path, overwrite: bool) -> Result<Option<String>> {
    let (content, losses) = content(record, &path.to_string_lossy())?;
    if !overwrite && path.exists() {
        return Ok(None);
    }
    output::write_file(path, &content)?;
    let mut message = format!("saved {}", path.display());
    if !losses.is_empty() {
        let losses: Vec<&str> = losses.iter().map(|loss| loss.name()).collect();
        message = format!("{message}, which does not hold {}", losses.join(", "));
    }
    Ok(Some(message))
}

fn content(record: &Record, name: &str) -> Result<(Vec<u8>, Vec<Loss>)> {
    if let Some(format) = Format::of_file_name(name) {
        let written = any::write(record, format)?;
        return Ok((written.content, written.losses));
    }
    if let Some(kind) = PictureKind::of_file_name(name) {
        // On the full screen another thread writes files, so that no progress needs to be shown.
        let drawn = Drawing::default().draw(record, kind, &mut |_, _| {})?;
        return Ok((drawn.content, drawn.losses));
    }
    Err(anyhow!(
        "expected a name that ends in .json, .sgf, .psq, .rec, .lib, .sav, .pos, .link, .moves, .txt, .svg, .png or \
         .gif, found `{name}`"
    ))
}

/// Reads a record in any format.
pub(super) fn open(path: &Path) -> Result<Box<Game>, String> {
    let game = read_game(&Source::File(path.to_owned()), None, Known::default());
    game.map(Box::new).map_err(|error| errors::sentence(&error))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use tengen_game::{BoardSize, Color, GameResult, Point, Rule, Score};

    use super::*;

    #[test]
    fn losses_are_named_and_no_file_is_overwritten_unasked() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.psq");
        let mut record = Record::new(Rule::Renju, BoardSize::FIFTEEN);
        record.play(Point::new(7, 7)).unwrap();
        let Saved::Done { message, .. } = save(&record, &path, false) else {
            panic!("it does not exist yet")
        };
        assert_eq!(message, format!("saved {}, which does not hold the rule", path.display()));
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
    #[test]
    fn moves_and_results_can_be_lost_but_not_the_cursor_and_evaluations() {
        let mut record = Record::new(Rule::FREESTYLE, BoardSize::FIFTEEN);
        let nothing = SavedGame::of(&record);
        record.play(Point::new(7, 7)).unwrap();
        assert!(!nothing.holds(&record));
        let saved = SavedGame::of(&record);
        record.notes_mut(record.current()).evaluation = Some(Score::Value(5));
        record.undo();
        record.players.black = "me".to_owned();
        assert!(saved.holds(&record));
        record.redo();
        record.end(GameResult::resignation(Color::White)).unwrap();
        assert!(!saved.holds(&record));
    }
}
