//! The review of a game: missed wins are listed, shown on the board, and can be tried again.

use std::time::Duration;

use tengen_browser_tests::{Options, Page, Result};

/// White leaves Black's open three, and Black leaves it as well before winning with it.
const GAME: [&str; 11] = ["h8", "g9", "i8", "a1", "j8", "a15", "o15", "o1", "g8", "f8", "k8"];

fn wait_for_review(page: &Page) -> Result<()> {
    page.wait_until_within("document.querySelector('.sides') !== null", Duration::from_secs(60))
}

#[test]
fn a_game_is_reviewed_and_its_turning_points_are_seen_and_tried_again() -> Result<()> {
    let page = Page::of_two_people(Options::desktop(), &GAME)?;
    page.wait_for_text("#status", "Black wins")?;
    page.click("#review")?;
    wait_for_review(&page)?;
    page.wait_for_text(".findings", "Move 6: White had to defend at")?;
    page.wait_for_text(".findings", "Move 7: Black missed a win")?;
    page.wait_for_text("#accuracy-white", "%")?;
    page.screenshot("review-desktop")?;

    // A click on a sentence opens its position, with the line on the board.
    page.eval(
        "[...document.querySelectorAll('.finding')].find(it => it.textContent.includes('Move 7')).click()",
    )?;
    page.wait_until("document.querySelectorAll('.stone').length === 6")?;
    page.wait_until("document.querySelectorAll('.preview').length === 3")?;
    page.wait_for_text(".finding[aria-pressed=true]", "Move 7")?;
    page.screenshot("review-finding")?;
    page.eval(
        "[...document.querySelectorAll('.finding')].find(it => it.textContent.includes('Move 6')).click()",
    )?;
    page.wait_until("document.querySelectorAll('.stone').length === 6")?;
    page.wait_for_text(".finding[aria-pressed=true]", "Move 6")?;

    // Trying again starts before the mistake, and the played moves are kept.
    page.click("#try-again")?;
    page.wait_until("document.querySelectorAll('.stone').length === 5")?;
    page.wait_until("document.querySelectorAll('.preview').length === 0")?;
    page.place(&["k8"])?;
    assert_eq!(page.count(".sides")?, 1, "a variation does not change the game");
    page.wait_until("document.querySelectorAll('.tree .node').length === 13")?;

    // The chart contains every position, and the list of moves the classes.
    page.eval(
        "[...document.querySelectorAll('.tree .node')].find(it => it.textContent.startsWith('11')).click()",
    )?;
    page.wait_until("document.querySelectorAll('.chart circle').length === 12")?;
    let heights = page
        .eval("[...document.querySelectorAll('.chart circle')].map(it => Number(it.getAttribute('cy')))")?;
    let heights: Vec<f64> = serde_json::from_value(heights)?;
    // Black's win is certain after the mistake of White, after the seventh move it is not, and from then on it is again.
    assert!([6, 8, 9, 10, 11].iter().all(|&number| heights[number] == 0.0), "{heights:?}");
    assert!(heights[..6].iter().all(|&height| height > 0.0) && heights[7] > 0.0, "{heights:?}");
    page.eval("document.querySelectorAll('.chart circle')[4].dispatchEvent(new MouseEvent('click', { bubbles: true }))")?;
    page.wait_until("document.querySelectorAll('.stone').length === 4")?;
    page.click("#tab-play")?;
    page.wait_until("document.querySelectorAll('.move .class-mark').length === 11")?;
    let label = page.eval("document.querySelectorAll('.move')[5].getAttribute('aria-label')")?;
    assert_eq!(label, "Move 6: a15, White, blunder");
    page.screenshot("review-moves")?;
    page.finish()
}

#[test]
fn a_review_is_stopped_goes_with_its_game_and_needs_no_end() -> Result<()> {
    let page = Page::of_two_people(Options::desktop(), &GAME[..6])?;
    page.click("#tab-analyse")?;
    page.wait_for("#review-start")?;
    page.click("#review-start")?;
    page.wait_until("/Stop|again/.test(document.querySelector('#review-start').textContent)")?;
    page.eval("/Stop/.test(document.querySelector('#review-start').textContent) && document.querySelector('#review-start').click()")?;
    // The findings so far are listed; a fast engine may be finished already.
    wait_for_review(&page)?;
    page.click("#review-start")?;
    // Opening other positions keeps the review.
    page.eval("document.querySelector('.tree .node').click()")?;
    page.wait_until("document.querySelectorAll('.stone').length === 0")?;
    wait_for_review(&page)?;
    page.wait_for_text("#review-state", "Select an entry")?;
    // A further move of the game removes the review.
    page.press("End")?;
    page.eval("[...document.querySelectorAll('.tree .node')].at(-1).click()")?;
    page.wait_until("document.querySelectorAll('.stone').length === 6")?;
    page.place(&["k8"])?;
    page.wait_until("!document.querySelector('.sides')")?;
    page.wait_for_text("#review-start", "Review this game")?;
    page.finish()
}

#[test]
fn a_review_goes_as_deep_as_is_chosen_and_deeper_once_more() -> Result<()> {
    let page = Page::of_two_people(Options::desktop(), &GAME)?;
    page.click("#tab-analyse")?;
    page.wait_for("#review-effort")?;
    assert_eq!(page.eval("document.querySelector('#review-effort').value")?, "normal");
    // The review shows its progress, and can be stopped.
    page.set("#review-effort", "thorough")?;
    page.click("#review-start")?;
    page.wait_for_text("#review-position", "of 11")?;
    page.screenshot("review-progress")?;
    page.eval("/Stop/.test(document.querySelector('#review-start').textContent) && document.querySelector('#review-start').click()")?;
    wait_for_review(&page)?;
    page.wait_until("document.querySelector('#review-position') === null")?;
    // After a complete review, the next one is deeper.
    page.set("#review-effort", "quick")?;
    page.click("#review-start")?;
    wait_for_review(&page)?;
    page.wait_for_text(".findings", "Move 6: White had to defend at")?;
    page.wait_for_text("#review-start", "Review again")?;
    page.wait_until("document.querySelector('#review-effort').value === 'normal'")?;
    page.finish()
}

#[test]
fn against_the_engine_a_mistake_is_tried_again_against_the_same_opponent() -> Result<()> {
    let page = Page::open_game(Options::desktop())?;
    for point in ["h8", "a1", "a2"] {
        page.wait_until("document.querySelector('#status').textContent.match(/Your turn|Get five/)")?;
        page.click(&format!("[data-point={point}]"))?;
    }
    page.wait_for_text("#status", "Your turn")?;
    page.click("#resign")?;
    page.click("#resign-yes")?;
    page.wait_for_text("#status", "wins")?;
    let stones = page.count(".stone")?;
    page.click("#review")?;
    wait_for_review(&page)?;
    // The easy engine makes mistakes as well; the user can try again only the own ones.
    let mut is_own = false;
    for number in 0..page.count(".finding")? {
        page.eval(&format!("document.querySelectorAll('.finding')[{number}].click()"))?;
        page.wait_until(&format!("document.querySelectorAll('.finding')[{number}].matches('.current')"))?;
        is_own = page.count("#try-again")? > 0;
        if is_own {
            break;
        }
    }
    if is_own {
        page.click("#try-again")?;
        page.wait_for_text("#status", "Your turn")?;
        page.click("[data-point=i10]")?;
        page.wait_until("document.querySelectorAll('.tree .depth-1 .node').length === 2")?;
        page.wait_for_text("#status", "Your turn")?;
        page.eval("[...document.querySelectorAll('.tree .depth-0 .node')].at(-1).click()")?;
        page.wait_until(&format!("document.querySelectorAll('.stone').length === {stones}"))?;
    }
    page.finish()
}

#[test]
fn a_review_reads_well_on_a_telephone_and_in_chinese() -> Result<()> {
    let page = Page::of_two_people(Options::desktop(), &GAME)?;
    page.resize(360, 640)?;
    page.click("#review")?;
    wait_for_review(&page)?;
    page.screenshot("review-phone")?;
    page.eval("document.querySelector('.findings').scrollIntoView({ block: 'end', behavior: 'instant' })")?;
    page.screenshot("review-phone-findings")?;
    page.eval("document.querySelector('.finding').click()")?;
    page.wait_for("#try-again")?;
    page.wait_until(
        "(() => { const [finding, board] = ['.finding.current', '.board'].map((name) => \
         document.querySelector(name).getBoundingClientRect()); \
         return finding.top >= board.bottom && finding.bottom <= innerHeight; })()",
    )?;
    page.screenshot("review-phone-finding")?;
    let wide = page.eval("document.documentElement.scrollWidth <= window.innerWidth")?;
    assert_eq!(wide, true, "nothing is wider than the screen");
    page.eval("document.documentElement.dataset.theme = 'contrast'")?;
    page.eval("window.scrollTo(0, 0)")?;
    page.click("#settings")?;
    page.set("#language", "zh-Hans")?;
    page.click("#tab-analyse")?;
    page.wait_for_text(".findings", "第 6 手：白棋本应在")?;
    page.eval("document.documentElement.dataset.theme = 'contrast'")?;
    page.eval("document.querySelector('.findings').scrollIntoView({ block: 'end', behavior: 'instant' })")?;
    page.screenshot("review-phone-zh-contrast")?;
    page.finish()
}
