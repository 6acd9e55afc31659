//! The analysis of the position on the board.

mod board;
mod candidates;
mod chart;
mod drawing;
mod lines;
mod log;
mod opinions;
mod review;
mod solver;
mod tree;
mod why_not;

use leptos::prelude::*;
use tengen_analysis::{Effort, ScoreText, SearchProgress, Viewer};
use tengen_board::threat_path;
use tengen_game::{Color, Score};
use tengen_match::{Analysis, Aside, Reviews, Seat, Thought};

use super::engine_settings::engine_settings;
use super::phrases::{chances, count, seconds};
use super::play::Controls;
use super::{explained, focus_after_render, show_after_render};
use crate::board::figure;
use crate::forms::{fold, more, toggle};
use crate::media;
use crate::place::Place;
use crate::preferences::preference;
use crate::reactive::{Memo, RwSignal, Signal};
use crate::session::Session;
use crate::texts::Texts;
use crate::workers;
pub(super) use board::AnalysisBoardPanel;
pub(super) use solver::steps_with;
pub(super) use why_not::{answer, ask as ask_why_not, can_ask as can_ask_why_not, detail};

/// Opens the analysis board with the game on the board, and the text about it.
pub(super) fn open_analysis_board(session: Session, place: RwSignal<Place>) {
    session.give(Aside::analyse_freely);
    place.set(Place::Analyse);
    focus_after_render("#close-analysis");
}

/// Shows the review of the game on the board, and starts one if there is none.
pub(super) fn open_review(session: Session, place: RwSignal<Place>) {
    // The coach's review is a quick one.
    let is_wanted = session.table.review.with_untracked(|review| {
        review.as_ref().is_none_or(|review| review.effort() == Effort::Quick && review.whole().is_some())
    });
    if is_wanted {
        session.give(Reviews::start);
    }
    place.set(Place::Analyse);
    focus_after_render("#review-start");
    // With the panel below the board, only a part of the panel is visible.
    if media::is_met(media::IS_BELOW) {
        show_after_render(".review");
    }
}

/// The analysis in three layers: the position and the review, the moves of the game, and the tools for experts, which are folded.
#[component]
pub(super) fn Analyse(place: RwSignal<Place>) -> impl IntoView {
    let session = Session::of_page();
    let is_on = Signal::derive(move || session.table.analysis.is_on.get());
    let is_board_open = Memo::new(move |_| session.table.analysis_board.with(|board| board.is_some()));
    let is_wide = media::matches(media::IS_WIDE_BELOW);
    let has_review = Memo::new(move |_| session.table.review.with(Option::is_some));
    let for_experts = view! {
        <Show when=move || !is_board_open.get()>
            <AnalysisBoardPanel place/>
        </Show>
        <solver::Solver/>
        <drawing::Pens/>
        <Figures/>
        {fold("candidates", "candidates", candidates::candidates)}
        {fold("search-log", "search-log", log::log)}
        {workers::has_programs().then(|| fold("other-engines", "other-engines", opinions::opinions))}
        {fold("engine-settings", "settings-engine", engine_settings)}
    };
    view! {
        <div class="analyse">
            <Show when=move || is_board_open.get()>
                <AnalysisBoardPanel place/>
            </Show>
            // The results of a review are what the person has come for.
            {move || has_review.get().then(|| of_game(is_wide))}
            {toggle("analyse", "analyse", is_on, move |on| session.give(|analysis, context| Analysis::set_on(analysis, on, context)))}
            <Verdict/>
            <lines::Lines/>
            {suggestion_legend()}
            {threat_legend()}
            <why_not::WhyNotPanel/>
            <Explanation/>
            {move || (!has_review.get()).then(|| of_game(is_wide))}
            <Controls/>
            <tree::Variations/>
            {more("analysis-more", "analysis-more", "row-wide", for_experts.into_any())}
        </div>
    }
    .into_any()
}

/// The chart and the review of the game.
fn of_game(is_wide: RwSignal<bool>) -> AnyView {
    view! {
        {move || {
            let width = if is_wide.get() { chart::WIDE } else { chart::NARROW };
            view! { <chart::Chart width/> }
        }}
        <review::ReviewPanel/>
    }
    .into_any()
}

/// Whether figures may arrive. Their space is reserved then, so that the layout does not move.
fn expects_figures(session: Session) -> Memo<bool> {
    Memo::new(move |_| {
        session.table.analysis.is_on.get()
            || session.table.game.with(|game| !game.seats().contains(&Seat::Person))
    })
}

/// The last evaluation, if a search made it.
fn thought(session: Session) -> Option<Thought> {
    session.table.thought.get().filter(|thought| thought.progress.nodes > 1)
}

/// The chances, as a bar and in words.
#[component]
fn Verdict() -> impl IntoView {
    let texts = Texts::of_page();
    let session = Session::of_page();
    let expects = expects_figures(session);
    view! {
        <section class="thoughts judged" class:idle=move || !expects.get() aria-label=move || texts.text("thoughts")>
            {move || {
                let thought = thought(session)?;
                Some(chances(texts, thought.progress.score, thought.side, session.viewer()))
            }}
        </section>
    }
}

/// The depth and the nodes of the search.
#[component]
fn Figures() -> impl IntoView {
    let texts = Texts::of_page();
    let session = Session::of_page();
    view! {
        <p class="figures" id="figures">
            {move || thought(session).map(|thought| figures(texts, &thought.progress))}
        </p>
    }
}

/// Depth, nodes, speed, time, and the fill of the transposition table.
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

/// The effects of the last move, in sentences.
#[component]
fn Explanation() -> impl IntoView {
    let texts = Texts::of_page();
    let session = Session::of_page();
    view! {
        <section class="explanation">
            {move || {
                let explanation = session.table.analysis.explanation.get()?;
                let size = session.table.game.with(|game| game.record().size());
                let heading = [("point", explanation.played.on(size).to_string().into())];
                let heading = texts.text_with("what-it-does", &heading);
                let found = session.table.analysis.lines.with(|lines| lines.first().map(|line| line.score));
                let sentences = explained::sentences(texts, session, &explanation, found).into_iter();
                let sentences = sentences.map(|sentence| view! { <p>{sentence}</p> }).collect_view();
                Some(view! { <h2>{heading}</h2> {sentences} })
            }}
        </section>
    }
}

/// The legend of the rings around the best moves, where they are shown.
fn suggestion_legend() -> AnyView {
    let texts = Texts::of_page();
    let session = Session::of_page();
    let is_wanted = preference(|preferences| preferences.best_moves);
    let meaning = move |(rank, letters, about): (u8, String, String)| {
        view! {
            <li>
                <svg viewBox="-20 -20 40 40" class="suggestion" data-rank=rank aria-hidden="true">
                    <circle class="ring" r="17"/>
                    <text class="label on-wood" y="5">{letters}</text>
                </svg>
                <span>{about}</span>
            </li>
        }
    };
    let rings = move || {
        // A win of Black's with the third move, as an example of a forced win.
        let (example, side, viewer) = (Score::Mate(5), Color::Black, session.viewer());
        let value = |rank: u8, key: &str| (rank, String::new(), texts.text(key));
        let win =
            (0, figure(texts, example, side, viewer), texts.score(ScoreText::long(example, side, viewer)));
        [value(0, "ring-best"), value(1, "ring-close"), value(3, "ring-worse"), win]
            .map(meaning)
            .collect_view()
    };
    let about = move || {
        texts.text(match session.viewer() {
            Viewer::Neutral => "rings-about",
            Viewer::Player(_) => "rings-about-own",
        })
    };
    let list = move || {
        view! {
            <div class="ring-legend mark-legend">
                <p class="quiet">{about}</p>
                <ul>{rings}</ul>
            </div>
        }
    };
    view! { <Show when=move || is_wanted.get() && session.table.analysis.is_on.get()>{list()}</Show> }
        .into_any()
}

/// The keys of the meanings of the marks, by weight.
const MEANINGS: [&str; 3] = ["shape-win", "threat-four", "threat-three"];

/// The legend of the marks of threats, where they are shown.
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
            <div class="threat-legend mark-legend">
                <p class="quiet">{move || texts.text("threats-about")}</p>
                <ul>{(0..).zip(MEANINGS).map(meaning).collect_view()}</ul>
            </div>
        }
    };
    view! { <Show when=move || is_shown.get()>{list()}</Show> }.into_any()
}
