//! The weights of the policy, which orders the moves of a node. Their use is described in `network/policy.rs`.

use tengen_game::Color;

use super::network::{Numbers, most_of_inputs};
use super::{CHANNELS, INPUTS, WeightsError};
use crate::board::CODES;
use crate::board::shape::{SHAPES, swapped_shapes};

/// The activations of a cell for both colours: those of the side to move, then those of the other side.
pub const CELL_CHANNELS: usize = 2 * CHANNELS;

/// The sum of a move is a logit in units of 1 / this.
pub const POLICY_UNIT: i32 = 256;

/// A number of the readout is in units of 2 to the minus this, for accumulators and activations in units of 1.
pub const READOUT_SHIFT: u32 = 12;

/// The greatest distance from a former move that has a number of its own, in rows or columns.
const FAR: usize = 5;

/// The number of distances from a former move: up to five rows and columns in any order. Greater ones count as five.
pub const DISTANCES: usize = (FAR + 1) * (FAR + 2) / 2;

/// The number of a distance in rows and columns, in any order.
#[inline]
pub(crate) const fn distance(x: usize, y: usize) -> usize {
    let (less, greater) = if x < y { (x, y) } else { (y, x) };
    let (less, greater) = (if less < FAR { less } else { FAR }, if greater < FAR { greater } else { FAR });
    greater * (greater + 1) / 2 + less
}

/// The policy of a family, for positions in which its colour is to move: how likely a search chooses a move.
///
/// The logit of a move is that of its ordering score by tables and the sum of numbers for its codes, the shapes of its four lines, its distances
/// from the last two moves, and the activations of its cell, each with a weight that depends on the accumulators.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PolicyWeights {
    /// The linear layer that makes a weight for each channel of a cell from the inputs of the network's heads, in units of 2 to the minus
    /// [`READOUT_SHIFT`].
    readout: Box<[[i16; INPUTS]; CELL_CHANNELS]>,
    /// The biases of this layer, in the same unit for accumulators in units of 1/[`CELL_UNIT`](super::CELL_UNIT).
    bias: [i32; CELL_CHANNELS],
    /// The part of the logit by the code of the side to move. All numbers from here on are in units of 1/[`POLICY_UNIT`].
    own: Box<[i16; CODES]>,
    /// The part of the logit by the code of the other side.
    other: Box<[i16; CODES]>,
    /// The parts of the logit by the distance from the last move, and from the one before.
    near: [[i16; DISTANCES]; 2],
    /// The part of the logit by the shape from the point of view of the family's colour.
    shapes: Box<[i16; SHAPES]>,
    /// The part of the logit by the shape with colours exchanged.
    swapped: Box<[i16; SHAPES]>,
}

/// The numbers of a policy before they are checked, as in [`PolicyWeights`].
#[derive(Clone, Debug)]
pub struct PolicyNumbers {
    /// The readout, by channel of a cell.
    pub readout: Box<[[i16; INPUTS]; CELL_CHANNELS]>,
    /// The biases of the readout.
    pub bias: [i32; CELL_CHANNELS],
    /// The part of the logit by the code of the side to move.
    pub own: Box<[i16; CODES]>,
    /// The part of the logit by the code of the other side.
    pub other: Box<[i16; CODES]>,
    /// The parts of the logit by the distance from the last two moves.
    pub near: [[i16; DISTANCES]; 2],
    /// The part of the logit by the shape.
    pub shapes: Box<[i16; SHAPES]>,
}

/// The bytes of a policy in a file.
pub(super) const POLICY_BYTES: usize =
    2 * (CELL_CHANNELS * INPUTS + 2 * CODES + 2 * DISTANCES + SHAPES) + 4 * CELL_CHANNELS;

impl PolicyNumbers {
    /// Numbers that change no order.
    pub fn zero() -> PolicyNumbers {
        PolicyNumbers {
            readout: Box::new([[0; INPUTS]; CELL_CHANNELS]),
            bias: [0; CELL_CHANNELS],
            own: Box::new([0; CODES]),
            other: Box::new([0; CODES]),
            near: [[0; DISTANCES]; 2],
            shapes: Box::new([0; SHAPES]),
        }
    }
}

impl PolicyWeights {
    /// A policy; `None` if a sum might overflow.
    pub fn new(numbers: PolicyNumbers) -> Option<PolicyWeights> {
        let PolicyNumbers { readout, bias, own, other, near, shapes } = numbers;
        let is_bounded = |(weights, bias): (&[i16; INPUTS], &i32)| {
            most_of_inputs(weights) + i64::from(*bias).abs() <= i64::from(i32::MAX)
        };
        if !readout.iter().zip(&bias).all(is_bounded) {
            return None;
        }
        let mut swapped = shapes.clone();
        for (shape, of_white) in swapped_shapes().into_iter().enumerate() {
            swapped[shape] = shapes[usize::from(of_white)];
        }
        Some(PolicyWeights { readout, bias, own, other, near, shapes, swapped })
    }

    /// The readout by channel of a cell: the weights of the inputs of the network's heads, and the bias.
    pub(crate) fn readout(&self) -> impl Iterator<Item = (&[i16; INPUTS], i32)> {
        self.readout.iter().zip(self.bias)
    }

    /// The part of the logit by the codes of the side to move and of the other side.
    #[inline]
    pub(crate) fn of_codes(&self, own: u16, other: u16) -> i32 {
        i32::from(self.own[usize::from(own)]) + i32::from(self.other[usize::from(other)])
    }

    /// The parts of the logit by the distances from the last move and from the one before.
    pub(crate) fn near(&self) -> &[[i16; DISTANCES]; 2] {
        &self.near
    }

    /// The part of the logit by the shape from Black's point of view, where `side` is to move.
    #[inline]
    pub(crate) fn shapes_of(&self, side: Color) -> &[i16; SHAPES] {
        match side {
            Color::Black => &self.shapes,
            Color::White => &self.swapped,
        }
    }

    pub(super) fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(POLICY_BYTES);
        bytes.extend(self.readout.iter().flatten().flat_map(|number| number.to_le_bytes()));
        bytes.extend(self.bias.iter().flat_map(|number| number.to_le_bytes()));
        let of_moves = self.own.iter().chain(&*self.other).chain(self.near.iter().flatten());
        bytes.extend(of_moves.chain(&*self.shapes).flat_map(|number| number.to_le_bytes()));
        bytes
    }

    /// Reads the section of a file.
    pub(super) fn read(name: &'static str, bytes: &[u8]) -> Result<PolicyWeights, WeightsError> {
        if bytes.len() != POLICY_BYTES {
            return Err(WeightsError::SectionLength { name, expected: POLICY_BYTES, found: bytes.len() });
        }
        let (mut numbers, mut policy) = (Numbers(bytes.iter()), PolicyNumbers::zero());
        for number in policy.readout.iter_mut().flatten() {
            *number = i16::from_le_bytes(numbers.next());
        }
        for number in &mut policy.bias {
            *number = i32::from_le_bytes(numbers.next());
        }
        let of_moves =
            policy.own.iter_mut().chain(&mut *policy.other).chain(policy.near.iter_mut().flatten());
        of_moves.chain(&mut *policy.shapes).for_each(|number| *number = i16::from_le_bytes(numbers.next()));
        let found = policy.bias[0];
        let expected = "sums that fit 31 bits";
        PolicyWeights::new(policy).ok_or(WeightsError::Number { name, expected, found })
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

    use super::*;

    #[test]
    fn distances_have_a_number_each() {
        let mut found = vec![0; DISTANCES];
        for x in 0..=FAR {
            for y in 0..=FAR {
                assert_eq!(distance(x, y), distance(y, x));
                found[distance(x, y)] += 1;
            }
        }
        assert!(found.iter().all(|&count| count == 1 || count == 2), "{found:?}");
        assert_eq!(distance(FAR + 3, 1), distance(1, FAR));
        assert_eq!(distance(21, 21), DISTANCES - 1);
    }

    #[test]
    fn a_policy_whose_sums_may_overflow_is_refused() {
        let mut numbers = PolicyNumbers::zero();
        assert!(PolicyWeights::new(numbers.clone()).is_some());
        numbers.readout[3] = [i16::MAX; INPUTS];
        assert_eq!(PolicyWeights::new(numbers), None);
    }

    #[test]
    fn a_policy_is_read_as_it_was_written() {
        let mut random = fastrand::Rng::with_seed(1);
        let mut numbers = PolicyNumbers::zero();
        numbers.readout.iter_mut().flatten().for_each(|number| *number = random.i16(-99..99));
        numbers.bias = [(); CELL_CHANNELS].map(|()| random.i32(-9_999..9_999));
        numbers.own.iter_mut().chain(&mut *numbers.shapes).for_each(|number| *number = random.i16(..));
        numbers.near[1][4] = 7;
        let policy = PolicyWeights::new(numbers).unwrap();
        let bytes = policy.to_bytes();
        assert_eq!(bytes.len(), POLICY_BYTES);
        assert_eq!(PolicyWeights::read("x", &bytes).unwrap(), policy);
        let error = PolicyWeights::read("x", &bytes[1..]).unwrap_err().to_string();
        assert!(error.ends_with(&format!("found {}", POLICY_BYTES - 1)), "{error}");
        let swapped = swapped_shapes();
        for shape in [0, 5, 1_000, SHAPES - 1] {
            assert_eq!(
                policy.shapes_of(Color::White)[shape],
                policy.shapes_of(Color::Black)[usize::from(swapped[shape])]
            );
        }
    }
}
