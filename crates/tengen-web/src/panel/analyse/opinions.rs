//! External engines that analyse the position, where the program around the page starts them.

use leptos::prelude::*;
use tengen_analysis::{ScoreText, Viewer};
use tengen_game::{Color, Score};
use tengen_match::Line;

use super::super::phrases::count;
use super::lines::steps;
use crate::forms::{always, button};
use crate::reactive::{Memo, RwSignal};
use crate::session::{Opinion, Session};
use crate::texts::Texts;

/// The engines that have been added, and the form that adds one.
pub(super) fn opinions() -> AnyView {
    let texts = Texts::of_page();
    let session = Session::of_page();
    let arguments = RwSignal::new(String::new());
    session.list_programs();
    let fault = move || {
        let reason = session.opinions.fault.get()?;
        Some(texts.text_with("engine-list-fault", &[("reason", reason.into())]))
    };
    view! {
        <p class="quiet">{move || texts.text("other-engines-about")}</p>
        <ul class="opinions">
            <For
                each=move || session.opinions.all.get()
                key=|opinion| opinion.letter
                children=move |opinion| row(session, opinion)
            />
        </ul>
        <label class="field" for="engine-arguments">
            <span>{move || texts.text("engine-arguments")}</span>
            <input
                type="text"
                id="engine-arguments"
                autocomplete="off"
                spellcheck="false"
                prop:value=move || arguments.get()
                on:input=move |event| arguments.set(event_target_value(&event))
            />
        </label>
        <div class="row">
            {button("add-engine", "add-engine", "", always(), move || {
                session.add_program(arguments.get_untracked());
            })}
        </div>
        <p role="alert">{fault}</p>
    }
    .into_any()
}

/// One of the engines: the switch of its search, its results, and a button that removes it.
fn row(session: Session, opinion: Opinion) -> AnyView {
    let texts = Texts::of_page();
    let id = format!("engine-{}", opinion.letter);
    let (name, command) =
        opinion.program.with_value(|program| (program.name.clone(), program.command.clone()));
    let side = Memo::new(move |_| session.table.game.with(|game| game.side_to_move()));
    let line = Memo::new(move |_| opinion.found.with(|found| found.as_ref().map(|found| found.line.clone())));
    let remove_label = {
        let name = name.clone();
        move || texts.text_with("remove-engine", &[("name", name.clone().into())])
    };
    let figures = move || {
        let found = opinion.found.get()?;
        let depth = found.line.depth;
        let mut figures = Vec::new();
        if depth > 0 {
            figures.push(texts.text_with("depth", &[("depth", depth.to_string().into())]));
        }
        if found.nodes > 0 {
            figures.push(count(texts, "nodes", found.nodes));
        }
        if !found.is_searching {
            figures.push(texts.text("engine-done"));
        }
        Some(figures.join(" · "))
    };
    let looks = move || opinion.is_on.get() && line.with(Option::is_none);
    view! {
        <li>
            <div class="head-line">
                <label class="field toggle" for=id.clone() title=command>
                    <span><span class="letter">{opinion.letter}</span>" "{name}</span>
                    <input
                        type="checkbox"
                        role="switch"
                        id=id.clone()
                        prop:checked=move || opinion.is_on.get()
                        on:change=move |event| opinion.is_on.set(event_target_checked(&event))
                    />
                </label>
                <button
                    type="button"
                    class="remove"
                    aria-label=remove_label.clone()
                    title=remove_label
                    on:click=move |_| session.remove_program(opinion)
                >
                    "×"
                </button>
            </div>
            <div class="found">
                <span class="score">{move || line.get().and_then(|line| score(texts, &line, side.get(), session.viewer()))}</span>
                {steps(session, line, side)}
            </div>
            <p class="quiet" class:looking=looks>
                {move || if looks() { Some(texts.text("looking")) } else { figures() }}
            </p>
            <p role="alert">
                {move || Some(texts.text_with("engine-fault", &[("reason", opinion.fault.get()?.into())]))}
            </p>
        </li>
    }
    .into_any()
}

/// The score for the side to move. Another engine's units cannot be compared with those of Tengen, but a forced win can.
fn score(texts: Texts, line: &Line, side: Color, viewer: Viewer) -> Option<String> {
    match line.score {
        _ if line.depth == 0 => None,
        Score::Value(value) => Some(format!("{value:+}")),
        Score::Mate(_) => Some(texts.score(ScoreText::short(line.score, side, viewer))),
    }
}
