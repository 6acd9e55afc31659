//! The places of the page, and their tabs and buttons.

use leptos::prelude::use_context;

use crate::app::Whole;

/// A place of the page, which the panel beside the board shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    Play,
    Analyse,
    Online,
    Library,
    NewGame,
    SetUp,
    Settings,
    Help,
    /// The help about the opening rules.
    OpeningHelp,
    Lesson,
}

impl Place {
    /// The places that have a tab, in the tabs' order.
    const TABS: [(Place, &'static str); 4] = [
        (Place::Play, "tab-play"),
        (Place::Online, "tab-online"),
        (Place::Analyse, "tab-analyse"),
        (Place::Library, "tab-library"),
    ];

    /// The tabs of this page. A page of which the game is only a part comes from another server, and has no tab for online games.
    pub(crate) fn tabs() -> Vec<(Place, &'static str)> {
        let is_whole = use_context::<Whole>().is_some_and(|whole| whole.0);
        Place::TABS.into_iter().filter(|&(place, _)| is_whole || place != Place::Online).collect()
    }

    /// The place of the tab that this place belongs to.
    pub(crate) fn tab(self) -> Place {
        match self {
            Place::NewGame | Place::SetUp => Place::Play,
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
            Place::Analyse => "tab-analyse",
            Place::Online => "tab-online",
            Place::Library => "tab-library",
            Place::Settings => "settings",
            Place::Help | Place::Lesson => "help",
            _ => "tab-play",
        }
    }
}
