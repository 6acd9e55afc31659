//! The games that the browser keeps, as the page shows them.

mod keeping;
mod transfer;

use std::collections::BTreeSet;

use gloo_timers::callback::Timeout;
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::library::Entry;
use crate::library::archive::{ArchiveError, Unreadable};
use crate::library::store::{self, Row, StoreError};
use crate::reactive::RwSignal;
use crate::storage;
use crate::timing::now;
use tengen_match::Game;

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
    /// So many games were taken over, so many were there already, and some could not be read.
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
    pub(crate) entries: RwSignal<Vec<Entry>>,
    /// How many games there are of which the page cannot read what they are.
    pub(crate) unreadable: RwSignal<usize>,
    /// Why the browser does not keep games, as far as it has shown.
    pub(crate) trouble: RwSignal<Option<StoreError>>,
    pub(crate) outcome: RwSignal<Option<Outcome>>,
    /// The part that is open beside the games.
    pub(crate) part: RwSignal<Option<&'static str>>,
    /// The name of a file that is to be opened, and its content in base64, until it is read.
    pub(crate) arrived: RwSignal<Option<(String, String)>>,
    /// The moment from which the statistics count; 0 for all games.
    pub(crate) since_ms: RwSignal<u64>,
    forgetting: StoredValue<Option<Timeout>, LocalStorage>,
}

impl Library {
    pub(super) fn new() -> Library {
        let since = storage::read(storage::STATISTICS_SINCE).and_then(|text| text.parse().ok());
        Library {
            entries: RwSignal::default(),
            unreadable: RwSignal::new(0),
            trouble: RwSignal::new(None),
            outcome: RwSignal::new(None),
            part: RwSignal::new(None),
            arrived: RwSignal::new(None),
            since_ms: RwSignal::new(since.unwrap_or_default()),
            forgetting: StoredValue::new_local(None),
        }
    }

    /// What is known of a game.
    pub(crate) fn entry(self, id: &str) -> Option<Entry> {
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

    /// Says something, for a while.
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
                match Entry::from_text(&row.about) {
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

    /// Does something with the store, and notes whether the store works.
    fn attempt(self, act: impl Future<Output = Result<(), StoreError>> + 'static) {
        spawn_local(async move {
            let trouble = act.await.err();
            if let Some(trouble) = &trouble {
                leptos::logging::warn!("the library is out of reach: {trouble}");
            }
            self.trouble.set(trouble);
        });
    }

    /// Shows an entry at its place, instead of what was known before.
    fn show(self, entry: Entry) {
        self.entries.update(|entries| {
            entries.retain(|other| other.id != entry.id);
            entries.push(entry);
            sort(entries);
        });
    }

    pub(crate) fn rename(self, id: &str, name: String) {
        let id = id.to_owned();
        self.attempt(async move {
            let Some(row) = store::row(&id).await? else { return Ok(()) };
            if let Some(entry) = entry_of(&row) {
                let entry = Entry { name: name.trim().to_owned(), ..entry };
                store::put(&[Row { about: entry.to_text(), ..row }]).await?;
                self.show(entry);
            }
            Ok(())
        });
    }

    pub(crate) fn delete(self, id: &str) {
        let id = id.to_owned();
        self.attempt(async move {
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
        self.attempt(async move {
            store::put(std::slice::from_ref(&row)).await?;
            if let Some(entry) = entry_of(&row) {
                self.show(entry);
            }
            Ok(())
        });
    }

    /// Deletes all games, those that cannot be read as well.
    pub(crate) fn delete_everything(self) {
        self.attempt(async move {
            store::clear().await?;
            self.entries.set(Vec::new());
            self.unreadable.set(0);
            self.report(Outcome::Emptied);
            Ok(())
        });
    }
}

/// The newest first; of two that ended at once, the one that began later.
fn sort(entries: &mut [Entry]) {
    entries.sort_by(|a, b| (b.ended_ms, b.began_ms, &b.id).cmp(&(a.ended_ms, a.began_ms, &a.id)));
}

fn row(entry: &Entry, game: &Game) -> Row {
    Row { id: entry.id.clone(), about: entry.to_text(), game: game.save() }
}

/// What is known of a kept game; where that cannot be read, it is made again.
fn entry_of(row: &Row) -> Option<Entry> {
    let known = Entry::from_text(&row.about).ok().filter(|entry| entry.id == row.id);
    known.or_else(|| {
        let game = Game::load(&row.game).ok()?;
        Some(Entry { id: row.id.clone(), name: Entry::name_in(&row.about), ..Entry::of(&game) })
    })
}

/// What is known of a kept game whose entry cannot be read, and its row with that as its entry.
async fn recovered(id: &str) -> Result<Option<(Entry, Row)>, StoreError> {
    let mended = |row: Row| {
        let entry = entry_of(&row)?;
        let about = entry.to_text();
        Some((entry, Row { about, ..row }))
    };
    Ok(store::row(id).await?.and_then(mended))
}

/// Those of all games.
async fn fingerprints() -> Result<BTreeSet<u64>, StoreError> {
    let rows = store::rows(false).await?;
    Ok(rows
        .iter()
        .filter_map(|row| Entry::from_text(&row.about).ok())
        .map(|entry| entry.fingerprint)
        .collect())
}

/// Ids sort by the time at which they were given.
fn new_id() -> String {
    format!("{:012x}-{:08x}", now(), (js_sys::Math::random() * f64::from(u32::MAX)) as u32)
}
