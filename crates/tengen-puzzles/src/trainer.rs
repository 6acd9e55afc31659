//! A person's training: one puzzle after the other, in one of several ways, without a clock or a screen of its own.

use tengen_game::{Board, Color, ForbiddenKind, PlayError, Point, SplitMix};

use crate::attempt::{Attempt, Mistake, Refuted, Verdict};
use crate::choice::Library;
use crate::progress::{Day, Progress, PuzzleId};
use crate::puzzle::{Puzzle, Theme};

/// A way of training.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Training {
    /// Puzzles about as difficult as the person is strong. The ratings of both follow the results.
    Rated,
    /// Rated puzzles with one idea.
    Theme(Theme),
    /// The puzzle of the day.
    Daily,
    /// More and more difficult puzzles until the first miss.
    Run,
    /// As many puzzles as possible in three minutes; the third miss ends it earlier.
    Rush,
    /// The puzzles that were missed and come back.
    Repeat,
    /// The puzzles of the person's own mistakes, first those that come back.
    Mistakes,
    /// One puzzle, such as that of a link, whose result does not count.
    One,
}

impl Training {
    /// Seconds until the end of a training against the clock.
    pub const RUSH_SECONDS: u32 = 180;

    /// The misses that end a training; `None` where none does.
    pub const fn most_misses(self) -> Option<u32> {
        match self {
            Training::Run => Some(1),
            Training::Rush => Some(3),
            Training::Rated
            | Training::Theme(_)
            | Training::Daily
            | Training::Repeat
            | Training::Mistakes
            | Training::One => None,
        }
    }

    /// Whether the training goes on by itself after each puzzle.
    pub const fn is_fast(self) -> bool {
        matches!(self, Training::Run | Training::Rush)
    }
}

/// The state of the puzzle on the board.
#[derive(Clone, Debug, PartialEq)]
pub enum State {
    /// The solver is to move.
    Solving,
    /// The last move was wrong, and its refutation is on the board.
    Refuted(Refuted),
    /// The puzzle is solved.
    Solved,
    /// The solver has asked for the solution.
    GivenUp,
}

/// The stones and marks on the board.
#[derive(Clone, Debug, PartialEq)]
pub struct Shown {
    /// The stones.
    pub board: Board,
    /// The stone that was placed last.
    pub last: Option<Point>,
    /// The colour of the stone that a click places.
    pub next: Option<Color>,
    /// The stones of the moves so far, or of the refutation, in their order.
    pub numbered: Vec<Point>,
    /// The points that are forbidden to the solver, if it is Black's turn.
    pub forbidden: Vec<(Point, ForbiddenKind)>,
    /// A right point, where it is shown.
    pub hint: Option<Point>,
    /// The points with letters, from A on.
    pub marked: Vec<Point>,
}

impl Shown {
    /// These stones, and nothing else.
    pub fn of(board: Board) -> Shown {
        let (numbered, forbidden, marked) = (Vec::new(), Vec::new(), Vec::new());
        Shown { board, last: None, next: None, numbered, forbidden, hint: None, marked }
    }
}

/// A training, with a puzzle on the board.
#[derive(Clone, Debug, PartialEq)]
pub struct Trainer {
    training: Training,
    attempt: Attempt,
    state: State,
    /// The result of the first try, as soon as there is one.
    first: Option<bool>,
    /// The number of moves of the solution that the board shows, where it is walked through.
    step: Option<usize>,
    /// The person's rating before the puzzle.
    rating_before: f64,
    solved: u32,
    missed: u32,
    used: Vec<PuzzleId>,
    random: SplitMix,
    is_over: bool,
}

impl Trainer {
    /// Begins a training; `None` if there is no puzzle for it. `seed` varies the choice of puzzles.
    pub fn begin(
        training: Training,
        library: &Library,
        progress: &Progress,
        today: Day,
        seed: u64,
    ) -> Option<Trainer> {
        let mut random = SplitMix::new(seed);
        let puzzle = choose(training, library, progress, today, 0, &[], random.next())?;
        Some(Trainer::new(training, puzzle.clone(), progress, random))
    }

    /// A training with one puzzle alone.
    pub fn of_puzzle(puzzle: Puzzle, progress: &Progress) -> Trainer {
        Trainer::new(Training::One, puzzle, progress, SplitMix::new(0))
    }

    fn new(training: Training, puzzle: Puzzle, progress: &Progress, random: SplitMix) -> Trainer {
        Trainer {
            training,
            used: vec![PuzzleId::of(&puzzle)],
            attempt: Attempt::new(puzzle),
            state: State::Solving,
            first: None,
            step: None,
            rating_before: progress.rating(),
            solved: 0,
            missed: 0,
            random,
            is_over: false,
        }
    }

    /// The way of training.
    pub fn training(&self) -> Training {
        self.training
    }

    /// The puzzle on the board.
    pub fn puzzle(&self) -> &Puzzle {
        self.attempt.puzzle()
    }

    /// The state of the puzzle.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The result of the first try, as soon as there is one.
    pub fn first(&self) -> Option<bool> {
        self.first
    }

    /// The person's rating before the puzzle.
    pub fn rating_before(&self) -> f64 {
        self.rating_before
    }

    /// The puzzles of this training that were solved at the first try, and those that were missed.
    pub fn score(&self) -> (u32, u32) {
        (self.solved, self.missed)
    }

    /// Whether the training has ended: a miss too many, or the time is up.
    pub fn is_over(&self) -> bool {
        self.is_over
    }

    /// Whether the puzzle is solved, or its solution was asked for.
    pub fn is_done(&self) -> bool {
        matches!(self.state, State::Solved | State::GivenUp)
    }

    /// Whether the next point that the solver chooses is a move. After a wrong move it is another try.
    pub fn takes_moves(&self) -> bool {
        !self.is_over && !self.is_done()
    }

    /// The number of the solver's moves so far.
    pub fn turn(&self) -> usize {
        self.attempt.turn()
    }

    /// The moves of the solution that are on the board where it is walked through, and their number.
    pub fn walk(&self) -> Option<(usize, usize)> {
        let step = || self.step.unwrap_or_else(|| self.attempt.played().len());
        self.is_done().then(|| (step(), self.attempt.solution().len()))
    }

    /// The right move, for a hint that does not count; `None` when the puzzle is done.
    pub fn right_move(&self) -> Option<Point> {
        self.attempt.right_move().filter(|_| !self.is_done())
    }

    /// Takes a point as the solver's move. A refutation on the board leaves it first.
    ///
    /// # Errors
    /// When the move is not legal, or the puzzle is done.
    pub fn play(&mut self, point: Point, progress: &mut Progress, today: Day) -> Result<(), PlayError> {
        if !self.takes_moves() {
            return Err(PlayError::GameOver);
        }
        // The other side often takes the right point; a click there is another try.
        let verdict = self.attempt.play(point)?;
        self.again();
        match verdict {
            Verdict::Right(_) => {}
            Verdict::Solved => {
                self.state = State::Solved;
                self.settle(true, progress, today);
                self.end_day(true, progress, today);
            }
            Verdict::Wrong(refuted) => {
                let is_miss = refuted.mistake != Mistake::Slower;
                self.state = State::Refuted(refuted);
                if is_miss {
                    self.settle(false, progress, today);
                }
            }
        }
        Ok(())
    }

    /// The refutation leaves the board, for another try.
    pub fn again(&mut self) {
        if matches!(self.state, State::Refuted(_)) && !self.is_over {
            self.state = State::Solving;
        }
    }

    /// The right move; `None` when the puzzle is done. It counts as a miss before the first try.
    pub fn hint(&mut self, progress: &mut Progress, today: Day) -> Option<Point> {
        if !self.takes_moves() {
            return None;
        }
        self.again();
        self.settle(false, progress, today);
        self.attempt.right_move()
    }

    /// Shows the solution, which counts as a miss before the first try.
    pub fn give_up(&mut self, progress: &mut Progress, today: Day) {
        if !self.is_done() {
            self.state = State::GivenUp;
            self.settle(false, progress, today);
            self.end_day(false, progress, today);
            self.step = Some(0);
        }
    }

    /// The time of a training against the clock is up.
    pub fn end(&mut self) {
        self.is_over = true;
    }

    /// Goes through the solution of a puzzle that is done, by so many moves.
    pub fn go(&mut self, by: isize) {
        if let Some((step, length)) = self.walk() {
            self.step = Some(step.saturating_add_signed(by).min(length));
        }
    }

    /// Goes on to another puzzle; whether there is one.
    pub fn next(&mut self, library: &Library, progress: &Progress, today: Day) -> bool {
        if self.is_over {
            return false;
        }
        let number = self.random.next();
        let chosen = choose(self.training, library, progress, today, self.solved, &self.used, number);
        let Some(puzzle) = chosen else { return false };
        self.used.push(PuzzleId::of(puzzle));
        self.attempt = Attempt::new(puzzle.clone());
        (self.state, self.first, self.step) = (State::Solving, None, None);
        self.rating_before = progress.rating();
        true
    }

    /// The stones and marks on the board.
    pub fn shown(&self) -> Shown {
        let start = &self.puzzle().start;
        let played = self.attempt.played();
        // The wrong move and its refutation are numbered by themselves.
        let mut first = 0;
        let moves = match (&self.state, self.step) {
            (State::Refuted(refuted), _) => {
                first = played.len();
                let mut moves = played;
                moves.extend(&refuted.moves);
                moves
            }
            (State::Solved | State::GivenUp, Some(step)) => {
                let mut solution = self.attempt.solution();
                solution.truncate(step);
                solution
            }
            (State::Solved | State::GivenUp | State::Solving, _) => played,
        };
        let mut board = start.board().clone();
        moves.iter().for_each(|&(point, color)| board.set(point, Some(color)));
        let solver = self.puzzle().solver();
        let forbidden = match solver {
            Color::Black if self.state == State::Solving => self.attempt.position().forbidden_points(),
            _ => Vec::new(),
        };
        Shown {
            last: moves.last().map(|&(point, _)| point),
            next: self.takes_moves().then_some(solver),
            numbered: moves[first..].iter().map(|&(point, _)| point).collect(),
            forbidden,
            ..Shown::of(board)
        }
    }

    /// Counts the first try.
    fn settle(&mut self, is_solved: bool, progress: &mut Progress, today: Day) {
        if self.first.is_some() {
            return;
        }
        self.first = Some(is_solved);
        if is_solved {
            self.solved += 1;
        } else {
            self.missed += 1;
        }
        let puzzle = self.attempt.puzzle();
        let id = PuzzleId::of(puzzle);
        match self.training {
            Training::Rated | Training::Theme(_) => progress.count(puzzle, is_solved, today),
            Training::Repeat => progress.repeat(id, is_solved, today),
            Training::Mistakes if progress.is_due(id, today) => progress.repeat(id, is_solved, today),
            Training::Daily | Training::Run | Training::Rush | Training::Mistakes if !is_solved => {
                progress.miss(id, today);
            }
            Training::Daily | Training::Run | Training::Rush | Training::Mistakes | Training::One => {}
        }
        // A training that is left early counts as well.
        self.remember(progress);
        if self.training.most_misses().is_some_and(|most| self.missed >= most) {
            self.end();
        }
    }

    /// The puzzle of the day is done: it is solved, be it after other tries, or its solution is known.
    fn end_day(&self, is_solved: bool, progress: &mut Progress, today: Day) {
        if self.training == Training::Daily {
            progress.end_day(self.puzzle().start.rule(), today, is_solved);
        }
    }

    fn remember(&mut self, progress: &mut Progress) {
        match self.training {
            Training::Run => drop(progress.end_run(self.solved)),
            Training::Rush => drop(progress.end_rush(self.solved)),
            _ => {}
        }
    }
}

fn choose<'a>(
    training: Training,
    library: &'a Library,
    progress: &Progress,
    today: Day,
    solved: u32,
    used: &[PuzzleId],
    number: u64,
) -> Option<&'a Puzzle> {
    match training {
        Training::Rated => library.rated(progress, None, used, number),
        Training::Theme(theme) => library.rated(progress, Some(theme), used, number),
        Training::Daily => library.of_day(today).filter(|_| used.is_empty()),
        Training::Run | Training::Rush => library.run(solved, used, number),
        Training::Repeat => progress.due(today).into_iter().find_map(|id| library.get(id)),
        Training::Mistakes => library.mistake(progress, today, used, number),
        Training::One => None,
    }
}
