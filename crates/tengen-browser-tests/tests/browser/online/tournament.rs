//! What only a tournament has.

use std::time::Duration;

use tengen_browser_tests::{Options, Page, Result};

use super::{click, page_of_turn, register, stones, visitor};

#[test]
fn a_player_of_an_arena_halves_the_own_time() -> Result<()> {
    let ada = Page::open(Options::desktop().viewport(1280, 657).reduced_motion())?;
    ada.wait_for("#tab-online")?;
    register(&ada, "Ada")?;
    let bo = visitor(&ada, Options::desktop().reduced_motion())?;
    click(&ada, "#online-tournaments")?;
    click(&ada, "#create-tournament summary")?;
    ada.fill("#tournament-name", "Rush")?;
    ada.set("#tournament-kind", "arena")?;
    ada.set("#seek-opening", "free")?;
    ada.set("#seek-tempo", "180+2")?;
    click(&ada, "#tournament-berserk")?;
    // The page believes that it is earlier, so that the tournament begins within seconds rather than in a minute.
    ada.set("#tournament-start", "1")?;
    ada.eval("(() => { const now = Date.now; Date.now = () => now.call(Date) - 50000; })()")?;
    std::thread::sleep(Duration::from_millis(1_200));
    click(&ada, "#tournament-go")?;
    ada.wait_for_text("#tournament-title", "Rush")?;
    // The page's clock is right again before there is a game.
    ada.reload()?;
    let listed = ada.eval("(await (await fetch('/api/v1/tournaments')).json()).upcoming[0].tournament")?;
    let path = format!("?tournament={}", listed.as_str().unwrap());
    for page in [&ada, &bo] {
        page.go_to(&path)?;
        click(page, "#join-tournament")?;
    }
    for page in [&ada, &bo] {
        page.wait_until_within("document.querySelector('.online-game #berserk')", Duration::from_secs(40))?;
    }
    ada.screenshot("online-arena")?;
    ada.click("#berserk")?;
    // Half of three minutes, as both see it; it can be done once, and the opponent still may.
    for page in [&ada, &bo] {
        page.wait_until(
            "[...document.querySelectorAll('.players .digits')].some((it) => /^1:(30|2\\d)/.test(it.textContent))",
        )?;
    }
    ada.wait_until("!document.querySelector('#berserk')")?;
    bo.wait_for("#berserk")?;
    ada.screenshot("online-berserk")?;
    for (count, point) in ["h8", "a1"].into_iter().enumerate() {
        page_of_turn(&ada, &bo)?.place(&[point])?;
        for page in [&ada, &bo] {
            stones(page, count + 1)?;
        }
    }
    // A player who has moved has no choice any more.
    bo.wait_until("!document.querySelector('#berserk')")?;
    bo.finish()?;
    ada.finish()
}
