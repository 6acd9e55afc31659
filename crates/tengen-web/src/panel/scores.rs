//! What figures of the engine's mean to people.

use leptos::prelude::*;
use tengen_game::{Color, Evaluation};
use tengen_protocol::worker::ScoreMessage;

use crate::texts::Texts;

/// How many engine units change the odds by a factor of e.
const ENGINE_UNITS_A_NAT: f64 = 900.0;

/// What a position is worth to Black.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Worth {
    /// Engine units.
    Value(i32),
    /// Plies until this side wins.
    Mate(Color, u32),
}

impl Worth {
    /// What a score means that is told for `side`.
    pub(super) fn new(score: ScoreMessage, side: Color) -> Worth {
        match score {
            ScoreMessage::Value(value) if side == Color::Black => Worth::Value(value),
            ScoreMessage::Value(value) => Worth::Value(-value),
            ScoreMessage::Mate(plies) => {
                Worth::Mate(if plies > 0 { side } else { !side }, plies.unsigned_abs())
            }
        }
    }

    /// What an evaluation of a record means, told for `side`.
    pub(super) fn of_evaluation(evaluation: Evaluation, side: Color) -> Worth {
        let score = match evaluation {
            Evaluation::Value(value) => ScoreMessage::Value(value),
            Evaluation::Mate(plies) => ScoreMessage::Mate(plies),
        };
        Worth::new(score, side)
    }

    /// Black's chance to win in per cent, by a logistic curve. Only a proved end is certain.
    pub(super) fn black_chance(self) -> u8 {
        match self {
            Worth::Mate(Color::Black, _) => 100,
            Worth::Mate(Color::White, _) => 0,
            Worth::Value(value) => {
                let chance = 100.0 / (1.0 + (-f64::from(value) / ENGINE_UNITS_A_NAT).exp());
                chance.round().clamp(1.0, 99.0) as u8
            }
        }
    }

    /// In words.
    pub(super) fn in_words(self, texts: Texts) -> String {
        match self {
            Worth::Value(_) => texts.text_with("chance", &[("percent", self.black_chance().into())]),
            Worth::Mate(winner, plies) => {
                // People count the winner's own moves.
                let moves = plies.div_ceil(2);
                let key = match winner {
                    Color::Black => "mate-black",
                    Color::White => "mate-white",
                };
                texts.text_with(key, &[("moves", moves.into())])
            }
        }
    }

    /// In as few signs as can be, to stand before a line: Black's chances, or the winner's moves.
    pub(super) fn in_short(self, texts: Texts) -> String {
        match self {
            Worth::Value(_) => texts.text_with("per-cent", &[("value", self.black_chance().into())]),
            Worth::Mate(winner, plies) => {
                let key = match winner {
                    Color::Black => "mate-short-black",
                    Color::White => "mate-short-white",
                };
                texts.text_with(key, &[("moves", plies.div_ceil(2).into())])
            }
        }
    }
}

/// Black's chances as a bar, and what the position is worth in words.
pub(super) fn chances(texts: Texts, worth: Worth) -> AnyView {
    view! {
        <div class="chances" role="presentation">
            <div class="bar" style=format!("width:{}%", worth.black_chance())></div>
        </div>
        <p class="verdict">{worth.in_words(texts)}</p>
    }
    .into_any()
}

/// Seconds with one decimal.
pub(crate) fn seconds(texts: Texts, milliseconds: u32) -> String {
    let seconds = format!("{:.1}", f64::from(milliseconds) / 1000.0);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn worths_are_blacks() {
        assert_eq!(Worth::new(ScoreMessage::Value(300), Color::White), Worth::Value(-300));
        assert_eq!(Worth::new(ScoreMessage::Mate(-4), Color::White), Worth::Mate(Color::Black, 4));
        assert_eq!(Worth::new(ScoreMessage::Mate(5), Color::White), Worth::Mate(Color::White, 5));
    }

    #[test]
    fn only_a_proof_is_certain() {
        assert_eq!(Worth::Value(0).black_chance(), 50);
        assert_eq!(Worth::Value(100_000).black_chance(), 99);
        assert_eq!(Worth::Value(-100_000).black_chance(), 1);
        assert_eq!(Worth::Mate(Color::White, 9).black_chance(), 0);
        assert!(Worth::Value(900).black_chance() > 70);
    }
}
