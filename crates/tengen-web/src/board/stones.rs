use leptos::prelude::*;
use tengen_frontend::Geometry;
use tengen_game::{Color, Point};

use super::Stone;

use crate::reactive::Signal;

pub(super) const RADIUS: &str = "18.4";

/// The stones. Each lands with a small movement when it comes to the board.
#[component]
pub(super) fn Stones(
    geometry: Geometry,
    stones: Signal<Vec<Stone>>,
    winning: Signal<Vec<Vec<Point>>>,
) -> impl IntoView {
    // The winning stones light up one after the other along their row.
    let place_in_row = move |point: Point| {
        winning.with(|lines| lines.iter().find_map(|line| line.iter().position(|&other| other == point)))
    };
    let stone = move |Stone { point, color }| {
        let (x, y) = (geometry.x(point), geometry.y(point));
        let style = move || {
            let place = place_in_row(point).unwrap_or_default();
            format!("--place:{place};transform-origin:{x}px {y}px")
        };
        view! {
            <g
                class="stone"
                class:winning=move || place_in_row(point).is_some()
                style=style
                data-stone=color.name()
            >
                <circle class="shadow" cx=x + 1 cy=y + 3 r=RADIUS/>
                <circle class=format!("body {color}") cx=x cy=y r=RADIUS fill=fill(color)/>
                // Seen only where stones are of glass.
                <ellipse class="gleam" cx=x - 5 cy=y - 8 rx="8" ry="4.5" transform=format!("rotate(-30 {} {})", x - 5, y - 8)/>
            </g>
        }
    };
    view! {
        <g class="stones" aria-hidden="true">
            <For each=move || stones.get() key=|stone| *stone children=stone/>
        </g>
    }
}

/// A stone that is not there: the one that a click would place, or one of a line that is only looked at.
pub(super) fn ghost(geometry: Geometry, Stone { point, color }: Stone, class: &'static str) -> AnyView {
    view! {
        <circle
            class=format!("{class} body {color}")
            cx=geometry.x(point)
            cy=geometry.y(point)
            r=RADIUS
            fill=fill(color)
        />
    }
    .into_any()
}

fn fill(color: Color) -> &'static str {
    match color {
        Color::Black => "url(#stone-black)",
        Color::White => "url(#stone-white)",
    }
}
