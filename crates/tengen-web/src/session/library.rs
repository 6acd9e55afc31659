//! The library of games as signals: what the page shows of it, and how games get into it and out of it.

use std::collections::BTreeSet;

use gloo_timers::callback::Timeout;
use leptos::prelude::*;
use leptos::task::spawn_local;
use tengen_match::Game;

use super::adding::Adding;
use super::annotating::Annotating;
use super::unsaved::Unsaved;
use super::{Session, now};
use crate::library::archive::{ArchiveError, Unreadable};
use crate::library::store::{Row, StoreError};
use crate::library::{LibraryEntry, archive, store};
use crate::reactive::RwSignal;
use crate::storage;

/// What is said of something that was done stays so long, and so long can a deletion be undone.
const OUTCOME_MS: u32 = 10_000;

/// The outcome of an action in the library.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Outcome {
    Archived,
    /// It can be put back.
    Deleted(Row),
    Emptied,
    Exported(usize),
    /// The numbers of games that were imported and that were there already, and the games that could not be read.
    Imported(usize, usize, Vec<Unreadable>),
    NoArchive(ArchiveError),
    /// The game in question cannot be read.
    Unreadable(String),
}

impl Outcome {
    /// Whether it is about the library as a whole.
    pub(crate) fn is_of_whole(&self) -> bool {
        matches!(
            self,
            Outcome::Emptied | Outcome::Exported(_) | Outcome::Imported(..) | Outcome::NoArchive(_)
        )
    }
}

/// What the page knows of the library.
#[derive(Clone, Copy)]
pub(crate) struct Library {
    /// The newest first.
    pub(crate) entries: RwSignal<Vec<LibraryEntry>>,
    /// How many games there are of which the page cannot read what they are.
    pub(crate) unreadable: RwSignal<usize>,
    /// Why the games cannot be read, as far as it has shown.
    pub(crate) trouble: RwSignal<Option<StoreError>>,
    /// What the browser has refused to keep.
    pub(crate) unsaved: RwSignal<Unsaved>,
    pub(crate) outcome: RwSignal<Option<Outcome>>,
    /// The part that is open beside the games.
    pub(crate) part: RwSignal<Option<&'static str>>,
    /// The name of a file that is to be opened, and its content in base64, until it is read.
    pub(crate) arrived: RwSignal<Option<(String, String)>>,
    /// The time from which the statistics count; 0 for all games.
    pub(crate) since_ms: RwSignal<u64>,
    /// How far the games of a file have come into the library.
    pub(crate) adding: RwSignal<Option<Adding>>,
    /// The reviews of games in the background.
    pub(crate) annotating: Annotating,
    forgetting: StoredValue<Option<Timeout>, LocalStorage>,
}

impl Library {
    pub(super) fn new() -> Library {
        let since = storage::read(storage::STATISTICS_SINCE).and_then(|text| text.parse().ok());
        Library {
            entries: RwSignal::default(),
            unreadable: RwSignal::new(0),
            trouble: RwSignal::new(None),
            unsaved: RwSignal::new(Unsaved::default()),
            outcome: RwSignal::new(None),
            part: RwSignal::new(None),
            arrived: RwSignal::new(None),
            since_ms: RwSignal::new(since.unwrap_or_default()),
            adding: RwSignal::new(None),
            annotating: Annotating::new(),
            forgetting: StoredValue::new_local(None),
        }
    }

    /// What is known of a game.
    pub(crate) fn entry(self, id: &str) -> Option<LibraryEntry> {
        self.entries.with(|entries| entries.iter().find(|entry| entry.id == id).cloned())
    }

    /// Lets a file be read where files are opened. The caller shows the library.
    pub(crate) fn open_file(self, name: String, content: String) {
        self.arrived.set(Some((name, content)));
        self.part.set(Some("open-games"));
    }

    /// Counts from now on, or every game again.
    pub(crate) fn count_since(self, since_ms: u64) {
        self.since_ms.set(since_ms);
        storage::write(storage::STATISTICS_SINCE, &since_ms.to_string());
    }

    /// Shows a notice for a while.
    fn report(self, outcome: Outcome) {
        self.outcome.set(Some(outcome));
        self.forgetting.set_value(Some(Timeout::new(OUTCOME_MS, move || self.outcome.set(None))));
    }

    /// Takes the message back.
    pub(crate) fn clear_outcome(self) {
        self.forgetting.set_value(None);
        self.outcome.set(None);
    }

    /// Looks what is there.
    pub(crate) fn load(self) {
        self.attempt(async move {
            let rows = store::rows(false).await?;
            let mut entries = Vec::with_capacity(rows.len());
            let mut mended = Vec::new();
            let mut unreadable = 0;
            for row in rows {
                match LibraryEntry::from_text(&row.about) {
                    Ok(entry) if entry.id == row.id => entries.push(entry),
                    // The game itself may still be well.
                    _ => match recovered(&row.id).await? {
                        Some((entry, row)) => {
                            entries.push(entry);
                            mended.push(row);
                        }
                        None => unreadable += 1,
                    },
                }
            }
            sort(&mut entries);
            self.entries.set(entries);
            self.unreadable.set(unreadable);
            // So that the games need not be read the next time.
            if !mended.is_empty() {
                store::put(&mended).await?;
            }
            Ok(())
        });
    }

    /// Reads something from the store, and notes whether that works.
    pub(super) fn attempt(self, act: impl Future<Output = Result<(), StoreError>> + 'static) {
        spawn_local(async move {
            let trouble = act.await.err();
            if let Some(trouble) = &trouble {
                leptos::logging::warn!("the library is out of reach: {trouble}");
            }
            self.trouble.set(trouble);
        });
    }

    /// Shows an entry at its place, instead of what was known before.
    fn show(self, entry: LibraryEntry) {
        self.entries.update(|entries| {
            entries.retain(|other| other.id != entry.id);
            entries.push(entry);
            sort(entries);
        });
    }

    /// Puts a game in the place of the one with the same id, whose name it keeps.
    pub(super) async fn put_game(self, game: &Game) -> Result<(), StoreError> {
        let before = store::row(&game.identity.id).await?;
        let name = before.map(|row| LibraryEntry::name_in(&row.about)).unwrap_or_default();
        let entry = LibraryEntry { name, ..LibraryEntry::of(game) };
        store::put(&[row(&entry, game)]).await?;
        self.show(entry);
        Ok(())
    }

    pub(crate) fn rename(self, id: &str, name: String) {
        let id = id.to_owned();
        self.attempt_writing(async move {
            let Some(row) = store::row(&id).await? else { return Ok(()) };
            if let Some(entry) = entry_of(&row) {
                let entry = LibraryEntry { name: name.trim().to_owned(), ..entry };
                store::put(&[Row { about: entry.to_text(), ..row }]).await?;
                self.show(entry);
            }
            Ok(())
        });
    }

    pub(crate) fn delete(self, id: &str) {
        let id = id.to_owned();
        self.attempt_writing(async move {
            let Some(row) = store::row(&id).await? else { return Ok(()) };
            store::delete(&id).await?;
            self.entries.update(|entries| entries.retain(|entry| entry.id != id));
            self.report(Outcome::Deleted(row));
            Ok(())
        });
    }

    /// Puts back what was deleted last.
    pub(crate) fn undo_delete(self) {
        let Some(Outcome::Deleted(row)) = self.outcome.get_untracked() else { return };
        self.clear_outcome();
        self.attempt_writing(async move {
            store::put(std::slice::from_ref(&row)).await?;
            if let Some(entry) = entry_of(&row) {
                self.show(entry);
            }
            Ok(())
        });
    }

    /// Deletes all games, those that cannot be read as well.
    pub(crate) fn delete_everything(self) {
        self.attempt_writing(async move {
            store::clear().await?;
            self.entries.set(Vec::new());
            self.unreadable.set(0);
            self.report(Outcome::Emptied);
            Ok(())
        });
    }
}

/// The newest first; of two that ended at once, the one that began later.
pub(super) fn sort(entries: &mut [LibraryEntry]) {
    entries.sort_by(|a, b| (b.ended_ms, b.began_ms, &b.id).cmp(&(a.ended_ms, a.began_ms, &a.id)));
}

pub(super) fn row(entry: &LibraryEntry, game: &Game) -> Row {
    Row { id: entry.id.clone(), about: entry.to_text(), game: game.save() }
}

/// The entry of a saved game; if it cannot be read, it is made from the game again.
fn entry_of(row: &Row) -> Option<LibraryEntry> {
    let known = LibraryEntry::from_text(&row.about).ok().filter(|entry| entry.id == row.id);
    known.or_else(|| {
        let game = Game::load(&row.game).ok()?;
        Some(LibraryEntry {
            id: row.id.clone(),
            name: LibraryEntry::name_in(&row.about),
            ..LibraryEntry::of(&game)
        })
    })
}

/// A new entry for a saved game whose entry cannot be read, and its row with that entry.
async fn recovered(id: &str) -> Result<Option<(LibraryEntry, Row)>, StoreError> {
    let mended = |row: Row| {
        let entry = entry_of(&row)?;
        let about = entry.to_text();
        Some((entry, Row { about, ..row }))
    };
    Ok(store::row(id).await?.and_then(mended))
}

/// Those of all games.
pub(super) async fn fingerprints() -> Result<BTreeSet<u64>, StoreError> {
    let rows = store::rows(false).await?;
    Ok(rows
        .iter()
        .filter_map(|row| LibraryEntry::from_text(&row.about).ok())
        .map(|entry| entry.fingerprint)
        .collect())
}

/// Ids sort by the time at which they were given.
fn new_id() -> String {
    format!("{:012x}-{:08x}", now(), (js_sys::Math::random() * f64::from(u32::MAX)) as u32)
}

/// If the browser stores no library, at most this many games wait for one.
const MOST_WAITING: usize = 20;

impl Library {
    /// Brings a game that waits into the library, and then says what has been done.
    pub(super) fn add_one(self, waiting: String, text: String, done: Option<Outcome>) {
        // What cannot be read stays where it is; a later version may read it.
        let Ok(game) = Game::load(&text) else { return };
        self.note_waiting(&waiting, &text);
        self.attempt_writing(async move {
            let mut entry = LibraryEntry::of(&game);
            let before =
                store::row(&entry.id).await?.and_then(|row| LibraryEntry::from_text(&row.about).ok());
            let known = match &before {
                // A file that is opened twice is one game.
                None if game.identity.opened => fingerprints().await?.contains(&entry.fingerprint),
                _ => false,
            };
            if !known {
                entry.name = before.map(|before| before.name).unwrap_or_default();
                store::put(&[row(&entry, &game)]).await?;
                self.show(entry);
            }
            if storage::read(&waiting).is_some_and(|now| now == text) {
                storage::remove(&waiting);
            }
            self.note_arrived(&waiting, &text);
            done.into_iter().for_each(|done| self.report(done));
            Ok(())
        });
    }

    /// Brings in what was on its way when the page closed.
    pub(crate) fn add_waiting(self) {
        for waiting in storage::names(storage::WAITING_GAME) {
            if let Some(text) = storage::read(&waiting) {
                self.add_one(waiting, text, None);
            }
        }
    }
}

impl Library {
    /// Takes a game, if there is one. A page that is closed before the library has it finds it when it opens again.
    pub(crate) fn add(self, game: Option<Game>) {
        self.add_then(game, None);
    }

    fn add_then(self, game: Option<Game>, done: Option<Outcome>) {
        let Some(game) = game else { return };
        let (waiting, text) = (format!("{}{}", storage::WAITING_GAME, game.identity.id), game.save());
        let others = storage::names(storage::WAITING_GAME);
        if others.len() >= MOST_WAITING {
            // Their names begin with the time of their first move, so that this is the oldest.
            storage::remove(&others[0]);
        }
        // A refusal matters only if the library refuses it as well.
        storage::write(&waiting, &text);
        self.add_one(waiting, text, done);
    }
}

impl Session {
    /// Saves the game on the board in the library at the user's request.
    pub(crate) fn archive(self) {
        let mut archived = None;
        self.act(|table| archived = Some(table.for_library_by_hand()));
        self.library.add_then(archived, Some(Outcome::Archived));
        self.save();
    }

    /// Puts a game of the library on the board, with programs waiting; `then` runs when it is there.
    pub(crate) fn open_archived(self, id: &str, then: impl FnOnce() + 'static) {
        if self.table.game.with_untracked(|game| game.identity.id == id) {
            return then();
        }
        let (library, id) = (self.library, id.to_owned());
        library.attempt(async move {
            let Some(row) = store::row(&id).await? else { return Ok(()) };
            match Game::load(&row.game) {
                Ok(game) => {
                    self.act(|table| table.open_from_library(game));
                    then();
                }
                Err(reason) => library.report(Outcome::Unreadable(reason.to_string())),
            }
            Ok(())
        });
    }
}

impl Library {
    /// Passes a saved game to `then`.
    pub(crate) fn export_game(self, id: &str, then: impl FnOnce(&Game) + 'static) {
        let id = id.to_owned();
        self.attempt(async move {
            let Some(row) = store::row(&id).await? else { return Ok(()) };
            match Game::load(&row.game) {
                Ok(game) => then(&game),
                Err(reason) => self.report(Outcome::Unreadable(reason.to_string())),
            }
            Ok(())
        });
    }

    /// Hands over the text of all games as one file.
    pub(crate) fn export_all(self, then: impl FnOnce(String) + 'static) {
        self.attempt(async move {
            let mut rows = store::rows(true).await?;
            rows.retain(|row| Game::load(&row.game).is_ok());
            let name = |row: &Row| entry_of(row).map(|entry| entry.name).unwrap_or_default();
            let names: Vec<String> = rows.iter().map(name).collect();
            let games = rows.iter().map(|row| row.game.as_str());
            then(archive::write(names.iter().map(String::as_str).zip(games)));
            self.report(Outcome::Exported(rows.len()));
            Ok(())
        });
    }

    /// Takes over the games of a file that are not there yet.
    pub(crate) fn import(self, text: &str) {
        let archive = match archive::read(text) {
            Ok(archive) => archive,
            Err(error) => return self.report(Outcome::NoArchive(error)),
        };
        self.attempt_writing(async move {
            let mut known = fingerprints().await?;
            let mut ids: BTreeSet<String> = store::rows(false).await?.into_iter().map(|row| row.id).collect();
            let (mut rows, mut there) = (Vec::new(), 0);
            for (name, mut game) in archive.games {
                let fingerprint = game.fingerprint();
                if !known.insert(fingerprint) {
                    there += 1;
                    continue;
                }
                if game.identity.id.is_empty() || !ids.insert(game.identity.id.clone()) {
                    game.identity.id = new_id();
                    ids.insert(game.identity.id.clone());
                }
                game.identity.archived = Some(fingerprint);
                rows.push(row(&LibraryEntry { name, ..LibraryEntry::of(&game) }, &game));
            }
            store::put(&rows).await?;
            self.report(Outcome::Imported(rows.len(), there, archive.faults));
            self.load();
            Ok(())
        });
    }
}
