//! The layout on screens of all sizes.

use serde_json::json;
use tengen_browser_tests::{Options, Page, Result, saved_games};

use crate::screens::resize;

/// Moves of two players without a winner.
const MOVES: [&str; 12] = ["h8", "i9", "g7", "k4", "c3", "d12", "m5", "e10", "b2", "n13", "f4", "l10"];

fn number(page: &Page, expression: &str) -> Result<f64> {
    Ok(page.eval(expression)?.as_f64().unwrap())
}

/// Whether an element lies completely within the viewport.
fn is_in_view(page: &Page, selector: &str) -> Result<bool> {
    let whole = format!(
        "(() => {{ const box = document.querySelector('{selector}').getBoundingClientRect(); \
         return box.top >= 0 && box.left >= 0 && box.bottom <= innerHeight && box.right <= innerWidth; }})()"
    );
    Ok(page.eval(&whole)? == true)
}

#[test]
fn the_board_and_the_status_are_visible_together_on_every_screen() -> Result<()> {
    let sizes =
        [(1280, 657), (1440, 900), (1024, 768), (800, 600), (840, 850), (768, 1024), (600, 800), (600, 560)];
    let phones = [(390, 844), (360, 640), (320, 568)];
    let page = Page::open_game(Options::desktop())?;
    for (width, height) in sizes.into_iter().chain(phones) {
        resize(&page, width, height)?;
        page.eval("scrollTo(0, 0)")?;
        for what in [".board", "#status"] {
            assert!(is_in_view(&page, what)?, "{what} on {width} × {height}");
        }
        page.screenshot(&format!("layout-{width}x{height}"))?;
        assert_eq!(
            page.eval("document.documentElement.scrollWidth <= innerWidth")?,
            true,
            "{width} × {height}"
        );
    }
    page.finish()
}

#[test]
fn a_small_laptop_shows_several_rows_of_moves() -> Result<()> {
    // The coach would warn of these moves.
    let options = Options::desktop().viewport(1280, 657).preferences(&json!({ "coach": "off" }));
    let page = Page::open_game(options)?;
    page.new_game(|page| page.set("#seat-white", "easy"))?;
    for point in ["h8", "a1", "o1", "a15"] {
        let before = page.count(".stone")?;
        page.click(&format!("[data-point={point}]"))?;
        page.wait_until(&format!("document.querySelectorAll('.stone').length === {}", before + 2))?;
    }
    page.screenshot("layout-moves")?;
    let list = number(&page, "document.querySelector('.moves .lists').clientHeight")?;
    let row = number(&page, "document.querySelector('.moves li').getBoundingClientRect().height")?;
    assert!(list >= 3.0 * row, "{list} for rows of {row}");
    page.finish()
}

#[test]
fn the_topics_of_the_help_stay_where_they_are() -> Result<()> {
    for (language, sizes) in
        [("en", &[(1280, 657), (900, 700), (390, 844), (320, 568)][..]), ("zh-CN", &[(1280, 800)])]
    {
        let page = Page::open_game(Options::desktop().language(language))?;
        page.click("#help")?;
        page.wait_for(".topics [aria-selected=true]")?;
        let places = "JSON.stringify([...document.querySelectorAll('.topics button')].map((tab) => { \
            const box = tab.getBoundingClientRect(); return [box.x, box.y + scrollY, box.width, box.height]; }))";
        let tops =
            "new Set([...document.querySelectorAll('.topics button')].map((tab) => tab.offsetTop)).size";
        for &(width, height) in sizes {
            resize(&page, width, height)?;
            let before = page.eval(places)?;
            assert_eq!(page.eval(tops)?, 1, "one row on {width} × {height}, {language}");
            let topics = page.count(".topics button")?;
            for topic in 1..=topics {
                page.eval(&format!("document.querySelector('.topics button:nth-child({topic})').click()"))?;
                page.wait_for(&format!(".topics button:nth-child({topic})[aria-selected=true]"))?;
                assert_eq!(page.eval(places)?, before, "topic {topic} on {width} × {height}, {language}");
            }
            let cut = "[...document.querySelectorAll('.topics button')].some((tab) => tab.scrollWidth > tab.clientWidth)";
            assert_eq!(page.eval(cut)?, false, "{width} × {height}, {language}");
            page.screenshot(&format!("layout-help-{width}-{language}"))?;
        }
        page.finish()?;
    }
    Ok(())
}

#[test]
fn an_inactive_button_looks_inactive() -> Result<()> {
    let page = Page::open_game(Options::desktop())?;
    let ground = page.eval(
        "(() => { const button = document.querySelector('#set-up').cloneNode(true); button.className = 'primary'; \
         button.ariaDisabled = 'true'; document.querySelector('.quick').append(button); \
         const ground = getComputedStyle(button).backgroundColor; button.remove(); return ground; })()",
    )?;
    assert_eq!(ground, "rgba(0, 0, 0, 0)");
    page.finish()
}

#[test]
fn on_a_phone_the_board_stays_in_view_beside_the_analysis_and_no_move_is_cut() -> Result<()> {
    for (width, height) in [(390, 844), (360, 640)] {
        let page = Page::open_game(Options::phone().viewport(width, height))?;
        page.new_game(Page::seat_two_people)?;
        for point in MOVES {
            page.eval(&format!("tengen.play('{point}')"))?;
        }
        page.click("#tab-analyse")?;
        page.wait_for("#analyse")?;
        page.click("#analyse")?;
        page.wait_for(".lines li:nth-child(3) .step:nth-child(8)")?;
        page.screenshot(&format!("layout-lines-{width}"))?;
        let cut = "[...document.querySelectorAll('.lines .line')].flatMap((line) => { \
            const seen = line.getBoundingClientRect(); return [...line.children].filter((step) => { \
            const box = step.getBoundingClientRect(); \
            return box.top < seen.bottom - 1 && (box.right > seen.right + 1 || box.bottom > seen.bottom + 1); }); }).length";
        assert_eq!(page.eval(cut)?, 0);
        page.click("#analyse")?;
        page.eval("scrollTo(0, document.documentElement.scrollHeight)")?;
        page.wait_until("scrollY > 100")?;
        assert!(is_in_view(&page, ".board")?, "{width} × {height}");
        page.screenshot(&format!("layout-analyse-{width}"))?;
        // Enough space for reading remains.
        assert!(
            number(&page, "innerHeight - document.querySelector('.board').getBoundingClientRect().bottom")?
                >= 200.0
        );
        page.finish()?;
    }
    Ok(())
}

#[test]
fn the_rows_of_the_library_read_well_on_every_screen() -> Result<()> {
    for (options, name) in [
        (Options::desktop().viewport(1280, 657), "laptop"),
        (Options::phone().viewport(390, 844).language("zh-CN"), "phone-zh"),
        (Options::desktop().viewport(1440, 900).dark(), "night"),
    ] {
        let page = Page::open_game(options)?;
        page.keep_games(&saved_games(12))?;
        page.click("#tab-library")?;
        page.wait_until("document.querySelectorAll('.saved-games .thumbnail').length === 12")?;
        let spills = "[...document.querySelectorAll('.open-saved')].filter((row) => [...row.children].some((part) => \
            part.getBoundingClientRect().right > row.getBoundingClientRect().right + 1)).length";
        assert_eq!(page.eval(spills)?, 0);
        page.screenshot(&format!("layout-library-{name}"))?;
        page.finish()?;
    }
    Ok(())
}
