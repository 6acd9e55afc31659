//! Trains the network that corrects the evaluation by tables.

mod adam;
mod data;
mod export;
mod model;
pub(crate) mod policy;
pub(crate) mod positions;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use anyhow::{Context, Result, bail, ensure};
use fastrand::Rng;
use serde::{Deserialize, Serialize};
use tengen_engine::features::{Family, FamilyWeights};
use tengen_engine::{EvaluationWeights, NetworkFile};
use tengen_game::{BoardSize, Rule};

use crate::game::Game;
use crate::loss::{cross_entropy, sigmoid};
use crate::samples::{GamesOfRule, families, for_each_game};
use adam::{Adam, Pull};
use data::{Counts, Samples, Seen, Targets, visit_positions};
use export::{export, import};
use model::{Loss, Model, OwnPart};

/// Train the network of a rule with games of self-play
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    source: GamesOfRule,
    /// File with the tables that the network corrects [default: the built-in ones]
    #[arg(long, value_name = "FILE")]
    tables: Option<PathBuf>,
    /// Network or training state with the initial numbers, also of another rule [default: random numbers]
    #[arg(long, value_name = "FILE")]
    start: Option<PathBuf>,
    /// Add features for the shapes of lines. They begin at zero unless the initial network has them
    #[arg(long)]
    shapes: bool,
    /// Network or training state with the initial features of shapes, also of another rule: shapes mean nearly the same under all rules
    #[arg(long, value_name = "FILE", requires = "shapes")]
    shapes_from: Option<PathBuf>,
    /// Share of the game's result in the target of the training; the rest is the score of the search
    #[arg(long, default_value_t = 0.3, value_parser = crate::share::<f32>)]
    result_share: f32,
    /// File with a teacher's win chances for the positions of these games, as `teacher.py` writes it
    #[arg(long, value_name = "FILE")]
    teacher: Option<PathBuf>,
    /// Share of the teacher's win chance in the target of the training
    #[arg(long, default_value_t = 0.5, value_parser = crate::share::<f32>)]
    teacher_share: f32,
    /// Number of passes over all positions
    #[arg(long, default_value_t = 12)]
    epochs: usize,
    /// Number of positions per step
    #[arg(long, default_value_t = 4096, value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..))]
    batch: usize,
    /// Greatest learning rate
    #[arg(long, default_value_t = 0.002)]
    rate: f32,
    /// Weight decay of the numbers of rare codes and of shapes
    #[arg(long, default_value_t = 0.05)]
    decay: f32,
    /// L1 penalty on the numbers of shapes: those whose slope is mostly noise become zero, and the file is smaller
    #[arg(long, default_value_t = 0.0)]
    threshold: f32,
    /// Number of threads
    #[arg(long, default_value_t = 2)]
    threads: usize,
    /// Seed of the random initial numbers and of the order of positions
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// File in which the state is saved after each pass; a training continues from an existing file
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
    /// File to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

/// One of this many games is held out.
pub(crate) const HELD_OUT: usize = 20;

/// The number of held-out games on which the integer network is tested.
const TRIED: usize = 1000;

/// The state from which a training continues.
#[derive(Serialize, Deserialize)]
struct Checkpoint {
    epoch: usize,
    numbers: Vec<f32>,
    adam: Adam,
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let rule = arguments.source.rule;
    let file = network_file(rule)?;
    let weights = crate::read(arguments.tables.as_deref())?;
    let [mut training, mut held_out] = [(); 2].map(|()| Samples::new(arguments.shapes));
    let mut tried = Vec::new();
    let mut seen = Seen::default();
    let teacher = arguments.teacher.as_deref().map(read_teacher).transpose()?;
    let mut targets = Targets::new(arguments.result_share, teacher.as_deref(), arguments.teacher_share);
    for_each_game(&arguments.source.games, Some(rule), HELD_OUT, |game, is_held_out| {
        let samples = if is_held_out { &mut held_out } else { &mut training };
        samples.add(&game, is_held_out, &weights, &mut targets, &mut seen)?;
        if is_held_out && tried.len() < TRIED {
            tried.push(game);
        }
        Ok(())
    })?;
    if let (Some(path), Some(teacher)) = (&arguments.teacher, &teacher) {
        let (expected, found) = (targets.count, teacher.len());
        ensure!(
            expected == found,
            "expected {expected} numbers in {}, as many as these games have positions, found {found}",
            path.display()
        );
    }
    report_counts("training", &training.counts);
    report_counts("held out", &held_out.counts);
    ensure!(held_out.counts.positions > 0, "expected at least {HELD_OUT} games with positions");
    let families = families(rule);
    let model = train(arguments, &training, &held_out, &families)?;
    let about = format!("{rule}: {} positions.", training.counts.positions);
    let tables = weights.about().to_owned();
    let mut weights = weights;
    for (place, &family) in families.iter().enumerate() {
        let network = Some(Arc::new(export(&model, place, family, &about)));
        let numbers = FamilyWeights { network, ..weights.family(family).clone() };
        weights = weights.with_family(family, numbers, &tables);
    }
    let [float, integer] = try_network(&tried, &model, &weights, arguments.result_share)?;
    crate::report(&format!(
        "{} held-out games: {float:.5} with these numbers, {integer:.5} rounded",
        tried.len()
    ));
    let bytes = weights.write_network(file).context("a family of the rule has no network")?;
    crate::write(&arguments.out, &bytes)
}

/// The network of a rule.
fn network_file(rule: Rule) -> Result<NetworkFile> {
    NetworkFile::of(rule, BoardSize::FIFTEEN).with_context(|| {
        format!("expected freestyle, standard, renju or caro, found {rule}, which has no network")
    })
}

fn report_counts(name: &str, counts: &Counts) {
    let Counts { games, positions, duplicates, phases, results } = counts;
    crate::report(&format!(
        "{name}: {games} games, {positions} positions ({duplicates} duplicates left out); by stones below 10, 20, 40 and more: \
         {phases:?}; lost, drawn and won: {results:?}"
    ));
}

fn train(
    arguments: &Arguments,
    training: &Samples,
    held_out: &Samples,
    families: &[Family],
) -> Result<Model> {
    let mut model = Model::new(families, arguments.shapes, arguments.seed);
    let mut adam = Adam::new(model.numbers.len());
    let mut first = 1;
    if let Some(path) = &arguments.start {
        model.start_from(&read_start(path)?)?;
    }
    if let Some(path) = &arguments.shapes_from {
        let taken = model.take_shapes(&read_start(path)?);
        taken.with_context(|| path.display().to_string())?;
    }
    if let Some(saved) = read_checkpoint(arguments.checkpoint.as_deref())? {
        ensure!(saved.numbers.len() == model.numbers.len(), "the checkpoint is of another network");
        (model.numbers, adam, first) = (saved.numbers, saved.adam, saved.epoch + 1);
        model.add_up();
        let unused = if arguments.start.is_some() || arguments.shapes_from.is_some() {
            "; the networks to start from are not used"
        } else {
            ""
        };
        let done = if first > arguments.epochs { ", which was the last" } else { "" };
        crate::report(&format!("going on from the checkpoint after pass {}{done}{unused}", saved.epoch));
    }
    let none = held_out
        .samples
        .iter()
        .map(|sample| cross_entropy(f64::from(sample.target), sigmoid(f64::from(sample.by_tables))));
    crate::report(&format!("held out, by tables: {:.5}", none.sum::<f64>() / held_out.samples.len() as f64));
    let count = training.samples.len();
    let steps = arguments.epochs * count.div_ceil(arguments.batch);
    for epoch in first..=arguments.epochs {
        let begin = Instant::now();
        let order = shuffled(count, arguments.seed, epoch);
        let mut loss = Loss::default();
        for (index, batch) in order.chunks(arguments.batch).enumerate() {
            let step = (epoch - 1) * count.div_ceil(arguments.batch) + index;
            let (of_batch, mut slope) = slope_of(&model, training, batch, arguments.threads);
            loss += of_batch;
            model.share(&mut slope);
            slope.iter_mut().for_each(|slope| *slope /= batch.len() as f32);
            let rate = rate_at(arguments.rate, step, steps);
            let mut numbers = std::mem::take(&mut model.numbers);
            adam.step(&mut numbers, &slope, rate, |index| match model.own_part(index) {
                Some(OwnPart::Code) => Pull { decay: arguments.decay, threshold: 0.0 },
                Some(OwnPart::Shape) => Pull { decay: arguments.decay, threshold: arguments.threshold },
                None => Pull::default(),
            });
            model.numbers = numbers;
            model.add_up();
        }
        let held = loss_of(&model, held_out, arguments.threads);
        let (of_all, of_held) = (count as f64, held_out.samples.len() as f64);
        crate::report(&format!(
            "pass {epoch}: training {:.5}, held out {:.5}, of results alone {:.5}; {:.0} s",
            loss.target / of_all,
            held.target / of_held,
            held.result / of_held,
            begin.elapsed().as_secs_f32()
        ));
        if let Some(path) = &arguments.checkpoint {
            write_checkpoint(
                path,
                &Checkpoint { epoch, numbers: model.numbers.clone(), adam: adam.clone() },
            )?;
        }
    }
    Ok(model)
}

/// The order in which a pass visits `count` positions.
fn shuffled(count: usize, seed: u64, epoch: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    Rng::with_seed(seed ^ (epoch as u64) << 32).shuffle(&mut order);
    order
}

/// The learning rate of a step: it falls from the greatest one almost to zero, by half a cosine.
fn rate_at(greatest: f32, step: usize, steps: usize) -> f32 {
    let turn = std::f32::consts::PI * step as f32 / steps as f32;
    greatest * (0.5 + 0.5 * turn.cos()).max(0.01)
}

/// The loss of a batch, and its slope before the division among shared features.
fn slope_of(model: &Model, samples: &Samples, batch: &[usize], threads: usize) -> (Loss, Vec<f32>) {
    let part = |part: &[usize]| {
        let (mut loss, mut slope) = (Loss::default(), vec![0.0; model.numbers.len()]);
        for &index in part {
            let sample = &samples.samples[index];
            loss += model.pass(sample, samples.cells(sample), Some(&mut slope));
        }
        (loss, slope)
    };
    let mut parts = in_parts(batch, threads, part).into_iter();
    let (mut loss, mut slope) =
        parts.next().unwrap_or_else(|| (Loss::default(), vec![0.0; model.numbers.len()]));
    for (of_part, slope_of_part) in parts {
        loss += of_part;
        slope.iter_mut().zip(slope_of_part).for_each(|(slope, more)| *slope += more);
    }
    (loss, slope)
}

fn loss_of(model: &Model, samples: &Samples, threads: usize) -> Loss {
    let mut all = Loss::default();
    let parts = in_parts(&samples.samples, threads, |part| {
        let mut loss = Loss::default();
        for sample in part {
            loss += model.pass(sample, samples.cells(sample), None);
        }
        loss
    });
    parts.into_iter().for_each(|loss| all += loss);
    all
}

/// The results for parts of a list, one per thread. The order of the parts is fixed, so that sums are the same in every run.
fn in_parts<T: Sync, R: Send>(list: &[T], threads: usize, work: impl Fn(&[T]) -> R + Sync) -> Vec<R> {
    let size = list.len().div_ceil(threads.max(1)).max(1);
    std::thread::scope(|scope| {
        let work = &work;
        let parts: Vec<_> = list.chunks(size).map(|part| scope.spawn(move || work(part))).collect();
        parts
            .into_iter()
            .map(|part| part.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
            .collect()
    })
}

/// The win chances that a teacher has written: 32-bit floating-point numbers, little-endian.
fn read_teacher(path: &Path) -> Result<Vec<f32>> {
    let bytes = crate::read_bytes(path)?;
    let (numbers, rest) = bytes.as_chunks();
    ensure!(rest.is_empty(), "expected numbers of four bytes in {}", path.display());
    let numbers: Vec<f32> = numbers.iter().map(|&bytes| f32::from_le_bytes(bytes)).collect();
    let wrong = numbers.iter().position(|number| !number.is_nan() && !(0.0..=1.0).contains(number));
    if let Some(index) = wrong {
        bail!(
            "expected chances from 0 to 1 in {}, found {} as number {index}",
            path.display(),
            numbers[index]
        );
    }
    Ok(numbers)
}

/// The numbers of a network's file, or of a checkpoint.
fn read_start(path: &Path) -> Result<Vec<f32>> {
    let bytes = crate::read_bytes(path)?;
    // The written file contains only the tables.
    let tables = EvaluationWeights::read(&EvaluationWeights::built_in().write())?;
    match tables.with_network(&bytes) {
        Ok(weights) => {
            let networks = Family::ALL.iter().filter_map(|&family| weights.family(family).network.as_deref());
            Ok(import(&networks.collect::<Vec<_>>()))
        }
        Err(fault) => match postcard::from_bytes::<Checkpoint>(&bytes) {
            Ok(checkpoint) => Ok(checkpoint.numbers),
            Err(_) => {
                bail!("expected a network or a checkpoint of a training in {}: {fault}", path.display())
            }
        },
    }
}

fn read_checkpoint(path: Option<&Path>) -> Result<Option<Checkpoint>> {
    let Some(path) = path.filter(|path| path.exists()) else { return Ok(None) };
    let bytes = crate::read_bytes(path)?;
    let read = postcard::from_bytes(&bytes);
    Ok(Some(read.with_context(|| format!("expected a checkpoint of a training in {}", path.display()))?))
}

/// Replaces the file as a whole, so that the older file remains if the program is interrupted.
fn write_checkpoint(path: &Path, checkpoint: &Checkpoint) -> Result<()> {
    let (bytes, part) = (postcard::to_allocvec(checkpoint)?, path.with_extension("part"));
    let written = fs::write(&part, bytes).and_then(|()| fs::rename(&part, path));
    written.with_context(|| format!("cannot write {}", path.display()))
}

/// The loss over some games with the network's own numbers, and with the engine's integers.
fn try_network(
    games: &[Game],
    model: &Model,
    weights: &EvaluationWeights,
    result_share: f32,
) -> Result<[f64; 2]> {
    let (mut samples, mut seen, mut integer) = (Samples::new(model.has_shapes), Seen::default(), 0.0);
    let mut targets = Targets::without_teacher(result_share);
    for game in games {
        visit_positions(game, true, weights, &mut targets, |replay, target| {
            if samples.add_position(replay, target, &mut seen) {
                let logit = f64::from(replay.evaluate_with_network()) / f64::from(target.scale);
                integer += cross_entropy(f64::from(target.chance), sigmoid(logit));
            }
        })?;
    }
    let count = samples.samples.len().max(1) as f64;
    Ok([loss_of(model, &samples, 1).target / count, integer / count])
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

    use tengen_engine::features::{CHANNELS, Replay};
    use tengen_game::Position;

    use super::*;
    use crate::carry_out_line;

    /// Games that Black wins if it has a stone on i8, and loses otherwise.
    fn games() -> String {
        let mut text = String::new();
        for number in 0..60 {
            let (winner, third) = if number % 2 == 0 { ("black", "i8") } else { ("white", "k11") };
            let fourth = ["g6", "g9", "e8", "f12", "l5"][number / 2 % 5];
            text += &format!("freestyle 15 {winner} h8 i10 {third}/0 {fourth}/0 d{}/0\n", number / 10 + 2);
        }
        text
    }

    fn train_in(folder: &Path, more: &str) -> EvaluationWeights {
        let (games_file, out) = (folder.join("games.txt"), folder.join("out.bin"));
        fs::write(&games_file, games()).unwrap();
        let words = format!(
            "network {} --batch 16 --result-share 1 {more} --out {}",
            games_file.display(),
            out.display()
        );
        carry_out_line(&words).unwrap();
        EvaluationWeights::built_in().with_network(&fs::read(&out).unwrap()).unwrap()
    }

    /// The network's correction of the evaluation by tables after the third move, for White.
    fn value(weights: &EvaluationWeights, third: &str) -> i32 {
        let replay = replay(weights, third);
        replay.evaluate_with_network() - replay.evaluate()
    }

    fn replay(weights: &EvaluationWeights, third: &str) -> Replay {
        let size = BoardSize::FIFTEEN;
        let mut replay = Replay::with_weights(&Position::new(Rule::FREESTYLE, size), weights.clone());
        for point in ["h8", "i10", third] {
            replay.make(tengen_game::Point::parse(point, size).unwrap());
        }
        replay
    }

    #[test]
    fn a_network_learns_who_wins() {
        let folder = tempfile::tempdir().unwrap();
        let weights = train_in(folder.path(), "--epochs 300 --rate 0.01 --threads 2 --decay 0");
        let about = weights.family(Family::Freestyle).network.as_ref().unwrap().about();
        assert!(about.starts_with("freestyle: ") && about.ends_with(" positions."), "{about}");
        // White is to move.
        let (good, bad) = (value(&weights, "k11"), value(&weights, "i8"));
        assert!(good > bad + 50, "{good} and {bad}");
    }

    #[test]
    fn shapes_are_learned_on_top_of_a_network() {
        let folder = tempfile::tempdir().unwrap();
        let start = folder.path().join("start.network");
        let codes = train_in(folder.path(), "--epochs 20 --rate 0.01 --decay 0");
        fs::write(&start, codes.write_network(NetworkFile::Freestyle).unwrap()).unwrap();
        let trained = |threshold: &str| {
            let more = format!("--shapes --epochs 100 --rate 0.01 --decay 0 --threshold {threshold}");
            let weights = train_in(folder.path(), &format!("{more} --start {}", start.display()));
            let (good, bad) = (value(&weights, "k11"), value(&weights, "i8"));
            assert!(good > bad + 50, "{good} and {bad}, threshold {threshold}");
            let network = weights.family(Family::Freestyle).network.as_ref().unwrap();
            let has_numbers = |row: &&[i8; CHANNELS]| row.iter().any(|&number| number != 0);
            network.shapes().unwrap().own.iter().filter(has_numbers).count()
        };
        let (all, strong) = (trained("0"), trained("0.5"));
        assert!(all > 20 && strong > 0 && strong < all, "{all} and {strong} features are not empty");
        assert_eq!(trained("100"), 0, "the sides alone say what each shape should");
    }

    #[test]
    fn a_network_learns_from_a_teacher() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("chances");
        let write = |chances: &[f32]| {
            let bytes: Vec<u8> = chances.iter().flat_map(|chance| chance.to_le_bytes()).collect();
            fs::write(&file, bytes).unwrap();
        };
        // Each of the 60 games has three positions. The teacher's chance is low for all of them except one, for which it has no value.
        let mut chances = vec![0.1; 180];
        chances[7] = f32::NAN;
        write(&chances);
        let taught = |share: f32| {
            let teacher = format!("--teacher {} --teacher-share {share}", file.display());
            let more = format!("--epochs 300 --rate 0.01 --decay 0 {teacher}");
            // White wins this game.
            replay(&train_in(folder.path(), &more), "k11").evaluate_with_network()
        };
        let (by_result, by_teacher) = (taught(0.0), taught(1.0));
        assert!(by_result > 50 && by_teacher < -50, "{by_result} and {by_teacher}");
        chances.pop();
        write(&chances);
        let fault = |path: &Path| read_teacher(path).unwrap_err().to_string();
        let (games_file, out) = (folder.path().join("games.txt"), folder.path().join("out.bin"));
        let words =
            format!("network {} --teacher {} --out {}", games_file.display(), file.display(), out.display());
        let error = carry_out_line(&words).unwrap_err().to_string();
        assert!(error.starts_with("expected 180 numbers in") && error.ends_with("found 179"), "{error}");
        for share in ["1.5", "NaN"] {
            let words = format!("network x --out y --teacher-share {share}");
            let error = carry_out_line(&words).unwrap_err().to_string();
            assert!(error.contains("expected a share from 0 to 1"), "{error}");
        }
        write(&[0.5, 1.5]);
        assert!(fault(&file).ends_with("found 1.5 as number 1"), "{}", fault(&file));
        fs::write(&file, "abc").unwrap();
        assert!(fault(&file).starts_with("expected numbers of four bytes"), "{}", fault(&file));
    }

    #[test]
    fn a_training_goes_on_from_its_checkpoint() {
        let folder = tempfile::tempdir().unwrap();
        let at_once = train_in(folder.path(), "--epochs 4");
        let checkpoint = folder.path().join("state");
        let saved = format!("--epochs 4 --checkpoint {}", checkpoint.display());
        train_in(folder.path(), &saved);
        let mut half = read_checkpoint(Some(&checkpoint)).unwrap().unwrap();
        assert_eq!(half.epoch, 4);
        assert_eq!(train_in(folder.path(), &saved), at_once, "nothing is left to do");
        // This state is that before the last pass.
        half.epoch = 3;
        write_checkpoint(&checkpoint, &half).unwrap();
        assert_ne!(train_in(folder.path(), &saved), at_once, "one more pass");
        // Another training may begin with the numbers of the checkpoint.
        let started = format!("--epochs 1 --rate 0.000001 --start {}", checkpoint.display());
        let [one, other] = ["k11", "i8"].map(|third| value(&train_in(folder.path(), &started), third));
        let [expected, of_other] = ["k11", "i8"].map(|third| value(&at_once, third));
        assert!(one.abs_diff(expected) < 10 && other.abs_diff(of_other) < 10, "{one} and {other}");
        // A training may also begin with the numbers of a network.
        let network = folder.path().join("a.network");
        fs::write(&network, at_once.write_network(NetworkFile::Freestyle).unwrap()).unwrap();
        let started = format!("--epochs 1 --rate 0.000001 --start {}", network.display());
        assert!(value(&train_in(folder.path(), &started), "k11").abs_diff(expected) < 10);
        fs::write(&network, "no network").unwrap();
        let fault = read_start(&network).unwrap_err().to_string();
        assert!(fault.contains("expected a network or a checkpoint"), "{fault}");
        assert!(read_start(&folder.path().join("missing")).is_err());
        fs::write(&checkpoint, "no checkpoint").unwrap();
        let fault = read_checkpoint(Some(&checkpoint)).map(|_| ()).unwrap_err();
        assert!(fault.to_string().contains("expected a checkpoint of a training"), "{fault}");
    }
}
