//! The network with floating-point parameters: its value, and the slope of the loss.
//!
//! The feature of a code is the sum of features that it shares with all codes of the same patterns and threat, and of one of its own, so
//! that rare codes have sensible features as well. The feature of a shape is the sum of those of its two sides, and of one of its own.

use std::ops::Range;

use anyhow::{Context, Result, ensure};
use fastrand::Rng;
use tengen_engine::features::{
    BUCKETS, CELL_UNIT, CHANNELS, CODES, Family, HIDDEN, INPUTS as ACCUMULATED, PATTERN_KINDS, SHAPE_LIMIT,
    SHAPES, SHARED_FEATURES, SIDES, TABLES_LIMIT, TABLES_UNIT, parts_of, sides_of_shape, swapped_shapes,
};

use super::data::{Cells, Sample};
use crate::loss::{cross_entropy, sigmoid};

/// The number of parameters of a code: those for the channels of its own colour, then those for the channels of the other.
pub(super) const ROW: usize = 2 * CHANNELS;
/// The number of inputs of a head: the accumulators, and the evaluation by tables.
pub(super) const INPUTS: usize = ACCUMULATED + 1;
/// The number of parameters of a head: weights and biases of the neurons, weights of their outputs, weights of the inputs, bias.
const HEAD: usize = HIDDEN * INPUTS + HIDDEN + HIDDEN + INPUTS + 1;
/// The number of parameters of a family without those of shapes.
pub(super) const FAMILY: usize = (SHARED_FEATURES + CODES) * ROW + BUCKETS * HEAD;
/// The number of parameters of a family's shapes: a feature for each side of a shape, then one for each shape.
pub(super) const SHAPE_NUMBERS: usize = (SIDES + SHAPES) * CHANNELS;

/// The factor of the accumulators, which gives all inputs of the head the same order of magnitude.
const INPUT_SCALE: f32 = 1.0 / 8.0;

/// The number that represents 1 in the engine's inputs of a head, where accumulators are in units of the cell.
pub(super) const INPUT_UNIT: f32 = CELL_UNIT as f32 / INPUT_SCALE;

/// The limit of the features of shapes; the next one is that of the features of codes and their sums. The engine has features of eight
/// bits. A number beyond its limit is replaced by the limit, but its slope is that of the number, so that it can return.
const MOST_OF_SHAPE: f32 = SHAPE_LIMIT as f32 / CELL_UNIT as f32;
const MOST_OF_CODES: f32 = i8::MAX as f32 / CELL_UNIT as f32;

/// The indices of the parameters of a head.
pub(super) struct HeadPlaces {
    pub(super) hidden: usize,
    pub(super) hidden_bias: usize,
    pub(super) output: usize,
    pub(super) direct: usize,
    pub(super) bias: usize,
}

/// The parameters of all families of a rule, one after the other, followed by the features of shapes of all families, if there are any.
pub(super) struct Model {
    pub(super) numbers: Vec<f32>,
    /// The shared features of each code, by family.
    parts: Vec<Vec<[usize; 5]>>,
    /// The features of all codes, as sums of shared and own ones.
    codebook: Vec<f32>,
    /// The features of all shapes, as sums of those of their sides and own ones.
    shape_codebook: Vec<f32>,
    /// The sides of each shape.
    sides: Vec<[usize; 2]>,
    /// The number of each shape with colours exchanged.
    swapped: Vec<u16>,
    pub(super) has_shapes: bool,
}

/// The owner of a feature that is not shared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum OwnPart {
    Code,
    Shape,
}

/// The loss of some samples.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Loss {
    /// The loss against the target.
    pub(super) target: f64,
    /// The loss against the result.
    pub(super) result: f64,
}

impl std::ops::AddAssign for Loss {
    fn add_assign(&mut self, other: Loss) {
        self.target += other.target;
        self.result += other.result;
    }
}

impl Model {
    /// A model with random parameters. The features of shapes, if there are any, begin at zero.
    pub(super) fn new(families: &[Family], has_shapes: bool, seed: u64) -> Model {
        let mut random = Rng::with_seed(seed);
        let mut numbers = vec![0.0; FAMILY * families.len()];
        let mut draw = |numbers: &mut [f32], spread: f32, mean: f32| {
            numbers.iter_mut().for_each(|number| *number = (random.f32() - 0.5) * spread + mean);
        };
        for family in 0..families.len() {
            draw(&mut numbers[family * FAMILY..][..SHARED_FEATURES * ROW], 0.04, 0.002);
            for bucket in 0..BUCKETS {
                let places = places_of(family, bucket);
                draw(&mut numbers[places.hidden..places.hidden_bias], 0.3, 0.0);
                draw(&mut numbers[places.output..places.direct], 0.2, 0.0);
            }
        }
        let parts = families.iter().map(|&family| (0..CODES).map(|code| parts(code, family)).collect());
        if has_shapes {
            numbers.resize(families.len() * (FAMILY + SHAPE_NUMBERS), 0.0);
        }
        let codebook = vec![0.0; families.len() * CODES * ROW];
        let shape_codebook = vec![0.0; if has_shapes { families.len() * SHAPES * CHANNELS } else { 0 }];
        let sides = (0..SHAPES).map(sides_of_shape).collect();
        let swapped = swapped_shapes();
        let mut model =
            Model { numbers, parts: parts.collect(), codebook, shape_codebook, sides, swapped, has_shapes };
        model.add_up();
        model
    }

    /// Takes the parameters of another model, which may be of a rule with fewer families: the last one's are then used for the missing
    /// ones. If it has no shapes, the features of shapes stay as they are.
    ///
    /// # Errors
    /// When the numbers belong to another number of families, to another network, or to one with shapes while this one has none.
    pub(super) fn start_from(&mut self, numbers: &[f32]) -> Result<()> {
        let [of_families, of_shapes] = self.split(numbers)?;
        ensure!(
            of_shapes.is_empty() || self.has_shapes,
            "the state to start from has shapes: --shapes is missing"
        );
        let own = self.parts.len() * FAMILY;
        copy_families(of_families, &mut self.numbers[..own], FAMILY);
        if !of_shapes.is_empty() {
            copy_families(of_shapes, &mut self.numbers[own..], SHAPE_NUMBERS);
        }
        self.add_up();
        Ok(())
    }

    /// Takes only the features of shapes of another model, in the same way. This model must have shapes.
    ///
    /// # Errors
    /// When the numbers belong to another network, or to one without shapes.
    pub(super) fn take_shapes(&mut self, numbers: &[f32]) -> Result<()> {
        let [_, of_shapes] = self.split(numbers)?;
        ensure!(!of_shapes.is_empty(), "the network to take shapes from has none");
        let own = self.parts.len() * FAMILY;
        copy_families(of_shapes, &mut self.numbers[own..], SHAPE_NUMBERS);
        self.add_up();
        Ok(())
    }

    /// Splits the numbers of another model into those of its families, at most as many as this model has, and those of their shapes, if it
    /// has any.
    fn split<'a>(&self, numbers: &'a [f32]) -> Result<[&'a [f32]; 2]> {
        let own = self.parts.len();
        let is_of = |families: &usize, numbers_each: usize| numbers.len() == families * numbers_each;
        let without = (1..=own).find(|families| is_of(families, FAMILY));
        let with = || (1..=own).find(|families| is_of(families, FAMILY + SHAPE_NUMBERS));
        let families = without.or_else(with).context("the state to start from is of another network")?;
        let (of_families, of_shapes) = numbers.split_at(families * FAMILY);
        Ok([of_families, of_shapes])
    }

    /// Computes the features of all codes and shapes as sums.
    pub(super) fn add_up(&mut self) {
        for (family, parts) in self.parts.iter().enumerate() {
            for (code, parts) in parts.iter().enumerate() {
                let sum = &mut self.codebook[(family * CODES + code) * ROW..][..ROW];
                sum.copy_from_slice(&self.numbers[own_row(family, code)..][..ROW]);
                for part in parts {
                    let row = &self.numbers[family * FAMILY + part * ROW..][..ROW];
                    sum.iter_mut().zip(row).for_each(|(sum, number)| *sum += number);
                }
                sum.iter_mut().for_each(|sum| *sum = sum.clamp(-MOST_OF_CODES, MOST_OF_CODES));
            }
        }
        // A cell through which neither side can win contributes nothing.
        for family in 0..self.parts.len() {
            self.codebook[family * CODES * ROW..][..ROW].fill(0.0);
        }
        for family in self.families_with_shapes() {
            let (of_sides, own) = split_shapes(&self.numbers, self.shapes_begin(family));
            let rows = self.shape_codebook[family * SHAPES * CHANNELS..].chunks_exact_mut(CHANNELS);
            for ((row, own), sides) in rows.zip(own.chunks_exact(CHANNELS)).zip(&self.sides) {
                let [one, other] = sides.map(|side| &of_sides[side * CHANNELS..][..CHANNELS]);
                for (channel, sum) in row.iter_mut().enumerate() {
                    let exact = own[channel] + one[channel] + other[channel];
                    *sum = exact.clamp(-MOST_OF_SHAPE, MOST_OF_SHAPE);
                }
            }
        }
    }

    /// The families that have features of shapes.
    fn families_with_shapes(&self) -> Range<usize> {
        0..if self.has_shapes { self.parts.len() } else { 0 }
    }

    /// The index of the first parameter of a family's shapes: the features of sides, then the own ones of shapes.
    fn shapes_begin(&self, family: usize) -> usize {
        self.parts.len() * FAMILY + family * SHAPE_NUMBERS
    }

    /// A feature that codes share: the channels of their own colour, then those of the other.
    pub(super) fn shared_row(&self, family: usize, part: usize) -> &[f32] {
        &self.numbers[family * FAMILY + part * ROW..][..ROW]
    }

    /// The own feature of a code.
    pub(super) fn own_row(&self, family: usize, code: usize) -> &[f32] {
        &self.numbers[own_row(family, code)..][..ROW]
    }

    /// The whole feature of a code: the channels of its own colour, then those of the other.
    fn row(&self, family: usize, code: usize) -> &[f32] {
        &self.codebook[(family * CODES + code) * ROW..][..ROW]
    }

    /// Computes the slope of the parameters from that of the features of codes and shapes, which is stored at the own features.
    pub(super) fn share(&self, slope: &mut [f32]) {
        for (family, parts) in self.parts.iter().enumerate() {
            let (shared, own) = slope[family * FAMILY..].split_at_mut(SHARED_FEATURES * ROW);
            own[..ROW].fill(0.0);
            for (code, parts) in parts.iter().enumerate() {
                let own = &own[code * ROW..][..ROW];
                for part in parts {
                    let shared = &mut shared[part * ROW..][..ROW];
                    shared.iter_mut().zip(own).for_each(|(shared, own)| *shared += own);
                }
            }
        }
        for family in self.families_with_shapes() {
            let numbers = &mut slope[self.shapes_begin(family)..][..SHAPE_NUMBERS];
            let (of_sides, own) = numbers.split_at_mut(SIDES * CHANNELS);
            for (own, sides) in own.chunks_exact(CHANNELS).zip(&self.sides) {
                for side in sides {
                    let shared = &mut of_sides[side * CHANNELS..][..CHANNELS];
                    shared.iter_mut().zip(own).for_each(|(shared, own)| *shared += own);
                }
            }
        }
    }

    /// The code or shape to whose own feature a parameter belongs; `None` for a shared parameter.
    pub(super) fn own_part(&self, index: usize) -> Option<OwnPart> {
        let families = self.parts.len() * FAMILY;
        if index < families {
            let own = SHARED_FEATURES * ROW..(SHARED_FEATURES + CODES) * ROW;
            own.contains(&(index % FAMILY)).then_some(OwnPart::Code)
        } else {
            ((index - families) % SHAPE_NUMBERS >= SIDES * CHANNELS).then_some(OwnPart::Shape)
        }
    }

    /// The family of the codes of a colour.
    fn family(&self, color: usize) -> usize {
        color.min(self.parts.len() - 1)
    }

    /// The features of a family's sides of shapes, then the own features of the shapes. The network must have shapes.
    pub(super) fn shape_numbers(&self, family: usize) -> (&[f32], &[f32]) {
        split_shapes(&self.numbers, self.shapes_begin(family))
    }

    /// The feature that a shape adds to a cell, from the point of view of the family's colour. The network must have shapes.
    fn shape_row(&self, family: usize, shape: usize) -> &[f32] {
        &self.shape_codebook[(family * SHAPES + shape) * CHANNELS..][..CHANNELS]
    }

    /// The index of the own feature of a shape.
    fn own_shape_at(&self, family: usize, shape: usize) -> usize {
        self.shapes_begin(family) + (SIDES + shape) * CHANNELS
    }

    /// The activations of a cell for `color`, before they are clamped.
    fn channels(&self, cells: &Cells, color: usize) -> [f32; CHANNELS] {
        let own = self.row(self.family(color), usize::from(cells.codes[color]));
        let other = self.row(self.family(1 - color), usize::from(cells.codes[1 - color]));
        let (own, other) = (&own[..CHANNELS], &other[CHANNELS..]);
        let mut sums: [f32; CHANNELS] =
            std::array::from_fn(|channel| (own[channel] + other[channel]).min(MOST_OF_CODES));
        if self.has_shapes {
            for shape in self.shapes_of(cells, color) {
                let row = self.shape_row(self.family(color), shape);
                sums.iter_mut().zip(row).for_each(|(sum, number)| *sum += number);
            }
        }
        sums
    }

    /// The shapes of a cell from the point of view of `color`.
    fn shapes_of(&self, cells: &Cells, color: usize) -> [usize; 4] {
        let seen = |shape| if color == 0 { shape } else { self.swapped[usize::from(shape)] };
        cells.shapes.map(|shape| seen(shape).into())
    }

    /// The loss of a sample. Its slope is added to `slope`, if that is given.
    pub(super) fn pass(&self, sample: &Sample, cells: &[Cells], slope: Option<&mut [f32]>) -> Loss {
        let side = usize::from(sample.side);
        let colors = [side, 1 - side];
        let mut inputs = [0.0_f32; INPUTS];
        inputs[ACCUMULATED] = input_by_tables(sample.by_tables);
        let (whole, near) = inputs[..ACCUMULATED].split_at_mut(ROW);
        let sums = whole.chunks_exact_mut(CHANNELS).zip(near.chunks_exact_mut(CHANNELS));
        for (color, (whole, near)) in colors.into_iter().zip(sums) {
            for cells in cells {
                let channels = self.channels(cells, color);
                let [count, near_count] = counts(cells);
                for (channel, value) in channels.into_iter().enumerate() {
                    let value = value.clamp(0.0, 1.0);
                    whole[channel] += count * value;
                    near[channel] += near_count * value;
                }
            }
        }
        let places = places_of(self.family(side), usize::from(sample.bucket));
        let part = |begin: usize, length: usize| &self.numbers[begin..begin + length];
        let product = |weights: &[f32]| -> f32 {
            weights.iter().zip(&inputs).map(|(weight, input)| weight * input).sum()
        };
        let mut neurons = [0.0_f32; HIDDEN];
        for (index, neuron) in neurons.iter_mut().enumerate() {
            *neuron = self.numbers[places.hidden_bias + index]
                + product(part(places.hidden + index * INPUTS, INPUTS));
        }
        let output = part(places.output, HIDDEN);
        let by_neurons: f32 =
            neurons.iter().zip(output).map(|(neuron, weight)| neuron.clamp(0.0, 1.0) * weight).sum();
        let logit = self.numbers[places.bias] + product(part(places.direct, INPUTS)) + by_neurons;
        let chance = sigmoid(f64::from(sample.by_tables + logit));
        if let Some(slope) = slope {
            let error = chance as f32 - sample.target;
            let of_inputs = self.head_slope(&places, &inputs, &neurons, error, slope);
            self.features_slope(colors, cells, &of_inputs, slope);
        }
        let loss_for = |target: f32| cross_entropy(f64::from(target), chance);
        Loss { target: loss_for(sample.target), result: loss_for(sample.result) }
    }

    /// Adds the slope of a head's parameters, and returns that of its inputs.
    fn head_slope(
        &self,
        places: &HeadPlaces,
        inputs: &[f32; INPUTS],
        neurons: &[f32; HIDDEN],
        error: f32,
        slope: &mut [f32],
    ) -> [f32; INPUTS] {
        let mut of_inputs = [0.0; INPUTS];
        let mut add = |begin: usize, error: f32, slope: &mut [f32]| {
            let (weights, slope) = (&self.numbers[begin..][..INPUTS], &mut slope[begin..][..INPUTS]);
            for index in 0..INPUTS {
                slope[index] += error * inputs[index];
                of_inputs[index] += error * weights[index];
            }
        };
        for (index, &neuron) in neurons.iter().enumerate() {
            slope[places.output + index] += error * neuron.clamp(0.0, 1.0);
            if neuron > 0.0 && neuron < 1.0 {
                let error = error * self.numbers[places.output + index];
                slope[places.hidden_bias + index] += error;
                add(places.hidden + index * INPUTS, error, slope);
            }
        }
        add(places.direct, error, slope);
        slope[places.bias] += error;
        of_inputs
    }

    /// Adds the slope of the features of the codes and shapes on the board.
    fn features_slope(
        &self,
        colors: [usize; 2],
        cells: &[Cells],
        of_inputs: &[f32; INPUTS],
        slope: &mut [f32],
    ) {
        let (whole, near) = of_inputs[..ACCUMULATED].split_at(ROW);
        let of_sums = whole.chunks_exact(CHANNELS).zip(near.chunks_exact(CHANNELS));
        for (color, (whole, near)) in colors.into_iter().zip(of_sums) {
            let (own_family, other_family) = (self.family(color), self.family(1 - color));
            for cells in cells {
                let channels = self.channels(cells, color);
                let [count, near_count] = counts(cells);
                let mut errors = [0.0_f32; CHANNELS];
                for channel in 0..CHANNELS {
                    let is_free = channels[channel] > 0.0 && channels[channel] < 1.0;
                    let error = count * whole[channel] + near_count * near[channel];
                    errors[channel] = if is_free { error } else { 0.0 };
                }
                let own = own_row(own_family, usize::from(cells.codes[color]));
                let other = own_row(other_family, usize::from(cells.codes[1 - color])) + CHANNELS;
                let mut add = |begin: usize| {
                    let slope = &mut slope[begin..][..CHANNELS];
                    slope.iter_mut().zip(errors).for_each(|(slope, error)| *slope += error);
                };
                [own, other].into_iter().for_each(&mut add);
                if self.has_shapes {
                    self.shapes_of(cells, color)
                        .into_iter()
                        .for_each(|shape| add(self.own_shape_at(own_family, shape)));
                }
            }
        }
    }
}

/// The evaluation by tables, a logit, as an input of a head.
fn input_by_tables(logit: f32) -> f32 {
    let integer = logit * TABLES_UNIT as f32;
    let limit = TABLES_LIMIT as f32;
    integer.clamp(-limit, limit) / INPUT_UNIT
}

/// The counts of the cells in the accumulator of all cells, and in that of the cells near the last move.
fn counts(cells: &Cells) -> [f32; 2] {
    [cells.count, cells.near].map(|count| f32::from(count) * INPUT_SCALE)
}

/// The index of the own feature of a code.
fn own_row(family: usize, code: usize) -> usize {
    family * FAMILY + (SHARED_FEATURES + code) * ROW
}

/// Copies the numbers of each family. The last family's numbers are used for missing ones.
fn copy_families(from: &[f32], to: &mut [f32], size: usize) {
    let families = from.len() / size;
    for (family, to) in to.chunks_exact_mut(size).enumerate() {
        to.copy_from_slice(&from[family.min(families - 1) * size..][..size]);
    }
}

/// The numbers of a family's shapes from `begin` on: those of sides, and those of shapes.
fn split_shapes(numbers: &[f32], begin: usize) -> (&[f32], &[f32]) {
    numbers[begin..][..SHAPE_NUMBERS].split_at(SIDES * CHANNELS)
}

/// The features that a code shares with others.
fn parts(code: usize, family: Family) -> [usize; 5] {
    let ([a, b, c, d], threat) = parts_of(code, family);
    [a, b, c, d, PATTERN_KINDS + threat]
}

pub(super) fn places_of(family: usize, bucket: usize) -> HeadPlaces {
    let hidden = family * FAMILY + (SHARED_FEATURES + CODES) * ROW + bucket * HEAD;
    let hidden_bias = hidden + HIDDEN * INPUTS;
    let output = hidden_bias + HIDDEN;
    let direct = output + HIDDEN;
    HeadPlaces { hidden, hidden_bias, output, direct, bias: direct + INPUTS }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The slope is the change of the loss per change of a number.
    #[test]
    fn the_slope_is_that_of_the_loss() {
        let mut random = Rng::with_seed(4);
        let both = [&[Family::Freestyle][..], &[Family::RenjuBlack, Family::RenjuWhite]];
        for (families, has_shapes) in
            both.into_iter().flat_map(|families| [(families, false), (families, true)])
        {
            let mut model = Model::new(families, has_shapes, 3);
            model.numbers.iter_mut().for_each(|number| *number += (random.f32() - 0.5) * 0.05);
            model.add_up();
            let mut code = || random.u16(1..60);
            let cells: Vec<Cells> = (0..30)
                .map(|count| {
                    let [codes, shapes] = [[code(), code(), 0, 0], [code(), code(), 9, 9]];
                    Cells { codes: [codes[0], codes[1]], shapes, count: count % 3 + 1, near: count % 2 }
                })
                .collect();
            let sample = Sample::of_test(0.3, 0.8, 2, 1);
            let mut slope = vec![0.0; model.numbers.len()];
            model.pass(&sample, &cells, Some(&mut slope));
            model.share(&mut slope);
            let of_shapes =
                slope[families.len() * FAMILY..].iter().filter(|slope| slope.abs() > 0.02).count();
            assert_eq!(of_shapes > 0, has_shapes, "{of_shapes}");
            let mut checked = 0;
            for index in (0..slope.len()).filter(|&index| slope[index].abs() > 0.02).step_by(37) {
                let mut loss_at = |by: f32| {
                    model.numbers[index] += by;
                    model.add_up();
                    let loss = model.pass(&sample, &cells, None).target;
                    model.numbers[index] -= by;
                    loss
                };
                let step = 2e-3;
                let found = (loss_at(step) - loss_at(-step)) / f64::from(2.0 * step);
                let expected = f64::from(slope[index]);
                assert!(
                    (found - expected).abs() < 0.1 * expected.abs() + 0.01,
                    "{index}: {found} for {expected}"
                );
                checked += 1;
            }
            assert!(checked > 5, "{checked}");
        }
    }
}
