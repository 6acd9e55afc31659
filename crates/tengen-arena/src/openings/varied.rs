//! Openings of all phases of a game, from which the engine finds no side better.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tengen_analysis::{Score, SearchLimits, SearchReport, StopHandle, SystemClock};
use tengen_engine::{Engine, EngineOptions};
use tengen_game::{BoardSize, Point, Position, Rule, SplitMix};

/// The fewest and the most stones of each phase. Openings of the phases take turns.
const PHASES: [[u64; 2]; 4] = [[4, 7], [8, 13], [14, 21], [22, 34]];
/// Steps from the centre within which the first stones are placed at random, and how many there are.
const REACH: u64 = 4;
const FIRST: [u64; 2] = [3, 6];
/// The smallest board on which all of them have room.
const MIN_LINES: u8 = 2 * REACH as u8 + 1;
/// Fewer stones in a row are won by force from nearly everywhere.
const MIN_ROW: u8 = 5;
/// Attempts in a row without an opening, after which the maker gives up.
const MAX_ATTEMPTS: u64 = 5_000;
/// Nodes of a move that leads on from there, how many of the best moves it is drawn from, and how much worse than the best it
/// may be.
const NODES: u64 = 800;
const LINES: u32 = 3;
const WORSE: i32 = 60;
/// A side that is further ahead ends the attempt.
const AHEAD: i32 = 200;
/// Nodes of the first search that looks at the result, and what the side to move may be ahead or behind in it. It spares the
/// longer ones most of the attempts.
const FIRST_SEARCH: (u64, i32) = (8_000, 110);
/// The later searches: nodes where the caller gives no number, and the greatest value of either side.
const SEARCH: (u64, i32) = (100_000, 70);
/// Memory for the transposition table, in bytes.
const HASH_BYTES: usize = 8 << 20;

/// Makes openings, in the same order for the same seed. As an iterator it ends when it was stopped, or when 5,000 attempts in a row
/// have made none.
pub struct OpeningMaker {
    rule: Rule,
    size: BoardSize,
    seed: u64,
    attempt: u64,
    found: usize,
    nodes: u64,
    seen: BTreeSet<u64>,
    engine: Engine,
    is_stopped: Arc<AtomicBool>,
}

/// The reason for which no openings can be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OpeningMakerError {
    /// The first stones have no room.
    #[error("expected a board of at least {MIN_LINES} lines, found {0}")]
    SmallBoard(BoardSize),
    /// One side wins from nearly every position.
    #[error(
        "expected a rule with at least {MIN_ROW} in a row, found {0}, under which hardly any position is even"
    )]
    ShortRow(Rule),
}

/// Stops an [`OpeningMaker`] from another thread.
#[derive(Clone, Debug)]
pub struct OpeningMakerStop {
    is_stopped: Arc<AtomicBool>,
    search: StopHandle,
}

impl OpeningMakerStop {
    /// Ends the iterator soon, for good.
    pub fn stop(&self) {
        self.is_stopped.store(true, Ordering::SeqCst);
        self.search.stop();
    }
}

/// The engine has nothing to show.
impl fmt::Debug for OpeningMaker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let OpeningMaker { rule, size, seed, found, .. } = self;
        write!(f, "OpeningMaker({rule} on {size}, seed {seed}, {found} found)")
    }
}

impl OpeningMaker {
    /// A maker of openings for a rule and a size. Makers with different seeds make different openings.
    ///
    /// # Errors
    /// On boards of fewer than nine lines, and where fewer than five in a row win.
    pub fn new(rule: Rule, size: BoardSize, seed: u64) -> Result<OpeningMaker, OpeningMakerError> {
        if size.lines() < MIN_LINES {
            return Err(OpeningMakerError::SmallBoard(size));
        }
        if matches!(rule, Rule::Free(row) if row.stones() < MIN_ROW) {
            return Err(OpeningMakerError::ShortRow(rule));
        }
        let engine = Engine::new(EngineOptions { hash_bytes: HASH_BYTES, ..EngineOptions::default() });
        let (nodes, seen) = (SEARCH.0, BTreeSet::new());
        Ok(OpeningMaker {
            rule,
            size,
            seed,
            attempt: 0,
            found: 0,
            nodes,
            seen,
            engine,
            is_stopped: Arc::default(),
        })
    }

    /// Openings in which a search of this many nodes finds no side better, instead of one of 100,000. Games whose searches are
    /// longer than that are often decided by the opening. Each opening takes at least as long as one such search.
    #[must_use]
    pub fn with_nodes(self, nodes: u64) -> OpeningMaker {
        OpeningMaker { nodes, ..self }
    }

    /// Stops the maker from another thread, also within a long search.
    pub fn stop_handle(&self) -> OpeningMakerStop {
        OpeningMakerStop { is_stopped: Arc::clone(&self.is_stopped), search: self.engine.stop_handle() }
    }

    fn is_stopped(&self) -> bool {
        self.is_stopped.load(Ordering::SeqCst)
    }

    /// Some random stones, and moves of short searches; `None` where one side is ahead, or after a stop.
    fn attempt(&mut self, stones: u64, random: &mut SplitMix) -> Option<Position> {
        let mut position = Position::new(self.rule, self.size);
        for _ in 0..between(random, FIRST).min(stones) {
            let reach = REACH as i16;
            let [dx, dy] = [0; 2].map(|_: i16| random.below(2 * REACH + 1) as i16 - reach);
            position.play(self.size.center().offset(dx, dy, self.size)?).ok()?;
        }
        while (position.moves().len() as u64) < stones {
            if position.is_over() || self.is_stopped() {
                return None;
            }
            let report = self.search(&position, &SearchLimits { lines: LINES, ..SearchLimits::nodes(NODES) });
            let best = value(report.score).filter(|value| value.abs() <= AHEAD)?;
            let lines = report.lines();
            let good: Vec<(i32, Point)> = lines
                .iter()
                .filter_map(|line| Some((value(line.score)?, *line.pv.first()?)))
                .filter(|(value, _)| *value >= best - WORSE)
                .collect();
            // The more even one of two random moves: otherwise most long openings would be won by one side.
            let mut draw = || good.get(random.below(good.len().max(1) as u64) as usize);
            let (one, other) = (draw()?, draw()?);
            let (_, point) = if one.0.abs() <= other.0.abs() { one } else { other };
            position.play(*point).ok()?;
        }
        (!position.is_over()).then_some(position)
    }

    /// Whether searches find no side better, the cheap ones first.
    fn is_even(&mut self, position: &Position) -> bool {
        let (nodes, most) = SEARCH;
        let longer = (self.nodes > nodes).then_some((self.nodes, most));
        let searches = [FIRST_SEARCH, (nodes.min(self.nodes), most)];
        searches.into_iter().chain(longer).all(|(nodes, most)| {
            let report = self.search(position, &SearchLimits::nodes(nodes));
            value(report.score).is_some_and(|value| value.abs() <= most)
        })
    }

    fn search(&mut self, position: &Position, limits: &SearchLimits) -> SearchReport {
        self.engine.clear();
        self.engine.set_position(position.clone());
        self.engine.search(limits, &SystemClock::new(), &mut ())
    }
}

impl Iterator for OpeningMaker {
    type Item = Position;

    /// The next opening. It takes about a second with the usual number of nodes.
    fn next(&mut self) -> Option<Position> {
        for _ in 0..MAX_ATTEMPTS {
            let mut random = SplitMix::new(SplitMix::mix(self.seed) ^ self.attempt);
            self.attempt += 1;
            let stones = between(&mut random, PHASES[self.found % PHASES.len()]);
            let Some(position) = self.attempt(stones, &mut random) else {
                if self.is_stopped() {
                    return None;
                }
                continue;
            };
            let is_even = self.is_even(&position);
            // The result of a search that was stopped is not used.
            if self.is_stopped() {
                return None;
            }
            if is_even && self.seen.insert(position.canonical_key().0.0) {
                self.found += 1;
                return Some(position);
            }
        }
        None
    }
}

fn between(random: &mut SplitMix, [low, high]: [u64; 2]) -> u64 {
    low + random.below(high - low + 1)
}

fn value(score: Score) -> Option<i32> {
    match score {
        Score::Value(value) => Some(value),
        Score::Mate(_) => None,
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

    use super::*;

    fn maker(rule: Rule, seed: u64) -> OpeningMaker {
        OpeningMaker::new(rule, BoardSize::FIFTEEN, seed).unwrap()
    }

    #[test]
    fn openings_of_the_phases_take_turns_and_are_repeatable() {
        let make = || -> Vec<Position> { maker(Rule::Renju, 7).take(2).collect() };
        let made = make();
        assert_eq!(made, make());
        let stones: Vec<usize> = made.iter().map(|position| position.moves().len()).collect();
        assert!((4..=7).contains(&stones[0]) && (8..=13).contains(&stones[1]), "{stones:?}");
    }

    #[test]
    fn longer_searches_refuse_more_attempts() {
        let attempts_with = |nodes| {
            let mut maker = maker(Rule::FREESTYLE, 3).with_nodes(nodes);
            let opening = maker.next().unwrap();
            assert!(maker.is_even(&opening), "{opening:?} with {nodes} nodes");
            maker.attempt
        };
        assert!(attempts_with(1_000) < attempts_with(150_000));
    }

    #[test]
    fn a_maker_that_was_stopped_ends() {
        let mut maker = maker(Rule::FREESTYLE, 1).with_nodes(u64::MAX);
        let stop = maker.stop_handle();
        let stopper = std::thread::spawn(move || stop.stop());
        assert_eq!(maker.next(), None, "no search of so many nodes ends by itself");
        stopper.join().unwrap();
        assert_eq!(maker.next(), None);
    }

    #[test]
    fn boards_and_rules_without_even_openings_are_refused() {
        let fault = |rule: &str, lines: usize| {
            let size = BoardSize::new(lines).unwrap();
            OpeningMaker::new(rule.parse().unwrap(), size, 1).unwrap_err().to_string()
        };
        assert_eq!(fault("renju", 8), "expected a board of at least 9 lines, found 8×8");
        let four = fault("free-4", 15);
        assert!(four.starts_with("expected a rule with at least 5 in a row, found free-4"), "{four}");
    }
}
