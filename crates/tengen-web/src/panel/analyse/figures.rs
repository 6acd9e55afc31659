use leptos::prelude::*;

use tengen_analysis::engine::Thinking;

use super::super::scores::{chances, count, seconds};
use crate::reactive::Memo;
use crate::session::Session;
use crate::texts::Texts;
use tengen_match::Seat;

/// Who stands better, and how hard the engine has looked.
#[component]
pub(super) fn Figures() -> impl IntoView {
    let texts = Texts::of_page();
    let session = Session::of_page();
    // While figures may come their room is kept, so that nothing jumps.
    let is_idle = Memo::new(move |_| {
        !session.analysis.is_on.get() && session.game.with(|game| game.seats().contains(&Seat::Person))
    });
    view! {
        <section class="thoughts" class:idle=move || is_idle.get() aria-label=move || texts.text("thoughts")>
            {move || {
                let thought = session.thought.get().filter(|thought| thought.thinking.nodes > 1)?;
                Some(view! {
                    {chances(texts, thought.thinking.score, thought.side)}
                    <p class="figures" id="figures">{figures(texts, &thought.thinking)}</p>
                })
            }}
        </section>
    }
}

/// Depth, nodes, speed, time, and how full the table is.
fn figures(texts: Texts, thinking: &Thinking) -> String {
    let depth = match thinking.selective_depth {
        deepest if deepest > thinking.depth => format!("{}–{deepest}", thinking.depth),
        _ => thinking.depth.to_string(),
    };
    let speed = thinking.nodes * 1_000 / u64::from(thinking.time_ms.max(1));
    let full = format!("{:.1}", f64::from(thinking.hash_per_mille) / 10.0);
    [
        texts.text_with("depth", &[("depth", depth.into())]),
        count(texts, "nodes", thinking.nodes),
        count(texts, "speed", speed),
        seconds(texts, thinking.time_ms),
        texts.text_with("table-full", &[("full", full.into())]),
    ]
    .join(" · ")
}
