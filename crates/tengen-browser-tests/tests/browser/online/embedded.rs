//! `<tengen-board>` on a page of another site, which follows a game of the server.

use std::time::Duration;

use serde_json::json;
use tengen_browser_tests::{Host, Options, Page, Result};

use super::{challenge_open, click, register, stones};
use crate::element::{WATCH, count, elsewhere, heard, inside, page, policy, text, wait_for};

/// The number of requests for a game by the boards of a page.
const ASKED: &str =
    "performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.sgf')).length";

#[test]
fn a_board_of_another_site_follows_a_game_by_its_link() -> Result<()> {
    let ada = Page::open(Options::desktop().viewport(1280, 657).reduced_motion())?;
    ada.wait_for("#tab-online")?;
    register(&ada, "Ada")?;
    let guest = ada.guest(1)?;
    click(&ada, "#online-lobby")?;
    click(&ada, "#create-game summary")?;
    ada.set("#seek-opening", "free")?;
    guest.accept(&challenge_open(&ada, "600+5")?)?;
    ada.wait_for(".online-game #abort")?;
    let game = ada.eval("(await (await fetch('/api/v1/users/Ada/games')).json())[0].game")?;
    let server = ada.eval("location.origin")?;
    let (game, server) = (game.as_str().unwrap(), server.as_str().unwrap());

    // The page of the other site allows connections to the server in addition to the documented policy.
    let host = Host::new()?;
    host.put_package("element", "board")?;
    host.write("watch.js", WATCH)?;
    let body = format!(
        "<tengen-board id=a live='{server}/?game={game}'></tengen-board>\
         <tengen-board id=b live='{server}/?game=AAAAAAAA' game='h8'></tengen-board>\
         <tengen-board id=c live='http://localhost:1/?game={game}'></tengen-board>"
    );
    let connects = format!("connect-src 'self' {server} http://localhost:1");
    let index = page(&body).replace(&policy(), &policy().replace("connect-src 'self'", &connects));
    host.write("page.html", &index)?;
    let port = elsewhere(host.path(""))?;
    let watcher = ada.open_another(Options::desktop())?;
    watcher.allow_problem("404");
    watcher.allow_problem("ERR_");
    watcher.eval(&format!("(location.href = 'http://localhost:{port}/page.html', true)"))?;
    wait_for(&watcher, "#a", ".cell")?;
    assert_eq!(count(&watcher, "#a", ".stone")?, 0);
    let on_board = |stones: usize| {
        let stones_of = "document.querySelector('#a').shadowRoot.querySelectorAll('.stone').length";
        watcher.wait_until(&format!("{stones_of} === {stones}"))
    };
    ada.place(&["h8"])?;
    stones(&ada, 2)?;
    on_board(2)?;
    assert_eq!(heard(&watcher, "move")?[0], json!({ "color": "black", "point": "h8", "number": 1 }));
    assert_eq!(text(&watcher, "#a", ".say")?, "Move 2 of 2");
    let players = text(&watcher, "#a", ".because[role]")?;
    assert!(players.starts_with("● Ada (") && players.contains("○ Guest"), "{players}");
    watcher.screenshot("element-live")?;
    // No cookie of the server is sent from another site, and the answer is that for an unknown user.
    let answer =
        watcher.eval(&format!("(await (await fetch('{server}/api/v1/games/{game}')).json()).you ?? null"))?;
    assert_eq!(answer, json!(null));

    // A game that cannot be followed is reported.
    watcher.eval("document.querySelector('#b').scrollIntoView()")?;
    watcher.wait_until(&format!(
        "{}?.textContent.includes('there is no such game')",
        inside("#b", ".because[role]")
    ))?;
    assert_eq!(count(&watcher, "#b", ".stone")?, 1, "what `game` says stays");
    watcher.eval("document.querySelector('#c').scrollIntoView()")?;
    watcher.wait_until(&format!(
        "{}?.textContent.includes('cannot be followed')",
        inside("#c", ".because[role]")
    ))?;
    watcher.screenshot("element-live-error")?;
    assert!(heard(&watcher, "error")?.len() >= 2);
    // A removed element sends no more requests.
    watcher.eval("(document.querySelector('#c').remove(), document.querySelector('#b').remove(), true)")?;

    // The guest resigns. The game is over, and the question disappears.
    ada.place(&["h9"])?;
    ada.wait_for_text("#status", "You win!")?;
    on_board(3)?;
    watcher.wait_until("heard.some(([name]) => name === 'gameend')")?;
    assert_eq!(text(&watcher, "#a", ".say")?, "Black wins.");
    assert_eq!(heard(&watcher, "gameend")?, [json!({ "winner": "black", "reason": "resignation" })]);
    assert_eq!(count(&watcher, "#a", ".because[role]")?, 1, "the players are named once");
    let asked = watcher.eval(ASKED)?;
    std::thread::sleep(Duration::from_millis(4_500));
    assert_eq!(watcher.eval(ASKED)?, asked);
    watcher.screenshot("element-live-over")?;
    drop(guest);
    watcher.finish()?;
    ada.finish()
}
