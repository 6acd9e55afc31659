use leptos::prelude::*;
use tengen_analysis::{Candidate, MinimaxCandidate, ScoreText, Shape, ThreatKind};
use tengen_game::{BoardSize, Point};
use tengen_match::{Account, Analysis};

use crate::panel::phrases::count;
use crate::reactive::Memo;
use crate::session::Session;
use crate::texts::Texts;

/// The moves that the engine would try first, with their scores by the search, and the candidates of minimax.
pub(super) fn candidates() -> AnyView {
    let texts = Texts::of_page();
    let session = Session::of_page();
    session.follow_candidates();
    on_cleanup(move || session.give(|analysis, _| Analysis::show_line(analysis, Vec::new())));
    let candidates = session.table.log.candidates;
    let points = Memo::new(move |_| candidates.with(|all| all.iter().map(|it| it.point).collect::<Vec<_>>()));
    let is_empty = Memo::new(move |_| points.with(Vec::is_empty));
    let heading = move |key: &'static str| view! { <th scope="col">{move || texts.text(key)}</th> };
    let row = move |point: Point| candidate(session, texts, point);
    let account = Memo::new(move |_| session.account());
    view! {
        <p class="quiet">
            {move || texts.text(if is_empty.get() { "no-candidates" } else { "about-candidates" })}
        </p>
        <table class="figures-table" id="first-sight" hidden=move || is_empty.get() on:pointerleave=move |_| look(session, None)>
            <thead>
                <tr>{CANDIDATE_HEADINGS.map(heading).collect_view()}</tr>
            </thead>
            <tbody>
                <For each=move || points.get() key=|point| *point children=row/>
            </tbody>
        </table>
        {move || account.get().map(|account| of_minimax(session, texts, account))}
    }
    .into_any()
}

const CANDIDATE_HEADINGS: [&str; 5] =
    ["candidate-rank", "candidate-move", "candidate-priority", "candidate-shape", "candidate-search"];

/// Shows a move on the board, or hides it.
fn look(session: Session, point: Option<Point>) {
    session.give(|analysis, _| Analysis::show_line(analysis, point.into_iter().collect()));
}

/// The table cell with a move. The pointer and the keyboard show the move on the board.
fn named(session: Session, point: Point, size: BoardSize) -> AnyView {
    let name = point.on(size).to_string();
    view! {
        <th scope="row">
            <button
                type="button"
                class="step"
                on:focus=move |_| look(session, Some(point))
                on:blur=move |_| look(session, None)
                on:click=move |_| look(session, Some(point))
            >
                {name}
            </button>
        </th>
    }
    .into_any()
}

fn candidate(session: Session, texts: Texts, point: Point) -> AnyView {
    let found = Memo::new(move |_| {
        session.table.log.candidates.with(|all| {
            let place = all.iter().position(|it| it.point == point)?;
            Some((place + 1, *all.get(place)?))
        })
    });
    let (size, length) = session
        .table
        .game
        .with_untracked(|game| (game.record().size(), game.record().position().rule().win_length().stones()));
    let shapes = move || found.get().map(|(_, it)| shapes(texts, &it, length));
    // The search's own score, where the move is one of its best moves.
    let searched = move || {
        let score =
            session.table.analysis.lines.with(|lines| {
                lines.iter().find(|line| line.pv.first() == Some(&point)).map(|line| line.score)
            });
        let side = session.table.game.with(|game| game.side_to_move());
        score.map_or_else(
            || "–".to_owned(),
            |score| texts.score(ScoreText::short(score, side, session.viewer())),
        )
    };
    view! {
        <tr on:pointerenter=move |_| look(session, Some(point))>
            <td>{move || found.get().map(|(rank, _)| rank)}</td>
            {named(session, point, size)}
            <td>{move || found.get().map(|(_, it)| it.order)}</td>
            <td>{shapes}</td>
            <td>{searched}</td>
        </tr>
    }
    .into_any()
}

/// The shapes that a move makes, and those of the opponent that it blocks.
fn shapes(texts: Texts, it: &Candidate, length: u8) -> String {
    let made = it.makes.map(|kind| shape(texts, kind, length));
    let taken = it
        .takes
        .map(|kind| texts.text_with("candidate-against", &[("shape", shape(texts, kind, length).into())]));
    made.into_iter().chain(taken).collect::<Vec<_>>().join(" · ")
}

fn shape(texts: Texts, kind: ThreatKind, length: u8) -> String {
    let key = match kind {
        ThreatKind::Five => "shape-win",
        ThreatKind::Shape(Shape::OpenFour) => "shape-open-four",
        ThreatKind::Shape(Shape::DoubleFour) => "shape-double-four",
        ThreatKind::Shape(Shape::FourThree) => "shape-four-three",
        ThreatKind::Shape(Shape::Four) => "shape-four",
        ThreatKind::Shape(Shape::DoubleThree) => "shape-double-three",
        // A three that is not open is no threat.
        ThreatKind::Shape(Shape::OpenThree | Shape::Three) => "shape-open-three",
    };
    let [one_short, two_short] = [1, 2].map(|short| length.saturating_sub(short));
    let arguments =
        [("length", length.into()), ("one-short", one_short.into()), ("two-short", two_short.into())];
    texts.text_with(key, &arguments)
}

/// Minimax's statistics for its last move: the hit rate of its table, and its candidates.
fn of_minimax(session: Session, texts: Texts, account: Account) -> AnyView {
    let size = session.table.game.with_untracked(|game| game.record().size());
    let Account { moves, found, statistics, .. } = account;
    let asked = statistics.look_ups;
    let known = (statistics.hits * 100).checked_div(asked).unwrap_or_default();
    let about = [
        ("number", (moves + 1).into()),
        ("point", found.on(size).to_string().into()),
        ("nodes", count(texts, "nodes", statistics.nodes).into()),
        ("percent", known.into()),
    ];
    let heading = texts.text_with("minimax-candidates", &about);
    let about = texts.text_with(if asked > 0 { "minimax-about" } else { "minimax-at-once" }, &about);
    let row = |(rank, candidate): (usize, MinimaxCandidate)| {
        let point = candidate.point;
        view! {
            <tr on:pointerenter=move |_| look(session, Some(point))>
                <td>{rank + 1}</td>
                {named(session, point, size)}
                <td>{candidate.score}</td>
            </tr>
        }
    };
    let rows = statistics.candidates.into_iter().enumerate().map(row).collect_view();
    let headings = ["candidate-rank", "candidate-move", "candidate-score"];
    let headings = headings.map(|key| view! { <th scope="col">{texts.text(key)}</th> }).collect_view();
    view! {
        <h2>{heading}</h2>
        <p class="quiet">{about}</p>
        <table class="figures-table" id="minimax-candidates" on:pointerleave=move |_| look(session, None)>
            <thead>
                <tr>{headings}</tr>
            </thead>
            <tbody>{rows}</tbody>
        </table>
    }
    .into_any()
}
