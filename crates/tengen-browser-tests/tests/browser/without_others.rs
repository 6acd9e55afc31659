//! Measurements of time, during which no other test runs. The name of this module puts them at the end of the list, since each occupies a
//! thread while it waits for the other tests.
//!
//! A busy machine only slows the page down. Where a time has a limit, it is therefore measured several times, and the best one counts,
//! because it is nearest to the time that the page itself needs.

use std::thread;
use std::time::Duration;

use serde_json::json;
use tengen_browser_tests::{Options, Page, Result};

use crate::adding::{file, open};
use crate::budgets::is_quick_build;

/// The length of a frame at 60 Hz, in milliseconds.
const FRAME: f64 = 16.0;

/// The time in milliseconds from the beginning of the navigation to the first clickable point.
const INTERACTIVE: f64 = 1_500.0;

/// Places stones one after the other, and measures the time until each is drawn. Reading its box makes the browser compute the styles and
/// the layout as well, so that only painting is left.
const PLACE: &str = "return (async () => { \
   const took = []; \
   for (const point of arguments[0]) { \
     const cell = document.querySelector(`[data-point=${point}]`); \
     const before = document.querySelectorAll('.stone').length; \
     const start = performance.now(); \
     cell.dispatchEvent(new MouseEvent('click', { bubbles: true })); \
     while (document.querySelectorAll('.stone').length === before) { \
       if (performance.now() - start > 5000) throw new Error(`no stone at ${point}`); \
       await (performance.now() - start > 4 ? new Promise((go) => setTimeout(go)) : Promise.resolve()); \
     } \
     document.querySelector('.stone:last-child').getBoundingClientRect(); \
     took.push(performance.now() - start); \
     await new Promise((go) => setTimeout(go)); \
   } \
   return took; \
 })();";

/// Points for a long game in which neither side ever has more than two in a row, in the order of the moves.
fn peaceful(lines: usize, moves: usize) -> Vec<String> {
    let columns = "abcdefghijklmnopqrstuvwxyz".as_bytes();
    let of = |black: bool| {
        let all = (0..lines * lines).map(move |index| (index % lines, index / lines));
        all.filter(move |(x, y)| ((x + 2 * y) % 4 < 2) == black)
            .map(|(x, y)| format!("{}{}", char::from(columns[x]), y + 1))
    };
    of(true).zip(of(false)).flat_map(|(black, white)| [black, white]).take(moves).collect()
}

#[test]
fn a_stone_stands_within_a_frame_and_on_a_full_board_within_two() -> Result<()> {
    // The numbers of stones, and the frames that the last one may take: games end long before a board is full.
    let boards = [
        (15, "freestyle", &[(60, 1.0), (160, 2.0)][..]),
        (15, "renju", &[(60, 1.0)]),
        (22, "freestyle", &[(360, 2.0)]),
    ];
    for (lines, rule, limits) in boards {
        let stones = limits.iter().map(|&(stones, _)| stones).max().unwrap();
        let page = Page::open_game(Options::desktop().reduced_motion().alone())?;
        page.new_game(|page| {
            page.seat_two_people()?;
            page.eval(&format!("document.querySelector('input[name=rule][value={rule}]').click()"))?;
            page.set("#size", &lines.to_string())
        })?;
        let mut took: Vec<f64> = Vec::new();
        // A script has a time limit, and the first stones only fill the board.
        for points in peaceful(lines, stones).chunks(40) {
            took.extend(serde_json::from_value::<Vec<f64>>(page.eval_with(PLACE, &json!([points]))?)?);
        }
        assert_eq!(took.len(), stones);
        for &(stones, frames) in limits {
            let best = took[stones - 20..stones].iter().copied().fold(f64::INFINITY, f64::min);
            println!("{lines} lines, {rule}, {stones} stones: {best:.1} ms");
            let most = if is_quick_build() { 3.0 * FRAME } else { frames * FRAME };
            assert!(best < most, "{lines} lines, {rule}: {best} ms of {most} at the best of 20");
        }
        page.finish()?;
    }
    Ok(())
}

#[test]
fn the_first_move_can_be_played_within_a_second_and_a_half() -> Result<()> {
    // `performance.now()` begins with the navigation. A cell is clickable when no element covers it.
    let watch = "(() => { const look = () => { \
          const cell = document.querySelector('.cell'); \
          const box = cell?.getBoundingClientRect(); \
          if (cell && document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2) === cell) \
            window.interactive = performance.now(); \
          else setTimeout(look); \
        }; look(); })()";
    let page = Page::open_game(Options::desktop().alone().script(watch))?;
    page.keep_nothing()?;
    let mut best = f64::INFINITY;
    for _ in 0..3 {
        page.reload()?;
        page.wait_until("window.interactive !== undefined")?;
        let took = page.eval("window.interactive")?.as_f64().unwrap();
        page.click("[data-point=h8]")?;
        page.wait_for(".stone")?;
        page.eval("localStorage.clear()")?;
        best = best.min(took);
    }
    println!("interactive after {best:.0} ms");
    assert!(best < INTERACTIVE, "{best} ms at the best of three");
    page.finish()
}

/// Records the long tasks in `tasks`, and the changes of the analysis's lines in `drawn`.
const OBSERVE: &str = "(() => { window.tasks = []; window.drawn = []; \
    new PerformanceObserver((list) => tasks.push(...list.getEntries().map((task) => task.duration))) \
        .observe({ type: 'longtask' }); \
    new MutationObserver(() => drawn.push(performance.now())) \
        .observe(document.querySelector('.lines'), { subtree: true, childList: true, characterData: true }); })()";

/// The processor time that the page has taken, in seconds, in total and for each kind of work.
fn busy(page: &Page) -> Result<Vec<(String, f64)>> {
    let metrics = page.devtools("Performance.getMetrics", &json!({}))?;
    let of = |metric: &serde_json::Value| {
        let name = metric["name"].as_str().filter(|name| name.ends_with("Duration"))?;
        Some((name.to_owned(), metric["value"].as_f64()?))
    };
    Ok(metrics["metrics"].as_array().into_iter().flatten().filter_map(of).collect())
}

#[test]
fn an_analysis_on_a_slow_phone_is_drawn_four_times_a_second() -> Result<()> {
    let moves = ["h8", "i9", "g9"];
    let page = Page::of_two_people(Options::phone().viewport(390, 844).alone(), &moves)?;
    page.click("#tab-analyse")?;
    page.wait_for("#analyse")?;
    page.devtools("Emulation.setCPUThrottlingRate", &json!({ "rate": 4 }))?;
    page.eval(OBSERVE)?;
    page.devtools("Performance.enable", &json!({ "timeDomain": "threadTicks" }))?;
    page.click("#analyse")?;
    let before = busy(&page)?;
    thread::sleep(Duration::from_secs(4));
    let after = busy(&page)?;
    let found = page.eval("({ tasks: tasks.map(Math.round), drawn: drawn.length })")?;
    page.devtools("Emulation.setCPUThrottlingRate", &json!({ "rate": 1 }))?;
    // The length of a task depends on the machine and its other work.
    println!("in four seconds on a slow phone: {found}");
    for ((name, before), (_, after)) in before.iter().zip(&after) {
        println!("{name}: {:.0} ms", (after - before) * 1_000.0);
    }
    page.screenshot("analysis-slow-phone")?;
    let drawn = found["drawn"].as_u64().unwrap_or_default();
    // The effects of the user's clicks, and the explanation of the last move, are drawn at once.
    assert!((2..=4 * 4 + 4).contains(&drawn), "{found}");
    page.finish()
}

#[test]
fn a_thousand_games_go_into_the_library_while_the_page_stays_responsive() -> Result<()> {
    let page = Page::open_game(Options::desktop().viewport(1366, 768).alone())?;
    open(&page, "thousand.sgf", &file(1_000))?;
    page.wait_for_text("#add-all", "Add all 1000 to the library")?;
    page.screenshot("adding-offered")?;
    page.eval(
        "(() => { window.tasks = []; new PerformanceObserver((list) => \
         tasks.push(...list.getEntries().map((task) => Math.round(task.duration)))).observe({ type: 'longtask' }); \
         window.began = performance.now(); })()",
    )?;
    page.click("#add-all")?;
    page.wait_for_text("#adding-outcome", "of 1000")?;
    page.wait_for(".adding progress")?;
    page.screenshot("adding")?;
    // The board can be used meanwhile.
    page.click("[data-point=h8]")?;
    page.wait_until("document.querySelectorAll('.board .stone').length > 0")?;
    page.wait_until_within(
        "document.querySelector('#adding-outcome').textContent.includes('1000 games were imported')",
        Duration::from_secs(60),
    )?;
    let figures = page.eval("({ tasks, took: Math.round(performance.now() - began) })")?;
    println!("a thousand games: {figures}");
    page.screenshot("adding-done")?;
    page.wait_for_text("#library-outcome", "1000")?;
    // Adding the same file again adds no games, and the added ones survive a reload.
    page.click("#add-all")?;
    page.wait_until_within(
        "document.querySelector('#adding-outcome').textContent.includes('1000 were already')",
        Duration::from_secs(60),
    )?;
    page.reload()?;
    page.wait_for("#new-game")?;
    page.click("#tab-library")?;
    page.wait_for_text("#library-outcome", "1000")?;
    // The first game of the file comes first.
    page.wait_for_text(".saved-games li:first-child .name", "Ada 0 – Bo")?;
    // On a machine of any speed, the work is divided into many small tasks.
    let longest = figures["tasks"].as_array().into_iter().flatten().filter_map(|it| it.as_u64()).max();
    assert!(5 * longest.unwrap_or_default() < figures["took"].as_u64().unwrap_or_default(), "{figures}");
    page.finish()
}
