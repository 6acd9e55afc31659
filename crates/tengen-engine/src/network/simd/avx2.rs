//! The inner loops for processors with AVX2.

use std::arch::x86_64::*;

use super::Inputs;
use super::lanes::Lanes;
use crate::board::{Board, CellSet};
use crate::network::policy::{self, Logits};
use crate::network::{AccumulatorStack, Networks};
use crate::weights::{
    CELL_UNIT, CHANNELS, HIDDEN, HIDDEN_SHIFT, INPUTS, NEURON_UNIT, NetworkHead, PolicyWeights,
};

#[target_feature(enable = "avx2")]
pub(super) fn update(accumulators: &mut AccumulatorStack, board: &Board, networks: &Networks) {
    accumulators.update::<Avx2>(board, networks);
}

/// A vector of 32 bytes, and two of sixteen numbers.
///
/// The type is used by [`update`] alone, into which all of it is inlined.
struct Avx2;

/// Implements functions whose instructions need AVX2.
macro_rules! with_avx2 {
    ($(fn $name:ident($($argument:ident: $type:ty),*) $(-> $result:ty)? $body:block)+) => {$(
        #[allow(unsafe_code, reason = "the instructions of AVX2")]
        #[inline(always)]
        fn $name($($argument: $type),*) $(-> $result)? {
            // SAFETY: `update` alone uses these functions, and is only called where the processor has AVX2. Pointers are those of
            // references to as many bytes as are read or written, without a need to be aligned.
            unsafe { $body }
        }
    )+};
}

impl Lanes for Avx2 {
    type Bytes = __m256i;
    type Words = [__m256i; 2];

    with_avx2! {
        fn load(numbers: &[i8; CHANNELS]) -> __m256i {
            _mm256_loadu_si256(numbers.as_ptr().cast())
        }

        fn store(bytes: __m256i, numbers: &mut [i8; CHANNELS]) {
            _mm256_storeu_si256(numbers.as_mut_ptr().cast(), bytes);
        }

        fn load_sums(numbers: &[i16; CHANNELS]) -> [__m256i; 2] {
            let pointer = numbers.as_ptr().cast::<__m256i>();
            [_mm256_loadu_si256(pointer), _mm256_loadu_si256(pointer.add(1))]
        }

        fn store_sums(words: [__m256i; 2], numbers: &mut [i16; CHANNELS]) {
            let pointer = numbers.as_mut_ptr().cast::<__m256i>();
            _mm256_storeu_si256(pointer, words[0]);
            _mm256_storeu_si256(pointer.add(1), words[1]);
        }

        fn add(a: __m256i, b: __m256i) -> __m256i {
            _mm256_add_epi8(a, b)
        }

        fn subtract(a: __m256i, b: __m256i) -> __m256i {
            _mm256_sub_epi8(a, b)
        }

        fn add_saturating(a: __m256i, b: __m256i) -> __m256i {
            _mm256_adds_epi8(a, b)
        }

        fn clamp(bytes: __m256i) -> __m256i {
            _mm256_min_epi8(_mm256_max_epi8(bytes, _mm256_setzero_si256()), _mm256_set1_epi8(CELL_UNIT as i8))
        }

        fn add_to(words: [__m256i; 2], bytes: __m256i) -> [__m256i; 2] {
            let low = _mm256_cvtepi8_epi16(_mm256_castsi256_si128(bytes));
            let high = _mm256_cvtepi8_epi16(_mm256_extracti128_si256::<1>(bytes));
            [_mm256_add_epi16(words[0], low), _mm256_add_epi16(words[1], high)]
        }

        fn add_unsigned_to(words: [__m256i; 2], bytes: __m256i) -> [__m256i; 2] {
            let low = _mm256_cvtepu8_epi16(_mm256_castsi256_si128(bytes));
            let high = _mm256_cvtepu8_epi16(_mm256_extracti128_si256::<1>(bytes));
            [_mm256_add_epi16(words[0], low), _mm256_add_epi16(words[1], high)]
        }
    }
}

const _: () = assert!(CHANNELS == 32, "a vector has the channels of a colour");

#[target_feature(enable = "avx2")]
pub(super) fn move_logits(
    policy: &PolicyWeights,
    accumulators: &AccumulatorStack,
    board: &Board,
    cells: &CellSet,
    logits: &mut Logits,
) {
    policy::move_logits(policy, accumulators, board, cells, logits);
}

/// Eight neurons at a time. The compiler does not find the instruction that multiplies and adds pairs by itself.
#[target_feature(enable = "avx2")]
pub(super) fn logit(head: &NetworkHead, inputs: Inputs<'_>, tables: i32) -> i32 {
    /// Sixteen numbers from `begin` on.
    #[allow(unsafe_code, reason = "the instruction takes a pointer")]
    #[target_feature(enable = "avx2")]
    fn load(numbers: &[i16], begin: usize) -> __m256i {
        let numbers = &numbers[begin..begin + 16];
        // SAFETY: there are sixteen numbers of two bytes; the instruction needs no alignment.
        unsafe { _mm256_loadu_si256(numbers.as_ptr().cast()) }
    }

    /// Eight numbers, each in 32 bits.
    #[target_feature(enable = "avx2")]
    fn widen(numbers: &[i16]) -> __m256i {
        _mm256_setr_epi32(
            numbers[0].into(),
            numbers[1].into(),
            numbers[2].into(),
            numbers[3].into(),
            numbers[4].into(),
            numbers[5].into(),
            numbers[6].into(),
            numbers[7].into(),
        )
    }

    /// The products of weights and inputs in eight sums.
    #[target_feature(enable = "avx2")]
    fn products(weights: &[i16; INPUTS], inputs: &[__m256i; INPUTS / 16]) -> __m256i {
        let mut sums = _mm256_setzero_si256();
        for (index, &input) in inputs.iter().enumerate() {
            sums = _mm256_add_epi32(sums, _mm256_madd_epi16(load(weights, 16 * index), input));
        }
        sums
    }

    /// The sums of the eight numbers of each of eight vectors.
    #[target_feature(enable = "avx2")]
    fn add_up(vectors: [__m256i; 8]) -> __m256i {
        let [a, b, c, d, e, f, g, h] = vectors;
        let first = _mm256_hadd_epi32(_mm256_hadd_epi32(a, b), _mm256_hadd_epi32(c, d));
        let last = _mm256_hadd_epi32(_mm256_hadd_epi32(e, f), _mm256_hadd_epi32(g, h));
        let (low, high) =
            (_mm256_permute2x128_si256::<0x20>(first, last), _mm256_permute2x128_si256::<0x31>(first, last));
        _mm256_add_epi32(low, high)
    }

    let zero = _mm256_setzero_si256();
    let sums_of = inputs;
    let mut inputs = [zero; INPUTS / 16];
    for (index, input) in inputs.iter_mut().enumerate() {
        *input = load(sums_of[16 * index / CHANNELS], 16 * index % CHANNELS);
    }
    let tables_vector = _mm256_set1_epi32(tables);
    let mut sums = products(&head.direct, &inputs);
    for eight in 0..HIDDEN / 8 {
        let mut vectors = [zero; 8];
        for (index, vector) in vectors.iter_mut().enumerate() {
            *vector = products(&head.hidden[8 * eight + index], &inputs);
        }
        let biases = &head.hidden_bias[8 * eight..][..8];
        let bias = _mm256_setr_epi32(
            biases[0], biases[1], biases[2], biases[3], biases[4], biases[5], biases[6], biases[7],
        );
        // These weights are numbers of 16 bits, and so is what they are multiplied with: an input, or a neuron.
        let by_tables = _mm256_mullo_epi32(widen(&head.hidden_by_tables[8 * eight..][..8]), tables_vector);
        let neurons = _mm256_add_epi32(_mm256_add_epi32(add_up(vectors), bias), by_tables);
        let neurons = _mm256_srai_epi32::<{ HIDDEN_SHIFT as i32 }>(neurons);
        let neurons = _mm256_min_epi32(_mm256_max_epi32(neurons, zero), _mm256_set1_epi32(NEURON_UNIT));
        let output = widen(&head.output[8 * eight..][..8]);
        sums = _mm256_add_epi32(sums, _mm256_mullo_epi32(neurons, output));
    }
    let half = _mm_add_epi32(_mm256_castsi256_si128(sums), _mm256_extracti128_si256::<1>(sums));
    let quarter = _mm_add_epi32(half, _mm_shuffle_epi32::<0b01_00_11_10>(half));
    let sum = _mm_add_epi32(quarter, _mm_shuffle_epi32::<0b10_11_00_01>(quarter));
    head.bias + i32::from(head.direct_by_tables) * tables + _mm_cvtsi128_si32(sum)
}
