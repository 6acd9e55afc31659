//! The evaluation bar beside the board: Black's share is dark.

use leptos::prelude::*;
use tengen_analysis::{ScoreText, Viewer, black_percent};
use tengen_game::{Color, Score};

use super::status::winner_key;
use crate::board::figure;
use crate::preferences::preference;
use crate::reactive::Memo;
use crate::session::Session;
use crate::texts::Texts;

/// The value that the bar shows.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Value {
    /// A score for the side to move.
    Found(Score, Color),
    /// The winner; `None` for a draw.
    Over(Option<Color>),
}

impl Value {
    /// The value for the position on the board. The `winner` of a finished game has priority over a score. Without either, the bar stays at
    /// its value `before` in the same game, so that it moves smoothly.
    fn of(winner: Option<Option<Color>>, found: Option<Score>, side: Color, before: Option<Value>) -> Value {
        let earlier = || before.filter(|before| matches!(before, Value::Found(..)));
        match (winner, found) {
            (Some(winner), _) => Value::Over(winner),
            (None, Some(score)) => Value::Found(score, side),
            (None, None) => earlier().unwrap_or(Value::Found(Score::Value(0), side)),
        }
    }

    /// Black's share in per cent.
    fn percent(self) -> u8 {
        match self {
            Value::Found(score, side) => black_percent(score, side),
            Value::Over(Some(Color::Black)) => 100,
            Value::Over(Some(Color::White)) => 0,
            Value::Over(None) => 50,
        }
    }

    /// The figure in the bar. The colour of a winner says all.
    fn figure(self, texts: Texts, viewer: Viewer) -> String {
        match self {
            Value::Found(score, side) => figure(texts, score, side, viewer),
            Value::Over(_) => String::new(),
        }
    }

    fn words(self, texts: Texts, viewer: Viewer) -> String {
        match self {
            Value::Found(score, side) => texts.score(ScoreText::long(score, side, viewer)),
            Value::Over(winner) => texts.text(winner_key(winner)),
        }
    }
}

/// The bar, while the engine analyses the positions on the board.
#[component]
pub(super) fn EvaluationBar() -> impl IntoView {
    let texts = Texts::of_page();
    let session = Session::of_page();
    let is_wanted = preference(|preferences| preferences.evaluation_bar);
    let is_shown =
        Memo::new(move |_| is_wanted.get() && session.table.analysis.is_on.get() && session.shows_game());
    let of_game = Memo::new(move |before: Option<&(u32, Value)>| {
        let number = session.table.games.get();
        let (side, winner) = session.table.game.with(|game| {
            let result = game.record().result_at(game.record().current());
            (game.side_to_move(), result.map(|result| result.winner))
        });
        let found = session.table.analysis.lines.with(|lines| lines.first().map(|line| line.score));
        let before = before.filter(|before| before.0 == number).map(|&(_, value)| value);
        (number, Value::of(winner, found, side, before))
    });
    let value = move || of_game.get().1;
    let percent = move || value().percent();
    let words = move || value().words(texts, session.viewer());
    let letters = move || value().figure(texts, session.viewer());
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
                // The figure is in the larger of the two parts.
                <div class="white" aria-hidden="true">{move || (percent() < 50).then(letters)}</div>
                <div class="black" aria-hidden="true">{move || (percent() >= 50).then(letters)}</div>
            </div>
        </Show>
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_that_is_over_fills_the_bar_and_another_position_leaves_it_until_it_has_a_value() {
        let (side, score) = (Color::White, Score::Mate(5));
        let found = Value::of(None, Some(score), side, None);
        assert_eq!((found, found.percent()), (Value::Found(score, side), 0));
        assert_eq!(Value::of(None, None, Color::Black, Some(found)), found);
        // The winner has priority over an earlier score.
        for (winner, percent) in [(Some(Color::Black), 100), (Some(Color::White), 0), (None, 50)] {
            let over = Value::of(Some(winner), Some(score), side, Some(found));
            assert_eq!(over.percent(), percent);
            // A step back from the end is even until there is a score.
            assert_eq!(Value::of(None, None, side, Some(over)).percent(), 50);
        }
        assert_eq!(Value::of(None, None, side, None).percent(), 50);
    }
}
