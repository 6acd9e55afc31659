//! The accumulators of the network: the sums of channels over the empty cells, as the board goes from one position to the next.
//!
//! Each cell has its activations, which it adds to the accumulator, and the sum of its shapes' features, so that a move costs what it
//! changes, and the cells near the last move are added up without a look at the codebook. The positions on the way to the one on the
//! board are on a stack, each with its accumulator. An update writes the cells that it changes to new slots, so that a move that is
//! taken back only needs the former slots.

use std::sync::Arc;

use bytemuck::{cast_mut, cast_ref};
use tengen_game::Color;

use super::simd::Lanes;
use crate::board::shape::{REACH, SHAPES, shape, side_after, side_before};
use crate::board::{Board, CELLS, Cell, Lines, STEPS, STRIDE, stone_bits};
use crate::weights::{CELL_UNIT, CHANNELS, INPUTS, NEAR_LAST, NetworkWeights, ShapeRow};

/// The sums of the channels of Black and of White over cells.
pub(super) type Accumulator = [[i16; CHANNELS]; 2];

const ZERO: Accumulator = [[0; CHANNELS]; 2];

const NO_FEATURES: ShapeRow = ShapeRow([0; 2 * CHANNELS]);

/// The networks of both colours under a rule.
#[derive(Clone, Debug)]
pub(super) struct Networks {
    of_colors: [Arc<NetworkWeights>; 2],
    /// The features of shapes, each colour's of its own network, if both networks have them.
    shape_codebook: Option<Arc<[ShapeRow; SHAPES]>>,
}

impl Networks {
    pub(super) fn new(of_colors: [Arc<NetworkWeights>; 2]) -> Networks {
        let [black, white] = &of_colors;
        let shape_codebook = black.shape_codebook().zip(white.shape_codebook()).and_then(|(black, white)| {
            if Arc::ptr_eq(black, white) {
                return Some(Arc::clone(black));
            }
            ShapeRow::codebook(|shape| [black[shape].of_colors()[0], white[shape].of_colors()[1]])
        });
        Networks { of_colors, shape_codebook }
    }

    /// The network of a colour.
    pub(super) fn of(&self, color: Color) -> &NetworkWeights {
        &self.of_colors[color.index()]
    }
}

/// The features of one cell.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct CellFeatures {
    /// The sum of the features of its shapes.
    shapes: ShapeRow,
    /// The clamped sums of all features, by colour and channel, which are added to the accumulator.
    activations: [[u8; CHANNELS]; 2],
}

impl CellFeatures {
    /// A cell without any pattern.
    const NONE: CellFeatures = CellFeatures { shapes: NO_FEATURES, activations: [[0; CHANNELS]; 2] };
}

/// The features for the shapes of a cell with a stone: whatever codes add to these numbers, the activations are 0.
const FEATURES_OF_STONE: ShapeRow = ShapeRow([i8::MIN; 2 * CHANNELS]);

/// The slot of all cells that had stones at the last refresh, or are outside the board.
const OUTSIDE: u32 = 0;

/// A position whose accumulator is computed.
#[derive(Clone, Debug)]
struct AccumulatorState {
    /// The moves that are made.
    moves: usize,
    /// [`Board::serial`] of the position.
    serial: u64,
    /// The length of the list of updated cells before this position.
    updates: usize,
}

/// A cell that an incremental update has changed.
#[derive(Clone, Copy, Debug)]
struct CellUpdate {
    cell: Cell,
    /// The slot of the cell before the update.
    before: u32,
}

/// The accumulators of the positions on the way to the one on the board.
#[derive(Clone, Debug)]
pub(super) struct AccumulatorStack {
    states: Vec<AccumulatorState>,
    /// The accumulators of `states`. Those behind are free.
    accumulators: Vec<Accumulator>,
    /// The accumulator of the cells near the last move.
    near: Accumulator,
    /// [`Board::serial`] of the position that `near` belongs to.
    near_serial: Option<u64>,
    /// The moves since the last refresh; empty for networks without shapes.
    moves: Vec<Cell>,
    /// The stones of the last state; for networks without shapes those of the last refresh.
    lines: Lines,
    /// For each cell, its index in `cells` in the last state.
    slots: Box<[u32; CELLS]>,
    /// [`OUTSIDE`], the cells of the last refresh, then one for each update. Those behind are free.
    cells: Vec<CellFeatures>,
    /// The length of `cells` after the last refresh.
    refreshed_cells: usize,
    /// The cells updated since the last refresh.
    updates: Vec<CellUpdate>,
}

impl AccumulatorStack {
    pub(super) fn new(board: &Board) -> AccumulatorStack {
        AccumulatorStack {
            states: Vec::new(),
            accumulators: Vec::new(),
            near: ZERO,
            near_serial: None,
            moves: Vec::new(),
            lines: board.lines().clone(),
            slots: Box::new([OUTSIDE; CELLS]),
            cells: Vec::new(),
            refreshed_cells: 0,
            updates: Vec::new(),
        }
    }

    /// Updates the accumulators to the position on the board, whose changes must be applied.
    #[inline(always)]
    pub(super) fn update<L: Lanes>(&mut self, board: &Board, networks: &Networks) {
        while self.states.last().is_some_and(|state| !state.is_before(board)) {
            self.pop();
        }
        let (moves, updates) = (board.moves_made(), self.updates.len());
        let serial = board.serial(moves);
        let known = self.states.last().map(|state| state.moves);
        if known != Some(moves) {
            let top = self.states.len();
            if self.accumulators.len() <= top {
                self.accumulators.resize(top + 1, ZERO);
            }
            self.accumulators[top] = match known {
                Some(known) => {
                    self.update_incrementally::<L>(board, networks, known, self.accumulators[top - 1])
                }
                None => self.refresh::<L>(board, networks),
            };
            self.states.push(AccumulatorState { moves, serial, updates });
        }
        if self.near_serial != Some(serial) {
            self.refresh_near::<L>(board);
            self.near_serial = Some(serial);
        }
    }

    /// The accumulators of the position of the last update: of all cells, and of those near the last move.
    pub(super) fn accumulators(&self) -> [&Accumulator; 2] {
        [&self.accumulators[self.states.len() - 1], &self.near]
    }

    /// The accumulators as the inputs of a head for the side to move.
    pub(super) fn inputs(&self, side: Color) -> [&[i16; CHANNELS]; INPUTS / CHANNELS] {
        let ([whole, near], own, other) = (self.accumulators(), side.index(), (!side).index());
        [&whole[own], &whole[other], &near[own], &near[other]]
    }

    /// The activations of an empty cell in the position of the last update, Black's and White's.
    pub(super) fn activations(&self, cell: Cell) -> &[[u8; CHANNELS]; 2] {
        &self.cells[self.slots[cell.index()] as usize].activations
    }

    /// Removes the last state. Without any, the next update is a refresh.
    #[inline(always)]
    fn pop(&mut self) {
        let Some(state) = self.states.pop() else { return };
        let Some(before) = self.states.last() else { return };
        for update in self.updates.drain(state.updates..) {
            self.slots[update.cell.index()] = update.before;
        }
        for _ in before.moves..state.moves {
            let Some(cell) = self.moves.pop() else { return };
            if let Some(color) = self.lines.stone(cell) {
                self.lines.toggle(cell, color);
            }
        }
    }

    /// The accumulator of the position on the board, computed from all of its cells.
    #[inline(always)]
    fn refresh<L: Lanes>(&mut self, board: &Board, networks: &Networks) -> Accumulator {
        self.lines = board.lines().clone();
        self.moves.clear();
        self.updates.clear();
        self.slots.fill(OUTSIDE);
        self.cells.clear();
        self.cells.push(CellFeatures::NONE);
        let mut accumulator = AccumulatorLanes::<L>::load(&ZERO);
        for cell in board.empty().iter() {
            self.slots[cell.index()] = self.cells.len() as u32;
            let mut features = CellFeatures::NONE;
            if let Some(codebook) = networks.shape_codebook.as_deref() {
                for shape in board.shapes(cell) {
                    features.shapes =
                        with_feature_replaced::<L>(&features.shapes, &NO_FEATURES, &codebook[shape]);
                }
            }
            let of_codes = features_of_codes(networks, board.code_numbers(cell));
            accumulator.update_cell(&mut features, &CellFeatures::NONE.activations, of_codes);
            self.cells.push(features);
        }
        self.refreshed_cells = self.cells.len();
        accumulator.store()
    }

    /// The accumulator of the position on the board, computed from that of the last state, which is after `known` moves.
    #[inline(always)]
    fn update_incrementally<L: Lanes>(
        &mut self,
        board: &Board,
        networks: &Networks,
        known: usize,
        before: Accumulator,
    ) -> Accumulator {
        let first = self.updates.len();
        if let Some(codebook) = networks.shape_codebook.as_deref() {
            for cell in board.cells_since(known) {
                // The stone is on the board still.
                let Some(color) = board.lines().stone(cell) else { continue };
                self.update_shapes::<L>(codebook, cell, color, first);
                self.lines.toggle(cell, color);
                self.moves.push(cell);
            }
        }
        for cell in board.changes_since(known) {
            let slot = self.slots[cell.index()] as usize;
            if slot < self.refreshed_cells + first {
                self.move_to_new_slot(cell, self.cells[slot].shapes);
            }
        }
        let mut accumulator = AccumulatorLanes::<L>::load(&before);
        for (&CellUpdate { cell, before }, slot) in
            self.updates[first..].iter().zip(self.refreshed_cells + first..)
        {
            let before = self.cells[before as usize].activations;
            let of_codes = features_of_codes(networks, board.code_numbers(cell));
            accumulator.update_cell(&mut self.cells[slot], &before, of_codes);
        }
        accumulator.store()
    }

    /// Updates the features of the shapes around a new stone, which is not in the lines yet. The updated cells of this position begin at
    /// `first`.
    #[inline(always)]
    fn update_shapes<L: Lanes>(
        &mut self,
        codebook: &[ShapeRow; SHAPES],
        stone: Cell,
        color: Color,
        first: usize,
    ) {
        self.set_shapes(stone, first, |_| FEATURES_OF_STONE);
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
                            let (old, new) = (&codebook[shape(old, other)], &codebook[shape(new, other)]);
                            self.set_shapes(Cell::from_usize(at as usize), first, |shapes| {
                                with_feature_replaced::<L>(shapes, old, new)
                            });
                        }
                        // The wall: cells behind it have no shape with the stone.
                        3 => break,
                        _ => {}
                    }
                }
            }
        }
    }

    /// Replaces the sum of the features of a cell's shapes, in a new slot unless the cell is among the updated ones from `first` on.
    #[inline(always)]
    fn set_shapes(&mut self, cell: Cell, first: usize, new: impl FnOnce(&ShapeRow) -> ShapeRow) {
        let slot = self.slots[cell.index()] as usize;
        let shapes = new(&self.cells[slot].shapes);
        if slot < self.refreshed_cells + first {
            self.move_to_new_slot(cell, shapes);
        } else {
            self.cells[slot].shapes = shapes;
        }
    }

    /// Gives a cell a new slot with these features of its shapes. The activations there are not those of the cell yet.
    #[inline(always)]
    fn move_to_new_slot(&mut self, cell: Cell, shapes: ShapeRow) {
        let slot = self.refreshed_cells + self.updates.len();
        if slot == self.cells.len() {
            self.cells.push(CellFeatures::NONE);
        }
        self.cells[slot].shapes = shapes;
        let before = std::mem::replace(&mut self.slots[cell.index()], slot as u32);
        self.updates.push(CellUpdate { cell, before });
    }

    /// Computes the accumulator of the cells near the last move.
    #[inline(always)]
    fn refresh_near<L: Lanes>(&mut self, board: &Board) {
        let mut near = AccumulatorLanes::<L>::load(&ZERO);
        if let Some(last) = board.last_move() {
            let around = |at: usize| at.saturating_sub(NEAR_LAST)..(at + NEAR_LAST + 1).min(STRIDE);
            for y in around(last.y()) {
                let (xs, begin) = (around(last.x()), Cell::new(0, y).index());
                for slots in self.slots[begin + xs.start..begin + xs.end].chunks(CELLS_IN_BYTES) {
                    near.add_up(&self.cells, slots);
                }
            }
        }
        self.near = near.store();
    }
}

/// An accumulator in vectors, of Black and of White.
struct AccumulatorLanes<L: Lanes>([L::Words; 2]);

impl<L: Lanes> AccumulatorLanes<L> {
    #[inline(always)]
    fn load(accumulator: &Accumulator) -> AccumulatorLanes<L> {
        AccumulatorLanes([L::load_sums(&accumulator[0]), L::load_sums(&accumulator[1])])
    }

    #[inline(always)]
    fn store(self) -> Accumulator {
        let mut accumulator = ZERO;
        L::store_sums(self.0[0], &mut accumulator[0]);
        L::store_sums(self.0[1], &mut accumulator[1]);
        accumulator
    }

    /// Adds the activations of at most [`CELLS_IN_BYTES`] cells.
    #[inline(always)]
    fn add_up(&mut self, cells: &[CellFeatures], slots: &[u32]) {
        let Some((&first, rest)) = slots.split_first() else { return };
        let activations = &cells[first as usize].activations;
        let (mut black, mut white) = (L::load(cast_ref(&activations[0])), L::load(cast_ref(&activations[1])));
        for &slot in rest {
            let activations = &cells[slot as usize].activations;
            black = L::add(black, L::load(cast_ref(&activations[0])));
            white = L::add(white, L::load(cast_ref(&activations[1])));
        }
        self.0 = [L::add_unsigned_to(self.0[0], black), L::add_unsigned_to(self.0[1], white)];
    }

    /// Computes the activations of a cell from the features of its shapes and codes, and replaces the former ones in the accumulator.
    ///
    /// Everything stays in eight bits, so that a vector has as many channels as possible. The sum of the codes' features saturates at 127
    /// before that of the shapes' is added: the activation differs from that of the exact sum where the codes come to more and the shapes
    /// to less than −63.
    #[inline(always)]
    fn update_cell(
        &mut self,
        features: &mut CellFeatures,
        before: &[[u8; CHANNELS]; 2],
        of_codes: [[&[i8; CHANNELS]; 2]; 2],
    ) {
        let CellFeatures { shapes, activations } = features;
        let ([black, white], [black_shapes, white_shapes]) = (of_codes, shapes.of_colors());
        let [black_activations, white_activations] = activations;
        self.0 = [
            update_color::<L>(self.0[0], black_activations, &before[0], [black[0], black[1], black_shapes]),
            update_color::<L>(self.0[1], white_activations, &before[1], [white[0], white[1], white_shapes]),
        ];
    }
}

/// The activations of this number of cells add up to at most 255, which eight bits hold.
const CELLS_IN_BYTES: usize = u8::MAX as usize / CELL_UNIT as usize;

const _: () = assert!(CELL_UNIT > 0 && CELL_UNIT <= i8::MAX as i16, "an activation fits eight bits");

impl AccumulatorState {
    /// Whether the game on the board has gone through this position, or is in it.
    fn is_before(&self, board: &Board) -> bool {
        self.moves <= board.moves_made() && self.serial == board.serial(self.moves)
    }
}

/// The sum of the features of some shapes, of which one is replaced by another. Numbers that overflow in between are right at the end.
#[inline(always)]
fn with_feature_replaced<L: Lanes>(sums: &ShapeRow, old: &ShapeRow, new: &ShapeRow) -> ShapeRow {
    let mut replaced = NO_FEATURES;
    let (of_sums, of_old, of_new) = (sums.of_colors(), old.of_colors(), new.of_colors());
    for color in [0, 1] {
        let difference = L::subtract(L::load(of_new[color]), L::load(of_old[color]));
        let sum = L::add(L::load(of_sums[color]), difference);
        L::store(sum, &mut replaced.0.as_chunks_mut().0[color]);
    }
    replaced
}

// The functions above and below call nothing that may not be inlined, such as `array::map` or `zip`: a call in between would save all
// vectors.

/// The features of a cell's codes for Black and for White: that of the own code, then that of the other's.
#[inline(always)]
fn features_of_codes(networks: &Networks, codes: [u16; 2]) -> [[&[i8; CHANNELS]; 2]; 2] {
    let [black, white] = &networks.of_colors;
    let (black, white) = (&black.codebook()[usize::from(codes[0])], &white.codebook()[usize::from(codes[1])]);
    [[&black.own, &white.other], [&white.own, &black.other]]
}

/// Computes the activations of a cell for one colour, and returns the sums of this colour with them in the place of the former ones.
#[inline(always)]
fn update_color<L: Lanes>(
    sums: L::Words,
    activations: &mut [u8; CHANNELS],
    before: &[u8; CHANNELS],
    [own, other, shapes]: [&[i8; CHANNELS]; 3],
) -> L::Words {
    let of_codes = L::add_saturating(L::load(own), L::load(other));
    let new = L::clamp(L::add_saturating(of_codes, L::load(shapes)));
    L::store(new, cast_mut(activations));
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

    /// The accumulators of all cells and of those near the last move, by their definition.
    fn accumulators_of(board: &Board, networks: &Networks) -> [Accumulator; 2] {
        let mut accumulators = [ZERO; 2];
        for cell in board.empty().iter() {
            let codes = board.code_numbers(cell).map(usize::from);
            for color in [0, 1] {
                let of_colors = &networks.of_colors;
                let (own, other) = (
                    &of_colors[color].codebook()[codes[color]],
                    &of_colors[1 - color].codebook()[codes[1 - color]],
                );
                let of_codes = own.own.iter().zip(&other.other);
                let values: Vec<i16> = of_codes
                    .enumerate()
                    .map(|(channel, (own, other))| {
                        let mut value = i16::from(own.saturating_add(*other));
                        if let Some(codebook) = of_colors[color].shape_codebook() {
                            value += board
                                .shapes(cell)
                                .map(|shape| i16::from(codebook[shape].of_colors()[color][channel]))
                                .iter()
                                .sum::<i16>();
                        }
                        value.clamp(0, CELL_UNIT)
                    })
                    .collect();
                let [whole, near] = &mut accumulators;
                for (accumulator, counts) in [(whole, true), (near, is_near_last(board, cell))] {
                    let values = values.iter().filter(|_| counts);
                    accumulator[color].iter_mut().zip(values).for_each(|(sum, value)| *sum += value);
                }
            }
        }
        accumulators
    }

    #[test]
    fn cells_near_the_last_move_are_found_at_edges_too() {
        let size = BoardSize::new(20).unwrap();
        let mut random = Rng::with_seed(4);
        let networks = Networks::new([(); 2].map(|()| Arc::new(random_network(&mut random, true))));
        let mut board = Board::new(&Position::new(Rule::FREESTYLE, size), None);
        let mut accumulators = AccumulatorStack::new(&board);
        let with = Instructions::detect();
        with.update(&mut accumulators, &board, &networks);
        assert_eq!(accumulators.accumulators()[1], &ZERO, "there is no last move");
        for point in ["j10", "a1", "k11", "t20", "b3", "t2", "m9", "c20"] {
            board.make(Cell::from(tengen_game::Point::parse(point, size).unwrap()));
            with.update(&mut accumulators, &board, &networks);
            let expected = accumulators_of(&board, &networks);
            assert_eq!(accumulators.accumulators(), expected.each_ref(), "{point}");
            assert_ne!(expected[1], ZERO, "{point}");
        }
    }

    #[test]
    fn accumulators_are_those_of_the_definition_on_every_way() {
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
            // The walk begins in the middle of a game, so that it goes back beyond the first position of the stack.
            position.play(size.center()).unwrap();
            let mut board = Board::new(&position, None);
            let with = [Instructions::Compiled, Instructions::detect()];
            let mut stacks = with.map(|_| AccumulatorStack::new(&board));
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
                let expected = accumulators_of(&board, &networks);
                for (with, stack) in with.iter().zip(&mut stacks) {
                    with.update(stack, &board, &networks);
                    assert_eq!(
                        stack.accumulators(),
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
