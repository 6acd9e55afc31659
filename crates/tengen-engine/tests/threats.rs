//! The threats of stones on empty points, compared with the rules.

use crate::slow::{random_numbers, random_position};
use crate::support::{all_rules, played, position};
use tengen_analysis::{Fact, PointThreat, Shape, StopHandle, SystemClock, ThreatKind};
use tengen_engine::explain::{ExplainLimits, explain};
use tengen_engine::threats::threats;
use tengen_game::{Color, Outcome, Point, Position, Rule};

/// `a9 five, b8 four`: the threats of one side.
fn listed(position: &Position, color: Color) -> String {
    let of_side = &threats(position)[color.index()];
    let listed = of_side.iter().map(|it| format!("{} {}", it.point.on(position.size()), it.kind.name()));
    listed.collect::<Vec<_>>().join(", ")
}

#[test]
fn each_kind_has_its_name() {
    let cases = [
        (". . X X X . . . .", "b9 open-four, f9 open-four, a9 four, g9 four"),
        ("O X X X X . . . .", "f9 five, g9 four"),
        (". . . X X . . . .", "b9 open-three, c9 open-three, f9 open-three, g9 open-three"),
        ("X X X . . . X X X", "d9 four, e9 double-four, f9 four"),
    ];
    for (top, expected) in cases {
        let text = format!("{top}\n{}", ". . . . . . . . .\n".repeat(8));
        let position = position(Rule::FREESTYLE, Color::White, &text);
        let mut found: Vec<_> = listed(&position, Color::Black).split(", ").map(str::to_owned).collect();
        let mut expected: Vec<_> = expected.split(", ").map(str::to_owned).collect();
        found.sort();
        expected.sort();
        assert_eq!(found, expected, "{top}");
        assert_eq!(listed(&position, Color::White), "");
    }
    let double = "
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . X . . . . . . .
        . . . X . . . . . . .
        . X X . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . O O O X
        . . . . . . O . . . .
        . . . . . . O . . . .
        . . . . . . O . . . .
    ";
    let found = |rule, color| listed(&position(rule, Color::White, double), color);
    assert!(found(Rule::FREESTYLE, Color::Black).contains("d7 double-three"));
    assert!(found(Rule::FREESTYLE, Color::White).contains("g4 double-four"));
    assert!(!found(Rule::Renju, Color::Black).contains("d7"), "forbidden");
    assert!(found(Rule::Renju, Color::White).contains("g4 double-four"));
}

/// The empty points on which `color` wins with its next stone, by the rules.
fn wins(position: &Position, color: Color) -> Vec<Point> {
    let Ok(theirs) = Position::from_board(position.rule(), position.board().clone(), color) else {
        return Vec::new();
    };
    let wins = |point: &Point| {
        let mut next = theirs.clone();
        next.play(*point).is_ok() && next.outcome().and_then(Outcome::winner) == Some(color)
    };
    position.size().points().filter(wins).collect()
}

/// Fives win, fours are one stone from a win, nothing else is, and moves that the rule forbids are not reported.
#[test]
fn fives_and_fours_are_those_of_the_rules() {
    let mut random = random_numbers(3);
    let (mut fives, mut fours, mut doubles) = (0, 0, 0);
    for rule in all_rules() {
        for round in 0..12 {
            let Some(position) = random_position(&mut random, rule, 7 + round % 3, [18, 18]) else {
                continue;
            };
            for color in Color::BOTH {
                let listed = &threats(&position)[color.index()];
                let winning: Vec<Point> =
                    listed.iter().filter(|it| it.kind == ThreatKind::Five).map(|it| it.point).collect();
                assert_eq!(winning, wins(&position, color), "{rule} {color} {position:?}");
                fives += winning.len();
                if position.is_over() || !winning.is_empty() {
                    continue;
                }
                let theirs = Position::from_board(rule, position.board().clone(), color).unwrap();
                for point in position.size().points() {
                    let mut next = theirs.clone();
                    let found = listed.iter().find(|it| it.point == point).map(|it| it.kind);
                    if next.play(point).is_err() || next.is_over() {
                        assert_eq!(found, None, "{rule} {color} {point:?} {position:?}");
                        continue;
                    }
                    let left = wins(&next, color).len();
                    let is_four = matches!(
                        found,
                        Some(ThreatKind::Shape(
                            Shape::OpenFour | Shape::DoubleFour | Shape::FourThree | Shape::Four
                        ))
                    );
                    assert_eq!(is_four, left > 0, "{rule} {color} {point:?} {position:?}");
                    fours += usize::from(is_four);
                    if matches!(found, Some(ThreatKind::Shape(Shape::OpenFour | Shape::DoubleFour))) {
                        assert!(left > 1, "{rule} {color} {point:?} {position:?}");
                        doubles += 1;
                    }
                }
            }
        }
    }
    assert!(fives > 50 && fours > 200 && doubles > 20, "{fives} {fours} {doubles}");
}

/// The threats reported for a point are those reported for a move there.
#[test]
fn threats_match_explanations() {
    let limits = ExplainLimits { nodes: 0, time: None };
    let mut compared = 0;
    for rule in [Rule::FREESTYLE, Rule::Standard, Rule::Renju, Rule::Caro] {
        let position = played(rule, 15, "h8 i9 h10 g9 j8 j10 g7 i7 f9 k8 i11 g11 f6 e5");
        let listed = &threats(&position)[position.side_to_move().index()];
        for point in position.legal_moves() {
            let explanation = explain(&position, point, &limits, &SystemClock::new(), &StopHandle::default());
            let shape = explanation.unwrap().facts.into_iter().find_map(|fact| match fact {
                Fact::Makes { shape, .. } if shape != Shape::Three => Some(ThreatKind::Shape(shape)),
                Fact::Wins { .. } => Some(ThreatKind::Five),
                _ => None,
            });
            let found = listed.iter().find(|it: &&PointThreat| it.point == point).map(|it| it.kind);
            assert_eq!(found, shape, "{rule} {point:?}");
            compared += usize::from(found.is_some());
        }
    }
    assert!(compared > 10, "{compared}");
}

#[test]
fn a_game_that_is_over_has_no_threats() {
    let position = played(Rule::FREESTYLE, 15, "a1 a15 b1 b15 c1 c15 d1 d15 e1");
    assert_eq!(threats(&position), [Vec::new(), Vec::new()]);
}
