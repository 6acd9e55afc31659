//! A board on a page: it connects a table with the element's shadow root, with the engine's worker, and with scripts.

mod shown;

use std::cell::RefCell;
use std::rc::Rc;

use js_sys::{Function, Number, Promise, Reflect};
use tengen_board::Listener;
use tengen_formats::{link, sgf};
use tengen_game::{Move, Point, Record};
use wasm_bindgen::prelude::*;
use web_sys::{Element, Event, HtmlElement, ShadowRoot};

use crate::options::begins_anew;
use crate::panel::Act;
use crate::table::Table;
use shown::Shown;

/// The attributes that the element reads.
const ATTRIBUTES: [&str; 14] = [
    "at",
    "character",
    "controls",
    "coordinates",
    "game",
    "lang",
    "level",
    "mode",
    "numbers",
    "puzzle",
    "rule",
    "side",
    "size",
    "theme",
];

/// A board on a page, from the insertion of its element into the document until [`Board::end`].
#[wasm_bindgen]
pub struct Board {
    live: Rc<Live>,
    /// The listener of the buttons; `None` after the end of the board.
    listener: RefCell<Option<Listener>>,
    /// The options of the current game that differ from the attributes.
    chosen: RefCell<Vec<(String, String)>>,
}

/// The state that the listeners share.
struct Live {
    host: HtmlElement,
    shown: RefCell<Shown>,
}

#[wasm_bindgen]
impl Board {
    /// Puts a board into the shadow root of an element.
    ///
    /// `start_worker` starts the engine's worker and returns it. `seed` varies openings and the moves of the lower levels. `saved` is the
    /// text that [`Board::end`] returned when the element was removed from the document, if it was in one before.
    ///
    /// # Errors
    /// When the browser cannot create the elements.
    #[wasm_bindgen(constructor, skip_jsdoc)]
    pub fn new(
        host: HtmlElement,
        shadow: ShadowRoot,
        start_worker: Function,
        seed: f64,
        saved: Option<String>,
    ) -> Result<Board, JsValue> {
        let shown = Shown::new(&host, &shadow, start_worker, seed as u64)?;
        let root = shown.root().clone();
        let live = Rc::new(Live { host, shown: RefCell::new(shown) });
        let clicked = Rc::downgrade(&live);
        let listener = Listener::new(&root, "click", move |event| {
            if let Some(live) = clicked.upgrade() {
                live.press(&event);
            }
        })?;
        let attributes = ATTRIBUTES.map(String::from).to_vec();
        let saved = saved.as_deref().and_then(Saved::read);
        let mut chosen = Vec::new();
        match saved {
            Some(saved) => {
                live.set_quietly(attributes, &saved.chosen);
                live.update(|table| table.resume(saved.record, saved.start));
                chosen = saved.chosen;
            }
            None => live.set(attributes),
        }
        Ok(Board { live, listener: RefCell::new(Some(listener)), chosen: RefCell::new(chosen) })
    }

    /// Reads these attributes of the element again.
    #[wasm_bindgen(skip_jsdoc)]
    pub fn set(&self, mut names: Vec<String>) {
        if names.iter().any(|name| begins_anew(name)) {
            // The options that were chosen for the last game do not apply to a new one.
            self.chosen.borrow_mut().clear();
            names = ATTRIBUTES.map(String::from).to_vec();
        }
        self.live.set(names);
    }

    /// Begins another game; a puzzle and a shown game restart. The object may have `rule`, `size`, `side`, `level` and `character`, with the values of
    /// the attributes.
    ///
    /// # Errors
    /// When an option is invalid.
    #[wasm_bindgen(js_name = newGame, skip_jsdoc)]
    pub fn new_game(&self, options: &JsValue) -> Result<(), JsError> {
        let mut changes = Vec::new();
        for name in ["rule", "size", "side", "level", "character"] {
            let value = Reflect::get(options, &name.into()).unwrap_or_default();
            if value.is_undefined() || value.is_null() {
                continue;
            }
            let number = || {
                value
                    .dyn_ref::<Number>()
                    .and_then(|number| number.to_string_with_radix(10).ok())
                    .map(String::from)
            };
            let text = value.as_string().or_else(number);
            let text = text
                .ok_or_else(|| JsError::new(&format!("the option `{name}` should be a text or a number")))?;
            changes.push((name.to_owned(), text));
        }
        self.live.update(|table| table.new_game_with(&changes))?;
        let mut chosen = self.chosen.borrow_mut();
        chosen.retain(|(name, _)| changes.iter().all(|(other, _)| other != name));
        chosen.append(&mut changes);
        Ok(())
    }

    /// Plays on a point such as `h8`, or `pass`, for the side to move, and returns whether the move was accepted. The element shows the
    /// reason of a refusal.
    ///
    /// # Errors
    /// When the text is not the name of a point of the board.
    #[wasm_bindgen(skip_jsdoc)]
    pub fn play(&self, point: &str) -> Result<bool, JsError> {
        self.live.update(|table| {
            let played = match point {
                "pass" => Move::Pass,
                name => Move::Place(Point::parse(name, table.record().size())?),
            };
            Ok(table.play(played).is_ok())
        })
    }

    /// Takes a move back; against a program, as many as make it the human player's turn.
    #[wasm_bindgen(skip_jsdoc)]
    pub fn undo(&self) {
        self.live.update(Table::undo);
    }

    /// Plays the moves again that were taken back.
    #[wasm_bindgen(skip_jsdoc)]
    pub fn redo(&self) {
        self.live.update(Table::redo);
    }

    /// Shows the position after this number of moves.
    #[wasm_bindgen(js_name = goTo, skip_jsdoc)]
    pub fn go_to(&self, moves: f64) {
        // A value that is no number of moves selects the beginning or the end.
        self.live.update(|table| table.go_to(moves as usize));
    }

    /// Shows a good move for the side to move, and returns its point; null where there is none, or a move was played meanwhile.
    #[wasm_bindgen(skip_jsdoc)]
    pub fn hint(&self) -> Promise {
        self.live.ask(Table::ask_hint)
    }

    /// Lets the engine play for the side to move, and returns the point; null where the game is over, or a move was played meanwhile.
    #[wasm_bindgen(js_name = engineMove, skip_jsdoc)]
    pub fn engine_move(&self) -> Promise {
        self.live.ask(Table::ask_move)
    }

    /// The game, as SGF or as a link (`"link"`). The attribute `game` accepts both texts.
    ///
    /// # Errors
    /// When there is no such format, or the game is too long for a link.
    #[wasm_bindgen(skip_jsdoc)]
    pub fn record(&self, format: Option<String>) -> Result<String, JsError> {
        let shown = self.live.shown.borrow();
        let record = shown.table().record();
        match format.as_deref() {
            None | Some("sgf") => Ok(sgf::write(record).content),
            Some("link") => Ok(link::write(&record.clone().into())?.content),
            Some(other) => Err(JsError::new(&format!("expected `sgf` or `link`, found `{other}`"))),
        }
    }

    /// Ends all activity, and returns the text from which a later board continues. This board cannot be used any more.
    #[wasm_bindgen(skip_jsdoc)]
    pub fn end(&self) -> Option<String> {
        // The board may end while a listener or a method runs.
        self.listener.take();
        let shown = self.live.shown.replace(Shown::ended());
        let (record, start) = (shown.table().record().clone(), shown.table().start_moves());
        shown.end();
        Saved { start, record, chosen: self.chosen.take() }.write()
    }
}

impl Live {
    fn set(self: &Rc<Self>, names: Vec<String>) {
        let values: Vec<_> = names.iter().map(|name| self.host.get_attribute(name)).collect();
        self.shown.borrow_mut().follow_language(&self.host);
        let pairs = names.iter().map(String::as_str).zip(values.iter().map(Option::as_deref));
        self.update(|table| table.set(pairs));
    }

    /// Applies attributes, and chosen options that override them, without beginning another game.
    fn set_quietly(self: &Rc<Self>, names: Vec<String>, chosen: &[(String, String)]) {
        let values: Vec<_> = names.iter().map(|name| self.host.get_attribute(name)).collect();
        let mut shown = self.shown.borrow_mut();
        shown.follow_language(&self.host);
        for (name, value) in names.iter().zip(&values) {
            // An invalid value was reported before.
            let _ = shown.table_mut().set_option(name, value.as_deref());
        }
        for (name, value) in chosen {
            let _ = shown.table_mut().set_option(name, Some(value));
        }
    }

    /// Changes the table, and carries out the effects.
    fn update<T>(self: &Rc<Self>, act: impl FnOnce(&mut Table) -> T) -> T {
        let mut shown = self.shown.borrow_mut();
        let outcome = act(shown.table_mut());
        let then = shown.settle(self);
        drop(shown);
        // No borrow is active here, so that listeners may call any method of the board.
        then.report(&self.host);
        outcome
    }

    /// Requests a point from the engine.
    fn ask(self: &Rc<Self>, ask: impl FnOnce(&mut Table) -> Option<u32>) -> Promise {
        let id = self.update(ask);
        Promise::new(&mut |resolve: Function, _| match id {
            Some(id) => self.shown.borrow_mut().wait(id, resolve),
            // The resolving function of a promise does not fail.
            None => drop(resolve.call1(&JsValue::NULL, &JsValue::NULL)),
        })
    }

    /// Carries out the action of the clicked button.
    fn press(self: &Rc<Self>, event: &Event) {
        let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
        let button = target.and_then(|element| element.closest("button").ok().flatten());
        // An inactive button is only marked as such, so that the focus stays on it.
        let button = button.filter(|button| button.get_attribute("aria-disabled").as_deref() != Some("true"));
        let act = button.and_then(|button| self.shown.borrow().panel()?.act_of(&button));
        if let Some(act) = act {
            self.act(act);
        }
    }

    fn act(self: &Rc<Self>, act: Act) {
        self.update(|table| match act {
            Act::First => table.go_to(0),
            Act::Last => table.go_to(usize::MAX),
            Act::Back | Act::Undo => table.undo(),
            Act::Forward | Act::Redo => table.redo(),
            Act::New => table.new_game(),
            Act::Vary(index) => table.go_on_with(index),
            Act::Hint => {
                // The hint is shown on the board.
                let _ = Table::ask_hint(table);
            }
        });
    }
}

/// A game with its chosen options.
#[derive(Debug)]
struct Saved {
    /// The number of moves before the puzzle.
    start: usize,
    record: Record,
    /// The options by name.
    chosen: Vec<(String, String)>,
}

impl Saved {
    /// The saved text, with a line for each option before the game; `None` where the game is too long for a link.
    fn write(self) -> Option<String> {
        let link = link::write(&self.record.into()).ok()?.content;
        let chosen: String = self.chosen.iter().map(|(name, value)| format!("{name}={value}\n")).collect();
        Some(format!("{chosen}{} {link}", self.start))
    }

    fn read(text: &str) -> Option<Saved> {
        let (chosen, game) = text.rsplit_once('\n').unwrap_or(("", text));
        let (start, link) = game.split_once(' ')?;
        let pair = |line: &str| line.split_once('=').map(|(name, value)| (name.to_owned(), value.to_owned()));
        let chosen = chosen.lines().filter_map(pair).collect();
        Some(Saved { start: start.parse().ok()?, record: link::read(link).ok()?.record, chosen })
    }
}

#[cfg(test)]
mod tests {
    use tengen_game::{BoardSize, Point, Rule};

    use super::*;

    #[test]
    fn what_is_saved_is_read_again() {
        let mut record = Record::new(Rule::Renju, BoardSize::FIFTEEN);
        record.play(Point::new(7, 7)).unwrap();
        for chosen in [&[][..], &[("side", "white"), ("level", "hard")]] {
            let chosen: Vec<_> = chosen.iter().map(|&(a, b)| (a.to_owned(), b.to_owned())).collect();
            let text = Saved { start: 1, record: record.clone(), chosen: chosen.clone() }.write().unwrap();
            let read = Saved::read(&text).unwrap();
            assert_eq!((read.start, read.record, read.chosen), (1, record.clone(), chosen));
        }
        assert!(Saved::read("nothing").is_none());
    }
}
