//! The game: who plays, what can be done, what the engine thinks, and the moves.

mod actions;
mod moves;
mod new_game;
mod players;
mod replay;
mod setup;
mod thoughts;

use leptos::prelude::*;

use super::Place;
pub(super) use new_game::NewGame;
pub(super) use players::{classic_key, color_key, seat_key};
pub(super) use setup::SetUp;

/// Everything about the game on the board.
#[component]
pub(super) fn Play(place: RwSignal<Place>) -> impl IntoView {
    view! {
        <actions::Actions place/>
        <players::Players/>
        <thoughts::Thoughts/>
        <moves::Moves/>
        <replay::Controls/>
    }
}
