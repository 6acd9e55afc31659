use serde::{Deserialize, Serialize};

use super::PointMessage;
use crate::Score;

/// What a search knows.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Thinking {
    /// Which of the best moves this is about: 0 is the best, others come where several lines were asked for.
    pub line: u32,
    /// Plies of the last finished iteration.
    pub depth: u32,
    /// Plies of the longest line that was looked at; 0 if nobody counted.
    pub selective_depth: u32,
    /// What the position is worth to the side to move.
    pub score: Score,
    /// The line that both sides should play.
    pub pv: Vec<PointMessage>,
    /// Visited nodes.
    pub nodes: u64,
    /// Milliseconds spent.
    pub time_ms: u32,
    /// How many of a thousand entries of the transposition table the search has filled; 0 if nobody counted.
    pub hash_per_mille: u32,
}

/// A move with what follows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LineMessage {
    /// What the position is worth to the side to move if it plays so.
    pub score: Score,
    /// The line that both sides should play from here.
    pub pv: Vec<PointMessage>,
}

/// What `minimax` did.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StatisticsMessage {
    /// Visited nodes; 0 where the move needed no search.
    pub nodes: u64,
    /// How often the transposition table was asked.
    pub look_ups: u64,
    /// How often it knew the position.
    pub hits: u64,
    /// The best candidates by their worth alone, at most five, the best first.
    pub candidates: Vec<CandidateMessage>,
}

/// A candidate move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CandidateMessage {
    /// Where.
    pub point: PointMessage,
    /// Its worth in minimax's figures, an open three being 10,000.
    pub worth: i32,
}
