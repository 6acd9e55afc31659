//! The evaluation bar beside the board: Black's share is dark.

use leptos::prelude::*;
use tengen_analysis::{ScoreText, black_percent};
use tengen_game::{Color, Score};

use crate::preferences::preference;
use crate::reactive::Memo;
use crate::session::Session;
use crate::texts::Texts;

/// The bar, as long as the engine analyses the positions of the board.
#[component]
pub(super) fn EvaluationBar() -> impl IntoView {
    let texts = Texts::of_page();
    let session = Session::of_page();
    let is_wanted = preference(|preferences| preferences.evaluation_bar);
    let is_shown =
        Memo::new(move |_| is_wanted.get() && session.analysis.is_on.get() && session.shows_game());
    // Until the next position has a value the bar stays where it is, so that it glides.
    let value = Memo::new(move |before: Option<&(Score, Color)>| {
        let side = session.game.with(|game| game.side_to_move());
        let found = session.analysis.lines.with(|lines| lines.first().map(|line| (line.score, side)));
        found.or(before.copied()).unwrap_or((Score::Value(0), side))
    });
    let percent = move || {
        let (score, side) = value.get();
        black_percent(score, side)
    };
    let words = move || {
        let (score, side) = value.get();
        texts.score(ScoreText::long(score, side))
    };
    let letters = move || {
        let (score, _) = value.get();
        match score {
            Score::Value(_) => percent().to_string(),
            Score::Mate(plies) => format!("#{}", plies.unsigned_abs().div_ceil(2)),
        }
    };
    view! {
        <Show when=move || is_shown.get()>
            <div
                class="evaluation-bar"
                id="evaluation-bar"
                role="meter"
                aria-label=move || texts.text("evaluation-bar")
                aria-valuemin="0"
                aria-valuemax="100"
                aria-valuenow=percent
                aria-valuetext=words
                title=words
                style=move || format!("--black: {}%", percent())
            >
                // The figure stands in the larger of both parts.
                <div class="white" aria-hidden="true">{move || (percent() < 50).then(letters)}</div>
                <div class="black" aria-hidden="true">{move || (percent() >= 50).then(letters)}</div>
            </div>
        </Show>
    }
    .into_any()
}
