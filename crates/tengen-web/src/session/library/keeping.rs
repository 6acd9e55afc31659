//! How games get from the board into the library, and back.

use super::{Library, Outcome, fingerprints, row};
use crate::library::Entry;
use crate::library::store;
use crate::session::Session;
use crate::storage;
use tengen_match::Game;

/// Where the browser keeps no library, so many games may wait for one that does.
const MOST_WAITING: usize = 20;

impl Library {
    /// Brings a game that waits into the library.
    fn add_one(self, waiting: String, text: String) {
        // What cannot be read stays where it is; a later version may read it.
        let Ok(game) = Game::load(&text) else { return };
        self.attempt(async move {
            let mut entry = Entry::of(&game);
            let before = store::row(&entry.id).await?.and_then(|row| Entry::from_text(&row.about).ok());
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
            Ok(())
        });
    }

    /// Brings in what was on its way when the page closed.
    pub(crate) fn add_waiting(self) {
        for waiting in storage::names(storage::WAITING_GAME) {
            if let Some(text) = storage::read(&waiting) {
                self.add_one(waiting, text);
            }
        }
    }
}

impl Library {
    /// Takes a game, if there is one. A page that is closed before the library has it finds it when it opens again.
    pub(crate) fn add(self, game: Option<Game>) {
        let Some(game) = game else { return };
        let (waiting, text) = (format!("{}{}", storage::WAITING_GAME, game.identity.id), game.save());
        let others = storage::names(storage::WAITING_GAME);
        if others.len() >= MOST_WAITING {
            // Their names begin with the time of their first move, so that this is the oldest.
            storage::remove(&others[0]);
        }
        storage::write(&waiting, &text);
        self.add_one(waiting, text);
    }
}

impl Session {
    /// Keeps the game on the board in the library because the user wants that.
    pub(crate) fn archive(self) {
        let mut archived = None;
        self.act(|table| archived = Some(table.for_library_by_hand()));
        self.library.add(archived);
        self.game.with_untracked(|game| storage::write(storage::GAME, &game.save()));
        self.library.report(Outcome::Archived);
    }

    /// Puts a game of the library on the board, with programs waiting; `then` runs when it is there.
    pub(crate) fn open_archived(self, id: &str, then: impl FnOnce() + 'static) {
        if self.game.with_untracked(|game| game.identity.id == id) {
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
