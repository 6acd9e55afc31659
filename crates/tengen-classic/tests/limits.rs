//! Limits, stops, slices, and what must be the same from run to run.

use std::time::{Duration, Instant};

use crate::support::{all_rules, check, choose, opponent, played, rule};
use tengen_analysis::{
    Classic, Clock, Grade, Opponent, Score, SearchLimits, SearchProgress, SearchReport, StopReason,
    SystemClock,
};
use tengen_classic::Minimax;
use tengen_game::{BoardSize, Position, Rule};

const QUIET: &str = "h8 i9 h10 g9 j8 j10";

/// The classics that search; on the quiet position they do so for longer than a test may take.
const SEARCHING: [Classic; 3] =
    [Classic::GameTree, Classic::Minimax(Grade::Normal), Classic::Minimax(Grade::Hard)];

fn strip(report: SearchReport) -> SearchReport {
    report.with_time(Duration::ZERO)
}

/// Machines that run tests are busy with other things too: the best of three counts.
#[test]
fn the_time_limit_is_respected() {
    let positions = [
        played(Rule::FREESTYLE, 15, QUIET),
        played(Rule::Renju, 15, QUIET),
        played(rule("free-9"), 22, "h8 i9 h10 g9 k12 l13 m9 q4 r5"),
    ];
    for classic in Classic::ALL {
        for position in &positions {
            for millis in [0, 30] {
                let limit = Duration::from_millis(millis);
                let overrun = (0..3).map(|_| {
                    let start = Instant::now();
                    choose(classic, position, &SearchLimits::time(limit));
                    start.elapsed().saturating_sub(limit)
                });
                let overrun = overrun.min().unwrap();
                assert!(overrun <= Duration::from_millis(20), "{classic} {millis} ms: {overrun:?}");
            }
        }
    }
}

#[test]
fn no_time_and_no_nodes_still_give_a_legal_move() {
    for rule in all_rules() {
        for lines in [3, 4, 5, 15, 22] {
            let start = Position::new(rule, BoardSize::new(lines).unwrap());
            let mut next = start.clone();
            next.play(start.size().center()).unwrap();
            for position in [start, next] {
                for limits in [
                    SearchLimits::time(Duration::ZERO),
                    SearchLimits::nodes(0),
                    SearchLimits::nodes(1),
                    SearchLimits::depth(0),
                ] {
                    for classic in Classic::ALL {
                        choose(classic, &position, &limits);
                    }
                }
            }
        }
    }
}

#[test]
fn the_node_limit_is_exact() {
    for classic in SEARCHING {
        for nodes in [0, 1, 2, 100, 1_234] {
            let report = choose(classic, &played(Rule::FREESTYLE, 15, QUIET), &SearchLimits::nodes(nodes));
            assert_eq!((report.nodes, report.stopped_by), (nodes, StopReason::Nodes), "{classic}");
        }
    }
}

#[test]
fn the_depth_limit_is_respected() {
    for classic in SEARCHING {
        for depth in 0..4 {
            let report = choose(classic, &played(Rule::Renju, 15, QUIET), &SearchLimits::depth(depth));
            assert_eq!((report.depth, report.stopped_by), (depth, StopReason::Depth), "{classic}");
        }
    }
    // The classics have their own depths.
    let easy =
        choose(Classic::Minimax(Grade::Easy), &played(Rule::FREESTYLE, 9, "e5 d4"), &SearchLimits::default());
    assert_eq!((easy.depth, easy.stopped_by), (3, StopReason::Depth));
}

#[test]
fn the_same_seed_gives_the_same_report_after_any_earlier_search() {
    for classic in Classic::ALL {
        let mut used = opponent(classic);
        for (rule, lines) in [(Rule::FREESTYLE, 15), (Rule::Renju, 15), (rule("free-7"), 16)] {
            let position = played(rule, lines, QUIET);
            for seed in 0..3 {
                let limits = SearchLimits { seed, ..SearchLimits::nodes(3_000) };
                let first = strip(choose(classic, &position, &limits));
                used.set_position(position.clone());
                assert_eq!(
                    strip(used.choose(&limits, &SystemClock::new(), &mut ()).unwrap()),
                    first,
                    "{classic}"
                );
            }
        }
    }
}

/// Beside a lone stone in the centre some points are equal by symmetry.
#[test]
fn seeds_choose_among_equals() {
    let position = played(Rule::FREESTYLE, 15, "h8");
    for classic in Classic::ALL {
        let moves = (0..20).map(|seed| {
            let limits = SearchLimits { seed, ..SearchLimits::depth(1) };
            choose(classic, &position, &limits).best_move.unwrap()
        });
        let mut moves: Vec<_> = moves.map(|point| (point.x(), point.y())).collect();
        moves.sort_unstable();
        moves.dedup();
        assert!(moves.len() > 1, "{classic} {moves:?}");
    }
}

#[test]
fn a_stop_ends_the_search_and_is_not_lost() {
    for classic in SEARCHING {
        let position = played(Rule::FREESTYLE, 15, QUIET);
        let mut opponent = opponent(classic);
        let handle = opponent.stop_handle();
        opponent.set_position(position.clone());
        handle.stop();
        let clock = SystemClock::new();
        let report = opponent.choose(&SearchLimits::default(), &clock, &mut ()).unwrap();
        check(&position, &report);
        assert_eq!((report.nodes, report.stopped_by), (0, StopReason::Stopped));
        // The stop is spent.
        let report = opponent.choose(&SearchLimits::nodes(10), &clock, &mut ()).unwrap();
        assert_eq!(report.stopped_by, StopReason::Nodes);
        // During a search in slices, and between two of them.
        opponent.start(&SearchLimits::default(), &clock);
        assert!(opponent.advance(Duration::from_millis(1), &clock, &mut ()).unwrap().is_none());
        handle.stop();
        let report = opponent.advance(Duration::ZERO, &clock, &mut ()).unwrap().unwrap();
        check(&position, &report);
        assert_eq!(report.stopped_by, StopReason::Stopped);
    }
}

/// A clock that advances each time it is read.
struct TickingClock {
    ticks: std::cell::Cell<u32>,
    tick: Duration,
}

impl Clock for TickingClock {
    fn now(&self) -> Duration {
        self.ticks.set(self.ticks.get() + 1);
        self.tick * self.ticks.get()
    }
}

#[test]
fn slices_change_nothing_and_are_short() {
    let position = played(Rule::Renju, 15, QUIET);
    for classic in SEARCHING {
        let limits = SearchLimits::nodes(2_000);
        let whole = strip(choose(classic, &position, &limits));
        let clock = TickingClock { ticks: 0.into(), tick: Duration::from_micros(1) };
        let mut opponent = opponent(classic);
        opponent.set_position(position.clone());
        opponent.start(&limits, &clock);
        let mut depths = Vec::new();
        let mut observer = |progress: &SearchProgress| depths.push(progress.depth);
        let mut slices = 1;
        let report = loop {
            match opponent.advance(Duration::from_micros(3), &clock, &mut observer).unwrap() {
                Some(report) => break report,
                None => slices += 1,
            }
        };
        assert_eq!(strip(report), whole, "{classic}");
        assert!(slices > 20 && depths.is_sorted(), "{classic}: {slices} slices, {depths:?}");
    }
}

#[test]
fn advancing_without_a_start_looks_at_the_board() {
    let position = played(Rule::FREESTYLE, 15, QUIET);
    for classic in Classic::ALL {
        let mut opponent = opponent(classic);
        opponent.set_position(position.clone());
        opponent.start(&SearchLimits::default(), &SystemClock::new());
        opponent.clear();
        let report = opponent.advance(Duration::ZERO, &SystemClock::new(), &mut ()).unwrap().unwrap();
        check(&position, &report);
        assert!(report.depth <= 1);
    }
}

#[test]
fn minimax_reports_its_last_search() {
    let mut minimax = Minimax::new(Grade::Normal);
    let position = played(Rule::FREESTYLE, 13, "g7 h8 g9 f8 i7 i9");
    minimax.set_position(position);
    let report = minimax.choose(&SearchLimits::nodes(20_000), &SystemClock::new(), &mut ()).unwrap();
    let statistics = minimax.statistics();
    assert_eq!(statistics.nodes, report.nodes);
    assert!(statistics.hits > 0 && statistics.hits < statistics.look_ups, "{statistics:?}");
    assert!((0.0..1.0).contains(&statistics.hit_rate()) && statistics.hit_rate() > 0.0);
    assert_eq!(statistics.candidates.len(), 5);
    assert!(statistics.candidates.is_sorted_by(|a, b| a.score >= b.score));
    // Two open threes that stand out are played at once, unless another point is nearly as good.
    let fork = "g6 a1 h6 c1 f7 e1 f8 g1";
    let quiet = played(Rule::FREESTYLE, 9, fork);
    let crowded = played(Rule::FREESTYLE, 9, "g5 b6 h5 c6 f4 d7 f3 d8");
    for (position, needs_search) in [(quiet, false), (crowded, true)] {
        let mut easy = Minimax::new(Grade::Easy);
        easy.set_position(position);
        easy.choose(&SearchLimits::default(), &SystemClock::new(), &mut ()).unwrap();
        assert_eq!(easy.statistics().nodes > 0, needs_search, "{:?}", easy.statistics());
    }
    // A win needs no search.
    minimax.set_position(played(Rule::FREESTYLE, 13, "g7 a1 h7 c1 i7 e1 j7 g1"));
    let report = minimax.choose(&SearchLimits::default(), &SystemClock::new(), &mut ()).unwrap();
    assert_eq!((report.score, report.nodes, minimax.statistics().nodes), (Score::Mate(1), 0, 0));
}
