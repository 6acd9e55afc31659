//! The integer network from the one with floating-point parameters.

use tengen_engine::features::{
    CELL_UNIT, CHANNELS, CODES, Family, HEADS, HIDDEN, HIDDEN_SHIFT, NEURON_UNIT, NetworkHead, NetworkRow,
    NetworkWeights, OUTPUT_SHIFT, SHARED_ROWS, SHARED_UNIT,
};

use super::model::{INPUT_SCALE, Model, places_of};

/// The network of a family, rounded. `place` is that of the family among those of the rule, `about` says where the numbers come from.
pub(super) fn export(model: &Model, place: usize, family: Family, about: &str) -> NetworkWeights {
    let mut shared = Box::new([NetworkRow::<i16>::ZERO; SHARED_ROWS]);
    for (part, target) in shared.iter_mut().enumerate() {
        let row = model.shared_row(place, part);
        for channel in 0..CHANNELS {
            let round = |number: f32| short(number * f32::from(SHARED_UNIT));
            (target.own[channel], target.other[channel]) =
                (round(row[channel]), round(row[CHANNELS + channel]));
        }
    }
    let mut own = Box::new([NetworkRow::<i8>::ZERO; CODES]);
    for (code, target) in own.iter_mut().enumerate().skip(1) {
        let row = model.own_row(place, code);
        for channel in 0..CHANNELS {
            let round = |number: f32| {
                (number * f32::from(CELL_UNIT)).round().clamp(f32::from(i8::MIN), f32::from(i8::MAX)) as i8
            };
            (target.own[channel], target.other[channel]) =
                (round(row[channel]), round(row[CHANNELS + channel]));
        }
    }
    // Inputs are sums of channels, in units of the cell.
    let of_input = INPUT_SCALE / f32::from(CELL_UNIT);
    let neuron_unit = NEURON_UNIT as f32;
    let hidden_unit = neuron_unit * f32::from(1_u16 << HIDDEN_SHIFT);
    let output_unit = (1_u64 << OUTPUT_SHIFT) as f32;
    let mut heads = Box::new([(); HEADS].map(|()| NetworkHead::zero()));
    for (head, target) in heads.iter_mut().enumerate() {
        let places = places_of(place, head);
        let numbers =
            |begin: usize, unit: f32| model.numbers[begin..].iter().map(move |number| number * unit);
        for index in 0..HIDDEN {
            let weights = numbers(places.hidden + index * 2 * CHANNELS, of_input * hidden_unit);
            target.hidden[index].iter_mut().zip(weights).for_each(|(target, number)| *target = short(number));
        }
        let biases = numbers(places.hidden_bias, hidden_unit);
        target
            .hidden_bias
            .iter_mut()
            .zip(biases)
            .for_each(|(target, number)| *target = number.round() as i32);
        let output = numbers(places.output, output_unit / neuron_unit);
        target.output.iter_mut().zip(output).for_each(|(target, number)| *target = short(number));
        let direct = numbers(places.direct, of_input * output_unit);
        target.direct.iter_mut().zip(direct).for_each(|(target, number)| *target = short(number));
        target.bias = (model.numbers[places.bias] * output_unit).round() as i32;
    }
    NetworkWeights::new(family, about.to_owned(), shared, own, heads)
}

/// Rounded to what fits.
fn short(number: f32) -> i16 {
    number.round().clamp(f32::from(i16::MIN), f32::from(i16::MAX)) as i16
}
