//! A browser whose storage is full: the page reports the unsaved games permanently, and can save them as a file.

use serde_json::json;
use tengen_browser_tests::{Options, Page, Result};

/// Nine moves with which Black makes five in a row.
const WON: [&str; 9] = ["h8", "a1", "i8", "b1", "j8", "c1", "k8", "d3", "l8"];

/// Fills the browser's storage for the page's texts to the last character.
const FILL: &str = "(() => { let size = 4 << 20, number = 0; while (size >= 1) { \
    try { localStorage.setItem(`filler.${number}`, 'x'.repeat(size)); number += 1; } catch { size >>= 1; } } \
    return number; })()";

/// Removes the storage quota of the library, or restores it.
fn set_quota(page: &Page, bytes: Option<u32>) -> Result<()> {
    let origin = page.eval("location.origin")?;
    let parameters = match bytes {
        Some(bytes) => json!({ "origin": origin, "quotaSize": bytes }),
        None => json!({ "origin": origin }),
    };
    page.devtools("Storage.overrideQuotaForOrigin", &parameters).map(drop)
}

fn catch_files(page: &Page) -> Result<()> {
    page.eval(
        "(() => { window.saved = []; const create = URL.createObjectURL; \
         URL.createObjectURL = (blob) => { blob.text().then((text) => saved.push(text)); return create(blob); }; })()",
    )
    .map(drop)
}

#[test]
fn a_finished_game_that_a_full_browser_does_not_take_is_offered_as_a_file() -> Result<()> {
    for (name, options) in [
        ("phone", Options::phone().viewport(390, 844)),
        ("laptop", Options::desktop().viewport(1366, 768)),
        ("laptop-zh", Options::desktop().viewport(1366, 768).language("zh-CN")),
    ] {
        let page = Page::open_game(options)?;
        page.new_game(Page::seat_two_people)?;
        set_quota(&page, Some(1))?;
        assert!(page.eval(FILL)?.as_u64().unwrap_or_default() > 0);
        for (index, point) in WON.iter().enumerate() {
            page.choose(point)?;
            page.wait_until(&format!("document.querySelectorAll('.stone').length === {}", index + 1))?;
        }
        page.wait_for("#unsaved")?;
        if name == "laptop" {
            page.wait_for_text("#unsaved", "A game is not saved")?;
        }
        page.wait_for("#save-unsaved")?;
        page.screenshot(&format!("storage-full-{name}"))?;
        // Reading from the library does not hide the message.
        page.click("#tab-library")?;
        page.wait_for("#find-game")?;
        page.wait_for_text(
            "#library-trouble",
            if name.ends_with("zh") { "保存" } else { "(QuotaExceededError)" },
        )?;
        page.wait_for_frames()?;
        assert_eq!(page.count("#unsaved")?, 1);
        page.screenshot(&format!("storage-full-library-{name}"))?;
        // The file contains the game.
        catch_files(&page)?;
        page.click("#save-unsaved")?;
        page.wait_until("saved.length === 1")?;
        let file = page.eval("saved.pop()")?.as_str().unwrap_or_default().to_owned();
        assert!(file.contains("tengen-library") && file.contains("\"l8\""), "{file}");
        // A reload in the same window restores the game with its players, and the message.
        page.reload()?;
        page.wait_for("#unsaved")?;
        page.wait_until("document.querySelectorAll('.stone').length === 9")?;
        assert_eq!(page.count("#play-on")?, 0, "it is no stranger's game");
        // With free storage, all games are saved, and the message disappears.
        set_quota(&page, None)?;
        page.eval("Object.keys(localStorage).filter((key) => key.startsWith('filler')).forEach((key) => localStorage.removeItem(key))")?;
        page.click("#save-again")?;
        page.wait_until("!document.querySelector('#unsaved')")?;
        page.click("#tab-library")?;
        page.wait_until("document.querySelectorAll('.saved-games li').length === 1")?;
        let waiting = page.eval(
            "[localStorage, sessionStorage].flatMap(Object.keys).filter((key) => key.includes('waiting')).length",
        )?;
        assert_eq!(waiting, 0);
        // The library can read the file.
        page.unfold("whole-library")?;
        page.wait_for("#import-all")?;
        page.choose_file("#import-all", "tengen-games.json", &file)?;
        page.wait_for_frames()?;
        page.wait_until("/already|原已/.test(document.querySelector('#whole-outcome').textContent)")?;
        page.finish()?;
    }
    Ok(())
}

#[test]
fn a_full_browser_still_has_the_settings_and_the_players_of_the_window() -> Result<()> {
    let page = Page::open_game(Options::desktop())?;
    page.eval(FILL)?;
    page.click("#settings")?;
    page.wait_for("#show-threats")?;
    page.click("#show-threats")?;
    page.wait_for_text("#unsaved", "Your settings are not saved")?;
    assert_eq!(page.count("#save-unsaved")?, 0);
    page.click("#tab-play")?;
    page.wait_for("#new-game")?;
    page.click("[data-point=h8]")?;
    page.wait_until("document.querySelectorAll('.stone').length === 2")?;
    page.wait_for_text("#unsaved", "A game is not saved")?;
    page.reload()?;
    page.wait_until("document.querySelectorAll('.stone').length === 2")?;
    // The players are restored; from the address alone, the page would open the game as a shared one.
    page.wait_for_text(".players li:nth-child(1)", "You")?;
    assert_eq!(page.count("#play-on")?, 0);
    page.click("#settings")?;
    page.wait_until("document.querySelector('#show-threats')?.checked === true")?;
    page.finish()
}
