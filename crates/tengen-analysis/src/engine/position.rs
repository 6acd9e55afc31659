use std::num::NonZeroU16;

use serde::{Deserialize, Serialize};
use tengen_game::{Board, BoardSize, Color, Move, Point, Position};

/// A position with the moves that led to it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PositionMessage {
    /// The rule's name.
    pub rule: String,
    /// Lines of the board.
    pub size: u8,
    /// Stones that were set up before the first move, row by row, `X`, `O` and `.`; empty if there were none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub setup: String,
    /// The number of moves after which the game is a draw, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_moves: Option<NonZeroU16>,
    /// Whether White made the first move after the set-up.
    #[serde(default)]
    pub white_first: bool,
    /// The moves: columns from the left and rows from the top, from 0; `None` is a pass.
    pub moves: Vec<Option<(u8, u8)>>,
}

/// Why a position message makes no position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the position cannot be read: {0}")]
pub struct PositionMessageError(String);

impl From<&Position> for PositionMessage {
    fn from(position: &Position) -> PositionMessage {
        let mut start = position.clone();
        while start.undo().is_some() {}
        let board = start.board();
        let setup = if board.stones() == 0 { String::new() } else { board_rows(board) };
        PositionMessage {
            rule: position.rule().to_string(),
            size: position.size().lines(),
            setup,
            max_moves: position.max_moves(),
            white_first: start.side_to_move() == Color::White,
            moves: position.moves().iter().map(|m| m.point().map(|p| (p.x(), p.y()))).collect(),
        }
    }
}

fn board_rows(board: &Board) -> String {
    let size = board.size();
    let cell = |point| match board.stone(point) {
        Some(Color::Black) => 'X',
        Some(Color::White) => 'O',
        None => '.',
    };
    let row = |y| (0..size.lines()).map(|x| cell(Point::new(x, y))).collect::<String>();
    (0..size.lines()).map(row).collect::<Vec<_>>().join("\n")
}

impl TryFrom<&PositionMessage> for Position {
    type Error = PositionMessageError;

    /// Replays the moves by the rules.
    fn try_from(message: &PositionMessage) -> Result<Position, PositionMessageError> {
        let fault = |error: &dyn std::fmt::Display| PositionMessageError(error.to_string());
        let rule = message.rule.parse().map_err(|error| fault(&error))?;
        let size = BoardSize::try_from(message.size).map_err(|error| fault(&error))?;
        let board = if message.setup.is_empty() {
            Board::new(size)
        } else {
            tengen_game::format::diagram::read(&message.setup).map_err(|error| fault(&error))?
        };
        if board.size() != size {
            return Err(fault(&format_args!("`setup` is a {} board, `size` says {size}", board.size())));
        }
        let first = if message.white_first { Color::White } else { Color::Black };
        let position = Position::from_board(rule, board, first).map_err(|error| fault(&error))?;
        let mut position = position.with_max_moves(message.max_moves);
        for (index, played) in message.moves.iter().enumerate() {
            let number = index + 1;
            let played = played.map_or(Move::Pass, |(x, y)| Move::Place(Point::new(x, y)));
            position.play(played).map_err(|error| fault(&format_args!("move {number}: {error}")))?;
        }
        Ok(position)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_game::Rule;

    #[test]
    fn a_position_survives_the_journey() {
        let mut board = Board::new(BoardSize::FIFTEEN);
        board.set(Point::new(1, 2), Some(Color::White));
        let position = Position::from_board(Rule::Renju, board, Color::White).unwrap();
        let mut position = position.with_max_moves(NonZeroU16::new(60));
        position.play(Point::new(3, 9)).unwrap();
        position.play(Move::Pass).unwrap();
        let text = serde_json::to_string(&PositionMessage::from(&position)).unwrap();
        let message: PositionMessage = serde_json::from_str(&text).unwrap();
        assert_eq!(Position::try_from(&message), Ok(position));
    }

    #[test]
    fn faults_are_told() {
        let message = |rule: &str, size, moves: &[(u8, u8)]| PositionMessage {
            rule: rule.to_owned(),
            size,
            setup: String::new(),
            max_moves: None,
            white_first: false,
            moves: moves.iter().copied().map(Some).collect(),
        };
        let cases = [
            (message("go", 15, &[]), "expected a rule"),
            (message("renju", 99, &[]), "a board has 3 to 22 lines a side, not 99"),
            (message("renju", 15, &[(0, 0), (0, 0)]), "move 2: a15 is already occupied"),
            (message("renju", 15, &[(40, 0)]), "move 1: column 40"),
        ];
        for (message, expected) in cases {
            let error = Position::try_from(&message).unwrap_err().to_string();
            assert!(error.contains(expected), "{error}");
        }
    }
}
