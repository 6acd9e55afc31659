//! Fonts, colours and screens of all kinds: no element is out of view, covered by another, or moves unexpectedly.

use std::time::Duration;

use serde_json::{Value, json};
use tengen_browser_tests::{Options, Page, Result};

/// White leaves Black's open three, and Black leaves it as well before winning with it.
const WON: [&str; 11] = ["h8", "g9", "i8", "a1", "j8", "a15", "o15", "o1", "g8", "f8", "k8"];

/// Whether an element is completely visible, and no other one covers its middle.
fn is_seen(page: &Page, selector: &str) -> Result<bool> {
    let seen = page.eval_with(
        "const found = document.querySelector(arguments[0]); const box = found.getBoundingClientRect(); \
         const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2); \
         return box.top >= 0 && box.left >= 0 && box.bottom <= innerHeight && box.right <= innerWidth \
             && (found.contains(top) || top?.contains(found));",
        &json!([selector]),
    )?;
    Ok(seen == true)
}

fn emulate(page: &Page, feature: &str, value: &str) -> Result<()> {
    let features = json!({ "features": [{ "name": feature, "value": value }] });
    page.devtools("Emulation.setEmulatedMedia", &features).map(drop)
}

/// Gives the viewport another size, and waits until the page has it.
pub(crate) fn resize(page: &Page, width: u32, height: u32) -> Result<()> {
    page.resize(width, height)?;
    page.wait_until(&format!("innerWidth === {width} && innerHeight === {height}"))?;
    page.wait_for_frames()
}

fn scroll_down(page: &Page) -> Result<()> {
    page.eval(
        "(document.querySelector('.panel').scrollTo(0, 9999), scrollTo(0, document.documentElement.scrollHeight))",
    )?;
    page.wait_for_frames()
}

#[test]
fn the_status_is_in_sight_in_every_form_and_after_it() -> Result<()> {
    for (name, options) in [
        ("laptop", Options::desktop().viewport(1366, 768)),
        ("tablet", Options::phone().viewport(820, 1180)),
        ("phone", Options::phone().viewport(390, 844)),
    ] {
        let page = Page::open_game(options)?;
        for (id, inside) in [("new-game", "#start"), ("settings", "form.settings"), ("help", ".topics")] {
            page.eval(&format!("document.querySelector('#{id}').click()"))?;
            page.wait_for(inside)?;
            scroll_down(&page)?;
            assert!(is_seen(&page, "#status")?, "{id}, scrolled, on a {name}");
            page.screenshot(&format!("screens-{id}-{name}"))?;
            // The form's own button, or the tab, leads back to the game.
            let back = if id == "new-game" { "#cancel" } else { "#tab-play" };
            page.eval(&format!("document.querySelector('{back}').click()"))?;
            page.wait_for("#new-game")?;
            // The browser restores the scroll position of the earlier entry of its history at a time of its own.
            page.wait_until("document.querySelector('.panel').scrollTop === 0 && scrollY === 0")?;
            assert!(is_seen(&page, "#status")?, "after {id} on a {name}");
        }
        // A game is started from the end of the form.
        page.eval("document.querySelector('#new-game').click()")?;
        page.wait_for("#start")?;
        page.seat_two_people()?;
        scroll_down(&page)?;
        page.eval("document.querySelector('#start').click()")?;
        page.wait_for_text("#status", "Get five in a row.")?;
        page.wait_until("document.querySelector('.panel').scrollTop === 0 && scrollY === 0")?;
        assert!(is_seen(&page, "#status")?, "a new game on a {name}");
        page.screenshot(&format!("screens-begin-{name}"))?;
        page.finish()?;
    }
    Ok(())
}

#[test]
fn the_lobby_is_left_at_the_top() -> Result<()> {
    let page = Page::open_game(Options::desktop().viewport(1366, 500))?;
    page.click("#tab-online")?;
    page.wait_for("#pool-0")?;
    page.eval("document.querySelectorAll('.panel details').forEach((fold) => { fold.open = true })")?;
    scroll_down(&page)?;
    assert!(is_seen(&page, "#status")?);
    page.eval("document.querySelector('#tab-play').click()")?;
    page.wait_for("#new-game")?;
    page.wait_until("document.querySelector('.panel').scrollTop === 0")?;
    page.finish()
}

#[test]
fn only_a_place_with_the_button_says_that_it_can_be_pressed() -> Result<()> {
    let page = Page::open_game(Options::desktop().viewport(1366, 768))?;
    page.new_game(|page| page.set("#seat-white", "easy"))?;
    page.click("[data-point=h8]")?;
    page.wait_until("document.querySelectorAll('.stone').length === 2")?;
    page.click("#replay-back")?;
    page.wait_for_text("#status", "Resume")?;
    page.wait_for("#resume")?;
    for place in ["#tab-analyse", "#tab-library", "#settings", "#help"] {
        page.click(place)?;
        page.wait_for_text(".status", "White to move.")?;
        assert_eq!(page.count("#resume")?, 0, "{place}");
    }
    page.click("#tab-play")?;
    page.wait_for_text("#status", "Resume")?;
    page.click("#replay-forward")?;
    page.wait_for_text("#status", "Your turn")?;
    // In a finished game no side is to move.
    page.click("#resign")?;
    page.click("#resign-yes")?;
    page.wait_for("#play-again")?;
    page.click("#replay-back")?;
    page.wait_for_text("#status", "After move 1 of 2.")?;
    page.finish()
}

#[test]
fn the_tabs_stay_where_they_are_also_beside_the_wide_analysis() -> Result<()> {
    let page = Page::open_game(Options::desktop())?;
    for (width, height) in
        [(1366, 768), (1920, 1080), (1200, 700), (1024, 768), (900, 700), (820, 1180), (390, 844)]
    {
        resize(&page, width, height)?;
        let places = "JSON.stringify([...document.querySelectorAll('.masthead button')].map((tab) => { \
            const box = tab.getBoundingClientRect(); return [box.x, box.y, box.width].map(Math.round); }))";
        let before = page.eval(places)?;
        for (tab, inside) in [("#tab-analyse", ".analyse"), ("#tab-library", "#open-games")] {
            page.double_click(tab)?;
            page.wait_for(inside)?;
            page.wait_for_frames()?;
            assert_eq!(page.eval(places)?, before, "{tab} on {width} × {height}");
            page.screenshot(&format!("screens-tabs-{}-{width}", &tab[1..]))?;
            page.click("#tab-play")?;
            page.wait_for("#new-game")?;
        }
    }
    page.finish()
}

#[test]
fn with_a_large_font_nothing_overlaps_or_leaves_the_panel() -> Result<()> {
    let sizes = [(1366, 768), (1024, 768), (900, 700), (820, 1180), (390, 844)];
    for (language, sizes) in [("en", &sizes[..]), ("zh-CN", &sizes[..1])] {
        let page = Page::open_game(Options::desktop().language(language))?;
        page.devtools("Page.setFontSizes", &json!({ "fontSizes": { "standard": 24, "fixed": 20 } }))?;
        page.reload()?;
        page.wait_for("#new-game")?;
        assert_eq!(page.eval("getComputedStyle(document.documentElement).fontSize")?, "24px");
        page.click("[data-point=h8]")?;
        page.wait_until("document.querySelectorAll('.stone').length === 2")?;
        for &(width, height) in sizes {
            resize(&page, width, height)?;
            for (place, inside) in [
                ("tab-play", ".actions"),
                ("new-game", "#start"),
                ("settings", "form.settings"),
                ("tab-analyse", ".analyse"),
            ] {
                page.eval(&format!("document.querySelector('#{place}').click()"))?;
                page.wait_for(inside)?;
                page.wait_for_frames()?;
                page.screenshot(&format!("screens-font-{place}-{width}-{language}"))?;
                let faults = page.eval(FAULTS)?;
                assert_eq!(faults, json!([]), "{place} on {width} × {height}, {language}");
                assert_eq!(
                    page.eval("document.documentElement.scrollWidth <= innerWidth")?,
                    true,
                    "{place}, {width}"
                );
            }
        }
        page.devtools("Page.setFontSizes", &json!({ "fontSizes": { "standard": 16, "fixed": 13 } }))?;
        page.finish()?;
    }
    Ok(())
}

/// The buttons of the panel that cover another one, extend beyond the panel, or cut off their text.
const FAULTS: &str = "(() => { \
    const panel = document.querySelector('.panel').getBoundingClientRect(); \
    const buttons = [...document.querySelectorAll('.masthead button, .actions button, .row button, .segments button, .replay .control')] \
        .filter((it) => it.checkVisibility()).map((it) => [it, it.getBoundingClientRect()]); \
    const name = (it) => it.id || it.textContent; \
    const out = buttons.filter(([it, box]) => box.right > panel.right + 1 || box.left < panel.left - 1 || it.scrollWidth > it.clientWidth + 1) \
        .map(([it]) => `${name(it)} is cut`); \
    const over = buttons.flatMap(([it, a], at) => buttons.slice(at + 1) \
        .filter(([other, b]) => it.closest('.row.start, .tabs') === other.closest('.row.start, .tabs') \
            && a.left < b.right - 2 && b.left < a.right - 2 && a.top < b.bottom - 2 && b.top < a.bottom - 2) \
        .map(([other]) => `${name(it)} is over ${name(other)}`)); \
    return [...out, ...over]; })()";

#[test]
fn a_tablet_shows_the_verdict_of_a_review_and_a_low_chart() -> Result<()> {
    let page = Page::of_two_people(Options::desktop().viewport(820, 1180), &WON)?;
    page.wait_for("#review")?;
    page.eval("document.querySelector('#review').click()")?;
    page.wait_until_within("document.querySelector('.sides') !== null", Duration::from_secs(60))?;
    page.wait_for_text("#accuracy-white", "%")?;
    page.wait_for_frames()?;
    page.screenshot("screens-review-tablet")?;
    let chart = page.eval("document.querySelector('.chart svg').getBoundingClientRect().height")?;
    assert!(chart.as_f64().unwrap() < 130.0, "{chart}");
    for what in [".board", "#status", "#review-state", ".sides .accuracy"] {
        assert!(is_seen(&page, what)?, "{what}");
    }
    page.finish()
}

#[test]
fn colours_of_the_system_leave_switches_and_stones_readable() -> Result<()> {
    let page = Page::open_game(Options::desktop().viewport(1366, 768))?;
    emulate(&page, "forced-colors", "active")?;
    page.new_game(Page::seat_two_people)?;
    page.place(&["h8", "i9"])?;
    let dots = page.eval(
        "['black', 'white'].map((it) => getComputedStyle(document.querySelector(`.moves .dot.${it}`)).backgroundImage)",
    )?;
    assert!(dots[0] != dots[1] && dots[0] != "none", "{dots}");
    let edges = page.eval(
        "[...document.querySelectorAll('.tabs button')].map((it) => getComputedStyle(it).borderBottomColor)",
    )?;
    assert_ne!(edges[0], edges[1], "the chosen tab has an edge of its own");
    page.screenshot("screens-forced-game")?;
    page.click("#settings")?;
    page.wait_for(".field.toggle input:checked")?;
    let colors = |state: &str| -> Result<Value> {
        page.eval(&format!(
            "(() => {{ const it = document.querySelector('.field.toggle input{state}'); \
             return [getComputedStyle(it).backgroundColor, getComputedStyle(it, '::before').backgroundColor]; }})()"
        ))
    };
    for state in [":checked", ":not(:checked)"] {
        let [ground, knob] = [0, 1].map(|index| colors(state).map(|both| both[index].clone()));
        assert_ne!(ground?, knob?, "{state}");
    }
    page.eval("document.querySelector('.field.toggle').scrollIntoView()")?;
    page.screenshot("screens-forced-settings")?;
    page.finish()
}

#[test]
fn who_asks_the_system_for_more_contrast_gets_it() -> Result<()> {
    let page = Page::open_game(Options::desktop().viewport(1366, 768))?;
    let theme = "document.documentElement.dataset.theme";
    assert_eq!(page.eval(theme)?, "auto");
    emulate(&page, "prefers-contrast", "more")?;
    page.wait_until(&format!("{theme} === 'contrast'"))?;
    page.screenshot("screens-contrast")?;
    // A theme that the user has chosen is kept.
    page.click("#settings")?;
    page.wait_for("#theme")?;
    page.set("#theme", "paper")?;
    page.wait_until(&format!("{theme} === 'paper'"))?;
    page.finish()
}

#[test]
fn a_board_without_room_for_a_row_says_that_nobody_can_win() -> Result<()> {
    for (language, form, status) in [
        ("en", "a row of 5 does not fit on a board of 3 lines", "Nobody can win here"),
        ("zh-CN", "3 路棋盘放不下 5 子连线", "谁也赢不了"),
    ] {
        let page = Page::open_game(Options::desktop().viewport(1366, 768).language(language))?;
        page.new_game(|page| {
            page.seat_two_people()?;
            page.set("#size", "5")?;
            assert_eq!(page.text("#no-winner")?, "");
            page.set("#size", "3")?;
            page.wait_for_text("#no-winner", form)?;
            page.screenshot(&format!("screens-no-winner-form-{language}")).map(drop)
        })?;
        page.wait_for_text("#because", status)?;
        page.screenshot(&format!("screens-no-winner-{language}"))?;
        page.finish()?;
    }
    Ok(())
}

#[test]
fn fifteen_lines_have_the_five_stars_of_the_rule_books() -> Result<()> {
    let page = Page::open_game(Options::desktop())?;
    let stars = "[...document.querySelectorAll('.stars circle')].map((star) => \
        [...document.querySelectorAll('.cell')].find((cell) => { const [a, b] = [star, cell].map((it) => it.getBoundingClientRect()); \
            return a.x >= b.x && a.right <= b.right && a.y >= b.y && a.bottom <= b.bottom; }).dataset.point).join(' ')";
    assert_eq!(page.eval(stars)?, "d12 l12 h8 d4 l4");
    page.finish()
}

#[test]
fn a_picture_and_a_broken_link_are_answered_in_plain_words() -> Result<()> {
    let page = Page::open_game(Options::desktop().viewport(1366, 768))?;
    page.click("#tab-library")?;
    page.wait_for("#open-games")?;
    page.unfold("open-games")?;
    page.eval(
        "(() => { const files = new DataTransfer(); \
         files.items.add(new File([new Uint8Array([137, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0, 13])], 'game.png')); \
         const field = document.querySelector('#open-file'); field.files = files.files; \
         field.dispatchEvent(new Event('change', { bubbles: true })); })()",
    )?;
    page.wait_for_text("#open-outcome", "This is a picture")?;
    page.screenshot("screens-picture")?;
    page.set("#paste", "Dear diary")?;
    page.click("#open-pasted")?;
    page.wait_for_text("#open-outcome", "No game was found here.")?;
    page.set("#paste", "tg1.AAAA")?;
    page.click("#open-pasted")?;
    page.wait_for_text("#open-outcome", "Part of the link is missing")?;
    page.go_to("#tg1.AAAAz")?;
    page.reload()?;
    page.wait_for_text("#because", "Part of the link is missing")?;
    let said = page.text(".status")?;
    assert!(!said.contains("base64") && !said.contains("checksum"), "{said}");
    page.screenshot("screens-broken-link")?;
    page.finish()
}
