//! Fits the values of cells and threats, so that the evaluation predicts the results of games.

use fastrand::Rng;
use tengen_engine::EvaluationWeights;
use tengen_engine::features::{CODES, Family, PATTERN_KINDS, THREAT_KINDS, THREAT_PAIRS, parts_of};

use crate::loss::{cross_entropy, sigmoid};
use crate::samples::ValueSample;
use crate::tied::Tied;

const BATCH: usize = 4096;

/// The number of rounds without an improvement on the held-out games after which the fit ends.
const PATIENCE: usize = 8;

/// The weight of a position. Positions of one game have the same result, so that each is less evidence than an independent position.
const INDEPENDENCE: f64 = 0.25;

/// The options of a fit.
pub(crate) struct FitOptions {
    /// The weight of the game's result in the target of the fit; the rest is the score of the search.
    pub(crate) result_share: f64,
    pub(crate) rounds: usize,
}

/// The fitted tables of all families of a rule, in the units of the initial tables.
pub(crate) struct Fitted {
    pub(crate) value: Vec<f64>,
    pub(crate) threats: Vec<f64>,
    /// The value that makes winning e times as likely as losing.
    pub(crate) scale: f64,
}

struct Model {
    value: Vec<f64>,
    threats: Vec<f64>,
}

impl Model {
    fn evaluate(&self, sample: &ValueSample) -> f64 {
        let of_terms =
            sample.terms.iter().map(|&(code, factor)| f64::from(factor) * self.value[usize::from(code)]);
        of_terms.sum::<f64>() + self.threats[usize::from(sample.threats)]
    }

    /// The mean loss of the samples against `targets`.
    fn loss(&self, samples: &[&ValueSample], scale: f64, targets: impl Fn(&ValueSample) -> f64) -> f64 {
        let of =
            |sample: &&ValueSample| cross_entropy(targets(sample), sigmoid(self.evaluate(sample) / scale));
        samples.iter().map(of).sum::<f64>() / samples.len().max(1) as f64
    }
}

/// The scale with the lowest loss, by a search over a grid that gets finer.
fn best_scale(loss: impl Fn(f64) -> f64) -> f64 {
    let (mut best, mut step) = (200.0, 1.5_f64);
    while step > 1.005 {
        let around = [best / step, best, best * step];
        let least = around.into_iter().min_by(|&a, &b| loss(a).total_cmp(&loss(b))).unwrap_or(best);
        if least == best {
            step = step.sqrt();
        }
        best = least;
    }
    best
}

/// Fits the tables of `families` to the samples.
pub(crate) fn fit(
    training: &[&ValueSample],
    held_out: &[&ValueSample],
    start: &EvaluationWeights,
    families: &[Family],
    options: &FitOptions,
) -> Fitted {
    let of_start = |part: fn(&tengen_engine::features::FamilyWeights) -> &[i16]| -> Vec<f64> {
        families.iter().flat_map(|&family| part(start.family(family)).iter().map(|&n| f64::from(n))).collect()
    };
    let mut model = Model { value: of_start(|w| &w.value[..]), threats: of_start(|w| &w.threats[..]) };
    let result = |sample: &ValueSample| f64::from(sample.result);
    let scale = best_scale(|scale| model.loss(training, scale, result));
    // The score of the search is in the units of its evaluation, which may differ from these.
    let searched = |sample: &&ValueSample, scale: f64| {
        sample.searched.map_or(0.0, |value| cross_entropy(result(sample), sigmoid(f64::from(value) / scale)))
    };
    let scale_of_search = best_scale(|scale| training.iter().map(|s| searched(s, scale)).sum::<f64>());
    let target = |sample: &ValueSample| match sample.searched {
        Some(value) => {
            let share = options.result_share;
            share * result(sample) + (1.0 - share) * sigmoid(f64::from(value) / scale_of_search)
        }
        None => result(sample),
    };
    let (mut values, mut threats) = (value_table(&model.value, families), threat_table(&model.threats));
    let held = |model: &Model| (model.loss(held_out, scale, target), model.loss(held_out, scale, result));
    let (mut best, of_result) = held(&model);
    println_loss(0, model.loss(training, scale, target), best, of_result);
    let mut saved = (values.snapshot(), threats.snapshot());
    let (mut order, mut random): (Vec<usize>, _) = ((0..training.len()).collect(), Rng::with_seed(1));
    let mut since = 0;
    for round in 1..=options.rounds {
        random.shuffle(&mut order);
        let rate = 0.02 / (1.0 + round as f64 / 10.0);
        for batch in order.chunks(BATCH) {
            let mut slope =
                Model { value: vec![0.0; model.value.len()], threats: vec![0.0; model.threats.len()] };
            for sample in batch.iter().map(|&index| training[index]) {
                let error = sigmoid(model.evaluate(sample) / scale) - target(sample);
                let error = error / scale / batch.len() as f64;
                for &(code, factor) in &sample.terms {
                    slope.value[usize::from(code)] += error * f64::from(factor);
                }
                slope.threats[usize::from(sample.threats)] += error;
            }
            let samples = training.len() as f64 * INDEPENDENCE;
            values.step(&slope.value, samples, rate);
            threats.step(&slope.threats, samples, rate);
            (model.value, model.threats) = (values.table(), threats.table());
        }
        let (loss, of_result) = held(&model);
        println_loss(round, model.loss(training, scale, target), loss, of_result);
        if loss < best - 1e-6 {
            (best, since) = (loss, 0);
            saved = (values.snapshot(), threats.snapshot());
        } else {
            since += 1;
            if since >= PATIENCE {
                break;
            }
        }
    }
    values.restore(saved.0);
    threats.restore(saved.1);
    let model = Model { value: values.table(), threats: threats.table() };
    Fitted { value: model.value, threats: model.threats, scale }
}

fn println_loss(round: usize, training: f64, held_out: f64, of_result: f64) {
    crate::report(&format!(
        "value {round:3}: training {training:.5}, held out {held_out:.5}, of results alone {of_result:.5}"
    ));
}

/// The table of values. It has parameters for rows, for threats, and a residual for each entry, whose deviation grows with the value.
fn value_table(start: &[f64], families: &[Family]) -> Tied {
    let shared_of_family = PATTERN_KINDS + THREAT_KINDS;
    let mut parts = Vec::new();
    let mut rests = Vec::new();
    for (place, &family) in families.iter().enumerate() {
        for code in 0..CODES {
            let (patterns, threat) = parts_of(code, family);
            let first = place * shared_of_family;
            let mut of_code: Vec<(usize, f64)> =
                patterns.iter().map(|&pattern| (first + pattern, 1.0)).collect();
            of_code.push((first + PATTERN_KINDS + threat, 1.0));
            parts.push(of_code);
            // Cells on which neither side can win have the fixed value 0.
            rests.push(if code == 0 { 0.0 } else { 4.0 + 0.2 * start[place * CODES + code].abs() });
        }
    }
    let mut shared = vec![20.0; shared_of_family * families.len()];
    for place in 0..families.len() {
        let first = place * shared_of_family;
        // A dead row and a quiet cell are the reference for the others.
        (shared[first], shared[first + PATTERN_KINDS]) = (0.0, 0.0);
        for threat in 1..THREAT_KINDS {
            shared[first + PATTERN_KINDS + threat] = 40.0;
        }
    }
    Tied::new(start.to_vec(), parts, shared, rests)
}

/// The table of threats. Each threat has a parameter, and each pair of sets has a residual.
fn threat_table(start: &[f64]) -> Tied {
    let bits = THREAT_PAIRS.trailing_zeros() as usize;
    let parts = |pair: usize| {
        let family = pair / THREAT_PAIRS;
        let first = family * (bits + 1);
        let set = (0..bits).filter(|bit| pair >> bit & 1 != 0).map(|bit| (first + bit, 1.0));
        set.chain([(first + bits, 1.0)]).collect()
    };
    let families = start.len() / THREAT_PAIRS;
    let of_shared = vec![60.0; families * (bits + 1)];
    Tied::new(start.to_vec(), (0..start.len()).map(parts).collect(), of_shared, vec![25.0; start.len()])
}

/// The standard deviation of the evaluation over the samples.
pub(crate) fn spread(samples: &[&ValueSample], value: &[f64], threats: &[f64]) -> f64 {
    let model = Model { value: value.to_vec(), threats: threats.to_vec() };
    let count = samples.len().max(1) as f64;
    let values: Vec<f64> = samples.iter().map(|sample| model.evaluate(sample)).collect();
    let mean = values.iter().sum::<f64>() / count;
    (values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / count).sqrt()
}
