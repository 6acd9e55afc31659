use leptos::prelude::*;

use tengen_analysis::SearchProgress;

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
                let thought = session.thought.get().filter(|thought| thought.progress.nodes > 1)?;
                Some(view! {
                    {chances(texts, thought.progress.score, thought.side)}
                    <p class="figures" id="figures">{figures(texts, &thought.progress)}</p>
                })
            }}
        </section>
    }
}

/// Depth, nodes, speed, time, and how full the table is.
fn figures(texts: Texts, progress: &SearchProgress) -> String {
    let depth = match progress.selective_depth {
        deepest if deepest > progress.depth => format!("{}–{deepest}", progress.depth),
        _ => progress.depth.to_string(),
    };
    let ms = u64::try_from(progress.time.as_millis()).unwrap_or(u64::MAX).max(1);
    let speed = progress.nodes * 1_000 / ms;
    let full = format!("{:.1}", f64::from(progress.hash_per_mille) / 10.0);
    [
        texts.text_with("depth", &[("depth", depth.into())]),
        count(texts, "nodes", progress.nodes),
        count(texts, "speed", speed),
        seconds(texts, progress.time),
        texts.text_with("table-full", &[("full", full.into())]),
    ]
    .join(" · ")
}
