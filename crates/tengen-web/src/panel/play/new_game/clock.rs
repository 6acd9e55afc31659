use leptos::prelude::*;
use tengen_game::clock::TimeControl;

use super::Form;
use crate::forms::slider;
use crate::panel::phrases::seconds_word;
use crate::panel::play::players::control_words;
use crate::reactive::{Memo, RwSignal, Signal};
use crate::texts::Texts;

/// How much time the players have: one of a few controls, or a custom one.
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

/// A custom control, by sliders.
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

/// The controls that are one click away, the first being none.
pub(super) const PRESETS: [TimeControl; 7] = [
    TimeControl::Unlimited,
    TimeControl::PerMove { seconds: 10 },
    TimeControl::PerMove { seconds: 30 },
    TimeControl::PerMove { seconds: 60 },
    TimeControl::Fischer { main: 300, increment: 3 },
    TimeControl::Fischer { main: 600, increment: 5 },
    TimeControl::ByoYomi { main: 900, periods: 3, period: 30 },
];

/// Those that are offered beside the board: no clock, a fast game, a slow one.
pub(crate) const QUICK_CONTROLS: [TimeControl; 3] = [PRESETS[0], PRESETS[4], PRESETS[5]];

/// Seconds for the game that one can choose.
pub(super) const MAINS: [u32; 18] =
    [0, 5, 10, 20, 30, 60, 120, 180, 300, 480, 600, 900, 1_200, 1_800, 2_700, 3_600, 5_400, 7_200];
/// Seconds for a move, a period or an increment.
pub(super) const SECONDS: [u32; 16] = [0, 1, 2, 3, 5, 8, 10, 12, 15, 20, 30, 45, 60, 90, 120, 180];
pub(super) const MOST_PERIODS: u32 = 10;

/// The kinds of time control with values of the user.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    PerMove,
    Fischer,
    ByoYomi,
}

impl Kind {
    pub(super) const ALL: [Kind; 3] = [Kind::PerMove, Kind::Fischer, Kind::ByoYomi];

    /// The form's value and the key of the name.
    pub(super) fn keys(self) -> (&'static str, &'static str) {
        match self {
            Kind::PerMove => ("per-move", "clock-kind-per-move"),
            Kind::Fischer => ("increment", "clock-kind-increment"),
            Kind::ByoYomi => ("byo-yomi", "clock-kind-byo-yomi"),
        }
    }
}

/// A time control with values of the user, and the values of the other kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Own {
    pub(super) kind: Kind,
    pub(super) main: u32,
    pub(super) seconds: u32,
    pub(super) periods: u32,
}

impl Own {
    /// What resembles a control most.
    pub(super) fn of(control: TimeControl) -> Own {
        let own = Own { kind: Kind::Fischer, main: 300, seconds: 5, periods: 3 };
        match control {
            TimeControl::Unlimited => own,
            TimeControl::PerMove { seconds } => Own { kind: Kind::PerMove, seconds, ..own },
            TimeControl::Fischer { main, increment } => Own { main, seconds: increment, ..own },
            TimeControl::ByoYomi { main, periods, period } => {
                Own { kind: Kind::ByoYomi, main, seconds: period, periods }
            }
        }
    }

    /// The control, with no less than can be played by.
    pub(super) fn control(self) -> TimeControl {
        let Own { kind, main, seconds, periods } = self;
        match kind {
            Kind::PerMove => TimeControl::PerMove { seconds: seconds.max(1) },
            Kind::Fischer => TimeControl::Fischer { main: main.max(5), increment: seconds },
            Kind::ByoYomi => TimeControl::ByoYomi { main, periods: periods.max(1), period: seconds.max(1) },
        }
    }
}

/// The place of the value that comes nearest from below.
pub(super) fn place(values: &[u32], value: u32) -> usize {
    values.iter().rposition(|&other| other <= value).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whatever_is_put_together_can_be_played_by() {
        for kind in Kind::ALL {
            for (main, seconds, periods) in [(0, 0, 0), (5, 1, 1), (7_200, 180, MOST_PERIODS)] {
                let control = Own { kind, main, seconds, periods }.control();
                assert_eq!(control.to_string().parse(), Ok(control));
                assert_eq!(Own::of(control).control(), control);
            }
        }
        assert!(PRESETS.iter().all(|control| control.to_string().parse() == Ok(*control)));
    }

    #[test]
    fn a_slider_stands_at_the_value_or_below() {
        assert_eq!(place(&MAINS, 300), 8);
        assert_eq!(place(&MAINS, 301), 8);
        assert_eq!(place(&SECONDS, 4), 3);
    }
}
