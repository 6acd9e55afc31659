//! Tuning: simultaneous perturbation stochastic approximation (SPSA) of the search's parameters by games of the engine against
//! itself.
//!
//! Source: J. C. Spall, "Implementation of the simultaneous perturbation algorithm for stochastic optimization", IEEE
//! Transactions on Aerospace and Electronic Systems 34 (1998). As is usual for engines, a step of each parameter is given by its
//! size at the end, and an iteration is a pair of games with one opening, colours reversed.

mod chart;

use std::collections::BTreeSet;
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

/// The exponents by which the steps and the perturbations shrink (Spall's α and γ).
const ALPHA: f64 = 0.602;
const GAMMA: f64 = 0.101;
/// The part of all iterations during which the steps hardly shrink (Spall's A).
const STABILITY: f64 = 0.1;
/// The most values of each parameter in the path.
const SAMPLES: u32 = 400;
/// Memory for the transposition table of each engine, in bytes.
const HASH_BYTES: usize = 4 << 20;
/// The time between two writings of the state.
const SAVE: Duration = Duration::from_secs(10);
/// The time between two questions to the caller whether to go on.
const TICK: Duration = Duration::from_millis(50);

/// The parameters of a tuning, and its games. A saved state must agree with them.
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
    /// The source of the openings.
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

/// The reason for which a tuning cannot begin or go on.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TuneError {
    /// No parameter is named.
    #[error("expected at least one parameter, found none")]
    NoParameter,
    /// No parameter has this name.
    #[error("expected the name of a parameter, found `{0}`")]
    Unknown(String),
    /// A parameter comes twice.
    #[error("expected each parameter once, found `{0}` twice")]
    Repeated(String),
    /// The rate is no number above 0.
    #[error("expected a rate above 0, found {0}")]
    Rate(String),
    /// A saved state has other values than names, or counts that do not agree.
    #[error(
        "expected {expected} values of parameters and {pairs} pairs of games at most, found {found} and {ended}"
    )]
    State {
        /// The number of parameters.
        expected: usize,
        /// The number of values.
        found: usize,
        /// The pairs of games in all.
        pairs: u32,
        /// The pairs that have ended or were begun.
        ended: u32,
    },
}

impl TuneSettings {
    /// Checks the names and the rate.
    fn check(&self) -> Result<(), TuneError> {
        let mut seen = BTreeSet::new();
        for name in &self.names {
            if param(name).is_none() {
                return Err(TuneError::Unknown(name.clone()));
            }
            if !seen.insert(name) {
                return Err(TuneError::Repeated(name.clone()));
            }
        }
        if seen.is_empty() {
            return Err(TuneError::NoParameter);
        }
        if !(self.rate.is_finite() && self.rate > 0.0) {
            return Err(TuneError::Rate(self.rate.to_string()));
        }
        Ok(())
    }
}

fn param(name: &str) -> Option<&'static SearchParam> {
    SearchParams::ALL.iter().find(|param| param.name == name)
}

/// A tuning that runs or has ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tuning {
    settings: TuneSettings,
    /// Pairs that were begun, and those that have ended.
    begun: u32,
    ended: u32,
    /// The numbers of the pairs that were begun and have not ended, which [`Tuning::run`] plays again.
    unfinished: BTreeSet<u32>,
    /// The SHA-256 of the file of openings, if they come from one, as soon as a pair was played.
    openings_sha256: Option<String>,
    /// Games that the positive perturbation won, drew and lost.
    results: [u32; 3],
    values: Vec<f64>,
    /// The values at regular intervals of pairs, oldest first.
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
    ///
    /// # Errors
    /// When there is no name, one is not that of a parameter or comes twice, or the rate is no number above 0.
    pub fn new(settings: TuneSettings) -> Result<Tuning, TuneError> {
        settings.check()?;
        let params = settings.start.params_of(settings.rule);
        let start = |name: &String| f64::from(params.get(name).unwrap_or_default());
        let values: Vec<f64> = settings.names.iter().map(start).collect();
        Ok(Tuning {
            begun: 0,
            ended: 0,
            unfinished: BTreeSet::new(),
            openings_sha256: None,
            results: [0; 3],
            path: vec![values.clone()],
            values,
            settings,
        })
    }

    /// Reads a saved tuning. Pairs that had not ended are played again.
    ///
    /// # Errors
    /// When the file cannot be read, or is no saved tuning of the parameters that there are.
    pub fn load(path: &Path) -> Result<Tuning, RunError> {
        const ACTION: &str = "go on from";
        let text = fs::read_to_string(path).map_err(|error| RunError::file(ACTION, path, error))?;
        let tuning: Tuning =
            serde_json::from_str(&text).map_err(|error| RunError::file(ACTION, path, error))?;
        tuning.check().map_err(|error| RunError::file(ACTION, path, error))?;
        Ok(tuning)
    }

    /// Checks that the numbers of a saved tuning belong together.
    fn check(&self) -> Result<(), TuneError> {
        self.settings.check()?;
        let Tuning { begun, ended, unfinished, values, path, .. } = self;
        let (expected, pairs) = (self.settings.names.len(), self.settings.pairs);
        let lengths = path.iter().chain([values]).map(Vec::len);
        let wrong = lengths.into_iter().find(|&found| found != expected);
        let is_counted = *begun <= pairs
            && ended.checked_add(unfinished.len() as u32) == Some(*begun)
            && unfinished.iter().all(|number| number < begun);
        match wrong {
            None if is_counted && !path.is_empty() => Ok(()),
            _ => Err(TuneError::State {
                expected,
                found: wrong.unwrap_or(values.len()),
                pairs,
                ended: (*begun).max(*ended),
            }),
        }
    }

    /// Replaces the file with the state.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn save(&self, path: &Path) -> Result<(), RunError> {
        save_json(path, self)
    }

    /// The settings of the tuning.
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
        self.settings.names.iter().zip(&self.values).filter_map(|(name, &value)| Some((param(name)?, value)))
    }

    /// The values at the beginning, with the tuned values rounded.
    pub fn params(&self) -> SearchParamChanges {
        self.shifted(&vec![0.0; self.values.len()], 0.0)
    }

    /// The paths of the parameters as a picture in SVG.
    pub fn chart(&self) -> String {
        chart::draw(self)
    }

    /// Plays the remaining pairs on several threads, and saves the state at the beginning, now and then, and at the end. `watch` is called
    /// after each pair and several times a second, and ends the run by `false`.
    ///
    /// # Errors
    /// When the openings cannot be read or have changed since the tuning began, or the state cannot be saved.
    pub fn run(
        &mut self,
        concurrency: usize,
        file: Option<&Path>,
        watch: &mut (dyn FnMut(&Tuning) -> bool + Send),
    ) -> Result<(), RunError> {
        let settings = self.settings.clone();
        let openings = Openings::read(&settings.openings, settings.rule, settings.size, None)?;
        if self.begun > 0 {
            openings.check_digest(&settings.openings, self.openings_sha256.as_deref())?;
        }
        self.openings_sha256 = openings.digest().map(str::to_owned);
        let save = |tuning: &Tuning| file.map_or(Ok(()), |path| tuning.save(path));
        save(self)?;
        let (mut saved, mut outcome) = (Instant::now(), Ok(()));
        let again: Vec<u32> = self.unfinished.iter().rev().copied().collect();
        let stop = AtomicBool::new(false);
        let shared = Mutex::new((&mut *self, again, watch));
        let lock = || shared.lock().unwrap_or_else(PoisonError::into_inner);
        thread::scope(|scope| {
            let work = || {
                loop {
                    let pair = {
                        let mut guard = lock();
                        let (tuning, again, _) = &mut *guard;
                        let number = again.pop().or_else(|| tuning.next_number());
                        let Some(number) = number.filter(|_| !stop.load(Ordering::Relaxed)) else { return };
                        tuning.pair(number)
                    };
                    let Some(results) = pair.play(&settings, &openings, &stop) else { return };
                    let mut guard = lock();
                    let (tuning, _, watch) = &mut *guard;
                    tuning.learn(&pair, results);
                    if !watch(tuning) {
                        stop.store(true, Ordering::Relaxed);
                    }
                }
            };
            let workers: Vec<_> = (0..concurrency.max(1)).map(|_| scope.spawn(work)).collect();
            loop {
                let has_ended = workers.iter().all(|worker| worker.is_finished());
                let mut guard = lock();
                let (tuning, _, watch) = &mut *guard;
                if outcome.is_ok() && saved.elapsed() >= SAVE {
                    (outcome, saved) = (save(tuning), Instant::now());
                }
                if !watch(tuning) || outcome.is_err() {
                    stop.store(true, Ordering::Relaxed);
                }
                drop(guard);
                if has_ended {
                    break;
                }
                thread::sleep(TICK);
            }
        });
        outcome?;
        save(self)
    }

    /// The perturbation of a parameter in an iteration, and the size of the step for a result of one game.
    fn sizes(&self, param: &SearchParam, iteration: u32) -> (f64, f64) {
        let pairs = f64::from(self.settings.pairs);
        let (now, stability) = (f64::from(iteration + 1), STABILITY * pairs);
        let last = f64::from(param.step);
        let perturbation = last * libm::pow(pairs / now, GAMMA);
        let step =
            self.settings.rate * last * last * libm::pow((stability + pairs) / (stability + now), ALPHA);
        (perturbation, step / perturbation)
    }

    /// The number of the next pair, if one is left that was not begun.
    fn next_number(&mut self) -> Option<u32> {
        let number = self.begun;
        (number < self.settings.pairs).then(|| {
            self.begun += 1;
            self.unfinished.insert(number);
            number
        })
    }

    fn pair(&self, number: u32) -> Pair {
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
        self.unfinished.remove(&pair.number);
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

    fn next_pair(tuning: &mut Tuning) -> Pair {
        let number = tuning.next_number().unwrap();
        tuning.pair(number)
    }

    #[test]
    fn values_move_towards_the_perturbation_that_wins() {
        let mut tuning = Tuning::new(settings()).unwrap();
        let pair = next_pair(&mut tuning);
        let before = tuning.values.clone();
        tuning.learn(&pair, [2, 0, 0]);
        for ((after, before), sign) in tuning.values.iter().zip(&before).zip(&pair.signs) {
            assert!((after - before) * sign > 0.0, "{before} -> {after}, {sign}");
        }
        let before = tuning.values.clone();
        let pair = next_pair(&mut tuning);
        tuning.learn(&pair, [1, 0, 1]);
        assert_eq!(tuning.values, before, "a pair without a winner moves nothing");
        assert_eq!((tuning.ended(), tuning.results()), (2, [3, 0, 1]));
    }

    #[test]
    fn both_sides_of_a_pair_are_perturbed_by_about_a_step() {
        let mut tuning = Tuning::new(settings()).unwrap();
        let pair = next_pair(&mut tuning);
        let [up, down] = pair.params.map(|params| params.params_of(Rule::FREESTYLE).reverse_margin);
        let step = SearchParams::ALL.iter().find(|param| param.name == "reverse_margin").unwrap().step;
        assert_eq!((up + down) / 2, SearchParams::of(Rule::FREESTYLE).reverse_margin);
        assert!((2 * step..=3 * step).contains(&(up - down).abs()), "{up} {down}");
    }

    #[test]
    fn a_tuning_that_was_paused_goes_on_and_ends_as_one_that_was_not() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("tune.json");
        let mut whole = Tuning::new(settings()).unwrap();
        whole.run(1, None, &mut |_| true).unwrap();
        let mut paused = Tuning::new(settings()).unwrap();
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
        let changed = |from: &str, to: &str| {
            let text = serde_json::to_string(&Tuning::new(settings()).unwrap()).unwrap();
            assert!(text.contains(from), "{text}");
            fs::write(&file, text.replace(from, to)).unwrap();
            let error = Tuning::load(&file).unwrap_err();
            std::error::Error::source(&error).unwrap().to_string()
        };
        assert_eq!(
            changed("moves_base", "plain_depth"),
            "expected the name of a parameter, found `plain_depth`"
        );
        assert_eq!(
            changed("moves_base", "reverse_margin"),
            "expected each parameter once, found `reverse_margin` twice"
        );
        assert_eq!(changed("\"rate\":0.01", "\"rate\":-1.0"), "expected a rate above 0, found -1");
        let counts = changed("\"begun\":0", "\"begun\":9");
        assert_eq!(counts, "expected 2 values of parameters and 4 pairs of games at most, found 2 and 9");
    }

    #[test]
    fn pairs_that_had_not_ended_are_played_again_and_no_others() {
        let mut tuning = Tuning::new(settings()).unwrap();
        let (_, second) = (next_pair(&mut tuning), next_pair(&mut tuning));
        tuning.learn(&second, [1, 0, 1]);
        assert_eq!(tuning.unfinished, BTreeSet::from([0]));
        let text = serde_json::to_string(&tuning).unwrap();
        let mut loaded: Tuning = serde_json::from_str(&text).unwrap();
        assert_eq!(loaded.check(), Ok(()));
        let mut most = 0;
        let mut watch = |tuning: &Tuning| {
            most = most.max(tuning.begun);
            true
        };
        loaded.run(2, None, &mut watch).unwrap();
        assert_eq!((loaded.ended(), loaded.begun, most), (4, 4, 4));
        assert!(loaded.unfinished.is_empty());
    }

    #[test]
    fn a_tuning_does_not_go_on_with_other_openings() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("openings.txt");
        fs::write(&file, "h8i9\n").unwrap();
        let openings = file.to_str().unwrap().parse().unwrap();
        let mut tuning = Tuning::new(TuneSettings { openings, ..settings() }).unwrap();
        tuning.run(1, None, &mut |tuning| tuning.ended() < 1).unwrap();
        fs::write(&file, "h8i10\n").unwrap();
        let error = tuning.run(1, None, &mut |_| true).unwrap_err();
        assert!(matches!(error, RunError::OtherOpenings(_)), "{error}");
    }
}
