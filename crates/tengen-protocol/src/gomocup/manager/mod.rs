//! The manager's side of the protocol: what to send to an engine, and what its lines mean.
//!
//! [`Manager`] is the counterpart of [`Machine`](super::Machine), and as pure: the program around it starts the engine,
//! carries the lines, and keeps the time.

mod answer;
mod news;
mod questions;
mod settings;

use tengen_game::{BoardSize, Point, Rule};

pub use answer::BrainLine;
pub(super) use news::NewsBlock;
pub use questions::{QuestionError, Swap2Stones};
pub use settings::GameSettings;

use super::{Dialect, SearchNews};

/// One engine, as its manager sees it.
///
/// Every `ask_…` returns the lines to send, in order and without line ends. What the engine then sends goes to
/// [`Manager::hear`], until there is an answer.
///
/// ```
/// use tengen_game::{BoardSize, Point, Position, Rule};
/// use tengen_protocol::gomocup::{Dialect, GameSettings, Heard, Manager};
///
/// let mut manager = Manager::new(Dialect::Piskvork);
/// let mut position = Position::new(Rule::Renju, BoardSize::FIFTEEN);
/// assert_eq!(manager.start(&position)?, ["START 15"]);
/// assert_eq!(manager.hear("OK"), Heard::Ready);
///
/// let lines = manager.ask_move(&position, &GameSettings::default(), None)?;
/// assert_eq!(lines.last().map(String::as_str), Some("BEGIN"));
/// assert!(lines.contains(&"INFO rule 4".to_owned()));
/// assert_eq!(manager.hear("MESSAGE thinking"), Heard::Message("thinking".to_owned()));
/// assert_eq!(manager.hear("7,7"), Heard::Points(vec![Point::new(7, 7)]));
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
    told: Vec<(String, String)>,
    /// How many lines were sent that the engine may answer with `UNKNOWN` without being wrong about its question.
    tolerated: usize,
    block: NewsBlock,
}

/// What a line from an engine says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Heard {
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
    /// What its search has found so far.
    News(Box<SearchNews>),
    /// A text for the user.
    Message(String),
    /// A text for whoever made the engine.
    Debug(String),
    /// It cannot or will not answer, and says why.
    Refused(String),
    /// Nothing that matters here: an empty line, part of a block, an answer to `ABOUT`.
    Nothing,
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
            told: Vec::new(),
            tolerated: 0,
            block: NewsBlock::default(),
        }
    }

    /// Whose rule codes and order of coordinates are spoken.
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

    /// Understands a line, with or without its end.
    pub fn hear(&mut self, line: &str) -> Heard {
        let size = self.game.map_or(BoardSize::MAX, |(size, _)| size);
        match BrainLine::parse(line, self.dialect, size) {
            BrainLine::Ok => Heard::Ready,
            BrainLine::Points(points) => {
                if let (Some(known), [point]) = (&mut self.known, &points[..]) {
                    known.push(*point);
                }
                Heard::Points(points)
            }
            BrainLine::Swap => Heard::Swap,
            BrainLine::Suggestion(point) => Heard::Suggestion(point),
            BrainLine::Forbidden(points) => Heard::Forbidden(points),
            BrainLine::Info(text) => match self.block.hear(&text, self.dialect.order(), size) {
                Some(news) => Heard::News(Box::new(news)),
                None => Heard::Nothing,
            },
            BrainLine::Message(text) => Heard::Message(text),
            BrainLine::Debug(text) => Heard::Debug(text),
            BrainLine::Error(text) => Heard::Refused(text),
            BrainLine::Unknown(_) if self.tolerated > 0 => {
                self.tolerated -= 1;
                Heard::Nothing
            }
            BrainLine::Unknown(text) => Heard::Refused(text),
            BrainLine::About(_) | BrainLine::Empty => Heard::Nothing,
            BrainLine::Unreadable(text) => Heard::Unreadable(text),
        }
    }
}

#[cfg(test)]
mod tests;
