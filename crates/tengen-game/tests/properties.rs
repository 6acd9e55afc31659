//! Properties of every game, tried on random ones.

use crate::generators::{any_rule, any_size};
use proptest::prelude::*;
use tengen_game::{
    BoardSize, Color, Move, Outcome, Point, Position, Rule, Symmetry, diagram, forbidden_kind, moves, windows,
};

/// A game in which each choice picks one of the points within two steps of the stones, so that rows occur.
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
        // A refused (forbidden) move leaves the position unchanged, which is part of the test.
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

    /// A second way to determine the winner examines every window of the board.
    #[test]
    fn the_winner_is_the_one_who_fills_a_window(rule in any_rule(), size in any_size(),
                                                choices in prop::collection::vec(any::<u16>(), 0..120)) {
        let game = random_game(rule, size, &choices);
        for color in Color::BOTH {
            let length = rule.win_length().stones();
            let filled = windows(size, length).any(|window| {
                let board = game.board();
                let run = board.run_through(window.start(), color, window.direction());
                window.points().all(|p| board.stone(p) == Some(color))
                    && rule.run_wins(color, run.length(), board.blocked_ends(&run, color))
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
    fn positions_survive_their_line_of_text(rule in any_rule(), size in any_size(), set_up in any::<bool>(),
                                            choices in prop::collection::vec(any::<u16>(), 0..60)) {
        let game = random_game(rule, size, &choices);
        let position = match set_up {
            true => Position::from_board(rule, game.board().clone(), game.side_to_move()).unwrap(),
            false => game,
        };
        prop_assert_eq!(position.to_string().parse::<Position>(), Ok(position));
    }

    #[test]
    fn moves_survive_their_text(size in any_size(), choices in prop::collection::vec(any::<Option<u16>>(), 0..40),
                                between in "[ ,;\n]{0,2}") {
        let point = |choice: u16| size.points().nth(usize::from(choice) % size.area()).unwrap();
        let played: Vec<Move> =
            choices.iter().map(|choice| choice.map_or(Move::Pass, |choice| Move::Place(point(choice)))).collect();
        let text = moves::write(&played, size);
        prop_assert_eq!(moves::read(&text, size), Ok(played.clone()));
        prop_assert_eq!(moves::read(&text.to_uppercase().replace(' ', &between), size), Ok(played.clone()));
        let points: Option<Vec<Point>> = played.iter().map(|played| played.point()).collect();
        prop_assert_eq!(moves::read_points(&text, size).ok(), points);
    }

    #[test]
    fn readers_survive_any_text(text in "\\PC*", lines in any::<u8>()) {
        let _ = diagram::read(&text);
        if let Ok(size) = BoardSize::try_from(lines) {
            let _ = moves::read(&text, size);
            let _ = moves::read_points(&text, size);
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
