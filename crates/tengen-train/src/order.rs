//! Fits the order of moves, so that the moves that the search chose come first.

use fastrand::Rng;
use tengen_engine::EvaluationWeights;
use tengen_engine::features::{
    CODES, Family, FamilyWeights, ORDER_OTHER, ORDER_OWN, PATTERN_KINDS, THREAT_KINDS, parts_of,
};

use crate::samples::OrderSample;
use crate::tied::Tied;

const BATCH: usize = 1024;
const PATIENCE: usize = 6;

/// The tables of the order of moves, for all families of a rule, in logarithms of odds.
pub(crate) struct Fitted {
    pub(crate) own: Vec<f64>,
    pub(crate) other: Vec<f64>,
}

impl Fitted {
    /// Computes the share of each choice.
    fn shares(&self, sample: &OrderSample, shares: &mut Vec<f64>) {
        shares.clear();
        let of = |&(own, other): &(u16, u16)| self.own[usize::from(own)] + self.other[usize::from(other)];
        shares.extend(sample.choices.iter().map(of));
        let most = shares.iter().copied().fold(f64::MIN, f64::max);
        shares.iter_mut().for_each(|share| *share = (*share - most).exp());
        let sum: f64 = shares.iter().sum();
        shares.iter_mut().for_each(|share| *share /= sum);
    }

    /// The mean loss, the frequency with which the chosen move comes first, and that with which it is among the first five.
    fn judge(&self, samples: &[&OrderSample]) -> (f64, f64, f64) {
        let (mut shares, mut loss, mut first, mut early) = (Vec::new(), 0.0, 0, 0);
        for sample in samples {
            self.shares(sample, &mut shares);
            let chosen = shares[usize::from(sample.chosen)];
            loss -= chosen.max(1e-12).ln();
            let better = shares.iter().filter(|&&share| share > chosen).count();
            first += usize::from(better == 0);
            early += usize::from(better < 5);
        }
        let count = samples.len().max(1) as f64;
        (loss / count, first as f64 / count, early as f64 / count)
    }
}

/// The engine's current tables, in units that make the best moves likely.
fn start(weights: &EvaluationWeights, families: &[Family], unit: f64) -> Fitted {
    let of = |part: fn(&FamilyWeights) -> &[i16], weight: i32| -> Vec<f64> {
        let numbers = families.iter().flat_map(|&family| part(weights.family(family)));
        // The numbers are proportional to probabilities, so that the model fits their logarithms.
        numbers.map(|&n| (f64::from(weight) * f64::from(n) / unit).max(0.0).ln_1p()).collect()
    };
    Fitted { own: of(|w| &w.order[..], ORDER_OWN), other: of(|w| &w.order_other[..], ORDER_OTHER) }
}

/// Fits the tables of `families` to the samples.
pub(crate) fn fit(
    training: &[&OrderSample],
    held_out: &[&OrderSample],
    weights: &EvaluationWeights,
    families: &[Family],
    rounds: usize,
) -> Fitted {
    let mut model = start(weights, families, 60.0);
    let (mut own, mut other) = (table(&model.own, families), table(&model.other, families));
    let mut best = report_round(0, &model, training, held_out);
    let mut saved = (own.snapshot(), other.snapshot());
    let (mut places, mut random): (Vec<usize>, _) = ((0..training.len()).collect(), Rng::with_seed(2));
    let (mut since, mut shares) = (0, Vec::new());
    for round in 1..=rounds {
        random.shuffle(&mut places);
        let rate = 0.02 / (1.0 + round as f64 / 10.0);
        for batch in places.chunks(BATCH) {
            let mut slopes = [vec![0.0; model.own.len()], vec![0.0; model.other.len()]];
            for sample in batch.iter().map(|&place| training[place]) {
                model.shares(sample, &mut shares);
                for (index, &(own, other)) in sample.choices.iter().enumerate() {
                    let chosen = f64::from(u8::from(index == usize::from(sample.chosen)));
                    let error = (shares[index] - chosen) / batch.len() as f64;
                    slopes[0][usize::from(own)] += error;
                    slopes[1][usize::from(other)] += error;
                }
            }
            own.step(&slopes[0], training.len() as f64, rate);
            other.step(&slopes[1], training.len() as f64, rate);
            (model.own, model.other) = (own.table(), other.table());
        }
        let loss = report_round(round, &model, training, held_out);
        if loss < best - 1e-5 {
            (best, since) = (loss, 0);
            saved = (own.snapshot(), other.snapshot());
        } else {
            since += 1;
            if since >= PATIENCE {
                break;
            }
        }
    }
    own.restore(saved.0);
    other.restore(saved.1);
    Fitted { own: own.table(), other: other.table() }
}

fn report_round(round: usize, model: &Fitted, training: &[&OrderSample], held_out: &[&OrderSample]) -> f64 {
    let some = &training[..training.len().min(held_out.len())];
    let ((of_training, ..), (loss, first, early)) = (model.judge(some), model.judge(held_out));
    crate::report(&format!(
        "order {round:3}: training {of_training:.4}, held out {loss:.4}; first {:.1} %, among five {:.1} %",
        100.0 * first,
        100.0 * early
    ));
    loss
}

fn table(start: &[f64], families: &[Family]) -> Tied {
    let shared_of_family = PATTERN_KINDS + THREAT_KINDS;
    let mut parts = Vec::new();
    for (place, &family) in families.iter().enumerate() {
        for code in 0..CODES {
            let (patterns, threat) = parts_of(code, family);
            let first = place * shared_of_family;
            let mut of_code: Vec<(usize, f64)> =
                patterns.iter().map(|&pattern| (first + pattern, 1.0)).collect();
            of_code.push((first + PATTERN_KINDS + threat, 1.0));
            parts.push(of_code);
        }
    }
    let shared = vec![1.0; shared_of_family * families.len()];
    Tied::new(start.to_vec(), parts, shared, vec![0.3; start.len()])
}
