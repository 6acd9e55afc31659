//! The library as files.

use std::collections::BTreeSet;

use super::{Library, Outcome, entry_of, fingerprints, new_id, row};
use crate::library::Entry;
use crate::library::archive;
use crate::library::store::{self, Row};
use tengen_match::Game;

impl Library {
    /// Hands over a game that is kept.
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
        self.attempt(async move {
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
                rows.push(row(&Entry { name, ..Entry::of(&game) }, &game));
            }
            store::put(&rows).await?;
            self.report(Outcome::Imported(rows.len(), there, archive.faults));
            self.load();
            Ok(())
        });
    }
}
