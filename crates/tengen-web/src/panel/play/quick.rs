//! The choice of opponent, colour and time for a game that has not begun, with one tap each.

use leptos::prelude::*;
use tengen_game::Color;
use tengen_game::clock::TimeControl;
use tengen_match::{Game, Seat};

use super::color_key;
use super::new_game::QUICK_CONTROLS;
use super::players::control_words;
use crate::forms::always;
use crate::reactive::{Memo, Signal};
use crate::session::Session;
use crate::texts::Texts;

/// The identifiers of the opponents' buttons, and the keys of their names.
const OPPONENTS: [(&str, &str); 4] = [
    ("quick-easy", "quick-level-easy"),
    ("quick-normal", "quick-level-normal"),
    ("quick-hard", "quick-level-hard"),
    ("quick-person", "quick-friend"),
];

/// The choices for the game on the board.
#[derive(Clone, Copy, PartialEq)]
struct Chosen {
    opponent: Seat,
    color: Color,
    control: TimeControl,
}

impl Chosen {
    /// The choices of a game; `None` if no person plays, or once a person has moved.
    fn of(game: &Game) -> Option<Chosen> {
        let seats = game.seats();
        let color = Color::BOTH.into_iter().find(|color| seats[color.index()] == Seat::Person)?;
        let has_played =
            (0..game.record().line().len()).any(|moves| game.seat(game.mover_after(moves)) == Seat::Person);
        let is_usual = game.opening().is_none() && !seats.contains(&Seat::External);
        let control = game.clock().control();
        (is_usual && !has_played).then_some(Chosen { opponent: seats[(!color).index()], color, control })
    }

    /// Whether there is a choice of the colour. Between two people there is none.
    fn has_color(self) -> bool {
        self.opponent != Seat::Person
    }

    fn seats(self) -> [Seat; 2] {
        Color::BOTH.map(|color| if color == self.color { Seat::Person } else { self.opponent })
    }
}

/// The rows of choices, which are shown until the game has begun.
#[component]
pub(super) fn QuickChoice() -> impl IntoView {
    let session = Session::of_page();
    let chosen = Memo::new(move |_| session.table.game.with(Chosen::of));
    let is_shown = Memo::new(move |_| chosen.get().is_some());
    view! { <Show when=move || is_shown.get()>{rows(session, chosen)}</Show> }.into_any()
}

fn rows(session: Session, chosen: Memo<Option<Chosen>>) -> AnyView {
    let texts = Texts::of_page();
    let change = move |change: &dyn Fn(&mut Chosen)| {
        let Some(mut wanted) = chosen.get_untracked() else { return };
        change(&mut wanted);
        if Some(wanted) != chosen.get_untracked() {
            session.act(|table| table.new_game(table.game.again_with(wanted.seats(), wanted.control)));
        }
    };
    let opponents = OPPONENTS.into_iter().zip([1, 2, 3, 0]).map(|((id, key), usual)| {
        let seat = Seat::USUAL[usual];
        segment(
            id,
            move || texts.text(key),
            always(),
            move || chosen.get().is_some_and(|chosen| chosen.opponent == seat),
            move || change(&|chosen| chosen.opponent = seat),
        )
    });
    let has_color = Signal::derive(move || chosen.get().is_some_and(Chosen::has_color));
    let colors = Color::BOTH.map(|color| {
        segment(
            if color == Color::Black { "quick-black" } else { "quick-white" },
            move || texts.text(color_key(color)),
            has_color,
            move || chosen.get().is_some_and(|chosen| chosen.color == color && chosen.has_color()),
            move || change(&|chosen| chosen.color = color),
        )
    });
    let controls =
        QUICK_CONTROLS.into_iter().zip(["quick-untimed", "quick-fast", "quick-slow"]).map(|(control, id)| {
            segment(
                id,
                move || short(texts, control),
                always(),
                move || chosen.get().is_some_and(|chosen| chosen.control == control),
                move || change(&|chosen| chosen.control = control),
            )
        });
    view! {
        <section class="quick" aria-label=move || texts.text("quick-choice")>
            {row("quick-opponent", opponents.collect_view().into_any())}
            {row("quick-color", colors.collect_view().into_any())}
            {row("quick-clock", controls.collect_view().into_any())}
        </section>
    }
    .into_any()
}

/// The minutes and seconds of a time control as figures, as every server writes them. The form for a new game has them in words.
fn short(texts: Texts, control: TimeControl) -> String {
    match control {
        TimeControl::Fischer { main, increment } => format!("{} + {increment}", main / 60),
        other => control_words(texts, other),
    }
}

/// A row of choices under a name.
fn row(key: &'static str, segments: AnyView) -> AnyView {
    let texts = Texts::of_page();
    view! {
        <span class="quiet" aria-hidden="true">{move || texts.text(key)}</span>
        <div class="segments" role="group" aria-label=move || texts.text(key)>{segments}</div>
    }
    .into_any()
}

fn segment(
    id: &'static str,
    name: impl Fn() -> String + Send + 'static,
    enabled: Signal<bool>,
    is_chosen: impl Fn() -> bool + Send + 'static,
    choose: impl Fn() + 'static,
) -> AnyView {
    view! {
        <button
            type="button"
            id=id
            aria-pressed=move || is_chosen().to_string()
            aria-disabled=move || (!enabled.get()).then_some("true")
            on:click=move |_| {
                if enabled.get_untracked() {
                    choose();
                }
            }
        >
            {name}
        </button>
    }
    .into_any()
}
