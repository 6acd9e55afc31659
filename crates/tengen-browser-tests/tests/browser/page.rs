//! The page around the game: its start, small screens, languages, themes, and the browser's storage.

use serde_json::json;
use tengen_browser_tests::{Host, Options, Page, Result};

const NO_SIDEWAYS_SCROLLING: &str = "document.documentElement.scrollWidth <= innerWidth";

#[test]
fn a_small_phone_shows_the_whole_board_and_is_played_by_touch() -> Result<()> {
    let page = Page::open_game(Options::phone())?;
    assert_eq!(page.eval("document.querySelector('.board').getBoundingClientRect().width")?, 360);
    assert_eq!(page.eval(NO_SIDEWAYS_SCROLLING)?, true);
    // A point is smaller than a finger, so that the first tap only aims.
    page.click("[data-point=h8]")?;
    page.wait_for(".crosshair")?;
    assert_eq!(page.count(".stone")?, 0);
    page.click("[data-point=h8]")?;
    page.wait_until("document.querySelectorAll('.stone').length === 2")?;
    // No translucent stone remains after the finger has left.
    assert_eq!(page.count(".ghost")?, 0);
    // The most frequent commands are reachable without scrolling.
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

/// No event moves the board or the tabs, and after the first stone none moves anything else.
#[test]
fn a_notice_does_not_move_the_layout() -> Result<()> {
    let page = Page::open_game(Options::desktop())?;
    let places = "JSON.stringify(['.board', '.tabs', '#undo', '#new-game', '.moves'].map(\
        (s) => { const b = document.querySelector(s).getBoundingClientRect(); return [b.x, b.y, b.width]; }))";
    let frame = places.replace(", '#undo', '#new-game', '.moves'", "");
    let before = page.eval(&frame)?;
    page.click("[data-point=h8]")?;
    page.wait_until("document.querySelectorAll('.stone').length === 2")?;
    assert_eq!(page.eval(&frame)?, before, "after the engine's move");
    let before = page.eval(places)?;
    page.click("[data-point=h8]")?;
    page.wait_for_text("#status", "is taken")?;
    assert_eq!(page.eval(places)?, before, "after a refused move");
    page.finish()
}

#[test]
fn the_page_uses_the_browsers_language_and_saves_another_choice() -> Result<()> {
    let page = Page::open_game(Options::desktop().language("zh-CN"))?;
    assert_eq!(page.text("#status")?.trim(), "连成五子即胜，你执黑。");
    assert_eq!(page.eval("document.documentElement.lang")?, "zh-Hans");
    assert_eq!(page.eval("document.title")?, "天元 – 五子棋");
    page.screenshot("chinese")?;
    page.click("#settings")?;
    page.wait_for("#language")?;
    page.set("#language", "en")?;
    page.wait_for_text("#status", "Settings")?;
    page.wait_for_text("#because", "Get five in a row.")?;
    page.reload()?;
    page.wait_for_text("#status", "Get five in a row.")?;
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
fn an_unreadable_saved_game_is_preserved_and_reported() -> Result<()> {
    let page = Page::open_game(Options::desktop())?;
    page.eval("localStorage.setItem('tengen.game', '{\"broken\": true}')")?;
    page.reload()?;
    page.wait_for_text("#status", "The saved game could not be read")?;
    assert_eq!(page.eval("localStorage.getItem('tengen.game.unreadable')")?, "{\"broken\": true}");
    page.click("[data-point=h8]")?;
    page.wait_until("document.querySelectorAll('.stone').length === 2")?;
    page.finish()
}

/// The board is usable with a screen reader: every point has a role and a name, and exactly one is in the tab order.
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

/// If the engine cannot start, two people can still play, and the page reports the error.
#[test]
fn without_its_engine_the_page_reports_it_and_two_people_can_play() -> Result<()> {
    let host = Host::of_changed_page(|name, bytes| {
        let is_worker = name.starts_with("worker-") && name.ends_with(".js");
        Some(if is_worker { b"throw new Error('no engine today');".to_vec() } else { bytes })
    })?;
    let page = Page::open_at(host.serve()?, Options::desktop())?;
    page.wait_for_text("#status", "The engine could not be started.")?;
    page.wait_for_text("#because", "Uncaught Error: no engine today")?;
    page.new_game(Page::seat_two_people)?;
    page.click("[data-point=h8]")?;
    page.click("[data-point=i9]")?;
    page.wait_until("document.querySelectorAll('.stone').length === 2")?;
    page.finish()
}

#[test]
fn the_page_starts_without_a_fault() -> Result<()> {
    for options in [Options::desktop(), Options::phone().dark().reduced_motion().language("zh-CN")] {
        let page = Page::open(options)?;
        // The page starts when its WebAssembly has been compiled, and then fills the body.
        page.wait_until("document.body.innerText.trim() !== ''")?;
        assert_ne!(page.eval("document.documentElement.dataset.boot ?? ''")?, "failed");
        assert_ne!(page.eval("document.title")?, "");
        assert_eq!(page.eval("crossOriginIsolated")?, true, "shared memory is available");
        page.finish()?;
    }
    Ok(())
}

#[test]
fn the_worker_named_by_the_page_can_be_started() -> Result<()> {
    let page = Page::open(Options::desktop())?;
    // A worker that cannot load its glue or its WebAssembly reports an `error` event.
    let outcome = page.eval(
        "await new Promise((settle) => { \
           const address = document.querySelector('meta[name=tengen-worker]').content; \
           const worker = new Worker(address); \
           worker.onerror = (event) => settle(`error: ${event.message}`); \
           setTimeout(() => { worker.terminate(); settle('running'); }, 1500); \
         })",
    )?;
    assert_eq!(outcome, "running");
    page.finish()
}

/// A first visit on which the second part of the page cannot be loaded.
fn half_a_page() -> Result<Page> {
    let page = Page::open_game(Options::desktop())?;
    page.eval("localStorage.clear()")?;
    page.keep_nothing()?;
    page.devtools("Network.setBlockedURLs", &json!({ "urls": ["*/part-*"] }))?;
    page.expect_problem("/part-");
    page.expect_problem("Failed to fetch");
    page.reload()?;
    page.wait_for("#load-again")?;
    // The first part has the text of all that it shows; a missing text would stand in braces.
    assert_eq!(page.eval("document.body.textContent.includes('{')")?, false);
    Ok(page)
}

fn load_again(page: &Page) -> Result<()> {
    page.devtools("Network.setBlockedURLs", &json!({ "urls": [] }))?;
    page.click("#load-again")?;
    page.wait_for("#more")
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
fn the_game_of_another_window_is_not_lost() -> Result<()> {
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

/// The fragment of the page's address, once it differs from `before`.
fn hash(page: &Page, before: &str) -> Result<String> {
    let before = json!(before);
    page.wait_until(&format!("location.hash.length > 1 && location.hash !== {before}"))?;
    Ok(page.eval("location.hash")?.as_str().unwrap().to_owned())
}

/// Waits until the address has followed the board.
fn rest(page: &Page) -> Result<()> {
    page.eval("new Promise((done) => setTimeout(done, 700))").map(drop)
}

/// Waits for the button of a place to report that it is open, or closed.
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
    let page = Page::of_two_people(Options::desktop(), &[])?;
    assert_eq!(page.eval("location.hash")?, "");
    let entries = page.eval("history.length")?;
    page.place(&["h8", "i9", "g7"])?;
    page.unfold("save-games")?;
    page.click("#make-link")?;
    page.wait_until("document.querySelector('#link')?.value === location.href")?;
    // An earlier position has another link to the same game.
    let end = hash(&page, "")?;
    page.click("#tab-play")?;
    page.eval("document.activeElement.blur()")?;
    page.press(",")?;
    let earlier = hash(&page, &end)?;
    assert_eq!(page.eval("history.length")?, entries);

    let friend = page.open_another(Options::phone().path(&end))?;
    friend.wait_until("document.querySelectorAll('.stone').length === 3")?;
    // Another position of the game does not count as another game.
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
    // The address may lag behind the board here.
    let which = page.eval(WHICH)?;
    page.reload()?;
    page.wait_until("document.querySelectorAll('.stone').length === 4")?;
    let after = hash(&page, &before)?;
    assert_eq!(page.eval(WHICH)?, which);
    assert!(page.eval(PREVIOUS)?.is_null());
    page.click("[data-point=o15]")?;
    page.wait_until("document.querySelectorAll('.stone').length === 6")?;
    // If the browser stores nothing, the address still has the game.
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
    let page = Page::of_two_people(Options::desktop(), &["h8", "i9"])?;
    page.click("#settings")?;
    wait_for_settings(&page, true)?;
    page.eval("history.back()")?;
    wait_for_settings(&page, false)?;
    page.eval("history.forward()")?;
    wait_for_settings(&page, true)?;
    // Closing a place removes its history entry.
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
    // Back leaves a form as its button does, and a form that was left is not opened again.
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
fn fast_clicks_through_the_tabs_end_at_the_last_one() -> Result<()> {
    let page = Page::of_two_people(Options::desktop(), &["h8"])?;
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
    let page = Page::of_two_people(Options::desktop(), &["h8", "i9", "g7"])?;
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
    page.click("#tab-play")?;
    page.wait_for("#play-on")?;
    page.click("#play-on")?;
    page.place(&["o15"])?;
    hash(&page, "#nothing-of-the-kind")?;
    page.finish()
}
