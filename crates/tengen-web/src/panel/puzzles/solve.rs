//! The panel beside a puzzle.

use leptos::prelude::*;
use tengen_puzzles::{State, Trainer, Training};

use super::words::ideas_of;
use crate::forms::{always, button};
use crate::panel::focus_after_render;
use crate::panel::play::{BACK, FIRST, FORWARD, LAST, step};
use crate::place::Place;
use crate::puzzles::Puzzles;
use crate::reactive::{Memo, RwSignal, Signal};
use crate::texts::Texts;

/// The buttons below the task, and the figures of the training. The status line has the task and the judgement of each move.
#[component]
pub(in crate::panel) fn Solve(place: RwSignal<Place>) -> impl IntoView {
    let texts = Texts::of_page();
    let puzzles = Puzzles::of_page();
    if !puzzles.is_on_board() {
        // The browser's history leads here without a training, and a clock of one must not start by itself.
        leave_for_choice(place);
    }
    // Choosing a tab also leads back to the game.
    on_cleanup(move || puzzles.leave());
    focus_after_render(".cell[tabindex='0']");
    let of = move |look: fn(&Trainer) -> bool| {
        Memo::new(move |_| puzzles.trainer.with(|trainer| trainer.as_ref().is_some_and(look)))
    };
    let is_done = of(Trainer::is_done);
    let is_refuted = of(|trainer| matches!(trainer.state(), State::Refuted(_)));
    let is_fast = of(|trainer| trainer.training().is_fast());
    let is_over = of(Trainer::is_over);
    let is_single = of(|trainer| trainer.training() == Training::One);
    let is_there = of(|_| true);
    let to_board = move |act: fn(Puzzles)| {
        move || {
            act(puzzles);
            focus_after_render(".cell[tabindex='0']");
        }
    };
    // On the board the arrows would choose a point, and not walk through the solution.
    let give_up = move || {
        puzzles.give_up();
        focus_after_render("#puzzle-forward");
    };
    let buttons = move || {
        if is_over.get() {
            let again = move || puzzles.begin_again();
            return button("puzzle-begin-again", "puzzle-begin-again", "primary", always(), again);
        }
        match (is_done.get(), is_refuted.get(), is_fast.get()) {
            (true, _, true) | (false, true, true) => ().into_any(),
            (true, ..) if is_single.get() => ().into_any(),
            (true, ..) => view! {
                {button("puzzle-next", "puzzle-next", "primary", Signal::derive(move || !puzzles.is_out.get()),
                    to_board(Puzzles::next))}
            }
            .into_any(),
            (false, true, false) => view! {
                {button("puzzle-again", "puzzle-again", "primary", always(), to_board(Puzzles::again))}
                {button("puzzle-give-up", "puzzle-give-up", "", always(), give_up)}
            }
            .into_any(),
            (false, false, _) if !is_there.get() => ().into_any(),
            (false, false, _) => {
                button("puzzle-give-up", "puzzle-give-up", "", always(), give_up)
            }
        }
    };
    let at = Memo::new(move |_| puzzles.trainer.with(|trainer| trainer.as_ref().and_then(Trainer::walk)));
    let can_back = Signal::derive(move || at.get().is_none_or(|(step, _)| step > 0));
    let can_forward = Signal::derive(move || at.get().is_some_and(|(step, of)| step < of));
    let walk = move || {
        is_done.get().then(|| {
            view! {
                <div class="bar walk" role="group" aria-label=move || texts.text("puzzle-walk")>
                    {step("puzzle-first", "replay-first", Signal::derive(|| FIRST), can_back, move || puzzles.go(isize::MIN))}
                    {step("puzzle-back", "replay-back", Signal::derive(|| BACK), can_back, move || puzzles.go(-1))}
                    {step("puzzle-forward", "replay-forward", Signal::derive(|| FORWARD), can_forward, move || puzzles.go(1))}
                    {step("puzzle-last", "replay-last", Signal::derive(|| LAST), can_forward, move || puzzles.go(isize::MAX))}
                </div>
            }
        })
    };
    view! {
        <section class="training puzzle" data-puzzle=move || puzzles.id()>
            <p class="quiet" id="puzzle-figures">
                <span role="timer">{move || time_left(texts, puzzles)}</span>
                {move || figures(texts, puzzles)}
            </p>
            <div class="row">
                {buttons}
                {button("puzzle-leave", "puzzle-leave", "", always(), move || place.set(Place::Puzzles))}
            </div>
            {walk}
            <p class="quiet" id="puzzle-ideas">{move || ideas(texts, puzzles, is_done)}</p>
        </section>
    }
}

/// Goes on to the choice of a training, once the panel is there.
fn leave_for_choice(place: RwSignal<Place>) {
    request_animation_frame(move || {
        // The page may be gone by then.
        if place.try_get_untracked() == Some(Place::Puzzle) {
            place.set(Place::Puzzles);
        }
    });
}

/// The time that is left in a training against the clock.
fn time_left(texts: Texts, puzzles: Puzzles) -> Option<String> {
    let left = puzzles.seconds.get()?;
    let is_running =
        puzzles.trainer.with(|trainer| trainer.as_ref().is_some_and(|trainer| !trainer.is_over()));
    let time = format!("{}:{:02}", left / 60, left % 60);
    let sentence = texts.text_with("puzzle-time", &[("time", time.into())]);
    is_running.then(|| sentence + &texts.text("between-sentences"))
}

/// The figures of the training: the puzzles so far, and the ratings.
fn figures(texts: Texts, puzzles: Puzzles) -> String {
    let rating = puzzles.progress.with(|progress| progress.rating());
    let is_out = puzzles.is_out.get();
    puzzles.trainer.with(|trainer| {
        let Some(trainer) = trainer else {
            return String::new();
        };
        let (solved, missed) = trainer.score();
        let mut parts = Vec::new();
        match trainer.training() {
            Training::Run | Training::Rush => {
                let key = if trainer.is_over() { "puzzle-over" } else { "puzzle-score" };
                parts.push(texts.text_with(key, &[("solved", solved.into()), ("missed", missed.into())]));
            }
            Training::Rated | Training::Theme(_) if trainer.first().is_some() => {
                let (before, now) = (trainer.rating_before().round() as i64, rating.round() as i64);
                let change = format!("{:+}", now - before);
                let of_puzzle = u32::from(trainer.puzzle().rating);
                parts.push(texts.text_with(
                    "puzzle-rated",
                    &[
                        ("rating", now.to_string().into()),
                        ("change", change.into()),
                        ("puzzle", of_puzzle.into()),
                    ],
                ));
            }
            _ => {}
        }
        if is_out && trainer.training() != Training::One {
            parts.push(texts.text("puzzle-out"));
        }
        parts.join(&texts.text("between-sentences"))
    })
}

/// The ideas of a puzzle that is done.
fn ideas(texts: Texts, puzzles: Puzzles, is_done: Memo<bool>) -> String {
    if !is_done.get() {
        return String::new();
    }
    puzzles
        .trainer
        .with(|trainer| trainer.as_ref().map(|trainer| ideas_of(texts, trainer.puzzle())).unwrap_or_default())
}
