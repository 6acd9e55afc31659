//! Rings and arrows that a user draws on a position.
//!
//! Both have a form in other programs: a ring is a mark with [`Sign::Circle`], an arrow the property `AR` of SGF. The colour,
//! for which SGF has nothing, is in the property `TGCOLOR`: `red:hh` or `red:hh:kk`. Without it a drawing is green.

use super::{Mark, MarkOffBoardError, NodeId, Record, Sign};
use crate::{BoardSize, Point};

/// The property of SGF for arrows.
const ARROW: &str = "AR";
/// The property for the colours of rings and arrows.
const COLOR: &str = "TGCOLOR";

/// Whether a property belongs to drawings.
pub(super) fn is_of_drawings(name: &str) -> bool {
    [ARROW, COLOR].contains(&name)
}

/// The colour of a drawing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Ink {
    /// Green, which is the default.
    #[default]
    Green,
    /// Red.
    Red,
    /// Blue.
    Blue,
}

impl Ink {
    /// All inks.
    pub const ALL: [Ink; 3] = [Ink::Green, Ink::Red, Ink::Blue];

    /// The name in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Ink::Green => "green",
            Ink::Red => "red",
            Ink::Blue => "blue",
        }
    }
}

/// A ring around a point, or an arrow from one point to another.
///
/// ```
/// use tengen_game::{BoardSize, Drawing, Ink, NodeId, Point, Record, Rule};
///
/// let mut record = Record::new(Rule::FREESTYLE, BoardSize::FIFTEEN);
/// let arrow = Drawing { from: Point::new(7, 7), to: Point::new(9, 7), ink: Ink::Red };
/// record.draw(NodeId::START, arrow)?;
/// assert_eq!(record.drawings(NodeId::START), [arrow]);
/// // The same once more takes it away.
/// record.draw(NodeId::START, arrow)?;
/// assert_eq!(record.drawings(NodeId::START), []);
/// # Ok::<(), tengen_game::MarkOffBoardError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Drawing {
    /// The ring's point, or the beginning of the arrow.
    pub from: Point,
    /// The ring's point, or the tip of the arrow.
    pub to: Point,
    /// The colour of the drawing.
    pub ink: Ink,
}

impl Drawing {
    /// Whether the drawing is a ring.
    pub fn is_ring(self) -> bool {
        self.from == self.to
    }

    /// Whether both drawings are between the same points, in any colours.
    fn is_at(self, other: Drawing) -> bool {
        (self.from, self.to) == (other.from, other.to)
    }

    /// The drawing as a value of the property for colours; `None` for the default colour.
    fn color(self) -> Option<String> {
        let name = self.ink.name();
        match self.ink {
            Ink::Green => None,
            _ if self.is_ring() => Some(format!("{name}:{}", self.from.to_sgf())),
            _ => Some(format!("{name}:{}:{}", self.from.to_sgf(), self.to.to_sgf())),
        }
    }
}

/// The points of an arrow in a property's value: two points with a colon between them.
fn arrow(value: &str, size: BoardSize) -> Option<(Point, Point)> {
    let (from, to) = value.split_once(':')?;
    let (from, to) = (Point::parse_sgf(from, size)?, Point::parse_sgf(to, size)?);
    (from != to).then_some((from, to))
}

/// The drawing of a value of the property for colours.
fn colored(value: &str, size: BoardSize) -> Option<Drawing> {
    let (name, place) = value.split_once(':')?;
    let ink = Ink::ALL.into_iter().find(|ink| ink.name() == name)?;
    let (from, to) = match Point::parse_sgf(place, size) {
        Some(point) => (point, point),
        None => arrow(place, size)?,
    };
    Some(Drawing { from, to, ink })
}

impl Record {
    /// The rings and arrows on the position after `id`: the rings, then the arrows, each once.
    ///
    /// # Panics
    /// When the record has no such node.
    pub fn drawings(&self, id: NodeId) -> Vec<Drawing> {
        let (size, properties) = (self.size(), self.properties(id));
        let values = |name: &str| properties.get(name).iter();
        let colors: Vec<Drawing> = values(COLOR).filter_map(|value| colored(value, size)).collect();
        let rings = self.marks(id).iter().filter(|mark| mark.sign == Sign::Circle);
        let rings = rings.map(|mark| (mark.point, mark.point));
        let arrows = values(ARROW).filter_map(|value| arrow(value, size));
        let mut drawings: Vec<Drawing> = Vec::new();
        for (from, to) in rings.chain(arrows) {
            let green = Drawing { from, to, ink: Ink::Green };
            let drawing = colors.iter().copied().find(|color| color.is_at(green)).unwrap_or(green);
            if !drawings.contains(&drawing) {
                drawings.push(drawing);
            }
        }
        drawings
    }

    /// Draws on the position after `id`. A drawing that exists already is removed; one in another colour gets this colour.
    ///
    /// # Errors
    /// When a point is off the board; the record is unchanged then.
    ///
    /// # Panics
    /// When the record has no such node.
    pub fn draw(&mut self, id: NodeId, drawing: Drawing) -> Result<(), MarkOffBoardError> {
        let size = self.size();
        if let Some(&point) = [drawing.from, drawing.to].iter().find(|&&point| !size.contains(point)) {
            return Err(MarkOffBoardError { point, size });
        }
        let mut drawings = self.drawings(id);
        let is_there = drawings.contains(&drawing);
        drawings.retain(|other| !other.is_at(drawing));
        if !is_there {
            drawings.push(drawing);
        }
        self.set_drawings(id, &drawings);
        Ok(())
    }

    /// Removes all rings and arrows from the position after `id`. Other marks stay.
    ///
    /// # Panics
    /// When the record has no such node.
    pub fn clear_drawings(&mut self, id: NodeId) {
        self.set_drawings(id, &[]);
    }

    /// Adds those of the drawings between whose points there is no drawing yet.
    pub(super) fn add_drawings(&mut self, id: NodeId, news: &[Drawing]) {
        let mut drawings = self.drawings(id);
        let before = drawings.len();
        for &drawing in news {
            if !drawings.iter().any(|own| own.is_at(drawing)) {
                drawings.push(drawing);
            }
        }
        if drawings.len() > before {
            self.set_drawings(id, &drawings);
        }
    }

    /// Replaces the drawings on the position after `id` by these, whose points are on the board.
    pub(super) fn set_drawings(&mut self, id: NodeId, drawings: &[Drawing]) {
        let rings = drawings.iter().filter(|drawing| drawing.is_ring());
        let rings = rings.map(|ring| Mark { point: ring.from, sign: Sign::Circle });
        let others = self.marks(id).iter().filter(|mark| mark.sign != Sign::Circle).cloned();
        let mut marks: Vec<Mark> = others.chain(rings).collect();
        marks.sort_unstable();
        let arrows = drawings.iter().filter(|drawing| !drawing.is_ring());
        let arrows = arrows.map(|arrow| format!("{}:{}", arrow.from.to_sgf(), arrow.to.to_sgf()));
        let node = self.tree.node_mut(id);
        node.marks = marks;
        node.properties.set(ARROW, arrows.collect());
        node.properties.set(COLOR, drawings.iter().filter_map(|drawing| drawing.color()).collect());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rule;

    const HERE: NodeId = NodeId::START;

    fn drawing(from: (u8, u8), to: (u8, u8), ink: Ink) -> Drawing {
        Drawing { from: Point::new(from.0, from.1), to: Point::new(to.0, to.1), ink }
    }

    #[test]
    fn drawings_are_marks_and_properties_as_other_programs_know_them() {
        let mut record = Record::new(Rule::FREESTYLE, BoardSize::FIFTEEN);
        let all = [
            drawing((3, 3), (3, 3), Ink::Green),
            drawing((4, 3), (4, 3), Ink::Blue),
            drawing((0, 0), (2, 1), Ink::Green),
            drawing((2, 1), (0, 0), Ink::Red),
        ];
        let cross = Mark { point: Point::new(9, 9), sign: Sign::Cross };
        record.add_mark(HERE, cross.clone()).unwrap();
        all.into_iter().for_each(|drawing| record.draw(HERE, drawing).unwrap());
        assert_eq!(record.drawings(HERE), all);
        let rings = record.marks(HERE).iter().filter(|mark| mark.sign == Sign::Circle);
        assert!(rings.map(|mark| mark.point.to_sgf()).eq(["dd", "ed"]));
        assert_eq!(record.properties(HERE).get(ARROW), ["aa:cb", "cb:aa"]);
        assert_eq!(record.properties(HERE).get(COLOR), ["blue:ed", "red:cb:aa"]);
        record.clear_drawings(HERE);
        assert_eq!((record.marks(HERE), record.properties(HERE).is_empty()), (&[cross][..], true));
    }

    #[test]
    fn a_drawing_changes_its_colour_and_goes_when_it_is_drawn_again() {
        let mut record = Record::new(Rule::FREESTYLE, BoardSize::FIFTEEN);
        let [green, red] = [Ink::Green, Ink::Red].map(|ink| drawing((1, 1), (1, 1), ink));
        record.draw(HERE, green).unwrap();
        record.draw(HERE, red).unwrap();
        assert_eq!(record.drawings(HERE), [red]);
        record.draw(HERE, red).unwrap();
        assert_eq!(record.drawings(HERE), []);
        assert!(record.draw(HERE, drawing((1, 1), (15, 1), Ink::Green)).is_err());
    }

    #[test]
    fn what_is_no_drawing_is_passed_over() {
        let mut record = Record::new(Rule::FREESTYLE, BoardSize::FIFTEEN);
        for value in ["aa", "aa:aa", "aa:zz", "", "aa:bb"] {
            record.add_property(HERE, ARROW, value).unwrap();
        }
        for value in ["pink:aa:bb", "red", "red:", "red:cc"] {
            record.add_property(HERE, COLOR, value).unwrap();
        }
        assert_eq!(record.drawings(HERE), [drawing((0, 0), (1, 1), Ink::Green)]);
    }
}
