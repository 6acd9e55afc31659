//! Between a manager of one dialect and an engine of another.
//!
//! This file queues lines and tracks the board; `to_engine` translates the manager's lines, `to_manager` the engine's.

mod to_engine;
mod to_manager;

use std::collections::{BTreeSet, VecDeque};

use tengen_game::{BoardSize, Move, Point, Position, Rule};
use to_engine::OpenList;

use crate::command::Command;
use crate::dialect::{Dialect, Order};
use crate::game::{Game, GameError};
use crate::manager::InfoBlock;
use crate::reply::error;

/// A line with its receiver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Forward {
    /// Send this line to the engine.
    ToEngine(String),
    /// Send this line to the manager.
    ToManager(String),
}

/// Connects a manager and an engine of different dialects.
///
/// Lines go in as they arrive, and the lines that come out are sent in this order. The translator itself does what the
/// engine's dialect cannot express, where that is possible, and refuses it otherwise; a rule that the engine's dialect has no
/// code for is never replaced by another one. Between two programs of the same dialect every line passes unchanged.
///
/// While an answer of the engine is pending, the manager's further lines are queued; only `STOP` and `END` take effect at
/// once. So a whole script may be sent in one piece.
///
/// ```
/// use tengen_gomocup::{Dialect, Forward, Translator};
///
/// let mut translator = Translator::new(Dialect::Piskvork, Dialect::Yixin);
/// assert_eq!(translator.from_manager("START 15"), [Forward::ToEngine("START 15".to_owned())]);
/// assert_eq!(translator.from_engine("OK"), [Forward::ToManager("OK".to_owned())]);
/// // Yixin's dialect writes the row first.
/// assert_eq!(translator.from_manager("TURN 3,11"), [Forward::ToEngine("TURN 11,3".to_owned())]);
/// assert_eq!(translator.from_engine("10,4"), [Forward::ToManager("4,10".to_owned())]);
/// ```
#[derive(Clone, Debug)]
pub struct Translator {
    manager: Dialect,
    engine: Dialect,
    /// The rule, or the reason for which the engine's dialect cannot express it.
    rule: Result<Rule, String>,
    tracked: TrackedBoard,
    list: Option<OpenList>,
    /// The lines that may follow a command that is passed on unread, or dropped.
    follows: Option<Following>,
    pending: Option<Pending>,
    /// Lines of the manager that came while an answer is pending.
    queued: VecDeque<String>,
    /// The number of times that `STOP` was sent to an engine that may not support it, and answers each with `UNKNOWN`.
    stops: usize,
    /// Commands that were dropped with a `MESSAGE`.
    dropped: BTreeSet<String>,
    block: InfoBlock,
    /// `END` has been received.
    is_ending: bool,
    has_ended: bool,
}

/// Lines that may follow a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Following {
    /// Points, up to `DONE`, which belong to an extension that only the engine may support.
    Points,
    /// The name of a file, which goes the way of its command.
    Path {
        /// The command was passed to the engine; otherwise it was dropped.
        passed: bool,
    },
}

/// A question to the engine, and the board before it, in case the engine refuses.
#[derive(Clone, Debug)]
struct Pending {
    question: Question,
    before: TrackedBoard,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Question {
    Start,
    Restart,
    TakeBack,
    Play(Move),
    /// A move that is then on the board.
    Move,
    /// `YXNBEST`, which can be requested by `BOARD` as well.
    Best,
    /// A decision of an opening, after which the manager sends the board.
    Opening,
    Forbidden,
}

/// The most lines that are queued while an answer is pending.
const MAX_QUEUED: usize = 4_096;

impl Translator {
    /// A translator between a `manager` and an `engine`, before the first line.
    pub fn new(manager: Dialect, engine: Dialect) -> Translator {
        Translator {
            manager,
            engine,
            rule: Ok(Rule::FREESTYLE),
            tracked: TrackedBoard::new(None),
            list: None,
            follows: None,
            pending: None,
            queued: VecDeque::new(),
            stops: 0,
            dropped: BTreeSet::new(),
            block: InfoBlock::default(),
            is_ending: false,
            has_ended: false,
        }
    }

    /// Takes in a line of the manager. When its lines end, pass `END`.
    pub fn from_manager(&mut self, line: &str) -> Vec<Forward> {
        let line = line.trim();
        if line.is_empty() || self.is_ending {
            return Vec::new();
        }
        let command = Command::parse(line);
        self.is_ending = command == Command::End;
        if self.manager == self.engine {
            self.has_ended = self.is_ending;
            return vec![Forward::ToEngine(line.to_owned())];
        }
        if self.pending.is_none() { self.execute(line) } else { self.receive_early(line, command) }
    }

    /// Takes in a line of the engine.
    pub fn from_engine(&mut self, line: &str) -> Vec<Forward> {
        let line = line.trim();
        if line.is_empty() {
            return Vec::new();
        }
        if self.manager == self.engine {
            return vec![Forward::ToManager(line.to_owned())];
        }
        let mut outs = self.receive(line);
        outs.extend(self.go_on());
        outs
    }

    /// Whether `END` has been sent to the engine, which may therefore exit.
    pub fn has_ended(&self) -> bool {
        self.has_ended
    }

    /// A line that comes while the engine owes an answer.
    fn receive_early(&mut self, line: &str, command: Command<'_>) -> Vec<Forward> {
        match command {
            Command::Stop => return self.stop(),
            Command::End if self.queued.is_empty() => return self.execute(line),
            _ if self.queued.len() >= MAX_QUEUED => {
                return to_manager(error("expected no more commands before the engine has answered"));
            }
            _ => {}
        }
        self.queued.push_back(line.to_owned());
        if !command.begins_new_game() && !self.is_ending {
            return Vec::new();
        }
        if self.is_thinking() {
            // The quality of the move does not matter any more.
            return self.stop();
        }
        if self.is_ending {
            return Vec::new();
        }
        // Some engines do not answer the less usual commands, and the manager continues.
        self.pending = None;
        self.go_on()
    }

    /// Carries out the lines that have waited, up to the next question.
    fn go_on(&mut self) -> Vec<Forward> {
        let mut outs = Vec::new();
        while self.pending.is_none() {
            let Some(line) = self.queued.pop_front() else { break };
            outs.extend(self.execute(&line));
            if self.is_thinking() && self.is_superseded() {
                outs.extend(self.stop());
            }
        }
        outs
    }

    fn is_superseded(&self) -> bool {
        self.is_ending || self.queued.iter().any(|line| Command::parse(line).begins_new_game())
    }

    /// Whether the engine owes the answer of a search.
    fn is_thinking(&self) -> bool {
        let question = self.pending.as_ref().map(|pending| pending.question);
        matches!(question, Some(Question::Move | Question::Best | Question::Opening))
    }

    /// Requests the answer of a running search.
    fn stop(&mut self) -> Vec<Forward> {
        if !self.is_thinking() {
            return Vec::new();
        }
        if self.engine_knows_yixin() {
            return to_engine("YXSTOP");
        }
        self.stops += 1;
        to_engine("STOP")
    }

    /// Whether the engine supports the commands that Yixin-Board brought in.
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

fn to_engine(line: impl Into<String>) -> Vec<Forward> {
    vec![Forward::ToEngine(line.into())]
}

fn to_manager(line: impl Into<String>) -> Vec<Forward> {
    vec![Forward::ToManager(line.into())]
}

/// The stones of the game between a manager and an engine. No rule is checked here: both sides agree on the moves.
#[derive(Clone, Debug)]
pub(super) struct TrackedBoard {
    pub(super) size: Option<BoardSize>,
    /// Stones in the order in which they came; `true` for the engine's.
    stones: Vec<(Move, bool)>,
    /// Points marked 3, as long as no stone has come since.
    marked: Vec<Point>,
    /// Whether the engine's side is to move.
    engine_to_move: bool,
    /// The engine has another board: it could not follow the manager's commands.
    pub(super) is_ahead: bool,
}

impl TrackedBoard {
    pub(super) fn new(size: Option<BoardSize>) -> TrackedBoard {
        TrackedBoard { size, stones: Vec::new(), marked: Vec::new(), engine_to_move: true, is_ahead: false }
    }

    /// The position of a list of stones, after which the engine's side is to move.
    pub(super) fn set_up(&mut self, stones: &[(Move, bool)], marked: &[Point]) {
        self.stones.clear();
        for &(played, is_engines) in stones {
            self.place(played, is_engines);
        }
        self.marked = marked.to_vec();
        self.engine_to_move = true;
    }

    /// A stone comes, or a pass. A stone on an occupied point is the engine's to refuse.
    pub(super) fn place(&mut self, played: impl Into<Move>, is_engines: bool) {
        let played = played.into();
        self.marked.clear();
        self.engine_to_move = !is_engines;
        if !self.is_occupied(played) {
            self.stones.push((played, is_engines));
        }
    }

    /// A stone or a pass goes; whether there was one.
    pub(super) fn take_back(&mut self, taken: Move) -> bool {
        let Some(index) = self.stones.iter().rposition(|&(played, _)| played == taken) else { return false };
        self.marked.clear();
        self.engine_to_move = self.stones.remove(index).1;
        true
    }

    pub(super) fn is_occupied(&self, played: Move) -> bool {
        played != Move::Pass && self.stones.iter().any(|&(stone, _)| stone == played)
    }

    /// Gives the engine the side to move, whichever it is, since the manager wants an analysis of the position.
    pub(super) fn take_side_to_move(&mut self) {
        if !self.engine_to_move {
            self.stones = self.for_side_to_move();
            self.engine_to_move = true;
        }
    }

    /// `BOARD` with all of it, for an engine that writes points in this order.
    pub(super) fn board(&self, order: Order) -> Vec<String> {
        list("BOARD", &self.stones, &self.marked, order)
    }

    /// The position under a rule.
    pub(super) fn position(&self, rule: Rule, size: BoardSize, order: Order) -> Result<Position, GameError> {
        let mut game = Game::new(rule, size, order);
        game.set_up(&self.for_side_to_move(), &[])?;
        Ok(game.position().clone())
    }

    /// The stones, `true` for those of the side to move.
    fn for_side_to_move(&self) -> Vec<(Move, bool)> {
        self.stones.iter().map(|&(played, is_engines)| (played, is_engines == self.engine_to_move)).collect()
    }
}

/// A list of stones with its command and its end.
pub(super) fn list(command: &str, stones: &[(Move, bool)], marked: &[Point], order: Order) -> Vec<String> {
    let stone = |&(played, is_own): &(Move, bool)| {
        format!("{},{}", order.write_move(played), if is_own { 1 } else { 2 })
    };
    let mark = |&point: &Point| format!("{},3", order.write(point));
    let lines = stones.iter().map(stone).chain(marked.iter().map(mark));
    [command.to_owned()].into_iter().chain(lines).chain(["DONE".to_owned()]).collect()
}
