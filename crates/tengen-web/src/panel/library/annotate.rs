use leptos::prelude::*;
use tengen_analysis::Effort;

use crate::panel::phrases::{effort_select, time_left};
use crate::reactive::Memo;
use crate::session::{AnnotationFault, AnnotationState, Session};
use crate::texts::Texts;

/// The button with which the engine annotates the listed games, and the progress. The work continues when the user leaves the library.
#[component]
pub(super) fn Annotate(found: Memo<Vec<String>>) -> impl IntoView {
    let texts = Texts::of_page();
    let session = Session::of_page();
    let annotating = session.library.annotating;
    let is_running = Memo::new(move |_| annotating.is_running());
    let count = Memo::new(move |_| found.with(Vec::len));
    // A single button for starting and stopping keeps the keyboard's focus.
    let press = move |_| {
        if is_running.get_untracked() {
            annotating.stop();
        } else {
            found.with_untracked(|found| session.annotate(found, texts.language()));
        }
    };
    let label = move || match is_running.get() {
        true => texts.text("annotate-stop"),
        false => texts.text_with("annotate-games", &[("count", count.get().into())]),
    };
    // A screen reader announces the sentence, so that it changes only from game to game.
    let state = Memo::new(move |_| annotating.state.with(|state| sentence(texts, state.as_ref())));
    view! {
        <div class="annotate" hidden=move || count.get() == 0 && !is_running.get()>
            <div class="row">
                <button
                    type="button"
                    id="annotate"
                    title=move || texts.text("annotate-about")
                    aria-disabled=move || (count.get() == 0 && !is_running.get()).then_some("true")
                    on:click=press
                >
                    {label}
                </button>
                <Show when=move || !is_running.get()>
                    {effort_select("annotate-effort", annotating.effort.into(), move |effort: Effort| {
                        annotating.effort.set(effort);
                    })}
                </Show>
            </div>
            <p class="quiet" id="annotate-state" role="status">{move || state.get()}</p>
            <Show when=move || is_running.get()>{progress()}</Show>
        </div>
    }
    .into_any()
}

fn sentence(texts: Texts, state: Option<&AnnotationState>) -> String {
    match state {
        None => String::new(),
        Some(AnnotationState::Running(progress)) => {
            let (number, count) = progress.game;
            texts.text_with("annotating", &[("number", number.into()), ("count", count.into())])
        }
        Some(AnnotationState::Ended { annotated, all, fault, is_weaker }) => {
            let done =
                texts.text_with("annotated", &[("count", (*annotated).into()), ("all", (*all).into())]);
            let fault = fault.as_ref().and_then(|fault| match fault {
                AnnotationFault::Engine(reason) => {
                    Some(texts.text_with("element-engine-failed", &[("reason", reason.as_str().into())]))
                }
                AnnotationFault::Store => None,
            });
            let weaker = is_weaker.then(|| texts.text("without-network"));
            [Some(done), fault, weaker]
                .into_iter()
                .flatten()
                .collect::<Vec<_>>()
                .join(&texts.text("between-sentences"))
        }
    }
}

/// The number of judged moves as a bar, and the estimated remaining time.
fn progress() -> AnyView {
    let texts = Texts::of_page();
    let annotating = Session::of_page().library.annotating;
    let running = Memo::new(move |_| {
        annotating.state.with(|state| match state {
            Some(AnnotationState::Running(progress)) => Some(progress.clone()),
            _ => None,
        })
    });
    let moves = move || running.with(|running| running.as_ref().map_or((0, 1), |progress| progress.moves));
    let left = move || {
        let left = running.with(|running| running.as_ref()?.seconds_left);
        left.map(|seconds| time_left(texts, seconds))
    };
    view! {
        <progress
            aria-labelledby="annotate-state"
            max=move || moves().1
            prop:value=move || moves().0 as f64
        ></progress>
        <p class="quiet">{left}</p>
    }
    .into_any()
}
