use leptos::prelude::*;

use tengen_analysis::files::Fault;

use super::super::fault_words;
use crate::files;
use crate::forms::{always, button};
use crate::preferences::Preferences;
use crate::reactive::RwSignal;
use crate::texts::Texts;

/// What became of the last attempt to carry settings over.
#[derive(Clone, Debug, PartialEq)]
enum Outcome {
    Nothing,
    Taken,
    Reset,
    Refused(Fault),
}

/// Carries the settings to another browser, takes them over from one, or begins anew.
#[component]
pub(super) fn Transfer() -> impl IntoView {
    let texts = Texts::of_page();
    let preferences = Preferences::of_page();
    let outcome = RwSignal::new(Outcome::Nothing);
    let save = move || {
        let text = preferences.with_untracked(Preferences::to_text);
        files::save("tengen-settings.json", "application/json", text.as_bytes());
    };
    let load = move |text: String| {
        outcome.set(match Preferences::from_text(&text) {
            Ok(read) => {
                preferences.set(read);
                Outcome::Taken
            }
            Err(reason) => Outcome::Refused(Fault::from(&reason)),
        });
    };
    let reset = move || {
        preferences.update(Preferences::reset);
        outcome.set(Outcome::Reset);
    };
    let message = move || match outcome.get() {
        Outcome::Nothing => String::new(),
        Outcome::Taken => texts.text("settings-taken"),
        Outcome::Reset => texts.text("settings-were-reset"),
        Outcome::Refused(fault) => {
            let reason = fault_words::reason(texts, &fault);
            texts.text_with("settings-refused", &[("reason", reason.into())])
        }
    };
    view! {
        <div class="row">
            {button("settings-export", "settings-export", "", always(), save)}
            <label class="button" for="settings-import">
                {move || texts.text("settings-import")}
                <input
                    class="unseen"
                    type="file"
                    id="settings-import"
                    accept=".json,application/json"
                    on:change=move |event| files::read_text(&event, load)
                />
            </label>
            {button("settings-reset", "settings-reset", "", always(), reset)}
        </div>
        <p class="quiet" role="status" id="settings-outcome">{message}</p>
    }
}
