//! A game on the board that plays itself, and the ways through it.

use tengen_browser_tests::{Options, Page, Result};

const MOVES: [&str; 6] = ["h8", "i9", "g7", "k4", "c3", "d12"];

/// A page with a game of two people on its board.
fn played(options: Options) -> Result<Page> {
    let page = Page::open_game(options)?;
    page.new_game(Page::seat_two_people)?;
    page.place(&MOVES)?;
    Ok(page)
}

fn wait_for_stones(page: &Page, count: usize) -> Result<()> {
    page.wait_until(&format!("document.querySelectorAll('.stone').length === {count}"))
}

fn is_playing(page: &Page) -> Result<bool> {
    Ok(page.eval("document.querySelector('#replay-play').ariaLabel")? == "Stop")
}

#[test]
fn buttons_slider_and_keys_lead_through_a_game() -> Result<()> {
    let page = played(Options::desktop())?;
    page.click("#replay-first")?;
    wait_for_stones(&page, 0)?;
    page.click("#replay-forward")?;
    page.click("#replay-forward")?;
    wait_for_stones(&page, 2)?;
    page.click("#replay-back")?;
    wait_for_stones(&page, 1)?;
    page.click("#replay-last")?;
    wait_for_stones(&page, 6)?;
    assert_eq!(page.eval("document.querySelector('#replay-last').ariaDisabled")?, "true");
    page.set("#replay-place", "3")?;
    wait_for_stones(&page, 3)?;
    assert_eq!(page.eval("document.querySelector('#replay-place').ariaValueText")?, "Move 3 of 6");
    // Keys do the same wherever the focus is, but where they have a meaning of their own.
    page.click("[data-point=a1]")?;
    wait_for_stones(&page, 4)?;
    page.press(",")?;
    page.press(",")?;
    wait_for_stones(&page, 2)?;
    page.press(".")?;
    wait_for_stones(&page, 3)?;
    page.press("Home")?;
    assert_eq!(page.count(".stone")?, 3, "Home is the board's own");
    page.eval("document.activeElement.blur()")?;
    page.press("Home")?;
    wait_for_stones(&page, 0)?;
    page.press("End")?;
    wait_for_stones(&page, 4)?;
    // The slider knows how long the game is now.
    assert_eq!(page.eval("document.querySelector('#replay-place').value")?, "4");
    page.finish()
}

#[test]
fn a_game_plays_itself_to_its_end_and_stops() -> Result<()> {
    let page = played(Options::desktop())?;
    page.set("#replay-speed", "4")?;
    // At its end it begins again.
    page.press("p")?;
    wait_for_stones(&page, 2)?;
    assert!(is_playing(&page)?);
    // All of it is in sight beside the board.
    let seen = "document.querySelector('.replay').getBoundingClientRect().bottom <= innerHeight";
    assert_eq!(page.eval(seen)?, true);
    page.screenshot("replay")?;
    wait_for_stones(&page, 6)?;
    page.wait_until("document.querySelector('#replay-play').ariaLabel === 'Play the game through'")?;
    page.finish()
}

#[test]
fn a_replay_stops_when_anybody_does_anything_else() -> Result<()> {
    let page = played(Options::desktop())?;
    let begin = || -> Result<()> {
        page.click("#replay-first")?;
        wait_for_stones(&page, 0)?;
        page.click("#replay-play")?;
        page.wait_until("document.querySelector('#replay-play').ariaLabel === 'Stop'")
    };
    let others: [&dyn Fn() -> Result<()>; 6] = [
        &|| page.click("#replay-play"),
        &|| page.press("p"),
        &|| page.click("#replay-last"),
        &|| page.press("u"),
        &|| page.press("h"),
        &|| page.click("[data-point=o15]"),
    ];
    for (index, act) in others.into_iter().enumerate() {
        begin()?;
        act()?;
        page.wait_until("document.querySelector('#replay-play').ariaLabel !== 'Stop'")?;
        let stones = page.count(".stone")?;
        std::thread::sleep(std::time::Duration::from_millis(1_200));
        assert_eq!(page.count(".stone")?, stones, "the replay went on after {index}");
    }
    page.finish()
}

#[test]
fn the_engine_waits_while_somebody_replays() -> Result<()> {
    let page = Page::open_game(Options::desktop())?;
    page.place(&["h8"])?;
    wait_for_stones(&page, 2)?;
    page.set("#replay-speed", "2")?;
    page.click("#replay-first")?;
    wait_for_stones(&page, 0)?;
    page.click("#replay-play")?;
    page.wait_for_text("#status", "Replaying the game")?;
    page.wait_until("document.querySelector('#replay-play').ariaLabel !== 'Stop'")?;
    wait_for_stones(&page, 2)?;
    page.wait_for_text("#status", "Your turn.")?;
    // At the engine's turn it does nothing until it is asked.
    page.click("#replay-back")?;
    page.wait_for("#resume")?;
    std::thread::sleep(std::time::Duration::from_millis(1_200));
    assert_eq!(page.count(".stone")?, 1);
    page.click("#resume")?;
    wait_for_stones(&page, 2)?;
    page.finish()
}

#[test]
fn a_phone_has_the_same_controls() -> Result<()> {
    let page = played(Options::desktop().viewport(360, 640))?;
    page.click("#replay-first")?;
    wait_for_stones(&page, 0)?;
    let fits = "document.documentElement.scrollWidth <= innerWidth && \
                [...document.querySelectorAll('.control')].every((b) => b.offsetHeight >= 44 && b.offsetWidth >= 40)";
    assert_eq!(page.eval(fits)?, true);
    page.eval("document.querySelector('.replay').scrollIntoView({ block: 'end' })")?;
    page.screenshot("replay-phone")?;
    page.finish()
}
