//! Lists of games, players and tournaments.

use leptos::prelude::*;

use crate::texts::Texts;

/// A line that can be pressed as a whole: who, what about, and a few words at its end.
pub(super) fn line(who: String, what: String, end: AnyView, act: impl Fn() + 'static) -> AnyView {
    view! {
        <li>
            <button type="button" class="online-line" on:click=move |_| act()>
                <span class="who">{who}</span>
                <span class="what">{what}</span>
                {end}
            </button>
        </li>
    }
    .into_any()
}

/// The words at the end of a line; `is_own` where they call the user.
pub(super) fn end(words: String, is_own: bool) -> AnyView {
    view! { <span class="turn" class:own=is_own>{words}</span> }.into_any()
}

/// Lines with this identifier.
pub(super) fn list(id: &'static str, lines: Vec<AnyView>) -> AnyView {
    view! { <ul class="online-list" id=id>{lines}</ul> }.into_any()
}

/// A list under its heading; nothing where there are no lines.
pub(super) fn titled(texts: Texts, key: &'static str, id: &'static str, lines: Vec<AnyView>) -> AnyView {
    if lines.is_empty() {
        return ().into_any();
    }
    view! {
        <div class="online-part">
            <h2>{texts.text(key)}</h2>
            {list(id, lines)}
        </div>
    }
    .into_any()
}
