//! The panel of the game: players, actions, evaluation and moves.

mod actions;
mod characters;
mod end;
mod moves;
mod new_game;
mod opening;
mod opponents;
mod players;
mod start;
mod thoughts;
mod watching;

use leptos::prelude::*;
use tengen_game::Color;
use tengen_match::{Game, Setup, SetupRefusal};

use self::start::Chosen;
use super::analyse::{AnalysisBoardPanel, threat_legend};
use super::focus_after_render;
use crate::forms::{always, button};
use crate::online_part;
use crate::place::Place;
use crate::reactive::{Memo, RwSignal};
use crate::session::Session;
use crate::texts::Texts;

pub(super) use characters::{about_key as about_character_key, name_key as character_key};
pub(super) use moves::{
    BACK, Controls, FIRST, FORWARD, LAST, heading as moves_heading, reviewed_classes, step,
};
pub(super) use new_game::{NewGame, PRESETS, Preset, SeatChoice};
pub(super) use opponents::Tier;
pub(crate) use opponents::follow_results;
pub(super) use players::{classic_key, color_key, control_words, player_key, seat_name};

/// The panel of the game on the board.
#[component]
pub(super) fn Play(place: RwSignal<Place>) -> impl IntoView {
    let session = Session::of_page();
    let is_opening = Memo::new(move |_| session.table.game.with(|game| game.opening_under_way().is_some()));
    // An online game has its own actions, and the same choices in its opening.
    let is_remote = Memo::new(move |_| session.table.remote.with(|remote| remote.is_some()));
    let is_watching = Memo::new(move |_| session.is_watching());
    let is_analysis = Memo::new(move |_| session.table.analysis_board.with(|board| board.is_some()));
    let is_timed = Memo::new(move |_| session.table.game.with(|game| game.clock().control().is_limited()));
    let chosen = Memo::new(move |_| session.table.game.with(Chosen::of));
    let stage = Memo::new(move |_| {
        if is_analysis.get() {
            Stage::Analysis
        } else if is_remote.get() {
            Stage::Remote
        } else if is_watching.get() {
            Stage::Watching
        } else if is_opening.get() {
            Stage::Opening
        } else if session.table.game.with(Game::has_ended) {
            Stage::End
        } else if chosen.with(Option::is_some) {
            Stage::Start
        } else {
            Stage::Game
        }
    });
    let controls = move || match stage.get() {
        Stage::Analysis => view! { <AnalysisBoardPanel place/> }.into_any(),
        Stage::Remote => view! {
            <opening::RemoteChoices place/>
            {online_part::actions(place)}
        }
        .into_any(),
        Stage::Watching => view! { <watching::Watching place/> }.into_any(),
        Stage::Opening => view! { <opening::OpeningActions place/> }.into_any(),
        Stage::End => view! { <end::End place/> }.into_any(),
        Stage::Start => start::start(session, chosen, place),
        Stage::Game => view! { <actions::Actions place/> }.into_any(),
    };
    view! {
        {controls}
        // Before the first stone the clocks of a timed game are of interest.
        <Show when=move || stage.get() != Stage::Start || is_timed.get()>
            <players::Players/>
        </Show>
        <Show when=move || stage.get() != Stage::Start>
            <thoughts::Thoughts/>
            {threat_legend()}
            <moves::Moves/>
            <Controls/>
        </Show>
    }
}

/// The stage of the game on the board, each with its own controls.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    Analysis,
    Remote,
    Watching,
    Opening,
    /// No person has moved.
    Start,
    Game,
    End,
}

/// The panel in which the user sets up a position. Clicks on the board place stones; the side to move and the end of the set-up are chosen
/// in the panel.
#[component]
pub(crate) fn SetUp(place: RwSignal<Place>) -> impl IntoView {
    let texts = Texts::of_page();
    let session = Session::of_page();
    session.give(Setup::begin);
    // Leaving by a tab leads back to the game as well.
    on_cleanup(move || session.give(Setup::leave));
    focus_after_render(".cell[tabindex='0']");
    let side = move || session.table.setup.with(|setup| setup.map(|setup| setup.side_to_move));
    let choice = move |color: Color| {
        view! {
            <label class="choice">
                <input
                    type="radio"
                    name="side"
                    value=color.name()
                    prop:checked=move || side() == Some(color)
                    on:change=move |_| session.give(|mode, _| Setup::set_side(mode, color))
                />
                <span>{move || texts.text(color_key(color))}</span>
            </label>
        }
    };
    let refused = move || {
        let key = |refusal| match refusal {
            SetupRefusal::BothWin => "setup-both-win",
            SetupRefusal::Decided => "setup-decided",
        };
        let refusal = session.table.setup.with(|setup| setup?.refusal);
        refusal.map(|refusal| texts.text(key(refusal))).unwrap_or_default()
    };
    let finish = move || {
        session.give(Setup::finish);
        if session.read(|table| table.mode.setup().is_none()) {
            let is_analysis = session.table.analysis_board.with_untracked(|board| board.is_some());
            place.set(if is_analysis { Place::Analyse } else { Place::Play });
        }
    };
    view! {
        <section class="setup">
            <p class="quiet">{move || texts.text("setup-how")}</p>
            <fieldset>
                <legend>{move || texts.text("setup-side")}</legend>
                <div class="choices">{Color::BOTH.map(choice).collect_view()}</div>
            </fieldset>
            <div class="row">
                {button("setup-start", "setup-start", "primary", always(), finish)}
                {button("setup-clear", "setup-clear", "", always(), move || session.give(Setup::clear))}
                {button("setup-cancel", "cancel", "", always(), move || place.set(Place::Play))}
            </div>
            <p role="status" id="setup-outcome">{refused}</p>
        </section>
    }
}
