//! What the browser's history says of the panel.

use crate::panel::Place;

/// An entry of the history.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    /// The place that is open.
    pub(super) at: Place,
    /// The one before, if that is the entry before this one.
    from: Option<Place>,
}

/// How the history gets from one place to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    None,
    Back,
    /// By another entry in place of the one that is open.
    Instead(Entry),
    /// By one more entry.
    On(Entry),
}

const NAMES: [(Place, &str); 8] = [
    (Place::Play, "play"),
    (Place::Analyse, "analyse"),
    (Place::Library, "library"),
    (Place::NewGame, "new"),
    (Place::SetUp, "position"),
    (Place::Settings, "options"),
    (Place::Help, "guide"),
    (Place::Lesson, "lesson"),
];

/// What distinguishes the page's entries from those of others.
const MARK: &str = "tengen";

impl Default for Entry {
    /// Where the page begins.
    fn default() -> Entry {
        Entry { at: Place::Play, from: None }
    }
}

impl Entry {
    pub(super) fn way_to(self, place: Place) -> Way {
        match self.at {
            at if at == place => Way::None,
            // Whoever closes a place is where they were before it.
            _ if self.from == Some(place) => Way::Back,
            // Nobody wants to come back to a form that has been filled in.
            Place::NewGame | Place::SetUp | Place::Lesson => Way::Instead(Entry { at: place, ..self }),
            at => Way::On(Entry { at: place, from: Some(at) }),
        }
    }

    pub(super) fn read(text: &str) -> Option<Entry> {
        let named = |name: &str| NAMES.iter().find(|(_, other)| *other == name).map(|&(place, _)| place);
        let mut words = text.strip_prefix(MARK)?.split(' ').skip(1);
        Some(Entry { at: named(words.next()?)?, from: words.next().and_then(named) })
    }

    pub(super) fn write(self) -> String {
        let name = |place| NAMES.iter().find(|(other, _)| *other == place).map_or("", |&(_, name)| name);
        [MARK, name(self.at), self.from.map_or("", name)].join(" ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_read_as_they_were_written() {
        for (at, _) in NAMES {
            for from in [None, Some(Place::Play), Some(Place::Help)] {
                let entry = Entry { at, from };
                assert_eq!(Entry::read(&entry.write()), Some(entry));
            }
        }
        for foreign in ["", "tengen", "tengen nowhere", "play", "other play"] {
            assert_eq!(Entry::read(foreign), None, "{foreign}");
        }
    }

    #[test]
    fn what_is_closed_leaves_no_trace_and_what_is_opened_does() {
        let play = Entry::default();
        let Way::On(help) = play.way_to(Place::Help) else { panic!("an entry of its own") };
        assert_eq!(help.way_to(Place::Help), Way::None);
        assert_eq!(help.way_to(Place::Play), Way::Back);
        let Way::On(lesson) = help.way_to(Place::Lesson) else { panic!("an entry of its own") };
        assert_eq!(lesson.way_to(Place::Help), Way::Back);
        // The lesson is over, and Back leads to the help.
        let Way::Instead(game) = lesson.way_to(Place::Play) else { panic!("instead of the lesson") };
        assert_eq!(game, Entry { at: Place::Play, from: Some(Place::Help) });
        assert_eq!(game.way_to(Place::Help), Way::Back);
    }
}
