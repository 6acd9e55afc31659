//! Renju's forbidden moves on the boards of `data/forbidden.txt`.

use tengen_game::{Color, ForbiddenKind, Point, Position, Rule, Symmetry, format::diagram};

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
