use leptos::prelude::*;
use tengen_analysis::Level;
use tengen_game::{BoardSize, Rule};

use super::{Place, focus_after_render};
use crate::forms::{always, button};
use crate::reactive::{Memo, RwSignal};
use crate::session::Session;
use crate::texts::Texts;
use tengen_match::{Game, Lesson as Steps, Match, Seat};

/// The lesson for somebody who never played. What is to be done stands in the status line, the position on the board.
#[component]
pub(super) fn Lesson(place: RwSignal<Place>) -> impl IntoView {
    let texts = Texts::of_page();
    let session = Session::of_page();
    session.act(Match::begin_lesson);
    // Whoever leaves by a tab goes back to the game as well.
    on_cleanup(move || session.act(Match::end_lesson));
    focus_after_render(".cell[tabindex='0']");
    let lesson = move |of: fn(&Steps) -> bool| {
        Memo::new(move |_| session.lesson.with(|lesson| lesson.as_ref().is_some_and(of)))
    };
    let (is_solved, is_last) = (lesson(|lesson| lesson.answer().is_some()), lesson(Steps::is_last));
    let progress = move || {
        let number = session.lesson.with(|lesson| lesson.as_ref().map_or(0, Steps::number));
        texts.text_with("learn-progress", &[("number", number.into()), ("of", Steps::LENGTH.into())])
    };
    let next = move || {
        session.act(Match::next_lesson);
        focus_after_render(".cell[tabindex='0']");
    };
    let play = move || {
        session.act(Match::end_lesson);
        session.act(|table| {
            table.new_game(Game::new(
                Rule::FREESTYLE,
                BoardSize::FIFTEEN,
                [Seat::Person, Seat::Engine(Level::Easy)],
            ));
        });
        place.set(Place::Play);
    };
    let go_on = move || match is_last.get() {
        false => button("learn-next", "learn-next", "primary", is_solved.into(), next),
        true => button("learn-play", "learn-play", "primary", is_solved.into(), play),
    };
    view! {
        <section class="lesson">
            <p class="quiet" id="learn-progress">{progress}</p>
            <div class="row">
                {go_on}
                {button("learn-end", "learn-end", "", always(), move || place.set(Place::Play))}
            </div>
        </section>
    }
}
