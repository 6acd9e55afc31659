//! The actions on a game that was opened from a link. It is the game of another user, and is viewed until the user continues it.

use leptos::prelude::*;
use tengen_match::{Analysis, Game};

use super::super::analyse::{open_analysis_board, open_review};
use super::super::focus_after_render;
use crate::forms::{always, button};
use crate::place::Place;
use crate::reactive::{Memo, RwSignal};
use crate::session::Session;
use crate::texts::Texts;

/// The buttons of a game that was opened from a link.
#[component]
pub(super) fn Watching(place: RwSignal<Place>) -> impl IntoView {
    let texts = Texts::of_page();
    let session = Session::of_page();
    let is_over = Memo::new(move |_| session.table.game.with(|game| game.record().is_over()));
    let has_ended = Memo::new(move |_| session.table.game.with(Game::has_ended));
    let take_over = move || {
        session.give(Analysis::take_over);
        focus_after_render(".cell[tabindex='0']");
    };
    view! {
        <div class="actions watching" role="group" aria-label=move || texts.text("actions")>
            // The end of a game cannot be continued, but an earlier position can.
            <Show when=move || !is_over.get()>
                {button("play-on", "play-on", "primary", always(), take_over)}
            </Show>
            {button("analyse-game", "tab-analyse", "", always(), move || open_analysis_board(session, place))}
            <Show when=move || has_ended.get()>
                {button("review", "review", "", always(), move || open_review(session, place))}
            </Show>
            {button("new-game", "new-game", "", always(), move || place.set(Place::NewGame))}
        </div>
    }
}
