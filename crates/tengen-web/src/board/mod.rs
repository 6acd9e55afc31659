//! The board widget: an SVG that shows stones and marks, and hears where somebody wants to play.
//!
//! It knows no rules. What it shows comes in as signals, and what people do goes out through callbacks.

mod cells;
mod finger;
mod magnifier;
mod marks;
mod scenery;
mod stones;

use std::sync::atomic::{AtomicU32, Ordering};

use leptos::ev::PointerEvent;
use leptos::prelude::*;
use tengen_frontend::Geometry;
use tengen_game::{BoardSize, Color, ForbiddenKind, Point, Symmetry};

use crate::preferences::{Aim, StoneStyle};
use crate::reactive::{Memo, RwSignal, Signal};
use finger::Finger;
pub(crate) use marks::threat_mark;

/// A stone on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Stone {
    pub(crate) point: Point,
    pub(crate) color: Color,
}

/// A few letters on a point or on its stone: the number of a move, the rank of a candidate.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Label {
    pub(crate) point: Point,
    pub(crate) text: String,
    /// The class that gives it its looks.
    pub(crate) class: &'static str,
}

/// A point at which a side would threaten something.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Danger {
    pub(crate) point: Point,
    pub(crate) color: Color,
    /// 0 for a win, 1 for what the other side has to answer by force, 2 for a three.
    pub(crate) weight: u8,
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
    /// Points to mark as dangerous.
    pub(crate) threats: Signal<Vec<Danger>>,
    /// Stones of a line that somebody only looks at.
    pub(crate) preview: Signal<Vec<Stone>>,
    pub(crate) labels: Signal<Vec<Label>>,
    /// A point that somebody recommends.
    pub(crate) hint: Signal<Option<Point>>,
    /// The colour of the stone that a click would place, to be shown under the pointer.
    pub(crate) ghost: Signal<Option<Color>>,
    /// The square in the centre, with so many lines a side, that an opening speaks of.
    pub(crate) zone: Signal<Option<u8>>,
    /// How the board lies on the screen.
    pub(crate) symmetry: Signal<Symmetry>,
    pub(crate) coordinates: Signal<bool>,
    pub(crate) style: Signal<StoneStyle>,
    pub(crate) aim: Signal<Aim>,
}

impl BoardView {
    /// The stone that a click on a point would place, as far as the board knows.
    fn stone_to_place(self, point: Point) -> Option<Stone> {
        let color = self.ghost.get()?;
        let free = self.stones.with(|stones| stones.iter().all(|stone| stone.point != point));
        let allowed = self.forbidden.with(|points| points.iter().all(|&(other, _)| other != point));
        (free && allowed).then_some(Stone { point, color })
    }
}

/// How many boards there have been. Several may be on one page, each with a magnifier of its own.
static BOARDS: AtomicU32 = AtomicU32::new(0);

/// The board; `on_play` hears every point that is clicked, tapped or entered, whatever stands there. `on_aim` hears the point that
/// a tap has only chosen, which another tap would confirm, and `None` when it no longer is.
#[component]
pub(crate) fn Board(
    view: BoardView,
    on_play: Callback<Point>,
    on_aim: Callback<Option<Point>>,
) -> impl IntoView {
    let geometry =
        Memo::new(move |_| Geometry::new(view.size.get(), view.symmetry.get(), view.coordinates.get()));
    move || board(geometry.get(), view, on_play, on_aim)
}

fn board(
    geometry: Geometry,
    view: BoardView,
    on_play: Callback<Point>,
    on_aim: Callback<Option<Point>>,
) -> AnyView {
    let drawing = format!("board-drawing-{}", BOARDS.fetch_add(1, Ordering::Relaxed));
    let hovered = RwSignal::new(None::<Point>);
    let focused = RwSignal::new(None::<Point>);
    let finger = Finger::new(geometry, view, on_play, on_aim);
    let aimed = Signal::derive(move || finger.aimed().or(hovered.get()));
    let ghost = move || {
        let stone = view.stone_to_place(aimed.get()?)?;
        Some(stones::ghost(geometry, stone, "ghost"))
    };
    let tip = Signal::derive(move || aimed.get().or(focused.get()));
    view! {
        <svg
            class="board"
            class:by-finger=move || finger.is_careful()
            viewBox=geometry.view_box()
            role="presentation"
            style=format!("--lines:{}", geometry.lines())
            on:pointerleave=move |_: PointerEvent| hovered.set(None)
            on:pointerdown=move |event| finger.down(&event)
            on:pointermove=move |event| finger.moves(&event)
            on:pointerup=move |event| finger.up(&event)
            on:pointercancel=move |_| finger.cancel()
        >
            <g id=drawing.clone() data-stones=move || crate::preferences::Choice::name(view.style.get())>
                <scenery::Scenery geometry/>
                <marks::WinningLines geometry lines=view.winning/>
                <stones::Stones geometry stones=view.stones winning=view.winning/>
                {ghost}
                <marks::Marks geometry view/>
                <finger::Crosshair geometry finger/>
            </g>
            <cells::Cells geometry view hovered on_focus=focused finger on_play/>
            <marks::ForbiddenTip geometry view aimed=tip/>
            <magnifier::Magnifier geometry finger drawing/>
        </svg>
    }
    .into_any()
}
