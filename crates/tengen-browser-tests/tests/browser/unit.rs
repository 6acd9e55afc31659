//! The page on an element of another page, and in a program with a native engine.

use serde_json::{Value, json};
use tengen_browser_tests::{Options, Page, Result};

/// Counts the active workers, and the listeners of the window and the document.
const COUNT: &str = "window.workers = 0; window.listening = 0; \
    window.Worker = class extends Worker { \
      constructor(...given) { super(...given); workers++; } \
      terminate() { super.terminate(); workers--; } \
    }; \
    for (const target of [window, document]) { \
      const { addEventListener, removeEventListener } = target; \
      target.addEventListener = (...given) => { listening++; addEventListener.apply(target, given); }; \
      target.removeEventListener = (...given) => { listening--; removeEventListener.apply(target, given); }; \
    }";

/// The script of a page that mounts the unit on one of its elements. The unit of the built page has been destroyed before.
const MOUNT: &str = "return (async () => { \
      const place = document.createElement('div'); \
      place.id = 'place'; \
      document.body.replaceChildren(place); \
      const url = performance.getEntriesByType('resource').map((it) => it.name).find((it) => /\\/app-[^/]*\\.js$/.test(it)); \
      window.unit = await import(url); \
      window.heard = []; \
      for (const name of ['ready', 'gamestart', 'move', 'think', 'gameend', 'error']) \
        place.addEventListener(`tengen-${name}`, ({ detail }) => heard.push([name, detail])); \
      try { window.table = await unit.mount(place, arguments[0]); } catch (error) { return error.message; } \
      return 'mounted'; \
    })();";

/// A page on which the only unit is the one that a test mounts.
fn bare_page(options: Options) -> Result<Page> {
    let page = Page::open_game(options.script(COUNT))?;
    page.wait_until("window.tengen && workers === 1")?;
    page.eval("tengen.destroy()")?;
    Ok(page)
}

fn mount(page: &Page, options: Value) -> Result<Value> {
    page.eval_with(MOUNT, &json!([options]))
}

/// The events of this kind that the page has received, with their details.
fn heard(page: &Page, kind: &str) -> Result<Vec<Value>> {
    let all =
        page.eval(&format!("heard.filter(([name]) => name === '{kind}').map(([, detail]) => detail)"))?;
    Ok(serde_json::from_value(all)?)
}

#[test]
fn scripts_can_follow_and_lead_a_game_between_people() -> Result<()> {
    let page = bare_page(Options::desktop())?;
    let options = json!({ "rule": "standard", "size": 9, "black": "person", "white": "person" });
    assert_eq!(mount(&page, options)?, "mounted");
    page.wait_until("document.querySelectorAll('#place .cell').length === 81")?;
    assert_eq!(heard(&page, "ready")?.len(), 1);
    for point in ["a1", "a2", "b1", "b2", "c1", "c2", "d1", "d2"] {
        assert_eq!(page.eval(&format!("table.play('{point}')"))?, true, "{point}");
    }
    assert_eq!(page.eval("table.play('a1')")?, false, "there is a stone already");
    page.wait_until("document.querySelectorAll('.stone').length === 8")?;
    page.eval("(table.undo(), table.undo(), table.redo())")?;
    page.wait_until("document.querySelectorAll('.stone').length === 7")?;
    page.eval("table.goTo(3)")?;
    page.wait_until("document.querySelectorAll('.stone').length === 3")?;
    page.eval("table.goTo(8)")?;
    assert_eq!(page.eval("table.play('e1')")?, true);
    page.wait_until("heard.some(([name]) => name === 'gameend')")?;
    assert_eq!(heard(&page, "gameend")?, [json!({ "winner": "black", "reason": "line" })]);
    let moves = heard(&page, "move")?;
    assert_eq!(moves.first(), Some(&json!({ "color": "black", "point": "a1", "number": 1 })));
    assert_eq!(moves.last(), Some(&json!({ "color": "black", "point": "e1", "number": 9 })));
    let record: Value = serde_json::from_str(page.eval("table.record()")?.as_str().unwrap())?;
    assert_eq!(record["rule"], "standard", "{record}");
    page.eval("table.newGame({ rule: 'renju', black: 'person', white: 'person' })")?;
    page.wait_until("document.querySelectorAll('.cell').length === 225")?;
    assert_eq!(heard(&page, "gamestart")?.len(), 1);
    page.screenshot("unit")?;
    page.finish()
}

#[test]
fn scripts_receive_engine_events() -> Result<()> {
    let page = bare_page(Options::desktop())?;
    assert_eq!(mount(&page, json!({ "white": "easy" }))?, "mounted");
    assert_eq!(page.eval("table.play('h8')")?, true);
    page.wait_until("heard.filter(([name]) => name === 'move').length === 2")?;
    let thinks: Vec<_> = heard(&page, "think")?.into_iter().map(|detail| detail["thinks"].clone()).collect();
    assert_eq!(thinks, [true, false]);
    assert_eq!(heard(&page, "move")?[1]["color"], "white");
    page.eval("table.hint()")?;
    page.wait_for(".hint")?;
    page.finish()
}

#[test]
fn invalid_requests_are_answered_with_errors() -> Result<()> {
    let page = bare_page(Options::desktop())?;
    for (options, expected) in [
        (json!("renju"), "the options should be an object"),
        (json!({ "size": "big" }), "the option `size` should be a whole number from 3 to 22"),
        (json!({ "size": 23 }), "the option `size` should be a whole number from 3 to 22"),
        (json!({ "size": 9.5 }), "the option `size` should be a whole number from 3 to 22"),
        (json!({ "black": "nobody" }), "the option `black` should be "),
        (json!({ "page": 1 }), "the option `page` should be true or false"),
        (json!({ "rule": "chess" }), "chess"),
        (json!({ "colour": "red" }), "there is no option `colour`"),
    ] {
        let answer = mount(&page, options.clone())?;
        assert!(answer.as_str().unwrap().contains(expected), "{options}: {answer}");
        assert_eq!(page.count("#place > *")?, 0, "{options}");
    }
    assert_eq!(mount(&page, Value::Null)?, "mounted");
    let refused =
        page.eval_with("try { table.play('z99'); } catch (error) { return error.message; }", &json!([]))?;
    assert!(refused.as_str().unwrap().contains("z99"), "{refused}");
    page.finish()
}

#[test]
fn a_unit_changes_nothing_outside_its_element() -> Result<()> {
    let page = bare_page(Options::desktop())?;
    page.eval("(document.title = 'A blog', history.replaceState(null, '', '#chapter'), true)")?;
    assert_eq!(mount(&page, json!({ "black": "person", "white": "person" }))?, "mounted");
    page.eval("table.play('h8')")?;
    page.wait_for(".stone")?;
    // The unit handles keys only while it has the focus.
    page.eval("document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'u', bubbles: true }))")?;
    assert_eq!(page.count(".stone")?, 1);
    page.eval("document.querySelector('.cell').dispatchEvent(new KeyboardEvent('keydown', { key: 'u', bubbles: true }))")?;
    page.wait_until("!document.querySelector('.stone')")?;
    assert_eq!(page.eval("document.title")?, "A blog");
    assert_eq!(page.eval("location.hash")?, "#chapter");
    page.finish()
}

#[test]
fn a_game_continues_after_its_handle_is_dropped() -> Result<()> {
    let page = bare_page(Options::desktop())?;
    mount(&page, json!({ "black": "person", "white": "person" }))?;
    page.eval("delete window.table")?;
    for _ in 0..3 {
        page.devtools("HeapProfiler.collectGarbage", &json!({}))?;
    }
    page.place(&["h8", "i9"])?;
    page.finish()
}

#[test]
fn a_destroyed_unit_leaks_nothing() -> Result<()> {
    let page = bare_page(Options::desktop())?;
    let nothing = "!document.querySelector('#place > *') && workers === 0";
    mount(&page, Value::Null)?;
    page.eval("table.destroy()")?;
    page.wait_until(nothing)?;
    let listening = page.eval("listening")?;
    for _ in 0..3 {
        mount(&page, json!({ "white": "hard" }))?;
        // The unit is destroyed while the engine searches, an animation runs, and the second part of the page is in use.
        page.click("#tab-analyse")?;
        page.wait_for("#analyse")?;
        page.click("#tab-play")?;
        page.eval("table.play('h8')")?;
        page.wait_until("workers > 0")?;
        page.eval("table.destroy()")?;
        page.wait_until(nothing)?;
        assert_eq!(page.eval("listening")?, listening);
    }
    page.finish()
}

/// A host whose engine is the page's own, so that it can play. The test records which side started it.
const HOST: &str = "window.hosted = 0; window.saved = []; window.tengenHost = { \
      Engine: class extends Worker { \
        constructor() { super(document.querySelector('meta[name=tengen-worker]').content); hosted++; } \
      }, \
      save: (name, type, bytes) => saved.push([name, type, new TextDecoder().decode(bytes)]), \
    };";

#[test]
fn the_hosts_engine_plays_and_no_other_is_started() -> Result<()> {
    let page = Page::open_hosted(HOST, Options::desktop())?;
    page.click("[data-point=h8]")?;
    page.wait_until("document.querySelectorAll('.stone').length === 2")?;
    assert_eq!(page.eval("hosted")?, 1);
    page.finish()
}

#[test]
fn the_host_saves_the_files_of_the_page() -> Result<()> {
    let page = Page::open_hosted(HOST, Options::desktop())?;
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
    assert!(name.starts_with("You – Tengen, level 3 20") && name.ends_with(".sgf"), "{name}");
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
    // A file can also be opened while the library is shown; of several games in a file, the user chooses one.
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
