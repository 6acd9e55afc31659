//! The stones that a pattern is made of.

use tengen_game::Color;

use super::lines::STEPS;
use super::{Board, Cell, CellSet, Pattern};

/// The stones on the board with which a stone on an empty cell makes its pattern in one direction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Row {
    /// How many stones it takes, without the one that is to come.
    pub(crate) needed: u32,
    /// The stones. They are more than are needed where different ones would do.
    pub(crate) stones: CellSet,
}

impl Board {
    /// The stones of the row that a stone of `color` on the empty `cell` makes in a direction: of all sets of its
    /// stones that would make no less without the others, the smallest. Only stones that can win together with it
    /// where all the others stand are looked at, as far as they suffice.
    pub(crate) fn row(&self, cell: Cell, direction: usize, color: Color) -> Row {
        let near = self.stones_near(cell, direction, color);
        let best = self.best_windows(cell, direction, color);
        let in_best: Vec<(u32, Cell)> = near.iter().copied().filter(|&(at, _)| best >> at & 1 != 0).collect();
        self.smallest_row(cell, direction, color, &near, &in_best)
            .or_else(|| self.smallest_row(cell, direction, color, &near, &near))
            .unwrap_or(Row { needed: 0, stones: CellSet::EMPTY })
    }

    fn smallest_row(
        &self,
        cell: Cell,
        direction: usize,
        color: Color,
        near: &[(u32, Cell)],
        chosen: &[(u32, Cell)],
    ) -> Option<Row> {
        let table = &self.tables.patterns[color.index()];
        let pattern = self.code(cell, color).pattern(direction);
        let (own, blocked, bit) = self.lines.seen_from(cell, direction, color);
        let (enemy, _, _) = self.lines.seen_from(cell, direction, !color);
        let others = near.iter().fold(own, |others, &(at, _)| others & !(1 << at));
        let mut smallest: Option<Row> = None;
        for subset in 0..1_u32 << chosen.len() {
            let needed = subset.count_ones();
            if smallest.as_ref().is_some_and(|row| needed > row.needed) {
                continue;
            }
            let kept =
                || chosen.iter().enumerate().filter(|(index, _)| subset >> index & 1 != 0).map(|(_, it)| it);
            let stones = kept().fold(others, |stones, &(at, _)| stones | 1 << at);
            let made = table.lookup(stones, blocked, enemy, bit);
            // What is greater than a five must not be made.
            if made < pattern || made > Pattern::Five.max(pattern) {
                continue;
            }
            let row = smallest.get_or_insert(Row { needed, stones: CellSet::EMPTY });
            if needed < row.needed {
                *row = Row { needed, stones: CellSet::EMPTY };
            }
            row.stones.extend(kept().map(|&(_, cell)| cell));
        }
        smallest
    }

    /// The cells of the line, as bits, in which the row can be completed as the other stones stand, where the most of its
    /// stones are there already.
    fn best_windows(&self, cell: Cell, direction: usize, color: Color) -> u32 {
        let table = &self.tables.patterns[color.index()];
        let length = u32::from(self.rule.win_length().stones());
        let (own, blocked, bit) = self.lines.seen_from(cell, direction, color);
        let (enemy, _, _) = self.lines.seen_from(cell, direction, !color);
        let (mut most, mut best) = (0, 0);
        for before in 0..length.min(bit + 1) {
            let window = ((1_u64 << length) - 1) << (bit - before);
            let Ok(window) = u32::try_from(window) else { continue };
            let wins =
                window & blocked == 0 && table.lookup(own | window, blocked, enemy, bit) == Pattern::Five;
            let stones = (window & own).count_ones();
            if wins && stones >= most {
                best = if stones > most { window } else { best | window };
                most = stones;
            }
        }
        best
    }

    /// The stones of `color` that can matter to a stone on `cell`, each with its bit in the line.
    fn stones_near(&self, cell: Cell, direction: usize, color: Color) -> Vec<(u32, Cell)> {
        let (own, blocked, start) = self.lines.seen_from(cell, direction, color);
        let reach = self.tables.patterns[color.index()].reach();
        let mut near = Vec::new();
        for sign in [1, -1] {
            let (mut bit, mut at) = (start as i32, cell.index() as isize);
            for _ in 0..reach {
                bit += sign as i32;
                at += sign * STEPS[direction];
                if blocked >> bit & 1 != 0 {
                    break;
                }
                if own >> bit & 1 != 0 {
                    near.extend(Cell::from_index(at).map(|cell| (bit as u32, cell)));
                }
            }
        }
        near
    }

    /// The cells of the board in line with `cell` in a direction, `cell` included, empty or not.
    pub(crate) fn line_through(&self, cell: Cell, direction: usize) -> Vec<Cell> {
        let step = tengen_game::Direction::ALL[direction].step();
        let lines = i16::from(self.size.lines());
        let along = |by: i16| cell.point().offset(by * step.0, by * step.1, self.size).map(Cell::from);
        (1 - lines..lines).filter_map(along).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_game::format::diagram;
    use tengen_game::{Position, Rule};

    /// The columns of the stones in the top row that make the pattern of the cell in column `x`.
    fn columns(rule: Rule, top: &str, x: usize) -> (Pattern, u32, Vec<usize>) {
        let empty = format!("{}\n", ".".repeat(top.len()));
        let text = format!("{top}\n{}", empty.repeat(top.len() - 1));
        let position = Position::from_board(rule, diagram::read(&text).unwrap(), Color::Black).unwrap();
        let board = Board::new(&position, None);
        let row = board.row(Cell::new(x, 0), 0, Color::Black);
        (
            board.code(Cell::new(x, 0), Color::Black).pattern(0),
            row.needed,
            row.stones.iter().map(Cell::x).collect(),
        )
    }

    #[test]
    fn a_row_is_the_stones_that_it_needs() {
        use Pattern::{Four, OpenFour, OpenThree, OpenTwo};
        let (freestyle, standard) = (Rule::FREESTYLE, Rule::Standard);
        let cases = [
            // The stone far to the left belongs to no open three.
            (freestyle, "X...X.....", 5, OpenTwo, 1, vec![4]),
            (freestyle, "X..XX.....", 5, OpenThree, 2, vec![3, 4]),
            (freestyle, "..XX......", 5, OpenThree, 2, vec![2, 3]),
            (freestyle, "..XXX.....", 5, OpenFour, 3, vec![2, 3, 4]),
            (freestyle, "OXXX......", 4, Four, 3, vec![1, 2, 3]),
            (freestyle, "...X.....X", 5, OpenTwo, 1, vec![3]),
            // Two fours in one line.
            (freestyle, ".X.XX..X..", 5, OpenFour, 4, vec![1, 3, 4, 7]),
            // With one stone or with the other.
            (freestyle, "X.X..X.X..", 4, OpenThree, 2, vec![2, 5, 7]),
            // One more stone next to the last would make six.
            (standard, "..XXX..X..", 5, Four, 3, vec![2, 3, 4]),
        ];
        for (rule, top, x, pattern, needed, stones) in cases {
            assert_eq!(columns(rule, top, x), (pattern, needed, stones), "{top} {x}");
        }
    }
}
