//! The interface between the machine and the program around it: actions, requests and results.

use std::time::Duration;

use tengen_game::{Point, Position};

/// What the program around the machine has to do. Actions are carried out in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// Send this line, and flush it.
    Reply(String),
    /// A game like this begins: what takes time before a first move is best done now, before the next action. Managers do
    /// not count the time until the answer to `START`. The time of the request has no meaning.
    Prepare(Box<ThinkRequest>),
    /// The manager has changed the rule or the resources. The next question may follow at once, and its time then runs:
    /// prepare for the change without delaying that question. The time of the request has no meaning.
    Adapt(Box<ThinkRequest>),
    /// Search, and pass the result to [`Machine::finish_search`](super::Machine::finish_search).
    Think(Box<ThinkRequest>),
    /// End the running search at once. Its result goes to the machine as always.
    StopThinking,
    /// The opponent is to move: search this position until [`Action::StopPondering`], without a result. The stop may come when
    /// that search has ended already.
    Ponder(Box<ThinkRequest>),
    /// The opponent's time is over.
    StopPondering,
    /// Forget what earlier searches have found.
    ClearHash,
    /// End the program. No action follows.
    Quit,
}

/// A search that the manager waits for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ThinkRequest {
    /// What is to be found.
    pub task: Task,
    /// The position, with the side to move for which the answer is.
    pub position: Position,
    /// The most that the search may take; zero asks for an answer at once.
    pub time: Duration,
    /// The time that it should take, about, where the game's clock has to last for other moves too.
    pub target: Option<Duration>,
    /// Plies after which the search ends, if the manager has set a limit.
    pub depth: Option<u32>,
    /// Nodes after which the search ends, if the manager has set a limit.
    pub nodes: Option<u64>,
    /// How many of the best moves to examine and report, at least 1.
    pub lines: u32,
    /// What the program may use.
    pub resources: Resources,
    /// The strength in percent; 100 is full strength.
    pub strength: u8,
}

/// The resources that the manager allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Resources {
    /// The limit for the whole program.
    pub memory: MemoryLimit,
    /// Bytes for the table of the search, if the manager has chosen.
    pub hash_bytes: Option<u64>,
    /// Threads that search, at least 1.
    pub threads: u32,
}

/// How much memory the whole program may use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MemoryLimit {
    /// The manager has set no limit yet.
    #[default]
    Unknown,
    /// As much as there is: `max_memory 0`.
    Unlimited,
    /// A number of bytes.
    Bytes(u64),
}

/// What is to be found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Task {
    /// The best move.
    Move,
    /// A decision of the opening protocol Swap2.
    Swap2(Swap2Phase),
    /// This many moves, 1 or 2, after which the score is about `bias` for the side that then moves.
    Balance {
        /// How many stones to place.
        stones: usize,
        /// The target score, in engine units.
        bias: i32,
    },
}

/// How far a Swap2 opening has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Swap2Phase {
    /// The board is empty: place three stones.
    Open,
    /// Three stones: take Black by [`Decision::Swap`], stay White with one stone, or place two and let the
    /// other side choose.
    Choose,
    /// Five stones: take Black by [`Decision::Swap`], or stay White with one stone.
    Settle,
}

/// What was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decision {
    /// There is no answer.
    Nothing,
    /// Stones to place, in this order.
    Points(Vec<Point>),
    /// Exchange the colours, in a Swap2 opening.
    Swap,
}

/// What the program around the machine can do. Anything else is refused, or left out with a `MESSAGE`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Offers {
    /// The most lines that a search reports, at least 1.
    pub lines: u32,
    /// The most threads that it searches with, at least 1.
    pub threads: u32,
    /// Whether it searches in the opponent's time (pondering).
    pub pondering: bool,
    /// Whether it can play weaker.
    pub strength: bool,
    /// Whether it finds moves that balance a position.
    pub balance: bool,
}

impl Default for Offers {
    /// One line, one thread, and moves at full strength.
    fn default() -> Offers {
        Offers { lines: 1, threads: 1, pondering: false, strength: false, balance: false }
    }
}
