use leptos::prelude::*;
use tengen_frontend::Geometry;
use tengen_game::{Color, ForbiddenKind, Point};

use super::stones::ghost;
use super::{BoardView, Danger, Label, Stone};
use crate::reactive::Signal;
use crate::texts::Texts;

/// A band under the stones that won.
#[component]
pub(super) fn WinningLines(geometry: Geometry, lines: Signal<Vec<Vec<Point>>>) -> impl IntoView {
    let band = move |line: &Vec<Point>| {
        let (from, to) = (*line.first()?, *line.last()?);
        let [(x1, y1), (x2, y2)] = [from, to].map(|end| (geometry.x(end), geometry.y(end)));
        Some(view! { <line class="winning-line" x1=x1 y1=y1 x2=x2 y2=y2/> })
    };
    move || lines.with(|lines| lines.iter().filter_map(band).collect_view())
}

/// Everything that is drawn over the stones.
#[component]
pub(super) fn Marks(geometry: Geometry, view: BoardView) -> impl IntoView {
    let last = move || {
        let point = view.last.get()?;
        // Where a number stands it says as much, and the ring would cross it.
        let is_numbered = view.labels.with(|labels| labels.iter().any(|label| label.point == point));
        let color = view.stones.with(|stones| color_of(stones, point)).filter(|_| !is_numbered)?;
        Some(last_move(geometry, Stone { point, color }))
    };
    let forbidden =
        move || view.forbidden.with(|points| points.iter().map(|&at| cross(geometry, at)).collect_view());
    let threats =
        move || view.threats.with(|threats| threats.iter().map(|&at| danger(geometry, at)).collect_view());
    let preview = move || {
        view.preview.with(|line| line.iter().map(|&stone| ghost(geometry, stone, "preview")).collect_view())
    };
    let labels = move || {
        view.labels.with(|labels| {
            let ground = |point| {
                let previewed = view.preview.with(|line| color_of(line, point));
                previewed.or_else(|| view.stones.with(|stones| color_of(stones, point)))
            };
            labels.iter().map(|it| label(geometry, it, ground(it.point))).collect_view()
        })
    };
    let hint = move || {
        let point = view.hint.get()?;
        Some(view! { <circle class="hint" cx=geometry.x(point) cy=geometry.y(point) r="12"/> })
    };
    let zone = move || view.zone.get().and_then(|lines| zone(geometry, lines));
    view! {
        <g class="marks" aria-hidden="true">
            {zone} {last} {forbidden} {threats} {preview} {labels} {hint}
        </g>
    }
}

/// What the point under the pointer, or that with the keyboard's focus, is forbidden for.
#[component]
pub(super) fn ForbiddenTip(
    geometry: Geometry,
    view: BoardView,
    aimed: Signal<Option<Point>>,
) -> impl IntoView {
    let texts = Texts::of_page();
    move || {
        let point = aimed.get()?;
        let kinds = view.forbidden.get();
        let kind = kinds.iter().find_map(|&(other, kind)| (other == point).then_some(kind))?;
        let side = geometry.side();
        // Near the border the words stand where they have room.
        let x = geometry.x(point).clamp(80, (side - 80).max(80));
        let y = if geometry.y(point) < 60 { geometry.y(point) + 34 } else { geometry.y(point) - 20 };
        Some(view! { <text class="tip" x=x y=y aria-hidden="true">{texts.text(kind_key(kind))}</text> })
    }
}

fn kind_key(kind: ForbiddenKind) -> &'static str {
    match kind {
        ForbiddenKind::Overline => "reason-overline",
        ForbiddenKind::DoubleFour => "reason-double-four",
        ForbiddenKind::DoubleThree => "reason-double-three",
    }
}

fn color_of(stones: &[Stone], point: Point) -> Option<Color> {
    stones.iter().find(|stone| stone.point == point).map(|stone| stone.color)
}

fn last_move(geometry: Geometry, stone: Stone) -> AnyView {
    let class = match stone.color {
        Color::Black => "last on-black",
        Color::White => "last on-white",
    };
    view! { <circle class=class cx=geometry.x(stone.point) cy=geometry.y(stone.point) r="7.5"/> }.into_any()
}

fn cross(geometry: Geometry, (point, kind): (Point, ForbiddenKind)) -> AnyView {
    let path = format!("M{} {}l14 14m0 -14l-14 14", geometry.x(point) - 7, geometry.y(point) - 7);
    view! { <path class="forbidden" d=path data-kind=kind.name()/> }.into_any()
}

fn danger(geometry: Geometry, Danger { point, color, weight }: Danger) -> AnyView {
    threat_mark((geometry.x(point), geometry.y(point)), color, weight)
}

/// A square for a five or a four, a diamond for a three; full where the side could win. The weights are those of [`Danger`].
pub(crate) fn threat_mark((x, y): (i32, i32), color: Color, weight: u8) -> AnyView {
    let path = match weight {
        0 => format!("M{} {}h12v12h-12z", x - 6, y - 6),
        1 => format!("M{} {}h10v10h-10z", x - 5, y - 5),
        _ => format!("M{x} {}l6 6l-6 6l-6 -6z", y - 6),
    };
    view! { <path class=format!("threat {color} weight-{weight}") d=path/> }.into_any()
}

/// A frame round so many lines in the centre of the board.
fn zone(geometry: Geometry, lines: u8) -> Option<AnyView> {
    let (size, half) = (geometry.size(), i16::from(lines / 2));
    let corners = [-half, half].map(|step| size.center().offset(step, step, size));
    let [from, to] = [corners[0]?, corners[1]?];
    let (x, y) = (geometry.x(from).min(geometry.x(to)), geometry.y(from).min(geometry.y(to)));
    let side = (i32::from(lines) - 1) * Geometry::CELL + 28;
    Some(view! { <rect class="zone" x=x - 14 y=y - 14 width=side height=side rx="10"/> }.into_any())
}

fn label(geometry: Geometry, label: &Label, on: Option<Color>) -> AnyView {
    let (x, y) = (geometry.x(label.point), geometry.y(label.point));
    let on = match on {
        Some(Color::Black) => "on-black",
        Some(Color::White) => "on-white",
        None => "on-wood",
    };
    let long = if label.text.len() > 2 { " long" } else { "" };
    let class = format!("label {} {on}{long}", label.class);
    // A letter on bare wood needs a clearing among the lines.
    let clearing = (on == "on-wood").then(|| view! { <circle class="clearing" cx=x cy=y r="13"/> });
    view! { {clearing} <text class=class x=x y=y + 5>{label.text.clone()}</text> }.into_any()
}
