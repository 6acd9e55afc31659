//! The moves that each rule allows, and the rows that win, case by case.

use std::num::NonZeroU16;

use tengen_game::{
    Board, BoardSize, Color, DrawReason, EndReason, ForbiddenKind, GameResult, Move, Outcome, PlayError,
    Point, Position, Record, Rule, SetupError, WinLength, diagram, moves,
};

fn played(rule: Rule, size: usize, text: &str) -> Position {
    let size = BoardSize::new(size).unwrap();
    let mut position = Position::new(rule, size);
    for played in moves::read(text, size).unwrap() {
        position.play(played).unwrap();
    }
    position
}

fn at(text: &str) -> Point {
    Point::parse(text, BoardSize::FIFTEEN).unwrap()
}

#[test]
fn illegal_moves_are_refused_with_their_reason() {
    let mut position = played(Rule::FREESTYLE, 15, "h8");
    let before = position.clone();
    assert_eq!(position.play(at("h8")), Err(PlayError::Occupied(at("h8").on(BoardSize::FIFTEEN))));
    let outside = Point::new(15, 0);
    assert_eq!(position.play(outside), Err(PlayError::OffBoard { point: outside, size: BoardSize::FIFTEEN }));
    let wrong = position.play_as(Color::Black, at("a1"));
    assert_eq!(wrong, Err(PlayError::NotYourTurn { side_to_move: Color::White }));
    assert_eq!(wrong.unwrap_err().to_string(), "it is white's turn");
    assert_eq!(position, before);
    assert_eq!(position.play_as(Color::White, at("a1")), Ok(()));
}

#[test]
fn nothing_is_played_after_the_end() {
    let mut position = played(Rule::FREESTYLE, 15, "a1 a2 b1 b2 c1 c2 d1 d2 e1");
    assert_eq!(position.outcome().and_then(Outcome::winner), Some(Color::Black));
    assert_eq!(position.play(at("h8")), Err(PlayError::GameOver));
    assert_eq!(position.play_as(Color::Black, at("h8")), Err(PlayError::GameOver));
    assert_eq!(position.legal_moves().count(), 0);
    assert_eq!(position.undo(), Some(Move::Place(at("e1"))));
    assert_eq!(position.outcome(), None);
    assert_eq!(position.play(at("h8")), Ok(()));
}

#[test]
fn the_winning_line_is_named() {
    let position = played(Rule::FREESTYLE, 15, "a1 a2 b2 b3 c3 c4 d4 d5 e5");
    let lines = position.outcome().unwrap().winning_lines();
    assert_eq!(lines.len(), 1);
    let points: Vec<Point> = lines[0].points().collect();
    assert_eq!(points, ["a1", "b2", "c3", "d4", "e5"].map(at));
}

#[test]
fn one_stone_can_complete_two_lines() {
    let position = played(Rule::FREESTYLE, 15, "a5 o1 b5 o2 c5 o3 d5 o4 e1 m1 e2 m2 e3 m3 e4 m4 e5");
    assert_eq!(position.outcome().unwrap().winning_lines().len(), 2);
}

/// Black fills a gap so that six stand in a row.
#[test]
fn an_overline_wins_only_by_the_free_rule() {
    let text = "a1 a3 b1 b3 c1 c4 e1 e3 f1 f4";
    let six = at("d1");
    for (rule, wins) in [(Rule::FREESTYLE, true), (Rule::Standard, false)] {
        let mut position = played(rule, 15, text);
        position.play(six).unwrap();
        assert_eq!(position.is_over(), wins, "{rule}");
    }
    let mut renju = played(Rule::Renju, 15, text);
    let refused = renju.play(six).unwrap_err();
    assert_eq!(refused.to_string(), "d1 is forbidden to Black: overline");
}

#[test]
fn white_wins_renju_with_an_overline() {
    let mut position = played(Rule::Renju, 15, "h8 a1 h1 b1 j1 c1 l1 e1 n1 f1 o15");
    position.play(at("d1")).unwrap();
    let outcome = position.outcome().unwrap();
    assert_eq!(outcome.winner(), Some(Color::White));
    assert_eq!(outcome.winning_lines()[0].length(), 6);
}

#[test]
fn a_forbidden_move_that_is_carried_out_loses() {
    let mut position = played(Rule::Renju, 15, "a1 a3 b1 b3 c1 c4 e1 e3 f1 f4");
    position.play_unchecked(at("d1"));
    let expected = Outcome::ForbiddenLoss { point: at("d1"), kind: ForbiddenKind::Overline };
    assert_eq!(position.outcome(), Some(&expected));
    assert_eq!(position.outcome().unwrap().winner(), Some(Color::White));

    let mut record = Record::from_position(played(Rule::Renju, 15, "a1 a3 b1 b3 c1 c4 e1 e3 f1 f4"));
    record.play_or_lose(at("d1")).unwrap();
    let reason = EndReason::Forbidden(ForbiddenKind::Overline);
    assert_eq!(record.result(), Some(GameResult { winner: Some(Color::White), reason }));
}

#[test]
fn a_full_board_is_a_draw() {
    let position = played(Rule::Free(WinLength::new(3).unwrap()), 3, "b2 a1 a2 c2 a3 c1 b1 b3 c3");
    assert!(position.board().is_full());
    // The ninth stone completes c3–b2–a1 for neither side.
    assert_eq!(position.outcome(), Some(&Outcome::Draw(DrawReason::BoardFull)));
}

#[test]
fn a_board_too_small_for_the_row_ends_in_a_draw() {
    let mut position = Position::new(Rule::Free(WinLength::new(9).unwrap()), BoardSize::MIN);
    for point in BoardSize::MIN.points() {
        position.play(point).unwrap();
    }
    assert_eq!(position.outcome(), Some(&Outcome::Draw(DrawReason::BoardFull)));
}

#[test]
fn one_in_a_row_wins_with_the_first_stone() {
    let position = played(Rule::Free(WinLength::new(1).unwrap()), 3, "b2");
    assert_eq!(position.outcome().unwrap().winner(), Some(Color::Black));
    assert_eq!(position.outcome().unwrap().winning_lines().len(), 1);
}

#[test]
fn black_without_a_legal_point_passes() {
    // The only empty point would make six in a row.
    let board = diagram::read(
        "
        O O X O O O
        O X O O X O
        X X X . X X
        O O X O O O
        O X O O O X
        O O X X O O
        ",
    )
    .unwrap();
    let mut position = Position::from_board(Rule::Renju, board, Color::Black).unwrap();
    assert_eq!(position.outcome(), None);
    assert_eq!(position.legal_moves().count(), 0);
    position.play(Move::Pass).unwrap();
    assert_eq!(position.side_to_move(), Color::White);
    position.play(Move::Pass).unwrap();
    assert_eq!(position.outcome(), Some(&Outcome::Draw(DrawReason::BothPassed)));
    assert_eq!(position.play(Move::Pass), Err(PlayError::GameOver));
    position.undo();
    // White may still place a stone, and wins with it.
    position.play(Point::new(3, 2)).unwrap();
    assert_eq!(position.outcome().and_then(Outcome::winner), Some(Color::White));
}

#[test]
fn passes_are_illegal_where_nothing_is_forbidden() {
    for rule in [Rule::FREESTYLE, Rule::Standard, Rule::Caro, Rule::CaroExact] {
        let mut position = Position::new(rule, BoardSize::FIFTEEN);
        let refused = position.play(Move::Pass).unwrap_err();
        assert_eq!(refused.to_string(), format!("the rule `{rule}` allows no pass; expected a point"));
    }
}

/// Only two passes in succession end the game.
#[test]
fn a_stone_between_two_passes_keeps_the_game_going() {
    let mut position = played(Rule::Renju, 15, "h8");
    position.play(Move::Pass).unwrap();
    position.play(at("h9")).unwrap();
    position.play(Move::Pass).unwrap();
    assert!(!position.is_over());
}

#[test]
fn a_set_up_win_is_a_win_and_two_are_refused() {
    let rows = |second: &str| diagram::read(&format!("XXXXX\n.....\n{second}\n.....\n.....")).unwrap();
    let won = Position::from_board(Rule::FREESTYLE, rows("....."), Color::White).unwrap();
    assert_eq!(won.outcome().unwrap().winner(), Some(Color::Black));
    assert_eq!(won.outcome().unwrap().winning_lines().len(), 1);
    let error = Position::from_board(Rule::FREESTYLE, rows("OOOOO"), Color::White).unwrap_err();
    assert!(matches!(error, SetupError::BothWin { .. }));
    assert_eq!(error.to_string(), "both sides have a winning row: Black through a5, White through a3");
}

#[test]
fn boards_count_their_stones() {
    let mut board = Board::new(BoardSize::FIFTEEN);
    board.set(at("h8"), Some(Color::Black));
    board.set(at("h8"), Some(Color::White));
    assert_eq!((board.count(Color::Black), board.count(Color::White)), (0, 1));
    board.set(at("h8"), None);
    assert_eq!(board, Board::new(BoardSize::FIFTEEN));
}

#[test]
fn the_last_move_that_the_limit_allows_may_still_win() {
    let limit = NonZeroU16::new;
    let text = "a1 a2 b1 b2 c1 c2 d1 d2 e1";
    let mut position = played(Rule::FREESTYLE, 15, "").with_max_moves(limit(9));
    for point in moves::read(text, position.size()).unwrap() {
        position.play(point).unwrap();
    }
    assert_eq!(position.outcome().and_then(Outcome::winner), Some(Color::Black));
    // With a limit of one move less, the game is a draw, until the limit is lifted.
    position.undo();
    assert_eq!((position.outcome(), position.max_moves()), (None, limit(9)));
    let short = position.clone().with_max_moves(limit(8));
    assert_eq!(short.outcome(), Some(&Outcome::Draw(DrawReason::MoveLimit)));
    assert_eq!(short.clone().play(at("e1")), Err(PlayError::GameOver));
    assert_eq!(short.with_max_moves(None).play(at("e1")), Ok(()));
}

#[test]
#[should_panic(expected = "4 moves have been played in a game of at most Some(3)")]
fn a_limit_cannot_be_set_too_late() {
    let _ = played(Rule::FREESTYLE, 15, "a1 a2 b1 b2").with_max_moves(NonZeroU16::new(3));
}

#[test]
fn passes_count_as_moves_and_set_up_stones_do_not() {
    let mut board = Board::new(BoardSize::FIFTEEN);
    board.set(at("h8"), Some(Color::Black));
    let start = Position::from_board(Rule::Renju, board, Color::White).unwrap();
    let mut position = start.with_max_moves(NonZeroU16::new(2));
    position.play(Move::Pass).unwrap();
    assert_eq!(position.outcome(), None);
    let mut both = position.clone();
    both.play(Move::Pass).unwrap();
    // Both reasons hold; the one that needs no limit is reported.
    assert_eq!(both.outcome(), Some(&Outcome::Draw(DrawReason::BothPassed)));
    position.play(at("a1")).unwrap();
    assert_eq!(position.outcome(), Some(&Outcome::Draw(DrawReason::MoveLimit)));
    assert_eq!(GameResult::from(position.outcome().unwrap()).reason.name(), "move-limit");
}

#[test]
fn sides_and_forbidden_moves_are_read_by_their_names() {
    for (texts, color) in
        [(["black", " Black ", "b", "X"], Color::Black), (["white", "WHITE", "w", "o"], Color::White)]
    {
        for text in texts {
            assert_eq!(text.parse(), Ok(color), "{text}");
        }
    }
    let refused = "green".parse::<Color>().unwrap_err();
    assert_eq!(refused.to_string(), "expected `black` or `white`, found `green`");
    for kind in ForbiddenKind::ALL {
        assert_eq!(kind.to_string().parse(), Ok(kind));
        assert_eq!(format!(" {} ", kind.name().to_uppercase()).parse(), Ok(kind));
    }
    let refused = "double-five".parse::<ForbiddenKind>().unwrap_err();
    assert_eq!(
        refused.to_string(),
        "expected `overline`, `double-four` or `double-three`, found `double-five`"
    );
}

#[test]
fn points_are_forbidden_in_renju_alone_and_while_the_game_goes_on() {
    // Two threes meet at h8.
    let text = "h9 a1 h10 c1 i8 e1 j8 g1";
    for rule in Rule::NAMED {
        let expected =
            if rule == Rule::Renju { vec![(at("h8"), ForbiddenKind::DoubleThree)] } else { vec![] };
        let mut position = played(rule, 15, text);
        assert_eq!(position.forbidden_points(), expected, "{rule}");
        // The judgement is the same on either side's turn.
        position.play(at("o15")).unwrap();
        assert_eq!(position.forbidden_points(), expected, "{rule}");
        assert!(position.legal_moves().any(|point| point == at("h8")), "{rule}");
        position = position.with_max_moves(NonZeroU16::new(9));
        assert_eq!((position.is_over(), position.forbidden_points()), (true, vec![]), "{rule}");
    }
}
