//! What holds for every game, tried on random ones.
#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

use proptest::prelude::*;
use tengen_game::{
    BoardSize, Color, Outcome, Point, Position, Rule, Symmetry, WinLength, format::json, windows,
};
use tengen_game::{Record, forbidden_kind};

fn any_rule() -> impl Strategy<Value = Rule> {
    prop_oneof![
        Just(Rule::FREESTYLE),
        Just(Rule::Standard),
        Just(Rule::Renju),
        (1usize..=9).prop_map(|n| Rule::Free(WinLength::new(n).unwrap())),
    ]
}

fn any_size() -> impl Strategy<Value = BoardSize> {
    (3usize..=22).prop_map(|lines| BoardSize::new(lines).unwrap())
}

/// A game in which each choice picks one of the points within two steps of the stones, so that rows come about.
fn random_game(rule: Rule, size: BoardSize, choices: &[u16]) -> Position {
    let mut position = Position::new(rule, size);
    for &choice in choices {
        let near = |p: &Point| {
            position.board().stones() == 0
                || position
                    .moves()
                    .iter()
                    .filter_map(|m| m.point())
                    .any(|m| m.x().abs_diff(p.x()) <= 2 && m.y().abs_diff(p.y()) <= 2)
        };
        let candidates: Vec<Point> = position.board().empty_points().filter(near).collect();
        if position.is_over() || candidates.is_empty() {
            break;
        }
        // A refused (forbidden) move leaves the position alone, which is part of what is tested.
        let before = position.clone();
        if position.play(candidates[usize::from(choice) % candidates.len()]).is_err() {
            assert_eq!(position, before);
        }
    }
    position
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn undo_restores_every_position(rule in any_rule(), size in any_size(),
                                    choices in prop::collection::vec(any::<u16>(), 0..120)) {
        let end = random_game(rule, size, &choices);
        let mut replayed = Position::new(rule, size);
        let mut stages = vec![replayed.clone()];
        for &played in end.moves() {
            prop_assert_eq!(replayed.play(played), Ok(()));
            stages.push(replayed.clone());
        }
        prop_assert_eq!(&replayed, &end);
        while let Some(expected) = stages.pop() {
            prop_assert_eq!(&replayed, &expected);
            replayed.undo();
        }
    }

    #[test]
    fn the_outcome_is_the_same_under_every_symmetry(rule in any_rule(), size in any_size(),
                                                    choices in prop::collection::vec(any::<u16>(), 0..120)) {
        let game = random_game(rule, size, &choices);
        for symmetry in Symmetry::ALL {
            let mut image = Position::new(rule, size);
            for point in game.moves().iter().filter_map(|played| played.point()) {
                prop_assert_eq!(image.play(symmetry.apply(point, size)), Ok(()));
            }
            prop_assert_eq!(image.board(), &symmetry.apply_to_board(game.board()));
            prop_assert_eq!(kind(&image), kind(&game));
            let mut moved: Vec<_> = game.forbidden_points().into_iter()
                .map(|(point, kind)| (symmetry.apply(point, size), kind)).collect();
            moved.sort_by_key(|(point, _)| (point.y(), point.x()));
            prop_assert_eq!(image.forbidden_points(), moved);
        }
    }

    /// A second way to tell who has won: look at every window of the board.
    #[test]
    fn the_winner_is_the_one_who_fills_a_window(rule in any_rule(), size in any_size(),
                                                choices in prop::collection::vec(any::<u16>(), 0..120)) {
        let game = random_game(rule, size, &choices);
        for color in Color::BOTH {
            let length = rule.win_length().stones();
            let filled = windows(size, length).any(|window| {
                let run = game.board().run_through(window.start(), color, window.direction()).length();
                window.points().all(|p| game.board().stone(p) == Some(color)) && rule.run_wins(color, run)
            });
            let won = game.outcome().and_then(Outcome::winner) == Some(color);
            prop_assert_eq!(filled, won);
        }
    }

    #[test]
    fn a_set_up_board_judges_as_the_game_does(rule in any_rule(), size in any_size(),
                                              choices in prop::collection::vec(any::<u16>(), 0..120)) {
        let game = random_game(rule, size, &choices);
        let setup = Position::from_board(rule, game.board().clone(), game.side_to_move()).unwrap();
        prop_assert_eq!(kind(&setup), kind(&game));
        prop_assert_eq!(setup.forbidden_points(), game.forbidden_points());
    }

    #[test]
    fn records_survive_their_json(rule in any_rule(), size in any_size(), cursor in 0usize..100,
                                  choices in prop::collection::vec(any::<u16>(), 0..60),
                                  more in prop::collection::vec(any::<u16>(), 0..60), comment in ".*") {
        let mut record = Record::from_position(random_game(rule, size, &choices));
        // A second game that shares its first moves with the first makes a tree.
        record.go_to(cursor / 2);
        for choice in more {
            let free: Vec<Point> = record.position().legal_moves().collect();
            if free.is_empty() || record.explore(free[usize::from(choice) % free.len()]).is_err() {
                break;
            }
        }
        record.notes_mut(record.current()).comment = comment;
        record.go_to(cursor);
        prop_assert_eq!(&json::read(&json::write(&record)).unwrap(), &record);
        prop_assert_eq!(tengen_game::format::without(&record, &[]), record);
    }

    #[test]
    fn readers_survive_any_text(text in "\\PC*", lines in any::<u8>()) {
        let _ = json::read(&text);
        let _ = tengen_game::format::diagram::read(&text);
        if let Ok(size) = BoardSize::try_from(lines) {
            let _ = tengen_game::format::moves::read(&text, size);
            let _ = Point::parse(&text, size);
            let _ = Point::parse_xy(&text, size);
        }
    }

    /// White's stones never become forbidden by Black's, and a five is never forbidden.
    #[test]
    fn a_five_takes_precedence(choices in prop::collection::vec(any::<u16>(), 20..120)) {
        let game = random_game(Rule::Renju, BoardSize::FIFTEEN, &choices);
        for point in game.board().empty_points() {
            let five = tengen_game::Direction::ALL.into_iter()
                .any(|d| game.board().run_through(point, Color::Black, d).length() == 5);
            if five {
                prop_assert_eq!(forbidden_kind(game.board(), point), None);
            }
        }
    }
}

/// An outcome without its places, which symmetries move.
fn kind(position: &Position) -> String {
    match position.outcome() {
        None => "none".to_owned(),
        Some(Outcome::Win { winner, lines }) => {
            let mut lengths: Vec<u8> = lines.iter().map(|line| line.length()).collect();
            lengths.sort_unstable();
            format!("{winner} wins with {lengths:?}")
        }
        Some(Outcome::ForbiddenLoss { kind, .. }) => format!("loss by {kind}"),
        Some(Outcome::Draw(reason)) => format!("draw: {reason:?}"),
    }
}
