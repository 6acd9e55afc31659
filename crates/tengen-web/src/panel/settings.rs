//! The user's settings, in groups, so that a beginner can skip most of them.

use leptos::prelude::*;
use tengen_analysis::files::Fault;
use tengen_match::Sound;
use tengen_text::Language;

use super::analyse::threat_legend;
use super::engine_settings::engine_settings;
use super::{group, phrases};
use crate::files;
use crate::forms::{always, button, file_button, fold, pictured, select, slider, toggle};
use crate::preferences::{Choice, Preferences, StoneStyle, Theme, preference};
use crate::reactive::{RwSignal, Signal};
use crate::sound;
use crate::texts::Texts;

#[component]
pub(super) fn Settings() -> impl IntoView {
    let preferences = Preferences::of_page();
    view! {
        <form class="settings" on:submit=|event| event.prevent_default()>
            {group("settings-page", move || {
                view! {
                    <LanguageField/>
                    {toggle("expert-terms", "expert-terms", preference(|p| p.expert_terms).into(), move |on| {
                        preferences.update(|p| p.expert_terms = on);
                    })}
                    {toggle("black-chances", "black-chances", preference(|p| p.black_chances).into(), move |on| {
                        preferences.update(|p| p.black_chances = on);
                    })}
                    {pictured("theme", "theme", preference(|p| p.theme).into(), of_theme, move |theme| {
                        preferences.update(|p| p.theme = theme);
                    })}
                    {select("motion", "motion", preference(|p| p.motion).into(), move |motion| {
                        preferences.update(|p| p.motion = motion);
                    })}
                }
                .into_any()
            })}
            {group("settings-board", move || board(preferences))}
            {group("settings-touch", move || {
                select("aim", "aim", preference(|p| p.aim).into(), move |aim| {
                    preferences.update(|p| p.aim = aim);
                })
            })}
            {group("settings-sound", move || of_sound(preferences))}
            {group("settings-coach", move || {
                select("coach", "coach", preference(|p| p.coach).into(), move |coach| {
                    preferences.update(|p| p.coach = coach);
                })
            })}
            {group("settings-programs", move || {
                let pause = preference(|p| usize::from(p.pause_ms));
                slider(
                    "pause-ms",
                    "pause-ms",
                    pause.into(),
                    move |value| preferences.update(|p| p.pause_ms = u16::try_from(value).unwrap_or(u16::MAX)),
                    (0, Signal::derive(|| 2_000), 50),
                    seconds,
                )
            })}
            {fold("engine-settings", "settings-engine", engine_settings)}
            <Transfer/>
        </form>
    }
}

/// A part of a board in the colours of a theme.
fn of_theme(theme: Theme) -> AnyView {
    sample(Some(theme.name()), None)
}

/// A part of a board with stones of a style, in the colours of the page.
fn of_stones(stones: StoneStyle) -> AnyView {
    sample(None, Some(stones.name()))
}

fn sample(theme: Option<&'static str>, stones: Option<&'static str>) -> AnyView {
    view! {
        <span class="sample" data-sample=theme data-stones=stones aria-hidden="true">
            <i class="dot black"></i>
            <i class="dot white"></i>
        </span>
    }
    .into_any()
}

fn board(preferences: RwSignal<Preferences>) -> AnyView {
    view! {
        {pictured("stones", "stones", preference(|p| p.stones).into(), of_stones, move |stones| {
            preferences.update(|p| p.stones = stones);
        })}
        {select("numbers", "numbers", preference(|p| p.numbers).into(), move |numbers| {
            preferences.update(|p| p.numbers = numbers);
        })}
        {select("turn", "turn", preference(|p| p.turn).into(), move |turn| {
            preferences.update(|p| p.turn = turn);
        })}
        {toggle("coordinates", "coordinates", preference(|p| p.coordinates).into(), move |on| {
            preferences.update(|p| p.coordinates = on);
        })}
        {toggle("show-forbidden", "show-forbidden", preference(|p| p.forbidden).into(), move |on| {
            preferences.update(|p| p.forbidden = on);
        })}
        {toggle("show-best-moves", "best-moves-marked", preference(|p| p.best_moves).into(), move |on| {
            preferences.update(|p| p.best_moves = on);
        })}
        {toggle("show-heat", "heat", preference(|p| p.heat).into(), move |on| {
            preferences.update(|p| p.heat = on);
        })}
        {toggle("show-evaluation-bar", "evaluation-bar", preference(|p| p.evaluation_bar).into(), move |on| {
            preferences.update(|p| p.evaluation_bar = on);
        })}
        {toggle("premoves", "premoves", preference(|p| p.premoves).into(), move |on| {
            preferences.update(|p| p.premoves = on);
        })}
        {toggle("show-threats", "show-threats", preference(|p| p.threats).into(), move |on| {
            preferences.update(|p| p.threats = on);
        })}
        {threat_legend()}
    }
    .into_any()
}

fn of_sound(preferences: RwSignal<Preferences>) -> AnyView {
    view! {
        {toggle("sound", "sound", preference(|p| p.sound).into(), move |on| {
            preferences.update(|p| p.sound = on);
        })}
        {slider(
            "volume",
            "volume",
            preference(|p| usize::from(p.volume)).into(),
            move |value| preferences.update(|p| p.volume = u8::try_from(value).unwrap_or(100)),
            (0, Signal::derive(|| 100), 5),
            per_cent,
        )}
        <div class="row">{button("hear-stone", "hear-stone", "", always(), move || {
            sound::play(preferences, Sound::Stone);
        })}</div>
    }
    .into_any()
}

fn per_cent(texts: Texts, value: usize) -> String {
    texts.text_with("per-cent", &[("value", value.into())])
}

fn seconds(texts: Texts, milliseconds: usize) -> String {
    let seconds = format!("{:.2}", milliseconds as f64 / 1_000.0);
    texts.text_with("seconds", &[("seconds", seconds.into())])
}

/// The list of languages. Each has its native name, in every language of the page.
#[component]
fn LanguageField() -> impl IntoView {
    let texts = Texts::of_page();
    let option = move |option: Language| {
        view! {
            <option value=option.code() lang=option.code() selected=move || texts.language() == option>
                {option.own_name()}
            </option>
        }
    };
    view! {
        <label class="field" for="language">
            <span>{move || texts.text("language")}</span>
            <select
                id="language"
                prop:value=move || texts.language().code()
                on:change=move |event| {
                    if let Some(language) = Language::from_code(&event_target_value(&event)) {
                        texts.speak(language);
                    }
                }
            >
                {Language::ALL.map(option).collect_view()}
            </select>
        </label>
    }
}

/// The outcome of the last export, import or reset.
#[derive(Clone, Debug, PartialEq)]
enum Outcome {
    Nothing,
    Taken,
    Reset,
    Refused(Fault),
}

/// The buttons that export, import and reset the settings.
#[component]
fn Transfer() -> impl IntoView {
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
            let reason = phrases::reason(texts, &fault);
            texts.text_with("settings-refused", &[("reason", reason.into())])
        }
    };
    view! {
        <div class="row">
            {button("settings-export", "settings-export", "", always(), save)}
            {file_button("settings-import", "settings-import", Some(files::JSON), move |event| {
                files::read_text(event, load);
            })}
            {button("settings-reset", "settings-reset", "", always(), reset)}
        </div>
        <p class="quiet" role="status" id="settings-outcome">{message}</p>
    }
}
