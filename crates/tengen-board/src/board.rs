//! The widget: one SVG element in the document, the layers in it, and what the user does with it.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::atomic::{AtomicU32, Ordering};

use tengen_game::{Drawing, Point};
use wasm_bindgen::prelude::*;
use web_sys::{Document, Element, SvgElement};

use crate::Geometry;
use crate::dom::{Attributes, Listener, create};
use crate::draw::{Pen, Shown};
use crate::finger::Finger;
use crate::input::{focus_on, listen};
use crate::items::{self, Item};
use crate::labels::CellLabel;
use crate::magnifier::Magnifier;
use crate::scene::{self, Content, Scene};
use crate::stroke::Stroke;

/// An action of the user on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A point was clicked, tapped or entered; it may be occupied.
    Place(Point),
    /// A tap has only chosen a point, and another one would confirm it; `None` when it is no longer chosen.
    Aim(Option<Point>),
    /// A mouse or a pen is over this point now; `None` outside of the points.
    Hover(Option<Point>),
    /// A ring or an arrow was drawn, between points of the board.
    Draw(Drawing),
}

/// The board's texts in some language: by a key of the catalogues of `tengen-text`, with the values of the text's variables.
pub type Texts = Box<dyn Fn(&str, &[(&str, &str)]) -> String>;

/// The number of boards that have been created. Several may be in one document, each with its magnifier.
static BOARDS: AtomicU32 = AtomicU32::new(0);

/// A board in a document. Dropping it removes its element and its listeners.
pub struct Board {
    state: Rc<RefCell<State>>,
    on_event: Rc<dyn Fn(Event)>,
    _listeners: Vec<Listener>,
}

impl std::fmt::Debug for Board {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Board").finish_non_exhaustive()
    }
}

impl Board {
    /// Draws a board into `parent`, an element of HTML with nothing else in it. `on_event` is called for everything the user does, and may update or drop the board.
    ///
    /// # Errors
    /// When the browser refuses to create an element.
    pub fn mount(
        parent: &Element,
        scene: Scene,
        texts: Texts,
        on_event: impl Fn(Event) + 'static,
    ) -> Result<Board, JsValue> {
        let document = parent.owner_document().ok_or("the board's parent is in no document")?;
        let root = create(&document, "svg", &[("class", &"board"), ("role", &"presentation")])?;
        let mut state = State {
            geometry: scene.geometry(),
            focused: scene.size.center(),
            id: format!("board-drawing-{}", BOARDS.fetch_add(1, Ordering::Relaxed)),
            document,
            root,
            texts,
            scene,
            layers: Vec::new(),
            grid: None,
            cells: Vec::new(),
            magnifier: None,
            keyboard: None,
            hovered: None,
            finger: Finger::default(),
            stroke: Stroke::default(),
        };
        state.redraw()?;
        parent.append_child(&state.root)?;
        let root = state.root.clone();
        let (state, on_event): (_, Rc<dyn Fn(Event)>) = (Rc::new(RefCell::new(state)), Rc::new(on_event));
        let listeners = listen(parent, &root, &state, &on_event)?;
        Ok(Board { state, on_event, _listeners: listeners })
    }

    /// Shows another scene. Elements that both scenes have in common stay as they are, so that nothing moves that has not changed.
    ///
    /// # Errors
    /// As [`Board::mount`].
    pub fn update(&self, scene: Scene) -> Result<(), JsValue> {
        let mut events = Vec::new();
        let focus = self.state.borrow_mut().update(scene, &mut events);
        events.into_iter().for_each(&*self.on_event);
        if let Some(cell) = focus? {
            focus_on(&cell);
        }
        Ok(())
    }

    /// Changes the language.
    ///
    /// # Errors
    /// As [`Board::mount`].
    pub fn set_texts(&self, texts: Texts) -> Result<(), JsValue> {
        self.state.borrow_mut().set_texts(texts)
    }
}

impl Drop for Board {
    fn drop(&mut self) {
        // Listeners that run now keep the state until they return.
        if let Ok(state) = self.state.try_borrow() {
            state.root.remove();
        }
    }
}

/// The layers of the board, from below.
#[derive(Clone, Copy)]
enum Layer {
    Bands,
    Stones,
    Ghosts,
    Marks,
    Aim,
    /// Over the cells; the others are part of the drawing that the magnifier shows.
    Tips,
}

/// A cell of the grid, which pointers, keys and screen readers reach.
struct Cell {
    element: Element,
    label: Option<CellLabel>,
}

/// A board's elements and what they show.
pub(crate) struct State {
    document: Document,
    pub(crate) root: Element,
    /// The identifier of the element that the magnifier shows.
    id: String,
    texts: Texts,
    pub(crate) geometry: Geometry,
    /// The scene that is drawn.
    pub(crate) scene: Scene,
    /// The elements of the layers, in the order of [`Layer`].
    layers: Vec<Shown>,
    grid: Option<Element>,
    /// The cells by their places on the screen, row by row.
    cells: Vec<Cell>,
    magnifier: Option<Magnifier>,
    /// The only point that can be reached with Tab; the arrow keys lead on from there, as the ARIA authoring practices
    /// describe for grids.
    focused: Point,
    /// The point that has the keyboard's focus now.
    pub(crate) keyboard: Option<Point>,
    /// The point under a mouse or a pen.
    pub(crate) hovered: Option<Point>,
    pub(crate) finger: Finger,
    /// The ring or arrow that is being drawn.
    pub(crate) stroke: Stroke,
}

impl State {
    /// Draws the whole board. The elements of another board are removed.
    fn redraw(&mut self) -> Result<(), JsValue> {
        self.root.set_text_content(None);
        let side = self.geometry.side();
        self.root.set_attribute("viewBox", &format!("0 0 {side} {side}"))?;
        // The style sheet keeps the points of small boards from becoming as large as a hand.
        let style = self.root.unchecked_ref::<SvgElement>().style();
        style.set_property("--lines", &self.geometry.lines().to_string())?;
        let pen = Pen { document: &self.document, geometry: self.geometry, texts: &self.texts };
        let drawing = pen.add(&self.root, "g", &[("id", &self.id)])?;
        pen.scenery(&drawing)?;
        let layer = |parent: &Element, class: &str| {
            let group = pen.add(parent, "g", &[("class", &class), ("aria-hidden", &"true")])?;
            Ok::<_, JsValue>(Shown::new(group))
        };
        self.layers = ["bands", "stones", "ghosts", "marks", "aim"]
            .into_iter()
            .map(|class| layer(&drawing, class))
            .collect::<Result<_, _>>()?;
        let (grid, cells) = self.add_cells(&pen)?;
        self.layers.push(layer(&self.root, "tips")?);
        (self.grid, self.cells, self.magnifier) = (Some(grid), cells, None);
        self.show()
    }

    /// Adds an invisible cell for each point: a grid that pointers, keys and screen readers can use.
    fn add_cells(&self, pen: &Pen<'_>) -> Result<(Element, Vec<Cell>), JsValue> {
        let (geometry, size) = (self.geometry, self.geometry.size());
        let (lines, side) = (geometry.lines(), Geometry::CELL);
        let attributes: Attributes<'_> =
            &[("role", &"grid"), ("class", &"cells"), ("aria-rowcount", &lines), ("aria-colcount", &lines)];
        let grid = pen.add(&self.root, "g", attributes)?;
        self.name_grid(&grid)?;
        let mut cells = Vec::with_capacity(size.area());
        for y in 0..size.lines() {
            let name = geometry.row_name(y);
            let attributes: Attributes<'_> =
                &[("role", &"row"), ("aria-rowindex", &(y + 1)), ("aria-label", &name)];
            let row = pen.add(&grid, "g", attributes)?;
            for x in 0..size.lines() {
                let point = geometry.point_at(Point::new(x, y));
                let attributes: Attributes<'_> = &[
                    ("class", &"cell"),
                    ("role", &"gridcell"),
                    ("aria-colindex", &(x + 1)),
                    ("data-point", &point.on(size)),
                    ("tabindex", &if point == self.focused { "0" } else { "-1" }),
                    ("x", &(geometry.x(point) - side / 2)),
                    ("y", &(geometry.y(point) - side / 2)),
                    ("width", &side),
                    ("height", &side),
                    ("rx", &"6"),
                ];
                cells.push(Cell { element: pen.add(&row, "rect", attributes)?, label: None });
            }
        }
        Ok((grid, cells))
    }

    fn name_grid(&self, grid: &Element) -> Result<(), JsValue> {
        let lines = self.geometry.lines().to_string();
        grid.set_attribute("aria-label", &(self.texts)("board", &[("size", &lines)]))
    }

    fn set_texts(&mut self, texts: Texts) -> Result<(), JsValue> {
        self.texts = texts;
        if let Some(grid) = &self.grid {
            self.name_grid(grid)?;
        }
        self.cells.iter_mut().for_each(|cell| cell.label = None);
        self.show_layer(Layer::Tips, &[])?;
        self.show()
    }

    /// Shows another scene; the answer is the cell that takes the focus over from one that was removed.
    fn update(&mut self, scene: Scene, events: &mut Vec<Event>) -> Result<Option<Element>, JsValue> {
        if scene == self.scene {
            return Ok(None);
        }
        if scene.stones != self.scene.stones || scene.ghost != self.scene.ghost {
            self.finger.reset(events);
        }
        if scene.pen != self.scene.pen {
            self.stroke.cancel();
        }
        let geometry = scene.geometry();
        self.scene = scene;
        if geometry == self.geometry {
            return self.show().map(|()| None);
        }
        let has_focus = self.root.matches(":focus-within")?;
        if geometry.size() != self.geometry.size() {
            self.focused = geometry.size().center();
        }
        self.finger.cancel(events);
        self.stroke = Stroke::default();
        (self.geometry, self.hovered, self.keyboard) = (geometry, None, None);
        self.redraw()?;
        Ok(has_focus.then(|| self.cell(self.focused).clone()))
    }

    /// Brings everything that the scene decides up to date.
    fn show(&mut self) -> Result<(), JsValue> {
        let is_live = if self.scene.ghost.is_some() { "live" } else { "" };
        self.root.set_attribute("data-state", is_live)?;
        // The pen draws from the first touch on.
        let draws = matches!(self.scene.pen, scene::Pen::Always(_));
        self.root.class_list().toggle_with_force("by-finger", draws)?;
        if let Some(drawing) = self.root.first_element_child() {
            drawing.set_attribute("data-stones", self.scene.stone_style)?;
        }
        self.show_layer(Layer::Bands, &items::bands(&self.scene))?;
        self.show_layer(Layer::Stones, &items::stones(&self.scene))?;
        self.show_layer(Layer::Marks, &items::marks(&self.scene))?;
        self.show_labels()?;
        self.show_pointer()
    }

    fn show_layer(&mut self, layer: Layer, items: &[Item]) -> Result<(), JsValue> {
        let pen = Pen { document: &self.document, geometry: self.geometry, texts: &self.texts };
        self.layers[layer as usize].show(&pen, items)
    }

    /// The cells' labels for screen readers.
    pub(crate) fn show_labels(&mut self) -> Result<(), JsValue> {
        let size = self.geometry.size();
        for (point, content) in size.points().zip(self.scene.contents()) {
            let label = CellLabel::of(&self.scene, point, content, self.stroke.begun());
            let index = self.index(point);
            let cell = &mut self.cells[index];
            if cell.label.as_ref() == Some(&label) {
                continue;
            }
            let words = label.words(&self.scene, point, |key, values| (self.texts)(key, values));
            cell.element.set_attribute("aria-label", &words)?;
            cell.label = Some(label);
            let is_refused = matches!(content, Content::Forbidden(_));
            cell.element.class_list().toggle_with_force("refused", is_refused)?;
        }
        Ok(())
    }

    /// Draws the elements that follow pointer, finger and keyboard.
    pub(crate) fn show_pointer(&mut self) -> Result<(), JsValue> {
        let chosen = self.finger.aimed();
        let aimed = chosen.or(self.hovered);
        self.show_layer(Layer::Ghosts, &items::ghost(&self.scene, aimed))?;
        let drawn = self.stroke.shown().or_else(|| self.arrow_of_keys()).map(Item::Drawing);
        let aim: Vec<Item> = chosen.map(Item::Crosshair).into_iter().chain(drawn).collect();
        self.show_layer(Layer::Aim, &aim)?;
        self.show_layer(Layer::Tips, &items::tip(&self.scene, aimed.or(self.keyboard)))?;
        let Some(place) = self.finger.place().filter(|_| self.scene.touch.has_magnifier) else {
            self.magnifier = None;
            return Ok(());
        };
        if self.magnifier.is_none() {
            let pen = Pen { document: &self.document, geometry: self.geometry, texts: &self.texts };
            self.magnifier = Some(Magnifier::new(&pen, &self.root, &self.id)?);
        }
        self.magnifier.as_ref().map_or(Ok(()), |glass| glass.show(self.geometry.side(), place))
    }

    /// The arrow that a key has begun, as far as the point with the focus.
    fn arrow_of_keys(&self) -> Option<Drawing> {
        let scene::Pen::Always(ink) = self.scene.pen else { return None };
        let from = self.stroke.begun()?;
        Some(Drawing { from, to: self.keyboard.unwrap_or(from), ink })
    }

    /// Makes a point the one that Tab reaches.
    pub(crate) fn remember_focus(&mut self, point: Point) -> Result<(), JsValue> {
        self.cell(self.focused).set_attribute("tabindex", "-1")?;
        self.focused = point;
        self.cell(point).set_attribute("tabindex", "0")
    }

    pub(crate) fn cell(&self, point: Point) -> &Element {
        &self.cells[self.index(point)].element
    }

    fn index(&self, point: Point) -> usize {
        let place = self.geometry.shown(point);
        usize::from(place.y()) * usize::from(self.geometry.size().lines()) + usize::from(place.x())
    }
}
