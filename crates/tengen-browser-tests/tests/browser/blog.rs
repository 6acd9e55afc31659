//! Boards on a blog whose pages are swapped without a reload (`examples/blog`), with the real `pjax`.

use std::path::Path;

use serde_json::{Value, json};
use tengen_browser_tests::{Held, Host, KEEP_MEMORIES, Options, Page, Result};

/// Counts running timers, and listeners on objects that outlive a page's contents.
const COUNT: &str = "window.workers = 0; window.timers = new Set(); window.listening = 0; \
    window.Worker = class extends Worker { \
      constructor(...given) { super(...given); workers++; } \
      terminate() { super.terminate(); workers--; } \
    }; \
    for (const kind of ['Timeout', 'Interval']) { \
      const [set, clear] = [window[`set${kind}`], window[`clear${kind}`]]; \
      window[`set${kind}`] = (act, ...given) => { \
        const id = set((...reported) => { if (kind === 'Timeout') timers.delete(id); act(...reported); }, ...given); \
        timers.add(id); return id; }; \
      window[`clear${kind}`] = (id) => { timers.delete(id); clear(id); }; \
    } \
    for (const target of [window, document]) { \
      const { addEventListener, removeEventListener } = target; \
      target.addEventListener = (...given) => { listening++; addEventListener.apply(target, given); }; \
      target.removeEventListener = (...given) => { listening--; removeEventListener.apply(target, given); }; \
    }";

/// The blog, at its first page.
fn open() -> Result<(Page, Host)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let host = Host::new()?;
    host.put_folder(&root.join("../../examples/blog"), "")?;
    host.put_package("element", "board")?;
    host.write("pjax.min.js", include_str!("../../vendor/pjax/pjax.min.js"))?;
    let page = Page::open_at(host.serve()?, Options::desktop().script(COUNT).script(KEEP_MEMORIES))?;
    page.wait_until("window.GameManager && document.title.startsWith('Posts')")?;
    // A reload would remove this variable.
    page.eval("(window.stays = true)")?;
    Ok((page, host))
}

/// Follows a link of the blog's menu.
fn visit(page: &Page, path: &str, title: &str) -> Result<()> {
    page.click(&format!("nav a[href='{path}']"))?;
    page.wait_until(&format!("document.title.startsWith('{title}')"))
}

fn wait_for(page: &Page, board: &str, selector: &str) -> Result<()> {
    // Only the existence is evaluated, because the browser keeps elements to which a test has a reference.
    page.wait_until(&format!("!!document.querySelector('{board}')?.shadowRoot?.querySelector('{selector}')"))
}

/// Plays on the second board of the post, which needs the engine.
fn play(page: &Page) -> Result<()> {
    wait_for(page, "#play", ".cell")?;
    page.eval("document.querySelector('#play').play('i7')")?;
    page.wait_until("workers === 1")
}

/// The number of stones on that board.
const STONES: &str = "document.querySelector('#play').shadowRoot.querySelectorAll('.stone').length";

#[test]
fn fifty_swaps_leak_nothing() -> Result<()> {
    let (page, _host) = open()?;
    let mut early = None;
    let mut listening = Value::Null;
    for round in 0..25 {
        visit(&page, "game.html", "A game")?;
        wait_for(&page, "#lost", ".stone")?;
        page.eval("document.querySelector('#play').scrollIntoView()")?;
        play(&page)?;
        // In every second round the engine is still searching.
        if round % 2 == 0 {
            page.wait_until(&format!("{STONES} === 6"))?;
        }
        visit(&page, "about.html", "About")?;
        page.wait_until("workers === 0 && document.querySelectorAll('tengen-board').length === 0")?;
        page.wait_until("timers.size === 0")?;
        if round == 0 {
            listening = page.eval("listening")?;
        }
        assert_eq!(page.eval("listening")?, listening);
        if round == 9 {
            early = Some(Held::of(&page)?);
        }
    }
    assert_eq!(page.eval("window.stays")?, true, "no page was loaded anew");
    early.unwrap().assert_steady(&Held::of(&page)?);
    page.finish()
}

#[test]
fn a_script_that_runs_again_and_a_board_that_moves_do_no_harm() -> Result<()> {
    let (page, _host) = open()?;
    visit(&page, "game.html", "A game")?;
    page.wait_until("customElements.get('tengen-board')")?;
    play(&page)?;
    page.wait_until(&format!("{STONES} === 6"))?;
    // Moving the board within the page keeps the game and its engine, at once and later.
    page.eval("document.querySelector('footer').append(document.querySelector('#play'))")?;
    page.wait_until(&format!("{STONES} === 6 && workers === 1"))?;
    // Removing the board from the document and inserting it again ends the engine, but not the game.
    page.eval("(window.taken = document.querySelector('#play'), taken.remove())")?;
    page.wait_until("workers === 0")?;
    let refused = page.eval("taken.play('a1').catch((error) => error.message)")?;
    assert_eq!(refused, "this board is in no document");
    page.eval("document.querySelector('.content').prepend(taken)")?;
    page.wait_until(&format!("{STONES} === 6"))?;
    assert_eq!(page.eval("taken.play('a1')")?, true);
    // The element's scripts run once more.
    page.eval(
        "(async () => { for (const src of ['board/tengen-board.js', 'board/tengen-games.js']) { \
           const script = document.createElement('script'); script.src = src; \
           await new Promise((go) => { script.onload = go; document.head.append(script); }); } })()",
    )?;
    visit(&page, "puzzle.html", "A puzzle")?;
    wait_for(&page, "#puzzle", ".stone")?;
    page.screenshot("blog-puzzle")?;
    page.finish()
}

#[test]
fn the_manager_starts_and_ends_other_games() -> Result<()> {
    let (page, _host) = open()?;
    let running = "timers.size === 1 && /\\d …/.test(document.querySelector('#counter')?.textContent ?? '')";
    for _ in 0..3 {
        visit(&page, "counter.html", "Another game")?;
        page.wait_until(running)?;
        visit(&page, "about.html", "About")?;
        page.wait_until("timers.size === 0")?;
    }
    visit(&page, "counter.html", "Another game")?;
    page.wait_until(running)?;
    let reported = page.eval(
        "(() => { const reported = [GameManager.detectGame()]; GameManager.cleanupGame('counter'); reported.push(timers.size); \
           GameManager.initGame('counter'); reported.push(timers.size); GameManager.cleanupAll(); reported.push(timers.size); \
           let began = 0; GameManager.register('counter', { init() { began++; } }); reported.push(began); \
           document.querySelector('#counter').remove(); reported.push(GameManager.detectGame()); \
           try { GameManager.register('nothing', {}); } catch (error) { reported.push(error.message); } return reported; })()",
    )?;
    assert_eq!(
        reported,
        json!([["counter"], 0, 1, 0, 1, [], "the game nothing needs a function init(element)"])
    );
    // A game that fails is reported and does not affect the others; the events of other libraries are handled.
    let others = page.eval(
        "(() => { const place = (name) => { const it = document.createElement('div'); it.dataset.game = name; \
             document.body.append(it); }; place('bad'); place('good'); const reported = []; \
           const { error } = console; console.error = (text) => reported.push(text); \
           GameManager.register('bad', { init() { throw new Error('no'); } }); \
           GameManager.register('good', { init() { reported.push('began'); }, cleanup() { reported.push('ended'); } }); \
           const tell = (name, detail) => document.dispatchEvent(new CustomEvent(name, { detail })); \
           tell('turbo:before-render'); tell('turbo:load'); tell('swup:visit:start'); tell('swup:page:view'); \
           tell('htmx:beforeCleanupElement', { elt: document.body }); tell('htmx:afterSettle'); \
           console.error = error; return reported; })()",
    )?;
    let failed = "the game bad could not be started";
    let again = ["ended", failed, "began"];
    let expected = [&[failed, "began"][..], &again, &again, &again].concat();
    assert_eq!(others, json!(expected));
    page.finish()
}

/// The output of Hexo's tag for the words in a post, or the reason of its refusal.
fn tag(page: &Page, words: &[&str]) -> Result<String> {
    let plugin = include_str!("../../../../examples/hexo-tag-tengen/index.js");
    let made = page.eval_with(
        &format!(
            "let tag; const hexo = {{ config: {{ root: '/blog/' }}, extend: {{ \
               tag: {{ register: (name, act) => (tag = act) }}, generator: {{ register: () => {{}} }} }} }}; \
             const require = () => ({{}}); (function () {{ {plugin} }})(); \
             try {{ return tag(arguments[0]); }} catch (error) {{ return error.message; }}"
        ),
        &json!([words]),
    )?;
    Ok(made.as_str().unwrap_or_default().to_owned())
}

#[test]
fn the_tag_for_hexo_writes_the_element() -> Result<()> {
    let (page, _host) = open()?;
    let html = tag(&page, &["h8 i9", "mode=play", "level=\"easy\"", "rule=a\"b"])?;
    assert_eq!(
        html,
        "<script src=\"/blog/tengen-board/tengen-board.js\" async></script>\
         <tengen-board game=\"h8 i9\" mode=\"play\" level=\"easy\" rule=\"a&quot;b\"><p>h8 i9</p></tengen-board>"
    );
    assert!(tag(&page, &["color=red"])?.contains("there is no attribute color; there are game"));
    assert!(tag(&page, &["h8", "i9"])?.contains("the attribute game is there twice"));
    page.finish()
}
