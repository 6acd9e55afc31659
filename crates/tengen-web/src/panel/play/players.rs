use leptos::prelude::*;
use tengen_game::Color;

use super::super::rule_words;
use crate::game::Seat;
use crate::session::Session;
use crate::texts::Texts;

/// Who plays which colour, whose turn it is, and by which rule.
#[component]
pub(super) fn Players() -> impl IntoView {
    let texts = Texts::of_page();
    let session = Session::of_page();
    let player = move |color: Color| {
        let active =
            move || session.game.with(|game| !game.record().is_over() && game.side_to_move() == color);
        let name = move || {
            session.game.with(|game| match game.seat(color) {
                // Two people at one screen are known by their colours.
                Seat::Person if game.sole_person().is_none() => texts.text(color_key(color)),
                seat => texts.text(seat_key(seat)),
            })
        };
        view! {
            <li class:active=active aria-current=move || active().then_some("true")>
                <span class=format!("dot {color}") role="img" aria-label=move || texts.text(color_key(color))></span>
                <span class="name">{name}</span>
            </li>
        }
    };
    view! {
        <ul class="players">
            {player(Color::Black)}
            {player(Color::White)}
            <li class="table-rule">
                {move || {
                    let (rule, size) = session.game.with(|game| (game.record().rule(), game.record().size()));
                    let lines = texts.text_with("lines", &[("count", size.lines().into())]);
                    format!("{} · {lines}", rule_words::name(texts, rule))
                }}
            </li>
        </ul>
    }
}

pub(crate) fn color_key(color: Color) -> &'static str {
    match color {
        Color::Black => "color-black",
        Color::White => "color-white",
    }
}

/// The key of what the one in a seat is called at the table.
pub(crate) fn seat_key(seat: Seat) -> &'static str {
    match seat {
        Seat::Person => "seat-person",
        Seat::Easy => "seat-easy",
        Seat::Normal => "seat-normal",
        Seat::Hard => "seat-hard",
        classic => classic_key(classic),
    }
}

/// The key of a classic's name, which is the same wherever it stands.
pub(crate) fn classic_key(seat: Seat) -> &'static str {
    match seat {
        Seat::Tuple => "classic-tuple",
        Seat::Direction => "classic-direction",
        Seat::Greedy => "classic-greedy",
        Seat::GameTree => "classic-game-tree",
        Seat::MinimaxEasy => "classic-minimax-easy",
        Seat::MinimaxNormal => "classic-minimax-normal",
        // The others are no classics.
        _ => "classic-minimax-hard",
    }
}
