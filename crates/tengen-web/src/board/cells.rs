use leptos::ev::{KeyboardEvent, PointerEvent};
use leptos::prelude::*;
use tengen_frontend::{Geometry, step};
use tengen_game::{BoardSize, Color, Point};
use wasm_bindgen::JsCast;
use web_sys::Element;

use super::BoardView;
use super::finger::Finger;
use crate::reactive::{Memo, RwSignal};
use crate::texts::Texts;

/// The points as a grid that pointers, keys and screen readers can use: one invisible cell a point.
///
/// Exactly one cell can be reached with Tab, and the arrow keys go on from there, as the ARIA authoring
/// practices describe for grids.
#[component]
pub(super) fn Cells(
    geometry: Geometry,
    view: BoardView,
    hovered: RwSignal<Option<Point>>,
    on_focus: RwSignal<Option<Point>>,
    finger: Finger,
    on_play: Callback<Point>,
) -> impl IntoView {
    let texts = Texts::of_page();
    let size = geometry.size();
    let focused = RwSignal::new(size.center());
    let contents = Memo::new(move |_| contents(size, view));
    let cell = move |point: Point| {
        let content = Memo::new(move |_| contents.with(|contents| contents[index(point, size)]));
        let label = move || {
            let what = label(texts, point, size, content.get());
            let remark = match () {
                () if view.last.get() == Some(point) => Some(texts.text("cell-last")),
                () if view.hint.get() == Some(point) => Some(texts.text("cell-hint")),
                () => None,
            };
            remark.map_or(what.clone(), |remark| format!("{what}, {remark}"))
        };
        let place = geometry.shown(point);
        let key = move |event: KeyboardEvent| match (step(&event.key(), place, size), event.key().as_str()) {
            (Some(next), _) => {
                let next = geometry.point_at(next);
                event.prevent_default();
                focused.set(next);
                focus_cell(&event, next, size);
            }
            (None, "Enter" | " ") => {
                event.prevent_default();
                on_play.run(point);
            }
            _ => {}
        };
        view! {
            <rect
                class="cell"
                class:refused=move || matches!(content.get(), Content::Forbidden(_))
                role="gridcell"
                aria-colindex=i32::from(place.x()) + 1
                data-point=point.on(size).to_string()
                aria-label=label
                tabindex=move || if focused.get() == point { "0" } else { "-1" }
                x=geometry.x(point) - Geometry::CELL / 2
                y=geometry.y(point) - Geometry::CELL / 2
                width=Geometry::CELL
                height=Geometry::CELL
                rx="6"
                on:click=move |_| {
                    focused.set(point);
                    if !finger.has_handled_click() {
                        on_play.run(point);
                    }
                }
                on:keydown=key
                on:focus=move |_| {
                    focused.set(point);
                    on_focus.set(Some(point));
                }
                on:blur=move |_| on_focus.set(None)
                on:pointerenter=move |event: PointerEvent| {
                    // A finger covers what lies under it; only a mouse or a pen hovers.
                    hovered.set((event.pointer_type() != "touch").then_some(point));
                }
            />
        }
    };
    let row = move |y: u8| {
        let cells = (0..size.lines()).map(|x| cell(geometry.point_at(Point::new(x, y)))).collect_view();
        let name = geometry.row_name(y);
        view! { <g role="row" aria-rowindex=i32::from(y) + 1 aria-label=name>{cells}</g> }
    };
    view! {
        <g
            role="grid"
            class="cells"
            aria-label=move || texts.text_with("board", &[("size", geometry.lines().into())])
            aria-rowcount=geometry.lines()
            aria-colcount=geometry.lines()
        >
            {(0..size.lines()).map(row).collect_view()}
        </g>
    }
}

/// What a cell holds, for its label.
#[derive(Clone, Copy, PartialEq)]
enum Content {
    Empty,
    Stone(Color),
    Forbidden(tengen_game::ForbiddenKind),
}

fn index(point: Point, size: BoardSize) -> usize {
    usize::from(point.y()) * usize::from(size.lines()) + usize::from(point.x())
}

fn contents(size: BoardSize, view: BoardView) -> Vec<Content> {
    let mut contents = vec![Content::Empty; size.area()];
    view.forbidden.with(|points| {
        for &(point, kind) in points.iter().filter(|(point, _)| size.contains(*point)) {
            contents[index(point, size)] = Content::Forbidden(kind);
        }
    });
    view.stones.with(|stones| {
        for stone in stones.iter().filter(|stone| size.contains(stone.point)) {
            contents[index(stone.point, size)] = Content::Stone(stone.color);
        }
    });
    contents
}

fn label(texts: Texts, point: Point, size: BoardSize, content: Content) -> String {
    use tengen_game::ForbiddenKind::{DoubleFour, DoubleThree, Overline};
    let key = match content {
        Content::Empty => "cell-empty",
        Content::Stone(Color::Black) => "cell-black",
        Content::Stone(Color::White) => "cell-white",
        Content::Forbidden(Overline) => "cell-forbidden-overline",
        Content::Forbidden(DoubleFour) => "cell-forbidden-double-four",
        Content::Forbidden(DoubleThree) => "cell-forbidden-double-three",
    };
    texts.text_with(key, &[("point", point.on(size).to_string().into())])
}

fn focus_cell(event: &KeyboardEvent, point: Point, size: BoardSize) {
    let cell = event.current_target().and_then(|target| target.dyn_into::<Element>().ok());
    let grid = cell.and_then(|cell| cell.closest(".cells").ok().flatten());
    let selector = format!("[data-point=\"{}\"]", point.on(size));
    let next = grid.and_then(|grid| grid.query_selector(&selector).ok().flatten());
    if let Some(next) = next.and_then(|next| next.dyn_into::<web_sys::SvgElement>().ok()) {
        // An element of the page can always be focused.
        let _ = next.focus();
    }
}
