//! The places of the page, and their tabs and buttons.

use leptos::prelude::use_context;

use crate::app::Whole;

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
    Tab {
        place: Place::Play,
        key: "tab-play",
        path: "M3.5 8.5h17M8.5 3.5v17M3.5 15.5h8M15.5 3.5v8M11.5 15.5a4 4 0 1 0 8 0a4 4 0 1 0-8 0",
    },
    Tab {
        place: Place::Learn,
        key: "tab-learn",
        path: "M2 9.5L12 5l10 4.5L12 14zM6 11.8V16c3 3 9 3 12 0v-4.2M22 9.5V15",
    },
    Tab {
        place: Place::Online,
        key: "tab-online",
        path: "M12 3.5a8.5 8.5 0 1 0 0 17a8.5 8.5 0 1 0 0-17M3.5 12h17M12 3.5c-4.5 5-4.5 12 0 17M12 3.5c4.5 5 4.5 12 0 17",
    },
    Tab { place: Place::Analyse, key: "tab-analyse", path: "M4 4v16h16.5M7.5 15.5l3.5-5 3.5 3 5-7.5" },
    Tab {
        place: Place::Library,
        key: "tab-library",
        path: "M4.5 4v16M9 4v16M13 4.8l5.2 15.2M4.5 20H9M4.5 4H9",
    },
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
            Place::Lesson => Place::Learn,
            Place::OpeningHelp => Place::Help,
            other => other,
        }
    }

    /// Whether the key Escape leads from the place back to the game.
    pub(crate) fn is_left_by_escape(self) -> bool {
        let is_form = matches!(self, Place::NewGame | Place::SetUp | Place::Settings);
        is_form || matches!(self, Place::Help | Place::OpeningHelp | Place::Lesson)
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
