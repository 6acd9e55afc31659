use leptos::prelude::*;
use tengen_analysis::ReviewedMove;
use tengen_game::{BoardSize, Color, Move};
use tengen_match::{Finding, Reviews};
use tengen_text::class_key;

use crate::forms::{always, button};
use crate::panel::phrases::class_mark;
use crate::panel::play::color_key;
use crate::panel::show_after_render;
use crate::reactive::Memo;
use crate::session::Session;
use crate::texts::Texts;

/// The turning points of the game, as sentences. A click shows the position on the board, with the better move or the continuation.
#[component]
pub(super) fn Findings() -> impl IntoView {
    let session = Session::of_page();
    let findings = Memo::new(move |_| {
        session.table.review.with(|review| {
            let done = review.as_ref().filter(|review| review.whole().is_some());
            done.map(|review| (review.id(), review.findings())).unwrap_or_default()
        })
    });
    view! {
        <ol class="findings">
            <For
                each=move || {
                    let (id, findings) = findings.get();
                    findings.into_iter().map(move |finding| (id, finding)).collect::<Vec<_>>()
                }
                key=|finding| *finding
                children=move |(_, finding)| view! { <li>{row(session, finding)}</li> }
            />
        </ol>
    }
}

fn row(session: Session, finding: Finding) -> AnyView {
    let texts = Texts::of_page();
    // A finding never changes; its row is removed with its review.
    let reviewed =
        session.table.review.with_untracked(|review| review.as_ref()?.reviewed(finding.number()).cloned());
    let Some(reviewed) = reviewed else { return ().into_any() };
    let size = session.table.game.with_untracked(|game| game.record().size());
    let is_shown = Memo::new(move |_| session.table.finding.get() == Some(finding));
    let mark = class_mark(reviewed.class);
    let line = shown_line(finding, &reviewed, size);
    let text = move || sentence(texts, session, finding, &reviewed, size);
    let more = move || {
        is_shown.get().then(|| {
            session.table.game.track();
            let can_try_again = session.read(|table| table.game.can_try_again(finding.number()));
            let again = can_try_again.then(|| {
                button("try-again", "try-again", "", always(), move || {
                    session.give(|reviews, context| Reviews::try_again(reviews, finding.number(), context));
                })
            });
            let about = texts.text_with("review-line", &[("line", line.clone().into())]);
            view! {
                <p class="quiet">{about}</p>
                <div class="row">{again}</div>
            }
        })
    };
    view! {
        <button
            type="button"
            class="finding"
            class:current=move || is_shown.get()
            aria-pressed=move || is_shown.get().to_string()
            on:click=move |_| {
                session.give(|reviews, context| Reviews::show_finding(reviews, finding, context));
                if is_narrow() {
                    show_after_render(".finding.current");
                }
            }
        >
            {mark}
            <span>{text}</span>
        </button>
        {more}
    }
    .into_any()
}

/// Whether the board is above the panel, where it stays in view while a finding is shown (as in the style sheets).
fn is_narrow() -> bool {
    window().inner_width().ok().and_then(|width| width.as_f64()).is_some_and(|width| width < 900.0)
}

/// The names of the moves that a click shows.
fn shown_line(finding: Finding, reviewed: &ReviewedMove, size: BoardSize) -> String {
    let names = finding.line(reviewed).into_iter().map(|point| point.on(size).to_string());
    names.collect::<Vec<_>>().join(" ")
}

fn sentence(
    texts: Texts,
    session: Session,
    finding: Finding,
    reviewed: &ReviewedMove,
    size: BoardSize,
) -> String {
    let number = reviewed.number;
    let (mover, is_you) = session.table.game.with(|game| {
        let mover = game.mover_after(number.saturating_sub(1));
        (mover, game.sole_player() == Some(mover))
    });
    let played = reviewed.line.first().map(|point| point.on(size).to_string()).unwrap_or_default();
    let winning = reviewed.missed_win.iter().flatten().next().copied().and_then(Move::point);
    let winning = winning.map(|point| point.on(size).to_string()).unwrap_or_default();
    let (key, point) = match (finding, mover) {
        (Finding::MissedWin(_), _) if is_you => ("missed-win-you", winning),
        (Finding::MissedWin(_), Color::Black) => ("missed-win-black", winning),
        (Finding::MissedWin(_), Color::White) => ("missed-win-white", winning),
        (Finding::MissedBlock(_), _) if is_you => ("missed-block-you", played),
        (Finding::MissedBlock(_), Color::Black) => ("missed-block-black", played),
        (Finding::MissedBlock(_), Color::White) => ("missed-block-white", played),
        (Finding::TurningPoint(_), _) => ("turning-point", played),
    };
    let arguments = [
        ("number", number.into()),
        ("point", point.into()),
        ("color", texts.text(color_key(mover)).into()),
        ("class", texts.text(class_key(reviewed.class)).into()),
        ("percent", (reviewed.loss.div_ceil(10)).into()),
    ];
    texts.text_with(key, &arguments)
}
