use serde::{Deserialize, Serialize};
use tengen_game::Point;

/// The shape of stones of one colour, named for five in a row. For other win lengths the names count from the end: a
/// four is always one stone short of winning, a three two stones.
///
/// Open means that one more stone makes it open again; an open four wins in two ways. Under renju a three of Black's is
/// open only if Black may play one of the points that make it an open four.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Shape {
    /// A four that at least two points complete: the opponent cannot close both. In caro, one that no single stone
    /// stops.
    OpenFour,
    /// Two fours or more, in different directions or in one line.
    DoubleFour,
    /// A four and an open three. Whether the three outlives the answer to the four is not looked at.
    FourThree,
    /// A four that one point completes, or that one stone stops.
    Four,
    /// Two open threes or more.
    DoubleThree,
    /// A three that one more stone makes an open four.
    OpenThree,
    /// A three that one more stone makes a four, but no open one.
    Three,
}

impl Shape {
    /// All shapes, the strongest first.
    pub const ALL: [Shape; 7] = [
        Shape::OpenFour,
        Shape::DoubleFour,
        Shape::FourThree,
        Shape::Four,
        Shape::DoubleThree,
        Shape::OpenThree,
        Shape::Three,
    ];

    /// The name in lower case with hyphens: `four-three`.
    pub const fn name(self) -> &'static str {
        match self {
            Shape::OpenFour => "open-four",
            Shape::DoubleFour => "double-four",
            Shape::FourThree => "four-three",
            Shape::Four => "four",
            Shape::DoubleThree => "double-three",
            Shape::OpenThree => "open-three",
            Shape::Three => "three",
        }
    }

    /// Whether such a shape wins as a rule, unless the opponent comes first.
    pub const fn is_decisive(self) -> bool {
        matches!(self, Shape::OpenFour | Shape::DoubleFour | Shape::FourThree | Shape::DoubleThree)
    }
}

/// The row or shape that a stone makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ThreatKind {
    /// A row that wins.
    Five,
    /// Anything from the open three on: never [`Shape::Three`].
    Shape(Shape),
}

impl ThreatKind {
    /// The name in lower case with hyphens: `five`, `four-three`.
    pub const fn name(self) -> &'static str {
        match self {
            ThreatKind::Five => "five",
            ThreatKind::Shape(shape) => shape.name(),
        }
    }
}

/// An empty point on which a stone would win, or threaten to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct PointThreat {
    /// The point of the stone.
    pub point: Point,
    /// The strongest threat that the stone makes.
    pub kind: ThreatKind,
}

/// A legal move in the engine's order before any search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Candidate {
    /// The point of the move.
    pub point: Point,
    /// The priority of the move in a search without history: the greater the sooner. No value of a position.
    pub order: i32,
    /// The threat that the stone would make, from an open three on.
    pub makes: Option<ThreatKind>,
    /// The threat that the opponent's stone would make there.
    pub takes: Option<ThreatKind>,
}
