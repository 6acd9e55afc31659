//! The place for learning: the first lesson, and what the help has for beginners.

use leptos::prelude::*;
use tengen_analysis::Level;
use tengen_game::{BoardSize, Rule};
use tengen_match::{Game, Lesson as Steps, Seat};

use super::focus_after_render;
use crate::forms::{always, button, card};
use crate::icons;
use crate::place::Place;
use crate::reactive::{Memo, RwSignal};
use crate::session::Session;
use crate::texts::Texts;

/// The subjects, each as a card that opens it.
#[component]
pub(super) fn Learn(place: RwSignal<Place>) -> impl IntoView {
    let texts = Texts::of_page();
    let to = move |other: Place| move || place.set(other);
    view! {
        <section class="cards" aria-label=move || texts.text("tab-learn")>
            {card("learn-start", "learn-first", "learn-about", icons::CAP, "wanted", to(Place::Lesson))}
            {card("learn-puzzles", "puzzles", "puzzles-about", icons::PUZZLE, "", to(Place::Puzzles))}
            {card("learn-rules", "help-rules", "learn-rules-about", icons::BOOK, "", to(Place::Help))}
            {card("learn-openings", "help-openings", "learn-openings-about", icons::FIRST_STONES, "", to(Place::OpeningHelp))}
        </section>
    }
}

/// The lesson for beginners. The status line shows the exercise, and the board its position.
#[component]
pub(super) fn Lesson(place: RwSignal<Place>) -> impl IntoView {
    let texts = Texts::of_page();
    let session = Session::of_page();
    session.give(Steps::begin);
    // Choosing a tab also leads back to the game.
    on_cleanup(move || session.give(Steps::leave));
    focus_after_render(".cell[tabindex='0']");
    let lesson = move |of: fn(&Steps) -> bool| {
        Memo::new(move |_| session.table.lesson.with(|lesson| lesson.is_some_and(of)))
    };
    let (is_solved, is_last) = (lesson(|lesson| lesson.answer().is_some()), lesson(Steps::is_last));
    let progress = move || {
        let number = session.table.lesson.with(|lesson| lesson.map_or(0, Steps::number));
        texts.text_with("learn-progress", &[("number", number.into()), ("of", Steps::LENGTH.into())])
    };
    let next = move || {
        session.give(Steps::next);
        focus_after_render(".cell[tabindex='0']");
    };
    let play = move || {
        session.give(Steps::leave);
        session.act(|table| {
            table.new_game(Game::new(
                Rule::FREESTYLE,
                BoardSize::FIFTEEN,
                [Seat::Person, Seat::Engine(Level::EASY)],
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
