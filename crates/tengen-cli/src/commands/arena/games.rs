//! The records of games: a file for each in a folder, and one file of all.

use std::fs::OpenOptions;
use std::io::Write as _;
use std::path::PathBuf;

use anyhow::{Context, Result};
use tengen_arena::schedule::Game;
use tengen_arena::{Cause, Ending, PlayedGame};
use tengen_game::format::any::{self, Format};
use tengen_game::{NodeId, Record};

use super::configuration::Configuration;
use super::state;
use crate::wording;

/// Where the games of an arena are kept.
#[derive(Default)]
pub(super) struct Records {
    folder: Option<GameFiles>,
    collection: Option<Collection>,
}

impl Records {
    /// Makes what does not exist yet. Games of an arena that goes on may be there, those of another one may not.
    pub(super) fn new(
        folder: Option<(PathBuf, Format)>,
        collection: Option<PathBuf>,
        games: usize,
        goes_on: bool,
    ) -> Result<Records> {
        let folder = folder.map(|(folder, format)| GameFiles::new(folder, format, games, goes_on));
        let collection = collection.map(|path| Collection::new(path, goes_on));
        Ok(Records { folder: folder.transpose()?, collection: collection.transpose()? })
    }

    /// Keeps a game with all that is known about it.
    pub(super) fn write(
        &self,
        configuration: &Configuration,
        game: &Game,
        played: &PlayedGame,
    ) -> Result<()> {
        if self.folder.is_none() && self.collection.is_none() {
            return Ok(());
        }
        let record = commented(configuration, game, played);
        let number = game.number + 1;
        if let Some(folder) = &self.folder {
            folder.write(number, &record)?;
        }
        if let Some(collection) = &self.collection {
            collection.write(number, &record)?;
        }
        Ok(())
    }
}

/// A folder into which every game is written.
struct GameFiles {
    folder: PathBuf,
    format: Format,
    /// Digits of the numbers, so that files are sorted as games are.
    digits: usize,
}

impl GameFiles {
    fn new(folder: PathBuf, format: Format, games: usize, goes_on: bool) -> Result<GameFiles> {
        state::make_folder(&folder, "games", goes_on, |name| name.starts_with("game-"))?;
        Ok(GameFiles { folder, format, digits: games.to_string().len() })
    }

    fn write(&self, number: usize, record: &Record) -> Result<()> {
        let name = format!("game-{number:0digits$}.{}", self.format, digits = self.digits);
        let path = self.folder.join(name);
        state::write_whole(&path, &content(number, record, self.format)?)
            .with_context(|| format!("cannot write {}", path.display()))
    }
}

/// A file to which every game is added as it ends: an SGF collection.
struct Collection {
    path: PathBuf,
}

impl Collection {
    fn new(path: PathBuf, goes_on: bool) -> Result<Collection> {
        let collection = Collection { path };
        let mut options = OpenOptions::new();
        // What cannot be written is known before anything is played.
        let opened = options.append(true).create(goes_on).create_new(!goes_on).open(&collection.path);
        opened.with_context(|| collection.fault())?;
        Ok(collection)
    }

    fn fault(&self) -> String {
        format!("cannot write the games to {}", self.path.display())
    }

    fn write(&self, number: usize, record: &Record) -> Result<()> {
        let mut text = content(number, record, Format::Sgf)?;
        text.push(b'\n');
        let opened = OpenOptions::new().append(true).open(&self.path);
        // A game is written in one piece, so that none is cut off in the middle.
        opened.and_then(|mut file| file.write_all(&text)).with_context(|| self.fault())
    }
}

/// A record in a format.
fn content(number: usize, record: &Record, format: Format) -> Result<Vec<u8>> {
    let written = any::write(record, format);
    Ok(written.with_context(|| format!("game {number} cannot be written as {format}"))?.content)
}

/// The record with the circumstances at its start, and at its end what no record knows.
fn commented(configuration: &Configuration, game: &Game, played: &PlayedGame) -> Record {
    let mut record = played.record.clone();
    let mut about = Vec::new();
    if !configuration.event.is_empty() {
        about.push(configuration.event.clone());
    }
    let plan = &configuration.plan;
    about.push(format!(
        "Game {} of {}, round {} of {}",
        game.number + 1,
        plan.games(),
        game.round + 1,
        plan.rounds()
    ));
    for entrant in [game.black, game.white].map(|entrant| &configuration.entrants[entrant.0]) {
        about.push(format!("{}: {}", entrant.name, entrant.control));
    }
    if let Some(opening) = &played.opening {
        about.push(format!("Opening: {opening}"));
    } else if plan.openings_used() > 1 {
        about.push(format!("Opening {}", game.opening + 1));
    }
    record.notes_mut(NodeId::START).comment = about.join("\n");
    if let Some(end) = played.ending.and_then(|ending| end_in_words(ending, played)) {
        let here = record.current();
        let comment = &mut record.notes_mut(here).comment;
        if !comment.is_empty() {
            comment.push('\n');
        }
        comment.push_str(&end);
    }
    record
}

/// How the game ended, where the record does not say it.
fn end_in_words(ending: Ending, played: &PlayedGame) -> Option<String> {
    let told = |winner: Option<tengen_game::Color>| {
        winner.map_or("a draw".to_owned(), |color| format!("{} wins", wording::color(color)))
    };
    match ending.cause() {
        Cause::Adjudication => Some(format!("Adjudicated: {}", told(ending.winner()))),
        Cause::Game(_) if played.fault.is_none() => None,
        _ => {
            let loser = ending.winner().map_or("neither side", |winner| wording::color(!winner));
            let fault = played.fault.as_ref().map(ToString::to_string).unwrap_or_default();
            Some(format!("{loser} loses ({}): {fault}", ending.cause().name()))
        }
    }
}
