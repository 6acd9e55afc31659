//! The interface between the machine and the program around it: actions, requests and results.

use std::time::Duration;

use tengen_analysis::{Character, Level};
use tengen_game::opening::{Choice, Opening};
use tengen_game::{Point, Position};

/// An action that the program around the machine has to carry out. Actions are carried out in order.
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
    /// Write the table of the search to a file or read it from one, and pass the result to
    /// [`Machine::finish_hash_file`](super::Machine::finish_hash_file) before the next action.
    HashFile(Box<HashFileRequest>),
    /// End the program. No action follows.
    Quit,
}

/// A search that the manager waits for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ThinkRequest {
    /// The task of the search.
    pub task: Task,
    /// The position; the answer is for its side to move.
    pub position: Position,
    /// The longest time of the search; zero demands an answer at once.
    pub time: Duration,
    /// The time that the search should take, about, where the game's clock has to last for other moves too.
    pub target: Option<Duration>,
    /// Plies after which the search ends, if the manager has set a limit.
    pub depth: Option<u32>,
    /// Nodes after which the search ends, if the manager has set a limit.
    pub nodes: Option<u64>,
    /// The number of best moves to examine and report, at least 1.
    pub lines: u32,
    /// Moves that the manager excludes. The position has others.
    pub excluded: Vec<Point>,
    /// The resources of the search.
    pub resources: Resources,
    /// The strength in percent; 100 is full strength.
    pub strength: u8,
    /// The level of the ladder for people, which has priority over the percentage; `None` where the manager has set none.
    pub level: Option<Level>,
    /// The manner of playing, if the manager has set one.
    pub character: Option<Character>,
}

/// A file for the table of the search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HashFileRequest {
    /// Whether the table is written or read.
    pub task: HashFileTask,
    /// The name of the file, as the manager wrote it.
    pub path: String,
    /// A position of the game, whose rule and board the table is for.
    pub position: Position,
    /// The resources of the program.
    pub resources: Resources,
}

/// An exchange between the table of the search and a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HashFileTask {
    /// The table is written: `YXHASHDUMP`.
    Dump,
    /// The table is replaced by that of the file: `YXHASHLOAD`.
    Load,
}

impl HashFileTask {
    pub(super) fn command(self) -> &'static str {
        match self {
            HashFileTask::Dump => "YXHASHDUMP",
            HashFileTask::Load => "YXHASHLOAD",
        }
    }
}

/// The numbers of entries that were written or read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HashFileEntries {
    /// The entries of the file.
    pub file: u64,
    /// The entries of the table, fewer where it has no room for those of the file.
    pub table: u64,
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

/// The memory limit of the whole program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MemoryLimit {
    /// The manager has set no limit yet.
    #[default]
    Unknown,
    /// No limit: `max_memory 0`.
    Unlimited,
    /// A number of bytes.
    Bytes(u64),
}

/// The task of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Task {
    /// The best move.
    Move,
    /// A decision of the opening protocol Swap2.
    Swap2(Swap2Phase),
    /// The choice of the player whose turn it is in this opening. The answer is [`Decision::Choice`].
    Opening(Box<Opening>),
    /// This many moves, 1 or 2, after which the score is about `bias` for the side that then moves.
    Balance {
        /// The number of stones to place.
        stones: usize,
        /// The target score, in engine units.
        bias: i32,
    },
}

/// The phase of a Swap2 opening.
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

/// The result of a task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decision {
    /// No answer.
    Nothing,
    /// Stones to place, in this order.
    Points(Vec<Point>),
    /// Exchange the colours, in a Swap2 opening.
    Swap,
    /// The choice in another opening.
    Choice(Choice),
}

/// The abilities of the program around the machine. Anything else is refused, or left out with a `MESSAGE`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Offers {
    /// The most lines that a search reports, at least 1.
    pub lines: u32,
    /// The most threads of a search, at least 1.
    pub threads: u32,
    /// The largest table of a search in bytes; 0 where managers should not choose its size.
    pub hash_bytes: u64,
    /// Whether the program searches in the opponent's time (pondering).
    pub pondering: bool,
    /// Whether the program can play weaker.
    pub strength: bool,
    /// Whether the program finds moves that balance a position.
    pub balance: bool,
    /// Whether the program writes the table of the search to files and reads it from them.
    pub hash_files: bool,
}

impl Default for Offers {
    /// One line, one thread, and moves at full strength.
    fn default() -> Offers {
        Offers {
            lines: 1,
            threads: 1,
            hash_bytes: 0,
            pondering: false,
            strength: false,
            balance: false,
            hash_files: false,
        }
    }
}
