//! The places of puzzles.

use serde_json::{Value, json};
use tengen_browser_tests::{Options, Page, Result};
use tengen_game::{Point, Record, Rule};
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

/// A puzzle of the set with few stones, and this kind of task.
fn small(library: &Library, is_wanted: impl Fn(&Task) -> bool) -> Puzzle {
    let days = (0..20_000).filter_map(|day| library.of_day(day));
    days.filter(|puzzle| is_wanted(&puzzle.task))
        .min_by_key(|puzzle| puzzle.start.board().stones())
        .unwrap()
        .clone()
}

/// Opens the editor with an empty board.
fn editor(page: &Page) -> Result<()> {
    page.click("#puzzles-make")?;
    page.wait_for("#problem-check")?;
    page.click("#setup-clear")
}

/// Places the stones of a position in the editor.
fn set_up(page: &Page, puzzle: &Puzzle) -> Result<()> {
    let board = puzzle.start.board();
    for point in board.size().points() {
        // A point turns from empty to black to white.
        for _ in 0..board.stone(point).map_or(0, |color| color.index() + 1) {
            let point = name(point, puzzle);
            page.eval(&format!(
                "document.querySelector('[data-point={point}]').dispatchEvent(new MouseEvent('click', {{ bubbles: true }}))"
            ))?;
        }
    }
    page.wait_until(&format!("document.querySelectorAll('.stone').length === {}", board.stones()))?;
    page.click(&format!("#problem-{}", puzzle.solver().name()))
}

#[test]
fn a_puzzle_is_set_up_checked_saved_solved_and_deleted() -> Result<()> {
    let page = open(Options::desktop().viewport(1366, 768).reduced_motion())?;
    page.eval(
        "navigator.clipboard.writeText = (text) => { window.copied = text; return Promise.resolve(); }",
    )?;
    editor(&page)?;
    // An open three has two ends, and both are marked.
    for point in ["h8", "i8", "j8"] {
        page.click(&format!("[data-point={point}]"))?;
    }
    page.click("#problem-check")?;
    page.wait_for_text("#problem-outcome", "Several moves solve it")?;
    let marks =
        page.eval("[...document.querySelectorAll('.board text')].map((text) => text.textContent).join('')")?;
    assert!(marks.as_str().unwrap().contains("AB"), "{marks}");
    page.screenshot("problem-several")?;
    // A change of the position takes the judgement back.
    page.click("[data-point=j8]")?;
    page.wait_until("document.querySelector('#problem-outcome').textContent === ''")?;
    page.click("#problem-defence")?;
    page.click("#problem-check")?;
    page.wait_for_text("#problem-outcome", "nothing to prevent")?;
    // A position of the set is a puzzle.
    let library = library(Rule::FREESTYLE);
    for (kind, is_wanted) in [
        ("fours", (|task| matches!(task, Task::Fours { .. })) as fn(&Task) -> bool),
        ("threats", |task| matches!(task, Task::Threats(_))),
    ] {
        page.click("#setup-clear")?;
        let puzzle = small(&library, is_wanted);
        set_up(&page, &puzzle)?;
        page.click(&format!("#problem-{kind}"))?;
        page.click("#problem-check")?;
        page.wait_for_text("#problem-outcome", "just one solution")?;
        page.wait_for_text("#problem-solution", &name(puzzle.first().unwrap(), &puzzle))?;
        page.set("#problem-name", &format!("My {kind}"))?;
        page.screenshot(&format!("problem-{kind}"))?;
        page.click("#problem-save")?;
        page.wait_for_text("#problem-made", &format!("My {kind}"))?;
        page.click("#problem-link")?;
        let link = page.eval("window.copied")?;
        let text = link.as_str().unwrap().split_once("?puzzle=").unwrap().1.to_owned();
        assert_eq!(Puzzle::from_text(&text)?.first(), puzzle.first());
        page.click("#problem-embed")?;
        page.wait_until("window.copied.startsWith('<tengen-board mode=\"puzzle\" game=\"tg1.')")?;
    }
    // The sheet has both puzzles and their solutions.
    page.eval(
        "HTMLAnchorElement.prototype.click = function () { (window.names ??= []).push(this.download); }",
    )?;
    page.click("#sheet-all-pdf")?;
    page.wait_until("window.names?.[0] === 'tengen-puzzles.pdf'")?;
    page.click("#sheet-all-svg")?;
    page.wait_until("window.names?.[1] === 'tengen-puzzles.svg'")?;
    // They are there after a reload, and are solved, edited and deleted.
    page.reload()?;
    page.wait_for("#tab-learn")?;
    page.click("#tab-learn")?;
    page.click("#learn-puzzles")?;
    page.wait_for("#puzzles-make")?;
    page.click("#puzzles-make")?;
    page.wait_for("#problem-made")?;
    assert_eq!(page.count("#problem-made li")?, 2);
    page.screenshot("problem-made")?;
    let puzzle = small(&library, |task| matches!(task, Task::Fours { .. }));
    page.eval("[...document.querySelectorAll('#problem-made .link')].find((one) => one.textContent === 'My fours').click()")?;
    page.wait_for(".puzzle")?;
    solve(&page, &puzzle)?;
    page.wait_for("#puzzle-first")?;
    assert_eq!(page.count("#puzzle-next")?, 0, "it is the only one");
    page.click("#puzzle-leave")?;
    page.click("#puzzles-make")?;
    page.wait_for("#problem-made")?;
    page.click("#problem-made li .row button:first-child")?;
    page.wait_until("document.querySelector('#problem-threats').getAttribute('aria-pressed') === 'true'")?;
    for _ in 0..2 {
        page.click("#problem-made li .row button:last-child")?;
    }
    page.wait_until("document.querySelectorAll('#problem-made li').length === 1")?;
    page.finish()
}

#[test]
fn the_editor_fits_a_phone_in_chinese() -> Result<()> {
    let page = open(Options::phone().language("zh").direct())?;
    editor(&page)?;
    let puzzle = small(&library(Rule::Renju), |task| matches!(task, Task::Defence { .. }));
    page.click("#problem-renju")?;
    set_up(&page, &puzzle)?;
    page.click("#problem-defence")?;
    page.click("#problem-check")?;
    page.wait_for_text("#problem-outcome", "只有一个正解")?;
    page.screenshot("problem-phone-zh")?;
    page.click("#problem-solve")?;
    page.wait_for(".puzzle")?;
    solve(&page, &puzzle)?;
    page.wait_for_text("#status", "解出来了")?;
    page.screenshot("problem-solved-phone-zh")?;
    page.finish()
}

#[test]
fn a_link_opens_its_puzzle_once_and_a_wrong_one_is_reported() -> Result<()> {
    let library = library(Rule::Standard);
    let puzzle = small(&library, |task| matches!(task, Task::Fours { .. }));
    let text = puzzle.to_text()?;
    let page = Page::open(Options::desktop().reduced_motion().path(&format!("?puzzle={text}")))?;
    page.wait_for(".puzzle")?;
    page.screenshot("puzzle-link")?;
    solve(&page, &puzzle)?;
    page.wait_for("#puzzle-leave")?;
    page.click("#puzzle-leave")?;
    page.wait_for("#puzzles-rated")?;
    assert_eq!(page.eval("location.search")?, "");
    assert_eq!(page.text("#puzzle-rating")?, "Solve a few puzzles, and they will fit your strength.");
    page.go_to(&format!("?puzzle={}", &text[..text.len() / 4 * 4 - 8]))?;
    page.wait_for_text("#link-fault", "cut off")?;
    page.screenshot("puzzle-link-fault")?;
    page.finish()
}

#[test]
fn a_mistake_in_a_reviewed_game_becomes_a_puzzle() -> Result<()> {
    let library = library(Rule::FREESTYLE);
    let loses = |task: &Task| matches!(task, Task::Fours { counter, .. } if !counter.is_empty());
    let puzzle = small(&library, loses);
    // A game that begins with the position, and in which the winning four is overlooked and that of the other side played.
    let Task::Fours { counter, .. } = &puzzle.task else { unreachable!() };
    let mut record = Record::from_position(puzzle.start.clone());
    let away = record.position().legal_moves().find(|point| point.x().min(point.y()) == 0).unwrap();
    for played in [away, counter[0]] {
        record.play(played)?;
    }
    let link = tengen_formats::link::write(&record.into())?.content;
    let page = Page::open(Options::desktop().viewport(1366, 768).reduced_motion().path(&format!("#{link}")))?;
    page.wait_for("#tab-analyse")?;
    page.click("#tab-analyse")?;
    page.wait_for("#review-start")?;
    page.set("#review-effort", "quick")?;
    page.click("#review-start")?;
    // The mistakes in a game of others are only looked at when they are asked for.
    page.wait_for("#mistakes-make")?;
    page.click("#mistakes-make")?;
    page.wait_for_text("#mistakes-state", "became")?;
    page.screenshot("mistakes")?;
    page.click("#mistakes-practise")?;
    page.wait_until("document.querySelector('.puzzle')?.dataset.puzzle")?;
    let shown = page.eval("document.querySelector('.puzzle').dataset.puzzle")?;
    assert_eq!(shown, tengen_puzzles::PuzzleId::of(&puzzle).to_string());
    solve(&page, &puzzle)?;
    page.wait_for("#puzzle-leave")?;
    page.click("#puzzle-leave")?;
    page.wait_for_text("#puzzles-mistakes", "from your games. Nothing is due today")?;
    page.screenshot("puzzles-mistakes")?;
    page.finish()
}
