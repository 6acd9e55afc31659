//! Messages between a page and the engine in its Web Worker, as JSON text.
//!
//! The page sends [`Request`]s. The worker says [`Response::Ready`] once, and then answers each search
//! with any number of [`Response::Progress`] and exactly one [`Response::Finished`] or
//! [`Response::Failed`] of the same `id`. A new search ends the one before it.

use std::num::NonZeroU16;

use serde::{Deserialize, Serialize};
use tengen_game::{Board, BoardSize, Color, Move, Point, Position};

/// From the page to the worker.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Request {
    /// Search this position.
    Search {
        /// Chosen by the page; the answers carry it.
        id: u32,
        /// What to think about.
        position: PositionMessage,
        /// When to end.
        limits: LimitsMessage,
        /// Who thinks.
        #[serde(default)]
        opponent: OpponentMessage,
    },
    /// End the search with this `id`, if it still runs; it answers with what it has found.
    Stop {
        /// The search to end.
        id: u32,
    },
    /// Search the positions of the engine's bench, to compare machines. The running search ends first, and the worker
    /// hears nothing before it has answered with [`Response::Benched`].
    Bench {
        /// Chosen by the page; the answer carries it.
        id: u32,
        /// Plies to which every position is searched.
        depth: u32,
    },
}

/// From the worker to the page.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Response {
    /// The worker has started and listens.
    Ready,
    /// A search goes on.
    Progress {
        /// The search.
        id: u32,
        /// What it knows so far.
        thinking: Thinking,
    },
    /// A search has ended.
    Finished {
        /// The search.
        id: u32,
        /// The move to play, in columns from the left and rows from the top, from 0; `None` when the
        /// game is over, or when nothing is left but a pass.
        best_move: Option<(u8, u8)>,
        /// What it found.
        thinking: Thinking,
    },
    /// A bench has ended.
    Benched {
        /// The request.
        id: u32,
        /// Visited nodes: the same on every machine and in every build of one version.
        nodes: u64,
        /// Milliseconds spent.
        time_ms: u32,
    },
    /// A request could not be carried out.
    Failed {
        /// The search, if the request could be read that far.
        id: Option<u32>,
        /// What was expected, and what was found.
        message: String,
    },
}

/// Who thinks about a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OpponentMessage {
    /// The engine.
    #[default]
    Tengen,
    /// A classic: sums over windows of five.
    Tuple,
    /// A classic: rows in four directions.
    Direction,
    /// A classic: the best point, one stone ahead.
    Greedy,
    /// A classic: a search of the best few candidates.
    GameTree,
    /// A classic: priorities and a short search.
    MinimaxEasy,
    /// A classic: priorities and a longer search.
    MinimaxNormal,
    /// A classic: priorities and the longest search.
    MinimaxHard,
}

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

/// When a search ends.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LimitsMessage {
    /// Milliseconds.
    pub time_ms: Option<u32>,
    /// Plies.
    pub depth: Option<u32>,
    /// Nodes.
    pub nodes: Option<u64>,
    /// Strength to play at.
    pub level: Option<LevelMessage>,
    /// Varies the moves of the lower levels.
    #[serde(default)]
    pub seed: u64,
}

/// A strength for people to play against.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LevelMessage {
    /// For beginners.
    Easy,
    /// For occasional players.
    Normal,
    /// As strong as can be.
    Hard,
}

/// What a search knows.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Thinking {
    /// Plies of the last finished iteration.
    pub depth: u32,
    /// What the position is worth to the side to move.
    pub score: ScoreMessage,
    /// The line that both sides should play.
    pub pv: Vec<(u8, u8)>,
    /// Visited nodes.
    pub nodes: u64,
    /// Milliseconds spent.
    pub time_ms: u32,
}

/// What a position is worth to the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ScoreMessage {
    /// Engine units, 0 for balance.
    Value(i32),
    /// Plies to the forced end; negative where the side to move loses.
    Mate(i32),
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
