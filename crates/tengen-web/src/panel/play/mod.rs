//! The game: who plays, what can be done, what the engine thinks, and the moves.

mod actions;
mod clock;
mod moves;
mod new_game;
mod opening;
mod players;
mod replay;
mod setup;
mod thoughts;

use leptos::prelude::*;

use super::Place;
use super::threat_legend::threat_legend;
use crate::reactive::{Memo, RwSignal};
use crate::session::Session;
pub(super) use new_game::{NewGame, PRESETS, Preset};
pub(super) use players::{classic_key, color_key, player_key, seat_key};
pub(super) use setup::SetUp;

/// Everything about the game on the board.
#[component]
pub(super) fn Play(place: RwSignal<Place>) -> impl IntoView {
    let session = Session::of_page();
    // Before the game has begun there is nothing to take back, to resign or to ask for.
    let is_opening = Memo::new(move |_| session.game.with(|game| game.opening_under_way().is_some()));
    let buttons = move || {
        if is_opening.get() {
            view! { <opening::OpeningActions place/> }.into_any()
        } else {
            view! { <actions::Actions place/> }.into_any()
        }
    };
    view! {
        {buttons}
        <players::Players/>
        <thoughts::Thoughts/>
        {threat_legend()}
        <moves::Moves/>
        <replay::Controls/>
    }
}
