//! The numbers of the network, which corrects the evaluation by tables. `network/mod.rs` says what they are used for.

use super::WeightsError;
use crate::board::CODES;

/// The channels of a cell.
pub const CHANNELS: usize = 32;

/// The neurons of a head.
pub const HIDDEN: usize = 16;

/// The heads, of which a position's threats select one.
pub const HEADS: usize = 8;

/// A channel of a cell is at most this, which stands for 1.
pub const CELL_UNIT: i16 = 64;

/// A neuron is at most this, which stands for 1.
pub const NEURON_UNIT: i32 = 256;

/// [`NEURON_UNIT`] is this less than the unit of the sums that neurons are made of, in powers of two.
pub const HIDDEN_SHIFT: u32 = 7;

/// The sum of a head is a logit in units of 2 to the minus this.
pub const OUTPUT_SHIFT: u32 = 16;

/// The greatest sum of a channel: every point of the largest board at its most.
const MOST: i64 = CELL_UNIT as i64 * 22 * 22;

/// What a code adds to the channels of its cell: for the accumulator of its own colour, and for that of the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub struct NetworkRow {
    /// For the colour whose code it is.
    pub own: [i8; CHANNELS],
    /// For the other colour.
    pub other: [i8; CHANNELS],
}

/// What turns two accumulators into a logit. Inputs are the channels of the side to move, then those of the other side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NetworkHead {
    /// The weights of the neurons' inputs.
    pub hidden: Box<[[i16; 2 * CHANNELS]; HIDDEN]>,
    /// The biases of the neurons, in the unit of their sums.
    pub hidden_bias: [i32; HIDDEN],
    /// The weights of the neurons.
    pub output: [i16; HIDDEN],
    /// The weights of the inputs themselves.
    pub direct: [i16; 2 * CHANNELS],
    /// The bias of the logit.
    pub bias: i32,
}

/// The network of a family.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NetworkWeights {
    /// By the number of a code.
    pub rows: Box<[NetworkRow; CODES]>,
    /// By the threats on the board.
    pub heads: Box<[NetworkHead; HEADS]>,
}

const ROW_BYTES: usize = 2 * CHANNELS;
const HEAD_BYTES: usize = 2 * (HIDDEN * 2 * CHANNELS + HIDDEN + 2 * CHANNELS) + 4 * (HIDDEN + 1);

/// The bytes of a network in a file.
pub(super) const BYTES: usize = CODES * ROW_BYTES + HEADS * HEAD_BYTES;

impl NetworkWeights {
    /// A network that corrects nothing.
    pub fn zero() -> NetworkWeights {
        let row = NetworkRow { own: [0; CHANNELS], other: [0; CHANNELS] };
        NetworkWeights {
            rows: Box::new([row; CODES]),
            heads: Box::new([(); HEADS].map(|()| NetworkHead::zero())),
        }
    }

    pub(super) fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(BYTES);
        for row in &*self.rows {
            bytes.extend(row.own.iter().chain(&row.other).map(|number| number.to_le_bytes()[0]));
        }
        for head in &*self.heads {
            bytes.extend(head.hidden.iter().flatten().flat_map(|number| number.to_le_bytes()));
            bytes.extend(head.hidden_bias.iter().flat_map(|number| number.to_le_bytes()));
            bytes.extend(head.output.iter().chain(&head.direct).flat_map(|number| number.to_le_bytes()));
            bytes.extend(head.bias.to_le_bytes());
        }
        bytes
    }

    /// Reads a section of a file.
    pub(super) fn read(name: &'static str, bytes: &[u8]) -> Result<NetworkWeights, WeightsError> {
        if bytes.len() != BYTES {
            return Err(WeightsError::SectionLength { name, expected: BYTES, found: bytes.len() });
        }
        let mut numbers = Numbers(bytes.iter());
        let mut network = NetworkWeights::zero();
        for row in &mut *network.rows {
            row.own
                .iter_mut()
                .chain(&mut row.other)
                .for_each(|number| *number = i8::from_le_bytes(numbers.next()));
        }
        for head in &mut *network.heads {
            let short =
                |number: &mut i16, numbers: &mut Numbers<'_>| *number = i16::from_le_bytes(numbers.next());
            let long =
                |number: &mut i32, numbers: &mut Numbers<'_>| *number = i32::from_le_bytes(numbers.next());
            head.hidden.iter_mut().flatten().for_each(|number| short(number, &mut numbers));
            head.hidden_bias.iter_mut().for_each(|number| long(number, &mut numbers));
            head.output.iter_mut().chain(&mut head.direct).for_each(|number| short(number, &mut numbers));
            long(&mut head.bias, &mut numbers);
            if !head.is_bounded() {
                let expected = "sums that fit 31 bits";
                return Err(WeightsError::Number { name, expected, found: head.bias });
            }
        }
        Ok(network)
    }
}

impl NetworkHead {
    fn zero() -> NetworkHead {
        NetworkHead {
            hidden: Box::new([[0; 2 * CHANNELS]; HIDDEN]),
            hidden_bias: [0; HIDDEN],
            output: [0; HIDDEN],
            direct: [0; 2 * CHANNELS],
            bias: 0,
        }
    }

    /// Whether no sum can overflow, whatever the position.
    fn is_bounded(&self) -> bool {
        let most = |weights: &[i16], unit: i64, bias: i32| {
            let sum: i64 = weights.iter().map(|&weight| i64::from(weight).abs() * unit).sum();
            sum + i64::from(bias).abs()
        };
        let neurons = self.hidden.iter().zip(self.hidden_bias);
        let output = most(&self.direct, MOST, self.bias) + most(&self.output, i64::from(NEURON_UNIT), 0);
        neurons
            .map(|(weights, bias)| most(weights, MOST, bias))
            .chain([output])
            .all(|sum| sum <= i64::from(i32::MAX))
    }
}

/// The numbers of a section that is known to be long enough.
struct Numbers<'a>(std::slice::Iter<'a, u8>);

impl Numbers<'_> {
    fn next<const N: usize>(&mut self) -> [u8; N] {
        [(); N].map(|()| self.0.next().copied().unwrap_or(0))
    }
}
