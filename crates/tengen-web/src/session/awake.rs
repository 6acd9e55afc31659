//! A lock that keeps the screen on while a clock runs, because a user who thinks about a move touches nothing.

use js_sys::{Function, Promise, Reflect};
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

use super::Session;
use super::sight::follow_visibility;
use crate::reactive::Memo;

/// The milliseconds below which a running clock keeps the screen on: three hours. With more time, the clock is one of days, and the user
/// does not wait at the board.
const LONGEST_MS: u64 = 3 * 60 * 60 * 1_000;

impl Session {
    /// Keeps the screen on while a clock runs that can run out. A browser releases the lock when the page is hidden, and the page requests
    /// another one when it is shown again.
    pub(super) fn stay_awake(self) {
        let is_visible = follow_visibility();
        let is_wanted = Memo::new(move |_| {
            // The game does not change when a clock starts or stops.
            self.table.clocks.now.track();
            is_visible.get() && self.table.game.with(runs_down)
        });
        let lock = StoredValue::new_local(None::<JsValue>);
        Effect::new(move |_| {
            if is_wanted.get() {
                spawn_local(async move {
                    let Some(sentinel) = request().await else { return };
                    // The game may have ended meanwhile, or the page may have been taken down.
                    if lock.try_get_value().is_none() || !is_wanted.get_untracked() {
                        return release(&sentinel);
                    }
                    let before = lock.try_update_value(|lock| lock.replace(sentinel)).flatten();
                    before.iter().for_each(release);
                });
            } else if let Some(sentinel) = lock.try_update_value(Option::take).flatten() {
                release(&sentinel);
            }
        });
        on_cleanup(move || {
            if let Some(sentinel) = lock.try_update_value(Option::take).flatten() {
                release(&sentinel);
            }
        });
    }
}

/// Whether a clock of the game runs with less than [`LONGEST_MS`] left.
fn runs_down(game: &tengen_match::Game) -> bool {
    let clock = game.clock();
    let left = clock.running().and_then(|side| clock.remaining(side, 0));
    left.is_some_and(|left| left < LONGEST_MS)
}

/// A lock that keeps the screen on; `None` if the browser has no such locks, or refuses one because its battery is low.
async fn request() -> Option<JsValue> {
    let locks = Reflect::get(&window().navigator(), &"wakeLock".into()).ok()?;
    let request: Function = Reflect::get(&locks, &"request".into()).ok()?.dyn_into().ok()?;
    let promise: Promise = request.call1(&locks, &"screen".into()).ok()?.dyn_into().ok()?;
    JsFuture::from(promise).await.ok()
}

/// Releases a lock, so that the screen can turn off. A lock that the browser has released already stays released.
fn release(sentinel: &JsValue) {
    let release =
        Reflect::get(sentinel, &"release".into()).ok().and_then(|it| it.dyn_into::<Function>().ok());
    let promise = release.and_then(|release| release.call0(sentinel).ok()?.dyn_into::<Promise>().ok());
    if let Some(promise) = promise {
        spawn_local(async move {
            let _ = JsFuture::from(promise).await;
        });
    }
}
