//! The visible part of the engine's work: the analysis pauses while none of it is shown, and its findings are shown a few times a second.

use gloo_timers::callback::Timeout;
use leptos::prelude::*;
use tengen_analysis::engine::Response;

use super::{Session, now};
use crate::place::Place;
use crate::preferences::preference;
use crate::reactive::{Memo, RwSignal};
use tengen_match::{Analysis, Engine};

/// The milliseconds between two updates of the page with the engine's findings. Each update draws rings, lines, figures and the chart,
/// which takes a phone many milliseconds.
const SHOWN_EVERY_MS: u64 = 250;

/// The engine's answers that the page has not shown yet.
#[derive(Clone, Copy)]
pub(super) struct News {
    waiting: StoredValue<Vec<Response>>,
    shown_at: StoredValue<u64>,
    timer: StoredValue<Option<Timeout>, LocalStorage>,
}

impl News {
    pub(super) fn new() -> News {
        News {
            waiting: StoredValue::new(Vec::new()),
            shown_at: StoredValue::new(0),
            timer: StoredValue::new_local(None),
        }
    }

    pub(super) fn drop_timer(self) {
        self.timer.set_value(None);
    }
}

impl Session {
    /// Handles an answer of the engine. A report of progress waits for the next update of the page; every other answer, such as a move, is
    /// shown at once, with the reports before it.
    pub(super) fn hear(self, answer: Response) {
        let is_on_the_way = matches!(answer, Response::Progress { .. });
        if self.news.waiting.try_update_value(|waiting| waiting.push(answer)).is_none() {
            return;
        }
        let due = self.news.shown_at.get_value() + SHOWN_EVERY_MS;
        // The browser's clock may have been put back.
        let pause = due.saturating_sub(now()).min(SHOWN_EVERY_MS);
        if !is_on_the_way || pause == 0 {
            self.show_news();
        } else if self.news.timer.with_value(Option::is_none) {
            let pause = u32::try_from(pause).unwrap_or_default();
            self.news.timer.set_value(Some(Timeout::new(pause, move || self.show_news())));
        }
    }

    fn show_news(self) {
        let Some(news) = self.news.waiting.try_update_value(std::mem::take) else { return };
        // The dropped timer may be the one that calls this function. It has run already, so that dropping it has no effect.
        self.news.timer.set_value(None);
        self.news.shown_at.set_value(now());
        self.act(|table| news.into_iter().for_each(|answer| table.on_response(answer)));
    }

    /// Pauses the analysis while the page is hidden, and in places that show none of it.
    pub(super) fn follow_sight(self) {
        let place: RwSignal<Place> = expect_context();
        let is_visible = follow_visibility();
        let is_on_board = preference(|p| p.best_moves || p.evaluation_bar);
        let is_seen = Memo::new(move |_| {
            is_visible.get()
                && match place.get() {
                    Place::Analyse => true,
                    // The settings change the analysis on the board, which is visible beside them.
                    Place::Play | Place::Settings => is_on_board.get(),
                    _ => false,
                }
        });
        Effect::new(move || {
            let is_seen = is_seen.get();
            self.give(|analysis, context| Analysis::set_seen(analysis, is_seen, context));
        });
        let back = window_event_listener(leptos::ev::online, move |_| {
            self.give(Engine::retry_network);
        });
        on_cleanup(move || back.remove());
    }
}

/// A signal that contains whether the page is visible, as far as the browser reports it.
pub(super) fn follow_visibility() -> RwSignal<bool> {
    let is_visible = RwSignal::new(!document().hidden());
    let changes = window_event_listener(leptos::ev::visibilitychange, move |_| {
        is_visible.set(!document().hidden());
    });
    on_cleanup(move || changes.remove());
    is_visible
}
