//! Renju's forbidden moves on the boards of `data/forbidden.txt`, and against those of the slow oracle.

use proptest::prelude::*;
use tengen_game::{
    Board, BoardSize, Color, ForbiddenKind, Point, Position, Rule, Symmetry, diagram, forbidden_kind,
};

use crate::oracle::forbidden::judge;

/// A board with its marked points.
struct Case {
    name: &'static str,
    position: Position,
    expected: Vec<(Point, ForbiddenKind)>,
}

fn cases() -> Vec<Case> {
    let blocks = include_str!("data/forbidden.txt").split("\n= ").skip(1);
    blocks
        .map(|block| {
            let (name, rows) = block.split_once('\n').unwrap();
            let marks: Vec<char> = rows.chars().filter(|c| !c.is_whitespace()).collect();
            let plain: String = rows.chars().map(|c| if c.is_ascii_digit() { '.' } else { c }).collect();
            let board = diagram::read(&plain).unwrap_or_else(|error| panic!("{name}: {error}"));
            let expected = board.size().points().zip(marks).filter_map(|(point, mark)| {
                let kind = match mark {
                    '6' => ForbiddenKind::Overline,
                    '4' => ForbiddenKind::DoubleFour,
                    '3' => ForbiddenKind::DoubleThree,
                    _ => return None,
                };
                Some((point, kind))
            });
            let expected = expected.collect();
            let position = Position::from_board(Rule::Renju, board, Color::Black).unwrap();
            Case { name, position, expected }
        })
        .collect()
}

#[test]
fn every_board_has_its_forbidden_points_and_no_other() {
    let cases = cases();
    assert!(cases.len() >= 28, "only {} cases were read", cases.len());
    for case in cases {
        assert_eq!(
            case.position.forbidden_points(),
            case.expected,
            "{}{:?}",
            case.name,
            case.position.board()
        );
        for (point, kind) in case.expected {
            let refused = case.position.check(point).unwrap_err();
            assert!(refused.to_string().ends_with(&format!("is forbidden to Black: {kind}")), "{refused}");
        }
    }
}

#[test]
fn turning_the_board_turns_the_forbidden_points() {
    for case in cases() {
        for symmetry in Symmetry::ALL {
            let size = case.position.size();
            let board = symmetry.apply_to_board(case.position.board());
            let turned = Position::from_board(Rule::Renju, board, Color::Black).unwrap();
            let mut expected: Vec<_> =
                case.expected.iter().map(|&(point, kind)| (symmetry.apply(point, size), kind)).collect();
            expected.sort_by_key(|(point, _)| (point.y(), point.x()));
            assert_eq!(turned.forbidden_points(), expected, "{} {symmetry:?}", case.name);
        }
    }
}

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
