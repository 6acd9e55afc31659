//! The even game in the terminal: the engine's level follows the results of the person, which a file keeps.

use std::fs;
use std::path::{Path, PathBuf};
use std::process;
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result};
use tengen_analysis::Level;
use tengen_game::{Point, Position};
use tengen_match::{Game, LadderProgress, PersonScore, score_against_level};

use crate::folders;
use crate::input::read_if_there;
use crate::output;

/// The even game, with the file of the results.
#[derive(Clone, Debug)]
pub(super) struct EvenGame {
    path: PathBuf,
    /// The beginning of the identifiers of this run's games, which no other run has.
    run: String,
    results: LadderProgress,
}

impl EvenGame {
    /// The results of a file; a new person's if the file does not exist.
    ///
    /// # Errors
    /// When the file cannot be read, or has something else.
    pub(super) fn open(path: &Path) -> Result<EvenGame> {
        let results = match read_if_there(path)? {
            Some(text) => serde_json::from_slice::<LadderProgress>(&text).with_context(|| {
                format!("{}: expected the results of `tengen play --even`", path.display())
            })?,
            None => LadderProgress::default(),
        };
        let results = LadderProgress { strength: results.strength.checked(), ..results };
        let began = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_nanos());
        Ok(EvenGame { path: path.to_owned(), run: format!("{began:x}-{:x}", process::id()), results })
    }

    /// The file in the user's folder for data, which is used where no file is named.
    ///
    /// # Errors
    /// When the user has no home folder.
    pub(super) fn usual_path() -> Result<PathBuf> {
        folders::results_file("even.json", "--even")
    }

    /// The engine's level in the next game.
    pub(super) fn level(&self) -> Level {
        self.results.strength.level()
    }

    /// The moves that would lead into an opening that the engine lost to this person.
    pub(super) fn moves_to_leave(&self, position: &Position) -> Vec<Point> {
        self.results.lost_openings.moves_to_leave(position)
    }

    /// Counts the result of a game of this run that has ended, once for each number, and writes the file. Returns a sentence about the person's
    /// strength, if the result counts.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub(super) fn count(&mut self, number: u32, game: &Game) -> Result<Option<String>> {
        let Some((level, person, score)) = score_against_level(game) else { return Ok(None) };
        let id = format!("{}-{number}", self.run);
        if self.results.strength.has_counted(&id) {
            return Ok(None);
        }
        self.results.strength.count(&id, level, score);
        if score == PersonScore::Win {
            self.results.lost_openings.note(game, !person);
        }
        if let Some(folder) = self.path.parent() {
            fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))?;
        }
        output::write_file(&self.path, serde_json::to_string_pretty(&self.results)?.as_bytes())?;
        let (level, error) = self.results.strength.estimate();
        Ok(Some(format!(
            "You play at about level {level}, ± {error}. The next opponent: level {}.",
            self.level().number()
        )))
    }
}

#[cfg(test)]
mod tests {
    use tengen_game::{BoardSize, Color, Rule};
    use tengen_match::Seat;

    use super::*;

    #[test]
    fn results_are_kept_in_a_file_and_move_the_level() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("deep").join("even.json");
        let mut even = EvenGame::open(&path).unwrap();
        let first = even.level();
        let mut game = Game::new(Rule::FREESTYLE, BoardSize::FIFTEEN, [Seat::Person, Seat::Engine(first)]);
        assert_eq!(even.count(1, &game).unwrap(), None, "the game goes on");
        game.resign(Color::White).unwrap();
        let sentence = even.count(1, &game).unwrap().unwrap();
        assert!(sentence.starts_with("You play at about level "), "{sentence}");
        assert_eq!(even.count(1, &game).unwrap(), None, "the game has counted");
        let again = EvenGame::open(&path).unwrap();
        assert!(again.level() > first && again.level() == even.level());
        fs::write(&path, "[1]").unwrap();
        let error = format!("{:#}", EvenGame::open(&path).unwrap_err());
        assert!(error.contains("expected the results of `tengen play --even`"), "{error}");
    }
}
