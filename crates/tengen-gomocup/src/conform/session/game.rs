//! Games with the engine.

use std::time::{Duration, Instant};

use crate::{EngineLine, code_of_rule};
use tengen_game::{Board, BoardSize, Color, Move, Point, Position, Rule};

use super::{Session, fault};
use crate::conform::{CheckResult, Objection};

/// A move of the engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TimedMove {
    pub(crate) point: Point,
    /// The time from just before the question was sent to the arrival of the answer.
    pub(crate) time: Duration,
}

impl Session<'_> {
    /// Notes that a new game of freestyle has begun on a board of this size, or of 15 if there is no such board.
    pub(crate) fn reset_position(&mut self, lines: usize) {
        let size = BoardSize::new(lines).unwrap_or(BoardSize::FIFTEEN);
        *self.position_mut() = Position::new(Rule::FREESTYLE, size);
    }

    /// Begins a game of freestyle, and sends the time for a move.
    pub(crate) fn start(&mut self, lines: usize) -> CheckResult {
        self.ok(&format!("START {lines}"))?;
        self.reset_position(lines);
        self.send_time();
        Ok(())
    }

    /// Sends the usual time for a move, and no other limit.
    pub(crate) fn send_time(&mut self) {
        let turn = self.candidate().turn.as_millis();
        self.send(format!("INFO timeout_turn {turn}"));
        self.send("INFO timeout_match 0");
        self.send("INFO time_left 2147483647");
    }

    /// Begins a game under a rule; the rule is sent after `START`.
    pub(crate) fn start_under(&mut self, rule: Rule, lines: usize) -> CheckResult {
        let dialect = self.candidate().dialect;
        let Some(code) = code_of_rule(dialect, rule) else {
            return Err(Objection::NotOffered(format!("the dialect {dialect} has no code for {rule}")));
        };
        self.start(lines)?;
        self.send(format!("INFO rule {code}"));
        *self.position_mut() = Position::new(rule, self.position().size());
        Ok(())
    }

    /// Notes that this is now the engine's position.
    pub(crate) fn expect_position(&mut self, position: &Position) {
        *self.position_mut() = position.clone();
    }

    /// A point as the engine reads it.
    pub(crate) fn write_point(&self, point: Point) -> String {
        self.candidate().dialect.write_point(point)
    }

    /// Requests the first move.
    pub(crate) fn begin(&mut self) -> Result<TimedMove, Objection> {
        self.ask(&["BEGIN".to_owned()], self.candidate().turn)
    }

    /// Plays against the engine, and requests its move.
    pub(crate) fn turn(&mut self, point: Point) -> Result<TimedMove, Objection> {
        self.turn_within(point, self.candidate().turn)
    }

    /// Plays like [`Session::turn`], with another time limit.
    pub(crate) fn turn_within(&mut self, point: Point, limit: Duration) -> Result<TimedMove, Objection> {
        let line = format!("TURN {}", self.write_point(point));
        self.position_mut().play_unchecked(point);
        self.ask(&[line], limit)
    }

    /// Sends a whole position, and requests a move in it.
    pub(crate) fn board(&mut self, position: &Position) -> Result<TimedMove, Objection> {
        self.board_within(position, self.candidate().turn)
    }

    /// Sends a position like [`Session::board`], with another time limit.
    pub(crate) fn board_within(
        &mut self,
        position: &Position,
        limit: Duration,
    ) -> Result<TimedMove, Objection> {
        *self.position_mut() = position.clone();
        let mut lines = vec!["BOARD".to_owned()];
        lines.extend(self.stones(position));
        lines.push("DONE".to_owned());
        self.ask(&lines, limit)
    }

    /// The stones of a position as `BOARD` lists them: those that were set up, and then the moves in order.
    pub(crate) fn stones(&self, position: &Position) -> Vec<String> {
        let field = |color| if color == position.side_to_move() { 1 } else { 2 };
        let line = |(point, color)| format!("{},{}", self.write_point(point), field(color));
        let board = position.board();
        let played: Vec<Point> = position
            .moves()
            .iter()
            .filter_map(|played| match played {
                Move::Place(point) => Some(*point),
                Move::Pass => None,
            })
            .collect();
        let set_up = position.size().points().filter(|point| !played.contains(point));
        let in_order = set_up.chain(played.iter().copied());
        let stones = in_order.filter_map(|point| board.stone(point).map(|color| (point, color)));
        stones.map(line).collect()
    }

    /// Sends lines that end in a question for a move, and plays that move.
    pub(crate) fn ask(&mut self, lines: &[String], limit: Duration) -> Result<TimedMove, Objection> {
        let asked = Instant::now();
        self.send_all(lines);
        self.expect_move(asked, limit)
    }

    /// Waits for the requested move, and plays it. A proposal is accepted.
    pub(crate) fn expect_move(&mut self, asked: Instant, limit: Duration) -> Result<TimedMove, Objection> {
        const EXPECTED: &str = "a move on an empty point, such as `7,7`";
        let limit = limit + self.candidate().patience;
        let mut answer = self.answer_within(limit, EXPECTED)?;
        let at = answer.at;
        if let EngineLine::Suggestion(point) = answer.line {
            self.send(format!("PLAY {}", self.write_point(point)));
            answer = self.answer_within(limit, "the move of PLAY")?;
        }
        let EngineLine::Points(points) = &answer.line else { return Err(answer.instead_of(EXPECTED)) };
        let [point] = points[..] else { return Err(answer.instead_of(EXPECTED)) };
        self.play(point)?;
        Ok(TimedMove { point, time: at.saturating_duration_since(asked) })
    }

    /// The engine has played here, which the rules must allow.
    fn play(&mut self, point: Point) -> CheckResult {
        let refused = self.position().check(point).err();
        if let Some(refusal) = refused {
            let wire = self.write_point(point);
            return Err(fault("a legal move", format_args!("`{wire}`: {refusal}")));
        }
        self.position_mut().play_unchecked(point);
        Ok(())
    }

    /// A move against the engine that the rules allow: scattered over the board, and the same every time.
    pub(crate) fn scattered_move(&self) -> Option<Point> {
        let position = self.position();
        let legal: Vec<Point> = position.legal_moves().collect();
        if legal.is_empty() || position.is_over() {
            return None;
        }
        legal.get(position.board().stones() * 7919 % legal.len()).copied()
    }

    /// Plays on for up to `moves` moves of the engine, until the game ends.
    pub(crate) fn play_on(&mut self, moves: usize) -> Result<Vec<TimedMove>, Objection> {
        let mut played = Vec::new();
        for _ in 0..moves {
            let Some(point) = self.scattered_move() else { break };
            let mut after = self.position().clone();
            after.play_unchecked(point);
            if after.is_over() {
                break;
            }
            played.push(self.turn(point)?);
        }
        Ok(played)
    }
}

/// The position after these moves, written like `h8`, on a board of 15 lines.
pub(crate) fn after(rule: Rule, moves: &str) -> Position {
    let mut position = Position::new(rule, BoardSize::FIFTEEN);
    for name in moves.split_whitespace() {
        if let Ok(point) = Point::parse(name, BoardSize::FIFTEEN) {
            position.play_unchecked(point);
        }
    }
    position
}

/// A board of 15 lines on which neither side can make five, with 25 empty points: a game on it lasts.
///
/// ```text
/// . X O . X X . O X …
/// O O X X O O X X O …
/// ```
pub(crate) fn dead_board() -> Position {
    let mut board = Board::new(BoardSize::FIFTEEN);
    for point in BoardSize::FIFTEEN.points().filter(|point| point.x() % 3 != 0 || point.y() % 3 != 0) {
        let color = if (point.x() / 2 + point.y()) % 2 == 0 { Color::Black } else { Color::White };
        board.set(point, Some(color));
    }
    // Neither side has five, which would be the only reason for a refusal.
    Position::from_board(Rule::FREESTYLE, board, Color::Black)
        .unwrap_or_else(|_| Position::new(Rule::FREESTYLE, BoardSize::FIFTEEN))
}

/// A [dead board](dead_board) on which all but `empty` points have been filled; Black is to move where that is odd.
pub(crate) fn nearly_full(empty: usize) -> Position {
    let mut position = dead_board();
    while position.size().area() - position.board().stones() > empty {
        let Some(point) = position.legal_moves().next() else { break };
        position.play_unchecked(point);
    }
    position
}

#[cfg(test)]
mod tests {
    use tengen_game::windows;

    use super::*;

    #[test]
    fn neither_side_can_win_on_the_dead_board() {
        let position = dead_board();
        let board = position.board();
        assert_eq!((board.stones(), position.is_over()), (200, false));
        assert_eq!((board.count(Color::Black), board.count(Color::White)), (100, 100));
        let last = nearly_full(1);
        assert_eq!((last.board().stones(), last.side_to_move(), last.is_over()), (224, Color::Black, false));
        assert!(nearly_full(0).outcome().is_some_and(|outcome| outcome.winner().is_none()));
        for window in windows(position.size(), 5) {
            let colors: Vec<Color> = window.points().filter_map(|point| board.stone(point)).collect();
            assert!(Color::BOTH.iter().all(|color| colors.contains(color)), "{window:?}");
        }
    }

    #[test]
    fn moves_are_read() {
        let position = after(Rule::Renju, "h8 i9 a1");
        assert_eq!((position.moves().len(), position.side_to_move()), (3, Color::White));
    }
}
