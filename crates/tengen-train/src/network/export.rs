//! The conversion between the network with floating-point parameters and the integer network.

use tengen_engine::features::{
    BUCKETS, CELL_UNIT, CHANNELS, CODES, Family, FeatureRow, HIDDEN, HIDDEN_SHIFT, NEURON_UNIT, NetworkHead,
    NetworkWeights, OUTPUT_SHIFT, SHARED_FEATURES, SHARED_UNIT, ShapeFeatures,
};

use super::model::{FAMILY, INPUT_UNIT, INPUTS, Model, ROW, places_of};

/// The rounded network of a family. `place` is the index of the family among those of the rule, and `about` is the origin of the numbers.
pub(super) fn export(model: &Model, place: usize, family: Family, about: &str) -> NetworkWeights {
    let mut shared = Box::new([FeatureRow::<i16>::ZERO; SHARED_FEATURES]);
    for (part, target) in shared.iter_mut().enumerate() {
        let row = model.shared_row(place, part);
        for channel in 0..CHANNELS {
            let round = |number: f32| short(number * f32::from(SHARED_UNIT));
            (target.own[channel], target.other[channel]) =
                (round(row[channel]), round(row[CHANNELS + channel]));
        }
    }
    let mut own = Box::new([FeatureRow::<i8>::ZERO; CODES]);
    for (code, target) in own.iter_mut().enumerate().skip(1) {
        let row = model.own_row(place, code);
        for channel in 0..CHANNELS {
            let round = |number: f32| byte(number * f32::from(CELL_UNIT));
            (target.own[channel], target.other[channel]) =
                (round(row[channel]), round(row[CHANNELS + channel]));
        }
    }
    let units = HeadUnits::new();
    let mut heads = Box::new([(); BUCKETS].map(|()| NetworkHead::zero()));
    for (bucket, target) in heads.iter_mut().enumerate() {
        let places = places_of(place, bucket);
        let numbers =
            |begin: usize, unit: f32| model.numbers[begin..].iter().map(move |number| number * unit);
        for index in 0..HIDDEN {
            let weights = numbers(places.hidden + index * INPUTS, units.hidden);
            let targets = target.hidden[index].iter_mut().chain([&mut target.hidden_by_tables[index]]);
            targets.zip(weights).for_each(|(target, number)| *target = short(number));
        }
        let biases = numbers(places.hidden_bias, units.hidden_bias);
        target
            .hidden_bias
            .iter_mut()
            .zip(biases)
            .for_each(|(target, number)| *target = number.round() as i32);
        let output = numbers(places.output, units.output);
        target.output.iter_mut().zip(output).for_each(|(target, number)| *target = short(number));
        let direct = numbers(places.direct, units.direct);
        let targets = target.direct.iter_mut().chain([&mut target.direct_by_tables]);
        targets.zip(direct).for_each(|(target, number)| *target = short(number));
        target.bias = (model.numbers[places.bias] * units.bias).round() as i32;
    }
    let network = NetworkWeights::new(family, about.to_owned(), shared, own, heads);
    if !model.has_shapes {
        return network;
    }
    let mut shapes = ShapeFeatures::zero();
    let (sides, own) = model.shape_numbers(place);
    let targets = shapes.sides.as_flattened_mut().iter_mut();
    targets.zip(sides).for_each(|(target, number)| *target = short(number * f32::from(SHARED_UNIT)));
    let targets = shapes.own.as_flattened_mut().iter_mut();
    targets.zip(own).for_each(|(target, number)| *target = byte(number * f32::from(CELL_UNIT)));
    network.with_shapes(shapes)
}

/// Numbers for [`Model::start_from`], from the rounded networks of a rule. [`export`] converts them back to the same networks.
pub(super) fn import(networks: &[&NetworkWeights]) -> Vec<f32> {
    let shapes = networks.iter().filter_map(|network| network.shapes()).flat_map(|shapes| {
        let sides = shapes.sides.iter().flatten().map(|&number| f32::from(number) / f32::from(SHARED_UNIT));
        sides.chain(shapes.own.iter().flatten().map(|&number| f32::from(number) / f32::from(CELL_UNIT)))
    });
    networks.iter().flat_map(|network| import_family(network)).chain(shapes).collect()
}

/// The numbers of a family except those of shapes.
fn import_family(network: &NetworkWeights) -> Vec<f32> {
    let mut numbers = vec![0.0; FAMILY];
    let (shared, own) = numbers.split_at_mut(SHARED_FEATURES * ROW);
    for (row, target) in network.shared().iter().zip(shared.chunks_exact_mut(ROW)) {
        for (number, target) in row.own.iter().chain(&row.other).zip(target) {
            *target = f32::from(*number) / f32::from(SHARED_UNIT);
        }
    }
    for (row, target) in network.own().iter().zip(own.chunks_exact_mut(ROW)) {
        for (number, target) in row.own.iter().chain(&row.other).zip(target) {
            *target = f32::from(*number) / f32::from(CELL_UNIT);
        }
    }
    let units = HeadUnits::new();
    for (index, head) in network.heads().iter().enumerate() {
        let places = places_of(0, index);
        let mut take = |begin: usize, of_head: &mut dyn Iterator<Item = f32>, unit: f32| {
            numbers[begin..].iter_mut().zip(of_head).for_each(|(target, number)| *target = number / unit);
        };
        let rows = head.hidden.iter().zip(&head.hidden_by_tables);
        let hidden = rows.flat_map(|(weights, by_tables)| weights.iter().chain([by_tables]));
        take(places.hidden, &mut hidden.map(|&number| number.into()), units.hidden);
        take(places.hidden_bias, &mut head.hidden_bias.iter().map(|&bias| bias as f32), units.hidden_bias);
        take(places.output, &mut head.output.iter().map(|&number| number.into()), units.output);
        let direct = head.direct.iter().chain([&head.direct_by_tables]);
        take(places.direct, &mut direct.map(|&number| number.into()), units.direct);
        take(places.bias, &mut std::iter::once(head.bias as f32), units.bias);
    }
    numbers
}

/// The units of a head: the integers that represent 1.
struct HeadUnits {
    hidden: f32,
    hidden_bias: f32,
    output: f32,
    direct: f32,
    bias: f32,
}

impl HeadUnits {
    fn new() -> HeadUnits {
        let neuron_unit = NEURON_UNIT as f32;
        let hidden_bias = neuron_unit * f32::from(1_u16 << HIDDEN_SHIFT);
        let bias = (1_u64 << OUTPUT_SHIFT) as f32;
        HeadUnits {
            hidden: hidden_bias / INPUT_UNIT,
            hidden_bias,
            output: bias / neuron_unit,
            direct: bias / INPUT_UNIT,
            bias,
        }
    }
}

/// The number, rounded and clamped to the range of the type.
fn byte(number: f32) -> i8 {
    number.round().clamp(f32::from(i8::MIN), f32::from(i8::MAX)) as i8
}

/// The number, rounded and clamped to the range of the type.
fn short(number: f32) -> i16 {
    number.round().clamp(f32::from(i16::MIN), f32::from(i16::MAX)) as i16
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

    use tengen_engine::EvaluationWeights;

    use super::*;

    #[test]
    fn a_network_is_the_same_after_a_start_from_it() {
        let built_in = EvaluationWeights::built_in();
        let mut shapes = ShapeFeatures::zero();
        (shapes.own[5][9], shapes.own[7000][31], shapes.sides[100][3]) = (-25, 7, 1234);
        for families in [&[Family::Freestyle][..], &[Family::RenjuBlack, Family::RenjuWhite]] {
            let of_codes: Vec<NetworkWeights> = families
                .iter()
                .map(|&family| {
                    let network = built_in.family(family).network.as_deref().unwrap();
                    let (shared, own) = (Box::new(*network.shared()), Box::new(*network.own()));
                    let heads = Box::new(network.heads().clone());
                    NetworkWeights::new(family, network.about().to_owned(), shared, own, heads)
                })
                .collect();
            let with_shapes =
                of_codes.iter().cloned().map(|network| network.with_shapes(shapes.clone())).collect();
            for networks in [of_codes, with_shapes] {
                let has_shapes = networks[0].shapes().is_some();
                let numbers = import(&networks.iter().collect::<Vec<_>>());
                let mut model = Model::new(families, has_shapes, 5);
                model.start_from(&numbers).unwrap();
                for (place, (network, &family)) in networks.iter().zip(families).enumerate() {
                    let again = export(&model, place, family, network.about());
                    assert!(again == *network, "{family:?}");
                }
                // A network without shapes cannot start from one with shapes, but the reverse is possible.
                assert_eq!(Model::new(families, false, 5).start_from(&numbers).is_ok(), !has_shapes);
                assert!(Model::new(families, true, 5).start_from(&numbers).is_ok());
                // The shapes of a network can be taken alone, and those of one family serve two.
                let mut model = Model::new(&[Family::RenjuBlack, Family::RenjuWhite], true, 5);
                let before = model.numbers.clone();
                assert_eq!(model.take_shapes(&numbers).is_ok(), has_shapes);
                let changed = model.numbers.iter().zip(&before).filter(|(now, before)| now != before).count();
                assert_eq!(changed, if has_shapes { 2 * 3 } else { 0 });
            }
        }
    }
}
