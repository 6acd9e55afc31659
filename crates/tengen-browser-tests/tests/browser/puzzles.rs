//! The places of puzzles.

use serde_json::{Value, json};
use tengen_browser_tests::{Options, Page, Result};
use tengen_game::{Point, Rule};
use tengen_puzzles::{Attempt, Library, Mistake, Puzzle, PuzzleSet, Task, Verdict, sets};

fn library(rule: Rule) -> Library {
    Library::of([&PuzzleSet::open(sets::of(rule).unwrap().to_vec()).unwrap()])
}

/// Opens the choice of a training.
fn open(options: Options) -> Result<Page> {
    let page = Page::open_game(options)?;
    page.click("#tab-learn")?;
    page.click("#learn-puzzles")?;
    page.wait_for("#puzzles-rated")?;
    Ok(page)
}

/// The puzzle on the board.
fn on_board(page: &Page, library: &Library) -> Result<Puzzle> {
    page.wait_until("document.querySelector('.puzzle')?.dataset.puzzle")?;
    let id = page.eval("document.querySelector('.puzzle').dataset.puzzle")?;
    Ok(library.get(id.as_str().unwrap().parse()?).unwrap().clone())
}

fn name(point: Point, puzzle: &Puzzle) -> String {
    point.on(puzzle.start.size()).to_string()
}

fn click(page: &Page, point: Point, puzzle: &Puzzle) -> Result<()> {
    page.click(&format!("[data-point={}]", name(point, puzzle)))
}

fn stones(page: &Page) -> Result<Value> {
    page.eval("document.querySelectorAll('.stone').length")
}

/// Plays the solution of the puzzle on the board.
fn solve(page: &Page, puzzle: &Puzzle) -> Result<()> {
    let mut attempt = Attempt::new(puzzle.clone());
    while let Some(right) = attempt.right_move() {
        click(page, right, puzzle)?;
        attempt.play(right).unwrap();
        let count = attempt.position().board().stones();
        page.wait_until(&format!("document.querySelectorAll('.stone').length >= {count}"))?;
    }
    Ok(())
}

/// A legal move that is wrong at the first turn, with this mistake.
fn wrong(puzzle: &Puzzle, is_wanted: impl Fn(Mistake) -> bool) -> Option<Point> {
    let points = puzzle.start.size().points();
    points.into_iter().find(|&point| {
        let verdict = Attempt::new(puzzle.clone()).play(point);
        matches!(verdict, Ok(Verdict::Wrong(refuted)) if is_wanted(refuted.mistake))
    })
}

#[test]
fn a_puzzle_is_refuted_solved_and_walked_through() -> Result<()> {
    let page = open(Options::phone().direct())?;
    page.screenshot("puzzles-trainings")?;
    page.click("#puzzles-rated")?;
    let library = library(Rule::FREESTYLE);
    let puzzle = on_board(&page, &library)?;
    let before = puzzle.start.board().stones();
    assert_eq!(stones(&page)?, json!(before));
    let task = page.text("#status")?;
    assert!(task.contains("to play and win") || task.contains("only defence"), "{task}");
    page.screenshot("puzzle")?;
    // A wrong move is on the board with its refutation, and another try begins without it.
    click(&page, wrong(&puzzle, |_| true).unwrap(), &puzzle)?;
    page.wait_for("#puzzle-again")?;
    assert_ne!(page.text("#status")?, task);
    assert_eq!(page.text("#because")?, task);
    page.screenshot("puzzle-refuted")?;
    let rated = page.text("#puzzle-figures")?;
    assert!(rated.contains("(-") || rated.contains("(−"), "{rated}");
    page.click("#puzzle-again")?;
    page.wait_until(&format!("document.querySelectorAll('.stone').length === {before}"))?;
    solve(&page, &puzzle)?;
    page.wait_for("#puzzle-next")?;
    // The second try changes no rating.
    assert_eq!(page.text("#puzzle-figures")?, rated);
    page.screenshot("puzzle-solved")?;
    // The arrow keys go through the solution.
    page.click("#puzzle-first")?;
    page.wait_until(&format!("document.querySelectorAll('.stone').length === {before}"))?;
    page.eval("document.activeElement.blur()")?;
    page.press("ArrowRight")?;
    page.wait_until(&format!("document.querySelectorAll('.stone').length === {}", before + 1))?;
    page.click("#puzzle-next")?;
    page.wait_until(&format!(
        "document.querySelector('.puzzle').dataset.puzzle !== '{}'",
        tengen_puzzles::PuzzleId::of(&puzzle)
    ))?;
    // Puzzles that were missed come back on another day, and the game is as it was.
    page.click("#puzzle-leave")?;
    page.wait_for_text("#puzzles-repeat", "comes back on another day")?;
    page.click("#tab-play")?;
    page.wait_until("document.querySelectorAll('.stone').length === 0")?;
    // The rating is there after a reload.
    page.reload()?;
    page.wait_for("#tab-learn")?;
    page.click("#tab-learn")?;
    page.click("#learn-puzzles")?;
    page.wait_for_text("#puzzle-rating", "Your rating")?;
    page.finish()
}

#[test]
fn a_move_that_loses_is_refuted_by_the_fours_of_the_other_side() -> Result<()> {
    let page = open(Options::desktop().reduced_motion())?;
    page.click("#puzzles-renju")?;
    page.wait_for("#theme-defence")?;
    page.click("#theme-defence")?;
    let puzzle = on_board(&page, &library(Rule::Renju))?;
    assert!(matches!(puzzle.task, Task::Defence { .. }));
    click(&page, wrong(&puzzle, |mistake| mistake == Mistake::Loses).unwrap(), &puzzle)?;
    page.wait_for_text("#status", "The opponent wins")?;
    let before = puzzle.start.board().stones();
    page.wait_until(&format!("document.querySelectorAll('.stone').length > {}", before + 2))?;
    page.screenshot("puzzle-lost")?;
    // The next click is another try.
    click(&page, puzzle.first().unwrap(), &puzzle)?;
    page.wait_for("#puzzle-next")?;
    page.wait_for_text("#status", "Solved.")?;
    page.finish()
}

#[test]
fn the_puzzle_of_the_day_is_the_same_for_everybody_and_counts_the_days() -> Result<()> {
    let page = open(Options::desktop().reduced_motion())?;
    page.click("#puzzles-daily")?;
    let library = library(Rule::FREESTYLE);
    let puzzle = on_board(&page, &library)?;
    let today = page.eval("Math.floor((Date.now() - new Date().getTimezoneOffset() * 60000) / 86400000)")?;
    let of_day = library.of_day(today.as_u64().unwrap() as u32).unwrap();
    assert_eq!(&puzzle, of_day);
    solve(&page, &puzzle)?;
    page.wait_for_text("#status", "Solved!")?;
    page.click("#puzzle-next")?;
    page.wait_for_text("#puzzle-figures", "no further puzzle")?;
    page.click("#puzzle-leave")?;
    page.wait_for_text("#puzzles-daily", "Solved today.")?;
    page.finish()
}

#[test]
fn a_run_goes_on_by_itself_and_ends_with_the_first_miss() -> Result<()> {
    let page = open(Options::desktop().reduced_motion())?;
    page.click("#puzzles-run")?;
    let library = library(Rule::FREESTYLE);
    for solved in 1..=2 {
        let puzzle = on_board(&page, &library)?;
        solve(&page, &puzzle)?;
        page.wait_for_text("#puzzle-figures", &format!("Solved: {solved}."))?;
        page.wait_until(&format!(
            "document.querySelector('.puzzle').dataset.puzzle !== '{}'",
            tengen_puzzles::PuzzleId::of(&puzzle)
        ))?;
    }
    let puzzle = on_board(&page, &library)?;
    click(&page, wrong(&puzzle, |_| true).unwrap(), &puzzle)?;
    page.wait_for_text("#puzzle-figures", "The end. Solved: 2. Missed: 1.")?;
    page.screenshot("puzzle-run-over")?;
    page.click("#puzzle-leave")?;
    page.wait_for_text("#puzzles-run", "Your best: 2.")?;
    page.finish()
}

#[test]
fn three_minutes_run_down() -> Result<()> {
    let page = open(Options::phone().direct())?;
    page.click("#puzzles-rush")?;
    on_board(&page, &library(Rule::FREESTYLE))?;
    page.wait_for_text("#puzzle-figures", "Time left: 2:5")?;
    page.screenshot("puzzle-rush")?;
    // Leaving ends the clock.
    page.click("#puzzle-leave")?;
    page.wait_for("#puzzles-rush")?;
    page.finish()
}

#[test]
fn what_was_missed_comes_back_and_the_keyboard_is_enough() -> Result<()> {
    // Yesterday's miss.
    let library = library(Rule::FREESTYLE);
    let puzzle = library.run(0, &[], 3).unwrap().clone();
    let id = tengen_puzzles::PuzzleId::of(&puzzle).to_string();
    let progress = json!({ "repetitions": { id.clone(): { "day": 1, "step": 0 } } }).to_string();
    let script = format!("localStorage.setItem('tengen.puzzles', {})", json!(progress));
    let page = open(Options::desktop().reduced_motion().script(&script))?;
    page.wait_for_text("#puzzles-repeat", "One puzzle that you missed waits for you.")?;
    page.eval("document.querySelector('#puzzles-repeat').focus()")?;
    page.press("Enter")?;
    let shown = on_board(&page, &library)?;
    assert_eq!(shown, puzzle);
    // The solution, with the focus on the board and its keys.
    page.click("#puzzle-give-up")?;
    page.wait_for_text("#status", "This is the solution.")?;
    page.press("Escape")?;
    page.wait_for("#puzzles-repeat")?;
    page.finish()
}

#[test]
fn sets_that_do_not_load_are_asked_for_again() -> Result<()> {
    let page = Page::open_game(Options::desktop().reduced_motion())?;
    page.allow_problem("puzzles");
    page.eval(
        "void (window.tengenFetch = window.fetch, window.fetch = (address, ...rest) => String(address).includes('.puzzles') \
           ? Promise.resolve(new Response('', { status: 503 })) : window.tengenFetch(address, ...rest))",
    )?;
    page.click("#tab-learn")?;
    page.click("#learn-puzzles")?;
    page.wait_for("#load-puzzles")?;
    page.screenshot("puzzles-not-loaded")?;
    page.eval("void (window.fetch = window.tengenFetch)")?;
    page.click("#load-puzzles")?;
    page.wait_for("#puzzles-rated")?;
    page.finish()
}
