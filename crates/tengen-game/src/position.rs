use crate::{
    Board, BoardSize, Color, Direction, DrawReason, ForbiddenKind, Line, Move, Outcome, Point, PointName,
    Rule, forbidden_kind,
};

/// A legal position of a game under one rule, with the moves that led to it.
///
/// A position is legal by construction: stones get onto it through [`Position::play`], or all at once
/// through [`Position::from_board`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    rule: Rule,
    board: Board,
    side_to_move: Color,
    moves: Vec<Move>,
    outcome: Option<Outcome>,
}

/// Why a move was refused. The position is as it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlayError {
    /// The point is not on the board.
    #[error("column {}, row {} (from 0 at the top left) is not on a {size} board", point.x(), point.y())]
    OffBoard {
        /// The point that was asked for.
        point: Point,
        /// The size of the board.
        size: BoardSize,
    },
    /// There is a stone already.
    #[error("{0} is already occupied")]
    Occupied(PointName),
    /// The game has ended.
    #[error("the game is over")]
    GameOver,
    /// The other side is to move.
    #[error("it is {side_to_move}'s turn")]
    NotYourTurn {
        /// Whose turn it is.
        side_to_move: Color,
    },
    /// Nobody passes under this rule.
    #[error("the rule `{0}` allows no pass; expected a point")]
    PassNotAllowed(Rule),
    /// The rule forbids Black this move.
    #[error("{at} is forbidden to Black: {kind}")]
    Forbidden {
        /// The point that was asked for.
        at: PointName,
        /// What makes it forbidden.
        kind: ForbiddenKind,
    },
}

/// Why a set-up board makes no position.
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
            outcome: None,
        }
    }

    /// A position that was set up freely: any stones, either side to move.
    ///
    /// The set-up stones count as no moves and cannot be undone. If a winning row is on the board the
    /// game is over.
    ///
    /// # Errors
    /// When both sides have a winning row.
    pub fn from_board(rule: Rule, board: Board, side_to_move: Color) -> Result<Position, SetupError> {
        let [black, white] = Color::BOTH.map(|color| winning_lines_on(&board, rule, color));
        let size = board.size();
        if let ([black, ..], [white, ..]) = (black.as_slice(), white.as_slice()) {
            return Err(SetupError::BothWin { black: black.start().on(size), white: white.start().on(size) });
        }
        let winner = if black.is_empty() { Color::White } else { Color::Black };
        let lines = if black.is_empty() { white } else { black };
        let mut position = Position { rule, board, side_to_move, moves: Vec::new(), outcome: None };
        position.outcome =
            if lines.is_empty() { position.draw() } else { Some(Outcome::Win { winner, lines }) };
        Ok(position)
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

    /// Whose turn it is; when the game is over, whose turn it would be.
    pub fn side_to_move(&self) -> Color {
        self.side_to_move
    }

    /// The moves played so far, without stones that were set up.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The move played last.
    pub fn last_move(&self) -> Option<Move> {
        self.moves.last().copied()
    }

    /// How the game ended, or `None` while it goes on.
    pub fn outcome(&self) -> Option<&Outcome> {
        self.outcome.as_ref()
    }

    /// Whether the game has ended.
    pub fn is_over(&self) -> bool {
        self.outcome.is_some()
    }

    /// Whether the side to move may play this: a stone on a point, or a pass.
    ///
    /// # Errors
    /// The reason why not.
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
    /// # Errors
    /// When the move is illegal; the position is unchanged then.
    pub fn play(&mut self, played: impl Into<Move>) -> Result<(), PlayError> {
        let played = played.into();
        self.check(played)?;
        self.play_unchecked(played);
        Ok(())
    }

    /// Plays for `color`, for callers with players of their own on either side.
    ///
    /// # Errors
    /// When it is the other side's turn, or the move is illegal; the position is unchanged then.
    pub fn play_as(&mut self, color: Color, played: impl Into<Move>) -> Result<(), PlayError> {
        if color != self.side_to_move && !self.is_over() {
            return Err(PlayError::NotYourTurn { side_to_move: self.side_to_move });
        }
        self.play(played)
    }

    /// Plays without asking whether that is legal.
    ///
    /// The caller makes sure that the game is not over, the point is empty, and a pass is allowed. A
    /// forbidden move is carried out, and loses the game for Black ([`Outcome::ForbiddenLoss`]): this is how
    /// a game in which Black slipped is replayed.
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
                self.outcome = second.then_some(Outcome::Draw(DrawReason::BothPassed));
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

    /// The points on which the side to move may place a stone, in board order; none when the game is over.
    pub fn legal_moves(&self) -> impl Iterator<Item = Point> + '_ {
        self.board.empty_points().filter(|&point| !self.is_over() && self.forbidden_to_mover(point).is_none())
    }

    /// Every point that the rule forbids to Black as the board stands, whoever is to move, in board order.
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

    /// The draw on a full board. Where only forbidden points are left to Black, it passes.
    fn draw(&self) -> Option<Outcome> {
        self.board.is_full().then_some(Outcome::Draw(DrawReason::BoardFull))
    }
}

/// The winning rows of `color` that pass through its stone on `point`.
fn winning_lines_through(board: &Board, rule: Rule, color: Color, point: Point) -> Vec<Line> {
    let mut lines: Vec<Line> = Direction::ALL
        .into_iter()
        .map(|direction| board.run_through(point, color, direction))
        .filter(|run| rule.run_wins(color, run.length()))
        .collect();
    if rule.win_length().stones() == 1 {
        // A single stone lies in four lines of one; they are the same line.
        lines.dedup_by_key(|line| (line.start(), line.length()));
    }
    lines
}

/// All winning rows of `color` on the board, each once.
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
