//! Caro: a five does not win when both of its ends touch the opponent's stones.

use tengen_game::{Board, BoardSize, Color, Direction, Outcome, Point, Position, Rule, SetupError};

/// The boards with a row on nine empty lines, in each direction and in both colours: `X` is the colour in
/// question, `O` the other, `|` the edge of the board. The stone `x`, which completes the row, is missing; its
/// point and the colour come with each board.
fn boards(row: &str) -> Vec<(Board, Point, Color)> {
    let size = BoardSize::new(9).unwrap();
    let mut boards = Vec::new();
    for direction in Direction::ALL {
        for color in Color::BOTH {
            let (dx, dy) = direction.step();
            // Rows begin at the left, those that rise at the bottom, in columns at the top.
            let start = match direction {
                Direction::AntiDiagonal => Point::new(0, 8),
                Direction::Horizontal => Point::new(0, 3),
                Direction::Vertical => Point::new(5, 0),
                Direction::Diagonal => Point::new(0, 0),
            };
            let (mut board, mut last) = (Board::new(size), None);
            let from = if row.starts_with('|') { 0 } else { 1 };
            for (k, cell) in (from..).zip(row.trim_start_matches('|').chars()) {
                let point = start.offset(k * dx, k * dy, size).unwrap();
                match cell {
                    'X' => board.set(point, Some(color)),
                    'O' => board.set(point, Some(!color)),
                    'x' => last = Some(point),
                    _ => {}
                }
            }
            boards.push((board, last.unwrap(), color));
        }
    }
    boards
}

/// The winner after the last stone, which must be the same in a game and on a board that was set up.
fn wins(rule: Rule, row: &str) -> bool {
    let mut answers = Vec::new();
    for (mut board, last, color) in boards(row) {
        let mut game = Position::from_board(rule, board.clone(), color).unwrap();
        game.play(last).unwrap();
        board.set(last, Some(color));
        let set_up = Position::from_board(rule, board, !color).unwrap();
        for position in [game, set_up] {
            let winner = position.outcome().and_then(Outcome::winner);
            assert!(winner.is_none_or(|winner| winner == color), "{rule} {row}");
            answers.push(winner.is_some());
        }
    }
    answers.dedup();
    assert_eq!(answers.len(), 1, "{rule} {row}: the directions or colours differ");
    answers[0]
}

#[test]
fn both_ends_must_touch_the_opponent() {
    // The row, then whether it wins in caro, in caro with exactly five, in standard and in freestyle.
    let cases = [
        (".XXxXX.", [true, true, true, true]),
        ("OXXxXX.", [true, true, true, true]),
        (".XXxXXO", [true, true, true, true]),
        ("OXXxXXO", [false, false, true, true]),
        ("OxXXXXO", [false, false, true, true]),
        ("OXXXXxO", [false, false, true, true]),
        // The edge is no stone.
        ("|XXxXXO", [true, true, true, true]),
        ("|XXxXX.", [true, true, true, true]),
        // A stone one step further away does not touch.
        ("OXXxXX.O", [true, true, true, true]),
        ("O.XxXXXO", [true, true, true, true]),
        // Rows of more than five cannot be blocked, and do not win under the rule of exactly five.
        ("OXXxXXXO", [true, false, false, true]),
        (".XXxXXX.", [true, false, false, true]),
        ("|XXxXXXO", [true, false, false, true]),
        ("OXXxXO", [false, false, false, false]),
        (".XXxX.", [false, false, false, false]),
    ];
    for (row, expected) in cases {
        let rules = [Rule::Caro, Rule::CaroExact, Rule::Standard, Rule::FREESTYLE];
        assert_eq!(rules.map(|rule| wins(rule, row)), expected, "{row}");
    }
}

#[test]
fn a_blocked_five_leaves_the_game_going() {
    let (mut board, last, _) = boards("OXXxXXO").remove(0);
    board.set(last, Some(Color::Black));
    let mut game = Position::from_board(Rule::Caro, board, Color::White).unwrap();
    game.play(Point::new(8, 8)).unwrap();
    game.play(Point::new(8, 7)).unwrap();
    assert_eq!(game.undo().and_then(|played| played.point()), Some(Point::new(8, 7)));
    assert!(!game.is_over() && game.legal_moves().count() > 60);
}

#[test]
fn two_winners_cannot_be_set_up_but_blocked_fives_can() {
    let mut board = Board::new(BoardSize::new(9).unwrap());
    for x in 1..6 {
        board.set(Point::new(x, 2), Some(Color::Black));
        board.set(Point::new(x, 6), Some(Color::White));
    }
    let both = Position::from_board(Rule::Caro, board.clone(), Color::Black);
    assert!(matches!(both, Err(SetupError::BothWin { .. })));
    board.set(Point::new(0, 2), Some(Color::White));
    board.set(Point::new(6, 2), Some(Color::White));
    let position = Position::from_board(Rule::Caro, board, Color::Black).unwrap();
    assert_eq!(position.outcome().and_then(Outcome::winner), Some(Color::White));
}
