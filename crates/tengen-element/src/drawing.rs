//! The board as SVG: what never changes during a game, the stones, the marks, and a cell for each point. Names and classes are those
//! of the page's board, whose style sheet it shares.

mod marks;
mod scenery;

use tengen_frontend::{Geometry, step};
use tengen_game::{Color, Point, Symmetry};
use wasm_bindgen::prelude::*;
use web_sys::{Element, SvgElement};

use crate::dom::{clear, svg};
use crate::scene::Scene;
use crate::table::Table;
use crate::texts::Texts;

const RADIUS: &str = "18.4";

/// The board.
pub(crate) struct Drawing {
    geometry: Geometry,
    texts: Texts,
    root: Element,
    bands: Element,
    stones: Element,
    ghost: Element,
    marks: Element,
    cells: Vec<Element>,
    /// What is drawn now.
    scene: Scene,
    drawn: Vec<((Point, Color), Element)>,
    descriptions: Vec<String>,
    /// The only point that can be reached with Tab.
    focused: Point,
    /// The point that the ghost is on.
    hovered: Option<Point>,
}

/// Where the board lies, and what it looks like before there is a stone.
pub(crate) fn geometry(table: &Table) -> Geometry {
    Geometry::new(table.record().size(), Symmetry::Identity, table.options().coordinates)
}

impl Drawing {
    /// Draws an empty board into `parent`.
    ///
    /// # Errors
    /// When the browser makes no such elements.
    pub(crate) fn new(parent: &Element, geometry: Geometry, texts: Texts) -> Result<Drawing, JsValue> {
        let attributes = [("class", "board"), ("viewBox", &geometry.view_box()), ("role", "presentation")];
        let root = svg(parent, "svg", &attributes)?;
        if let Some(root) = root.dyn_ref::<SvgElement>() {
            // Small boards stay small: a point of a hand's width looks absurd.
            root.style().set_property("--lines", &geometry.lines().to_string())?;
        }
        scenery::draw(&root, geometry)?;
        let layer = |class| svg(&root, "g", &[("class", class), ("aria-hidden", "true")]);
        let (bands, stones, ghost, marks) =
            (layer("bands")?, layer("stones")?, layer("ghosts")?, layer("marks")?);
        let size = geometry.size();
        let mut drawing = Drawing {
            geometry,
            texts,
            bands,
            stones,
            ghost,
            marks,
            cells: Vec::with_capacity(size.area()),
            scene: Scene::default(),
            drawn: Vec::new(),
            descriptions: vec![String::new(); size.area()],
            focused: size.center(),
            hovered: None,
            root,
        };
        drawing.add_cells()?;
        Ok(drawing)
    }

    fn add_cells(&mut self) -> Result<(), JsValue> {
        let (geometry, size) = (self.geometry, self.geometry.size());
        let lines = geometry.lines().to_string();
        let grid = svg(
            &self.root,
            "g",
            &[
                ("role", "grid"),
                ("class", "cells"),
                ("aria-label", &self.texts.text_with("board", &[("size", &lines)])),
                ("aria-rowcount", &lines),
                ("aria-colcount", &lines),
            ],
        )?;
        let cell_side = Geometry::CELL.to_string();
        for y in 0..size.lines() {
            let (index, name) = ((y + 1).to_string(), geometry.row_name(y));
            let attributes = [("role", "row"), ("aria-rowindex", &*index), ("aria-label", &*name)];
            let row = svg(&grid, "g", &attributes)?;
            for x in 0..size.lines() {
                let point = Point::new(x, y);
                let left = (geometry.x(point) - Geometry::CELL / 2).to_string();
                let top = (geometry.y(point) - Geometry::CELL / 2).to_string();
                let attributes = [
                    ("class", "cell"),
                    ("role", "gridcell"),
                    ("aria-colindex", &*(x + 1).to_string()),
                    ("data-point", &*point.on(size).to_string()),
                    ("tabindex", if point == self.focused { "0" } else { "-1" }),
                    ("x", &*left),
                    ("y", &*top),
                    ("width", &*cell_side),
                    ("height", &*cell_side),
                    ("rx", "6"),
                ];
                self.cells.push(svg(&row, "rect", &attributes)?);
            }
        }
        Ok(())
    }

    /// Whether this is the drawing of such a board.
    pub(crate) fn is_of(&self, geometry: Geometry, texts: Texts) -> bool {
        self.geometry == geometry && self.texts == texts
    }

    /// Shows the game as it is now.
    ///
    /// # Errors
    /// As [`Drawing::new`].
    pub(crate) fn show(&mut self, table: &Table) -> Result<(), JsValue> {
        let scene = table.scene();
        for (point, cell) in self.geometry.size().points().zip(&self.cells) {
            let description = table.describe(self.texts, &scene, point);
            let known = &mut self.descriptions[index(self.geometry, point)];
            if *known != description {
                cell.set_attribute("aria-label", &description)?;
                *known = description;
            }
        }
        if scene != self.scene {
            self.show_stones(&scene)?;
            clear(&self.bands);
            marks::draw_bands(&self.bands, self.geometry, &scene)?;
            clear(&self.marks);
            marks::draw(&self.marks, self.geometry, &scene)?;
            self.scene = scene;
            self.hover(self.hovered)?;
        }
        let is_live = if self.scene.ghost.is_some() { "live" } else { "" };
        self.root.set_attribute("data-state", is_live)
    }

    /// Stones that are there already stay the same elements, so that only new ones land.
    fn show_stones(&mut self, scene: &Scene) -> Result<(), JsValue> {
        self.drawn.retain(|(stone, group)| {
            let stays = scene.stones.contains(stone);
            if !stays {
                group.remove();
            }
            stays
        });
        for stone in &scene.stones {
            let known = self.drawn.iter().find(|(other, _)| other == stone).map(|(_, group)| group.clone());
            let group = match known {
                Some(group) => group,
                None => {
                    let group = draw_stone(&self.stones, self.geometry, *stone)?;
                    self.drawn.push((*stone, group.clone()));
                    group
                }
            };
            // The winning stones light up one after the other along their row.
            let place = scene.winning.iter().find_map(|line| line.iter().position(|point| *point == stone.0));
            group.class_list().toggle_with_force("winning", place.is_some())?;
            if let (Some(place), Some(group)) = (place, group.dyn_ref::<SvgElement>()) {
                group.style().set_property("--place", &place.to_string())?;
            }
        }
        Ok(())
    }

    /// Shows the stone that a click would place on a point.
    ///
    /// # Errors
    /// As [`Drawing::new`].
    pub(crate) fn hover(&mut self, point: Option<Point>) -> Result<(), JsValue> {
        self.hovered = point;
        clear(&self.ghost);
        let is_free = |point: &Point| {
            self.scene.stones.iter().all(|(other, _)| other != point)
                && self.scene.forbidden.iter().all(|(other, _)| other != point)
        };
        if let (Some(point), Some(color)) = (point.filter(is_free), self.scene.ghost) {
            let body = format!("ghost body {color}");
            circle(
                &self.ghost,
                self.geometry,
                point,
                &[("class", &body), ("r", RADIUS), ("fill", fill(color))],
            )?;
        }
        Ok(())
    }

    /// Makes a point the one that Tab reaches.
    ///
    /// # Errors
    /// Never with an element of our own.
    pub(crate) fn remember_focus(&mut self, point: Point) -> Result<(), JsValue> {
        self.cell(self.focused).set_attribute("tabindex", "-1")?;
        self.focused = point;
        self.cell(point).set_attribute("tabindex", "0")
    }

    /// Gives the keyboard's focus to the point that Tab reaches.
    ///
    /// # Errors
    /// Never with an element of our own.
    pub(crate) fn take_focus(&self) -> Result<(), JsValue> {
        self.cell(self.focused).dyn_ref::<SvgElement>().map_or(Ok(()), SvgElement::focus)
    }

    /// The cell to which a key leads from a point.
    pub(crate) fn cell_by_key(&self, key: &str, point: Point) -> Option<SvgElement> {
        let next = step(key, self.geometry.shown(point), self.geometry.size())?;
        self.cell(self.geometry.point_at(next)).clone().dyn_into().ok()
    }

    /// How many pixels there are from line to line.
    pub(crate) fn pixels(&self) -> f64 {
        let width = self.root.get_bounding_client_rect().width();
        width * f64::from(Geometry::CELL) / f64::from(self.geometry.side())
    }

    /// The point of a cell.
    pub(crate) fn point_of(&self, cell: &Element) -> Option<Point> {
        Point::parse(&cell.get_attribute("data-point")?, self.geometry.size()).ok()
    }

    fn cell(&self, point: Point) -> &Element {
        &self.cells[index(self.geometry, point)]
    }
}

fn index(geometry: Geometry, point: Point) -> usize {
    usize::from(point.y()) * usize::from(geometry.size().lines()) + usize::from(point.x())
}

fn draw_stone(
    layer: &Element,
    geometry: Geometry,
    (point, color): (Point, Color),
) -> Result<Element, JsValue> {
    let (x, y) = (geometry.x(point), geometry.y(point));
    let group = svg(layer, "g", &[("class", "stone"), ("data-stone", color.name())])?;
    if let Some(group) = group.dyn_ref::<SvgElement>() {
        group.style().set_property("transform-origin", &format!("{x}px {y}px"))?;
    }
    let shadow =
        [("class", "shadow"), ("cx", &*(x + 1).to_string()), ("cy", &*(y + 3).to_string()), ("r", RADIUS)];
    svg(&group, "circle", &shadow)?;
    let body = format!("body {color}");
    circle(&group, geometry, point, &[("class", &body), ("r", RADIUS), ("fill", fill(color))])?;
    Ok(group)
}

/// A circle around a point.
fn circle(
    layer: &Element,
    geometry: Geometry,
    point: Point,
    attributes: &[(&str, &str)],
) -> Result<Element, JsValue> {
    let circle = svg(layer, "circle", attributes)?;
    circle.set_attribute("cx", &geometry.x(point).to_string())?;
    circle.set_attribute("cy", &geometry.y(point).to_string())?;
    Ok(circle)
}

fn fill(color: Color) -> &'static str {
    match color {
        Color::Black => "url(#stone-black)",
        Color::White => "url(#stone-white)",
    }
}
