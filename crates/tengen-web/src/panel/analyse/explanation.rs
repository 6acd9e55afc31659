use leptos::prelude::*;
use tengen_game::{BoardSize, Color, Point};
use tengen_protocol::worker::{ExplanationMessage, FactMessage, PointMessage, ScoreMessage};
use tengen_text::Said;

use crate::session::Session;
use crate::texts::Texts;

/// What the last move did, in sentences.
#[component]
pub(super) fn Explanation() -> impl IntoView {
    let texts = Texts::of_page();
    let session = Session::of_page();
    view! {
        <section class="explanation">
            {move || {
                let explanation = session.analysis.explanation.get()?;
                let size = session.game.with(|game| game.record().size());
                let heading = [("point", name(explanation.played, size).into())];
                let heading = texts.text_with("what-it-does", &heading);
                let found = session.analysis.lines.with(|lines| lines.first().map(|line| line.score));
                let sentences = sentences(texts, &explanation, size, found).into_iter();
                let sentences = sentences.map(|sentence| view! { <p>{sentence}</p> }).collect_view();
                Some(view! { <h2>{heading}</h2> {sentences} })
            }}
        </section>
    }
}

fn name((x, y): PointMessage, size: BoardSize) -> String {
    Point::new(x, y).on(size).to_string()
}

/// `found` is what the search says of the position after the move, for the side that is to move there.
fn sentences(
    texts: Texts,
    explanation: &ExplanationMessage,
    size: BoardSize,
    found: Option<ScoreMessage>,
) -> Vec<String> {
    let mover = Color::from(explanation.mover).name();
    let fact = |fact: &FactMessage| {
        let pass = || texts.text("passed");
        let line: Vec<String> =
            fact.line.iter().map(|played| played.map_or_else(pass, |point| name(point, size))).collect();
        let row = |row: &Vec<PointMessage>| row.iter().map(|&point| name(point, size)).collect();
        let rows: Vec<Vec<String>> = fact.rows.iter().map(row).collect();
        let said = Said {
            fact: &fact.fact,
            mover,
            win_length: explanation.win_length,
            means: &fact.means,
            moves: fact.moves,
            line: &line,
            shape: &fact.shape,
            reason: &fact.reason,
            rows: &rows,
        };
        said.sentence(texts.language())
    };
    // The solvers try threats only. What the search has found beyond them makes a move anything but quiet.
    let is_quiet = explanation.facts.iter().all(|fact| fact.fact == "quiet");
    let by_search = match found {
        Some(ScoreMessage::Mate(plies)) if is_quiet => Some(by_search(texts, mover, plies)),
        _ => None,
    };
    let told = explanation.facts.iter().filter(|fact| by_search.is_none() || !fact.rows.is_empty());
    by_search.clone().into_iter().chain(told.map(fact)).collect()
}

/// A forced win that the search has found after a move of `mover`'s; `plies` are negative where the side to move loses.
fn by_search(texts: Texts, mover: &str, plies: i32) -> String {
    let key = match (plies < 0, mover) {
        (true, "black") | (false, "white") => "found-win-black",
        _ => "found-win-white",
    };
    texts.text_with(key, &[("moves", plies.unsigned_abs().div_ceil(2).into())])
}
