//! `<tengen-board>` on other people's pages.

#![forbid(unsafe_code)]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should fail on the spot")]

use serde_json::{Value, json};
use tengen_browser_tests::{Host, Options, Page, Result};

/// What the documentation asks of a page's policy, and nothing more.
fn policy() -> String {
    let text = include_str!("../../../docs/embedding.md");
    let block = text.split("```").find(|block| block.trim_start().starts_with("default-src")).unwrap();
    block.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Counts what is at work, and writes down what a board says.
const WATCH: &str = "window.workers = 0;
    window.Worker = class extends Worker {
      constructor(...given) { super(...given); workers++; }
      terminate() { super.terminate(); workers--; }
    };
    window.heard = [];
    for (const name of ['ready', 'gamestart', 'move', 'think', 'gameend', 'error'])
      document.addEventListener(name, ({ target, detail }) => {
        if (target.localName === 'tengen-board') heard.push([name, detail]);
      }, true);";

/// A page with these contents, of a site that has the element, under its policy.
fn open(body: &str, options: Options) -> Result<(Page, Host)> {
    let host = Host::new()?;
    host.put_package("element", "board")?;
    host.write("watch.js", WATCH)?;
    host.write("index.html", &page(body))?;
    let page = Page::open_at(host.serve()?, options)?;
    Ok((page, host))
}

fn page(body: &str) -> String {
    format!(
        "<!doctype html><html lang=en><head><meta charset=utf-8>\
         <meta http-equiv='Content-Security-Policy' content=\"{}\">\
         <meta name=viewport content='width=device-width'>\
         <title>Somebody's page</title><link rel=icon href=data:,>\
         <script src=watch.js></script><script src=board/tengen-board.js async></script></head>\
         <body>{body}</body></html>",
        policy()
    )
}

/// An expression for something within a board's shadow.
fn inside(board: &str, selector: &str) -> String {
    format!("document.querySelector('{board}').shadowRoot.querySelector('{selector}')")
}

fn wait_for(page: &Page, board: &str, selector: &str) -> Result<()> {
    page.wait_until(&format!("{} !== null", inside(board, selector)))
}

fn count(page: &Page, board: &str, selector: &str) -> Result<Value> {
    page.eval(&format!("document.querySelector('{board}').shadowRoot.querySelectorAll('{selector}').length"))
}

fn text(page: &Page, board: &str, selector: &str) -> Result<String> {
    let text = page.eval(&format!("{}.textContent", inside(board, selector)))?;
    Ok(text.as_str().unwrap_or_default().to_owned())
}

/// Clicks, or taps, something within a board's shadow where it is on the screen.
fn click(page: &Page, board: &str, selector: &str) -> Result<()> {
    let place = page.eval(&format!(
        "(() => {{ const host = document.querySelector('{board}'); \
           const inner = {}; inner.scrollIntoView({{ block: 'center' }}); \
           const [a, b] = [host, inner].map((it) => it.getBoundingClientRect()); \
           return [(b.x + b.width / 2 - a.x) / a.width, (b.y + b.height / 2 - a.y) / a.height]; }})()",
        inside(board, selector)
    ))?;
    let [across, down] = [0, 1].map(|index| place[index].as_f64().unwrap());
    page.click_at(board, across, down)
}

fn place(page: &Page, board: &str, point: &str) -> Result<()> {
    click(page, board, &format!("[data-point={point}]"))
}

/// What has been heard of this kind, each with its details.
fn heard(page: &Page, kind: &str) -> Result<Vec<Value>> {
    let all =
        page.eval(&format!("heard.filter(([name]) => name === '{kind}').map(([, detail]) => detail)"))?;
    Ok(serde_json::from_value(all)?)
}

#[test]
fn a_game_can_be_gone_through() -> Result<()> {
    let sgf = "(;GM[4]SZ[15]RU[renju];B[hh]C[The centre.];W[hg](;B[ig]LB[ih:A])(;B[jh];W[if]))";
    let (page, _host) = open(
        &format!("<h1>A game</h1><tengen-board id=a game='{sgf}' numbers=all></tengen-board>"),
        Options::desktop(),
    )?;
    wait_for(&page, "#a", ".stone")?;
    assert_eq!(count(&page, "#a", ".stone")?, 3);
    page.screenshot("element-view")?;
    assert_eq!(text(&page, "#a", ".say")?, "Move 3 of 3");
    click(&page, "#a", "[data-act=replay-first]")?;
    assert_eq!(count(&page, "#a", ".stone")?, 0);
    click(&page, "#a", "[data-act=replay-forward]")?;
    assert_eq!(text(&page, "#a", ".comment")?, "The centre.");
    click(&page, "#a", "[data-act=replay-forward]")?;
    // Two moves follow; the second is the variation.
    click(&page, "#a", "[data-vary=\"1\"]")?;
    assert_eq!(text(&page, "#a", ".say")?, "Move 3 of 4");
    // A stone leads to its move.
    place(&page, "#a", "h8")?;
    assert_eq!(text(&page, "#a", ".say")?, "Move 1 of 4");
    assert_eq!(page.eval("workers")?, 0, "nobody needs an engine to look at a game");
    assert_eq!(heard(&page, "ready")?.len(), 1);
    page.finish()
}

#[test]
fn a_game_is_played_against_the_engine() -> Result<()> {
    let (page, _host) = open(
        "<tengen-board id=a mode=play level=easy rule=free-3 size=5 lang=zh></tengen-board>",
        Options::desktop(),
    )?;
    wait_for(&page, "#a", ".cell")?;
    assert_eq!(page.eval("workers")?, 0, "the engine waits until it is needed");
    place(&page, "#a", "c3")?;
    page.wait_until(&format!(
        "document.querySelector('#a').shadowRoot.querySelectorAll('.stone').length === 2 || {} === 3",
        "window.workers"
    ))?;
    assert_eq!(page.eval("workers")?, 1);
    assert_eq!(text(&page, "#a", ".say")?, "轮到你了。");
    page.screenshot("element-play")?;
    // Somebody else plays the game out: the engine for both sides.
    let found = page.eval(
        "(async () => { const board = document.querySelector('#a'); \
           const hint = await board.hint(); \
           for (let n = 0; n < 30 && !heard.some(([name]) => name === 'gameend'); n++) await board.engineMove(); \
           return [hint, await board.record('link'), await board.play('c3').catch(() => 'refused')]; })()",
    )?;
    assert!(found[0].as_str().unwrap().len() == 2, "{found}");
    assert!(found[1].as_str().unwrap().starts_with("tg1."), "{found}");
    let ends = heard(&page, "gameend")?;
    assert_eq!(ends.len(), 1, "{ends:?}");
    let moves = heard(&page, "move")?;
    assert_eq!(moves[0], json!({ "color": "black", "point": "c3", "number": 1 }));
    page.screenshot("element-over")?;
    page.finish()
}
