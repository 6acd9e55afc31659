//! Checks of every lesson: the stated answers win or defend, the refutations refute, and every text is there in every language.

#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use fluent_syntax::ast::Entry;
use tengen_analysis::{SolveLimits, StopHandle, SystemClock, Verdict};
use tengen_course::{Chapter, Content, Course, Diagram, Goal, Lesson, data};
use tengen_engine::solve::{vcf, vct};
use tengen_game::{Color, Outcome, Point, Position};
use tengen_puzzles::{Ground, PuzzleId, check};

/// A folder with chapters and catalogues in place of those of the crate, for authors who work on some lessons: `*.lessons`, `course.en.ftl` and
/// `course.zh-Hans.ftl`.
fn draft() -> Option<PathBuf> {
    std::env::var_os("TENGEN_COURSE").map(PathBuf::from)
}

fn text(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn course() -> Course {
    let Some(folder) = draft() else {
        return Course::read(data::CHAPTERS).unwrap_or_else(|error| panic!("{error}"));
    };
    let files = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> =
        files.filter(|path| path.extension().is_some_and(|end| end == "lessons")).collect();
    files.sort();
    let chapters: Vec<String> = files.iter().map(|path| text(path)).collect();
    Course::read(chapters.iter().map(String::as_str)).unwrap_or_else(|error| panic!("{error}"))
}

fn catalogues() -> [String; 2] {
    match draft() {
        Some(folder) => ["course.en.ftl", "course.zh-Hans.ftl"].map(|name| text(&folder.join(name))),
        None => [data::ENGLISH, data::CHINESE].map(str::to_owned),
    }
}

fn proved(verdict: &Verdict) -> bool {
    matches!(verdict, Verdict::Proved(_))
}

/// Whether a side that moves first wins by fours, by the engine's solver.
fn wins_by_fours(position: &Position, attacker: Color) -> bool {
    let (clock, stop) = (SystemClock::new(), StopHandle::default());
    proved(&vcf(position, attacker, &SolveLimits::nodes(200_000), &clock, &stop).verdict)
}

/// Whether a side that moves first wins by threats, by the engine's solver.
fn wins_by_threats(position: &Position, attacker: Color) -> bool {
    let (clock, stop) = (SystemClock::new(), StopHandle::default());
    proved(&vct(position, attacker, &SolveLimits::nodes(300_000), &clock, &stop).verdict)
}

fn after(position: &Position, point: Point) -> Position {
    let mut after = position.clone();
    after.play_unchecked(point);
    after
}

fn names(points: &[Point], position: &Position) -> String {
    points.iter().map(|point| point.on(position.size()).to_string()).collect::<Vec<_>>().join(" ")
}

#[test]
fn the_course_has_its_lessons_in_order() {
    let course = course();
    let chapters: Vec<Chapter> = course.lessons().iter().map(|lesson| lesson.chapter).collect();
    assert!(chapters.is_sorted(), "{chapters:?}");
    if draft().is_none() {
        assert_eq!(chapters.iter().collect::<BTreeSet<_>>().len(), Chapter::ALL.len());
        assert!((36..=50).contains(&course.lessons().len()), "{} lessons", course.lessons().len());
    }
    for lesson in course.lessons() {
        let count = lesson.steps.len();
        assert!((3..=12).contains(&count), "{} has {count} steps", lesson.id);
        let exercises = lesson.steps.iter().rev().take_while(|step| step.text_key.is_none()).count();
        assert!(exercises >= 2, "{} ends with {exercises} exercises, two at least are expected", lesson.id);
    }
}

/// Every task has a right answer, and what it promises is true by the engine's solvers as well.
#[test]
fn every_task_is_right() {
    let course = course();
    let mut faults = Vec::new();
    for lesson in course.lessons() {
        for (number, step) in (1..).zip(&lesson.steps) {
            let place = format!("{} step {number}", lesson.id);
            match &step.content {
                Content::Reading { diagram, line } => {
                    let mut position = diagram.position.clone();
                    for &point in line {
                        if let Err(error) = position.play(point) {
                            faults.push(format!("{place}: {error}"));
                        }
                    }
                }
                Content::Task { diagram, goal } => task(&place, diagram, *goal, &mut faults),
                Content::Side { diagram, right } => {
                    let wins = wins_by_threats(&diagram.position, *right);
                    let is_to_move = diagram.position.side_to_move() == *right;
                    if !wins || !is_to_move {
                        faults.push(format!("{place}: {right:?} does not win by threats, or is not to move"));
                    }
                }
                Content::Puzzle(puzzle) => {
                    if let Err(fault) = check(puzzle) {
                        faults.push(format!("{place}: {fault}"));
                    }
                }
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

fn task(place: &str, diagram: &Diagram, goal: Goal, faults: &mut Vec<String>) {
    let Diagram { position, marks } = diagram;
    let side = position.side_to_move();
    let right = goal.right(position, marks);
    let empty = position.size().points().filter(|&point| position.board().is_empty(point));
    let wrong: Vec<Point> = empty.filter(|point| !right.contains(point)).collect();
    let mut fault = |text: String| faults.push(format!("{place} ({goal}): {text}"));
    if right.is_empty() {
        fault("no point is right".to_owned());
    }
    // A task that nearly every point solves teaches nothing.
    if goal != Goal::Place && right.len() > 9 {
        fault(format!("{} points are right: {}", right.len(), names(&right, position)));
    }
    if position.is_over() {
        fault("the game is over".to_owned());
    }
    let own_fives = Ground::new(position).fives(side);
    if !own_fives.is_empty() && !matches!(goal, Goal::Five | Goal::Forbidden | Goal::Allowed | Goal::Place) {
        fault(format!("{} wins at once", names(&own_fives, position)));
    }
    let loses = |point: &Point| wins_by_fours(&after(position, *point), !side);
    let wins = |point: &Point| {
        let after = after(position, *point);
        match after.outcome().map(Outcome::winner) {
            Some(winner) => winner == Some(side),
            None => after.legal_moves().all(|answer| {
                let answered = self::after(&after, answer);
                !answered.is_over() && wins_by_fours(&answered, side)
            }),
        }
    };
    match goal {
        Goal::StopFive | Goal::StopThree => {
            let losing: Vec<Point> = right.iter().copied().filter(loses).collect();
            if goal == Goal::StopThree && !losing.is_empty() {
                fault(format!("{} do not stop the win", names(&losing, position)));
            }
            let threatened = if goal == Goal::StopFive {
                !Ground::new(position).fives(!side).is_empty()
            } else {
                wins_by_fours(position, !side) && Ground::new(position).fives(!side).is_empty()
            };
            if !threatened {
                fault("nothing of this kind is threatened".to_owned());
            }
            let holding: Vec<Point> = wrong
                .iter()
                .copied()
                .filter(|point| position.check(*point).is_ok() && !loses(point))
                .collect();
            if !holding.is_empty() {
                fault(format!("{} hold as well", names(&holding, position)));
            }
            for &point in wrong.iter().filter(|&&point| position.check(point).is_ok()) {
                let refutation = goal.refutation(position, point);
                let mut refuted = after(position, point);
                let is_refuted = refutation.iter().all(|&answer| refuted.play(answer).is_ok())
                    && (refuted.outcome().and_then(Outcome::winner) == Some(!side)
                        || wins_by_fours(&refuted, !side));
                if !is_refuted {
                    fault(format!("{} is not refuted", point.on(position.size())));
                    break;
                }
            }
        }
        Goal::OpenFour | Goal::Win => {
            let others: Vec<Point> = right.iter().copied().filter(|point| !wins(point)).collect();
            if !others.is_empty() {
                fault(format!("{} do not win", names(&others, position)));
            }
            let winning: Vec<Point> =
                wrong.iter().copied().filter(|point| position.check(*point).is_ok() && wins(point)).collect();
            if goal == Goal::Win && !winning.is_empty() {
                fault(format!("{} win as well", names(&winning, position)));
            }
        }
        Goal::Allowed if marks.len() == right.len() => fault("all letters are allowed".to_owned()),
        _ => {}
    }
}

/// The right points of each task with texts of its own, for the authors of these texts.
#[test]
#[ignore = "it prints the answers, for authors"]
fn answers() {
    for lesson in course().lessons() {
        for (number, step) in (1..).zip(&lesson.steps) {
            if let Content::Task { diagram, goal } = &step.content {
                let right = goal.right(&diagram.position, &diagram.marks);
                println!("{} step {number} ({goal}): {}", lesson.id, names(&right, &diagram.position));
            }
        }
    }
}

#[test]
fn no_puzzle_is_there_twice() {
    let mut seen = BTreeSet::new();
    for lesson in course().lessons() {
        for step in &lesson.steps {
            if let Content::Puzzle(puzzle) = &step.content {
                assert!(seen.insert(PuzzleId::of(puzzle)), "a puzzle of {} was there before", lesson.id);
            }
        }
    }
}

fn keys(catalogue: &str) -> BTreeSet<String> {
    let parsed = fluent_syntax::parser::parse(catalogue).unwrap_or_else(|(_, faults)| panic!("{faults:?}"));
    let mut keys = BTreeSet::new();
    for entry in parsed.body {
        if let Entry::Message(message) = entry {
            assert!(keys.insert(message.id.name.to_owned()), "{} is there twice", message.id.name);
        }
    }
    keys
}

#[test]
fn every_text_is_there_in_every_language_and_no_other() {
    let course = course();
    let of_lesson = |lesson: &Lesson| {
        let of_steps =
            lesson.steps.iter().flat_map(|step| step.text_key.clone().into_iter().chain(step.praise_key()));
        of_steps.chain([lesson.title_key()]).collect::<Vec<_>>()
    };
    let mut expected: BTreeSet<String> = course.lessons().iter().flat_map(of_lesson).collect();
    expected.extend(course.lessons().iter().map(|lesson| lesson.chapter.title_key()));
    for catalogue in catalogues() {
        let found = keys(&catalogue);
        let missing: Vec<&String> = expected.difference(&found).collect();
        let unused: Vec<&String> = found.difference(&expected).collect();
        assert!(missing.is_empty() && unused.is_empty(), "missing {missing:?}, unused {unused:?}");
    }
}
