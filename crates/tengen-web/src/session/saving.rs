//! Saving the game and the analysis for the next visit, beside other windows that do the same.

use leptos::prelude::*;
use tengen_match::{Clocks, Game, SavedAnalysis};

use super::Session;
use crate::storage::{self, Saved};

/// The texts of this window in the browser's storage. Where the storage has others, another window has written them.
#[derive(Clone, Copy)]
pub(super) struct Saving {
    game: StoredValue<Option<String>>,
    analysis: StoredValue<Option<String>>,
    /// The analysis of the last visit, until it is on the board again.
    to_resume: StoredValue<Option<SavedAnalysis>>,
}

impl Saving {
    /// The texts and the analysis that the page has read from the storage.
    pub(super) fn of(saved: &mut Saved) -> Saving {
        Saving {
            game: StoredValue::new(saved.text.take()),
            analysis: StoredValue::new(saved.analysis_text.take()),
            to_resume: StoredValue::new(saved.analysis.take()),
        }
    }

    /// Whether the game on the board is from an earlier visit.
    pub(super) fn has_game(self) -> bool {
        self.game.with_value(Option::is_some)
    }

    /// The analysis of the last visit at the first call; `None` at later calls.
    pub(super) fn take_analysis(self) -> Option<SavedAnalysis> {
        self.to_resume.try_update_value(Option::take).flatten()
    }
}

impl Session {
    /// Saves the game on the board, with the analysis beside it.
    pub(super) fn save(self) {
        // The server stores an online game that continues.
        if self.read(|table| table.base.is_remote_running()) {
            return;
        }
        self.save_analysis();
        let waiting = self.table.analysis_board.with_untracked(|board| board.map(|it| it.game().save()));
        // The game that waits for the end of the analysis rarely changes, and another window may have saved its own game since.
        if waiting.is_some() && self.saving.game.with_value(|saved| *saved == waiting) {
            return;
        }
        let text = waiting.unwrap_or_else(|| self.table.game.with_untracked(Game::save));
        let there = storage::read(storage::GAME);
        // A game that another window has saved since becomes the previous game, and is not lost.
        if let Some(there) =
            there.filter(|there| self.saving.game.with_value(|saved| saved.as_ref() != Some(there)))
        {
            storage::write(storage::PREVIOUS_GAME, &there);
        }
        self.library.write(storage::GAME, &text);
        self.saving.game.set_value(Some(text));
    }

    /// Saves the analysis board, or the analysis beside the game. If there is neither, the analysis of another window stays.
    fn save_analysis(self) {
        let text = self.read(|table| table.aside.save_analysis(&table.game, &table.situation()));
        let there = storage::read(storage::ANALYSIS);
        let is_own = self.saving.analysis.with_value(|saved| *saved == there);
        match &text {
            Some(text) => {
                // The analysis of another window is not lost.
                if let Some(there) = there.filter(|_| !is_own) {
                    match SavedAnalysis::load(&there) {
                        Ok(others) => storage::write(storage::PREVIOUS_GAME, &others.game().save()),
                        Err(_) => storage::write(storage::UNREADABLE_ANALYSIS, &there),
                    };
                }
                self.library.write(storage::ANALYSIS, text);
            }
            None if is_own => storage::remove(storage::ANALYSIS),
            None => {}
        }
        self.saving.analysis.set_value(text);
    }

    /// Saves the state of a running clock when the page is left.
    pub(super) fn save_clock_when_left(self) {
        let leave = move || {
            // A stopped clock is saved already.
            self.give(Clocks::read);
            if self.read(|table| table.game.clock().running().is_some()) {
                self.save();
            }
        };
        let closed = window_event_listener(leptos::ev::pagehide, move |_| leave());
        // Mobile browsers close hidden pages without another event.
        let hidden = window_event_listener(leptos::ev::visibilitychange, move |_| {
            if document().hidden() {
                leave();
            }
        });
        on_cleanup(move || {
            closed.remove();
            hidden.remove();
        });
    }
}
