//! Telling whoever listens to the element.

use js_sys::{Array, Object, Reflect};
use tengen_analysis::{Score, SearchProgress};
use tengen_game::{BoardSize, Point};
use tengen_match::Event;
use wasm_bindgen::JsValue;
use web_sys::{CustomEvent, CustomEventInit, HtmlElement};

/// Dispatches an event. It does not bubble: on somebody's page, other elements have events of these names.
pub(crate) fn dispatch(host: &HtmlElement, event: &Event, size: BoardSize) {
    let name = match event {
        Event::GameStart => "gamestart",
        Event::Move { .. } => "move",
        Event::GameEnd(_) => "gameend",
        Event::Think(_) => "think",
        Event::Error(_) => "error",
    };
    let init = CustomEventInit::new();
    init.set_detail(&detail(event, size));
    if let Ok(event) = CustomEvent::new_with_event_init_dict(name, &init) {
        // Whoever listens decides nothing here.
        let _ = host.dispatch_event(&event);
    }
}

fn detail(event: &Event, size: BoardSize) -> JsValue {
    match event {
        Event::GameStart => object(&[("size", f64::from(size.lines()).into())]),
        Event::Move { color, played, number } => {
            let point = played.point().map_or(JsValue::NULL, |point| point.on(size).to_string().into());
            let number = JsValue::from_f64(*number as f64);
            object(&[("color", color.name().into()), ("point", point), ("number", number)])
        }
        Event::GameEnd(result) => {
            let winner = result.winner.map_or(JsValue::NULL, |winner| winner.name().into());
            object(&[("winner", winner), ("reason", result.reason.name().into())])
        }
        Event::Think(None) => object(&[("thinks", false.into())]),
        Event::Think(Some(progress)) => thought(progress, size),
        Event::Error(message) => object(&[("message", message.into())]),
    }
}

fn thought(progress: &SearchProgress, size: BoardSize) -> JsValue {
    let (score, mate) = match progress.score {
        Score::Value(value) => (value.into(), JsValue::NULL),
        Score::Mate(plies) => (JsValue::NULL, plies.into()),
    };
    let name = |point: &Point| JsValue::from(point.on(size).to_string());
    let line: Array = progress.pv.iter().map(name).collect();
    object(&[
        ("thinks", true.into()),
        ("depth", progress.depth.into()),
        ("score", score),
        ("mate", mate),
        ("line", line.into()),
        ("nodes", JsValue::from_f64(progress.nodes as f64)),
    ])
}

fn object(fields: &[(&str, JsValue)]) -> JsValue {
    let object = Object::new();
    for (name, value) in fields {
        // A new object takes every property.
        let _ = Reflect::set(&object, &(*name).into(), value);
    }
    object.into()
}
