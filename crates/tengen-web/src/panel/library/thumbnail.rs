use std::fmt::Write as _;

use leptos::prelude::*;
use tengen_game::{Color, Point};

use crate::library::Entry;

/// The last position of a game, small. A list has many of them: each is four elements, whatever there are of stones.
pub(super) fn thumbnail(entry: &Entry) -> AnyView {
    let lines = entry.size.lines();
    let end = lines - 1;
    let mut grid = String::new();
    for index in 0..lines {
        // Writing to a text does not fail.
        let _ = write!(grid, "M0 {index}H{end}M{index} 0V{end}");
    }
    let dot = |point: &Point| format!("M{} {}h0", point.x(), point.y());
    let [black, white] = entry.stones.each_ref().map(|points| points.iter().map(dot).collect::<String>());
    let stones = |color: Color, path: String| view! { <path class=format!("dots {color}") d=path/> };
    view! {
        <svg class="thumbnail" viewBox=format!("-0.8 -0.8 {0} {0}", f32::from(end) + 1.6) aria-hidden="true">
            <path class="lines" d=grid/>
            {stones(Color::Black, black)}
            {stones(Color::White, white)}
        </svg>
    }
    .into_any()
}
