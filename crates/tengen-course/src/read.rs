//! Reading the text of a course.
//!
//! ```text
//! # A line with a comment.
//! chapter basics
//! lesson five
//!
//! step read
//!   marks e5
//!   . . . . .
//!   (the diagram goes on)
//!
//! step task stop-five      a task with texts of its own; `drill` for one without
//!   rule renju
//!   white                  White is to move; Black otherwise
//!   (diagram)
//!
//! step side black          the learner chooses a side, and Black is right
//! step puzzle              an exercise; the text of the puzzle is on the next line
//!   AbC0…
//! ```

use std::fmt::Write as _;

use tengen_game::{Board, Color, Point, Position, Rule, diagram};
use tengen_puzzles::{Puzzle, PuzzleTextError};

use crate::goal::{Goal, ParseGoalError};
use crate::lesson::{Chapter, Content, Course, Diagram, Lesson, Step};

/// A text is no course.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {fault}")]
pub struct CourseError {
    /// The number of the line, from 1.
    pub line: usize,
    /// The fault.
    pub fault: Fault,
}

/// The fault of a line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// The line begins with no known word, or has one too few.
    #[error("expected `chapter NAME`, `lesson NAME`, `step KIND`, or the content of a step, found `{0}`")]
    Line(String),
    /// There is no such chapter.
    #[error("expected a chapter, found `{0}`")]
    Chapter(String),
    /// A lesson comes before the first chapter, or a step before the first lesson.
    #[error("expected a {0} before this line")]
    Missing(&'static str),
    /// Another lesson has the same name, or it has other characters than lower-case letters and hyphens.
    #[error("expected a new name of lower-case letters and hyphens, found `{0}`")]
    Name(String),
    /// There is no such goal.
    #[error(transparent)]
    Goal(#[from] ParseGoalError),
    /// There is no such rule.
    #[error("expected a rule, found `{0}`")]
    Rule(String),
    /// There is no such side.
    #[error("expected `black` or `white`, found `{0}`")]
    Side(String),
    /// The stones are no position.
    #[error("the step has no position: {0}")]
    Position(String),
    /// A point is not on the board.
    #[error("expected points of the board, found `{0}`")]
    Points(String),
    /// The text is no puzzle.
    #[error(transparent)]
    Puzzle(#[from] PuzzleTextError),
}

/// The lines of a step.
struct Draft {
    line: usize,
    kind: Kind,
    rule: Rule,
    side: Color,
    marks: String,
    moves: String,
    /// The rows of the diagram, or the text of the puzzle.
    rows: String,
}

enum Kind {
    Read,
    /// A task, and whether it has texts of its own.
    Task(Goal, bool),
    Side(Color),
    Puzzle,
}

impl Course {
    /// Reads the chapters of a course.
    ///
    /// # Errors
    /// The first line that is no part of a course. Lines count on from one chapter to the next.
    pub fn read<'a>(chapters: impl IntoIterator<Item = &'a str>) -> Result<Course, CourseError> {
        let mut reader = Reader::default();
        let lines = chapters.into_iter().flat_map(str::lines);
        for (number, line) in (1..).zip(lines) {
            reader.line(number, line).map_err(|fault| CourseError { line: number, fault })?;
        }
        reader.end_step().map_err(|(line, fault)| CourseError { line, fault })?;
        Ok(Course { lessons: reader.lessons })
    }
}

#[derive(Default)]
struct Reader {
    chapter: Option<Chapter>,
    lessons: Vec<Lesson>,
    draft: Option<Draft>,
}

impl Reader {
    fn line(&mut self, number: usize, line: &str) -> Result<(), Fault> {
        let content = line.trim();
        if content.is_empty() || content.starts_with('#') {
            return Ok(());
        }
        let (word, rest) = content.split_once(' ').map_or((content, ""), |(word, rest)| (word, rest.trim()));
        match word {
            "chapter" | "lesson" | "step" => {
                self.end_step().map_err(|(_, fault)| fault)?;
                match word {
                    "chapter" => self.chapter = Some(chapter(rest)?),
                    "lesson" => self.begin_lesson(rest)?,
                    _ => self.draft = Some(draft(number, rest)?),
                }
            }
            _ => {
                let unknown = || Fault::Line(content.to_owned());
                let draft = self.draft.as_mut().ok_or_else(unknown)?;
                match word {
                    "rule" => draft.rule = rest.parse().map_err(|_| Fault::Rule(rest.to_owned()))?,
                    "white" => draft.side = Color::White,
                    "marks" => rest.clone_into(&mut draft.marks),
                    "line" => rest.clone_into(&mut draft.moves),
                    _ => {
                        // A diagram, or a puzzle. Writing to a text cannot fail.
                        let _ = writeln!(draft.rows, "{content}");
                    }
                }
            }
        }
        Ok(())
    }

    fn begin_lesson(&mut self, id: &str) -> Result<(), Fault> {
        let chapter = self.chapter.ok_or(Fault::Missing("chapter"))?;
        let is_name = !id.is_empty() && id.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-');
        if !is_name || self.lessons.iter().any(|lesson| lesson.id == id) {
            return Err(Fault::Name(id.to_owned()));
        }
        self.lessons.push(Lesson { id: id.to_owned(), chapter, steps: Vec::new() });
        Ok(())
    }

    /// Makes the step of the lines so far, if there are any. A fault comes with the number of the line on which the step begins.
    fn end_step(&mut self) -> Result<(), (usize, Fault)> {
        let Some(draft) = self.draft.take() else { return Ok(()) };
        let line = draft.line;
        let lesson = self.lessons.last_mut().ok_or((line, Fault::Missing("lesson")))?;
        let has_text = !matches!(draft.kind, Kind::Task(_, false) | Kind::Puzzle);
        let text_key = has_text.then(|| format!("course-{}-{}", lesson.id, lesson.steps.len() + 1));
        let content = content(draft).map_err(|fault| (line, fault))?;
        lesson.steps.push(Step { text_key, content });
        Ok(())
    }
}

fn chapter(name: &str) -> Result<Chapter, Fault> {
    let found = Chapter::ALL.into_iter().find(|chapter| chapter.name() == name);
    found.ok_or_else(|| Fault::Chapter(name.to_owned()))
}

fn draft(line: usize, text: &str) -> Result<Draft, Fault> {
    let (kind, rest) = text.split_once(' ').map_or((text, ""), |(kind, rest)| (kind, rest.trim()));
    let kind = match kind {
        "read" => Kind::Read,
        "task" => Kind::Task(rest.parse()?, true),
        "drill" => Kind::Task(rest.parse()?, false),
        "side" => Kind::Side(side(rest)?),
        "puzzle" => Kind::Puzzle,
        _ => return Err(Fault::Line(format!("step {text}"))),
    };
    let (marks, moves, rows) = (String::new(), String::new(), String::new());
    Ok(Draft { line, kind, rule: Rule::FREESTYLE, side: Color::Black, marks, moves, rows })
}

fn side(name: &str) -> Result<Color, Fault> {
    let found = Color::BOTH.into_iter().find(|color| color.name() == name);
    found.ok_or_else(|| Fault::Side(name.to_owned()))
}

fn content(draft: Draft) -> Result<Content, Fault> {
    if matches!(draft.kind, Kind::Puzzle) {
        return Ok(Content::Puzzle(Puzzle::from_text(&draft.rows)?));
    }
    let board = diagram::read(&draft.rows).map_err(|error| Fault::Position(error.to_string()))?;
    let marks = points(&draft.marks, &board)?;
    let line = points(&draft.moves, &board)?;
    let position = Position::from_board(draft.rule, board, draft.side);
    let position = position.map_err(|error| Fault::Position(error.to_string()))?;
    let diagram = Diagram { position, marks };
    Ok(match draft.kind {
        Kind::Task(goal, _) => Content::Task { diagram, goal },
        Kind::Side(right) => Content::Side { diagram, right },
        Kind::Read | Kind::Puzzle => Content::Reading { diagram, line },
    })
}

fn points(names: &str, board: &Board) -> Result<Vec<Point>, Fault> {
    let parse = |name: &str| Point::parse(name, board.size()).map_err(|_| Fault::Points(names.to_owned()));
    names.split_whitespace().map(parse).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOARD: &str = "  . . . . .\n  . . . . .\n  . . X . .\n  . . . . .\n  . . . . .\n";

    #[test]
    fn a_course_is_read() {
        let text = format!(
            "# Comment.\nchapter basics\nlesson a-b\nstep read\n  marks a1 c3\n  line a1 b1\n{BOARD}\
             step task stop-five\n white\n rule renju\n{BOARD}step drill place\n{BOARD}step side white\n{BOARD}"
        );
        let course = Course::read([text.as_str()]).unwrap();
        let lesson = course.lesson("a-b").unwrap();
        assert_eq!((lesson.chapter, lesson.steps.len()), (Chapter::Basics, 4));
        let keys: Vec<Option<&str>> = lesson.steps.iter().map(|step| step.text_key.as_deref()).collect();
        assert_eq!(keys, [Some("course-a-b-1"), Some("course-a-b-2"), None, Some("course-a-b-4")]);
        let Content::Task { diagram, goal: Goal::StopFive } = &lesson.steps[1].content else { panic!() };
        assert_eq!((diagram.position.rule(), diagram.position.side_to_move()), (Rule::Renju, Color::White));
        assert_eq!(lesson.steps[1].praise_key().as_deref(), Some("course-a-b-2-done"));
        assert_eq!(lesson.steps[2].praise_key(), None);
        let Content::Reading { diagram, line } = &lesson.steps[0].content else { panic!() };
        assert_eq!((diagram.marks.len(), line.len()), (2, 2));
    }

    #[test]
    fn faults_are_reported_with_their_line() {
        let fault = |text: &str| Course::read([text]).unwrap_err().to_string();
        assert_eq!(fault("lesson five"), "line 1: expected a chapter before this line");
        assert_eq!(fault("chapter x"), "line 1: expected a chapter, found `x`");
        assert_eq!(
            fault("chapter basics\n\nlesson A"),
            "line 3: expected a new name of lower-case letters and hyphens, found `A`"
        );
        let lesson = "chapter basics\nlesson a\n";
        assert!(
            fault(&format!("{lesson}step task win-all")).starts_with("line 3: expected one of place, five,")
        );
        assert!(
            fault(&format!("{lesson}step read\n . .\n")).starts_with("line 3: the step has no position: ")
        );
        assert!(fault(&format!("{lesson}{lesson}")).contains("found `a`"));
        assert!(fault(&format!("{lesson}step puzzle\n !\n")).contains("base64url"));
        assert!(fault(&format!("{lesson}step read\n marks z9\n{BOARD}")).contains("found `z9`"));
        assert!(fault(&format!("{lesson}\nmarks a1")).contains("found `marks a1`"));
    }
}
