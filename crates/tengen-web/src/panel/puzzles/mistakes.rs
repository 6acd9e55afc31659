//! The puzzles of a game's mistakes, below its review.

use leptos::prelude::*;
use tengen_game::Color;
use tengen_puzzles::Puzzle;

use crate::forms::{always, button};
use crate::place::Place;
use crate::puzzles::{Puzzles, Search, own_sides};
use crate::reactive::{Memo, RwSignal};
use crate::session::Session;
use crate::texts::Texts;

/// The state of the search for puzzles in the mistakes of the game on the board, and the button that leads to them. Where the mistakes may
/// be those of other people, a button begins the search.
#[component]
pub(in crate::panel) fn Mistakes() -> impl IntoView {
    let texts = Texts::of_page();
    let session = Session::of_page();
    let puzzles = Puzzles::of_page();
    let place = expect_context::<RwSignal<Place>>();
    let can_search = Memo::new(move |_| {
        let is_complete = session.table.review.with(|review| {
            let whole = review.as_ref().and_then(|review| review.whole());
            whole.is_some_and(|whole| whole.is_complete)
        });
        is_complete && session.table.game.with(|game| Puzzle::RULES.contains(&game.record().rule()))
    });
    let state = move || match puzzles.mistakes.search.get() {
        None => String::new(),
        Some(Search::Running) => texts.text("mistakes-running"),
        Some(Search::Done(count)) => texts.text_with("mistakes-done", &[("count", count.into())]),
        Some(Search::Failed) => texts.text("mistakes-failed"),
    };
    let practise = move || {
        if puzzles.begin_of_game() {
            place.set(Place::Puzzle);
        }
    };
    let buttons = move || match puzzles.mistakes.search.get() {
        Some(Search::Running) => ().into_any(),
        Some(Search::Done(count)) if count > 0 => {
            button("mistakes-practise", "mistakes-practise", "primary", always(), practise)
        }
        Some(Search::Done(_)) => ().into_any(),
        Some(Search::Failed) | None => button("mistakes-make", "mistakes-make", "", always(), move || {
            let own = session.table.game.with_untracked(own_sides);
            puzzles.search_review(if own.is_empty() { &Color::BOTH } else { &own });
        }),
    };
    move || {
        can_search.get().then(|| {
            view! {
                <p class="quiet" role="status" id="mistakes-state">{state}</p>
                <div class="row">{buttons}</div>
            }
        })
    }
}
