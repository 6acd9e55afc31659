//! The page's address: it holds the game on the board, and leads to others; and the browser's history goes between the
//! panel's places.
//!
//! Moves change the address where it is, so that Back does not take them back. Places have entries of their own. What the page
//! itself has written is known by its [`Entry`]; an address without one has come from elsewhere, and is opened.

mod entry;

use entry::{Entry, Way};
use gloo_timers::callback::Timeout;
use leptos::prelude::*;
use tengen_analysis::files::{Content, FaultKind};
use tengen_game::format::link::{self, Link};
use tengen_game::{NodeId, Record};
use wasm_bindgen::JsValue;
use web_sys::History;

use crate::file_worker::{FileWorker, record_of};
use crate::panel::Place;
use crate::reactive::RwSignal;
use crate::session::Session;
use crate::storage;
use tengen_match::{Notice, Origin};

/// The address follows the board after so long: browsers refuse more than a hundred changes in half a minute.
const DELAY_MS: u32 = 350;
/// A game with a longer link has none in the address, which browsers would cut or refuse.
const LONGEST: usize = 30_000;

/// Opens the game that the address holds, now and whenever it changes, and keeps the address as the board is.
pub(crate) fn follow(session: Session, file_worker: FileWorker) {
    let address = Address {
        session,
        file_worker,
        place: expect_context(),
        is_reading: StoredValue::new(false),
        is_going_back: StoredValue::new(false),
        delay: StoredValue::new_local(None),
    };
    // What was on the board when the page closed is there again, with everything that no link holds.
    if entry().is_none() || storage::read(storage::GAME).is_none() {
        address.open();
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
        session.game.track();
        address.delay.set_value(Some(Timeout::new(DELAY_MS, move || address.write())));
    });
}

#[derive(Clone, Copy)]
struct Address {
    session: Session,
    file_worker: FileWorker,
    place: RwSignal<Place>,
    /// Whether the game that it holds is not on the board yet.
    is_reading: StoredValue<bool>,
    /// Whether the browser has been asked to go back, and has not yet.
    is_going_back: StoredValue<bool>,
    delay: StoredValue<Option<Timeout>, LocalStorage>,
}

impl Address {
    /// Opens the game that it holds, if that is another than the one on the board.
    fn open(self) {
        let hash = window().location().hash().unwrap_or_default();
        if hash.len() <= 1 || hash == self.fragment() {
            return;
        }
        // It stands there until there is something else to say.
        self.delay.set_value(None);
        self.is_reading.set_value(true);
        self.file_worker.read(None, Content::Text(hash), move |found| {
            self.is_reading.set_value(false);
            // What can be read has at least one game in it, and an address has one at most.
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

    /// Puts a game on the board, or another moment of the game that is there already.
    fn show(self, record: Record) {
        let is_there = |there: &Record| at_its_end(there) == at_its_end(&record);
        if !self.session.game.with_untracked(|game| is_there(game.record())) {
            return self.session.act(|table| table.open_record(record, Origin::Link));
        }
        // Nodes of equal games are in the same order.
        let place = record.nodes().iter().position(|&node| node == record.current());
        let nodes = self.session.game.with_untracked(|game| game.record().nodes());
        if let Some(&node) = place.and_then(|place| nodes.get(place)) {
            self.session.act(|table| table.go_to_node(node));
        }
    }

    /// The game on the board as it stands behind an address; nothing where there is nothing on the board.
    fn fragment(self) -> String {
        self.session.game.with_untracked(|game| {
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
        put(
            History::replace_state_with_url,
            entry().unwrap_or_default(),
            Some(&(page.to_owned() + &self.fragment())),
        );
    }

    /// Takes down in the history which place is open.
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
            }
            Way::Instead(next) => put(History::replace_state_with_url, next, None),
            Way::On(next) => {
                // Whoever comes back here is no visitor from elsewhere.
                if here.is_none() {
                    put(History::replace_state_with_url, Entry::default(), None);
                }
                put(History::push_state_with_url, next, None);
            }
        }
    }

    /// The browser has gone through its history.
    fn arrive(self) {
        let here = entry();
        if self.is_going_back.get_value() {
            self.is_going_back.set_value(false);
            // Meanwhile the panel may have gone elsewhere.
            self.go();
        } else {
            self.place.set(here.unwrap_or_default().at);
        }
        // The game has gone on since then. An address from elsewhere is still to be opened.
        if here.is_some() {
            self.write();
        }
    }
}

fn link_to(record: &Record) -> String {
    link::write(&Link::from(record.clone())).map(|written| written.content).unwrap_or_default()
}

/// The link to a game, whatever moment of it is shown.
fn at_its_end(record: &Record) -> String {
    let mut record = record.clone();
    record.visit(record.main_line().last().copied().unwrap_or(NodeId::START));
    link_to(&record)
}

/// The entry of the history that is open, if the page has written it.
fn entry() -> Option<Entry> {
    Entry::read(&window().history().ok()?.state().ok()?.as_string()?)
}

type Put = fn(&History, &JsValue, &str, Option<&str>) -> Result<(), JsValue>;

/// A browser that refuses, as some do for pages in frames, has an address that stays as it is.
fn put(how: Put, entry: Entry, url: Option<&str>) {
    let _ = window().history().and_then(|history| how(&history, &entry.write().into(), "", url));
}
