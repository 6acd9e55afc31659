//! The engine's figures as texts.

use std::time::Duration;

use leptos::prelude::*;
use tengen_analysis::{ScoreText, black_percent};
use tengen_game::{Color, Score};

use crate::texts::Texts;

/// The score for `side` as a bar of Black's chances, and in words.
pub(super) fn chances(texts: Texts, score: Score, side: Color) -> AnyView {
    view! {
        <div class="chances" role="presentation">
            <div class="bar" style=format!("width:{}%", black_percent(score, side))></div>
        </div>
        <p class="verdict">{texts.score(ScoreText::long(score, side))}</p>
    }
    .into_any()
}

/// Seconds with one decimal.
pub(crate) fn seconds(texts: Texts, time: Duration) -> String {
    let seconds = format!("{:.1}", time.as_secs_f64());
    texts.text_with("seconds", &[("seconds", seconds.into())])
}

/// Whole minutes as minutes, everything else in seconds.
pub(crate) fn seconds_word(texts: Texts, seconds: u32) -> String {
    match seconds {
        60.. if seconds.is_multiple_of(60) => {
            texts.text_with("minutes", &[("minutes", (seconds / 60).into())])
        }
        _ => texts.text_with("seconds", &[("seconds", seconds.into())]),
    }
}

/// A number of positions, in the steps in which a language counts large numbers. The key says what is counted.
pub(super) fn count(texts: Texts, key: &str, number: u64) -> String {
    let in_units = |unit: f64| format!("{:.1}", number as f64 / unit);
    let size = match number {
        0..10_000 => "plain",
        10_000..1_000_000 => "thousands",
        _ => "millions",
    };
    let arguments = [
        ("nodes", number.into()),
        ("size", size.into()),
        ("thousands", (number / 1_000).into()),
        ("ten-thousands", in_units(1e4).into()),
        ("millions", in_units(1e6).into()),
    ];
    texts.text_with(key, &arguments)
}
