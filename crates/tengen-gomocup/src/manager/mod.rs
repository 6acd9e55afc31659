//! The manager's side of the protocol: what to send to an engine, and what its lines mean.
//!
//! [`Manager`] is the counterpart of [`Machine`](super::Machine) and does no I/O either: its caller starts the engine,
//! carries the lines, and keeps the time.

mod answer;
mod questions;
#[cfg(test)]
mod tests;

use tengen_analysis::SearchProgress;
use tengen_game::{BoardSize, Point, Rule};

use super::Dialect;

pub use answer::EngineLine;
pub(super) use answer::InfoBlock;
pub use questions::{GameSettings, QuestionError, Swap2Stones};

/// The manager's side of the conversation with one engine.
///
/// Every `ask_…` returns the lines to send, in order and without line ends. The lines that the engine then sends go to
/// [`Manager::receive`], until there is an answer.
///
/// ```
/// use tengen_game::{BoardSize, Point, Position, Rule};
/// use tengen_gomocup::{Dialect, GameSettings, EngineReply, Manager};
///
/// let mut manager = Manager::new(Dialect::Piskvork);
/// let mut position = Position::new(Rule::Renju, BoardSize::FIFTEEN);
/// assert_eq!(manager.start(&position)?, ["START 15"]);
/// assert_eq!(manager.receive("OK"), EngineReply::Ready);
///
/// let lines = manager.ask_move(&position, &GameSettings::default(), None)?;
/// assert_eq!(lines.last().map(String::as_str), Some("BEGIN"));
/// assert!(lines.contains(&"INFO rule 4".to_owned()));
/// assert_eq!(manager.receive("MESSAGE thinking"), EngineReply::Message("thinking".to_owned()));
/// assert_eq!(manager.receive("7,7"), EngineReply::Points(vec![Point::new(7, 7)]));
///
/// position.play(Point::new(7, 7))?;
/// position.play(Point::new(8, 6))?;
/// let lines = manager.ask_move(&position, &GameSettings::default(), None)?;
/// assert_eq!(lines.last().map(String::as_str), Some("TURN 8,6"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Manager {
    dialect: Dialect,
    /// The size and the rule of the game that was started last.
    game: Option<(BoardSize, Rule)>,
    /// The stones on the engine's board in the order in which they came; `None` where that is not certain.
    known: Option<Vec<Point>>,
    /// The last value of each key of `INFO` in this game.
    sent_infos: Vec<(String, String)>,
    /// How many lines were sent that the engine may answer with `UNKNOWN` although it understands the question.
    tolerated: usize,
    block: InfoBlock,
}

/// The meaning of a line from an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EngineReply {
    /// It is ready for a game: `OK`.
    Ready,
    /// Moves: one, or several in an opening.
    Points(Vec<Point>),
    /// It exchanges the colours.
    Swap,
    /// It proposes a move and waits for `PLAY`.
    Suggestion(Point),
    /// Where Black must not play.
    Forbidden(Vec<Point>),
    /// A report of its search.
    Progress(Box<SearchProgress>),
    /// A text for the user.
    Message(String),
    /// A text for the author of the engine.
    Debug(String),
    /// It refuses to answer, and says why.
    Refused(String),
    /// A line without a meaning here: an empty one, a part of a block, an answer to `ABOUT`.
    Ignored,
    /// No line of the protocol.
    Unreadable(String),
}

impl Manager {
    /// The manager of an engine that has just been started.
    pub fn new(dialect: Dialect) -> Manager {
        Manager {
            dialect,
            game: None,
            known: None,
            sent_infos: Vec::new(),
            tolerated: 0,
            block: InfoBlock::default(),
        }
    }

    /// The dialect of the lines in both directions.
    pub fn dialect(&self) -> Dialect {
        self.dialect
    }

    /// The line that asks a running search for its move at once. Engines of Piskvork's own dialect need not know it.
    pub fn stop(&mut self) -> &'static str {
        self.tolerated += 1;
        match self.dialect {
            Dialect::Piskvork => "STOP",
            Dialect::Yixin | Dialect::Rapfi | Dialect::AlphaGomoku => "YXSTOP",
        }
    }

    /// The line by which a move that the engine proposed is played. It answers with the same move.
    pub fn accept(&mut self, suggested: Point) -> String {
        format!("PLAY {}", self.dialect.order().write(suggested))
    }

    /// Takes in a line of the engine, with or without its end.
    pub fn receive(&mut self, line: &str) -> EngineReply {
        let size = self.game.map_or(BoardSize::MAX, |(size, _)| size);
        match EngineLine::parse(line, self.dialect, size) {
            EngineLine::Ok => EngineReply::Ready,
            EngineLine::Points(points) => {
                if let (Some(known), [point]) = (&mut self.known, &points[..]) {
                    known.push(*point);
                }
                EngineReply::Points(points)
            }
            EngineLine::Swap => EngineReply::Swap,
            EngineLine::Suggestion(point) => EngineReply::Suggestion(point),
            EngineLine::Forbidden(points) => EngineReply::Forbidden(points),
            EngineLine::Info(text) => match self.block.read(&text, self.dialect.order(), size) {
                Some((progress, _)) => EngineReply::Progress(Box::new(progress)),
                None => EngineReply::Ignored,
            },
            EngineLine::Message(text) => EngineReply::Message(text),
            EngineLine::Debug(text) => EngineReply::Debug(text),
            EngineLine::Error(text) => EngineReply::Refused(text),
            EngineLine::Unknown(_) if self.tolerated > 0 => {
                self.tolerated -= 1;
                EngineReply::Ignored
            }
            EngineLine::Unknown(text) => EngineReply::Refused(text),
            EngineLine::About(_) | EngineLine::Empty => EngineReply::Ignored,
            EngineLine::Unreadable(text) => EngineReply::Unreadable(text),
        }
    }
}
