//! One user with several tabs, and the announcements of a hidden tab.

use tengen_browser_tests::{Options, Page, Result};

use super::{challenge_open, click, lobby, stones, visitor};

/// Records the notifications that the page shows.
const NOTE_NOTIFICATIONS: &str = "(() => { window.notified = []; \
    const Original = window.Notification; \
    window.Notification = class extends Original { \
      constructor(title, options) { super(title, options); window.notified.push([title, options.body]); } \
    }; })()";

/// Makes the page's scripts regard it as hidden.
const HIDE: &str = "Object.defineProperty(document, 'hidden', { get: () => true, configurable: true })";

/// Starts a game without an opening between two browsers, in which the first has Black.
fn begin(ada: &Page, bo: &Page) -> Result<()> {
    lobby(ada)?;
    click(ada, "#create-game summary")?;
    ada.set("#seek-opening", "free")?;
    let path = challenge_open(ada, "600+5")?;
    bo.go_to(&path)?;
    click(bo, "#accept-challenge")?;
    for page in [ada, bo] {
        page.wait_for(".online-game #abort")?;
    }
    Ok(())
}

#[test]
fn two_tabs_of_a_user_agree() -> Result<()> {
    let ada = Page::open(Options::desktop().viewport(1280, 657).reduced_motion())?;
    ada.wait_for("#tab-online")?;
    let bo = visitor(&ada, Options::desktop().reduced_motion())?;
    begin(&ada, &bo)?;
    let one = ada.tab()?;
    // Another tab of the same user shows the game at once, and a move in it is the user's.
    let other = ada.open_tab("")?;
    ada.wait_for(".online-game #abort")?;
    ada.place(&["h8"])?;
    stones(&bo, 1)?;
    ada.use_tab(&one)?;
    stones(&ada, 1)?;
    bo.place(&["h9"])?;
    for tab in [&one, &other] {
        ada.use_tab(tab)?;
        stones(&ada, 2)?;
    }

    // An offer is shown in both tabs, and an answer in one of them closes it.
    click(&bo, "#offer-draw")?;
    for tab in [&other, &one] {
        ada.use_tab(tab)?;
        ada.wait_for("#offer-no")?;
    }
    ada.show_tab(&one)?;
    ada.click("#offer-no")?;
    bo.wait_until("!document.querySelector('#withdraw')")?;
    ada.show_tab(&other)?;
    ada.wait_until("!document.querySelector('#offer-no')")?;
    // The user's own offer is withdrawn in the other tab.
    ada.click("#offer-draw")?;
    bo.wait_for("#offer-no")?;
    ada.show_tab(&one)?;
    click(&ada, "#withdraw")?;
    bo.wait_until("!document.querySelector('#offer-no')")?;
    ada.show_tab(&other)?;
    ada.wait_until("!document.querySelector('#withdraw')")?;

    // Closing a tab does not change the seats.
    ada.show_tab(&one)?;
    ada.place(&["i8"])?;
    ada.show_tab(&other)?;
    stones(&ada, 3)?;
    ada.eval("(location.href = 'about:blank', true)")?;
    bo.place(&["i9"])?;
    assert_eq!(bo.count("#opponent-left")?, 0, "the other tab of the opponent is there");
    ada.show_tab(&one)?;
    stones(&ada, 4)?;
    click(&ada, "#resign")?;
    click(&ada, "#resign-yes")?;
    bo.wait_for_text("#status", "You win!")?;
    bo.finish()?;
    ada.finish()
}

#[test]
fn a_hidden_tab_calls_its_user() -> Result<()> {
    let ada = Page::open(Options::desktop().viewport(1280, 657).reduced_motion().full_browser())?;
    ada.wait_for("#tab-online")?;
    ada.grant("notifications")?;
    ada.eval(NOTE_NOTIFICATIONS)?;
    lobby(&ada)?;
    click(&ada, "#online-account")?;
    click(&ada, "#notify")?;
    ada.wait_until("document.querySelector('#notify').checked")?;
    ada.screenshot("online-notify")?;
    click(&ada, "#online-lobby")?;
    let bo = visitor(&ada, Options::phone().language("zh-CN").reduced_motion().direct())?;
    begin(&ada, &bo)?;
    ada.wait_until("document.title.startsWith('Your turn')")?;
    ada.place(&["h8"])?;
    ada.wait_until("!document.title.startsWith('Your turn')")?;
    stones(&bo, 1)?;
    assert_eq!(ada.eval("notified.length")?, 0, "a tab in sight needs no notification");

    // The user views another tab when the opponent moves. A browser without a screen never hides a tab by itself.
    ada.eval(HIDE)?;
    bo.place(&["h9"])?;
    ada.wait_until("document.title.startsWith('Your turn')")?;
    ada.wait_until("notified.length === 1")?;
    let body = ada.eval("notified[0][1]")?;
    assert!(body.as_str().unwrap().starts_with("It is your turn against Guest"), "{body}");

    // The user returns and moves, and the announcement ends.
    ada.eval("delete document.hidden")?;
    ada.place(&["i8"])?;
    ada.wait_until("!document.title.startsWith('Your turn')")?;
    stones(&bo, 3)?;
    click(&ada, "#tab-online")?;
    click(&ada, "#online-account")?;
    click(&ada, "#notify")?;
    ada.eval(HIDE)?;
    bo.place(&["i9"])?;
    ada.wait_until("document.title.startsWith('Your turn')")?;
    assert_eq!(ada.eval("notified.length")?, 1);
    bo.finish()?;
    ada.finish()
}
