use leptos::prelude::*;
use tengen_text::Language;

use crate::texts::Texts;
use crate::theme::{Theme, theme};

/// Language and appearance.
#[component]
pub(super) fn Settings() -> impl IntoView {
    let texts = Texts::of_page();
    let theme = theme();
    view! {
        <div class="settings" role="group" aria-label=move || texts.text("settings")>
            <select
                aria-label=move || texts.text("theme")
                id="theme"
                on:change=move |event| {
                    if let Some(chosen) = Theme::from_name(&event_target_value(&event)) {
                        theme.set(chosen);
                    }
                }
            >
                {Theme::ALL
                    .map(|option| {
                        view! {
                            <option value=option.name() selected=move || theme.get() == option>
                                {move || texts.text(option.text_key())}
                            </option>
                        }
                    })
                    .collect_view()}
            </select>
            <select
                aria-label=move || texts.text("language")
                id="language"
                on:change=move |event| {
                    if let Some(language) = Language::from_code(&event_target_value(&event)) {
                        texts.speak(language);
                    }
                }
            >
                {Language::ALL
                    .map(|option| {
                        view! {
                            <option
                                value=option.code()
                                lang=option.code()
                                selected=move || texts.language() == option
                            >
                                {option.own_name()}
                            </option>
                        }
                    })
                    .collect_view()}
            </select>
        </div>
    }
}
