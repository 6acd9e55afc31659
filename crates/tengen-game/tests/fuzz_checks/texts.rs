//! Move texts, diagrams and positions on one line.

use tengen_game::{BoardSize, Color, Point, Position, Rule, SetupError, diagram, moves};

pub(crate) fn moves(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    for lines in [3, 15, 22] {
        let size = BoardSize::new(lines).expect("3 to 22");
        match moves::read(&text, size) {
            Ok(read) => {
                let written = moves::write(&read, size);
                assert_eq!(moves::read(&written, size), Ok(read), "{written}");
            }
            Err(refusal) => assert!(refusal.number >= 1 && refusal.column >= 1, "{refusal}"),
        }
        if let Ok(point) = Point::parse(&text, size) {
            assert!(size.contains(point));
            assert!(point.on(size).to_string().eq_ignore_ascii_case(&text));
        }
        if let Ok(point) = Point::parse_xy(&text, size) {
            assert_eq!(Point::parse_xy(&point.to_string(), size), Ok(point));
        }
    }
}

pub(crate) fn diagram(bytes: &[u8]) {
    positions_drawn(bytes);
}

/// The positions that a diagram shows, under each rule that has them.
pub(crate) fn positions_drawn(bytes: &[u8]) -> Vec<Position> {
    let text = String::from_utf8_lossy(bytes);
    let board = match diagram::read(&text) {
        Ok(board) => board,
        Err(refusal) => {
            assert!(!refusal.to_string().is_empty());
            return Vec::new();
        }
    };
    assert_eq!(diagram::read(&diagram::write(&board)).as_ref(), Ok(&board));
    let side = diagram::side_to_move(&board);
    let under = |rule| Position::from_board(rule, board.clone(), side.unwrap_or(Color::White));
    let refused = |refusal: &SetupError| assert!(!refusal.to_string().is_empty());
    Rule::NAMED.into_iter().filter_map(|rule| under(rule).inspect_err(refused).ok()).collect()
}

pub(crate) fn position(bytes: &[u8]) {
    position_read(bytes);
}

/// The position that a line of text describes.
pub(crate) fn position_read(bytes: &[u8]) -> Option<Position> {
    let text = String::from_utf8_lossy(bytes);
    match text.parse::<Position>() {
        Ok(position) => {
            assert_eq!(position.to_string().parse().as_ref(), Ok(&position));
            Some(position)
        }
        Err(refusal) => {
            assert!(!refusal.to_string().is_empty());
            None
        }
    }
}
