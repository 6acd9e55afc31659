use leptos::prelude::*;
use tengen_frontend::Worth;
use tengen_game::Point;

use super::super::scores::{chances, count, seconds};
use crate::game::{Game, Seat};
use crate::reactive::Memo;
use crate::session::{Session, Thought};
use crate::texts::Texts;

/// What the engine thinks, or thought last: chances first, its own figures after them.
#[component]
pub(super) fn Thoughts() -> impl IntoView {
    let texts = Texts::of_page();
    let session = Session::of_page();
    // Its room is kept from the start, so that nothing jumps when the first figures come; two people see some only where
    // they ask for a hint.
    let is_idle = Memo::new(move |_| {
        session.thought.with(Option::is_none) && session.game.with(|game| game.seats() == [Seat::Person; 2])
    });
    view! {
        <section class="thoughts" class:idle=move || is_idle.get() aria-label=move || texts.text("thoughts")>
            {move || {
                // Whoever only looked at the board has nothing to tell.
                let thought = session.thought.get().filter(|thought| thought.thinking.nodes > 1)?;
                let worth = Worth::new(thought.thinking.score, thought.side);
                let expected = session.game.with(|game| line(&thought, game));
                let depth = texts.text_with("depth", &[("depth", thought.thinking.depth.into())]);
                let seconds = seconds(texts, thought.thinking.time_ms);
                let nodes = count(texts, "nodes", thought.thinking.nodes);
                Some(view! {
                    {chances(texts, worth)}
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

/// What is still to come of the expected line, or its beginning.
fn line(thought: &Thought, game: &Game) -> String {
    let board = game.record().position().board();
    let points = thought.thinking.pv.iter().map(|&(x, y)| Point::new(x, y));
    let coming = points.skip_while(|&point| board.stone(point).is_some());
    let names = coming.take(8).map(|point| point.on(board.size()).to_string());
    names.collect::<Vec<_>>().join(" ")
}
