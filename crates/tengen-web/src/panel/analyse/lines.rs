use leptos::prelude::*;
use tengen_analysis::{ScoreText, Viewer};
use tengen_game::{Color, Point, Score};

use crate::preferences::Preferences;
use crate::reactive::Memo;
use crate::session::Session;
use crate::texts::Texts;
use tengen_match::{Analysis, Line};

/// The largest number of moves of a line that are shown.
const SHOWN: usize = 12;

/// The best moves, each with its variation. Pointing at a move shows the variation up to it on the board.
#[component]
pub(super) fn Lines() -> impl IntoView {
    let texts = Texts::of_page();
    let session = Session::of_page();
    let preferences = Preferences::of_page();
    let analysis = session.table.analysis;
    // In a finished game, there is nothing to search.
    let is_over = Memo::new(move |_| session.table.game.with(|game| game.record().position().is_over()));
    let count = move |number: u32| {
        view! {
            <option value=number.to_string() selected=move || analysis.count.get() == number>
                {number}
            </option>
        }
    };
    view! {
        <section class="lines" hidden=move || is_over.get()>
            <div class="head-line">
                <h2>{move || texts.text("best-moves")}</h2>
                <select
                    id="line-count"
                    aria-label=move || texts.text("line-count")
                    on:change=move |event| {
                        if let Ok(number) = event_target_value(&event).parse() {
                            preferences.update(|preferences| preferences.lines = number);
                        }
                    }
                >
                    {(1..=6).map(count).collect_view()}
                </select>
            </div>
            <ol>
                <For each=move || 0..analysis.lines.with(Vec::len) key=|index| *index let:index>
                    <Row index/>
                </For>
            </ol>
            <Show when=move || analysis.lines.with(Vec::is_empty)>
                <p class="quiet" class:looking=move || analysis.is_on.get()>
                    {move || texts.text(if analysis.is_on.get() { "looking" } else { "analysis-off" })}
                </p>
            </Show>
        </section>
    }
}

/// One line. Its moves stay the same elements while they are the same moves, so that the pointer and the keyboard's focus stay on them
/// while the engine continues.
#[component]
fn Row(index: usize) -> impl IntoView {
    let texts = Texts::of_page();
    let session = Session::of_page();
    let line = Memo::new(move |_| session.table.analysis.lines.with(|lines| lines.get(index).cloned()));
    let side = Memo::new(move |_| session.table.game.with(|game| game.side_to_move()));
    let score = move |text: fn(Score, Color, Viewer) -> ScoreText| {
        line.get().map(|line: Line| texts.score(text(line.score, side.get(), session.viewer())))
    };
    view! {
        <li>
            <span class="score" title=move || score(ScoreText::long)>
                {move || score(ScoreText::short)}
            </span>
            {steps(session, line, side)}
        </li>
    }
}

/// The moves of a line; `side` has the first of them.
pub(super) fn steps(session: Session, line: Memo<Option<Line>>, side: Memo<Color>) -> AnyView {
    let shown = move || {
        let shown = |line: Line| line.pv.into_iter().take(SHOWN).enumerate().collect::<Vec<_>>();
        line.get().map(shown).unwrap_or_default()
    };
    view! {
        <span class="line" on:pointerleave=move |_| session.give(|analysis, _| Analysis::show_line(analysis, Vec::new()))>
            <For
                each=shown
                key=|step| *step
                children=move |(number, point)| step(session, line, number, point, side)
            />
        </span>
    }
    .into_any()
}

/// One move of a line. Pointing at it, or reaching it with the keyboard, shows the line so far.
fn step(
    session: Session,
    line: Memo<Option<Line>>,
    number: usize,
    point: Point,
    side: Memo<Color>,
) -> AnyView {
    let size = session.table.game.with_untracked(|game| game.record().size());
    let color = move || if number.is_multiple_of(2) { side.get() } else { !side.get() };
    let was_looked_at = StoredValue::new(false);
    let look = move || {
        was_looked_at.set_value(true);
        let until = |line: Line| line.pv.into_iter().take(number + 1).collect();
        let line = line.get_untracked().map(until).unwrap_or_default();
        session.give(|analysis, _| Analysis::show_line(analysis, line));
    };
    // When the line changes under the pointer or the focus, the browser need not report that either has left the move.
    on_cleanup(move || {
        if was_looked_at.get_value() {
            session.give(|analysis, _| Analysis::end_preview(analysis, number + 1, point));
        }
    });
    view! {
        <button
            type="button"
            class=move || format!("step {}", color())
            on:pointerenter=move |_| look()
            on:focus=move |_| look()
            on:blur=move |_| session.give(|analysis, _| Analysis::show_line(analysis, Vec::new()))
            on:click=move |_| look()
        >
            {point.on(size).to_string()}
        </button>
    }
    .into_any()
}
