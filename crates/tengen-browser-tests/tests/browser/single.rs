//! The page in one file, opened from the disk.

use std::fs;
use std::path::PathBuf;

use tengen_browser_tests::{Firefox, Options, Page, Result, Site};

/// The largest size of the file, in bytes. Its script contains the browser's side of online play, as that of every page does. The networks
/// are 670 kB of it (decision 0118), the puzzles 350 kB (decision 0130).
const SIZE: u64 = 4_630_000;

/// The file that `cargo xtask package single` makes.
fn file() -> PathBuf {
    Site::page_directory().with_file_name("package").join("tengen.html")
}

/// Whether the game is over.
const IS_OVER: &str = "document.querySelector('#play-again') !== null";
/// Plays on the next free point. The engine wins, or the board fills up.
const NEXT: &str = "[...document.querySelectorAll('.cell')].find((cell) => /, empty$/.test(cell.getAttribute('aria-label'))) \
                    .dispatchEvent(new MouseEvent('click', { bubbles: true }))";

/// Plays against the engine to the end of the game.
pub(crate) fn play_to_the_end(page: &Page) -> Result<()> {
    page.new_game(|page| {
        page.eval("document.querySelector('input[name=rule][value=other]').click()")?;
        page.set("#size", "5")?;
        page.set("#length", "4")?;
        page.set("#seat-white", "normal")
    })?;
    while page.eval(IS_OVER)? != true {
        let stones = page.count(".stone")?;
        page.eval(NEXT)?;
        page.wait_until(&format!(
            "document.querySelectorAll('.stone').length >= {} || {IS_OVER}",
            stones + 2
        ))?;
    }
    Ok(())
}

fn open(options: Options) -> Result<Page> {
    let page = Page::open_file(&file(), options)?;
    page.wait_for("#new-game")?;
    Ok(page)
}

/// Every address that the page has requested, except those within the file.
fn fetched(page: &Page) -> Result<Vec<String>> {
    let names = page.eval(
        "performance.getEntriesByType('resource').map((it) => it.name.slice(0, 60)).filter((it) => !/^(data|blob):/.test(it))",
    )?;
    Ok(serde_json::from_value(names)?)
}

#[test]
fn a_file_from_the_disk_plays_a_game_to_its_end_and_saves_it() -> Result<()> {
    let page = open(Options::desktop())?;
    play_to_the_end(&page)?;
    page.screenshot("single")?;
    let stones = page.count(".stone")?;
    page.reload()?;
    page.wait_until(&format!("document.querySelectorAll('.stone').length === {stones}"))?;
    assert_eq!(fetched(&page)?, [""; 0]);
    page.finish()
}

#[test]
fn a_file_from_the_disk_analyses_saves_and_keeps_games() -> Result<()> {
    let page = open(Options::phone())?;
    page.new_game(Page::seat_two_people)?;
    page.eval(
        "document.querySelector('[data-point=h8]').dispatchEvent(new MouseEvent('click', { bubbles: true }))",
    )?;
    page.click("#tab-analyse")?;
    page.wait_for("#analyse")?;
    page.click("#analyse")?;
    page.wait_for(".lines li .step")?;
    page.unfold("save-games")?;
    page.wait_until("document.querySelectorAll('#format option').length > 5")?;
    page.eval("document.querySelector('#keep-game')?.click()")?;
    // Online play needs a server, which the page in one file does not have.
    page.click("#tab-online")?;
    page.wait_for("#online-absent")?;
    page.screenshot("single-online")?;
    assert_eq!(fetched(&page)?, [""; 0]);
    page.finish()
}

#[test]
fn a_file_from_the_disk_can_be_in_chinese() -> Result<()> {
    let page = open(Options::desktop().language("zh-CN"))?;
    page.wait_for_text("#quick-learn", "第一次来？")?;
    page.screenshot("single-chinese")?;
    page.finish()
}

#[test]
fn firefox_plays_a_file_from_the_disk_to_its_end() -> Result<()> {
    let page = Firefox::open_file(&file())?;
    page.wait_until("document.querySelector('#new-game') !== null")?;
    page.eval("document.querySelector('#new-game').click()")?;
    page.wait_until("document.querySelector('form.new-game') !== null")?;
    page.eval("document.querySelector('input[name=rule][value=other]').click()")?;
    page.eval(
        "[['#size', '5'], ['#length', '4'], ['#seat-white', 'normal']].forEach(([at, value]) => { \
           const field = document.querySelector(at); field.value = value; \
           field.dispatchEvent(new Event('input', { bubbles: true })); \
           field.dispatchEvent(new Event('change', { bubbles: true })); })",
    )?;
    page.eval("document.querySelector('#start').click()")?;
    page.wait_until("document.querySelectorAll('.cell').length === 25")?;
    while page.eval(IS_OVER)? != true {
        let stones = page.eval("document.querySelectorAll('.stone').length")?.as_u64().unwrap();
        page.eval(NEXT)?;
        let is_answered =
            format!("(document.querySelectorAll('.stone').length >= {} || {IS_OVER})", stones + 2);
        page.wait_until(&format!("{is_answered} || document.querySelector('#coach-keep') !== null"))?;
        // The coach warns of moves that are no better than these.
        page.eval("document.querySelector('#coach-keep')?.click()")?;
        page.wait_until(&is_answered)?;
    }
    page.screenshot("single-firefox")?;
    assert_eq!(page.errors(), [""; 0]);
    Ok(())
}

#[test]
fn one_file_is_no_larger_than_its_budget() {
    if std::env::var_os("CARGO_PROFILE_WEB_OPT_LEVEL").is_some() {
        println!("skipped: CARGO_PROFILE_WEB_OPT_LEVEL is set, so the page is not the one that people get");
        return;
    }
    let size = fs::metadata(file()).unwrap().len();
    assert!(size <= SIZE, "{size} bytes of {SIZE}");
}
