//! Searches with several threads, and with a table of any size.

use std::thread;
use std::time::{Duration, Instant};

use crate::support::{all_rules, check, played, position};
use tengen_analysis::{Score, SearchLimits, SearchReport, StopReason, SystemClock};
use tengen_engine::{Engine, EngineOptions};
use tengen_game::{BoardSize, Color, Position, Rule};

const QUIET: &str = "h8 i9 h10 g9 j8 j10";

/// Long enough for the busiest machine, and far from for ever.
const PATIENCE: Duration = Duration::from_secs(5);

fn engine(threads: usize) -> Engine {
    Engine::new(EngineOptions { hash_bytes: 1 << 20, threads, ..EngineOptions::default() })
}

fn search(threads: usize, position: &Position, limits: &SearchLimits) -> SearchReport {
    let mut engine = engine(threads);
    engine.set_position(position.clone());
    let report = engine.search(limits, &SystemClock::new(), &mut ());
    check(position, &report);
    report
}

#[test]
fn moves_are_legal_under_every_rule() {
    for rule in all_rules() {
        for lines in [3, 6, 15] {
            let start = Position::new(rule, BoardSize::new(lines).unwrap());
            let mut next = start.clone();
            next.play(start.size().center()).unwrap();
            for position in [start, next] {
                search(2, &position, &SearchLimits::nodes(2_000));
                search(3, &position, &SearchLimits { lines: 2, ..SearchLimits::nodes(2_000) });
            }
        }
    }
}

#[test]
fn mates_are_found_as_with_one_thread() {
    // A win in one, a four to be made, an open three, and a loss.
    let cases =
        ["e8 d8 f8 e7 g8 f7 h8 g6", "h8 a1 h9 a3 h10 a5", "h8 a1 h9 c1 i10 e1 j10 g1", "h8 a1 h9 a3 h10"];
    for moves in cases {
        let position = played(Rule::FREESTYLE, 15, moves);
        // The depth at which a mate is found depends on the nodes of the main thread, after which the solver of threats runs.
        let limits = SearchLimits::nodes(2_000_000);
        let one = search(1, &position, &limits);
        for threads in [2, 4] {
            let several = search(threads, &position, &limits);
            let is_mate = |report: &SearchReport| match report.score {
                Score::Mate(plies) => plies.signum(),
                Score::Value(_) => 0,
            };
            assert_eq!(is_mate(&several), is_mate(&one), "{moves}, {threads} threads: {several:?}");
        }
    }
}

#[test]
fn a_stop_ends_all_threads() {
    let mut engine = engine(3);
    let quiet = played(Rule::FREESTYLE, 15, QUIET);
    for _ in 0..3 {
        engine.set_position(quiet.clone());
        let handle = engine.stop_handle();
        let stopper = thread::spawn(move || {
            thread::sleep(Duration::from_millis(20));
            handle.stop();
            Instant::now()
        });
        let report = engine.search(&SearchLimits::default(), &SystemClock::new(), &mut ());
        assert!(stopper.join().unwrap().elapsed() < PATIENCE);
        check(&quiet, &report);
        assert_eq!(report.stopped_by, StopReason::Stopped);
    }
}

#[test]
fn a_stop_before_the_search_is_not_lost() {
    let mut engine = engine(2);
    engine.set_position(played(Rule::FREESTYLE, 15, QUIET));
    engine.stop_handle().stop();
    let report = engine.search(&SearchLimits::default(), &SystemClock::new(), &mut ());
    assert_eq!(report.stopped_by, StopReason::Stopped);
    assert!(report.best_move.is_some());
}

#[test]
fn limits_are_respected() {
    let quiet = played(Rule::Standard, 15, QUIET);
    let depth = search(2, &quiet, &SearchLimits::depth(5));
    assert_eq!(depth.stopped_by, StopReason::Depth);
    let started = Instant::now();
    let time = search(2, &quiet, &SearchLimits::time(Duration::from_millis(50)));
    assert_eq!(time.stopped_by, StopReason::Time);
    assert!(started.elapsed() < PATIENCE);
    let nodes = search(2, &quiet, &SearchLimits::nodes(50_000));
    assert_eq!(nodes.stopped_by, StopReason::Nodes);
    assert!(nodes.nodes >= 50_000, "{}", nodes.nodes);
    let none = search(2, &quiet, &SearchLimits::nodes(0));
    assert_eq!(none.stopped_by, StopReason::Nodes);
}

#[test]
fn a_search_in_slices_ends() {
    let quiet = played(Rule::FREESTYLE, 15, QUIET);
    let mut engine = engine(2);
    engine.set_position(quiet.clone());
    let clock = SystemClock::new();
    engine.start(&SearchLimits::depth(6), &clock);
    let mut slices = 0;
    let report = loop {
        if let Some(report) = engine.advance(Duration::from_millis(1), &clock, &mut ()) {
            break report;
        }
        slices += 1;
        assert!(slices < 100_000, "no progress");
    };
    check(&quiet, &report);
    assert_eq!(report.stopped_by, StopReason::Depth);
}

#[test]
fn a_nearly_full_board_is_decided_at_once() {
    // Rows of two, which no side can make five of; then one more stone after the other.
    let lines = 15;
    let mut full = String::new();
    for y in 0..lines {
        for x in 0..lines {
            full.push(if (x / 2 + y) % 2 == 0 { 'X' } else { 'O' });
        }
        full.push('\n');
    }
    for empty in [1, 2, 3, 6] {
        let mut text = full.clone();
        for index in 0..empty {
            let at = index * (lines + 1) * 2 + index;
            text.replace_range(at..=at, ".");
        }
        for to_move in [Color::Black, Color::White] {
            let position = position(Rule::FREESTYLE, to_move, &text);
            assert!(!position.is_over());
            for threads in [1, 2, 4] {
                let report = search(threads, &position, &SearchLimits::default());
                assert_eq!(report.stopped_by, StopReason::Decided, "{empty} {threads}");
            }
        }
    }
}

#[test]
fn a_table_of_any_size_will_do() {
    let quiet = played(Rule::FREESTYLE, 15, QUIET);
    let win = played(Rule::FREESTYLE, 15, "h8 a1 h9 a3 h10 a5");
    for hash_bytes in [0, 1, 63, 64, 1_000] {
        for threads in [1, 2] {
            let mut engine = Engine::new(EngineOptions { hash_bytes, threads, ..EngineOptions::default() });
            engine.set_position(quiet.clone());
            let report = engine.search(&SearchLimits::depth(4), &SystemClock::new(), &mut ());
            check(&quiet, &report);
            assert_eq!(report.depth, 4);
            engine.clear();
            engine.set_position(win.clone());
            let report = engine.search(&SearchLimits::depth(4), &SystemClock::new(), &mut ());
            assert!(matches!(report.score, Score::Mate(plies) if plies > 0), "{report:?}");
        }
    }
}

#[test]
fn more_threads_than_anybody_has_are_no_trouble() {
    let quiet = played(Rule::FREESTYLE, 15, QUIET);
    let many = engine(usize::MAX);
    assert!((1..=256).contains(&many.threads()));
    assert_eq!(engine(0).threads(), 1);
    search(16, &quiet, &SearchLimits::nodes(5_000));
}
