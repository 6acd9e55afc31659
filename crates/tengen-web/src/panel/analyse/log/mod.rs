//! What the searches found, iteration by iteration.

mod plain;

use leptos::prelude::*;
use tengen_analysis::ScoreText;
use tengen_analysis::SearchProgress;
use tengen_game::{BoardSize, Color, Score};

use super::super::scores::{count, seconds};
use crate::files;
use crate::forms::button;
use crate::reactive::{Memo, RwSignal, Signal};
use crate::session::{Session, Topic};
use crate::texts::Texts;
use tengen_match::LoggedSearch;

/// The most moves of a line that are shown.
const SHOWN: usize = 3;

/// The most moves of a line that are copied.
const COPIED: usize = 12;

/// The log. Every search is a group of rows, which stay the same elements while others come below them.
pub(super) fn log() -> AnyView {
    let texts = Texts::of_page();
    let searches = Session::of_page().log.searches;
    let is_copied = RwSignal::new(false);
    let ids = Memo::new(move |_| searches.with(|all| all.iter().map(|search| search.id).collect::<Vec<_>>()));
    let is_empty = Memo::new(move |_| ids.with(Vec::is_empty));
    let copy = move || {
        files::copy(&searches.with_untracked(|searches| in_plain(texts, searches)));
        is_copied.set(true);
    };
    let heading = move |key: &'static str| view! { <th scope="col">{move || texts.text(key)}</th> };
    view! {
        <p class="quiet">{move || texts.text(if is_empty.get() { "log-empty" } else { "log-about" })}</p>
        // Whoever has no wheel or finger to scroll with can do it with the keyboard.
        <div
            class="log"
            hidden=move || is_empty.get()
            tabindex="0"
            role="region"
            aria-label=move || texts.text("search-log")
        >
            <table class="figures-table">
                <thead>
                    <tr>{HEADINGS.map(heading).collect_view()}</tr>
                </thead>
                <For each=move || ids.get() key=|id| *id children=move |id| group(searches, texts, id)/>
            </table>
        </div>
        <div class="row">
            {button("copy-log", "copy-log", "", Signal::derive(move || !is_empty.get()), copy)}
        </div>
        <p class="quiet" role="status">{move || is_copied.get().then(|| texts.text("log-copied"))}</p>
    }
    .into_any()
}

const HEADINGS: [&str; 5] = ["log-depth", "log-value", "log-positions", "log-time", "log-line"];

/// A search with its iterations.
fn group(searches: Topic<Vec<LoggedSearch>>, texts: Texts, id: u32) -> AnyView {
    let length =
        Memo::new(move |_| searches.with(|all| find(all, id).map_or(0, |search| search.iterations.len())));
    let row = move |index: usize| {
        // What is written down does not change any more.
        let written = searches.with_untracked(|all| {
            let search = find(all, id)?;
            Some((search.iterations.get(index)?.clone(), search.side, search.size))
        });
        written.map(|(progress, side, size)| row(texts, progress, side, size))
    };
    let title = move || searches.with_untracked(|all| find(all, id).map(|search| title(texts, search)));
    view! {
        <tbody>
            <tr>
                <th colspan="5" scope="rowgroup">{title}</th>
            </tr>
            <For each=move || 0..length.get() key=|index| *index children=row/>
        </tbody>
    }
    .into_any()
}

fn find(searches: &[LoggedSearch], id: u32) -> Option<&LoggedSearch> {
    // Mostly it is the latest, the one that goes on.
    searches.iter().rev().find(|search| search.id == id)
}

/// What was searched, and why.
fn title(texts: Texts, search: &LoggedSearch) -> String {
    let arguments = [
        ("number", (search.moves + 1).into()),
        ("side", search.side.name().into()),
        ("purpose", search.purpose.into()),
    ];
    texts.text_with("log-search", &arguments)
}

fn row(texts: Texts, progress: SearchProgress, side: Color, size: BoardSize) -> AnyView {
    let (nodes, time) = (progress.nodes, progress.time);
    let (depth, line) = (depth(&progress), line(&progress, size, SHOWN));
    view! {
        <tr>
            <td>{depth}</td>
            <td>{move || value(texts, &progress, side)}</td>
            <td>{move || count(texts, "count-short", nodes)}</td>
            <td>{move || seconds(texts, time)}</td>
            <td>{line}</td>
        </tr>
    }
    .into_any()
}

/// The depth, and that of the longest line.
fn depth(progress: &SearchProgress) -> String {
    match progress.selective_depth {
        deepest if deepest > progress.depth => format!("{}–{deepest}", progress.depth),
        _ => progress.depth.to_string(),
    }
}

/// The score for Black, in the engine's own units.
fn value(texts: Texts, progress: &SearchProgress, side: Color) -> String {
    match progress.score {
        Score::Value(value) => format!("{:+}", if side == Color::Black { value } else { -value }),
        mate @ Score::Mate(_) => texts.score(ScoreText::short(mate, side)),
    }
}

fn line(progress: &SearchProgress, size: BoardSize, most: usize) -> String {
    let names = progress.pv.iter().take(most).map(|point| point.on(size).to_string());
    names.collect::<Vec<_>>().join(" ")
}

/// The log as plain text, with more of the lines and exact numbers.
fn in_plain(texts: Texts, searches: &[LoggedSearch]) -> String {
    let headings = HEADINGS.map(|key| texts.text(key));
    let text_of = |search: &LoggedSearch| {
        let row = |progress: &SearchProgress| {
            [
                depth(progress),
                value(texts, progress, search.side),
                progress.nodes.to_string(),
                seconds(texts, progress.time),
                line(progress, search.size, COPIED),
            ]
        };
        let rows: Vec<_> = search.iterations.iter().map(row).collect();
        title(texts, search) + "\n" + &plain::columns(&headings, &rows)
    };
    searches.iter().map(text_of).collect::<Vec<_>>().join("\n")
}
