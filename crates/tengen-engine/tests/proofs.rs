//! A mate that the engine announces is one: every answer is tried, by the rules alone.

use std::num::NonZeroU16;

use crate::support::{check, played, search};
use tengen_analysis::{Score, SearchLimits, SystemClock};
use tengen_game::{Board, BoardSize, Color, Move, Outcome, Point, Position, Rule, SplitMix, diagram};

/// Whether the side to move wins within `plies` plies against every defence. Slow and obvious.
fn wins_within(position: &mut Position, plies: u32) -> bool {
    let side = position.side_to_move();
    let tries: Vec<Point> = position.legal_moves().collect();
    tries.into_iter().any(|point| {
        position.play(point).unwrap();
        let wins = match position.outcome().map(Outcome::winner) {
            Some(winner) => winner == Some(side),
            None => plies > 2 && loses_within(position, plies - 1),
        };
        position.undo();
        wins
    })
}

/// Whether the side to move loses within `plies` plies with every move.
fn loses_within(position: &mut Position, plies: u32) -> bool {
    let mut tries: Vec<Move> = position.legal_moves().map(Move::Place).collect();
    if position.rule().allows_pass() {
        tries.push(Move::Pass);
    }
    tries.into_iter().all(|played| {
        position.play(played).unwrap();
        let loses = position.outcome().is_none() && wins_within(position, plies - 1);
        position.undo();
        loses
    })
}

fn random_numbers(seed: u64) -> impl FnMut(u64) -> u64 {
    let mut random = SplitMix::new(seed);
    move |bound| random.below(bound)
}

/// Crowded little boards, on which rows are near and blocked everywhere.
#[test]
fn short_mates_hold_against_every_answer() {
    let mut random = random_numbers(2026);
    let (mut mates, mut tried) = (0, 0);
    while tried < 1500 {
        let rule = Rule::NAMED[random(5) as usize];
        let size = BoardSize::new(6 + random(2) as usize).unwrap();
        let mut board = Board::new(size);
        let (black, white) = (30 + random(40), 30 + random(40));
        for point in size.points() {
            let color = match random(150) {
                n if n < black => Some(Color::Black),
                n if n < black + white => Some(Color::White),
                _ => None,
            };
            board.set(point, color);
        }
        let side = Color::BOTH[random(2) as usize];
        let Ok(position) = Position::from_board(rule, board, side) else { continue };
        if position.is_over() {
            continue;
        }
        tried += 1;
        let report = search(&position, &SearchLimits::nodes(2_000));
        check(&position, &report);
        let Score::Mate(plies) = report.score else { continue };
        let empty = position.board().empty_points().count();
        // Proofs that take too long to try out are left to the check of the line.
        if plies.unsigned_abs() > 3 && empty > 14 || plies.unsigned_abs() > 5 {
            continue;
        }
        mates += 1;
        let mut copy = position.clone();
        let holds = if plies > 0 {
            wins_within(&mut copy, plies.unsigned_abs())
        } else {
            loses_within(&mut copy, plies.unsigned_abs())
        };
        assert!(holds, "{rule} {side} {report:?} {:?}", position.board());
    }
    assert!(mates > 300, "only {mates} mates came up");
}

/// In caro a stone at the far end of a row answers a four as well as one on the cell that completes it.
#[test]
fn a_four_can_be_answered_from_its_end() {
    let text = "
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        X O O O . O . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . X X . . .
        . . . . . . . . .
    ";
    let side = Color::Black;
    let four = Position::from_board(Rule::Caro, diagram::read(text).unwrap(), side).unwrap();
    // e6 completes five; g6 leaves it blocked at both ends.
    for (name, holds) in [("e6", true), ("g6", true), ("h6", false), ("a1", false)] {
        let mut after = four.clone();
        after.play(Point::parse(name, after.size()).unwrap()).unwrap();
        assert_eq!(!wins_within(&mut after, 1), holds, "{name}");
    }
    let report = search(&four, &SearchLimits::nodes(20_000));
    check(&four, &report);
    let best = report.best_move.unwrap().on(four.size()).to_string();
    assert!(["e6", "g6"].contains(&best.as_str()), "{report:?}");
}

/// With two moves left an open three does not win, and with three it does.
#[test]
fn the_maximum_number_of_moves_ends_all_hopes() {
    let moves = "h8 a1 h9 c1 h10 e1";
    for (more, expected) in [(1, None), (2, None), (3, Some(Score::Mate(3)))] {
        let limit = NonZeroU16::new(6 + more);
        let position = played(Rule::FREESTYLE, 15, moves).with_max_moves(limit);
        let mut engine = crate::support::small_engine();
        engine.set_position(position.clone());
        let report = engine.search(&SearchLimits::nodes(5_000), &SystemClock::new(), &mut ());
        check(&position, &report);
        match expected {
            Some(score) => assert_eq!(report.score, score),
            None => assert_eq!(report.score, Score::Value(0), "{report:?}"),
        }
    }
    // A four that comes too late does not win either.
    let late = played(Rule::FREESTYLE, 15, "h8 a1 h9 c1 h10 e1 h11").with_max_moves(NonZeroU16::new(8));
    let report = search(&late, &SearchLimits::nodes(5_000));
    check(&late, &report);
    assert_eq!(report.score, Score::Value(0), "{report:?}");
}
