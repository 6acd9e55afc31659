//! The page around the game: small screens, languages, themes, and what the browser keeps.

#![forbid(unsafe_code)]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should fail on the spot")]

use tengen_browser_tests::{Options, Page, Result, Site};

const NO_SIDEWAYS_SCROLLING: &str = "document.documentElement.scrollWidth <= innerWidth";

#[test]
fn a_small_phone_shows_the_whole_board_and_is_played_by_touch() -> Result<()> {
    let page = Page::open_game(Options::phone())?;
    assert_eq!(page.eval("document.querySelector('.board').getBoundingClientRect().width")?, 360);
    assert_eq!(page.eval(NO_SIDEWAYS_SCROLLING)?, true);
    // A point is smaller than a finger: the first tap only aims.
    page.click("[data-point=h8]")?;
    page.wait_for(".crosshair")?;
    assert_eq!(page.count(".stone")?, 0);
    page.click("[data-point=h8]")?;
    page.wait_until("document.querySelectorAll('.stone').length === 2")?;
    // No stone hangs under a finger that has left.
    assert_eq!(page.count(".ghost")?, 0);
    // What one does most is within reach without scrolling.
    assert_eq!(
        page.eval("document.querySelector('#undo').getBoundingClientRect().bottom <= innerHeight")?,
        true
    );
    page.screenshot("phone")?;
    page.click("#new-game")?;
    page.wait_for("form.new-game")?;
    assert_eq!(page.eval(NO_SIDEWAYS_SCROLLING)?, true);
    page.screenshot("phone-new-game")?;
    page.click("#cancel")?;
    page.resize(640, 360)?;
    assert_eq!(page.eval(NO_SIDEWAYS_SCROLLING)?, true);
    assert_eq!(
        page.eval("document.querySelector('.board').getBoundingClientRect().height <= innerHeight")?,
        true
    );
    page.screenshot("phone-sideways")?;
    page.finish()
}

/// Nothing that happens moves the board or the buttons.
#[test]
fn nothing_jumps_when_something_is_said() -> Result<()> {
    let page = Page::open_game(Options::desktop())?;
    let places = "JSON.stringify(['.board', '#undo', '#new-game', '.moves'].map(\
        (s) => { const b = document.querySelector(s).getBoundingClientRect(); return [b.x, b.y, b.width]; }))";
    let before = page.eval(places)?;
    page.click("[data-point=h8]")?;
    page.wait_until("document.querySelectorAll('.stone').length === 2")?;
    assert_eq!(page.eval(places)?, before, "after the engine's move");
    page.click("[data-point=h8]")?;
    page.wait_for_text("#status", "is taken")?;
    assert_eq!(page.eval(places)?, before, "after a refused move");
    page.finish()
}

#[test]
fn the_page_speaks_the_browsers_language_and_remembers_another() -> Result<()> {
    let page = Page::open_game(Options::desktop().language("zh-CN"))?;
    assert_eq!(page.text("#status")?.trim(), "点任意交叉点开始对局。");
    assert_eq!(page.eval("document.documentElement.lang")?, "zh-Hans");
    assert_eq!(page.eval("document.title")?, "天元 – 五子棋");
    page.screenshot("chinese")?;
    page.click("#settings")?;
    page.wait_for("#language")?;
    page.set("#language", "en")?;
    page.wait_for_text("#status", "Place a stone")?;
    page.reload()?;
    page.wait_for_text("#status", "Place a stone")?;
    page.finish()
}

#[test]
fn the_theme_follows_the_system_until_one_is_chosen() -> Result<()> {
    let page = Page::open_game(Options::desktop().dark())?;
    let background = "getComputedStyle(document.body).backgroundColor";
    let night = page.eval(background)?;
    page.click("#settings")?;
    page.wait_for("#theme")?;
    page.set("#theme", "kaya")?;
    page.wait_until(&format!("{background} !== {night}"))?;
    let day = page.eval(background)?;
    page.reload()?;
    page.wait_for(".cell")?;
    assert_eq!(page.eval(background)?, day);
    page.finish()
}

#[test]
fn a_saved_game_that_cannot_be_read_is_kept_and_told_of() -> Result<()> {
    let page = Page::open_game(Options::desktop())?;
    page.eval("localStorage.setItem('tengen.game', '{\"broken\": true}')")?;
    page.reload()?;
    page.wait_for_text("#status", "The saved game could not be read")?;
    assert_eq!(page.eval("localStorage.getItem('tengen.game.unreadable')")?, "{\"broken\": true}");
    page.click("[data-point=h8]")?;
    page.wait_until("document.querySelectorAll('.stone').length === 2")?;
    page.finish()
}

/// Whoever cannot see the board hears it: every point has a role and a name, and exactly one can be tabbed to.
#[test]
fn the_board_is_an_aria_grid() -> Result<()> {
    let page = Page::open_game(Options::desktop())?;
    assert_eq!(page.count("[role=grid] [role=row]")?, 15);
    assert_eq!(page.count("[role=row] [role=gridcell]")?, 225);
    assert_eq!(page.count("[role=gridcell][tabindex='0']")?, 1);
    let nameless = "[...document.querySelectorAll('button, select, input, [role=gridcell]')].filter(\
        (e) => !(e.ariaLabel || e.textContent.trim() || e.labels?.length)).length";
    assert_eq!(page.eval(nameless)?, 0);
    page.click("[data-point=b13]")?;
    page.wait_for("[data-point=b13][aria-label='b13, black stone']")?;
    // b13 is the second column from the left and the third row from the top.
    assert_eq!(
        page.eval("[...document.querySelectorAll('.cell')].findIndex((c) => c.dataset.point === 'b13')")?,
        31
    );
    page.finish()
}

/// Even where the engine cannot start, two people can play, and they are told what is wrong.
#[test]
fn without_its_engine_the_page_says_so_and_still_serves_two_people() -> Result<()> {
    let copy = tempfile::tempdir()?;
    for entry in std::fs::read_dir(Site::page_directory())? {
        let path = entry?.path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let bytes = if name.starts_with("worker-") && name.ends_with(".js") {
            b"throw new Error('no engine today');".to_vec()
        } else {
            std::fs::read(&path)?
        };
        if !name.ends_with(".br") && !name.ends_with(".gz") {
            std::fs::write(copy.path().join(name), bytes)?;
        }
    }
    let page = Page::open_at(Site::of_directory(copy.path())?, Options::desktop())?;
    page.wait_for_text("#status", "The engine could not be started.")?;
    page.wait_for_text("#because", "Uncaught Error: no engine today")?;
    page.new_game(Page::seat_two_people)?;
    page.click("[data-point=h8]")?;
    page.click("[data-point=i9]")?;
    page.wait_until("document.querySelectorAll('.stone').length === 2")?;
    page.finish()
}
