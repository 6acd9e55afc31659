//! The library's forbidden moves against those of the slow oracle.

use crate::oracle::forbidden::judge;
use proptest::prelude::*;
use tengen_game::{Board, BoardSize, Color, forbidden_kind};

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn both_ways_find_the_same_points(
        lines in 5usize..=13,
        black in 5u32..45,
        white in 0u32..20,
        cells in prop::collection::vec(0u32..100, 169),
    ) {
        let size = BoardSize::new(lines).unwrap();
        let mut board = Board::new(size);
        for (point, number) in size.points().zip(cells) {
            let stone = match number {
                n if n < black => Some(Color::Black),
                n if n < black + white => Some(Color::White),
                _ => None,
            };
            board.set(point, stone);
        }
        for point in size.points().filter(|&point| board.is_empty(point)) {
            prop_assert_eq!(forbidden_kind(&board, point), judge(&board, point), "{} {:?}", point.on(size), board);
        }
    }
}
