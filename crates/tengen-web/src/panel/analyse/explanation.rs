use leptos::prelude::*;
use tengen_analysis::{Fact, Score};
use tengen_game::Color;
use tengen_text::Sentences;

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
