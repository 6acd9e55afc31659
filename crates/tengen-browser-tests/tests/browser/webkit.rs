//! The desktop program in its window, and the page in one file in WebKit. These tests need the program and WebKit's driver, so that `cargo
//! test` leaves them out; `cargo xtask test --only window` runs them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;
use tengen_browser_tests::{Options, Page, Result, Site};

use crate::single::play_to_the_end;

/// The program that `cargo xtask test` has built.
fn program() -> PathBuf {
    let built = Site::page_directory().with_file_name("desktop").join("debug").join("tengen-desktop");
    std::env::var_os("TENGEN_DESKTOP").map_or(built, PathBuf::from)
}

/// A window with a small engine, and further arguments of the program.
fn open(arguments: &[&str], saves: &Path) -> Result<Page> {
    let arguments = [&["--threads", "2", "--hash-mib", "64"], arguments].concat();
    let page =
        Page::open_program(&program(), &arguments, &[("TENGEN_SAVE_INTO", saves)], Options::desktop())?;
    page.wait_for("#new-game")?;
    Ok(page)
}

/// The program's report of its engines.
fn account(page: &Page) -> Result<Value> {
    page.eval("window.__TAURI__.core.invoke('engine_account')")
}

#[test]
#[ignore = "needs the desktop program"]
fn a_game_is_played_to_its_end_in_the_window_against_the_native_engine() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let page = open(&[], folder.path())?;
    let before = account(&page)?;
    assert_eq!((&before["threads"], &before["hash_bytes"]), (&Value::from(2), &Value::from(64 << 20)));
    assert_eq!((&before["started"], &before["running"]), (&Value::from(1), &Value::from(1)));
    play_to_the_end(&page)?;
    page.screenshot("desktop-end")?;
    let moves = page.count(".stone")? as u64 / 2;
    let requests = account(&page)?["requests"].as_u64().unwrap() - before["requests"].as_u64().unwrap();
    assert!(requests >= moves, "{requests} requests for {moves} moves");
    // No engine in a worker has been loaded.
    let workers =
        "performance.getEntriesByType('resource').filter((it) => it.name.includes('/worker')).length";
    assert_eq!(page.eval(workers)?, 0);
    page.finish()
}

#[test]
#[ignore = "needs the desktop program"]
fn the_engine_looks_at_a_position_with_all_its_threads_until_it_is_stopped() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let page = open(&[], folder.path())?;
    page.eval("tengen.newGame({ black: 'person', white: 'person' })")?;
    page.place(&["h8", "i9", "h10"])?;
    page.click("#tab-analyse")?;
    page.click("#analyse")?;
    page.wait_for(".lines li")?;
    page.screenshot("desktop-analysis")?;
    // The reloaded page has a new engine, and the busy one has ended.
    page.reload()?;
    page.wait_for("#new-game")?;
    page.wait_until(
        "window.__TAURI__.core.invoke('engine_account').then((it) => it.started === 2 && it.running === 1)",
    )?;
    page.finish()
}

#[test]
#[ignore = "needs the desktop program"]
fn a_file_named_on_the_command_line_is_opened_and_saved_in_other_formats() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("final.sgf");
    fs::write(&file, "(;GM[4]FF[4]SZ[15]RU[Renju]PB[Anna]PW[Boris];B[hh];W[ii];B[hi])")?;
    let page = open(&[&file.to_string_lossy()], folder.path())?;
    page.wait_until("document.querySelectorAll('.stone').length === 3")?;
    page.screenshot("desktop-opened")?;
    // The game is saved from the menu, and from the page.
    page.eval("tengenDesktop.act('save')")?;
    wait_for_file(&page, &folder.path().join("tengen.sgf"), b"(;")?;
    page.unfold("save-games")?;
    page.wait_until("document.querySelectorAll('#format option').length > 9")?;
    page.set("#format", "lib")?;
    page.click("#save-file")?;
    // The page names its files after the players and the day.
    let today = page.eval("new Date().toLocaleDateString('sv')")?;
    let name = format!("Anna – Boris {}.lib", today.as_str().unwrap_or_default());
    wait_for_file(&page, &folder.path().join(name), b"\xffRenLib\xff")?;
    let saved = fs::read_to_string(folder.path().join("tengen.sgf"))?;
    assert!(saved.contains("PB[Anna]") && saved.contains(";B[hi]"), "{saved}");
    page.finish()
}

#[test]
#[ignore = "needs the desktop program"]
fn a_second_program_hands_its_file_to_the_first_and_ends() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let page = Page::open_program(
        &program(),
        &["--threads", "2", "--hash-mib", "64"],
        &[("XDG_RUNTIME_DIR", folder.path())],
        Options::desktop(),
    )?;
    page.wait_for("#new-game")?;
    fs::write(folder.path().join("other.sgf"), "(;GM[4]FF[4]SZ[15];B[hh];W[ii])")?;
    // The second program needs no screen, and resolves the file's path in its own directory.
    let second = Command::new(program())
        .arg("other.sgf")
        .current_dir(folder.path())
        .env("XDG_RUNTIME_DIR", folder.path())
        .env_remove("DISPLAY")
        .status()?;
    assert!(second.success());
    page.wait_until("document.querySelectorAll('.stone').length === 2")?;
    page.finish()
}

/// An engine that the tests of the workspace have built.
fn engine(name: &str) -> PathBuf {
    Site::page_directory().with_file_name("debug").join(name)
}

/// The list of engines in a window whose settings are in this folder; `chosen` is the user's choice in the dialog.
fn open_engines(settings: &Path, chosen: &Path) -> Result<Page> {
    let arguments = ["--threads", "1", "--hash-mib", "16"];
    let environment = [("XDG_CONFIG_HOME", settings), ("TENGEN_CHOOSE", chosen)];
    let page = Page::open_program(&program(), &arguments, &environment, Options::desktop())?;
    page.wait_for("#new-game")?;
    page.eval("tengen.newGame({ black: 'person', white: 'person' })")?;
    page.place(&["h8", "i9", "h10"])?;
    page.click("#tab-analyse")?;
    page.wait_for("#other-engines")?;
    page.click("#other-engines summary")?;
    page.wait_for("#add-engine")?;
    Ok(page)
}

#[test]
#[ignore = "needs the desktop program"]
fn another_engine_is_added_analyses_and_is_there_the_next_time() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let page = open_engines(folder.path(), &engine("pbrain-tengen"))?;
    page.click("#add-engine")?;
    page.wait_for("#engine-A")?;
    page.click("#engine-A")?;
    page.wait_for(".marks .preferred")?;
    // The engine sends its lines, with their depth.
    page.wait_until("document.querySelectorAll('.opinions .step').length > 2")?;
    // The next position stops the engine's search, for which it has no limit.
    page.place(&["i8"])?;
    page.wait_until("!document.querySelector('.marks .preferred')")?;
    page.wait_for(".marks .preferred")?;
    page.screenshot("desktop-other-engine")?;
    page.finish()?;
    let page = open_engines(folder.path(), &engine("pbrain-tengen"))?;
    page.wait_for_text(".opinions li", "tengen")?;
    page.click(".opinions .remove")?;
    page.wait_until("!document.querySelector('#engine-A')")?;
    page.finish()
}

#[test]
#[ignore = "needs the desktop program"]
fn a_program_that_is_no_engine_is_not_added() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let page = open_engines(folder.path(), Path::new("/bin/cat"))?;
    page.click("#add-engine")?;
    page.wait_for_text("#other-engines > [role=alert]", "`cat` cannot play: expected `OK`")?;
    assert_eq!(page.count(".opinions li")?, 0);
    page.finish()
}

#[test]
#[ignore = "needs the desktop program"]
fn the_menu_matches_the_keys_and_the_pages_language() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let page = open(&[], folder.path())?;
    page.eval("tengen.newGame({ black: 'person', white: 'person' })")?;
    page.place(&["h8", "i9"])?;
    for (action, expected) in [
        ("undo", "document.querySelectorAll('.stone').length === 1"),
        ("redo", "document.querySelectorAll('.stone').length === 2"),
        ("first", "document.querySelectorAll('.stone').length === 0"),
        ("last", "document.querySelectorAll('.stone').length === 2"),
        ("help", "document.querySelector('#help-content') !== null"),
        ("new", "document.querySelector('form.new-game') !== null"),
    ] {
        page.eval(&format!("tengenDesktop.act('{action}')"))?;
        page.wait_until(expected)?;
    }
    // An unknown language is refused, a known one is accepted.
    let refused = page.eval("window.__TAURI__.core.invoke('speak', { code: 'fr' }).catch(String)")?;
    assert_eq!(refused, "expected en or zh-Hans, found `fr`");
    page.eval("window.__TAURI__.core.invoke('speak', { code: 'zh-Hans' })")?;
    page.finish()
}

#[test]
#[ignore = "needs the desktop program"]
fn the_page_in_one_file_plays_to_the_end_in_webkit_as_well() -> Result<()> {
    let file = Site::page_directory().with_file_name("package").join("tengen.html");
    let page = Page::open_file_in_webkit(&file, Options::desktop())?;
    page.wait_for("#new-game")?;
    play_to_the_end(&page)?;
    // The list of moves is longer than its space here, and shows the last moves.
    page.wait_until(
        "document.querySelector('.moves .current').getBoundingClientRect().bottom \
         <= document.querySelector('.moves .lists').getBoundingClientRect().bottom",
    )?;
    page.screenshot("single-webkit")?;
    let stones = page.count(".stone")?;
    page.reload()?;
    page.wait_until(&format!("document.querySelectorAll('.stone').length === {stones}"))?;
    page.finish()
}

/// Waits until the program has written a file, which may be long after the page's report.
fn wait_for_file(page: &Page, path: &Path, begin: &[u8]) -> Result<()> {
    for _ in 0..200 {
        if fs::read(path).is_ok_and(|content| content.starts_with(begin)) {
            return Ok(());
        }
        page.eval("new Promise((resolve) => setTimeout(resolve, 50))")?;
    }
    anyhow::bail!("there is no {}", path.display())
}
