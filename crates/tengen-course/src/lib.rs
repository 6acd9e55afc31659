//! The course: short lessons from the first stone to reading threats, each a few steps on a board.
//!
//! A [`Course`] is read from its text, which a page fetches when it is needed. A [`Run`] is a lesson that a learner goes through: it judges
//! moves by the rules and by the proofs of puzzles, and searches nothing. The texts of the lessons are Fluent catalogues beside the data, whose
//! keys follow from the lessons ([`Lesson::title_key`], [`Step::text_key`]).
#![forbid(unsafe_code)]

mod goal;
mod lesson;
mod progress;
mod read;
mod run;

pub use goal::Goal;
pub use lesson::{Chapter, Content, Course, Diagram, Lesson, Step};
pub use progress::CourseProgress;
pub use read::{CourseError, Fault};
pub use run::{Run, State};

/// The lessons and their texts that come with the program. A page fetches them as files instead.
pub mod data {
    /// The chapters in their order, each as a text that [`Course::read`](crate::Course::read) reads.
    pub const CHAPTERS: [&str; 6] = [
        include_str!("../data/1-basics.lessons"),
        include_str!("../data/2-shapes.lessons"),
        include_str!("../data/3-attack.lessons"),
        include_str!("../data/4-defence.lessons"),
        include_str!("../data/5-renju.lessons"),
        include_str!("../data/6-openings.lessons"),
    ];

    /// The texts in English.
    pub const ENGLISH: &str = include_str!("../locales/course.en.ftl");

    /// The texts in Chinese.
    pub const CHINESE: &str = include_str!("../locales/course.zh-Hans.ftl");
}
