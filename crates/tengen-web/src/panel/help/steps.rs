//! In which order minimax asks itself what to play, step by step with a diagram.

use leptos::prelude::*;

use super::diagram::{Diagram, draw};
use crate::texts::Texts;

const WIN: Diagram = &[".......", "OXXXX*.", "......."];
const BLOCK: Diagram = &[".......", "XOOOO*.", "......."];
const FOUR: Diagram = &[".......", ".*XXX*.", "......."];
const BLOCK_FOUR: Diagram = &[".......", ".*OOO*.", "......."];
const SEARCH: Diagram = &["..*.*..", "..*X*..", "...O..."];

/// The steps: what is said of each, and a diagram in which Black is to move and the points that the step considers are marked.
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
    use tengen_analysis::{Level, Opponent, SearchLimits, SystemClock};
    use tengen_classic::Minimax;
    use tengen_game::{Board, BoardSize, Color, Point, Position, Rule};

    use super::*;

    /// The diagram in the middle of a board with Black to move, and its marked points.
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
            let mut minimax = Minimax::new(Level::Easy);
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
