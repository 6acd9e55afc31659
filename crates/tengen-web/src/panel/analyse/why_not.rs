//! The question why a move is not played: the user selects a point, and the panel shows the line that answers a stone there.

use leptos::prelude::*;
use tengen_analysis::{ScoreText, Viewer};
use tengen_game::{Point, Score};
use tengen_match::{Against, Analysis, Mode, Objection, WhyNot};

use super::solver::steps;
use crate::forms::{always, button};
use crate::panel::{explained, focus_after_render};
use crate::place::Place;
use crate::reactive::{Memo, RwSignal, Signal};
use crate::session::Session;
use crate::texts::Texts;

/// Begins a question from another place of the panel. The steps of its answer are shown here.
pub(in crate::panel) fn ask(session: Session, place: RwSignal<Place>) {
    place.set(Place::Analyse);
    turn(session, true);
}

/// Starts or ends the choice of the point. When it starts, the focus moves to the board.
fn turn(session: Session, is_on: bool) {
    session.set_asking_why_not(is_on);
    if is_on {
        focus_after_render(".cell[tabindex='0']");
    }
}

/// Whether a question is possible now.
pub(in crate::panel) fn can_ask(session: Session) -> Signal<bool> {
    Signal::derive(move || {
        session.table.task.track();
        session.table.game.track();
        session.table.mode.track();
        session.table.remote.track();
        session.table.recovery.is_off.track();
        session.read(|table| WhyNot::can_ask(&table.game, &table.situation()))
    })
}

/// The answer in a sentence; empty while there is none.
pub(in crate::panel) fn answer(texts: Texts, session: Session) -> String {
    session.table.objection.get().map(|answer| answered(texts, session, &answer)).unwrap_or_default()
}

/// The sentence below the headline.
pub(in crate::panel) fn detail(texts: Texts, session: Session) -> Option<String> {
    if session.table.mode.with(Mode::is_asking) {
        return Some(texts.text("why-not-how"));
    }
    let answer = session.table.objection.get()?;
    let line = explained::line(&answer.line, session.board_size());
    let expected = (answer.line.len() > 1).then(|| texts.text_with("expected", &[("line", line.into())]));
    let sentences: Vec<String> = best_move(texts, session, &answer).into_iter().chain(expected).collect();
    Some(sentences.join(&texts.text("between-sentences")))
}

/// A sentence about the best move, where the headline does not have it.
fn best_move(texts: Texts, session: Session, answer: &Objection) -> Option<String> {
    let (best, value) = match answer.against {
        Against::Worse { score: Score::Value(_), best_score: Score::Value(_), .. } => return None,
        Against::Worse { best, best_score, .. } => (best, best_score),
        Against::Ends(_) | Against::Refuted { .. } | Against::Nothing { .. } => return None,
    };
    let arguments = [
        ("best", best.on(session.board_size()).to_string().into()),
        ("value", texts.score(ScoreText::long(value, answer.side, session.viewer())).into()),
    ];
    Some(texts.text_with("why-not-best", &arguments))
}

fn answered(texts: Texts, session: Session, answer: &Objection) -> String {
    let name = |point: Point| point.on(session.board_size()).to_string();
    let (point, side) = (name(answer.point), answer.side);
    let score = |score: Score| texts.score(ScoreText::long(score, side, session.viewer()));
    match answer.against {
        Against::Ends(winner) => {
            let key = if winner.is_some() { "why-not-won" } else { "why-not-drawn" };
            texts.text_with(key, &[("point", point.into())])
        }
        Against::Refuted { means, moves } => {
            let means = texts.means(means);
            let arguments = [
                ("point", point.into()),
                ("side", (!side).name().into()),
                ("means", means.into()),
                ("moves", moves.into()),
            ];
            texts.text_with("why-not-refuted", &arguments)
        }
        Against::Worse { score: Score::Value(value), best, best_score: Score::Value(best_value) } => {
            let percent = |value| Viewer::Player(side).percent(Score::Value(value), side).into();
            let arguments = [
                ("point", point.into()),
                ("side", side.name().into()),
                ("percent", percent(value)),
                ("best", name(best).into()),
                ("best-percent", percent(best_value)),
            ];
            texts.text_with("why-not-worse", &arguments)
        }
        // A forced end is a better explanation than a number. The sentence below has the best move.
        Against::Worse { score: value, .. } => {
            texts.text_with("why-not-worse-end", &[("point", point.into()), ("value", score(value).into())])
        }
        Against::Nothing { score: value } => {
            texts.text_with("why-not-nothing", &[("point", point.into()), ("value", score(value).into())])
        }
    }
}

/// The button that begins the question, and the steps of the answer. The answer's text is in the status line.
#[component]
pub(super) fn WhyNotPanel() -> impl IntoView {
    let texts = Texts::of_page();
    let session = Session::of_page();
    let can_ask = can_ask(session);
    let is_over = Memo::new(move |_| session.table.game.with(|game| game.record().position().is_over()));
    let is_on = move || session.table.mode.with(Mode::is_asking);
    let refutation = move || {
        let walk = session.table.walk.get().filter(|walk| walk.refuted().is_some());
        walk.map(|walk| steps(session, texts, &walk))
    };
    let answer_line = move || {
        let answer = session.table.objection.get()?;
        let is_proof = matches!(answer.against, Against::Refuted { .. });
        (!is_proof).then(|| line(session, texts, &answer))
    };
    view! {
        <section class="why-not" hidden=move || is_over.get() aria-label=move || texts.text("why-not")>
            <div class="row">
                <button
                    type="button"
                    id="why-not"
                    aria-pressed=move || is_on().to_string()
                    aria-disabled=move || (!can_ask.get() && !is_on()).then_some("true")
                    on:click=move |_| turn(session, !session.table.mode.with_untracked(Mode::is_asking))
                >
                    {move || texts.text("why-not")}
                </button>
            </div>
            {refutation}
            {answer_line}
        </section>
    }
    .into_any()
}

/// The moves of an answer, which are shown on the board. Pointing at one, or reaching it with the keyboard, shows the line up to it.
fn line(session: Session, texts: Texts, answer: &Objection) -> AnyView {
    let moves = StoredValue::new(answer.line.clone());
    let size = session.table.game.with_untracked(|game| game.record().size());
    let show = move |count: usize| {
        let shown = moves.with_value(|moves| moves.iter().take(count).copied().collect());
        session.give(|analysis, _| Analysis::show_line(analysis, shown));
    };
    let side = answer.side;
    let step = move |(index, point): (usize, Point)| {
        let color = if index.is_multiple_of(2) { side } else { !side };
        view! {
            <button
                type="button"
                class=format!("step {color}")
                on:pointerenter=move |_| show(index + 1)
                on:focus=move |_| show(index + 1)
                on:click=move |_| show(index + 1)
            >
                {point.on(size).to_string()}
            </button>
        }
        .into_any()
    };
    let leave = move || {
        session.leave_why_not();
    };
    view! {
        <div
            class="answer-line"
            role="group"
            aria-label=move || texts.text("why-not-line")
            on:pointerleave=move |_| show(usize::MAX)
        >
            {answer.line.iter().copied().enumerate().map(step).collect_view()}
        </div>
        <div class="row">{button("why-not-end", "walk-end", "", always(), leave)}</div>
    }
    .into_any()
}
