//! Waiting for an opponent, and for the network.

use tengen_browser_tests::{Options, Page, Result};

use super::{challenge, click, lobby, stones, visitor};

#[test]
fn a_search_for_an_opponent_is_shown_and_ended_in_every_place() -> Result<()> {
    for (name, options) in [
        ("laptop", Options::desktop().viewport(1366, 768).reduced_motion()),
        ("phone-zh", Options::phone().viewport(390, 844).reduced_motion().language("zh-CN")),
    ] {
        let page = Page::open(options)?;
        page.wait_for("#tab-online")?;
        lobby(&page)?;
        page.click("#pool-0")?;
        page.wait_for("#pool-0[aria-pressed=true]")?;
        assert_eq!(page.count("#seeking")?, 0, "the lobby shows it itself");
        for place in ["#tab-play", "#tab-library", "#tab-analyse"] {
            page.click(place)?;
            page.wait_for("#seeking #stop-seeking")?;
        }
        if name == "laptop" {
            page.wait_for_text("#seeking", "Looking for an opponent: ")?;
        }
        page.click("#tab-play")?;
        page.wait_for("#seeking")?;
        page.screenshot(&format!("online-seeking-{name}"))?;
        page.click("#stop-seeking")?;
        page.wait_until("!document.querySelector('#seeking')")?;
        lobby(&page)?;
        page.wait_for("#pool-0[aria-pressed=false]")?;
        // The same notice is shown for the user's own open game.
        click(&page, "#create-game summary")?;
        click(&page, "#create-seek")?;
        page.wait_for("#seeks li")?;
        page.click("#tab-play")?;
        click(&page, "#stop-seeking")?;
        page.wait_until("!document.querySelector('#seeking')")?;
        lobby(&page)?;
        page.wait_until("!document.querySelector('#seeks li')")?;
        page.finish()?;
    }
    Ok(())
}

#[test]
fn players_know_who_they_are_also_after_a_choice_in_the_opening() -> Result<()> {
    let ada = Page::open(Options::desktop().viewport(1366, 768).reduced_motion())?;
    ada.wait_for("#tab-online")?;
    let path = challenge(&ada, "600+5")?;
    let phone = Options::phone().viewport(390, 844).reduced_motion().language("zh-CN");
    let bo = visitor(&ada, phone.path(&path))?;
    click(&bo, "#accept-challenge")?;
    for page in [&ada, &bo] {
        page.wait_for(".online-game #abort")?;
        page.wait_for(".players.timed")?;
    }
    let names = |page: &Page| {
        page.eval("[...document.querySelectorAll('.players .name')].map((name) => name.textContent)")
    };
    let is_named = |page: &Page, you: &str, other: &str| {
        page.wait_until(&format!(
            "(() => {{ const names = [...document.querySelectorAll('.players .name')].map((it) => it.textContent); \
             return names.length === 2 && names.filter((it) => it.startsWith('{you}')).length === 1 \
                 && names.filter((it) => it.startsWith('{other}')).length === 1; }})()"
        ))
    };
    is_named(&ada, "You · Guest", "Guest")?;
    is_named(&bo, "你 · 游客", "游客")?;
    ada.place(&["h8", "h9", "j7"])?;
    is_named(&ada, "You · Guest", "Guest")?;
    stones(&bo, 3)?;
    // The choice of the other colour exchanges the seats at once, before the server has answered.
    click(&bo, "#opening-swap")?;
    for (page, you, other) in [(&ada, "You · Guest", "Guest"), (&bo, "你 · 游客", "游客")] {
        is_named(page, you, other)?;
    }
    ada.screenshot("online-you")?;
    bo.screenshot("online-you-zh")?;
    println!("{} {}", names(&ada)?, names(&bo)?);
    bo.finish()?;
    ada.finish()
}

#[test]
fn without_a_network_the_page_says_so_and_connects_by_itself() -> Result<()> {
    let page = Page::open_game(Options::phone().viewport(390, 844).reduced_motion())?;
    page.allow_problem("ERR_INTERNET_DISCONNECTED");
    // The part of online play is loaded before the network fails.
    page.click("#tab-online")?;
    page.wait_for("#pool-0")?;
    page.click("#tab-play")?;
    page.go_to("/")?;
    page.wait_for("#new-game")?;
    page.eval("window.WebSocket = class extends WebSocket { constructor(address) { super(window.isOff ? address.replace('socket', 'nowhere') : address); } }")?;
    page.allow_problem("nowhere");
    page.eval(
        "(() => { window.isOff = true; window.fetched = window.fetch; \
        window.fetch = (...given) => given[1]?.method === 'HEAD' && window.isOff \
            ? Promise.reject(new TypeError('no network')) : window.fetched(...given); })()",
    )?;
    page.click("#tab-online")?;
    page.wait_for_text("#online-offline", "There is no connection.")?;
    assert_eq!(page.count("#online-absent")?, 0);
    page.screenshot("online-offline")?;
    page.eval("window.isOff = false")?;
    page.wait_for("#pool-0")?;
    page.finish()
}
