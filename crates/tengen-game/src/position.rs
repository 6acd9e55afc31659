use std::num::NonZeroU16;

use crate::{
    Board, BoardSize, Color, Direction, DrawReason, ForbiddenKind, Line, Move, Outcome, ParsePointError,
    Point, PointName, Rule, forbidden_kind,
};

/// A legal position of a game under one rule, with the moves that led to it.
///
/// A position is legal by construction: stones get onto it through [`Position::play`], or all at once
/// through [`Position::from_board`]. Two positions are equal when their moves are, too;
/// [`Position::key`] compares what is on the board.
///
/// ```
/// use tengen_game::{BoardSize, Color, Position, Rule};
///
/// let mut position = Position::new(Rule::Standard, BoardSize::FIFTEEN);
/// let center = position.size().center();
/// position.play(center)?;
/// assert_eq!(position.board().stone(center), Some(Color::Black));
/// assert_eq!((position.side_to_move(), position.is_over()), (Color::White, false));
/// assert_eq!(position.moves(), [center]);
/// position.undo();
/// assert_eq!(position, Position::new(Rule::Standard, BoardSize::FIFTEEN));
/// # Ok::<(), tengen_game::PlayError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    rule: Rule,
    board: Board,
    side_to_move: Color,
    moves: Vec<Move>,
    max_moves: Option<NonZeroU16>,
    outcome: Option<Outcome>,
}

/// The reason for which a move was refused. The position is as it was.
///
/// ```
/// use tengen_game::{BoardSize, Move, PlayError, Point, Position, Rule};
///
/// let mut position = Position::new(Rule::FREESTYLE, BoardSize::FIFTEEN);
/// position.play(Point::new(7, 7))?;
/// let again = position.play(Point::new(7, 7)).map_err(|error| error.to_string());
/// assert_eq!(again, Err("h8 is already occupied".to_owned()));
/// assert_eq!(position.play(Move::Pass), Err(PlayError::PassNotAllowed(Rule::FREESTYLE)));
/// # Ok::<(), PlayError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlayError {
    /// The point is not on the board.
    #[error("column {}, row {} (from 0 at the top left) is not on {} {size} board", point.x(), point.y(), size.article())]
    OffBoard {
        /// The requested point.
        point: Point,
        /// The size of the board.
        size: BoardSize,
    },
    /// The point has a stone already.
    #[error("{0} is already occupied")]
    Occupied(PointName),
    /// The game has ended.
    #[error("the game is over")]
    GameOver,
    /// The other side is to move.
    #[error("it is {side_to_move}'s turn")]
    NotYourTurn {
        /// The side to move.
        side_to_move: Color,
    },
    /// The rule has no pass.
    #[error("the rule `{0}` allows no pass; expected a point")]
    PassNotAllowed(Rule),
    /// The rule forbids Black this move.
    #[error("{at} is forbidden to Black: {kind}")]
    Forbidden {
        /// The requested point.
        at: PointName,
        /// The kind of the forbidden move.
        kind: ForbiddenKind,
    },
}

/// The reason for which [`Position::play_str`] played nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlayNameError {
    /// The text is no move of this board.
    #[error(transparent)]
    Name(#[from] ParsePointError),
    /// The move was refused.
    #[error(transparent)]
    Refused(#[from] PlayError),
}

/// The reason for which a set-up board makes no position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    /// Both sides have a winning row, which no game can bring about.
    #[error("both sides have a winning row: Black through {black}, White through {white}")]
    BothWin {
        /// A stone of Black's row.
        black: PointName,
        /// A stone of White's row.
        white: PointName,
    },
}

impl Position {
    /// The start of a game: an empty board, Black to move.
    pub fn new(rule: Rule, size: BoardSize) -> Position {
        Position {
            rule,
            board: Board::new(size),
            side_to_move: Color::Black,
            moves: Vec::new(),
            max_moves: None,
            outcome: None,
        }
    }

    /// A position that was set up freely: any stones, either side to move.
    ///
    /// The set-up stones count as no moves and cannot be undone. If a winning row is on the board the game is
    /// over, and so it is if the board is full. Neither forbidden moves among the stones nor the numbers of stones of both
    /// sides are checked.
    ///
    /// ```
    /// use tengen_game::{Color, Position, Rule, diagram};
    ///
    /// let board = diagram::read("X X . .\n O O . .\n . . . .\n . . . .")?;
    /// let mut position = Position::from_board(Rule::FREESTYLE, board, Color::White)?;
    /// assert_eq!(position.side_to_move(), Color::White);
    /// assert!(position.moves().is_empty() && position.undo().is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When both sides have a winning row; this is the only reason.
    pub fn from_board(rule: Rule, board: Board, side_to_move: Color) -> Result<Position, SetupError> {
        let [black, white] = Color::BOTH.map(|color| winning_lines_on(&board, rule, color));
        let size = board.size();
        if let ([black, ..], [white, ..]) = (black.as_slice(), white.as_slice()) {
            return Err(SetupError::BothWin { black: black.start().on(size), white: white.start().on(size) });
        }
        let winner = if black.is_empty() { Color::White } else { Color::Black };
        let lines = if black.is_empty() { white } else { black };
        let mut position =
            Position { rule, board, side_to_move, moves: Vec::new(), max_moves: None, outcome: None };
        position.outcome =
            if lines.is_empty() { position.draw() } else { Some(Outcome::Win { winner, lines }) };
        Ok(position)
    }

    /// The position in a game of at most `max_moves` moves, after which it is a draw; `None` lifts the limit. Passes
    /// count, stones that were set up do not. A game that ended otherwise stays as it ended.
    ///
    /// ```
    /// use std::num::NonZeroU16;
    /// use tengen_game::{BoardSize, DrawReason, Outcome, Point, Position, Rule};
    ///
    /// let mut game = Position::new(Rule::FREESTYLE, BoardSize::FIFTEEN).with_max_moves(NonZeroU16::new(2));
    /// game.play(Point::new(7, 7))?;
    /// game.play(Point::new(7, 8))?;
    /// assert_eq!(game.outcome(), Some(&Outcome::Draw(DrawReason::MoveLimit)));
    /// # Ok::<(), tengen_game::PlayError>(())
    /// ```
    ///
    /// # Panics
    /// When more moves than that have been played already.
    pub fn with_max_moves(mut self, max_moves: Option<NonZeroU16>) -> Position {
        let fits = max_moves.is_none_or(|most| self.moves.len() <= usize::from(most.get()));
        assert!(fits, "{} moves have been played in a game of at most {max_moves:?}", self.moves.len());
        self.max_moves = max_moves;
        if matches!(self.outcome, None | Some(Outcome::Draw(DrawReason::MoveLimit))) {
            self.outcome = self.move_limit();
        }
        self
    }

    /// The number of moves after which the game is a draw; `None` without a limit. See [`Position::with_max_moves`].
    pub fn max_moves(&self) -> Option<NonZeroU16> {
        self.max_moves
    }

    /// The rule of the game.
    pub fn rule(&self) -> Rule {
        self.rule
    }

    /// The board with its stones.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The size of the board.
    pub fn size(&self) -> BoardSize {
        self.board.size()
    }

    /// The side to move. When the game is over, it is the side that would have moved next.
    pub fn side_to_move(&self) -> Color {
        self.side_to_move
    }

    /// The moves played so far, passes included, without stones that were set up. The sides took turns, and
    /// [`Position::side_to_move`] comes next.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The move played last; `None` when there is none yet.
    pub fn last_move(&self) -> Option<Move> {
        self.moves.last().copied()
    }

    /// The end of the game on the board, or `None` while it is not finished. Resignations and the like are a matter of
    /// [`Record`](crate::Record).
    ///
    /// ```
    /// use tengen_game::{Color, Outcome, Point, Position, Rule, diagram};
    ///
    /// // Caro: a five between two of the opponent's stones does not win, but an open five does.
    /// let board = diagram::read("
    ///     . . . . . . .
    ///     O X X X X . O
    ///     . X X X X . .
    ///     . . . . . . .
    ///     . . . . . . .
    ///     . . . . . . .
    ///     . . . . . . .
    /// ")?;
    /// let start = Position::from_board(Rule::Caro, board, Color::Black)?;
    /// let winner_after = |point| {
    ///     let mut game = start.clone();
    ///     game.play(point).map(|()| game.outcome().and_then(Outcome::winner))
    /// };
    /// assert_eq!(winner_after(Point::new(5, 1))?, None);
    /// assert_eq!(winner_after(Point::new(5, 2))?, Some(Color::Black));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn outcome(&self) -> Option<&Outcome> {
        self.outcome.as_ref()
    }

    /// Whether the game has ended.
    pub fn is_over(&self) -> bool {
        self.outcome.is_some()
    }

    /// Whether the side to move may play this: a stone on a point, or a pass.
    ///
    /// ```
    /// use tengen_game::{BoardSize, PlayError, Point, Position, Rule};
    ///
    /// let position = Position::new(Rule::FREESTYLE, BoardSize::FIFTEEN);
    /// assert_eq!(position.check(Point::new(14, 0)), Ok(()));
    /// let outside = position.check(Point::new(15, 0));
    /// assert!(matches!(outside, Err(PlayError::OffBoard { .. })));
    /// ```
    ///
    /// # Errors
    /// The reason why the move is illegal; [`PlayError::NotYourTurn`] is never among them.
    pub fn check(&self, played: impl Into<Move>) -> Result<(), PlayError> {
        let size = self.size();
        let point = match played.into() {
            Move::Place(point) if !size.contains(point) => return Err(PlayError::OffBoard { point, size }),
            _ if self.is_over() => return Err(PlayError::GameOver),
            Move::Pass if self.rule.allows_pass() => return Ok(()),
            Move::Pass => return Err(PlayError::PassNotAllowed(self.rule)),
            Move::Place(point) => point,
        };
        if !self.board.is_empty(point) {
            return Err(PlayError::Occupied(point.on(size)));
        }
        match self.forbidden_to_mover(point) {
            Some(kind) => Err(PlayError::Forbidden { at: point.on(size), kind }),
            None => Ok(()),
        }
    }

    /// Plays for the side to move: a stone on a point, or a pass.
    ///
    /// ```
    /// use tengen_game::{BoardSize, Move, Point, Position, Rule};
    ///
    /// let mut position = Position::new(Rule::Renju, BoardSize::FIFTEEN);
    /// position.play(Point::parse("h8", position.size())?)?;
    /// position.play(Move::Pass)?;
    /// assert_eq!(position.moves(), [Move::Place(Point::new(7, 7)), Move::Pass]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When the move is illegal, as [`Position::check`] finds; the position is unchanged then.
    pub fn play(&mut self, played: impl Into<Move>) -> Result<(), PlayError> {
        let played = played.into();
        self.check(played)?;
        self.play_unchecked(played);
        Ok(())
    }

    /// Plays the move with this name for the side to move: a point in `h8` notation, or `pass`.
    ///
    /// ```
    /// use tengen_game::{BoardSize, PlayNameError, Position, Rule};
    ///
    /// let mut position = Position::new(Rule::Renju, BoardSize::FIFTEEN);
    /// for name in ["h8", "i9", "pass"] {
    ///     position.play_str(name)?;
    /// }
    /// let again = position.play_str("h8").map_err(|error| error.to_string());
    /// assert_eq!(again, Err("h8 is already occupied".to_owned()));
    /// # Ok::<(), PlayNameError>(())
    /// ```
    ///
    /// # Errors
    /// When the text is no move of this board, or the move is illegal; the position is unchanged then.
    pub fn play_str(&mut self, name: &str) -> Result<(), PlayNameError> {
        let played = Move::parse(name, self.size())?;
        Ok(self.play(played)?)
    }

    /// Plays for `color`, for callers with players of their own on either side.
    ///
    /// ```
    /// use tengen_game::{BoardSize, Color, PlayError, Point, Position, Rule};
    ///
    /// let mut position = Position::new(Rule::FREESTYLE, BoardSize::FIFTEEN);
    /// let early = position.play_as(Color::White, Point::new(7, 7));
    /// assert_eq!(early, Err(PlayError::NotYourTurn { side_to_move: Color::Black }));
    /// position.play_as(Color::Black, Point::new(7, 7))?;
    /// # Ok::<(), PlayError>(())
    /// ```
    ///
    /// # Errors
    /// When it is the other side's turn, or the move is illegal; the position is unchanged then.
    pub fn play_as(&mut self, color: Color, played: impl Into<Move>) -> Result<(), PlayError> {
        if color != self.side_to_move && !self.is_over() {
            return Err(PlayError::NotYourTurn { side_to_move: self.side_to_move });
        }
        self.play(played)
    }

    /// Plays without checking that the move is legal.
    ///
    /// The caller makes sure that the game is not over, the point is empty, and a pass is allowed; otherwise
    /// the position and its outcome are no longer those of a game, and [`Position::undo`] does not restore a
    /// stone that was replaced. A forbidden move is carried out, and loses the game for Black
    /// ([`Outcome::ForbiddenLoss`]): this is how a game with a forbidden move is replayed.
    ///
    /// ```
    /// use tengen_game::{Color, ForbiddenKind, Outcome, Point, Position, Rule, diagram};
    ///
    /// let board = diagram::read("
    ///     X X X . X X X
    ///     . . . . . . .
    ///     . . . . . . .
    ///     . . . . . . .
    ///     . . . . . . .
    ///     . . . . . . .
    ///     . . . . . . .
    /// ")?;
    /// let mut position = Position::from_board(Rule::Renju, board, Color::Black)?;
    /// let point = Point::new(3, 0);
    /// assert!(position.check(point).is_err());
    /// position.play_unchecked(point);
    /// let loss = Outcome::ForbiddenLoss { point, kind: ForbiddenKind::Overline };
    /// assert_eq!(position.outcome(), Some(&loss));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// When the point is not on the board.
    pub fn play_unchecked(&mut self, played: impl Into<Move>) {
        match played.into() {
            Move::Place(point) => self.place(point),
            Move::Pass => {
                let second = self.last_move() == Some(Move::Pass);
                self.moves.push(Move::Pass);
                self.side_to_move = !self.side_to_move;
                let both = second.then_some(Outcome::Draw(DrawReason::BothPassed));
                self.outcome = both.or_else(|| self.move_limit());
            }
        }
    }

    fn place(&mut self, point: Point) {
        let color = self.side_to_move;
        let forbidden = self.forbidden_to_mover(point);
        self.board.set(point, Some(color));
        self.moves.push(Move::Place(point));
        self.side_to_move = !color;
        let lines = winning_lines_through(&self.board, self.rule, color, point);
        self.outcome = if let Some(kind) = forbidden {
            Some(Outcome::ForbiddenLoss { point, kind })
        } else if lines.is_empty() {
            self.draw()
        } else {
            Some(Outcome::Win { winner: color, lines })
        };
    }

    /// Takes back the last move and returns it; `None` when there is none to take back.
    ///
    /// ```
    /// use tengen_game::{BoardSize, Color, Move, Point, Position, Rule};
    ///
    /// let mut position = Position::new(Rule::FREESTYLE, BoardSize::FIFTEEN);
    /// position.play(Point::new(7, 7))?;
    /// assert_eq!(position.undo(), Some(Move::Place(Point::new(7, 7))));
    /// assert_eq!(position.side_to_move(), Color::Black);
    /// assert_eq!(position.undo(), None);
    /// # Ok::<(), tengen_game::PlayError>(())
    /// ```
    pub fn undo(&mut self) -> Option<Move> {
        let played = self.moves.pop()?;
        if let Move::Place(point) = played {
            self.board.set(point, None);
        }
        self.side_to_move = !self.side_to_move;
        // The move could be played, so before it the game was going on.
        self.outcome = None;
        Some(played)
    }

    /// The position before the first move: with the stones that were set up, the side that moves first and the same limit of moves.
    ///
    /// ```
    /// use tengen_game::Position;
    ///
    /// let position: Position = "renju 15 black - h8 i9".parse()?;
    /// assert_eq!(position.start().to_string(), "renju 15 black -");
    /// # Ok::<(), tengen_game::ParsePositionError>(())
    /// ```
    #[must_use]
    pub fn start(&self) -> Position {
        let mut start = self.clone();
        while start.undo().is_some() {}
        start
    }

    /// The points on which the side to move may place a stone, in board order; none when the game is over.
    ///
    /// Passes are not among them: if [`Rule::allows_pass`] is true, the side to move may always pass while
    /// the game continues, even if it has no legal point.
    ///
    /// ```
    /// use tengen_game::{BoardSize, Point, Position, Rule};
    ///
    /// let mut position = Position::new(Rule::FREESTYLE, BoardSize::MIN);
    /// position.play(Point::new(1, 0))?;
    /// assert_eq!(position.legal_moves().count(), 8);
    /// assert_eq!(position.legal_moves().nth(1), Some(Point::new(2, 0)));
    /// # Ok::<(), tengen_game::PlayError>(())
    /// ```
    pub fn legal_moves(&self) -> impl Iterator<Item = Point> + '_ {
        self.board.empty_points().filter(|&point| !self.is_over() && self.forbidden_to_mover(point).is_none())
    }

    /// Every point that the rule forbids to Black on the current board, also when White is to move, in board order;
    /// none when the game is over.
    ///
    /// ```
    /// use tengen_game::{Color, ForbiddenKind, Point, Position, Rule, diagram};
    ///
    /// let board = diagram::read("
    ///     . . . . . . .
    ///     . . . X . . .
    ///     . . . X . . .
    ///     . X X . . . .
    ///     . . . . . . .
    ///     . . . . . . .
    ///     . . . . . . .
    /// ")?;
    /// let position = Position::from_board(Rule::Renju, board.clone(), Color::White)?;
    /// assert_eq!(position.forbidden_points(), [(Point::new(3, 3), ForbiddenKind::DoubleThree)]);
    /// // White may play there, and nothing is forbidden in other games.
    /// assert!(position.check(Point::new(3, 3)).is_ok());
    /// let caro = Position::from_board(Rule::Caro, board, Color::Black)?;
    /// assert!(caro.forbidden_points().is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn forbidden_points(&self) -> Vec<(Point, ForbiddenKind)> {
        if !self.rule.has_forbidden_moves() || self.is_over() {
            return Vec::new();
        }
        let kind = |point| forbidden_kind(&self.board, point).map(|kind| (point, kind));
        self.board.empty_points().filter_map(kind).collect()
    }

    fn forbidden_to_mover(&self, point: Point) -> Option<ForbiddenKind> {
        if self.rule.has_forbidden_moves() && self.side_to_move == Color::Black {
            forbidden_kind(&self.board, point)
        } else {
            None
        }
    }

    /// The draw on a full board, or by the limit of moves. Where only forbidden points are left to Black, Black
    /// passes.
    fn draw(&self) -> Option<Outcome> {
        let full = self.board.is_full().then_some(Outcome::Draw(DrawReason::BoardFull));
        full.or_else(|| self.move_limit())
    }

    fn move_limit(&self) -> Option<Outcome> {
        let limit = usize::from(self.max_moves?.get());
        (self.moves.len() >= limit).then_some(Outcome::Draw(DrawReason::MoveLimit))
    }
}

/// The winning rows of `color` that pass through its stone on `point`.
fn winning_lines_through(board: &Board, rule: Rule, color: Color, point: Point) -> Vec<Line> {
    let mut lines: Vec<Line> = Direction::ALL
        .into_iter()
        .map(|direction| board.run_through(point, color, direction))
        .filter(|run| rule.run_wins(color, run.length(), board.blocked_ends(run, color)))
        .collect();
    if rule.win_length().stones() == 1 {
        // A single stone lies in four lines of one; they are the same line.
        lines.dedup_by_key(|line| (line.start(), line.length()));
    }
    lines
}

/// The winning rows of `color` on the board, each once.
fn winning_lines_on(board: &Board, rule: Rule, color: Color) -> Vec<Line> {
    let stones = board.size().points().filter(|&point| board.stone(point) == Some(color));
    stones
        .flat_map(|point| {
            // A row is reported by its first stone alone.
            let lines = winning_lines_through(board, rule, color, point);
            lines.into_iter().filter(move |line| line.start() == point)
        })
        .collect()
}
