//! The board of the classics: stones, and the [`Shape`] that a stone of either colour makes on every cell in every
//! direction, updated incrementally.

use tengen_game::{
    Board, BoardSize, Color, Direction, Point, Position, Rule, SplitMix, WinningRow, forbidden_kind,
};

use crate::shape::{Shape, View, shape};

const ROW: usize = BoardSize::MAX.lines() as usize;
const AREA: usize = ROW * ROW;

/// Rows, columns, and the diagonals of both kinds on the largest board.
const LINES: usize = 2 * ROW + 2 * (2 * ROW - 1);

/// Bits beside a line that lie outside every board, so that a view of nine cells to either side never leaves it.
const MARGIN: u32 = 10;

/// A position with the data that the classics need.
///
/// Wins are those of [`WinningRow`], forbidden points those of [`forbidden_kind`]; the data about both are tested
/// against them.
#[derive(Clone, Debug)]
pub(crate) struct Field {
    rule: Rule,
    side: Color,
    board: Board,
    /// The winning rows of each colour.
    rows: [WinningRow; 2],
    /// Each colour's stones on every line, as bits.
    stones: [[u64; LINES]; 2],
    /// The bits of every line that are no part of the board.
    outside: [u64; LINES],
    shapes: [Vec<[Shape; 4]>; 2],
    /// The number of pairs of a stone and a direction with each shape, for each colour.
    standing: [[i32; Shape::COUNT]; 2],
    /// The number of stones within reach of each cell.
    near: Vec<u8>,
    reach: i16,
    key: u64,
    /// Moves until the game is a draw by its limit.
    moves_left: usize,
    played: Vec<Point>,
    minds_forbidden: bool,
}

impl Field {
    /// The field of a position; `reach` is how far from the stones, in rows and columns, a move counts as near.
    pub(crate) fn new(position: &Position, reach: u8) -> Field {
        let rule = position.rule();
        let limit = position.max_moves().map_or(usize::MAX, |limit| usize::from(limit.get()));
        let mut field = Field {
            rule,
            side: position.side_to_move(),
            board: position.board().clone(),
            rows: Color::BOTH.map(|color| rule.winning_row(color)),
            stones: [[0; LINES]; 2],
            outside: [u64::MAX; LINES],
            shapes: [vec![[Shape::Nothing; 4]; AREA], vec![[Shape::Nothing; 4]; AREA]],
            standing: [[0; Shape::COUNT]; 2],
            near: vec![0; AREA],
            reach: i16::from(reach),
            key: 0,
            moves_left: limit.saturating_sub(position.moves().len()),
            played: Vec::new(),
            minds_forbidden: rule.has_forbidden_moves(),
        };
        field.set_up();
        field
    }

    /// Allows every point from now on, under any rule.
    pub(crate) fn ignore_forbidden(&mut self) {
        self.minds_forbidden = false;
    }

    fn set_up(&mut self) {
        for point in self.size().points() {
            for direction in Direction::ALL {
                let (line, bit) = place(point, direction);
                self.outside[line] &= !(1 << bit);
            }
            if let Some(color) = self.board.stone(point) {
                self.toggle(point, color);
                self.count_near(point, 1);
            }
        }
        for point in self.size().points() {
            for direction in Direction::ALL {
                for color in Color::BOTH {
                    let shape = self.look(point, direction, color);
                    self.shapes[color.index()][index(point)][direction as usize] = shape;
                }
            }
            if let Some(color) = self.board.stone(point) {
                self.count_standing(point, color, 1);
            }
        }
    }

    pub(crate) fn size(&self) -> BoardSize {
        self.board.size()
    }

    pub(crate) fn rule(&self) -> Rule {
        self.rule
    }

    pub(crate) fn board(&self) -> &Board {
        &self.board
    }

    /// The side to move.
    pub(crate) fn side(&self) -> Color {
        self.side
    }

    /// Names the stones and the side to move.
    pub(crate) fn key(&self) -> u64 {
        self.key ^ SplitMix::mix(self.side.index() as u64)
    }

    /// Whether neither side can win any more, because points or moves are lacking.
    pub(crate) fn is_drawn(&self) -> bool {
        self.board.is_full() || self.moves_left == 0
    }

    /// The shapes of a stone of `color` on a point in the four directions, with the contents of the point ignored.
    pub(crate) fn shapes(&self, point: Point, color: Color) -> [Shape; 4] {
        self.shapes[color.index()][index(point)]
    }

    /// Whether a stone of `color` on an empty point wins.
    pub(crate) fn wins(&self, point: Point, color: Color) -> bool {
        self.shapes(point, color).contains(&Shape::Five)
    }

    /// The number of pairs of a stone of `color` and a direction with this shape.
    pub(crate) fn standing(&self, color: Color, shape: Shape) -> i32 {
        self.standing[color.index()][shape as usize]
    }

    /// Whether a row of `color` that lacks one stone is stopped only at the missing stone. In caro a stone at its end
    /// may do as well.
    pub(crate) fn fours_have_one_answer(&self, color: Color) -> bool {
        self.rows[color.index()].blocked_wins
    }

    /// Whether the side to move may play on an empty point under the rule.
    pub(crate) fn is_legal(&self, point: Point) -> bool {
        self.side == Color::White || !self.is_forbidden_to_black(point)
    }

    /// Whether the field checks forbidden points.
    pub(crate) fn minds_forbidden(&self) -> bool {
        self.minds_forbidden
    }

    /// Whether the rule forbids an empty point to Black, on either side's turn.
    ///
    /// The shapes exclude most points; the rules decide about those that may be forbidden.
    pub(crate) fn is_forbidden_to_black(&self, point: Point) -> bool {
        if !self.minds_forbidden {
            return false;
        }
        let shapes = self.shapes(point, Color::Black);
        // Two fours in one line look like an open four.
        let alone = shapes.iter().any(|shape| matches!(shape, Shape::Overline | Shape::OpenFour));
        let several = shapes.iter().filter(|&&shape| shape >= Shape::OpenThree).count() >= 2;
        (alone || several) && forbidden_kind(&self.board, point).is_some()
    }

    /// The empty points near a stone; when there are none, all empty points.
    pub(crate) fn near_points(&self) -> impl Iterator<Item = Point> + '_ {
        let is_near = |point: &Point| self.near[index(*point)] > 0;
        let any = self.board.empty_points().any(|point| is_near(&point));
        self.board.empty_points().filter(move |point| !any || is_near(point))
    }

    /// Places a stone of the side to move on an empty point. The caller has checked that this neither wins nor is
    /// refused.
    pub(crate) fn play(&mut self, point: Point) {
        let color = self.side;
        self.board.set(point, Some(color));
        self.toggle(point, color);
        self.count_near(point, 1);
        // Seen from the cell itself, the stone was always thought to be there.
        self.count_standing(point, color, 1);
        self.refresh_around(point);
        self.played.push(point);
        self.moves_left = self.moves_left.saturating_sub(1);
        self.side = !color;
    }

    /// Takes back the last move that was [played](Field::play).
    pub(crate) fn undo(&mut self) {
        let Some(point) = self.played.pop() else { return };
        let color = !self.side;
        self.side = color;
        self.moves_left = self.moves_left.saturating_add(1);
        self.count_standing(point, color, -1);
        self.count_near(point, -1);
        self.board.set(point, None);
        self.toggle(point, color);
        self.refresh_around(point);
    }

    fn toggle(&mut self, point: Point, color: Color) {
        self.key ^= SplitMix::mix((index(point) << 1 | color.index()) as u64 + 2);
        for direction in Direction::ALL {
            let (line, bit) = place(point, direction);
            self.stones[color.index()][line] ^= 1 << bit;
        }
    }

    fn count_near(&mut self, point: Point, change: i8) {
        let last = i16::from(self.size().lines()) - 1;
        let range = |at: u8| (i16::from(at) - self.reach).max(0)..=(i16::from(at) + self.reach).min(last);
        for y in range(point.y()) {
            for x in range(point.x()) {
                let count = &mut self.near[y as usize * ROW + x as usize];
                *count = count.wrapping_add_signed(change);
            }
        }
    }

    fn count_standing(&mut self, point: Point, color: Color, change: i32) {
        for shape in self.shapes(point, color) {
            self.standing[color.index()][shape as usize] += change;
        }
    }

    /// Updates every cell from which `point` is visible.
    fn refresh_around(&mut self, point: Point) {
        let reach = i16::from(self.rule.win_length().stones());
        let size = self.size();
        for direction in Direction::ALL {
            let (dx, dy) = direction.step();
            for k in (-reach..=reach).filter(|&k| k != 0) {
                if let Some(cell) = point.offset(k * dx, k * dy, size) {
                    self.refresh(cell, direction);
                }
            }
        }
    }

    fn refresh(&mut self, cell: Point, direction: Direction) {
        let stone = self.board.stone(cell);
        for color in Color::BOTH {
            let new = self.look(cell, direction, color);
            let old = &mut self.shapes[color.index()][index(cell)][direction as usize];
            if *old != new {
                let standing = &mut self.standing[color.index()];
                if stone == Some(color) {
                    standing[*old as usize] -= 1;
                    standing[new as usize] += 1;
                }
                *old = new;
            }
        }
    }

    /// The shape of a stone, computed from the stones alone.
    fn look(&self, cell: Point, direction: Direction, color: Color) -> Shape {
        let row = self.rows[color.index()];
        let reach = u32::from(row.length.stones());
        let (line, bit) = place(cell, direction);
        let view = |bits: u64| (bits >> (bit - reach)) as u32 & ((1 << (2 * reach + 1)) - 1);
        let own = view(self.stones[color.index()][line]);
        let enemy = view(self.stones[(!color).index()][line]);
        shape(row, View { own, enemy, outside: view(self.outside[line]) })
    }
}

pub(crate) fn index(point: Point) -> usize {
    usize::from(point.y()) * ROW + usize::from(point.x())
}

/// The rank of a point among equals: a random order of all points for each seed.
pub(crate) fn tie_key(seed: u64, point: Point) -> u64 {
    SplitMix::mix(SplitMix::mix(seed) ^ index(point) as u64)
}

/// The line through a point in a direction, and the point's bit in it.
fn place(point: Point, direction: Direction) -> (usize, u32) {
    let (x, y) = (usize::from(point.x()), usize::from(point.y()));
    let (line, at) = match direction {
        Direction::Horizontal => (y, x),
        Direction::Vertical => (ROW + x, y),
        Direction::Diagonal => (2 * ROW + ROW - 1 + x - y, x),
        Direction::AntiDiagonal => (4 * ROW - 1 + x + y, x),
    };
    (line, MARGIN + at as u32)
}

#[cfg(test)]
mod tests;
