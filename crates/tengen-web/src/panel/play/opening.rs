use leptos::prelude::*;
use tengen_game::Color;
use tengen_game::opening::{Choice, LegalChoice, Opening};

use super::super::{focus_after_render, opening_words};
use crate::forms::{always, button, slider, tile};
use crate::icons;
use crate::place::Place;
use crate::reactive::{Memo, RwSignal, Signal};
use crate::session::Session;
use crate::texts::Texts;
use tengen_match::{Choosing, Game, Match, Seat, count, legal_choices};

/// The buttons for the choices in an opening. A message above them describes the choice, and points are chosen on the board.
#[component]
pub(super) fn OpeningActions(place: RwSignal<Place>) -> impl IntoView {
    let texts = Texts::of_page();
    let session = Session::of_page();
    let choices = Memo::new(move |_| session.table.game.with(choices_of_person));
    let color = Memo::new(move |_| session.table.game.with(Game::chooser));
    let only_engines =
        Memo::new(move |_| session.table.game.with(|game| !game.seats().contains(&Seat::Person)));
    let can_undo = Signal::derive(move || session.can_take_choice_back());
    let kinds = move || {
        let color = color.get().unwrap_or(Color::Black);
        choices.with(|choices| buttons(session, texts, choices, color))
    };
    let pause = move || {
        let paused = session.table.paused.get();
        only_engines.get().then(|| match paused {
            true => button("resume", "resume", "primary wide", always(), move || {
                session.act(|table| table.set_paused(false));
            }),
            false => button("pause", "pause", "wide", always(), move || {
                session.act(|table| table.set_paused(true));
            }),
        })
    };
    view! {
        <div class="opening" role="group" aria-label=move || texts.text("opening")>
            <div class="opening-choices">{kinds}</div>
            {pause}
            <div class="actions tiles">
                <Show when=move || can_undo.get()>
                    {tile("undo", "undo", icons::BACK, "", always(), move || session.act(Match::undo))}
                </Show>
                {tile("new-game", "new-game", icons::PLUS, "", always(), move || place.set(Place::NewGame))}
            </div>
            {about(place)}
        </div>
    }
}

/// The user's choices in the opening of an online game.
#[component]
pub(super) fn RemoteChoices(place: RwSignal<Place>) -> impl IntoView {
    let texts = Texts::of_page();
    let session = Session::of_page();
    let is_opening = Memo::new(move |_| session.table.game.with(|game| game.opening_under_way().is_some()));
    let choices = Memo::new(move |_| session.table.game.with(choices_of_person));
    let color = Memo::new(move |_| session.table.game.with(Game::chooser));
    let kinds = move || {
        let color = color.get().unwrap_or(Color::Black);
        choices.with(|choices| buttons(session, texts, choices, color))
    };
    view! {
        <Show when=move || is_opening.get()>
            <div class="opening" role="group" aria-label=move || texts.text("opening")>
                <div class="opening-choices">{kinds}</div>
                {about(place)}
            </div>
        </Show>
    }
}

/// The description of the game's opening with its advice, and the button that leads to the help about it.
fn about(place: RwSignal<Place>) -> AnyView {
    let texts = Texts::of_page();
    let session = Session::of_page();
    let protocol = Memo::new(move |_| session.table.game.with(|game| game.opening().map(Opening::protocol)));
    let read = move || {
        place.set(Place::OpeningHelp);
        focus_after_render("#help-protocol");
    };
    view! {
        {move || opening_words::about(texts, protocol.get())}
        <div class="row">{button("about-openings", "about-openings", "", always(), read)}</div>
    }
    .into_any()
}

/// The choices that a person has now; none while a program chooses.
fn choices_of_person(game: &Game) -> Vec<LegalChoice> {
    let is_person = game.seat_to_choose().is_some_and(Seat::is_person);
    game.opening_under_way().filter(|_| is_person).map(legal_choices).unwrap_or_default()
}

fn buttons(session: Session, texts: Texts, choices: &[LegalChoice], color: Color) -> AnyView {
    // If points on the board are one of several choices, they have a button, too.
    let has_alternatives = choices.len() > 1;
    let mut points = 0;
    let button_of = |legal: &LegalChoice| -> Option<AnyView> {
        let is_second = points > 0;
        points += usize::from(count(legal) > 0);
        Some(match legal {
            LegalChoice::Stay => button("opening-stay", play_key(color), "", always(), move || {
                session.give(|choosing, context| Choosing::choose(choosing, Choice::Stay, context));
            }),
            LegalChoice::Swap => button("opening-swap", play_key(!color), "", always(), move || {
                session.give(|choosing, context| Choosing::choose(choosing, Choice::Swap, context));
            }),
            LegalChoice::Announce { limit } => announcement(session, texts, *limit),
            LegalChoice::Place(stones) if has_alternatives => {
                let key = if stones.len() > 1 { "opening-place-more" } else { "opening-play-fifth" };
                points_button(session, "opening-place", key, is_second)
            }
            LegalChoice::Offer { .. } if has_alternatives => {
                points_button(session, "opening-offer", "opening-offer-instead", is_second)
            }
            _ => return None,
        })
    };
    choices.iter().filter_map(button_of).collect_view().into_any()
}

/// A button that begins the choice of one kind of points, and moves the focus to the board.
fn points_button(session: Session, id: &'static str, key: &'static str, is_second: bool) -> AnyView {
    button(id, key, "", always(), move || {
        session.give(|choosing, _| Choosing::begin_choice(choosing, is_second));
        focus_after_render(".cell[tabindex='0']");
    })
}

/// The slider and the button that announce the number of fifth moves.
fn announcement(session: Session, texts: Texts, limit: u8) -> AnyView {
    let number = RwSignal::new(usize::from(limit.min(2)));
    let announce = move || {
        if let Ok(number) = u8::try_from(number.get_untracked()) {
            session.give(|choosing, context| Choosing::choose(choosing, Choice::Announce(number), context));
        }
    };
    view! {
        {slider(
            "fifth-moves",
            "fifth-moves",
            number.into(),
            move |value| number.set(value),
            (1, Signal::derive(move || usize::from(limit)), 1),
            |_, value| value.to_string(),
        )}
        <button type="button" id="announce" class="primary" on:click=move |_| announce()>
            {move || texts.text("opening-announce-ok")}
        </button>
    }
    .into_any()
}

fn play_key(color: Color) -> &'static str {
    match color {
        Color::Black => "play-black",
        Color::White => "play-white",
    }
}
