//! The actions of a member with the own account.

use std::time::{Duration, Instant};

use tengen_browser_tests::{Options, Page, Result};

use super::{PASSWORD, click, register};

/// The contents of a file that the browser saves in a directory, once it is complete.
fn downloaded(directory: &std::path::Path, name: &str) -> serde_json::Value {
    let start = Instant::now();
    loop {
        let text = std::fs::read_to_string(directory.join(name)).unwrap_or_default();
        if let Ok(read) = serde_json::from_str(&text) {
            return read;
        }
        assert!(start.elapsed() < Duration::from_secs(15), "the browser does not save {name}");
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn an_account_is_renamed_exported_and_deleted() -> Result<()> {
    let ada = Page::open(Options::desktop().viewport(1280, 657).reduced_motion())?;
    ada.wait_for("#tab-online")?;
    register(&ada, "Ada")?;

    // A new name applies at once, and the next change is possible only after a month.
    click(&ada, "#change-name summary")?;
    ada.fill("#new-name", "Augusta")?;
    ada.click("#rename-account")?;
    ada.wait_for_text("#change-name .outcome", "The name is changed.")?;
    ada.wait_for_text("#profile .profile-name", "Augusta")?;
    ada.expect_problem("409");
    ada.fill("#new-name", "Byron")?;
    ada.click("#rename-account")?;
    ada.wait_for_text("#change-name .outcome", "once in 30 days")?;
    ada.screenshot("online-renamed")?;

    // The game is finished, so that the export contains it and it outlives the account.
    let guest = ada.guest(1)?;
    click(&ada, "#online-lobby")?;
    click(&ada, "#create-game summary")?;
    ada.set("#seek-opening", "free")?;
    guest.accept(&super::challenge_open(&ada, "600+5")?)?;
    ada.wait_for(".online-game #abort")?;
    ada.place(&["h8"])?;
    super::stones(&ada, 2)?;
    ada.place(&["h9"])?;
    ada.wait_for_text("#status", "You win!")?;

    // The export is a file with all of the user's data.
    let directory = tempfile::tempdir()?;
    ada.save_downloads(directory.path())?;
    click(&ada, "#tab-online")?;
    click(&ada, "#online-account")?;
    click(&ada, "#own-data summary")?;
    click(&ada, "#export-account")?;
    let export = downloaded(directory.path(), "tengen-account.json");
    assert_eq!(export["account"]["name"], "Augusta", "{export}");
    assert_eq!(export["games"].as_array().map(Vec::len), Some(1), "{export}");
    assert!(!export.to_string().contains("argon2"), "no hash of a password is exported");

    // The deletion of the account needs its password.
    ada.expect_problem("403");
    ada.fill("#delete-password", "wrong horse")?;
    ada.click("#delete-account")?;
    ada.wait_for_text("#own-data .outcome", "Name and password do not match.")?;
    ada.screenshot("online-delete")?;
    ada.fill("#delete-password", PASSWORD)?;
    ada.click("#delete-account")?;
    // The user is a guest again, and the old name and password are refused.
    ada.wait_for("#create-account")?;
    ada.wait_for_text("#online-notice", "The account is deleted.")?;
    ada.screenshot("online-deleted")?;
    ada.expect_problem("401");
    click(&ada, "#sign-in summary")?;
    ada.fill("#login-name", "Augusta")?;
    ada.fill("#login-password", PASSWORD)?;
    ada.click("#login")?;
    ada.wait_for_text("#sign-in .outcome", "Name and password do not match.")?;
    let gone = ada.eval("(await fetch('/api/v1/users/Augusta')).status")?;
    ada.expect_problem("404");
    assert_eq!(gone, 404);
    drop(guest);
    ada.finish()
}

#[test]
fn an_account_becomes_a_programs_and_has_tokens() -> Result<()> {
    let ada = Page::open(Options::desktop().viewport(1366, 768).reduced_motion())?;
    ada.wait_for("#tab-online")?;
    register(&ada, "Ada")?;
    click(&ada, "#own-programs summary")?;
    click(&ada, "#become-program")?;
    ada.wait_for("#stay-person")?;
    ada.screenshot("online-become-program")?;
    ada.click("#stay-person")?;
    click(&ada, "#become-program")?;
    click(&ada, "#become-program-yes")?;
    ada.wait_for("#token-label")?;
    ada.fill("#token-label", "My engine")?;
    click(&ada, "#create-token")?;
    ada.wait_until("document.querySelector('#new-token')?.value.startsWith('tengen_')")?;
    ada.wait_for_text("#tokens li", "My engine")?;
    ada.wait_for_text("#bot-command", "tengen bot --server http")?;
    ada.screenshot("online-token")?;
    // The token gives access to the account until it is deleted. The page's cookies are not used.
    let status = "(async () => { const ended = new AbortController(); \
         const answer = await fetch('/api/v1/bot/events', { credentials: 'omit', signal: ended.signal, \
             headers: { authorization: `Bearer ${window.token}` } }); \
         ended.abort(); return answer.status; })()";
    ada.eval("window.token = document.querySelector('#new-token').value")?;
    assert_eq!(ada.eval(status)?, 200);
    click(&ada, "#tokens button")?;
    ada.wait_until("!document.querySelector('#tokens')")?;
    ada.expect_problem("401");
    assert_eq!(ada.eval(status)?, 401);
    ada.finish()
}

#[test]
fn the_results_against_the_levels_follow_a_member_to_another_device() -> Result<()> {
    let ada = Page::open(Options::desktop())?;
    ada.wait_for("#tab-online")?;
    register(&ada, "Ada")?;
    click(&ada, "#tab-play")?;
    ada.place(&["h8"])?;
    super::stones(&ada, 2)?;
    click(&ada, "#resign")?;
    click(&ada, "#resign-yes")?;
    ada.wait_for("#play-again")?;
    // A puzzle that is given up changes the rating.
    click(&ada, "#tab-learn")?;
    click(&ada, "#learn-puzzles")?;
    click(&ada, "#puzzles-rated")?;
    click(&ada, "#puzzle-give-up")?;
    ada.wait_for("#puzzle-next")?;
    let other = super::visitor(&ada, Options::desktop())?;
    click(&other, "#tab-online")?;
    click(&other, "#online-account")?;
    click(&other, "#sign-in summary")?;
    other.fill("#login-name", "Ada")?;
    other.fill("#login-password", PASSWORD)?;
    other.click("#login")?;
    other.wait_until("JSON.parse(localStorage.getItem('tengen.preferences'))?.strength?.games === 1")?;
    other.wait_until("JSON.parse(localStorage.getItem('tengen.puzzles'))?.missed === 1")?;
    // The even game begins with the strength that is known.
    click(&other, "#tab-play")?;
    click(&other, "#quick-even")?;
    other.wait_for_text("#about-opponent", "You play about as well as level")?;
    other.finish()?;
    ada.finish()
}
