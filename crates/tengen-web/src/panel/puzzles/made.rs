//! The puzzles that the person has made, and what goes out of the page of puzzles: links, HTML and sheets.

use leptos::prelude::*;
use tengen_analysis::files::{Request, Response, SheetFormat, SheetProblem};
use tengen_puzzles::{OwnPuzzle, Puzzle, PuzzleId};

use super::editor::Editor;
use super::words::{solution, task};
use crate::files;
use crate::forms::{always, button};
use crate::panel::focus_after_render;
use crate::panel::library::refusal;
use crate::place::Place;
use crate::puzzles::{Puzzles, link_to};
use crate::reactive::RwSignal;
use crate::texts::Texts;
use crate::workers::FileWorker;

/// The list of the puzzles that the person has made.
#[component]
pub(super) fn Made(editor: Editor, place: RwSignal<Place>) -> impl IntoView {
    let texts = Texts::of_page();
    let puzzles = Puzzles::of_page();
    let message = RwSignal::new(String::new());
    let all = move || {
        puzzles.own.with_untracked(|own| {
            own.made().iter().map(|own| (own.name.clone(), own.puzzle.clone())).collect::<Vec<_>>()
        })
    };
    let list = move || {
        let made: Vec<OwnPuzzle> = puzzles.own.with(|own| own.made().iter().rev().cloned().collect());
        (!made.is_empty()).then(|| {
            let rows = made.into_iter().map(|own| row(texts, puzzles, editor, place, own)).collect_view();
            view! {
                <h2 class="label">{texts.text("problem-made")}</h2>
                <ul class="made" id="problem-made">{rows}</ul>
                {sheet_buttons(texts, ["sheet-all-svg", "sheet-all-pdf"], all, message)}
                <p role="status">{move || message.get()}</p>
            }
        })
    };
    view! { {list} }
}

fn row(texts: Texts, puzzles: Puzzles, editor: Editor, place: RwSignal<Place>, own: OwnPuzzle) -> AnyView {
    let id = PuzzleId::of(&own.puzzle);
    let name = if own.name.is_empty() { task(texts, &own.puzzle) } else { own.name.clone() };
    let stored = StoredValue::new(own);
    let solve = move |_| {
        puzzles.begin_with(stored.with_value(|own| own.puzzle.clone()));
        place.set(Place::Puzzle);
    };
    let edit = move |_| stored.with_value(|own| editor.edit(&own.puzzle, own.name.clone()));
    let label = |key: &str| format!("{} – {name}", texts.text(key));
    let (edit_label, delete_labels) = (label("problem-edit"), [label("delete"), label("really-delete")]);
    let is_asked = RwSignal::new(false);
    let delete = move |_| {
        if is_asked.get_untracked() {
            puzzles.delete(id);
            // The row with the focus is gone.
            focus_after_render("#problem-check");
        } else {
            is_asked.set(true);
        }
    };
    view! {
        <li>
            <button type="button" class="link" on:click=solve>{name}</button>
            <span class="row">
                <button type="button" aria-label=edit_label on:click=edit>{texts.text("problem-edit")}</button>
                <button type="button" aria-label=move || delete_labels[usize::from(is_asked.get())].clone() on:click=delete on:blur=move |_| is_asked.set(false)>
                    {move || texts.text(if is_asked.get() { "really-delete" } else { "delete" })}
                </button>
            </span>
        </li>
    }
    .into_any()
}

/// The buttons that copy a link and HTML, and save a sheet.
pub(super) fn share(
    texts: Texts,
    problems: impl Fn() -> Vec<(String, Puzzle)> + Copy + 'static,
    message: RwSignal<String>,
) -> AnyView {
    let copy = move |make: fn(&Puzzle) -> Option<String>, key: &'static str| {
        if let Some(text) = problems().first().and_then(|(_, puzzle)| make(puzzle)) {
            files::copy(&text);
            message.set(texts.text(key));
        }
    };
    view! {
        <div class="row">
            {button("problem-link", "problem-link", "", always(), move || copy(link_to, "link-copied"))}
            {button("problem-embed", "problem-embed", "", always(), move || copy(embedded, "problem-embedded"))}
        </div>
        {sheet_buttons(texts, ["sheet-svg", "sheet-pdf"], problems, message)}
    }
    .into_any()
}

/// The puzzle as an element for other pages, which judges the moves by its proof.
fn embedded(puzzle: &Puzzle) -> Option<String> {
    let record = tengen_game::Record::from_position(puzzle.start.clone());
    let game = tengen_formats::link::write(&record.into()).ok()?.content;
    let text = puzzle.to_text().ok()?;
    // Neither text has a character that HTML would read otherwise.
    Some(format!("<tengen-board mode=\"puzzle\" game=\"{game}\" puzzle=\"{text}\"></tengen-board>"))
}

fn sheet_buttons(
    texts: Texts,
    ids: [&'static str; 2],
    problems: impl Fn() -> Vec<(String, Puzzle)> + Copy + 'static,
    message: RwSignal<String>,
) -> AnyView {
    let file_worker = FileWorker::of_page();
    let save = move |kind: SheetFormat| {
        let problem = |(name, puzzle): (String, Puzzle)| {
            let task = task(texts, &puzzle);
            let caption = if name.is_empty() { task } else { format!("{name}: {task}") };
            SheetProblem { solution: solution(texts, &puzzle), position: puzzle.start, caption }
        };
        let problems: Vec<SheetProblem> = problems().into_iter().map(problem).collect();
        let (title, solutions) = (texts.text("puzzles"), texts.text("sheet-solutions"));
        message.set(texts.text("writing"));
        file_worker.ask(
            |id| Request::Sheet { id, title, problems, solutions, kind },
            move |answer| match answer {
                Ok(Response::Written { extension, mime, content, .. }) => {
                    files::save_written(&format!("tengen-puzzles.{extension}"), &mime, &content);
                    message.set(String::new());
                }
                Ok(_) => message.set(String::new()),
                Err(fault) => message.set(refusal(texts, &fault)),
            },
        );
    };
    let [svg, pdf] = ids;
    view! {
        <div class="row">
            {button(svg, "sheet-svg", "", always(), move || save(SheetFormat::Svg))}
            {button(pdf, "sheet-pdf", "", always(), move || save(SheetFormat::Pdf))}
        </div>
    }
    .into_any()
}
