//! The manager's questions: lines for a position, an opening, and settings.

use std::time::Duration;

use tengen_game::{Color, Move, Point, Position, Rule};

use super::Manager;
use crate::rule::code_of_rule;
use crate::{Dialect, Swap2Phase, UNLIMITED_MS};

/// The stones of a Swap2 opening: none, three or five.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Swap2Stones<'a>(&'a [Point]);

/// The reason for which the protocol cannot express a question.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum QuestionError {
    /// The dialect has no code for the rule.
    #[error("the dialect {dialect} has no code for the rule {rule}")]
    Rule {
        /// The rule.
        rule: Rule,
        /// The engine's dialect.
        dialect: Dialect,
    },
    /// Stones were set up so that engines, whose protocol has only "own" and "opponent", would take White for Black.
    #[error(
        "the protocol cannot tell {to_move} to move with {black} black and {white} white stones; Black has as many \
         stones as White before Black's move, and more before White's"
    )]
    Colors {
        /// The side to move.
        to_move: Color,
        /// Black's stones.
        black: usize,
        /// White's stones.
        white: usize,
    },
    /// A decision of a Swap2 opening falls at none, three and five stones.
    #[error("expected 0, 3 or 5 stones of a Swap2 opening, found {0}")]
    Swap2(usize),
}

impl<'a> Swap2Stones<'a> {
    /// A Swap2 opening with these stones, in the order in which they were placed.
    ///
    /// # Errors
    /// When a Swap2 opening asks for nothing at that number of stones.
    pub fn new(stones: &'a [Point]) -> Result<Swap2Stones<'a>, QuestionError> {
        match stones.len() {
            0 | 3 | 5 => Ok(Swap2Stones(stones)),
            other => Err(QuestionError::Swap2(other)),
        }
    }

    /// The decision that is due.
    pub fn phase(self) -> Swap2Phase {
        match self.0.len() {
            0 => Swap2Phase::Open,
            3 => Swap2Phase::Choose,
            _ => Swap2Phase::Settle,
        }
    }
}

impl Manager {
    /// Begins a new game on a board as large as the position's. The engine answers [`EngineReply::Ready`](super::EngineReply::Ready).
    ///
    /// # Errors
    /// When the dialect has no code for the rule: better now than in the middle of a game.
    pub fn start(&mut self, position: &Position) -> Result<Vec<String>, QuestionError> {
        self.rule_code(position.rule())?;
        self.game = Some((position.size(), position.rule()));
        self.known = Some(Vec::new());
        self.sent_infos.clear();
        self.tolerated = 0;
        Ok(vec![format!("START {}", position.size().lines())])
    }

    /// Whether a game on this board, under this rule, has been started.
    pub fn has_started(&self, position: &Position) -> bool {
        self.game == Some((position.size(), position.rule()))
    }

    /// Requests a move in a game that was started. `left` is what is left of the budget for the game.
    ///
    /// Sends `TURN` where that suffices, so that the engine can use its earlier results, and the whole board otherwise.
    ///
    /// # Errors
    /// When the protocol cannot express the position.
    pub fn ask_move(
        &mut self,
        position: &Position,
        settings: &GameSettings,
        left: Option<Duration>,
    ) -> Result<Vec<String>, QuestionError> {
        let mut lines = self.tell(position.rule(), settings, left)?;
        let order = self.dialect.order();
        let points = played_points(position);
        let is_next = |points: &[Point]| match points.split_last() {
            Some((_, before)) => self.known.as_deref() == Some(before) && before.len() + 1 == points.len(),
            None => false,
        };
        match points {
            Some(points) if points.is_empty() && self.known.as_ref().is_some_and(Vec::is_empty) => {
                lines.push("BEGIN".to_owned());
                self.known = Some(points);
            }
            Some(points) if is_next(&points) => {
                lines.extend(points.last().map(|&point| format!("TURN {}", order.write(point))));
                self.known = Some(points);
            }
            points => {
                lines.extend(self.board(position)?);
                self.known = points;
            }
        }
        Ok(lines)
    }

    /// Requests a decision of a Swap2 opening, in a game that was started.
    ///
    /// # Errors
    /// When the dialect has no code for the rule.
    pub fn ask_swap2(
        &mut self,
        rule: Rule,
        stones: Swap2Stones<'_>,
        settings: &GameSettings,
        left: Option<Duration>,
    ) -> Result<Vec<String>, QuestionError> {
        let mut lines = self.tell(rule, settings, left)?;
        lines.push("SWAP2BOARD".to_owned());
        lines.extend(stones.0.iter().map(|&point| self.dialect.order().write(point)));
        lines.push("DONE".to_owned());
        // Colours are open until the opening has ended, so the next question sends the whole board.
        self.known = None;
        Ok(lines)
    }

    /// The settings that have changed. The time is sent before each move.
    fn tell(
        &mut self,
        rule: Rule,
        settings: &GameSettings,
        left: Option<Duration>,
    ) -> Result<Vec<String>, QuestionError> {
        let code = self.rule_code(rule)?;
        let mut lines = Vec::new();
        for (key, value) in settings.lines(code, left) {
            let sent = self.sent_infos.iter_mut().find(|(known, _)| *known == key);
            let is_new = match sent {
                Some((_, before)) if *before == value => key == "time_left",
                Some((_, before)) => {
                    before.clone_from(&value);
                    true
                }
                None => {
                    self.sent_infos.push((key.clone(), value.clone()));
                    true
                }
            };
            if is_new {
                lines.push(format!("INFO {key} {value}"));
            }
        }
        self.tolerated = lines.len();
        Ok(lines)
    }

    fn rule_code(&self, rule: Rule) -> Result<u32, QuestionError> {
        let dialect = self.dialect;
        code_of_rule(dialect, rule).ok_or(QuestionError::Rule { rule, dialect })
    }

    /// `BOARD` with the stones in move order, and those that were set up before them.
    fn board(&self, position: &Position) -> Result<Vec<String>, QuestionError> {
        let to_move = position.side_to_move();
        let board = position.board();
        let (black, white) = (board.count(Color::Black), board.count(Color::White));
        let own_is_black = 2 * board.count(to_move) >= black + white;
        if own_is_black != (to_move == Color::Black) {
            return Err(QuestionError::Colors { to_move, black, white });
        }
        let line = |&(point, color): &(Point, Color)| {
            let field = if color == to_move { 1 } else { 2 };
            format!("{},{field}", self.dialect.order().write(point))
        };
        let stones = in_order(position);
        Ok(["BOARD".to_owned()]
            .into_iter()
            .chain(stones.iter().map(line))
            .chain(["DONE".to_owned()])
            .collect())
    }
}

/// The moves of a game that began on an empty board and had no passes.
fn played_points(position: &Position) -> Option<Vec<Point>> {
    let points: Option<Vec<Point>> = position.moves().iter().map(|played| played.point()).collect();
    points.filter(|points| points.len() == position.board().stones())
}

/// All stones: those that were set up, then the others in the order in which they were played.
fn in_order(position: &Position) -> Vec<(Point, Color)> {
    let played: Vec<Point> = position.moves().iter().filter_map(|played: &Move| played.point()).collect();
    let board = position.board();
    let set_up = board.size().points().filter(|point| !played.contains(point));
    let all = set_up.chain(played.iter().copied());
    all.filter_map(|point| board.stone(point).map(|color| (point, color))).collect()
}

/// The settings of a game, which are sent to the engine by `INFO`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameSettings {
    /// The time limit for a move.
    pub per_move: Option<Duration>,
    /// The time limit for the whole game.
    pub per_game: Option<Duration>,
    /// The time that is added to the limit of the game after each move.
    pub increment: Duration,
    /// Bytes that the engine may use.
    pub max_memory: Option<u64>,
    /// Plies after which a search ends. Engines need not support this setting and the following ones.
    pub depth: Option<u32>,
    /// Nodes after which a search ends.
    pub nodes: Option<u64>,
    /// Bytes for the table of the search.
    pub hash_bytes: Option<u64>,
    /// Threads that search.
    pub threads: Option<u32>,
    /// A folder in which the engine may keep files.
    pub folder: Option<String>,
    /// Further keys with their values, as they are.
    pub others: Vec<(String, String)>,
}

/// Stands for "no limit" where a limit for a move has to be sent.
const A_DAY_MS: u128 = 86_400_000;

impl GameSettings {
    /// The keys with their values, in the order in which they are sent; `left` is what is left of the budget.
    pub(super) fn lines(&self, rule_code: u32, left: Option<Duration>) -> Vec<(String, String)> {
        let mut lines: Vec<(String, String)> = Vec::new();
        let mut tell = |key: &str, value: String| lines.push((key.to_owned(), value));
        tell("rule", rule_code.to_string());
        // Zero demands a move at once; a time below a millisecond does as well.
        let turn = self.per_move.or(self.per_game).map_or(A_DAY_MS, |limit| limit.as_millis());
        tell("timeout_turn", turn.to_string());
        tell("timeout_match", self.per_game.map_or(0, |budget| budget.as_millis().max(1)).to_string());
        let unlimited = u128::from(UNLIMITED_MS.unsigned_abs());
        tell("time_left", left.map_or(unlimited, |left| left.as_millis().min(unlimited - 1)).to_string());
        tell("max_memory", self.max_memory.unwrap_or(0).to_string());
        if !self.increment.is_zero() {
            tell("time_increment", self.increment.as_millis().to_string());
        }
        let numbers = [
            ("max_depth", self.depth.map(u64::from)),
            ("max_node", self.nodes),
            ("hash_size", self.hash_bytes.map(|bytes| bytes / 1024)),
            ("thread_num", self.threads.map(u64::from)),
        ];
        for (key, number) in numbers {
            if let Some(number) = number {
                tell(key, number.to_string());
            }
        }
        if let Some(folder) = &self.folder {
            tell("folder", folder.clone());
        }
        for (key, value) in &self.others {
            tell(key, value.clone());
        }
        lines
    }
}
