//! Events of online play that a player must notice, such as the beginning of a game or a remark, and swipes over the board of a live game.

use std::thread;
use std::time::Duration;

use tengen_browser_tests::{Options, Page, Result};

use super::{SLOW_SNAPSHOTS, challenge, click, lobby, play_in_turn, stones, visitor};

/// Whether the page shows both clocks of a game on the server.
fn clocks(page: &Page) -> Result<bool> {
    Ok(page.count(".players.timed .clock .digits")? == 2)
}

/// The vertical position of an element on the screen.
fn top(page: &Page, selector: &str) -> Result<f64> {
    let top = page.eval(&format!("document.querySelector('{selector}').getBoundingClientRect().top"))?;
    Ok(top.as_f64().unwrap_or(f64::NAN))
}

/// Starts a game from the pool without an opening, on a laptop and on a phone.
fn pair(ada: &Page, bo: &Page) -> Result<()> {
    for page in [ada, bo] {
        lobby(page)?;
        click(page, "#speed-0")?;
        click(page, "#quick-game")?;
    }
    for page in [ada, bo] {
        page.wait_for(".online-game #abort")?;
    }
    Ok(())
}

fn laptop() -> Options {
    Options::desktop().viewport(1366, 768).reduced_motion()
}

/// A visitor with a phone, on which a tap places the stone.
fn phone(first: &Page) -> Result<Page> {
    visitor(first, Options::phone().viewport(390, 844).reduced_motion().direct())
}

#[test]
fn a_game_against_the_clock_takes_the_board_from_a_correspondence_game() -> Result<()> {
    let ada = Page::open(laptop())?;
    ada.wait_for("#tab-online")?;
    let path = challenge(&ada, "3d")?;
    let bo = phone(&ada)?;
    bo.go_to(&path)?;
    click(&bo, "#accept-challenge")?;
    for page in [&ada, &bo] {
        page.wait_for(".online-game #abort")?;
    }
    ada.place(&["h8", "h9", "j7"])?;
    stones(&bo, 3)?;
    // A real-time game begins, and its empty board is shown at once.
    let before = ada.eval("location.search")?;
    pair(&ada, &bo)?;
    for page in [&ada, &bo] {
        stones(page, 0)?;
        page.wait_for("#tab-play[aria-selected=true]")?;
        assert!(clocks(page)?);
        assert_eq!(page.count("#called")?, 0, "the game is on the board");
    }
    // Once both players have begun, the game is not aborted while more browsers start.
    play_in_turn(&ada, &bo, &["h8", "h9"])?;
    // The address opens the game, here for a spectator.
    ada.wait_until(&format!("location.search.startsWith('?game=') && location.search !== {before}"))?;
    let address = ada.eval("location.search")?;
    // The lobby features the other game, and arrives before the position of the link.
    let options = laptop().path(address.as_str().unwrap_or_default());
    let cid = visitor(&ada, options.script(SLOW_SNAPSHOTS))?;
    stones(&cid, 2)?;
    cid.wait_for("#stop-watching")?;
    cid.finish()?;
    // A player who has opened the correspondence game sees the announcement of the other game in every place.
    for (name, page) in [("laptop", &ada), ("phone", &bo)] {
        lobby(page)?;
        page.wait_until("document.querySelectorAll('#own-games li').length === 2")?;
        page.eval(
            "[...document.querySelectorAll('#own-games li')].find((line) => /day/.test(line.textContent)) \
             .querySelector('button').click()",
        )?;
        stones(page, 3)?;
        page.wait_for_text("#called", "has begun.")?;
        page.screenshot(&format!("online-called-{name}"))?;
        page.click("#tab-library")?;
        page.wait_for("#called")?;
        page.click("#go-to-game")?;
        stones(page, 2)?;
        page.wait_until("!document.querySelector('#called')")?;
    }
    bo.finish()?;
    ada.finish()
}

#[test]
fn a_phrase_is_seen_on_a_phone_and_talk_moves_no_clock_on_a_laptop() -> Result<()> {
    let ada = Page::open(laptop())?;
    ada.wait_for("#tab-online")?;
    let bo = phone(&ada)?;
    pair(&ada, &bo)?;
    // Neither clock runs before the first move, and both pages count down to its deadline.
    for page in [&ada, &bo] {
        page.wait_until("/0:\\d\\d/.test(document.querySelector('#online-start')?.textContent)")?;
    }
    let before = (top(&ada, ".players")?, top(&ada, ".actions")?);
    click(&ada, "#say")?;
    ada.wait_for("#phrases button:nth-child(2)")?;
    ada.screenshot("online-phrases-laptop")?;
    assert_eq!((top(&ada, ".players")?, top(&ada, ".actions")?), before);
    let is_over_clocks = ada.eval(
        "document.querySelector('.speech').getBoundingClientRect().top \
         < document.querySelector('.players').getBoundingClientRect().bottom - 40",
    )?;
    assert_eq!(is_over_clocks, false, "the phrases leave the clocks in sight");
    ada.click("#phrases button:nth-child(2)")?;
    // The phone displays the remark over the page, and a badge on the button until it is read.
    bo.wait_for_text("#bubble", "Good luck!")?;
    bo.wait_for_text("#say .badge", "1")?;
    let is_in_sight = bo.eval(
        "(() => { const box = document.querySelector('#bubble').getBoundingClientRect(); \
         return box.top > 0 && box.bottom <= innerHeight && box.left >= 0 && box.right <= innerWidth; })()",
    )?;
    assert_eq!(is_in_sight, true);
    bo.screenshot("online-bubble-phone")?;
    click(&bo, "#say")?;
    bo.wait_until("!document.querySelector('#say .badge') && !document.querySelector('#bubble')")?;
    bo.screenshot("online-phrases-phone")?;
    // The user's own remark is marked as such, and needs no announcement.
    ada.wait_for_text(".talk", "You")?;
    assert_eq!(ada.count(".badge")?, 0);
    bo.finish()?;
    ada.finish()
}

#[test]
fn a_result_is_ones_own_and_a_rematch_brings_the_board_into_view() -> Result<()> {
    let ada = Page::open(laptop())?;
    ada.wait_for("#tab-online")?;
    let bo = phone(&ada)?;
    pair(&ada, &bo)?;
    play_in_turn(&ada, &bo, &["h8", "h9"])?;
    click(&bo, "#resign")?;
    click(&bo, "#resign-yes")?;
    bo.wait_for_text("#status", "You lost.")?;
    ada.wait_for_text("#status", "You win!")?;
    // The button is below the board of a phone, which has scrolled there.
    bo.eval("scrollTo(0, document.body.scrollHeight)")?;
    click(&bo, "#rematch")?;
    bo.eval("scrollTo(0, document.body.scrollHeight)")?;
    click(&ada, "#rematch")?;
    for page in [&ada, &bo] {
        stones(page, 0)?;
        page.wait_for("#abort")?;
    }
    bo.wait_until(
        "(() => { const board = document.querySelector('svg.board').getBoundingClientRect(); \
         const status = document.querySelector('#status').getBoundingClientRect(); \
         return board.top >= 0 && status.bottom <= innerHeight; })()",
    )?;
    bo.screenshot("online-rematch-phone")?;
    bo.finish()?;
    ada.finish()
}

#[test]
fn a_stroke_over_the_board_of_a_live_game_plays_nothing() -> Result<()> {
    let ada = Page::open(laptop())?;
    ada.wait_for("#tab-online")?;
    let bo = phone(&ada)?;
    pair(&ada, &bo)?;
    // The swipes happen during the user's turn, and during the opponent's, in which a tap would choose the next stone.
    for round in 0..2 {
        for (from, to) in [("h4", "h13"), ("d8", "l8"), ("c3", "m12")] {
            for milliseconds in [60.0, 200.0] {
                let middle = |point: &str| crate::touch::middle(&bo, point);
                crate::touch::swipe(&bo, middle(from)?, middle(to)?, milliseconds)?;
                bo.eval("scrollTo(0, 0)")?;
            }
        }
        // After a quick swipe the page scrolls on for a while, and a touch in that time only stops it.
        thread::sleep(Duration::from_secs(1));
        bo.eval("scrollTo(0, 0)")?;
        bo.wait_for_frames()?;
        for page in [&ada, &bo] {
            stones(page, round)?;
            assert_eq!(page.count(".premove, .ghost")?, 0);
        }
        if round == 0 {
            play_in_turn(&ada, &bo, &["h8"])?;
        }
    }
    bo.finish()?;
    ada.finish()
}
