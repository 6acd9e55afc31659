//! The lessons that a person has finished.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use tengen_puzzles::Day;

use crate::lesson::{Course, Lesson};

/// The most lessons that are remembered: a file that was edited must not grow without end.
const MOST: usize = 500;

/// The progress of a person in the course.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct CourseProgress {
    /// The day on which each lesson was finished for the first time, by its name.
    done: BTreeMap<String, Day>,
    /// The lesson that was begun last, and the number of its step, from 0.
    last: Option<(String, usize)>,
}

impl CourseProgress {
    /// Whether a lesson was finished.
    pub fn is_done(&self, id: &str) -> bool {
        self.done.contains_key(id)
    }

    /// The number of lessons of a course that were finished.
    pub fn count(&self, course: &Course) -> usize {
        course.lessons().iter().filter(|lesson| self.is_done(&lesson.id)).count()
    }

    /// The names of the finished lessons.
    pub fn done(&self) -> impl Iterator<Item = &str> {
        self.done.keys().map(String::as_str)
    }

    /// A lesson is finished.
    pub fn finish(&mut self, id: &str, today: Day) {
        if self.done.len() < MOST {
            self.done.entry(id.to_owned()).or_insert(today);
        }
        if self.last.as_ref().is_some_and(|(last, _)| last == id) {
            self.last = None;
        }
    }

    /// A step of a lesson is on the board, with which the lesson goes on another time.
    pub fn reach(&mut self, id: &str, step: usize) {
        // A finished lesson that is looked at again, or one that was only opened, does not take the place of one that was begun.
        if !self.is_done(id) && step > 0 {
            self.last = Some((id.to_owned(), step));
        }
    }

    /// The step with which a lesson goes on.
    pub fn step_of(&self, id: &str) -> usize {
        self.last.as_ref().filter(|(last, _)| last == id).map_or(0, |&(_, step)| step)
    }

    /// The lesson to take next: the one that was begun last, or else the first that is not finished.
    pub fn next<'a>(&self, course: &'a Course) -> Option<&'a Lesson> {
        let begun = self.last.as_ref().and_then(|(id, _)| course.lesson(id));
        begun.or_else(|| course.lessons().iter().find(|lesson| !self.is_done(&lesson.id)))
    }

    /// This progress with that of another device.
    #[must_use]
    pub fn merged(mut self, other: &CourseProgress) -> CourseProgress {
        for (id, &day) in &other.done {
            if self.done.len() < MOST || self.done.contains_key(id) {
                let known = self.done.entry(id.clone()).or_insert(day);
                *known = day.min(*known);
            }
        }
        let is_finished = self.last.as_ref().is_some_and(|(id, _)| self.is_done(id));
        if is_finished || self.last.is_none() {
            self.last = other.last.clone().filter(|(id, _)| !self.is_done(id));
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn course() -> Course {
        let board = ". . .\n. . .\n. . .\n";
        let text = format!("chapter basics\nlesson a\nstep read\n{board}lesson b\nstep read\n{board}");
        Course::read([text.as_str()]).unwrap()
    }

    #[test]
    fn the_next_lesson_is_the_begun_one_or_the_first_that_is_not_finished() {
        let course = course();
        let mut progress = CourseProgress::default();
        let next = |progress: &CourseProgress| progress.next(&course).map(|lesson| lesson.id.clone());
        assert_eq!(next(&progress).as_deref(), Some("a"));
        progress.reach("b", 0);
        assert_eq!(next(&progress).as_deref(), Some("a"));
        progress.reach("b", 1);
        assert_eq!((next(&progress).as_deref(), progress.step_of("b")), (Some("b"), 1));
        progress.finish("b", 5);
        assert_eq!(next(&progress).as_deref(), Some("a"));
        progress.reach("b", 1);
        assert_eq!(next(&progress).as_deref(), Some("a"), "it is finished");
        progress.finish("a", 6);
        assert_eq!((next(&progress), progress.count(&course)), (None, 2));
        assert_eq!(course.after("a").map(|lesson| lesson.id.as_str()), Some("b"));
    }

    #[test]
    fn two_devices_have_the_lessons_of_both() {
        let (mut one, mut other) = (CourseProgress::default(), CourseProgress::default());
        one.finish("a", 9);
        one.reach("b", 1);
        other.finish("a", 7);
        other.finish("b", 8);
        let both = one.merged(&other);
        assert!(both.is_done("a") && both.is_done("b") && both.last.is_none());
        assert_eq!(both.done["a"], 7);
        let text = serde_json::to_string(&both).unwrap();
        assert_eq!(serde_json::from_str::<CourseProgress>(&text).unwrap(), both);
    }
}
