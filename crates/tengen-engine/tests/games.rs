//! Whole games: the engine never plays an illegal move, under any rule, on any size and with any limits.

use std::num::NonZeroU16;

use crate::support::{all_rules, check, position, small_engine};
use tengen_analysis::{Level, Score, SearchLimits, SystemClock};
use tengen_game::{Board, BoardSize, Color, Move, Position, Rule, SplitMix};

fn limits(seed: u64) -> SearchLimits {
    let level = [None, Some(Level::EASY), Some(Level::NORMAL), None][(seed / 3 % 4) as usize];
    let limits = match seed % 3 {
        0 => SearchLimits::nodes(seed % 7 * 40),
        1 => SearchLimits::depth(2),
        _ => SearchLimits::nodes(1),
    };
    SearchLimits { level, seed, ..limits }
}

fn play_out(mut position: Position, seed: u64) -> Position {
    let mut engine = small_engine();
    let clock = SystemClock::new();
    for ply in 0.. {
        if position.is_over() {
            break;
        }
        engine.set_position(position.clone());
        let report = engine.search(&limits(seed + ply), &clock, &mut ());
        check(&position, &report);
        position.play(report.best_move.map_or(Move::Pass, Move::Place)).unwrap();
    }
    position
}

#[test]
fn games_under_every_rule_and_on_every_size_end_by_the_rules() {
    for (index, rule) in all_rules().into_iter().enumerate() {
        for lines in 3..=22 {
            if lines > 8 && (lines + index) % 4 != 0 {
                continue;
            }
            let start = Position::new(rule, BoardSize::new(lines).unwrap());
            play_out(start, (index * 31 + lines * 7) as u64);
        }
    }
}

/// Set-up positions with any number of stones on either side, and both sides to move.
#[test]
fn games_from_any_set_up_end_by_the_rules() {
    let mut numbers = SplitMix::new(12_345);
    let mut random = |bound: u64| numbers.below(bound);
    for round in 0..200 {
        let rule = Rule::NAMED[random(5) as usize];
        let size = BoardSize::new(5 + random(9) as usize).unwrap();
        let (black, white) = (random(100), random(60));
        let mut board = Board::new(size);
        for point in size.points() {
            let color = match random(200) {
                n if n < black => Some(Color::Black),
                n if n < black + white => Some(Color::White),
                _ => None,
            };
            board.set(point, color);
        }
        let side = Color::BOTH[random(2) as usize];
        if let Ok(position) = Position::from_board(rule, board, side) {
            let limit = (round % 4 == 0).then(|| random(12) as u16 + 1).and_then(NonZeroU16::new);
            play_out(position.with_max_moves(limit), round);
        }
    }
}

/// Black's last point may be forbidden: then it can only pass, and the engine finds no move to play.
#[test]
fn where_only_a_pass_is_left_the_engine_finds_no_move() {
    let text = "
        X X X . X X X
        X X O X O O O
        O X X O X O O
        X O O X X O X
        X X X O X O X
        X O O X O X .
        O O X O X X O
    ";
    let start = position(Rule::Renju, Color::White, text);
    let mut stalled = start.clone();
    stalled.play(tengen_game::Point::new(6, 5)).unwrap();
    assert_eq!((stalled.outcome(), stalled.legal_moves().next()), (None, None));
    let report = crate::support::search(&stalled, &SearchLimits::nodes(100));
    assert_eq!((report.best_move, report.score), (None, Score::Value(0)));
    let end = play_out(start, 0);
    assert_eq!(end.outcome().and_then(|o| o.winner()), None, "{:?}", end.board());
}
