//! The network: a correction of the evaluation by tables, by what both colours could make on each cell and by all cells together.
//!
//! The *features* of an empty cell are its codes for both colours and the shapes of its four lines. A *codebook* has a row for each
//! feature: what it adds to the [`CHANNELS`](crate::weights::CHANNELS) of the cell. The *activations* of a cell for a colour are
//! `clamp(own[its code for the colour] + other[its code for the other colour] + shapes[the shapes of its four lines])`, so that both
//! codes and the stones around meet in a non-linearity (the sum saturates in eight bits); a network may do without shapes. The
//! *accumulator* of a colour is the sum of the activations of all empty cells. A second one, of the cells near the last move alone, shows
//! where the fight is. A small *head* makes a logit of the accumulators of the side to move and of the other side, and of the
//! evaluation by tables that it corrects. There is a head for each *bucket*; the threats on the board select the bucket. The policy
//! orders moves by the same accumulators and the activations of their cells.
//!
//! An accumulator is *updated* by the cells that the moves since a former position have changed; without a former position it is
//! *refreshed* from all cells. All numbers are integers: the same position has the same value on every machine. The board is
//! independent of the network: an [`Evaluator`] updates its accumulators only when a value is needed.

mod accumulator;
mod policy;
mod simd;

use tengen_game::Color;

use crate::board::{Board, CELLS, Cell, Threat};
use crate::weights::{
    BUCKETS, INPUTS, NEAR_LAST, NetworkFile, NetworkHead, OUTPUT_SHIFT, TABLES_LIMIT, TABLES_UNIT,
};
use accumulator::{AccumulatorStack, Networks};
use policy::Logits;
pub(crate) use policy::{POLICY_BASE, distance_of};
use simd::Instructions;

/// The bound of a logit. A greater one would be that of a decided position, and of a position unlike all that were trained with.
const LIMIT: i32 = 8 << OUTPUT_SHIFT;

/// Whether a cell is near the last move.
pub(crate) fn is_near_last(board: &Board, cell: Cell) -> bool {
    let near =
        |last: Cell| cell.x().abs_diff(last.x()) <= NEAR_LAST && cell.y().abs_diff(last.y()) <= NEAR_LAST;
    board.last_move().is_some_and(near)
}

/// Evaluates the positions of one board by the network, as the board moves from one to the next.
#[derive(Clone, Debug)]
pub(crate) struct Evaluator {
    /// The networks for the rule, if there are any.
    networks: Option<Networks>,
    /// A logit of 1 in engine units, by the side to move.
    scales: [i32; 2],
    instructions: Instructions,
    accumulators: AccumulatorStack,
    /// The policy's logits of the position whose order was prepared last.
    logits: Box<Logits>,
}

impl Evaluator {
    /// An evaluator for a board and the positions that are reached from it.
    pub(crate) fn new(board: &Board) -> Evaluator {
        let weights = board.weights();
        let families = Color::BOTH.map(|color| weights.of(board.rule(), color));
        let is_trained = NetworkFile::of(board.rule(), board.size()).is_some();
        let [black, white] = families.map(|family| family.network.clone().filter(|_| is_trained));
        Evaluator {
            networks: black.zip(white).map(|(black, white)| Networks::new([black, white])),
            scales: families.map(|family| i32::from(family.scale)),
            instructions: Instructions::detect(),
            accumulators: AccumulatorStack::new(board),
            logits: Box::new([0; CELLS]),
        }
    }

    /// Whether there is a network for the rule.
    pub(crate) fn has_network(&self) -> bool {
        self.networks.is_some()
    }

    /// The network's correction of `by_tables`, the evaluation by tables. Both are for the side to move, in engine units. The
    /// changes of the board must be applied. 0 without a network.
    pub(crate) fn correction(&mut self, board: &Board, by_tables: i32) -> i32 {
        let Some(networks) = &self.networks else { return 0 };
        self.instructions.update(&mut self.accumulators, board, networks);
        let head = &networks.of(board.side()).heads()[bucket_of(board)];
        let scale = self.scales[board.side().index()];
        let tables = (by_tables * TABLES_UNIT / scale.max(1)).clamp(-TABLES_LIMIT, TABLES_LIMIT);
        let inputs = self.accumulators.inputs(board.side());
        let logit = i64::from(self.instructions.logit(head, inputs, tables).clamp(-LIMIT, LIMIT));
        ((logit * i64::from(scale)) >> OUTPUT_SHIFT) as i32
    }
}

/// The bucket of the position, which the threats on the board select.
pub(crate) fn bucket_of(board: &Board) -> usize {
    let [own, other] = [board.side(), !board.side()].map(|color| board.threat_mask(color));
    let has = |mask: usize, threats: usize| usize::from(mask & threats != 0);
    let [four, four_three, open_four] = [Threat::Four, Threat::FourThree, Threat::OpenFour].map(Threat::bit);
    has(other, four_three | open_four) << 2 | has(own, four | four_three) << 1 | has(other, four)
}

const _: () = assert!(BUCKETS == 8, "three bits select a bucket");

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

    use std::sync::Arc;

    use fastrand::Rng;
    use tengen_game::{BoardSize, Position, Rule};

    use super::simd::random_network;
    use super::*;
    use crate::board::Cell;
    use crate::weights::{EvaluationWeights, Family, FamilyWeights};

    fn weights() -> EvaluationWeights {
        let mut random = Rng::with_seed(5);
        let mut weights = EvaluationWeights::built_in();
        for family in Family::ALL {
            let network = Some(Arc::new(random_network(&mut random, true)));
            let numbers = FamilyWeights { network, ..weights.family(family).clone() };
            weights = weights.with_family(family, numbers, "a test");
        }
        weights
    }

    /// The correction by a new evaluator.
    fn value_of(board: &Board) -> i32 {
        Evaluator::new(board).correction(board, board.evaluate())
    }

    #[test]
    fn the_value_of_a_position_does_not_depend_on_the_way_to_it() {
        let mut random = Rng::with_seed(3);
        for rule in [Rule::FREESTYLE, Rule::Standard, Rule::Renju] {
            let mut board = Board::with_weights(&Position::new(rule, BoardSize::FIFTEEN), weights());
            let mut evaluator = Evaluator::new(&board);
            let mut values = 0;
            for _ in 0..400 {
                let near: Vec<Cell> = match board.near().len() {
                    0 => vec![Cell::from(BoardSize::FIFTEEN.center())],
                    _ => board.near().iter().collect(),
                };
                let cell = near[random.usize(..near.len())];
                let wins = board.wins(board.side()).contains(cell);
                if random.u8(..10) < 4 || board.moves_made() > 60 || wins || !board.is_legal(cell) {
                    board.unmake();
                } else {
                    board.make(cell);
                }
                if random.u8(..3) == 0 {
                    let afresh = value_of(&board);
                    assert_eq!(
                        evaluator.correction(&board, board.evaluate()),
                        afresh,
                        "{rule}, after {} moves",
                        board.moves_made()
                    );
                    values += i32::from(afresh != 0);
                }
            }
            assert!(values > 50, "{values}");
        }
    }

    #[test]
    fn the_last_move_of_a_position_counts_as_one_that_was_made() {
        let size = BoardSize::FIFTEEN;
        let mut position = Position::new(Rule::FREESTYLE, size);
        let mut board = Board::with_weights(&position, weights());
        for point in ["h8", "i9", "g9"] {
            let point = tengen_game::Point::parse(point, size).unwrap();
            position.play(point).unwrap();
            board.make(Cell::from(point));
        }
        let afresh = Board::with_weights(&position, weights());
        assert_eq!(value_of(&afresh), value_of(&board));
    }

    #[test]
    fn rules_and_boards_without_training_have_no_network() {
        let cases = [
            ("freestyle", 15, true),
            ("freestyle", 20, true),
            ("freestyle", 13, false),
            ("renju", 15, true),
            ("caro", 15, true),
            ("caro-exact", 15, false),
            ("free-6", 15, false),
        ];
        for (rule, lines, expected) in cases {
            let position = Position::new(rule.parse().unwrap(), BoardSize::new(lines).unwrap());
            let board = Board::with_weights(&position, weights());
            assert_eq!(Evaluator::new(&board).has_network(), expected, "{rule}");
            assert_eq!(value_of(&board) != 0, expected, "{rule}");
        }
    }

    #[test]
    fn positions_that_differ_by_a_symmetry_have_the_same_value() {
        let size = BoardSize::FIFTEEN;
        let value = |moves: [(i16, i16); 5]| {
            let mut board = Board::with_weights(&Position::new(Rule::FREESTYLE, size), weights());
            for (dx, dy) in moves {
                board.make(Cell::from(size.center().offset(dx, dy, size).unwrap()));
            }
            value_of(&board)
        };
        let moves = [(0, 0), (1, 1), (1, 0), (-1, 2), (3, -1)];
        assert_eq!(value(moves), value(moves.map(|(dx, dy)| (-dy, dx))));
        assert_eq!(value(moves), value(moves.map(|(dx, dy)| (-dx, dy))));
    }
}
