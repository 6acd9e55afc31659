//! The inner loops of the network, those of the accumulators included. They are written once, for the vector instructions that the
//! whole program may use. Since a program for all x86-64 processors cannot take AVX2 for granted, they are compiled a second time for
//! processors that have it. Where the compiler does not find the best instructions, there is another version with them.

#[cfg(all(target_arch = "x86_64", not(miri)))]
mod avx2;
mod lanes;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod wasm;

pub(super) use lanes::Lanes;
use lanes::Wide as Compiled;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
use wasm::logit;

use super::policy::{self, Logits};
use super::{AccumulatorStack, INPUTS, NetworkHead, Networks};
use crate::board::{Board, CellSet};
use crate::weights::{CHANNELS, PolicyWeights};

/// The inputs of a head, in its order.
type Inputs<'a> = [&'a [i16; CHANNELS]; INPUTS / CHANNELS];

/// The instructions that the processor has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Instructions {
    /// The instructions that the whole program is compiled for.
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

    /// [`AccumulatorStack::update`].
    #[allow(unsafe_code, reason = "a function for AVX2 is only called where the processor has it")]
    pub(super) fn update(self, accumulators: &mut AccumulatorStack, board: &Board, networks: &Networks) {
        match self {
            Instructions::Compiled => accumulators.update::<Compiled>(board, networks),
            // SAFETY: `detect` alone makes this value, and only where the processor has AVX2.
            #[cfg(all(target_arch = "x86_64", not(miri)))]
            Instructions::Avx2 => unsafe { avx2::update(accumulators, board, networks) },
        }
    }

    /// [`policy::move_logits`].
    #[allow(unsafe_code, reason = "a function for AVX2 is only called where the processor has it")]
    pub(super) fn move_logits(
        self,
        policy: &PolicyWeights,
        accumulators: &AccumulatorStack,
        board: &Board,
        cells: &CellSet,
        logits: &mut Logits,
    ) {
        match self {
            Instructions::Compiled => policy::move_logits(policy, accumulators, board, cells, logits),
            // SAFETY: as in `update`.
            #[cfg(all(target_arch = "x86_64", not(miri)))]
            Instructions::Avx2 => unsafe {
                avx2::move_logits(policy, accumulators, board, cells, logits);
            },
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

#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
#[inline(always)]
fn logit(head: &NetworkHead, inputs: Inputs<'_>, tables: i32) -> i32 {
    use crate::weights::{HIDDEN_SHIFT, NEURON_UNIT};

    let dot = |weights: &[i16], sums: &[i16; CHANNELS]| -> i32 {
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

/// A network of random numbers, the feature of dead cells aside.
#[cfg(test)]
pub(super) fn random_network(
    random: &mut fastrand::Rng,
    with_shapes: bool,
) -> crate::weights::NetworkWeights {
    use crate::board::CODES;
    use crate::weights::{BUCKETS, Family, FeatureRow, NetworkWeights, SHARED_FEATURES, ShapeFeatures};

    let mut own = Box::new([FeatureRow::<i8>::ZERO; CODES]);
    for row in &mut *own {
        row.own.iter_mut().chain(&mut row.other).for_each(|number| *number = random.i8(..));
    }
    let mut heads = Box::new([(); BUCKETS].map(|()| NetworkHead::zero()));
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
    let shared = Box::new([FeatureRow::<i16>::ZERO; SHARED_FEATURES]);
    let network = NetworkWeights::new(Family::Freestyle, String::new(), shared, own, heads);
    if !with_shapes {
        return network;
    }
    let mut shapes = ShapeFeatures::zero();
    shapes.sides.as_flattened_mut().iter_mut().for_each(|number| *number = random.i16(-300..300));
    shapes.own.as_flattened_mut().iter_mut().for_each(|number| *number = random.i8(..));
    network.with_shapes(shapes)
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;

    use super::*;
    use crate::weights::TABLES_LIMIT;

    #[test]
    fn all_instructions_give_the_same_logit() {
        let mut random = Rng::with_seed(1);
        for _ in 0..10 {
            for head in random_network(&mut random, false).heads() {
                let sums = [(); 4].map(|()| [(); CHANNELS].map(|()| random.i16(-1000..1000)));
                let inputs = [&sums[0], &sums[1], &sums[2], &sums[3]];
                let tables = random.i32(-TABLES_LIMIT..=TABLES_LIMIT);
                let logits = [Instructions::Compiled, Instructions::detect()]
                    .map(|with| with.logit(head, inputs, tables));
                assert_eq!(logits[0], logits[1]);
            }
        }
    }
}
