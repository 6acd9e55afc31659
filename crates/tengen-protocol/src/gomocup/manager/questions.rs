//! What a manager asks, and how it tells a position.

use std::time::Duration;

use tengen_game::{Color, Move, Point, Position, Rule};

use super::{GameSettings, Manager};
use crate::gomocup::rule::code_of_rule;
use crate::gomocup::{Dialect, Swap2Phase};

/// The stones of a Swap2 opening: none, three or five.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Swap2Stones<'a>(&'a [Point]);

/// What cannot be said in the protocol.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum QuestionError {
    /// No code stands for the rule.
    #[error("the dialect {dialect} has no code for the rule {rule}")]
    Rule {
        /// The rule.
        rule: Rule,
        /// The engine's dialect.
        dialect: Dialect,
    },
    /// Stones were set up so that engines, who know only "own" and "opponent", would take White for Black.
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
    /// The stones in the order in which they were placed.
    ///
    /// # Errors
    /// When a Swap2 opening asks for nothing at that number of stones.
    pub fn new(stones: &'a [Point]) -> Result<Swap2Stones<'a>, QuestionError> {
        match stones.len() {
            0 | 3 | 5 => Ok(Swap2Stones(stones)),
            other => Err(QuestionError::Swap2(other)),
        }
    }

    /// What is decided.
    pub fn phase(self) -> Swap2Phase {
        match self.0.len() {
            0 => Swap2Phase::Open,
            3 => Swap2Phase::Choose,
            _ => Swap2Phase::Settle,
        }
    }
}

impl Manager {
    /// Begins a new game on a board as large as the position's. The engine answers [`Heard::Ready`](super::Heard::Ready).
    ///
    /// # Errors
    /// When the protocol has no word for the rule: better now than in the middle of a game.
    pub fn start(&mut self, position: &Position) -> Result<Vec<String>, QuestionError> {
        self.rule_code(position.rule())?;
        self.game = Some((position.size(), position.rule()));
        self.known = Some(Vec::new());
        self.told.clear();
        self.tolerated = 0;
        Ok(vec![format!("START {}", position.size().lines())])
    }

    /// Whether a game on this board, under this rule, has been started.
    pub fn has_started(&self, position: &Position) -> bool {
        self.game == Some((position.size(), position.rule()))
    }

    /// Asks for a move in a game that was started. `left` is what is left of the budget for the game.
    ///
    /// The engine hears `TURN` where that tells it everything, so that it can go on from what it knows, and the whole
    /// board where it does not.
    ///
    /// # Errors
    /// When the position cannot be told.
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

    /// Asks for a decision of a Swap2 opening, in a game that was started.
    ///
    /// # Errors
    /// When the protocol has no word for the rule.
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
        // Colours are open until the opening has ended, so the next question tells the whole board.
        self.known = None;
        Ok(lines)
    }

    /// What the engine was not told yet. The time is told before each move.
    fn tell(
        &mut self,
        rule: Rule,
        settings: &GameSettings,
        left: Option<Duration>,
    ) -> Result<Vec<String>, QuestionError> {
        let code = self.rule_code(rule)?;
        let mut lines = Vec::new();
        for (key, value) in settings.lines(code, left) {
            let told = self.told.iter_mut().find(|(known, _)| *known == key);
            let is_new = match told {
                Some((_, before)) if *before == value => key == "time_left",
                Some((_, before)) => {
                    before.clone_from(&value);
                    true
                }
                None => {
                    self.told.push((key.clone(), value.clone()));
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
