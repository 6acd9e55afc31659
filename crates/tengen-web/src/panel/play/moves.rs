use leptos::html::Div;
use leptos::prelude::*;
use tengen_analysis::MoveClass;
use tengen_game::opening::RenjuOpening;
use tengen_game::{Color, Move, Point};
use tengen_match::{Game, Mode, Replay, Review, Speed, classes_on};
use tengen_text::{Language, class_key};

use super::players::color_key;
use crate::panel::phrases::class_mark;
use crate::panel::{keep_current_in_sight, move_name};
use crate::reactive::{Memo, Signal};
use crate::session::Session;
use crate::texts::Texts;

/// The number of moves in one list, which the browser lays out as a whole. In a single list of some hundred moves, each further move takes
/// as much time as its stone.
const LIST: usize = 40;

/// The moves of the game, a row for each pair. Each move is a button that leads back to its position.
#[component]
pub(super) fn Moves() -> impl IntoView {
    let texts = Texts::of_page();
    let session = Session::of_page();
    let moves = Memo::new(move |_| {
        session.table.game.with(|game| {
            let size = game.record().size();
            let first = game.record().start().side_to_move();
            let numbered = game.record().line().into_iter().enumerate();
            numbered
                .map(|(index, played)| {
                    let color = if index.is_multiple_of(2) { first } else { !first };
                    ListedMove { number: index + 1, color, name: move_name(texts, played, size) }
                })
                .collect::<Vec<_>>()
        })
    });
    let cursor = Memo::new(move |_| session.table.game.with(|game| game.record().cursor()));
    let classes = Memo::new(move |_| reviewed_classes(session));
    let lists = Memo::new(move |_| moves.with(Vec::len).div_ceil(LIST));
    let part = move |list: usize| {
        Memo::new(move |_| moves.with(|moves| moves.chunks(LIST).nth(list).unwrap_or_default().to_vec()))
    };
    let list = NodeRef::<Div>::new();
    keep_current_in_sight(list, move || _ = (cursor.get(), moves.with(Vec::len)));
    view! {
        <section class="moves">
            {heading(texts, session)}
            <Show when=move || moves.with(Vec::is_empty)>
                <p class="quiet">{move || texts.text("no-moves")}</p>
            </Show>
            <div class="lists" node_ref=list>
                <For each=move || 0..lists.get() key=|list| *list let:list>
                    {
                        let part = part(list);
                        view! {
                            <ol start=list * LIST + 1 style:--rows=move || part.with(Vec::len).div_ceil(2).to_string()>
                                <For each=move || part.get() key=Clone::clone let:entry>
                                    <li>
                                        <MoveButton entry cursor classes/>
                                    </li>
                                </For>
                            </ol>
                        }
                    }
                </For>
            </div>
        </section>
    }
}

/// The review's classes for the moves of the line on the board, as far as these are moves of the game.
pub(in crate::panel) fn reviewed_classes(session: Session) -> Vec<Option<MoveClass>> {
    let of_review = |game: &Game, review: &Review| classes_on(&game.record().line_nodes(), game, review);
    session.table.review.with(|review| {
        review
            .as_ref()
            .map_or_else(Vec::new, |review| session.table.game.with(|game| of_review(game, review)))
    })
}

/// The heading of the moves, with the name of the opening.
pub(in crate::panel) fn heading(texts: Texts, session: Session) -> AnyView {
    let opening = Memo::new(move |_| opening(session));
    view! {
        <h2>
            {move || texts.text("moves")}
            <span class="opening-name" id="opening-name" title=move || Some(opening.get()?.to_string())>
                {move || opening.get().map(|opening| opening_name(texts, opening))}
            </span>
        </h2>
    }
    .into_any()
}

/// The opening of the first three stones, if they form one of the 26.
fn opening(session: Session) -> Option<RenjuOpening> {
    let stones = session.table.game.with(|game| {
        let record = game.record();
        let is_named = record.rule().win_length().stones() == 5 && record.start().moves().is_empty();
        let stones: Vec<Point> = record.line().into_iter().map_while(Move::point).take(3).collect();
        is_named.then_some((stones, record.size()))
    });
    let (stones, size) = stones?;
    RenjuOpening::classify(&stones, size)
}

/// The name of an opening. Its number, such as I6, would be taken for a point.
fn opening_name(texts: Texts, opening: RenjuOpening) -> String {
    let name = match texts.language() {
        Language::English => opening.name(),
        Language::Chinese => opening.chinese(),
    };
    texts.text_with("opening-named", &[("name", name.into())])
}

#[derive(Clone, PartialEq, Eq, Hash)]
struct ListedMove {
    number: usize,
    color: Color,
    name: String,
}

#[component]
fn MoveButton(
    entry: ListedMove,
    cursor: Memo<usize>,
    classes: Memo<Vec<Option<MoveClass>>>,
) -> impl IntoView {
    let texts = Texts::of_page();
    let session = Session::of_page();
    let ListedMove { number, color, name } = entry;
    let shown = name.clone();
    let class = Memo::new(move |_| classes.with(|classes| classes.get(number - 1).copied().flatten()));
    let label = move || {
        let color = texts.text(color_key(color));
        let arguments = [("number", number.into()), ("color", color.into()), ("point", name.as_str().into())];
        let label = texts.text_with("move-label", &arguments);
        match class.get() {
            None => label,
            Some(class) => {
                let arguments = [("move", label.into()), ("class", texts.text(class_key(class)).into())];
                texts.text_with("move-label-class", &arguments)
            }
        }
    };
    view! {
        <button
            class="move"
            class:current=move || cursor.get() == number
            class:undone=move || { cursor.get() < number }
            aria-current=move || (cursor.get() == number).then_some("step")
            aria-label=label
            on:click=move |_| session.act(|table| table.go_to(number))
        >
            <span class="number">{number}</span>
            " "
            <span class=format!("dot {color}")></span>
            {shown} {move || class.get().map(class_mark)}
        </button>
    }
}

/// The paths of the icons, in a square of 24 by 24 units.
pub(in crate::panel) const FIRST: &str = "M6 5v14M19 5l-9 7l9 7Z";
pub(in crate::panel) const BACK: &str = "M15 4.5l1.8 1.6l-6 5.9l6 5.9l-1.8 1.6l-7.8-7.5Z";
const PLAY: &str = "M8 4.5l11 7.5l-11 7.5Z";
const STOP: &str = "M8.5 5v14M15.5 5v14";
pub(in crate::panel) const FORWARD: &str = "M9 4.5l-1.8 1.6l6 5.9l-6 5.9l1.8 1.6l7.8-7.5Z";
pub(in crate::panel) const LAST: &str = "M18 5v14M5 5l9 7l-9 7Z";

/// The controls that replay the game on the board, step by step or automatically.
#[component]
pub(in crate::panel) fn Controls() -> impl IntoView {
    let texts = Texts::of_page();
    let session = Session::of_page();
    let place = Memo::new(move |_| {
        session.table.game.with(|game| (game.record().cursor(), game.record().line().len()))
    });
    let is_playing = Memo::new(move |_| session.table.mode.with(Mode::is_replay));
    let can_back = Signal::derive(move || place.get().0 > 0);
    let can_forward = Signal::derive(move || place.get().0 < place.get().1);
    let can_play = Signal::derive(move || place.get().1 > 0);
    let message = move || {
        let (cursor, end) = place.get();
        texts.text_with("replay-at", &[("move", cursor.into()), ("moves", end.into())])
    };
    let play_key = Signal::derive(move || if is_playing.get() { "replay-stop" } else { "replay-play" });
    let play_path = Signal::derive(move || if is_playing.get() { STOP } else { PLAY });
    let speed = move |speed: Speed| {
        view! {
            <option value=speed.name() selected=move || session.table.speed.get() == speed>
                {move || texts.text_with("replay-speed-of", &[("speed", speed.name().into())])}
            </option>
        }
    };
    view! {
        <section class="replay" aria-label=move || texts.text("replay")>
            <input
                type="range"
                id="replay-place"
                min="0"
                max=move || place.get().1
                aria-label=move || texts.text("replay-place")
                aria-valuetext=message
                prop:value=move || place.get().0.to_string()
                on:input=move |event| {
                    if let Ok(moves) = event_target_value(&event).parse() {
                        session.act(|table| table.go_to(moves));
                    }
                }
            />
            <div class="bar">
                {step("replay-first", "replay-first", Signal::derive(|| FIRST), can_back, move || session.act(|table| table.step(isize::MIN)))}
                {step("replay-back", "replay-back", Signal::derive(|| BACK), can_back, move || session.act(|table| table.step(-1)))}
                {control("replay-play", play_key, play_path, can_play, move || session.give(Replay::toggle))}
                {step("replay-forward", "replay-forward", Signal::derive(|| FORWARD), can_forward, move || session.act(|table| table.step(1)))}
                {step("replay-last", "replay-last", Signal::derive(|| LAST), can_forward, move || session.act(|table| table.step(isize::MAX)))}
                <select
                    id="replay-speed"
                    aria-label=move || texts.text("replay-speed")
                    on:change=move |event| {
                        let name = event_target_value(&event);
                        if let Some(speed) = Speed::ALL.into_iter().find(|speed| speed.name() == name) {
                            session.give(|current, context| Speed::set(current, speed, context));
                        }
                    }
                >
                    {Speed::ALL.map(speed).collect_view()}
                </select>
            </div>
        </section>
    }
    .into_any()
}

/// A button whose name is always the same.
pub(in crate::panel) fn step(
    id: &'static str,
    key: &'static str,
    path: Signal<&'static str>,
    enabled: Signal<bool>,
    act: impl Fn() + 'static,
) -> AnyView {
    control(id, Signal::derive(move || key), path, enabled, act)
}

fn control(
    id: &'static str,
    key: Signal<&'static str>,
    path: Signal<&'static str>,
    enabled: Signal<bool>,
    act: impl Fn() + 'static,
) -> AnyView {
    let texts = Texts::of_page();
    view! {
        <button
            type="button"
            class="control"
            id=id
            aria-label=move || texts.text(key.get())
            title=move || texts.text(key.get())
            aria-disabled=move || (!enabled.get()).then_some("true")
            on:click=move |_| {
                if enabled.get_untracked() {
                    act();
                }
            }
        >
            <svg viewBox="0 0 24 24" aria-hidden="true">
                <path d=move || path.get()/>
            </svg>
        </button>
    }
    .into_any()
}
