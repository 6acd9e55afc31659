//! `<tengen-board>` on pages of other sites.

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::TcpListener;
use std::path::PathBuf;
use std::thread;

use serde_json::{Value, json};
use tengen_browser_tests::{Host, Options, Page, Result, Site};
use tengen_game::{Point, Record, Rule};
use tengen_puzzles::{Attempt, Mistake, PuzzleSet, Task, Verdict, sets};

use crate::touch::swipe;

/// The policy that the documentation demands of a page, and nothing more.
pub(crate) fn policy() -> String {
    let text = include_str!("../../../../docs/embedding.md");
    let block = text.split("```").find(|block| block.trim_start().starts_with("default-src")).unwrap();
    block.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Counts running workers, and records the messages of a board.
pub(crate) const WATCH: &str = "window.workers = 0;
    window.Worker = class extends Worker {
      constructor(...given) { super(...given); workers++; }
      terminate() { super.terminate(); workers--; }
    };
    window.heard = [];
    for (const name of ['ready', 'gamestart', 'move', 'think', 'gameend', 'error'])
      document.addEventListener(name, ({ target, detail }) => {
        if (target.localName === 'tengen-board') heard.push([name, detail]);
      }, true);";

/// A page with these contents, on a site that has the element, under the documented policy.
fn open(body: &str, options: Options) -> Result<(Page, Host)> {
    let host = Host::new()?;
    host.put_package("element", "board")?;
    host.write("watch.js", WATCH)?;
    host.write("index.html", &page(body))?;
    let page = Page::open_at(host.serve()?, options)?;
    Ok((page, host))
}

pub(crate) fn page(body: &str) -> String {
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

/// An expression for an element within a board's shadow root.
pub(crate) fn inside(board: &str, selector: &str) -> String {
    format!("document.querySelector('{board}').shadowRoot.querySelector('{selector}')")
}

pub(crate) fn wait_for(page: &Page, board: &str, selector: &str) -> Result<()> {
    page.wait_until(&format!("!!document.querySelector('{board}')?.shadowRoot?.querySelector('{selector}')"))
}

pub(crate) fn count(page: &Page, board: &str, selector: &str) -> Result<Value> {
    page.eval(&format!("document.querySelector('{board}').shadowRoot.querySelectorAll('{selector}').length"))
}

pub(crate) fn text(page: &Page, board: &str, selector: &str) -> Result<String> {
    let text = page.eval(&format!("{}.textContent", inside(board, selector)))?;
    Ok(text.as_str().unwrap_or_default().to_owned())
}

/// Clicks, or taps, an element within a board's shadow root at its position on the screen.
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

/// The events of this kind so far, with their details.
pub(crate) fn heard(page: &Page, kind: &str) -> Result<Vec<Value>> {
    let all =
        page.eval(&format!("heard.filter(([name]) => name === '{kind}').map(([, detail]) => detail)"))?;
    Ok(serde_json::from_value(all)?)
}

#[test]
fn a_game_can_be_replayed() -> Result<()> {
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
    // Two moves follow; the second one is the variation.
    click(&page, "#a", "[data-vary=\"1\"]")?;
    assert_eq!(text(&page, "#a", ".say")?, "Move 3 of 4");
    // A click on a stone opens the position after its move.
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
    page.wait_until("document.querySelector('#a').shadowRoot.querySelectorAll('.stone').length === 2")?;
    assert_eq!(page.eval("workers")?, 1);
    let said = text(&page, "#a", ".say")?;
    assert!(said.starts_with("天元下在 ") && said.ends_with("，轮到你了。"), "{said}");
    page.screenshot("element-play")?;
    // The engine plays the game to its end for both sides.
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

#[test]
fn a_puzzle_is_solved_with_a_finger() -> Result<()> {
    // White has an open three. Black has a double four, and loses after any slower move.
    let (page, _host) = open(
        "<tengen-board id=a mode=puzzle game='h8 h7 h9 l11 h10 d4 i11 d5 j11 d6 k11 o1' theme=night></tengen-board>",
        Options::phone(),
    )?;
    wait_for(&page, "#a", ".cell")?;
    assert_eq!(text(&page, "#a", ".say")?, "Black to play and win.");
    // On points that are smaller than a fingertip, the first tap shows the stone, and the second places it.
    place(&page, "#a", "o15")?;
    assert_eq!(count(&page, "#a", ".stone")?, 12);
    wait_for(&page, "#a", ".ghost")?;
    place(&page, "#a", "o15")?;
    let said = format!("{}.textContent", inside("#a", ".say"));
    page.wait_until(&format!("{said} === 'After o15 the engine finds no win. Try another move.'"))?;
    assert_eq!(count(&page, "#a", ".stone")?, 12);
    page.screenshot("element-puzzle-phone")?;
    for _ in 0..2 {
        place(&page, "#a", "h11")?;
    }
    page.wait_until(&format!("{said} === 'Correct. What next?'"))?;
    assert_eq!(count(&page, "#a", ".stone")?, 14);
    // White stops one of the two fours.
    let five = "[...document.querySelector('#a').shadowRoot.querySelectorAll('[data-point=h12], [data-point=g11]')] \
                .find((cell) => cell.getAttribute('aria-label').endsWith('empty')).dataset.point";
    let five = page.eval(five)?;
    for _ in 0..2 {
        place(&page, "#a", five.as_str().unwrap())?;
    }
    page.wait_until(&format!("{said} === 'Solved!'"))?;
    assert_eq!(heard(&page, "gameend")?[0]["winner"], "black");
    page.finish()
}

#[test]
fn a_puzzle_with_its_proof_is_judged_without_the_engine() -> Result<()> {
    let set = PuzzleSet::open(sets::of(Rule::Renju).unwrap().to_vec())?;
    let puzzle = set.iter().filter_map(std::result::Result::ok).find(|puzzle| {
        matches!(&puzzle.task, Task::Fours { line, counter } if line.len() == 3 && !counter.is_empty())
    });
    let puzzle = puzzle.unwrap();
    let game = tengen_formats::link::write(&Record::from_position(puzzle.start.clone()).into())?.content;
    let (page, _host) = open(
        &format!(
            "<tengen-board id=a mode=puzzle game='{game}' puzzle='{}'></tengen-board>",
            puzzle.to_text()?
        ),
        Options::desktop(),
    )?;
    wait_for(&page, "#a", ".cell")?;
    let said = format!("{}.textContent", inside("#a", ".say"));
    page.wait_until(&format!("{said}.endsWith('to play: one move is right.')"))?;
    let size = puzzle.start.size();
    // A quiet move is refuted on the board by the fours of the other side.
    let mut attempt = Attempt::new(puzzle.clone());
    let loses = |point: &Point| matches!(attempt.clone().play(*point), Ok(Verdict::Wrong(refuted)) if refuted.mistake == Mistake::Loses);
    let wrong = size.points().find(loses).unwrap();
    place(&page, "#a", &wrong.on(size).to_string())?;
    page.wait_until(&format!("/is refuted: .* Try another move/.test({said})"))?;
    let refuted = count(&page, "#a", ".preview")?;
    assert!(refuted.as_u64() >= Some(3), "{refuted}");
    page.screenshot("element-puzzle-refuted")?;
    while let Some(right) = attempt.right_move() {
        place(&page, "#a", &right.on(size).to_string())?;
        attempt.play(right)?;
        let stones = attempt.position().board().stones();
        page.wait_until(&format!(
            "document.querySelector('#a').shadowRoot.querySelectorAll('.stone:not(.preview)').length >= {stones}"
        ))?;
    }
    page.wait_until(&format!("{said} === 'Solved!'"))?;
    page.screenshot("element-puzzle-solved")?;
    let loaded = page.eval(
        "performance.getEntriesByType('resource').some((entry) => /worker|network/.test(entry.name))",
    )?;
    assert_eq!(loaded, false, "the engine is not loaded");
    page.finish()
}

#[test]
fn an_analysis_shows_lines_and_takes_moves_of_both_sides() -> Result<()> {
    let (page, _host) = open(
        "<tengen-board id=a mode=analyse theme=paper game='h8 i9 i8 g8 j8 k8'></tengen-board>",
        Options::desktop(),
    )?;
    wait_for(&page, "#a", ".thoughts li")?;
    page.wait_until("heard.some(([name, detail]) => name === 'think' && detail.depth > 3)")?;
    page.screenshot("element-analyse")?;
    place(&page, "#a", "h9")?;
    page.wait_until("heard.some(([name]) => name === 'move')")?;
    page.wait_until("document.querySelector('#a').shadowRoot.querySelectorAll('.thoughts li').length > 0")?;
    click(&page, "#a", "[data-act=replay-back]")?;
    assert_eq!(count(&page, "#a", ".stone")?, 6);
    page.finish()
}

#[test]
fn two_boards_on_a_page_that_resets_everything_and_reads_from_the_right() -> Result<()> {
    let reset = "* { all: unset !important; } html { direction: rtl; font-size: 5px; letter-spacing: 1em; \
                 line-height: 0; text-transform: uppercase; color: navy; } svg { display: none !important; } \
                 button { visibility: hidden !important; } p { position: fixed !important; }";
    let body = "<h1>\u{645}\u{631}\u{62d}\u{628}\u{627}</h1>\
                <div id=grid><tengen-board id=a mode=play side=both></tengen-board>\
                <tengen-board id=b game='h8 i9 j10' theme=contrast></tengen-board></div>";
    let host = Host::new()?;
    host.put_package("element", "board")?;
    host.write("watch.js", WATCH)?;
    host.write("reset.css", reset)?;
    let index = page(body).replace("<html lang=en>", "<html lang=en dir=rtl>");
    host.write("index.html", &index.replace("</head>", "<link rel=stylesheet href=reset.css></head>"))?;
    let page = Page::open_at(host.serve()?, Options::desktop())?;
    wait_for(&page, "#a", ".cell")?;
    page.eval("document.querySelector('#b').goTo(3)")?;
    place(&page, "#a", "c13")?;
    place(&page, "#a", "c12")?;
    assert_eq!((count(&page, "#a", ".stone")?, count(&page, "#b", ".stone")?), (json!(2), json!(3)));
    // Columns run from left to right, letters are under them, and the text below is readable.
    let x =
        |point: &str| format!("{}.getBoundingClientRect().x", inside("#a", &format!("[data-point={point}]")));
    assert_eq!(page.eval(&format!("{} < {}", x("a1"), x("o1")))?, true);
    for (selector, property, expected) in [
        (".say", "letterSpacing", "normal"),
        (".say", "textTransform", "none"),
        (".say", "direction", "ltr"),
        ("button", "visibility", "visible"),
        (".board", "display", "block"),
    ] {
        let found = page.eval(&format!("getComputedStyle({}).{property}", inside("#a", selector)))?;
        assert_eq!(found, expected, "{selector} {property}");
    }
    // The font has the page's own size, but never one that is too small to read.
    let size = page.eval(&format!("parseFloat(getComputedStyle({}).fontSize)", inside("#a", ".say")))?;
    assert!(size.as_f64().unwrap() >= 14.0, "{size}");
    page.eval("window.scrollTo(0, 0)")?;
    page.screenshot("element-reset-rtl")?;
    page.finish()
}

#[test]
fn what_stands_within_is_shown_until_the_board_is_there() -> Result<()> {
    // A board far below begins only when it becomes visible, or when a script calls it.
    let far = "<svg width=10 height=4000></svg>";
    let body = format!(
        "<tengen-board id=a mode=nonsense><p id=fallback>h8 i9</p></tengen-board>{far}\
         <tengen-board id=b game='h8 i9'><p>h8 i9</p></tengen-board>{far}<tengen-board id=c></tengen-board>"
    );
    let (page, _host) = open(&body, Options::desktop())?;
    wait_for(&page, "#a", ".board")?;
    assert_eq!(page.eval("document.querySelector('#fallback').getBoundingClientRect().height")?, 0);
    assert!(text(&page, "#a", ".say")?.contains("`mode`"));
    assert_eq!(heard(&page, "error")?.len(), 1);
    assert_eq!(page.eval(&format!("{} === null", inside("#b", ".board")))?, true);
    page.eval("document.querySelector('#b').scrollIntoView()")?;
    wait_for(&page, "#b", ".stone")?;
    assert_eq!(
        page.eval("document.querySelector('#c').record('link').then((it) => it.slice(0, 4))")?,
        "tg1."
    );
    // After the board is destroyed the element's contents are shown again.
    page.eval("document.querySelector('#b').destroy()")?;
    assert_eq!(page.eval(&format!("{} === null", inside("#b", ".board")))?, true);
    let refused = page.eval("document.querySelector('#b').play('h8').catch((error) => error.message)")?;
    assert_eq!(refused, "this board has been destroyed");
    page.finish()
}

#[test]
fn scripts_set_attributes_and_call_methods() -> Result<()> {
    let (page, _host) = open("<tengen-board id=a mode=play side=both></tengen-board>", Options::desktop())?;
    wait_for(&page, "#a", ".cell")?;
    let told = page.eval(
        "(async () => { const board = document.querySelector('#a'); const told = []; \
           told.push(await board.play('h8'), await board.play('h8')); \
           told.push(await board.play('z99').catch((error) => error.message)); \
           await board.undo(); await board.redo(); await board.goTo(0); \
           await board.newGame({ rule: 'renju', size: 9 }); \
           told.push(board.size, (await board.record()).includes('SZ[9]')); \
           told.push(await board.newGame({ size: 99 }).catch((error) => error.message)); \
           Object.assign(board, { rule: 'standard', size: 13, game: 'a1 b2', mode: 'view', lang: 'zh' }); \
           await new Promise((go) => setTimeout(go, 50)); \
           told.push((await board.record()).includes('SZ[13]'), board.getAttribute('size')); return told; })()",
    )?;
    let (z99, s99) = (told[2].as_str().unwrap(), told[5].as_str().unwrap());
    assert!(z99.contains("z99") && s99.contains("`size` should be a whole number from 3 to 22"), "{told}");
    let rest = json!([told[0], told[1], told[3], told[4], told[6], told[7]]);
    assert_eq!(rest, json!([true, false, "", true, true, "13"]));
    assert_eq!(text(&page, "#a", ".say")?, "第 2 手，共 2 手");
    let sizes: Vec<Value> = heard(&page, "gamestart")?.iter().map(|it| it["size"].clone()).collect();
    assert_eq!(sizes, [15, 9, 13], "attributes that change together begin one game");
    page.finish()
}

#[test]
fn a_viewer_is_small() -> Result<()> {
    let (page, host) = open("<tengen-board id=a game='h8 i9'></tengen-board>", Options::desktop())?;
    wait_for(&page, "#a", ".stone")?;
    let loaded = page.eval(
        "performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname.slice(1)) \
           .filter((name) => name.startsWith('board/'))",
    )?;
    let loaded: Vec<String> = serde_json::from_value(loaded)?;
    assert_eq!(loaded.len(), 3, "{loaded:?}");
    let sizes = loaded.iter().map(|name| gzipped(&std::fs::read(host.path(name)).unwrap()));
    let size: usize = sizes.sum();
    assert!(size <= VIEWER, "{size} bytes, gzipped");
    page.finish()
}

#[test]
fn no_outline_is_inherited_and_no_gleam_is_seen() -> Result<()> {
    let (page, _host) = open("<tengen-board id=a game='h8 i9'></tengen-board>", Options::desktop())?;
    wait_for(&page, "#a", ".stone")?;
    let style = |selector: &str, property: &str| {
        page.eval(&format!(
            "getComputedStyle(document.querySelector('#a').shadowRoot.querySelector('{selector}')).{property}"
        ))
    };
    assert_eq!(style(".cell", "stroke")?, "none");
    assert_eq!(style(".gleam", "display")?, "none");
    page.screenshot("element-outlines")?;
    page.finish()
}

/// The largest size of the files that a viewer loads, gzipped.
const VIEWER: usize = 166_500;

pub(crate) fn gzipped(bytes: &[u8]) -> usize {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap().len()
}

/// Serves a folder from another origin, as hosts of scripts do: every page may load its files, and it has no policy.
pub(crate) fn elsewhere(folder: PathBuf) -> Result<u16> {
    let listener = TcpListener::bind(("localhost", 0))?;
    let port = listener.local_addr()?.port();
    // The thread ends with the tests.
    thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            let mut line = String::new();
            let _ = BufReader::new(&mut stream).read_line(&mut line);
            let name = line.split([' ', '?']).nth(1).unwrap_or_default().trim_start_matches('/').to_owned();
            let body = std::fs::read(folder.join(&name)).unwrap_or_default();
            let kind = match name.rsplit_once('.').map_or("", |(_, ending)| ending) {
                "wasm" => "application/wasm",
                "html" => "text/html",
                _ => "text/javascript",
            };
            let head = format!(
                "HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\nContent-Length: {}\r\n\
                 Access-Control-Allow-Origin: *\r\nConnection: close\r\n\r\n",
                body.len()
            );
            let _ = stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(&body));
        }
    });
    Ok(port)
}

#[test]
fn a_board_comes_from_another_host() -> Result<()> {
    let host = Host::new()?;
    let port = elsewhere(Site::package("element"))?;
    let other = format!("http://localhost:{port}");
    let policy = policy()
        .replace("script-src 'self'", &format!("script-src 'self' {other}"))
        .replace("connect-src 'self'", &format!("connect-src {other}"))
        .replace("worker-src 'self'", "worker-src blob:");
    host.write("watch.js", WATCH)?;
    let index = page("<tengen-board id=a mode=play rule=free-3 size=5></tengen-board>")
        .replace(&self::policy(), &policy)
        .replace("src=board/", &format!("src={other}/"));
    host.write("page.html", &index)?;
    host.write("index.html", "<!doctype html><title>Somebody's site</title><link rel=icon href=data:,>")?;
    let page = Page::open_at(host.serve()?, Options::desktop())?;
    // The server of Tengen allows only same-origin scripts on its pages.
    let port = elsewhere(host.path(""))?;
    page.eval(&format!("(location.href = 'http://localhost:{port}/page.html', true)"))?;
    wait_for(&page, "#a", ".cell")?;
    place(&page, "#a", "c3")?;
    page.wait_until("document.querySelector('#a').shadowRoot.querySelectorAll('.stone').length === 2")?;
    page.finish()
}

#[test]
fn a_board_may_be_destroyed_while_it_tells_of_something() -> Result<()> {
    let (page, _host) = open("<main></main>", Options::desktop())?;
    page.wait_until("customElements.get('tengen-board')")?;
    for kind in ["gamestart", "ready", "move", "error"] {
        let told = page.eval(&format!(
            "(async () => {{ const board = document.createElement('tengen-board'); board.mode = 'play'; board.side = 'both'; \
               if ('{kind}' === 'error') board.level = 'nonsense'; \
               board.addEventListener('{kind}', () => board.destroy()); document.querySelector('main').append(board); \
               const played = await board.play('h8').catch((error) => error.message); \
               await new Promise((go) => setTimeout(go, 20)); \
               const again = await board.play('h9').catch((error) => error.message); \
               const left = board.shadowRoot.querySelectorAll('.board').length; board.remove(); \
               return [played, again, left]; }})()"
        ))?;
        let played = if kind == "move" { json!(true) } else { told[0].clone() };
        assert_eq!(told, json!([played, "this board has been destroyed", 0]), "{kind}");
    }
    page.finish()
}

#[test]
fn themes_and_colours_of_the_page_count() -> Result<()> {
    let (page, _host) = open(
        "<tengen-board id=a></tengen-board><tengen-board id=b theme=night></tengen-board>",
        Options::desktop(),
    )?;
    let wood = |board: &str| -> Result<Value> {
        wait_for(&page, board, ".board")?;
        let stop = inside(board, "#wood stop");
        page.eval(&format!("getComputedStyle({stop}).stopColor"))
    };
    page.eval("document.querySelector('#b').goTo(0)")?;
    assert_eq!((wood("#a")?, wood("#b")?), (json!("rgb(236, 201, 138)"), json!("rgb(87, 98, 109)")));
    page.eval("document.body.style.setProperty('--tengen-wood-light', 'rgb(1, 2, 3)')")?;
    assert_eq!((wood("#a")?, wood("#b")?), (json!("rgb(1, 2, 3)"), json!("rgb(1, 2, 3)")));
    page.finish()
}

#[test]
fn a_board_is_played_with_the_keyboard() -> Result<()> {
    let sgf = "(;GM[4]SZ[15];B[hh](;W[hg])(;W[ig]))";
    let (page, _host) = open(
        &format!(
            "<tengen-board id=a mode=play side=both></tengen-board><tengen-board id=b game='{sgf}' at=1></tengen-board>"
        ),
        Options::desktop(),
    )?;
    wait_for(&page, "#a", ".cell")?;
    for key in ["Tab", "Enter", "ArrowRight", "ArrowUp", "Enter"] {
        page.press(key)?;
    }
    let focused = "document.querySelector('#a').shadowRoot.activeElement.getAttribute('aria-label')";
    page.wait_until(&format!("{focused} === 'i9, white stone, last move'"))?;
    assert_eq!(text(&page, "#a", ".say")?, "Black to move.");
    // An inactive button has no effect, and keeps the focus.
    page.eval(&format!("{}.focus()", inside("#a", "[data-act=redo]")))?;
    page.press("Enter")?;
    assert_eq!(count(&page, "#a", ".stone")?, 2);
    // Choosing a variation keeps the focus on the board.
    page.eval("document.querySelector('#b').goTo(1)")?;
    page.eval(&format!("{}.focus()", inside("#b", "[data-vary=\"1\"]")))?;
    page.press("Enter")?;
    page.wait_until(&format!("{}.textContent === 'i9, white stone'", inside("#b", ".because")))?;
    assert_eq!(
        page.eval("document.querySelector('#b').shadowRoot.activeElement.dataset.act")?,
        "replay-forward"
    );
    page.finish()
}

#[test]
fn a_board_that_comes_back_is_as_it_was() -> Result<()> {
    let (page, _host) = open("<tengen-board id=a mode=play></tengen-board>", Options::desktop())?;
    wait_for(&page, "#a", ".cell")?;
    let back = "(async () => { const board = document.querySelector('#a'); window.board = board; \
                 await board.newGame({ side: 'both', size: 9 }); await board.play('e5'); \
                 const parent = board.parentNode; board.remove(); await new Promise((go) => setTimeout(go, 20)); \
                 parent.append(board); await board.play('e6'); return board.record(); })()";
    let sgf = page.eval(back)?;
    assert!(sgf.as_str().unwrap().contains(";B[ee];W[ed]"), "{sgf}");
    assert_eq!(page.eval("workers")?, 0, "both sides are people's still");
    // Another game that is set while the element is out of the document is shown on its return; setting the same one again changes nothing.
    page.eval("(board.game = 'h8 i9')")?;
    page.wait_until("heard.filter(([name]) => name === 'gamestart').length === 3")?;
    page.eval("(board.game = 'h8 i9', new Promise((go) => setTimeout(go, 20)))")?;
    assert_eq!(heard(&page, "gamestart")?.len(), 3);
    page.eval("(window.parent_ = board.parentNode, board.remove(), board.game = 'a1', parent_.append(board), board.record())")?;
    page.wait_until("document.querySelector('#a').shadowRoot.querySelectorAll('.stone').length === 1")?;
    page.finish()
}

#[test]
fn a_stroke_over_the_board_scrolls_the_page_around_it_and_places_nothing() -> Result<()> {
    let body = "<tengen-board id=a mode=play side=both></tengen-board><p>Much more.</p>";
    let (page, _host) = open(body, Options::phone())?;
    wait_for(&page, "#a", ".cell")?;
    // The page's policy forbids styles in its text.
    page.eval("document.querySelector('p').style.height = '200vh'")?;
    let middle = |point: &str| -> Result<(f64, f64)> {
        let cell = inside("#a", &format!("[data-point={point}]"));
        let at = page.eval(&format!(
            "(() => {{ const box = {cell}.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; }})()"
        ))?;
        Ok((at[0].as_f64().unwrap(), at[1].as_f64().unwrap()))
    };
    for milliseconds in [60.0, 200.0, 600.0] {
        for [from, to] in [["h4", "h13"], ["c8", "m8"], ["d4", "l12"]] {
            page.eval("scrollTo(0, 0)")?;
            page.wait_for_frames()?;
            for _ in 0..2 {
                swipe(&page, middle(from)?, middle(to)?, milliseconds)?;
            }
            page.wait_for_frames()?;
            assert_eq!(count(&page, "#a", ".stone")?, 0, "{from} to {to}, {milliseconds} ms");
        }
    }
    page.eval("scrollTo(0, 0)")?;
    page.wait_for_frames()?;
    swipe(&page, middle("h4")?, middle("h13")?, 120.0)?;
    page.wait_until("scrollY > 50")?;
    page.finish()
}
