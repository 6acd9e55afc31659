//! Features that only tournaments have.

use std::time::Duration;

use tengen_browser_tests::{Options, Page, Result};

use super::{click, play_in_turn, register, visitor};

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
    // The page's clock is set back, so that the tournament begins within seconds rather than in a minute.
    ada.set("#tournament-start", "1")?;
    ada.eval("(() => { const now = Date.now; Date.now = () => now.call(Date) - 50000; })()")?;
    std::thread::sleep(Duration::from_millis(1_200));
    click(&ada, "#tournament-go")?;
    ada.wait_for_text("#tournament-title", "Rush")?;
    // The page's clock is correct again before there is a game.
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
    // Both pages show half of three minutes. The time can be halved once, and the opponent still may.
    for page in [&ada, &bo] {
        page.wait_until(
            "[...document.querySelectorAll('.players .digits')].some((it) => /^1:(30|2\\d)/.test(it.textContent))",
        )?;
    }
    ada.wait_until("!document.querySelector('#berserk')")?;
    bo.wait_for("#berserk")?;
    ada.screenshot("online-berserk")?;
    play_in_turn(&ada, &bo, &["h8", "a1"])?;
    // A player who has moved cannot halve the time.
    bo.wait_until("!document.querySelector('#berserk')")?;
    bo.finish()?;
    ada.finish()
}

#[test]
fn a_private_tournament_at_a_date_has_a_clock_of_its_creators_own() -> Result<()> {
    let ada = Page::open(Options::desktop().viewport(1366, 768).reduced_motion())?;
    ada.wait_for("#tab-online")?;
    register(&ada, "Ada")?;
    click(&ada, "#online-tournaments")?;
    click(&ada, "#create-tournament summary")?;
    ada.fill("#tournament-name", "Spring cup")?;
    ada.set("#tournament-kind", "swiss")?;
    ada.set("#tournament-start", "date")?;
    ada.wait_for("#tournament-go[aria-disabled=true]")?;
    // The start is two months ahead, in the user's time zone.
    ada.eval("window.due = new Date(Date.now() + 60 * 86400000)")?;
    let field = "new Date(due - due.getTimezoneOffset() * 60000).toISOString().slice(0, 16)";
    let field = ada.eval(field)?;
    ada.set("#tournament-date", field.as_str().unwrap_or_default())?;
    ada.set("#seek-tempo", "own")?;
    ada.set("#clock-kind", "byo-yomi")?;
    ada.set("#clock-periods", "5")?;
    click(&ada, "#tournament-private")?;
    click(&ada, "#tournament-programs")?;
    ada.screenshot("online-tournament-date")?;
    click(&ada, "#tournament-go:not([aria-disabled])")?;
    ada.wait_for_text("#tournament-title", "Spring cup")?;
    ada.wait_for_text(".online", "5 × ")?;
    let date = ada.eval("due.toLocaleDateString('en', { dateStyle: 'medium' })")?;
    ada.wait_for_text("#tournament-state", &format!("Starts on {}", date.as_str().unwrap_or_default()))?;
    click(&ada, "#all-tournaments")?;
    ada.wait_until("document.querySelector('.online').textContent.includes('no tournaments')")?;
    ada.finish()
}
