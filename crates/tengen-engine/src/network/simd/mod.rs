//! The inner loops of the network. They are written once, so that the compiler can use whatever vector instructions it may; where
//! the processor has AVX2, which a program for all x86-64 processors cannot take for granted, they are compiled for it as well.
//! Where the compiler does not find the best instructions, there is a second version with them.

#[cfg(all(target_arch = "x86_64", not(miri)))]
mod avx2;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod wasm;

use std::sync::Arc;

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
use wasm::logit;

use super::{INPUTS, NetworkHead, NetworkWeights, Sums};
use crate::weights::{CELL_UNIT, CHANNELS};

/// The inputs of a head, in its order.
type Inputs<'a> = [&'a Sums; INPUTS / CHANNELS];

/// A cell whose codes have changed: the numbers of the codes of Black and White before and after.
#[derive(Clone, Copy, Debug, Default)]
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

    /// The accumulators of both colours after changes of cells, from those before.
    #[allow(unsafe_code, reason = "a function for AVX2 is only called where the processor has it")]
    pub(super) fn update(
        self,
        before: &[Sums; 2],
        after: &mut [Sums; 2],
        networks: &[Arc<NetworkWeights>; 2],
        differences: &[Difference],
    ) {
        match self {
            Instructions::Compiled => update(before, after, networks, differences),
            // SAFETY: `detect` alone makes this value, after it has seen that the processor has AVX2.
            #[cfg(all(target_arch = "x86_64", not(miri)))]
            Instructions::Avx2 => unsafe { avx2::update(before, after, networks, differences) },
        }
    }

    /// The sums for both colours over some cells, from the numbers of the codes of Black and White of each.
    #[allow(unsafe_code, reason = "a function for AVX2 is only called where the processor has it")]
    pub(super) fn add_up(self, networks: &[Arc<NetworkWeights>; 2], cells: &[[u16; 2]]) -> [Sums; 2] {
        match self {
            Instructions::Compiled => add_up(networks, cells),
            // SAFETY: as in `update`.
            #[cfg(all(target_arch = "x86_64", not(miri)))]
            Instructions::Avx2 => unsafe { avx2::add_up(networks, cells) },
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
            Instructions::Avx2 => unsafe { avx2::logit(head, inputs, tables) },
        }
    }
}

// The loops below call nothing that is not inlined for certain, as `array::map`: a call in between would save all vectors.

#[inline(always)]
fn update(
    before: &[Sums; 2],
    after: &mut [Sums; 2],
    networks: &[Arc<NetworkWeights>; 2],
    differences: &[Difference],
) {
    let [mut black, mut white] = *before;
    let [of_black, of_white] = [networks[0].rows(), networks[1].rows()];
    for Difference { old, new } in differences {
        let (old_black, old_white) = (&of_black[usize::from(old[0])], &of_white[usize::from(old[1])]);
        let (new_black, new_white) = (&of_black[usize::from(new[0])], &of_white[usize::from(new[1])]);
        change(&mut black, [&old_black.own, &old_white.other], [&new_black.own, &new_white.other]);
        change(&mut white, [&old_white.own, &old_black.other], [&new_white.own, &new_black.other]);
    }
    *after = [black, white];
}

/// Replaces what a cell adds to an accumulator.
#[inline(always)]
fn change(sums: &mut Sums, old: [&[i8; CHANNELS]; 2], new: [&[i8; CHANNELS]; 2]) {
    // In a loop of its own, which has vectors of eight-bit numbers, twice as many at once as the next.
    let mut difference = [0; CHANNELS];
    for (channel, difference) in difference.iter_mut().enumerate() {
        *difference = value(new, channel) - value(old, channel);
    }
    for (sum, difference) in sums.iter_mut().zip(difference) {
        *sum += i16::from(difference);
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
    for cells in cells.chunks(CELLS_IN_BYTES) {
        let [mut black_bytes, mut white_bytes] = [[0; CHANNELS]; 2];
        for codes in cells {
            let (black_row, white_row) = (&of_black[usize::from(codes[0])], &of_white[usize::from(codes[1])]);
            add(&mut black_bytes, [&black_row.own, &white_row.other]);
            add(&mut white_bytes, [&white_row.own, &black_row.other]);
        }
        widen(&mut black, &black_bytes);
        widen(&mut white, &white_bytes);
    }
    [black, white]
}

/// As many cells add up to at most 255, which eight bits hold.
const CELLS_IN_BYTES: usize = u8::MAX as usize / CELL_UNIT as usize;

/// Adds what a cell adds to the sums over a few cells.
#[inline(always)]
fn add(sums: &mut [u8; CHANNELS], rows: [&[i8; CHANNELS]; 2]) {
    for (channel, sum) in sums.iter_mut().enumerate() {
        *sum += value(rows, channel) as u8;
    }
}

/// Adds the sums over a few cells to an accumulator.
#[inline(always)]
fn widen(sums: &mut Sums, bytes: &[u8; CHANNELS]) {
    for (sum, &byte) in sums.iter_mut().zip(bytes) {
        *sum += i16::from(byte);
    }
}

const _: () = assert!(CELL_UNIT > 0 && CELL_UNIT <= i8::MAX as i16, "a channel of a cell fits eight bits");

#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
#[inline(always)]
fn logit(head: &NetworkHead, inputs: Inputs<'_>, tables: i32) -> i32 {
    use crate::weights::{HIDDEN_SHIFT, NEURON_UNIT};

    let dot = |weights: &[i16], sums: &Sums| -> i32 {
        weights.iter().zip(sums).map(|(&weight, &sum)| i32::from(weight) * i32::from(sum)).sum()
    };
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
        let before = [(); 2].map(|()| [(); CHANNELS].map(|()| random.i16(-1000..1000)));
        for round in 0..100 {
            let mut code = || random.u16(..CODES as u16);
            let differences: Vec<Difference> =
                (0..round).map(|_| Difference { old: [code(), code()], new: [code(), code()] }).collect();
            let mut sums = [[[0; CHANNELS]; 2]; 2];
            for (sums, instructions) in sums.iter_mut().zip([Instructions::Compiled, best]) {
                instructions.update(&before, sums, &networks, &differences);
            }
            assert_eq!(sums[0], sums[1]);
            let cells: Vec<[u16; 2]> = differences.iter().map(|difference| difference.new).collect();
            let near = [Instructions::Compiled, best].map(|with| with.add_up(&networks, &cells));
            assert_eq!(near[0], near[1]);
            // The sums of a board whose cells added nothing before.
            let mut from_nothing = [[0; CHANNELS]; 2];
            let added: Vec<Difference> = cells.iter().map(|&new| Difference { old: [0; 2], new }).collect();
            best.update(&[[0; CHANNELS]; 2], &mut from_nothing, &networks, &added);
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
