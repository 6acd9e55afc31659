//! Between a manager of one dialect and an engine of another.
//!
//! This file says whose turn it is to speak; its children say what becomes of the lines: `to_engine` of the
//! manager's, `to_manager` of the engine's, `info` of the settings, `board` of the stones.

mod board;
mod info;
mod to_engine;
mod to_manager;

use std::collections::{BTreeSet, VecDeque};

use tengen_game::{Point, Rule};

use super::command::Command;
use super::dialect::{Dialect, Order};
use super::manager::NewsBlock;
use super::reply::error;
use board::Mirror;
use to_engine::OpenList;

/// A line, and who is to get it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Out {
    /// Send this line to the engine.
    ToEngine(String),
    /// Send this line to the manager.
    ToManager(String),
}

/// Lets a manager and an engine of different dialects play.
///
/// Lines go in as they are heard, and what comes out is to be sent in this order. What the engine's dialect has
/// no word for is done by the translator itself where that can be done, and refused where it cannot; a rule
/// that the engine's dialect has no code for is never replaced by another one. Between two ends of the
/// same dialect every line passes as it is.
///
/// While the engine owes an answer, the manager's further lines wait; only `STOP` and `END` are heard at once. So
/// a whole script may be sent in one piece.
///
/// ```
/// use tengen_protocol::gomocup::{Dialect, Out, Translator};
///
/// let mut translator = Translator::new(Dialect::Piskvork, Dialect::Yixin);
/// assert_eq!(translator.from_manager("START 15"), [Out::ToEngine("START 15".to_owned())]);
/// assert_eq!(translator.from_engine("OK"), [Out::ToManager("OK".to_owned())]);
/// // Yixin's dialect writes the row first.
/// assert_eq!(translator.from_manager("TURN 3,11"), [Out::ToEngine("TURN 11,3".to_owned())]);
/// assert_eq!(translator.from_engine("10,4"), [Out::ToManager("4,10".to_owned())]);
/// ```
#[derive(Clone, Debug)]
pub struct Translator {
    manager: Dialect,
    engine: Dialect,
    /// The rule; or why the engine cannot be asked to play the one that the manager wants.
    rule: Result<Rule, String>,
    mirror: Mirror,
    list: Option<OpenList>,
    owed: Option<Owed>,
    /// Lines of the manager that came while the engine owed an answer.
    waiting: VecDeque<String>,
    /// How often the engine was told to stop, which it may answer with `UNKNOWN`.
    stops: usize,
    /// What was dropped and has been told.
    dropped: BTreeSet<String>,
    block: NewsBlock,
    /// `END` has been heard.
    is_ending: bool,
    has_ended: bool,
}

/// What the engine has been asked, and what was on the board before, in case it refuses.
#[derive(Clone, Debug)]
struct Owed {
    question: Question,
    before: Mirror,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Question {
    Start,
    Restart,
    TakeBack,
    Play(Point),
    /// A move that then stands on the board.
    Move,
    /// `YXNBEST`, which can be asked for by `BOARD` as well.
    Best,
    /// A decision of an opening, after which the manager tells the board.
    Opening,
    Forbidden,
}

/// A manager that sends this many lines without waiting for an answer is out of its mind.
const MOST_WAITING: usize = 4_096;

impl Translator {
    /// A translator between a `manager` and an `engine` that have said nothing yet.
    pub fn new(manager: Dialect, engine: Dialect) -> Translator {
        Translator {
            manager,
            engine,
            rule: Ok(Rule::FREESTYLE),
            mirror: Mirror::new(None),
            list: None,
            owed: None,
            waiting: VecDeque::new(),
            stops: 0,
            dropped: BTreeSet::new(),
            block: NewsBlock::default(),
            is_ending: false,
            has_ended: false,
        }
    }

    /// Takes in a line of the manager. When its lines end, pass `END`.
    pub fn from_manager(&mut self, line: &str) -> Vec<Out> {
        let line = line.trim();
        if line.is_empty() || self.is_ending {
            return Vec::new();
        }
        let command = Command::parse(line);
        self.is_ending = command == Command::End;
        if self.manager == self.engine {
            self.has_ended = self.is_ending;
            return vec![Out::ToEngine(line.to_owned())];
        }
        if self.owed.is_none() { self.obey(line) } else { self.hear_early(line, command) }
    }

    /// Takes in a line of the engine.
    pub fn from_engine(&mut self, line: &str) -> Vec<Out> {
        let line = line.trim();
        if line.is_empty() {
            return Vec::new();
        }
        if self.manager == self.engine {
            return vec![Out::ToManager(line.to_owned())];
        }
        let mut outs = self.hear(line);
        outs.extend(self.go_on());
        outs
    }

    /// Whether `END` has been sent to the engine, which may therefore go.
    pub fn has_ended(&self) -> bool {
        self.has_ended
    }

    /// A line that comes while the engine owes an answer.
    fn hear_early(&mut self, line: &str, command: Command<'_>) -> Vec<Out> {
        match command {
            Command::Stop => return self.stop(),
            Command::End if self.waiting.is_empty() => return self.obey(line),
            _ if self.waiting.len() >= MOST_WAITING => {
                return to_manager(error("expected no more commands before the engine has answered"));
            }
            _ => {}
        }
        self.waiting.push_back(line.to_owned());
        if !command.begins_new_game() && !self.is_ending {
            return Vec::new();
        }
        if self.is_thinking() {
            // Nobody waits for a good move any more.
            return self.stop();
        }
        if self.is_ending {
            return Vec::new();
        }
        // Some engines leave the less usual commands without an answer, and the manager goes on.
        self.owed = None;
        self.go_on()
    }

    /// Carries out the lines that have waited, up to the next question.
    fn go_on(&mut self) -> Vec<Out> {
        let mut outs = Vec::new();
        while self.owed.is_none() {
            let Some(line) = self.waiting.pop_front() else { break };
            outs.extend(self.obey(&line));
            if self.is_thinking() && self.is_hurried() {
                outs.extend(self.stop());
            }
        }
        outs
    }

    fn is_hurried(&self) -> bool {
        self.is_ending || self.waiting.iter().any(|line| Command::parse(line).begins_new_game())
    }

    /// Whether the engine owes an answer that takes thought.
    fn is_thinking(&self) -> bool {
        let question = self.owed.as_ref().map(|owed| owed.question);
        matches!(question, Some(Question::Move | Question::Best | Question::Opening))
    }

    /// Asks a running search for its answer.
    fn stop(&mut self) -> Vec<Out> {
        if !self.is_thinking() {
            return Vec::new();
        }
        self.stops += 1;
        to_engine(if self.engine_knows_yixin() { "YXSTOP" } else { "STOP" })
    }

    /// Whether the engine knows the commands that Yixin-Board brought in.
    fn engine_knows_yixin(&self) -> bool {
        knows_yixin(self.engine)
    }

    fn orders(&self) -> (Order, Order) {
        (self.manager.order(), self.engine.order())
    }
}

/// Whether a dialect has the commands, and the search information, that Yixin-Board brought in.
fn knows_yixin(dialect: Dialect) -> bool {
    match dialect {
        Dialect::Piskvork => false,
        Dialect::Yixin | Dialect::Rapfi | Dialect::AlphaGomoku => true,
    }
}

fn to_engine(line: impl Into<String>) -> Vec<Out> {
    vec![Out::ToEngine(line.into())]
}

fn to_manager(line: impl Into<String>) -> Vec<Out> {
    vec![Out::ToManager(line.into())]
}
