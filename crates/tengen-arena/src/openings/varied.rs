//! Openings of all phases of a game, from which the engine finds no side better.

use std::collections::BTreeSet;
use std::fmt;

use tengen_analysis::{Score, SearchLimits, SearchReport, SystemClock};
use tengen_engine::{Engine, EngineOptions};
use tengen_game::{BoardSize, Point, Position, Rule, SplitMix};

/// The fewest and the most stones of each phase. Openings of the phases take turns.
const PHASES: [[u64; 2]; 4] = [[4, 7], [8, 13], [14, 21], [22, 34]];
/// Steps from the centre within which the first stones are placed at random, and how many there are.
const REACH: u64 = 4;
const FIRST: [u64; 2] = [3, 6];
/// Nodes of a move that leads on from there, how many of the best moves it is drawn from, and how much worse than the best it
/// may be.
const NODES: u64 = 800;
const LINES: u32 = 3;
const WORSE: i32 = 60;
/// A side that is further ahead ends the attempt.
const AHEAD: i32 = 200;
/// Nodes of the searches that look at the result, and what the side to move may be ahead or behind.
const SEARCHES: [(u64, i32); 2] = [(8_000, 110), (100_000, 70)];
/// Memory for the transposition table, in bytes.
const HASH_BYTES: usize = 8 << 20;

/// Makes openings, in the same order for the same seed.
pub struct OpeningMaker {
    rule: Rule,
    size: BoardSize,
    seed: u64,
    attempt: u64,
    found: usize,
    seen: BTreeSet<u64>,
    engine: Engine,
}

/// There is nothing to show of the engine.
impl fmt::Debug for OpeningMaker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let OpeningMaker { rule, size, seed, found, .. } = self;
        write!(f, "OpeningMaker({rule} on {size}, seed {seed}, {found} found)")
    }
}

impl OpeningMaker {
    /// A maker of openings for a rule and a size of at least nine lines. Makers with different seeds make different openings.
    pub fn new(rule: Rule, size: BoardSize, seed: u64) -> OpeningMaker {
        let engine = Engine::new(EngineOptions { hash_bytes: HASH_BYTES, ..EngineOptions::default() });
        OpeningMaker { rule, size, seed, attempt: 0, found: 0, seen: BTreeSet::new(), engine }
    }
}

impl Iterator for OpeningMaker {
    type Item = Position;

    /// Endless; one takes about a second.
    fn next(&mut self) -> Option<Position> {
        loop {
            let mut random = SplitMix::new(SplitMix::mix(self.seed) ^ self.attempt);
            self.attempt += 1;
            let stones = between(&mut random, PHASES[self.found % PHASES.len()]);
            let Some(position) = attempt(&mut self.engine, self.rule, self.size, stones, &mut random) else {
                continue;
            };
            if !SEARCHES.iter().all(|&(nodes, most)| is_even(&mut self.engine, &position, nodes, most)) {
                continue;
            }
            if self.seen.insert(position.canonical_key().0.0) {
                self.found += 1;
                return Some(position);
            }
        }
    }
}

fn between(random: &mut SplitMix, [low, high]: [u64; 2]) -> u64 {
    low + random.below(high - low + 1)
}

/// Some random stones, and moves of short searches.
fn attempt(
    engine: &mut Engine,
    rule: Rule,
    size: BoardSize,
    stones: u64,
    random: &mut SplitMix,
) -> Option<Position> {
    let mut position = Position::new(rule, size);
    for _ in 0..between(random, FIRST).min(stones) {
        let reach = REACH as i16;
        let [dx, dy] = [0; 2].map(|_: i16| random.below(2 * REACH + 1) as i16 - reach);
        position.play(size.center().offset(dx, dy, size)?).ok()?;
    }
    while (position.moves().len() as u64) < stones {
        if position.is_over() {
            return None;
        }
        let report = search(engine, &position, SearchLimits { lines: LINES, ..SearchLimits::nodes(NODES) });
        let best = value(report.score).filter(|value| value.abs() <= AHEAD)?;
        let lines = report.lines();
        let good: Vec<(i32, Point)> = lines
            .iter()
            .filter_map(|line| Some((value(line.score)?, *line.pv.first()?)))
            .filter(|(value, _)| *value >= best - WORSE)
            .collect();
        // Of two that are drawn, the more even one: otherwise most long openings would be won by one side.
        let mut draw = || good.get(random.below(good.len().max(1) as u64) as usize);
        let (one, other) = (draw()?, draw()?);
        let (_, point) = if one.0.abs() <= other.0.abs() { one } else { other };
        position.play(*point).ok()?;
    }
    (!position.is_over()).then_some(position)
}

fn value(score: Score) -> Option<i32> {
    match score {
        Score::Value(value) => Some(value),
        Score::Mate(_) => None,
    }
}

fn search(engine: &mut Engine, position: &Position, limits: SearchLimits) -> SearchReport {
    engine.clear();
    engine.set_position(position.clone());
    engine.search(&limits, &SystemClock::new(), &mut ())
}

fn is_even(engine: &mut Engine, position: &Position, nodes: u64, most: i32) -> bool {
    let report = search(engine, position, SearchLimits::nodes(nodes));
    value(report.score).is_some_and(|value| value.abs() <= most)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_of_the_phases_take_turns_and_are_repeatable() {
        let make =
            || -> Vec<Position> { OpeningMaker::new(Rule::Renju, BoardSize::FIFTEEN, 7).take(2).collect() };
        let made = make();
        assert_eq!(made, make());
        let stones: Vec<usize> = made.iter().map(|position| position.moves().len()).collect();
        assert!((4..=7).contains(&stones[0]) && (8..=13).contains(&stones[1]), "{stones:?}");
    }
}
