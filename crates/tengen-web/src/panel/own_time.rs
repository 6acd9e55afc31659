//! A custom time control, in the forms of local games and of online games.

use leptos::prelude::*;
use tengen_game::clock::TimeControl;

use crate::forms::slider;
use crate::panel::phrases::seconds_word;
use crate::reactive::{Memo, RwSignal, Signal};
use crate::texts::Texts;

/// The control that the fields produce for `control` without any change by the user.
pub(crate) fn like(control: TimeControl) -> TimeControl {
    Own::of(control).control()
}

/// The fields of a time control.
pub(crate) fn fields(time: RwSignal<TimeControl>) -> AnyView {
    let texts = Texts::of_page();
    let own = RwSignal::new(Own::of(time.get_untracked()));
    let change = move |change: &dyn Fn(&mut Own)| {
        own.update(|own| change(own));
        time.set(own.get_untracked().control());
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
    let word = |values: &'static [u32]| {
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
            word(&SECONDS),
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
            word(&MAINS),
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

/// The choices of the main time, in seconds.
const MAINS: [u32; 18] =
    [0, 5, 10, 20, 30, 60, 120, 180, 300, 480, 600, 900, 1_200, 1_800, 2_700, 3_600, 5_400, 7_200];
/// The choices of the time per move, of a period and of an increment, in seconds.
const SECONDS: [u32; 16] = [0, 1, 2, 3, 5, 8, 10, 12, 15, 20, 30, 45, 60, 90, 120, 180];
const MOST_PERIODS: u32 = 10;

/// The kinds of custom time controls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    PerMove,
    Fischer,
    ByoYomi,
}

impl Kind {
    const ALL: [Kind; 3] = [Kind::PerMove, Kind::Fischer, Kind::ByoYomi];

    /// The form's value and the key of the name.
    fn keys(self) -> (&'static str, &'static str) {
        match self {
            Kind::PerMove => ("per-move", "clock-kind-per-move"),
            Kind::Fischer => ("increment", "clock-kind-increment"),
            Kind::ByoYomi => ("byo-yomi", "clock-kind-byo-yomi"),
        }
    }
}

/// A custom time control, with values for the other kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Own {
    kind: Kind,
    main: u32,
    seconds: u32,
    periods: u32,
}

impl Own {
    /// The custom control that is closest to `control`.
    fn of(control: TimeControl) -> Own {
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

    /// The time control, with a time that suffices to play.
    fn control(self) -> TimeControl {
        let Own { kind, main, seconds, periods } = self;
        match kind {
            Kind::PerMove => TimeControl::PerMove { seconds: seconds.max(1) },
            Kind::Fischer => TimeControl::Fischer { main: main.max(5), increment: seconds },
            Kind::ByoYomi => TimeControl::ByoYomi { main, periods: periods.max(1), period: seconds.max(1) },
        }
    }
}

/// The index of the largest value that is not above `value`.
fn place(values: &[u32], value: u32) -> usize {
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
    }

    #[test]
    fn a_slider_stands_at_the_value_or_below() {
        assert_eq!(place(&MAINS, 300), 8);
        assert_eq!(place(&MAINS, 301), 8);
        assert_eq!(place(&SECONDS, 4), 3);
    }
}
