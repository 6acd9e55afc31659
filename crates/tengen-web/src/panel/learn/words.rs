//! The words about the step of a lesson that is on the board.

use leptos::prelude::*;
use tengen_course::{Content, Goal, Run, State};
use tengen_game::Color;

use crate::course::Lessons;
use crate::panel::puzzles;
use crate::texts::Texts;

/// The sentence in the status line; `None` where no lesson is on the board.
pub(in crate::panel) fn headline(texts: Texts) -> Option<String> {
    let lessons = use_context::<Lessons>()?;
    lessons.run.with(|run| {
        let run = run.as_ref()?;
        if !lessons.is_loaded.get() {
            return Some(String::new());
        }
        let is_over = run.is_last() && run.is_done();
        let end = is_over.then(|| texts.text("between-sentences") + &texts.text("lesson-finished"));
        Some(judgement(texts, run) + &end.unwrap_or_default())
    })
}

/// The sentence below it: the task, where the line above is a judgement.
pub(in crate::panel) fn detail(texts: Texts) -> Option<String> {
    let lessons = use_context::<Lessons>()?;
    lessons.run.with(|run| {
        let run = run.as_ref()?;
        Some(match (run.puzzle(), run.state()) {
            (Some(trainer), _) => puzzles::task_below(texts, trainer),
            (None, Some(State::Missed(_))) => task(texts, run),
            _ => String::new(),
        })
    })
}

fn judgement(texts: Texts, run: &Run) -> String {
    if let Some(trainer) = run.puzzle() {
        return puzzles::judgement(texts, trainer);
    }
    let step = run.step();
    match run.state() {
        Some(State::Done(_)) => match step.and_then(|step| step.praise_key()) {
            Some(key) => texts.text(&key),
            None => texts.text("lesson-right"),
        },
        Some(State::Missed(_)) => texts.text(run.goal().map_or("learn-miss", miss_key)),
        Some(State::Open) | None => task(texts, run),
    }
}

/// The task, or the text beside the board.
fn task(texts: Texts, run: &Run) -> String {
    let Some(step) = run.step() else { return String::new() };
    match (&step.text_key, &step.content) {
        (Some(key), _) => texts.text(key),
        (None, Content::Task { goal, diagram }) => {
            let side = match diagram.position.side_to_move() {
                Color::Black => "you-are-black",
                Color::White => "you-are-white",
            };
            texts.text(side) + &texts.text("between-sentences") + &texts.text(goal_key(*goal))
        }
        (None, _) => String::new(),
    }
}

/// The key of the task of an exercise.
fn goal_key(goal: Goal) -> &'static str {
    match goal {
        Goal::Place => "goal-place",
        Goal::Five => "goal-five",
        Goal::StopFive => "goal-stop-five",
        Goal::Four => "goal-four",
        Goal::OpenFour => "goal-open-four",
        Goal::Three => "goal-three",
        Goal::StopThree => "goal-stop-three",
        Goal::Win => "goal-win",
        Goal::Forbidden => "goal-forbidden",
        Goal::Allowed => "goal-allowed",
    }
}

/// The key of the sentence about a wrong point.
fn miss_key(goal: Goal) -> &'static str {
    match goal {
        Goal::Place => "learn-miss",
        Goal::Five => "miss-five",
        Goal::StopFive => "miss-stop-five",
        Goal::Four => "miss-four",
        Goal::OpenFour => "miss-open-four",
        Goal::Three => "miss-three",
        Goal::StopThree => "miss-stop-three",
        Goal::Win => "miss-win",
        Goal::Forbidden => "miss-forbidden",
        Goal::Allowed => "miss-allowed",
    }
}
