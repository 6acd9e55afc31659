//! A fixed amount of work, to compare machines by its time and changes of the engine by its node count.

use std::time::Duration;

use tengen_analysis::{Clock, SearchLimits, SearchProgress, per_second};
use tengen_game::{BoardSize, Position, Rule, moves};

use crate::{CutCounts, Engine, EngineOptions, EvaluationWeights};

/// The depth at which the built-in positions are searched by default.
pub const BENCH_DEPTH: u32 = 9;

/// The result of a bench.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BenchReport {
    /// Visited nodes of all positions: the same on every machine until the search is changed.
    pub nodes: u64,
    /// Time spent.
    pub time: Duration,
    /// The counts of the moves that caused cutoffs.
    pub cuts: CutCounts,
    /// Positions that the network evaluated. For all others a predicted correction was enough, or no value was needed.
    pub evaluations: u64,
}

impl BenchReport {
    /// Visited nodes for each second, 0 if the clock did not move.
    pub fn nodes_per_second(&self) -> u64 {
        per_second(self.nodes, self.time)
    }

    /// Positions that the network evaluated for each second, 0 if the clock did not move.
    pub fn evaluations_per_second(&self) -> u64 {
        per_second(self.evaluations, self.time)
    }
}

/// The positions of the bench: rule, lines of the board, moves.
const POSITIONS: [(&str, usize, &str); 10] = [
    ("freestyle", 15, "h8 i9 j8"),
    ("freestyle", 15, "h8 i8 h9 h10 g9 i9 g7 f6 j10 g10"),
    ("freestyle", 20, "k10 l11 l9 j11 m10 k12 k8 n11"),
    ("freestyle", 20, "c3 d4 d3 e3 c5 c4 e5 b4 p16 q16"),
    ("standard", 15, "h8 g9 g8 i8 h9 h10 f7 e6 i10"),
    ("standard", 19, "j10 k11 j11 j9 k10 l10 i10 h10 i12 h13"),
    ("renju", 15, "h8 h9 j8 g9 i10 i9 f9 h7"),
    ("renju", 15, "h8 i9 i7 g9 h9 h10 g8 j11 f8"),
    ("free-6", 15, "h8 i9 h9 h10 g8 i8 g10 f11"),
    ("free-4", 9, "e5 a1 i9 e4"),
];

/// The result of one position of the bench.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BenchedPosition {
    /// The position that was searched.
    pub position: Position,
    /// Visited nodes.
    pub nodes: u64,
    /// Time spent.
    pub time: Duration,
}

/// The number of positions of a bench.
pub const BENCH_POSITIONS: usize = POSITIONS.len();

/// Searches the built-in positions, each with an empty memory, to `depth` plies.
pub fn bench(depth: u32, clock: &dyn Clock) -> BenchReport {
    bench_with(EvaluationWeights::built_in(), depth, clock)
}

/// As [`bench()`], with other weights than those that are built in.
pub fn bench_with(weights: EvaluationWeights, depth: u32, clock: &dyn Clock) -> BenchReport {
    bench_engine(
        &mut Engine::new(EngineOptions { weights, ..EngineOptions::default() }),
        depth,
        clock,
        &mut |_| {},
    )
}

/// As [`bench()`], and reports each position when it has been searched.
pub fn bench_each(depth: u32, clock: &dyn Clock, searched: &mut dyn FnMut(BenchedPosition)) -> BenchReport {
    bench_engine(&mut Engine::new(EngineOptions::default()), depth, clock, searched)
}

fn bench_engine(
    engine: &mut Engine,
    depth: u32,
    clock: &dyn Clock,
    searched: &mut dyn FnMut(BenchedPosition),
) -> BenchReport {
    let start = clock.now();
    let (mut nodes, mut cuts, mut evaluations) = (0, CutCounts::default(), 0);
    for position in positions() {
        engine.clear();
        engine.set_position(position.clone());
        let report = engine.search(&SearchLimits::depth(depth), clock, &mut ());
        nodes += report.nodes;
        cuts += engine.cuts();
        evaluations += engine.evaluations();
        searched(BenchedPosition { position, nodes: report.nodes, time: report.time });
    }
    BenchReport { nodes, time: clock.now().saturating_sub(start), cuts, evaluations }
}

/// Quiet middle games on 15×15 under freestyle, which no side wins soon.
const QUIET: &str = include_str!("../data/quiet.txt");

/// The nodes after which each depth from 1 on was finished, summed over quiet middle games that are each searched to `depth` with
/// an empty memory; `searched` is called after each position. The growth from one depth to the next is a measure of how selective
/// the search is.
pub fn depth_growth(depth: u32, clock: &dyn Clock, searched: &mut dyn FnMut()) -> Vec<u64> {
    let mut engine = Engine::new(EngineOptions::default());
    let mut sums = vec![0; depth as usize];
    for text in QUIET.lines() {
        let Some(position) = read("freestyle", 15, text) else { continue };
        engine.clear();
        engine.set_position(position);
        let mut finished = vec![0; depth as usize];
        let report = engine.search(&SearchLimits::depth(depth), clock, &mut |progress: &SearchProgress| {
            if let Some(nodes) = (progress.depth as usize).checked_sub(1).and_then(|at| finished.get_mut(at))
                && *nodes == 0
            {
                *nodes = progress.nodes;
            }
        });
        // A position that is decided earlier costs nothing more.
        let last = report.depth as usize;
        for (at, (sum, nodes)) in sums.iter_mut().zip(&finished).enumerate() {
            *sum += if at >= last { report.nodes } else { *nodes };
        }
        searched();
    }
    sums
}

/// The number of positions that [`depth_growth`] searches.
pub fn quiet_positions() -> usize {
    QUIET.lines().count()
}

fn positions() -> impl Iterator<Item = Position> {
    POSITIONS.into_iter().filter_map(|(rule, lines, text)| read(rule, lines, text))
}

fn read(rule: &str, lines: usize, text: &str) -> Option<Position> {
    let rule: Rule = rule.parse().ok()?;
    let size = BoardSize::new(lines).ok()?;
    let mut position = Position::new(rule, size);
    for played in moves::read(text, size).ok()? {
        position.play(played).ok()?;
    }
    Some(position)
}

#[cfg(test)]
mod tests {
    use tengen_analysis::SystemClock;

    use super::*;

    #[test]
    fn all_positions_can_be_read_and_continued() {
        assert_eq!(positions().filter(|position| !position.is_over()).count(), POSITIONS.len());
        assert!(positions().any(|p| p.rule() == Rule::FREESTYLE));
    }

    #[test]
    fn quiet_positions_are_searched_deeper_and_deeper() {
        assert!(
            QUIET.lines().all(|text| read("freestyle", 15, text).is_some_and(|position| !position.is_over()))
        );
        let mut count = 0;
        let sums = depth_growth(3, &SystemClock::new(), &mut || count += 1);
        assert_eq!((count, quiet_positions()), (quiet_positions(), 24));
        assert!(sums.is_sorted() && sums[0] > 0, "{sums:?}");
    }

    #[test]
    fn two_runs_visit_the_same_nodes() {
        let clock = SystemClock::new();
        let (first, second) = (bench(5, &clock), bench(5, &clock));
        assert_eq!(first.nodes, second.nodes);
        assert!(first.nodes > 1000);
    }

    #[test]
    fn each_position_is_reported_and_all_make_the_sum() {
        let mut reported = Vec::new();
        let report = bench_each(2, &SystemClock::new(), &mut |benched| reported.push(benched));
        assert_eq!(reported.len(), BENCH_POSITIONS);
        assert_eq!(reported.iter().map(|benched| benched.nodes).sum::<u64>(), report.nodes);
        assert!(reported.iter().map(|benched| &benched.position).eq(&positions().collect::<Vec<_>>()));
    }
}
