use leptos::prelude::*;
use tengen_analysis::Level;
use tengen_game::Color;

use super::super::players::classic_key;
use crate::reactive::RwSignal;
use crate::texts::Texts;
use tengen_match::Seat;

/// Who plays one colour.
#[component]
pub(super) fn SeatChoice(color: Color, seats: RwSignal<[Seat; 2]>) -> impl IntoView {
    let texts = Texts::of_page();
    let (id, key) = match color {
        Color::Black => ("seat-black", "black-seat"),
        Color::White => ("seat-white", "white-seat"),
    };
    let option = move |seat: Seat| {
        let key = match seat {
            Seat::Person => "choice-person",
            Seat::Engine(Level::Easy) => "choice-easy",
            Seat::Engine(Level::Normal) => "choice-normal",
            Seat::Engine(Level::Hard) => "choice-hard",
            classic => classic_key(classic),
        };
        view! {
            <option value=seat.name() selected=move || seats.get()[color.index()] == seat>
                {move || texts.text(key)}
            </option>
        }
    };
    view! {
        <label class="seat" for=id>
            <span class=format!("dot {color}") aria-hidden="true"></span>
            <span>
                {move || texts.text(key)}
                <Show when=move || color == Color::Black>
                    <small class="quiet">{move || texts.text("begins")}</small>
                </Show>
            </span>
            <select
                id=id
                prop:value=move || seats.get()[color.index()].name()
                on:change=move |event| {
                    if let Some(seat) = Seat::from_name(&event_target_value(&event)) {
                        seats.update(|seats| seats[color.index()] = seat);
                    }
                }
            >
                {Seat::USUAL.map(option).collect_view()}
                <optgroup label=move || texts.text("classics")>
                    {Seat::CLASSICS.map(option).collect_view()}
                </optgroup>
            </select>
        </label>
    }
}
