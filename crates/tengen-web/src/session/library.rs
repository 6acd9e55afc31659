//! The library of games as signals: the state that the page shows, and the commands that add, change, delete and export games.

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

/// The milliseconds for which the notice of an outcome is shown, and for which a deletion can be undone.
const OUTCOME_MS: u32 = 10_000;

/// The outcome of an action in the library.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Outcome {
    Archived,
    /// The deleted row, which can be restored.
    Deleted(Row),
    Emptied,
    Exported(usize),
    /// The number of imported games, the number of games that the library had already, and the unreadable games.
    Imported(usize, usize, Vec<Unreadable>),
    NoArchive(ArchiveError),
    /// The reason why a game cannot be read.
    Unreadable(String),
}

impl Outcome {
    /// Whether the outcome is about the library as a whole.
    pub(crate) fn is_of_whole(&self) -> bool {
        matches!(
            self,
            Outcome::Emptied | Outcome::Exported(_) | Outcome::Imported(..) | Outcome::NoArchive(_)
        )
    }
}

/// The state of the library on the page.
#[derive(Clone, Copy)]
pub(crate) struct Library {
    /// The entries of the readable games, the newest first.
    pub(crate) entries: RwSignal<Vec<LibraryEntry>>,
    /// The number of games of which neither the entry nor the game can be read.
    pub(crate) unreadable: RwSignal<usize>,
    /// The error of the last operation on the stored games, if it failed.
    pub(crate) trouble: RwSignal<Option<StoreError>>,
    /// The data that the browser has refused to store.
    pub(crate) unsaved: RwSignal<Unsaved>,
    pub(crate) outcome: RwSignal<Option<Outcome>>,
    /// The part that is open beside the games.
    pub(crate) part: RwSignal<Option<&'static str>>,
    /// The name and the base64 content of a file that is to be opened, until it is read.
    pub(crate) arrived: RwSignal<Option<(String, String)>>,
    /// The time from which the statistics count; 0 for all games.
    pub(crate) since_ms: RwSignal<u64>,
    /// The progress of adding the games of a file.
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

    pub(crate) fn entry(self, id: &str) -> Option<LibraryEntry> {
        self.entries.with(|entries| entries.iter().find(|entry| entry.id == id).cloned())
    }

    /// Passes a file to the part of the library that opens games. The caller shows the library.
    pub(crate) fn open_file(self, name: String, content: String) {
        self.arrived.set(Some((name, content)));
        self.part.set(Some("open-games"));
    }

    /// Restricts the statistics to the games from this time on; 0 restores all games.
    pub(crate) fn count_since(self, since_ms: u64) {
        self.since_ms.set(since_ms);
        storage::write(storage::STATISTICS_SINCE, &since_ms.to_string());
    }

    /// Shows the notice of an outcome for [`OUTCOME_MS`].
    fn report(self, outcome: Outcome) {
        self.outcome.set(Some(outcome));
        self.forgetting.set_value(Some(Timeout::new(OUTCOME_MS, move || self.outcome.set(None))));
    }

    /// Hides the notice of the last outcome.
    pub(crate) fn clear_outcome(self) {
        self.forgetting.set_value(None);
        self.outcome.set(None);
    }

    /// Loads the entries of all stored games.
    pub(crate) fn load(self) {
        self.attempt(async move {
            let rows = store::rows(false).await?;
            let mut entries = Vec::with_capacity(rows.len());
            let mut mended = Vec::new();
            let mut unreadable = 0;
            for row in rows {
                match LibraryEntry::from_text(&row.about) {
                    Ok(entry) if entry.id == row.id => entries.push(entry),
                    // The game of an unreadable entry may be readable.
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
            // With mended entries, the games need not be read the next time.
            if !mended.is_empty() {
                store::put(&mended).await?;
            }
            Ok(())
        });
    }

    /// Runs an operation that reads from the store, and records its error.
    pub(super) fn attempt(self, act: impl Future<Output = Result<(), StoreError>> + 'static) {
        spawn_local(async move {
            let trouble = act.await.err();
            if let Some(trouble) = &trouble {
                leptos::logging::warn!("the library is out of reach: {trouble}");
            }
            self.trouble.set(trouble);
        });
    }

    /// Shows an entry at its place, instead of the earlier entry of the same game.
    fn show(self, entry: LibraryEntry) {
        self.entries.update(|entries| {
            entries.retain(|other| other.id != entry.id);
            entries.push(entry);
            sort(entries);
        });
    }

    /// Replaces the stored game with the same identifier, whose name stays.
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

    /// Restores the game that was deleted last.
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

    /// Deletes all games, also the unreadable ones.
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

/// Sorts entries by the end of their games, the newest first; of two games that ended at the same time, the one that began later comes
/// first.
pub(super) fn sort(entries: &mut [LibraryEntry]) {
    entries.sort_by(|a, b| (b.ended_ms, b.began_ms, &b.id).cmp(&(a.ended_ms, a.began_ms, &a.id)));
}

pub(super) fn row(entry: &LibraryEntry, game: &Game) -> Row {
    Row { id: entry.id.clone(), about: entry.to_text(), game: game.save() }
}

/// The entry of a saved game. An unreadable entry is made from the game again.
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

/// The fingerprints of all games in the library.
pub(super) async fn fingerprints() -> Result<BTreeSet<u64>, StoreError> {
    let rows = store::rows(false).await?;
    Ok(rows
        .iter()
        .filter_map(|row| LibraryEntry::from_text(&row.about).ok())
        .map(|entry| entry.fingerprint)
        .collect())
}

/// A new identifier. Identifiers sort by the time of their creation.
fn new_id() -> String {
    format!("{:012x}-{:08x}", now(), (js_sys::Math::random() * f64::from(u32::MAX)) as u32)
}

/// The largest number of games that wait for the library, for browsers that store none.
const MOST_WAITING: usize = 20;

impl Library {
    /// Adds a waiting game to the library, and then shows the notice of the outcome.
    pub(super) fn add_one(self, waiting: String, text: String, done: Option<Outcome>) {
        // An unreadable game stays in the storage; a later version may read it.
        let Ok(game) = Game::load(&text) else { return };
        self.note_waiting(&waiting, &text);
        self.attempt_writing(async move {
            let mut entry = LibraryEntry::of(&game);
            let before =
                store::row(&entry.id).await?.and_then(|row| LibraryEntry::from_text(&row.about).ok());
            let known = match &before {
                // A file that is opened twice is added once.
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

    /// Adds the games that were waiting when the page closed.
    pub(crate) fn add_waiting(self) {
        for waiting in storage::names(storage::WAITING_GAME) {
            if let Some(text) = storage::read(&waiting) {
                self.add_one(waiting, text, None);
            }
        }
    }
}

impl Library {
    /// Adds a game, if there is one. If the page closes before the library has the game, it is added when the page opens again.
    pub(crate) fn add(self, game: Option<Game>) {
        self.add_then(game, None);
    }

    fn add_then(self, game: Option<Game>, done: Option<Outcome>) {
        let Some(game) = game else { return };
        let (waiting, text) = (format!("{}{}", storage::WAITING_GAME, game.identity.id), game.save());
        let others = storage::names(storage::WAITING_GAME);
        if others.len() >= MOST_WAITING {
            // The names of waiting games begin with the time of the first move, so the first name is that of the oldest game.
            storage::remove(&others[0]);
        }
        // A refusal of this storage matters only if the library refuses the game as well.
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

    /// Puts a game of the library on the board, paused if a program is to move; `then` runs after that.
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

    /// Passes the text of a file with all readable games to `then`.
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

    /// Adds the games of an archive that the library does not have yet.
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
