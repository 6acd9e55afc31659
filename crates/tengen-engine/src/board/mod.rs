//! The engine's board: stones, the patterns and threats of every empty cell, and a hash key. Each move updates all of
//! them incrementally, and taking it back restores them.

mod cell;
mod code;
mod evaluate;
mod lines;
mod pattern;
pub(crate) mod shape;
#[cfg(test)]
mod tests;
mod threat;
mod update;

use std::sync::Arc;

use tengen_game::{BoardSize, Color, Position, Rule, forbidden_kind};

use crate::weights::EvaluationWeights;

use cell::Zobrist;
pub(crate) use cell::{CELLS, Cell, CellSet, STRIDE};
pub use code::CODES;
use code::Tables;
pub(crate) use code::{Code, PATTERNS};
use evaluate::Entries;
pub(crate) use evaluate::{CodeEntry, EVALUATION_LIMIT, VALUE_DIVISOR};
pub use evaluate::{ORDER_OTHER, ORDER_OWN};
pub(crate) use lines::{Lines, Row, STEPS, stone_bits};
pub use pattern::Pattern;
pub(crate) use threat::{THREAT_MASKS, Threat};
use update::{CellState, Made, States, in_direction};

/// The greatest distance from the nearest stone at which a move is tried, in rows and columns.
const NEAR: i16 = 2;

/// A position of the search. No winning move is ever made on it: wins are found one ply earlier, in the threats.
#[derive(Clone, Debug)]
pub(crate) struct Board {
    rule: Rule,
    size: BoardSize,
    side: Color,
    lines: Lines,
    tables: Arc<Tables>,
    entries: Arc<Entries>,
    states: States,
    empty: CellSet,
    /// The cells with a stone at most [`NEAR`] away, empty or not.
    near: CellSet,
    neighbourhoods: Arc<[CellSet]>,
    zobrist: Arc<Zobrist>,
    key: u64,
    /// The number of moves that the game may still have after the position that the board was made of.
    moves_allowed: usize,
    judge: Option<ForbiddenJudge>,
    moves: Vec<Made>,
    /// The last move of the position that the board was made of.
    last_before: Option<Cell>,
    /// The number of moves that were ever made.
    serial: u64,
}

impl Board {
    /// The board of a position. It shares the evaluation of `previous`, and its tables when the rule is the same; by default the
    /// evaluation is the built-in one.
    pub(crate) fn new(position: &Position, previous: Option<&Board>) -> Board {
        let weights = previous.map_or_else(EvaluationWeights::built_in, |board| board.weights().clone());
        Board::with(position, previous, weights)
    }

    /// The board of a position, evaluated by other parameters than those that are built in.
    pub(crate) fn with_weights(position: &Position, weights: EvaluationWeights) -> Board {
        Board::with(position, None, weights)
    }

    fn with(position: &Position, previous: Option<&Board>, weights: EvaluationWeights) -> Board {
        let (rule, size) = (position.rule(), position.size());
        let (tables, entries) = match previous {
            Some(board) if board.rule == rule => (Arc::clone(&board.tables), Arc::clone(&board.entries)),
            _ => (Tables::of(rule), Arc::new(Entries::new(weights, rule))),
        };
        let zobrist = previous.map_or_else(|| Arc::new(Zobrist::new()), |board| Arc::clone(&board.zobrist));
        let near = previous.filter(|board| board.size == size).map(|board| Arc::clone(&board.neighbourhoods));
        let mut board = Board {
            rule,
            size,
            side: position.side_to_move(),
            lines: Lines::new(size),
            states: States::new(),
            tables,
            entries,
            empty: CellSet::EMPTY,
            near: CellSet::EMPTY,
            neighbourhoods: near.unwrap_or_else(|| neighbourhoods(size).into()),
            key: cell::salt(rule, size.lines(), last_stones(position)),
            moves_allowed: moves_allowed(position),
            zobrist,
            judge: rule.has_forbidden_moves().then(|| ForbiddenJudge::new(position.board().clone())),
            moves: Vec::new(),
            last_before: position.moves().last().and_then(|last| last.point()).map(Cell::from),
            serial: 0,
        };
        board.set_up(position);
        board
    }

    fn set_up(&mut self, position: &Position) {
        if self.side == Color::White {
            self.key ^= self.zobrist.white_to_move;
        }
        for point in self.size.points() {
            let cell = Cell::from(point);
            let board = position.board();
            if board.is_empty(point) {
                self.empty.insert(cell);
                continue;
            }
            // A blocked point is a wall, which in lines and keys is a stone of both colours at once.
            for color in Color::BOTH {
                if board.is_blocked(point) || board.stone(point) == Some(color) {
                    self.lines.toggle(cell, color);
                    self.key ^= self.zobrist.stone(cell, color);
                }
            }
            self.near = self.near.union(&self.neighbourhoods[cell.index()]);
        }
        for cell in self.empty.iter() {
            self.states.set(&self.entries, cell, self.patterns_from_lines(cell));
        }
        self.states.apply();
        self.states.clear_changes();
    }

    /// The weights of the evaluation.
    pub(crate) fn weights(&self) -> &EvaluationWeights {
        self.entries.weights()
    }

    pub(crate) fn rule(&self) -> Rule {
        self.rule
    }

    pub(crate) fn size(&self) -> BoardSize {
        self.size
    }

    pub(crate) fn side(&self) -> Color {
        self.side
    }

    /// The checksum of the numbers that keys are made of.
    pub(crate) fn checksum_of_keys(&self) -> u32 {
        self.zobrist.checksum()
    }

    /// The Zobrist key of the position, with the side to move, the rule, the size and the limit of moves.
    pub(crate) fn key(&self) -> u64 {
        self.key
    }

    pub(crate) fn empty(&self) -> &CellSet {
        &self.empty
    }

    /// The empty cells close to a stone.
    pub(crate) fn near(&self) -> CellSet {
        self.near.intersection(&self.empty)
    }

    /// The number of moves that the game may still have; huge without a limit.
    pub(crate) fn moves_left(&self) -> usize {
        self.moves_allowed.saturating_sub(self.moves.len())
    }

    /// Whether a stone at the end of a row may answer a four, rather than only the cell that completes the five.
    pub(crate) fn has_far_answers(&self) -> bool {
        !self.rule.winning_row(self.side).blocked_wins
    }

    /// Whether neither side can win any more with any move.
    pub(crate) fn is_dead(&self) -> bool {
        self.states.sums.terms.iter().all(|terms| terms.live() == 0)
    }

    /// Whether no winning row of either side can run through an empty cell any more.
    pub(crate) fn is_dead_cell(&self, cell: Cell) -> bool {
        self.state(cell).patterns() == 0
    }

    #[inline]
    fn state(&self, cell: Cell) -> CellState {
        debug_assert!(self.states.are_applied());
        self.states.cells[cell.index()]
    }

    pub(crate) fn code(&self, cell: Cell, color: Color) -> Code {
        self.state(cell).code(color)
    }

    pub(crate) fn entry(&self, cell: Cell, color: Color) -> &CodeEntry {
        self.entries.entry(color.index(), self.state(cell).number(color.index()))
    }

    /// Whether some moves of `color` may be forbidden.
    pub(crate) fn forbids(&self, color: Color) -> bool {
        self.rule.has_forbidden_moves() && color == Color::Black
    }

    /// The empty cells on which a stone of `color` makes this threat, which must not be quiet.
    pub(crate) fn threats(&self, color: Color, threat: Threat) -> &CellSet {
        debug_assert!(self.states.are_applied());
        &self.states.threats[color.index()][threat as usize]
    }

    /// The set of threats of `color` with at least one cell: a bit each, from the open three up to the win. It is valid before
    /// the changes of the last move are applied.
    #[inline]
    pub(crate) fn threat_mask(&self, color: Color) -> usize {
        self.states.sums.counts[color.index()].mask()
    }

    /// Whether `color` has a cell of this threat. The answer is valid before the changes of the last move are applied.
    #[inline]
    pub(crate) fn threatens(&self, color: Color, threat: Threat) -> bool {
        self.threat_mask(color) & threat.bit() != 0
    }

    /// The cells that complete a winning row of `color`.
    pub(crate) fn wins(&self, color: Color) -> &CellSet {
        self.threats(color, Threat::Win)
    }

    /// The cells on which `color` makes a four of any kind that is not forbidden. Double-threes are not checked.
    pub(crate) fn fours(&self, color: Color) -> CellSet {
        let fours = self.threats(color, Threat::Four);
        fours.union(self.threats(color, Threat::FourThree)).union(self.threats(color, Threat::OpenFour))
    }

    /// Whether the rule lets the side to move play on an empty cell.
    pub(crate) fn is_legal(&mut self, cell: Cell) -> bool {
        self.is_legal_for(cell, self.side)
    }

    /// Whether the rule would let `color` play on an empty cell.
    pub(crate) fn is_legal_for(&mut self, cell: Cell, color: Color) -> bool {
        if color == Color::White {
            return true;
        }
        let Some(judge) = &mut self.judge else { return true };
        let entry = self.entries.entry(color.index(), self.states.cells[cell.index()].number(color.index()));
        match entry.threat {
            Threat::Forbidden => false,
            _ => !entry.perhaps_forbidden || !judge.is_forbidden(cell, self.key),
        }
    }

    /// Whether there may be an empty cell that is forbidden to `color`. Some double-threes and four-threes are not.
    pub(crate) fn has_forbidden_cells(&self, color: Color) -> bool {
        let may_be = [Threat::Forbidden, Threat::DoubleThree, Threat::FourThree];
        may_be.into_iter().any(|threat| !self.threats(color, threat).is_empty())
    }

    /// Whether the cells on both sides of an empty cell have stones of `color` in a direction.
    pub(crate) fn is_between(&self, cell: Cell, color: Color, direction: usize) -> bool {
        let (own, _, bit) = self.lines.seen_from(cell, direction, color);
        own >> (bit - 1) & 1 != 0 && own >> (bit + 1) & 1 != 0
    }

    /// The number of stones at most [`NEAR`] rows and columns away from a cell.
    pub(crate) fn stones_around(&self, cell: Cell) -> usize {
        let around = &self.neighbourhoods[cell.index()];
        around.len() - around.intersection(&self.empty).len()
    }

    /// The number of the line through a cell in a direction, which no other line has.
    pub(crate) fn line_number(&self, cell: Cell, direction: usize) -> usize {
        self.lines.number(cell, direction)
    }

    /// The patterns of an empty cell, computed from the stones alone.
    fn patterns_from_lines(&self, cell: Cell) -> u32 {
        let in_directions = [0, 1, 2, 3].map(|direction| {
            let (black, _, bit) = self.lines.seen_from(cell, direction, Color::Black);
            let (white, blocked, _) = self.lines.seen_from(cell, direction, Color::White);
            in_direction(self.tables.read_line([black, white, blocked & !black], bit), direction)
        });
        in_directions.into_iter().fold(0, |patterns, found| patterns | found)
    }

    /// The empty cells that can change the pattern of a stone of `color` on `cell` in the directions in which it is at least
    /// `least`: the cells from which a threat there can be answered. Includes `cell`.
    pub(crate) fn answers(&self, cell: Cell, color: Color, least: Pattern) -> CellSet {
        let mut answers = CellSet::EMPTY;
        answers.insert(cell);
        let reach = self.tables.patterns[color.index()].reach();
        for direction in (0..4).filter(|&d| self.code(cell, color).pattern(d) >= least) {
            let (own, blocked, start) = self.lines.seen_from(cell, direction, color);
            for sign in [1, -1] {
                let (mut bit, mut at) = (start as i32, cell.index() as isize);
                for _ in 0..reach {
                    bit += sign as i32;
                    at += sign * STEPS[direction];
                    if blocked >> bit & 1 != 0 {
                        break;
                    }
                    if own >> bit & 1 == 0 {
                        answers.extend(Cell::from_index(at));
                    }
                }
            }
        }
        answers
    }
}

/// The stones on the board after the last move that is allowed; 0 without a limit. Stones that were set up count as no moves, so that the same
/// stones may leave more moves.
fn last_stones(position: &Position) -> u16 {
    let stones = position.max_moves().map_or(0, |_| position.board().stones() + moves_allowed(position));
    u16::try_from(stones).unwrap_or(u16::MAX)
}

fn moves_allowed(position: &Position) -> usize {
    let limit = position.max_moves().map_or(usize::MAX, |limit| usize::from(limit.get()));
    limit.saturating_sub(position.moves().len())
}

/// For every cell, the cells at most [`NEAR`] rows and columns away.
fn neighbourhoods(size: BoardSize) -> Vec<CellSet> {
    let mut neighbourhoods = vec![CellSet::EMPTY; CELLS];
    for point in size.points() {
        let around = (-NEAR..=NEAR).flat_map(|dy| (-NEAR..=NEAR).map(move |dx| (dx, dy)));
        let cells = around.filter_map(|(dx, dy)| point.offset(dx, dy, size)).map(Cell::from);
        neighbourhoods[Cell::from(point).index()] = cells.collect();
    }
    neighbourhoods
}

/// Slots of the cache of a [`ForbiddenJudge`].
const FORBIDDEN_SLOTS: usize = 1 << 12;

/// Decides by the rules whether a point is forbidden to Black for its threes, with a cache.
///
/// The definition of the forbidden double-three is recursive, and exact only in `tengen-game`; this type has a copy of the board
/// in its form. The threats decide all but a few cells, so that it is rarely used.
#[derive(Clone, Debug)]
struct ForbiddenJudge {
    board: tengen_game::Board,
    /// A direct-mapped cache of hashes of position and cell; the lowest bit is the answer.
    answers: Vec<u64>,
}

impl ForbiddenJudge {
    fn new(board: tengen_game::Board) -> ForbiddenJudge {
        ForbiddenJudge { board, answers: vec![0; FORBIDDEN_SLOTS] }
    }

    fn set(&mut self, cell: Cell, stone: Option<Color>) {
        self.board.set(cell.point(), stone);
    }

    /// Whether Black may not play on `cell`; `key` is that of the position.
    fn is_forbidden(&mut self, cell: Cell, key: u64) -> bool {
        let question = (key ^ cell.index() as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) & !1;
        let slot = &mut self.answers[(question >> 40) as usize % FORBIDDEN_SLOTS];
        if *slot & !1 != question {
            *slot = question | u64::from(forbidden_kind(&self.board, cell.point()).is_some());
        }
        *slot & 1 != 0
    }
}
