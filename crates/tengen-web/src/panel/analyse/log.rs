//! The log of searches: every iteration, also as plain text.

use leptos::prelude::*;
use tengen_analysis::{ScoreText, SearchProgress, Viewer};
use tengen_game::{BoardSize, Color, Score};
use tengen_match::LoggedSearch;

use crate::files;
use crate::forms::button;
use crate::panel::phrases::{count, seconds};
use crate::reactive::{Memo, RwSignal, Signal};
use crate::session::{Session, Topic};
use crate::texts::Texts;

/// The largest number of moves of a line that are shown.
const SHOWN: usize = 3;

/// The largest number of moves of a line that are copied.
const COPIED: usize = 12;

/// The log. Every search is a group of rows, which stay the same elements while others are added below them.
pub(super) fn log() -> AnyView {
    let texts = Texts::of_page();
    let searches = Session::of_page().table.log.searches;
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
        // An element that can have the focus can be scrolled with the keyboard.
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
        // A row that has been written does not change.
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
    // The search is usually the latest one, which continues.
    searches.iter().rev().find(|search| search.id == id)
}

/// The position that was searched, and the purpose.
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

/// The nominal depth, and the length of the longest line.
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
        mate @ Score::Mate(_) => texts.score(ScoreText::short(mate, side, Viewer::Neutral)),
    }
}

fn line(progress: &SearchProgress, size: BoardSize, most: usize) -> String {
    let names = progress.pv.iter().take(most).map(|point| point.on(size).to_string());
    names.collect::<Vec<_>>().join(" ")
}

/// The log as plain text, with longer lines and exact numbers.
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
        title(texts, search) + "\n" + &columns(&headings, &rows)
    };
    searches.iter().map(text_of).collect::<Vec<_>>().join("\n")
}

/// Columns under their headings: all but the last are numbers, which are aligned to the right.
fn columns<const N: usize>(headings: &[String; N], rows: &[[String; N]]) -> String {
    let width = |column: usize| {
        let cells = rows.iter().chain([headings]).map(|row| width(&row[column]));
        cells.max().unwrap_or_default()
    };
    let widths: [usize; N] = std::array::from_fn(width);
    let line = |row: &[String; N]| {
        let cells = row.iter().zip(widths).enumerate().map(|(column, (cell, most))| {
            let room = if column + 1 == N { 0 } else { most.saturating_sub(self::width(cell)) };
            " ".repeat(room) + cell
        });
        cells.collect::<Vec<_>>().join("  ").trim_end().to_owned() + "\n"
    };
    [headings].into_iter().chain(rows).map(line).collect()
}

/// The number of terminal columns that a text takes: Chinese characters take two.
fn width(text: &str) -> usize {
    text.chars().map(|sign| if sign >= '\u{2e80}' { 2 } else { 1 }).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row<const N: usize>(cells: [&str; N]) -> [String; N] {
        cells.map(str::to_owned)
    }

    #[test]
    fn numbers_stand_below_each_other() {
        let text = columns(
            &row(["Depth", "Nodes", "Line"]),
            &[row(["1", "1234567", "h8 i9"]), row(["12-20", "5", ""])],
        );
        assert_eq!(text, "Depth    Nodes  Line\n    1  1234567  h8 i9\n12-20        5\n");
    }

    #[test]
    fn chinese_headings_take_their_room() {
        assert_eq!(columns(&row(["深度", "行"]), &[row(["7", "h8"])]), "深度  行\n   7  h8\n");
    }
}
