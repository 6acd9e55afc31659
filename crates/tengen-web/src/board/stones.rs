use leptos::prelude::*;
use tengen_game::{Color, Point};

use super::Stone;
use super::geometry::Geometry;

const RADIUS: &str = "18.4";

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
    view! {
        <g class="stones" aria-hidden="true">
            <For each=move || stones.get() key=|stone| *stone let:stone>
                <g
                    class="stone"
                    class:winning=move || place_in_row(stone.point).is_some()
                    style=move || {
                        let place = place_in_row(stone.point).unwrap_or_default();
                        format!(
                            "--place:{place};transform-origin:{}px {}px",
                            geometry.x(stone.point),
                            geometry.y(stone.point),
                        )
                    }
                    data-stone=stone.color.name()
                >
                    <circle
                        class="shadow"
                        cx=geometry.x(stone.point) + 1
                        cy=geometry.y(stone.point) + 3
                        r=RADIUS
                    />
                    <circle
                        cx=geometry.x(stone.point)
                        cy=geometry.y(stone.point)
                        r=RADIUS
                        fill=fill(stone.color)
                    />
                </g>
            </For>
        </g>
    }
}

/// The stone that a click would place.
#[component]
pub(super) fn Ghost(geometry: Geometry, stone: Signal<Option<Stone>>) -> impl IntoView {
    move || {
        stone.get().map(|Stone { point, color }| {
            view! {
                <circle
                    class="ghost"
                    cx=geometry.x(point)
                    cy=geometry.y(point)
                    r=RADIUS
                    fill=fill(color)
                />
            }
        })
    }
}

fn fill(color: Color) -> &'static str {
    match color {
        Color::Black => "url(#stone-black)",
        Color::White => "url(#stone-white)",
    }
}
