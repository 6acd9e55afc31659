use proptest::prelude::*;
use tengen_game::{Point, SplitMix, WinLength, forbidden_kind};

use super::*;

#[path = "../../tests/slow_board/mod.rs"]
mod slow_board;
use slow_board::{slow_patterns, slow_win};

/// Whether the incremental state equals one computed from scratch, whose codes in turn equal the slow ones.
fn check(board: &Board, position: &Position, slowly: bool) {
    let fresh = Board::new(position, Some(board));
    assert_eq!(board.key, fresh.key);
    assert_eq!(board.side, fresh.side);
    assert_eq!(board.states.cells, fresh.states.cells);
    for (sets, fresh) in board.states.threats.iter().zip(&fresh.states.threats) {
        assert_eq!(sets[Threat::OpenThree as usize..], fresh[Threat::OpenThree as usize..]);
    }
    assert_eq!(board.states.sums, fresh.states.sums);
    assert_eq!(board.empty, fresh.empty);
    assert_eq!(board.near, fresh.near);
    if slowly {
        for cell in fresh.empty.iter().skip(fresh.key as usize % 8).step_by(11) {
            for color in Color::BOTH {
                let slow = slow_patterns(position, cell.point(), color);
                let slow = (0..4).fold(Code::DEAD, |code, index| code.with(index, slow[index]));
                assert_eq!(
                    fresh.code(cell, color),
                    slow,
                    "{:?} {color} {:?}",
                    cell.point(),
                    position.board()
                );
            }
        }
    }
}

/// Plays and takes back at random, with clustered moves so that rows and forbidden points come up.
fn play_at_random(rule: Rule, lines: usize, seed: u64, plies: usize, slowly: bool) {
    let size = BoardSize::new(lines).unwrap();
    let mut random = SplitMix::new(seed);
    let mut position = Position::new(rule, size);
    let mut board = Board::new(&position, None);
    for ply in 0..plies {
        if random.below(4) == 0 && position.undo().is_some() {
            board.unmake();
        }
        let side = position.side_to_move();
        let around = if position.board().stones() == 0 { *board.empty() } else { board.near() };
        let candidates: Vec<Cell> = around.iter().filter(|&cell| !board.wins(side).contains(cell)).collect();
        if candidates.is_empty() {
            break;
        }
        let cell = candidates[random.below(candidates.len() as u64) as usize];
        // The rules and the board agree on what may be played and on what wins.
        assert_eq!(position.check(cell.point()).is_ok(), board.is_legal(cell));
        if !board.is_legal(cell) {
            continue;
        }
        // A move that is taken back before its changes are applied leaves the board as it was.
        if random.below(3) == 0 {
            board.make_sums(cell);
            board.unmake();
        }
        position.play(cell.point()).unwrap();
        if position.is_over() {
            assert!(position.outcome().unwrap().winner().is_none());
            position.undo();
            continue;
        }
        board.make(cell);
        check(&board, &position, slowly && ply % 16 == 15);
        if ply % 8 == 7 {
            for cell in board.empty().iter() {
                for color in Color::BOTH {
                    let wins = slow_win(&position, cell.point(), color);
                    assert_eq!(board.wins(color).contains(cell), wins);
                }
                if rule == Rule::Renju {
                    let forbidden = forbidden_kind(position.board(), cell.point()).is_some();
                    assert_eq!(board.clone().is_legal_for(cell, Color::Black), !forbidden);
                }
            }
        }
    }
    while position.undo().is_some() {
        board.unmake();
    }
    check(&board, &position, false);
}

#[test]
fn the_state_is_that_of_a_fresh_board_under_every_rule_and_size() {
    for lines in [3, 4, 6, 9, 15, 22] {
        for stones in 1..=9 {
            let rule = Rule::Free(WinLength::new(stones).unwrap());
            play_at_random(rule, lines, 7 * lines as u64 + stones as u64, 40, stones <= 5);
        }
        for rule in [Rule::Standard, Rule::Renju, Rule::Caro, Rule::CaroExact] {
            play_at_random(rule, lines, lines as u64, 120, lines < 20);
        }
    }
}

#[test]
fn the_forbidden_points_are_those_of_the_rules() {
    for seed in 0..12 {
        play_at_random(Rule::Renju, 9 + seed as usize % 7, seed, 200, false);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]
    #[test]
    fn random_play_and_undo_leave_the_state_exact(
        seed: u64,
        lines in 5usize..16,
        rule in prop::sample::select(Rule::NAMED.to_vec()),
    ) {
        play_at_random(rule, lines, seed, 60, true);
    }
}

#[test]
fn a_blocked_point_is_a_wall_to_rows() {
    let mut stones = tengen_game::Board::new(BoardSize::FIFTEEN);
    for x in 3..7 {
        stones.set(Point::new(x, 7), Some(Color::Black));
    }
    stones.block(Point::new(2, 7));
    let board = |stones: &tengen_game::Board| {
        let position = Position::from_board(Rule::FREESTYLE, stones.clone(), Color::Black).unwrap();
        (Board::new(&position, None), position)
    };
    let (half_open, position) = board(&stones);
    let wins: Vec<Cell> = half_open.wins(Color::Black).iter().collect();
    assert_eq!(wins, [Cell::new(7, 7)]);
    assert!(!half_open.empty().contains(Cell::new(2, 7)));
    check(&half_open, &position, false);
    stones.block(Point::new(7, 7));
    let (mut closed, mut position) = board(&stones);
    assert!(closed.wins(Color::Black).is_empty());
    assert_ne!(closed.key(), half_open.key());
    for point in [Point::new(3, 6), Point::new(8, 8), Point::new(6, 6)] {
        position.play(point).unwrap();
        closed.make(Cell::from(point));
        check(&closed, &position, false);
    }
}
