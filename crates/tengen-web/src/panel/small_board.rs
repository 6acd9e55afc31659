//! A position as a small picture.

use std::fmt::Write as _;

use leptos::prelude::*;
use tengen_game::{BoardSize, Color, Point};

/// A small picture of a position, with the last stone marked. A list has many of them; each consists of a few elements for any number of
/// stones.
pub(super) fn small_board(size: BoardSize, stones: &[Vec<Point>; 2], last: Option<Point>) -> AnyView {
    let lines = size.lines();
    let end = lines - 1;
    let mut grid = String::new();
    for index in 0..lines {
        // Writing to a `String` does not fail.
        let _ = write!(grid, "M0 {index}H{end}M{index} 0V{end}");
    }
    let dot = |point: &Point| format!("M{} {}h0", point.x(), point.y());
    let [black, white] = stones.each_ref().map(|points| points.iter().map(dot).collect::<String>());
    let stones = |color: Color, path: String| view! { <path class=format!("dots {color}") d=path/> };
    view! {
        <svg class="thumbnail" viewBox=format!("-0.8 -0.8 {0} {0}", f32::from(end) + 1.6) aria-hidden="true">
            <path class="lines" d=grid/>
            {stones(Color::Black, black)}
            {stones(Color::White, white)}
            {last.as_ref().map(|last| view! { <path class="last" d=dot(last)/> })}
        </svg>
    }
    .into_any()
}
