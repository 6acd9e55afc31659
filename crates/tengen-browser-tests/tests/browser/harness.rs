//! Tests that the harness detects faults, with a page of a few lines.

use std::fs;
use std::time::Duration;

use serde_json::json;
use tengen_browser_tests::{Options, Page, Result, Site};

/// A site whose `index.html` runs the script of a test. The security policy forbids inline scripts, so that the script is a separate file,
/// as in the real page.
fn site(body: &str, script: &str) -> Site {
    let directory = tempfile::tempdir().unwrap();
    let index = format!(
        "<!doctype html><html lang=en><meta charset=utf-8><title>Small</title>\
         <meta name=viewport content='width=device-width'><link rel=icon href='data:,'>\
         {body}<script src=script.js></script>"
    );
    fs::write(directory.path().join("index.html"), index).unwrap();
    fs::write(directory.path().join("script.js"), script).unwrap();
    fs::write(directory.path().join("throwing-worker.js"), "throw new Error('the worker broke');").unwrap();
    Site::of_directory(directory.path()).unwrap()
}

fn open(body: &str, script: &str) -> Page {
    Page::open_at(site(body, script), Options::desktop()).unwrap()
}

/// Lets the browser report the faults that a script has just caused, and then ends the test.
fn problem_of(page: Page) -> String {
    std::thread::sleep(Duration::from_millis(500));
    page.finish().expect_err("the problem was not noticed").to_string()
}

#[test]
fn faults_of_the_page_fail_the_test() {
    for (script, expected) in [
        ("console.error('an error was printed')", "an error was printed"),
        ("setTimeout(() => { throw new Error('an uncaught error') })", "an uncaught error"),
        ("Promise.reject(new Error('an unhandled rejection'))", "an unhandled rejection"),
        ("fetch('missing.json')", "missing.json was answered with status 404"),
        ("fetch('https://example.org/')", "example.org"),
        ("new Worker('throwing-worker.js')", "the worker broke"),
        ("eval('1 + 1')", "unsafe-eval"),
    ] {
        let problem = problem_of(open("<p>small</p>", script));
        assert!(problem.contains(expected), "{script}: {problem}");
    }
}

#[test]
fn a_page_without_faults_passes() -> Result<()> {
    let page = open("<p>small</p>", "console.log('hello'); console.warn('take care');");
    assert_eq!(page.text("p")?, "small");
    page.reload()?;
    page.finish()
}

#[test]
fn an_expected_problem_is_demanded() -> Result<()> {
    let page = open("<p>small</p>", "console.error('as planned')");
    page.expect_problem("as planned");
    page.finish()?;
    let page = open("<p>small</p>", "");
    page.expect_problem("as planned");
    assert!(page.finish().unwrap_err().to_string().contains("did not happen: as planned"));
    Ok(())
}

const COUNTER: &str = "<button>0</button><input><svg width=100 height=100 style='display: block'><rect width=100 height=100 /></svg>";
const COUNTING: &str = "
    const button = document.querySelector('button');
    button.addEventListener('click', () => { setTimeout(() => { button.textContent++ }, 50) });
    const note = (event) => { document.body.dataset.keys = (document.body.dataset.keys ?? '') + event.key };
    addEventListener('keydown', note);
    document.querySelector('svg').addEventListener('pointerdown', (event) => {
        document.body.dataset.pointer = `${event.pointerType} ${event.offsetX} ${event.offsetY}`;
    });";

#[test]
fn clicks_keys_and_text_reach_the_page() -> Result<()> {
    let page = open(COUNTER, COUNTING);
    page.click("button")?;
    page.wait_for_text("button", "1")?;
    page.fill("input", "h8 石")?;
    assert_eq!(page.eval("document.querySelector('input').value")?, "h8 石");
    page.click("svg")?;
    page.eval("document.body.dataset.keys = ''")?;
    page.press("ArrowLeft")?;
    page.press("Control+z")?;
    assert_eq!(page.eval("document.body.dataset.keys")?, "ArrowLeftControlz");
    page.click_at("svg", 0.25, 0.75)?;
    assert_eq!(page.eval("document.body.dataset.pointer")?, "mouse 25 75");
    assert_eq!(page.count("button, input")?, 2);
    assert!(page.click("#nowhere").is_err());
    assert_eq!(page.eval("await Promise.resolve(7)")?, 7);
    page.finish()
}

#[test]
fn a_telephone_is_touched_and_has_its_owners_preferences() -> Result<()> {
    let options = Options::phone().dark().reduced_motion().language("zh-CN").path("?from=here");
    let page = Page::open_at(site(COUNTER, COUNTING), options)?;
    page.click("svg")?;
    assert_eq!(page.eval("document.body.dataset.pointer")?, "touch 50 50");
    page.click("button")?;
    page.wait_for_text("button", "1")?;
    assert_eq!(page.eval("[innerWidth, innerHeight]")?, json!([360, 640]));
    assert_eq!(page.eval("navigator.language")?, "zh-CN");
    assert_eq!(page.eval("location.search")?, "?from=here");
    for query in ["(prefers-color-scheme: dark)", "(prefers-reduced-motion: reduce)", "(pointer: coarse)"] {
        assert_eq!(page.eval(&format!("matchMedia('{query}').matches"))?, true, "{query}");
    }
    page.resize(640, 360)?;
    assert_eq!(page.eval("[innerWidth, innerHeight]")?, json!([640, 360]));
    page.finish()
}

#[test]
fn a_screenshot_is_a_picture_of_the_viewport() -> Result<()> {
    let page = Page::open_at(site("<p>small</p>", ""), Options::desktop().viewport(400, 300))?;
    let picture = fs::read(page.screenshot("harness")?)?;
    // A PNG begins with a signature and a header, which contains the width and the height.
    assert_eq!(picture[1..4], *b"PNG");
    assert_eq!(picture[16..24], [0, 0, 1, 144, 0, 0, 1, 44]);
    page.finish()
}

#[test]
fn a_wait_times_out_and_names_its_condition() {
    let page = open("<p>small</p>", "console.error('the reason')");
    let error = page.wait_until_within("document.title === 'Large'", Duration::from_millis(200));
    let error = error.unwrap_err().to_string();
    assert!(error.contains("until document.title === 'Large'"), "{error}");
    assert!(error.contains("the reason"), "{error}");
}

#[test]
fn two_pages_of_one_test_share_only_the_site() -> Result<()> {
    let first = open("<p>small</p>", "");
    let second = first.open_another(Options::phone())?;
    first.eval("localStorage.setItem('name', 'first')")?;
    assert_eq!(first.eval("localStorage.getItem('name')")?, "first");
    assert_eq!(second.eval("localStorage.getItem('name')")?, json!(null));
    second.set_offline(true)?;
    assert_eq!(second.eval("navigator.onLine")?, false);
    second.finish()?;
    first.finish()
}
