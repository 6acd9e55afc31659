//! Whole games: no classic ever plays an illegal move, under any rule, on any size and with any limits.

use std::num::NonZeroU16;
use std::time::Duration;

use crate::support::{all_rules, check, opponent, position};
use tengen_analysis::{Classic, Opponent, Score, SearchLimits, SystemClock};
use tengen_classic::{GameTreeOptions, Options};
use tengen_game::{Board, BoardSize, Color, Move, Point, Position, Rule, SplitMix};

fn play_out(mut position: Position, opponents: [&mut dyn Opponent; 2], seed: u64) -> Position {
    let clock = SystemClock::new();
    while !position.is_over() {
        let opponent = &mut *opponents[position.side_to_move().index()];
        opponent.set_position(position.clone());
        let limits = SearchLimits { seed, ..SearchLimits::nodes(seed % 40) };
        let report = opponent.choose(&limits, &clock, &mut ()).unwrap();
        check(&position, &report);
        position.play(report.best_move.map_or(Move::Pass, Move::Place)).unwrap();
    }
    position
}

#[test]
fn games_between_all_classics_under_every_rule_end_by_the_rules() {
    let mut classics = Classic::ALL.map(opponent);
    let mut others = Classic::ALL.map(opponent);
    let sizes = [7, 5, 9, 3, 15, 8, 11, 6, 13, 4, 10];
    let mut seed = 0;
    for rule in all_rules() {
        for black in &mut classics {
            for white in &mut others {
                seed += 1;
                if seed % 2 == 0 {
                    continue;
                }
                let size = BoardSize::new(sizes[seed as usize % sizes.len()]).unwrap();
                play_out(Position::new(rule, size), [black.as_mut(), white.as_mut()], seed);
            }
        }
    }
    for (index, rule) in Rule::NAMED.into_iter().enumerate() {
        let start = Position::new(rule, BoardSize::MAX);
        let (black, white) = (&mut classics[index], &mut others[index + 2]);
        play_out(start, [black.as_mut(), white.as_mut()], 31 + index as u64);
    }
}

/// Set-up positions with any number of stones on either side, and both sides to move.
#[test]
fn games_from_any_set_up_end_by_the_rules() {
    let mut numbers = SplitMix::new(12_345);
    let mut random = |bound: u64| numbers.below(bound);
    for round in 0..150 {
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
        let players = [0, 1].map(|_| Classic::ALL[random(7) as usize]);
        let limit = (round % 4 == 0).then(|| random(12) as u16 + 1).and_then(NonZeroU16::new);
        if let Ok(position) = Position::from_board(rule, board, side) {
            let [mut black, mut white] = players.map(opponent);
            play_out(position.with_max_moves(limit), [black.as_mut(), white.as_mut()], round);
        }
    }
}

/// Black's last point may be forbidden: then it can only pass, and no opponent finds a move to play.
#[test]
fn no_program_finds_a_move_if_only_a_pass_is_legal() {
    let text = "
        X X X . X X X
        X X O X O O O
        O X X O X O O
        X O O X X O X
        X X X O X O X
        X O O X O X .
        O O X O X X O
    ";
    let mut stalled = position(Rule::Renju, Color::White, text);
    stalled.play(Point::new(6, 5)).unwrap();
    assert_eq!((stalled.outcome(), stalled.legal_moves().next()), (None, None));
    for classic in Classic::ALL {
        let report = crate::support::choose(classic, &stalled, &SearchLimits::nodes(100));
        assert_eq!((report.best_move, report.score), (None, Score::Value(0)), "{classic}");
    }
}

/// Without its option, the search of the game tree ignores forbidden points, but no forbidden point is played.
#[test]
fn a_game_tree_that_minds_no_forbidden_points_plays_legally() {
    let game_tree = GameTreeOptions::default().with_depth(3).unwrap().with_breadth(6).unwrap();
    let game_tree = game_tree.with_time(Duration::from_secs(1)).unwrap().with_forbidden_moves(false);
    let options = Options { game_tree };
    for seed in 0..4 {
        let [mut black, mut white] = [0, 1].map(|_| options.opponent(Classic::GameTree));
        let start = Position::new(Rule::Renju, BoardSize::new(9).unwrap());
        play_out(start, [black.as_mut(), white.as_mut()], 36 + seed);
    }
}

#[test]
fn a_finished_game_has_a_score_and_no_move() {
    let text = "
        X X X X X
        O O O O .
        . . . . .
        . . . . .
        . . . . .
    ";
    for classic in Classic::ALL {
        let lost = position(Rule::FREESTYLE, Color::White, text);
        let won = position(Rule::FREESTYLE, Color::Black, text);
        let mut opponent = opponent(classic);
        let mut score = |position| {
            opponent.set_position(position);
            let report = opponent.choose(&SearchLimits::default(), &SystemClock::new(), &mut ()).unwrap();
            assert_eq!((report.best_move, report.pv.len()), (None, 0));
            report.score
        };
        assert_eq!((score(lost), score(won)), (Score::Mate(0), Score::WON), "{classic}");
    }
}
