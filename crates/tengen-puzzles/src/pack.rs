//! The compact form of many puzzles of one rule: a few dozen bytes each, and read one by one.
//!
//! A set begins with [`MAGIC`], the index of the rule in [`Puzzle::RULES`], the number of lines of the board and the number of puzzles. Each
//! puzzle has its length and then: side and task in a byte, themes, level, rating, stones as distances from one to the next with the colour in
//! the lowest bit, and the points of its lines. Numbers are in LEB128; points are numbers, counted row by row from the upper left corner.

use tengen_game::{Board, BoardSize, Color, Point, Position, Rule};

use crate::ground::place;
use crate::puzzle::{Exchange, Puzzle, Refusal, Refutation, Task, Themes, Then, ThreatTurn, Threats};

const MAGIC: &[u8; 4] = b"TPZ1";

/// The kinds of tasks in the first byte of a puzzle, above the bit of the side.
const FOURS: u64 = 0;
const DEFENCE: u64 = 1;
const THREATS: u64 = 2;

/// The reason for which bytes are no set, or puzzles make none.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PackError {
    /// The bytes do not begin as a set does.
    #[error("expected a set of puzzles that begins with `TPZ1`")]
    Magic,
    /// The bytes end early, or say what cannot be.
    #[error("expected {expected} at byte {at} of the set of puzzles")]
    Broken {
        /// The expected part.
        expected: &'static str,
        /// The number of bytes before it.
        at: usize,
    },
    /// The puzzle has another rule or board than the first one.
    #[error("expected puzzles of one rule and size; number {0} has another")]
    Mixed(usize),
}

/// Puzzles of one rule and one size of the board. Each is read when it is needed.
#[derive(Clone, Debug)]
pub struct PuzzleSet {
    rule: Rule,
    size: BoardSize,
    bytes: Vec<u8>,
    /// Where each puzzle begins and ends.
    places: Vec<(usize, usize)>,
}

impl PuzzleSet {
    /// The set of these puzzles.
    ///
    /// # Errors
    /// When their rules or boards differ, or the rule is none of [`Puzzle::RULES`].
    pub fn pack(puzzles: &[Puzzle]) -> Result<Vec<u8>, PackError> {
        let (rule, size) = puzzles
            .first()
            .map_or((Rule::FREESTYLE, BoardSize::FIFTEEN), |first| (first.start.rule(), first.start.size()));
        let index = Puzzle::RULES.into_iter().position(|known| known == rule).ok_or(PackError::Mixed(0))?;
        let mut out = Writer(MAGIC.to_vec());
        out.0.extend([index as u8, size.lines()]);
        out.number(puzzles.len() as u64);
        for (number, puzzle) in puzzles.iter().enumerate() {
            if (puzzle.start.rule(), puzzle.start.size()) != (rule, size) {
                return Err(PackError::Mixed(number));
            }
            let mut one = Writer(Vec::new());
            one.puzzle(puzzle);
            out.number(one.0.len() as u64);
            out.0.extend(one.0);
        }
        Ok(out.0)
    }

    /// Opens a set.
    ///
    /// # Errors
    /// When the bytes are no set. The puzzles themselves are read by [`PuzzleSet::get`].
    pub fn open(bytes: Vec<u8>) -> Result<PuzzleSet, PackError> {
        let mut reader = Reader { bytes: &bytes, at: 0 };
        if reader.take(MAGIC.len()) != Some(MAGIC) {
            return Err(PackError::Magic);
        }
        let rule = reader.byte().and_then(|index| Puzzle::RULES.get(usize::from(index)).copied());
        let rule = rule.ok_or(reader.broken("the index of a rule"))?;
        let size = reader.byte().and_then(|lines| BoardSize::try_from(lines).ok());
        let size = size.ok_or(reader.broken("the size of a board"))?;
        let count = reader.number().ok_or(reader.broken("the number of puzzles"))?;
        let mut places = Vec::new();
        for _ in 0..count {
            let length = reader.number().and_then(|length| usize::try_from(length).ok());
            let begin = reader.at;
            let taken = length.and_then(|length| reader.take(length));
            taken.ok_or(reader.broken("a puzzle"))?;
            places.push((begin, reader.at));
        }
        Ok(PuzzleSet { rule, size, places, bytes })
    }

    /// The rule.
    pub fn rule(&self) -> Rule {
        self.rule
    }

    /// The number of puzzles.
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// Whether there is no puzzle.
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// The puzzle with this index, from 0; `None` if there is none.
    ///
    /// # Errors
    /// When its bytes are broken.
    pub fn get(&self, index: usize) -> Option<Result<Puzzle, PackError>> {
        let &(begin, end) = self.places.get(index)?;
        let mut reader = Reader { bytes: &self.bytes[..end], at: begin };
        Some(reader.puzzle(self.rule, self.size).ok_or(reader.broken("another part of a puzzle")))
    }

    /// All puzzles.
    ///
    /// # Errors
    /// When the bytes of one are broken.
    pub fn iter(&self) -> impl Iterator<Item = Result<Puzzle, PackError>> + '_ {
        (0..self.len()).filter_map(|index| self.get(index))
    }
}

struct Writer(Vec<u8>);

impl Writer {
    fn number(&mut self, number: u64) {
        let mut left = number;
        while left >= 0x80 {
            self.0.push(left as u8 | 0x80);
            left >>= 7;
        }
        self.0.push(left as u8);
    }

    fn points(&mut self, points: &[Point], size: BoardSize) {
        self.number(points.len() as u64);
        points.iter().for_each(|&point| self.number(index_of(point, size)));
    }

    fn puzzle(&mut self, puzzle: &Puzzle) {
        let size = puzzle.start.size();
        let kind = match puzzle.task {
            Task::Fours { .. } => FOURS,
            Task::Defence { .. } => DEFENCE,
            Task::Threats(_) => THREATS,
        };
        self.number(kind << 1 | u64::from(puzzle.solver() == Color::White));
        self.number(u64::from(puzzle.themes.bits()));
        self.number(u64::from(puzzle.level));
        self.number(u64::from(puzzle.rating));
        let board = puzzle.start.board();
        self.number(board.stones() as u64);
        let mut last = 0;
        for point in size.points() {
            if let Some(color) = board.stone(point) {
                let index = index_of(point, size);
                self.number((index - last) << 1 | u64::from(color == Color::White));
                last = index;
            }
        }
        match &puzzle.task {
            Task::Fours { line, counter } => {
                self.points(line, size);
                self.points(counter, size);
            }
            Task::Threats(threats) => self.threats(threats, size),
            Task::Defence { saves, refutations } => {
                self.number(index_of(*saves, size));
                self.number(refutations.len() as u64);
                for one in refutations {
                    self.points(&one.after, size);
                    self.points(&one.line, size);
                }
            }
        }
    }
}

impl Writer {
    fn threats(&mut self, threats: &Threats, size: BoardSize) {
        self.number(threats.exchanges.len() as u64);
        for exchange in &threats.exchanges {
            self.points(&[exchange.attack, exchange.answer], size);
            self.refusals(&exchange.refusals, size);
        }
        self.points(&threats.fours, size);
        self.points(&threats.counter, size);
        self.number(threats.turns.len() as u64);
        for turn in &threats.turns {
            self.number(index_of(turn.attack, size));
            self.points(&turn.threat, size);
            self.number(turn.answers.len() as u64);
            for (answer, then) in &turn.answers {
                self.number(index_of(*answer, size));
                match then {
                    Then::Turn(index) => self.number((*index as u64) << 1),
                    Then::Fours(line) => {
                        self.number((line.len() as u64) << 1 | 1);
                        line.iter().for_each(|&point| self.number(index_of(point, size)));
                    }
                }
            }
        }
        self.number(threats.lost.len() as u64);
        threats.lost.iter().for_each(|refusals| self.refusals(refusals, size));
    }

    fn refusals(&mut self, refusals: &[Refusal], size: BoardSize) {
        self.number(refusals.len() as u64);
        for refusal in refusals {
            self.number(index_of(refusal.attack, size));
            self.number(index_of(refusal.answer, size));
            self.number(refusal.then as u64);
        }
    }
}

fn index_of(point: Point, size: BoardSize) -> u64 {
    place(point, size) as u64
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    fn broken(&self, expected: &'static str) -> PackError {
        PackError::Broken { expected, at: self.at }
    }

    fn take(&mut self, length: usize) -> Option<&'a [u8]> {
        let taken = self.bytes.get(self.at..self.at.checked_add(length)?)?;
        self.at += length;
        Some(taken)
    }

    fn byte(&mut self) -> Option<u8> {
        self.take(1).map(|byte| byte[0])
    }

    fn number(&mut self) -> Option<u64> {
        let mut number = 0;
        for shift in (0..63).step_by(7) {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return Some(number);
            }
        }
        None
    }

    fn point(&mut self, size: BoardSize) -> Option<Point> {
        let index = self.number()?;
        let lines = u64::from(size.lines());
        let (x, y) = (index % lines, index / lines);
        (y < lines).then(|| Point::new(x as u8, y as u8))
    }

    fn points(&mut self, size: BoardSize) -> Option<Vec<Point>> {
        let count = self.number()?;
        (count <= size.area() as u64).then_some(())?;
        (0..count).map(|_| self.point(size)).collect()
    }

    fn puzzle(&mut self, rule: Rule, size: BoardSize) -> Option<Puzzle> {
        let kind = self.number()?;
        let themes = Themes::from_bits(u16::try_from(self.number()?).ok()?);
        let level = u8::try_from(self.number()?).ok()?;
        let rating = u16::try_from(self.number()?).ok()?;
        let mut board = Board::new(size);
        let mut last = 0;
        for _ in 0..self.number()? {
            let stone = self.number()?;
            last += stone >> 1;
            let lines = u64::from(size.lines());
            (last < size.area() as u64).then_some(())?;
            let color = if stone & 1 == 0 { Color::Black } else { Color::White };
            board.set(Point::new((last % lines) as u8, (last / lines) as u8), Some(color));
        }
        let solver = if kind & 1 == 0 { Color::Black } else { Color::White };
        let start = Position::from_board(rule, board, solver).ok()?;
        let task = match kind >> 1 {
            FOURS => Task::Fours { line: self.points(size)?, counter: self.points(size)? },
            DEFENCE => {
                let saves = self.point(size)?;
                let count = self.number()?;
                (count <= size.area() as u64).then_some(())?;
                let refutations: Option<Vec<Refutation>> = (0..count)
                    .map(|_| Some(Refutation { after: self.points(size)?, line: self.points(size)? }))
                    .collect();
                Task::Defence { saves, refutations: refutations? }
            }
            THREATS => Task::Threats(self.threats(size)?),
            _ => return None,
        };
        Some(Puzzle { start, task, themes, rating, level })
    }

    /// The number of items that follow, of which each takes a byte at least.
    fn count(&mut self) -> Option<usize> {
        let count = usize::try_from(self.number()?).ok()?;
        (count <= self.bytes.len() - self.at).then_some(count)
    }

    fn threats(&mut self, size: BoardSize) -> Option<Threats> {
        let exchanges: Option<Vec<Exchange>> = (0..self.count()?)
            .map(|_| {
                let [attack, answer] = self.points(size)?[..] else { return None };
                Some(Exchange { attack, answer, refusals: self.refusals(size)? })
            })
            .collect();
        let (fours, counter) = (self.points(size)?, self.points(size)?);
        let turns: Option<Vec<ThreatTurn>> = (0..self.count()?)
            .map(|_| {
                let (attack, threat) = (self.point(size)?, self.points(size)?);
                let answers: Option<Vec<(Point, Then)>> = (0..self.count()?)
                    .map(|_| {
                        let (answer, then) = (self.point(size)?, self.number()?);
                        let then = if then & 1 == 0 {
                            Then::Turn(usize::try_from(then >> 1).ok()?)
                        } else {
                            Then::Fours((0..then >> 1).map(|_| self.point(size)).collect::<Option<_>>()?)
                        };
                        Some((answer, then))
                    })
                    .collect();
                Some(ThreatTurn { attack, threat, answers: answers? })
            })
            .collect();
        let lost: Option<Vec<Vec<Refusal>>> = (0..self.count()?).map(|_| self.refusals(size)).collect();
        Some(Threats { exchanges: exchanges?, fours, counter, turns: turns?, lost: lost? })
    }

    fn refusals(&mut self, size: BoardSize) -> Option<Vec<Refusal>> {
        (0..self.count()?)
            .map(|_| {
                let (attack, answer) = (self.point(size)?, self.point(size)?);
                Some(Refusal { attack, answer, then: usize::try_from(self.number()?).ok()? })
            })
            .collect()
    }
}
