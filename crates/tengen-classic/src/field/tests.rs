use tengen_game::{Move, WinLength};

use super::*;

fn all_rules() -> Vec<Rule> {
    let free = (1..=9).map(|stones| Rule::Free(WinLength::new(stones).unwrap()));
    free.chain(Rule::NAMED.into_iter().filter(|&rule| rule != Rule::FREESTYLE)).collect()
}

/// Compares what the field keeps with the rules and with a field that was made at once.
fn compare(field: &Field, position: &Position) {
    let fresh = Field::new(position, field.reach as u8);
    assert_eq!(field.key, fresh.key);
    assert_eq!(field.standing, fresh.standing, "{:?}", position.board());
    assert_eq!(field.near, fresh.near);
    assert_eq!(field.board, fresh.board);
    assert_eq!(field.side, position.side_to_move());
    for color in Color::BOTH {
        assert!(field.shapes[color.index()] == fresh.shapes[color.index()], "{:?}", position.board());
    }
}

fn compare_with_rules(field: &Field, position: &Position) {
    let forbidden: Vec<Point> = position.forbidden_points().into_iter().map(|(point, _)| point).collect();
    for point in position.board().empty_points() {
        assert_eq!(
            field.is_forbidden_to_black(point),
            forbidden.contains(&point),
            "{point} {:?}",
            position.board()
        );
        assert_eq!(field.is_legal(point), position.check(point).is_ok());
        let mut after = position.clone();
        after.play_unchecked(Move::Place(point));
        let is_won = after.outcome().is_some_and(|outcome| !outcome.winning_lines().is_empty());
        let rule = position.rule();
        assert_eq!(
            field.wins(point, position.side_to_move()),
            is_won,
            "{rule} {point} {:?}",
            position.board()
        );
    }
}

/// Random games, the players of which like to stay near the stones, under every rule.
#[test]
fn the_field_agrees_with_the_rules() {
    let mut state = 1_u64;
    for rule in all_rules() {
        for lines in [3, 7, 15, 22] {
            let size = BoardSize::new(lines).unwrap();
            let mut position = Position::new(rule, size);
            let mut field = Field::new(&position, 2);
            for _ in 0..90 {
                compare_with_rules(&field, &position);
                state = SplitMix::mix(state);
                let points: Vec<Point> = field.near_points().filter(|&point| field.is_legal(point)).collect();
                // Points that matter to a side are more likely.
                let is_sharp = |point: &&Point| {
                    Color::BOTH
                        .iter()
                        .any(|&color| field.shapes(**point, color).iter().any(|&s| s > Shape::Overline))
                };
                let sharp: Vec<&Point> = points.iter().filter(is_sharp).collect();
                let points: Vec<&Point> =
                    if sharp.is_empty() || state.is_multiple_of(4) { points.iter().collect() } else { sharp };
                let Some(&&point) = points.get((state >> 8) as usize % points.len().max(1)) else { break };
                if field.wins(point, field.side()) {
                    break;
                }
                field.play(point);
                position.play(point).unwrap();
                if field.is_drawn() {
                    break;
                }
            }
            compare(&field, &position);
            while position.undo().is_some() {
                field.undo();
            }
            compare(&field, &position);
        }
    }
}

#[test]
fn points_are_near_within_their_reach() {
    let mut field = Field::new(&Position::new(Rule::FREESTYLE, BoardSize::FIFTEEN), 2);
    assert_eq!(field.near_points().count(), 225, "with no stones all points are as good");
    field.play(Point::new(0, 7));
    assert_eq!(field.near_points().count(), 3 * 5 - 1);
    assert!(field.near_points().all(|point| point.x() <= 2 && (5..=9).contains(&point.y())));
}

#[test]
fn the_limit_of_moves_draws() {
    let limit = std::num::NonZeroU16::new(2);
    let mut field = Field::new(&Position::new(Rule::FREESTYLE, BoardSize::FIFTEEN).with_max_moves(limit), 2);
    for at in [3, 4] {
        assert!(!field.is_drawn());
        field.play(Point::new(at, at));
    }
    assert!(field.is_drawn());
    field.undo();
    assert!(!field.is_drawn());
}
