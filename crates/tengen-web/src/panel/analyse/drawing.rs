//! The choice of a pen for rings and arrows on the board.

use leptos::prelude::*;
use tengen_game::Ink;
use tengen_match::Aside;

use crate::forms::{always, button};
use crate::media;
use crate::reactive::Signal;
use crate::session::Session;
use crate::texts::Texts;

/// The key of the name of an ink.
fn ink_key(ink: Ink) -> &'static str {
    match ink {
        Ink::Green => "ink-green",
        Ink::Red => "ink-red",
        Ink::Blue => "ink-blue",
    }
}

/// Three pens, of which one at most is in use, and the eraser.
#[component]
pub(super) fn Pens() -> impl IntoView {
    let texts = Texts::of_page();
    let session = Session::of_page();
    let pen = move |ink: Ink| {
        let is_chosen = move || session.pointing.pen.get() == Some(ink);
        view! {
            <button
                type="button"
                class=format!("pen {}", ink.name())
                id=ink_key(ink)
                aria-pressed=move || is_chosen().to_string()
                aria-label=move || texts.text(ink_key(ink))
                title=move || texts.text(ink_key(ink))
                on:click=move |_| {
                    session.set_pen((session.pointing.pen.get_untracked() != Some(ink)).then_some(ink));
                }
            >
                <svg viewBox="0 0 24 24" aria-hidden="true">
                    <path d="M4 20l1-5L16 4l4 4L9 19ZM14 6l4 4"/>
                </svg>
            </button>
        }
    };
    let has_drawings = Signal::derive(move || {
        session.table.game.with(|game| !game.record().drawings(game.record().current()).is_empty())
    });
    let has_mouse = media::matches(media::HAS_MOUSE);
    // Without the panel of pens, a click plays a move.
    on_cleanup(move || session.set_pen(None));
    view! {
        <section class="pens">
            <h2>{move || texts.text("drawings")}</h2>
            <div class="row">
                {Ink::ALL.map(pen).collect_view()}
                <Show when=move || has_drawings.get()>
                    {button("clear-drawings", "clear-drawings", "", always(), move || {
                        session.give(Aside::clear_drawings);
                    })}
                </Show>
            </div>
            <p class="quiet" id="drawings-how">
                {move || texts.text(if has_mouse.get() { "drawings-how" } else { "drawings-how-touch" })}
            </p>
        </section>
    }
    .into_any()
}
