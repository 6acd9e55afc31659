use leptos::ev::Event;
use leptos::prelude::*;
use tengen_match::{Game, Seat, Thought};

use crate::panel::phrases::{chances, seconds};
use crate::preferences::{Preferences, preference};
use crate::reactive::Memo;
use crate::session::Session;
use crate::texts::Texts;

/// The engine's current or last evaluation: how far it looks ahead, chances and the expected line.
///
/// In a game against a program, chances and line are shown on demand only: they reveal the best answer and forced wins.
#[component]
pub(super) fn Thoughts() -> impl IntoView {
    let texts = Texts::of_page();
    let session = Session::of_page();
    let preferences = Preferences::of_page();
    // The space is reserved from the start, so that the layout does not move when the first figures come. If no program evaluates
    // positions, there are figures only after a hint.
    let is_idle = Memo::new(move |_| {
        session.table.thought.with(Option::is_none)
            && session.table.game.with(|game| !game.seats().into_iter().any(Seat::judges_positions))
    });
    // An evaluation that the person has requested is not hidden.
    let is_secret = Memo::new(move |_| {
        let opponent = session.table.game.with(Game::sole_person).map(|person| !person);
        let thinker = session.table.thought.with(|thought| thought.as_ref().map(|thought| thought.side));
        opponent.is_some()
            && thinker.is_none_or(|side| opponent == Some(side))
            && !session.table.analysis.is_on.get()
    });
    let is_open = preference(|preferences| preferences.thoughts);
    let toggled = move |event: Event| {
        let open = event_target::<web_sys::Element>(&event).has_attribute("open");
        if open != is_open.get_untracked() {
            preferences.update(|preferences| preferences.thoughts = open);
        }
    };
    // A program without a search has no figures.
    let thought = move || session.table.thought.get().filter(|thought| thought.progress.nodes > 1);
    let figures = move || {
        let progress = thought()?.progress;
        // Two plies are one move of each side.
        let ahead = texts.text_with("thinks-ahead", &[("moves", progress.depth.div_ceil(2).into())]);
        let seconds = seconds(texts, progress.time);
        Some(view! { <p class="figures">{format!("{ahead} · {seconds}")}</p> })
    };
    let judgement = move || {
        let thought = thought()?;
        let expected = session.table.game.with(|game| line(&thought, game));
        let expected =
            (!expected.is_empty()).then(|| texts.text_with("expected", &[("line", expected.into())]));
        Some(view! {
            {chances(texts, thought.progress.score, thought.side, session.viewer())}
            <p class="figures">{expected}</p>
        })
    };
    let content = move || {
        if !is_secret.get() {
            return view! { {judgement} {figures} }.into_any();
        }
        view! {
            <details class="fold" open=move || is_open.get() on:toggle=toggled>
                <summary>{move || texts.text("thoughts")}</summary>
                {move || is_open.get().then_some(judgement)}
            </details>
            {figures}
        }
        .into_any()
    };
    view! {
        <section
            class="thoughts"
            class:idle=move || is_idle.get()
            class:folded=move || is_secret.get() && !is_open.get()
            aria-label=move || texts.text("thoughts")
        >
            {content}
        </section>
    }
}

/// The first moves of the expected line that are not on the board yet.
fn line(thought: &Thought, game: &Game) -> String {
    let board = game.record().position().board();
    let points = thought.progress.pv.iter().copied();
    let coming = points.skip_while(|&point| board.stone(point).is_some());
    let names = coming.take(8).map(|point| point.on(board.size()).to_string());
    names.collect::<Vec<_>>().join(" ")
}
