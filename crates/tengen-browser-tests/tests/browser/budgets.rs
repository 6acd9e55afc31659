//! The budgets of the page: memory and bytes. The module `without_others` has those of time.

use std::fs;

use serde_json::json;
use tengen_browser_tests::{Held, KEEP_MEMORIES, Options, Page, Result, Site};
use wasmparser::{Operator, Parser, Payload};

/// The size of the engine with its glue and its script, gzipped.
const WORKER: u64 = 436_000;
/// The size of the network of a rule, gzipped, which a first game of that rule also loads.
const NETWORK: u64 = 300_000;
/// The size of everything that a first move needs, gzipped, without the engine.
const PAGE: u64 = 241_000;

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

#[test]
fn two_hundred_games_leak_nothing() -> Result<()> {
    let page = Page::open_game(Options::desktop().reduced_motion().script(KEEP_MEMORIES))?;
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
    for _ in 0..7 {
        play(20)?;
    }
    // Free memory may have been used, but no game needs more.
    early.assert_steady(&Held::of(&page)?);
    page.finish()
}

#[test]
fn navigation_leaks_nothing() -> Result<()> {
    let page = Page::open_game(Options::desktop().reduced_motion().script(KEEP_MEMORIES))?;
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
    for _ in 0..3 {
        tour(10)?;
    }
    early.assert_steady(&Held::of(&page)?);
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
/// other parts, the sets of puzzles, and the files with which browsers cache and install the page are loaded when the page can already be played on.
pub(crate) fn is_first(document: &str, name: &str) -> bool {
    let later = ["worker", "files-", "judge-", "offline.js", "tengen.webmanifest", "icon-192.png"];
    let is_later = later.iter().any(|stem| name.starts_with(stem))
        || name.ends_with(".puzzles")
        || name.ends_with(".course");
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
    for name in ["freestyle", "standard", "renju", "caro"] {
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
