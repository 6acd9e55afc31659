//! The records of games: a file for each in a folder, and one file of all.

use std::fs::OpenOptions;
use std::io::Write as _;
use std::path::PathBuf;

use serde::Serialize;
use tengen_formats::any::{self, Format};
use tengen_game::{Color, NodeId, Record};

use super::files::{create_folder, write_atomically};
use super::{Configuration, RunError, SequentialTest, Status};
use crate::schedule::{Game, Tournament};
use crate::standings::{PairTally, Standings};
use crate::stats::{Decision, EloEstimate};
use crate::{Cause, Ending, PlayedGame};

/// The files of a run's records.
#[derive(Debug, Default)]
pub struct Records {
    folder: Option<RecordFolder>,
    collection: Option<Collection>,
}

impl Records {
    /// Creates a folder for a record of each of `games`, and an SGF collection of all. A run that `resumes` adds to both;
    /// otherwise they must not have records of an earlier run.
    ///
    /// # Errors
    /// When one of them cannot be created, or has records already.
    pub fn new(
        folder: Option<(PathBuf, Format)>,
        collection: Option<PathBuf>,
        games: usize,
        resumes: bool,
    ) -> Result<Records, RunError> {
        let folder = folder.map(|(folder, format)| RecordFolder::new(folder, format, games, resumes));
        let collection = collection.map(|path| Collection::new(path, resumes));
        Ok(Records { folder: folder.transpose()?, collection: collection.transpose()? })
    }

    pub(super) fn write(
        &self,
        configuration: &Configuration,
        game: &Game,
        played: &PlayedGame,
    ) -> Result<(), RunError> {
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

/// A folder with a file for each game.
#[derive(Debug)]
struct RecordFolder {
    folder: PathBuf,
    format: Format,
    /// Digits of the numbers, so that file names are sorted as games are.
    digits: usize,
}

impl RecordFolder {
    fn new(folder: PathBuf, format: Format, games: usize, resumes: bool) -> Result<RecordFolder, RunError> {
        create_folder(&folder, ["keep games in", "games"], resumes, |name| name.starts_with("game-"))?;
        Ok(RecordFolder { folder, format, digits: games.to_string().len() })
    }

    fn write(&self, number: usize, record: &Record) -> Result<(), RunError> {
        let name = format!("game-{number:0digits$}.{}", self.format, digits = self.digits);
        let path = self.folder.join(name);
        write_atomically(&path, &content(number, record, self.format)?)
            .map_err(|error| RunError::file("write", &path, error))
    }
}

/// An SGF collection, to which every game is added as it ends.
#[derive(Debug)]
struct Collection {
    path: PathBuf,
}

impl Collection {
    fn new(path: PathBuf, resumes: bool) -> Result<Collection, RunError> {
        // A file that cannot be written is noticed before anything is played. An empty one may be left of a start that failed.
        let opened = OpenOptions::new().append(true).create(true).open(&path);
        let collection = Collection { path };
        let length = opened.and_then(|file| file.metadata()).map_err(|error| collection.fault(error))?.len();
        if length > 0 && !resumes {
            return Err(collection.fault("it is not empty, and may have the games of another run"));
        }
        Ok(collection)
    }

    fn fault(&self, error: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> RunError {
        RunError::file("write the games to", &self.path, error)
    }

    fn write(&self, number: usize, record: &Record) -> Result<(), RunError> {
        let mut text = content(number, record, Format::Sgf)?;
        text.push(b'\n');
        let opened = OpenOptions::new().append(true).open(&self.path);
        // One call writes the whole game, so that no game is cut off in the middle.
        opened.and_then(|mut file| file.write_all(&text)).map_err(|error| self.fault(error))
    }
}

fn content(number: usize, record: &Record, format: Format) -> Result<Vec<u8>, RunError> {
    match any::write(record, format) {
        Ok(written) => Ok(written.content),
        Err(source) => Err(RunError::Format { what: format!("game {number}"), format, source }),
    }
}

/// The record with the circumstances of the game at its start, and at its end what records cannot express.
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
    for participant in [game.black, game.white].map(|number| &configuration.participants[number.0]) {
        about.push(format!("{}: {}", participant.name, participant.control));
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

/// The end of the game in words, unless the record has a result.
fn end_in_words(ending: Ending, played: &PlayedGame) -> Option<String> {
    let name = |color| if color == Color::Black { "Black" } else { "White" };
    match ending.cause() {
        Cause::Adjudication => {
            let result =
                ending.winner().map_or("a draw".to_owned(), |winner| format!("{} wins", name(winner)));
            Some(format!("Adjudicated: {result}"))
        }
        Cause::Game(_) if played.fault.is_none() => None,
        _ => {
            let loser = ending.winner().map_or("neither side", |winner| name(!winner));
            let fault = played.fault.as_ref().map(ToString::to_string).unwrap_or_default();
            Some(format!("{loser} loses ({}): {fault}", ending.cause().name()))
        }
    }
}

/// The results of a run. `Serialize` writes one object; infinite figures are `null`.
#[derive(Clone, Debug, Serialize)]
pub struct Report<'a> {
    /// The result of the run.
    pub status: Status,
    /// Games of the plan.
    pub games: usize,
    /// Games that have ended.
    pub played: usize,
    /// The table.
    pub standings: Standings,
    /// The pairs of games, from the point of view of the first of two participants.
    pub pairs: Option<PairReport>,
    /// The sequential test.
    pub sprt: Option<SprtReport>,
    /// The settings of the run.
    pub configuration: &'a Configuration,
}

/// The results of pairs of games.
#[derive(Clone, Debug, Serialize)]
pub struct PairReport {
    /// Pairs with 0, ½, 1, 1½ and 2 points.
    pub counts: [u64; 5],
    /// The difference in strength.
    pub elo: Option<EloEstimate>,
    /// The probability of being stronger, 0 to 1.
    pub superiority: f64,
}

/// The state of a sequential test.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct SprtReport {
    /// H0, in logistic Elo.
    pub elo0: f64,
    /// H1, in logistic Elo.
    pub elo1: f64,
    /// The natural logarithm of the likelihood ratio.
    pub llr: f64,
    /// The ratio at which H0 is accepted.
    pub lower: f64,
    /// The ratio at which H1 is accepted.
    pub upper: f64,
    /// The result.
    pub decision: Decision,
}

impl<'a> Report<'a> {
    /// The results of a tournament as it is now.
    pub fn new(
        configuration: &'a Configuration,
        tournament: &Tournament,
        status: Status,
        test: Option<&SequentialTest>,
    ) -> Report<'a> {
        let plan = tournament.plan();
        let pairs = (plan.participants() == 2).then(|| {
            let pairs = PairTally::of(tournament, 0, 1).pairs();
            PairReport { counts: pairs.counts(), elo: pairs.elo(), superiority: pairs.superiority() }
        });
        Report {
            status,
            games: plan.games(),
            played: tournament.finished().count(),
            standings: Standings::of(tournament, &configuration.names()),
            pairs,
            sprt: test.map(SequentialTest::report),
            configuration,
        }
    }
}
