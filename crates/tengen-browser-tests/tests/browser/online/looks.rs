//! The appearance of online play on wide screens, small laptops and phones, in light and dark colours.

use serde_json::json;
use tengen_browser_tests::{Options, Page, Result};

use super::{click, lobby, play_in_turn, register, stones, visitor};

/// The screens by name.
const SCREENS: [(&str, u32, u32); 4] =
    [("wide", 1920, 1080), ("laptop", 1280, 720), ("phone", 390, 844), ("small-phone", 360, 640)];

/// The small screens among them.
const PHONES: [(&str, u32, u32); 2] = [SCREENS[2], SCREENS[3]];

/// The vertical positions of the game's buttons on phones.
fn tops(page: &Page) -> Result<Vec<serde_json::Value>> {
    let mut all = Vec::new();
    for (_, width, height) in PHONES {
        page.resize(width, height)?;
        all.push(page.eval(
            "[...document.querySelectorAll('.online-game .actions button')] \
               .map((it) => [it.id, Math.round(it.getBoundingClientRect().top + scrollY)])",
        )?);
    }
    page.resize(1280, 720)?;
    Ok(all)
}

/// Takes pictures of the page on every screen in light and dark colours, with an element in view. No element may be wider than the screen.
fn look(page: &Page, scene: &str, selector: &str) -> Result<()> {
    for (screen, width, height) in SCREENS {
        page.resize(width, height)?;
        for scheme in ["light", "dark"] {
            let features = json!([
                { "name": "prefers-color-scheme", "value": scheme },
                { "name": "prefers-reduced-motion", "value": "reduce" },
            ]);
            page.devtools("Emulation.setEmulatedMedia", &json!({ "features": features }))?;
            // A new size takes effect in the next frame.
            page.wait_for_frames()?;
            page.eval(&format!(
                "document.querySelector('{selector}').scrollIntoView({{ block: 'nearest' }})"
            ))?;
            page.screenshot(&format!("online/{screen}-{scheme}-{scene}"))?;
        }
        let beyond = page.eval(
            "[...document.querySelectorAll('.online *, .online-game *, .players *')] \
               .filter((it) => it.getClientRects().length && it.getBoundingClientRect().right > innerWidth + 1) \
               .map((it) => it.id || it.className || it.localName)",
        )?;
        assert_eq!(beyond, json!([]), "{scene} on a {screen} screen");
    }
    page.resize(1280, 720)
}

#[test]
fn online_play_fits_every_screen() -> Result<()> {
    let ada = Page::open(Options::desktop().viewport(1280, 720).reduced_motion())?;
    ada.wait_for("#tab-online")?;
    let bo = visitor(&ada, Options::desktop().reduced_motion())?;
    register(&ada, "Ada-of-a-rather-long")?;
    register(&bo, "Bo")?;
    for page in [&ada, &bo] {
        click(page, "#online-lobby")?;
        click(page, "#quick-game")?;
    }
    for page in [&ada, &bo] {
        page.wait_for(".online-game #abort")?;
    }
    play_in_turn(&ada, &bo, &["h8", "h9", "i8", "i9", "j8", "g8"])?;
    look(&ada, "game", ".players")?;
    let before = tops(&ada)?;
    click(&bo, "#offer-draw")?;
    ada.wait_for("#offer-no")?;
    assert_eq!(tops(&ada)?, before, "an offer moves no button");
    look(&ada, "offer", "#offer-no")?;
    click(&ada, "#offer-no")?;
    bo.wait_until("!document.querySelector('#withdraw')")?;

    // Another user opens the lobby, with the game on its small board and an open seek.
    let cid = visitor(&ada, Options::desktop().reduced_motion())?;
    lobby(&cid)?;
    for (_, width, height) in PHONES {
        cid.resize(width, height)?;
        // A place begins at the top of the page, wherever the previous one was scrolled to.
        click(&cid, "#tab-library")?;
        cid.wait_until("!document.querySelector('.online') && scrollY === 0")?;
        cid.eval("scrollTo(0, 200)")?;
        // A click by the driver would itself scroll the page.
        cid.eval("document.querySelector('#tab-online').click()")?;
        cid.wait_until("scrollY === 0 && document.querySelector('#invite-friend')?.getBoundingClientRect().bottom < innerHeight")?;
    }
    cid.resize(1280, 720)?;
    click(&cid, "#create-game summary")?;
    click(&cid, "#create-seek")?;
    cid.wait_for("#seeks li")?;
    click(&cid, "#create-game summary")?;
    cid.wait_for("#featured-game .thumbnail")?;
    look(&cid, "lobby", "#quick-game")?;
    look(&cid, "lobby-featured", "#online-counts")?;
    click(&cid, "#featured-game")?;
    stones(&cid, 6)?;
    look(&cid, "watching", "#online-people")?;

    click(&bo, "#resign")?;
    click(&bo, "#resign-yes")?;
    ada.wait_for_text("#status", "You win!")?;
    look(&ada, "over", "#online-people")?;
    click(&ada, "#tab-online")?;
    click(&ada, "#online-account")?;
    ada.wait_for("#played-games .online-line")?;
    look(&ada, "profile", "#played-games")?;
    click(&ada, "#online-players")?;
    ada.wait_for("#leaderboard-rule")?;
    look(&ada, "players", "#leaderboard-rule")?;
    for (screen, width, height) in SCREENS {
        ada.resize(width, height)?;
        // The space for the arrow is that of a letter or two.
        let fits = ada.eval(
            "(() => { const menu = document.querySelector('#leaderboard-rule'), style = getComputedStyle(menu); \
               const pen = document.createElement('canvas').getContext('2d'); pen.font = style.font; \
               const widest = Math.max(...[...menu.options].map((option) => pen.measureText(option.text).width)); \
               return widest + parseFloat(style.paddingLeft) + parseFloat(style.paddingRight) + 20 < menu.clientWidth; })()",
        )?;
        assert_eq!(fits, json!(true), "the longest rule on a {screen} screen");
    }
    ada.resize(1280, 720)?;
    click(&ada, "#online-tournaments")?;
    click(&ada, "#create-tournament summary")?;
    look(&ada, "tournament-form", "#tournament-go")?;
    ada.fill("#tournament-name", "The Thursday evening arena of the club")?;
    click(&ada, "#tournament-go")?;
    ada.wait_for("#join-tournament")?;
    click(&ada, "#join-tournament")?;
    ada.wait_for("#leave-tournament")?;
    ada.wait_for("#standings")?;
    look(&ada, "tournament", "#standings")?;
    cid.finish()?;
    bo.finish()?;
    ada.finish()
}
