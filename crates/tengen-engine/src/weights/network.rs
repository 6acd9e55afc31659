//! The numbers of the network, which corrects the evaluation by tables. `network/mod.rs` says what they are used for.

use std::sync::Arc;

use super::{Family, PATTERN_KINDS, PolicyWeights, THREAT_KINDS, WeightsError, parts_of};
use crate::board::CODES;
use crate::board::shape::{SHAPES, SIDES, sides_of_shape, swapped_shapes};

/// The channels of a cell.
pub const CHANNELS: usize = 32;

/// The sums that a head turns into a logit together with the evaluation by tables, as its [`NetworkHead`] orders them.
pub const INPUTS: usize = 4 * CHANNELS;

/// The evaluation by tables is an input of a head as well: a logit of 1 is this.
pub const TABLES_UNIT: i32 = 4 * CELL_UNIT as i32;

/// That input stays within this, which is a logit of 3.
pub const TABLES_LIMIT: i32 = 3 * TABLES_UNIT;

/// A cell is near the last move if it is at most this many rows and columns away.
pub(crate) const NEAR_LAST: usize = 3;

/// The most cells near the last move.
const NEAR_CELLS: usize = (2 * NEAR_LAST + 1) * (2 * NEAR_LAST + 1);

/// The neurons of a head.
pub const HIDDEN: usize = 16;

/// The heads, of which a position's threats select one.
pub const HEADS: usize = 8;

/// A channel of a cell is at most this, which stands for 1.
pub const CELL_UNIT: i16 = 64;

/// [`CELL_UNIT`] for the rows that codes share.
pub const SHARED_UNIT: i16 = 16 * CELL_UNIT;

/// The rows that codes share: one for each pattern, then one for each threat.
pub const SHARED_ROWS: usize = PATTERN_KINDS + THREAT_KINDS;

/// A neuron is at most this, which stands for 1.
pub const NEURON_UNIT: i32 = 256;

/// [`NEURON_UNIT`] is this less than the unit of the sums that neurons are made of, in powers of two.
pub const HIDDEN_SHIFT: u32 = 11;

/// The sum of a head is a logit in units of 2 to the minus this.
pub const OUTPUT_SHIFT: u32 = 16;

/// The greatest sum of a channel over the whole board: every point of the largest one at its most.
const MOST: i64 = CELL_UNIT as i64 * 22 * 22;

/// The greatest sum of a channel over the cells near the last move.
const MOST_NEAR: i64 = CELL_UNIT as i64 * NEAR_CELLS as i64;

/// What a code adds to the channels of its cell: for the accumulator of its own colour, and for that of the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub struct NetworkRow<T = i8> {
    /// For the colour whose code it is.
    pub own: [T; CHANNELS],
    /// For the other colour.
    pub other: [T; CHANNELS],
}

impl NetworkRow<i8> {
    /// A row that adds nothing.
    pub const ZERO: NetworkRow<i8> = NetworkRow { own: [0; CHANNELS], other: [0; CHANNELS] };
}

impl NetworkRow<i16> {
    /// A row that adds nothing.
    pub const ZERO: NetworkRow<i16> = NetworkRow { own: [0; CHANNELS], other: [0; CHANNELS] };
}

/// The numbers of the rows of shapes are clamped to this, and to minus this: four of them add up to a number of eight bits.
pub const SHAPE_LIMIT: i8 = 31;

/// What the shape of a line adds to the channels of a cell: Black's, then White's. The number of the shape is that which Black sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub(crate) struct ShapeRow(pub(crate) [i8; 2 * CHANNELS]);

/// The shapes of a network: what each adds to the channels of a cell for the colour of the family, as that colour sees it. The row of a
/// shape is the sum of those of its two sides and of one of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NetworkShapes {
    /// The rows of sides, in units of [`SHARED_UNIT`].
    pub sides: Box<[[i16; CHANNELS]; SIDES]>,
    /// What each shape has of its own. Most of it is empty, so that a file is small when it is compressed.
    pub own: Box<[[i8; CHANNELS]; SHAPES]>,
}

/// What turns sums of channels into a logit. Inputs are the sums over all cells for the side to move, those for the other side, then
/// the same two over the cells near the last move, and the evaluation by tables.
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
    /// Its weight for the logit.
    pub direct_by_tables: i16,
    /// The bias of the logit.
    pub bias: i32,
}

/// The network of a family.
///
/// The row of a code is the sum of rows that it shares with the other codes of its patterns and its threat, and of one of its own. Those of
/// rare codes are empty, so that a file is small when it is compressed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NetworkWeights {
    /// Where the numbers come from, for readers.
    about: String,
    /// The rows that codes share, in units of [`SHARED_UNIT`].
    shared: Box<[NetworkRow<i16>; SHARED_ROWS]>,
    /// What each code has of its own.
    own: Box<[NetworkRow; CODES]>,
    /// The sums of both.
    rows: Box<[NetworkRow; CODES]>,
    heads: Box<[NetworkHead; HEADS]>,
    /// What shapes add, if the network has them.
    shapes: Option<NetworkShapes>,
    /// The sums of sides and own rows, for both colours as this family sees them.
    shape_rows: Option<Arc<[ShapeRow; SHAPES]>>,
    /// What orders moves, if the network has it.
    policy: Option<Arc<PolicyWeights>>,
}

const BYTES_OF_ROWS: usize = (2 * SHARED_ROWS + CODES) * 2 * CHANNELS;
const HEAD_BYTES: usize = 2 * (HIDDEN * INPUTS + HIDDEN + INPUTS + HIDDEN + 1) + 4 * (HIDDEN + 1);

/// The bytes of a network in a file.
pub(super) const BYTES: usize = BYTES_OF_ROWS + HEADS * HEAD_BYTES;

/// The bytes of its shapes.
pub(super) const SHAPE_BYTES: usize = (2 * SIDES + SHAPES) * CHANNELS;

impl NetworkWeights {
    /// A network of a family that corrects nothing.
    pub fn zero(family: Family) -> NetworkWeights {
        let heads = Box::new([(); HEADS].map(|()| NetworkHead::zero()));
        let (shared, own) =
            (Box::new([NetworkRow::<i16>::ZERO; SHARED_ROWS]), Box::new([NetworkRow::<i8>::ZERO; CODES]));
        NetworkWeights::new(family, String::new(), shared, own, heads)
    }

    /// A network of a family. `about` says where it comes from, `shared` are the rows of patterns and threats, `own` what each code adds to
    /// them; that of code 0, through which nothing can be won, is ignored.
    pub fn new(
        family: Family,
        about: String,
        shared: Box<[NetworkRow<i16>; SHARED_ROWS]>,
        own: Box<[NetworkRow; CODES]>,
        heads: Box<[NetworkHead; HEADS]>,
    ) -> NetworkWeights {
        let mut rows = own.clone();
        rows[0] = NetworkRow::<i8>::ZERO;
        for (code, row) in rows.iter_mut().enumerate().skip(1) {
            let ([a, b, c, d], threat) = parts_of(code, family);
            let parts = [a, b, c, d, PATTERN_KINDS + threat].map(|part| &shared[part]);
            row.own =
                std::array::from_fn(|channel| sum(parts.map(|part| part.own[channel]), row.own[channel]));
            row.other =
                std::array::from_fn(|channel| sum(parts.map(|part| part.other[channel]), row.other[channel]));
        }
        NetworkWeights { about, shared, own, rows, heads, shapes: None, shape_rows: None, policy: None }
    }

    /// The same network with shapes.
    #[must_use]
    pub fn with_shapes(self, shapes: NetworkShapes) -> NetworkWeights {
        let rows: Vec<[i8; CHANNELS]> = (0..SHAPES).map(|shape| shapes.row(shape)).collect();
        let swapped = swapped_shapes();
        let of_white = |shape: usize| &rows[usize::from(swapped[shape])];
        let shape_rows = ShapeRow::table(|shape| [&rows[shape], of_white(shape)]);
        NetworkWeights { shapes: Some(shapes), shape_rows, ..self }
    }

    /// The same network with a policy, or without.
    #[must_use]
    pub fn with_policy(self, policy: Option<PolicyWeights>) -> NetworkWeights {
        NetworkWeights { policy: policy.map(Arc::new), ..self }
    }

    /// What orders moves, if the network has it.
    pub fn policy(&self) -> Option<&PolicyWeights> {
        self.policy.as_deref()
    }

    /// Where the numbers come from, for readers.
    pub fn about(&self) -> &str {
        &self.about
    }

    /// The rows that codes share, in units of [`SHARED_UNIT`]: by pattern, then by threat.
    pub fn shared(&self) -> &[NetworkRow<i16>; SHARED_ROWS] {
        &self.shared
    }

    /// What each code has of its own, by the number of the code.
    pub fn own(&self) -> &[NetworkRow; CODES] {
        &self.own
    }

    /// What a code adds to its cell, by the number of the code: the sum of what it shares and of its own.
    pub fn rows(&self) -> &[NetworkRow; CODES] {
        &self.rows
    }

    /// What shapes add, if the network has them.
    pub fn shapes(&self) -> Option<&NetworkShapes> {
        self.shapes.as_ref()
    }

    /// The rows of shapes by their numbers, if there are any.
    pub(crate) fn shape_rows(&self) -> Option<&Arc<[ShapeRow; SHAPES]>> {
        self.shape_rows.as_ref()
    }

    /// The heads by the threats on the board.
    pub fn heads(&self) -> &[NetworkHead; HEADS] {
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

    /// Reads a section of a file, which is that of a family. `about` says where it comes from.
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
    /// The rows of all shapes from what each adds to Black's channels and to White's. Always `Some`: there are
    /// as many as the array holds.
    pub(crate) fn table<'a>(
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

    /// What the shape adds to the channels of Black and of White.
    pub(crate) fn of_colors(&self) -> [&[i8; CHANNELS]; 2] {
        let (black, white) = self.0.as_chunks().0.split_at(1);
        [&black[0], &white[0]]
    }
}

impl NetworkShapes {
    /// Shapes that add nothing.
    pub fn zero() -> NetworkShapes {
        NetworkShapes { sides: Box::new([[0; CHANNELS]; SIDES]), own: Box::new([[0; CHANNELS]; SHAPES]) }
    }

    /// What a shape adds to the channels of a cell.
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
    pub(super) fn read(name: &'static str, bytes: &[u8]) -> Result<NetworkShapes, WeightsError> {
        if bytes.len() != SHAPE_BYTES {
            return Err(WeightsError::SectionLength { name, expected: SHAPE_BYTES, found: bytes.len() });
        }
        let (mut numbers, mut shapes) = (Numbers(bytes.iter()), NetworkShapes::zero());
        let sides = shapes.sides.iter_mut().flatten();
        sides.for_each(|number| *number = i16::from_le_bytes(numbers.next()));
        shapes.own.iter_mut().flatten().for_each(|number| *number = i8::from_le_bytes(numbers.next()));
        Ok(shapes)
    }
}

/// The sum of the rows that a code or a shape shares and of what it has of its own, rounded.
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

/// The most that weights of the inputs of a head come to.
pub(super) fn most_of_inputs(weights: &[i16; INPUTS]) -> i64 {
    let (whole, near) = weights.split_at(INPUTS / 2);
    most(whole, MOST) + most(near, MOST_NEAR)
}

/// The most that weights come to for inputs of at most `unit`.
fn most(weights: &[i16], unit: i64) -> i64 {
    weights.iter().map(|&weight| i64::from(weight).abs() * unit).sum()
}

/// The numbers of a section that is known to be long enough.
pub(super) struct Numbers<'a>(pub(super) std::slice::Iter<'a, u8>);

impl Numbers<'_> {
    pub(super) fn next<const N: usize>(&mut self) -> [u8; N] {
        [(); N].map(|()| self.0.next().copied().unwrap_or(0))
    }
}
