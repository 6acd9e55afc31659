//! Three sentences after a game: what decided it, what was missed, and what to practise, with the exercise from this very game.

use leptos::prelude::*;
use tengen_match::{Coaching, Debrief, Game, Practice};

use crate::course::Lessons;
use crate::forms::{always, button};
use crate::panel::focus_after_render;
use crate::place::Place;
use crate::puzzles::{Puzzles, Search};
use crate::reactive::{Memo, RwSignal};
use crate::session::Session;
use crate::texts::Texts;

/// The sentences, once the coach has gone through the game.
pub(in crate::panel) fn debrief(session: Session, place: RwSignal<Place>) -> AnyView {
    let texts = Texts::of_page();
    let puzzles = Puzzles::of_page();
    let coaching = session.coaching();
    let found = Memo::new(move |_| {
        session.table.review.with(|review| {
            session.table.game.with(|game| review.as_ref().and_then(|review| Debrief::of(game, review)))
        })
    });
    let is_running = Memo::new(move |_| {
        let is_played = session.table.game.with(|game| game.sole_player().is_some());
        is_played
            && session
                .table
                .review
                .with(|review| review.as_ref().is_some_and(|review| review.whole().is_none()))
    });
    let sentences = move || {
        let debrief = found.get()?;
        let of_game = session.table.game.with_untracked(|game| sentences(texts, game, &debrief));
        Some(of_game.into_iter().map(|sentence| view! { <li>{sentence}</li> }).collect_view())
    };
    let has_puzzles =
        Memo::new(move |_| matches!(puzzles.mistakes.search.get(), Some(Search::Done(count)) if count > 0));
    let is_searching = Memo::new(move |_| puzzles.mistakes.search.get() == Some(Search::Running));
    let exercise = move || {
        // The button has one meaning, from the moment at which it is there.
        if is_searching.get() {
            return None;
        }
        if has_puzzles.get() {
            let practise = move || {
                if puzzles.begin_of_game() {
                    place.set(Place::Puzzle);
                }
            };
            return Some(button("debrief-practise", "debrief-practise", "primary", always(), practise));
        }
        let number = found.with(|found| found.as_ref().and_then(|debrief| debrief.try_again))?;
        let again = move |_| {
            session.act(|table| {
                let game = table.game.from_before(number);
                table.new_game(game);
            });
            focus_after_render(".cell[tabindex='0']");
        };
        Some(
            view! {
                <button type="button" id="debrief-again" class="primary" on:click=again>
                    {move || texts.text_with("debrief-again", &[("number", number.into())])}
                </button>
            }
            .into_any(),
        )
    };
    let lessons = Lessons::of_page();
    let lesson = move || {
        let practice = found.with(|found| found.as_ref().and_then(|debrief| debrief.practice))?;
        let open = move || {
            lessons.open(Some(practice.lesson()));
            place.set(Place::Lesson);
        };
        Some(button("debrief-lesson", "debrief-lesson", "", always(), open))
    };
    let content = move || {
        if coaching.get() == Coaching::Off {
            return ().into_any();
        }
        match (found.with(Option::is_some), is_running.get()) {
            (true, _) => view! {
                <section class="debrief" aria-label=move || texts.text("coach")>
                    <h2 class="label">{move || texts.text("coach")}</h2>
                    <ul>{sentences}</ul>
                    <div class="row">{exercise}{lesson}</div>
                </section>
            }
            .into_any(),
            (false, true) => view! {
                <section class="debrief" aria-label=move || texts.text("coach")>
                    <p class="quiet" role="status">{move || texts.text("debrief-running")}</p>
                </section>
            }
            .into_any(),
            (false, false) => ().into_any(),
        }
    };
    content.into_any()
}

/// What decided the game, what was missed, and what to practise.
fn sentences(texts: Texts, game: &Game, debrief: &Debrief) -> [String; 3] {
    let size = game.record().size();
    let person = game.sole_player();
    let decided = match debrief.decided {
        None => texts.text("debrief-no-turn"),
        Some(decided) => {
            let is_own = person == Some(decided.mover);
            let key = match (is_own, decided.best) {
                (true, Some(_)) if decided.would_have_won => "debrief-decided-you-won",
                (true, Some(_)) => "debrief-decided-you",
                (true, None) => "debrief-decided-you-only",
                (false, _) => "debrief-decided-other",
            };
            let best = decided.best.map(|best| best.on(size).to_string()).unwrap_or_default();
            let arguments = [
                ("number", decided.number.into()),
                ("point", decided.played.on(size).to_string().into()),
                ("best", best.into()),
            ];
            texts.text_with(key, &arguments)
        }
    };
    let missed = match debrief.missed[..] {
        [] => texts.text("debrief-missed-none"),
        [.., last] => texts.text_with(
            "debrief-missed",
            &[
                ("count", debrief.missed.len().into()),
                ("number", last.number.into()),
                ("point", last.win.on(size).to_string().into()),
                ("moves", last.moves.into()),
            ],
        ),
    };
    let is_won = person.is_some_and(|person| game.result().and_then(|result| result.winner) == Some(person));
    let otherwise = if is_won { "practise-more" } else { "practise-none" };
    let practice = texts.text(debrief.practice.map_or(otherwise, practice_key));
    [decided, missed, practice]
}

/// The key of the sentence about a subject to practise.
fn practice_key(practice: Practice) -> &'static str {
    match practice {
        Practice::Five => "practise-five",
        Practice::StopFour => "practise-stop-four",
        Practice::StopThree => "practise-stop-three",
        Practice::OpenFour => "practise-open-four",
        Practice::TwoThreats => "practise-two-threats",
        Practice::Fours => "practise-fours",
        Practice::Defence => "practise-defence",
    }
}
