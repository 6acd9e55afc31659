//! Preferences of an account: free text, and the delay for watchers.

use tengen_browser_tests::{Options, Page, Result};

use super::{click, lobby, play_in_turn, rated_game, register, stones, visitor};

/// Turns on a preference in the user's account, which is open.
fn wish(page: &Page, id: &str) -> Result<()> {
    click(page, id)?;
    page.wait_until(&format!("document.querySelector('{id}').checked"))
}

/// Sends a free text.
fn say(page: &Page, words: &str) -> Result<()> {
    click(page, "#say")?;
    page.wait_for("#free-text")?;
    page.fill("#free-text", words)?;
    page.click("#send-text")
}

#[test]
fn free_text_needs_both_and_a_watcher_sees_a_rated_game_late() -> Result<()> {
    let ada = Page::open(Options::desktop().viewport(1280, 657).reduced_motion())?;
    ada.wait_for("#tab-online")?;
    let bo = visitor(&ada, Options::desktop().reduced_motion())?;
    register(&ada, "Ada")?;
    register(&bo, "Bo")?;
    wish(&ada, "#allow-text")?;
    wish(&ada, "#delay-watchers")?;
    rated_game(&ada, &bo)?;
    play_in_turn(&ada, &bo, &["h8", "h9", "i8"])?;

    // The watcher finds the game in the lobby, and its board is empty for a minute.
    let cid = visitor(&ada, Options::phone().reduced_motion())?;
    lobby(&cid)?;
    click(&cid, "#featured-game")?;
    cid.wait_for_text("#online-delayed", "You see this game 60 s late.")?;
    stones(&cid, 0)?;
    cid.screenshot("online-delayed")?;

    // One consent does not suffice, and the text is not sent.
    click(&bo, "#say")?;
    bo.wait_for("#phrases")?;
    assert_eq!(bo.count("#free-text")?, 0, "without consent there is no line for words");
    bo.click("#say")?;
    say(&ada, "Nice to meet you")?;
    ada.wait_for_text(".online-game .online-notice", "the consent of both players")?;
    ada.screenshot("online-text-refused")?;
    assert!(!bo.text(".talk")?.contains("Nice"), "words without consent");
    click(&bo, "#tab-online")?;
    click(&bo, "#online-account")?;
    wish(&bo, "#allow-text")?;
    click(&bo, "#tab-play")?;
    say(&ada, "Nice to meet you")?;
    bo.wait_for_text(".talk", "Nice to meet you")?;
    say(&bo, "<b>You too</b>")?;
    ada.wait_for_text(".talk", "<b>You too</b>")?;
    ada.screenshot("online-text")?;
    assert_eq!(ada.count(".talk b")?, 0, "words are no markup");

    // The moves arrive after a minute, which the tests of the server show.
    assert_eq!(cid.count(".stone")?, 0);
    assert_eq!(cid.count(".talk p")?, 0, "the players talk to each other alone");
    cid.finish()?;
    bo.finish()?;
    ada.finish()
}
