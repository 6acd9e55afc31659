use crate::{BoardSize, Color, Direction, Line, Point};

const ROW: usize = BoardSize::MAX.lines() as usize;

/// Stones on a square board, with no notion of turns or rules.
///
/// A [`Position`](crate::Position) adds turns and rules. Boards are written as text by
/// [`diagram`](crate::diagram).
///
/// ```
/// use tengen_game::{Board, BoardSize, Color, Point};
///
/// let mut board = Board::new(BoardSize::FIFTEEN);
/// let center = board.size().center();
/// board.set(center, Some(Color::Black));
/// board.set(Point::new(0, 0), Some(Color::White));
/// assert_eq!(board.stone(center), Some(Color::Black));
/// assert_eq!((board.count(Color::White), board.stones()), (1, 2));
///
/// board.set(center, None);
/// assert!(board.is_empty(center) && !board.is_full());
/// assert_eq!(board.empty_points().next(), Some(Point::new(1, 0)));
/// // Beside the board there is no stone, and no empty point either.
/// let outside = Point::new(15, 0);
/// assert!(board.stone(outside).is_none() && !board.is_empty(outside));
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Board {
    size: BoardSize,
    /// Row-major with a fixed row length, so that every size has the same layout.
    cells: [Cell; ROW * ROW],
    stones: [u16; 2],
    blocked: u16,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Cell {
    Empty,
    Stone(Color),
    Blocked,
}

impl Board {
    /// A board with no stones.
    pub fn new(size: BoardSize) -> Board {
        Board { size, cells: [Cell::Empty; ROW * ROW], stones: [0; 2], blocked: 0 }
    }

    /// The board's size.
    pub fn size(&self) -> BoardSize {
        self.size
    }

    /// The stone at `point`; `None` where there is none, or where the point is off the board.
    pub fn stone(&self, point: Point) -> Option<Color> {
        match self.cells[Self::index(self.size.contains(point).then_some(point)?)] {
            Cell::Stone(color) => Some(color),
            Cell::Empty | Cell::Blocked => None,
        }
    }

    /// Whether `point` is on the board, bears no stone and is not blocked.
    pub fn is_empty(&self, point: Point) -> bool {
        self.size.contains(point) && self.cells[Self::index(point)] == Cell::Empty
    }

    /// Whether `point` is [blocked](Board::block).
    pub fn is_blocked(&self, point: Point) -> bool {
        self.size.contains(point) && self.cells[Self::index(point)] == Cell::Blocked
    }

    /// Takes `point` out of the game and removes its stone, if any. The point then takes no stone, and bounds rows like the edge of the
    /// board. No format of records has such points.
    ///
    /// ```
    /// use tengen_game::{Board, BoardSize, Point};
    ///
    /// let mut board = Board::new(BoardSize::FIFTEEN);
    /// board.block(Point::new(7, 7));
    /// assert!(!board.is_empty(Point::new(7, 7)) && board.stone(Point::new(7, 7)).is_none());
    /// ```
    ///
    /// # Panics
    /// When `point` is not on the board.
    pub fn block(&mut self, point: Point) {
        self.set(point, None);
        self.cells[Self::index(point)] = Cell::Blocked;
        self.blocked += 1;
    }

    /// Puts a stone on `point`, or empties it, and replaces its previous contents.
    ///
    /// # Panics
    /// When `point` is not on the board.
    pub fn set(&mut self, point: Point, stone: Option<Color>) {
        assert!(self.size.contains(point), "{point:?} is not on a {} board", self.size);
        let cell = &mut self.cells[Self::index(point)];
        match *cell {
            Cell::Empty => {}
            Cell::Stone(old) => self.stones[old.index()] -= 1,
            Cell::Blocked => self.blocked -= 1,
        }
        if let Some(new) = stone {
            self.stones[new.index()] += 1;
        }
        *cell = stone.map_or(Cell::Empty, Cell::Stone);
    }

    /// The number of stones of one colour.
    pub fn count(&self, color: Color) -> usize {
        usize::from(self.stones[color.index()])
    }

    /// The number of stones of both colours.
    pub fn stones(&self) -> usize {
        self.count(Color::Black) + self.count(Color::White)
    }

    /// Whether no empty point is left.
    pub fn is_full(&self) -> bool {
        self.stones() + usize::from(self.blocked) == self.size.area()
    }

    /// The empty points, row by row from the top left.
    pub fn empty_points(&self) -> impl Iterator<Item = Point> + '_ {
        self.size.points().filter(|&point| self.is_empty(point))
    }

    /// The unbroken run of `color` stones through `point` in one direction, as if a stone of that
    /// colour stood on `point` (whether or not one does). It has one point at least.
    ///
    /// ```
    /// use tengen_game::{Color, Direction, Point, diagram};
    ///
    /// let board = diagram::read("X X . X\n . . . .\n . . . .\n . . . .")?;
    /// let run = board.run_through(Point::new(2, 0), Color::Black, Direction::Horizontal);
    /// assert_eq!((run.start(), run.length()), (Point::new(0, 0), 4));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
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
                    neighbour.is_some_and(|p| self.cells[Self::index(p)] == Cell::Stone(color))
                })
                .count()
        };
        let (before, after) = (reach(-1), reach(1));
        let back = before as i16;
        let start = point.offset(-back * dx, -back * dy, self.size).unwrap_or(point);
        Line::new(start, direction, (before + 1 + after) as u8)
    }

    /// The number of ends of a row of `color` that touch a stone of the other colour: 0 to 2. The edge of the board is
    /// no stone.
    ///
    /// ```
    /// use tengen_game::{Color, Direction, Point, diagram};
    ///
    /// let board = diagram::read(". . . .\n O X X .\n . . . .\n . . . .")?;
    /// let row = board.run_through(Point::new(1, 1), Color::Black, Direction::Horizontal);
    /// assert_eq!((row.length(), board.blocked_ends(&row, Color::Black)), (2, 1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn blocked_ends(&self, row: &Line, color: Color) -> u8 {
        let (dx, dy) = row.direction().step();
        let start = row.start();
        let ends = [-1, i16::from(row.length())].map(|k| start.offset(k * dx, k * dy, self.size));
        ends.into_iter().flatten().map(|end| u8::from(self.stone(end) == Some(!color))).sum()
    }

    fn index(point: Point) -> usize {
        usize::from(point.y()) * ROW + usize::from(point.x())
    }
}

impl std::fmt::Debug for Board {
    /// Draws the board as [`diagram::write`](crate::diagram::write()) does.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        writeln!(f)?;
        f.write_str(&crate::diagram::write(self))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Position, Rule};

    #[test]
    fn a_blocked_point_is_an_edge() {
        let size = BoardSize::MIN;
        let (mut board, middle) = (Board::new(size), Point::new(1, 1));
        board.set(middle, Some(Color::Black));
        board.block(middle);
        assert_eq!((board.stones(), board.is_blocked(middle), board.stone(middle)), (0, true, None));
        assert_eq!(board.empty_points().count(), 8);
        for x in [0, 2] {
            board.set(Point::new(x, 1), Some(Color::Black));
        }
        let row = board.run_through(Point::new(0, 1), Color::Black, Direction::Horizontal);
        assert_eq!((row.length(), board.blocked_ends(&row, Color::Black)), (1, 0));
        let three: Rule = "free-3".parse().unwrap();
        let mut position = Position::from_board(three, board.clone(), Color::White).unwrap();
        assert!(!position.is_over() && position.check(middle).is_err());
        for point in board.empty_points() {
            assert!(!position.is_over());
            position.play(point).unwrap();
        }
        assert!(position.is_over(), "the last point that is not blocked fills the board");
        board.set(middle, None);
        assert!(board.is_empty(middle));
        board.set(middle, Some(Color::Black));
        assert_eq!(board.run_through(middle, Color::Black, Direction::Horizontal).length(), 3);
    }

    #[test]
    fn blocked_points_distinguish_positions() {
        let mut board = Board::new(BoardSize::FIFTEEN);
        let key =
            |board: &Board| Position::from_board(Rule::FREESTYLE, board.clone(), Color::Black).unwrap().key();
        let empty = key(&board);
        board.block(Point::new(3, 4));
        assert_ne!(key(&board), empty);
        let turned = crate::Symmetry::Rotate90.apply_to_board(&board);
        assert!(turned != board && !turned.is_full() && key(&turned) != key(&board));
        assert_eq!(crate::Symmetry::Rotate270.apply_to_board(&turned), board);
    }
}
