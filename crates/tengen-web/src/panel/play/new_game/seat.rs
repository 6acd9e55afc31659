use std::time::Duration;
use tengen_analysis::{Character, Level};

use leptos::prelude::*;
use tengen_game::clock::TimeControl;
use tengen_game::{Color, Rule};
use tengen_match::{Offered, Seat, Tuning};

use super::{Choice, Form};
use crate::forms::slider;
use crate::panel::phrases::seconds;
use crate::panel::play::characters::name_key;
use crate::panel::play::players::opponent_name;
use crate::reactive::{Memo, RwSignal, Signal};
use crate::texts::Texts;

/// The choice of the player of one colour.
#[component]
pub(crate) fn SeatChoice(color: Color, seats: RwSignal<[Seat; 2]>) -> impl IntoView {
    let texts = Texts::of_page();
    let (id, key) = match color {
        Color::Black => ("seat-black", "black-seat"),
        Color::White => ("seat-white", "white-seat"),
    };
    let option = move |seat: Seat| {
        let name = move || match seat {
            Seat::Person => texts.text("choice-person"),
            other => opponent_name(texts, other),
        };
        view! {
            <option value=seat.name() selected=move || seats.get()[color.index()] == seat>
                {name}
            </option>
        }
    };
    let levels = move || Level::ALL.map(Seat::Engine).map(option).collect_view();
    view! {
        <label class="seat" for=id>
            <span class=format!("dot {color}") aria-hidden="true"></span>
            <span>
                {move || texts.text(key)}
                <Show when=move || color == Color::Black>
                    <small class="quiet">{move || texts.text("begins")}</small>
                </Show>
            </span>
            <select
                id=id
                prop:value=move || seats.get()[color.index()].name()
                on:change=move |event| {
                    if let Some(seat) = Seat::from_name(&event_target_value(&event)) {
                        seats.update(|seats| seats[color.index()] = seat);
                    }
                }
            >
                {option(Seat::Person)}
                <optgroup label=move || texts.text("levels")>{levels}</optgroup>
                <optgroup label=move || texts.text("classics")>
                    {Seat::CLASSICS.map(option).collect_view()}
                </optgroup>
            </select>
        </label>
    }
}

/// The settings of the program that plays a colour, in a part that beginners can leave closed.
#[component]
pub(super) fn FineTuning(color: Color, form: Form) -> impl IntoView {
    let texts = Texts::of_page();
    let seat = Memo::new(move |_| form.seats.get()[color.index()]);
    let tuning = Signal::derive(move || form.tuning.get()[color.index()]);
    let change = move |change: &dyn Fn(&mut Tuning)| {
        form.tuning.update(|tuning| change(&mut tuning[color.index()]));
    };
    // A newly chosen program keeps only those settings of the program before it that it offers itself.
    Effect::new(move || {
        let seat = seat.get();
        if tuning.get_untracked() != tuning.get_untracked().of_seat(seat) {
            change(&|tuning| *tuning = tuning.of_seat(seat));
        }
    });
    let [time_id, depth_id, breadth_id, nodes_id, forbidden_id, restore_id, character_id] = ids(color);
    let settings = move |offered: Offered| {
        let Offered { times_ms, depths, breadths, nodes, forbidden_moves, characters } = offered;
        let forbidden = Signal::derive(move || tuning.get().forbidden_moves.unwrap_or(true));
        view! {
            {characters.then(|| manner(character_id, tuning, move |character| {
                change(&|tuning| tuning.character = character);
            }))}
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

fn ids(color: Color) -> [&'static str; 7] {
    match color {
        Color::Black => [
            "time-black",
            "depth-black",
            "breadth-black",
            "nodes-black",
            "forbidden-black",
            "restore-black",
            "character-black",
        ],
        Color::White => [
            "time-white",
            "depth-white",
            "breadth-white",
            "nodes-white",
            "forbidden-white",
            "restore-white",
            "character-white",
        ],
    }
}

/// The choice of a character, or of none.
fn manner(id: &'static str, tuning: Signal<Tuning>, set: impl Fn(Option<Character>) + 'static) -> AnyView {
    let texts = Texts::of_page();
    let option = move |character: Option<Character>| {
        let key = character.map_or("character-none", name_key);
        view! {
            <option
                value=character.map_or("none", Character::name)
                selected=move || tuning.get().character == character
            >
                {move || texts.text(key)}
            </option>
        }
    };
    view! {
        <label class="field" for=id>
            <span>{move || texts.text("character")}</span>
            <select
                id=id
                prop:value=move || tuning.get().character.map_or("none", Character::name)
                on:change=move |event| set(event_target_value(&event).parse().ok())
            >
                {option(None)}
                {Character::ALL.map(|character| option(Some(character))).collect_view()}
            </select>
        </label>
    }
    .into_any()
}

/// A slider over some values, whose first place is the program's own setting; `None` if there are no values.
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

/// A game that is set up with one click, in which the user plays Black.
pub(crate) struct Preset {
    id: &'static str,
    pub(crate) key: &'static str,
    pub(crate) seat: Seat,
    pub(crate) lines: usize,
    /// The most milliseconds and plies for a move, of a level that searches.
    pub(crate) limits: Option<(u32, u32)>,
}

/// Boards and limits grow with the level, as beginners find it easier to see a small board.
pub(crate) const PRESETS: [Preset; 3] = [
    Preset { id: "preset-easy", key: "preset-easy", seat: Seat::Engine(Level::EASY), lines: 9, limits: None },
    Preset {
        id: "preset-normal",
        key: "preset-normal",
        seat: Seat::Engine(Level::NORMAL),
        lines: 13,
        limits: None,
    },
    Preset {
        id: "preset-hard",
        key: "preset-hard",
        seat: Seat::Engine(Level::HARD),
        lines: 15,
        limits: Some((8_000, 12)),
    },
];

impl Preset {
    fn tuning(&self) -> Tuning {
        let (time_ms, depth) = self.limits.unzip();
        Tuning { time_ms, depth, ..Tuning::default() }
    }

    fn fill(&self, form: Form) {
        form.choice.set(Choice::of(Rule::FREESTYLE));
        form.lines.set(self.lines);
        form.max_moves.set(0);
        form.time.set(TimeControl::Unlimited);
        form.own_time.set(false);
        form.protocol.set(None);
        form.seats.set([Seat::Person, self.seat]);
        form.tuning.set([Tuning::default(), self.tuning()]);
    }

    /// Whether the form is as this preset fills it.
    fn is_chosen(&self, form: Form) -> bool {
        form.choice.get() == Choice::of(Rule::FREESTYLE)
            && form.lines.get() == self.lines
            && form.max_moves.get() == 0
            && form.time.get() == TimeControl::Unlimited
            && !form.own_time.get()
            && form.protocol.get().is_none()
            && form.seats.get() == [Seat::Person, self.seat]
            && form.tuning.get() == [Tuning::default(), self.tuning()]
    }
}

/// The presets.
#[component]
pub(super) fn Presets(form: Form) -> impl IntoView {
    let texts = Texts::of_page();
    let preset = move |preset: &'static Preset| {
        view! {
            <button
                type="button"
                id=preset.id
                aria-pressed=move || preset.is_chosen(form).to_string()
                on:click=move |_| preset.fill(form)
            >
                {move || texts.text(preset.key)}
                <small>{move || texts.text_with("lines", &[("count", preset.lines.into())])}</small>
            </button>
        }
    };
    view! {
        <div class="named stacked">
            <span class="label" aria-hidden="true">{move || texts.text("presets")}</span>
            <div class="presets" role="group" aria-label=move || texts.text("presets")>
                {PRESETS.iter().map(preset).collect_view()}
            </div>
        </div>
    }
}
