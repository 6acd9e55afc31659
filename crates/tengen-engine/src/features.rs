//! The engine's board for training and timing of its evaluation. This module is no stable API.

use tengen_game::{Color, Point, Position};

use crate::EvaluationWeights;
pub use crate::board::shape::{SHAPES, SIDES, sides_of_shape, swapped_shapes};
use crate::board::{Board, Cell, Threat, VALUE_DIVISOR};
pub use crate::board::{CODES, ORDER_OTHER, ORDER_OWN, Pattern};
use crate::network::{Evaluator, POLICY_BASE, bucket_of, distance_of, is_near_last};
pub use crate::weights::{
    BUCKETS, CELL_CHANNELS, CELL_UNIT, CHANNELS, DISTANCES, Family, FamilyWeights, FeatureRow, HIDDEN,
    HIDDEN_SHIFT, INPUTS, NEURON_UNIT, NetworkHead, NetworkWeights, OUTPUT_SHIFT, PATTERN_KINDS, POLICY_UNIT,
    PolicyNumbers, PolicyWeights, READOUT_SHIFT, SHAPE_LIMIT, SHARED_FEATURES, SHARED_UNIT, ShapeFeatures,
    TABLES_LIMIT, TABLES_UNIT, THREAT_KINDS, THREAT_PAIRS, hand_made, parts_of,
};

/// A board of the search, on which moves are made and taken back.
#[derive(Clone, Debug)]
pub struct Replay {
    board: Board,
}

/// A term of an evaluation: a number of the tables and its factor for the side to move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Term {
    /// The family that the number belongs to.
    pub family: Family,
    /// The code whose `value` is the number.
    pub code: u16,
    /// The factor of the number in the evaluation for the side to move.
    pub factor: f32,
}

/// A move that the side to move may choose, with the inputs of its ordering score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The point of the move.
    pub point: Point,
    /// The code of the side to move, whose `order` counts.
    pub own: u16,
    /// The code of the other side, whose `order_other` counts.
    pub other: u16,
}

/// The inputs of the policy for a position.
#[derive(Clone, Debug)]
pub struct PolicyView {
    /// The accumulators of the network, as the inputs of its heads are ordered.
    pub inputs: [i16; INPUTS],
    /// The moves that the side to move may choose.
    pub moves: Vec<PolicyMove>,
}

/// The inputs of the policy for a move, and its result.
#[derive(Clone, Debug)]
pub struct PolicyMove {
    /// The point of the move.
    pub point: Point,
    /// The ordering score by tables plus the constant that the policy adds to all; more than 0.
    pub by_tables: i32,
    /// The ordering score by the policy; without a policy that by tables.
    pub order: i32,
    /// The codes of the side to move and of the other side.
    pub codes: [u16; 2],
    /// The shapes of its four lines from Black's point of view.
    pub shapes: [u16; 4],
    /// The numbers of the distances from the last move and from the one before, below [`DISTANCES`], where there is such a move.
    pub distances: [Option<usize>; 2],
    /// The activations of the cell: those of the side to move, then those of the other side.
    pub activations: [[u8; CHANNELS]; 2],
}

impl Replay {
    /// The board of a position, judged by the parameters that are built in.
    pub fn new(position: &Position) -> Replay {
        Replay { board: Board::new(position, None) }
    }

    /// The board of a position, judged by other parameters.
    pub fn with_weights(position: &Position, weights: EvaluationWeights) -> Replay {
        Replay { board: Board::with_weights(position, weights) }
    }

    /// The board of another position, set up from scratch with the tables of this one.
    #[must_use]
    pub fn afresh(&self, position: &Position) -> Replay {
        Replay { board: Board::new(position, Some(&self.board)) }
    }

    /// Plays a stone of the side to move on an empty point. It must be legal and must not win.
    pub fn make(&mut self, point: Point) {
        self.board.make(Cell::from(point));
    }

    /// Takes back the last move, if there is one.
    pub fn unmake(&mut self) {
        self.board.unmake();
    }

    /// The side to move.
    pub fn side(&self) -> Color {
        self.board.side()
    }

    /// The empty points close to a stone that the side to move may play on without ending the game.
    pub fn open_moves(&mut self) -> Vec<Point> {
        let wins = *self.board.wins(self.board.side());
        let near = self.board.near().iter().filter(|&cell| !wins.contains(cell)).collect::<Vec<_>>();
        near.into_iter().filter(|&cell| self.board.is_legal(cell)).map(Cell::point).collect()
    }

    /// Whether the search would evaluate the position: neither side can make five at once, nor the side to move an
    /// open four.
    pub fn is_evaluated(&self) -> bool {
        let side = self.board.side();
        let none = |color, threat| self.board.threats(color, threat).is_empty();
        Color::BOTH.into_iter().all(|color| none(color, Threat::Win)) && none(side, Threat::OpenFour)
    }

    /// Whether the side to move chooses freely: the search would evaluate the position, and the opponent threatens no open four.
    pub fn is_free(&self) -> bool {
        self.is_evaluated() && self.board.threats(!self.board.side(), Threat::OpenFour).is_empty()
    }

    /// The evaluation of the position for the side to move, in engine units.
    pub fn evaluate(&self) -> i32 {
        self.board.evaluate()
    }

    /// The terms of [`Replay::evaluate`], without that of the threats.
    pub fn terms(&self) -> Vec<Term> {
        let [to_move, waiting] = self.board.value_weights().map(|weight| weight as f32);
        let mut terms = Vec::new();
        let mut add = |board: &Board, color: Color, factor: f32| {
            let family = Family::of(board.rule(), color);
            for cell in board.empty().iter() {
                match board.code(cell, color).number() {
                    0 => {}
                    code => terms.push(Term { family, code, factor }),
                }
            }
        };
        let (side, other) = (self.board.side(), !self.board.side());
        let mut before = self.board.clone();
        before.unmake();
        let divisor = VALUE_DIVISOR as f32;
        add(&self.board, side, to_move / divisor);
        add(&self.board, other, -waiting / divisor);
        // Without a previous move, the position itself takes the place of the one before.
        let (before, factor) = if before.side() == side { (&self.board, 1.0) } else { (&before, -1.0) };
        let (of_mover, of_waiter) = if factor > 0.0 { (side, other) } else { (other, side) };
        add(before, of_mover, factor * to_move / divisor);
        add(before, of_waiter, -factor * waiting / divisor);
        terms
    }

    /// The evaluation by tables and network of the position for the side to move, in engine units.
    pub fn evaluate_with_network(&self) -> i32 {
        let by_tables = self.board.evaluate();
        by_tables + Evaluator::new(&self.board).correction(&self.board, by_tables)
    }

    /// The codes of the empty cells for Black and White, of those of which at least one is not 0, and whether the cell is near the
    /// last move.
    pub fn codes(&self) -> impl Iterator<Item = ([u16; 2], bool)> {
        let cells = self.board.empty().iter();
        let codes = cells.map(|cell| (self.board.code_numbers(cell), is_near_last(&self.board, cell)));
        codes.filter(|(codes, _)| *codes != [0; 2])
    }

    /// The empty cells with the codes for Black and White, the numbers of the shapes around from Black's point of view in rising
    /// order, and whether the cell is near the last move.
    pub fn cells(&self) -> impl Iterator<Item = ([u16; 2], [u16; 4], bool)> {
        self.board.empty().iter().map(|cell| {
            let mut shapes = self.board.shapes(cell).map(|shape| shape as u16);
            shapes.sort_unstable();
            (self.board.code_numbers(cell), shapes, is_near_last(&self.board, cell))
        })
    }

    /// The inputs of the policy for the position and for the moves that the search would try where the side to move chooses
    /// freely. `None` without a network for the rule.
    pub fn policy_view(&mut self) -> Option<PolicyView> {
        let mut evaluator = Evaluator::new(&self.board);
        let inputs = evaluator.inputs(&self.board)?;
        let has_policy = evaluator.prepare_order(&self.board, &self.board.near());
        let choices = self.choices();
        let moves = choices.into_iter().map(|Choice { point, own, other }| {
            let cell = Cell::from(point);
            let by_tables = self.board.order(cell);
            PolicyMove {
                point,
                by_tables: by_tables.max(0) + POLICY_BASE,
                order: if has_policy { evaluator.order_by_policy(cell, by_tables) } else { by_tables },
                codes: [own, other],
                shapes: self.board.shapes(cell).map(|shape| shape as u16),
                distances: self.board.last_two_moves().map(|last| last.map(|last| distance_of(cell, last))),
                activations: evaluator.activations(&self.board, cell).map(|activations| *activations),
            }
        });
        Some(PolicyView { inputs, moves: moves.collect() })
    }

    /// The bucket of the position, which the threats on the board select: the network has a head for each.
    pub fn bucket(&self) -> usize {
        bucket_of(&self.board)
    }

    /// The index of the value of the threats on the board for the side to move.
    pub fn threat_pair(&self) -> usize {
        self.board.threat_pair()
    }

    /// The moves that the search would try where the side to move chooses freely.
    pub fn choices(&mut self) -> Vec<Choice> {
        let side = self.board.side();
        let near = self.board.near();
        let mut choices = Vec::new();
        for cell in near.iter() {
            if self.board.is_legal(cell) {
                let [own, other] = [side, !side].map(|color| self.board.code(cell, color).number());
                choices.push(Choice { point: cell.point(), own, other });
            }
        }
        choices
    }

    /// The patterns of a stone of `color` on an empty point, by direction.
    pub fn patterns(&self, point: Point, color: Color) -> [Pattern; 4] {
        self.board.code(Cell::from(point), color).patterns()
    }

    /// The number of the code of `color` on a point, below [`CODES`]; 0 on a stone.
    pub fn code(&self, point: Point, color: Color) -> u16 {
        self.board.code(Cell::from(point), color).number()
    }

    /// Whether a stone of `color` on an empty point would win.
    pub fn wins(&self, point: Point, color: Color) -> bool {
        self.board.wins(color).contains(Cell::from(point))
    }

    /// A number that depends on all that moves change, so that a compiler cannot leave them out.
    pub fn digest(&self) -> u64 {
        self.board.key()
    }
}

#[cfg(test)]
mod tests {
    use tengen_game::{BoardSize, Rule, moves};

    use super::*;

    #[test]
    fn terms_add_up_to_the_evaluation() {
        for rule in [Rule::FREESTYLE, Rule::Standard, Rule::Renju] {
            let weights = EvaluationWeights::built_in();
            let mut replay = Replay::new(&Position::new(rule, BoardSize::FIFTEEN));
            for (ply, played) in moves::read_points("h8 i9 j8 g8 i7 h9 i10 j10 g6", BoardSize::FIFTEEN)
                .unwrap()
                .into_iter()
                .enumerate()
            {
                replay.make(played);
                let value = |term: &Term| {
                    term.factor * f32::from(weights.family(term.family).value[usize::from(term.code)])
                };
                let threats = weights.family(Family::of(rule, replay.side())).threats[replay.threat_pair()];
                let sum: f32 = replay.terms().iter().map(value).sum::<f32>() + f32::from(threats);
                let found = replay.evaluate();
                assert!((sum - found as f32).abs() < 1.0, "{rule}, ply {ply}: {sum} and {found}");
            }
        }
    }
}
