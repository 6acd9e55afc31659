//! A few positions from which a beginner learns what the game is about.

use tengen_game::{Board, BoardSize, Color, Point};

use super::{Mode, Picture};
use crate::consequence::Consequence;
use crate::context::Context;
use crate::{Notice, Sound, Tracked};

/// One position, in which the learner plays Black.
struct LessonStep {
    /// The key of the text before the move.
    task: &'static str,
    /// The key of the text after the right move.
    praise: &'static str,
    black: &'static [&'static str],
    white: &'static [&'static str],
    /// The right points; every empty one where there are none.
    right: &'static [&'static str],
}

const STEPS: [LessonStep; 6] = [
    LessonStep { task: "learn-place", praise: "learn-place-done", black: &[], white: &[], right: &[] },
    LessonStep {
        task: "learn-five",
        praise: "learn-five-done",
        black: &["c5", "d5", "e5", "f5"],
        white: &["d6", "e6", "f6", "e4"],
        right: &["b5", "g5"],
    },
    LessonStep {
        task: "learn-gap",
        praise: "learn-gap-done",
        black: &["c3", "d4", "f6", "g7"],
        white: &["d5", "e6", "f5", "g5"],
        right: &["e5"],
    },
    LessonStep {
        task: "learn-block",
        praise: "learn-block-done",
        black: &["b4", "d5", "e5", "g6"],
        white: &["c4", "d4", "e4", "f4"],
        right: &["g4"],
    },
    LessonStep {
        task: "learn-three",
        praise: "learn-three-done",
        black: &["d6", "f7", "h3"],
        white: &["d5", "e5", "f5"],
        right: &["c5", "g5"],
    },
    LessonStep {
        task: "learn-fork",
        praise: "learn-fork-done",
        black: &["c5", "d5", "e3", "e4"],
        white: &["c6", "d7", "f3", "g6"],
        right: &["e5"],
    },
];

/// Wrong moves after which the right one is shown.
const PATIENCE: u8 = 2;

/// A step of the lesson, and the learner's moves in it.
#[derive(Clone, Debug, PartialEq)]
pub struct Lesson {
    step: usize,
    board: Board,
    /// The stone that was the answer.
    answer: Option<Point>,
    misses: u8,
}

impl Default for Lesson {
    fn default() -> Lesson {
        Lesson::new(0)
    }
}

/// The commands.
impl Lesson {
    /// Begins the lesson. The game waits.
    pub fn begin(_: &mut Tracked<Mode>, _: &mut Context<'_>) -> Vec<Consequence> {
        Mode::cover_game(Mode::Lesson(Lesson::default()), Notice::Nothing)
    }

    /// Continues to the next step, if there is one.
    pub fn next(mode: &mut Tracked<Mode>, _: &mut Context<'_>) -> Vec<Consequence> {
        mode.try_change(|mode| mode.lesson_mut().map(Lesson::advance));
        Vec::new()
    }

    /// Goes back from the lesson to the game.
    pub fn leave(mode: &mut Tracked<Mode>, _: &mut Context<'_>) -> Vec<Consequence> {
        if mode.lesson().is_some() { Mode::uncover_game() } else { Vec::new() }
    }
}

impl Lesson {
    /// The number of steps.
    pub const LENGTH: usize = STEPS.len();

    fn new(step: usize) -> Lesson {
        let size = BoardSize::try_from(9).unwrap_or(BoardSize::FIFTEEN);
        let mut board = Board::new(size);
        for (color, names) in [(Color::Black, STEPS[step].black), (Color::White, STEPS[step].white)] {
            for point in points(names, size) {
                board.set(point, Some(color));
            }
        }
        Lesson { step, board, answer: None, misses: 0 }
    }

    /// The stones of the step. The learner plays Black, once in each step.
    pub(super) fn picture(&self) -> Picture {
        let next = self.answer.is_none().then_some(Color::Black);
        Picture { last: self.answer, hint: self.hint(), next, ..Picture::of(self.board.clone()) }
    }

    /// The number of the step, from 1.
    pub fn number(&self) -> usize {
        self.step + 1
    }

    /// The stones of the step.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The right move, once it is made.
    pub fn answer(&self) -> Option<Point> {
        self.answer
    }

    /// Whether no step follows.
    pub fn is_last(&self) -> bool {
        self.step + 1 == STEPS.len()
    }

    /// The key of the text beside the board.
    pub fn text_key(&self) -> &'static str {
        let step = &STEPS[self.step];
        if self.answer.is_some() { step.praise } else { step.task }
    }

    /// Whether the last move was not the right one.
    pub fn has_missed(&self) -> bool {
        self.misses > 0 && self.answer.is_none()
    }

    /// A correct point, for the hint.
    pub fn hint(&self) -> Option<Point> {
        let is_wanted = self.answer.is_none() && self.misses >= PATIENCE;
        points(STEPS[self.step].right, self.board.size()).next().filter(|_| is_wanted)
    }

    /// Takes a point as the learner's move.
    pub(super) fn click(&mut self, point: Point) -> Vec<Consequence> {
        self.place(point);
        vec![Consequence::Sound(Sound::Stone)]
    }

    /// Continues to the next step, if there is one.
    fn advance(&mut self) {
        if !self.is_last() {
            *self = Lesson::new(self.step + 1);
        }
    }

    fn place(&mut self, point: Point) {
        if self.answer.is_some() || self.board.stone(point).is_some() {
            return;
        }
        let right = STEPS[self.step].right;
        if right.is_empty() || points(right, self.board.size()).any(|it| it == point) {
            self.board.set(point, Some(Color::Black));
            self.answer = Some(point);
        } else {
            self.misses = self.misses.saturating_add(1);
        }
    }
}

fn points(names: &'static [&'static str], size: BoardSize) -> impl Iterator<Item = Point> {
    names.iter().filter_map(move |name| Point::parse(name, size).ok())
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_game::{Outcome, Position, Rule};

    fn with(board: &Board, point: Point, color: Color) -> Board {
        let mut board = board.clone();
        board.set(point, Some(color));
        board
    }

    fn has_won(board: &Board, color: Color) -> bool {
        let position = Position::from_board(Rule::FREESTYLE, board.clone(), Color::Black).unwrap();
        position.outcome().and_then(Outcome::winner) == Some(color)
    }

    fn empty(board: &Board) -> Vec<Point> {
        board.size().points().filter(|&point| board.stone(point).is_none()).collect()
    }

    /// Where a side wins at once.
    fn fives(board: &Board, color: Color) -> Vec<Point> {
        empty(board).into_iter().filter(|&point| has_won(&with(board, point, color), color)).collect()
    }

    /// Where a side gets two such points at once.
    fn open_fours(board: &Board, color: Color) -> Vec<Point> {
        let threatens_two = |&point: &Point| fives(&with(board, point, color), color).len() >= 2;
        empty(board).into_iter().filter(threatens_two).collect()
    }

    fn right(step: usize) -> (Board, Vec<Point>) {
        let board = Lesson::new(step).board;
        let mut right: Vec<Point> = points(STEPS[step].right, board.size()).collect();
        right.sort_by_key(|point| (point.y(), point.x()));
        (board, right)
    }

    #[test]
    fn the_right_points_are_right_and_there_are_no_others() {
        for step in [1, 2] {
            let (board, right) = right(step);
            assert_eq!(fives(&board, Color::Black), right, "step {step}");
        }
        let (board, block) = right(3);
        assert!(fives(&board, Color::Black).is_empty());
        assert_eq!(fives(&board, Color::White), block);

        let (board, against_three) = right(4);
        assert!(open_fours(&board, Color::Black).is_empty());
        let holds = |&point: &Point| open_fours(&with(&board, point, Color::Black), Color::White).is_empty();
        assert_eq!(empty(&board).into_iter().filter(holds).collect::<Vec<_>>(), against_three);

        // After every answer of White to the fork, Black gets an open four. It is the only such point.
        let (board, fork) = right(5);
        assert!(open_fours(&board, Color::Black).is_empty());
        let wins = |&point: &Point| {
            let forked = with(&board, point, Color::Black);
            let answers = empty(&forked);
            answers
                .into_iter()
                .all(|answer| !open_fours(&with(&forked, answer, Color::White), Color::Black).is_empty())
        };
        assert_eq!(empty(&board).into_iter().filter(wins).collect::<Vec<_>>(), fork);
    }

    #[test]
    fn a_wrong_move_is_reported_and_the_second_shows_a_hint() {
        let mut lesson = Lesson::new(1);
        lesson.place(Point::new(0, 0));
        assert!(lesson.has_missed() && lesson.hint().is_none() && lesson.answer().is_none());
        lesson.place(Point::new(0, 1));
        let hint = lesson.hint().unwrap();
        lesson.place(hint);
        assert_eq!((lesson.answer(), lesson.hint(), lesson.has_missed()), (Some(hint), None, false));
        assert_eq!(lesson.text_key(), "learn-five-done");
        assert!(!lesson.is_last() && Lesson::new(Lesson::LENGTH - 1).is_last());
    }
}
