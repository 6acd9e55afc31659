//! The sums of channels over the empty cells, as the board moves from one position to the next.
//!
//! Each cell has what it adds to the sums, and the sum of its rows of shapes, so that a move costs what it changes, and the cells near the
//! last move are added up without a look at their rows. The positions on the way to the one on the board are *frames*, each with the
//! sums. A frame writes the cells that it changes to new places, so that a move that is taken back only needs the former places.

use std::sync::Arc;

use bytemuck::{cast_mut, cast_ref};
use tengen_game::Color;

use super::simd::Lanes;
use crate::board::shape::{REACH, SHAPES, shape, side_after, side_before};
use crate::board::{Board, CELLS, Cell, Lines, STEPS, STRIDE, stone_bits};
use crate::weights::{CELL_UNIT, CHANNELS, INPUTS, NEAR_LAST, NetworkWeights, ShapeRow};

/// The channels of both colours: sums over cells.
pub(super) type Sums = [[i16; CHANNELS]; 2];

const NO_SUMS: Sums = [[0; CHANNELS]; 2];

const NO_SHAPES: ShapeRow = ShapeRow([0; 2 * CHANNELS]);

/// The networks of both colours under a rule.
#[derive(Clone, Debug)]
pub(super) struct Networks {
    of_colors: [Arc<NetworkWeights>; 2],
    /// What the shapes add, each colour's by its own network, if both have shapes.
    shapes: Option<Arc<[ShapeRow; SHAPES]>>,
}

impl Networks {
    pub(super) fn new(of_colors: [Arc<NetworkWeights>; 2]) -> Networks {
        let [black, white] = &of_colors;
        let shapes = black.shape_rows().zip(white.shape_rows()).and_then(|(black, white)| {
            if Arc::ptr_eq(black, white) {
                return Some(Arc::clone(black));
            }
            ShapeRow::table(|shape| [black[shape].of_colors()[0], white[shape].of_colors()[1]])
        });
        Networks { of_colors, shapes }
    }

    /// The network of a colour.
    pub(super) fn of(&self, color: Color) -> &NetworkWeights {
        &self.of_colors[color.index()]
    }
}

/// One cell, with the channels of Black and White.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct CellState {
    /// The sum of the rows of shapes.
    shapes: ShapeRow,
    /// What the cell adds to the sums.
    values: [[u8; CHANNELS]; 2],
}

impl CellState {
    /// A cell without any pattern.
    const NONE: CellState = CellState { shapes: NO_SHAPES, values: [[0; CHANNELS]; 2] };
}

/// What is written for the shapes of a cell with a stone: whatever codes add to these numbers, the channels are 0.
const SHAPES_OF_STONE: ShapeRow = ShapeRow([i8::MIN; 2 * CHANNELS]);

/// The place of all cells that had stones in the first frame, or are outside the board.
const OUTSIDE: u32 = 0;

/// A position whose sums are known.
#[derive(Clone, Debug)]
struct Frame {
    /// How many moves are made.
    moves: usize,
    /// [`Board::serial`] of the position.
    serial: u64,
    /// How many changes there are without those of this frame.
    changes: usize,
}

/// A cell that a frame has changed.
#[derive(Clone, Copy, Debug)]
struct Change {
    cell: Cell,
    /// Its place in the frame before.
    before: u32,
}

/// The cells and sums of a board.
#[derive(Clone, Debug)]
pub(super) struct Accumulator {
    frames: Vec<Frame>,
    /// The sums over all cells, by frame; what is behind the last one is free.
    sums: Vec<Sums>,
    /// The sums over the cells near the last move.
    near: Sums,
    /// [`Board::serial`] of the position of which these are.
    near_serial: Option<u64>,
    /// The cells of the moves after the first frame; of networks without shapes empty.
    moves: Vec<Cell>,
    /// The stones in the position of the last frame; of networks without shapes those in that of the first.
    lines: Lines,
    /// The place of each cell in `states` in the position of the last frame.
    places: Box<[u32; CELLS]>,
    /// The states of cells: [`OUTSIDE`], then those of the first frame, then one for each change. What is behind the last one is free.
    states: Vec<CellState>,
    /// How many states there are without those of changes.
    first_states: usize,
    /// The changes by the frames after the first.
    changes: Vec<Change>,
}

impl Accumulator {
    pub(super) fn new(board: &Board) -> Accumulator {
        Accumulator {
            frames: Vec::new(),
            sums: Vec::new(),
            near: NO_SUMS,
            near_serial: None,
            moves: Vec::new(),
            lines: board.lines().clone(),
            places: Box::new([OUTSIDE; CELLS]),
            states: Vec::new(),
            first_states: 0,
            changes: Vec::new(),
        }
    }

    /// Moves on to the position on the board, whose changes must be applied.
    #[inline(always)]
    pub(super) fn follow<L: Lanes>(&mut self, board: &Board, networks: &Networks) {
        while self.frames.last().is_some_and(|frame| !frame.is_before(board)) {
            self.take_back();
        }
        let (moves, changes) = (board.moves_made(), self.changes.len());
        let serial = board.serial(moves);
        let known = self.frames.last().map(|frame| frame.moves);
        if known != Some(moves) {
            let frame = self.frames.len();
            if self.sums.len() <= frame {
                self.sums.resize(frame + 1, NO_SUMS);
            }
            self.sums[frame] = match known {
                Some(known) => self.advance::<L>(board, networks, known, self.sums[frame - 1]),
                None => self.begin::<L>(board, networks),
            };
            self.frames.push(Frame { moves, serial, changes });
        }
        if self.near_serial != Some(serial) {
            self.add_near_last::<L>(board);
            self.near_serial = Some(serial);
        }
    }

    /// The sums of the position that was followed: over all cells, and over those near the last move.
    pub(super) fn sums(&self) -> [&Sums; 2] {
        [&self.sums[self.frames.len() - 1], &self.near]
    }

    /// The sums as the inputs of a head for the side to move.
    pub(super) fn inputs(&self, side: Color) -> [&[i16; CHANNELS]; INPUTS / CHANNELS] {
        let ([whole, near], own, other) = (self.sums(), side.index(), (!side).index());
        [&whole[own], &whole[other], &near[own], &near[other]]
    }

    /// The channels of an empty cell in the position that was followed, Black's and White's.
    pub(super) fn values(&self, cell: Cell) -> &[[u8; CHANNELS]; 2] {
        &self.states[self.places[cell.index()] as usize].values
    }

    /// Goes back to the frame before the last one. Nothing is known before the first.
    #[inline(always)]
    fn take_back(&mut self) {
        let Some(frame) = self.frames.pop() else { return };
        let Some(before) = self.frames.last() else { return };
        for change in self.changes.drain(frame.changes..) {
            self.places[change.cell.index()] = change.before;
        }
        for _ in before.moves..frame.moves {
            let Some(cell) = self.moves.pop() else { return };
            if let Some(color) = self.lines.stone(cell) {
                self.lines.toggle(cell, color);
            }
        }
    }

    /// Begins with the position on the board, and returns its sums.
    #[inline(always)]
    fn begin<L: Lanes>(&mut self, board: &Board, networks: &Networks) -> Sums {
        self.lines = board.lines().clone();
        self.moves.clear();
        self.changes.clear();
        self.places.fill(OUTSIDE);
        self.states.clear();
        self.states.push(CellState::NONE);
        let mut sums = SumLanes::<L>::load(&NO_SUMS);
        for cell in board.empty().iter() {
            self.places[cell.index()] = self.states.len() as u32;
            let mut state = CellState::NONE;
            if let Some(rows) = networks.shapes.as_deref() {
                for shape in board.shapes(cell) {
                    state.shapes = with_shape_replaced::<L>(&state.shapes, &NO_SHAPES, &rows[shape]);
                }
            }
            let of_codes = rows_of_codes(networks, board.code_numbers(cell));
            sums.set_values(&mut state, &CellState::NONE.values, of_codes);
            self.states.push(state);
        }
        self.first_states = self.states.len();
        sums.store()
    }

    /// Moves on from the position of the last frame, after `known` moves with `sums`, to that on the board. Returns its sums.
    #[inline(always)]
    fn advance<L: Lanes>(&mut self, board: &Board, networks: &Networks, known: usize, sums: Sums) -> Sums {
        let first = self.changes.len();
        if let Some(rows) = networks.shapes.as_deref() {
            for cell in board.cells_since(known) {
                // The stone is on the board still.
                let Some(color) = board.lines().stone(cell) else { continue };
                self.update_shapes::<L>(rows, cell, color, first);
                self.lines.toggle(cell, color);
                self.moves.push(cell);
            }
        }
        for cell in board.changes_since(known) {
            let place = self.places[cell.index()] as usize;
            if place < self.first_states + first {
                self.change(cell, self.states[place].shapes);
            }
        }
        let mut sums = SumLanes::<L>::load(&sums);
        for (&Change { cell, before }, place) in self.changes[first..].iter().zip(self.first_states + first..)
        {
            let before = self.states[before as usize].values;
            let of_codes = rows_of_codes(networks, board.code_numbers(cell));
            sums.set_values(&mut self.states[place], &before, of_codes);
        }
        sums.store()
    }

    /// Updates the shapes around a new stone, which is not in the lines yet. The changes of this frame begin at `first`.
    #[inline(always)]
    fn update_shapes<L: Lanes>(
        &mut self,
        rows: &[ShapeRow; SHAPES],
        stone: Cell,
        color: Color,
        first: usize,
    ) {
        self.set_shapes(stone, first, |_| SHAPES_OF_STONE);
        for (direction, step) in STEPS.into_iter().enumerate() {
            let (line, start) = self.lines.through(stone, direction);
            let with_stone = line ^ stone_bits(color, start);
            for is_after in [false, true] {
                let (step, two_bits) = if is_after { (step, 2) } else { (-step, -2) };
                let (mut at, mut shift) = (stone.index() as isize, start as i32);
                for _ in 0..REACH {
                    at += step;
                    shift += two_bits;
                    match line >> shift & 3 {
                        0 => {
                            let shift = shift as u32;
                            // The stone is on one side of the cell; the other side does not change.
                            let [old, new, other] = if is_after {
                                [
                                    side_before(line, shift),
                                    side_before(with_stone, shift),
                                    side_after(line, shift),
                                ]
                            } else {
                                [
                                    side_after(line, shift),
                                    side_after(with_stone, shift),
                                    side_before(line, shift),
                                ]
                            };
                            let (old, new) = (&rows[shape(old, other)], &rows[shape(new, other)]);
                            self.set_shapes(Cell::from_usize(at as usize), first, |shapes| {
                                with_shape_replaced::<L>(shapes, old, new)
                            });
                        }
                        // The wall: nothing behind it is seen from the stone.
                        3 => break,
                        _ => {}
                    }
                }
            }
        }
    }

    /// Sets the sum of a cell's rows of shapes from what it was, at a new place unless the frame, whose changes begin at `first`, has one.
    #[inline(always)]
    fn set_shapes(&mut self, cell: Cell, first: usize, new: impl FnOnce(&ShapeRow) -> ShapeRow) {
        let place = self.places[cell.index()] as usize;
        let shapes = new(&self.states[place].shapes);
        if place < self.first_states + first {
            self.change(cell, shapes);
        } else {
            self.states[place].shapes = shapes;
        }
    }

    /// Gives a cell a new place with these shapes. The values there are not those of the cell yet.
    #[inline(always)]
    fn change(&mut self, cell: Cell, shapes: ShapeRow) {
        let place = self.first_states + self.changes.len();
        if place == self.states.len() {
            self.states.push(CellState::NONE);
        }
        self.states[place].shapes = shapes;
        let before = std::mem::replace(&mut self.places[cell.index()], place as u32);
        self.changes.push(Change { cell, before });
    }

    /// Adds up the cells near the last move.
    #[inline(always)]
    fn add_near_last<L: Lanes>(&mut self, board: &Board) {
        let mut sums = SumLanes::<L>::load(&NO_SUMS);
        if let Some(last) = board.last_move() {
            let around = |at: usize| at.saturating_sub(NEAR_LAST)..(at + NEAR_LAST + 1).min(STRIDE);
            for y in around(last.y()) {
                let (xs, begin) = (around(last.x()), Cell::new(0, y).index());
                for places in self.places[begin + xs.start..begin + xs.end].chunks(CELLS_IN_BYTES) {
                    sums.add_up(&self.states, places);
                }
            }
        }
        self.near = sums.store();
    }
}

/// Sums of channels, of Black and of White, in vectors.
struct SumLanes<L: Lanes>([L::Words; 2]);

impl<L: Lanes> SumLanes<L> {
    #[inline(always)]
    fn load(sums: &Sums) -> SumLanes<L> {
        SumLanes([L::load_sums(&sums[0]), L::load_sums(&sums[1])])
    }

    #[inline(always)]
    fn store(self) -> Sums {
        let mut sums = NO_SUMS;
        L::store_sums(self.0[0], &mut sums[0]);
        L::store_sums(self.0[1], &mut sums[1]);
        sums
    }

    /// Adds a few cells at these places, of which there is at least one.
    #[inline(always)]
    fn add_up(&mut self, states: &[CellState], places: &[u32]) {
        let Some((&first, rest)) = places.split_first() else { return };
        let values = &states[first as usize].values;
        let (mut black, mut white) = (L::load(cast_ref(&values[0])), L::load(cast_ref(&values[1])));
        for &place in rest {
            let values = &states[place as usize].values;
            black = L::add(black, L::load(cast_ref(&values[0])));
            white = L::add(white, L::load(cast_ref(&values[1])));
        }
        self.0 = [L::add_unsigned_to(self.0[0], black), L::add_unsigned_to(self.0[1], white)];
    }

    /// Sets what a cell adds by its shapes and the rows of its codes, and replaces what it added before.
    ///
    /// Everything stays in eight bits, so that a vector has as many channels as possible. The sum of the rows of codes saturates at 127 before
    /// that of the shapes is added: the value differs from the exact sum's where the codes come to more and the shapes to less than −63.
    #[inline(always)]
    fn set_values(
        &mut self,
        state: &mut CellState,
        before: &[[u8; CHANNELS]; 2],
        of_codes: [[&[i8; CHANNELS]; 2]; 2],
    ) {
        let CellState { shapes, values } = state;
        let ([black, white], [black_shapes, white_shapes]) = (of_codes, shapes.of_colors());
        let [black_values, white_values] = values;
        self.0 = [
            set_values_of::<L>(self.0[0], black_values, &before[0], [black[0], black[1], black_shapes]),
            set_values_of::<L>(self.0[1], white_values, &before[1], [white[0], white[1], white_shapes]),
        ];
    }
}

/// As many cells add up to at most 255, which eight bits hold.
const CELLS_IN_BYTES: usize = u8::MAX as usize / CELL_UNIT as usize;

const _: () = assert!(CELL_UNIT > 0 && CELL_UNIT <= i8::MAX as i16, "a channel of a cell fits eight bits");

impl Frame {
    /// Whether the game on the board has gone through this position, or is in it.
    fn is_before(&self, board: &Board) -> bool {
        self.moves <= board.moves_made() && self.serial == board.serial(self.moves)
    }
}

/// The sum of the rows of some shapes, of which one is replaced by another. Numbers that are too large for a moment have their true values at the end.
#[inline(always)]
fn with_shape_replaced<L: Lanes>(sums: &ShapeRow, old: &ShapeRow, new: &ShapeRow) -> ShapeRow {
    let mut replaced = NO_SHAPES;
    let (of_sums, of_old, of_new) = (sums.of_colors(), old.of_colors(), new.of_colors());
    for color in [0, 1] {
        let difference = L::subtract(L::load(of_new[color]), L::load(of_old[color]));
        let sum = L::add(L::load(of_sums[color]), difference);
        L::store(sum, &mut replaced.0.as_chunks_mut().0[color]);
    }
    replaced
}

// What is below and above calls nothing that is not inlined for certain, as `array::map` or `zip`: a call in between would save all vectors.

/// What the codes of a cell add to the channels of Black and of White: the own code, then the other's.
#[inline(always)]
fn rows_of_codes(networks: &Networks, codes: [u16; 2]) -> [[&[i8; CHANNELS]; 2]; 2] {
    let [black, white] = &networks.of_colors;
    let (black, white) = (&black.rows()[usize::from(codes[0])], &white.rows()[usize::from(codes[1])]);
    [[&black.own, &white.other], [&white.own, &black.other]]
}

/// Sets what a cell adds to the sums of a colour, which are returned.
#[inline(always)]
fn set_values_of<L: Lanes>(
    sums: L::Words,
    values: &mut [u8; CHANNELS],
    before: &[u8; CHANNELS],
    [own, other, shapes]: [&[i8; CHANNELS]; 3],
) -> L::Words {
    let of_codes = L::add_saturating(L::load(own), L::load(other));
    let new = L::clamp(L::add_saturating(of_codes, L::load(shapes)));
    L::store(new, cast_mut(values));
    L::add_to(sums, L::subtract(new, L::load(cast_ref(before))))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

    use fastrand::Rng;
    use tengen_game::{BoardSize, Position, Rule};

    use super::super::is_near_last;
    use super::super::simd::{Instructions, random_network};
    use super::*;

    /// The sums over all cells and over those near the last move, by their definition.
    fn sums_of(board: &Board, networks: &Networks) -> [Sums; 2] {
        let mut sums = [NO_SUMS; 2];
        for cell in board.empty().iter() {
            let codes = board.code_numbers(cell).map(usize::from);
            for color in [0, 1] {
                let of_colors = &networks.of_colors;
                let (own, other) =
                    (&of_colors[color].rows()[codes[color]], &of_colors[1 - color].rows()[codes[1 - color]]);
                let of_codes = own.own.iter().zip(&other.other);
                let values: Vec<i16> = of_codes
                    .enumerate()
                    .map(|(channel, (own, other))| {
                        let mut value = i16::from(own.saturating_add(*other));
                        if let Some(rows) = of_colors[color].shape_rows() {
                            value += board
                                .shapes(cell)
                                .map(|shape| i16::from(rows[shape].of_colors()[color][channel]))
                                .iter()
                                .sum::<i16>();
                        }
                        value.clamp(0, CELL_UNIT)
                    })
                    .collect();
                let [whole, near] = &mut sums;
                for (sums, counts) in [(whole, true), (near, is_near_last(board, cell))] {
                    let values = values.iter().filter(|_| counts);
                    sums[color].iter_mut().zip(values).for_each(|(sum, value)| *sum += value);
                }
            }
        }
        sums
    }

    #[test]
    fn cells_near_the_last_move_are_found_at_edges_too() {
        let size = BoardSize::new(20).unwrap();
        let mut random = Rng::with_seed(4);
        let networks = Networks::new([(); 2].map(|()| Arc::new(random_network(&mut random, true))));
        let mut board = Board::new(&Position::new(Rule::FREESTYLE, size), None);
        let mut accumulator = Accumulator::new(&board);
        let with = Instructions::detect();
        with.follow(&mut accumulator, &board, &networks);
        assert_eq!(accumulator.sums()[1], &NO_SUMS, "there is no last move");
        for point in ["j10", "a1", "k11", "t20", "b3", "t2", "m9", "c20"] {
            board.make(Cell::from(tengen_game::Point::parse(point, size).unwrap()));
            with.follow(&mut accumulator, &board, &networks);
            let expected = sums_of(&board, &networks);
            assert_eq!(accumulator.sums(), expected.each_ref(), "{point}");
            assert_ne!(expected[1], NO_SUMS, "{point}");
        }
    }

    #[test]
    fn sums_are_those_of_the_definition_on_every_way() {
        let mut random = Rng::with_seed(3);
        let mut compared = 0;
        for (rule, lines, with_shapes) in [
            (Rule::FREESTYLE, 20, true),
            (Rule::FREESTYLE, 15, false),
            (Rule::Standard, 15, true),
            (Rule::Renju, 15, true),
            (Rule::Renju, 15, false),
        ] {
            let networks =
                Networks::new([(); 2].map(|()| Arc::new(random_network(&mut random, with_shapes))));
            let size = BoardSize::new(lines).unwrap();
            let mut position = Position::new(rule, size);
            // The walk begins in the middle of a game, so that it goes back beyond the first position that is known.
            position.play(size.center()).unwrap();
            let mut board = Board::new(&position, None);
            let with = [Instructions::Compiled, Instructions::detect()];
            let mut accumulators = with.map(|_| Accumulator::new(&board));
            for _ in 0..if cfg!(miri) { 20 } else { 400 } {
                let cells: Vec<Cell> = if random.u8(..5) == 0 {
                    board.empty().iter().collect()
                } else {
                    board.near().iter().collect()
                };
                let cell = cells[random.usize(..cells.len())];
                let wins = board.wins(board.side()).contains(cell);
                if random.u8(..10) < 4 || board.moves_made() > 60 || wins || !board.is_legal(cell) {
                    board.unmake();
                } else {
                    board.make(cell);
                }
                if random.u8(..3) != 0 {
                    continue;
                }
                let expected = sums_of(&board, &networks);
                for (with, accumulator) in with.iter().zip(&mut accumulators) {
                    with.follow(accumulator, &board, &networks);
                    assert_eq!(
                        accumulator.sums(),
                        expected.each_ref(),
                        "{rule} {with:?} {}",
                        board.moves_made()
                    );
                }
                compared += 1;
            }
        }
        assert!(compared > if cfg!(miri) { 10 } else { 500 }, "{compared}");
    }
}
