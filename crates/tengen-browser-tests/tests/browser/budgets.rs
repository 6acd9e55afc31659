//! The budgets of the page: time, memory and bytes.
//!
//! A busy machine only slows the page down. Each time is therefore measured several times, and the best one counts, because it is nearest
//! to the time that the page itself needs.

use std::fs;

use serde_json::json;
use tengen_browser_tests::{Held, KEEP_MEMORIES, Options, Page, Result, Site};
use wasmparser::{Operator, Parser, Payload};

/// One frame at 60 Hz, in milliseconds.
const FRAME: f64 = 16.0;
/// The time in milliseconds from the beginning of the navigation to the first clickable point.
const INTERACTIVE: f64 = 1_500.0;
/// The size of the engine with its glue and its script, gzipped.
const WORKER: u64 = 425_000;
/// The size of the network of a rule, gzipped, which a first game of that rule also loads.
const NETWORK: u64 = 300_000;
/// The size of everything that a first move needs, gzipped, without the engine.
const PAGE: u64 = 261_000;

/// Plays games between two human players in the page, as quickly as possible.
const PLAY: &str = "const [games, moves] = arguments; \
    const until = async (is) => { while (!is()) await new Promise((go) => setTimeout(go)); }; \
    const click = (at) => document.querySelector(at).dispatchEvent(new MouseEvent('click', { bubbles: true })); \
    return (async () => { \
      for (let game = 0; game < games; game++) { \
        for (const [index, point] of moves.entries()) { \
          click(`[data-point=${point}]`); \
          await until(() => document.querySelectorAll('.stone').length === index + 1); \
        } \
        await until(() => document.querySelector('#play-again')); \
        click('#play-again'); \
        await until(() => !document.querySelector('.stone') && document.querySelector('.quick')); \
      } \
    })();";

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

/// A script that runs before the page's own, whenever the page is loaded.
fn before_loading(page: &Page, script: &str) -> Result<()> {
    page.devtools("Page.addScriptToEvaluateOnNewDocument", &json!({ "source": script }))?;
    page.reload()?;
    page.wait_for(".cell")
}

#[test]
fn two_hundred_games_leak_nothing() -> Result<()> {
    let page = Page::open_game(Options::desktop().reduced_motion())?;
    before_loading(&page, KEEP_MEMORIES)?;
    page.new_game(|page| {
        page.seat_two_people()?;
        page.eval("document.querySelector('input[name=rule][value=other]').click()")?;
        page.set("#size", "5")?;
        page.set("#length", "3")
    })?;
    let moves = ["a1", "a5", "b1", "b5", "c1"];
    let play = |games: usize| page.eval_with(PLAY, &json!([games, moves])).map(drop);
    // The code that the browser compiles at run time also counts, and is complete only after some dozens of games.
    play(20)?;
    play(20)?;
    play(20)?;
    let early = Held::of(&page)?;
    for _ in 0..9 {
        play(20)?;
    }
    // Free memory may have been used, but no game needs more.
    early.assert_steady(&Held::of(&page)?);
    page.finish()
}

#[test]
fn navigation_leaks_nothing() -> Result<()> {
    let page = Page::open_game(Options::desktop().reduced_motion())?;
    before_loading(&page, KEEP_MEMORIES)?;
    page.new_game(Page::seat_two_people)?;
    page.place(&["h8", "i9", "j10"])?;
    let tour = |rounds: usize| {
        page.eval_with(
            "const rounds = arguments[0]; \
             const frame = () => new Promise((go) => requestAnimationFrame(() => setTimeout(go))); \
             const places = ['tab-analyse', 'tab-library', 'settings', 'help', 'help-levels', 'tab-learn', 'tab-play', \
                             'new-game', 'tab-play', 'tab-analyse', 'tab-play']; \
             return (async () => { \
               for (let round = 0; round < rounds; round++) { \
                 for (const place of places) { document.getElementById(place)?.click(); await frame(); } \
               } \
             })();",
            &json!([rounds]),
        )
    };
    tour(10)?;
    let early = Held::of(&page)?;
    for _ in 0..5 {
        tour(10)?;
    }
    early.assert_steady(&Held::of(&page)?);
    page.finish()
}

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
    // Games end long before a board is full; the largest board may take two frames.
    let boards = [
        (15, "freestyle", 60, 1.0),
        (15, "renju", 60, 1.0),
        (15, "freestyle", 160, 2.0),
        (22, "freestyle", 360, 2.0),
    ];
    for (lines, rule, stones, frames) in boards {
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
        let best = took[stones - 20..].iter().copied().fold(f64::INFINITY, f64::min);
        println!("{lines} lines, {rule}, {stones} stones: {best:.1} ms");
        let most = if is_quick_build() { 3.0 * FRAME } else { frames * FRAME };
        assert!(best < most, "{lines} lines, {rule}: {best} ms of {most} at the best of 20");
        page.finish()?;
    }
    Ok(())
}

#[test]
fn the_first_move_can_be_played_within_a_second_and_a_half() -> Result<()> {
    let page = Page::open_game(Options::desktop().alone())?;
    page.keep_nothing()?;
    // `performance.now()` begins with the navigation. A cell is clickable when no element covers it.
    let watch = "(() => { const look = () => { \
          const cell = document.querySelector('.cell'); \
          const box = cell?.getBoundingClientRect(); \
          if (cell && document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2) === cell) \
            window.interactive = performance.now(); \
          else setTimeout(look); \
        }; look(); })()";
    before_loading(&page, watch)?;
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

/// The names of the page's files.
fn file_names() -> impl Iterator<Item = String> {
    let entries = fs::read_dir(Site::page_directory()).unwrap();
    entries.map(|entry| entry.unwrap().file_name().into_string().unwrap())
}

/// The compressed size (`gz` or `br`) of the page's files for which `is_counted` is true. A file without a compressed form counts with its
/// plain size.
pub(crate) fn travelling(form: &str, is_counted: impl Fn(&str) -> bool) -> u64 {
    let directory = Site::page_directory();
    let mut sum = 0;
    for name in
        file_names().filter(|name| !name.ends_with(".gz") && !name.ends_with(".br") && is_counted(name))
    {
        let file = Some(directory.join(format!("{name}.{form}"))).filter(|file| file.is_file());
        let size = fs::metadata(file.unwrap_or(directory.join(&name))).unwrap().len();
        println!("{name}: {size}");
        sum += size;
    }
    println!("together: {sum}");
    sum
}

/// The gzipped size of the page's files for which `is_counted` is true.
fn gzipped(is_counted: impl Fn(&str) -> bool) -> u64 {
    travelling("gz", is_counted)
}

/// Whether a page with this document needs a file before the first move. The document's own files are loaded at once. The workers, the
/// other parts, and the files with which browsers cache and install the page are loaded when the page can already be played on.
pub(crate) fn is_first(document: &str, name: &str) -> bool {
    let later = ["worker", "files-", "offline.js", "tengen.webmanifest", "icon-192.png"];
    let is_later = later.iter().any(|stem| name.starts_with(stem));
    name == "index.html" || (!is_later && document.contains(name))
}

/// Whether only the engine with threads needs a file. A page loads one of the two engines, by the same script.
pub(crate) fn is_of_threads(name: &str) -> bool {
    let is_script = name.starts_with("worker") && name.ends_with(".js") && !name.contains("glue");
    name.starts_with("threads") || name.starts_with("helper") || is_script
}

/// Whether the page is a quick build, whose sizes are not representative. These tests read it from the same environment variable as the
/// build.
pub(crate) fn is_quick_build() -> bool {
    let is_quick = std::env::var_os("CARGO_PROFILE_WEB_OPT_LEVEL").is_some();
    if is_quick {
        println!("CARGO_PROFILE_WEB_OPT_LEVEL is set, so the page is not the one that people get");
    }
    is_quick
}

#[test]
fn the_engine_is_no_larger_than_its_budget() {
    if is_quick_build() {
        return;
    }
    let size = gzipped(|name| name.starts_with("worker"));
    assert!(size <= WORKER, "{size} bytes of {WORKER}");
    let size = gzipped(is_of_threads);
    assert!(size <= WORKER, "{size} bytes of {WORKER} with threads");
    for name in ["freestyle", "standard", "renju"] {
        let size = gzipped(|file| file.starts_with(name) && file.ends_with(".network"));
        assert!((1..=NETWORK).contains(&size), "{size} bytes of {NETWORK} for {name}");
    }
}

/// Whether a program contains an instruction that adds sixteen numbers of eight bits, as the inner loops of the network do.
fn adds_vectors(name: &str) -> bool {
    let program = fs::read(Site::page_directory().join(name)).unwrap();
    Parser::new(0).parse_all(&program).any(|payload| match payload.unwrap() {
        Payload::CodeSectionEntry(body) => {
            let mut operators = body.get_operators_reader().unwrap().into_iter();
            operators.any(|operator| matches!(operator.unwrap(), Operator::I8x16AddSatS))
        }
        _ => false,
    })
}

/// Without vectors the engine searches a third of the nodes, which no other test would detect (the profile `web` in `Cargo.toml`).
#[test]
fn the_network_uses_vectors() {
    if is_quick_build() {
        return;
    }
    let is_engine = |name: &str| name.starts_with("worker-") || name.starts_with("threads-");
    let engines: Vec<String> =
        file_names().filter(|name| name.ends_with(".wasm") && is_engine(name)).collect();
    assert!(!engines.is_empty());
    for name in engines {
        assert!(adds_vectors(&name), "{name}");
    }
}

#[test]
fn the_page_is_no_larger_than_its_budget() {
    if is_quick_build() {
        return;
    }
    let document = fs::read_to_string(Site::page_directory().join("index.html")).unwrap();
    let size = gzipped(|name| is_first(&document, name));
    assert!(size <= PAGE, "{size} bytes of {PAGE}");
}
