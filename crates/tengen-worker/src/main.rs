//! The engine as a Web Worker.
//!
//! The worker hears a message only while none of its own code runs. So it searches in slices and lets
//! the event loop breathe in between; the transposition table keeps the work from one slice to the next.
#![forbid(unsafe_code)]

mod translate;

use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

use tengen_classic::{Classic, Options};
use tengen_engine::{Engine, EngineOptions, Opponent, SearchProgress, SystemClock, bench};
use tengen_game::Position;
use tengen_protocol::worker::{Request, Response};
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::*;
use web_sys::{DedicatedWorkerGlobalScope, MessageChannel, MessageEvent};

/// How long the engine thinks before it listens again.
const SLICE: Duration = Duration::from_millis(40);

struct Worker {
    scope: DedicatedWorkerGlobalScope,
    /// Kept between searches, since its table remembers.
    engine: Engine,
    /// The classic that was asked last.
    classic: Option<(Classic, Box<dyn Opponent>)>,
    /// Whether it is the classic's turn to think.
    asks_classic: bool,
    clock: SystemClock,
    /// The search that runs.
    search: Option<u32>,
    /// Wakes the worker up for its next slice, after whatever message waits.
    wake: MessageChannel,
    /// Whether a wake-up is on its way; two would make every later slice run twice.
    waking: bool,
}

impl Worker {
    fn receive(&mut self, data: &JsValue) {
        let text = data.as_string().unwrap_or_default();
        match serde_json::from_str(&text) {
            Ok(Request::Search { id, position, limits, opponent }) => match Position::try_from(&position) {
                Ok(position) => {
                    self.finish();
                    self.seat(translate::classic(opponent));
                    let clock = self.clock.clone();
                    let opponent = self.opponent();
                    opponent.set_position(position);
                    opponent.start(&translate::limits(&limits), &clock);
                    self.search = Some(id);
                    self.wake_later();
                }
                Err(error) => self.send(&Response::Failed { id: Some(id), message: error.to_string() }),
            },
            Ok(Request::Stop { id }) if self.search == Some(id) => self.finish(),
            // The search has ended while the message was on its way.
            Ok(Request::Stop { .. }) => {}
            Ok(Request::Bench { id, depth }) => {
                self.finish();
                let report = bench::bench(depth, &self.clock);
                let time_ms = u32::try_from(report.time.as_millis()).unwrap_or(u32::MAX);
                self.send(&Response::Benched { id, nodes: report.nodes, time_ms });
            }
            Err(error) => {
                let message = format!("the engine cannot read this request: {error}");
                self.send(&Response::Failed { id: None, message });
            }
        }
    }

    /// Lets a classic think from now on, or the engine.
    fn seat(&mut self, classic: Option<Classic>) {
        self.asks_classic = classic.is_some();
        if let Some(classic) = classic
            && self.classic.as_ref().is_none_or(|(seated, _)| *seated != classic)
        {
            self.classic = Some((classic, classic.opponent(&Options::default())));
        }
    }

    /// Who thinks.
    fn opponent(&mut self) -> &mut dyn Opponent {
        match &mut self.classic {
            Some((_, opponent)) if self.asks_classic => opponent.as_mut(),
            _ => &mut self.engine,
        }
    }

    /// Ends the running search, if there is one, with what it has found.
    fn finish(&mut self) {
        if self.search.is_some() {
            self.opponent().stop_handle().stop();
            while self.search.is_some() {
                self.think(Duration::ZERO);
            }
        }
    }

    /// Searches on for one slice.
    fn think(&mut self, slice: Duration) {
        let Some(id) = self.search else { return };
        let scope = self.scope.clone();
        let mut report = |progress: &SearchProgress| {
            send(&scope, &Response::Progress { id, thinking: translate::progress(progress) });
        };
        let clock = self.clock.clone();
        match self.opponent().advance(slice, &clock, &mut report) {
            Ok(Some(report)) => {
                self.search = None;
                self.send(&Response::Finished {
                    id,
                    best_move: report.best_move.map(|point| (point.x(), point.y())),
                    thinking: translate::report(&report),
                });
            }
            Ok(None) => self.wake_later(),
            Err(error) => {
                self.search = None;
                self.send(&Response::Failed { id: Some(id), message: error.to_string() });
            }
        }
    }

    fn wake_later(&mut self) {
        if !self.waking {
            // Posting null to an open port of our own cannot fail.
            self.waking = self.wake.port2().post_message(&JsValue::NULL).is_ok();
        }
    }

    fn wake(&mut self) {
        self.waking = false;
        self.think(SLICE);
    }

    fn send(&self, response: &Response) {
        send(&self.scope, response);
    }
}

fn send(scope: &DedicatedWorkerGlobalScope, response: &Response) {
    // A response is made of strings and numbers, and a string can always be posted.
    if let Ok(text) = serde_json::to_string(response) {
        let _ = scope.post_message(&JsValue::from_str(&text));
    }
}

fn main() {
    let scope: DedicatedWorkerGlobalScope = js_sys::global().unchecked_into();
    let Ok(wake) = MessageChannel::new() else {
        let message = "this browser gives the engine no message channel".to_owned();
        send(&scope, &Response::Failed { id: None, message });
        return;
    };
    let worker = Rc::new(RefCell::new(Worker {
        scope: scope.clone(),
        engine: Engine::new(EngineOptions::default()),
        classic: None,
        asks_classic: false,
        clock: SystemClock::new(),
        search: None,
        wake: wake.clone(),
        waking: false,
    }));

    let listener = Rc::clone(&worker);
    let on_message = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
        listener.borrow_mut().receive(&event.data());
    });
    scope.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
    let on_wake = Closure::<dyn FnMut()>::new(move || worker.borrow_mut().wake());
    wake.port1().set_onmessage(Some(on_wake.as_ref().unchecked_ref()));
    // Both listeners live as long as the worker itself, which its page ends.
    on_message.forget();
    on_wake.forget();
    send(&scope, &Response::Ready);
}
