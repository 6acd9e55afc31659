use leptos::prelude::*;
use tengen_game::{Color, Point};
use tengen_protocol::worker::ScoreMessage;

use crate::session::{Session, Thought};
use crate::texts::Texts;

/// What the engine thinks, or thought last: chances first, its own figures after them.
#[component]
pub(super) fn Thoughts() -> impl IntoView {
    let texts = Texts::of_page();
    let session = Session::of_page();
    // Its room is kept from the start, so that nothing jumps when the first figures come.
    view! {
        <section class="thoughts" aria-label=move || texts.text("thoughts")>
            {move || session.thought.with(|thought| thought.as_ref().map(|thought| {
                let percent = black_chances(thought);
                let expected = line(thought);
                view! {
                    <div class="chances" role="presentation">
                        <div class="bar" style=format!("width:{percent}%")></div>
                    </div>
                    <p class="verdict">{verdict(texts, thought, percent)}</p>
                    <p class="figures">
                        {texts.text_with("depth", &[("depth", thought.thinking.depth.into())])}
                        " · "
                        {nodes(texts, thought.thinking.nodes)}
                        " · "
                        {texts.text_with("seconds", &[("seconds", seconds(thought.thinking.time_ms).into())])}
                    </p>
                    <p class="figures">{texts.text_with("expected", &[("line", expected.into())])}</p>
                }
            }))}
        </section>
    }
}

/// Black's chance to win in per cent, by a logistic curve over the engine's units.
fn black_chances(thought: &Thought) -> u8 {
    let own = match thought.thinking.score {
        ScoreMessage::Value(value) => 100.0 / (1.0 + (-f64::from(value) / ENGINE_UNITS_A_NAT).exp()),
        ScoreMessage::Mate(plies) if plies > 0 => 100.0,
        ScoreMessage::Mate(_) => 0.0,
    };
    let black = if thought.side == Color::Black { own } else { 100.0 - own };
    black.round() as u8
}

/// How many engine units change the odds by a factor of e.
const ENGINE_UNITS_A_NAT: f64 = 400.0;

fn verdict(texts: Texts, thought: &Thought, percent: u8) -> String {
    match thought.thinking.score {
        ScoreMessage::Value(_) => texts.text_with("chance", &[("percent", percent.into())]),
        ScoreMessage::Mate(plies) => {
            // People count the winner's own moves.
            let moves = plies.unsigned_abs().div_ceil(2);
            let winner = if plies > 0 { thought.side } else { !thought.side };
            match winner {
                Color::Black => texts.text_with("mate-black", &[("moves", moves.into())]),
                Color::White => texts.text_with("mate-white", &[("moves", moves.into())]),
            }
        }
    }
}

/// The expected line, or its beginning.
fn line(thought: &Thought) -> String {
    let names = thought.thinking.pv.iter().map(|&(x, y)| Point::new(x, y).on(thought.size).to_string());
    names.take(8).collect::<Vec<_>>().join(" ")
}

fn seconds(milliseconds: u32) -> String {
    format!("{:.1}", f64::from(milliseconds) / 1000.0)
}

fn nodes(texts: Texts, nodes: u64) -> String {
    texts.text_with("nodes", &[("nodes", nodes.into()), ("count", short_number(nodes).into())])
}

/// `950`, `12 k` or `1.2 M`.
fn short_number(number: u64) -> String {
    match number {
        0..=9_999 => number.to_string(),
        10_000..=999_999 => format!("{} k", number / 1_000),
        _ => format!("{:.1} M", number as f64 / 1e6),
    }
}
