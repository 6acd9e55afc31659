use leptos::prelude::*;
use tengen_game::Move;

use super::super::super::move_name;
use crate::reactive::Memo;
use crate::session::Session;
use crate::texts::Texts;

/// The remark on the moment that the board shows. It is kept as one types.
#[component]
pub(super) fn Comment() -> impl IntoView {
    let texts = Texts::of_page();
    let session = Session::of_page();
    let comment = Memo::new(move |_| {
        session.game.with(|game| game.record().notes(game.record().current()).comment.clone())
    });
    let last: Memo<Option<(usize, Move)>> = Memo::new(move |_| {
        session.game.with(|game| Some((game.record().cursor(), game.record().position().last_move()?)))
    });
    let about = move || match last.get() {
        None => texts.text("comment-on-start"),
        Some((number, played)) => {
            let size = session.game.with_untracked(|game| game.record().size());
            let point = move_name(texts, played, size);
            texts.text_with("comment-on", &[("number", number.into()), ("point", point.into())])
        }
    };
    view! {
        <label class="comment" for="comment">
            <span>{about}</span>
            <textarea
                id="comment"
                rows="2"
                prop:value=move || comment.get()
                on:input=move |event| session.act(|table| table.set_comment(event_target_value(&event)))
            ></textarea>
        </label>
    }
}
