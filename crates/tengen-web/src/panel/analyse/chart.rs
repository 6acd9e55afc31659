use leptos::ev::MouseEvent;
use leptos::prelude::*;
use tengen_analysis::{MoveClass, Viewer};
use tengen_game::NodeId;
use tengen_match::Game;
use tengen_text::class_key;
use wasm_bindgen::JsCast;
use web_sys::Element;

use crate::panel::phrases::class_shape;
use crate::panel::play::reviewed_classes;
use crate::reactive::Memo;
use crate::session::Session;
use crate::texts::Texts;

/// The width of the chart in the panel, in units of which its height has a hundred.
pub(super) const NARROW: f64 = 320.0;
/// The width of the chart below the board.
pub(super) const WIDE: f64 = 900.0;

/// The viewer's chances in the course of the game, where they have been computed, with the signs of the review's bad moves. A click opens the
/// position after the move.
#[component]
pub(super) fn Chart(width: f64) -> impl IntoView {
    let texts = Texts::of_page();
    let session = Session::of_page();
    let chances = Memo::new(move |_| {
        // The evaluation of the position on the board changes with the lines, those of the game with a review.
        session.table.analysis.lines.track();
        session.table.review.track();
        let viewer = session.viewer();
        session.table.game.with(|game| chances(game, viewer))
    });
    let classes = Memo::new(move |_| reviewed_classes(session));
    let cursor = Memo::new(move |_| session.table.game.with(|game| game.record().cursor()));
    let drawing = move || {
        let chances = chances.get();
        let known = chances.iter().flatten().count();
        let chart = Drawing { session, texts, width, moves: chances.len().saturating_sub(1).max(1) };
        (known > 1).then(|| chart.view(&chances, &classes.get(), cursor.get()))
    };
    view! { <section class="chart">{drawing}</section> }.into_any()
}

/// The chances of the viewer's side after each number of moves, starting with none.
fn chances(game: &Game, viewer: Viewer) -> Vec<Option<u8>> {
    let record = game.record();
    let of_node = |(moves, node)| {
        let score = record.notes(node).evaluation?;
        // The notes of a move contain the score for the side that made it.
        Some(viewer.percent(score, !game.mover_after(moves)))
    };
    std::iter::once(NodeId::START).chain(record.line_nodes()).enumerate().map(of_node).collect()
}

/// The drawing of the chart.
#[derive(Clone, Copy)]
struct Drawing {
    session: Session,
    texts: Texts,
    width: f64,
    /// The number of moves of the game, at least 1.
    moves: usize,
}

/// The margin around the drawing, so that no dot is cut off.
const MARGIN: f64 = 10.0;

impl Drawing {
    /// The horizontal coordinate of the position after this number of moves.
    fn x(self, moves: usize) -> f64 {
        moves as f64 * self.width / self.moves as f64
    }

    /// The number of moves under a pointer.
    fn moves_at(self, event: &MouseEvent) -> Option<usize> {
        let chart = event.current_target()?.dyn_into::<Element>().ok()?.get_bounding_client_rect();
        let part = (f64::from(event.client_x()) - chart.left()) / chart.width().max(1.0);
        let x = part * (self.width + 2.0 * MARGIN) - MARGIN;
        Some((x * self.moves as f64 / self.width).round().clamp(0.0, self.moves as f64) as usize)
    }

    fn view(self, chances: &[Option<u8>], classes: &[Option<MoveClass>], cursor: usize) -> AnyView {
        let Drawing { session, texts, width, .. } = self;
        let known = chances.iter().enumerate().filter_map(|(index, chance)| Some((index, (*chance)?)));
        let path: Vec<String> =
            known.clone().map(|(index, chance)| format!("{:.1} {}", self.x(index), 100 - chance)).collect();
        let dots = known.map(|(index, chance)| {
            let class = index.checked_sub(1).and_then(|index| classes.get(index).copied().flatten());
            self.dot(index, chance, class.filter(|&class| class >= MoveClass::Slip), index == cursor)
        });
        let click = move |event: MouseEvent| {
            if let Some(moves) = self.moves_at(&event) {
                session.act(|table| table.go_to(moves));
            }
        };
        let title = texts.text(match session.viewer() {
            Viewer::Neutral => "chart",
            Viewer::Player(_) => "chart-own",
        });
        let scale = |percent: u8| {
            let shown = texts.text_with("per-cent", &[("value", percent.into())]);
            let class = if width > NARROW { "scale wide" } else { "scale" };
            let y = if percent == 100 { 10 } else { 97 - percent };
            view! { <text class=class x="2" y=y aria-hidden="true">{shown}</text> }
        };
        view! {
            <h2>{title.clone()}</h2>
            <svg
                viewBox=format!("-{MARGIN} -{MARGIN} {} {}", width + 2.0 * MARGIN, 100.0 + 2.0 * MARGIN)
                role="img"
                aria-label=title
                on:click=click
            >
                <rect class="behind" width=width height="50" y="50"/>
                {[0, 50, 100].map(scale).collect_view()}
                <path class="middle" d=format!("M0 50H{width}")/>
                <path class="now" d=format!("M{:.1} 0V100", self.x(cursor))/>
                <path class="curve" d=format!("M{}", path.join("L"))/>
                {dots.collect_view()}
            </svg>
        }
        .into_any()
    }

    /// A dot, or the sign of a bad move.
    fn dot(self, index: usize, chance: u8, class: Option<MoveClass>, is_current: bool) -> AnyView {
        let Drawing { session, texts, .. } = self;
        let click = move |event: MouseEvent| {
            event.stop_propagation();
            session.act(|table| table.go_to(index));
        };
        let about = texts.text_with("chart-move", &[("number", index.into()), ("percent", chance.into())]);
        let about = match class {
            None => about,
            Some(class) => {
                let words = [("move", about.into()), ("class", texts.text(class_key(class)).into())];
                texts.text_with("move-label-class", &words)
            }
        };
        let (x, y) = (self.x(index), 100 - chance);
        let mark = class.map(|class| {
            view! {
                <path
                    class=format!("class-mark {}", class_key(class))
                    transform=format!("translate({:.1} {})", x - 6.0, i32::from(y) - 6)
                    d=class_shape(class)
                />
            }
        });
        view! {
            <g class="dot" class:current=is_current on:click=click>
                <title>{about}</title>
                <circle cx=format!("{x:.1}") cy=y r=if class.is_some() { "8" } else { "4" }/>
                {mark}
            </g>
        }
        .into_any()
    }
}
