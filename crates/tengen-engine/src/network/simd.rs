//! The inner loops of the network. They are written once, so that the compiler can use whatever vector instructions it may; where
//! the processor has AVX2, which a program for all x86-64 processors cannot take for granted, they are compiled for it as well.

use std::sync::Arc;

use super::{HIDDEN_SHIFT, INPUTS, NEURON_UNIT, NetworkHead, NetworkWeights, Sums};
use crate::weights::{CELL_UNIT, CHANNELS};

/// The inputs of a head, in its order.
type Inputs<'a> = [&'a Sums; INPUTS / CHANNELS];

/// A cell whose codes have changed: the numbers of the codes of Black and White before and after.
#[derive(Clone, Copy, Debug)]
pub(super) struct Difference {
    pub(super) old: [u16; 2],
    pub(super) new: [u16; 2],
}

/// The instructions that the processor has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Instructions {
    /// Those that the whole program is compiled for.
    Compiled,
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    Avx2,
}

impl Instructions {
    /// The best that the processor has.
    pub(super) fn detect() -> Instructions {
        #[cfg(all(target_arch = "x86_64", not(miri)))]
        if std::arch::is_x86_feature_detected!("avx2") {
            return Instructions::Avx2;
        }
        Instructions::Compiled
    }

    /// Adds the changes of cells to the accumulators of both colours.
    #[allow(unsafe_code, reason = "a function for AVX2 is only called where the processor has it")]
    pub(super) fn update(
        self,
        sums: &mut [Sums; 2],
        networks: &[Arc<NetworkWeights>; 2],
        differences: &[Difference],
    ) {
        match self {
            Instructions::Compiled => update(sums, networks, differences),
            // SAFETY: `detect` alone makes this value, after it has seen that the processor has AVX2.
            #[cfg(all(target_arch = "x86_64", not(miri)))]
            Instructions::Avx2 => unsafe { update_avx2(sums, networks, differences) },
        }
    }

    /// The sums for both colours over some cells, from the numbers of the codes of Black and White of each.
    #[allow(unsafe_code, reason = "a function for AVX2 is only called where the processor has it")]
    pub(super) fn add_up(self, networks: &[Arc<NetworkWeights>; 2], cells: &[[u16; 2]]) -> [Sums; 2] {
        match self {
            Instructions::Compiled => add_up(networks, cells),
            // SAFETY: as in `update`.
            #[cfg(all(target_arch = "x86_64", not(miri)))]
            Instructions::Avx2 => unsafe { add_up_avx2(networks, cells) },
        }
    }

    /// The sum of a head, in units of 2 to the minus [`OUTPUT_SHIFT`](super::OUTPUT_SHIFT). `tables` is the input by tables, in
    /// units of [`TABLES_UNIT`](super::TABLES_UNIT).
    #[allow(unsafe_code, reason = "a function for AVX2 is only called where the processor has it")]
    pub(super) fn logit(self, head: &NetworkHead, inputs: Inputs<'_>, tables: i32) -> i32 {
        match self {
            Instructions::Compiled => logit(head, inputs, tables),
            // SAFETY: as in `update`.
            #[cfg(all(target_arch = "x86_64", not(miri)))]
            Instructions::Avx2 => unsafe { logit_avx2(head, inputs, tables) },
        }
    }
}

#[cfg(all(target_arch = "x86_64", not(miri)))]
#[target_feature(enable = "avx2")]
fn update_avx2(sums: &mut [Sums; 2], networks: &[Arc<NetworkWeights>; 2], differences: &[Difference]) {
    update(sums, networks, differences);
}

#[cfg(all(target_arch = "x86_64", not(miri)))]
#[target_feature(enable = "avx2")]
fn add_up_avx2(networks: &[Arc<NetworkWeights>; 2], cells: &[[u16; 2]]) -> [Sums; 2] {
    add_up(networks, cells)
}

/// Eight neurons at a time. The compiler does not find the instruction that multiplies and adds pairs by itself.
#[cfg(all(target_arch = "x86_64", not(miri)))]
#[target_feature(enable = "avx2")]
fn logit_avx2(head: &NetworkHead, inputs: Inputs<'_>, tables: i32) -> i32 {
    use std::arch::x86_64::*;

    use crate::weights::HIDDEN;

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

// The loops below call nothing that is not inlined for certain, as `array::map`: a call in between would save all vectors.

#[inline(always)]
fn update(sums: &mut [Sums; 2], networks: &[Arc<NetworkWeights>; 2], differences: &[Difference]) {
    let [mut black, mut white] = *sums;
    let [of_black, of_white] = [networks[0].rows(), networks[1].rows()];
    for Difference { old, new } in differences {
        let (old_black, old_white) = (&of_black[usize::from(old[0])], &of_white[usize::from(old[1])]);
        let (new_black, new_white) = (&of_black[usize::from(new[0])], &of_white[usize::from(new[1])]);
        change(&mut black, [&old_black.own, &old_white.other], [&new_black.own, &new_white.other]);
        change(&mut white, [&old_white.own, &old_black.other], [&new_white.own, &new_black.other]);
    }
    *sums = [black, white];
}

/// Replaces what a cell adds to an accumulator.
#[inline(always)]
fn change(sums: &mut Sums, old: [&[i8; CHANNELS]; 2], new: [&[i8; CHANNELS]; 2]) {
    for (channel, sum) in sums.iter_mut().enumerate() {
        *sum += i16::from(value(new, channel) - value(old, channel));
    }
}

/// A channel of a cell. The sum of rows stays in eight bits, so that a vector has as many channels as possible: one that saturates is
/// clamped to the same value.
#[inline(always)]
fn value([own, other]: [&[i8; CHANNELS]; 2], channel: usize) -> i8 {
    own[channel].saturating_add(other[channel]).clamp(0, CELL_UNIT as i8)
}

#[inline(always)]
fn add_up(networks: &[Arc<NetworkWeights>; 2], cells: &[[u16; 2]]) -> [Sums; 2] {
    let [mut black, mut white] = [[0; CHANNELS]; 2];
    let [of_black, of_white] = [networks[0].rows(), networks[1].rows()];
    for codes in cells {
        let (black_row, white_row) = (&of_black[usize::from(codes[0])], &of_white[usize::from(codes[1])]);
        add(&mut black, [&black_row.own, &white_row.other]);
        add(&mut white, [&white_row.own, &black_row.other]);
    }
    [black, white]
}

/// Adds what a cell adds to an accumulator.
#[inline(always)]
fn add(sums: &mut Sums, rows: [&[i8; CHANNELS]; 2]) {
    for (channel, sum) in sums.iter_mut().enumerate() {
        *sum += i16::from(value(rows, channel));
    }
}

const _: () = assert!(CELL_UNIT > 0 && CELL_UNIT <= i8::MAX as i16, "a channel of a cell fits eight bits");

#[inline(always)]
fn logit(head: &NetworkHead, inputs: Inputs<'_>, tables: i32) -> i32 {
    let product = |weights: &[i16; INPUTS]| -> i32 {
        weights.chunks_exact(CHANNELS).zip(inputs).map(|(weights, sums)| dot(weights, sums)).sum()
    };
    let mut sum = head.bias + product(&head.direct) + i32::from(head.direct_by_tables) * tables;
    let neurons = head.hidden.iter().zip(head.hidden_bias).zip(head.hidden_by_tables).zip(head.output);
    for (((weights, bias), by_tables), output) in neurons {
        let input = product(weights) + bias + i32::from(by_tables) * tables;
        let neuron = (input >> HIDDEN_SHIFT).clamp(0, NEURON_UNIT);
        sum += neuron * i32::from(output);
    }
    sum
}

/// The sum of the products of weights and channels.
#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
#[inline(always)]
fn dot(weights: &[i16], sums: &Sums) -> i32 {
    weights.iter().zip(sums).map(|(&weight, &sum)| i32::from(weight) * i32::from(sum)).sum()
}

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
#[inline(always)]
fn dot(weights: &[i16], sums: &Sums) -> i32 {
    use std::arch::wasm32::{i16x8, i32x4, i32x4_add, i32x4_dot_i16x8, i32x4_extract_lane};

    let vector = |numbers: &[i16]| {
        i16x8(numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], numbers[5], numbers[6], numbers[7])
    };
    let pairs = weights.chunks_exact(8).zip(sums.chunks_exact(8));
    let add = |sum, (weights, sums): (&[i16], &[i16])| {
        i32x4_add(sum, i32x4_dot_i16x8(vector(weights), vector(sums)))
    };
    let sum = pairs.fold(i32x4(0, 0, 0, 0), add);
    i32x4_extract_lane::<0>(sum)
        + i32x4_extract_lane::<1>(sum)
        + i32x4_extract_lane::<2>(sum)
        + i32x4_extract_lane::<3>(sum)
}

/// A network of random numbers, the row of dead cells aside.
#[cfg(test)]
pub(super) fn random_network(random: &mut fastrand::Rng) -> NetworkWeights {
    use crate::board::CODES;
    use crate::weights::{Family, HEADS, NetworkRow, SHARED_ROWS};

    let mut own = Box::new([NetworkRow::<i8>::ZERO; CODES]);
    for row in &mut *own {
        row.own.iter_mut().chain(&mut row.other).for_each(|number| *number = random.i8(..));
    }
    let mut heads = Box::new([(); HEADS].map(|()| NetworkHead::zero()));
    for head in &mut *heads {
        head.hidden
            .iter_mut()
            .flatten()
            .chain(&mut head.direct)
            .for_each(|number| *number = random.i16(-300..300));
        head.hidden_by_tables
            .iter_mut()
            .chain([&mut head.direct_by_tables])
            .for_each(|number| *number = random.i16(-3000..3000));
        head.output.iter_mut().for_each(|number| *number = random.i16(..));
        head.hidden_bias
            .iter_mut()
            .chain([&mut head.bias])
            .for_each(|number| *number = random.i32(-100_000..100_000));
    }
    let shared = Box::new([NetworkRow::<i16>::ZERO; SHARED_ROWS]);
    NetworkWeights::new(Family::Freestyle, String::new(), shared, own, heads)
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;

    use super::*;
    use crate::board::CODES;
    use crate::weights::TABLES_LIMIT;

    #[test]
    fn all_instructions_give_the_same_numbers() {
        let mut random = Rng::with_seed(1);
        let networks = [(); 2].map(|()| Arc::new(random_network(&mut random)));
        let best = Instructions::detect();
        for round in 0..100 {
            let mut code = || random.u16(..CODES as u16);
            let differences: Vec<Difference> =
                (0..round).map(|_| Difference { old: [code(), code()], new: [code(), code()] }).collect();
            let mut sums = [[[0; CHANNELS]; 2]; 2];
            for (sums, instructions) in sums.iter_mut().zip([Instructions::Compiled, best]) {
                instructions.update(sums, &networks, &differences);
            }
            assert_eq!(sums[0], sums[1]);
            let cells: Vec<[u16; 2]> = differences.iter().map(|difference| difference.new).collect();
            let near = [Instructions::Compiled, best].map(|with| with.add_up(&networks, &cells));
            assert_eq!(near[0], near[1]);
            // The sums of a board whose cells added nothing before.
            let mut from_nothing = [[0; CHANNELS]; 2];
            let added: Vec<Difference> = cells.iter().map(|&new| Difference { old: [0; 2], new }).collect();
            best.update(&mut from_nothing, &networks, &added);
            assert_eq!(near[0], from_nothing);
            for head in networks[round % 2].heads() {
                let inputs = [&sums[0][0], &sums[0][1], &near[0][0], &near[0][1]];
                let tables = random.i32(-TABLES_LIMIT..=TABLES_LIMIT);
                let logits = [Instructions::Compiled, best].map(|with| with.logit(head, inputs, tables));
                assert_eq!(logits[0], logits[1]);
            }
        }
    }
}
