use super::*;
use crate::{EndReason, ForbiddenKind, Point};

fn record(moves: &[(u8, u8)]) -> Record {
    let mut record = Record::new(Rule::FREESTYLE, BoardSize::FIFTEEN);
    for &(x, y) in moves {
        record.play(Point::new(x, y)).unwrap();
    }
    record
}

fn line(record: &Record) -> Vec<Point> {
    record.line().into_iter().map(|played| played.point().unwrap()).collect()
}

#[test]
fn playing_after_undo_makes_a_new_game_and_keeps_the_old_one_as_a_variation() {
    let mut record = record(&[(7, 7), (8, 8), (6, 6)]);
    record.go_to(1);
    record.play(Point::new(0, 0)).unwrap();
    assert_eq!(line(&record), [Point::new(7, 7), Point::new(0, 0)]);
    assert!(!record.redo());
    record.undo();
    let children = record.children(record.current()).to_vec();
    assert_eq!(children.len(), 2);
    assert_eq!(record.main_line().len(), 2);
    record.visit(children[1]);
    assert_eq!(line(&record), [Point::new(7, 7), Point::new(8, 8), Point::new(6, 6)]);
}

#[test]
fn exploring_leaves_the_main_line_alone() {
    let mut record = record(&[(7, 7), (8, 8)]);
    record.go_to(1);
    record.explore(Point::new(0, 0)).unwrap();
    let main: Vec<Move> = record.main_line().into_iter().filter_map(|id| record.played(id)).collect();
    assert_eq!(main, [Point::new(7, 7), Point::new(8, 8)].map(Move::Place));
    // Redo returns to the previous place of the cursor.
    record.undo();
    assert!(record.redo());
    assert_eq!(record.position().last_move(), Some(Move::Place(Point::new(0, 0))));
    record.promote(record.current());
    assert_eq!(record.main_line().last(), Some(&record.current()));
}

#[test]
fn the_same_move_is_not_stored_twice() {
    let mut record = record(&[(7, 7), (8, 8)]);
    let before = record.clone();
    record.go_to(0);
    record.play(Point::new(7, 7)).unwrap();
    record.explore(Point::new(8, 8)).unwrap();
    assert_eq!(record, before);
    assert_eq!(record.nodes().len(), 3);
}

#[test]
fn deletion_removes_the_subtree_and_moves_the_cursor_out() {
    let mut record = record(&[(7, 7), (8, 8), (6, 6)]);
    record.go_to(1);
    record.explore(Point::new(0, 0)).unwrap();
    record.explore(Point::new(1, 1)).unwrap();
    let second = record.main_line()[1];
    record.delete(second);
    assert_eq!(line(&record), [Point::new(7, 7), Point::new(0, 0), Point::new(1, 1)]);
    assert_eq!(record.cursor(), 3);
    let first = record.main_line()[0];
    record.delete(first);
    assert_eq!((record.cursor(), record.nodes().len()), (0, 1));
    record.delete(NodeId::START);
    assert_eq!(record.nodes(), [NodeId::START]);
}

#[test]
fn a_refused_move_changes_nothing() {
    let mut record = record(&[(7, 7), (8, 8), (6, 6)]);
    record.go_to(1);
    let before = record.clone();
    assert!(matches!(record.play(Point::new(7, 7)), Err(PlayError::Occupied(_))));
    assert_eq!(record.play(Move::Pass), Err(PlayError::PassNotAllowed(Rule::FREESTYLE)));
    assert_eq!(record, before);
}

#[test]
fn a_resigned_game_is_over_at_its_end_only() {
    let mut record = record(&[(7, 7), (8, 8), (9, 9)]);
    record.undo();
    record.end(GameResult::resignation(Color::Black)).unwrap();
    assert_eq!(line(&record).len(), 2);
    assert_eq!(record.result().unwrap().winner, Some(Color::White));
    assert_eq!(record.play(Point::new(0, 0)), Err(PlayError::GameOver));
    assert!(record.end(GameResult::resignation(Color::White)).is_err());
    record.undo();
    assert_eq!(record.result().unwrap().winner, Some(Color::White));
    record.play(Point::new(0, 0)).unwrap();
    assert_eq!(record.result(), None);
}

#[test]
fn a_won_game_knows_its_result_and_survives_undo_and_redo() {
    let won = [(3, 3), (3, 4), (4, 3), (4, 4), (5, 3), (5, 4), (6, 3), (6, 4), (7, 3)];
    let mut record = record(&won);
    let expected = GameResult { winner: Some(Color::Black), reason: EndReason::Line };
    assert_eq!(record.result(), Some(expected));
    let finished = record.clone();
    record.go_to(0);
    assert_eq!(record.result(), Some(expected));
    assert!(!record.is_over());
    record.go_to(usize::MAX);
    assert_eq!(record, finished);
}

#[test]
fn a_game_in_which_both_pass_is_drawn() {
    let mut record = Record::new(Rule::Renju, BoardSize::FIFTEEN);
    record.play(Point::new(7, 7)).unwrap();
    record.play(Move::Pass).unwrap();
    assert_eq!(record.position().side_to_move(), Color::Black);
    record.play(Move::Pass).unwrap();
    let expected = GameResult { winner: None, reason: EndReason::BothPassed };
    assert_eq!(record.result(), Some(expected));
    record.undo();
    record.play(Point::new(0, 0)).unwrap();
    assert_eq!(record.result(), None);
}

#[test]
fn notes_belong_to_their_node() {
    let mut record = record(&[(7, 7), (8, 8)]);
    let first = record.main_line()[0];
    let mark = Mark { point: Point::new(0, 0), sign: Sign::Label("A".to_owned()) };
    record.add_mark(first, mark.clone()).unwrap();
    record.notes_mut(NodeId::START).comment = "a game".to_owned();
    assert_eq!(record.marks(first), [mark]);
    assert_eq!(record.notes(record.current()), &Notes::default());
    assert_eq!(record.notes(NodeId::START).comment, "a game");
}

#[test]
fn marks_are_a_set_of_points_of_the_board() {
    let mut record = record(&[(7, 7)]);
    let here = record.current();
    let mark = |x, sign| Mark { point: Point::new(x, 0), sign };
    let label = mark(14, Sign::Label("A".to_owned()));
    for mark in [&label, &mark(1, Sign::Cross), &mark(1, Sign::Circle), &label] {
        record.add_mark(here, mark.clone()).unwrap();
    }
    assert_eq!(record.marks(here), [mark(1, Sign::Circle), mark(1, Sign::Cross), label]);
    let before = record.clone();
    let error = record.add_mark(here, mark(15, Sign::Cross)).unwrap_err();
    assert_eq!(error.to_string(), "column 15, row 0 (from 0 at the top left) is not on a 15×15 board");
    assert!(record.set_marks(here, vec![mark(15, Sign::Cross)]).is_err());
    assert_eq!(record, before);
    record.set_marks(here, Vec::new()).unwrap();
    assert_ne!(record, before);
}

#[test]
fn games_end_only_as_games_can() {
    use EndReason::{Agreement, Line, MoveLimit, Resignation, Timeout};
    let before = Record::new(Rule::FREESTYLE, BoardSize::FIFTEEN);
    let winners = [None, Some(Color::Black), Some(Color::White)];
    for (reason, possible) in [
        (Resignation, [false, true, true]),
        (Timeout, [false, true, true]),
        (Agreement, [true, false, false]),
        (Line, [false; 3]),
        (MoveLimit, [false; 3]),
    ] {
        for (winner, possible) in winners.into_iter().zip(possible) {
            let (mut record, result) = (before.clone(), GameResult { winner, reason });
            let expected = if possible { Ok(()) } else { Err(EndError::Impossible(result)) };
            assert_eq!(record.end(result), expected);
            assert_eq!(record == before, !possible);
        }
    }
    // By a forbidden move on the board, White alone wins.
    let by_forbidden_move =
        |winner| GameResult { winner, reason: EndReason::Forbidden(ForbiddenKind::Overline) };
    assert_eq!(winners.map(|winner| by_forbidden_move(winner).is_possible()), [false, false, true]);
    let refused = before.clone().end(GameResult { winner: None, reason: Timeout }).unwrap_err();
    assert_eq!(refused.to_string(), "a game cannot end so: timeout, no winner");
}
