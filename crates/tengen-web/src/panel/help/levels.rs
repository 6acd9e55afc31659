use leptos::prelude::*;

use super::super::play::classic_key;
use crate::game::Seat;
use crate::texts::Texts;

/// Who one can play against.
#[component]
pub(super) fn Levels() -> impl IntoView {
    let texts = Texts::of_page();
    let entry = move |seat: Seat| {
        let (name, about) = keys(seat)?;
        let entry = view! {
            <dt>{move || texts.text(name)}</dt>
            <dd>{move || texts.text(about)}</dd>
        };
        Some(entry.into_any())
    };
    view! {
        <p>{move || texts.text("about-levels")}</p>
        <dl class="levels">{Seat::USUAL.into_iter().filter_map(entry).collect_view()}</dl>
        <h2>{move || texts.text("classics")}</h2>
        <p>{move || texts.text("about-classics")}</p>
        <dl class="levels">{Seat::CLASSICS.into_iter().filter_map(entry).collect_view()}</dl>
    }
}

/// The keys of a program's name and of what is to be said of it.
fn keys(seat: Seat) -> Option<(&'static str, &'static str)> {
    Some(match seat {
        Seat::Person => return None,
        Seat::Easy => ("seat-easy", "about-easy"),
        Seat::Normal => ("seat-normal", "about-normal"),
        Seat::Hard => ("seat-hard", "about-hard"),
        Seat::Tuple => (classic_key(seat), "about-tuple"),
        Seat::Direction => (classic_key(seat), "about-direction"),
        Seat::Greedy => (classic_key(seat), "about-greedy"),
        Seat::GameTree => (classic_key(seat), "about-game-tree"),
        Seat::MinimaxEasy => (classic_key(seat), "about-minimax-easy"),
        Seat::MinimaxNormal => (classic_key(seat), "about-minimax-normal"),
        Seat::MinimaxHard => (classic_key(seat), "about-minimax-hard"),
    })
}
