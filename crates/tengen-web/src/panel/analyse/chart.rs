use leptos::prelude::*;
use tengen_analysis::black_percent;
use tengen_game::{Color, NodeId};

use crate::reactive::Memo;
use crate::session::Session;
use crate::texts::Texts;
use tengen_match::Game;

/// How wide the chart is where it is a hundred high.
const WIDTH: f64 = 320.0;

/// Black's chances along the game, as far as they are known. A click leads to the move.
#[component]
pub(super) fn Chart() -> impl IntoView {
    let texts = Texts::of_page();
    let session = Session::of_page();
    let chances = Memo::new(move |_| {
        // The evaluation of the position on the board changes with the lines, those of the game with a review.
        session.analysis.lines.track();
        session.review.track();
        session.game.with(chances)
    });
    let cursor = Memo::new(move |_| session.game.with(|game| game.record().cursor()));
    let drawing = move || {
        let chances = chances.get();
        let known = chances.iter().flatten().count();
        (known > 1).then(|| drawing(session, texts, &chances, cursor.get()))
    };
    view! { <section class="chart">{drawing}</section> }
}

/// Black's chances after each number of moves, from none on.
fn chances(game: &Game) -> Vec<Option<u8>> {
    let record = game.record();
    let first = record.start().side_to_move();
    let of_node = |(index, node)| {
        let score = record.notes(node).evaluation?;
        // The notes of a move have the score for the side that made it.
        let mover: Color = if usize::is_multiple_of(index, 2) { !first } else { first };
        Some(black_percent(score, mover))
    };
    std::iter::once(NodeId::START).chain(record.line_nodes()).enumerate().map(of_node).collect()
}

fn drawing(session: Session, texts: Texts, chances: &[Option<u8>], cursor: usize) -> AnyView {
    let width = chances.len().saturating_sub(1).max(1);
    let x = move |index: usize| index as f64 * WIDTH / width as f64;
    let known = chances.iter().enumerate().filter_map(|(index, chance)| Some((index, (*chance)?)));
    let path: Vec<String> =
        known.clone().map(|(index, chance)| format!("{:.1} {}", x(index), 100 - chance)).collect();
    let dots = known.map(|(index, chance)| {
        let about = [("number", index.into()), ("percent", chance.into())];
        let about = texts.text_with("chart-move", &about);
        view! {
            <circle
                class:current=index == cursor
                cx=format!("{:.1}", x(index))
                cy=100 - chance
                r="4"
                on:click=move |_| session.act(|table| table.go_to(index))
            >
                <title>{about}</title>
            </circle>
        }
    });
    view! {
        <h2>{texts.text("chart")}</h2>
        <svg viewBox="-6 -6 332 112" role="img" aria-label=texts.text("chart")>
            <path class="middle" d="M0 50H320"/>
            <path class="curve" d=format!("M{}", path.join("L"))/>
            {dots.collect_view()}
        </svg>
    }
    .into_any()
}
