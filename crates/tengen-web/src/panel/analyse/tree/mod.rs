//! The tree of the record: its lines, the remarks on them, and what can be done with a variation.

mod comment;
mod lines;

use leptos::prelude::*;

use super::super::focus_after_render;
use crate::forms::button;
use crate::reactive::Memo;
use crate::session::Session;
use crate::texts::Texts;
use tengen_match::{Game, Match, Step};

/// The variations with their remarks.
#[component]
pub(super) fn Variations() -> impl IntoView {
    let texts = Texts::of_page();
    let session = Session::of_page();
    let game = session.game;
    let can_promote = Memo::new(move |_| game.with(|game| game.promotable().is_some()));
    let can_delete = Memo::new(move |_| game.with(Game::can_delete));
    let deleted = move || {
        session.deleted.get().map(|deleted| {
            let about = texts.text_with("deleted-moves", &[("count", deleted.moves.into())]);
            view! {
                <span>{about}</span>
                {button("undo-delete", "undo-delete", "", crate::forms::always(), move || {
                    session.act(Match::undo_delete);
                    focus_after_render(".tree [tabindex='0']");
                })}
            }
        })
    };
    view! {
        <section class="variations">
            <h2>{move || texts.text("variations")}</h2>
            <lines::Lines/>
            <comment::Comment/>
            <div class="row">
                {button("promote", "promote", "", can_promote.into(), move || session.act(Match::promote))}
                {button("delete-branch", "delete-branch", "", can_delete.into(), move || {
                    session.act(Match::delete_branch);
                })}
            </div>
            <p class="deleted" role="status">{deleted}</p>
        </section>
    }
}

/// What the keys do in the tree.
fn step_of(key: &str) -> Option<Step> {
    Some(match key {
        "ArrowLeft" => Step::Back,
        "ArrowRight" => Step::On,
        "ArrowUp" => Step::Previous,
        "ArrowDown" => Step::Next,
        "Home" => Step::Start,
        "End" => Step::End,
        _ => return None,
    })
}
