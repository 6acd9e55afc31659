//! The tactics that the engine must find, under every rule.

use crate::support::{all_rules, best, check, played, position, rule, search, small_engine};
use tengen_analysis::{Score, SearchLimits, StopReason, SystemClock};
use tengen_game::{Board, BoardSize, Color, Direction, Position, Rule, windows};

/// Every place for a winning row on a small board, with every gap, for both sides. The check of the report
/// plays the win.
#[test]
fn wins_in_one_everywhere_under_every_rule() {
    for rule in all_rules() {
        let length = rule.win_length().stones();
        let size = BoardSize::new(usize::from(length).max(5) + 1).unwrap();
        let mut engine = small_engine();
        for window in windows(size, length) {
            for gap in window.points() {
                for color in Color::BOTH {
                    let mut board = Board::new(size);
                    for point in window.points().filter(|&point| point != gap) {
                        board.set(point, Some(color));
                    }
                    let position = Position::from_board(rule, board, color).unwrap();
                    engine.set_position(position.clone());
                    let report = engine.search(&SearchLimits::nodes(0), &SystemClock::new(), &mut ());
                    check(&position, &report);
                    assert_eq!(report.score, Score::Mate(1));
                    assert_eq!(report.stopped_by, StopReason::Decided);
                }
            }
        }
    }
}

/// A single four, closed at one end by an enemy stone or the edge, is answered in the one right place.
#[test]
fn answers_every_four() {
    for name in ["freestyle", "standard", "renju", "free-4", "free-6"] {
        let rule = rule(name);
        let length = rule.win_length().stones();
        let size = BoardSize::new(9).unwrap();
        let mut engine = small_engine();
        for window in windows(size, length) {
            for gap in window.points() {
                for color in Color::BOTH {
                    let mut board = Board::new(size);
                    for point in window.points().filter(|&point| point != gap) {
                        board.set(point, Some(!color));
                    }
                    let position = Position::from_board(rule, board, color).unwrap();
                    let threat = Position::from_board(rule, position.board().clone(), !color).unwrap();
                    let wins = |position: &Position| {
                        let is_win = |&point: &tengen_game::Point| {
                            let mut after = position.clone();
                            after.play(point).unwrap();
                            after.outcome().is_some_and(|o| o.winner().is_some())
                        };
                        position.legal_moves().filter(is_win).count()
                    };
                    if wins(&threat) != 1 {
                        continue;
                    }
                    engine.set_position(position.clone());
                    let report = engine.search(&SearchLimits::nodes(0), &SystemClock::new(), &mut ());
                    check(&position, &report);
                    assert_eq!(report.best_move, Some(gap), "{rule} {color} {:?}", position.board());
                    assert_eq!(report.stopped_by, StopReason::Decided);
                }
            }
        }
    }
}

#[test]
fn answers_an_open_three() {
    for name in ["freestyle", "standard", "renju"] {
        for direction in Direction::ALL {
            let (dx, dy) = direction.step();
            let size = BoardSize::FIFTEEN;
            let mut board = Board::new(size);
            let at = |k: i16| size.center().offset(k * dx, k * dy, size).unwrap();
            for k in -1..=1 {
                board.set(at(k), Some(Color::Black));
            }
            let aside = size.center().offset(4 * dy.abs() - 1, 4 * dx.abs() - 1, size).unwrap();
            board.set(aside, Some(Color::White));
            let position = Position::from_board(rule(name), board, Color::White).unwrap();
            for nodes in [0, 1, 100, 5000] {
                let report = search(&position, &SearchLimits::nodes(nodes));
                check(&position, &report);
                let answers = [-3, -2, 2, 3].map(at);
                assert!(answers.contains(&report.best_move.unwrap()), "{report:?} {:?}", position.board());
            }
        }
    }
}

#[test]
fn a_five_comes_before_everything() {
    let text = "
        . . . . . . . . .
        . X X X X . . . .
        . . . . . . . . .
        . . O O O O . . .
        . . . . . . . . .
        . . . X X X . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
    ";
    for name in ["freestyle", "standard", "renju", "caro", "caro-exact"] {
        let black = best(&position(rule(name), Color::Black, text));
        assert!(["a8", "f8"].contains(&black.as_str()), "{black}");
        let white = best(&position(rule(name), Color::White, text));
        assert!(["b6", "g6"].contains(&white.as_str()), "{white}");
    }
}

#[test]
fn an_own_four_comes_before_the_answer_to_an_open_three() {
    let text = "
        . . . . . . . . .
        O X X X . . . . .
        . . . . X . . . .
        . . . . X . . . .
        . . . . X . . . .
        . . . . O . . . .
        . O O O . . . . .
        . . . . . . . . .
        . . . . . . . . .
    ";
    let position = position(Rule::FREESTYLE, Color::Black, text);
    let report = search(&position, &SearchLimits::nodes(20_000));
    check(&position, &report);
    assert_eq!(report.score, Score::Mate(3), "{report:?}");
    assert_eq!(report.best_move.unwrap().on(position.size()).to_string(), "e8");
}

#[test]
fn black_keeps_off_forbidden_points() {
    // d6 looks like a five, but makes six in a row.
    let text = "
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . X X X . X X O . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . O . . . . . .
        . . . O . . . . . . .
        . . . . . . . . . . .
    ";
    let overline = position(Rule::Renju, Color::Black, text);
    let white_four = position(Rule::Renju, Color::White, text);
    for nodes in [0, 1, 1000] {
        let report = search(&overline, &SearchLimits::nodes(nodes));
        check(&overline, &report);
        assert_ne!(report.best_move.unwrap().on(overline.size()).to_string(), "e6");
    }
    assert!(overline.forbidden_points().iter().any(|(p, _)| p.on(overline.size()).to_string() == "e6"));
    check(&white_four, &search(&white_four, &SearchLimits::nodes(1000)));
    assert_eq!(best(&position(Rule::FREESTYLE, Color::Black, text)), "e6");
}

#[test]
fn white_wins_by_a_four_that_black_may_not_answer() {
    // White threatens to make a four in row 8 that only e8 answers, where Black would make six in a column.
    let text = "
        . . . . . . . . . . .
        . . . . X . . . . . .
        . . . . X . . . . . .
        X O O O . . . . . . .
        . . . . X . . . . . .
        . . . . X . . . . . .
        . . . . X . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
    ";
    let white = position(Rule::Renju, Color::White, text);
    let report = search(&white, &SearchLimits::nodes(5000));
    check(&white, &report);
    assert_eq!(report.score, Score::Mate(3), "{report:?}");
    assert_eq!(report.best_move.unwrap().on(white.size()).to_string(), "f8");
    // Black to move, with White's four on the board already, is lost at once.
    let four = position(Rule::Renju, Color::Black, &text.replace("O O O . .", "O O O . O"));
    let report = search(&four, &SearchLimits::nodes(5000));
    check(&four, &report);
    assert_eq!(report.score, Score::Mate(-2));
}

#[test]
fn two_fours_are_a_lost_game_to_the_end() {
    let text = "
        . . . . . . .
        . . . . . . .
        . O O O O . .
        . . . . . . .
        . X X . . . .
        . X . . . . .
        . . . . . . .
    ";
    let lost = position(Rule::FREESTYLE, Color::Black, text);
    let report = search(&lost, &SearchLimits::default());
    check(&lost, &report);
    assert_eq!((report.score, report.stopped_by), (Score::Mate(-2), StopReason::Decided));
}

/// Mates that take a search: their lines must be exactly as long as their scores.
#[test]
fn proved_mates_can_be_played_out() {
    let cases = [
        ("freestyle", 15, "h7 f9 f7 h9 f5 e8 f6 f4"),
        ("freestyle", 15, "i9 g9 i11 g7 g11 e11 i10"),
        ("freestyle", 15, "i7 k9 i9 k11 i11 k7 i8 i10 k10 j9 k8 m9 h8 l9 n9 g8 j6"),
        (
            "renju",
            15,
            "h8 h6 j8 f6 j6 f8 k5 i7 j5 j7 k8 l8 k7 k6 l6 m5 i5 h5 i8 g8 k10 h10 m7 j4 h4 g3 k11 k9 l11 j9 m9 l10",
        ),
        ("renju", 15, "g8 i8 i10 k8 g10 k10 g9 g7 f10"),
        ("renju", 10, "e6 f7 f4 c7 g6 e7 d7 f5 h6 f6 g5 e3 f8 g7 h8 d4 e8 d8 i7 j8 h7 c3 e5"),
        ("standard", 15, "i7 g5 g7 e7 i5 g9 f8 h6 h4 k7 i6 i4"),
        ("free-4", 9, "e5 a1"),
        ("free-3", 6, "c3 a1"),
        ("free-6", 15, "h8 a1 h9 a3 h10 o1 h11 o3"),
    ];
    for (name, lines, moves) in cases {
        let position = played(rule(name), lines, moves);
        let report = search(&position, &SearchLimits::nodes(400_000));
        check(&position, &report);
        assert!(matches!(report.score, Score::Mate(_)), "{name} {report:?} {:?}", position.board());
    }
}

#[test]
fn tiny_boards_are_solved() {
    for (lines, length) in [(3, "free-3"), (4, "free-4")] {
        let empty = played(rule(length), lines, "");
        let report = search(&empty, &SearchLimits::default());
        check(&empty, &report);
        assert_eq!((report.score, report.stopped_by), (Score::Value(0), StopReason::Decided));
        assert_eq!(report.depth, u32::try_from(lines * lines).unwrap());
    }
    // The corner's only reply is the centre, and a side loses to a fork.
    let fork = played(rule("free-3"), 3, "a1 b1");
    let report = search(&fork, &SearchLimits::default());
    check(&fork, &report);
    assert!(matches!(report.score, Score::Mate(plies) if plies > 0), "{report:?}");
    assert_eq!(best(&played(rule("free-3"), 3, "a1")), "b2");
    // Three in a row on 4×4 is a win for the first.
    let empty = played(rule("free-3"), 4, "");
    let report = search(&empty, &SearchLimits::default());
    check(&empty, &report);
    assert_eq!(report.score, Score::Mate(5));
}

#[test]
fn nothing_to_win_is_a_draw_at_once() {
    let hopeless = played(rule("free-9"), 5, "c3");
    let report = search(&hopeless, &SearchLimits::default());
    check(&hopeless, &report);
    assert_eq!((report.score, report.stopped_by), (Score::Value(0), StopReason::Decided));
}

#[test]
fn the_empty_board_gets_the_centre_at_once() {
    for rule in all_rules() {
        for lines in [3, 5, 9, 15, 19, 22] {
            let empty = played(rule, lines, "");
            let report = search(&empty, &SearchLimits { depth: Some(6), ..SearchLimits::default() });
            check(&empty, &report);
            assert_eq!(report.best_move, Some(empty.size().center()), "{rule} {lines}");
        }
    }
}

/// Black's three and its open two cross at an empty cell: a four there leaves an open three.
const FOUR_THREE: &str = "
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . O X X X . . . . . .
    . . . . . X . . . . .
    . . . . . X . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . O . O . . . . . O .
    . . . . . . . . . . .";

#[test]
fn a_four_three_is_seen_without_a_search() {
    for name in ["freestyle", "standard"] {
        let position = position(rule(name), Color::Black, FOUR_THREE);
        let report = search(&position, &SearchLimits::nodes(0));
        check(&position, &report);
        assert_eq!((report.score, report.pv.len()), (Score::Mate(5), 5), "{name}: {report:?}");
        assert_eq!(report.stopped_by, StopReason::Decided);
    }
}

/// A position in which White has a three too and can answer with fours, so that only a search finds the result.
#[test]
fn a_four_three_is_searched_where_fours_may_answer() {
    let text = FOUR_THREE.replacen(". . . . . . . . . . .\n", ". . . . . . O O O . .\n", 1);
    let position = position(Rule::FREESTYLE, Color::Black, &text);
    let report = search(&position, &SearchLimits::nodes(0));
    check(&position, &report);
    assert_eq!(report.stopped_by, StopReason::Nodes, "{report:?}");
}
