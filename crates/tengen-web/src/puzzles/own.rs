//! Puzzles that the person makes, and puzzles of links.

use leptos::prelude::*;
use tengen_analysis::PuzzleKind;
use tengen_game::Position;
use tengen_puzzles::{Full, Puzzle, PuzzleId, Soundness, check};

use super::{Puzzles, today};
use crate::place::Place;
use crate::reactive::RwSignal;
use crate::{files, links};

/// The name of the puzzle in the query of a link.
const NAME: &str = "puzzle=";

/// The judgement of a position, or the reason why there is none, in English.
pub(crate) type Judged = Result<Soundness, String>;

/// Why a puzzle is not saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SaveError {
    Full,
    /// The browser keeps it only as long as the page.
    NotKept,
}

impl Puzzles {
    /// Judges a position as a puzzle of a kind.
    pub(crate) async fn judge_position(self, position: Position, kind: PuzzleKind) -> Judged {
        self.judge.judge(position, kind).await
    }

    /// The judgement that the editor waits for, if it does, is not needed any more.
    pub(crate) fn give_up_judgement(self) {
        self.judge.end_if(1);
    }

    /// Saves a puzzle that the person has made.
    ///
    /// # Errors
    /// When there are too many, or the browser does not keep them for the next visit.
    pub(crate) fn save(self, puzzle: Puzzle, name: String) -> Result<(), SaveError> {
        let (saved, is_kept) = self.change_own(|own| own.save(puzzle, name, today()));
        match (saved, is_kept) {
            (Err(Full), _) => Err(SaveError::Full),
            (Ok(()), false) => Err(SaveError::NotKept),
            (Ok(()), true) => Ok(()),
        }
    }

    /// Deletes a puzzle that the person has made.
    pub(crate) fn delete(self, id: PuzzleId) {
        self.change_own(|own| own.delete(id));
    }

    /// Opens the puzzle that the address of the page names, after a proof that it is one.
    pub(super) fn open_link(self) {
        let Some(text) = links::in_query(NAME) else { return };
        let Some(place) = use_context::<RwSignal<Place>>() else { return };
        let read = Puzzle::from_text(&text).map_err(|error| error.to_string());
        let proved = read.and_then(|puzzle| match check(&puzzle) {
            Ok(()) => Ok(puzzle),
            Err(fault) => Err(fault.to_string()),
        });
        match proved {
            Ok(puzzle) => {
                self.begin_with(puzzle);
                place.set(Place::Puzzle);
            }
            Err(reason) => {
                leptos::logging::warn!("the link opens no puzzle: {reason}");
                self.has_link_fault.set(true);
                forget_link();
                place.set(Place::Puzzles);
            }
        }
    }
}

/// The link to a puzzle; `None` for a rule without puzzles.
pub(crate) fn link_to(puzzle: &Puzzle) -> Option<String> {
    puzzle.to_text().ok().map(|text| format!("{}?{NAME}{text}", files::address()))
}

/// Removes the puzzle from the address, which would open it again with the next visit.
pub(super) fn forget_link() {
    links::forget_query(NAME);
}
