//! The page's first moments: with its later part missing or late, and beside another window.

#![forbid(unsafe_code)]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should fail on the spot")]

use serde_json::json;
use tengen_browser_tests::{Options, Page, Result};

/// A first visit on which the later part of the page cannot be loaded.
fn half_a_page() -> Result<Page> {
    let page = Page::open_game(Options::desktop())?;
    page.eval("localStorage.clear()")?;
    page.keep_nothing()?;
    page.devtools("Network.setBlockedURLs", &json!({ "urls": ["*/part-*"] }))?;
    page.expect_problem("/part-");
    page.expect_problem("Failed to fetch");
    page.reload()?;
    page.wait_for("#load-again")?;
    Ok(page)
}

fn load_again(page: &Page) -> Result<()> {
    page.devtools("Network.setBlockedURLs", &json!({ "urls": [] }))?;
    page.click("#load-again")?;
    page.wait_for("#new-game")
}

#[test]
fn a_part_that_is_loaded_at_the_second_attempt_is_whole() -> Result<()> {
    let page = half_a_page()?;
    load_again(&page)?;
    page.wait_until("window.tengen !== undefined")?;
    assert_eq!(page.eval("tengen.play('h8')")?, true);
    page.wait_until("document.querySelectorAll('.stone').length === 2")?;
    page.press("u")?;
    page.wait_until("document.querySelectorAll('.stone').length === 0")?;
    page.click("#settings")?;
    page.wait_for("form.settings")?;
    page.eval("document.querySelector('#show-threats').click()")?;
    page.wait_until("(localStorage.getItem('tengen.preferences') ?? '').includes('\"threats\": true')")?;
    page.finish()
}

#[test]
fn one_stone_can_be_placed_before_the_rest_is_there_and_counts() -> Result<()> {
    let page = half_a_page()?;
    page.click("[data-point=h8]")?;
    page.wait_until("document.querySelectorAll('.stone').length === 1")?;
    page.click("[data-point=i9]")?;
    page.click("[data-point=a1]")?;
    assert_eq!(page.count(".stone")?, 1, "it is the engine's turn");
    load_again(&page)?;
    page.wait_until("document.querySelectorAll('.stone').length === 2")?;
    page.reload()?;
    page.wait_until("document.querySelectorAll('.stone').length === 2")?;
    page.finish()
}

#[test]
fn what_another_window_has_played_is_not_lost() -> Result<()> {
    let page = Page::open_game(Options::desktop())?;
    page.new_game(Page::seat_two_people)?;
    page.place(&["h8", "i9", "g7"])?;
    let others = page.eval("localStorage.getItem('tengen.game')")?;
    page.new_game(Page::seat_two_people)?;
    page.place(&["a1"])?;
    page.eval_with("localStorage.setItem('tengen.game', arguments[0])", &json!([others]))?;
    page.place(&["b2"])?;
    page.wait_until("localStorage.getItem('tengen.game.previous').includes('h8')")?;
    assert_eq!(page.eval("localStorage.getItem('tengen.game.previous')")?, others);
    page.unfold("open-games")?;
    page.click("#previous-game")?;
    page.wait_until("document.querySelectorAll('.stone').length === 3")?;
    page.finish()
}
