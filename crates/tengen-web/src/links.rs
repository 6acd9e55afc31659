//! The page's address, which contains the game on the board and opens other games, and the browser's history, which leads between the
//! places of the panel.

use gloo_timers::callback::Timeout;
use leptos::prelude::*;
use tengen_analysis::files::{Content, FaultKind};
use tengen_formats::any::Known;
use tengen_formats::link::{self, Link};
use tengen_game::{NodeId, Record};
use tengen_match::{Aside, Notice, Origin};
use wasm_bindgen::JsValue;
use web_sys::History;

use crate::app::Whole;
use crate::panel::show_after_render;
use crate::place::Place;
use crate::reactive::RwSignal;
use crate::session::Session;
use crate::storage::Saved;
use crate::workers::{FileWorker, GameFile, record_of};

/// The delay after which the address follows the board: browsers refuse more than a hundred changes in half a minute.
const DELAY_MS: u32 = 350;
/// The longest link, in bytes. A game with a longer link has none in the address, because browsers would cut or refuse it.
const LONGEST: usize = 30_000;
/// The query of an address that opens the analysis board.
const ANALYSE: &str = "?analyse";

/// The value of a part of the address's query that begins with this name, such as `puzzle=`. The address of a page around the game is not
/// the game's.
pub(crate) fn in_query(name: &str) -> Option<String> {
    use_context::<Whole>().filter(|whole| whole.0)?;
    let query = window().location().search().unwrap_or_default();
    parts(&query).find_map(|part| part.strip_prefix(name)).map(str::to_owned)
}

/// Removes the part of the address's query that begins with this name, which would be opened again with the next visit.
pub(crate) fn forget_query(name: &str) {
    let location = window().location();
    let query = location.search().unwrap_or_default();
    if !parts(&query).any(|part| part.starts_with(name)) {
        return;
    }
    let others: Vec<&str> = parts(&query).filter(|part| !part.starts_with(name)).collect();
    let query = if others.is_empty() { String::new() } else { format!("?{}", others.join("&")) };
    let path = location.pathname().unwrap_or_default();
    let hash = location.hash().unwrap_or_default();
    if let Ok(history) = window().history() {
        let state = history.state().unwrap_or(JsValue::NULL);
        // A browser refuses this only after a flood of changes, and the link then stays.
        let _ = history.replace_state_with_url(&state, "", Some(&format!("{path}{query}{hash}")));
    }
}

/// The parts of a query.
fn parts(query: &str) -> impl Iterator<Item = &str> {
    query.trim_start_matches('?').split('&').filter(|part| !part.is_empty())
}

/// Opens the game in the address, now and whenever the address changes, and updates the address when the board changes.
pub(crate) fn follow(session: Session, file_worker: FileWorker) {
    let shown = ShownOnReturn(StoredValue::new(None));
    provide_context(shown);
    let address = Address {
        session,
        file_worker,
        place: expect_context(),
        is_reading: StoredValue::new(false),
        is_going_back: StoredValue::new(false),
        shown,
        delay: StoredValue::new_local(None),
        has_query: StoredValue::new(false),
    };
    // The saved game on the board is restored in full, with the data that no link contains.
    if entry().is_none() || !Saved::has_game() {
        address.open();
        // An address without a game can also open the analysis board.
        if entry().is_none() && !address.is_reading.get_value() {
            address.analyse_if_asked();
        }
    }
    let changes = window_event_listener(leptos::ev::hashchange, move |_| {
        if entry().is_none() {
            address.open();
        }
    });
    let steps = window_event_listener(leptos::ev::popstate, move |_| address.arrive());
    on_cleanup(move || {
        changes.remove();
        steps.remove();
        address.delay.set_value(None);
    });
    Effect::new(move || {
        address.place.track();
        address.go();
    });
    Effect::new(move || {
        session.table.game.track();
        session.table.remote.track();
        address.delay.set_value(Some(Timeout::new(DELAY_MS, move || address.write())));
    });
}

/// The element to which the page scrolls once the browser has gone back in its history. The browser restores the scroll position of the
/// earlier entry, before or after the page has drawn the place.
#[derive(Clone, Copy)]
pub(crate) struct ShownOnReturn(StoredValue<Option<&'static str>>);

impl ShownOnReturn {
    /// Shows an element after the step back in the history that closing the open place takes, if it takes one.
    pub(crate) fn set(self, selector: &'static str) {
        self.0.set_value(Some(selector));
    }

    fn take(self) -> Option<&'static str> {
        self.0.try_update_value(Option::take).flatten()
    }
}

#[derive(Clone, Copy)]
struct Address {
    session: Session,
    file_worker: FileWorker,
    place: RwSignal<Place>,
    /// Whether the game in the address is not on the board yet.
    is_reading: StoredValue<bool>,
    /// Whether a step back that the page has requested is pending.
    is_going_back: StoredValue<bool>,
    shown: ShownOnReturn,
    delay: StoredValue<Option<Timeout>, LocalStorage>,
    /// Whether the query names a game of the server because this page wrote it. A query from a link that the user has followed is handled
    /// by the part for online play.
    has_query: StoredValue<bool>,
}

impl Address {
    /// Opens the game in the address, if it differs from the one on the board.
    fn open(self) {
        let hash = window().location().hash().unwrap_or_default();
        if hash.len() <= 1 || hash == self.fragment() {
            return;
        }
        // The notice stays until the next one.
        self.delay.set_value(None);
        self.is_reading.set_value(true);
        let file = GameFile { name: None, content: Content::Text(hash), known: Known::default() };
        self.file_worker.read(file, move |found| {
            self.is_reading.set_value(false);
            // A text that can be read has at least one game, and an address has at most one.
            let record = found.and_then(|found| found.games.first().map(record_of).transpose());
            match record {
                Ok(record) => record.into_iter().for_each(|record| self.show(record)),
                Err(fault) => self.session.act(|table| {
                    table.say(match fault.kind {
                        FaultKind::NotLoaded => Notice::ReaderMissing,
                        _ => Notice::LinkRefused(fault),
                    });
                }),
            }
        });
    }

    /// Puts a game on the board, or another position of the game that is there already. When the page is loaded again, the address can be
    /// some moves behind the board. A beginning of the game on the board is therefore a position of that game, so that no move is lost.
    fn show(self, record: Record) {
        let is_there = |there: &Record| at_its_end(there) == at_its_end(&record);
        let node = self.session.table.game.with_untracked(|game| {
            let there = game.record();
            if is_there(there) {
                // The nodes of equal games are in the same order.
                let place = record.nodes().iter().position(|&node| node == record.current());
                place.and_then(|place| there.nodes().get(place).copied())
            } else {
                node_in(there, &record)
            }
        });
        self.session.act(|table| match node {
            Some(node) => table.go_to_node(node),
            None => table.open_game(table.game.with_record(record, Origin::Link)),
        });
        self.analyse_if_asked();
    }

    /// Opens the analysis board if the address requests it.
    fn analyse_if_asked(self) {
        if window().location().search().is_ok_and(|query| query == ANALYSE) {
            self.session.give(Aside::analyse_freely);
            self.place.set(Place::Analyse);
        }
    }

    /// The fragment of an address for the game on the board. It is empty if the board is empty, and for an online game that continues: a
    /// page that is loaded again continues that game, not a copy.
    fn fragment(self) -> String {
        if self.session.remote_running().is_some() {
            return String::new();
        }
        self.session.table.game.with_untracked(|game| {
            let record = game.record();
            let is_empty = record.nodes().len() == 1 && record.setup().is_none();
            let text = if is_empty { String::new() } else { link_to(record) };
            if text.is_empty() || text.len() > LONGEST { String::new() } else { format!("#{text}") }
        })
    }

    /// Writes the game into the address.
    fn write(self) {
        if self.is_reading.get_value() || self.is_going_back.get_value() {
            return;
        }
        let whole = window().location().href().unwrap_or_default();
        let page = whole.split('#').next().unwrap_or_default();
        let (path, query) = page.split_once('?').unwrap_or((page, ""));
        // The query names an online game that continues, so that the address leads other users, and a page that is loaded again, to it.
        let remote = self.session.remote_running();
        let had_query = self.has_query.get_value();
        self.has_query.set_value(remote.is_some());
        let query = match remote {
            Some(game) => format!("?game={game}"),
            None if query.is_empty() || had_query => String::new(),
            None => format!("?{query}"),
        };
        let address = format!("{path}{query}{}", self.fragment());
        put(History::replace_state_with_url, entry().unwrap_or_default(), Some(&address));
    }

    /// Updates the history to the place that is open.
    fn go(self) {
        if self.is_going_back.get_value() {
            return;
        }
        let here = entry();
        match here.unwrap_or_default().way_to(self.place.get_untracked()) {
            Way::None => {}
            Way::Back => {
                let went = window().history().and_then(|history| history.back());
                self.is_going_back.set_value(went.is_ok());
                return;
            }
            Way::Instead(next) => put(History::replace_state_with_url, next, None),
            Way::On(next) => {
                // A user who returns to this entry has not followed a link.
                if here.is_none() {
                    put(History::replace_state_with_url, HistoryEntry::default(), None);
                }
                put(History::push_state_with_url, next, None);
            }
        }
        self.shown.take();
    }

    /// Handles a move of the browser in its history.
    fn arrive(self) {
        let here = entry();
        if self.is_going_back.get_value() {
            self.is_going_back.set_value(false);
            if let Some(selector) = self.shown.take() {
                show_after_render(selector);
            }
            // The panel may show another place by now.
            self.go();
        } else {
            self.place.set(here.unwrap_or_default().at);
        }
        // The game has continued since the entry was written. An address from another source still has to be opened.
        if here.is_some() {
            self.write();
        }
    }
}

fn link_to(record: &Record) -> String {
    link::write(&Link::from(record.clone())).map(|written| written.content).unwrap_or_default()
}

/// The link to a game with its cursor at the end, whatever position is shown.
fn at_its_end(record: &Record) -> String {
    let mut record = record.clone();
    record.visit(record.main_line().last().copied().unwrap_or(NodeId::START));
    link_to(&record)
}

/// The node of `game` that corresponds to the cursor of `line`, if `line` is a single line without a result and `game` contains it.
fn node_in(game: &Record, line: &Record) -> Option<NodeId> {
    let moves = line.main_line();
    let is_alike = game.rule() == line.rule() && game.size() == line.size() && game.setup() == line.setup();
    // The first node is the start.
    let is_line = line.nodes().len() == moves.len() + 1;
    let is_open = moves.last().is_some_and(|&last| line.result_at(last).is_none());
    if !(is_alike && is_line && is_open) {
        return None;
    }
    let (mut at, mut found) = (NodeId::START, NodeId::START);
    for node in moves {
        let played = line.played(node);
        at = game.children(at).iter().copied().find(|&child| game.played(child) == played)?;
        if node == line.current() {
            found = at;
        }
    }
    Some(found)
}

/// The open entry of the history, if the page has written it.
fn entry() -> Option<HistoryEntry> {
    HistoryEntry::read(&window().history().ok()?.state().ok()?.as_string()?)
}

type Put = fn(&History, &JsValue, &str, Option<&str>) -> Result<(), JsValue>;

/// Writes an entry into the history. A browser that refuses, as some do for pages in frames, has an address that stays as it is.
fn put(how: Put, entry: HistoryEntry, url: Option<&str>) {
    let _ = window().history().and_then(|history| how(&history, &entry.write().into(), "", url));
}

/// An entry of the history.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct HistoryEntry {
    at: Place,
    /// The place before, if the entry before this one has it.
    from: Option<Place>,
}

/// The step in the history that leads from one place to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    None,
    Back,
    /// Another entry replaces the open one.
    Instead(HistoryEntry),
    /// A further entry follows the open one.
    On(HistoryEntry),
}

/// Defines the name of each place once: the list of all places, and a `match` in which the compiler finds a missing place.
macro_rules! names {
    ($($place:ident: $name:literal,)*) => {
        const PLACES: &[Place] = &[$(Place::$place),*];

        const fn name(place: Place) -> &'static str {
            match place {
                $(Place::$place => $name,)*
            }
        }
    };
}

names! {
    Play: "play",
    Learn: "learn",
    Analyse: "analyse",
    Library: "library",
    Online: "online",
    NewGame: "new",
    SetUp: "position",
    Settings: "options",
    Help: "guide",
    OpeningHelp: "openings",
    Lesson: "lesson",
    Puzzles: "puzzles",
    Puzzle: "puzzle",
    Problem: "problem",
}

/// The key that distinguishes the page's entries from those of others.
const MARK: &str = "tengen";

impl Default for HistoryEntry {
    /// The place at which the page begins.
    fn default() -> HistoryEntry {
        HistoryEntry { at: Place::Play, from: None }
    }
}

impl HistoryEntry {
    fn way_to(self, place: Place) -> Way {
        match self.at {
            at if at == place => Way::None,
            // Closing a place leads back to the place before it.
            _ if self.from == Some(place) => Way::Back,
            // The form stays open while the user reads about its openings.
            at @ Place::NewGame if place == Place::OpeningHelp => {
                Way::On(HistoryEntry { at: place, from: Some(at) })
            }
            // A form that was submitted has no entry in the history.
            Place::NewGame | Place::SetUp | Place::Lesson => Way::Instead(HistoryEntry { at: place, ..self }),
            at => Way::On(HistoryEntry { at: place, from: Some(at) }),
        }
    }

    fn read(text: &str) -> Option<HistoryEntry> {
        let named = |word: &str| PLACES.iter().copied().find(|&place| name(place) == word);
        let mut words = text.strip_prefix(MARK)?.split(' ').skip(1);
        Some(HistoryEntry { at: named(words.next()?)?, from: words.next().and_then(named) })
    }

    fn write(self) -> String {
        [MARK, name(self.at), self.from.map_or("", name)].join(" ")
    }
}

#[cfg(test)]
mod tests {
    use tengen_game::{BoardSize, Color, GameResult, Point, Rule};

    use super::*;

    #[test]
    fn entries_are_read_as_they_were_written() {
        for &at in PLACES {
            for from in [None, Some(Place::Play), Some(Place::Help)] {
                let entry = HistoryEntry { at, from };
                assert_eq!(HistoryEntry::read(&entry.write()), Some(entry));
            }
        }
        for foreign in ["", "tengen", "tengen nowhere", "play", "other play"] {
            assert_eq!(HistoryEntry::read(foreign), None, "{foreign}");
        }
    }

    #[test]
    fn the_beginning_of_a_game_is_a_position_of_it() {
        let record = |moves: &str| {
            let mut record = Record::new(Rule::FREESTYLE, BoardSize::FIFTEEN);
            for point in moves.split_whitespace() {
                let played = Point::parse(point, BoardSize::FIFTEEN).map(|point| record.play(point));
                assert_eq!(played, Ok(Ok(())), "{point}");
            }
            record
        };
        let game = record("h8 f8 a1 b2 c3");
        let third = game.main_line()[2];
        assert_eq!(node_in(&game, &record("h8 f8 a1")), Some(third));
        let mut begun = record("h8 f8 a1 b2");
        begun.go_to(3);
        assert_eq!(node_in(&game, &begun), Some(third), "the cursor is not at the end");
        let mut varied = record("h8 f8 a1");
        varied.undo();
        let corner = Point::new(14, 14);
        varied.explore(corner).expect("the point is empty");
        let line = format!("h8 f8 {}", corner.on(BoardSize::FIFTEEN));
        assert_eq!(node_in(&varied, &record(&line)), Some(varied.current()), "in a variation");
        assert_eq!(node_in(&game, &varied), None, "another with more than one line");
        for other in ["", "h8 f8 a2", "f8", "h8 f8 a1 b2 c3 d4"] {
            assert_eq!(node_in(&game, &record(other)), None, "{other}");
        }
        let of_other_rule = Record::new(Rule::Renju, BoardSize::FIFTEEN);
        assert_eq!(node_in(&of_other_rule, &record("h8")), None);
        let mut resigned = record("h8 f8");
        resigned.end(GameResult::resignation(Color::White)).expect("the game goes on");
        assert_eq!(node_in(&game, &resigned), None, "a result would be lost");
    }

    #[test]
    fn what_is_closed_leaves_no_trace_and_what_is_opened_does() {
        let play = HistoryEntry::default();
        let Way::On(help) = play.way_to(Place::Help) else { panic!("an entry of its own") };
        assert_eq!(help.way_to(Place::Help), Way::None);
        assert_eq!(help.way_to(Place::Play), Way::Back);
        let Way::On(lesson) = help.way_to(Place::Lesson) else { panic!("an entry of its own") };
        assert_eq!(lesson.way_to(Place::Help), Way::Back);
        // The lesson is over, and Back leads to the help.
        let Way::Instead(game) = lesson.way_to(Place::Play) else { panic!("instead of the lesson") };
        assert_eq!(game, HistoryEntry { at: Place::Play, from: Some(Place::Help) });
        assert_eq!(game.way_to(Place::Help), Way::Back);
    }

    #[test]
    fn the_form_of_a_game_is_still_there_after_a_look_at_its_openings() {
        let Way::On(form) = HistoryEntry::default().way_to(Place::NewGame) else {
            panic!("an entry of its own")
        };
        let Way::On(openings) = form.way_to(Place::OpeningHelp) else { panic!("an entry of its own") };
        assert_eq!(HistoryEntry::read(&openings.write()), Some(openings));
        assert_eq!(openings.way_to(Place::NewGame), Way::Back);
        assert_eq!(form.way_to(Place::Play), Way::Back);
    }
}
