//! External engines beside Tengen's own, if the program around the page starts them. The desktop program does (`webkit.rs`); here a script
//! takes its place, and its engines are the page's own.

use serde_json::json;
use tengen_browser_tests::{Options, Page, Result};

use crate::analysis::line_is_previewed;

const HOST: &str = "window.started = []; window.removed = []; window.tengenHost = { \
      Engine: class extends Worker { \
        constructor(program) { \
          super(document.querySelector('meta[name=tengen-worker]').content); started.push(program ?? null); \
        } \
      }, \
      programs: async () => [{ id: 7, name: 'swift', command: '/engines/pbrain-swift' }], \
      addProgram: async (text) => { \
        if (text === '--cancel') return null; \
        if (text === '--broken') throw 'slow cannot play: it ended'; \
        return { id: 8, name: 'slow', command: '/engines/slow ' + text }; \
      }, \
      removeProgram: async (id) => { removed.push(id); }, \
    };";

/// A game of two human players after some moves, in a page within a program, with the list of engines open.
fn hosted_page() -> Result<Page> {
    let page = Page::open_hosted(HOST, Options::desktop())?;
    page.new_game(Page::seat_two_people)?;
    page.place(&["h8", "i9", "g9"])?;
    page.click("#tab-analyse")?;
    page.wait_for("#other-engines")?;
    page.click("#other-engines summary")?;
    page.wait_for("#engine-A")?;
    Ok(page)
}

#[test]
fn another_engine_analyses_each_position_and_its_move_is_marked_with_its_letter() -> Result<()> {
    let page = hosted_page()?;
    page.wait_for_text(".opinions li", "swift")?;
    page.click("#engine-A")?;
    page.wait_for(".marks .preferred")?;
    page.wait_until("document.querySelectorAll('.opinions .step').length > 1")?;
    assert_eq!(page.eval("document.querySelector('.marks .preferred text').textContent")?, "A");
    // Tengen's own analysis is off.
    assert_eq!(page.count(".marks .suggestion")?, 0);
    assert_eq!(page.eval("started.filter((program) => program === 7).length")?, 1);
    // Its line is played out on the board.
    line_is_previewed(&page, ".opinions .line")?;
    page.wait_for(".marks .preferred")?;
    page.screenshot("other-engine")?;
    // A position in which a five can be completed, with both analyses.
    page.place(&["a1", "h9", "b1", "i8"])?;
    page.click("#analyse")?;
    page.wait_for(".marks .suggestion")?;
    page.wait_for(".marks .preferred")?;
    page.screenshot("second-opinion")?;
    page.click("#engine-A")?;
    page.wait_until("!document.querySelector('.marks .preferred, .opinions .step')")?;
    page.finish()
}

#[test]
fn engines_are_added_and_removed_and_refusals_are_shown() -> Result<()> {
    let page = hosted_page()?;
    let add = |arguments: &str| -> Result<()> {
        page.set("#engine-arguments", arguments)?;
        page.click("#add-engine")
    };
    add("--broken")?;
    page.wait_for_text("#other-engines > [role=alert]", "slow cannot play: it ended")?;
    add("--cancel")?;
    page.wait_until("!document.querySelector('#other-engines').textContent.includes('cannot play')")?;
    add("--fast")?;
    page.wait_for("#engine-B")?;
    assert_eq!(page.eval("document.querySelector('label[for=engine-B]').title")?, "/engines/slow --fast");
    page.click("#engine-B")?;
    page.click("#engine-A")?;
    // Both may prefer the same move, whose tag then has both letters.
    let letters = "[...document.querySelectorAll('.marks .preferred text')].map((it) => it.textContent).sort().join('')";
    page.wait_until(&format!("{letters} === 'AB'"))?;
    page.screenshot("two-engines")?;
    page.click(".opinions li:first-child .remove")?;
    page.wait_until("!document.querySelector('#engine-A')")?;
    page.wait_until(&format!("{letters} === 'B'"))?;
    assert_eq!(page.eval("removed")?, json!([7]));
    page.finish()
}
