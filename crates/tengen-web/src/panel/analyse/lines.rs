use leptos::prelude::*;
use tengen_game::{Color, Point};
use tengen_protocol::worker::PointMessage;

use super::super::scores::Worth;
use crate::session::{Line, Session};
use crate::texts::Texts;

/// The most moves of a line that are shown.
const SHOWN: usize = 12;

/// The best moves, each with what should follow. Whoever points at a move sees the line up to it on the board.
#[component]
pub(super) fn Lines() -> impl IntoView {
    let texts = Texts::of_page();
    let session = Session::of_page();
    let analysis = session.analysis;
    let count = move |number: u32| {
        view! {
            <option value=number.to_string() selected=move || analysis.count.get() == number>
                {number}
            </option>
        }
    };
    view! {
        <section class="lines">
            <div class="head-line">
                <h2>{move || texts.text("best-moves")}</h2>
                <select
                    id="line-count"
                    aria-label=move || texts.text("line-count")
                    on:change=move |event| {
                        if let Ok(number) = event_target_value(&event).parse() {
                            session.set_line_count(number);
                        }
                    }
                >
                    {(1..=6).map(count).collect_view()}
                </select>
            </div>
            <ol on:pointerleave=move |_| analysis.preview.set(Vec::new())>
                {move || {
                    let side = session.game.with(|game| game.side_to_move());
                    analysis.lines.with(|lines| {
                        lines.iter().map(|line| row(session, texts, side, line)).collect_view()
                    })
                }}
            </ol>
            <Show when=move || analysis.lines.with(Vec::is_empty)>
                <p class="quiet">
                    {move || texts.text(if analysis.is_on.get() { "looking" } else { "analysis-off" })}
                </p>
            </Show>
        </section>
    }
}

fn row(session: Session, texts: Texts, side: Color, line: &Line) -> AnyView {
    let worth = Worth::new(line.score, side);
    let moves = (0..line.pv.len().min(SHOWN)).map(|index| step(session, &line.pv, index, side));
    view! {
        <li>
            <span class="worth" title=worth.in_words(texts)>{worth.in_short(texts)}</span>
            <span class="line">{moves.collect_view()}</span>
        </li>
    }
    .into_any()
}

/// One move of a line. Pointing at it, or reaching it with the keyboard, shows the line so far.
fn step(session: Session, pv: &[PointMessage], index: usize, side: Color) -> AnyView {
    let size = session.game.with_untracked(|game| game.record().size());
    let (x, y) = pv[index];
    let until: Vec<PointMessage> = pv[..=index].to_vec();
    let color = if index.is_multiple_of(2) { side } else { !side };
    let look = move || session.analysis.preview.set(until.clone());
    let (on_point, on_focus, on_tap) = (look.clone(), look.clone(), look);
    view! {
        <button
            type="button"
            class=format!("step {color}")
            on:pointerenter=move |_| on_point()
            on:focus=move |_| on_focus()
            on:blur=move |_| session.analysis.preview.set(Vec::new())
            on:click=move |_| on_tap()
        >
            {Point::new(x, y).on(size).to_string()}
        </button>
    }
    .into_any()
}
