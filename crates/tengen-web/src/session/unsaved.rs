//! The data that the browser has refused to store. The page shows a notice until a later attempt succeeds, and the games can be saved as a
//! file.

use std::collections::BTreeMap;

use leptos::prelude::*;
use leptos::task::spawn_local;

use super::{Library, Session};
use crate::library::archive;
use crate::library::store::StoreError;
use crate::storage;

/// The data that is not stored for the next visit.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Unsaved {
    /// The texts of the games that wait for the library, by their names in the storage.
    waiting: BTreeMap<String, String>,
    /// The error of the last write to the library, if it failed.
    refusal: Option<StoreError>,
    /// Whether the browser has refused the game on the board or the analysis.
    board: bool,
    /// Whether the browser has refused the settings.
    pub(crate) settings: bool,
}

impl Unsaved {
    /// The error with which the library refuses games, if it does.
    pub(crate) fn refusal(&self) -> Option<&StoreError> {
        self.refusal.as_ref()
    }

    /// The games that the library has refused.
    fn refused(&self) -> impl Iterator<Item = (&String, &String)> {
        self.waiting.iter().filter(|_| self.refusal.is_some())
    }
}

impl Library {
    /// Stores a text of the page for the next visit, and records whether the browser refuses it.
    pub(crate) fn write(self, name: &'static str, text: &str) {
        let is_refused = !storage::write(name, text);
        let is_settings = name == storage::PREFERENCES;
        let known = |unsaved: &Unsaved| if is_settings { unsaved.settings } else { unsaved.board };
        if self.unsaved.with_untracked(known) != is_refused {
            self.unsaved.update(|unsaved| {
                *(if is_settings { &mut unsaved.settings } else { &mut unsaved.board }) = is_refused;
            });
        }
    }

    /// Records a game that waits for the library.
    pub(super) fn note_waiting(self, name: &str, text: &str) {
        self.unsaved.update(|unsaved| {
            unsaved.waiting.insert(name.to_owned(), text.to_owned());
        });
    }

    /// Removes a game that the library has stored, unless the game has continued since.
    pub(super) fn note_arrived(self, name: &str, text: &str) {
        self.unsaved.update(|unsaved| {
            if unsaved.waiting.get(name).is_some_and(|waiting| waiting == text) {
                unsaved.waiting.remove(name);
            }
        });
    }

    /// Runs an operation that writes to the store, and records its error. After the first success, the games that the library has refused
    /// are written again.
    pub(super) fn attempt_writing(self, act: impl Future<Output = Result<(), StoreError>> + 'static) {
        spawn_local(async move {
            let refusal = act.await.err();
            if let Some(refusal) = &refusal {
                leptos::logging::warn!("the library takes no games: {refusal}");
            }
            let Some(before) = self.unsaved.try_get_untracked() else { return };
            let is_mended = refusal.is_none() && before.refusal.is_some();
            if before.refusal != refusal {
                self.unsaved.update(|unsaved| unsaved.refusal = refusal);
            }
            if is_mended {
                self.trouble.set(None);
                self.retry();
            }
        });
    }

    /// Tries again to add the waiting games to the library.
    fn retry(self) {
        let waiting = self.unsaved.with_untracked(|unsaved| unsaved.waiting.clone());
        waiting.into_iter().for_each(|(name, text)| self.add_one(name, text, None));
    }
}

impl Session {
    /// The texts of the games that the browser does not store for the next visit.
    pub(crate) fn unsaved_games(self) -> Vec<String> {
        self.library.unsaved.with(|unsaved| {
            let mut games: BTreeMap<String, String> =
                unsaved.refused().map(|(name, text)| (name.clone(), text.clone())).collect();
            if unsaved.board {
                let on_board = self.table.game.with(|game| {
                    let name = format!("{}{}", storage::WAITING_GAME, game.identity.id);
                    (!game.record().main_line().is_empty()).then(|| (name, game.save()))
                });
                games.extend(on_board);
            }
            games.into_values().collect()
        })
    }

    /// The unsaved games as a file that the library can read.
    pub(crate) fn unsaved_file(self) -> String {
        let games = untrack(|| self.unsaved_games());
        archive::write(games.iter().map(|game| ("", game.as_str())))
    }

    /// Tries again to store the data that the browser has refused.
    pub(crate) fn save_again(self) {
        self.save();
        self.library.write(
            storage::PREFERENCES,
            &self.preferences.with_untracked(|preferences| preferences.to_text()),
        );
        self.library.retry();
    }
}
