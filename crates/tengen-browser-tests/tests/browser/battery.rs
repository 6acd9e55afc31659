//! The page's use of the battery: an analysis that is not visible rests, the screen stays on while a clock runs, and the engine's results
//! are drawn a few times per second.

use std::thread;
use std::time::Duration;

use tengen_browser_tests::{Options, Page, Result};

/// Counts the answers of the engine's worker, and records the requests to it.
const COUNT: &str = "window.answers = 0; window.asked = []; window.Worker = class extends Worker { \
    constructor(...given) { super(...given); if (String(given[0]).includes('worker-')) \
        this.addEventListener('message', () => { answers += 1; }); } \
    postMessage(message) { asked.push(String(message)); super.postMessage(message); } };";

/// A page with a script that runs before it.
fn page_with(script: &str, options: Options) -> Result<Page> {
    Page::open_game(options.script(script))
}

/// Checks that the engine was stopped, and sends no further answers.
fn rests(page: &Page) -> Result<()> {
    page.wait_until("JSON.parse(asked.at(-1)).type === 'stop'")?;
    // Answers that were on their way have arrived.
    thread::sleep(Duration::from_millis(500));
    let before = page.eval("answers")?;
    thread::sleep(Duration::from_millis(1_000));
    assert_eq!(page.eval("answers")?, before);
    Ok(())
}

/// Checks that the engine works, and sends results.
fn works(page: &Page) -> Result<()> {
    page.wait_until("['search', 'explain'].includes(JSON.parse(asked.at(-1)).type)")?;
    let before = page.eval("answers")?;
    page.wait_until(&format!("answers > {before}"))
}

/// Sends `visibilitychange` as a browser does.
fn hide(page: &Page, is_hidden: bool) -> Result<()> {
    page.eval(&format!(
        "(() => {{ Object.defineProperty(document, 'hidden', {{ configurable: true, value: {is_hidden} }}); \
         Object.defineProperty(document, 'visibilityState', {{ configurable: true, value: '{}' }}); \
         document.dispatchEvent(new Event('visibilitychange', {{ bubbles: true }})); }})()",
        if is_hidden { "hidden" } else { "visible" }
    ))
    .map(drop)
}

#[test]
fn an_analysis_rests_in_a_hidden_page_and_in_places_that_show_none_of_it() -> Result<()> {
    let page = page_with(COUNT, Options::desktop())?;
    page.new_game(Page::seat_two_people)?;
    page.place(&["h8", "i9", "g9"])?;
    page.click("#tab-analyse")?;
    page.wait_for("#analyse")?;
    page.click("#analyse")?;
    page.wait_until("document.querySelectorAll('.lines li').length === 3")?;
    works(&page)?;
    for place in ["#tab-library", "#tab-online", "#help"] {
        page.click(place)?;
        rests(&page)?;
        page.click("#tab-analyse")?;
        works(&page)?;
        // The earlier results are still there, and the switch is unchanged.
        assert_eq!(page.eval("document.querySelector('#analyse').checked")?, true);
    }
    // The place of the game shows the rings of the analysis.
    page.click("#tab-play")?;
    works(&page)?;
    hide(&page, true)?;
    rests(&page)?;
    hide(&page, false)?;
    works(&page)?;
    page.finish()
}

/// Records the screen's wake locks in `locks`, in place of the browser's interface.
const LOCKS: &str = "window.locks = { held: 0, taken: 0 }; \
    Object.defineProperty(navigator, 'wakeLock', { configurable: true, value: { request: async (kind) => { \
        if (kind !== 'screen') throw new TypeError(kind); locks.held += 1; locks.taken += 1; let is_held = true; \
        return { release: async () => { if (is_held) { is_held = false; locks.held -= 1; } } }; } } });";

#[test]
fn the_screen_stays_on_while_a_clock_runs() -> Result<()> {
    let page = page_with(LOCKS, Options::phone().viewport(390, 844))?;
    page.new_game(Page::seat_two_people)?;
    page.choose("h8")?;
    page.wait_for(".stone")?;
    page.wait_for_frames()?;
    assert_eq!(page.eval("locks.taken")?, 0, "without a clock");
    page.new_game(|page| {
        page.seat_two_people()?;
        let control = page.eval("document.querySelector('#time').options[1].value")?;
        page.set("#time", control.as_str().unwrap_or_default())
    })?;
    page.choose("h8")?;
    page.wait_until("locks.held === 1")?;
    // A browser takes the lock away from a hidden page.
    hide(&page, true)?;
    page.wait_until("locks.held === 0")?;
    hide(&page, false)?;
    page.wait_until("locks.held === 1 && locks.taken === 2")?;
    page.choose("i9")?;
    page.wait_for_frames()?;
    assert_eq!(page.eval("locks.held")?, 1);
    page.click("#resign")?;
    page.click("#resign-yes")?;
    page.wait_until("locks.held === 0")?;
    page.finish()
}
