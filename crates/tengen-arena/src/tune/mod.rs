//! Tuning: simultaneous perturbation stochastic approximation (SPSA) of the search's parameters by games of the engine against
//! itself.
//!
//! Source: J. C. Spall, "Implementation of the simultaneous perturbation algorithm for stochastic optimization", IEEE
//! Transactions on Aerospace and Electronic Systems 34 (1998). As is usual for engines, a step of each parameter is given by its
//! size at the end, and an iteration is a pair of games with one opening, colours reversed.

mod chart;

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use tengen_analysis::SystemClock;
use tengen_engine::{Engine, EngineOptions, SearchParam, SearchParamChanges, SearchParams};
use tengen_game::{BoardSize, Rule, SplitMix};

use crate::game::Terms;
use crate::openings::{OpeningSource, Openings};
use crate::player::Plain;
use crate::runner::{RunError, as_lines, as_text, save_json};
use crate::{Adjudication, TimeControl, play};

/// How fast the steps shrink, and how fast the perturbations do (Spall's α and γ).
const ALPHA: f64 = 0.602;
const GAMMA: f64 = 0.101;
/// The part of all iterations during which the steps hardly shrink (Spall's A).
const STABILITY: f64 = 0.1;
/// How many values of each parameter the path has at most.
const SAMPLES: u32 = 400;
/// Memory for the transposition table of each engine, in bytes.
const HASH_BYTES: usize = 4 << 20;
/// How often the state is saved.
const SAVE: Duration = Duration::from_secs(10);

/// What is tuned, and by which games. A saved state must agree with it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TuneSettings {
    /// The parameters by name, at least one.
    pub names: Vec<String>,
    /// The values at the beginning that are not those of the rule.
    #[serde(with = "as_text")]
    pub start: SearchParamChanges,
    /// The rule of all games.
    #[serde(with = "as_text")]
    pub rule: Rule,
    /// The board of all games.
    #[serde(with = "as_lines")]
    pub size: BoardSize,
    /// Where the openings come from.
    #[serde(with = "as_text")]
    pub openings: OpeningSource,
    /// Nodes for a move.
    pub nodes: u64,
    /// Pairs of games in all.
    pub pairs: u32,
    /// The size of the last step for a result of one game, in steps of the parameter: 0.002 for very long tunings, more for
    /// short ones.
    pub rate: f64,
    /// Chooses perturbations and openings.
    pub seed: u64,
}

/// A tuning that runs or has ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tuning {
    settings: TuneSettings,
    /// Pairs that were begun, and those that have ended.
    begun: u32,
    ended: u32,
    /// Games that the positive perturbation won, drew and lost.
    results: [u32; 3],
    values: Vec<f64>,
    /// The values after every so many pairs.
    path: Vec<Vec<f64>>,
}

/// A pair of games to be played.
struct Pair {
    number: u32,
    signs: Vec<f64>,
    /// Perturbed up and down.
    params: [SearchParamChanges; 2],
}

impl Tuning {
    /// A tuning that begins.
    pub fn new(settings: TuneSettings) -> Tuning {
        let params = settings.start.params_of(settings.rule);
        let start = |name: &String| f64::from(params.get(name).unwrap_or_default());
        let values: Vec<f64> = settings.names.iter().map(start).collect();
        Tuning { begun: 0, ended: 0, results: [0; 3], path: vec![values.clone()], values, settings }
    }

    /// Reads a saved tuning. Pairs that had not ended are played again.
    ///
    /// # Errors
    /// When the file cannot be read, or is no saved tuning.
    pub fn load(path: &Path) -> Result<Tuning, RunError> {
        const ACTION: &str = "go on from";
        let text = fs::read_to_string(path).map_err(|error| RunError::file(ACTION, path, error))?;
        let mut tuning: Tuning =
            serde_json::from_str(&text).map_err(|error| RunError::file(ACTION, path, error))?;
        tuning.begun = tuning.ended;
        Ok(tuning)
    }

    /// Replaces the file with the state.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn save(&self, path: &Path) -> Result<(), RunError> {
        save_json(path, self)
    }

    /// What is tuned.
    pub fn settings(&self) -> &TuneSettings {
        &self.settings
    }

    /// Pairs of games that have ended.
    pub fn ended(&self) -> u32 {
        self.ended
    }

    /// Games that the positive perturbation won, drew and lost: about as many won as lost.
    pub fn results(&self) -> [u32; 3] {
        self.results
    }

    /// Each tuned parameter with its value.
    pub fn values(&self) -> impl Iterator<Item = (&SearchParam, f64)> {
        let param = |name: &String| SearchParams::ALL.iter().find(|param| param.name == name);
        self.settings
            .names
            .iter()
            .zip(&self.values)
            .filter_map(move |(name, &value)| Some((param(name)?, value)))
    }

    /// The values at the beginning, with the tuned values rounded.
    pub fn params(&self) -> SearchParamChanges {
        self.shifted(&vec![0.0; self.values.len()], 0.0)
    }

    /// The paths of the parameters as a picture in SVG.
    pub fn chart(&self) -> String {
        chart::draw(self)
    }

    /// Plays the remaining pairs on several threads, and saves the state now and then. `watch` is called after each pair, and
    /// ends the run by `false`.
    ///
    /// # Errors
    /// When the openings cannot be read, or the state cannot be saved.
    pub fn run(
        &mut self,
        concurrency: usize,
        file: Option<&Path>,
        watch: &mut (dyn FnMut(&Tuning) -> bool + Send),
    ) -> Result<(), RunError> {
        let settings = self.settings.clone();
        let openings = Openings::read(&settings.openings, settings.rule, settings.size, None)?;
        let stop = AtomicBool::new(false);
        let shared = Mutex::new((&mut *self, watch, Instant::now(), Ok(())));
        thread::scope(|scope| {
            for _ in 0..concurrency.max(1) {
                scope.spawn(|| {
                    loop {
                        let lock = || shared.lock().unwrap_or_else(PoisonError::into_inner);
                        let pair = {
                            let mut guard = lock();
                            let tuning = &mut *guard.0;
                            if stop.load(Ordering::Relaxed) || tuning.begun >= tuning.settings.pairs {
                                return;
                            }
                            tuning.next_pair()
                        };
                        let results = pair.play(&settings, &openings, &stop);
                        let mut guard = lock();
                        let (tuning, watch, saved, outcome) = &mut *guard;
                        let Some(results) = results else { return };
                        tuning.learn(&pair, results);
                        if let Some(path) = file.filter(|_| saved.elapsed() >= SAVE) {
                            *outcome = tuning.save(path);
                            *saved = Instant::now();
                        }
                        if outcome.is_err() || !watch(tuning) {
                            stop.store(true, Ordering::Relaxed);
                        }
                    }
                });
            }
        });
        let outcome = shared.into_inner().unwrap_or_else(PoisonError::into_inner).3;
        outcome?;
        file.map_or(Ok(()), |path| self.save(path))
    }

    /// By how much a parameter is perturbed in an iteration, and how large a step a result of one game is.
    fn sizes(&self, param: &SearchParam, iteration: u32) -> (f64, f64) {
        let pairs = f64::from(self.settings.pairs);
        let (now, stability) = (f64::from(iteration + 1), STABILITY * pairs);
        let last = f64::from(param.step);
        let perturbation = last * libm::pow(pairs / now, GAMMA);
        let step =
            self.settings.rate * last * last * libm::pow((stability + pairs) / (stability + now), ALPHA);
        (perturbation, step / perturbation)
    }

    fn next_pair(&mut self) -> Pair {
        let number = self.begun;
        self.begun += 1;
        let mut random = SplitMix::new(self.settings.seed ^ SplitMix::mix(u64::from(number)));
        let signs: Vec<f64> =
            self.values.iter().map(|_| if random.next() >> 63 == 0 { 1.0 } else { -1.0 }).collect();
        let shifts: Vec<f64> =
            self.values().zip(&signs).map(|((param, _), sign)| sign * self.sizes(param, number).0).collect();
        let params = [1.0, -1.0].map(|sign| self.shifted(&shifts, sign));
        Pair { number, signs, params }
    }

    /// The parameters with shifted values, rounded and within their ranges.
    fn shifted(&self, shifts: &[f64], sign: f64) -> SearchParamChanges {
        let mut params = self.settings.start.clone();
        for ((param, value), shift) in self.values().zip(shifts) {
            let (low, high) = param.range;
            let value = libm::round(value + sign * shift) as i32;
            params.put(param, value.clamp(low, high));
        }
        params
    }

    /// Moves the values by the result of a pair.
    fn learn(&mut self, pair: &Pair, [won, drawn, lost]: [u32; 3]) {
        for (sum, number) in self.results.iter_mut().zip([won, drawn, lost]) {
            *sum += number;
        }
        let result = f64::from(won) - f64::from(lost);
        let moved: Vec<f64> = self
            .values()
            .zip(&pair.signs)
            .map(|((param, value), sign)| {
                let (low, high) = param.range;
                let step = self.sizes(param, pair.number).1;
                (value + step * result * sign).clamp(f64::from(low), f64::from(high))
            })
            .collect();
        self.values = moved;
        self.ended += 1;
        if self.ended.is_multiple_of((self.settings.pairs / SAMPLES).max(1)) {
            self.path.push(self.values.clone());
        }
    }
}

impl Pair {
    /// Plays both games: how many of them the positive perturbation won, drew and lost. `None` after a stop.
    fn play(&self, settings: &TuneSettings, openings: &Openings, stop: &AtomicBool) -> Option<[u32; 3]> {
        let control = TimeControl { nodes: Some(settings.nodes), ..TimeControl::default() };
        let seed = settings.seed.wrapping_add(SplitMix::mix(u64::from(self.number)));
        let engine = |params| {
            Engine::new(EngineOptions { hash_bytes: HASH_BYTES, params, ..EngineOptions::default() })
        };
        let mut engines = self.params.clone().map(engine);
        let terms = Terms {
            start: &openings.starts[(seed % openings.starts.len() as u64) as usize],
            controls: [&control; 2],
            adjudication: Adjudication::default(),
            seed,
            clock: &SystemClock::new(),
            stop,
        };
        let mut results = [0; 3];
        for is_reversed in [false, true] {
            let [up, down] = &mut engines;
            up.clear();
            down.clear();
            let (mut up, mut down) = (Plain(up), Plain(down));
            let played = if is_reversed {
                play([&mut down, &mut up], &terms)
            } else {
                play([&mut up, &mut down], &terms)
            };
            let winner = played.ending?.winner();
            let place = match winner {
                None => 1,
                Some(color) if (color == tengen_game::Color::White) == (is_reversed != played.swapped) => 0,
                Some(_) => 2,
            };
            results[place] += 1;
        }
        Some(results)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings() -> TuneSettings {
        TuneSettings {
            names: vec!["moves_base".to_owned(), "reverse_margin".to_owned()],
            start: SearchParamChanges::default(),
            rule: Rule::FREESTYLE,
            size: BoardSize::FIFTEEN,
            openings: OpeningSource::Balanced,
            nodes: 100,
            pairs: 4,
            rate: 0.01,
            seed: 3,
        }
    }

    #[test]
    fn values_move_towards_the_perturbation_that_wins() {
        let mut tuning = Tuning::new(settings());
        let pair = tuning.next_pair();
        let before = tuning.values.clone();
        tuning.learn(&pair, [2, 0, 0]);
        for ((after, before), sign) in tuning.values.iter().zip(&before).zip(&pair.signs) {
            assert!((after - before) * sign > 0.0, "{before} -> {after}, {sign}");
        }
        let before = tuning.values.clone();
        let pair = tuning.next_pair();
        tuning.learn(&pair, [1, 0, 1]);
        assert_eq!(tuning.values, before, "a pair without a winner moves nothing");
        assert_eq!((tuning.ended(), tuning.results()), (2, [3, 0, 1]));
    }

    #[test]
    fn both_sides_of_a_pair_are_perturbed_by_about_a_step() {
        let mut tuning = Tuning::new(settings());
        let pair = tuning.next_pair();
        let [up, down] = pair.params.map(|params| params.params_of(Rule::FREESTYLE).reverse_margin);
        let step = SearchParams::ALL.iter().find(|param| param.name == "reverse_margin").unwrap().step;
        assert_eq!((up + down) / 2, SearchParams::of(Rule::FREESTYLE).reverse_margin);
        assert!((2 * step..=3 * step).contains(&(up - down).abs()), "{up} {down}");
    }

    #[test]
    fn a_tuning_that_was_paused_goes_on_and_ends_as_one_that_was_not() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("tune.json");
        let mut whole = Tuning::new(settings());
        whole.run(1, None, &mut |_| true).unwrap();
        let mut paused = Tuning::new(settings());
        paused.run(1, Some(&file), &mut |tuning| tuning.ended() < 2).unwrap();
        assert_eq!(paused.ended(), 2);
        let mut resumed = Tuning::load(&file).unwrap();
        resumed.run(2, Some(&file), &mut |_| true).unwrap();
        assert_eq!((resumed.ended(), Tuning::load(&file).unwrap()), (4, resumed));
        assert_eq!(whole.ended(), 4);
        let svg = whole.chart();
        assert!(svg.contains("<polyline") && svg.contains("4 of 4 pairs of games"), "{svg}");
    }

    #[test]
    fn a_file_that_is_no_tuning_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("tune.json");
        fs::write(&file, "{}").unwrap();
        assert!(Tuning::load(&file).unwrap_err().to_string().starts_with("cannot go on from"));
    }
}
