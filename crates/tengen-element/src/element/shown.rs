//! A table with its view on the page.

use std::rc::Rc;

use js_sys::{Array, Function, Object, Reflect};
use tengen_analysis::engine::{SearchRequest, SearchResponse};
use tengen_analysis::{Score, SearchProgress};
use tengen_board::{Board, Event as BoardEvent};
use tengen_game::{BoardSize, Point};
use tengen_match::{Effect, Event};
use tengen_worker_client::WorkerClient;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::*;
use web_sys::{CustomEvent, CustomEventInit, Element, HtmlElement, ShadowRoot, Worker};

use super::Live;
use crate::panel::{Panel, html};
use crate::table::Table;
use crate::texts::Texts;

/// A table with its view and the engine.
pub(super) struct Shown {
    table: Table,
    texts: Texts,
    parts: Option<Parts>,
    /// Starts the engine's worker and returns it.
    start_worker: Function,
    engine: Option<WorkerClient<SearchRequest>>,
    /// The promises that wait for a point from the engine.
    waiting: Vec<(u32, Function)>,
}

/// The elements in the shadow root.
struct Parts {
    root: Element,
    frame: Element,
    /// The board, which is mounted when the table is shown for the first time.
    board: Option<Board>,
    panel: Panel,
    /// The language of the board and the panel.
    spoken: Texts,
}

/// Calls of scripts, which run after all borrows have ended.
#[derive(Default)]
pub(super) struct Then {
    events: Vec<Event>,
    found: Vec<(Function, Option<Point>)>,
    size: Option<BoardSize>,
}

impl Then {
    pub(super) fn report(self, host: &HtmlElement) {
        let size = self.size.unwrap_or(BoardSize::FIFTEEN);
        for (resolve, point) in self.found {
            let point = point.map_or(JsValue::NULL, |point| point.on(size).to_string().into());
            // The resolving function of a promise does not fail.
            let _ = resolve.call1(&JsValue::NULL, &point);
        }
        for event in &self.events {
            dispatch(host, event, size);
        }
    }
}

impl Shown {
    pub(super) fn new(
        host: &HtmlElement,
        shadow: &ShadowRoot,
        start_worker: Function,
        seed: u64,
    ) -> Result<Shown, JsValue> {
        let (table, texts) = (Table::new(seed), texts_for(host));
        // Coordinates run from left to right, also on pages whose text runs from right to left.
        let document =
            host.owner_document().ok_or_else(|| JsError::new("an element outside of every document"))?;
        let root = document.create_element("div")?;
        for (name, value) in [("class", "tengen"), ("dir", "ltr"), ("lang", texts.code)] {
            root.set_attribute(name, value)?;
        }
        let frame = html(&root, "div", &[])?;
        let panel = Panel::new(&root, &table, texts)?;
        shadow.append_child(&root)?;
        let parts = Some(Parts { root, frame, board: None, panel, spoken: texts });
        Ok(Shown { table, texts, parts, start_worker, engine: None, waiting: Vec::new() })
    }

    /// The placeholder for a board that has ended.
    pub(super) fn ended() -> Shown {
        Shown {
            table: Table::new(0),
            texts: Texts::of(""),
            parts: None,
            start_worker: JsValue::NULL.unchecked_into(),
            engine: None,
            waiting: Vec::new(),
        }
    }

    /// Removes everything. Promises that wait for the engine are resolved without a point.
    pub(super) fn end(mut self) {
        self.engine = None;
        let found = self.waiting.drain(..).map(|(_, resolve)| (resolve, None)).collect();
        if let Some(parts) = &self.parts {
            parts.root.remove();
            let then = Then { found, ..Then::default() };
            if let Some(host) = parts.root.dyn_ref::<HtmlElement>() {
                then.report(host);
            }
        }
    }

    pub(super) fn root(&self) -> Element {
        // A board that has not ended has its parts.
        self.parts.as_ref().map(|parts| parts.root.clone()).unwrap_or_else(|| JsValue::NULL.unchecked_into())
    }

    pub(super) fn table(&self) -> &Table {
        &self.table
    }

    pub(super) fn table_mut(&mut self) -> &mut Table {
        &mut self.table
    }

    pub(super) fn panel(&self) -> Option<&Panel> {
        self.parts.as_ref().map(|parts| &parts.panel)
    }

    pub(super) fn follow_language(&mut self, host: &HtmlElement) {
        self.texts = texts_for(host);
    }

    /// Stores a promise, which is resolved when the engine has found a point.
    pub(super) fn wait(&mut self, id: u32, resolve: Function) {
        if self.table.task().is_some_and(|task| task.id == id) {
            self.waiting.push((id, resolve));
        } else {
            // The engine could not receive the request. The resolving function of a promise does not fail.
            let _ = resolve.call1(&JsValue::NULL, &JsValue::NULL);
        }
    }

    /// Carries out the effects of the table, and shows its new state.
    pub(super) fn settle(&mut self, live: &Rc<Live>) -> Then {
        let mut then = Then { size: Some(self.table.record().size()), ..Then::default() };
        loop {
            let effects = self.table.take_effects();
            if effects.is_empty() || self.parts.is_none() {
                break;
            }
            for effect in effects {
                match effect {
                    Effect::Announce(event) => then.events.push(event),
                    Effect::Ask(request) => {
                        let message = self.table.message(request);
                        message.into_iter().for_each(|request| self.ask(live, request));
                    }
                    Effect::DropEngine => self.engine = None,
                    Effect::Found(id, point) => {
                        let of_task = self.waiting.extract_if(.., |(other, _)| *other == id);
                        then.found.extend(of_task.map(|(_, resolve)| (resolve, point)));
                    }
                    // The element is silent, saves nothing, and starts the engine with its first request.
                    _ => {}
                }
            }
        }
        if let Err(error) = self.show(live) {
            let message = describe(&error);
            then.events.push(Event::Error(message));
        }
        then
    }

    fn ask(&mut self, live: &Rc<Live>, request: SearchRequest) {
        // Without an engine there is nothing to stop.
        if self.engine.is_none() && !matches!(request, SearchRequest::Stop { .. }) {
            let live = Rc::downgrade(live);
            let on_response = move |response: SearchResponse| {
                if let Some(live) = live.upgrade() {
                    live.update(|table| table.on_response(response));
                }
            };
            let worker = self.start_worker.call0(&JsValue::NULL).map(JsValue::unchecked_into::<Worker>);
            match WorkerClient::start(worker, on_response) {
                Ok(engine) => self.engine = Some(engine),
                Err(message) => return self.table.on_response(SearchResponse::Failed { id: None, message }),
            }
        }
        if let Some(engine) = &self.engine {
            engine.send(&request);
        }
    }

    fn show(&mut self, live: &Rc<Live>) -> Result<(), JsValue> {
        let (table, texts) = (&self.table, self.texts);
        let Some(parts) = &mut self.parts else { return Ok(()) };
        let words = || Box::new(move |key: &str, values: &[(&str, &str)]| texts.text_with(key, values));
        if parts.spoken != texts {
            parts.root.set_attribute("lang", texts.code)?;
        }
        match &parts.board {
            None => {
                parts.board = Some(Board::mount(&parts.frame, table.scene(), words(), reaction(live))?);
            }
            Some(board) => {
                if parts.spoken != texts {
                    board.set_texts(words())?;
                }
                board.update(table.scene())?;
            }
        }
        parts.spoken = texts;
        if !parts.panel.is_of(table, texts) {
            let has_focus = parts.panel.has_focus()?;
            parts.panel.remove();
            parts.panel = Panel::new(&parts.root, table, texts)?;
            if has_focus {
                parts.panel.take_focus()?;
            }
        }
        parts.panel.show(table)
    }
}

/// The reaction to an event of the board.
fn reaction(live: &Rc<Live>) -> impl Fn(BoardEvent) + 'static {
    let live = Rc::downgrade(live);
    move |event| {
        let Some(live) = live.upgrade() else { return };
        match event {
            BoardEvent::Place(point) => live.update(|table| table.choose(point)),
            BoardEvent::Aim(Some(point)) => live.update(|table| table.aim(point)),
            // The later event replaces the notice. This event may also arrive while the board is being updated.
            BoardEvent::Aim(None) | BoardEvent::Hover(_) | BoardEvent::Draw(_) => {}
        }
    }
}

/// The language of the element, or else of the page around it.
fn texts_for(host: &HtmlElement) -> Texts {
    let code = host.closest("[lang]").ok().flatten().and_then(|element| element.get_attribute("lang"));
    Texts::of(&code.unwrap_or_default())
}

fn describe(error: &JsValue) -> String {
    error.dyn_ref::<js_sys::Error>().map_or_else(String::new, |error| error.message().into())
}

/// Dispatches an event. It does not bubble, because other elements of the page may have events of the same names.
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
        // The events cannot be cancelled.
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
        // A property of a new object can always be set.
        let _ = Reflect::set(&object, &(*name).into(), value);
    }
    object.into()
}
