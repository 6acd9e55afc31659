//! The head for WebAssembly with vector instructions.

use std::arch::wasm32::*;

use super::Inputs;
use crate::weights::{CHANNELS, HIDDEN, HIDDEN_SHIFT, INPUTS, NEURON_UNIT, NetworkHead};

/// Four neurons at a time. The compiler does not find the instruction that multiplies and adds pairs by itself. That the numbers are
/// the same as on other machines is tested by the bench in a browser.
pub(super) fn logit(head: &NetworkHead, inputs: Inputs<'_>, tables: i32) -> i32 {
    /// Eight numbers from `begin` on.
    #[inline(always)]
    fn load(numbers: &[i16], begin: usize) -> v128 {
        let n = &numbers[begin..begin + 8];
        i16x8(n[0], n[1], n[2], n[3], n[4], n[5], n[6], n[7])
    }

    /// Four numbers, each in 32 bits.
    #[inline(always)]
    fn widen(numbers: &[i16]) -> v128 {
        i32x4(numbers[0].into(), numbers[1].into(), numbers[2].into(), numbers[3].into())
    }

    /// The products of the weights of some neurons and the inputs, in four sums for each neuron.
    #[inline(always)]
    fn products<const NEURONS: usize>(
        neurons: [&[i16; INPUTS]; NEURONS],
        inputs: &[v128; INPUTS / 8],
    ) -> [v128; NEURONS] {
        let mut sums = [i32x4_splat(0); NEURONS];
        for (index, &input) in inputs.iter().enumerate() {
            for (sum, weights) in sums.iter_mut().zip(neurons) {
                *sum = i32x4_add(*sum, i32x4_dot_i16x8(load(weights, 8 * index), input));
            }
        }
        sums
    }

    /// The sums of the four numbers of each of four vectors.
    #[inline(always)]
    fn add_up([a, b, c, d]: [v128; 4]) -> v128 {
        let pairs = |a, b| i32x4_add(i32x4_shuffle::<0, 4, 1, 5>(a, b), i32x4_shuffle::<2, 6, 3, 7>(a, b));
        let (first, last) = (pairs(a, b), pairs(c, d));
        i32x4_add(i32x4_shuffle::<0, 1, 4, 5>(first, last), i32x4_shuffle::<2, 3, 6, 7>(first, last))
    }

    let sums_of = inputs;
    let mut inputs = [i32x4_splat(0); INPUTS / 8];
    for (index, input) in inputs.iter_mut().enumerate() {
        *input = load(sums_of[8 * index / CHANNELS], 8 * index % CHANNELS);
    }
    let [mut sums] = products([&head.direct], &inputs);
    let (least, most, by) = (i32x4_splat(0), i32x4_splat(NEURON_UNIT), i32x4_splat(tables));
    for first in (0..HIDDEN).step_by(4) {
        let weights = [0, 1, 2, 3].map(|index| &head.hidden[first + index]);
        let biases = &head.hidden_bias[first..first + 4];
        let bias = i32x4(biases[0], biases[1], biases[2], biases[3]);
        let by_tables = i32x4_mul(widen(&head.hidden_by_tables[first..first + 4]), by);
        let neurons = i32x4_add(i32x4_add(add_up(products(weights, &inputs)), bias), by_tables);
        let neurons = i32x4_min(i32x4_max(i32x4_shr(neurons, HIDDEN_SHIFT), least), most);
        sums = i32x4_add(sums, i32x4_mul(neurons, widen(&head.output[first..first + 4])));
    }
    let sum = [
        i32x4_extract_lane::<0>(sums),
        i32x4_extract_lane::<1>(sums),
        i32x4_extract_lane::<2>(sums),
        i32x4_extract_lane::<3>(sums),
    ];
    head.bias + i32::from(head.direct_by_tables) * tables + sum.iter().sum::<i32>()
}
