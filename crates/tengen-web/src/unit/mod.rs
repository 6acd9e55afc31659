//! The game as a unit that any element can contain: `mount` returns a handle with methods, the element receives events, and `destroy`
//! removes everything. The page itself is mounted in the same way (`boot.js`).

mod options;

use std::any::Any;
use std::cell::RefCell;
use std::rc::Rc;

use js_sys::{Error, Function, Object, Promise, Reflect};
use leptos::mount::mount_to;
use leptos::prelude::*;
use tengen_game::{Color, GameResult, Move};
use tengen_match::{Game, Notice, Purpose};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::{JsFuture, future_to_promise};
use web_sys::{CustomEvent, CustomEventInit, HtmlElement};

use crate::app::App;
use crate::reactive::Memo;
use crate::rest;
use crate::session::Session;
use crate::storage::Saved;

pub(crate) use options::Options;

/// The view, once there is one. Dropping it removes it from the element.
type View = Rc<RefCell<Option<Box<dyn Any>>>>;

/// The element of a unit, and the handle's promise.
struct Mounted {
    element: HtmlElement,
    options: Options,
    view: View,
    /// The function that resolves the promise with the handle.
    resolve: Function,
}

/// Mounts a game on an element, and returns a promise of its handle. In JavaScript:
///
/// ```js
/// const table = await mount(element, { rule: "renju", size: 15, black: "person", white: "easy" });
/// element.addEventListener("tengen-move", ({ detail }) => console.log(detail.point));
/// table.play("h8");
/// ```
///
/// The options, all of them optional, are `page` (whether the unit is the whole page, with its title, its address and its
/// keys) and those of a game: `rule`, `size`, and `black` and `white`, each `person`, `easy`, `normal`, `hard`, `level-1` to
/// `level-20`, or a classic.
/// Without options of a game, the game that the browser has saved continues.
///
/// The handle has `newGame(options)`, `play(point)`, `undo()`, `redo()`, `goTo(moves)`, `hint()`, `open(file)`, `record()`
/// and `destroy()`.
///
/// # Errors
///
/// When an option is unknown or has an invalid value, or a part of the program cannot be loaded.
#[wasm_bindgen]
pub fn mount(element: HtmlElement, options: JsValue) -> Promise {
    future_to_promise(async move {
        // A returning user, or one with options, must not see another game first.
        let is_page = is_bare_page(&options);
        let is_bare = is_page || options.is_undefined() || options.is_null();
        if (!is_bare || Saved::is_there()) && !rest::load().await {
            return Err(Error::new("a part of the page could not be loaded").into());
        }
        let options = if is_bare { Options::bare(is_page) } else { rest::options(&options)? };
        JsFuture::from(Promise::new(&mut |resolve, _| show(&element, options.clone(), resolve))).await
    })
}

/// Whether the only option is that the unit is the whole page.
fn is_bare_page(options: &JsValue) -> bool {
    let is_true = |name: &str| Reflect::get(options, &name.into()).is_ok_and(|value| value == JsValue::TRUE);
    options.dyn_ref::<Object>().is_some_and(|object| Object::keys(object).length() == 1) && is_true("page")
}

fn show(element: &HtmlElement, options: Options, resolve: Function) {
    if options.is_page {
        // The element that covers the page while it loads is removed.
        if let Some(boot) = document().get_element_by_id("boot") {
            boot.remove();
        }
    }
    let view = View::default();
    let mounted = Mounted { element: element.clone(), options: options.clone(), view: view.clone(), resolve };
    let shown = mount_to(element.clone(), move || {
        provide_context(StoredValue::new_local(Some(mounted)));
        view! { <App whole=options.is_page saved=rest::saved()/> }
    });
    view.replace(Some(Box::new(shown)));
}

/// Dispatches events from now on, and returns the handle.
pub(crate) fn begin(session: Session) {
    let mounted = use_context::<StoredValue<Option<Mounted>, LocalStorage>>();
    let Some(mounted) = mounted.and_then(|mounted| mounted.try_update_value(Option::take).flatten()) else {
        return;
    };
    if let Some(game) = mounted.options.game.read() {
        session.act(|table| table.new_game(game));
    }
    follow(session, mounted.element.clone());
    let table = options::of(session, mounted.view);
    // The resolving function of a promise does not fail.
    let _ = mounted.resolve.call1(&JsValue::NULL, &table);
    dispatch_ready(&mounted.element);
}

/// The state that the events report.
#[derive(Clone, PartialEq)]
struct Seen {
    /// The number of games that have been on the board.
    games: u32,
    moves: usize,
    last: Option<(Color, Option<String>)>,
    result: Option<GameResult>,
    /// Whether the engine searches for a move.
    thinks: bool,
    error: Option<String>,
}

impl Seen {
    fn of(session: Session) -> Seen {
        let (moves, last, result) =
            session.table.game.with(|game| (game.record().cursor(), last(game), game.result()));
        Seen {
            games: session.table.games.get(),
            moves,
            last,
            result,
            thinks: session.purpose() == Some(Purpose::Move),
            error: session.table.notice.with(|notice| match notice {
                Notice::EngineFailed(why) | Notice::EngineRefused(why) | Notice::InvalidAnswer(why) => {
                    Some(why.clone())
                }
                Notice::LinkRefused(fault) => Some(fault.message.clone()),
                _ => None,
            }),
        }
    }
}

fn last(game: &Game) -> Option<(Color, Option<String>)> {
    let position = game.record().position();
    let name = |played: Move| played.point().map(|point| point.on(position.size()).to_string());
    position.last_move().map(|played| (!position.side_to_move(), name(played)))
}

/// Dispatches `tengen-gamestart`, `tengen-move`, `tengen-gameend`, `tengen-think` and `tengen-error` on the element, for the lifetime of
/// the current owner.
fn follow(session: Session, element: HtmlElement) {
    let element = StoredValue::new_local(element);
    let seen = Memo::new(move |_| Seen::of(session));
    Effect::new(move |before: Option<Seen>| {
        let now = seen.get();
        if let Some(before) = before {
            element.with_value(|element| dispatch_changes(element, &before, &now));
        }
        now
    });
}

/// Dispatches the event after which the methods can be called.
fn dispatch_ready(element: &HtmlElement) {
    dispatch(element, "tengen-ready", &[]);
}

fn dispatch_changes(element: &HtmlElement, before: &Seen, now: &Seen) {
    if now.games != before.games {
        dispatch(element, "tengen-gamestart", &[]);
    }
    let is_on = now.games != before.games || now.moves > before.moves;
    if let Some((color, point)) = now.last.as_ref().filter(|_| is_on && now.moves > 0) {
        let point = point.as_deref().map_or(JsValue::NULL, JsValue::from_str);
        let number = JsValue::from_f64(now.moves as f64);
        dispatch(
            element,
            "tengen-move",
            &[("color", color.name().into()), ("point", point), ("number", number)],
        );
    }
    if now.thinks != before.thinks {
        dispatch(element, "tengen-think", &[("thinks", now.thinks.into())]);
    }
    if let Some(result) = now.result.filter(|_| now.result != before.result) {
        let winner = result.winner.map_or(JsValue::NULL, |winner| winner.name().into());
        dispatch(element, "tengen-gameend", &[("winner", winner), ("reason", result.reason.name().into())]);
    }
    if let Some(error) = now.error.as_deref().filter(|_| now.error != before.error) {
        dispatch(element, "tengen-error", &[("message", error.into())]);
    }
}

fn dispatch(element: &HtmlElement, name: &str, fields: &[(&str, JsValue)]) {
    let detail = Object::new();
    for (name, value) in fields {
        // A property of a new object can always be set.
        let _ = Reflect::set(&detail, &(*name).into(), value);
    }
    let init = CustomEventInit::new();
    init.set_detail(&detail);
    init.set_bubbles(true);
    if let Ok(event) = CustomEvent::new_with_event_init_dict(name, &init) {
        // The events cannot be cancelled.
        let _ = element.dispatch_event(&event);
    }
}
