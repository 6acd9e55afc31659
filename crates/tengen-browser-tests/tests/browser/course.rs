//! The course: its lessons from the first step to the last, their links, and the progress.

use serde_json::json;
use tengen_browser_tests::{Options, Page, Result};
use tengen_course::{Content, Course, Lesson, data};

fn course() -> Course {
    Course::read(data::CHAPTERS).unwrap()
}

fn click(page: &Page, point: &str) -> Result<()> {
    page.eval(&format!(
        "document.querySelector('[data-point={point}]').dispatchEvent(new MouseEvent('click', {{ bubbles: true }}))"
    ))?;
    Ok(())
}

/// Whether the step on the board is done, so that the lesson can go on.
const DONE: &str = "document.querySelector('#learn-following, #learn-play') \
                    || document.querySelector('#learn-next:not([aria-disabled])')";

/// Goes through a lesson that is on the board by right moves, to its end.
fn solve(page: &Page, lesson: &Lesson) -> Result<()> {
    let size = |step: &tengen_course::Step| step.board().size();
    for (number, step) in (1..).zip(&lesson.steps) {
        page.wait_for_text("#learn-progress", &format!("{number} "))?;
        let text = page.text("#status")?;
        assert!(!text.is_empty() && !text.contains('{'), "{} step {number}: {text}", lesson.id);
        match &step.content {
            Content::Reading { line, .. } => {
                for _ in line {
                    page.click("#learn-next")?;
                }
            }
            Content::Task { diagram, goal } => {
                let right = goal.right(&diagram.position, &diagram.marks)[0];
                click(page, &right.on(size(step)).to_string())?;
            }
            Content::Side { right, .. } => page.click(&format!("#learn-{}", right.name()))?,
            Content::Puzzle(puzzle) => {
                let attempt = tengen_puzzles::Attempt::new(puzzle.clone());
                for (point, color) in attempt.solution() {
                    let is_open = page.eval(&format!("!({DONE})"))?.as_bool() == Some(true);
                    if color == puzzle.solver() && is_open {
                        click(page, &point.on(size(step)).to_string())?;
                    }
                }
            }
        }
        page.wait_until(&format!("Boolean({DONE})"))?;
        if number < lesson.steps.len() {
            page.click("#learn-next")?;
        }
    }
    Ok(())
}

#[test]
fn a_newcomer_goes_through_the_first_lesson_and_plays() -> Result<()> {
    let course = course();
    let first = &course.lessons()[0];
    let page = Page::open_game(Options::phone().direct())?;
    page.wait_for("#quick-learn")?;
    page.click("#quick-learn")?;
    page.wait_for("#learn-progress")?;
    page.screenshot("lesson-first-phone")?;
    solve(&page, first)?;
    page.screenshot("lesson-end-phone")?;
    // The lesson is done, and the next one is one tap away.
    page.click("#learn-following")?;
    page.wait_for_text("#learn-progress", "1 ")?;
    page.click("#learn-end")?;
    page.wait_for(&format!("#lesson-{}.done", first.id))?;
    page.screenshot("course-phone")?;
    page.reload()?;
    page.wait_for("#tab-learn")?;
    page.click("#tab-learn")?;
    page.wait_for(&format!("#lesson-{}.done", first.id))?;
    page.click("#tab-play")?;
    page.wait_until("document.querySelectorAll('.cell').length === 225")?;
    page.finish()
}

#[test]
fn every_lesson_is_linked_and_leads_to_its_end() -> Result<()> {
    let course = course();
    let page = Page::open_game(Options::desktop())?;
    for (index, lesson) in course.lessons().iter().enumerate() {
        page.go_to(&format!("?lesson={}", lesson.id))?;
        page.wait_for("#learn-progress")?;
        if index % 4 == 0 {
            page.screenshot(&format!("lesson-{}", lesson.id))?;
        }
        solve(&page, lesson)?;
    }
    // All are done.
    page.click("#learn-end")?;
    let all = course.lessons().len();
    page.wait_until(&format!("document.querySelectorAll('.lesson-row.done').length === {all}"))?;
    page.wait_for_text("#learn-start", &format!("You have done all {all} lessons."))?;
    page.screenshot("course-done")?;
    page.finish()
}

#[test]
fn wrong_moves_are_refuted_hinted_and_can_be_shown() -> Result<()> {
    let course = course();
    let is_stop = |step: &tengen_course::Step| {
        matches!(step.content, Content::Task { goal: tengen_course::Goal::StopFive, .. })
    };
    let (lesson, step) = course
        .lessons()
        .iter()
        .find_map(|lesson| Some((lesson, lesson.steps.iter().position(is_stop)?)))
        .unwrap();
    let Content::Task { diagram, goal } = &lesson.steps[step].content else { unreachable!() };
    let right = goal.right(&diagram.position, &diagram.marks);
    let wrong = diagram.position.legal_moves().find(|point| !right.contains(point)).unwrap();
    let wrong = wrong.on(diagram.position.size()).to_string();
    let progress = json!({ "done": {}, "last": [lesson.id, step] }).to_string();
    for options in [Options::desktop(), Options::phone().language("zh-CN").direct()] {
        let page = Page::open_game(options)?;
        page.eval_with("localStorage.setItem('tengen.course', arguments[0]);", &json!([progress]))?;
        page.go_to(&format!("?lesson={}", lesson.id))?;
        page.wait_for("#learn-show")?;
        let stones = page.count(".stone")?;
        click(&page, &wrong)?;
        // The wrong stone and the five of the other side.
        page.wait_for("#learn-again")?;
        page.wait_until(&format!("document.querySelectorAll('.stone').length === {}", stones + 2))?;
        page.screenshot(&format!(
            "lesson-refuted-{}",
            page.eval("document.documentElement.lang")?.as_str().unwrap()
        ))?;
        page.click("#learn-again")?;
        page.wait_until(&format!("document.querySelectorAll('.stone').length === {stones}"))?;
        click(&page, &wrong)?;
        page.wait_for(".hint")?;
        page.click("#learn-show")?;
        page.wait_for("#learn-next:not([aria-disabled]), #learn-following")?;
        page.finish()?;
    }
    Ok(())
}

#[test]
fn a_link_without_a_lesson_says_so() -> Result<()> {
    let page = Page::open_game(Options::desktop())?;
    page.go_to("?lesson=nothing-like-this")?;
    page.wait_for("#lesson-fault")?;
    page.finish()
}

#[test]
fn the_course_says_when_it_cannot_be_loaded() -> Result<()> {
    let page = Page::open_game(Options::desktop())?;
    page.eval(
        "void (window.tengenFetch = window.fetch, window.fetch = (address, ...rest) => String(address).includes('.course') \
         ? Promise.reject(new TypeError('offline')) : window.tengenFetch(address, ...rest))",
    )?;
    page.click("#tab-learn")?;
    page.wait_for("#load-course")?;
    page.screenshot("course-failed")?;
    page.eval("void (window.fetch = window.tengenFetch)")?;
    page.click("#load-course")?;
    page.wait_for(".lesson-row")?;
    page.finish()
}
