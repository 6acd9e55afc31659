//! Adding all games of a file to the library, in small steps, so that the page stays usable meanwhile.

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

/// The number of games that are read at once, and stored in one transaction.
const AT_ONCE: usize = 50;
/// The milliseconds of work after which the page can draw and handle clicks.
const STEP_MS: u64 = 12;

/// The progress of adding the games of a file.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Adding {
    pub(crate) done: usize,
    pub(crate) of: usize,
    pub(crate) added: usize,
    /// The number of games that the library had already.
    pub(crate) there: usize,
    /// The number of unreadable games; `fault` is that of the first one.
    pub(crate) unreadable: usize,
    pub(crate) fault: Option<Fault>,
    pub(crate) state: State,
}

/// Whether the adding continues, or the reason for its end.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum State {
    Running,
    Done,
    Stopped,
    Unreadable(Fault),
    Refused(StoreError),
}

impl Library {
    /// Adds all games of a file; `of` is their number.
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

    /// Stops the adding after the games that are being stored.
    pub(crate) fn stop_adding(self) {
        self.change_adding(|adding| adding.state = State::Stopped);
    }

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
                // The library lists the latest games first, so the first game of the file gets the latest time.
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

/// The game of a summary, as the library stores it.
fn game_of(summary: &GameSummary, at: u64) -> Option<Game> {
    let record = record_of(summary).ok()?;
    let table = Game::new(record.rule(), BoardSize::FIFTEEN, [Seat::Person, Seat::Person]);
    let mut game = table.with_record(record, Origin::File);
    let id = format!("{at:012x}-{:08x}", (js_sys::Math::random() * f64::from(u32::MAX)) as u32);
    game.stamp(at, || id.clone());
    // A game without a move has no identifier yet.
    game.identity.id = id;
    Some(game.into_library())
}

/// The reason why not all games were added.
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

/// The pauses in which the browser draws and handles events.
struct Pause {
    since: u64,
}

impl Pause {
    fn new() -> Pause {
        Pause { since: now() }
    }

    async fn if_due(&mut self) {
        // A clock that is put back makes one step longer. In a hidden page timers are slow, and no user needs the pauses.
        if now().saturating_sub(self.since) >= STEP_MS && !document().hidden() {
            let turn = Promise::new(&mut |done, _| {
                // Setting a timer does not fail.
                let _ = window().set_timeout_with_callback(&done);
            });
            // The promise is never rejected.
            let _ = JsFuture::from(turn).await;
            self.since = now();
        }
    }
}
