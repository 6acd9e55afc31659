use leptos::prelude::*;
use tengen_game::{Color, Point};

use super::geometry::Geometry;
use super::{BoardView, Stone};

/// A band under the stones that won.
#[component]
pub(super) fn WinningLines(geometry: Geometry, lines: Signal<Vec<Vec<Point>>>) -> impl IntoView {
    move || {
        lines
            .get()
            .into_iter()
            .filter_map(|line| Some((*line.first()?, *line.last()?)))
            .map(|(from, to)| {
                view! {
                    <line
                        class="winning-line"
                        x1=geometry.x(from)
                        y1=geometry.y(from)
                        x2=geometry.x(to)
                        y2=geometry.y(to)
                    />
                }
            })
            .collect_view()
    }
}

/// Everything that is drawn over the stones: the last move, forbidden points, the hint.
#[component]
pub(super) fn Marks(geometry: Geometry, view: BoardView) -> impl IntoView {
    let last = move || {
        let point = view.last.get()?;
        let color = view.stones.with(|stones| stones.iter().find(|s| s.point == point).map(|s| s.color))?;
        Some(view! { <LastMove geometry stone=Stone { point, color }/> })
    };
    let forbidden = move || {
        let cross = |point| {
            let (x, y) = (geometry.x(point), geometry.y(point));
            format!("M{} {}l14 14m0 -14l-14 14", x - 7, y - 7)
        };
        view.forbidden
            .get()
            .into_iter()
            .map(|(point, kind)| view! { <path class="forbidden" d=cross(point) data-kind=kind.name()/> })
            .collect_view()
    };
    let hint = move || {
        let point = view.hint.get()?;
        Some(view! { <circle class="hint" cx=geometry.x(point) cy=geometry.y(point) r="12"/> })
    };
    view! {
        <g class="marks" aria-hidden="true">
            {last} {forbidden} {hint}
        </g>
    }
}

#[component]
fn LastMove(geometry: Geometry, stone: Stone) -> impl IntoView {
    let class = match stone.color {
        Color::Black => "last on-black",
        Color::White => "last on-white",
    };
    view! { <circle class=class cx=geometry.x(stone.point) cy=geometry.y(stone.point) r="7.5"/> }
}
