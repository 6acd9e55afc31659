//! The handle of a unit: an object with methods.

use js_sys::{Error, Object, Reflect};
use leptos::prelude::*;
use tengen_game::{Point, format::json};
use tengen_match::Match;
use wasm_bindgen::prelude::*;
use web_sys::File;

use super::{Options, View};
use crate::files;
use crate::panel::Place;
use crate::reactive::RwSignal;
use crate::session::Session;

type Method = Closure<dyn Fn(JsValue) -> Result<JsValue, JsValue>>;

/// The handle. Its methods work as long as the owner of the moment lives; afterwards they throw.
pub(super) fn of(session: Session, view: View) -> Object {
    let table = Object::new();
    let owner = Owner::current().map(|owner| owner.downgrade());
    let destroyed = owner.clone();
    // Whatever begins by a method belongs to the unit.
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
    add("hint", |session, _| quiet(session, |session| session.act(Match::ask_hint)));
    add("record", |session, _| Ok(session.game.with_untracked(|game| json::write(game.record())).into()));
    add("open", open);
    let destroy: Closure<dyn Fn()> = Closure::new(move || {
        drop(view.take());
        // Whatever still holds the owner, nothing goes on that belongs to it.
        if let Some(owner) = destroyed.as_ref().and_then(WeakOwner::upgrade) {
            owner.cleanup();
        }
    });
    set(&table, "destroy", destroy.as_ref());
    StoredValue::new_local((methods, destroy));
    table
}

/// Plays on a point such as `h8` for the person whose turn it is; whether that could be done. The page says why not.
fn play(session: Session, point: &JsValue) -> Result<JsValue, Error> {
    let name =
        point.as_string().ok_or_else(|| Error::new("`play` takes the name of a point, such as \"h8\""))?;
    let size = session.game.with_untracked(|game| game.record().size());
    let point = Point::parse(&name, size).map_err(|error| Error::new(&error.to_string()))?;
    let moves = || session.game.with_untracked(|game| game.record().cursor());
    let before = moves();
    session.act(|table| table.place(point));
    Ok((moves() > before).into())
}

/// Opens a `File`, as one that is dropped on the library.
fn open(session: Session, file: &JsValue) -> Result<JsValue, Error> {
    let file = file.dyn_ref::<File>().ok_or_else(|| Error::new("`open` takes a file"))?;
    let place = expect_context::<RwSignal<Place>>();
    files::read(file.clone(), move |name, content| {
        // By then the unit may have been taken down.
        if place.try_get_untracked().is_some() {
            session.library.open_file(name, content);
            place.set(Place::Library);
        }
    });
    Ok(JsValue::UNDEFINED)
}

/// Does what has no answer.
fn quiet(session: Session, act: impl FnOnce(Session)) -> Result<JsValue, Error> {
    act(session);
    Ok(JsValue::UNDEFINED)
}

fn set(object: &Object, name: &str, value: &JsValue) {
    // A new object takes every property.
    let _ = Reflect::set(object, &name.into(), value);
}
