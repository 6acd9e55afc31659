use leptos::prelude::*;
use tengen_analysis::Means;
use tengen_game::{Color, Move};
use tengen_match::{Analysis, Purpose, Solution, SolveResult, Walk};

use crate::forms::{always, button};
use crate::panel::phrases::{count, seconds};
use crate::reactive::Signal;
use crate::session::Session;
use crate::texts::Texts;

/// The buttons that search for forced wins, and the steps through a proof.
#[component]
pub(super) fn Solver() -> impl IntoView {
    let texts = Texts::of_page();
    let session = Session::of_page();
    let can_ask =
        Signal::derive(move || session.is_free() && session.table.game.with(|game| !game.record().is_over()));
    let ask = move |id, attacker, means| {
        let key = question_key(attacker, means, texts.has_expert_terms());
        let term = if means == Means::Vcf { "term-vcf" } else { "term-vct" };
        let ask = button(id, key, "", can_ask, move || {
            session.give(|analysis, context| Analysis::solve(analysis, attacker, means, context));
        });
        view! { <span title=move || texts.text(term)>{ask}</span> }
    };
    let message = move || match (session.purpose(), session.table.analysis.solution.get()) {
        (Some(Purpose::Solve), _) => texts.text("solving"),
        (_, Some(solution)) => solution_text(texts, &solution),
        (_, None) => String::new(),
    };
    view! {
        <section class="solver">
            <h2>{move || texts.text("forced-wins")}</h2>
            <div class="row">
                {ask("vcf-black", Color::Black, Means::Vcf)}
                {ask("vcf-white", Color::White, Means::Vcf)}
                {ask("vct-black", Color::Black, Means::Vct)}
                {ask("vct-white", Color::White, Means::Vct)}
            </div>
            <p role="status" id="solution">{message}</p>
            {move || {
                // The proof that refutes a move is shown with the question about that move.
                let walk = session.table.walk.get().filter(|walk| walk.refuted().is_none());
                walk.map(|walk| steps(session, texts, &walk))
            }}
        </section>
    }
}

/// The key of the question whether a side has a forced win.
fn question_key(attacker: Color, means: Means, expert_terms: bool) -> &'static str {
    match (attacker, means, expert_terms) {
        (Color::Black, Means::Vcf, false) => "solve-vcf-black",
        (Color::White, Means::Vcf, false) => "solve-vcf-white",
        (Color::Black, Means::Vct, false) => "solve-vct-black",
        (Color::White, Means::Vct, false) => "solve-vct-white",
        (Color::Black, Means::Vcf, true) => "term-vcf-black",
        (Color::White, Means::Vcf, true) => "term-vcf-white",
        (Color::Black, Means::Vct, true) => "term-vct-black",
        (Color::White, Means::Vct, true) => "term-vct-white",
    }
}

fn solution_text(texts: Texts, solution: &Solution) -> String {
    let key = match (solution.result, solution.attacker) {
        (SolveResult::Proved, Color::Black) => "solved-black",
        (SolveResult::Proved, Color::White) => "solved-white",
        (SolveResult::Refuted, Color::Black) => "refuted-black",
        (SolveResult::Refuted, Color::White) => "refuted-white",
        (SolveResult::Unknown(_), _) => "not-solved",
    };
    let means = texts.means(solution.means);
    let nodes = count(texts, "nodes", solution.nodes);
    let arguments =
        [("means", means.into()), ("nodes", nodes.into()), ("time", seconds(texts, solution.time).into())];
    texts.text_with(key, &arguments)
}

/// The buttons for the steps through a proof. A click on the board selects another defence.
pub(super) fn steps(session: Session, texts: Texts, walk: &Walk) -> AnyView {
    let end = button("walk-end", "walk-end", "", always(), move || session.give(Walk::leave));
    steps_with(session, texts, walk, end)
}

/// As [`steps`], with this in place of the button that leaves the proof.
pub(in crate::panel) fn steps_with(session: Session, texts: Texts, walk: &Walk, end: AnyView) -> AnyView {
    let (is_won, is_first) = (walk.is_won(), walk.depth() == 0);
    let size = session.table.game.with_untracked(|game| game.record().size());
    let attack = walk.stones().last().map(|&(point, _)| point.on(size).to_string()).unwrap_or_default();
    let defence = walk.best_defence().map_or(Move::Pass, Move::Place);
    let arguments = [("attack", attack.into()), ("moves", walk.moves_left().into())];
    let about = texts.text_with(if is_won { "walk-won" } else { "walk-attack" }, &arguments);
    let on = Signal::derive(move || !is_won);
    let back = Signal::derive(move || !is_first);
    view! {
        <p id="walk">{about}</p>
        <div class="row walk">
            {button("walk-back", "walk-back", "", back, move || session.give(Walk::take_back))}
            {button("walk-on", "walk-on", "primary", on, move || session.give(|mode, _| Walk::answer(mode, defence)))}
            {end}
        </div>
    }
    .into_any()
}
