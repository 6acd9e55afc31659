//! The policy: which moves a search is likely to choose in a position, by the activations of their cells.
//!
//! A linear layer, the readout, makes a weight for each channel of a cell of the accumulators. The product of these weights and the
//! activations of a cell is a part of the logit of its move: whether a move is good depends on the rest of the board. The activations
//! are computed where the network has evaluated the position, so that a move costs one product of two vectors and a few numbers that
//! are looked up.

use tengen_game::Color;

use super::{AccumulatorStack, Evaluator};
use crate::board::{Board, CELLS, Cell, CellSet};
use crate::weights::{
    CELL_CHANNELS, CELL_UNIT, CHANNELS, INPUTS, POLICY_UNIT, PolicyWeights, READOUT_SHIFT, distance,
};

/// The weight of a channel in units of 2 to the minus this, for activations in units of 1/[`CELL_UNIT`].
const WEIGHT_SHIFT: u32 = 10;

/// A logit beyond this, in either direction, changes nothing more.
const LIMIT: i32 = 6 * POLICY_UNIT;

/// The unit of factors is 2 to the minus this.
const FACTOR_SHIFT: u32 = 12;

/// The unit of the powers below is 2 to the minus this.
const POWER_SHIFT: u32 = 24;

/// Powers of e by their logarithms in units of 1/[`POLICY_UNIT`], from 0 to 1, and by whole logarithms, from -6 to 6. They are made of whole numbers,
/// so that they are the same on every machine, and are two small tables for the sake of the page.
static POWERS: ([u64; POLICY_UNIT as usize], [u64; 2 * (LIMIT / POLICY_UNIT) as usize + 1]) = {
    // e to the power of 1/256 and of 1, with 48 bits behind the point.
    let (step, e, mut power): (u128, u128, u128) = (282_576_638_621_015, 765_128_314_358_509, 1 << 48);
    let mut parts = [0; POLICY_UNIT as usize];
    let mut index = 0;
    while index < parts.len() {
        parts[index] = (power >> (48 - POWER_SHIFT)) as u64;
        power = (power * step) >> 48;
        index += 1;
    }
    // To the power of -6.
    power = 697_706_711_199;
    let mut whole = [0; 2 * (LIMIT / POLICY_UNIT) as usize + 1];
    index = 0;
    while index < whole.len() {
        whole[index] = (power >> (48 - POWER_SHIFT)) as u64;
        power = (power * e) >> 48;
        index += 1;
    }
    (parts, whole)
};

/// The power of e for a logit, in units of 2 to the minus [`FACTOR_SHIFT`].
fn factor(logit: i32) -> i64 {
    let logit = logit.clamp(-LIMIT, LIMIT) + LIMIT;
    let (whole, part) = (logit / POLICY_UNIT, logit % POLICY_UNIT);
    let product = POWERS.0[part as usize] * POWERS.1[whole as usize];
    ((product + (1 << (2 * POWER_SHIFT - FACTOR_SHIFT - 1))) >> (2 * POWER_SHIFT - FACTOR_SHIFT)) as i64
}

/// The logits of moves without those of their ordering scores by tables, by cell, in units of 1/[`POLICY_UNIT`].
pub(super) type Logits = [i32; CELLS];

impl Evaluator {
    /// The accumulators of the position on the board, whose changes must be applied, as the inputs of a head. `None` without a network.
    pub(crate) fn inputs(&mut self, board: &Board) -> Option<[i16; INPUTS]> {
        let networks = self.networks.as_ref()?;
        self.instructions.update(&mut self.accumulators, board, networks);
        Some(inputs_of(&self.accumulators, board.side()))
    }

    /// The activations of an empty cell: those of the side to move, then those of the other side. The position must be that of the last
    /// call of [`Evaluator::inputs`].
    pub(crate) fn activations(&self, board: &Board, cell: Cell) -> [&[u8; CHANNELS]; 2] {
        let activations = self.accumulators.activations(cell);
        [&activations[board.side().index()], &activations[(!board.side()).index()]]
    }

    /// Prepares the order of moves on some empty cells in the position on the board, whose changes must be applied. Returns whether
    /// there is a policy.
    pub(crate) fn prepare_order(&mut self, board: &Board, cells: &CellSet) -> bool {
        let Some(networks) = &self.networks else { return false };
        let Some(policy) = networks.of(board.side()).policy() else { return false };
        self.instructions.update(&mut self.accumulators, board, networks);
        self.instructions.move_logits(policy, &self.accumulators, board, cells, &mut self.logits);
        true
    }

    /// The ordering score of a move on one of the cells whose order was prepared last, from that by tables.
    pub(crate) fn order_by_policy(&self, cell: Cell, by_tables: i32) -> i32 {
        let factor = factor(self.logits[cell.index()]);
        ((i64::from(by_tables.max(0) + POLICY_BASE) * factor) >> FACTOR_SHIFT) as i32
    }
}

/// The accumulators as the inputs of a head for the side to move.
#[inline(always)]
fn inputs_of(accumulators: &AccumulatorStack, side: Color) -> [i16; INPUTS] {
    let mut inputs = [0; INPUTS];
    for (inputs, sums) in inputs.as_chunks_mut::<CHANNELS>().0.iter_mut().zip(accumulators.inputs(side)) {
        *inputs = *sums;
    }
    inputs
}

/// The logits of moves on some empty cells in the position on the board, to which the accumulators must have been updated.
#[inline(always)]
pub(super) fn move_logits(
    policy: &PolicyWeights,
    accumulators: &AccumulatorStack,
    board: &Board,
    cells: &CellSet,
    logits: &mut Logits,
) {
    let inputs = inputs_of(accumulators, board.side());
    let mut weights = [0; CELL_CHANNELS];
    for (weight, (row, bias)) in weights.iter_mut().zip(policy.readout()) {
        let sum: i32 = row.iter().zip(&inputs).map(|(&row, &input)| i32::from(row) * i32::from(input)).sum();
        let rounded = (sum + bias) >> (READOUT_SHIFT + CELL_UNIT.ilog2() - WEIGHT_SHIFT);
        *weight = rounded.clamp(i16::MIN.into(), i16::MAX.into()) as i16;
    }
    let (weights, _) = weights.as_chunks::<CHANNELS>();
    let (side, other) = (board.side().index(), (!board.side()).index());
    let (of_shapes, last_moves) = (policy.shapes_of(board.side()), board.last_two_moves());
    // Products and numbers that are looked up in a loop each: in one, the compiler makes no vectors of the products.
    for cell in cells.iter() {
        let activations = accumulators.activations(cell);
        logits[cell.index()] =
            product(&activations[side], &weights[0]) + product(&activations[other], &weights[1]);
    }
    for cell in cells.iter() {
        let mut logit = logits[cell.index()] >> (WEIGHT_SHIFT + CELL_UNIT.ilog2() - POLICY_UNIT.ilog2());
        let codes = board.code_numbers(cell);
        logit += policy.of_codes(codes[side], codes[other]);
        logit += board.shapes(cell).map(|shape| i32::from(of_shapes[shape])).iter().sum::<i32>();
        for (near, last) in policy.near().iter().zip(last_moves) {
            if let Some(last) = last {
                logit += i32::from(near[distance_of(cell, last)]);
            }
        }
        logits[cell.index()] = logit;
    }
}

/// The number of the distance between two cells.
pub(crate) fn distance_of(cell: Cell, last: Cell) -> usize {
    distance(cell.x().abs_diff(last.x()), cell.y().abs_diff(last.y()))
}

/// Added to ordering scores by tables, so that those of 0 are comparable.
pub(crate) const POLICY_BASE: i32 = 60;

/// The sum of the activations, each with its weight. 64 activations of at most 64 fit 31 bits with any weights.
#[inline(always)]
fn product(activations: &[u8; CHANNELS], weights: &[i16; CHANNELS]) -> i32 {
    activations
        .iter()
        .zip(weights)
        .map(|(&activation, &weight)| i32::from(activation) * i32::from(weight))
        .sum()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

    use std::sync::Arc;

    use fastrand::Rng;
    use tengen_game::{BoardSize, Position, Rule};

    use super::super::simd::random_network;
    use super::*;
    use crate::board::shape::SHAPES;
    use crate::weights::{EvaluationWeights, Family, FamilyWeights, PolicyNumbers};

    /// Networks with policies of random numbers.
    fn weights() -> EvaluationWeights {
        let mut random = Rng::with_seed(6);
        Family::ALL.into_iter().fold(EvaluationWeights::built_in(), |weights, family| {
            let mut policy = PolicyNumbers::zero();
            policy.readout.iter_mut().flatten().for_each(|number| *number = random.i16(-40..40));
            policy.bias.iter_mut().for_each(|number| *number = random.i32(-90_000..90_000));
            let of_moves = policy.own.iter_mut().chain(&mut *policy.other).chain(&mut *policy.shapes);
            of_moves.chain(policy.near.as_flattened_mut()).for_each(|number| *number = random.i16(-90..90));
            let network = random_network(&mut random, true).with_policy(PolicyWeights::new(policy));
            let numbers =
                FamilyWeights { network: Some(Arc::new(network)), ..weights.family(family).clone() };
            weights.with_family(family, numbers, "a test")
        })
    }

    fn board(rule: Rule) -> Board {
        Board::with_weights(&Position::new(rule, BoardSize::FIFTEEN), weights())
    }

    /// The orders of all cells near a stone.
    fn orders(evaluator: &mut Evaluator, board: &Board) -> Vec<i32> {
        assert!(evaluator.prepare_order(board, &board.near()));
        board.near().iter().map(|cell| evaluator.order_by_policy(cell, 40)).collect()
    }

    #[test]
    fn factors_are_powers_of_e() {
        let power =
            |logit: i32| (f64::from(logit) / f64::from(POLICY_UNIT)).exp() * f64::from(1 << FACTOR_SHIFT);
        for logit in -LIMIT..=LIMIT {
            let (found, expected) = (factor(logit), power(logit));
            let difference = (found as f64 - expected).abs();
            assert!(difference < 0.51 + expected / 1e6, "{found} for {expected}");
        }
        assert_eq!(
            (factor(0), factor(-LIMIT - 1), factor(i32::MAX)),
            (1 << FACTOR_SHIFT, factor(-LIMIT), factor(LIMIT))
        );
    }

    #[test]
    fn the_order_does_not_depend_on_the_way_to_a_position() {
        let mut random = Rng::with_seed(3);
        for rule in [Rule::FREESTYLE, Rule::Renju] {
            let mut board = board(rule);
            let mut evaluator = Evaluator::new(&board);
            board.make(Cell::from(BoardSize::FIFTEEN.center()));
            let mut found = std::collections::BTreeSet::new();
            for _ in 0..if cfg!(miri) { 10 } else { 200 } {
                let near: Vec<Cell> = board.near().iter().collect();
                let cell = near[random.usize(..near.len())];
                let wins = board.wins(board.side()).contains(cell);
                let goes_back =
                    random.u8(..10) < 4 || board.moves_made() > 40 || wins || !board.is_legal(cell);
                if goes_back && board.moves_made() > 1 {
                    board.unmake();
                } else if !wins && board.is_legal(cell) {
                    board.make(cell);
                }
                board.apply();
                let afresh = orders(&mut Evaluator::new(&board), &board);
                assert_eq!(orders(&mut evaluator, &board), afresh, "{rule}");
                found.extend(afresh);
            }
            assert!(found.len() > 100 || cfg!(miri), "{} orders", found.len());
        }
    }

    #[test]
    fn moves_that_differ_by_a_symmetry_have_the_same_order() {
        let size = BoardSize::FIFTEEN;
        let orders = |turn: fn((i16, i16)) -> (i16, i16)| {
            let mut board = board(Rule::FREESTYLE);
            let cell = |at: (i16, i16)| {
                let (dx, dy) = turn(at);
                Cell::from(size.center().offset(dx, dy, size).unwrap())
            };
            for at in [(0, 0), (1, 1), (1, 0), (-1, 2), (3, -1)] {
                board.make(cell(at));
            }
            board.apply();
            let mut evaluator = Evaluator::new(&board);
            assert!(evaluator.prepare_order(&board, board.empty()));
            [(0, 1), (2, 2), (-2, 0), (4, -1)].map(|at| evaluator.order_by_policy(cell(at), 100))
        };
        let expected = orders(|at| at);
        assert_eq!(orders(|(dx, dy)| (-dy, dx)), expected);
        assert_eq!(orders(|(dx, dy)| (-dx, dy)), expected);
        assert!(expected.iter().any(|&order| order != 160), "{expected:?}");
    }

    /// The definition, with numbers that do not overflow.
    #[test]
    fn an_order_is_made_of_all_parts() {
        let mut board = board(Rule::FREESTYLE);
        for (dx, dy) in [(0, 0), (1, 1), (2, 0)] {
            board.make(Cell::from(BoardSize::FIFTEEN.center().offset(dx, dy, BoardSize::FIFTEEN).unwrap()));
        }
        board.apply();
        let mut evaluator = Evaluator::new(&board);
        let inputs = evaluator.inputs(&board).unwrap();
        assert!(evaluator.prepare_order(&board, &board.near()));
        let policy = evaluator.networks.as_ref().unwrap().of(board.side()).policy().unwrap();
        let side = board.side();
        let unit = |shift: u32| f64::from(1 << shift);
        for cell in board.near().iter() {
            let [own, other] = evaluator.activations(&board, cell);
            let mut logit = 0.0;
            for ((row, bias), &activation) in policy.readout().zip(own.iter().chain(other)) {
                let sum: i64 =
                    row.iter().zip(&inputs).map(|(&row, &input)| i64::from(row) * i64::from(input)).sum();
                logit +=
                    (sum + i64::from(bias)) as f64 / unit(READOUT_SHIFT + 6) * f64::from(activation) / 64.0;
            }
            let codes = board.code_numbers(cell);
            let mut looked_up = policy.of_codes(codes[side.index()], codes[1 - side.index()]);
            for shape in board.shapes(cell) {
                assert!(shape < SHAPES);
                looked_up += i32::from(policy.shapes_of(side)[shape]);
            }
            let [last, before] = board.last_two_moves().map(|last| distance_of(cell, last.unwrap()));
            looked_up += i32::from(policy.near()[0][last]) + i32::from(policy.near()[1][before]);
            logit += f64::from(looked_up) / f64::from(POLICY_UNIT);
            let expected = 160.0 * logit.clamp(-6.0, 6.0).exp();
            let order = f64::from(evaluator.order_by_policy(cell, 100));
            assert!((order - expected).abs() < 2.0 + expected / 30.0, "{order} for {expected}");
        }
    }
}
