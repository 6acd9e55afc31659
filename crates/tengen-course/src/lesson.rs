//! The lessons and their steps.

use tengen_game::{Board, Color, Point, Position};
use tengen_puzzles::Puzzle;

use crate::goal::Goal;

/// All lessons, in the order in which they are taken.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Course {
    pub(crate) lessons: Vec<Lesson>,
}

/// A part of the course.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Chapter {
    /// The aim of the game, and the answer to a direct threat.
    Basics,
    /// Threes and fours, whole and broken, open and closed.
    Shapes,
    /// Wins by fours, and by fours and threes.
    Attack,
    /// Stopping the wins of the other side.
    Defence,
    /// The forbidden moves of renju.
    Renju,
    /// Opening rules, and the play of whole games.
    Openings,
}

/// A lesson: a few steps about one idea, with exercises at the end.
#[derive(Clone, Debug, PartialEq)]
pub struct Lesson {
    /// The name in links and in the progress: lower-case letters and hyphens.
    pub id: String,
    /// The part of the course that the lesson belongs to.
    pub chapter: Chapter,
    /// The steps; one at least.
    pub steps: Vec<Step>,
}

/// A step of a lesson.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// The key of the text before the move, or beside the board; `None` for an exercise, whose text follows from its kind.
    pub text_key: Option<String>,
    /// The content.
    pub content: Content,
}

/// The content of a step.
#[derive(Clone, Debug, PartialEq)]
#[allow(clippy::large_enum_variant, reason = "a course has a few hundred steps")]
pub enum Content {
    /// A position to look at, with moves that are played one after the other.
    Reading {
        /// The position.
        diagram: Diagram,
        /// The moves; often none.
        line: Vec<Point>,
    },
    /// A position in which the learner finds a point.
    Task {
        /// The position.
        diagram: Diagram,
        /// The condition that a right point meets.
        goal: Goal,
    },
    /// A position in which the learner chooses a side.
    Side {
        /// The position. The side to move is that of the game, and not of the learner.
        diagram: Diagram,
        /// The right side, which wins by force.
        right: Color,
    },
    /// A puzzle with its proof.
    Puzzle(Puzzle),
}

/// A position with marks.
#[derive(Clone, Debug, PartialEq)]
pub struct Diagram {
    /// The position.
    pub position: Position,
    /// The points with letters, from A on.
    pub marks: Vec<Point>,
}

impl Course {
    /// The lessons, in the order in which they are taken.
    pub fn lessons(&self) -> &[Lesson] {
        &self.lessons
    }

    /// The lesson with this name.
    pub fn lesson(&self, id: &str) -> Option<&Lesson> {
        self.lessons.iter().find(|lesson| lesson.id == id)
    }

    /// The lesson after the one with this name.
    pub fn after(&self, id: &str) -> Option<&Lesson> {
        let index = self.lessons.iter().position(|lesson| lesson.id == id)?;
        self.lessons.get(index + 1)
    }
}

impl Chapter {
    /// All chapters, in their order.
    pub const ALL: [Chapter; 6] = [
        Chapter::Basics,
        Chapter::Shapes,
        Chapter::Attack,
        Chapter::Defence,
        Chapter::Renju,
        Chapter::Openings,
    ];

    /// The name in the text of the course.
    pub const fn name(self) -> &'static str {
        match self {
            Chapter::Basics => "basics",
            Chapter::Shapes => "shapes",
            Chapter::Attack => "attack",
            Chapter::Defence => "defence",
            Chapter::Renju => "renju",
            Chapter::Openings => "openings",
        }
    }

    /// The key of the title.
    pub fn title_key(self) -> String {
        format!("chapter-{}", self.name())
    }
}

impl Lesson {
    /// The key of the title.
    pub fn title_key(&self) -> String {
        format!("course-{}", self.id)
    }
}

impl Step {
    /// The key of the text after the right move; `None` where none is told, or none is asked for.
    pub fn praise_key(&self) -> Option<String> {
        let is_asked = matches!(self.content, Content::Task { .. } | Content::Side { .. });
        self.text_key.as_ref().filter(|_| is_asked).map(|key| format!("{key}-done"))
    }

    /// The stones before the first move.
    pub fn board(&self) -> &Board {
        match &self.content {
            Content::Reading { diagram, .. }
            | Content::Task { diagram, .. }
            | Content::Side { diagram, .. } => diagram.position.board(),
            Content::Puzzle(puzzle) => puzzle.start.board(),
        }
    }
}
