//! The panel beside a lesson. The status line has the text of the step, and the board its position.

use leptos::prelude::*;
use tengen_analysis::Level;
use tengen_course::{Run, State as TaskState};
use tengen_game::{BoardSize, Color, Rule};
use tengen_match::{Game, Seat};
use tengen_puzzles::State as PuzzleState;

use crate::course::{Lessons, link_to};
use crate::files;
use crate::forms::{always, button};
use crate::panel::focus_after_render;
use crate::place::Place;
use crate::reactive::{Memo, RwSignal};
use crate::session::Session;
use crate::texts::Texts;

/// The step of a lesson, and the way on.
#[component]
pub(in crate::panel) fn Lesson(place: RwSignal<Place>) -> impl IntoView {
    let texts = Texts::of_page();
    let session = Session::of_page();
    let lessons = Lessons::of_page();
    lessons.need();
    let is_loaded = lessons.is_loaded;
    if lessons.run.with_untracked(Option::is_none) && !lessons.waits() {
        // The browser's history and the card beside the board lead here without a lesson.
        lessons.open(None);
    }
    Effect::new(move || {
        if lessons.has_link_fault.get() {
            place.set(Place::Learn);
        }
    });
    // Choosing a tab also leads back to the game.
    on_cleanup(move || lessons.leave());
    focus_after_render(".cell[tabindex='0']");
    let of = move |look: fn(&Run) -> bool| {
        Memo::new(move |_| lessons.run.with(|run| run.as_ref().is_some_and(look)))
    };
    let (is_done, is_last) = (of(Run::is_done), of(Run::is_last));
    let (can_go_on, can_go_back) = (of(Run::can_go_on), of(Run::can_go_back));
    let asks_for_side = of(Run::asks_for_side);
    let is_missed = of(|run| {
        let is_refuted =
            run.puzzle().is_some_and(|trainer| matches!(trainer.state(), PuzzleState::Refuted(_)));
        is_refuted || matches!(run.state(), Some(TaskState::Missed(_)))
    });
    let is_exercise = of(|run| run.state().is_some() || run.puzzle().is_some());
    // The number of the step, and of all.
    let place_in = Memo::new(move |_| {
        lessons.run.with(|run| run.as_ref().map(|run| (run.at() + 1, run.lesson().steps.len())))
    });
    let title = move || {
        let key = lessons.run.with(|run| run.as_ref().map(|run| run.lesson().title_key()));
        key.filter(|_| is_loaded.get()).map(|key| texts.text(&key)).unwrap_or_default()
    };
    let progress = move || {
        let (number, of) = place_in.get()?;
        Some(texts.text_with("learn-progress", &[("number", number.into()), ("of", of.into())]))
    };
    let dots = move || {
        let (number, of) = place_in.get().unwrap_or_default();
        (1..=of).map(|step| view! { <i class:on=step <= number></i> }).collect_view()
    };
    let to_board = move |act: fn(Lessons)| {
        move || {
            act(lessons);
            focus_after_render(".cell[tabindex='0']");
        }
    };
    let following =
        Memo::new(move |_| lessons.following().map(|lesson| (lesson.id.clone(), lesson.title_key())));
    let is_over = Memo::new(move |_| is_done.get() && is_last.get());
    let play = move || {
        place.set(Place::Play);
        session.act(|table| {
            table.new_game(Game::new(
                Rule::FREESTYLE,
                BoardSize::FIFTEEN,
                [Seat::Person, Seat::Engine(Level::EASY)],
            ));
        });
    };
    let go_on = move || {
        if is_over.get() {
            return following.get().map(|(id, title)| {
                let open = move |_| {
                    lessons.open(Some(&id));
                    focus_after_render(".cell[tabindex='0']");
                };
                view! {
                    <button type="button" id="learn-following" class="primary" on:click=open>
                        {move || texts.text_with("learn-following", &[("lesson", texts.text(&title).into())])}
                    </button>
                }
                .into_any()
            });
        }
        if asks_for_side.get() {
            return Some(sides(texts, lessons));
        }
        can_go_on
            .get()
            .then(|| button("learn-next", "learn-next", "primary", always(), to_board(Lessons::next)))
    };
    let help = move || {
        let is_open = is_exercise.get() && !is_done.get();
        is_open.then(|| {
            view! {
                <Show when=move || is_missed.get()>
                    {button("learn-again", "puzzle-again", "", always(), to_board(Lessons::again))}
                </Show>
                {button("learn-show", "learn-show", "", always(), to_board(Lessons::give_up))}
            }
        })
    };
    let message = RwSignal::new(String::new());
    let copy = move || {
        let id = lessons.run.with_untracked(|run| run.as_ref().map(|run| run.lesson().id.clone()));
        if let Some(id) = id {
            files::copy(&link_to(&id));
            message.set(texts.text("link-copied"));
        }
    };
    let failed = move || {
        (!is_loaded.get() && lessons.has_failed.get()).then(|| {
            view! {
                <p role="alert">{move || texts.text("course-failed")}</p>
                <div class="row">{button("load-course", "load-again", "primary", always(), move || lessons.load_again())}</div>
            }
        })
    };
    view! {
        <section class="lesson">
            {failed}
            <p class="quiet" id="learn-lesson">{title}</p>
            <p class="steps" aria-hidden="true">{dots}</p>
            <p class="unseen" id="learn-progress">{progress}</p>
            <div class="row">
                {go_on}
                {help}
                <Show when=move || can_go_back.get()>
                    {button("learn-back", "learn-back", "", always(), to_board(Lessons::back))}
                </Show>
            </div>
            <div class="row">
                <Show when=move || is_over.get()>
                    {button("learn-play", "learn-play", "", always(), play)}
                </Show>
                {button("learn-link", "learn-link", "link", always(), copy)}
                {button("learn-end", "learn-end", "link", always(), move || place.set(Place::Learn))}
            </div>
            <p class="quiet" role="status">{move || message.get()}</p>
        </section>
    }
}

/// The two buttons for the choice of a side.
fn sides(texts: Texts, lessons: Lessons) -> AnyView {
    let side = move |color: Color, id: &'static str, key: &'static str| {
        view! {
            <button type="button" id=id class="primary" on:click=move |_| lessons.choose(color)>
                {move || texts.text(key)}
            </button>
        }
    };
    view! {
        {side(Color::Black, "learn-black", "color-black")}
        {side(Color::White, "learn-white", "color-white")}
    }
    .into_any()
}
