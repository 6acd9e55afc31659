//! Forms of online play, while the server's messages arrive.

use std::time::Duration;

use serde_json::json;
use tengen_browser_tests::{Options, Page, Result};

use super::{click, lobby, register, visitor};

/// Counts the messages of the server in `heard`, of which most answer the page's pings, and makes the pings of ten seconds more frequent.
const COUNT: &str = "window.heard = 0; const { setInterval: repeat } = window; \
    window.setInterval = (act, time, ...given) => repeat(act, time === 10000 ? 1000 : time, ...given); \
    window.WebSocket = class extends WebSocket { \
    constructor(...given) { super(...given); this.addEventListener('message', () => { heard += 1; }); } };";

/// Fills every field of the place, and selects the last value of menus on which no other field depends.
const FILL: &str = "(() => { \
    document.querySelectorAll('.online details').forEach((fold) => { fold.open = true; }); \
    const fields = [...document.querySelectorAll('.online input:not([readonly]), .online select, .online textarea')]; \
    window.filled = fields.map((field) => { \
        const isMenu = field.tagName === 'SELECT'; \
        if (['checkbox', 'range'].includes(field.type) || (isMenu && !/tempo|start|seat|bot/.test(field.id))) return field; \
        if (isMenu) field.selectedIndex = field.options.length - 1; \
        else field.value = 'typed here'; \
        field.dispatchEvent(new Event(field.tagName === 'SELECT' ? 'change' : 'input', { bubbles: true })); \
        return field; \
    }); \
    window.values = filled.map((field) => field.value); \
    filled.find((field) => field.type === 'text' || field.type === 'password')?.focus(); \
    window.focused = document.activeElement; \
    return filled.length; })()";

/// The fields that have lost their text, or were replaced by other elements.
const LOST: &str = "filled.filter((field, index) => !field.isConnected || field.value !== values[index]) \
    .map((field) => field.id).concat(document.activeElement === focused ? [] : ['the focus'])";

fn stays_as_it_was_typed(page: &Page, at_least: u64, place: &str) -> Result<()> {
    let fields = page.eval(FILL)?.as_u64().unwrap_or_default();
    assert!(fields >= at_least, "{place}: {fields} fields");
    page.eval("window.before = heard")?;
    page.wait_until_within("heard >= before + 2", Duration::from_secs(40))?;
    assert_eq!(page.eval(LOST)?, json!([]), "{place}");
    Ok(())
}

#[test]
fn what_is_typed_into_a_form_stays_while_messages_arrive() -> Result<()> {
    let ada = Page::open(Options::desktop().viewport(1366, 768).reduced_motion().script(COUNT))?;
    ada.wait_for("#tab-online")?;
    lobby(&ada)?;
    click(&ada, "#online-account")?;
    ada.wait_for("#register-name")?;
    stays_as_it_was_typed(&ada, 4, "the forms of a guest")?;
    click(&ada, "#online-lobby")?;
    register(&ada, "Ada")?;
    ada.wait_for("#new-name")?;
    stays_as_it_was_typed(&ada, 5, "the own account")?;
    ada.click("#online-tournaments")?;
    ada.wait_for("#tournament-name")?;
    stays_as_it_was_typed(&ada, 6, "a new tournament")?;
    ada.screenshot("online-tournament-typed")?;
    // Other users enter and leave the lobby meanwhile.
    ada.click("#online-lobby")?;
    ada.wait_for("#create-game")?;
    let bo = visitor(&ada, Options::desktop().reduced_motion())?;
    lobby(&bo)?;
    click(&bo, "#create-game summary")?;
    click(&bo, "#create-seek")?;
    ada.wait_for("#seeks li")?;
    ada.eval("window.first = document.querySelector('#seeks li')")?;
    ada.eval(FILL)?;
    bo.set("#seek-tempo", "600+5")?;
    bo.click("#create-seek")?;
    ada.wait_until("document.querySelectorAll('#seeks li').length === 2")?;
    assert_eq!(ada.eval(LOST)?, json!([]), "a new game");
    // The line under a finger remains the same element.
    assert_eq!(ada.eval("first.isConnected")?, true);
    bo.finish()?;
    ada.finish()
}
