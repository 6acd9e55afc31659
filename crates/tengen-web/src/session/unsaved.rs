//! What the browser has refused to keep. It is said until a later attempt succeeds, and can be saved as a file.

use std::collections::BTreeMap;

use leptos::prelude::*;
use leptos::task::spawn_local;

use super::{Library, Session};
use crate::library::archive;
use crate::library::store::StoreError;
use crate::storage;

/// What is not kept for the next visit.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Unsaved {
    /// Games on their way into the library, as texts, by the names under which they wait.
    waiting: BTreeMap<String, String>,
    /// Why the library did not take what it was given last.
    refusal: Option<StoreError>,
    /// Whether the game on the board, or what is analysed, is among it.
    board: bool,
    /// Whether the settings are among it.
    pub(crate) settings: bool,
}

impl Unsaved {
    /// Why the library takes no games, as far as it has shown.
    pub(crate) fn refusal(&self) -> Option<&StoreError> {
        self.refusal.as_ref()
    }

    /// The games that the library has refused.
    fn refused(&self) -> impl Iterator<Item = (&String, &String)> {
        self.waiting.iter().filter(|_| self.refusal.is_some())
    }
}

impl Library {
    /// Keeps a text of the page for the next visit, and notes whether the browser takes it.
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

    /// Notes a game on its way into the library.
    pub(super) fn note_waiting(self, name: &str, text: &str) {
        self.unsaved.update(|unsaved| {
            unsaved.waiting.insert(name.to_owned(), text.to_owned());
        });
    }

    /// The library has a game, unless it has gone on since.
    pub(super) fn note_arrived(self, name: &str, text: &str) {
        self.unsaved.update(|unsaved| {
            if unsaved.waiting.get(name).is_some_and(|waiting| waiting == text) {
                unsaved.waiting.remove(name);
            }
        });
    }

    /// Changes the store, and notes whether it takes the change. Where it does again, games that it has refused follow.
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

    /// Tries once more to bring the games that wait into the library.
    fn retry(self) {
        let waiting = self.unsaved.with_untracked(|unsaved| unsaved.waiting.clone());
        waiting.into_iter().for_each(|(name, text)| self.add_one(name, text, None));
    }
}

impl Session {
    /// The texts of the games that the browser does not keep for the next visit.
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

    /// These games as a file that the library reads.
    pub(crate) fn unsaved_file(self) -> String {
        let games = untrack(|| self.unsaved_games());
        archive::write(games.iter().map(|game| ("", game.as_str())))
    }

    /// Tries once more to keep what the browser has refused.
    pub(crate) fn save_again(self) {
        self.save();
        self.library.write(
            storage::PREFERENCES,
            &self.preferences.with_untracked(|preferences| preferences.to_text()),
        );
        self.library.retry();
    }
}
