//! What happens in the game, as events of the element on which it is mounted.

use js_sys::{Object, Reflect};
use leptos::prelude::*;
use tengen_game::{Color, GameResult, Move};
use wasm_bindgen::prelude::*;
use web_sys::{CustomEvent, CustomEventInit, HtmlElement};

use crate::reactive::Memo;
use crate::session::Session;
use tengen_match::{Game, Notice, Purpose};

/// The state of which the events tell.
#[derive(Clone, PartialEq)]
struct Seen {
    /// How many games have been on the board.
    games: u32,
    moves: usize,
    last: Option<(Color, Option<String>)>,
    result: Option<GameResult>,
    /// Whether the engine thinks of a move.
    thinks: bool,
    /// What went wrong.
    error: Option<String>,
}

impl Seen {
    fn of(session: Session) -> Seen {
        let (moves, last, result) =
            session.game.with(|game| (game.record().cursor(), last(game), game.result()));
        Seen {
            games: session.games.get(),
            moves,
            last,
            result,
            thinks: session.purpose() == Some(Purpose::Move),
            error: session.notice.with(|notice| match notice {
                Notice::EngineFailed(why) | Notice::EngineRefused(why) => Some(why.clone()),
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

/// Dispatches `tengen-gamestart`, `tengen-move`, `tengen-gameend`, `tengen-think` and `tengen-error` on the element, as long as the
/// owner of the moment lives.
pub(super) fn follow(session: Session, element: HtmlElement) {
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

/// Says that the methods can be called.
pub(super) fn dispatch_ready(element: &HtmlElement) {
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
        // A new object takes every property.
        let _ = Reflect::set(&detail, &(*name).into(), value);
    }
    let init = CustomEventInit::new();
    init.set_detail(&detail);
    init.set_bubbles(true);
    if let Ok(event) = CustomEvent::new_with_event_init_dict(name, &init) {
        // Listeners decide nothing here.
        let _ = element.dispatch_event(&event);
    }
}
