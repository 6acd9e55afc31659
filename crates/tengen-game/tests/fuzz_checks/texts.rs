//! Move texts, diagrams and positions on one line.

use tengen_game::format::{diagram, moves};
use tengen_game::{BoardSize, Color, Point, Position, Record, Rule};

use super::round_trip::is_sound;

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
    let text = String::from_utf8_lossy(bytes);
    let board = match diagram::read(&text) {
        Ok(board) => board,
        Err(refusal) => return assert!(!refusal.to_string().is_empty()),
    };
    assert_eq!(diagram::read(&diagram::write(&board)).as_ref(), Ok(&board));
    let side = diagram::side_to_move(&board);
    for rule in Rule::NAMED {
        match Position::from_board(rule, board.clone(), side.unwrap_or(Color::White)) {
            Ok(position) => is_sound(&Record::from_position(position)),
            Err(refusal) => assert!(!refusal.to_string().is_empty()),
        }
    }
}

pub(crate) fn position(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    match text.parse::<Position>() {
        Ok(position) => {
            assert_eq!(position.to_string().parse().as_ref(), Ok(&position));
            // Records hold no blocked points.
            if !position.size().points().any(|point| position.board().is_blocked(point)) {
                is_sound(&Record::from_position(position));
            }
        }
        Err(refusal) => assert!(!refusal.to_string().is_empty()),
    }
}
