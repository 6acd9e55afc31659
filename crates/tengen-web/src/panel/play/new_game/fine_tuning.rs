use std::time::Duration;

use leptos::prelude::*;
use tengen_game::Color;

use super::super::super::scores::seconds;
use super::Form;
use crate::forms::slider;
use crate::reactive::{Memo, Signal};
use crate::texts::Texts;
use tengen_match::{Offered, Tuning};

/// What can be set about the program that plays a colour. Beginners can leave it closed.
#[component]
pub(super) fn FineTuning(color: Color, form: Form) -> impl IntoView {
    let texts = Texts::of_page();
    let seat = Memo::new(move |_| form.seats.get()[color.index()]);
    let tuning = Signal::derive(move || form.tuning.get()[color.index()]);
    let change = move |change: &dyn Fn(&mut Tuning)| {
        form.tuning.update(|tuning| change(&mut tuning[color.index()]));
    };
    // A program that sits down does not have what was set about the one before.
    Effect::new(move || {
        let seat = seat.get();
        if tuning.get_untracked() != tuning.get_untracked().of_seat(seat) {
            change(&|tuning| *tuning = tuning.of_seat(seat));
        }
    });
    let [time_id, depth_id, breadth_id, nodes_id, forbidden_id, restore_id] = ids(color);
    let settings = move |offered: Offered| {
        let Offered { times_ms, depths, breadths, nodes, forbidden_moves } = offered;
        let forbidden = Signal::derive(move || tuning.get().forbidden_moves.unwrap_or(true));
        view! {
            {step(time_id, "tune-time", times_ms, move || tuning.get().time_ms, seconds_of_ms, move |value| {
                change(&|tuning| tuning.time_ms = value);
            })}
            {step(depth_id, "tune-depth", depths, move || tuning.get().depth, plain, move |value| {
                change(&|tuning| tuning.depth = value);
            })}
            {step(breadth_id, "tune-breadth", breadths, move || tuning.get().breadth, plain, move |value| {
                change(&|tuning| tuning.breadth = value);
            })}
            {step(nodes_id, "tune-nodes", nodes, move || tuning.get().nodes, plain, move |value| {
                change(&|tuning| tuning.nodes = value);
            })}
            {forbidden_moves.then(|| {
                crate::forms::toggle(forbidden_id, "tune-forbidden", forbidden, move |on| {
                    change(&|tuning| tuning.forbidden_moves = Some(on));
                })
            })}
            {crate::forms::button(restore_id, "restore-defaults", "", crate::forms::always(), move || {
                change(&|tuning| *tuning = Tuning::default());
            })}
        }
    };
    move || {
        Offered::to(seat.get()).map(|offered| {
            view! {
                <details class="tuning">
                    <summary>{move || texts.text("tuning")}</summary>
                    {settings(offered)}
                </details>
            }
        })
    }
}

fn ids(color: Color) -> [&'static str; 6] {
    match color {
        Color::Black => {
            ["time-black", "depth-black", "breadth-black", "nodes-black", "forbidden-black", "restore-black"]
        }
        Color::White => {
            ["time-white", "depth-white", "breadth-white", "nodes-white", "forbidden-white", "restore-white"]
        }
    }
}

/// A slider over some values, of which the first place is the program's own; nothing where there is nothing to set.
fn step<T: Copy + PartialEq + Send + Sync + 'static>(
    id: &'static str,
    key: &'static str,
    values: &'static [T],
    value: impl Fn() -> Option<T> + Send + Sync + 'static,
    show: fn(Texts, T) -> String,
    set: impl Fn(Option<T>) + 'static,
) -> Option<AnyView> {
    let place = move || {
        let value = value();
        values.iter().position(|&other| Some(other) == value).map_or(0, |index| index + 1)
    };
    let at = move |place: usize| place.checked_sub(1).and_then(|index| values.get(index).copied());
    let shown = move |texts: Texts, place: usize| {
        at(place).map_or_else(|| texts.text("own-setting"), |value| show(texts, value))
    };
    let most = Signal::derive(move || values.len());
    (!values.is_empty())
        .then(|| slider(id, key, Signal::derive(place), move |place| set(at(place)), (0, most, 1), shown))
}

fn plain<T: ToString>(_: Texts, value: T) -> String {
    value.to_string()
}

fn seconds_of_ms(texts: Texts, time_ms: u32) -> String {
    seconds(texts, Duration::from_millis(time_ms.into()))
}
