use leptos::prelude::*;

use crate::texts::Texts;

/// The keys of the page, and what each does.
const KEYS: [(&str, &str); 11] = [
    ("← ↑ → ↓", "key-arrows"),
    ("Enter", "key-enter"),
    ("U", "undo"),
    ("R", "redo"),
    ("H", "hint"),
    (",  .", "key-step"),
    ("Home  End", "key-ends"),
    ("P", "replay-play"),
    ("N", "new-game"),
    ("?", "help"),
    ("Esc", "key-escape"),
];

/// Keys, mouse and fingers.
#[component]
pub(super) fn Controls() -> impl IntoView {
    let texts = Texts::of_page();
    let row = move |(key, about): (&'static str, &'static str)| {
        view! {
            <tr>
                <th scope="row"><kbd>{key}</kbd></th>
                <td>{move || texts.text(about)}</td>
            </tr>
        }
        .into_any()
    };
    view! {
        <h2>{move || texts.text("help-keys")}</h2>
        <table class="keys">
            <tbody>{KEYS.map(row).collect_view()}</tbody>
        </table>
        <h2>{move || texts.text("help-pointer")}</h2>
        <p>{move || texts.text("help-pointer-how")}</p>
        <p>{move || texts.text("help-touch-how")}</p>
    }
}
