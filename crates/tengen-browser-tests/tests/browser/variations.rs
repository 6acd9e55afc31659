//! The tree of variations: keyboard navigation, comments, changes and storage.

use tengen_browser_tests::{Options, Page, Result};

/// A record without a result: six moves with two variations, the second nested in the first.
const RECORD: &str = "(;GM[4]SZ[15];B[hh];W[ig](;B[gg];W[hg];B[jh];W[fi])(;B[jj]C[Too far away.];W[ii](;B[kk])(;B[ee];W[dd])))";

fn opened(options: Options) -> Result<Page> {
    let page = Page::open_game(options)?;
    page.paste(RECORD)?;
    page.wait_until("document.querySelectorAll('.stone').length > 0")?;
    page.click("#tab-analyse")?;
    page.wait_for(".tree .node")?;
    Ok(page)
}

fn stones(page: &Page, count: usize) -> Result<()> {
    page.wait_until(&format!("document.querySelectorAll('.stone').length === {count}"))
}

/// The texts of the blocks, from top to bottom.
fn blocks(page: &Page) -> Result<String> {
    let text = page.eval(
        "[...document.querySelectorAll('.tree .block')].map(block => \
         [...block.querySelectorAll('.node')].map(node => node.textContent.replace(/\\s+/g, '')).join(' ')).join(' | ')",
    )?;
    Ok(text.as_str().unwrap_or_default().to_owned())
}

const ALL: &str = "Start | 1h8 2i9 3g9 | 3j6 4i7 5k5 | 5e11 6d12 | 4h9 5j8 6f7";

#[test]
fn variations_are_below_the_moves_they_replace_and_arrow_keys_navigate_them() -> Result<()> {
    let page = opened(Options::desktop())?;
    assert_eq!(blocks(&page)?, ALL);
    page.wait_for_text(".tree .remark", "Too far away.")?;
    page.eval(
        "[...document.querySelectorAll('.tree .node')].find(it => it.textContent.includes('g9')).click()",
    )?;
    stones(&page, 3)?;
    page.eval("document.querySelector('.tree .current').focus()")?;
    for (key, current) in [
        ("ArrowRight", "h9"),
        ("ArrowLeft", "g9"),
        ("ArrowDown", "j6"),
        ("ArrowRight", "i7"),
        ("ArrowRight", "k5"),
        ("ArrowDown", "e11"),
        ("End", "d12"),
        ("Home", "Start"),
        ("ArrowRight", "h8"),
    ] {
        page.press(key)?;
        page.wait_until(&format!("document.activeElement.matches('.tree .current') && document.activeElement.textContent.includes('{current}')"))?;
    }
    stones(&page, 1)?;
    page.screenshot("variations-desktop")?;
    page.finish()
}

#[test]
fn comments_are_saved_as_they_are_typed() -> Result<()> {
    let page = opened(Options::desktop())?;
    page.eval(
        "[...document.querySelectorAll('.tree .node')].find(it => it.textContent.includes('i9')).click()",
    )?;
    page.wait_for_text(".comment", "move 2, i9")?;
    page.click("#add-comment")?;
    page.fill("#comment", "The direct opening.")?;
    page.wait_for_text(".tree .block.depth-0 .remark", "The direct opening.")?;
    page.reload()?;
    page.wait_for(".cell")?;
    page.click("#tab-analyse")?;
    page.wait_for_text(".tree .block.depth-0 .remark", "The direct opening.")?;
    assert_eq!(page.eval("document.querySelector('#comment').value")?, "The direct opening.");
    page.finish()
}

#[test]
fn a_variation_is_promoted_deleted_and_brought_back() -> Result<()> {
    let page = opened(Options::desktop())?;
    page.eval(
        "[...document.querySelectorAll('.tree .node')].find(it => it.textContent.includes('i7')).click()",
    )?;
    stones(&page, 4)?;
    page.click("#promote")?;
    let promoted = "Start | 1h8 2i9 3j6 | 3g9 4h9 5j8 6f7 | 4i7 5k5 | 5e11 6d12";
    page.wait_until("document.querySelectorAll('.tree .depth-0 .node').length === 5")?;
    assert_eq!(blocks(&page)?, promoted);
    assert_eq!(page.count("#promote")?, 0);
    page.click("#delete-branch")?;
    stones(&page, 3)?;
    page.wait_for_text(".deleted", "4 moves deleted.")?;
    assert_eq!(blocks(&page)?, "Start | 1h8 2i9 3j6 | 3g9 4h9 5j8 6f7");
    page.click("#undo-delete")?;
    stones(&page, 4)?;
    assert_eq!(blocks(&page)?, promoted);
    page.wait_until("document.querySelector('.deleted').textContent === ''")?;
    page.finish()
}

#[test]
fn another_move_at_an_earlier_position_loses_nothing() -> Result<()> {
    let page = Page::open_game(Options::desktop())?;
    page.new_game(Page::seat_two_people)?;
    page.place(&["h8", "a1", "i8", "a2", "j8", "a3", "k8", "a4", "l8"])?;
    page.wait_for_text("#status", "Black wins")?;
    page.click("#tab-analyse")?;
    page.wait_for(".tree .node")?;
    page.eval(
        "[...document.querySelectorAll('.tree .node')].find(it => it.textContent.includes('j8')).click()",
    )?;
    stones(&page, 5)?;
    page.place(&["k8", "o1"])?;
    assert_eq!(blocks(&page)?, "Start | 1h8 2a1 3i8 4a2 5j8 6a3 | 6k8 7o1 | 7k8 8a4 9l8");
    // Discarding a variation does not change the game.
    page.eval(
        "[...document.querySelectorAll('.tree .node')].find(it => it.textContent.includes('9 l8')).click()",
    )?;
    stones(&page, 9)?;
    page.wait_for_text("#status", "Black wins")?;
    page.reload()?;
    page.wait_for(".cell")?;
    page.click("#tab-analyse")?;
    page.wait_for(".tree .node")?;
    assert_eq!(blocks(&page)?, "Start | 1h8 2a1 3i8 4a2 5j8 6a3 | 6k8 7o1 | 7k8 8a4 9l8");
    page.finish()
}

#[test]
fn a_tree_of_four_hundred_moves_stays_quick() -> Result<()> {
    let page = opened(Options::phone())?;
    page.eval(
        "document.querySelector('.variations').scrollIntoView({ block: 'start', behavior: 'instant' })",
    )?;
    page.screenshot("variations-phone")?;
    // A hundred variations of four moves each.
    let name = |point: usize| {
        let letter = |index: usize| char::from(b'a' + u8::try_from(index).unwrap_or_default());
        format!("{}{}", letter(point % 15), letter(point / 15))
    };
    let variations: String = (0..100)
        .map(|index| {
            let [a, b, c, d] =
                [2 * index, 2 * index + 1, (2 * index + 40) % 210, (2 * index + 41) % 210].map(name);
            format!("(;B[{a}];W[{b}];B[{c}];W[{d}])")
        })
        .collect();
    page.paste(&format!("(;GM[4]SZ[15];B[oo];W[no]{variations})"))?;
    page.wait_until(
        "document.querySelector('[data-point=o1]').getAttribute('aria-label').includes('black')",
    )?;
    page.click("#tab-analyse")?;
    page.wait_until("document.querySelectorAll('.tree .node').length === 403")?;
    let saved = page.eval(
        "(async () => { const first = document.querySelectorAll('.tree .node')[300]; const start = performance.now(); \
         first.click(); await new Promise(done => requestAnimationFrame(() => setTimeout(done))); \
         return [performance.now() - start, first.isConnected && first.matches('.current')]; })()",
    )?;
    assert_eq!(saved[1], true);
    assert!(saved[0].as_f64().unwrap() < 1_500.0, "{saved}");
    page.finish()
}

const MOVES: [&str; 6] = ["h8", "i9", "g7", "k4", "c3", "d12"];

fn wait_for_stones(page: &Page, count: usize) -> Result<()> {
    page.wait_until(&format!("document.querySelectorAll('.stone').length === {count}"))
}

fn is_playing(page: &Page) -> Result<bool> {
    Ok(page.eval("document.querySelector('#replay-play').ariaLabel")? == "Stop")
}

#[test]
fn buttons_slider_and_keys_lead_through_a_game() -> Result<()> {
    let page = Page::of_two_people(Options::desktop(), &MOVES)?;
    page.click("#replay-first")?;
    wait_for_stones(&page, 0)?;
    page.click("#replay-forward")?;
    page.click("#replay-forward")?;
    wait_for_stones(&page, 2)?;
    page.click("#replay-back")?;
    wait_for_stones(&page, 1)?;
    page.click("#replay-last")?;
    wait_for_stones(&page, 6)?;
    assert_eq!(page.eval("document.querySelector('#replay-last').ariaDisabled")?, "true");
    page.set("#replay-place", "3")?;
    wait_for_stones(&page, 3)?;
    assert_eq!(page.eval("document.querySelector('#replay-place').ariaValueText")?, "Move 3 of 6");
    // Keys have the same effect wherever the focus is, except in elements that use the key themselves.
    page.click("[data-point=a1]")?;
    wait_for_stones(&page, 4)?;
    page.press(",")?;
    page.press(",")?;
    wait_for_stones(&page, 2)?;
    page.press(".")?;
    wait_for_stones(&page, 3)?;
    page.press("Home")?;
    assert_eq!(page.count(".stone")?, 3, "Home is the board's own");
    page.eval("document.activeElement.blur()")?;
    page.press("Home")?;
    wait_for_stones(&page, 0)?;
    page.press("End")?;
    wait_for_stones(&page, 4)?;
    // The slider has the new length of the game.
    assert_eq!(page.eval("document.querySelector('#replay-place').value")?, "4");
    page.finish()
}

#[test]
fn a_game_plays_itself_to_its_end_and_stops() -> Result<()> {
    let page = Page::of_two_people(Options::desktop(), &MOVES)?;
    page.set("#replay-speed", "4")?;
    // At the end of the game, the replay begins again.
    page.press("p")?;
    wait_for_stones(&page, 2)?;
    assert!(is_playing(&page)?);
    // All buttons of the replay are visible beside the board.
    let seen = "document.querySelector('.replay').getBoundingClientRect().bottom <= innerHeight";
    assert_eq!(page.eval(seen)?, true);
    page.screenshot("replay")?;
    wait_for_stones(&page, 6)?;
    page.wait_until("document.querySelector('#replay-play').ariaLabel === 'Play the game through'")?;
    page.finish()
}

#[test]
fn a_replay_stops_when_anybody_does_anything_else() -> Result<()> {
    let page = Page::of_two_people(Options::desktop(), &MOVES)?;
    let begin = || -> Result<()> {
        // At the start of the game the button is not shown.
        page.eval("document.querySelector('#replay-first').click()")?;
        wait_for_stones(&page, 0)?;
        page.click("#replay-play")?;
        page.wait_until("document.querySelector('#replay-play').ariaLabel === 'Stop'")
    };
    let others: [&dyn Fn() -> Result<()>; 6] = [
        &|| page.click("#replay-play"),
        &|| page.press("p"),
        &|| page.click("#replay-last"),
        &|| page.press("u"),
        &|| page.press("h"),
        &|| page.click("[data-point=o15]"),
    ];
    for (index, act) in others.into_iter().enumerate() {
        begin()?;
        act()?;
        page.wait_until("document.querySelector('#replay-play').ariaLabel !== 'Stop'")?;
        let stones = page.count(".stone")?;
        std::thread::sleep(std::time::Duration::from_millis(1_200));
        assert_eq!(page.count(".stone")?, stones, "the replay went on after {index}");
    }
    page.finish()
}

#[test]
fn the_engine_waits_while_the_user_replays_a_game() -> Result<()> {
    let page = Page::open_game(Options::desktop())?;
    page.place(&["h8"])?;
    wait_for_stones(&page, 2)?;
    page.set("#replay-speed", "2")?;
    page.click("#replay-first")?;
    wait_for_stones(&page, 0)?;
    page.click("#replay-play")?;
    page.wait_for_text("#status", "Replaying the game")?;
    page.wait_until("document.querySelector('#replay-play').ariaLabel !== 'Stop'")?;
    wait_for_stones(&page, 2)?;
    page.wait_for_text("#status", "Your turn.")?;
    // During its turn, the engine does nothing until the user's command.
    page.click("#replay-back")?;
    page.wait_for("#resume")?;
    std::thread::sleep(std::time::Duration::from_millis(1_200));
    assert_eq!(page.count(".stone")?, 1);
    page.click("#resume")?;
    wait_for_stones(&page, 2)?;
    page.finish()
}

#[test]
fn a_phone_has_the_same_controls() -> Result<()> {
    let page = Page::of_two_people(Options::desktop().viewport(360, 640), &MOVES)?;
    page.click("#replay-first")?;
    wait_for_stones(&page, 0)?;
    let fits = "document.documentElement.scrollWidth <= innerWidth && \
                [...document.querySelectorAll('.control')].every((b) => b.offsetHeight >= 44 && b.offsetWidth >= 40)";
    assert_eq!(page.eval(fits)?, true);
    page.eval("document.querySelector('.replay').scrollIntoView({ block: 'end' })")?;
    page.screenshot("replay-phone")?;
    page.finish()
}
