//! The page's address holds the game, and the browser's Back and Forward go between places.

use serde_json::json;
use tengen_browser_tests::{Options, Page, Result};

/// A page with a game of two people on its board.
fn game(moves: &[&str]) -> Result<Page> {
    let page = Page::open_game(Options::desktop())?;
    page.new_game(Page::seat_two_people)?;
    page.place(moves)?;
    Ok(page)
}

/// The fragment of the page's address, once it differs from `before`.
fn hash(page: &Page, before: &str) -> Result<String> {
    let before = json!(before);
    page.wait_until(&format!("location.hash.length > 1 && location.hash !== {before}"))?;
    Ok(page.eval("location.hash")?.as_str().unwrap().to_owned())
}

/// Waits for so long that the address has followed the board.
fn rest(page: &Page) -> Result<()> {
    page.eval("new Promise((done) => setTimeout(done, 700))").map(drop)
}

/// Waits for the button of a place to say that it is open, or not.
fn wait_for_settings(page: &Page, open: bool) -> Result<()> {
    page.wait_for(&format!("#settings[aria-pressed={open}]"))
}

fn wait_for_tab(page: &Page, tab: &str) -> Result<()> {
    page.wait_for(&format!("#tab-{tab}[aria-selected=true]"))
}

const WHICH: &str = "JSON.parse(localStorage['tengen.game']).identity.id";
const PREVIOUS: &str = "localStorage['tengen.game.previous'] ?? null";

#[test]
fn the_address_is_the_link_to_the_game_and_moves_do_not_flood_the_history() -> Result<()> {
    let page = game(&[])?;
    assert_eq!(page.eval("location.hash")?, "");
    let entries = page.eval("history.length")?;
    page.place(&["h8", "i9", "g7"])?;
    page.unfold("save-games")?;
    page.click("#make-link")?;
    page.wait_until("document.querySelector('#link')?.value === location.href")?;
    // Looking back is another link to the same game.
    let end = hash(&page, "")?;
    page.click("#tab-play")?;
    page.eval("document.activeElement.blur()")?;
    page.press(",")?;
    let earlier = hash(&page, &end)?;
    assert_eq!(page.eval("history.length")?, entries);

    let friend = page.open_another(Options::phone().path(&end))?;
    friend.wait_until("document.querySelectorAll('.stone').length === 3")?;
    // Another moment of it is no other game.
    friend.eval_with("location.hash = arguments[0]", &json!([earlier]))?;
    friend.wait_until("document.querySelectorAll('.stone').length === 2")?;
    assert!(friend.eval(PREVIOUS)?.is_null());
    friend.finish()?;
    page.finish()
}

#[test]
fn a_page_that_is_loaded_again_has_more_of_its_game_than_the_address() -> Result<()> {
    let page = Page::open_game(Options::desktop())?;
    page.click("[data-point=h8]")?;
    page.wait_until("document.querySelectorAll('.stone').length === 2")?;
    let before = hash(&page, "")?;
    page.click("[data-point=a1]")?;
    page.wait_until("document.querySelectorAll('.stone').length === 4")?;
    // By now the address may lag behind.
    let which = page.eval(WHICH)?;
    page.reload()?;
    page.wait_until("document.querySelectorAll('.stone').length === 4")?;
    let after = hash(&page, &before)?;
    assert_eq!(page.eval(WHICH)?, which);
    assert!(page.eval(PREVIOUS)?.is_null());
    page.click("[data-point=o15]")?;
    page.wait_until("document.querySelectorAll('.stone').length === 6")?;
    // Where the browser keeps nothing, the address does.
    rest(&page)?;
    let last = hash(&page, &after)?;
    page.eval("localStorage.clear()")?;
    page.reload()?;
    page.wait_until("document.querySelectorAll('.stone').length === 6")?;
    page.wait_until(&format!("location.hash === {}", json!(last)))?;
    page.finish()
}

#[test]
fn back_and_forward_go_between_places() -> Result<()> {
    let page = game(&["h8", "i9"])?;
    page.click("#settings")?;
    wait_for_settings(&page, true)?;
    page.eval("history.back()")?;
    wait_for_settings(&page, false)?;
    page.eval("history.forward()")?;
    wait_for_settings(&page, true)?;
    // Who closes a place leaves no entry behind.
    let entries = page.eval("history.length")?;
    for _ in 0..3 {
        page.click("#settings")?;
        wait_for_settings(&page, false)?;
        page.click("#settings")?;
        wait_for_settings(&page, true)?;
    }
    page.click("#settings")?;
    page.click("#tab-library")?;
    wait_for_tab(&page, "library")?;
    assert_eq!(page.eval("history.length")?, entries);
    page.click("#help")?;
    page.wait_for("#help[aria-pressed=true]")?;
    page.eval("history.back()")?;
    wait_for_tab(&page, "library")?;
    page.eval("history.back()")?;
    wait_for_tab(&page, "play")?;
    // A form is left as by its own button, and does not come back when it is done.
    page.click("#new-game")?;
    page.wait_for("form.new-game")?;
    page.eval("history.back()")?;
    page.wait_until("!document.querySelector('form.new-game')")?;
    page.click("#set-up")?;
    page.wait_for("#setup-cancel")?;
    page.eval("history.back()")?;
    page.wait_until("!document.querySelector('#setup-cancel')")?;
    assert_eq!(page.count(".stone")?, 2);
    page.click("#tab-analyse")?;
    wait_for_tab(&page, "analyse")?;
    page.click("#tab-play")?;
    wait_for_tab(&page, "play")?;
    page.new_game(Page::seat_two_people)?;
    page.eval("history.forward()")?;
    page.wait_for("form.new-game")?;
    page.press("Escape")?;
    page.wait_until("!document.querySelector('form.new-game')")?;
    page.finish()
}

#[test]
fn somebody_quicker_than_the_browser_ends_up_where_they_wanted() -> Result<()> {
    let page = game(&["h8"])?;
    page.eval(
        "(async () => { for (const id of ['settings', 'settings', 'tab-library', 'tab-play', 'help', 'tab-analyse']) { \
         document.getElementById(id).click(); await Promise.resolve().then().then().then(); } })()",
    )?;
    wait_for_tab(&page, "analyse")?;
    page.wait_until("history.state.startsWith('tengen analyse')")?;
    rest(&page)?;
    assert_eq!(page.count("#tab-analyse[aria-selected=true]")?, 1);
    assert_eq!(page.count(".stone")?, 1);
    page.finish()
}

#[test]
fn a_link_in_the_address_bar_is_opened_and_back_goes_only_to_the_place() -> Result<()> {
    let page = game(&["h8", "i9", "g7"])?;
    rest(&page)?;
    let link = hash(&page, "")?;
    page.new_game(Page::seat_two_people)?;
    page.place(&["a1"])?;
    let own = hash(&page, &link)?;
    page.click("#tab-library")?;
    wait_for_tab(&page, "library")?;
    page.eval_with("location.hash = arguments[0]", &json!([link]))?;
    page.wait_until("document.querySelectorAll('.stone').length === 3")?;
    wait_for_tab(&page, "play")?;
    page.eval("history.back()")?;
    wait_for_tab(&page, "library")?;
    page.wait_until(&format!("location.hash === {}", json!(link)))?;
    assert_eq!(page.count(".stone")?, 3);
    assert_ne!(link, own);
    // An address without a game is reported, and the notice stays until the next one.
    page.eval("location.hash = 'nothing-of-the-kind'")?;
    page.wait_for_text("#status", "This link could not be opened.")?;
    rest(&page)?;
    assert_eq!(page.eval("location.hash")?, "#nothing-of-the-kind");
    page.place(&["o15"])?;
    hash(&page, "#nothing-of-the-kind")?;
    page.finish()
}
