//! The form for a new game.

mod clock;
mod seat;

use std::num::NonZeroU16;

use leptos::prelude::*;
use tengen_game::clock::TimeControl;
use tengen_game::opening::{Opening, Protocol};
use tengen_game::{BoardSize, Color, Position, Rule, WinLength};
use tengen_match::{Game, Seat, Tuning, protocols};

use crate::forms::{always, button, slider};
use crate::links::ShownOnReturn;
use crate::panel::opening_words::{Draft, about, name_key};
use crate::panel::play::opponents::even_seats;
use crate::panel::{focus_after_render, phrases, show_after_render};
use crate::place::Place;
use crate::reactive::{Memo, RwSignal, Signal};
use crate::session::Session;
use crate::texts::Texts;

pub(crate) use clock::QUICK_CONTROLS;
pub(crate) use seat::{PRESETS, Preset, SeatChoice};

/// The values of the form.
#[derive(Clone, Copy)]
struct Form {
    choice: RwSignal<Choice>,
    /// The number of stones in a row that win, with the rule "other".
    length: RwSignal<usize>,
    lines: RwSignal<usize>,
    /// The number of moves after which the game is a draw; 0 for none.
    max_moves: RwSignal<usize>,
    seats: RwSignal<[Seat; 2]>,
    tuning: RwSignal<[Tuning; 2]>,
    time: RwSignal<TimeControl>,
    /// Whether the time control has values of the user.
    own_time: RwSignal<bool>,
    protocol: RwSignal<Option<Protocol>>,
}

impl Form {
    /// The form with the values of the game on the table.
    fn of(game: &Game) -> Form {
        let (rule, size) = (game.record().rule(), game.record().size());
        let max_moves = game.record().start().max_moves().map_or(0, |most| usize::from(most.get()));
        Form {
            choice: RwSignal::new(Choice::of(rule)),
            length: RwSignal::new(usize::from(rule.win_length().stones())),
            lines: RwSignal::new(usize::from(size.lines())),
            max_moves: RwSignal::new(max_moves),
            seats: RwSignal::new(game.seats()),
            tuning: RwSignal::new(game.tuning()),
            time: RwSignal::new(game.clock().control()),
            own_time: RwSignal::new(!clock::PRESETS.contains(&game.clock().control())),
            protocol: RwSignal::new(game.opening().map(Opening::protocol)),
        }
    }

    /// The opening protocols that fit the chosen rule, board and number of moves.
    fn protocols(self) -> Vec<Protocol> {
        let size = BoardSize::new(self.lines.get()).unwrap_or(BoardSize::FIFTEEN);
        protocols(self.choice.get().rule(self.length.get()), size, self.max_moves.get())
    }

    /// The game that the form describes.
    fn game(self) -> Game {
        let rule = self.choice.get_untracked().rule(self.length.get_untracked());
        let size = BoardSize::new(self.lines.get_untracked()).unwrap_or(BoardSize::FIFTEEN);
        let max_moves = u16::try_from(self.max_moves.get_untracked()).ok().and_then(NonZeroU16::new);
        let start = Position::new(rule, size).with_max_moves(max_moves);
        let game = Game::from_position(start, self.seats.get_untracked(), self.tuning.get_untracked());
        // Handicaps are chosen before the first stone, where they are in sight.
        let game = game.with_no_double_threats(false).with_control(self.time.get_untracked());
        match self.protocol.get_untracked() {
            Some(protocol) => game.with_opening(protocol),
            None => game,
        }
    }

    fn swap_sides(self) {
        self.seats.update(|seats| seats.swap(0, 1));
        self.tuning.update(|tuning| tuning.swap(0, 1));
    }
}

/// The form for a new game. It begins with the values of the game on the table, or with those that it had when the user left it to read
/// about the opening.
#[component]
pub(crate) fn NewGame(place: RwSignal<Place>) -> impl IntoView {
    let texts = Texts::of_page();
    let session = Session::of_page();
    let draft = Draft::of_page().take();
    let form = draft.map_or_else(|| session.table.game.with_untracked(Form::of), |game| Form::of(&game));
    let shown_on_return = use_context::<ShownOnReturn>();
    let start = move || {
        let game = form.game();
        // Another level than that of the even game has been chosen.
        if session.preferences.with_untracked(|known| even_seats(known, game.seats())) != game.seats() {
            session.preferences.update(|preferences| preferences.even = false);
        }
        session.act(|table| table.new_game(game));
        if let Some(shown) = shown_on_return {
            shown.set(".table");
        }
        place.set(Place::Play);
        focus_after_render(".cell[tabindex='0']");
        show_after_render(".table");
    };
    // The form replaces the buttons, so the focus moves to it, and back to the buttons when the user cancels.
    focus_after_render("#seat-black");
    let cancel = move || {
        place.set(Place::Play);
        focus_after_render("#new-game");
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
            <seat::Presets form/>
            <SeatChoice color=Color::Black seats=form.seats/>
            <seat::FineTuning color=Color::Black form/>
            <SeatChoice color=Color::White seats=form.seats/>
            <seat::FineTuning color=Color::White form/>
            <div class="row">
                <button type="button" id="swap-sides" on:click=move |_| form.swap_sides()>
                    {move || texts.text("swap-sides")}
                </button>
            </div>
            <Rules form/>
            <OpeningChoice form place/>
            <clock::ClockChoice form/>
            <div class="row start">
                <button type="submit" id="start" class="primary">{move || texts.text("start")}</button>
                <button type="button" id="cancel" on:click=move |_| cancel()>
                    {move || texts.text("cancel")}
                </button>
            </div>
        </form>
    }
}

/// The fields for the rule, the board, and the number of moves after which a game is a draw.
#[component]
fn Rules(form: Form) -> impl IntoView {
    let texts = Texts::of_page();
    let Form { choice, length, lines, max_moves, .. } = form;
    // A row longer than the board cannot be made.
    let longest = Signal::derive(move || lines.get().min(9));
    Effect::new(move || {
        if length.get() > longest.get() {
            length.set(longest.get());
        }
    });
    // A limit above the number of points would never end a game.
    let most_moves = Signal::derive(move || lines.get() * lines.get());
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
    let no_winner = move || {
        let size = BoardSize::new(lines.get()).unwrap_or(BoardSize::FIFTEEN);
        phrases::no_winner(texts, choice.get().rule(length.get()), size)
    };
    view! {
        <fieldset>
            <legend>{move || texts.text("rule")}</legend>
            <div class="choices">{Choice::all().map(rule_option).collect_view()}</div>
            <p class="quiet">{move || phrases::about(texts, choice.get().rule(length.get()))}</p>
        </fieldset>
        {slider(
            "size",
            "board-size",
            lines.into(),
            move |value| lines.set(value),
            (3, Signal::derive(|| 22), 1),
            |texts, value| texts.text_with("lines", &[("count", value.into())]),
        )}
        <p class="no-winner" id="no-winner" role="status">{no_winner}</p>
        <Show when=move || choice.get() == Choice::Other>
            {slider(
                "length",
                "in-a-row",
                length.into(),
                move |value| length.set(value),
                (1, longest, 1),
                |_, value| value.to_string(),
            )}
        </Show>
        {slider(
            "max-moves",
            "max-moves",
            max_moves.into(),
            move |value| max_moves.set(value),
            (0, most_moves, 1),
            |texts, value| if value == 0 { texts.text("no-limit") } else { value.to_string() },
        )}
    }
}

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

    /// The rule of the choice. "Other" is a rule with a custom number of stones in a row.
    fn rule(self, length: usize) -> Rule {
        match self {
            Choice::Named(rule) => rule,
            Choice::Other => WinLength::new(length).map_or(Rule::FREESTYLE, Rule::Free),
        }
    }

    /// The form's value and the key of the name.
    fn keys(self) -> (String, &'static str) {
        match self {
            Choice::Named(rule) => (rule.to_string(), phrases::name_key(rule)),
            Choice::Other => ("other".to_owned(), "rule-custom"),
        }
    }
}

/// The choice of the opening protocol, which decides the first stones and the colours. It is hidden if no protocol fits the rule and the
/// board.
#[component]
fn OpeningChoice(form: Form, place: RwSignal<Place>) -> impl IntoView {
    let texts = Texts::of_page();
    let offered = Memo::new(move |_| form.protocols());
    // A protocol that no longer fits is cleared.
    Effect::new(move || {
        if form.protocol.get().is_some_and(|chosen| offered.with(|offered| !offered.contains(&chosen))) {
            form.protocol.set(None);
        }
    });
    let value = |protocol: Option<Protocol>| protocol.map_or("free".to_owned(), |found| found.to_string());
    let option = move |protocol: Option<Protocol>| {
        view! {
            <option value=value(protocol) selected=move || form.protocol.get() == protocol>
                {move || texts.text(name_key(protocol))}
            </option>
        }
    };
    let read = move || {
        Draft::of_page().keep(form.game());
        place.set(Place::OpeningHelp);
        focus_after_render("#help-protocol");
    };
    let options = move || {
        let protocols = offered.get().into_iter().map(Some);
        [None].into_iter().chain(protocols).map(option).collect_view()
    };
    view! {
        <Show when=move || offered.with(|offered| !offered.is_empty())>
            <fieldset class="opening-choice">
                <label class="field" for="protocol">
                    <span>{move || texts.text("opening")}</span>
                    <select
                        id="protocol"
                        prop:value=move || value(form.protocol.get())
                        on:change=move |event| {
                            let chosen = event_target_value(&event).parse().ok();
                            form.protocol.set(chosen.filter(|&protocol| protocol != Protocol::Free));
                        }
                    >
                        {options}
                    </select>
                </label>
                {move || about(texts, form.protocol.get())}
                <div class="row">{button("about-openings", "about-openings", "", always(), read)}</div>
            </fieldset>
        </Show>
    }
    .into_any()
}
