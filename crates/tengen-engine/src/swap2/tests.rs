#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

use std::collections::BTreeSet;
use std::convert::Infallible;
use std::time::Duration;

use tengen_analysis::{StopReason, SystemClock};
use tengen_game::Rule;

use super::*;
use crate::{Engine, EngineOptions};

fn report(position: &Position, score: Score) -> Result<SearchReport, Infallible> {
    Ok(SearchReport {
        best_move: position.legal_moves().last(),
        score,
        pv: Vec::new(),
        others: Vec::new(),
        depth: 1,
        nodes: 1,
        time: Duration::ZERO,
        stopped_by: StopReason::Depth,
    })
}

#[test]
fn every_opening_can_be_played_on_fifteen_lines_and_some_three_stones_on_any_board() {
    for lines in 3..=22 {
        let size = BoardSize::new(lines).unwrap();
        let start = Position::new(Rule::Renju, size);
        for variety in [Variety::None, Variety::Seed(lines as u64 * 7)] {
            let mut asked = 0;
            let Ok(decision) = place(&start, variety, &mut |position, _| {
                asked += 1;
                report(&position, Score::Value(0))
            });
            let Decision::Place(points) = decision else { panic!("expected points") };
            assert_eq!(points.len(), 3);
            assert!(after(&start, &points).is_some(), "{lines} lines: {points:?}");
            let all = if variety == Variety::None { OPENINGS.len() } else { VARIED };
            assert!(lines < 15 || asked == all);
        }
    }
}

#[test]
fn the_most_balanced_opening_is_chosen() {
    let scores = [Score::Mate(-4), Score::Value(90), Score::Value(-20), Score::Value(-30)];
    let mut scores = scores.into_iter().chain([Score::Value(400); 2]);
    let start = Position::new(Rule::FREESTYLE, BoardSize::FIFTEEN);
    let Ok(decision) = place(&start, Variety::None, &mut |position, parts| {
        assert_eq!(parts, 6);
        report(&position, scores.next().unwrap())
    });
    let expected = [Point::new(2, 2), Point::new(3, 5), Point::new(5, 1)];
    assert_eq!(decision, Decision::Place(expected.to_vec()));
}

#[test]
fn the_better_side_is_taken() {
    let start = Position::new(Rule::FREESTYLE, BoardSize::FIFTEEN);
    let decide_at = |score| {
        let Ok(decision) = choose(&start, &mut |position, _| report(&position, score));
        decision
    };
    let stay = Decision::Stay(Point::new(14, 14));
    assert_eq!(decide_at(Score::Value(0)), stay);
    assert_eq!(decide_at(Score::Mate(7)), stay);
    assert_eq!(decide_at(Score::Value(-1)), Decision::Swap);
    assert_eq!(decide_at(Score::Mate(-8)), Decision::Swap);
}

#[test]
fn seeds_bring_about_different_openings() {
    let start = Position::new(Rule::FREESTYLE, BoardSize::FIFTEEN);
    let openings: BTreeSet<Vec<Point>> = (0..48)
        .map(|seed| {
            let Ok(decision) =
                place(&start, Variety::Seed(seed), &mut |position, _| report(&position, Score::Value(0)));
            let Decision::Place(points) = decision else { panic!("expected points") };
            points
        })
        .collect();
    assert!(openings.len() > 40, "{}", openings.len());
}

#[test]
fn an_engine_opens_and_chooses_within_its_nodes() {
    let mut engine = Engine::new(EngineOptions { hash_bytes: 1 << 20, ..EngineOptions::default() });
    let limits = SearchLimits::nodes(600);
    let mut position = Position::new(Rule::FREESTYLE, BoardSize::FIFTEEN);
    let opened = decide(&mut engine, &position, &limits, &SystemClock::new()).unwrap();
    let Decision::Place(points) = opened else { panic!("expected points") };
    points.into_iter().for_each(|point| position.play(point).unwrap());
    match decide(&mut engine, &position, &limits, &SystemClock::new()).unwrap() {
        Decision::Stay(point) => assert!(position.check(point).is_ok()),
        decision => assert_eq!(decision, Decision::Swap),
    }
}
