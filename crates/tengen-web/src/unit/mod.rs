//! The game as one unit that can be put on any element: `mount` gives a handle with methods, the element hears events, and
//! `destroy` leaves nothing behind. The page itself is mounted in the same way (`boot.js`).

mod events;
mod options;

use std::any::Any;
use std::cell::Cell;
use std::mem;
use std::rc::Rc;

use js_sys::Error;
use leptos::mount::mount_to;
use leptos::prelude::*;
use tengen_game::{Point, format::json};
use wasm_bindgen::prelude::*;
use web_sys::HtmlElement;

use crate::app::App;
use crate::session::Session;
use options::Options;

/// A game on an element of a page. In JavaScript:
///
/// ```js
/// const table = mount(element, { rule: "renju", size: 15, black: "person", white: "easy" });
/// element.addEventListener("tengen-move", ({ detail }) => console.log(detail.point));
/// table.play("h8");
/// ```
#[wasm_bindgen]
pub struct Table {
    session: Session,
    owner: Owner,
    /// What takes the view down when it is dropped, once somebody wants that.
    view: Option<Box<dyn Any>>,
}

/// Puts a game on an element. The options, all of which may be missing, are `page` (whether the unit is all of the page, with its
/// title, its address and its keys) and what [`Table::new_game`] takes, without which the game goes on that the browser has kept.
///
/// # Errors
/// When an option is not what it should be.
#[wasm_bindgen]
pub fn mount(element: HtmlElement, options: JsValue) -> Result<Table, Error> {
    let options = Options::read(&options)?;
    // What stays with the caller must not be owned by what it owns.
    let found = Rc::new(Cell::new(None));
    let (target, listener) = (element.clone(), element.clone());
    let finds = found.clone();
    let view = mount_to(element, move || {
        let app = view! { <App whole=options.is_page/> };
        let session = Session::of_page();
        events::follow(session, target);
        finds.set(Some((session, Owner::current())));
        app
    });
    let Some((session, Some(owner))) = found.take() else {
        return Err(Error::new("the game could not be put on the element"));
    };
    let table = Table { session, owner, view: Some(Box::new(view)) };
    if let Some(game) = options.game.read() {
        table.owner.with(|| session.new_game(game));
    }
    events::tell_ready(&listener);
    Ok(table)
}

#[wasm_bindgen]
impl Table {
    /// Begins another game. The options are `rule`, `size`, and `black` and `white`, who are `person`, `easy`, `normal`, `hard` or a
    /// classic.
    ///
    /// # Errors
    /// When an option is not what it should be. The game on the board then stays.
    #[wasm_bindgen(js_name = newGame)]
    pub fn new_game(&self, options: JsValue) -> Result<(), Error> {
        let game = Options::read(&options)?.game.read_or_usual();
        self.act(|session| session.new_game(game));
        Ok(())
    }

    /// Plays on a point such as `h8` for the person whose turn it is; whether that could be done. The page says why not.
    ///
    /// # Errors
    /// When there is no such point.
    pub fn play(&self, point: &str) -> Result<bool, Error> {
        let size = self.session.game.with_untracked(|game| game.record().size());
        let point = Point::parse(point, size).map_err(|error| Error::new(&error.to_string()))?;
        let moves = || self.session.game.with_untracked(|game| game.record().cursor());
        let before = moves();
        self.act(|session| session.place(point));
        Ok(moves() > before)
    }

    /// Takes the last move back, against a program also its own.
    pub fn undo(&self) {
        self.act(Session::undo);
    }

    /// Plays again what was taken back.
    pub fn redo(&self) {
        self.act(Session::redo);
    }

    /// Shows the game as it was after so many moves.
    #[wasm_bindgen(js_name = goTo)]
    pub fn go_to(&self, moves: usize) {
        self.act(|session| session.go_to(moves));
    }

    /// Asks the engine for a good move, which it shows on the board.
    pub fn hint(&self) {
        self.act(Session::ask_hint);
    }

    /// The game, as JSON in Tengen's own format.
    pub fn record(&self) -> String {
        self.session.game.with_untracked(|game| json::write(game.record()))
    }

    /// Takes the game down, with everything that it has started. Afterwards the other methods must not be called.
    pub fn destroy(mut self) {
        self.view.take();
        // Whatever still holds the owner, nothing goes on that belongs to it.
        self.owner.cleanup();
    }

    fn act(&self, act: impl FnOnce(Session)) {
        self.owner.with(|| act(self.session));
    }
}

/// A handle that nobody keeps is collected with the other garbage, but the game goes on.
impl Drop for Table {
    fn drop(&mut self) {
        mem::forget(self.view.take());
    }
}
