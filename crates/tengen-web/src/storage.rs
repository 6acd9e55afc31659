//! The browser's storage of this page: the current game, the analysis and the preferences, and the page's start from them.

use std::collections::BTreeSet;

use leptos::prelude::window;
use tengen_analysis::Level;
use tengen_game::{BoardSize, Rule};
use tengen_match::{Game, Notice, SavedAnalysis, Seat};
use web_sys::Storage;

use crate::preferences::Preferences;

/// The current game.
pub(crate) const GAME: &str = "tengen.game";
/// The analysis board while it is open, or the saved analysis beside the current game.
pub(crate) const ANALYSIS: &str = "tengen.analysis";
/// The game that was on the board before a different game replaced it.
pub(crate) const PREVIOUS_GAME: &str = "tengen.game.previous";
/// A game that could not be read. It is stored for a version that can read it.
pub(crate) const UNREADABLE_GAME: &str = "tengen.game.unreadable";
/// An analysis that could not be read.
pub(crate) const UNREADABLE_ANALYSIS: &str = "tengen.analysis.unreadable";
/// The prefix of the id of a game that is being saved in the library. A game that is still there when the page opens was
/// not saved before the page closed.
pub(crate) const WAITING_GAME: &str = "tengen.game.waiting.";
/// The time from which the statistics count.
pub(crate) const STATISTICS_SINCE: &str = "tengen.statistics.since";
/// Whether the user has games on the server, so that the page connects when it is opened.
pub(crate) const HAS_ONLINE_GAMES: &str = "tengen.online";
/// The progress with puzzles, and the rule of the puzzles.
pub(crate) const PUZZLES: &str = "tengen.puzzles";
pub(crate) const PUZZLE_RULE: &str = "tengen.puzzles.rule";
/// The prefix of the progress of a member in whose place another one uses the browser.
pub(crate) const PUZZLES_OF_MEMBER: &str = "tengen.puzzles.of.";
/// The person's own puzzles, and such as could not be read.
pub(crate) const OWN_PUZZLES: &str = "tengen.puzzles.own";
pub(crate) const UNREADABLE_OWN_PUZZLES: &str = "tengen.puzzles.own.unreadable";
/// A progress that could not be read.
pub(crate) const UNREADABLE_PUZZLES: &str = "tengen.puzzles.unreadable";
/// The progress in the course, and one that could not be read.
pub(crate) const COURSE: &str = "tengen.course";
pub(crate) const UNREADABLE_COURSE: &str = "tengen.course.unreadable";
pub(crate) const PREFERENCES: &str = "tengen.preferences";
/// Preferences that could not be read.
pub(crate) const UNREADABLE_PREFERENCES: &str = "tengen.preferences.unreadable";

/// The storage that outlives the window.
fn lasting() -> Option<Storage> {
    window().local_storage().ok().flatten()
}

/// The storage that ends with the window. It has a quota of its own: a page that is loaded again finds there the texts that the lasting
/// storage refused.
fn passing() -> Option<Storage> {
    window().session_storage().ok().flatten()
}

/// The value stored under a name; `None` also if the browser has no storage. A text that the lasting storage refused is newer than the text
/// in that storage.
pub(crate) fn read(name: &str) -> Option<String> {
    let found = |storage: Storage| storage.get_item(name).ok().flatten();
    passing().and_then(found).or_else(|| lasting().and_then(found))
}

/// Stores a text under a name. Returns `false` where the browser refuses to store it for the next visit (private windows, full storage).
/// The text is then stored for the lifetime of the window, if the browser has room for that.
pub(crate) fn write(name: &str, text: &str) -> bool {
    let is_kept = lasting().is_some_and(|storage| storage.set_item(name, text).is_ok());
    if let Some(storage) = passing() {
        // A text that neither storage accepts is lost. The caller reports it.
        let _ = if is_kept { storage.remove_item(name) } else { storage.set_item(name, text) };
    }
    is_kept
}

/// Removes the text stored under a name.
pub(crate) fn remove(name: &str) {
    for storage in [lasting(), passing()].into_iter().flatten() {
        // A text that cannot be removed is found again, and does no harm.
        let _ = storage.remove_item(name);
    }
}

/// The names with this prefix, in alphabetical order.
pub(crate) fn names(prefix: &str) -> Vec<String> {
    let mut names = BTreeSet::new();
    for storage in [lasting(), passing()].into_iter().flatten() {
        let all = (0..storage.length().unwrap_or_default()).filter_map(|index| storage.key(index).ok()?);
        names.extend(all.filter(|name| name.starts_with(prefix)));
    }
    names.into_iter().collect()
}

/// The saved data with which the page begins.
#[derive(Clone, Debug)]
pub(crate) struct Saved {
    pub(crate) preferences: Preferences,
    pub(crate) game: Game,
    /// The analysis, if there was one.
    pub(crate) analysis: Option<SavedAnalysis>,
    /// The stored text of the analysis.
    pub(crate) analysis_text: Option<String>,
    /// The stored text of the game.
    pub(crate) text: Option<String>,
    /// The first notice in the status line.
    pub(crate) notice: Notice,
}

/// The data of a first visit.
impl Default for Saved {
    fn default() -> Saved {
        let game = Game::new(Rule::FREESTYLE, BoardSize::FIFTEEN, [Seat::Person, Seat::Engine(Level::EASY)]);
        let preferences = Preferences::default();
        let (analysis, analysis_text, text) = (None, None, None);
        Saved { preferences, game, analysis, analysis_text, text, notice: Notice::FirstStone }
    }
}

impl Saved {
    /// Whether the browser has saved data.
    pub(crate) fn is_there() -> bool {
        [GAME, ANALYSIS, PREFERENCES].into_iter().any(|name| read(name).is_some())
    }

    /// Whether a game was on the board when the page was closed.
    pub(crate) fn has_game() -> bool {
        [GAME, ANALYSIS].into_iter().any(|name| read(name).is_some())
    }

    /// Reads the saved data. A text that cannot be read is moved to another name, and its part begins as on a first visit.
    pub(crate) fn read() -> Saved {
        let preferences = Preferences::restore();
        let analysis_text = read(ANALYSIS);
        let analysis = analysis_text.as_ref().and_then(|text| match SavedAnalysis::load(text) {
            Ok(analysis) => Some(analysis),
            Err(reason) => {
                write(UNREADABLE_ANALYSIS, text);
                leptos::logging::warn!("{} holds no analysis: {reason}", UNREADABLE_ANALYSIS);
                None
            }
        });
        let text = read(GAME);
        let others = Saved { preferences, analysis, analysis_text, text, ..Saved::default() };
        // The analysis board may have been opened before the first move of the game.
        let Some(saved) = &others.text else { return others };
        match Game::load(saved) {
            Ok(game) => {
                let begins = game.seat_to_move().is_some_and(Seat::is_person);
                let is_fresh = game.record().line().is_empty() && begins;
                let notice = if is_fresh { Notice::FirstStone } else { Notice::Nothing };
                Saved { game, notice, ..others }
            }
            Err(reason) => {
                write(UNREADABLE_GAME, saved);
                leptos::logging::warn!("{} holds no game: {reason}", UNREADABLE_GAME);
                Saved { notice: Notice::GameLost, ..others }
            }
        }
    }
}
