use leptos::prelude::*;
use tengen_game::{BoardSize, Color, Rule, WinLength};

use super::super::{Place, focus_after_render, rule_words, show_after_render};
use super::players::classic_key;
use crate::forms::slider;
use crate::game::Seat;
use crate::session::Session;
use crate::texts::Texts;

/// The rules that the form offers. "Other" opens the number of stones to win.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Choice {
    Named(Rule),
    Other,
}

impl Choice {
    fn all() -> impl Iterator<Item = Choice> {
        Rule::NAMED.into_iter().map(Choice::Named).chain([Choice::Other])
    }

    fn of(rule: Rule) -> Choice {
        if Rule::NAMED.contains(&rule) { Choice::Named(rule) } else { Choice::Other }
    }

    /// The rule, where "other" means so many in a row.
    fn rule(self, length: usize) -> Rule {
        match self {
            Choice::Named(rule) => rule,
            Choice::Other => WinLength::new(length).map_or(Rule::FREESTYLE, Rule::Free),
        }
    }

    /// The form's value and the key of the name.
    fn keys(self) -> (String, &'static str) {
        match self {
            Choice::Named(rule) => (rule.to_string(), rule_words::name_key(rule)),
            Choice::Other => ("other".to_owned(), "rule-custom"),
        }
    }
}

/// The form for a new game. It begins as the game on the table is.
#[component]
pub(crate) fn NewGame(place: RwSignal<Place>) -> impl IntoView {
    let texts = Texts::of_page();
    let session = Session::of_page();
    let (rule, size, seats) =
        session.game.with_untracked(|game| (game.record().rule(), game.record().size(), game.seats()));
    let choice = RwSignal::new(Choice::of(rule));
    let length = RwSignal::new(usize::from(rule.win_length().stones()));
    let lines = RwSignal::new(usize::from(size.lines()));
    let seats = RwSignal::new(seats);

    let start = move || {
        let rule = choice.get_untracked().rule(length.get_untracked());
        let size = BoardSize::new(lines.get_untracked()).unwrap_or(BoardSize::FIFTEEN);
        session.new_game(rule, size, seats.get_untracked());
        place.set(Place::Play);
        focus_after_render(".cell[tabindex='0']");
        show_after_render(".table");
    };
    // The form takes the place of the buttons, so the keyboard goes there with it, and back.
    focus_after_render(".new-game input:checked");
    // A row longer than the board could never be made.
    let longest = Signal::derive(move || lines.get().min(9));
    Effect::new(move || {
        if length.get() > longest.get() {
            length.set(longest.get());
        }
    });
    let cancel = move || {
        place.set(Place::Play);
        focus_after_render("#new-game");
    };
    let rule_option = move |option: Choice| {
        let (value, name) = option.keys();
        view! {
            <label class="choice">
                <input
                    type="radio"
                    name="rule"
                    value=value
                    prop:checked=move || choice.get() == option
                    on:change=move |_| choice.set(option)
                />
                <span>{move || texts.text(name)}</span>
            </label>
        }
    };
    view! {
        <form
            class="new-game"
            on:submit=move |event| {
                event.prevent_default();
                start();
            }
            on:keydown=move |event| {
                if event.key() == "Escape" {
                    cancel();
                }
            }
        >
            <fieldset>
                <legend>{move || texts.text("rule")}</legend>
                <div class="choices">{Choice::all().map(rule_option).collect_view()}</div>
                <p class="quiet">
                    {move || rule_words::about(texts, choice.get().rule(length.get()))}
                </p>
            </fieldset>
            {slider(
                "size",
                "board-size",
                lines.into(),
                move |value| lines.set(value),
                (3, Signal::derive(|| 22), 1),
                square,
            )}
            <Show when=move || choice.get() == Choice::Other>
                {slider("length", "in-a-row", length.into(), move |value| length.set(value), (1, longest, 1), number)}
            </Show>
            <SeatChoice color=Color::Black seats/>
            <SeatChoice color=Color::White seats/>
            <div class="row">
                <button type="button" id="swap-sides" on:click=move |_| seats.update(|seats| seats.swap(0, 1))>
                    {move || texts.text("swap-sides")}
                </button>
            </div>
            <div class="row start">
                <button type="submit" id="start" class="primary">{move || texts.text("start")}</button>
                <button type="button" id="cancel" on:click=move |_| cancel()>
                    {move || texts.text("cancel")}
                </button>
            </div>
        </form>
    }
}

fn number(_: Texts, value: usize) -> String {
    value.to_string()
}

fn square(texts: Texts, value: usize) -> String {
    texts.text_with("lines", &[("count", value.into())])
}

/// Who plays one colour.
#[component]
fn SeatChoice(color: Color, seats: RwSignal<[Seat; 2]>) -> impl IntoView {
    let texts = Texts::of_page();
    let (id, key) = match color {
        Color::Black => ("seat-black", "black-seat"),
        Color::White => ("seat-white", "white-seat"),
    };
    let option = move |seat: Seat| {
        let key = match seat {
            Seat::Person => "choice-person",
            Seat::Easy => "choice-easy",
            Seat::Normal => "choice-normal",
            Seat::Hard => "choice-hard",
            classic => classic_key(classic),
        };
        view! {
            <option value=seat.name() selected=move || seats.get()[color.index()] == seat>
                {move || texts.text(key)}
            </option>
        }
    };
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
                {Seat::USUAL.map(option).collect_view()}
                <optgroup label=move || texts.text("classics")>
                    {Seat::CLASSICS.map(option).collect_view()}
                </optgroup>
            </select>
        </label>
    }
}
