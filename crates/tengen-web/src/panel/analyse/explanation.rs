use leptos::prelude::*;
use tengen_game::{BoardSize, Color, Point};
use tengen_protocol::worker::{ExplanationMessage, FactMessage, PointMessage};
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
                let sentences = sentences(texts, &explanation, size).into_iter();
                let sentences = sentences.map(|sentence| view! { <p>{sentence}</p> }).collect_view();
                Some(view! { <h2>{heading}</h2> {sentences} })
            }}
        </section>
    }
}

fn name((x, y): PointMessage, size: BoardSize) -> String {
    Point::new(x, y).on(size).to_string()
}

fn sentences(texts: Texts, explanation: &ExplanationMessage, size: BoardSize) -> Vec<String> {
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
    explanation.facts.iter().map(fact).collect()
}
