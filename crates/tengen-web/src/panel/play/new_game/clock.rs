use leptos::prelude::*;

use super::super::super::scores::seconds_word;
use super::super::clock::control_words;
use super::Form;
use super::time::{Kind, MAINS, MOST_PERIODS, Own, PRESETS, SECONDS, place};
use crate::forms::slider;
use crate::reactive::{Memo, RwSignal, Signal};
use crate::texts::Texts;

/// How much time the players have: one of a few controls, or one's own.
#[component]
pub(super) fn ClockChoice(form: Form) -> impl IntoView {
    let texts = Texts::of_page();
    let value = move || {
        if form.own_time.get() { "own".to_owned() } else { form.time.get().to_string() }
    };
    let preset = move |control: tengen_game::clock::TimeControl| {
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
            Own::of(form.time.get_untracked()).control()
        } else {
            // The list has nothing that could not be read.
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
        <Show when=move || form.own_time.get()>{own(form)}</Show>
    }
    .into_any()
}

/// A control of one's own, by sliders.
fn own(form: Form) -> AnyView {
    let texts = Texts::of_page();
    let own = RwSignal::new(Own::of(form.time.get_untracked()));
    let change = move |change: &dyn Fn(&mut Own)| {
        own.update(|own| change(own));
        form.time.set(own.get_untracked().control());
    };
    let kind = Memo::new(move |_| own.get().kind);
    let kind_option = move |option: Kind| {
        let (value, key) = option.keys();
        view! {
            <option value=value selected=move || kind.get() == option>
                {move || texts.text(key)}
            </option>
        }
    };
    let choose_kind = move |name: String| {
        if let Some(chosen) = Kind::ALL.into_iter().find(|kind| kind.keys().0 == name) {
            change(&|own| own.kind = chosen);
        }
    };
    let at = |values: &'static [u32]| move |place: usize| values.get(place).copied().unwrap_or_default();
    let time = |values: &'static [u32]| {
        move |texts: Texts, place: usize| seconds_word(texts, values.get(place).copied().unwrap_or_default())
    };
    let last = |values: &'static [u32]| Signal::derive(move || values.len() - 1);
    let seconds_key = move || match kind.get() {
        Kind::PerMove => "clock-seconds-per-move",
        Kind::Fischer => "clock-seconds-increment",
        Kind::ByoYomi => "clock-seconds-period",
    };
    let seconds = move || {
        slider(
            "clock-seconds",
            seconds_key(),
            Signal::derive(move || place(&SECONDS, own.get().seconds)),
            move |place| change(&|own| own.seconds = at(&SECONDS)(place)),
            (usize::from(kind.get() != Kind::Fischer), last(&SECONDS), 1),
            time(&SECONDS),
        )
    };
    view! {
        <label class="field" for="clock-kind">
            <span>{move || texts.text("clock-kind")}</span>
            <select
                id="clock-kind"
                prop:value=move || kind.get().keys().0
                on:change=move |event| choose_kind(event_target_value(&event))
            >
                {Kind::ALL.map(kind_option).collect_view()}
            </select>
        </label>
        {move || (kind.get() != Kind::PerMove).then(|| slider(
            "clock-main",
            "clock-main",
            Signal::derive(move || place(&MAINS, own.get().main)),
            move |place| change(&|own| own.main = at(&MAINS)(place)),
            (usize::from(kind.get() == Kind::Fischer), last(&MAINS), 1),
            time(&MAINS),
        ))}
        {seconds}
        {move || (kind.get() == Kind::ByoYomi).then(|| slider(
            "clock-periods",
            "clock-periods",
            Signal::derive(move || own.get().periods as usize),
            move |value| change(&|own| own.periods = u32::try_from(value).unwrap_or(1)),
            (1, Signal::derive(|| MOST_PERIODS as usize), 1),
            |_, value| value.to_string(),
        ))}
    }
    .into_any()
}
