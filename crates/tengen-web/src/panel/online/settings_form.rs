//! The fields for the settings of games in a form: rule, board, opening and time.

use leptos::prelude::*;
use tengen_game::clock::TimeControl;
use tengen_game::opening::Protocol;
use tengen_game::{BoardSize, Rule, WinLength};
use tengen_match::protocols;
use tengen_online::settings::{GameSettings, Tempo};

use super::words;
use crate::forms::{slider, toggle};
use crate::panel::opening_words::name_key;
use crate::panel::{own_time, phrases};
use crate::reactive::{RwSignal, Signal};
use crate::texts::Texts;

/// The tempos of games between two people.
pub(super) const TEMPOS: &[&str] =
    &["60+1", "180+2", "300+3", "600+5", "900+10", "1800+30", "30/move", "1d", "3d", "none"];
/// The tempos of tournaments, whose games are played in real time.
pub(super) const QUICK_TEMPOS: &[&str] = &["60+1", "180+2", "300+3", "600+5", "900+10", "30/move"];
/// The tempo that is selected at first.
const USUAL_TEMPO: &str = "300+3";
/// The value of the rule "other".
const OTHER: &str = "other";
/// The value of a custom time control.
const OWN: &str = "own";

/// The values of the form.
#[derive(Clone, Copy)]
pub(super) struct SettingsForm {
    /// `None` for another length of the winning row.
    rule: RwSignal<Option<Rule>>,
    length: RwSignal<usize>,
    lines: RwSignal<usize>,
    opening: RwSignal<Protocol>,
    /// `None` for a custom time control.
    tempo: RwSignal<Option<&'static str>>,
    own_time: RwSignal<TimeControl>,
    tempos: &'static [&'static str],
    rated: RwSignal<bool>,
}

impl SettingsForm {
    /// The most common settings, with a choice of these tempos.
    pub(super) fn new(tempos: &'static [&'static str]) -> SettingsForm {
        SettingsForm {
            rule: RwSignal::new(Some(Rule::FREESTYLE)),
            length: RwSignal::new(4),
            lines: RwSignal::new(15),
            opening: RwSignal::new(Protocol::Free),
            tempo: RwSignal::new(Some(USUAL_TEMPO)),
            own_time: RwSignal::new(TimeControl::default()),
            tempos,
            rated: RwSignal::new(false),
        }
    }

    fn rule(self) -> Rule {
        let other = || WinLength::new(self.length.get()).map_or(Rule::FREESTYLE, Rule::Free);
        self.rule.get().unwrap_or_else(other)
    }

    fn size(self) -> BoardSize {
        BoardSize::new(self.lines.get()).unwrap_or(BoardSize::FIFTEEN)
    }

    /// The selected tempo. Every text in the list of tempos can be parsed.
    fn tempo(self) -> Option<Tempo> {
        match self.tempo.get() {
            Some(text) => text.parse().ok(),
            None => Some(Tempo::Clock(self.own_time.get())),
        }
    }

    /// The opening protocols that are possible with the rule and the board; the first is none.
    fn openings(self) -> Vec<Protocol> {
        let offered = protocols(self.rule(), self.size(), 0);
        [Protocol::Free].into_iter().chain(offered).collect()
    }

    /// The settings, unrated for users without ratings; `None` where no game can have them.
    pub(super) fn settings(self, may_rate: bool) -> Option<GameSettings> {
        let settings = GameSettings {
            rule: self.rule(),
            size: self.size(),
            opening: self.opening.get(),
            tempo: self.tempo()?,
            rated: false,
        };
        let rated = GameSettings { rated: true, ..settings };
        let settings = if may_rate && self.rated.get() && rated.check().is_ok() { rated } else { settings };
        settings.check().is_ok().then_some(settings)
    }

    pub(super) fn fields(self) -> AnyView {
        // An opening that is no longer possible is replaced.
        Effect::new(move || {
            let (offered, chosen) = (self.openings(), self.opening.get());
            if !offered.contains(&chosen) {
                self.opening.set(offered.get(1).copied().unwrap_or(Protocol::Free));
            }
        });
        view! {
            {rules(self)}
            {opening(self)}
            {tempo(self)}
        }
        .into_any()
    }

    /// The switch for rated games, for users with ratings.
    pub(super) fn rated(self) -> AnyView {
        toggle("seek-rated", "online-rated-game", self.rated.into(), move |rated| self.rated.set(rated))
    }
}

/// A drop-down list with few values.
pub(super) fn menu(
    id: &'static str,
    key: &'static str,
    value: impl Fn() -> String + Copy + Send + Sync + 'static,
    options: impl Fn() -> Vec<(String, String)> + Copy + Send + Sync + 'static,
    set: impl Fn(String) + 'static,
) -> AnyView {
    let texts = Texts::of_page();
    let shown = move || {
        let option = |(name, text): (String, String)| {
            let selected = name == value();
            view! { <option value=name selected=selected>{text}</option> }
        };
        options().into_iter().map(option).collect_view()
    };
    view! {
        <label class="field" for=id>
            <span>{move || texts.text(key)}</span>
            <select id=id prop:value=value on:change=move |event| set(event_target_value(&event))>
                {shown}
            </select>
        </label>
    }
    .into_any()
}

fn rules(form: SettingsForm) -> AnyView {
    let texts = Texts::of_page();
    let value = move || form.rule.get().map_or(OTHER.to_owned(), |rule| rule.to_string());
    let options = move || {
        let named =
            Rule::NAMED.into_iter().map(|rule| (rule.to_string(), texts.text(phrases::name_key(rule))));
        named.chain([(OTHER.to_owned(), texts.text("rule-custom"))]).collect()
    };
    let longest = Signal::derive(move || form.lines.get().min(9));
    view! {
        {menu("seek-rule", "rule", value, options, move |name| form.rule.set(name.parse().ok()))}
        <Show when=move || form.rule.get().is_none()>
            {slider(
                "seek-length",
                "in-a-row",
                form.length.into(),
                move |value| form.length.set(value),
                (3, longest, 1),
                |_, value| value.to_string(),
            )}
        </Show>
        {slider(
            "seek-size",
            "board-size",
            form.lines.into(),
            move |value| form.lines.set(value),
            (5, Signal::derive(|| 22), 1),
            |texts, value| texts.text_with("lines", &[("count", value.into())]),
        )}
    }
    .into_any()
}

fn opening(form: SettingsForm) -> AnyView {
    let texts = Texts::of_page();
    let name = move |protocol: Protocol| {
        texts.text(name_key(Some(protocol).filter(|&protocol| protocol != Protocol::Free)))
    };
    let options =
        move || form.openings().into_iter().map(|protocol| (protocol.to_string(), name(protocol))).collect();
    menu(
        "seek-opening",
        "opening",
        move || form.opening.get().to_string(),
        options,
        move |name| {
            if let Ok(protocol) = name.parse() {
                form.opening.set(protocol);
            }
        },
    )
}

fn tempo(form: SettingsForm) -> AnyView {
    let texts = Texts::of_page();
    let options = move || {
        let option = |text: &str| {
            let words = text.parse().map(|tempo| words::tempo(texts, tempo)).unwrap_or_default();
            (text.to_owned(), words)
        };
        let own = (OWN.to_owned(), texts.text("clock-own"));
        form.tempos.iter().map(|text| option(text)).chain([own]).collect()
    };
    let choose = move |name: String| {
        if name == OWN {
            let before = form.tempo().map_or(TimeControl::default(), Tempo::control);
            // A correspondence tempo, of days per move, is no clock.
            let is_clock = !form.tempo().is_some_and(Tempo::is_correspondence);
            form.own_time.set(own_time::like(if is_clock { before } else { TimeControl::default() }));
        }
        form.tempo.set(form.tempos.iter().copied().find(|tempo| *tempo == name));
    };
    view! {
        {menu("seek-tempo", "clock", move || form.tempo.get().unwrap_or(OWN).to_owned(), options, choose)}
        <Show when=move || form.tempo.get().is_none()>{own_time::fields(form.own_time)}</Show>
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_offered_tempo_is_one() {
        for tempos in [TEMPOS, QUICK_TEMPOS] {
            assert!(tempos.iter().all(|text| text.parse::<Tempo>().is_ok()) && tempos.contains(&USUAL_TEMPO));
        }
    }
}
