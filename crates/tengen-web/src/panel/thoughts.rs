use leptos::prelude::*;
use tengen_game::{Color, Point};
use tengen_protocol::worker::ScoreMessage;

use crate::game::Game;
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
            {move || {
                // Whoever only looked at the board has nothing to tell.
                let thought = session.thought.get().filter(|thought| thought.thinking.nodes > 1)?;
                let percent = black_chances(&thought);
                let expected = session.game.with(|game| line(&thought, game));
                let depth = texts.text_with("depth", &[("depth", thought.thinking.depth.into())]);
                let seconds = seconds(thought.thinking.time_ms);
                let seconds = texts.text_with("seconds", &[("seconds", seconds.into())]);
                let nodes = nodes(texts, thought.thinking.nodes);
                Some(view! {
                    <div class="chances" role="presentation">
                        <div class="bar" style=format!("width:{percent}%")></div>
                    </div>
                    <p class="verdict">{verdict(texts, &thought, percent)}</p>
                    <p class="figures">{format!("{depth} · {nodes} · {seconds}")}</p>
                    <p class="figures">
                        {(!expected.is_empty())
                            .then(|| texts.text_with("expected", &[("line", expected.into())]))}
                    </p>
                })
            }}
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
    // Only a proved end is certain.
    let is_proved = matches!(thought.thinking.score, ScoreMessage::Mate(_));
    if is_proved { black.round() as u8 } else { black.round().clamp(1.0, 99.0) as u8 }
}

/// How many engine units change the odds by a factor of e.
const ENGINE_UNITS_A_NAT: f64 = 900.0;

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

/// What is still to come of the expected line, or its beginning.
fn line(thought: &Thought, game: &Game) -> String {
    let board = game.record().position().board();
    let points = thought.thinking.pv.iter().map(|&(x, y)| Point::new(x, y));
    let coming = points.skip_while(|&point| board.stone(point).is_some());
    let names = coming.take(8).map(|point| point.on(board.size()).to_string());
    names.collect::<Vec<_>>().join(" ")
}

fn seconds(milliseconds: u32) -> String {
    format!("{:.1}", f64::from(milliseconds) / 1000.0)
}

/// The number of positions, in the steps in which a language counts large numbers.
fn nodes(texts: Texts, nodes: u64) -> String {
    let in_units = |unit: f64| format!("{:.1}", nodes as f64 / unit);
    let arguments = [
        ("nodes", nodes.into()),
        (
            "size",
            if nodes < 10_000 {
                "plain"
            } else if nodes < 1_000_000 {
                "thousands"
            } else {
                "millions"
            }
            .into(),
        ),
        ("thousands", (nodes / 1_000).into()),
        ("ten-thousands", in_units(1e4).into()),
        ("millions", in_units(1e6).into()),
    ];
    texts.text_with("nodes", &arguments)
}
