//! The board widget: an SVG that shows stones and marks, and hears where somebody wants to play.
//!
//! It knows no rules. What it shows comes in as signals, and what people do goes out through callbacks.

mod cells;
mod geometry;
mod marks;
mod scenery;
mod stones;

use leptos::ev::PointerEvent;
use leptos::prelude::*;
use tengen_game::{BoardSize, Color, ForbiddenKind, Point};

use geometry::Geometry;

/// A stone on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Stone {
    pub(crate) point: Point,
    pub(crate) color: Color,
}

/// What the board shows.
#[derive(Clone, Copy)]
pub(crate) struct BoardView {
    pub(crate) size: Signal<BoardSize>,
    pub(crate) stones: Signal<Vec<Stone>>,
    /// The move played last.
    pub(crate) last: Signal<Option<Point>>,
    /// Rows that won.
    pub(crate) winning: Signal<Vec<Vec<Point>>>,
    /// Points to mark as forbidden.
    pub(crate) forbidden: Signal<Vec<(Point, ForbiddenKind)>>,
    /// A point that somebody recommends.
    pub(crate) hint: Signal<Option<Point>>,
    /// The colour of the stone that a click would place, to be shown under the pointer.
    pub(crate) ghost: Signal<Option<Color>>,
}

/// The board; `on_play` hears every point that is clicked, tapped or entered, whatever stands there.
#[component]
pub(crate) fn Board(view: BoardView, on_play: Callback<Point>) -> impl IntoView {
    let hovered = RwSignal::new(None::<Point>);
    let show_ghost = Signal::derive(move || {
        let (point, color) = (hovered.get()?, view.ghost.get()?);
        let free = view.stones.with(|stones| stones.iter().all(|stone| stone.point != point));
        let allowed = view.forbidden.with(|points| points.iter().all(|&(other, _)| other != point));
        (free && allowed).then_some(Stone { point, color })
    });
    let board = move || {
        let geometry = Geometry::new(view.size.get());
        hovered.set(None);
        view! {
            <svg
                class="board"
                viewBox=geometry.view_box()
                role="presentation"
                style=format!("--lines:{}", geometry.lines())
                on:pointerleave=move |_: PointerEvent| hovered.set(None)
            >
                <scenery::Scenery geometry/>
                <marks::WinningLines geometry lines=view.winning/>
                <stones::Stones geometry stones=view.stones winning=view.winning/>
                <stones::Ghost geometry stone=show_ghost/>
                <marks::Marks geometry view/>
                <cells::Cells geometry view hovered on_play/>
            </svg>
        }
    };
    view! { {board} }
}
