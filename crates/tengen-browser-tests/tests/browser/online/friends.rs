//! Friends: their presence, a challenge to one of them, and watching and talking about a friend's game.

use tengen_browser_tests::{Options, Page, Result};

use super::{SLOW_SNAPSHOTS, click, play_in_turn, register, visitor};

/// Adds a user to the list of friends, from the user's profile.
fn befriend(page: &Page, name: &str) -> Result<()> {
    page.go_to(&format!("?user={name}"))?;
    click(page, "#add-friend")?;
    page.wait_for("#remove-friend")
}

/// Sends the first phrase.
fn say_hello(page: &Page) -> Result<()> {
    click(page, "#say")?;
    click(page, "#phrases button:nth-child(1)")
}

#[test]
fn a_friend_is_seen_challenged_watched_and_talked_about() -> Result<()> {
    let ada = Page::open(Options::desktop().viewport(1366, 768).reduced_motion())?;
    ada.wait_for("#tab-online")?;
    let bo = visitor(&ada, Options::phone().viewport(390, 844).reduced_motion().direct())?;
    register(&ada, "Ada")?;
    register(&bo, "Bo")?;
    befriend(&ada, "Bo")?;
    // The form of a challenge is open in a friend's profile.
    ada.wait_until("document.querySelector('#challenge-user').open")?;
    ada.screenshot("online-friend-profile")?;
    click(&ada, "#online-lobby")?;
    ada.wait_for_text("#friends li", "Bo")?;
    ada.wait_for_text("#friends li .what", "Online")?;
    ada.screenshot("online-friends")?;
    click(&ada, "#friends li > button")?;
    ada.wait_for("#challenge-user[open] #seek-opening")?;
    ada.set("#seek-opening", "free")?;
    ada.click("#send-challenge")?;
    ada.wait_for_text("#invitation", "Challenge sent.")?;
    ada.screenshot("online-challenge-sent")?;
    // Bo has the own account open, and the challenge is announced there.
    bo.wait_for_text("#challenged", "Ada invites you to a game.")?;
    bo.screenshot("online-challenged-phone")?;
    bo.click("#go-to-challenge")?;
    click(&bo, "#accept-challenge")?;
    bo.wait_until("!document.querySelector('#challenged')")?;
    for page in [&ada, &bo] {
        page.wait_for(".online-game #abort")?;
    }
    play_in_turn(&ada, &bo, &["h8", "h9"])?;

    // A guest opens the game of a friend from the lobby.
    let cid = visitor(&ada, Options::phone().viewport(390, 844).reduced_motion())?;
    befriend(&cid, "Ada")?;
    click(&cid, "#online-lobby")?;
    cid.wait_for_text("#friends li .what", "Playing")?;
    cid.screenshot("online-friends-phone")?;
    cid.click("#friends li > button")?;
    cid.wait_for("#stop-watching")?;
    let address = ada.eval("location.search")?;
    let address = address.as_str().unwrap_or_default();
    // The lobby, which features this game, arrives before the position of the link.
    let options = Options::desktop().viewport(1366, 768).reduced_motion().path(address);
    let dora = visitor(&ada, options.script(SLOW_SNAPSHOTS))?;
    dora.wait_for("#stop-watching")?;
    // A watcher's remark reaches the other watcher, and no player.
    click(&dora, "#say")?;
    dora.wait_for_text(".speech", "Only other spectators can read this.")?;
    dora.screenshot("online-watchers-talk")?;
    click(&dora, "#phrases button:nth-child(1)")?;
    cid.wait_for_text(".talk", "Hello.")?;
    cid.wait_for_text("#bubble", "Guest")?;
    cid.screenshot("online-watchers-talk-phone")?;
    say_hello(&ada)?;
    bo.wait_for_text(".talk", "Hello.")?;
    for (page, expected) in [(&ada, 1), (&bo, 1), (&cid, 1), (&dora, 1)] {
        assert_eq!(page.count(".talk p")?, expected, "players and spectators talk apart");
    }
    // The lobby does not list a user who is no longer a friend.
    cid.go_to("?user=Ada")?;
    click(&cid, "#remove-friend")?;
    cid.wait_for("#add-friend")?;
    click(&cid, "#online-lobby")?;
    cid.wait_for("#pool-0")?;
    assert_eq!(cid.count("#friends")?, 0);
    dora.finish()?;
    cid.finish()?;
    bo.finish()?;
    ada.finish()
}
