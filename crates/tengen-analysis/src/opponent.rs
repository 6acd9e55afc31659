//! Opponents: the engine, the classics, other programs.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use tengen_game::{Move, PlayError, Point, Position, Score};

use crate::{Clock, SearchLimits, SearchObserver, SearchReport, StopHandle, StopReason};

/// A player that is given a position and answers with a move.
///
/// A caller with an event loop can run it in slices: set a position,
/// [start](Opponent::start), and [advance](Opponent::advance) until there is a report. Every move that an opponent
/// returns is legal, and an illegal one is an error: callers need not check again. If the report has no
/// [`best_move`](SearchReport::best_move) and the game is not over, the opponent passes.
///
/// A report's score is the opponent's estimate of its position in its own unit; scores of two different
/// opponents cannot be compared, except for proved mates.
pub trait Opponent {
    /// The opponent's name in tables and records.
    fn name(&self) -> String;

    /// Sets the position to search. A search that was begun ends without a report, and an earlier request to stop
    /// is cleared. A failure here is returned by the next [`Opponent::advance`].
    fn set_position(&mut self, position: Position);

    /// Begins a search of the position. The time of `limits` runs from now on, between the slices too. A
    /// search that was begun before ends without a report.
    fn start(&mut self, limits: &SearchLimits, clock: &dyn Clock);

    /// Searches on for about `slice`; the report when the move is decided, `None` when another slice is needed. An
    /// opponent that waits for something outside, such as a process, returns `None` at once or within the slice.
    ///
    /// Without a search that was started, the answer comes at once, if it needs no search.
    ///
    /// # Errors
    /// When there will be no legal move: see [`OpponentError`]. The search is over then.
    fn advance(
        &mut self,
        slice: Duration,
        clock: &dyn Clock,
        observer: &mut dyn SearchObserver,
    ) -> Result<Option<SearchReport>, OpponentError>;

    /// Ends its searches from outside.
    fn stop_handle(&self) -> StopHandle;

    /// Clears all results of earlier searches. A search that was begun ends without a report.
    fn clear(&mut self);

    /// Searches to the end, on this thread.
    ///
    /// # Errors
    /// When the opponent gives no legal move.
    fn choose(
        &mut self,
        limits: &SearchLimits,
        clock: &dyn Clock,
        observer: &mut dyn SearchObserver,
    ) -> Result<SearchReport, OpponentError> {
        self.start(limits, clock);
        loop {
            if let Some(report) = self.advance(Duration::MAX, clock, observer)? {
                return Ok(report);
            }
        }
    }
}

/// The report of a move that came from outside, such as from another program, after `time`: nothing else is known of the
/// thinking behind it.
///
/// # Errors
/// When the move is illegal in `position`.
pub fn answer(position: &Position, played: Move, time: Duration) -> Result<SearchReport, OpponentError> {
    position.check(played).map_err(|reason| OpponentError::Illegal { played, reason })?;
    Ok(SearchReport::new(played.point(), Score::Value(0), StopReason::Decided).with_time(time))
}

/// The reason for which an opponent gave no legal move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OpponentError {
    /// The opponent could not be made ready for the game: it cannot be started, or refuses to play such games.
    #[error("`{name}` cannot play: {reason}")]
    Unready {
        /// The opponent's name.
        name: String,
        /// The reason in words, as far as it is known.
        reason: String,
    },
    /// The opponent ended, or cannot be reached any more.
    #[error("`{name}` failed: {reason}")]
    Failed {
        /// The opponent's name.
        name: String,
        /// The reason in words, as far as it is known.
        reason: String,
    },
    /// The opponent took longer than its time limit.
    #[error("`{name}` took {}.{:03} s of {}.{:03} s", time.as_secs(), time.subsec_millis(), limit.as_secs(), limit.subsec_millis())]
    Overrun {
        /// The opponent's name.
        name: String,
        /// The time for this move.
        limit: Duration,
        /// The time after which the opponent was given up.
        time: Duration,
    },
    /// The opponent's protocol cannot express the position, such as a pass, so that the opponent is not at fault.
    #[error("`{name}` cannot be asked: {reason}")]
    Unsupported {
        /// The opponent's name.
        name: String,
        /// The part of the position that cannot be sent, in words.
        reason: String,
    },
    /// The opponent used more memory than its limit.
    #[error("`{name}` used {used} bytes of memory of {limit}")]
    Exhausted {
        /// The opponent's name.
        name: String,
        /// The limit of memory, in bytes.
        limit: u64,
        /// The memory that the opponent used when it was given up, in bytes.
        used: u64,
    },
    /// The opponent's answer is no move.
    #[error("expected a move from `{name}`, found `{text}`")]
    Unreadable {
        /// The opponent's name.
        name: String,
        /// The opponent's answer.
        text: String,
    },
    /// The opponent's answer is a move that may not be played.
    #[error("an illegal move: {reason}")]
    Illegal {
        /// The illegal move.
        played: Move,
        /// The rule's objection to the move.
        reason: PlayError,
    },
    /// The opponent gave up the game.
    #[error("`{0}` resigns")]
    Resigned(String),
    /// The opponent was stopped before it had any move.
    #[error("`{0}` was stopped before it had a move")]
    Stopped(String),
}

/// A strength of the classic *minimax*.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Grade {
    /// Three plies of the fifteen best candidates.
    Easy,
    /// Six plies of the twenty-five best candidates.
    Normal,
    /// Up to twelve plies.
    Hard,
}

impl Grade {
    /// All grades, the easiest first.
    pub const ALL: [Grade; 3] = [Grade::Easy, Grade::Normal, Grade::Hard];

    /// The name in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Grade::Easy => "easy",
            Grade::Normal => "normal",
            Grade::Hard => "hard",
        }
    }
}

impl fmt::Display for Grade {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A classic: one of four small programs from which Tengen developed.
///
/// Its text form (`Display` and `FromStr`) is `tuple`, `direction`, `greedy`, `game-tree`, `minimax-easy`,
/// `minimax-normal` or `minimax-hard`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Classic {
    /// The sum of the windows of five through a point.
    Tuple,
    /// The point that is best by its four directions.
    Direction,
    /// The greatest point value.
    Greedy,
    /// Alpha-beta over the best candidates.
    GameTree,
    /// Priorities, then a search.
    Minimax(Grade),
}

/// The text names none of the classics.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected {expected}, found `{0}`", expected = ParseClassicError::EXPECTED)]
pub struct ParseClassicError(String);

impl ParseClassicError {
    const EXPECTED: &str = "one of the classics (`tuple`, `direction`, `greedy`, `game-tree`, `minimax-easy`, `minimax-normal` \
                            or `minimax-hard`)";
}

impl Classic {
    /// All classics, those that look only one stone ahead first.
    pub const ALL: [Classic; 7] = [
        Classic::Tuple,
        Classic::Direction,
        Classic::Greedy,
        Classic::GameTree,
        Classic::Minimax(Grade::Easy),
        Classic::Minimax(Grade::Normal),
        Classic::Minimax(Grade::Hard),
    ];

    /// The name in lower case with hyphens.
    pub const fn name(self) -> &'static str {
        match self {
            Classic::Tuple => "tuple",
            Classic::Direction => "direction",
            Classic::Greedy => "greedy",
            Classic::GameTree => "game-tree",
            Classic::Minimax(Grade::Easy) => "minimax-easy",
            Classic::Minimax(Grade::Normal) => "minimax-normal",
            Classic::Minimax(Grade::Hard) => "minimax-hard",
        }
    }

    /// The way in which the classic finds its moves, as a sentence in English.
    pub const fn describe(self) -> &'static str {
        match self {
            Classic::Tuple => {
                "Adds the scores of all windows of five through a cell, and plays the cell with the highest sum."
            }
            Classic::Direction => {
                "Wins if it can, else prevents a win, else counts stones and blocked ends in four directions."
            }
            Classic::Greedy => {
                "Plays the point of the greatest value, one stone ahead, and never looks further."
            }
            Classic::GameTree => "Searches the best few candidates deeper and deeper until its time is up.",
            Classic::Minimax(Grade::Easy) => {
                "Plays wins, blocks and fours by priority, else searches three plies of fifteen candidates."
            }
            Classic::Minimax(Grade::Normal) => {
                "Plays wins, blocks and fours by priority, else searches six plies of twenty-five candidates."
            }
            Classic::Minimax(Grade::Hard) => {
                "Plays wins, blocks and fours by priority, else searches up to twelve plies, deeper and deeper."
            }
        }
    }
}

impl fmt::Display for Classic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Classic {
    type Err = ParseClassicError;

    fn from_str(text: &str) -> Result<Classic, ParseClassicError> {
        let name = text.trim();
        let found = Classic::ALL.into_iter().find(|classic| classic.name().eq_ignore_ascii_case(name));
        found.ok_or_else(|| ParseClassicError(text.to_owned()))
    }
}

/// The program that searches a position: in messages the classic's name, or `tengen`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(into = "&'static str", try_from = "String")]
pub enum OpponentKind {
    /// The engine.
    #[default]
    Tengen,
    /// A classic.
    Classic(Classic),
}

impl From<OpponentKind> for &'static str {
    fn from(kind: OpponentKind) -> &'static str {
        match kind {
            OpponentKind::Tengen => "tengen",
            OpponentKind::Classic(classic) => classic.name(),
        }
    }
}

/// The text names no program.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected `tengen` or {expected}, found `{0}`", expected = ParseClassicError::EXPECTED)]
pub struct ParseOpponentError(String);

impl TryFrom<String> for OpponentKind {
    type Error = ParseOpponentError;

    fn try_from(name: String) -> Result<OpponentKind, ParseOpponentError> {
        let classic = || Classic::ALL.into_iter().find(|classic| classic.name() == name);
        match name.as_str() {
            "tengen" => Ok(OpponentKind::Tengen),
            _ => classic().map(OpponentKind::Classic).ok_or(ParseOpponentError(name)),
        }
    }
}

/// The settings of the classics that search. A field that is `None` stands for the classic's own value; a setting that
/// a classic does not have, or a value out of its range, is refused.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClassicTuning {
    /// Plies of the search: 2 to 12 for `game-tree`, 1 to 24 for `minimax`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Moves tried in each position: 2 to 24 for `game-tree`, 1 to 484 for `minimax`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub breadth: Option<u32>,
    /// Whether the search considers the points that the rule forbids; for `game-tree`. The move is legal in any case.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub forbidden_moves: Option<bool>,
}

impl ClassicTuning {
    /// Whether all fields are `None`.
    pub fn is_default(&self) -> bool {
        *self == ClassicTuning::default()
    }
}

/// The statistics of a search of *minimax*.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MinimaxStatistics {
    /// Visited nodes; 0 where the move needed no search.
    pub nodes: u64,
    /// Look-ups in the transposition table.
    pub look_ups: u64,
    /// Look-ups that found the position.
    pub hits: u64,
    /// The best candidates by their scores before the search, at most five, the best first.
    pub candidates: Vec<MinimaxCandidate>,
}

impl MinimaxStatistics {
    /// The share of the look-ups that found the position: 0 to 1.
    pub fn hit_rate(&self) -> f64 {
        if self.look_ups == 0 { 0.0 } else { self.hits as f64 / self.look_ups as f64 }
    }
}

/// A candidate move of *minimax*.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MinimaxCandidate {
    /// The point of the candidate.
    pub point: Point,
    /// The candidate's score in *minimax*'s figures, an open three being 10,000, rounded towards zero.
    pub score: i32,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_survive_the_round_trip() {
        for classic in Classic::ALL {
            assert_eq!(classic.to_string().parse(), Ok(classic));
            assert!(classic.describe().ends_with('.'));
        }
        assert_eq!(" Minimax-Hard".parse(), Ok(Classic::Minimax(Grade::Hard)));
        for text in ["", "minimax", "minimax-", "gametree"] {
            assert_eq!(text.parse::<Classic>(), Err(ParseClassicError(text.to_owned())));
        }
        let kind = |name: &str| serde_json::from_value::<OpponentKind>(name.into());
        assert_eq!(kind("greedy").unwrap(), OpponentKind::Classic(Classic::Greedy));
        let error = kind("stockfish").unwrap_err().to_string();
        assert!(error.contains("expected `tengen` or one of the classics (`tuple`"), "{error}");
    }
}
