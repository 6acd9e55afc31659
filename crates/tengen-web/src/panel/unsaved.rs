//! The games that the browser has refused to store: their number, and a file in which they can be saved.

use leptos::prelude::*;

use crate::files;
use crate::forms::{always, button};
use crate::reactive::Memo;
use crate::session::Session;
use crate::texts::Texts;

/// The message, while there is a game that the browser does not store.
pub(super) fn unsaved() -> AnyView {
    let texts = Texts::of_page();
    let session = Session::of_page();
    let games = Memo::new(move |_| session.unsaved_games().len());
    let is_settings = Memo::new(move |_| session.library.unsaved.with(|unsaved| unsaved.settings));
    let is_shown = Memo::new(move |_| games.get() != 0 || is_settings.get());
    let message = move || match games.get() {
        0 => texts.text("unsaved-settings"),
        count => texts.text_with("unsaved-games", &[("count", count.into())]),
    };
    let save =
        move || files::save("tengen-games.json", "application/json", session.unsaved_file().as_bytes());
    view! {
        <Show when=move || is_shown.get()>
            <div class="unsaved" id="unsaved" role="status">
                <p>{message}</p>
                <div class="row">
                    <Show when=move || games.get() != 0>
                        {button("save-unsaved", "save-unsaved", "", always(), save)}
                    </Show>
                    {button("save-again", "load-again", "", always(), move || session.save_again())}
                </div>
            </div>
        </Show>
    }
    .into_any()
}
