//! The places of the page, and their tabs and buttons.

use leptos::prelude::use_context;

use crate::app::Whole;
use crate::icons;

/// A place of the page, which the panel beside the board shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    Play,
    Learn,
    Online,
    Analyse,
    Library,
    NewGame,
    SetUp,
    Settings,
    Help,
    /// The help about the opening rules.
    OpeningHelp,
    Lesson,
    /// The choice of a training with puzzles.
    Puzzles,
    /// A puzzle on the board.
    Puzzle,
    /// The editor of puzzles.
    Problem,
}

/// The tab of a place: its identifier, which is also the key of its name, and the drawing above the name.
#[derive(Clone, Copy)]
pub(crate) struct Tab {
    pub(crate) place: Place,
    pub(crate) key: &'static str,
    /// A path in a box of 24 by 24.
    pub(crate) path: &'static str,
}

/// The tabs, in their order.
const TABS: [Tab; 5] = [
    Tab { place: Place::Play, key: "tab-play", path: icons::BOARD },
    Tab { place: Place::Learn, key: "tab-learn", path: icons::CAP },
    Tab { place: Place::Online, key: "tab-online", path: icons::GLOBE },
    Tab { place: Place::Analyse, key: "tab-analyse", path: icons::CHART },
    Tab { place: Place::Library, key: "tab-library", path: icons::BOOKS },
];

impl Place {
    /// The tabs of this page. A page of which the game is only a part comes from another server, and has no tab for online games.
    pub(crate) fn tabs() -> Vec<Tab> {
        let is_whole = use_context::<Whole>().is_some_and(|whole| whole.0);
        TABS.into_iter().filter(|tab| is_whole || tab.place != Place::Online).collect()
    }

    /// The place of the tab that this place belongs to.
    pub(crate) fn tab(self) -> Place {
        match self {
            Place::NewGame | Place::SetUp => Place::Play,
            Place::Lesson | Place::Puzzles | Place::Puzzle | Place::Problem => Place::Learn,
            Place::OpeningHelp => Place::Help,
            other => other,
        }
    }

    /// Whether the key Escape leads from the place back to the game.
    pub(crate) fn is_left_by_escape(self) -> bool {
        let is_form = matches!(self, Place::NewGame | Place::SetUp | Place::Settings | Place::Problem);
        is_form
            || matches!(
                self,
                Place::Help | Place::OpeningHelp | Place::Lesson | Place::Puzzles | Place::Puzzle
            )
    }

    /// The identifier of the button that leads to the place, by which the panel is labelled.
    pub(crate) fn button(self) -> &'static str {
        match self.tab() {
            Place::Settings => "settings",
            Place::Help => "help",
            place => TABS.iter().find(|tab| tab.place == place).map_or("tab-play", |tab| tab.key),
        }
    }
}
