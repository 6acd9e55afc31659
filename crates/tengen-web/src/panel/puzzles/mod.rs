//! The places of puzzles: the choice of a training, and the puzzle on the board.

mod editor;
mod made;
mod mistakes;
mod solve;
mod words;

use leptos::prelude::*;
use tengen_game::Rule;
use tengen_puzzles::{Progress, Puzzle, PuzzleId, Theme, Training};

use crate::forms::{always, button, card_about, segment};
use crate::icons;
use crate::place::Place;
use crate::puzzles::{Loading, Puzzles, today};
use crate::reactive::{Memo, RwSignal, Signal};
use crate::texts::Texts;

pub(super) use editor::Problem;
pub(super) use mistakes::Mistakes;
pub(super) use solve::Solve;
pub(super) use words::{detail, headline, judgement, task_below, theme_key};

/// The choice of a training, with the person's results.
#[component]
pub(super) fn Trainings(place: RwSignal<Place>) -> impl IntoView {
    let texts = Texts::of_page();
    let puzzles = Puzzles::of_page();
    puzzles.load();
    let begin = move |training: Training| {
        move || {
            if puzzles.begin(training) {
                place.set(Place::Puzzle);
            }
        }
    };
    let of = move |look: fn(&Progress) -> u32| puzzles.progress.with(look);
    let counted = move |key: &'static str, count: u32| texts.text_with(key, &[("count", count.into())]);
    let rating = move || {
        let (solved, all) = puzzles.progress.with(|progress| {
            let (solved, missed) = progress.results();
            (solved, solved + missed)
        });
        if all == 0 {
            return texts.text("puzzles-new");
        }
        let rating = puzzles.progress.with(|progress| progress.rating().round() as u32);
        texts.text_with(
            "puzzles-rating",
            &[("rating", rating.into()), ("solved", solved.into()), ("all", all.into())],
        )
    };
    let daily = move || {
        let progress = puzzles.progress;
        let days = progress.with(|progress| progress.days_in_a_row(today()));
        let rule = puzzles.rule.get();
        match progress.with(|progress| progress.has_done_day(rule, today())) {
            true if days > 0 => counted("puzzles-daily-done", days),
            true => texts.text("puzzles-daily-over"),
            false if days > 0 => counted("puzzles-daily-days", days),
            false => texts.text("puzzles-daily-about"),
        }
    };
    let run = move || match of(|progress| progress.best().0) {
        0 => texts.text("puzzles-run-about"),
        best => counted("puzzles-run-best", best),
    };
    let rush = move || match of(|progress| progress.best().1) {
        0 => texts.text("puzzles-rush-about"),
        best => counted("puzzles-rush-best", best),
    };
    let due = Memo::new(move |_| {
        puzzles.loading.track();
        let (due, all) = puzzles
            .progress
            .with(|progress| (progress.due(today()), progress.repeating().collect::<Vec<_>>()));
        // The puzzles of other rules come back where their rule is chosen.
        puzzles.with_library(|library| {
            let known = |ids: &[PuzzleId]| ids.iter().filter(|&&id| library.get(id).is_some()).count() as u32;
            (known(&due), known(&all))
        })
    });
    let repeat = move || match due.get() {
        (0, 0) => texts.text("puzzles-repeat-none"),
        (0, later) => counted("puzzles-repeat-later", later),
        (due, _) => counted("puzzles-repeat-due", due),
    };
    let own_mistakes = Memo::new(move |_| {
        let is_due = |id| puzzles.progress.with(|progress| progress.is_due(id, today()));
        puzzles.own.with(|own| {
            let due = own.mistakes().iter().filter(|own| is_due(PuzzleId::of(&own.puzzle))).count();
            (due as u32, own.mistakes().len() as u32)
        })
    });
    let mistakes = move || match own_mistakes.get() {
        (_, 0) => texts.text("puzzles-mistakes-none"),
        (0, all) => counted("puzzles-mistakes-all", all),
        (due, _) => counted("puzzles-mistakes-due", due),
    };
    let cards = move || {
        view! {
            <div class="cards">
                {card_about("puzzles-rated", "puzzles-rated", move || texts.text("puzzles-rated-about"),
                    icons::CHART, "wanted", always(), begin(Training::Rated))}
                {card_about("puzzles-daily", "puzzles-daily", daily, icons::SUN, "", always(), begin(Training::Daily))}
                {card_about("puzzles-run", "puzzles-run", run, icons::NOW, "", always(), begin(Training::Run))}
                {card_about("puzzles-rush", "puzzles-rush", rush, icons::BOLT, "", always(), begin(Training::Rush))}
                {card_about("puzzles-mistakes", "puzzles-mistakes", mistakes, icons::TURN, "",
                    Signal::derive(move || own_mistakes.get().1 > 0), begin(Training::Mistakes))}
                {card_about("puzzles-repeat", "puzzles-repeat", repeat, icons::BACK, "",
                    Signal::derive(move || due.get().0 > 0), begin(Training::Repeat))}
                {card_about("puzzles-make", "puzzles-make", move || texts.text("puzzles-make-about"), icons::PLUS, "",
                    always(), move || place.set(Place::Problem))}
            </div>
            {themes(texts, puzzles, place)}
        }
        .into_any()
    };
    let content = move || {
        match puzzles.loading.get() {
        Loading::Going => view! { <p class="quiet" role="status">{move || texts.text("puzzles-loading")}</p> }.into_any(),
        Loading::Done => cards(),
        Loading::Failed => view! {
            <p role="alert">{move || texts.text("puzzles-failed")}</p>
            <div class="row">{button("load-puzzles", "load-again", "primary", always(), move || puzzles.load())}</div>
        }
        .into_any(),
    }
    };
    let link_fault = move || {
        let has_fault = puzzles.has_link_fault.get();
        has_fault.then(|| view! { <p role="alert" id="link-fault">{texts.text("puzzles-link-fault")}</p> })
    };
    on_cleanup(move || puzzles.has_link_fault.set(false));
    view! {
        <section class="training" aria-label=move || texts.text("puzzles")>
            {link_fault}
            <p class="quiet" id="puzzle-rating">{rating}</p>
            <div class="segments" role="group" aria-label=move || texts.text("rule")>
                {Puzzle::RULES.map(|rule| rule_segment(texts, puzzles, rule)).into_iter().collect_view()}
            </div>
            {content}
        </section>
    }
}

fn rule_segment(texts: Texts, puzzles: Puzzles, rule: Rule) -> AnyView {
    let key = words::rule_key(rule);
    segment(
        format!("puzzles-{rule}"),
        move || puzzles.rule.get() == rule,
        move || puzzles.set_rule(rule),
        (move || texts.text(key)).into_any(),
    )
}

/// The ideas, each a button with the number of its puzzles.
fn themes(texts: Texts, puzzles: Puzzles, place: RwSignal<Place>) -> AnyView {
    let found: Vec<(Theme, usize)> = puzzles.with_library(|library| library.themes());
    let theme = move |(theme, count): (Theme, usize)| {
        let begin = move |_| {
            if puzzles.begin(Training::Theme(theme)) {
                place.set(Place::Puzzle);
            }
        };
        view! {
            <button type="button" id=format!("theme-{theme}") on:click=begin>
                {move || texts.text(theme_key(theme))} " " <span class="quiet">{count.to_string()}</span>
            </button>
        }
        .into_any()
    };
    let buttons: Vec<AnyView> = found.into_iter().filter(|&(_, count)| count > 0).map(theme).collect();
    view! {
        <h2 class="label">{move || texts.text("puzzles-themes")}</h2>
        <div class="row">{buttons}</div>
    }
    .into_any()
}
