//! The records of games in a folder.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use tengen_arena::schedule::Game;
use tengen_arena::{Cause, Ending, PlayedGame};
use tengen_game::format::any::{self, Format};
use tengen_game::{NodeId, Record};

use super::configuration::Configuration;
use super::state;
use crate::wording;

/// A folder into which every game is written.
pub(super) struct GameFiles {
    folder: PathBuf,
    format: Format,
    /// Digits of the numbers, so that files are sorted as games are.
    digits: usize,
}

impl GameFiles {
    /// Makes the folder. Games of an arena that goes on may lie in it, those of another one may not.
    pub(super) fn new(folder: PathBuf, format: Format, games: usize, goes_on: bool) -> Result<GameFiles> {
        let named = || format!("cannot keep games in {}", folder.display());
        fs::create_dir_all(&folder).with_context(named)?;
        if !goes_on {
            for entry in fs::read_dir(&folder).with_context(named)? {
                let name = entry.with_context(named)?.file_name();
                if name.to_string_lossy().starts_with("game-") {
                    bail!(
                        "expected a folder without games, found {} in {}",
                        name.display(),
                        folder.display()
                    );
                }
            }
        }
        Ok(GameFiles { folder, format, digits: games.to_string().len() })
    }

    /// Writes a game with all that is known about it.
    pub(super) fn write(
        &self,
        configuration: &Configuration,
        game: &Game,
        played: &PlayedGame,
    ) -> Result<()> {
        let number = game.number + 1;
        let name = format!("game-{number:0digits$}.{}", self.format, digits = self.digits);
        let path = self.folder.join(name);
        let record = commented(configuration, game, played);
        let written = any::write(&record, self.format)
            .with_context(|| format!("game {number} cannot be written as {}", self.format))?;
        state::write_whole(&path, &written.content)
            .with_context(|| format!("cannot write {}", path.display()))
    }
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
            let loser = ending.winner().map_or("nobody", |winner| wording::color(!winner));
            let fault = played.fault.as_ref().map(ToString::to_string).unwrap_or_default();
            Some(format!("{loser} loses ({}): {fault}", ending.cause().name()))
        }
    }
}
