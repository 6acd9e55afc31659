//! The review: figures for the whole game, and its turning points.

mod findings;

use leptos::prelude::*;
use tengen_analysis::Side;
use tengen_game::Color;
use tengen_match::{Engine, Purpose, Review, Reviews};
use tengen_text::class_key;

use crate::panel::phrases::{CLASSES, class_mark, effort_select, time_left};
use crate::panel::play::color_key;
use crate::reactive::{Memo, Signal};
use crate::session::{Session, now};
use crate::texts::Texts;

/// A review: the button that starts it, its progress, and its results.
#[component]
pub(super) fn ReviewPanel() -> impl IntoView {
    let texts = Texts::of_page();
    let session = Session::of_page();
    let is_running = Memo::new(move |_| session.purpose() == Some(Purpose::Review));
    let can_review = Signal::derive(move || {
        session.is_free() && session.table.game.with(|game| !game.main_moves().is_empty())
    });
    let is_there = Memo::new(move |_| session.table.review.with(Option::is_some));
    // A single button for starting and stopping keeps the keyboard's focus.
    let can_press = move || is_running.get() || can_review.get();
    let press = move |_| {
        if is_running.get_untracked() {
            session.give(Engine::stop);
        } else if can_review.get_untracked() {
            session.give(Reviews::start);
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
            <div class="row">
                <button
                    type="button"
                    id="review-start"
                    aria-disabled=move || (!can_press()).then_some("true")
                    on:click=press
                >
                    {move || texts.text(key())}
                </button>
                <Show when=move || !is_running.get()>
                    {effort_select("review-effort", Signal::derive(move || session.table.effort.get()), move |effort| {
                        session.give(|reviews, _| Reviews::set_effort(reviews, effort));
                    })}
                </Show>
            </div>
            <p class="quiet" id="review-state" role="status">{move || state(texts, session, is_running.get())}</p>
            <Show when=move || is_running.get()>{progress(texts, session)}</Show>
            <Sides/>
            <findings::Findings/>
            <crate::panel::puzzles::Mistakes/>
        </section>
    }
}

/// The progress as a bar and in words, and the estimated remaining time.
fn progress(texts: Texts, session: Session) -> AnyView {
    let progress = Memo::new(move |_| {
        session.table.review.with(|review| review.as_ref().map_or((0, 1), Review::progress))
    });
    let far = move || {
        let (done, all) = progress.get();
        let position = [("number", (done + 1).min(all).into()), ("count", all.into())];
        let left = session.table.review.with_untracked(|review| review.as_ref()?.seconds_left(now()));
        let left = left.map(|seconds| time_left(texts, seconds));
        let parts = [Some(texts.text_with("review-position", &position)), left];
        parts.into_iter().flatten().collect::<Vec<_>>().join(" · ")
    };
    view! {
        <p class="quiet" id="review-position">{far}</p>
        <progress
            id="review-progress"
            aria-labelledby="review-state"
            max=move || progress.get().1
            prop:value=move || progress.get().0 as f64
        ></progress>
    }
    .into_any()
}

/// One line about the state of the review. It changes seldom, because a screen reader announces every change.
fn state(texts: Texts, session: Session, is_running: bool) -> String {
    if is_running {
        return texts.text("review-running");
    }
    session.table.review.with(|review| {
        let Some(review) = review else { return texts.text("review-about") };
        let (looked_at, _) = review.progress();
        match review.whole() {
            Some(whole) if whole.is_complete && review.findings().is_empty() => texts.text("review-clean"),
            Some(whole) if whole.is_complete => texts.text("review-done"),
            _ => texts.text_with("review-partial", &[("count", looked_at.into())]),
        }
    })
}

/// The accuracy of both sides, and the number of their moves in each class.
#[component]
fn Sides() -> impl IntoView {
    let texts = Texts::of_page();
    let session = Session::of_page();
    let sides = Memo::new(move |_| session.table.review.with(|review| Some(review.as_ref()?.whole()?.sides)));
    move || sides.get().map(|sides| table(texts, sides))
}

fn table(texts: Texts, sides: [Side; 2]) -> AnyView {
    let head = Color::BOTH.map(|color| {
        view! {
            <th scope="col">
                <span class=format!("dot {color}")></span>
                " "
                {texts.text(color_key(color))}
            </th>
        }
    });
    let accuracy = Color::BOTH.map(|color| {
        let accuracy = sides[color.index()].accuracy;
        let shown = accuracy.map(|value| texts.text_with("per-cent", &[("value", value.into())]));
        view! { <td id=format!("accuracy-{color}")>{shown.unwrap_or_else(|| "–".to_owned())}</td> }
    });
    let row = |(index, class)| {
        let counts = Color::BOTH.map(|color| view! { <td>{sides[color.index()].classes[index]}</td> });
        view! {
            <tr>
                <th scope="row">{class_mark(class)} " " <span class="name">{texts.text(class_key(class))}</span></th>
                {counts.into_iter().collect_view()}
            </tr>
        }
    };
    view! {
        <table class="sides">
            <thead>
                <tr>
                    <td></td>
                    {head.into_iter().collect_view()}
                </tr>
            </thead>
            <tbody>
                <tr class="accuracy">
                    <th scope="row">{texts.text("review-accuracy")}</th>
                    {accuracy.into_iter().collect_view()}
                </tr>
                {CLASSES.into_iter().enumerate().map(row).collect_view()}
            </tbody>
        </table>
    }
    .into_any()
}
