//! A program around the page that brings its own engine and takes files.

#![forbid(unsafe_code)]

use serde_json::json;
use tengen_browser_tests::{Options, Page, Result};

/// The host's engine is the page's, so that it can play; who started it can be seen.
const HOST: &str = "window.hosted = 0; window.saved = []; window.tengenHost = { \
      Engine: class extends Worker { \
        constructor() { super(document.querySelector('meta[name=tengen-worker]').content); hosted++; } \
      }, \
      save: (name, type, bytes) => saved.push([name, type, new TextDecoder().decode(bytes)]), \
    };";

fn hosted_page() -> Result<Page> {
    let page = Page::open_game(Options::desktop())?;
    page.devtools("Page.addScriptToEvaluateOnNewDocument", &json!({ "source": HOST }))?;
    page.reload()?;
    page.wait_for("#new-game")?;
    Ok(page)
}

#[test]
fn the_hosts_engine_plays_and_no_other_is_started() -> Result<()> {
    let page = hosted_page()?;
    page.click("[data-point=h8]")?;
    page.wait_until("document.querySelectorAll('.stone').length === 2")?;
    assert_eq!(page.eval("hosted")?, 1);
    page.finish()
}

#[test]
fn the_host_saves_what_the_page_makes() -> Result<()> {
    let page = hosted_page()?;
    page.click("[data-point=h8]")?;
    page.wait_until("document.querySelectorAll('.stone').length === 2")?;
    page.unfold("save-games")?;
    page.wait_until("document.querySelectorAll('#format option').length > 9")?;
    page.set("#format", "sgf")?;
    page.click("#save-file")?;
    page.wait_until("saved.length === 1")?;
    let saved = page.eval("saved[0]")?;
    // The file has the name of the game, which ends with the day.
    let name = saved[0].as_str().unwrap_or_default();
    assert!(name.starts_with("You – Tengen, easy 20") && name.ends_with(".sgf"), "{name}");
    assert_eq!(saved[1], "application/x-go-sgf");
    assert!(
        saved[2].as_str().is_some_and(|text| text.starts_with("(;") && text.contains(";B[hh]")),
        "{saved}"
    );
    page.finish()
}

#[test]
fn a_file_is_opened_through_the_handle_of_the_page() -> Result<()> {
    let page = Page::open_game(Options::desktop())?;
    let open = "tengen.open(new File(['(;GM[4]SZ[15];B[hh];W[ii];B[jj])'], 'a.sgf'))";
    page.eval(open)?;
    page.wait_until("document.querySelectorAll('.stone').length === 3")?;
    // Also where the library is there already; and a file with several games lets somebody choose.
    page.click("#tab-library")?;
    page.wait_for(".library")?;
    page.eval("tengen.open(new File(['(;GM[4]SZ[15];B[aa])(;GM[4]SZ[15];B[bb];W[cc])'], 'b.sgf'))")?;
    page.wait_until("document.querySelectorAll('.found li').length === 2")?;
    page.click(".found li:last-child button")?;
    page.wait_until("document.querySelectorAll('.stone').length === 2")?;
    let refused =
        page.eval("(() => { try { tengen.open('a.sgf'); } catch (error) { return error.message; } })()")?;
    assert_eq!(refused, "`open` takes a file");
    page.finish()
}
