//! Moves that balance a position.

use std::time::{Duration, Instant};

use crate::support::{all_rules, played, position, rule, small_engine};
use tengen_analysis::{Score, SearchLimits, SearchProgress, StopReason, SystemClock};
use tengen_engine::balance::{Balance, Stones};
use tengen_engine::{Engine, EngineOptions};
use tengen_game::{BoardSize, Color, Point, Position, Rule};

const BOTH: [Stones; 2] = [Stones::One, Stones::Two];

fn balance(position: &Position, stones: Stones, bias: i32, limits: &SearchLimits) -> Option<Balance> {
    let mut engine = small_engine();
    engine.set_position(position.clone());
    engine.balance(stones, bias, limits, &SystemClock::new(), &mut ())
}

/// The value after moves that keep what was promised.
fn value(position: &Position, stones: Stones, found: &Balance) -> i32 {
    assert_eq!(found.points.len(), stones.count());
    let mut end = position.clone();
    for &point in &found.points {
        end.play(point).unwrap();
    }
    assert!(!end.is_over(), "{found:?}");
    match found.score {
        Score::Value(value) => value,
        Score::Mate(_) => panic!("{found:?}"),
    }
}

#[test]
fn the_value_comes_near_the_bias() {
    for (rule, moves) in
        [(Rule::FREESTYLE, "h8 i9 k10"), (Rule::Renju, "h8 h9 j10"), (Rule::Standard, "h8 i9 g5")]
    {
        let opening = played(rule, 15, moves);
        for stones in BOTH {
            // One move in an opening is good, or worse by far.
            let biases = match stones {
                Stones::One => [-100, 0, 100, 400],
                Stones::Two => [-100, 0, 100, 200],
            };
            let values = biases.map(|bias| {
                let found = balance(&opening, stones, bias, &SearchLimits::nodes(60_000)).unwrap();
                assert!(found.depth > 0 && found.nodes <= 60_000, "{found:?}");
                assert_eq!(found.stopped_by, StopReason::Nodes);
                value(&opening, stones, &found)
            });
            // With one move, White cannot do better than its best.
            match stones {
                Stones::One => assert!(values[0] < values[3], "{rule} {values:?}"),
                Stones::Two => {
                    let near = |(value, bias): (i32, i32)| (value - bias).abs() < 120;
                    assert!(values.into_iter().zip(biases).all(near), "{rule} {values:?}");
                }
            }
        }
    }
}

#[test]
fn the_same_nodes_find_the_same_moves() {
    let opening = played(Rule::FREESTYLE, 15, "h8 i9 k10");
    for stones in BOTH {
        for limits in [SearchLimits::nodes(20_000), SearchLimits::depth(4)] {
            let mut engine = small_engine();
            let mut found = (0..2).map(|_| {
                engine.clear();
                engine.set_position(opening.clone());
                let found = engine.balance(stones, 10, &limits, &SystemClock::new(), &mut ()).unwrap();
                Balance { time: Duration::ZERO, ..found }
            });
            assert_eq!(found.next(), found.next());
        }
    }
}

#[test]
fn moves_are_legal_under_every_rule_however_little_there_is_to_spend() {
    for rule in all_rules() {
        for lines in [3, 5, 19] {
            let mut position = Position::new(rule, BoardSize::new(lines).unwrap());
            for ply in 0..3 {
                for (stones, limits) in [
                    (Stones::One, SearchLimits::nodes(0)),
                    (Stones::Two, SearchLimits::nodes(300)),
                    (Stones::Two, SearchLimits::time(Duration::ZERO)),
                    (Stones::One, SearchLimits::depth(1)),
                ] {
                    check_playable(&position, stones, &limits);
                }
                let Some(next) = position.legal_moves().nth(ply * 2) else { break };
                position.play(next).unwrap();
                if position.is_over() {
                    break;
                }
            }
        }
    }
}

/// Every result can be played, and there is no result only if no move is possible.
fn check_playable(position: &Position, stones: Stones, limits: &SearchLimits) {
    let Some(found) = balance(position, stones, 0, limits) else {
        let is_possible = position.legal_moves().any(|point| {
            let mut next = position.clone();
            next.play(point).unwrap();
            stones == Stones::One || !next.is_over() && next.legal_moves().next().is_some()
        });
        assert!(!is_possible, "{stones:?} {:?}", position.board());
        return;
    };
    assert_eq!(found.points.len(), stones.count());
    let mut end = position.clone();
    for &point in &found.points {
        end.play(point).unwrap();
    }
}

#[test]
fn a_side_that_wins_at_once_avoids_it() {
    // Black can make five at f1; every other move leaves the game open or loses it.
    let lines = "
        . . . . . .
        . O O . . .
        . . . . . .
        . . . O . .
        . . . . . .
        O X X X X .
    ";
    let position = position(Rule::FREESTYLE, Color::Black, lines);
    for stones in BOTH {
        let found = balance(&position, stones, 0, &SearchLimits::nodes(20_000)).unwrap();
        assert_ne!(found.points[0], Point::parse("f1", position.size()).unwrap());
        check_playable(&position, stones, &SearchLimits::nodes(20_000));
    }
}

#[test]
fn only_the_given_moves_are_tried() {
    let opening = played(Rule::FREESTYLE, 15, "h8 i9 k10");
    let point = |name| Point::parse(name, BoardSize::FIFTEEN).unwrap();
    let moves = vec![point("h9"), point("a1"), point("h8"), point("o15")];
    let limits =
        SearchLimits { moves: Some(moves), excluded: vec![point("a1")], ..SearchLimits::nodes(5_000) };
    let found = balance(&opening, Stones::Two, 0, &limits).unwrap();
    assert!(
        found
            .points
            .iter()
            .all(|point| ["h9", "o15"].contains(&point.on(opening.size()).to_string().as_str()))
    );
    let none = SearchLimits { moves: Some(vec![point("h8")]), ..limits.clone() };
    assert_eq!(balance(&opening, Stones::One, 0, &none), None);
    let one = SearchLimits { moves: Some(vec![point("h9")]), ..limits };
    assert_eq!(balance(&opening, Stones::Two, 0, &one), None);
}

#[test]
fn a_finished_game_and_a_full_board_have_no_moves() {
    let over = position(rule("free-3"), Color::White, "XXX\nOO.\n...");
    let last = position(rule("free-9"), Color::White, "XOX\nOXO\nXX.");
    for stones in BOTH {
        assert_eq!(balance(&over, stones, 0, &SearchLimits::default()), None);
    }
    let found = balance(&last, Stones::One, 0, &SearchLimits::default()).unwrap();
    assert_eq!((found.score, found.stopped_by), (Score::Value(0), StopReason::Decided));
    assert_eq!(balance(&last, Stones::Two, 0, &SearchLimits::default()), None);
}

#[test]
fn a_stop_ends_it_and_so_does_one_that_came_before() {
    let opening = played(Rule::FREESTYLE, 15, "h8 i9 k10");
    let mut engine = small_engine();
    engine.set_position(opening.clone());
    let handle = engine.stop_handle();
    handle.stop();
    let found =
        engine.balance(Stones::Two, 0, &SearchLimits::default(), &SystemClock::new(), &mut ()).unwrap();
    assert_eq!((found.nodes, found.stopped_by), (0, StopReason::Stopped));
    // The stop is spent, and the position is the one that was set.
    assert_eq!(*engine.position(), opening);
    let mut rounds = 0;
    let mut stop_in_time = |progress: &SearchProgress| {
        assert_eq!(progress.pv.len(), 1);
        rounds += 1;
        handle.stop();
    };
    let clock = SystemClock::new();
    let found = engine.balance(Stones::One, 0, &SearchLimits::default(), &clock, &mut stop_in_time).unwrap();
    // The last news are those of the end.
    assert_eq!((rounds, found.stopped_by), (2, StopReason::Stopped));
    value(&opening, Stones::One, &found);
}

#[test]
fn a_time_limit_is_respected_with_one_thread_and_with_two() {
    let opening = played(Rule::FREESTYLE, 15, "h8 i9 k10");
    for threads in [1, 2] {
        let mut engine =
            Engine::new(EngineOptions { hash_bytes: 1 << 20, threads, ..EngineOptions::default() });
        engine.set_position(opening.clone());
        let started = Instant::now();
        let limits = SearchLimits::time(Duration::from_millis(100));
        let found = engine.balance(Stones::Two, 0, &limits, &SystemClock::new(), &mut ()).unwrap();
        assert_eq!(found.stopped_by, StopReason::Time);
        assert!(started.elapsed() < Duration::from_secs(5), "{:?}", started.elapsed());
        value(&opening, Stones::Two, &found);
    }
}
