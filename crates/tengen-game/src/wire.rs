//! The serde forms of the types that do not derive them: compact in JSON, and checked when they are read.
//!
//! A point is `[x, y]`, a move a point or `null` for a pass, a size its number of lines, a rule, an opening protocol, a player, a time control
//! and the end of a game their names, an opening its text, and a position its start with the moves that led to it.

use std::num::NonZeroU16;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::clock::TimeControl;
use crate::diagram;
use crate::opening::{Opening, Player, Protocol};
use crate::{Board, BoardSize, Color, EndReason, Move, Point, Position, Rule};

impl Serialize for Point {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (self.x(), self.y()).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Point {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Point, D::Error> {
        let (x, y) = Deserialize::deserialize(deserializer)?;
        Ok(Point::new(x, y))
    }
}

impl Serialize for Move {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.point().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Move {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Move, D::Error> {
        let point = Option::deserialize(deserializer)?;
        Ok(point.map_or(Move::Pass, Move::Place))
    }
}

impl Serialize for BoardSize {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.lines().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for BoardSize {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<BoardSize, D::Error> {
        BoardSize::try_from(u8::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}

impl Serialize for Rule {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.to_string().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Rule {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Rule, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

impl Serialize for Opening {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.to_string().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Opening {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Opening, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

impl Serialize for Protocol {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.to_string().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Protocol {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Protocol, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

impl Serialize for TimeControl {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.to_string().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for TimeControl {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<TimeControl, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

impl Serialize for Player {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.name().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Player {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Player, D::Error> {
        let name = String::deserialize(deserializer)?;
        let player = Player::BOTH.into_iter().find(|player| player.name() == name);
        player.ok_or_else(|| D::Error::custom(format_args!("expected `first` or `second`, found `{name}`")))
    }
}

impl Serialize for EndReason {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.name().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for EndReason {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<EndReason, D::Error> {
        let name = String::deserialize(deserializer)?;
        EndReason::from_name(&name)
            .ok_or_else(|| D::Error::custom(format_args!("expected the end of a game, found `{name}`")))
    }
}

/// The serialized form of a position.
#[derive(Serialize, Deserialize)]
struct PositionWire {
    rule: Rule,
    size: BoardSize,
    /// Stones that were set up before the first move, row by row, `X`, `O` and `.`; empty if there were none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    setup: String,
    /// The number of moves after which the game is a draw, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    max_moves: Option<NonZeroU16>,
    /// Whether White makes the first move after the set-up.
    #[serde(default)]
    white_first: bool,
    moves: Vec<Move>,
}

/// Only self-describing formats can hold a position, because empty fields are left out.
impl Serialize for Position {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let start = self.start();
        let wire = PositionWire {
            rule: self.rule(),
            size: self.size(),
            setup: if start.board().stones() == 0 { String::new() } else { rows(start.board()) },
            max_moves: self.max_moves(),
            white_first: start.side_to_move() == Color::White,
            moves: self.moves().to_vec(),
        };
        wire.serialize(serializer)
    }
}

/// Replays the moves by the rules.
impl<'de> Deserialize<'de> for Position {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Position, D::Error> {
        let wire = PositionWire::deserialize(deserializer)?;
        let size = wire.size;
        let board = if wire.setup.is_empty() { Ok(Board::new(size)) } else { diagram::read(&wire.setup) };
        let board = board.map_err(D::Error::custom)?;
        if board.size() != size {
            let found = format_args!(
                "`setup` is {} {} board, `size` says {size}",
                board.size().article(),
                board.size()
            )
            .to_string();
            return Err(D::Error::custom(found));
        }
        let first = if wire.white_first { Color::White } else { Color::Black };
        let position = Position::from_board(wire.rule, board, first).map_err(D::Error::custom)?;
        let mut position = position.with_max_moves(wire.max_moves);
        for (number, played) in (1..).zip(wire.moves) {
            position.play(played).map_err(|error| D::Error::custom(format!("move {number}: {error}")))?;
        }
        Ok(position)
    }
}

fn rows(board: &Board) -> String {
    let size = board.size();
    let cell = |point| match board.stone(point) {
        Some(Color::Black) => 'X',
        Some(Color::White) => 'O',
        None => '.',
    };
    let row = |y| (0..size.lines()).map(|x| cell(Point::new(x, y))).collect::<String>();
    (0..size.lines()).map(row).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_survives_the_journey() {
        let mut board = Board::new(BoardSize::FIFTEEN);
        board.set(Point::new(1, 2), Some(Color::White));
        let position = Position::from_board(Rule::Renju, board, Color::White).unwrap();
        let mut position = position.with_max_moves(NonZeroU16::new(60));
        position.play(Point::new(3, 9)).unwrap();
        position.play(Move::Pass).unwrap();
        let text = serde_json::to_string(&position).unwrap();
        assert!(text.ends_with(r#""moves":[[3,9],null]}"#), "{text}");
        assert_eq!(serde_json::from_str::<Position>(&text).unwrap(), position);
    }

    #[test]
    fn names_survive_the_journey() {
        let all = (Protocol::Swap2, TimeControl::Fischer { main: 300, increment: 5 }, Player::BOTH);
        let text = serde_json::to_string(&all).unwrap();
        assert_eq!(text, r#"["swap2","300+5",["first","second"]]"#);
        assert_eq!(serde_json::from_str::<(Protocol, TimeControl, [Player; 2])>(&text).unwrap(), all);
        let error = serde_json::from_str::<Player>(r#""black""#).unwrap_err().to_string();
        assert!(error.contains("expected `first` or `second`, found `black`"), "{error}");
        assert!(serde_json::from_str::<Protocol>(r#""swap3""#).is_err());
        assert!(serde_json::from_str::<TimeControl>(r#""0+0""#).is_err());
    }

    #[test]
    fn faults_are_reported() {
        let cases = [
            (r#"{"rule": "go", "size": 15, "moves": []}"#, "expected a rule"),
            (r#"{"rule": "renju", "size": 99, "moves": []}"#, "a board has 3 to 22 lines a side, not 99"),
            (r#"{"rule": "renju", "size": 15, "setup": "...\n...\n...", "moves": []}"#, "`size` says 15×15"),
            (
                r#"{"rule": "renju", "size": 15, "moves": [[0, 0], [0, 0]]}"#,
                "move 2: a15 is already occupied",
            ),
            (r#"{"rule": "renju", "size": 15, "moves": [[40, 0]]}"#, "move 1: column 40"),
        ];
        for (text, expected) in cases {
            let error = serde_json::from_str::<Position>(text).unwrap_err().to_string();
            assert!(error.contains(expected), "{error}");
        }
    }
}
