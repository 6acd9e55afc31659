//! Fours and fives on a board, by the rules alone, and the exhaustive search for wins by fours that is made of them.

use std::collections::HashSet;
use std::ops::RangeInclusive;

use tengen_game::{
    Board, BoardSize, Color, Direction, ForbiddenKind, Line, Point, Position, Rule, SplitMix, forbidden_kind,
    windows,
};

/// A board on which moves are made and taken back in turn, with the rule of the game.
///
/// The rule has to be one under which only the winning point itself stops a four: every rule but those of caro.
#[derive(Clone, Debug)]
pub struct Ground {
    rule: Rule,
    board: Board,
    /// The points of every row that could win, one row after the other.
    rows: Vec<Point>,
    /// The number of stones in each of these rows: Black's, and sixteen times White's.
    stones: Vec<u8>,
    /// The rows that each point is part of, by the number of the point.
    rows_of: Vec<Vec<u16>>,
    key: u64,
    /// The fours that all searches together may still try, so that no position takes minutes.
    fours_left: u64,
}

/// The fours that the searches on one board may try together.
const MOST_TOGETHER: u64 = 3_000_000;

/// The effect of a four, or of a five.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The move wins.
    Won,
    /// No answer stops the four. The kind is that of the forbidden move which is Black's only answer, if that is the reason.
    Unstoppable(Option<ForbiddenKind>),
    /// The only answer.
    Forced(Point),
}

/// The reason for which a move is no four that its attacker may play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FourFault {
    /// There is a stone, or the board ends there, or the move is forbidden.
    #[error("the move is not legal")]
    Illegal,
    /// The other side would win with its next move.
    #[error("the other side has a four")]
    Ignores,
    /// The move threatens no five.
    #[error("the move makes no four")]
    NoFour,
}

impl Ground {
    /// The board of a position.
    pub fn new(position: &Position) -> Ground {
        let (rule, size) = (position.rule(), position.size());
        let mut ground = Ground {
            rule,
            board: Board::new(size),
            rows: Vec::new(),
            stones: Vec::new(),
            rows_of: vec![Vec::new(); size.area()],
            key: 0,
            fours_left: MOST_TOGETHER,
        };
        // No side can win with a row that has a blocked point.
        let is_open = |row: &Line| row.points().all(|point| !position.board().is_blocked(point));
        for row in windows(size, rule.win_length().stones()).filter(is_open) {
            let index = ground.stones.len() as u16;
            row.points().for_each(|point| ground.rows_of[place(point, size)].push(index));
            ground.rows.extend(row.points());
            ground.stones.push(0);
        }
        for point in size.points() {
            match position.board().stone(point) {
                Some(color) => ground.make(point, color),
                None if position.board().is_blocked(point) => ground.board.block(point),
                None => {}
            }
        }
        ground
    }

    /// The stones.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The position with this side to move; `None` if both sides have a winning row.
    pub fn position(&self, side_to_move: Color) -> Option<Position> {
        Position::from_board(self.rule, self.board.clone(), side_to_move).ok()
    }

    /// Whether a stone on an empty point wins for this side.
    pub fn wins(&self, point: Point, color: Color) -> bool {
        self.board.is_empty(point)
            && Direction::ALL.into_iter().any(|direction| {
                let run = self.board.run_through(point, color, direction);
                self.rule.run_wins(color, run.length(), self.board.blocked_ends(&run, color))
            })
    }

    /// The kind of the forbidden move that a stone on this point would be for this side.
    pub fn forbidden(&self, point: Point, color: Color) -> Option<ForbiddenKind> {
        let is_limited = self.rule.has_forbidden_moves() && color == Color::Black;
        if is_limited { forbidden_kind(&self.board, point) } else { None }
    }

    /// Whether this side may play on this point.
    pub fn is_legal(&self, point: Point, color: Color) -> bool {
        self.board.is_empty(point) && self.forbidden(point, color).is_none()
    }

    /// The points where this side wins with its next move.
    pub fn fives(&self, color: Color) -> Vec<Point> {
        self.open_points(color, 1..=1).into_iter().filter(|&point| self.wins(point, color)).collect()
    }

    /// Whether neither side has a four, so that none wins with its next move.
    pub fn is_quiet(&self) -> bool {
        Color::BOTH.into_iter().all(|color| self.fives(color).is_empty())
    }

    /// The points that may make a four for this side: all that do, and some more.
    fn maybe_fours(&self, color: Color) -> Vec<Point> {
        self.open_points(color, 2..=2)
    }

    /// The points that make a four or a three for this side, open or not, and some that make a five.
    pub fn threes(&self, color: Color) -> Vec<Point> {
        self.open_points(color, 1..=3)
    }

    /// A number that positions with different stones do not share but for a chance of one in 2^64.
    pub fn key(&self) -> u64 {
        self.key
    }

    /// The empty points, row by row, of the lines in which so many stones of a win are missing and the other side has none.
    fn open_points(&self, color: Color, missing: RangeInclusive<usize>) -> Vec<Point> {
        let (size, length) = (self.board.size(), usize::from(self.rule.win_length().stones()));
        let wanted = |count: usize| (length - count) as u8 * unit(color);
        let (least, most) = (wanted(*missing.end()), wanted(*missing.start()));
        // Lines with stones of both sides have more than Black's numbers, and no multiples of White's unit.
        let is_wanted = |stones: u8| (least..=most).contains(&stones) && stones & (unit(color) - 1) == 0;
        let mut points: Vec<Point> = Vec::new();
        for (index, _) in self.stones.iter().enumerate().filter(|&(_, &stones)| is_wanted(stones)) {
            for &point in &self.rows[index * length..(index + 1) * length] {
                // There are a few points at most, so that sorting them in takes little time.
                let at = points.binary_search_by_key(&place(point, size), |&other| place(other, size));
                if let Err(at) = at
                    && self.board.is_empty(point)
                {
                    points.insert(at, point);
                }
            }
        }
        points
    }

    /// Places a stone.
    pub fn make(&mut self, point: Point, color: Color) {
        self.board.set(point, Some(color));
        for &row in &self.rows_of[place(point, self.board.size())] {
            self.stones[usize::from(row)] += unit(color);
        }
        self.key ^= number(point, color);
    }

    /// Takes a stone of this side away.
    pub fn unmake(&mut self, point: Point, color: Color) {
        self.board.set(point, None);
        for &row in &self.rows_of[place(point, self.board.size())] {
            self.stones[usize::from(row)] -= unit(color);
        }
        self.key ^= number(point, color);
    }

    /// The effect of a four or five of the attacker, who is to move. The board is as before afterwards.
    ///
    /// # Errors
    /// When the move is none.
    pub fn four(&mut self, attacker: Color, attack: Point) -> Result<Answer, FourFault> {
        if self.wins(attack, attacker) {
            return Ok(Answer::Won);
        }
        if !self.is_legal(attack, attacker) {
            return Err(FourFault::Illegal);
        }
        if self.fives(!attacker).iter().any(|&five| five != attack) {
            return Err(FourFault::Ignores);
        }
        self.make(attack, attacker);
        let fives = self.fives_beside(attack, attacker);
        let answer = match fives[..] {
            [] => Err(FourFault::NoFour),
            [five] => match self.forbidden(five, !attacker) {
                None => Ok(Answer::Forced(five)),
                kind => Ok(Answer::Unstoppable(kind)),
            },
            // Of several winning points the defender can take only one.
            _ => Ok(Answer::Unstoppable(None)),
        };
        self.unmake(attack, attacker);
        answer
    }

    /// The points on the rows through a stone where its side wins.
    fn fives_beside(&self, stone: Point, color: Color) -> Vec<Point> {
        let length = usize::from(self.rule.win_length().stones());
        let wanted = (length - 1) as u8 * unit(color);
        let mut fives = Vec::new();
        for &row in &self.rows_of[place(stone, self.board.size())] {
            let row = usize::from(row);
            if self.stones[row] != wanted {
                continue;
            }
            let points = &self.rows[row * length..(row + 1) * length];
            let five = points.iter().copied().find(|&point| self.board.is_empty(point));
            fives.extend(five.filter(|&five| !fives.contains(&five) && self.wins(five, color)));
        }
        fives
    }

    /// The fours of the attacker, who is to move, with their effect. None of them is left out.
    pub fn fours(&mut self, attacker: Color) -> Vec<(Point, Answer)> {
        let points = self.maybe_fours(attacker);
        points.into_iter().filter_map(|point| Some((point, self.four(attacker, point).ok()?))).collect()
    }

    /// Makes a four and its only answer.
    pub fn exchange(&mut self, attacker: Color, attack: Point, answer: Point) {
        self.make(attack, attacker);
        self.make(answer, !attacker);
    }

    /// Takes a four and its answer back.
    pub fn take_back(&mut self, attacker: Color, attack: Point, answer: Point) {
        self.unmake(answer, !attacker);
        self.unmake(attack, attacker);
    }

    /// Makes the fours of a line with their answers, as long as each has one. `look` is called before each four, with the number of fours before it
    /// and its effect, and ends the line by `false`. The board is as before afterwards.
    pub fn follow(
        &mut self,
        attacker: Color,
        line: &[Point],
        mut look: impl FnMut(&mut Ground, usize, &Result<Answer, FourFault>) -> bool,
    ) {
        let mut made = Vec::new();
        for (index, &attack) in line.iter().enumerate() {
            let answer = self.four(attacker, attack);
            let goes_on = look(self, index, &answer);
            let Ok(Answer::Forced(answer)) = answer else { break };
            if !goes_on {
                break;
            }
            self.exchange(attacker, attack, answer);
            made.push((attack, answer));
        }
        for (attack, answer) in made.into_iter().rev() {
            self.take_back(attacker, attack, answer);
        }
    }

    /// Whether the attacker, who is to move, wins by this line of its fours, each but the last with its only answer; the last one wins or
    /// cannot be stopped. The board is as before afterwards.
    pub fn wins_by(&mut self, attacker: Color, line: &[Point]) -> bool {
        let mut wins = false;
        self.follow(attacker, line, |_, index, answer| {
            wins = index + 1 == line.len() && matches!(answer, Ok(Answer::Won | Answer::Unstoppable(_)));
            true
        });
        wins
    }

    /// Whether the attacker, who is to move, wins by fours alone; `None` if more than `nodes` fours would have to be tried, or if all
    /// searches on this board together have tried too many. Every four is tried. The board is as before afterwards.
    pub fn wins_by_fours(&mut self, attacker: Color, nodes: u64) -> Option<bool> {
        let mut search = FourSearch { attacker, left: nodes, lost: HashSet::new() };
        search.wins(self)
    }

    /// Counts fours that a search is about to try; `None` if it has none left of its own, or the board of its searches' together.
    pub(crate) fn spend(&mut self, left: &mut u64, fours: usize) -> Option<()> {
        *left = left.checked_sub(fours as u64)?;
        self.fours_left = self.fours_left.checked_sub(fours as u64)?;
        Some(())
    }
}

/// The exhaustive search for a win by fours.
struct FourSearch {
    attacker: Color,
    /// The fours that may still be tried.
    left: u64,
    /// The positions without a win, by their key.
    lost: HashSet<u64>,
}

impl FourSearch {
    /// It calls itself once for each four that was made, of which there are no more than points of the board.
    fn wins(&mut self, ground: &mut Ground) -> Option<bool> {
        if self.lost.contains(&ground.key) {
            return Some(false);
        }
        if !ground.fives(self.attacker).is_empty() {
            return Some(true);
        }
        let fours = ground.fours(self.attacker);
        ground.spend(&mut self.left, fours.len())?;
        if fours.iter().any(|(_, answer)| !matches!(answer, Answer::Forced(_))) {
            return Some(true);
        }
        for (attack, answer) in fours {
            let Answer::Forced(answer) = answer else { continue };
            ground.exchange(self.attacker, attack, answer);
            let wins = self.wins(ground);
            ground.take_back(self.attacker, attack, answer);
            if wins != Some(false) {
                return wins;
            }
        }
        self.lost.insert(ground.key);
        Some(false)
    }
}

/// What a stone adds to the number of stones of its rows.
const fn unit(color: Color) -> u8 {
    match color {
        Color::Black => 1,
        Color::White => 16,
    }
}

/// The number of a point, row by row.
pub(crate) fn place(point: Point, size: BoardSize) -> usize {
    usize::from(point.y()) * usize::from(size.lines()) + usize::from(point.x())
}

/// The random number of a stone.
fn number(point: Point, color: Color) -> u64 {
    let place = u64::from(point.y()) << 8 | u64::from(point.x());
    SplitMix::mix(2 * place + u64::from(color == Color::White))
}
