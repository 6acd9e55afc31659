//! The mode of a match: what is on the board, and what a command means there.
//!
//! Each mode is a type with its own state and its commands, in a file of its own. A command takes the mode and a
//! [`Context`], and returns [`Consequence`]s; none has access to the match.

mod exercise;
mod proof;
mod replay;
mod setup;
mod warned;
mod why_not;

use tengen_game::{Board, BoardSize, Color, ForbiddenKind, Point};

use crate::consequence::Consequence;
use crate::context::Context;
use crate::{Finding, Notice, Tracked};

pub use proof::Walk;
pub use replay::{Replay, Speed};
pub use setup::{Setup, SetupRefusal};
pub use warned::{Warned, Warning};
pub use why_not::{Against, Objection, Question, WhyNot};

/// What is on the board.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Mode {
    /// The game.
    #[default]
    Game,
    /// A position that is being set up.
    Setup(Setup),
    /// A puzzle or a lesson, whose moves the front end judges.
    Exercise(Picture),
    /// The game, as it plays itself.
    Replay(Replay),
    /// A proof about the position on the board, which is walked through.
    Proof(Walk),
    /// A question why a move is not played.
    WhyNot(WhyNot),
    /// A finding of the review: the position that it is about, and the line that was better or that refutes the move.
    Finding(Finding),
    /// A warning of the coach about the person's last move.
    Warned(Warned),
}

/// The stones of a mode that has a board of its own, in place of those of the game.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    /// The stones.
    pub board: Board,
    /// The stone that was placed last.
    pub last: Option<Point>,
    /// A recommended point.
    pub hint: Option<Point>,
    /// The colour of the stone that a click places; `None` where a click places none, or stones of either colour.
    pub next: Option<Color>,
    /// The stones that are numbered, from 1.
    pub numbered: Vec<Point>,
    /// The points that are marked with letters, from A.
    pub marked: Vec<Point>,
    /// The points that are forbidden to the side that is to move.
    pub forbidden: Vec<(Point, ForbiddenKind)>,
}

impl Picture {
    /// These stones, and nothing else.
    pub fn of(board: Board) -> Picture {
        let (numbered, marked, forbidden) = (Vec::new(), Vec::new(), Vec::new());
        Picture { board, last: None, hint: None, next: None, numbered, marked, forbidden }
    }
}

/// The message of a mode in the status line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Message {
    /// The task of an exercise, or the judgement of a move, which the front end has.
    Exercise,
    /// The game plays itself.
    Replay,
    /// The user is asked for the point of a question.
    Asking,
    /// The engine works on a question.
    Working,
    /// The answer to a question, which is [`Mode::objection`].
    Answer,
    /// The warning of the coach, which is [`Mode::warned`].
    Warning,
}

impl Mode {
    /// The position that is being set up.
    pub fn setup(&self) -> Option<&Setup> {
        if let Mode::Setup(setup) = self { Some(setup) } else { None }
    }

    fn setup_mut(&mut self) -> Option<&mut Setup> {
        if let Mode::Setup(setup) = self { Some(setup) } else { None }
    }

    /// The proof that is walked through: a solver's, or the answer to a question why a move is not played.
    pub fn walk(&self) -> Option<&Walk> {
        match self {
            Mode::Proof(walk) | Mode::WhyNot(WhyNot::Answered { walk: Some(walk), .. }) => Some(walk),
            Mode::Warned(warned) => warned.walk(),
            _ => None,
        }
    }

    /// The warning of the coach.
    pub fn warned(&self) -> Option<&Warned> {
        if let Mode::Warned(warned) = self { Some(warned) } else { None }
    }

    fn walk_mut(&mut self) -> Option<&mut Walk> {
        match self {
            Mode::Proof(walk) | Mode::WhyNot(WhyNot::Answered { walk: Some(walk), .. }) => Some(walk),
            Mode::Warned(warned) => warned.walk_mut(),
            _ => None,
        }
    }

    /// The answer to the question why a move is not played.
    pub fn objection(&self) -> Option<&Objection> {
        if let Mode::WhyNot(WhyNot::Answered { objection, .. }) = self { Some(objection) } else { None }
    }

    /// The finding of the review that is on the board.
    pub fn finding(&self) -> Option<&Finding> {
        if let Mode::Finding(finding) = self { Some(finding) } else { None }
    }

    /// The board of the mode, where it has one of its own.
    pub fn picture(&self) -> Option<Picture> {
        match self {
            Mode::Setup(setup) => Some(setup.picture()),
            Mode::Exercise(picture) => Some(picture.clone()),
            Mode::Game
            | Mode::Replay(_)
            | Mode::Proof(_)
            | Mode::WhyNot(_)
            | Mode::Finding(_)
            | Mode::Warned(_) => None,
        }
    }

    /// The message of the mode; `None` where the message is that of the game.
    pub fn message(&self) -> Option<Message> {
        match self {
            Mode::Exercise(_) => Some(Message::Exercise),
            Mode::Replay(_) => Some(Message::Replay),
            Mode::WhyNot(WhyNot::Asking) => Some(Message::Asking),
            Mode::WhyNot(WhyNot::Working(_)) => Some(Message::Working),
            Mode::WhyNot(WhyNot::Answered { .. }) => Some(Message::Answer),
            Mode::Warned(_) => Some(Message::Warning),
            Mode::Game | Mode::Setup(_) | Mode::Proof(_) | Mode::Finding(_) => None,
        }
    }

    /// Whether the line on the board belongs to the mode, and stays as long as the mode.
    pub fn has_line(&self) -> bool {
        self.objection().is_some() || self.finding().is_some()
    }

    /// Whether the next point that the user chooses is asked about.
    pub fn is_asking(&self) -> bool {
        matches!(self, Mode::WhyNot(WhyNot::Asking))
    }

    /// Whether the mode is a question why a move is not played, in whatever state.
    pub fn is_why_not(&self) -> bool {
        matches!(self, Mode::WhyNot(_))
    }

    /// The question on which the engine works.
    pub(crate) fn question(&self) -> Option<&Question> {
        if let Mode::WhyNot(WhyNot::Working(question)) = self { Some(question) } else { None }
    }

    fn question_mut(&mut self) -> Option<&mut Question> {
        if let Mode::WhyNot(WhyNot::Working(question)) = self { Some(question) } else { None }
    }

    /// Whether the engine works on a question why a move is not played.
    pub(crate) fn is_working(&self) -> bool {
        self.question().is_some()
    }

    /// Whether the mode ends when another position comes on the board.
    pub(crate) fn is_about_position(&self) -> bool {
        matches!(self, Mode::Proof(_) | Mode::WhyNot(_) | Mode::Finding(_) | Mode::Warned(_))
    }

    /// Whether the game plays itself.
    pub fn is_replay(&self) -> bool {
        matches!(self, Mode::Replay(_))
    }

    /// Whether the board has the game's stones, and neither those of an exercise nor those of a position that is being set up.
    pub fn shows_game(&self) -> bool {
        !matches!(self, Mode::Setup(_) | Mode::Exercise(_))
    }

    /// The size of the board that is shown, where the mode has a board of its own.
    pub(crate) fn board_size(&self) -> Option<BoardSize> {
        let board = match self {
            Mode::Setup(setup) => Some(&setup.board),
            Mode::Exercise(picture) => Some(&picture.board),
            _ => None,
        };
        board.map(Board::size)
    }

    /// Goes back to the game if the mode is one of these; whether it was.
    pub(crate) fn end_if(mode: &mut Tracked<Mode>, is: impl FnOnce(&Mode) -> bool) -> bool {
        let ends = is(mode);
        if ends {
            mode.set(Mode::Game);
        }
        ends
    }

    /// Puts something else than the game on the board.
    fn cover_game(mode: Mode, notice: Notice) -> Vec<Consequence> {
        vec![Consequence::ClearBoard, Consequence::Mode(mode), Consequence::Notice(notice)]
    }

    /// Goes back to the game.
    fn uncover_game() -> Vec<Consequence> {
        vec![Consequence::Mode(Mode::Game), Consequence::Notice(Notice::Nothing), Consequence::CallEngine]
    }

    /// The finding on the board leaves it, with its line.
    pub(crate) fn end_finding(mode: &mut Tracked<Mode>) -> Option<Consequence> {
        let ends = Mode::end_if(mode, |mode| mode.finding().is_some());
        ends.then_some(Consequence::Preview(Vec::new()))
    }

    /// What follows from a click on a point; `None` where clicks concern the game.
    pub(crate) fn click(&mut self, point: Point, context: &mut Context<'_>) -> Option<Vec<Consequence>> {
        match self {
            Mode::Setup(setup) => Some(setup.click(point)),
            Mode::Exercise(_) => Some(exercise::click(point)),
            Mode::WhyNot(WhyNot::Asking) => Some(WhyNot::ask(point, context)),
            Mode::Proof(walk) | Mode::WhyNot(WhyNot::Answered { walk: Some(walk), .. }) => {
                walk.defend(point.into());
                Some(Vec::new())
            }
            // The board waits until the person has decided.
            Mode::Warned(warned) => {
                warned.walk_mut().into_iter().for_each(|walk| walk.defend(point.into()));
                Some(Vec::new())
            }
            Mode::Game
            | Mode::Replay(_)
            | Mode::Finding(_)
            | Mode::WhyNot(WhyNot::Working(_) | WhyNot::Answered { walk: None, .. }) => None,
        }
    }

    /// The time at which the mode is due, in milliseconds; `None` for one that does nothing by itself.
    pub(crate) fn wake_at(&self) -> Option<u64> {
        if let Mode::Replay(replay) = self { Some(replay.wake_at()) } else { None }
    }
}
