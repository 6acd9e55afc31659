//! Trains the policy of a network, so that the moves that searches chose come first.
//!
//! The network is not changed: its accumulators and activations are the policy's inputs. Each family has one list of numbers, in the order
//! of [`READOUT`] to [`SHAPES_AT`].

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use anyhow::{Context, Result, ensure};
use tengen_engine::EvaluationWeights;
use tengen_engine::features::{
    CELL_CHANNELS, CELL_UNIT, CHANNELS, CODES, DISTANCES, Family, FamilyWeights, INPUTS, NetworkWeights,
    POLICY_UNIT, PolicyNumbers, PolicyView, PolicyWeights, READOUT_SHIFT, SHAPES, swapped_shapes,
};
use tengen_game::Color;

use super::adam::{Adam, Pull};
use super::data::visit_moves;
use super::{HELD_OUT, in_parts, network_file, rate_at, shuffled};
use crate::game::Game;
use crate::samples::{GamesOfRule, families, for_each_game};

/// Train the policy of a network, which orders moves, with games of self-play
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    source: GamesOfRule,
    /// File with the network that gets the policy [default: the built-in one]
    #[arg(long, value_name = "FILE")]
    network: Option<PathBuf>,
    /// Interval of the positions that are used; 1 for all positions
    #[arg(long, default_value_t = 1, value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..))]
    every: usize,
    /// Number of passes over all positions
    #[arg(long, default_value_t = 4)]
    epochs: usize,
    /// Number of positions per step
    #[arg(long, default_value_t = 512, value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..))]
    batch: usize,
    /// Greatest learning rate
    #[arg(long, default_value_t = 0.01)]
    rate: f32,
    /// Weight decay of the numbers of codes and of shapes
    #[arg(long, default_value_t = 0.05)]
    decay: f32,
    /// L1 penalty on these numbers: those whose slope is mostly noise become zero, and the file is smaller
    #[arg(long, default_value_t = 0.0)]
    threshold: f32,
    /// Number of threads
    #[arg(long, default_value_t = 2)]
    threads: usize,
    /// Seed of the order of positions
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// File to write: the network with its policy
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

/// The index of the weights of the inputs, by channel of a cell.
const READOUT: usize = 0;
const BIAS: usize = READOUT + CELL_CHANNELS * INPUTS;
/// The index of the numbers of codes: of the side to move, then of the other side.
const CODES_AT: usize = BIAS + CELL_CHANNELS;
/// The index of the numbers of distances: from the last move, then from the one before.
const DISTANCES_AT: usize = CODES_AT + 2 * CODES;
const SHAPES_AT: usize = DISTANCES_AT + 2 * DISTANCES;
const NUMBERS: usize = SHAPES_AT + SHAPES;

/// The divisor of the accumulators of all cells. Those near the last move are divided by a quarter of it, so that the trained numbers have
/// the same order of magnitude.
const WHOLE_UNIT: f32 = 16.0;
const NEAR_UNIT: f32 = 4.0;

/// A position whose move was chosen by a search.
struct Sample {
    inputs: [i16; INPUTS],
    /// The index of the family to move among those of the rule.
    family: usize,
    chosen: usize,
    first: usize,
    count: usize,
}

/// A possible move.
struct Move {
    /// The logarithm of the ordering score by tables.
    by_tables: f32,
    codes: [u16; 2],
    /// The shapes from the point of view of the side to move.
    shapes: [u16; 4],
    distances: [Option<u8>; 2],
    activations: [[u8; CHANNELS]; 2],
}

struct Samples {
    samples: Vec<Sample>,
    moves: Vec<Move>,
    /// The shapes from White's point of view, by their numbers from Black's.
    swapped: Vec<u16>,
}

/// The quality of the prediction of moves: sums over positions.
#[derive(Clone, Copy, Debug, Default)]
struct Judgement {
    positions: usize,
    loss: f64,
    first: usize,
    among_three: usize,
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let rule = arguments.source.rule;
    let file = network_file(rule)?;
    let weights = match &arguments.network {
        None => EvaluationWeights::built_in(),
        Some(path) => {
            let bytes = crate::read_bytes(path)?;
            let read = EvaluationWeights::built_in().with_network(&bytes);
            read.with_context(|| path.display().to_string())?
        }
    };
    let families = families(rule);
    let (mut training, mut held_out, mut tried) = (Samples::new(), Samples::new(), Vec::new());
    let mut visited = 0;
    for_each_game(&arguments.source.games, Some(rule), HELD_OUT, |game, is_held_out| {
        visit_choices(&game, &weights, |view, chosen, side| {
            let family = Family::of(rule, side);
            let place = families.iter().position(|&known| known == family).unwrap_or(0);
            if is_held_out {
                held_out.add(view, chosen, side, place);
            } else if visited % arguments.every == 0 {
                training.add(view, chosen, side, place);
            }
            visited += usize::from(!is_held_out);
        })?;
        if is_held_out {
            tried.push(game);
        }
        Ok(())
    })?;
    let (count, held) = (training.samples.len(), held_out.samples.len());
    crate::report(&format!("training: {count} positions; held out: {held}"));
    ensure!(count > 0 && held > 0, "expected at least {HELD_OUT} games with positions");
    let numbers = train(arguments, &training, &held_out, families.len());
    let mut trained = weights.clone();
    for (family, numbers) in families.into_iter().zip(numbers.chunks_exact(NUMBERS)) {
        let numbers_of_family = weights.family(family);
        let network = numbers_of_family.network.as_deref().context("the rule has no network")?;
        let policy = PolicyWeights::new(rounded(numbers)).context("the numbers are too large")?;
        let network = NetworkWeights::clone(network).with_policy(Some(policy));
        let with_policy = FamilyWeights { network: Some(Arc::new(network)), ..numbers_of_family.clone() };
        trained = trained.with_family(family, with_policy, weights.about());
    }
    crate::report(&format!("held out, rounded: {}", judge_order(&tried, &trained)?));
    let bytes = trained.write_network(file).context("a family of the rule has no network")?;
    crate::write(&arguments.out, &bytes)
}

/// Calls `visit` with each position of a game in which a search chose freely, the index of its move, and the side to move.
fn visit_choices(
    game: &Game,
    weights: &EvaluationWeights,
    mut visit: impl FnMut(&PolicyView, usize, Color),
) -> Result<()> {
    visit_moves(game, weights, |replay, index, played| {
        if played.score.is_some()
            && index > 0
            && replay.is_free()
            && let Some(view) = replay.policy_view()
            && let Some(chosen) = view.moves.iter().position(|m| m.point == played.point)
        {
            visit(&view, chosen, replay.side());
        }
    })
}

impl Samples {
    fn new() -> Samples {
        Samples { samples: Vec::new(), moves: Vec::new(), swapped: swapped_shapes() }
    }

    /// Adds a position in which `side` is to move; `family` is the index of its family.
    fn add(&mut self, view: &PolicyView, chosen: usize, side: Color, family: usize) {
        let swapped = &self.swapped;
        let (first, count) = (self.moves.len(), view.moves.len());
        self.samples.push(Sample { inputs: view.inputs, family, chosen, first, count });
        self.moves.extend(view.moves.iter().map(|m| Move {
            by_tables: (m.by_tables as f32).ln(),
            codes: m.codes,
            shapes: match side {
                Color::Black => m.shapes,
                Color::White => m.shapes.map(|shape| swapped[usize::from(shape)]),
            },
            distances: m.distances.map(|distance| distance.map(|distance| distance as u8)),
            activations: m.activations,
        }));
    }
}

/// The scaled inputs of a sample for the training.
fn scaled(inputs: &[i16; INPUTS]) -> [f32; INPUTS] {
    let unit = |index: usize| if index < INPUTS / 2 { WHOLE_UNIT } else { NEAR_UNIT };
    std::array::from_fn(|index| f32::from(inputs[index]) / (f32::from(CELL_UNIT) * unit(index)))
}

/// The indices of the numbers that a move adds, except those of its activations.
fn places(m: &Move) -> impl Iterator<Item = usize> {
    let codes = [0, 1].map(|side| CODES_AT + side * CODES + usize::from(m.codes[side]));
    let distances = [0, 1].into_iter().zip(m.distances);
    let distances = distances
        .filter_map(|(back, distance)| Some(DISTANCES_AT + back * DISTANCES + usize::from(distance?)));
    codes.into_iter().chain(distances).chain(m.shapes.map(|shape| SHAPES_AT + usize::from(shape)))
}

/// The loss of a sample by the numbers of its family. Its slope is added to `slope`.
fn pass(numbers: &[f32], sample: &Sample, moves: &[Move], slope: Option<&mut [f32]>) -> Judgement {
    let inputs = scaled(&sample.inputs);
    let weights: [f32; CELL_CHANNELS] = std::array::from_fn(|channel| {
        let row = &numbers[READOUT + channel * INPUTS..][..INPUTS];
        numbers[BIAS + channel] + row.iter().zip(&inputs).map(|(weight, input)| weight * input).sum::<f32>()
    });
    let unit = 1.0 / f32::from(CELL_UNIT);
    let logit = |m: &Move| {
        let activations = m.activations.as_flattened().iter().zip(&weights);
        let by_activations: f32 =
            activations.map(|(&activation, weight)| f32::from(activation) * weight).sum();
        m.by_tables + by_activations * unit + places(m).map(|place| numbers[place]).sum::<f32>()
    };
    let mut shares: Vec<f32> = moves.iter().map(logit).collect();
    let of_chosen = shares[sample.chosen];
    let better = shares.iter().filter(|&&share| share > of_chosen).count();
    let most = shares.iter().copied().fold(f32::MIN, f32::max);
    shares.iter_mut().for_each(|share| *share = (*share - most).exp());
    let sum: f32 = shares.iter().sum();
    shares.iter_mut().for_each(|share| *share /= sum);
    let loss = f64::from(sum.ln() + most - of_chosen);
    if let Some(slope) = slope {
        let mut of_weights = [0.0; CELL_CHANNELS];
        for (index, (m, share)) in moves.iter().zip(&shares).enumerate() {
            let error = share - f32::from(u8::from(index == sample.chosen));
            for (of_weight, &activation) in of_weights.iter_mut().zip(m.activations.as_flattened()) {
                *of_weight += error * unit * f32::from(activation);
            }
            places(m).for_each(|place| slope[place] += error);
        }
        for (channel, of_weight) in of_weights.into_iter().enumerate() {
            slope[BIAS + channel] += of_weight;
            let row = &mut slope[READOUT + channel * INPUTS..][..INPUTS];
            row.iter_mut().zip(&inputs).for_each(|(slope, input)| *slope += of_weight * input);
        }
    }
    Judgement::of(loss, better)
}

/// Trains the numbers of all families, which begin at zero.
fn train(arguments: &Arguments, training: &Samples, held_out: &Samples, families: usize) -> Vec<f32> {
    let mut numbers = vec![0.0; families * NUMBERS];
    let mut adam = Adam::new(numbers.len());
    let judge = |numbers: &[f32]| {
        let parts = in_parts(&held_out.samples, arguments.threads, |part| {
            part.iter().map(|sample| pass_of(numbers, held_out, sample, None)).sum::<Judgement>()
        });
        parts.into_iter().sum::<Judgement>()
    };
    crate::report(&format!("held out, by tables: {}", judge(&numbers)));
    let count = training.samples.len();
    let steps = arguments.epochs * count.div_ceil(arguments.batch);
    let mut step = 0;
    for epoch in 1..=arguments.epochs {
        let begin = Instant::now();
        let order = shuffled(count, arguments.seed, epoch);
        let mut of_epoch = Judgement::default();
        for batch in order.chunks(arguments.batch) {
            let parts = in_parts(batch, arguments.threads, |part| {
                let mut slope = vec![0.0; numbers.len()];
                let samples = part.iter().map(|&index| &training.samples[index]);
                let judged =
                    samples.map(|sample| pass_of(&numbers, training, sample, Some(&mut slope))).sum();
                (judged, slope)
            });
            let mut slope = vec![0.0; numbers.len()];
            for (judged, of_part) in parts {
                of_epoch = of_epoch + judged;
                let scale = 1.0 / batch.len() as f32;
                slope.iter_mut().zip(of_part).for_each(|(slope, more)| *slope += more * scale);
            }
            adam.step(&mut numbers, &slope, rate_at(arguments.rate, step, steps), |index| {
                let place = index % NUMBERS;
                let is_rare = (CODES_AT..DISTANCES_AT).contains(&place) || place >= SHAPES_AT;
                if is_rare {
                    Pull { decay: arguments.decay, threshold: arguments.threshold }
                } else {
                    Pull::default()
                }
            });
            step += 1;
        }
        let held = judge(&numbers);
        let seconds = begin.elapsed().as_secs_f32();
        crate::report(&format!("pass {epoch}: training {of_epoch}; held out {held}; {seconds:.0} s"));
    }
    numbers
}

/// Calls [`pass`] with the numbers of the sample's family, which are a part of all numbers.
fn pass_of(numbers: &[f32], samples: &Samples, sample: &Sample, slope: Option<&mut [f32]>) -> Judgement {
    let of_family = sample.family * NUMBERS..(sample.family + 1) * NUMBERS;
    let moves = &samples.moves[sample.first..][..sample.count];
    pass(&numbers[of_family.clone()], sample, moves, slope.map(|slope| &mut slope[of_family]))
}

/// The numbers as the engine's integers.
fn rounded(numbers: &[f32]) -> PolicyNumbers {
    let round = |number: f32| number.round().clamp(f32::from(i16::MIN), f32::from(i16::MAX)) as i16;
    let at = |place: usize| round(numbers[place] * POLICY_UNIT as f32);
    let readout_unit = (1 << READOUT_SHIFT) as f32;
    let mut policy = PolicyNumbers::zero();
    for (channel, row) in policy.readout.iter_mut().enumerate() {
        for (input, weight) in row.iter_mut().enumerate() {
            let unit = if input < INPUTS / 2 { WHOLE_UNIT } else { NEAR_UNIT };
            *weight = round(numbers[READOUT + channel * INPUTS + input] * readout_unit / unit);
        }
        policy.bias[channel] = (numbers[BIAS + channel] * readout_unit * f32::from(CELL_UNIT)).round() as i32;
    }
    for code in 0..CODES {
        (policy.own[code], policy.other[code]) = (at(CODES_AT + code), at(CODES_AT + CODES + code));
    }
    for distance in 0..DISTANCES {
        policy.near[0][distance] = at(DISTANCES_AT + distance);
        policy.near[1][distance] = at(DISTANCES_AT + DISTANCES + distance);
    }
    for (shape, number) in policy.shapes.iter_mut().enumerate() {
        *number = at(SHAPES_AT + shape);
    }
    policy
}

/// The quality with which the engine's own order predicts the moves of games.
fn judge_order(games: &[Game], weights: &EvaluationWeights) -> Result<Judgement> {
    let mut judged = Judgement::default();
    for game in games {
        visit_choices(game, weights, |view, chosen, _| {
            let of_chosen = view.moves[chosen].order;
            let better = view.moves.iter().filter(|m| m.order > of_chosen).count();
            let sum: f64 = view.moves.iter().map(|m| f64::from(m.order.max(1))).sum();
            judged = judged + Judgement::of((sum / f64::from(of_chosen.max(1))).ln(), better);
        })?;
    }
    Ok(judged)
}

impl Judgement {
    /// The judgement of a position in which `better` moves were ranked before the chosen one.
    fn of(loss: f64, better: usize) -> Judgement {
        Judgement {
            positions: 1,
            loss,
            first: usize::from(better == 0),
            among_three: usize::from(better < 3),
        }
    }
}

impl std::ops::Add for Judgement {
    type Output = Judgement;

    fn add(self, other: Judgement) -> Judgement {
        Judgement {
            positions: self.positions + other.positions,
            loss: self.loss + other.loss,
            first: self.first + other.first,
            among_three: self.among_three + other.among_three,
        }
    }
}

impl std::iter::Sum for Judgement {
    fn sum<I: Iterator<Item = Judgement>>(judgements: I) -> Judgement {
        judgements.fold(Judgement::default(), std::ops::Add::add)
    }
}

impl std::fmt::Display for Judgement {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let count = self.positions.max(1) as f64;
        let [first, among_three] = [self.first, self.among_three].map(|n| 100.0 * n as f64 / count);
        write!(f, "{:.4}, first {first:.1} %, among three {among_three:.1} %", self.loss / count)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

    use std::fmt::Write;
    use std::fs;

    use tengen_engine::features::Replay;
    use tengen_game::{BoardSize, Point, Position, Rule};

    use super::*;
    use crate::carry_out_line;

    /// Games in which every move is to the right of the last one.
    fn games() -> String {
        let mut text = String::new();
        for number in 0..60 {
            let (first, row) = (number % 5, number / 5 + 2);
            let _ = write!(text, "freestyle 15 draw");
            for (index, column) in (b'b' + first..b'k').enumerate() {
                let score = if index > 1 { "/0" } else { "" };
                let _ = write!(text, " {}{row}{score}", char::from(column));
            }
            text.push('\n');
        }
        text
    }

    #[test]
    fn a_policy_learns_which_moves_are_chosen() {
        let folder = tempfile::tempdir().unwrap();
        let (file, out) = (folder.path().join("games.txt"), folder.path().join("out.network"));
        fs::write(&file, games()).unwrap();
        carry_out_line(&format!("policy {} --epochs 30 --batch 16 --out {}", file.display(), out.display()))
            .unwrap();
        let weights = EvaluationWeights::built_in().with_network(&fs::read(&out).unwrap()).unwrap();
        // The rest of the network is unchanged.
        let network_of = |weights: &EvaluationWeights| {
            let network = weights.family(Family::Freestyle).network.clone().unwrap();
            NetworkWeights::clone(&network).with_policy(None)
        };
        assert_eq!(network_of(&weights), network_of(&EvaluationWeights::built_in()));
        // The policy also applies to a row that no game had.
        let size = BoardSize::FIFTEEN;
        let mut replay = Replay::with_weights(&Position::new(Rule::FREESTYLE, size), weights);
        for point in ["g14", "h14", "i14"] {
            replay.make(Point::parse(point, size).unwrap());
        }
        let view = replay.policy_view().unwrap();
        let best = view.moves.iter().max_by_key(|m| m.order).unwrap();
        assert_eq!(best.point, Point::parse("j14", size).unwrap());
    }

    #[test]
    fn what_cannot_be_trained_is_reported() {
        let folder = tempfile::tempdir().unwrap();
        let (file, out) = (folder.path().join("games.txt"), folder.path().join("out.network"));
        let fault = |games: &str, more: &str| {
            fs::write(&file, games).unwrap();
            let words = format!("policy {} {more} --out {}", file.display(), out.display());
            format!("{:#}", carry_out_line(&words).unwrap_err())
        };
        assert_eq!(fault("freestyle 15 draw h8\n", ""), "expected at least 20 games with positions");
        assert_eq!(
            fault("", "--rule caro-exact"),
            "expected freestyle, standard, renju or caro, found caro-exact, which has no network"
        );
        let network = folder.path().join("x.network");
        fs::write(&network, "no network").unwrap();
        let error = fault("", &format!("--network {}", network.display()));
        assert!(error.contains("x.network: expected a file of evaluation weights"), "{error}");
    }
}
