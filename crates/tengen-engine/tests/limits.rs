//! Limits, stops, slices, and what must be the same from run to run.

use std::time::{Duration, Instant};

use crate::support::{all_rules, check, played, position, rule, search, small_engine};
use tengen_analysis::{
    Clock, Level, Score, SearchLimits, SearchProgress, SearchReport, StopReason, SystemClock,
};
use tengen_engine::{Engine, EngineOptions};
use tengen_game::{BoardSize, Color, Position, Rule};

const QUIET: &str = "h8 i9 h10 g9 j8 j10";

/// A middle game with a lot going on, by the engine itself.
fn middle_game(rule: Rule, lines: usize, plies: usize) -> Position {
    let mut engine = small_engine();
    let mut position = Position::new(rule, BoardSize::new(lines).unwrap());
    for ply in 0..plies {
        engine.set_position(position.clone());
        let limits =
            SearchLimits { level: Some(Level::NORMAL), seed: ply as u64, ..SearchLimits::nodes(2000) };
        let report = engine.search(&limits, &SystemClock::new(), &mut ());
        let mut next = position.clone();
        next.play(report.best_move.unwrap()).unwrap();
        if next.is_over() {
            break;
        }
        position = next;
    }
    position
}

/// Machines that run tests are busy with other things too: the best of three counts.
fn overrun(position: &Position, limit: Duration) -> Duration {
    let mut engine = small_engine();
    let runs = (0..3).map(|_| {
        engine.clear();
        engine.set_position(position.clone());
        let start = Instant::now();
        let report = engine.search(&SearchLimits::time(limit), &SystemClock::new(), &mut ());
        check(position, &report);
        start.elapsed().saturating_sub(limit)
    });
    runs.min().unwrap()
}

#[test]
fn the_time_limit_is_respected() {
    let positions = [
        played(Rule::FREESTYLE, 15, QUIET),
        middle_game(Rule::FREESTYLE, 20, 30),
        middle_game(Rule::Renju, 15, 40),
        middle_game(Rule::Standard, 19, 50),
        middle_game(rule("free-6"), 22, 60),
        middle_game(rule("free-9"), 22, 60),
    ];
    for position in positions {
        for millis in [0, 1, 30, 150] {
            let overrun = overrun(&position, Duration::from_millis(millis));
            assert!(overrun <= Duration::from_millis(20), "{millis} ms: {overrun:?} {:?}", position.board());
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
                    check(&position, &search(&position, &limits));
                }
            }
        }
    }
}

#[test]
fn the_node_limit_is_exact() {
    let position = played(Rule::FREESTYLE, 15, QUIET);
    for nodes in [0, 1, 2, 100, 12_345] {
        let report = search(&position, &SearchLimits::nodes(nodes));
        assert_eq!((report.nodes, report.stopped_by), (nodes, StopReason::Nodes));
    }
}

#[test]
fn the_depth_limit_is_respected() {
    let position = played(Rule::Renju, 15, QUIET);
    for depth in 0..6 {
        let report = search(&position, &SearchLimits::depth(depth));
        assert_eq!((report.depth, report.stopped_by), (depth, StopReason::Depth));
    }
}

#[test]
fn the_same_search_gives_the_same_report() {
    let strip = |report: SearchReport| report.with_time(Duration::ZERO);
    for (rule, lines) in
        [(Rule::FREESTYLE, 15), (Rule::Renju, 15), (Rule::Standard, 19), (rule("free-7"), 16)]
    {
        let position = played(rule, lines, QUIET);
        for limits in [SearchLimits::depth(6), SearchLimits::nodes(20_000)] {
            let first = strip(search(&position, &limits));
            let mut engine = small_engine();
            for _ in 0..2 {
                engine.clear();
                engine.set_position(position.clone());
                assert_eq!(strip(engine.search(&limits, &SystemClock::new(), &mut ())), first);
            }
        }
    }
}

#[test]
fn a_stop_from_another_thread_ends_the_search() {
    let mut engine = small_engine();
    engine.set_position(played(Rule::FREESTYLE, 15, QUIET));
    let handle = engine.stop_handle();
    let (report, asked) = std::thread::scope(|scope| {
        let search = scope.spawn(|| {
            let report = engine.search(&SearchLimits::default(), &SystemClock::new(), &mut ());
            (report, Instant::now())
        });
        std::thread::sleep(Duration::from_millis(50));
        let asked = Instant::now();
        handle.stop();
        let (report, ended) = search.join().unwrap();
        assert!(ended - asked < Duration::from_millis(200));
        (report, asked)
    });
    assert_eq!(report.stopped_by, StopReason::Stopped);
    assert!(report.best_move.is_some() && asked.elapsed() < Duration::from_secs(10));
}

#[test]
fn a_stop_before_the_search_is_not_lost_and_a_stale_one_does_no_harm() {
    let quiet = played(Rule::FREESTYLE, 15, QUIET);
    let mut engine = small_engine();
    let handle = engine.stop_handle();
    let search = |engine: &mut Engine, limits| engine.search(&limits, &SystemClock::new(), &mut ());
    // The stop comes between the position and the search: the search ends before its first node.
    engine.set_position(quiet.clone());
    handle.stop();
    let report = search(&mut engine, SearchLimits::default());
    check(&quiet, &report);
    assert_eq!((report.nodes, report.stopped_by), (0, StopReason::Stopped));
    // The stop is spent.
    assert_eq!(search(&mut engine, SearchLimits::depth(2)).stopped_by, StopReason::Depth);
    // The stop comes after the end of a search, which the search could not foresee: the next position clears it.
    handle.stop();
    engine.set_position(quiet);
    assert_eq!(search(&mut engine, SearchLimits::depth(2)).stopped_by, StopReason::Depth);
    // During a search in slices.
    engine.start(&SearchLimits::default(), &SystemClock::new());
    handle.stop();
    let report = engine.advance(Duration::from_secs(9), &SystemClock::new(), &mut ()).unwrap();
    assert_eq!(report.stopped_by, StopReason::Stopped);
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
fn slices_reach_the_same_depth_and_report_progress() {
    for tick in [Duration::from_millis(1), Duration::from_millis(30), Duration::from_secs(1)] {
        let clock = TickingClock { ticks: 0.into(), tick };
        let position = played(Rule::Renju, 15, QUIET);
        let mut engine = small_engine();
        engine.set_position(position.clone());
        let mut depths = Vec::new();
        let mut observer = |progress: &SearchProgress| depths.push(progress.depth);
        engine.start(&SearchLimits::depth(9), &clock);
        let mut slices = 1;
        let report = loop {
            match engine.advance(Duration::from_millis(20), &clock, &mut observer) {
                Some(report) => break report,
                None => slices += 1,
            }
            assert!(slices < 20_000, "no progress");
        };
        check(&position, &report);
        assert_eq!((report.depth, report.stopped_by), (9, StopReason::Depth));
        assert!(slices > 1 && depths.is_sorted() && depths.last() == Some(&9));
    }
}

#[test]
fn the_time_of_a_sliced_search_is_the_time_since_its_start() {
    let clock = TickingClock { ticks: 0.into(), tick: Duration::from_millis(1) };
    let mut engine = small_engine();
    engine.set_position(played(Rule::FREESTYLE, 15, QUIET));
    engine.start(&SearchLimits::time(Duration::from_millis(200)), &clock);
    let report = loop {
        if let Some(report) = engine.advance(Duration::from_millis(10), &clock, &mut ()) {
            break report;
        }
    };
    assert_eq!(report.stopped_by, StopReason::Time);
    assert!((200..210).contains(&report.time.as_millis()), "{:?}", report.time);
}

#[test]
fn advancing_without_a_start_looks_at_the_board() {
    let quiet = played(Rule::FREESTYLE, 15, QUIET);
    let mut engine = Engine::new(EngineOptions { hash_bytes: 0, ..EngineOptions::default() });
    engine.set_position(quiet.clone());
    let report = engine.advance(Duration::from_millis(50), &SystemClock::new(), &mut ()).unwrap();
    check(&quiet, &report);
    assert_eq!((report.depth, report.nodes, report.stopped_by), (0, 0, StopReason::Depth));
}

#[test]
fn a_finished_game_has_a_score_and_no_move() {
    let lines = "
        X X X X X
        O O O O .
        . . . . .
        . . . . .
        . . . . .
    ";
    for level in [None, Some(Level::EASY), Some(Level::NORMAL)] {
        let limits = SearchLimits { level, ..SearchLimits::default() };
        let lost = search(&position(Rule::FREESTYLE, Color::White, lines), &limits);
        assert_eq!((lost.best_move, lost.score), (None, Score::Mate(0)));
        let won = search(&position(Rule::FREESTYLE, Color::Black, lines), &limits);
        assert_eq!((won.best_move, won.score), (None, Score::WON));
        let full = search(&position(rule("free-9"), Color::Black, "XOX\nOXO\nXOX"), &limits);
        assert_eq!((full.best_move, full.score), (None, Score::Value(0)));
    }
}
