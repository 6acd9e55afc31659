//! Small boards with a few stones, to show what words alone would not.

use leptos::prelude::*;

/// A part of a board, row by row: `X` is Black's stone, `O` White's, `x` a point that is forbidden to Black, `*` one at which
/// somebody wins, and `.` an empty one.
pub(super) type Diagram = &'static [&'static str];

/// Units between two lines.
const CELL: usize = 20;

/// Draws a diagram. Its caption says what it shows, so that a screen reader skips the drawing.
pub(super) fn draw(diagram: Diagram) -> AnyView {
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
