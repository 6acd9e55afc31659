//! What the engine says about the game as a whole, and about the moves in which it turned.

mod findings;
mod sides;

use leptos::prelude::*;

use crate::reactive::{Memo, Signal};
use crate::session::{Review, Session, Task};
use crate::texts::Texts;

/// A review: the button that asks for it, how far it is, and what it says.
#[component]
pub(super) fn ReviewPanel() -> impl IntoView {
    let texts = Texts::of_page();
    let session = Session::of_page();
    let is_running = Memo::new(move |_| matches!(session.task.get(), Task::Review(_)));
    let can_review = Signal::derive(move || {
        session.task.get().is_free() && session.game.with(|game| !game.main_moves().is_empty())
    });
    let is_there = Memo::new(move |_| session.review.with(Option::is_some));
    // One button for all of it, so that the keyboard's focus stays.
    let can_press = move || is_running.get() || can_review.get();
    let press = move |_| {
        if is_running.get_untracked() {
            session.stop();
        } else if can_review.get_untracked() {
            session.review_game();
        }
    };
    let key = move || match (is_running.get(), is_there.get()) {
        (true, _) => "review-stop",
        (false, true) => "review-again",
        (false, false) => "review-game",
    };
    view! {
        <section class="review">
            <h2>{move || texts.text("review")}</h2>
            <button
                type="button"
                id="review-start"
                aria-disabled=move || (!can_press()).then_some("true")
                on:click=press
            >
                {move || texts.text(key())}
            </button>
            <p class="quiet" id="review-state" role="status">{move || state(texts, session, is_running.get())}</p>
            <Show when=move || is_running.get()>{progress(session)}</Show>
            <sides::Sides/>
            <findings::Findings/>
        </section>
    }
}

/// How far it is, as a bar.
fn progress(session: Session) -> AnyView {
    let progress =
        Memo::new(move |_| session.review.with(|review| review.as_ref().map_or((0, 1), Review::progress)));
    view! {
        <progress
            id="review-progress"
            aria-labelledby="review-state"
            max=move || progress.get().1
            prop:value=move || progress.get().0 as f64
        ></progress>
    }
    .into_any()
}

/// One line about what there is. It changes seldom, since a screen reader says it aloud each time.
fn state(texts: Texts, session: Session, is_running: bool) -> String {
    if is_running {
        return texts.text("review-running");
    }
    session.review.with(|review| {
        let Some(review) = review else { return texts.text("review-about") };
        let (looked_at, _) = review.progress();
        match review.whole() {
            Some(whole) if whole.is_complete && review.findings().is_empty() => texts.text("review-clean"),
            Some(whole) if whole.is_complete => texts.text("review-done"),
            _ => texts.text_with("review-partial", &[("count", looked_at.into())]),
        }
    })
}
