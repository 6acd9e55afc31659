//! The next steps after the end of a game, each one tap away.

use leptos::prelude::*;
use tengen_match::{Game, Match, Seat};

use super::super::analyse::{open_analysis_board, open_review};
use super::super::share::Shared;
use super::super::{coach, focus_after_render};
use super::actions;
use super::opponents::{even_seats, neighbour, outcome};
use super::players::opponent_name;
use crate::forms::{always, button, card, more, tile};
use crate::icons;
use crate::panel::face::face;
use crate::place::Place;
use crate::preferences::preference;
use crate::reactive::{Memo, RwSignal, Signal};
use crate::session::Session;
use crate::texts::Texts;

/// The next steps.
#[component]
pub(super) fn End(place: RwSignal<Place>) -> impl IntoView {
    let texts = Texts::of_page();
    let session = Session::of_page();
    let game = session.table.game;
    let shared = Shared::new();
    let is_over = Memo::new(move |_| game.with(|game| game.record().is_over()));
    let can_undo = Signal::derive(move || game.with(|game| game.undo_target().is_some()));
    let has_person = Memo::new(move |_| game.with(|game| game.seats().contains(&Seat::Person)));
    let is_even = preference(|preferences| preferences.even);
    let play_again = move || {
        if is_even.get_untracked() {
            return begin(session, |seats| seats);
        }
        session.act(|table| table.new_game(table.game.again()));
        focus_after_render(".cell[tabindex='0']");
    };
    let swap_colors = move || begin(session, |[black, white]| [white, black]);
    let others = view! {
        <div class="row">
            {button("analyse-game", "tab-analyse", "", always(), move || open_analysis_board(session, place))}
        </div>
        {actions::others(session, place)}
    };
    view! {
        {actions::waiting(session)}
        <div class="next-steps" role="group" aria-label=move || texts.text("next-steps")>
            <Show when=move || is_over.get()>
                {button("play-again", "play-again", "primary", always(), play_again)}
                {next_opponent(session)}
            </Show>
            {card("review", "review-turn", "review-turn-about", icons::TURN, "slim", move || open_review(session, place))}
        </div>
        {coach::debrief(session, place)}
        <div class="actions tiles" role="group" aria-label=move || texts.text("actions")>
            {tile("undo", "undo", icons::BACK, "", can_undo, move || session.act(Match::undo))}
            <Show when=move || has_person.get()>
                {tile("swap-colors", "swap-colors", icons::SWAP, "", always(), swap_colors)}
            </Show>
            {tile("share-game", "share", icons::SHARE, "", always(), move || shared.share())}
            {tile("new-game", "new-game", icons::PLUS, "", always(), move || place.set(Place::NewGame))}
            {more("more", "more-options", "", others.into_any())}
        </div>
        <section class="shared">{shared.view()}</section>
    }
}

/// The button that begins a game against the next level after a win, or against the one below after a loss.
fn next_opponent(session: Session) -> impl Fn() -> Option<AnyView> {
    let texts = Texts::of_page();
    // In an even game, the next opponent follows from the results.
    let is_even = preference(|preferences| preferences.even);
    let next = Memo::new(move |_| session.table.game.with(next_seat).filter(|_| !is_even.get()));
    let character = Memo::new(move |_| {
        session.table.game.with(|game| game.sole_player().and_then(|person| game.character(!person)))
    });
    move || {
        let (seat, is_stronger) = next.get()?;
        let begin = move |_| {
            begin(session, |seats| seats.map(|other| if other.is_person() { other } else { seat }));
        };
        let label = move || {
            let name = opponent_name(texts, seat);
            texts.text_with(if is_stronger { "next-level" } else { "level-below" }, &[("name", name.into())])
        };
        Some(
            view! {
                <button type="button" id="next-opponent" class="with-face" on:click=begin>
                    {move || face(seat, character.get())} <span>{label}</span>
                </button>
            }
            .into_any(),
        )
    }
}

/// Begins a game with the same settings and other players. In an even game the level follows from the results.
fn begin(session: Session, seats: impl FnOnce([Seat; 2]) -> [Seat; 2]) {
    let preferences = session.preferences;
    session.act(|table| {
        let seats = preferences.with_untracked(|known| even_seats(known, seats(table.game.seats())));
        table.new_game(table.game.again_with(seats, table.game.clock().control()));
    });
    focus_after_render(".cell[tabindex='0']");
}

/// The level that the result leads to, and whether it is stronger than the one of this game.
fn next_seat(game: &Game) -> Option<(Seat, bool)> {
    let (opponent, is_stronger) = outcome(game)?;
    Some((neighbour(opponent, is_stronger)?, is_stronger))
}
