use tengen_game::{BoardSize, Color, Drawing, ForbiddenKind, Ink, Point, Sign, Symmetry};

use crate::Geometry;

/// A stone on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stone {
    /// The point of the stone.
    pub point: Point,
    /// The colour of the stone.
    pub color: Color,
}

/// A sign or a few letters on a point or on its stone: a mark of the record, the number of a move, the rank of a candidate.
#[derive(Clone, Debug, PartialEq)]
pub struct Label {
    /// The point of the label.
    pub point: Point,
    /// The sign that is drawn.
    pub sign: Sign,
    /// Whether the label belongs to the last move, which is underlined.
    pub is_latest: bool,
}

/// A point at which a side would make a threat.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Threat {
    /// The point.
    pub point: Point,
    /// The side that would threaten.
    pub color: Color,
    /// The weight of the threat: 0 for a win, 1 for a threat that the other side must answer, 2 for a three.
    pub weight: u8,
}

/// A suggested move: a ring with a few letters in it.
#[derive(Clone, Debug, PartialEq)]
pub struct Suggestion {
    /// The point.
    pub point: Point,
    /// The class of the move beside the best one: 0 for the best itself, up to 3 for the worst.
    pub rank: u8,
    /// The value of the move, in at most three letters.
    pub text: String,
}

/// The input that draws rings and arrows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pen {
    /// Nothing.
    Off,
    /// The secondary button of the mouse: in green, with Shift in red and with Alt in blue.
    SecondaryButton,
    /// Clicks, drags and the keys that otherwise place stones, in this colour; with Shift, two keys draw an arrow. The secondary
    /// button draws as well.
    Always(Ink),
}

/// The way in which a finger places stones. Mouse, pen and keyboard always place them at once.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TouchAim {
    /// A tap places a stone at once if neighbouring lines are at least this many CSS pixels apart; otherwise it only aims, and a
    /// second tap confirms. 0 for always at once, infinity for never.
    pub one_tap_pixels: f64,
    /// Whether a finger that is held on the board drags the aim under a magnifier and places the stone where it is lifted. The page does
    /// not scroll under it then; a stroke without a hold scrolls the page, and places nothing.
    pub has_magnifier: bool,
}

impl TouchAim {
    /// The size of points that a fingertip hits, in CSS pixels.
    pub const FINGERTIP: f64 = 40.0;
}

/// The contents of the board.
#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    /// The board's size.
    pub size: BoardSize,
    /// The symmetry by which the board is turned.
    pub symmetry: Symmetry,
    /// Whether letters and numbers stand beside the board.
    pub has_coordinates: bool,
    /// The kind of stones for the style sheet: `shaded`, `flat` or `glass`.
    pub stone_style: &'static str,
    /// The way in which fingers place stones.
    pub touch: TouchAim,
    /// The stones on the board.
    pub stones: Vec<Stone>,
    /// The point of the last move.
    pub last: Option<Point>,
    /// Rows that won.
    pub winning: Vec<Vec<Point>>,
    /// Points to mark as forbidden.
    pub forbidden: Vec<(Point, ForbiddenKind)>,
    /// Threats to mark.
    pub threats: Vec<Threat>,
    /// Stones of a line that is only looked at.
    pub preview: Vec<Stone>,
    /// Signs and letters, at most one on each point.
    pub labels: Vec<Label>,
    /// The best moves. While a line is looked at, they are not drawn.
    pub suggestions: Vec<Suggestion>,
    /// The moves that other engines prefer, each with their letters. While a line is looked at, they are not drawn.
    pub preferred: Vec<(Point, String)>,
    /// Points to shade, with a strength from 1 to 4.
    pub heat: Vec<(Point, u8)>,
    /// Rings and arrows that the user has drawn.
    pub drawings: Vec<Drawing>,
    /// The input that draws rings and arrows.
    pub pen: Pen,
    /// A recommended point.
    pub hint: Option<Point>,
    /// The points and stones that an explanation is about, which are ringed.
    pub highlights: Vec<Point>,
    /// The colour of the stone that a click would place, which is shown under the pointer; `None` where nothing can be placed.
    pub ghost: Option<Color>,
    /// The stone that is placed as soon as it is the user's turn.
    pub premove: Option<Stone>,
    /// Lines per side of the central square that matters for the opening.
    pub zone: Option<u8>,
}

impl Scene {
    /// An empty board on which nothing can be placed.
    pub fn new(size: BoardSize) -> Scene {
        Scene {
            size,
            symmetry: Symmetry::Identity,
            has_coordinates: true,
            stone_style: "shaded",
            touch: TouchAim { one_tap_pixels: TouchAim::FINGERTIP, has_magnifier: false },
            stones: Vec::new(),
            last: None,
            winning: Vec::new(),
            forbidden: Vec::new(),
            threats: Vec::new(),
            preview: Vec::new(),
            labels: Vec::new(),
            suggestions: Vec::new(),
            preferred: Vec::new(),
            heat: Vec::new(),
            drawings: Vec::new(),
            pen: Pen::Off,
            hint: None,
            highlights: Vec::new(),
            ghost: None,
            premove: None,
            zone: None,
        }
    }

    /// The geometry of the board.
    pub fn geometry(&self) -> Geometry {
        Geometry::new(self.size, self.symmetry, self.has_coordinates)
    }

    /// The stone that a click on a point would place, as far as the scene contains it.
    pub fn stone_to_place(&self, point: Point) -> Option<Stone> {
        let is_free = color_of(&self.stones, point).is_none() && self.forbidden_kind(point).is_none();
        self.ghost
            .filter(|_| is_free && !matches!(self.pen, Pen::Always(_)))
            .map(|color| Stone { point, color })
    }

    /// The reason for which a point is marked as forbidden; `None` if it is not.
    pub fn forbidden_kind(&self, point: Point) -> Option<ForbiddenKind> {
        self.forbidden.iter().find(|(other, _)| *other == point).map(|(_, kind)| *kind)
    }

    /// The contents of each point, in the order of [`BoardSize::points`].
    #[cfg(feature = "dom")]
    pub(crate) fn contents(&self) -> Vec<Content> {
        let mut contents = vec![Content::Empty; self.size.area()];
        let index =
            |point: Point| usize::from(point.y()) * usize::from(self.size.lines()) + usize::from(point.x());
        for &(point, kind) in self.forbidden.iter().filter(|(point, _)| self.size.contains(*point)) {
            contents[index(point)] = Content::Forbidden(kind);
        }
        for stone in self.stones.iter().filter(|stone| self.size.contains(stone.point)) {
            contents[index(stone.point)] = Content::Stone(stone.color);
        }
        contents
    }
}

/// The colour of the stone on a point.
pub(crate) fn color_of(stones: &[Stone], point: Point) -> Option<Color> {
    stones.iter().find(|stone| stone.point == point).map(|stone| stone.color)
}

/// The contents of a point, for its screen-reader label.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Content {
    /// Nothing.
    Empty,
    /// A stone.
    Stone(Color),
    /// Nothing, and the side to move must not place a stone there.
    Forbidden(ForbiddenKind),
}

impl Content {
    /// The key of the text in the catalogues of `tengen-text`. The text has the variable `point`.
    pub fn text_key(self) -> &'static str {
        match self {
            Content::Empty => "cell-empty",
            Content::Stone(Color::Black) => "cell-black",
            Content::Stone(Color::White) => "cell-white",
            Content::Forbidden(ForbiddenKind::Overline) => "cell-forbidden-overline",
            Content::Forbidden(ForbiddenKind::DoubleFour) => "cell-forbidden-double-four",
            Content::Forbidden(ForbiddenKind::DoubleThree) => "cell-forbidden-double-three",
        }
    }
}
