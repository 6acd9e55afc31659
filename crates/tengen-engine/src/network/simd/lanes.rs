//! Vectors of the channels of a colour, with the operations of the accumulators.
//!
//! The compiler makes vectors of loops over arrays as well. But the arrays then stay in memory, and the sums of each cell are read from where the cell before it has written
//! them.

use bytemuck::cast;
use wide::{i8x16, i16x16, u8x16};

use crate::weights::{CELL_UNIT, CHANNELS};

/// The operations on vectors of channels. All of them are on each channel alone.
pub(in crate::network) trait Lanes {
    /// Numbers of eight bits, one for each channel.
    type Bytes: Copy;
    /// Numbers of sixteen bits, one for each channel.
    type Words: Copy;

    fn load(numbers: &[i8; CHANNELS]) -> Self::Bytes;

    fn store(bytes: Self::Bytes, numbers: &mut [i8; CHANNELS]);

    fn load_sums(numbers: &[i16; CHANNELS]) -> Self::Words;

    fn store_sums(words: Self::Words, numbers: &mut [i16; CHANNELS]);

    /// The sums, modulo 256.
    fn add(a: Self::Bytes, b: Self::Bytes) -> Self::Bytes;

    /// The differences, modulo 256.
    fn subtract(a: Self::Bytes, b: Self::Bytes) -> Self::Bytes;

    /// The sums of numbers with a sign, within eight bits.
    fn add_saturating(a: Self::Bytes, b: Self::Bytes) -> Self::Bytes;

    /// Numbers with a sign, within 0 and [`CELL_UNIT`].
    fn clamp(bytes: Self::Bytes) -> Self::Bytes;

    /// The sums of numbers of sixteen bits and of numbers of eight bits with a sign.
    fn add_to(words: Self::Words, bytes: Self::Bytes) -> Self::Words;

    /// The sums of numbers of sixteen bits and of numbers of eight bits without a sign.
    fn add_unsigned_to(words: Self::Words, bytes: Self::Bytes) -> Self::Words;
}

/// Two vectors of sixteen bytes and two of sixteen numbers, with the instructions that the whole program is compiled for.
pub(super) struct Wide;

impl Lanes for Wide {
    type Bytes = [i8x16; 2];
    type Words = [i16x16; 2];

    #[inline(always)]
    fn load(numbers: &[i8; CHANNELS]) -> [i8x16; 2] {
        cast(*numbers)
    }

    #[inline(always)]
    fn store(bytes: [i8x16; 2], numbers: &mut [i8; CHANNELS]) {
        *numbers = cast(bytes);
    }

    #[inline(always)]
    fn load_sums(numbers: &[i16; CHANNELS]) -> [i16x16; 2] {
        cast(*numbers)
    }

    #[inline(always)]
    fn store_sums(words: [i16x16; 2], numbers: &mut [i16; CHANNELS]) {
        *numbers = cast(words);
    }

    #[inline(always)]
    fn add(a: [i8x16; 2], b: [i8x16; 2]) -> [i8x16; 2] {
        [a[0] + b[0], a[1] + b[1]]
    }

    #[inline(always)]
    fn subtract(a: [i8x16; 2], b: [i8x16; 2]) -> [i8x16; 2] {
        [a[0] - b[0], a[1] - b[1]]
    }

    #[inline(always)]
    fn add_saturating(a: [i8x16; 2], b: [i8x16; 2]) -> [i8x16; 2] {
        [a[0].saturating_add(b[0]), a[1].saturating_add(b[1])]
    }

    #[inline(always)]
    fn clamp(bytes: [i8x16; 2]) -> [i8x16; 2] {
        // Old processors have no instruction for the lesser of two numbers of eight bits with a sign.
        let clamp = |bytes: i8x16| -> i8x16 {
            let positive: u8x16 = cast(bytes & bytes.simd_gt(i8x16::ZERO));
            cast(positive.min(u8x16::splat(CELL_UNIT as u8)))
        };
        [clamp(bytes[0]), clamp(bytes[1])]
    }

    #[inline(always)]
    fn add_to(words: [i16x16; 2], bytes: [i8x16; 2]) -> [i16x16; 2] {
        [words[0] + i16x16::from(bytes[0]), words[1] + i16x16::from(bytes[1])]
    }

    #[inline(always)]
    fn add_unsigned_to(words: [i16x16; 2], bytes: [i8x16; 2]) -> [i16x16; 2] {
        let [first, second]: [u8x16; 2] = cast(bytes);
        [words[0] + i16x16::from(first), words[1] + i16x16::from(second)]
    }
}
