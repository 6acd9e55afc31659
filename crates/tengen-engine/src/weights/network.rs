//! The weights of the network, which corrects the evaluation by tables. Their use is described in `network/mod.rs`.

use std::sync::Arc;

use super::{Family, PATTERN_KINDS, PolicyWeights, THREAT_KINDS, WeightsError, parts_of};
use crate::board::CODES;
use crate::board::shape::{SHAPES, SIDES, sides_of_shape, swapped_shapes};

/// The channels of a cell.
pub const CHANNELS: usize = 32;

/// The channels of all accumulators, which a head turns into a logit together with the evaluation by tables. [`NetworkHead`] has their
/// order.
pub const INPUTS: usize = 4 * CHANNELS;

/// The evaluation by tables as an input of a head: this number is a logit of 1.
pub const TABLES_UNIT: i32 = 4 * CELL_UNIT as i32;

/// The bound of the evaluation by tables as an input of a head: a logit of 3.
pub const TABLES_LIMIT: i32 = 3 * TABLES_UNIT;

/// A cell is near the last move if it is at most this many rows and columns away.
pub(crate) const NEAR_LAST: usize = 3;

/// The most cells near the last move.
const NEAR_CELLS: usize = (2 * NEAR_LAST + 1) * (2 * NEAR_LAST + 1);

/// The neurons of a head.
pub const HIDDEN: usize = 16;

/// The buckets of positions, by the threats on the board. The network has a head for each.
pub const BUCKETS: usize = 8;

/// The greatest activation of a cell, which stands for 1.
pub const CELL_UNIT: i16 = 64;

/// [`CELL_UNIT`] for the features that codes share.
pub const SHARED_UNIT: i16 = 16 * CELL_UNIT;

/// The features that codes share: one for each pattern, then one for each threat.
pub const SHARED_FEATURES: usize = PATTERN_KINDS + THREAT_KINDS;

/// The greatest output of a neuron, which stands for 1.
pub const NEURON_UNIT: i32 = 256;

/// [`NEURON_UNIT`] is this less than the unit of the sums that neurons are made of, in powers of two.
pub const HIDDEN_SHIFT: u32 = 11;

/// The sum of a head is a logit in units of 2 to the minus this.
pub const OUTPUT_SHIFT: u32 = 16;

/// The greatest number of an accumulator: all points of the largest board with the greatest activation.
const MOST: i64 = CELL_UNIT as i64 * 22 * 22;

/// The greatest number of the accumulator of the cells near the last move.
const MOST_NEAR: i64 = CELL_UNIT as i64 * NEAR_CELLS as i64;

/// A row of the codebook: what a code adds to the channels of its cell, for the accumulator of its own colour and for that of the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub struct FeatureRow<T = i8> {
    /// The feature for the colour whose code it is.
    pub own: [T; CHANNELS],
    /// The feature for the other colour.
    pub other: [T; CHANNELS],
}

impl FeatureRow<i8> {
    /// A row that adds nothing.
    pub const ZERO: FeatureRow<i8> = FeatureRow { own: [0; CHANNELS], other: [0; CHANNELS] };
}

impl FeatureRow<i16> {
    /// A row that adds nothing.
    pub const ZERO: FeatureRow<i16> = FeatureRow { own: [0; CHANNELS], other: [0; CHANNELS] };
}

/// The bound of the numbers of the features of shapes, of both signs: four of them add up to a number of eight bits.
pub const SHAPE_LIMIT: i8 = 31;

/// A row of the codebook of shapes: what the shape of a line adds to the channels of a cell, Black's, then White's. Shapes are numbered from
/// Black's point of view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub(crate) struct ShapeRow(pub(crate) [i8; 2 * CHANNELS]);

/// The features of shapes: what each adds to the channels of a cell for the colour of the family, from that colour's point of view. The
/// feature of a shape is the sum of those of its two sides and of one of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShapeFeatures {
    /// The features of sides, in units of [`SHARED_UNIT`].
    pub sides: Box<[[i16; CHANNELS]; SIDES]>,
    /// The feature that each shape has of its own. Most are empty, so that a file is small when it is compressed.
    pub own: Box<[[i8; CHANNELS]; SHAPES]>,
}

/// The layers that turn accumulators into a logit. Inputs are the accumulator of all cells for the side to move, that for the other side,
/// then the same two for the cells near the last move, and the evaluation by tables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NetworkHead {
    /// The weights of the neurons' inputs.
    pub hidden: Box<[[i16; INPUTS]; HIDDEN]>,
    /// The biases of the neurons, in the unit of their sums.
    pub hidden_bias: [i32; HIDDEN],
    /// The weights of the neurons.
    pub output: [i16; HIDDEN],
    /// The weights of the inputs themselves.
    pub direct: [i16; INPUTS],
    /// The weights of the evaluation by tables for the neurons.
    pub hidden_by_tables: [i16; HIDDEN],
    /// The weight of the evaluation by tables for the logit.
    pub direct_by_tables: i16,
    /// The bias of the logit.
    pub bias: i32,
}

/// The network of a family.
///
/// The feature of a code is the sum of features that it shares with the other codes of its patterns and its threat, and of one of its own.
/// Those of rare codes are empty, so that a file is small when it is compressed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NetworkWeights {
    /// The origin of the weights, for readers.
    about: String,
    /// The features that codes share, in units of [`SHARED_UNIT`].
    shared: Box<[FeatureRow<i16>; SHARED_FEATURES]>,
    /// The feature that each code has of its own.
    own: Box<[FeatureRow; CODES]>,
    /// The features of all codes: the sums of both.
    codebook: Box<[FeatureRow; CODES]>,
    heads: Box<[NetworkHead; BUCKETS]>,
    /// The features of shapes, if the network has them.
    shapes: Option<ShapeFeatures>,
    /// The sums of the features of sides and shapes, for both colours from this family's point of view.
    shape_codebook: Option<Arc<[ShapeRow; SHAPES]>>,
    /// The policy, if the network has one.
    policy: Option<Arc<PolicyWeights>>,
}

const BYTES_OF_ROWS: usize = (2 * SHARED_FEATURES + CODES) * 2 * CHANNELS;
const HEAD_BYTES: usize = 2 * (HIDDEN * INPUTS + HIDDEN + INPUTS + HIDDEN + 1) + 4 * (HIDDEN + 1);

/// The bytes of a network in a file.
pub(super) const BYTES: usize = BYTES_OF_ROWS + BUCKETS * HEAD_BYTES;

/// The bytes of a network's shapes in a file.
pub(super) const SHAPE_BYTES: usize = (2 * SIDES + SHAPES) * CHANNELS;

impl NetworkWeights {
    /// A network of a family that corrects nothing.
    pub fn zero(family: Family) -> NetworkWeights {
        let heads = Box::new([(); BUCKETS].map(|()| NetworkHead::zero()));
        let (shared, own) =
            (Box::new([FeatureRow::<i16>::ZERO; SHARED_FEATURES]), Box::new([FeatureRow::<i8>::ZERO; CODES]));
        NetworkWeights::new(family, String::new(), shared, own, heads)
    }

    /// A network of a family. `about` is its origin, `shared` are the features of patterns and threats, `own` those that each
    /// code adds to them; that of code 0, through which nothing can be won, is ignored.
    pub fn new(
        family: Family,
        about: String,
        shared: Box<[FeatureRow<i16>; SHARED_FEATURES]>,
        own: Box<[FeatureRow; CODES]>,
        heads: Box<[NetworkHead; BUCKETS]>,
    ) -> NetworkWeights {
        let mut codebook = own.clone();
        codebook[0] = FeatureRow::<i8>::ZERO;
        for (code, row) in codebook.iter_mut().enumerate().skip(1) {
            let ([a, b, c, d], threat) = parts_of(code, family);
            let parts = [a, b, c, d, PATTERN_KINDS + threat].map(|part| &shared[part]);
            row.own =
                std::array::from_fn(|channel| sum(parts.map(|part| part.own[channel]), row.own[channel]));
            row.other =
                std::array::from_fn(|channel| sum(parts.map(|part| part.other[channel]), row.other[channel]));
        }
        NetworkWeights {
            about,
            shared,
            own,
            codebook,
            heads,
            shapes: None,
            shape_codebook: None,
            policy: None,
        }
    }

    /// The network with features of shapes.
    #[must_use]
    pub fn with_shapes(self, shapes: ShapeFeatures) -> NetworkWeights {
        let rows: Vec<[i8; CHANNELS]> = (0..SHAPES).map(|shape| shapes.row(shape)).collect();
        let swapped = swapped_shapes();
        let of_white = |shape: usize| &rows[usize::from(swapped[shape])];
        let shape_codebook = ShapeRow::codebook(|shape| [&rows[shape], of_white(shape)]);
        NetworkWeights { shapes: Some(shapes), shape_codebook, ..self }
    }

    /// The network with a policy, or without.
    #[must_use]
    pub fn with_policy(self, policy: Option<PolicyWeights>) -> NetworkWeights {
        NetworkWeights { policy: policy.map(Arc::new), ..self }
    }

    /// The policy, if the network has one.
    pub fn policy(&self) -> Option<&PolicyWeights> {
        self.policy.as_deref()
    }

    /// The origin of the weights, for readers.
    pub fn about(&self) -> &str {
        &self.about
    }

    /// The features that codes share, in units of [`SHARED_UNIT`]: by pattern, then by threat.
    pub fn shared(&self) -> &[FeatureRow<i16>; SHARED_FEATURES] {
        &self.shared
    }

    /// The feature that each code has of its own, by the number of the code.
    pub fn own(&self) -> &[FeatureRow; CODES] {
        &self.own
    }

    /// The features of codes, by the number of the code: the sums of shared and own ones.
    pub fn codebook(&self) -> &[FeatureRow; CODES] {
        &self.codebook
    }

    /// The features of shapes, if the network has them.
    pub fn shapes(&self) -> Option<&ShapeFeatures> {
        self.shapes.as_ref()
    }

    /// The features of shapes by their numbers, if there are any.
    pub(crate) fn shape_codebook(&self) -> Option<&Arc<[ShapeRow; SHAPES]>> {
        self.shape_codebook.as_ref()
    }

    /// The heads, by bucket.
    pub fn heads(&self) -> &[NetworkHead; BUCKETS] {
        &self.heads
    }

    pub(super) fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(BYTES);
        for row in &*self.shared {
            bytes.extend(row.own.iter().chain(&row.other).flat_map(|number| number.to_le_bytes()));
        }
        for row in &*self.own {
            bytes.extend(row.own.iter().chain(&row.other).map(|number| number.to_le_bytes()[0]));
        }
        for head in &*self.heads {
            bytes.extend(head.hidden.iter().flatten().flat_map(|number| number.to_le_bytes()));
            bytes.extend(head.hidden_bias.iter().flat_map(|number| number.to_le_bytes()));
            let by_tables = head.hidden_by_tables.iter().chain([&head.direct_by_tables]);
            let weights = head.output.iter().chain(&head.direct).chain(by_tables);
            bytes.extend(weights.flat_map(|number| number.to_le_bytes()));
            bytes.extend(head.bias.to_le_bytes());
        }
        bytes
    }

    /// Reads the section of a family in a file. `about` is the origin of the network.
    pub(super) fn read(
        name: &'static str,
        bytes: &[u8],
        family: Family,
        about: String,
    ) -> Result<NetworkWeights, WeightsError> {
        if bytes.len() != BYTES {
            return Err(WeightsError::SectionLength { name, expected: BYTES, found: bytes.len() });
        }
        let mut numbers = Numbers(bytes.iter());
        let NetworkWeights { mut shared, mut own, mut heads, .. } = NetworkWeights::zero(family);
        for row in &mut *shared {
            let row = row.own.iter_mut().chain(&mut row.other);
            row.for_each(|number| *number = i16::from_le_bytes(numbers.next()));
        }
        for row in &mut *own {
            let row = row.own.iter_mut().chain(&mut row.other);
            row.for_each(|number| *number = i8::from_le_bytes(numbers.next()));
        }
        for head in &mut *heads {
            let short =
                |number: &mut i16, numbers: &mut Numbers<'_>| *number = i16::from_le_bytes(numbers.next());
            let long =
                |number: &mut i32, numbers: &mut Numbers<'_>| *number = i32::from_le_bytes(numbers.next());
            head.hidden.iter_mut().flatten().for_each(|number| short(number, &mut numbers));
            head.hidden_bias.iter_mut().for_each(|number| long(number, &mut numbers));
            let by_tables = head.hidden_by_tables.iter_mut().chain([&mut head.direct_by_tables]);
            let weights = head.output.iter_mut().chain(&mut head.direct).chain(by_tables);
            weights.for_each(|number| short(number, &mut numbers));
            long(&mut head.bias, &mut numbers);
            if !head.is_bounded() {
                let expected = "sums that fit 31 bits";
                return Err(WeightsError::Number { name, expected, found: head.bias });
            }
        }
        Ok(NetworkWeights::new(family, about, shared, own, heads))
    }
}

impl ShapeRow {
    /// The codebook of shapes from what each adds to Black's channels and to White's. Always `Some`: there are as many as the array
    /// holds.
    pub(crate) fn codebook<'a>(
        of_colors: impl Fn(usize) -> [&'a [i8; CHANNELS]; 2],
    ) -> Option<Arc<[ShapeRow; SHAPES]>> {
        let row = |shape| {
            let (mut row, [black, white]) = ([0; 2 * CHANNELS], of_colors(shape));
            row[..CHANNELS].copy_from_slice(black);
            row[CHANNELS..].copy_from_slice(white);
            ShapeRow(row)
        };
        let rows: Arc<[ShapeRow]> = (0..SHAPES).map(row).collect();
        rows.try_into().ok()
    }

    /// The features of the shape for Black and for White.
    pub(crate) fn of_colors(&self) -> [&[i8; CHANNELS]; 2] {
        let (black, white) = self.0.as_chunks().0.split_at(1);
        [&black[0], &white[0]]
    }
}

impl ShapeFeatures {
    /// Features of shapes that add nothing.
    pub fn zero() -> ShapeFeatures {
        ShapeFeatures { sides: Box::new([[0; CHANNELS]; SIDES]), own: Box::new([[0; CHANNELS]; SHAPES]) }
    }

    /// The feature of a shape.
    fn row(&self, shape: usize) -> [i8; CHANNELS] {
        let (sides, own) = (sides_of_shape(shape).map(|side| &self.sides[side]), &self.own[shape]);
        std::array::from_fn(|channel| {
            sum(sides.map(|side| side[channel]), own[channel]).clamp(-SHAPE_LIMIT, SHAPE_LIMIT)
        })
    }

    pub(super) fn to_bytes(&self) -> Vec<u8> {
        let sides = self.sides.iter().flatten().flat_map(|number| number.to_le_bytes());
        sides.chain(self.own.iter().flatten().map(|number| number.to_le_bytes()[0])).collect()
    }

    /// Reads the section of a file.
    pub(super) fn read(name: &'static str, bytes: &[u8]) -> Result<ShapeFeatures, WeightsError> {
        if bytes.len() != SHAPE_BYTES {
            return Err(WeightsError::SectionLength { name, expected: SHAPE_BYTES, found: bytes.len() });
        }
        let (mut numbers, mut shapes) = (Numbers(bytes.iter()), ShapeFeatures::zero());
        let sides = shapes.sides.iter_mut().flatten();
        sides.for_each(|number| *number = i16::from_le_bytes(numbers.next()));
        shapes.own.iter_mut().flatten().for_each(|number| *number = i8::from_le_bytes(numbers.next()));
        Ok(shapes)
    }
}

/// The sum of the features that a code or a shape shares and of its own one, rounded.
fn sum<const SHARED: usize>(shared: [i16; SHARED], own: i8) -> i8 {
    let unit = i32::from(SHARED_UNIT / CELL_UNIT);
    let shared: i32 = shared.into_iter().map(i32::from).sum();
    let sum = (shared + unit / 2).div_euclid(unit) + i32::from(own);
    sum.clamp(i32::from(i8::MIN), i32::from(i8::MAX)) as i8
}

impl NetworkHead {
    /// A head that corrects nothing.
    pub fn zero() -> NetworkHead {
        NetworkHead {
            hidden: Box::new([[0; INPUTS]; HIDDEN]),
            hidden_bias: [0; HIDDEN],
            output: [0; HIDDEN],
            direct: [0; INPUTS],
            hidden_by_tables: [0; HIDDEN],
            direct_by_tables: 0,
            bias: 0,
        }
    }

    /// Whether no sum can overflow, whatever the position.
    fn is_bounded(&self) -> bool {
        let of_tables = |weight: i16| most(&[weight], i64::from(TABLES_LIMIT));
        let neurons = self.hidden.iter().zip(self.hidden_bias).zip(self.hidden_by_tables);
        let output = most_of_inputs(&self.direct)
            + of_tables(self.direct_by_tables)
            + most(&self.output, i64::from(NEURON_UNIT));
        neurons
            .map(|((weights, bias), weight)| {
                most_of_inputs(weights) + of_tables(weight) + i64::from(bias).abs()
            })
            .chain([output + i64::from(self.bias).abs()])
            .all(|sum| sum <= i64::from(i32::MAX))
    }
}

/// The greatest sum of the inputs of a head with these weights.
pub(super) fn most_of_inputs(weights: &[i16; INPUTS]) -> i64 {
    let (whole, near) = weights.split_at(INPUTS / 2);
    most(whole, MOST) + most(near, MOST_NEAR)
}

/// The greatest sum of inputs of at most `unit` with these weights.
fn most(weights: &[i16], unit: i64) -> i64 {
    weights.iter().map(|&weight| i64::from(weight).abs() * unit).sum()
}

/// The numbers of a section whose length has been checked.
pub(super) struct Numbers<'a>(pub(super) std::slice::Iter<'a, u8>);

impl Numbers<'_> {
    pub(super) fn next<const N: usize>(&mut self) -> [u8; N] {
        [(); N].map(|()| self.0.next().copied().unwrap_or(0))
    }
}
