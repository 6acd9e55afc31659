//! Online play on wide screens, small laptops and phones, in light and dark colours.

use std::time::Duration;

use serde_json::json;
use tengen_browser_tests::{Options, Page, Result};

use super::{click, lobby, page_of_turn, register, stones, visitor};

/// The screens by their names.
const SCREENS: [(&str, u32, u32); 3] = [("wide", 1920, 1080), ("laptop", 1280, 720), ("phone", 390, 844)];

/// Shows the page on every screen in light and dark colours, with an element in view. Nothing on it may be wider than the screen.
fn look(page: &Page, scene: &str, selector: &str) -> Result<()> {
    for (screen, width, height) in SCREENS {
        page.resize(width, height)?;
        for scheme in ["light", "dark"] {
            let features = json!([
                { "name": "prefers-color-scheme", "value": scheme },
                { "name": "prefers-reduced-motion", "value": "reduce" },
            ]);
            page.devtools("Emulation.setEmulatedMedia", &json!({ "features": features }))?;
            // A new size takes a frame.
            std::thread::sleep(Duration::from_millis(120));
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
        click(page, "#pool-7")?;
    }
    for page in [&ada, &bo] {
        page.wait_for(".online-game #abort")?;
    }
    for (count, point) in ["h8", "h9", "i8", "i9", "j8", "g8"].into_iter().enumerate() {
        page_of_turn(&ada, &bo)?.place(&[point])?;
        for page in [&ada, &bo] {
            stones(page, count + 1)?;
        }
    }
    look(&ada, "game", ".players")?;
    click(&bo, "#offer-draw")?;
    ada.wait_for("#offer-no")?;
    look(&ada, "offer", "#offer-no")?;
    click(&ada, "#offer-no")?;
    bo.wait_until("!document.querySelector('#withdraw')")?;

    // Another looks at the lobby, with the game on its small board and an open seek.
    let cid = visitor(&ada, Options::desktop().reduced_motion())?;
    lobby(&cid)?;
    click(&cid, "#create-game summary")?;
    click(&cid, "#create-seek")?;
    cid.wait_for("#seeks li")?;
    click(&cid, "#create-game summary")?;
    cid.wait_for("#featured-game .thumbnail")?;
    look(&cid, "lobby", "#pool-7")?;
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
