use leptos::prelude::*;
use tengen_game::clock::TimeControl;

use super::Form;
use crate::panel::own_time;
use crate::panel::play::players::control_words;
use crate::texts::Texts;

/// The choice of the time control: one of a few presets, or a custom one.
#[component]
pub(super) fn ClockChoice(form: Form) -> impl IntoView {
    let texts = Texts::of_page();
    let value = move || {
        if form.own_time.get() { "own".to_owned() } else { form.time.get().to_string() }
    };
    let preset = move |control: TimeControl| {
        let name = control.to_string();
        let selected = name.clone();
        view! {
            <option value=name selected=move || value() == selected>
                {move || control_words(texts, control)}
            </option>
        }
    };
    let choose = move |name: String| {
        let own = name == "own";
        form.own_time.set(own);
        form.time.set(if own {
            own_time::like(form.time.get_untracked())
        } else {
            // Every value of the list can be parsed.
            name.parse().unwrap_or_default()
        });
    };
    view! {
        <label class="field" for="time">
            <span>{move || texts.text("clock")}</span>
            <select id="time" prop:value=value on:change=move |event| choose(event_target_value(&event))>
                {PRESETS.map(preset).collect_view()}
                <option value="own" selected=move || form.own_time.get()>
                    {move || texts.text("clock-own")}
                </option>
            </select>
        </label>
        <Show when=move || form.own_time.get()>{own_time::fields(form.time)}</Show>
    }
    .into_any()
}

/// The time controls that the list offers, the first without a limit.
pub(super) const PRESETS: [TimeControl; 7] = [
    TimeControl::Unlimited,
    TimeControl::PerMove { seconds: 10 },
    TimeControl::PerMove { seconds: 30 },
    TimeControl::PerMove { seconds: 60 },
    TimeControl::Fischer { main: 300, increment: 3 },
    TimeControl::Fischer { main: 600, increment: 5 },
    TimeControl::ByoYomi { main: 900, periods: 3, period: 30 },
];

/// The time controls that are offered beside the board: no clock, a fast game, a slow one.
pub(crate) const QUICK_CONTROLS: [TimeControl; 3] = [PRESETS[0], PRESETS[4], PRESETS[5]];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_preset_can_be_read() {
        assert!(PRESETS.iter().all(|control| control.to_string().parse() == Ok(*control)));
    }
}
