//! Recovery: the engine's worker crashes, and the game continues.

use std::time::Duration;

use serde_json::json;
use tengen_browser_tests::{Host, Options, Page, Result, Site, saved_game};

/// A script that makes the worker crash or hang on request.
const WEAKNESS: &str = "addEventListener('message', (event) => { \
    if (event.data === 'break') { event.stopImmediatePropagation(); throw new Error('a stone fell off'); } \
    if (event.data === 'hang') { for (;;) {} } });\n";
/// A script that gives the test access to the worker and records all notices of the page.
const REACH: &str = "window.engines = []; window.statuses = []; window.Worker = class extends Worker { \
    constructor(...given) { super(...given); if (String(given[0]).includes('worker-')) engines.push(this); } \
    postMessage(message) { window.mute ? super.postMessage('hang') : super.postMessage(message); } }; \
    addEventListener('DOMContentLoaded', () => new MutationObserver(() => { \
        statuses.push(document.querySelector('#status')?.textContent.trim()); \
    }).observe(document, { subtree: true, childList: true, characterData: true }));";

/// The page with a worker that can be made to crash.
fn page(options: Options) -> Result<(Page, Host)> {
    let host = Host::of_changed_page(|name, mut bytes| {
        if name.starts_with("worker-") && name.ends_with(".js") {
            bytes.splice(0..0, WEAKNESS.bytes());
        }
        Some(bytes)
    })?;
    let page = Page::open_at(host.serve()?, options.script(REACH))?;
    page.wait_for("#new-game")?;
    Ok((page, host))
}

/// Plays a move and waits for the engine's.
fn play(page: &Page, point: &str) -> Result<()> {
    let before = page.count(".stone")?;
    page.click(&format!("[data-point={point}]"))?;
    page.wait_until(&format!("document.querySelectorAll('.stone').length === {}", before + 2))
}

/// Makes the current worker crash, which must have started.
fn break_down(page: &Page) -> Result<()> {
    page.eval("engines.at(-1).postMessage('break')").map(drop)
}

const RESTARTED: &str = "statuses.some((text) => text === 'The engine stopped and was restarted.')";

#[test]
fn an_engine_that_crashes_is_restarted_and_the_game_continues() -> Result<()> {
    let (page, _host) = page(Options::desktop())?;
    play(&page, "h8")?;
    break_down(&page)?;
    page.wait_until(RESTARTED)?;
    page.wait_until("engines.length === 2")?;
    play(&page, "a1")?;
    // After a crash during its turn, the engine receives the request again.
    page.eval("document.querySelector('[data-point=o15]').dispatchEvent(new MouseEvent('click', { bubbles: true }))")?;
    break_down(&page)?;
    page.wait_until("engines.length === 3")?;
    page.screenshot("recovery")?;
    page.wait_until("document.querySelectorAll('.stone').length === 6")?;
    assert_eq!(page.count("#start-engine")?, 0);
    page.finish()
}

#[test]
fn an_analysis_continues_after_a_breakdown() -> Result<()> {
    let (page, _host) = page(Options::desktop())?;
    play(&page, "h8")?;
    page.click("#tab-analyse")?;
    page.wait_for("#analyse")?;
    page.click("#analyse")?;
    page.wait_for(".lines .line")?;
    break_down(&page)?;
    page.wait_until(RESTARTED)?;
    page.eval(
        "(window.news = 0, new MutationObserver(() => news++).observe(document.querySelector('.lines'), \
         { subtree: true, childList: true, characterData: true }))",
    )?;
    page.wait_until("news > 3")?;
    page.finish()
}

#[test]
fn an_engine_that_breaks_down_again_and_again_stays_off_until_it_is_started() -> Result<()> {
    let (page, _host) = page(Options::phone())?;
    page.wait_until("engines.length === 1")?;
    for engines in 2..=3 {
        // Only an engine that is ready can crash.
        page.new_game(|_| Ok(()))?;
        page.click("[data-point=h8]")?;
        page.click("[data-point=h8]")?;
        page.wait_until("document.querySelectorAll('.stone').length === 2")?;
        break_down(&page)?;
        page.wait_until(&format!("engines.length === {engines}"))?;
    }
    page.new_game(|_| Ok(()))?;
    page.click("[data-point=h8]")?;
    page.click("[data-point=h8]")?;
    page.wait_until("document.querySelectorAll('.stone').length === 2")?;
    break_down(&page)?;
    page.wait_for_text("#status", "The engine keeps stopping.")?;
    page.wait_for("#start-engine")?;
    page.screenshot("recovery-off")?;
    assert_eq!(page.eval("engines.length")?, 3);
    page.click("#hint")?;
    page.wait_for_text("#status", "The engine is off.")?;
    page.click("#start-engine")?;
    page.wait_until("!document.querySelector('#start-engine') && engines.length === 4")?;
    page.new_game(|_| Ok(()))?;
    page.click("[data-point=h8]")?;
    page.click("[data-point=h8]")?;
    page.wait_until("document.querySelectorAll('.stone').length === 2")?;
    page.finish()
}

#[test]
fn an_engine_that_hangs_is_given_up() -> Result<()> {
    let (page, _host) = page(Options::desktop())?;
    play(&page, "h8")?;
    page.eval("(window.mute = true)")?;
    page.click("[data-point=a1]")?;
    page.eval("(window.mute = false)")?;
    page.wait_until_within("document.querySelectorAll('.stone').length === 4", Duration::from_secs(40))?;
    assert_eq!(page.eval(RESTARTED)?, true);
    page.finish()
}

#[test]
fn an_engine_whose_network_has_not_loaded_says_that_it_is_weaker() -> Result<()> {
    let host = Host::of_changed_page(|name, bytes| (!name.ends_with(".network")).then_some(bytes))?;
    let page = Page::open_at(host.serve()?, Options::phone().touch(false))?;
    page.keep_nothing()?;
    page.allow_problem("404");
    page.wait_for(".cell")?;
    play(&page, "h8")?;
    page.wait_for_text("#because", "The engine is weaker: its network has not loaded.")?;
    page.screenshot("without-network")?;
    // Annotations also continue after a crash.
    page.keep_games(&json!([saved_game(1, "easy", "freestyle", "black")]))?;
    page.click("#tab-library")?;
    page.set("#annotate-effort", "quick")?;
    page.click("#annotate")?;
    let sentences = "1 of 1 game reviewed. The engine is weaker: its network has not loaded.";
    page.wait_until_within(
        &format!("document.querySelector('#annotate-state').textContent === '{sentences}'"),
        Duration::from_secs(60),
    )?;
    page.screenshot("annotated-without-network")?;
    // The next move tries to start the engine again.
    page.serve_instead(&Site::page_directory())?;
    page.click("#tab-play")?;
    play(&page, "a1")?;
    page.wait_until("document.querySelector('#because').textContent === ''")?;
    page.finish()
}

/// A script that delays the networks until the test releases them.
const SLOW_NETWORKS: &str = "const arrived = new Promise((then) => addEventListener('message', (event) => { \
    if (event.data === 'load') { event.stopImmediatePropagation(); then(); } })); \
    AbortSignal.timeout = () => new AbortController().signal; const fetchNow = self.fetch; \
    self.fetch = async (...given) => { if (String(given[0]).includes('.network')) await arrived; \
        return fetchNow(...given); };\n";

#[test]
fn a_network_that_loads_late_is_missed_no_longer_than_it_is_missing() -> Result<()> {
    let host = Host::of_changed_page(|name, mut bytes| {
        if name.starts_with("worker-") && name.ends_with(".js") {
            bytes.splice(0..0, SLOW_NETWORKS.bytes());
        }
        Some(bytes)
    })?;
    let page = Page::open_at(host.serve()?, Options::desktop().script(REACH))?;
    page.wait_for("#new-game")?;
    // The engine has to move before it has its network.
    page.click("[data-point=h8]")?;
    page.wait_until("document.querySelector('#stop')?.ariaDisabled !== 'true'")?;
    page.click("#stop")?;
    page.wait_until("document.querySelectorAll('.stone').length === 2")?;
    page.wait_for_text("#because", "The engine is weaker: its network has not loaded.")?;
    // The network has arrived, without any visible effect: the next move has full strength.
    page.eval("engines.at(-1).postMessage('load')")?;
    page.wait_until("document.querySelector('#because').textContent === ''")?;
    assert_eq!(page.count(".stone")?, 2);
    page.finish()
}
