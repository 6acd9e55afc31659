//! The help, in tabs.

mod levels;
mod openings;
mod rules;

use super::focus_after_render;
use crate::forms::next_tab;
use crate::place::Place;
use crate::reactive::RwSignal;
use crate::texts::Texts;
use leptos::prelude::*;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Topic {
    Rules,
    Openings,
    Controls,
    Levels,
}

const TOPICS: [(Topic, &str); 4] = [
    (Topic::Rules, "help-rules"),
    (Topic::Openings, "help-openings"),
    (Topic::Controls, "help-controls"),
    (Topic::Levels, "help-levels"),
];

/// The help, with one of its topics open.
#[component]
pub(super) fn Help(place: RwSignal<Place>, topic: Topic) -> impl IntoView {
    let texts = Texts::of_page();
    let topic = RwSignal::new(topic);
    let tab = move |index: usize| {
        let (to, key) = TOPICS[index];
        let is_chosen = move || topic.get() == to;
        let step = move |event: leptos::ev::KeyboardEvent| {
            let Some(next) = next_tab(&event, index, TOPICS.len()) else { return };
            topic.set(TOPICS[next].0);
            focus_after_render(".topics [aria-selected='true']");
        };
        view! {
            <button
                type="button"
                role="tab"
                id=key
                aria-selected=move || is_chosen().to_string()
                aria-controls="help-content"
                tabindex=move || if is_chosen() { "0" } else { "-1" }
                on:click=move |_| topic.set(to)
                on:keydown=step
            >
                {move || texts.text(key)}
            </button>
        }
        .into_any()
    };
    let content = move || match topic.get() {
        Topic::Rules => view! { <rules::Rules/> }.into_any(),
        Topic::Openings => view! { <openings::Openings place/> }.into_any(),
        Topic::Controls => view! { <Controls/> }.into_any(),
        Topic::Levels => view! { <levels::Levels/> }.into_any(),
    };
    let name = move || TOPICS.iter().find(|&&(other, _)| other == topic.get()).map(|&(_, id)| id);
    view! {
        <div class="topics" role="tablist" aria-label=move || texts.text("help")>
            {(0..TOPICS.len()).map(tab).collect_view()}
        </div>
        <div class="topic" id="help-content" role="tabpanel" aria-labelledby=name>{content}</div>
    }
}

/// The keys of the page, each with the key of its description.
const KEYS: [(&str, &str); 16] = [
    ("← ↑ → ↓", "key-arrows"),
    ("Enter", "key-enter"),
    ("←  →  ↑  ↓", "key-lines"),
    ("U  Ctrl+Z", "undo"),
    ("R  Ctrl+Y", "redo"),
    ("H", "hint"),
    (",  .", "key-step"),
    ("Home  End", "key-ends"),
    ("A", "key-analyse"),
    ("M", "key-marks"),
    ("P", "replay-play"),
    ("W", "why-not"),
    ("N", "new-game"),
    ("?", "help"),
    ("← →  N  R", "key-puzzle"),
    ("Esc", "key-escape"),
];

/// The controls by keyboard, mouse and touch.
#[component]
fn Controls() -> impl IntoView {
    let texts = Texts::of_page();
    let row = move |(key, about): (&'static str, &'static str)| {
        view! {
            <tr>
                <th scope="row"><kbd>{key}</kbd></th>
                <td>{move || texts.text(about)}</td>
            </tr>
        }
        .into_any()
    };
    view! {
        <h2>{move || texts.text("help-pointer")}</h2>
        <p>{move || texts.text("help-pointer-how")}</p>
        <p>{move || texts.text("help-touch-how")}</p>
        <h2>{move || texts.text("help-keys")}</h2>
        <table class="keys">
            <tbody>{KEYS.map(row).collect_view()}</tbody>
        </table>
    }
}

/// A part of a board, row by row: `X` is Black's stone, `O` White's, `x` a point that is forbidden to Black, `*` a point at which a side
/// wins, and `.` an empty point.
type Diagram = &'static [&'static str];

/// The distance between two lines, in units of the drawing.
const CELL: usize = 20;

/// Draws a diagram. Its caption describes it, so that a screen reader skips the drawing.
fn draw(diagram: Diagram) -> AnyView {
    let columns = diagram.first().map_or(0, |row| row.len());
    let (width, height) = (columns * CELL, diagram.len() * CELL);
    let centre = |index: usize| index * CELL + CELL / 2;
    let lines: String = (0..diagram.len())
        .map(|row| format!("M0 {y}H{width}", y = centre(row)))
        .chain((0..columns).map(|column| format!("M{x} 0V{height}", x = centre(column))))
        .collect();
    let signs = diagram.iter().enumerate().flat_map(|(row, signs)| {
        signs
            .chars()
            .enumerate()
            .filter_map(move |(column, sign)| sign_at(sign, column * CELL + CELL / 2, row * CELL + CELL / 2))
    });
    view! {
        <svg class="diagram" viewBox=format!("0 0 {width} {height}") style=format!("--columns:{columns}") aria-hidden="true">
            <rect class="ground" width=width height=height/>
            <path class="lines" d=lines/>
            {signs.collect_view()}
        </svg>
    }
    .into_any()
}

fn sign_at(sign: char, x: usize, y: usize) -> Option<AnyView> {
    let circle = |class: &'static str, radius: &'static str| {
        view! { <circle class=class cx=x cy=y r=radius/> }.into_any()
    };
    Some(match sign {
        'X' => circle("black", "8.5"),
        'O' => circle("white", "8.5"),
        '*' => circle("good", "5"),
        'x' => {
            let (left, top) = (x - 5, y - 5);
            view! { <path class="bad" d=format!("M{left} {top}l10 10m0-10l-10 10")/> }.into_any()
        }
        _ => return None,
    })
}
