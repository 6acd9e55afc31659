//! The calibration of the ladder for people: the levels of the engine, the classics and scripted beginners play against their neighbours,
//! and the results become ratings.

mod report;

use std::sync::atomic::AtomicBool;

use serde::{Deserialize, Serialize};
use tengen_analysis::{Classic, Clock, Level, Opponent, SearchLimits};
use tengen_classic::Options;
use tengen_classic::scripted::Scripted;
use tengen_engine::bench::{BENCH_DEPTH, bench};
use tengen_engine::{Engine, EngineOptions, levels_fingerprint};
use tengen_game::{BoardSize, Rule, SplitMix};

use crate::openings::{Book, BookError};
use crate::stats::{Duel, Rating, Trinomial, rate_checked};
use crate::{Adjudication, GameStart, Player, SideClock, Terms, TimeControl, play};

/// Nodes of a move of the highest level, which has no limit of its own.
const NODES_OF_FULL: u64 = 200_000;

/// Nodes of a move of the classics that search. They play in the same time as the levels around them.
const NODES_OF_CLASSICS: u64 = 4_000;

/// Memory for the table of an engine, in bytes.
const HASH_BYTES: usize = 8 << 20;

/// A participant of the calibration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rung {
    /// A level of the engine.
    Level(Level),
    /// A classic.
    Classic(Classic),
    /// A scripted beginner.
    Scripted(Scripted),
}

impl Rung {
    /// All participants: the levels from the weakest on, then the others.
    pub fn all() -> Vec<Rung> {
        let levels = Level::ALL.into_iter().map(Rung::Level);
        let classics = Classic::ALL.into_iter().map(Rung::Classic);
        levels.chain(classics).chain(Scripted::ALL.map(Rung::Scripted)).collect()
    }

    /// The name in tables.
    pub fn name(self) -> String {
        match self {
            Rung::Level(level) => format!("level {}", level.number()),
            Rung::Classic(classic) => classic.name().to_owned(),
            Rung::Scripted(scripted) => scripted.name(),
        }
    }

    fn player(self, seed: u64) -> RungPlayer {
        let (opponent, nodes): (Box<dyn Opponent + Send>, _) = match self {
            Rung::Level(level) => {
                let engine = Engine::new(EngineOptions::default().with_hash_bytes(HASH_BYTES));
                (Box::new(engine), level.is_full().then_some(NODES_OF_FULL))
            }
            Rung::Classic(classic) => (Options::default().opponent(classic), Some(NODES_OF_CLASSICS)),
            Rung::Scripted(scripted) => (scripted.opponent(), None),
        };
        let level = if let Rung::Level(level) = self { Some(level) } else { None };
        RungPlayer { name: self.name(), opponent, level, nodes, seed }
    }
}

/// A participant in a game.
struct RungPlayer {
    name: String,
    opponent: Box<dyn Opponent + Send>,
    level: Option<Level>,
    nodes: Option<u64>,
    /// The seed of the game, as on the page: the arena's own seed changes with every move, and a level would overlook other rows each time.
    seed: u64,
}

impl Player for RungPlayer {
    fn opponent(&mut self) -> &mut dyn Opponent {
        self.opponent.as_mut()
    }

    fn name(&mut self) -> String {
        self.name.clone()
    }

    fn limits(&mut self, _: &TimeControl, _: SideClock, _: u64) -> SearchLimits {
        SearchLimits { nodes: self.nodes, level: self.level, seed: self.seed, ..SearchLimits::default() }
    }
}

/// Two participants that play against each other, by their numbers in [`Rung::all`], and their games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pairing {
    /// The numbers of both.
    pub rungs: [usize; 2],
    /// The number of games, which is even.
    pub games: usize,
}

/// The levels that a participant other than a level plays against: those around its strength, which earlier calibrations found.
fn levels_around(rung: Rung) -> [u8; 3] {
    match rung {
        Rung::Classic(Classic::Direction) => [5, 7, 9],
        Rung::Classic(Classic::Tuple | Classic::Greedy) => [7, 9, 11],
        Rung::Classic(Classic::GameTree | Classic::Minimax(_)) => [9, 11, 13],
        Rung::Scripted(Scripted::BEGINNER) => [4, 5, 6],
        Rung::Scripted(_) | Rung::Level(_) => [1, 2, 4],
    }
}

/// The pairings: each level with the next two, and all others with three levels. `share` is the share of the usual number of games.
pub fn pairings(share: f64) -> Vec<Pairing> {
    let rungs = Rung::all();
    let games = |usual: f64| 2 * ((usual * share / 2.0).round() as usize).max(1);
    // A game between high levels takes as long as hundreds between low ones.
    let usual = |level: usize| match level {
        0..=13 => 600.0,
        14..=16 => 300.0,
        17 => 200.0,
        _ => 160.0,
    };
    let levels = Level::ALL.len();
    let neighbours = (1..levels).map(|level| ([level - 1, level], usual(level)));
    let next_but_one = (2..levels).map(|level| ([level - 2, level], usual(level) / 3.0));
    let others = rungs.iter().enumerate().skip(levels).flat_map(|(number, &rung)| {
        levels_around(rung).map(|level| ([usize::from(level) - 1, number], 200.0))
    });
    let all = neighbours.chain(next_but_one).chain(others);
    all.map(|(rungs, usual)| Pairing { rungs, games: games(usual) }).collect()
}

/// The version of the evaluation, of the search and of the levels that a calibration belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Version {
    /// The nodes of `tengen bench`.
    pub bench: u64,
    /// The checksum of the table of the levels.
    pub levels: u32,
}

impl Version {
    /// The version of this program. The bench takes some seconds.
    pub fn of_this(clock: &dyn Clock) -> Version {
        Version { bench: bench(BENCH_DEPTH, clock).nodes, levels: levels_fingerprint() }
    }
}

/// The results of a calibration so far. It is saved as JSON, and a calibration that was broken off goes on from there.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Calibration {
    /// The version that the games belong to.
    pub version: Version,
    /// The share of the usual number of games.
    pub share: f64,
    /// The results of each pairing for its second participant, 0, 1 or 2 half points a game; `None` for a game that was not played yet.
    results: Vec<Vec<Option<u8>>>,
}

/// A game of a calibration: the index of its pairing, and its number among the games of this pairing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LadderGame {
    /// The index of the pairing.
    pub pairing: usize,
    /// The number of the game, from 0.
    pub number: usize,
}

impl Calibration {
    /// A calibration without any games.
    pub fn new(version: Version, share: f64) -> Calibration {
        let results = pairings(share).iter().map(|pairing| vec![None; pairing.games]).collect();
        Calibration { version, share, results }
    }

    /// Whether the results have the games of the pairings, which a damaged file need not have.
    pub fn is_whole(&self) -> bool {
        let games = pairings(self.share).into_iter().map(|pairing| pairing.games);
        games.eq(self.results.iter().map(Vec::len))
            && self.results.iter().flatten().flatten().all(|&half| half <= 2)
    }

    /// The number of games that were played, and of all games.
    pub fn progress(&self) -> (usize, usize) {
        let played = self.results.iter().flatten().flatten().count();
        (played, self.results.iter().map(Vec::len).sum())
    }

    /// The games that are left, a few of each pairing in turn, so that an early end has games of all.
    pub fn remaining(&self) -> Vec<LadderGame> {
        let longest = self.results.iter().map(Vec::len).max().unwrap_or_default();
        let all = (0..longest)
            .flat_map(|number| (0..self.results.len()).map(move |pairing| LadderGame { pairing, number }));
        all.filter(|game| self.results[game.pairing].get(game.number) == Some(&None)).collect()
    }

    /// Enters the result of a game, in half points of the pairing's second participant.
    pub fn enter(&mut self, game: LadderGame, half_points: u8) {
        if let Some(result) = self.results.get_mut(game.pairing).and_then(|games| games.get_mut(game.number))
        {
            *result = Some(half_points);
        }
    }

    /// The scores of the second participant of each pairing.
    pub fn duels(&self) -> Vec<Duel> {
        let scores = |games: &Vec<Option<u8>>| {
            let mut scores = Trinomial::default();
            games.iter().flatten().for_each(|&half_points| scores.add(usize::from(half_points)));
            scores
        };
        let pairings = pairings(self.share);
        let duel = |(pairing, games): (Pairing, &Vec<Option<u8>>)| Duel {
            one: pairing.rungs[1],
            other: pairing.rungs[0],
            scores: scores(games),
        };
        pairings.into_iter().zip(&self.results).map(duel).collect()
    }

    /// The rating of each participant in Elo above level 1.
    pub fn ratings(&self) -> Vec<Rating> {
        let ratings = rate_checked(Rung::all().len(), &self.duels()).ratings;
        let zero = ratings.first().map_or(0.0, |first| first.elo);
        ratings.into_iter().map(|rating| Rating { elo: rating.elo - zero, ..rating }).collect()
    }

    /// The difference of each level to the one below, in Elo, from level 2 on.
    pub fn steps(&self) -> Vec<f64> {
        let ratings = self.ratings();
        ratings[..Level::ALL.len()].windows(2).map(|pair| pair[1].elo - pair[0].elo).collect()
    }
}

/// The openings of the games: the first three stones of the 26 canonical openings, as games of people begin. Balanced openings would make
/// the differences of the upper levels look twice as large as people find them.
///
/// # Errors
/// When the openings do not fit the rule and the board.
pub fn openings() -> Result<Book, BookError> {
    Book::canonical(Rule::FREESTYLE, BoardSize::FIFTEEN)
}

/// Plays a game of the pairings, and returns the half points of the second participant. Every opening is played twice, with colours
/// exchanged.
pub fn play_one(pairing: Pairing, number: usize, openings: &Book, clock: &dyn Clock) -> u8 {
    let rungs = Rung::all();
    // Every game has seeds of its own.
    let [one, other] = pairing.rungs;
    let mut seeds = SplitMix::new(SplitMix::mix((((one * rungs.len() + other) << 32) | number) as u64));
    let mut players = pairing.rungs.map(|rung| rungs[rung].player(seeds.next()));
    let opening = &openings.openings()[number / 2 % openings.openings().len()];
    let start = GameStart::Position(Box::new(opening.position().clone()));
    let control = TimeControl::default();
    let is_exchanged = number % 2 == 1;
    if is_exchanged {
        players.reverse();
    }
    let [first, second] = &mut players;
    let terms = Terms {
        start: &start,
        controls: [&control; 2],
        adjudication: Adjudication::default(),
        seed: seeds.next(),
        clock,
        stop: &AtomicBool::new(false),
    };
    let game = play([first, second], &terms);
    let winner = game.ending.and_then(|ending| ending.winner());
    match winner {
        None => 1,
        Some(color) => 2 * u8::from((color == tengen_game::Color::White) != is_exchanged),
    }
}

#[cfg(test)]
mod tests {
    use tengen_analysis::SystemClock;

    use super::*;

    const VERSION: Version = Version { bench: 1, levels: 2 };

    #[test]
    fn every_participant_meets_others_and_levels_meet_their_neighbours() {
        let (rungs, pairings) = (Rung::all().len(), pairings(1.0));
        assert!((0..rungs).all(|rung| pairings.iter().any(|pairing| pairing.rungs.contains(&rung))));
        assert!((1..20).all(|level| pairings.iter().any(|pairing| pairing.rungs == [level - 1, level])));
        assert!(pairings.iter().all(|pairing| pairing.games % 2 == 0 && pairing.games > 0));
    }

    #[test]
    fn a_calibration_is_resumed_and_rated() {
        let mut calibration = Calibration::new(VERSION, 0.02);
        let all = calibration.remaining();
        for (count, &game) in all.iter().enumerate() {
            // The second participant of each pairing of levels is the stronger one.
            calibration.enter(game, if count % 3 == 0 { 0 } else { 2 });
        }
        assert_eq!(calibration.progress(), (all.len(), all.len()));
        let text = serde_json::to_string(&calibration).unwrap();
        let read: Calibration = serde_json::from_str(&text).unwrap();
        assert!(read == calibration && read.is_whole() && read.remaining().is_empty());
        assert_eq!((read.ratings()[0].elo, read.steps().len()), (0.0, 19));
        let other = Calibration { share: 0.5, ..read };
        assert!(!other.is_whole());
    }

    /// A change of the search or of the levels makes the measured ladder obsolete.
    #[test]
    fn the_report_belongs_to_this_version() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/ladder.md");
        let report = std::fs::read_to_string(path).unwrap();
        let version = Version::of_this(&SystemClock::new());
        let expected = format!("Bench: {}\\\nLevels: {:08x}\n", version.bench, version.levels);
        assert!(
            report.contains(&expected),
            "docs/ladder.md belongs to another version; measure this one: cargo run --release -p tengen-cli -- calibrate"
        );
    }

    /// The requirement that no game is the same as the last one: an opponent that always answers alike meets at least 80 different games of
    /// 100.
    #[test]
    fn levels_vary_their_games_against_an_opponent_that_does_not() {
        for number in [2, 6, 10, 14] {
            let mut games = std::collections::BTreeSet::new();
            for seed in 0..100 {
                // The classic gets the same seed in every game.
                let mut players = [
                    Rung::Level(Level::new(number).unwrap()).player(seed),
                    Rung::Classic(Classic::Direction).player(1),
                ];
                let control = TimeControl::default();
                let clock = SystemClock::new();
                let mut position = tengen_game::Position::new(Rule::FREESTYLE, BoardSize::FIFTEEN);
                while !position.is_over() {
                    let is_level = position.moves().len().is_multiple_of(2);
                    let player = &mut players[usize::from(!is_level)];
                    let limits = player.limits(&control, control.clock(), 0);
                    player.opponent.set_position(position.clone());
                    let report = player.opponent.choose(&limits, &clock, &mut ()).unwrap();
                    position.play(report.best_move.unwrap()).unwrap();
                }
                games.insert(format!("{:?}", position.moves()));
            }
            assert!(games.len() >= 80, "level {number}: {} different games", games.len());
        }
    }

    #[test]
    fn a_strong_level_beats_a_weak_one_with_both_colours() {
        let openings = openings().unwrap();
        let pairing = Pairing { rungs: [0, 15], games: 2 };
        let halves = [0, 1].map(|number| play_one(pairing, number, &openings, &SystemClock::new()));
        assert_eq!(halves, [2, 2]);
    }
}
