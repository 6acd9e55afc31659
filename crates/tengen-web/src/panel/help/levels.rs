use leptos::prelude::*;
use tengen_analysis::{Character, Classic, Grade, Level};
use tengen_match::Seat;

use super::{Diagram, draw};
use crate::panel::phrases::seconds_word;
use crate::panel::play::{PRESETS, Preset, Tier, about_character_key, character_key, classic_key, seat_name};
use crate::texts::Texts;

/// The programs that the user can play against.
#[component]
pub(super) fn Levels() -> impl IntoView {
    let texts = Texts::of_page();
    let entry = move |seat: Seat| {
        let (name, about) = keys(seat)?;
        let entry = view! {
            <dt>{move || texts.text(name)}</dt>
            <dd>{move || texts.text(about)}</dd>
        };
        Some(entry.into_any())
    };
    let tier = move |tier: Tier| {
        let levels = move || {
            let (first, last) = (tier.first().into(), tier.last().into());
            texts.text_with("levels-from-to", &[("first", first), ("last", last)])
        };
        let name = move || texts.text(tier.name_key());
        view! {
            <dt>{levels} " · " {name}</dt>
            <dd>{move || texts.text(tier.about_key())}</dd>
        }
        .into_any()
    };
    let manner = move |character: Character| {
        view! {
            <dt>{move || texts.text(character_key(character))}</dt>
            <dd>{move || texts.text(about_character_key(character))}</dd>
        }
        .into_any()
    };
    let about = move || {
        let time = seconds_word(texts, Level::HARD.time_ms().unwrap_or_default() / 1_000);
        texts.text_with("about-levels", &[("time", time.into())])
    };
    view! {
        <p>{about}</p>
        <dl class="levels">{Tier::ALL.map(tier).collect_view()}</dl>
        <h2>{move || texts.text("character")}</h2>
        <p>{move || texts.text("about-characters")}</p>
        <dl class="levels">{Character::ALL.map(manner).collect_view()}</dl>
        {presets(texts)}
        <h2>{move || texts.text("classics")}</h2>
        <p>{move || texts.text("about-classics")}</p>
        <dl class="levels">{Seat::CLASSICS.into_iter().filter_map(entry).collect_view()}</dl>
        <h2>{move || texts.text("minimax-steps")}</h2>
        <p>{move || texts.text("about-minimax-steps")}</p>
        {steps()}
    }
}

/// The effects of the presets for a new game.
fn presets(texts: Texts) -> AnyView {
    let row = move |preset: &'static Preset| {
        let lines = move || texts.text_with("lines", &[("count", preset.lines.into())]);
        let limits = move || match preset.limits {
            Some((time_ms, depth)) => {
                let arguments =
                    [("time", seconds_word(texts, time_ms / 1_000).into()), ("depth", depth.into())];
                texts.text_with("preset-limits", &arguments)
            }
            None => seat_name(texts, preset.seat),
        };
        view! {
            <tr>
                <th scope="row">{move || texts.text(preset.key)}</th>
                <td>{lines}</td>
                <td>{limits}</td>
            </tr>
        }
        .into_any()
    };
    view! {
        <h2>{move || texts.text("presets")}</h2>
        <p>{move || texts.text("about-presets")}</p>
        <table class="keys" id="presets-table">
            <tbody>{PRESETS.iter().map(row).collect_view()}</tbody>
        </table>
    }
    .into_any()
}

/// The keys of a program's name and of its description.
fn keys(seat: Seat) -> Option<(&'static str, &'static str)> {
    Some(match seat {
        Seat::Person | Seat::External | Seat::Engine(_) => return None,
        Seat::Classic(Classic::Tuple) => (classic_key(seat), "about-tuple"),
        Seat::Classic(Classic::Direction) => (classic_key(seat), "about-direction"),
        Seat::Classic(Classic::Greedy) => (classic_key(seat), "about-greedy"),
        Seat::Classic(Classic::GameTree) => (classic_key(seat), "about-game-tree"),
        Seat::Classic(Classic::Minimax(Grade::Easy)) => (classic_key(seat), "about-minimax-easy"),
        Seat::Classic(Classic::Minimax(Grade::Normal)) => (classic_key(seat), "about-minimax-normal"),
        Seat::Classic(Classic::Minimax(Grade::Hard)) => (classic_key(seat), "about-minimax-hard"),
    })
}

const WIN: Diagram = &[".......", "OXXXX*.", "......."];
const BLOCK: Diagram = &[".......", "XOOOO*.", "......."];
const FOUR: Diagram = &[".......", ".*XXX*.", "......."];
const BLOCK_FOUR: Diagram = &[".......", ".*OOO*.", "......."];
const SEARCH: Diagram = &["..*.*..", "..*X*..", "...O..."];

/// The steps: the key of the text, and a diagram in which Black is to move and the points that the step considers are marked.
const STEPS: [(&str, Diagram); 5] = [
    ("step-win", WIN),
    ("step-block", BLOCK),
    ("step-four", FOUR),
    ("step-block-four", BLOCK_FOUR),
    ("step-search", SEARCH),
];

/// The steps as a numbered list.
pub(super) fn steps() -> AnyView {
    let texts = Texts::of_page();
    let step = |(key, diagram): (&'static str, Diagram)| {
        view! {
            <li>
                <figure>
                    {draw(diagram)}
                    <figcaption>{move || texts.text(key)}</figcaption>
                </figure>
            </li>
        }
        .into_any()
    };
    view! { <ol class="figures-of-rules" id="minimax-steps">{STEPS.map(step).collect_view()}</ol> }.into_any()
}

#[cfg(test)]
mod tests {
    use tengen_analysis::{Opponent, SearchLimits, SystemClock};
    use tengen_classic::Minimax;
    use tengen_game::{Board, BoardSize, Color, Point, Position, Rule};

    use super::*;

    /// The position of a diagram in the middle of a board, with Black to move, and the marked points.
    fn position(diagram: Diagram) -> (Position, Vec<Point>) {
        let mut board = Board::new(BoardSize::FIFTEEN);
        let mut marked = Vec::new();
        for (y, row) in (6u8..).zip(diagram) {
            for (x, sign) in (4u8..).zip(row.chars()) {
                match sign {
                    'X' => board.set(Point::new(x, y), Some(Color::Black)),
                    'O' => board.set(Point::new(x, y), Some(Color::White)),
                    '*' => marked.push(Point::new(x, y)),
                    _ => {}
                }
            }
        }
        (Position::from_board(Rule::FREESTYLE, board, Color::Black).unwrap(), marked)
    }

    #[test]
    fn minimax_plays_a_marked_point_and_searches_in_the_last_step_only() {
        for (key, diagram) in STEPS {
            let (position, marked) = position(diagram);
            let mut minimax = Minimax::new(Grade::Easy);
            minimax.set_position(position);
            let report = minimax.choose(&SearchLimits::default(), &SystemClock::new(), &mut ()).unwrap();
            let played = report.best_move.unwrap();
            if diagram == SEARCH {
                assert!(report.depth > 0, "{key}: {report:?}");
            } else {
                assert!(marked.contains(&played), "{key}: {played:?} is not marked");
                assert_eq!(report.depth, 0, "{key}");
            }
        }
    }
}
