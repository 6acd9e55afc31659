use crate::{BoardSize, Color, Direction, Line, Point};

const ROW: usize = BoardSize::MAX.lines() as usize;

/// Stones on a square board, with no notion of turns or rules.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Board {
    size: BoardSize,
    /// Row-major with a fixed row length, so that every size has the same layout.
    cells: [Option<Color>; ROW * ROW],
    stones: [u16; 2],
}

impl Board {
    /// A board with no stones.
    pub fn new(size: BoardSize) -> Board {
        Board { size, cells: [None; ROW * ROW], stones: [0; 2] }
    }

    /// The board's size.
    pub fn size(&self) -> BoardSize {
        self.size
    }

    /// The stone at `point`; `None` where there is none, or where there is no board.
    pub fn stone(&self, point: Point) -> Option<Color> {
        if self.size.contains(point) { self.cells[Self::index(point)] } else { None }
    }

    /// Whether `point` is on the board and bears no stone.
    pub fn is_empty(&self, point: Point) -> bool {
        self.size.contains(point) && self.cells[Self::index(point)].is_none()
    }

    /// Puts a stone on `point`, or takes it away, whatever was there before.
    ///
    /// # Panics
    /// When `point` is not on the board.
    pub fn set(&mut self, point: Point, stone: Option<Color>) {
        assert!(self.size.contains(point), "{point:?} is not on a {} board", self.size);
        let cell = &mut self.cells[Self::index(point)];
        if let Some(old) = *cell {
            self.stones[old.index()] -= 1;
        }
        if let Some(new) = stone {
            self.stones[new.index()] += 1;
        }
        *cell = stone;
    }

    /// Number of stones of one colour.
    pub fn count(&self, color: Color) -> usize {
        usize::from(self.stones[color.index()])
    }

    /// Number of stones of both colours.
    pub fn stones(&self) -> usize {
        self.count(Color::Black) + self.count(Color::White)
    }

    /// Whether no empty point is left.
    pub fn is_full(&self) -> bool {
        self.stones() == self.size.area()
    }

    /// The empty points, row by row from the top left.
    pub fn empty_points(&self) -> impl Iterator<Item = Point> + '_ {
        self.size.points().filter(|&point| self.is_empty(point))
    }

    /// The unbroken run of `color` stones through `point` in one direction, as if a stone of that
    /// colour stood on `point` (whether or not one does).
    ///
    /// # Panics
    /// When `point` is not on the board.
    pub fn run_through(&self, point: Point, color: Color, direction: Direction) -> Line {
        assert!(self.size.contains(point), "{point:?} is not on a {} board", self.size);
        let (dx, dy) = direction.step();
        let reach = |sign: i16| {
            (1..)
                .take_while(|&k| {
                    let neighbour = point.offset(sign * k * dx, sign * k * dy, self.size);
                    neighbour.is_some_and(|p| self.cells[Self::index(p)] == Some(color))
                })
                .count()
        };
        let (before, after) = (reach(-1), reach(1));
        let back = before as i16;
        let start = point.offset(-back * dx, -back * dy, self.size).unwrap_or(point);
        Line::new(start, direction, (before + 1 + after) as u8)
    }

    fn index(point: Point) -> usize {
        usize::from(point.y()) * ROW + usize::from(point.x())
    }
}

impl std::fmt::Debug for Board {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        writeln!(f)?;
        f.write_str(&crate::format::diagram::write(self))
    }
}
