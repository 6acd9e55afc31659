//! Arguments from scripts: the options of the unit, and the handle with its methods.

use js_sys::{Error, Object, Reflect};
use leptos::prelude::*;
use tengen_analysis::Level;
use tengen_formats::json;
use tengen_game::{BoardSize, Point, Rule};
use tengen_match::{Engine, Game, Match, Seat};
use wasm_bindgen::prelude::*;
use web_sys::File;

use super::View;
use crate::files;
use crate::place::Place;
use crate::reactive::RwSignal;
use crate::session::Session;

const NAMES: [&str; 5] = ["page", "rule", "size", "black", "white"];

/// The options of the unit.
#[derive(Clone)]
pub(crate) struct Options {
    /// Whether the unit is the whole page.
    pub(super) is_page: bool,
    pub(super) game: GameOptions,
}

#[derive(Clone, Default)]
pub(super) struct GameOptions {
    rule: Option<Rule>,
    size: Option<BoardSize>,
    black: Option<Seat>,
    white: Option<Seat>,
}

impl Options {
    /// The options whose only content is whether the unit is the whole page.
    pub(super) fn bare(is_page: bool) -> Options {
        Options { is_page, game: GameOptions::default() }
    }

    /// Reads a JavaScript object, or `undefined`.
    ///
    /// # Errors
    ///
    /// When the argument is neither, or has an unknown option or an invalid value.
    pub(crate) fn read(options: &JsValue) -> Result<Options, Error> {
        let mut read = Options::bare(false);
        if options.is_undefined() || options.is_null() {
            return Ok(read);
        }
        let Some(options) = options.dyn_ref::<Object>() else {
            return Err(Error::new("the options should be an object"));
        };
        for name in Object::keys(options).iter().filter_map(|name| name.as_string()) {
            let value = Reflect::get(options, &name.as_str().into()).unwrap_or_default();
            // These values mean that the option is not set.
            if !value.is_undefined() && !value.is_null() {
                read.set(&name, &value)?;
            }
        }
        Ok(read)
    }

    fn set(&mut self, name: &str, value: &JsValue) -> Result<(), Error> {
        let game = &mut self.game;
        match name {
            "page" => self.is_page = value.as_bool().ok_or_else(|| wrong(name, "true or false"))?,
            "rule" => {
                let rule = value.as_string().ok_or_else(|| wrong(name, "a text"))?;
                game.rule =
                    Some(rule.parse().map_err(|error| Error::new(&format!("the option `rule`: {error}")))?);
            }
            "size" => {
                let size =
                    value.as_f64().filter(|lines| lines.fract() == 0.0 && (0.0..=255.0).contains(lines));
                let size = size.and_then(|lines| BoardSize::try_from(lines as u8).ok());
                game.size = Some(size.ok_or_else(|| wrong(name, "a whole number from 3 to 22"))?);
            }
            "black" => game.black = Some(seat(name, value)?),
            "white" => game.white = Some(seat(name, value)?),
            _ => {
                return Err(Error::new(&format!(
                    "there is no option `{name}`; there are {}",
                    NAMES.join(", ")
                )));
            }
        }
        Ok(())
    }
}

impl GameOptions {
    /// The game of the options; `None` where they describe none.
    pub(super) fn read(self) -> Option<Game> {
        let says_nothing =
            self.rule.is_none() && self.size.is_none() && self.black.is_none() && self.white.is_none();
        if says_nothing { None } else { Some(self.read_or_usual()) }
    }

    /// The game of the options. A missing option has the value of the first game on the page.
    pub(super) fn read_or_usual(self) -> Game {
        let seats = [self.black.unwrap_or(Seat::Person), self.white.unwrap_or(Seat::Engine(Level::EASY))];
        Game::new(self.rule.unwrap_or(Rule::FREESTYLE), self.size.unwrap_or(BoardSize::FIFTEEN), seats)
    }
}

fn seat(side: &str, value: &JsValue) -> Result<Seat, Error> {
    let named = value.as_string().and_then(|name| Seat::from_name(&name));
    named.ok_or_else(|| {
        wrong(side, "`person`, `easy`, `normal`, `hard`, `level-1` to `level-20` or a classic")
    })
}

fn wrong(name: &str, expected: &str) -> Error {
    Error::new(&format!("the option `{name}` should be {expected}"))
}

type Method = Closure<dyn Fn(JsValue) -> Result<JsValue, JsValue>>;

/// The handle. Its methods work for the lifetime of the current owner; afterwards they throw.
pub(super) fn of(session: Session, view: View) -> Object {
    let table = Object::new();
    let owner = Owner::current().map(|owner| owner.downgrade());
    let destroyed = owner.clone();
    // Everything that a method starts belongs to the unit.
    let inside =
        move |act: &dyn Fn() -> Result<JsValue, Error>| match owner.as_ref().and_then(WeakOwner::upgrade) {
            Some(owner) => owner.with(act).map_err(JsValue::from),
            None => Err(Error::new("the unit has been destroyed").into()),
        };
    let mut methods = Vec::new();
    let mut add = |name: &str, act: fn(Session, &JsValue) -> Result<JsValue, Error>| {
        let inside = inside.clone();
        let method: Method = Closure::new(move |argument: JsValue| inside(&|| act(session, &argument)));
        set(&table, name, method.as_ref());
        methods.push(method);
    };
    add("newGame", |session, options| {
        let game = Options::read(options)?.game.read_or_usual();
        quiet(session, |session| session.act(|table| table.new_game(game)))
    });
    add("play", play);
    add("undo", |session, _| quiet(session, |session| session.act(Match::undo)));
    add("redo", |session, _| quiet(session, |session| session.act(Match::redo)));
    add("goTo", |session, moves| match moves.as_f64().filter(|moves| *moves >= 0.0) {
        Some(moves) => quiet(session, |session| session.act(|table| table.go_to(moves as usize))),
        None => Err(Error::new("`goTo` takes a number of moves")),
    });
    add("hint", |session, _| quiet(session, |session| session.give(Engine::ask_hint)));
    add("record", |session, _| {
        Ok(session.table.game.with_untracked(|game| json::write(game.record())).into())
    });
    add("open", open);
    let destroy: Closure<dyn Fn()> = Closure::new(move || {
        drop(view.take());
        // Everything that belongs to the owner ends, even if a reference to the owner still exists.
        if let Some(owner) = destroyed.as_ref().and_then(WeakOwner::upgrade) {
            owner.cleanup();
        }
    });
    set(&table, "destroy", destroy.as_ref());
    StoredValue::new_local((methods, destroy));
    table
}

/// Plays on a point such as `h8` for the person whose turn it is, and returns whether that succeeded. The page shows the reason of a
/// refusal.
fn play(session: Session, point: &JsValue) -> Result<JsValue, Error> {
    let name =
        point.as_string().ok_or_else(|| Error::new("`play` takes the name of a point, such as \"h8\""))?;
    let size = session.table.game.with_untracked(|game| game.record().size());
    let point = Point::parse(&name, size).map_err(|error| Error::new(&error.to_string()))?;
    let moves = || session.table.game.with_untracked(|game| game.record().cursor());
    let before = moves();
    session.act(|table| table.place(point));
    Ok((moves() > before).into())
}

/// Opens a `File`, as if it had been dropped on the library.
fn open(session: Session, file: &JsValue) -> Result<JsValue, Error> {
    let file = file.dyn_ref::<File>().ok_or_else(|| Error::new("`open` takes a file"))?;
    let place = expect_context::<RwSignal<Place>>();
    files::read(file.clone(), move |name, content| {
        // The unit may have been taken down by now.
        if place.try_get_untracked().is_some() {
            session.library.open_file(name, content);
            place.set(Place::Library);
        }
    });
    Ok(JsValue::UNDEFINED)
}

/// Runs a method without a result.
fn quiet(session: Session, act: impl FnOnce(Session)) -> Result<JsValue, Error> {
    act(session);
    Ok(JsValue::UNDEFINED)
}

fn set(object: &Object, name: &str, value: &JsValue) {
    // A property of a new object can always be set.
    let _ = Reflect::set(object, &name.into(), value);
}
