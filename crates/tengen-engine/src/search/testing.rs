//! A searcher for tests of single decisions of the search.

use std::sync::atomic::AtomicU64;

use tengen_analysis::{StopHandle, SystemClock};
use tengen_game::{BoardSize, Point, Position, Rule};

use super::{Budget, Memory, Searcher};
use crate::board::Board;

/// As [`with_searcher_of`], in freestyle.
pub(super) fn with_searcher<T>(
    params: &str,
    stones: &[(u8, u8)],
    test: impl FnOnce(&mut Searcher) -> T,
) -> T {
    with_searcher_of(Rule::FREESTYLE, params, stones, test)
}

/// Calls `test` with a searcher, with these changes of parameters, on 15×15 after stones on these points, black and white in turn.
pub(super) fn with_searcher_of<T>(
    rule: Rule,
    params: &str,
    stones: &[(u8, u8)],
    test: impl FnOnce(&mut Searcher) -> T,
) -> T {
    let mut position = Position::new(rule, BoardSize::FIFTEEN);
    for &(x, y) in stones {
        position.play(Point::new(x, y)).unwrap();
    }
    let mut board = Board::new(&position, None);
    board.apply();
    let mut memory = Memory::new(0, params.parse().unwrap());
    let (clock, stop, helper_nodes) = (SystemClock::default(), StopHandle::default(), AtomicU64::new(0));
    test(&mut Searcher::new(&mut board, &mut memory, &clock, &stop, Budget::default(), 0, &helper_nodes))
}
