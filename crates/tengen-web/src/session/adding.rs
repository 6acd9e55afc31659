//! All games of a file go into the library, in small steps, so that the page can be used meanwhile.

use js_sys::Promise;
use leptos::prelude::*;
use tengen_analysis::files::{Fault, GameSummary, Part};
use tengen_game::BoardSize;
use tengen_match::{Game, Origin, Seat};
use wasm_bindgen_futures::JsFuture;

use super::Library;
use super::library::{fingerprints, row, sort};
use super::now;
use crate::library::store::StoreError;
use crate::library::{LibraryEntry, store};
use crate::workers::{FileWorker, GameFile, record_of};

/// So many games are read at once, and stored in one transaction.
const AT_ONCE: usize = 50;
/// After so many milliseconds of work the page gets to draw and to answer clicks.
const STEP_MS: u64 = 12;

/// How far it has come.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Adding {
    pub(crate) done: usize,
    pub(crate) of: usize,
    pub(crate) added: usize,
    /// Games that the library had already.
    pub(crate) there: usize,
    /// How many games cannot be read, and why the first of them.
    pub(crate) unreadable: usize,
    pub(crate) fault: Option<Fault>,
    pub(crate) state: State,
}

/// Whether it continues, or why not.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum State {
    Running,
    Done,
    Stopped,
    Unreadable(Fault),
    Refused(StoreError),
}

impl Library {
    /// Takes over all games of a file that has this many.
    pub(crate) fn add_all(self, file_worker: FileWorker, file: GameFile, of: usize) {
        if self.is_adding() {
            return;
        }
        let state = State::Running;
        self.adding.set(Some(Adding { done: 0, of, added: 0, there: 0, unreadable: 0, fault: None, state }));
        self.attempt_writing(async move {
            let ended = self.add_parts(file_worker, file, of).await;
            let (state, answer) = match ended {
                Ok(()) if self.is_adding() => (State::Done, Ok(())),
                Ok(()) => (State::Stopped, Ok(())),
                Err(End::Unreadable(fault)) => (State::Unreadable(fault), Ok(())),
                Err(End::Refused(refusal)) => (State::Refused(refusal.clone()), Err(refusal)),
            };
            self.change_adding(|adding| adding.state = state);
            answer
        });
    }

    /// Stops after the games that are being stored.
    pub(crate) fn stop_adding(self) {
        self.change_adding(|adding| adding.state = State::Stopped);
    }

    /// Whether games of a file are on their way.
    pub(crate) fn is_adding(self) -> bool {
        let running = |adding: &Adding| adding.state == State::Running;
        self.adding.try_get_untracked().flatten().as_ref().is_some_and(running)
    }

    fn change_adding(self, change: impl FnOnce(&mut Adding)) {
        self.adding.update(|adding| {
            if let Some(adding) = adding {
                change(adding);
            }
        });
    }

    async fn add_parts(self, file_worker: FileWorker, file: GameFile, of: usize) -> Result<(), End> {
        let mut known = fingerprints().await?;
        let (began, mut new_entries) = (now(), Vec::new());
        let mut from = 0;
        while from < of && self.is_adding() {
            let part = Part { from, count: AT_ONCE };
            let (games, faults) = file_worker.read_part(file.clone(), part).await?;
            let (mut rows, mut there) = (Vec::new(), 0);
            let mut pause = Pause::new();
            for (index, summary) in games.iter().enumerate() {
                pause.if_due().await;
                // The first game of the file comes first in the library, in which the latest do.
                let Some(game) = game_of(summary, began - ((from + index) as u64).min(began)) else {
                    continue;
                };
                let entry = LibraryEntry::of(&game);
                if known.insert(entry.fingerprint) {
                    rows.push(row(&entry, &game));
                    new_entries.push(entry);
                } else {
                    there += 1;
                }
            }
            store::put(&rows).await?;
            let done = of.min(from + AT_ONCE);
            self.change_adding(|adding| {
                adding.done = done;
                adding.added += rows.len();
                adding.there += there;
                adding.unreadable += faults.len();
                adding.fault = adding.fault.take().or(faults.into_iter().next());
            });
            from = done;
        }
        self.entries.update(|entries| {
            entries.append(&mut new_entries);
            sort(entries);
        });
        Ok(())
    }
}

/// A game of a file for the library.
fn game_of(summary: &GameSummary, at: u64) -> Option<Game> {
    let record = record_of(summary).ok()?;
    let table = Game::new(record.rule(), BoardSize::FIFTEEN, [Seat::Person, Seat::Person]);
    let mut game = table.with_record(record, Origin::File);
    let id = format!("{at:012x}-{:08x}", (js_sys::Math::random() * f64::from(u32::MAX)) as u32);
    game.stamp(at, || id.clone());
    // One without a move gets none otherwise.
    game.identity.id = id;
    Some(game.into_library())
}

/// Why not all games were added.
enum End {
    Unreadable(Fault),
    Refused(StoreError),
}

impl From<Fault> for End {
    fn from(fault: Fault) -> End {
        End::Unreadable(fault)
    }
}

impl From<StoreError> for End {
    fn from(refusal: StoreError) -> End {
        End::Refused(refusal)
    }
}

/// Lets the browser do other things from time to time.
struct Pause {
    since: u64,
}

impl Pause {
    fn new() -> Pause {
        Pause { since: now() }
    }

    async fn if_due(&mut self) {
        // A clock that is put back makes one step longer. Nobody waits for a hidden page, in which timers are slow.
        if now().saturating_sub(self.since) >= STEP_MS && !document().hidden() {
            let turn = Promise::new(&mut |done, _| {
                // A timer can always be set.
                let _ = window().set_timeout_with_callback(&done);
            });
            // It is never rejected.
            let _ = JsFuture::from(turn).await;
            self.since = now();
        }
    }
}
