//! The game as the manager describes it: stones in their order, with their owners.
//!
//! The protocol knows "own" and "opponent", not Black and White, and the manager may set up stones in any
//! number and order. So the stones themselves are the truth here, and the [`Position`] follows from them:
//! by playing them one after the other where that makes a game, and by setting them up where it does not.

use tengen_game::{
    Board, BoardSize, Color, ForbiddenKind, Line, Outcome, PlayError, Point, Position, Rule, SetupError,
};

use crate::dialect::Order;

#[derive(Clone, Debug)]
pub(super) struct Game {
    /// How the manager writes points.
    order: Order,
    stones: Vec<(Point, Color)>,
    /// The stones of rows that have won, in a continuous game. They belong to neither side any more, and block both.
    retired: Vec<Point>,
    /// The game continues after a row that wins.
    is_continuous: bool,
    /// The program's colour; open until the first stone, or the first question, decides it.
    own: Option<Color>,
    position: Position,
}

/// Why something cannot happen in this game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum GameError {
    #[error("the game is over ({0}); expected START, RESTART, BOARD or TAKEBACK")]
    Over(String),
    #[error("expected an empty board, found {0} stones on it; use BOARD to ask for a move in a position")]
    NotEmpty(usize),
    #[error("{0} is already occupied; expected an empty point")]
    Occupied(String),
    #[error("expected a point with a stone, found {0} empty")]
    NoStone(String),
    #[error(
        "{0} is marked 3: expected a point that is forbidden to Black, or a continuous game (rule bit 2), in which it \
         is a stone of a row that has won"
    )]
    Marked(String),
    #[error("it is the opponent's turn; expected TURN before PLAY")]
    NotOwnTurn,
    #[error("{0} cannot be played: {1}")]
    Refused(String, PlayError),
    #[error("the position is impossible: {0}")]
    Impossible(#[from] SetupError),
    #[error("the search proposed {0}, which cannot be played: {1}")]
    BadThought(String, PlayError),
}

impl GameError {
    pub(super) fn over(outcome: &Outcome) -> GameError {
        GameError::Over(in_words(outcome))
    }
}

impl Game {
    pub(super) fn new(rule: Rule, size: BoardSize, order: Order) -> Game {
        let position = Position::new(rule, size);
        Game { order, stones: Vec::new(), retired: Vec::new(), is_continuous: false, own: None, position }
    }

    /// The manager writes points in another order than assumed. It has done so from the beginning, so the stones on the board
    /// move as well.
    pub(super) fn adopt_order(&mut self, order: Order) {
        if order == self.order {
            return;
        }
        let turn = |point: Point| order.read_anew(self.order, point);
        let stones: Vec<(Point, Color)> =
            self.stones.iter().map(|&(point, color)| (turn(point), color)).collect();
        let retired: Vec<Point> = self.retired.iter().map(|&point| turn(point)).collect();
        // A mirrored position is as possible as the one before.
        let arranged = arrange(self.rule(), self.size(), &stones, &retired, self.position.side_to_move());
        if let Ok(position) = arranged {
            (self.position, self.stones, self.retired) = (position, stones, retired);
        }
        self.order = order;
    }

    /// The point as the manager writes it, and as people do.
    pub(super) fn name(&self, point: Point) -> String {
        format!("{} ({})", self.order.write(point), point.on(self.size()))
    }

    pub(super) fn rule(&self) -> Rule {
        self.position.rule()
    }

    pub(super) fn size(&self) -> BoardSize {
        self.position.size()
    }

    pub(super) fn position(&self) -> &Position {
        &self.position
    }

    /// The order in which the manager writes points.
    pub(super) fn order(&self) -> Order {
        self.order
    }

    /// Continues under another rule, if it is another one, and after a row that wins, if the game is continuous.
    pub(super) fn adopt_rule(&mut self, rule: Rule, is_continuous: bool) -> Result<(), GameError> {
        self.is_continuous = is_continuous;
        if rule != self.position.rule() {
            self.position = self.arranged(rule, &self.stones, self.position.side_to_move())?;
        }
        Ok(())
    }

    /// The position of these stones, among those that are retired.
    fn arranged(
        &self,
        rule: Rule,
        stones: &[(Point, Color)],
        to_move: Color,
    ) -> Result<Position, SetupError> {
        arrange(rule, self.size(), stones, &self.retired, to_move)
    }

    /// In a continuous game, takes a row that has won out of the game, which continues.
    pub(super) fn retire_winning_row(&mut self) -> Result<(), GameError> {
        let Some(Outcome::Win { lines, .. }) = self.position.outcome().filter(|_| self.is_continuous) else {
            return Ok(());
        };
        let row: Vec<Point> = lines.iter().flat_map(Line::points).collect();
        self.stones.retain(|(point, _)| !row.contains(point));
        self.retired.extend(row);
        self.position = self.arranged(self.rule(), &self.stones, self.position.side_to_move())?;
        Ok(())
    }

    /// The program has the first move.
    pub(super) fn begin(&mut self) -> Result<(), GameError> {
        let stones = self.stones.len() + self.retired.len();
        if stones > 0 {
            return Err(GameError::NotEmpty(stones));
        }
        self.own = Some(Color::Black);
        self.position = Position::new(self.position.rule(), self.size());
        Ok(())
    }

    /// The opponent has played. A forbidden move is carried out nevertheless, as the manager let it
    /// pass, and returned for a remark.
    pub(super) fn opponent_plays(&mut self, point: Point) -> Result<Option<ForbiddenKind>, GameError> {
        self.retire_winning_row()?;
        self.check_not_over()?;
        if !self.position.board().is_empty(point) {
            return Err(GameError::Occupied(self.name(point)));
        }
        // On an empty board the opponent's stone is the first, so the opponent is Black.
        let own = self.own.filter(|_| !self.stones.is_empty()).unwrap_or(Color::White);
        self.own = Some(own);
        let forbidden = match self.position.check(point) {
            Err(PlayError::Forbidden { kind, .. }) if self.position.side_to_move() != own => Some(kind),
            _ => None,
        };
        self.place(point, !own)?;
        self.retire_winning_row()?;
        Ok(forbidden)
    }

    /// The program has found its move.
    pub(super) fn own_move(&mut self, point: Point) -> Result<(), GameError> {
        let color = self.position.side_to_move();
        let refused = |error| GameError::BadThought(self.order.write(point), error);
        self.position.play(point).map_err(refused)?;
        self.stones.push((point, color));
        Ok(())
    }

    /// The manager chooses the program's move.
    pub(super) fn play_own_move(&mut self, point: Point) -> Result<(), GameError> {
        self.retire_winning_row()?;
        self.check_not_over()?;
        let side = self.position.side_to_move();
        if self.own.is_some_and(|own| own != side) {
            return Err(GameError::NotOwnTurn);
        }
        let name = self.name(point);
        self.position.play(point).map_err(|error| GameError::Refused(name, error))?;
        self.stones.push((point, side));
        self.own = Some(side);
        Ok(())
    }

    /// The program is asked about the position, whichever side is to move.
    pub(super) fn take_side_to_move(&mut self) {
        self.own = Some(self.position.side_to_move());
    }

    /// The position after these moves in turn, without changing the game.
    pub(super) fn after(&self, moves: &[Point]) -> Result<Position, GameError> {
        let mut position = Position::new(self.rule(), self.size());
        for &point in moves {
            let refused = |error| GameError::Refused(self.name(point), error);
            position.play(point).map_err(refused)?;
        }
        Ok(position)
    }

    /// A stone is taken back, normally the last one.
    pub(super) fn take_back(&mut self, point: Point) -> Result<(), GameError> {
        let last = self.stones.iter().rposition(|&(stone, _)| stone == point);
        let index = last.ok_or_else(|| GameError::NoStone(self.name(point)))?;
        let mut stones = self.stones.clone();
        let (_, color) = stones.remove(index);
        self.position = self.arranged(self.rule(), &stones, color)?;
        self.stones = stones;
        if self.stones.is_empty() {
            self.own = None;
        }
        Ok(())
    }

    /// The manager sets up stones, `true` for the program's own, and the program is to move.
    ///
    /// Black is the side with more stones. With equal numbers it is the program, which is to move.
    ///
    /// `marked` are the points with field 3. In renju that can be an empty point where Black must not
    /// play, which the rules know anyway. In a continuous game it can be a stone of a row that has won.
    pub(super) fn set_up(&mut self, listed: &[(Point, bool)], marked: &[Point]) -> Result<(), GameError> {
        let own_stones = listed.iter().filter(|(_, is_own)| *is_own).count();
        let own = if 2 * own_stones >= listed.len() { Color::Black } else { Color::White };
        let stones: Vec<(Point, Color)> =
            listed.iter().map(|&(point, is_own)| (point, if is_own { own } else { !own })).collect();
        for (index, &(point, _)) in stones.iter().enumerate() {
            if stones[..index].iter().any(|&(earlier, _)| earlier == point) {
                return Err(GameError::Occupied(self.name(point)));
            }
        }
        let mut position = arrange(self.rule(), self.size(), &stones, &[], own)?;
        let forbidden = position.forbidden_points();
        let is_stone = |&mark: &Point| forbidden.iter().all(|&(point, _)| point != mark);
        let retired: Vec<Point> = marked.iter().copied().filter(is_stone).collect();
        if let Some(&mark) = retired.first() {
            if !self.is_continuous {
                return Err(GameError::Marked(self.name(mark)));
            }
            if let Some((point, _)) = stones.iter().find(|(point, _)| retired.contains(point)) {
                return Err(GameError::Occupied(self.name(*point)));
            }
            position = arrange(self.rule(), self.size(), &stones, &retired, own)?;
        }
        (self.position, self.stones, self.retired) = (position, stones, retired);
        self.own = Some(own);
        self.retire_winning_row()
    }

    /// Whether there is a move to choose.
    pub(super) fn check_not_over(&self) -> Result<(), GameError> {
        match self.position.outcome() {
            Some(outcome) => Err(GameError::over(outcome)),
            None => Ok(()),
        }
    }

    fn place(&mut self, point: Point, color: Color) -> Result<(), GameError> {
        if self.position.side_to_move() != color || self.position.play(point).is_err() {
            let mut stones = self.stones.clone();
            stones.push((point, color));
            self.position = self.arranged(self.rule(), &stones, !color)?;
        }
        self.stones.push((point, color));
        Ok(())
    }
}

/// The position of these stones and blocked points: with its moves where they can be played in this order, and set up
/// where they cannot.
fn arrange(
    rule: Rule,
    size: BoardSize,
    stones: &[(Point, Color)],
    blocked: &[Point],
    to_move: Color,
) -> Result<Position, SetupError> {
    let replayed = replay(rule, size, stones).filter(|p| p.side_to_move() == to_move && blocked.is_empty());
    if let Some(position) = replayed {
        return Ok(position);
    }
    let mut board = Board::new(size);
    blocked.iter().for_each(|&point| board.block(point));
    for &(point, color) in stones {
        board.set(point, Some(color));
    }
    Position::from_board(rule, board, to_move)
}

fn replay(rule: Rule, size: BoardSize, stones: &[(Point, Color)]) -> Option<Position> {
    let mut position = Position::new(rule, size);
    for &(point, color) in stones {
        position.play_as(color, point).ok()?;
    }
    Some(position)
}

fn in_words(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Win { winner, .. } => format!("{winner} has won"),
        Outcome::ForbiddenLoss { kind, .. } => format!("black made a forbidden move, {kind}"),
        Outcome::Draw(_) => "drawn, there is no move left".to_owned(),
    }
}
