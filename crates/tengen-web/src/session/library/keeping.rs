//! How games get from the board into the library, and back.

use super::{Library, Told, fingerprints, new_id, now_ms, row};
use crate::game::{Game, Seat};
use crate::library::Entry;
use crate::library::store;
use crate::session::Session;
use crate::storage;

/// Where the browser keeps no library, so many games may wait for one that does.
const MOST_WAITING: usize = 20;

impl Library {
    /// Brings a game that waits into the library.
    fn take_in(self, waiting: String, text: String) {
        // What cannot be read stays where it is, for whoever can.
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
    pub(crate) fn take_in_waiting(self) {
        for waiting in storage::names(storage::WAITING_GAME) {
            if let Some(text) = storage::read(&waiting) {
                self.take_in(waiting, text);
            }
        }
    }
}

impl Session {
    /// Gives the game its id and notes when it was played.
    fn stamp(self) {
        self.game.update_untracked(|game| game.stamp(now_ms(), new_id));
    }

    /// Keeps the game on the board, if the library is to have it without being asked.
    pub(crate) fn keep_unasked(self, worth: impl Fn(&Game) -> bool) {
        self.stamp();
        if self.game.with_untracked(|game| worth(game) && !game.is_kept()) {
            self.keep();
        }
    }

    /// Keeps the game on the board because somebody wants that.
    pub(crate) fn keep_asked(self) {
        self.stamp();
        self.keep();
        self.game.notify();
        self.game.with_untracked(|game| storage::write(storage::GAME, &game.save()));
        self.library.tell(Told::Kept);
    }

    fn keep(self) {
        self.game.update_untracked(|game| game.identity.kept = Some(game.fingerprint()));
        let game = self.game.with_untracked(Game::at_its_end);
        let (waiting, text) = (format!("{}{}", storage::WAITING_GAME, game.identity.id), game.save());
        // A page that is closed now finds the game there when it opens again.
        let others = storage::names(storage::WAITING_GAME);
        if others.len() >= MOST_WAITING {
            // Their names begin with the time of their first move, so that this is the oldest.
            storage::remove(&others[0]);
        }
        storage::write(&waiting, &text);
        self.library.take_in(waiting, text);
    }

    /// Puts a game of the library on the board, with programs waiting; `then` hears that it is there.
    pub(crate) fn open_kept(self, id: &str, then: impl FnOnce() + 'static) {
        if self.game.with_untracked(|game| game.identity.id == id) {
            return then();
        }
        let (library, id) = (self.library, id.to_owned());
        library.attempt(async move {
            let Some(row) = store::row(&id).await? else { return Ok(()) };
            match Game::load(&row.game) {
                Ok(mut game) => {
                    game.identity.kept = Some(game.fingerprint());
                    self.new_game(game);
                    // A person may go on at once; a program waits to be asked.
                    let waits =
                        self.game.with_untracked(|game| !game.seat_to_move().is_some_and(Seat::is_person));
                    self.set_paused(waits);
                    then();
                }
                Err(reason) => library.tell(Told::Broken(reason)),
            }
            Ok(())
        });
    }
}
