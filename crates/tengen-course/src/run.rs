//! A lesson that a learner goes through.

use tengen_game::{Board, BoardSize, Color, PlayError, Point};
use tengen_puzzles::{Progress, Shown, State as PuzzleState, Trainer};

use crate::goal::Goal;
use crate::lesson::{Content, Diagram, Lesson, Step};

/// Wrong moves after which the right one is shown.
const PATIENCE: u8 = 2;

/// A lesson with the step that is on the board.
#[derive(Clone, Debug, PartialEq)]
pub struct Run {
    lesson: Lesson,
    at: usize,
    on_board: OnBoard,
}

/// The state of a step.
#[derive(Clone, Debug, PartialEq)]
enum OnBoard {
    /// The number of moves of the line that are on the board.
    Reading(usize),
    Task {
        misses: u8,
        state: State,
    },
    Puzzle {
        trainer: Box<Trainer>,
        misses: u8,
    },
}

/// The state of a task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum State {
    /// A point, or a side, is to be chosen.
    Open,
    /// The last choice was wrong. The moves show why, each with its side; none where a side was chosen.
    Missed(Vec<(Point, Color)>),
    /// The task is done, with this point; `None` for the choice of a side.
    Done(Option<Point>),
}

impl Run {
    /// Begins a lesson with one of its steps; with the first if there is no such step.
    pub fn begin(lesson: &Lesson, step: usize) -> Run {
        let at = if step < lesson.steps.len() { step } else { 0 };
        Run { lesson: lesson.clone(), at, on_board: on_board(lesson.steps.get(at)) }
    }

    /// The lesson.
    pub fn lesson(&self) -> &Lesson {
        &self.lesson
    }

    /// The number of the step, from 0.
    pub fn at(&self) -> usize {
        self.at
    }

    /// The step on the board; `None` only for a lesson without steps.
    pub fn step(&self) -> Option<&Step> {
        self.lesson.steps.get(self.at)
    }

    /// Whether no step follows.
    pub fn is_last(&self) -> bool {
        self.at + 1 >= self.lesson.steps.len()
    }

    /// Whether the step is done, so that the lesson can go on.
    pub fn is_done(&self) -> bool {
        match &self.on_board {
            OnBoard::Reading(shown) => *shown >= self.line().len(),
            OnBoard::Task { state, .. } => matches!(state, State::Done(_)),
            OnBoard::Puzzle { trainer, .. } => trainer.is_done(),
        }
    }

    /// Whether there is something after this: another move of the line, or another step once this one is done.
    pub fn can_go_on(&self) -> bool {
        !self.is_done() && matches!(self.on_board, OnBoard::Reading(_)) || self.is_done() && !self.is_last()
    }

    /// The state of the task on the board; `None` where the step is none.
    pub fn state(&self) -> Option<&State> {
        if let OnBoard::Task { state, .. } = &self.on_board { Some(state) } else { None }
    }

    /// The puzzle on the board.
    pub fn puzzle(&self) -> Option<&Trainer> {
        if let OnBoard::Puzzle { trainer, .. } = &self.on_board { Some(trainer) } else { None }
    }

    /// The condition that the right points of the task on the board meet.
    pub fn goal(&self) -> Option<Goal> {
        if let Some(Content::Task { goal, .. }) = self.content() { Some(*goal) } else { None }
    }

    /// Whether the learner is to choose a side.
    pub fn asks_for_side(&self) -> bool {
        let is_side = matches!(self.content(), Some(Content::Side { .. }));
        is_side && !self.is_done()
    }

    /// Takes a point as the learner's move.
    ///
    /// # Errors
    /// When a stone is there, or the move is not legal where it had to be. A step that takes no moves refuses all.
    pub fn play(&mut self, point: Point) -> Result<(), PlayError> {
        match &mut self.on_board {
            OnBoard::Puzzle { trainer, misses } => {
                trainer.play(point, &mut Progress::default(), 0)?;
                if matches!(trainer.state(), PuzzleState::Refuted(_)) {
                    *misses = misses.saturating_add(1);
                }
                Ok(())
            }
            OnBoard::Task { misses, state } if !matches!(state, State::Done(_)) => {
                let Some(Content::Task { diagram, goal }) =
                    self.lesson.steps.get(self.at).map(|step| &step.content)
                else {
                    return Err(PlayError::GameOver);
                };
                let position = &diagram.position;
                let is_right = goal.accepts(position, &diagram.marks, point);
                let legal = position.check(point);
                if is_right {
                    *state = State::Done(Some(point));
                    return Ok(());
                }
                // A stone on a stone is no try. A forbidden point is a wrong one where the question is which are allowed.
                match legal {
                    Err(PlayError::Forbidden { .. }) if *goal == Goal::Allowed => {}
                    Err(refusal) => return Err(refusal),
                    Ok(()) => {}
                }
                *misses = misses.saturating_add(1);
                let side = position.side_to_move();
                let mut moves = Vec::new();
                if legal.is_ok() && !matches!(goal, Goal::Forbidden | Goal::Allowed) {
                    moves.push((point, side));
                    moves.extend(goal.refutation(position, point).into_iter().map(|answer| (answer, !side)));
                }
                *state = State::Missed(moves);
                Ok(())
            }
            OnBoard::Task { .. } | OnBoard::Reading(_) => Err(PlayError::GameOver),
        }
    }

    /// Takes the learner's choice of a side.
    pub fn choose(&mut self, side: Color) {
        let right = match self.content() {
            Some(Content::Side { right, .. }) => *right,
            _ => return,
        };
        if let OnBoard::Task { misses, state } = &mut self.on_board
            && !matches!(state, State::Done(_))
        {
            if side == right {
                *state = State::Done(None);
            } else {
                *misses = misses.saturating_add(1);
                *state = State::Missed(Vec::new());
            }
        }
    }

    /// The wrong move leaves the board, for another try.
    pub fn again(&mut self) {
        match &mut self.on_board {
            OnBoard::Task { state, .. } if matches!(state, State::Missed(_)) => *state = State::Open,
            OnBoard::Puzzle { trainer, .. } => trainer.again(),
            OnBoard::Task { .. } | OnBoard::Reading(_) => {}
        }
    }

    /// Shows the answer, with which the step is done.
    pub fn give_up(&mut self) {
        let answer = self.right();
        match &mut self.on_board {
            OnBoard::Task { state, .. } => *state = State::Done(answer),
            OnBoard::Puzzle { trainer, .. } => {
                trainer.give_up(&mut Progress::default(), 0);
                trainer.go(isize::MAX);
            }
            OnBoard::Reading(_) => {}
        }
    }

    /// Goes on: to the next move of a line, or to the next step. A step that is not done stays.
    pub fn next(&mut self) {
        let length = self.line().len();
        match &mut self.on_board {
            OnBoard::Reading(shown) if *shown < length => *shown += 1,
            _ => {
                if self.is_done() && !self.is_last() {
                    self.go_to(self.at + 1);
                }
            }
        }
    }

    /// Goes back: to the move before of a line, or to the step before.
    pub fn back(&mut self) {
        match &mut self.on_board {
            OnBoard::Reading(shown) if *shown > 0 => *shown -= 1,
            _ if self.at > 0 => self.go_to(self.at - 1),
            _ => {}
        }
    }

    /// Whether there is something before.
    pub fn can_go_back(&self) -> bool {
        self.at > 0 || matches!(self.on_board, OnBoard::Reading(shown) if shown > 0)
    }

    /// The stones and marks on the board.
    pub fn shown(&self) -> Shown {
        let Some(step) = self.step() else {
            return Shown::of(Board::new(BoardSize::FIFTEEN));
        };
        match (&step.content, &self.on_board) {
            (Content::Reading { diagram, line }, OnBoard::Reading(shown)) => {
                let side = diagram.position.side_to_move();
                let moves = line.iter().take(*shown).copied();
                let moves = moves.zip([side, !side].into_iter().cycle()).collect::<Vec<_>>();
                Shown { marked: diagram.marks.clone(), ..after(step.board(), &moves) }
            }
            (Content::Task { diagram, goal }, OnBoard::Task { state, .. }) => {
                self.task_shown(step, diagram, *goal, state)
            }
            (_, OnBoard::Puzzle { trainer, misses }) => {
                let hints = *misses >= PATIENCE && *trainer.state() == PuzzleState::Solving;
                Shown { hint: trainer.right_move().filter(|_| hints), ..trainer.shown() }
            }
            (Content::Side { diagram, .. }, _) => {
                Shown { marked: diagram.marks.clone(), ..Shown::of(step.board().clone()) }
            }
            _ => Shown::of(step.board().clone()),
        }
    }

    fn task_shown(&self, step: &Step, diagram: &Diagram, goal: Goal, state: &State) -> Shown {
        let position = &diagram.position;
        let side = position.side_to_move();
        let is_about_forbidden = matches!(goal, Goal::Forbidden | Goal::Allowed);
        let moves = match state {
            State::Open => Vec::new(),
            State::Missed(moves) => moves.clone(),
            State::Done(Some(point)) if goal != Goal::Forbidden => vec![(*point, side)],
            State::Done(_) => Vec::new(),
        };
        let is_done = matches!(state, State::Done(_));
        let shows_forbidden = is_done && is_about_forbidden;
        Shown {
            marked: diagram.marks.clone(),
            hint: self.hint(),
            next: (!is_done && goal != Goal::Forbidden).then_some(side),
            forbidden: if shows_forbidden { position.forbidden_points() } else { Vec::new() },
            ..after(step.board(), &moves)
        }
    }

    /// A right point, once there were too many wrong ones.
    fn hint(&self) -> Option<Point> {
        match &self.on_board {
            OnBoard::Task { misses, state } if *misses >= PATIENCE && !matches!(state, State::Done(_)) => {
                self.right()
            }
            _ => None,
        }
    }

    /// The right point of the task on the board: of several, the nearest to the middle.
    fn right(&self) -> Option<Point> {
        let Some(Content::Task { diagram, goal }) = self.content() else { return None };
        let centre = diagram.position.size().center();
        let distance = |point: &Point| {
            u32::from(point.x().abs_diff(centre.x())) + u32::from(point.y().abs_diff(centre.y()))
        };
        goal.right(&diagram.position, &diagram.marks).into_iter().min_by_key(distance)
    }

    fn content(&self) -> Option<&Content> {
        self.step().map(|step| &step.content)
    }

    fn line(&self) -> &[Point] {
        if let Some(Content::Reading { line, .. }) = self.content() { line } else { &[] }
    }

    fn go_to(&mut self, step: usize) {
        self.at = step;
        self.on_board = on_board(self.lesson.steps.get(step));
    }
}

/// The beginning of a step.
fn on_board(step: Option<&Step>) -> OnBoard {
    match step.map(|step| &step.content) {
        Some(Content::Task { .. } | Content::Side { .. }) => OnBoard::Task { misses: 0, state: State::Open },
        Some(Content::Puzzle(puzzle)) => {
            let trainer = Box::new(Trainer::of_puzzle(puzzle.clone(), &Progress::default()));
            OnBoard::Puzzle { trainer, misses: 0 }
        }
        Some(Content::Reading { .. }) | None => OnBoard::Reading(0),
    }
}

/// These stones with moves, which are numbered if there are several.
fn after(board: &Board, moves: &[(Point, Color)]) -> Shown {
    let mut board = board.clone();
    moves.iter().for_each(|&(point, color)| board.set(point, Some(color)));
    let points: Vec<Point> = moves.iter().map(|&(point, _)| point).collect();
    let last = points.last().copied();
    let numbered = if points.len() > 1 { points } else { Vec::new() };
    Shown { last, numbered, ..Shown::of(board) }
}
