use crate::{Board, BoardSize, Color, GameResult, PlayError, Point, Position, Rule};

/// A game as it is kept, replayed and sent: rule, board, moves, players, comments and result, with a
/// cursor that undo and redo move along the moves.
///
/// ```
/// use tengen_game::{BoardSize, Point, Record, Rule};
///
/// let mut record = Record::new(Rule::FREESTYLE, BoardSize::FIFTEEN);
/// record.play(Point::new(7, 7))?;
/// assert!(record.undo());
/// assert_eq!(record.position().moves(), []);
/// assert!(record.redo());
/// assert_eq!(record.position().moves(), [Point::new(7, 7)]);
/// # Ok::<(), tengen_game::PlayError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    start: Position,
    moves: Vec<RecordedMove>,
    position: Position,
    result: Option<GameResult>,
    /// Who played.
    pub players: Players,
    /// A remark about the game as a whole.
    pub comment: String,
}

/// One move of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedMove {
    /// Where the stone was placed.
    pub point: Point,
    /// A remark about the move; empty if there is none.
    pub comment: String,
}

/// The players' names; empty where unknown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Players {
    /// Who has the black stones.
    pub black: String,
    /// Who has the white stones.
    pub white: String,
}

impl Record {
    /// The record of a game that has not begun yet.
    pub fn new(rule: Rule, size: BoardSize) -> Record {
        Record::from_position(Position::new(rule, size))
    }

    /// A record that starts where `position` starts and holds its moves, the cursor at their end.
    pub fn from_position(position: Position) -> Record {
        let mut start = position.clone();
        while start.undo().is_some() {}
        let moves =
            position.moves().iter().map(|&point| RecordedMove { point, comment: String::new() }).collect();
        let result = position.outcome().map(GameResult::from);
        Record { start, moves, position, result, players: Players::default(), comment: String::new() }
    }

    /// The rule of the game.
    pub fn rule(&self) -> Rule {
        self.start.rule()
    }

    /// The size of the board.
    pub fn size(&self) -> BoardSize {
        self.start.size()
    }

    /// The position before the first move.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// The board that was set up before the first move, and who moved first, if that was not the
    /// empty board with Black to move.
    pub fn setup(&self) -> Option<(&Board, Color)> {
        let ordinary = self.start.board().stones() == 0 && self.start.side_to_move() == Color::Black;
        (!ordinary).then(|| (self.start.board(), self.start.side_to_move()))
    }

    /// All moves of the game, also those after the cursor.
    pub fn moves(&self) -> &[RecordedMove] {
        &self.moves
    }

    /// The number of moves before the cursor.
    pub fn cursor(&self) -> usize {
        self.position.moves().len()
    }

    /// The position at the cursor.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The result of the whole game, wherever the cursor is; `None` while the game goes on.
    pub fn result(&self) -> Option<GameResult> {
        self.result
    }

    /// Whether the game has ended **and** the cursor stands at its end, so that nothing can be played.
    pub fn is_over(&self) -> bool {
        self.cursor() == self.moves.len() && self.result.is_some()
    }

    /// Plays a move at the cursor. Moves that stood after the cursor, and the result, are replaced.
    ///
    /// # Errors
    /// When the move is illegal, or the game is over; the record is unchanged then.
    pub fn play(&mut self, point: Point) -> Result<(), PlayError> {
        if self.is_over() {
            return Err(PlayError::GameOver);
        }
        self.position.check(point)?;
        self.push(point);
        Ok(())
    }

    /// Plays a move at the cursor even if it is forbidden to Black, which then loses the game.
    ///
    /// # Errors
    /// When the move is illegal in any other way; the record is unchanged then.
    pub fn play_or_lose(&mut self, point: Point) -> Result<(), PlayError> {
        match self.play(point) {
            Err(PlayError::Forbidden { .. }) => {
                self.push(point);
                Ok(())
            }
            other => other,
        }
    }

    fn push(&mut self, point: Point) {
        self.moves.truncate(self.cursor());
        self.position.play_unchecked(point);
        self.moves.push(RecordedMove { point, comment: String::new() });
        self.result = self.position.outcome().map(GameResult::from);
    }

    /// Moves the cursor one move back; `false` when it stands at the start already.
    pub fn undo(&mut self) -> bool {
        self.position.undo().is_some()
    }

    /// Moves the cursor one move on; `false` when it stands at the end already.
    pub fn redo(&mut self) -> bool {
        let next = self.moves.get(self.cursor()).map(|next| next.point);
        if let Some(point) = next {
            self.position.play_unchecked(point);
        }
        next.is_some()
    }

    /// Moves the cursor to stand after `moves` moves, or at the end if there are fewer.
    pub fn go_to(&mut self, moves: usize) {
        while self.cursor() > moves && self.undo() {}
        while self.cursor() < moves && self.redo() {}
    }

    /// Ends the game at the cursor, away from the board: by resignation, on time, or by agreement.
    /// Moves after the cursor are dropped.
    ///
    /// # Errors
    /// [`PlayError::GameOver`] when the game has ended already.
    pub fn end(&mut self, result: GameResult) -> Result<(), PlayError> {
        if self.is_over() || self.position.is_over() {
            return Err(PlayError::GameOver);
        }
        self.moves.truncate(self.cursor());
        self.result = Some(result);
        Ok(())
    }

    /// Sets the remark about the move with index `index`, from 0; `false` when there is no such move.
    pub fn set_move_comment(&mut self, index: usize, comment: impl Into<String>) -> bool {
        let entry = self.moves.get_mut(index);
        let found = entry.is_some();
        if let Some(entry) = entry {
            entry.comment = comment.into();
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::EndReason;

    fn record(moves: &[(u8, u8)]) -> Record {
        let mut record = Record::new(Rule::FREESTYLE, BoardSize::FIFTEEN);
        for &(x, y) in moves {
            record.play(Point::new(x, y)).unwrap();
        }
        record
    }

    #[test]
    fn playing_after_undo_replaces_what_followed() {
        let mut record = record(&[(7, 7), (8, 8), (6, 6)]);
        record.go_to(1);
        record.play(Point::new(0, 0)).unwrap();
        let points: Vec<Point> = record.moves().iter().map(|m| m.point).collect();
        assert_eq!(points, [Point::new(7, 7), Point::new(0, 0)]);
        assert!(!record.redo());
    }

    #[test]
    fn a_refused_move_keeps_the_moves_after_the_cursor() {
        let mut record = record(&[(7, 7), (8, 8), (6, 6)]);
        record.go_to(1);
        let before = record.clone();
        assert!(matches!(record.play(Point::new(7, 7)), Err(PlayError::Occupied(_))));
        assert_eq!(record, before);
    }

    #[test]
    fn a_resigned_game_is_over_at_its_end_only() {
        let mut record = record(&[(7, 7), (8, 8)]);
        record.end(GameResult::resignation(Color::Black)).unwrap();
        assert_eq!(record.result().unwrap().winner, Some(Color::White));
        assert_eq!(record.play(Point::new(0, 0)), Err(PlayError::GameOver));
        assert!(record.end(GameResult::resignation(Color::White)).is_err());
        record.undo();
        record.play(Point::new(0, 0)).unwrap();
        assert_eq!(record.result(), None);
    }

    #[test]
    fn a_won_game_knows_its_result_and_survives_undo_and_redo() {
        let won = [(3, 3), (3, 4), (4, 3), (4, 4), (5, 3), (5, 4), (6, 3), (6, 4), (7, 3)];
        let mut record = record(&won);
        let expected = GameResult { winner: Some(Color::Black), reason: EndReason::Line };
        assert_eq!(record.result(), Some(expected));
        let finished = record.clone();
        record.go_to(0);
        assert_eq!(record.result(), Some(expected));
        assert!(!record.is_over());
        record.go_to(usize::MAX);
        assert_eq!(record, finished);
    }
}
