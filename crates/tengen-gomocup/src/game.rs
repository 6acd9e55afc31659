//! The game as the manager describes it: stones in their order, with their owners.
//!
//! The protocol knows "own" and "opponent", not Black and White, and the manager may set up stones in any
//! number and order. So the stones themselves are the truth here, and the [`Position`] follows from them:
//! by playing them one after the other where that makes a game, and by setting them up where it does not.

use std::num::NonZeroU16;

use tengen_game::{
    Board, BoardSize, Color, DrawReason, ForbiddenKind, Line, Move, Outcome, PlayError, Point, Position,
    Rule, SetupError,
};

use crate::dialect::Order;

#[derive(Clone, Debug)]
pub(super) struct Game {
    /// The order of coordinates that the manager uses.
    order: Order,
    /// The moves that are on the board in their order, passes among them.
    stones: Vec<(Move, Color)>,
    /// The stones of rows that have won, in a continuous game. They belong to neither side any more, and block both.
    retired: Vec<Point>,
    /// The game continues after a row that wins.
    is_continuous: bool,
    /// The number of moves after which the game is a draw.
    max_moves: Option<u32>,
    /// The program's colour; open until the first stone, or the first question, decides it.
    own: Option<Color>,
    position: Position,
}

/// The reason for which something cannot happen in this game.
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
        Game {
            order,
            stones: Vec::new(),
            retired: Vec::new(),
            is_continuous: false,
            max_moves: None,
            own: None,
            position,
        }
    }

    /// The manager writes points in another order than assumed. It has done so from the beginning, so the stones on the board
    /// move as well.
    pub(super) fn adopt_order(&mut self, order: Order) {
        if order == self.order {
            return;
        }
        let stones: Vec<(Move, Color)> = self
            .stones
            .iter()
            .map(|&(played, color)| (order.read_move_anew(self.order, played), color))
            .collect();
        let retired: Vec<Point> =
            self.retired.iter().map(|&point| order.read_anew(self.order, point)).collect();
        // A mirrored position is as possible as the one before.
        let arranged = arrange(self.rule(), self.size(), &stones, &retired, self.position.side_to_move());
        if let Ok(position) = arranged {
            (self.position, self.stones, self.retired) = (position, stones, retired);
        }
        self.order = order;
    }

    /// The move as the manager writes it, and as people do.
    pub(super) fn name(&self, played: impl Into<Move>) -> String {
        let played = played.into();
        format!("{} ({})", self.order.write_move(played), played.on(self.size()))
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

    /// The position with the limit of moves, for a search. The game is not over.
    pub(super) fn position_to_search(&self) -> Position {
        let limit = self.max_moves.map(|most| {
            let left = usize::try_from(most).unwrap_or(usize::MAX).saturating_sub(self.moves_made());
            let limit = left.saturating_add(self.position.moves().len());
            NonZeroU16::new(u16::try_from(limit).unwrap_or(u16::MAX)).unwrap_or(NonZeroU16::MIN)
        });
        self.position.clone().with_max_moves(limit)
    }

    /// The moves of the game, as far as they are known: stones and passes.
    fn moves_made(&self) -> usize {
        self.stones.len() + self.retired.len()
    }

    /// The game ends after this many moves.
    pub(super) fn limit_moves(&mut self, max_moves: Option<u32>) {
        self.max_moves = max_moves;
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
    fn arranged(&self, rule: Rule, stones: &[(Move, Color)], to_move: Color) -> Result<Position, SetupError> {
        arrange(rule, self.size(), stones, &self.retired, to_move)
    }

    /// In a continuous game, takes a row that has won out of the game, which continues.
    pub(super) fn retire_winning_row(&mut self) -> Result<(), GameError> {
        let Some(Outcome::Win { lines, .. }) = self.position.outcome().filter(|_| self.is_continuous) else {
            return Ok(());
        };
        let row: Vec<Point> = lines.iter().flat_map(Line::points).collect();
        self.stones.retain(|(played, _)| played.point().is_none_or(|point| !row.contains(&point)));
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

    /// The opponent has played, or passed where the rule allows that. A forbidden move is carried out nevertheless, as the
    /// manager let it pass, and returned for a remark.
    pub(super) fn opponent_plays(&mut self, played: Move) -> Result<Option<ForbiddenKind>, GameError> {
        self.retire_winning_row()?;
        self.check_not_over()?;
        self.check_pass(played)?;
        if let Move::Place(point) = played
            && !self.position.board().is_empty(point)
        {
            return Err(GameError::Occupied(self.name(point)));
        }
        // On an empty board the opponent's stone is the first, so the opponent is Black.
        let own = self.own.filter(|_| !self.stones.is_empty()).unwrap_or(Color::White);
        self.own = Some(own);
        let forbidden = match self.position.check(played) {
            Err(PlayError::Forbidden { kind, .. }) if self.position.side_to_move() != own => Some(kind),
            _ => None,
        };
        self.place(played, !own)?;
        self.retire_winning_row()?;
        Ok(forbidden)
    }

    /// The program has found its move.
    pub(super) fn own_move(&mut self, played: impl Into<Move>) -> Result<(), GameError> {
        let played = played.into();
        let color = self.position.side_to_move();
        let refused = |error| GameError::BadThought(self.order.write_move(played), error);
        self.position.play(played).map_err(refused)?;
        self.stones.push((played, color));
        Ok(())
    }

    /// The manager chooses the program's move.
    pub(super) fn play_own_move(&mut self, played: Move) -> Result<(), GameError> {
        self.retire_winning_row()?;
        self.check_not_over()?;
        let side = self.position.side_to_move();
        if self.own.is_some_and(|own| own != side) {
            return Err(GameError::NotOwnTurn);
        }
        let name = self.name(played);
        self.position.play(played).map_err(|error| GameError::Refused(name, error))?;
        self.stones.push((played, side));
        self.own = Some(side);
        Ok(())
    }

    /// The program takes the side that is not to move, by its choice in an opening.
    pub(super) fn swap_sides(&mut self) {
        self.own = Some(!self.position.side_to_move());
    }

    /// Gives the program the side to move, whichever it is, since the manager wants an analysis of the position.
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

    /// A stone or a pass is taken back, normally the last one.
    pub(super) fn take_back(&mut self, taken: Move) -> Result<(), GameError> {
        let last = self.stones.iter().rposition(|&(played, _)| played == taken);
        let index = last.ok_or_else(|| GameError::NoStone(self.name(taken)))?;
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
    pub(super) fn set_up(&mut self, listed: &[(Move, bool)], marked: &[Point]) -> Result<(), GameError> {
        let own_stones = listed.iter().filter(|(_, is_own)| *is_own).count();
        let own = if 2 * own_stones >= listed.len() { Color::Black } else { Color::White };
        let stones: Vec<(Move, Color)> =
            listed.iter().map(|&(played, is_own)| (played, if is_own { own } else { !own })).collect();
        for (index, &(played, _)) in stones.iter().enumerate() {
            self.check_pass(played)?;
            let is_again = stones[..index].iter().any(|&(earlier, _)| earlier == played);
            if is_again && played != Move::Pass {
                return Err(GameError::Occupied(self.name(played)));
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
            let twice = retired.iter().find(|&&mark| stones.iter().any(|&(played, _)| played == mark));
            if let Some(&point) = twice {
                return Err(GameError::Occupied(self.name(point)));
            }
            position = arrange(self.rule(), self.size(), &stones, &retired, own)?;
        }
        (self.position, self.stones, self.retired) = (position, stones, retired);
        self.own = Some(own);
        self.retire_winning_row()
    }

    /// Checks that the game is not over, so that there is a move to choose.
    pub(super) fn check_not_over(&self) -> Result<(), GameError> {
        let made = self.moves_made();
        let is_limit = self.max_moves.is_some_and(|most| made >= usize::try_from(most).unwrap_or(usize::MAX));
        match self.position.outcome() {
            Some(outcome) => Err(GameError::over(outcome)),
            None if is_limit => Err(GameError::Over(format!("drawn after {made} moves, its limit"))),
            None => Ok(()),
        }
    }

    /// Whether the rule allows this move, if it is a pass.
    fn check_pass(&self, played: Move) -> Result<(), GameError> {
        match played {
            Move::Pass if !self.rule().allows_pass() => {
                Err(GameError::Refused(self.name(played), PlayError::PassNotAllowed(self.rule())))
            }
            _ => Ok(()),
        }
    }

    fn place(&mut self, played: Move, color: Color) -> Result<(), GameError> {
        if self.position.side_to_move() != color || self.position.play(played).is_err() {
            let mut stones = self.stones.clone();
            stones.push((played, color));
            self.position = self.arranged(self.rule(), &stones, !color)?;
        }
        self.stones.push((played, color));
        Ok(())
    }
}

/// The position of these stones and blocked points: with its moves where they can be played in this order, and set up, without
/// passes, where they cannot.
fn arrange(
    rule: Rule,
    size: BoardSize,
    stones: &[(Move, Color)],
    blocked: &[Point],
    to_move: Color,
) -> Result<Position, SetupError> {
    let replayed = replay(rule, size, stones).filter(|p| p.side_to_move() == to_move && blocked.is_empty());
    if let Some(position) = replayed {
        return Ok(position);
    }
    let mut board = Board::new(size);
    blocked.iter().for_each(|&point| board.block(point));
    for (point, color) in stones.iter().filter_map(|&(played, color)| Some((played.point()?, color))) {
        board.set(point, Some(color));
    }
    Position::from_board(rule, board, to_move)
}

fn replay(rule: Rule, size: BoardSize, stones: &[(Move, Color)]) -> Option<Position> {
    let mut position = Position::new(rule, size);
    for &(played, color) in stones {
        position.play_as(color, played).ok()?;
    }
    Some(position)
}

fn in_words(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Win { winner, .. } => format!("{winner} has won"),
        Outcome::ForbiddenLoss { kind, .. } => format!("black made a forbidden move, {kind}"),
        Outcome::Draw(DrawReason::BothPassed) => "drawn, both sides have passed".to_owned(),
        Outcome::Draw(_) => "drawn, there is no move left".to_owned(),
    }
}
