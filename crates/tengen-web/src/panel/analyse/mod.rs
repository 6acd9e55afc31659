//! The analysis of the position on the board.

mod candidates;
mod chart;
mod lines;
mod log;
mod review;
mod solver;
mod tree;

use leptos::ev::Event;
use leptos::prelude::*;
use tengen_analysis::{Fact, Score, SearchProgress};
use tengen_board::threat_path;
use tengen_game::Color;
use tengen_match::Seat;
use tengen_text::Sentences;

use super::phrases::{chances, count, seconds};
use crate::forms::toggle;
use crate::preferences::preference;
use crate::reactive::{Memo, RwSignal, Signal};
use crate::session::Session;
use crate::texts::Texts;

/// Everything that is known about the position.
#[component]
pub(super) fn Analyse() -> impl IntoView {
    let session = Session::of_page();
    let is_on = Signal::derive(move || session.analysis.is_on.get());
    view! {
        {toggle("analyse", "analyse", is_on, move |on| session.act(|table| table.set_analysing(on)))}
        <Figures/>
        {threat_legend()}
        <lines::Lines/>
        <Explanation/>
        <chart::Chart/>
        <review::ReviewPanel/>
        <tree::Variations/>
        <solver::Solver/>
        {fold("candidates", "candidates", candidates::candidates)}
        {fold("search-log", "search-log", log::log)}
    }
}

/// Which side is better, and depth and nodes of the search.
#[component]
fn Figures() -> impl IntoView {
    let texts = Texts::of_page();
    let session = Session::of_page();
    // While figures may come, their space is reserved, so that the layout does not move.
    let is_idle = Memo::new(move |_| {
        !session.analysis.is_on.get() && session.game.with(|game| game.seats().contains(&Seat::Person))
    });
    view! {
        <section class="thoughts" class:idle=move || is_idle.get() aria-label=move || texts.text("thoughts")>
            {move || {
                let thought = session.thought.get().filter(|thought| thought.progress.nodes > 1)?;
                Some(view! {
                    {chances(texts, thought.progress.score, thought.side)}
                    <p class="figures" id="figures">{figures(texts, &thought.progress)}</p>
                })
            }}
        </section>
    }
}

/// Depth, nodes, speed, time, and how full the table is.
fn figures(texts: Texts, progress: &SearchProgress) -> String {
    let depth = match progress.selective_depth {
        deepest if deepest > progress.depth => format!("{}–{deepest}", progress.depth),
        _ => progress.depth.to_string(),
    };
    let ms = u64::try_from(progress.time.as_millis()).unwrap_or(u64::MAX).max(1);
    let speed = progress.nodes * 1_000 / ms;
    let full = format!("{:.1}", f64::from(progress.hash_per_mille) / 10.0);
    [
        texts.text_with("depth", &[("depth", depth.into())]),
        count(texts, "nodes", progress.nodes),
        count(texts, "speed", speed),
        seconds(texts, progress.time),
        texts.text_with("table-full", &[("full", full.into())]),
    ]
    .join(" · ")
}

/// What the last move did, in sentences.
#[component]
fn Explanation() -> impl IntoView {
    let texts = Texts::of_page();
    let session = Session::of_page();
    view! {
        <section class="explanation">
            {move || {
                let explanation = session.analysis.explanation.get()?;
                let (size, rule) = session.game.with(|game| (game.record().size(), game.record().rule()));
                let heading = [("point", explanation.played.on(size).to_string().into())];
                let heading = texts.text_with("what-it-does", &heading);
                let found = session.analysis.lines.with(|lines| lines.first().map(|line| line.score));
                let words = Sentences {
                    language: texts.language(),
                    mover: explanation.mover,
                    size,
                    win_length: rule.win_length().stones(),
                };
                let sentences = sentences(texts, &explanation, words, found).into_iter();
                let sentences = sentences.map(|sentence| view! { <p>{sentence}</p> }).collect_view();
                Some(view! { <h2>{heading}</h2> {sentences} })
            }}
        </section>
    }
}

/// `found` is the score of the search for the position after the move, for the side that is to move there.
fn sentences(
    texts: Texts,
    explanation: &tengen_analysis::Explanation,
    words: Sentences,
    found: Option<Score>,
) -> Vec<String> {
    // The solvers try threats only. What the search has found beyond them makes a move anything but quiet.
    let is_quiet = explanation.facts.iter().all(|fact| matches!(fact, Fact::Quiet { .. }));
    let by_search = match found {
        Some(Score::Mate(plies)) if is_quiet => Some(by_search(texts, explanation.mover, plies)),
        _ => None,
    };
    let is_shown =
        |fact: &&Fact| by_search.is_none() || matches!(fact, Fact::Quiet { twos } if !twos.is_empty());
    let facts = explanation.facts.iter().filter(is_shown).map(|fact| words.fact(fact));
    by_search.clone().into_iter().chain(facts).collect()
}

/// A forced win that the search has found after a move of `mover`'s; `plies` are negative where the side to move loses.
fn by_search(texts: Texts, mover: Color, plies: i32) -> String {
    let winner = if plies < 0 { mover } else { !mover };
    let key = if winner == Color::Black { "found-win-black" } else { "found-win-white" };
    texts.text_with(key, &[("moves", plies.unsigned_abs().div_ceil(2).into())])
}

/// A section for experts. It is created when it is opened, and costs nothing before.
fn fold(id: &'static str, key: &'static str, content: fn() -> AnyView) -> AnyView {
    let texts = Texts::of_page();
    let is_open = RwSignal::new(false);
    let toggled = move |event: Event| {
        is_open.set(event_target::<web_sys::Element>(&event).has_attribute("open"));
    };
    view! {
        <details class="fold" id=id on:toggle=toggled>
            <summary>{move || texts.text(key)}</summary>
            {move || is_open.get().then(content)}
        </details>
    }
    .into_any()
}

/// What a mark means, by its weight.
const MEANINGS: [&str; 3] = ["shape-win", "threat-four", "threat-three"];

/// What the marks of threats mean, where they are shown.
pub(super) fn threat_legend() -> AnyView {
    let texts = Texts::of_page();
    let is_shown = preference(|preferences| preferences.threats);
    let meaning = move |(weight, key): (u8, &'static str)| {
        let mark = |color: Color| {
            let class = format!("threat {color} weight-{weight}");
            view! {
                <svg viewBox="-9 -9 18 18" aria-hidden="true">
                    <path class=class d=threat_path((0, 0), weight)/>
                </svg>
            }
        };
        view! { <li>{Color::BOTH.map(mark).collect_view()} <span>{move || texts.text(key)}</span></li> }
    };
    let list = move || {
        view! {
            <div class="threat-legend">
                <p class="quiet">{move || texts.text("threats-about")}</p>
                <ul>{(0..).zip(MEANINGS).map(meaning).collect_view()}</ul>
            </div>
        }
    };
    view! { <Show when=move || is_shown.get()>{list()}</Show> }.into_any()
}
