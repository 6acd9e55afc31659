//! The analysis board: the user moves for both sides, the game is paused, and the best moves are shown on the board.

use serde_json::json;
use tengen_browser_tests::{Options, Page, Result};

#[test]
fn a_game_is_analysed_freely_and_waits_unchanged() -> Result<()> {
    let page = Page::open_game(Options::desktop())?;
    page.click("[data-point=h8]")?;
    page.wait_until("document.querySelectorAll('.stone').length === 2")?;
    page.click("#tab-analyse")?;
    page.wait_for("#analyse-freely")?;
    page.click("#analyse-freely")?;
    page.wait_for("#close-analysis")?;
    // No program answers, and the engine analyses every position.
    page.place(&["a1", "b2", "c3"])?;
    page.wait_until("document.querySelectorAll('.marks .suggestion').length >= 3")?;
    assert_eq!(page.count(".stone")?, 5);
    // A reloaded page restores the analysis board.
    page.reload()?;
    page.wait_until("document.querySelectorAll('.stone').length === 5")?;
    page.click("#tab-analyse")?;
    page.wait_for("#close-analysis")?;
    page.screenshot("analysis-board")?;
    page.click("#close-analysis")?;
    page.wait_until("document.querySelectorAll('.stone').length === 2")?;
    page.wait_for("#resign")?;
    page.finish()
}

#[test]
fn a_saved_analysis_survives_another_window_and_what_cannot_be_read_is_preserved() -> Result<()> {
    let page = Page::of_two_people(Options::desktop(), &["h8", "i9"])?;
    let first = page.tab()?;
    let other = page.open_tab("")?;
    page.wait_until("document.querySelectorAll('.stone').length === 2")?;
    page.show_tab(&first)?;
    page.click("#tab-analyse")?;
    page.wait_for("#analyse-freely")?;
    page.click("#analyse-freely")?;
    page.wait_for("#close-analysis")?;
    page.place(&["a1", "b2", "c3"])?;
    page.show_tab(&other)?;
    page.place(&["g9"])?;
    let moves = "JSON.parse(localStorage.getItem('tengen.analysis'))?.game.record.moves.length";
    assert_eq!(page.eval(moves)?, 5);
    // The analysis board is restored although its game cannot be read.
    page.show_tab(&first)?;
    page.eval("localStorage.setItem('tengen.game', '{\"broken\": true}')")?;
    page.reload()?;
    page.wait_until("document.querySelectorAll('.stone').length === 5")?;
    assert_eq!(page.eval("localStorage.getItem('tengen.game.unreadable')")?, "{\"broken\": true}");
    page.click("#tab-analyse")?;
    page.wait_for("#close-analysis")?;
    page.click("#close-analysis")?;
    page.wait_until("document.querySelectorAll('.stone').length === 0")?;
    assert_eq!(page.eval("localStorage.getItem('tengen.analysis')")?, json!(null));
    page.eval("localStorage.setItem('tengen.analysis', '?')")?;
    page.reload()?;
    page.wait_for("#new-game")?;
    assert_eq!(page.eval("localStorage.getItem('tengen.analysis.unreadable')")?, "?");
    page.finish()
}

#[test]
fn rings_show_the_best_moves_and_a_pointer_plays_their_lines_out() -> Result<()> {
    let page = Page::of_two_people(Options::desktop(), &["h8", "i9", "g9"])?;
    page.click("#tab-analyse")?;
    page.wait_for("#analyse")?;
    page.click("#analyse")?;
    page.wait_until("document.querySelectorAll('.marks .suggestion').length === 3")?;
    assert_eq!(page.count(".marks .suggestion[data-rank='0']")?, 1);
    let value =
        page.eval("Number(document.querySelector(\".marks .suggestion[data-rank='0'] text\").textContent)")?;
    assert!(value.as_f64().is_some_and(|value| (1.0..100.0).contains(&value)), "{value}");
    // The list has the same value as the ring.
    page.wait_until(
        "document.querySelector(\".marks .suggestion[data-rank='0'] text\")?.textContent + '%' \
         === document.querySelector('.lines li .score').textContent.trim()",
    )?;
    page.screenshot("analysis-rings")?;
    // The best move may change under the pointer while the engine searches.
    page.wait_until(
        "(() => { const best = document.querySelector(\".marks .suggestion[data-rank='0']\")?.dataset.at; \
         const cell = best && document.querySelector(`[data-point=${best}]`); \
         cell?.dispatchEvent(new PointerEvent('pointerover', { bubbles: true, pointerType: 'mouse' })); \
         return document.querySelectorAll('.preview').length > 1; })()",
    )?;
    page.screenshot("analysis-rings-pointed-at")?;
    page.eval("document.querySelector('.board').dispatchEvent(new PointerEvent('pointerleave'))")?;
    page.wait_until("document.querySelectorAll('.preview').length === 0")?;
    page.click("#settings")?;
    page.wait_for("#show-best-moves")?;
    page.click("#show-best-moves")?;
    page.wait_until("!document.querySelector('.marks .suggestion')")?;
    page.finish()
}

#[test]
fn a_resigned_game_is_played_on_and_its_variations_come_along() -> Result<()> {
    let page = Page::of_two_people(Options::desktop().viewport(390, 780), &["h8", "i9", "g9", "f9"])?;
    page.click("#resign")?;
    page.wait_for("#resign-yes")?;
    page.click("#resign-yes")?;
    page.wait_for("#analyse-game")?;
    page.click("#analyse-game")?;
    page.wait_for("#close-analysis")?;
    page.place(&["c3"])?;
    page.press("u")?;
    page.press("u")?;
    page.wait_until("document.querySelectorAll('.stone').length === 3")?;
    page.place(&["d4"])?;
    page.screenshot("phone-analysis-board")?;
    page.click("#close-analysis")?;
    page.wait_for_text("#because", "One move comes after the end of the game")?;
    page.wait_until("document.querySelectorAll('.stone').length === 4")?;
    page.click("#tab-analyse")?;
    page.wait_until("document.querySelector('.tree')?.textContent.includes('d4')")?;
    assert_eq!(page.eval("document.querySelector('.tree').textContent.includes('c3')")?, false);
    page.finish()
}

#[test]
fn a_game_begins_from_the_analysis_board() -> Result<()> {
    let page = Page::of_two_people(Options::desktop(), &["h8", "i9", "g9"])?;
    page.click("#tab-analyse")?;
    page.wait_for("#empty-analysis")?;
    page.click("#empty-analysis")?;
    page.wait_until("document.querySelectorAll('.stone').length === 0")?;
    page.place(&["h8", "j8"])?;
    page.click("#play-from-here")?;
    page.wait_for("#start-from-here")?;
    page.set("#seat-white", "easy")?;
    page.screenshot("analysis-play-from-here")?;
    page.click("#start-from-here")?;
    page.wait_for("#resign")?;
    page.place(&["h9"])?;
    page.wait_until("document.querySelectorAll('.stone').length === 4")?;
    // The previous game can be restored.
    page.click("#tab-library")?;
    page.unfold("open-games")?;
    page.click("#previous-game")?;
    page.wait_until("document.querySelectorAll('.stone').length === 3")?;
    page.finish()
}

#[test]
fn a_position_is_set_up_for_analysis() -> Result<()> {
    let page = Page::of_two_people(Options::desktop(), &["h8"])?;
    page.click("#tab-analyse")?;
    page.wait_for("#analyse-freely")?;
    page.click("#analyse-freely")?;
    page.wait_for("#set-up-analysis")?;
    page.click("#set-up-analysis")?;
    page.wait_for("#setup-start")?;
    page.click("[data-point=c3]")?;
    page.click("#setup-start")?;
    page.wait_for("#close-analysis")?;
    page.wait_until("document.querySelectorAll('.stone').length === 2")?;
    page.click("#close-analysis")?;
    page.wait_until("document.querySelectorAll('.stone').length === 1")?;
    page.finish()
}

#[test]
fn keys_lead_through_the_lines_and_switch_the_marks() -> Result<()> {
    let page = Page::of_two_people(Options::desktop(), &["h8", "i9", "g9"])?;
    page.click("#tab-analyse")?;
    page.wait_for("#analyse-freely")?;
    page.click("#analyse-freely")?;
    page.wait_for("#close-analysis")?;
    page.press("ArrowLeft")?;
    page.wait_until("document.querySelectorAll('.stone').length === 2")?;
    page.place(&["c3"])?;
    page.eval("document.activeElement.blur()")?;
    let shows = |count: usize, point: &str| {
        page.wait_until(&format!(
            "document.querySelectorAll('.stone').length === {count} \
             && document.querySelector('[data-point={point}]').ariaLabel.includes('stone')"
        ))
    };
    shows(3, "c3")?;
    page.press("ArrowUp")?;
    shows(3, "g9")?;
    page.press("ArrowDown")?;
    shows(3, "c3")?;
    page.press("Control+z")?;
    page.wait_until("document.querySelectorAll('.stone').length === 2")?;
    page.press("Control+y")?;
    shows(3, "c3")?;
    // The results for a position are shown at once when it is opened again.
    page.wait_until("document.querySelectorAll('.marks .suggestion').length >= 3")?;
    page.wait_for("#evaluation-bar")?;
    page.press("m")?;
    page.wait_until("!document.querySelector('.marks .suggestion, #evaluation-bar')")?;
    page.press("m")?;
    page.wait_for("#evaluation-bar")?;
    page.press("a")?;
    page.wait_until("document.querySelector('#analyse').checked === false")?;
    page.finish()
}

#[test]
fn a_link_and_the_library_lead_to_the_analysis_board() -> Result<()> {
    let page = Page::open_game(Options::desktop().path("?analyse#tg1.DwACA3BiH41jP5kz"))?;
    page.wait_for("#close-analysis")?;
    page.click("#close-analysis")?;
    page.wait_for("#play-on")?;
    // The link also opens the analysis board if the board already has its game, at another position.
    page.click("#replay-back")?;
    page.wait_for("#replay-forward:not([aria-disabled])")?;
    page.go_to("/")?;
    page.wait_for("#play-on")?;
    page.go_to("?analyse#tg1.DwACA3BiH41jP5kz")?;
    page.wait_for("#close-analysis")?;
    page.finish()?;
    let page = Page::of_two_people(Options::desktop(), &["h8", "i9", "g9", "f9"])?;
    page.click("#resign")?;
    page.wait_for("#resign-yes")?;
    page.click("#resign-yes")?;
    page.wait_for("#analyse-game")?;
    page.click("#tab-library")?;
    page.wait_for(".saved-games .more")?;
    page.click(".saved-games .more")?;
    page.wait_for(".saved-games .open-analysis")?;
    page.screenshot("library-analyse")?;
    page.click(".saved-games .open-analysis")?;
    page.wait_for("#close-analysis")?;
    page.place(&["a1"])?;
    page.finish()
}

/// A mouse event at a point, with a button and the DevTools protocol's bits of Alt (1) and Shift (8).
fn mouse(page: &Page, kind: &str, point: &str, button: &str, modifiers: u32) -> Result<()> {
    mouse_at(page, kind, &format!("[data-point={point}]"), button, modifiers)
}

/// A mouse event in the middle of any element. With the button `none`, the mouse moves without a pressed button.
fn mouse_at(page: &Page, kind: &str, selector: &str, button: &str, modifiers: u32) -> Result<()> {
    let centre = page.eval(&format!(
        "(() => {{ const b = document.querySelector('{selector}').getBoundingClientRect(); \
         return [b.x + b.width / 2, b.y + b.height / 2]; }})()"
    ))?;
    let buttons = match (kind, button) {
        ("mouseReleased", _) | (_, "none") => 0,
        (_, "left") => 1,
        _ => 2,
    };
    let event = json!({
        "type": kind, "x": centre[0], "y": centre[1], "button": button, "buttons": buttons, "modifiers": modifiers,
        "clickCount": 1,
    });
    page.devtools("Input.dispatchMouseEvent", &event).map(drop)
}

/// Draws with the secondary button: a ring if both points are equal, and an arrow otherwise.
fn draw(page: &Page, from: &str, to: &str, modifiers: u32) -> Result<()> {
    mouse(page, "mousePressed", from, "right", modifiers)?;
    mouse(page, "mouseMoved", to, "right", modifiers)?;
    mouse(page, "mouseReleased", to, "right", modifiers)
}

#[test]
fn rings_and_arrows_are_drawn_in_three_colours_and_saved_with_the_game() -> Result<()> {
    let page = Page::of_two_people(Options::desktop(), &["h8", "i9"])?;
    draw(&page, "d4", "d4", 0)?;
    draw(&page, "l4", "l4", 8)?;
    draw(&page, "h8", "k11", 1)?;
    page.wait_until("document.querySelectorAll('.marks .drawing').length === 3")?;
    let kinds = "JSON.stringify(['.drawing.green', '.drawing.red', '.drawing.arrow.blue'].map(\
                 (kind) => document.querySelectorAll(`.marks ${kind}`).length))";
    assert_eq!(page.eval(kinds)?, "[1,1,1]");
    assert_eq!(page.count(".stone")?, 2);
    // The arrow is shown while the button is still pressed.
    mouse(&page, "mousePressed", "c12", "right", 8)?;
    mouse(&page, "mouseMoved", "g10", "right", 8)?;
    page.wait_for(".aim .drawing.arrow.red")?;
    page.screenshot("drawings")?;
    mouse(&page, "mouseReleased", "g10", "right", 8)?;
    // Drawings belong to the position and to the saved game.
    page.click("#replay-back")?;
    page.wait_until("document.querySelectorAll('.marks .drawing').length === 0")?;
    page.click("#replay-forward")?;
    page.reload()?;
    page.wait_until("document.querySelectorAll('.marks .drawing').length === 4")?;
    assert_eq!(page.eval(kinds)?, "[1,2,1]");
    // Drawing the same ring again removes it.
    draw(&page, "d4", "d4", 0)?;
    page.wait_until("document.querySelectorAll('.marks .drawing').length === 3")?;
    page.finish()
}

#[test]
fn a_pen_draws_with_clicks_drags_fingers_and_keys() -> Result<()> {
    let page = Page::open_game(Options::phone())?;
    page.new_game(Page::seat_two_people)?;
    // Without a pen, the first tap aims and the second plays; with a pen, the first tap draws.
    for point in ["h8", "h8", "i9", "i9"] {
        page.click(&format!("[data-point={point}]"))?;
    }
    page.wait_until("document.querySelectorAll('.stone').length === 2")?;
    page.click("#tab-analyse")?;
    page.click("#ink-blue")?;
    page.click("[data-point=d4]")?;
    page.wait_for(".marks .drawing.blue")?;
    page.eval("document.querySelector('[data-point=e5]').focus()")?;
    page.press("Enter")?;
    page.wait_until("document.querySelectorAll('.marks .drawing.blue').length === 2")?;
    page.screenshot("pens")?;
    // Pressing Shift and Enter on two points draws an arrow, which the labels describe.
    page.press("Shift+Enter")?;
    page.wait_for("[data-point=e5][aria-label='e5, empty, blue ring, arrow begun']")?;
    page.eval("document.querySelector('[data-point=g7]').focus()")?;
    page.wait_for(".aim .drawing.arrow.blue")?;
    page.press("Shift+Enter")?;
    page.wait_for(".marks .drawing.arrow.blue")?;
    page.wait_for("[data-point=e5][aria-label='e5, empty, blue ring, blue arrow to g7']")?;
    page.wait_for("[data-point=g7][aria-label='g7, empty, blue arrow from e5']")?;
    assert_eq!(page.count(".aim .drawing")?, 0);
    // A screen reader clicks without a pointer.
    page.choose("k10")?;
    page.wait_for("[data-point=k10][aria-label='k10, empty, blue ring']")?;
    assert_eq!(page.count(".stone")?, 2);
    page.screenshot("pen-arrow-by-keys")?;
    page.click("#clear-drawings")?;
    page.wait_until("document.querySelectorAll('.marks .drawing').length === 0")?;
    assert_eq!(page.count("#clear-drawings")?, 0);
    // Without the pen, and under another tab, a click plays again.
    page.click("#ink-red")?;
    page.click("#tab-play")?;
    page.click("[data-point=k5]")?;
    page.click("[data-point=k5]")?;
    page.wait_until("document.querySelectorAll('.stone').length === 3")?;
    assert_eq!(page.count(".marks .drawing")?, 0);
    page.finish()
}

#[test]
fn a_stroke_that_ends_elsewhere_leaves_nothing_behind() -> Result<()> {
    let page = Page::of_two_people(Options::desktop(), &["h8", "i9"])?;
    page.click("#tab-analyse")?;
    page.wait_for("#ink-red")?;
    page.click("#ink-red")?;
    mouse(&page, "mousePressed", "d4", "left", 0)?;
    mouse(&page, "mouseMoved", "f6", "left", 0)?;
    mouse(&page, "mouseReleased", "f6", "left", 0)?;
    page.wait_for(".marks .drawing.arrow.red")?;
    // The first click without the pen plays.
    page.click("#ink-red")?;
    page.wait_for("#ink-red[aria-pressed=false]")?;
    page.place(&["k5"])?;
    // The button is released beside the board, and the mouse returns without a pressed button.
    mouse(&page, "mousePressed", "c12", "right", 0)?;
    mouse(&page, "mouseMoved", "g10", "right", 0)?;
    page.wait_for(".aim .drawing.arrow.green")?;
    mouse_at(&page, "mouseMoved", "h1", "right", 0)?;
    mouse_at(&page, "mouseReleased", "h1", "right", 0)?;
    mouse(&page, "mouseMoved", "l10", "none", 0)?;
    page.wait_until("!document.querySelector('.aim .drawing')")?;
    page.place(&["l4"])?;
    for (stones, drawings) in [(4, 0), (3, 0), (2, 1)] {
        page.wait_until(&format!("document.querySelectorAll('.stone').length === {stones}"))?;
        assert_eq!(page.count(".marks .drawing")?, drawings, "{stones} stones");
        page.click("#replay-back")?;
    }
    page.finish()
}

#[test]
fn a_pen_and_a_question_that_waits_for_a_point_exclude_each_other() -> Result<()> {
    let page = Page::of_two_people(Options::desktop(), &["h8", "i9"])?;
    page.click("#tab-analyse")?;
    page.wait_for("#ink-red")?;
    page.click("#ink-red")?;
    page.wait_for("#ink-red[aria-pressed=true]")?;
    page.click("#why-not")?;
    page.wait_for("#why-not[aria-pressed=true]")?;
    page.wait_for("#ink-red[aria-pressed=false]")?;
    page.click("#ink-blue")?;
    page.wait_for("#ink-blue[aria-pressed=true]")?;
    page.wait_for("#why-not[aria-pressed=false]")?;
    page.press("w")?;
    page.wait_for("#why-not[aria-pressed=true]")?;
    page.wait_for("#ink-blue[aria-pressed=false]")?;
    page.click("[data-point=a1]")?;
    page.wait_for_text("#status", "Looking for the best answer")?;
    assert_eq!(page.count(".marks .drawing")?, 0);
    page.finish()
}

#[test]
fn the_bar_is_full_for_the_winner() -> Result<()> {
    let page = Page::of_two_people(Options::desktop(), &["h8", "a1", "i8", "c1", "j8", "e1", "k8", "g1"])?;
    page.click("#tab-analyse")?;
    page.click("#analyse")?;
    page.wait_for("#evaluation-bar[aria-valuenow='100']")?;
    page.choose("l8")?;
    page.wait_for("#evaluation-bar[aria-valuetext='Black wins.']")?;
    // A winner needs no figure.
    assert_eq!(page.text("#evaluation-bar .black")?, "");
    page.screenshot("bar-over")?;
    page.finish()
}

#[test]
fn new_settings_of_the_engine_wait_for_the_end_of_a_review() -> Result<()> {
    let page = Page::of_two_people(Options::desktop(), &["h8", "i9", "g9", "f9", "g7", "g8"])?;
    page.eval(
        "(() => { window.configured = 0; const post = Worker.prototype.postMessage; \
         Worker.prototype.postMessage = function (message, ...more) { \
         if (String(message).includes('configure')) configured += 1; return post.call(this, message, ...more); }; })()",
    )?;
    page.click("#tab-analyse")?;
    page.wait_for("#engine-settings")?;
    page.click("#engine-settings summary")?;
    page.wait_for("#engine-memory")?;
    page.set("#review-effort", "thorough")?;
    page.click("#review-start")?;
    page.wait_for("#review-progress")?;
    page.set("#engine-memory", "16")?;
    page.wait_for("#clear-hash[aria-disabled=true]")?;
    page.wait_until("document.querySelector('#review-progress').value > 0")?;
    assert_eq!(page.eval("configured")?, 0);
    page.click("#review-start")?;
    page.wait_until("configured === 1")?;
    page.wait_for("#clear-hash:not([aria-disabled])")?;
    page.finish()
}

#[test]
fn the_board_keeps_its_place_and_size_beside_an_analysis_with_its_chart() -> Result<()> {
    let page = Page::of_two_people(Options::desktop(), &["h8", "i9", "i7", "g9"])?;
    page.resize(1440, 900)?;
    page.click("#tab-analyse")?;
    page.wait_for("#analyse")?;
    let board = "(() => { const box = document.querySelector('.board').getBoundingClientRect(); \
        return [box.x, box.y, box.width].map(Math.round); })()";
    let before = page.eval(board)?;
    page.click("#analyse")?;
    page.wait_for(".lines li")?;
    page.wait_for_text("#opening-name", "Opening: Hogetsu")?;
    for moves in [3, 2, 1] {
        page.click("#replay-back")?;
        page.wait_until(&format!("document.querySelector('#replay-place').value === '{moves}'"))?;
        page.wait_until("document.querySelectorAll('.marks .suggestion').length > 0")?;
    }
    page.wait_until("document.querySelectorAll('.analyse .chart .dot').length >= 3")?;
    assert_eq!(page.eval(board)?, before);
    assert_eq!(page.eval("document.documentElement.scrollWidth <= innerWidth")?, true);
    page.screenshot("analysis-wide")?;
    // A click anywhere on the chart opens the position after the move below it.
    page.click_at(".analyse .chart svg", 0.76, 0.9)?;
    page.wait_until("document.querySelector('#replay-place').value === '3'")?;
    page.resize(1280, 657)?;
    page.wait_for(".analyse .chart .dot")?;
    page.resize(1024, 768)?;
    // The tree has the moves, which stand nowhere twice.
    assert_eq!(page.count(".analyse .moves")?, 0);
    page.screenshot("analysis-narrow")?;
    page.finish()
}

#[test]
fn the_moves_that_the_engine_tries_first_are_shaded() -> Result<()> {
    let page = Page::of_two_people(Options::desktop(), &["h8", "i9", "g9"])?;
    page.click("#settings")?;
    page.wait_for("#show-heat")?;
    page.click("#show-heat")?;
    page.click("#tab-analyse")?;
    page.click("#analyse")?;
    page.wait_until("document.querySelectorAll('.marks .heat.strength-4').length === 1")?;
    page.wait_until("document.querySelectorAll('.marks .heat').length > 7")?;
    page.wait_for(".marks .suggestion")?;
    page.screenshot("heat")?;
    // One key hides everything that the engine draws.
    page.press("m")?;
    page.wait_until("!document.querySelector('.marks .heat, .marks .suggestion, .evaluation-bar')")?;
    page.finish()
}

#[test]
fn the_engines_settings_are_where_the_analysis_is_and_stay() -> Result<()> {
    let page = Page::of_two_people(Options::desktop(), &["h8", "i9"])?;
    page.click("#tab-analyse")?;
    page.wait_for("#engine-settings")?;
    page.click("#engine-settings summary")?;
    page.wait_for("#engine-memory")?;
    page.set("#engine-memory", "16")?;
    page.set("#analysis-time", "1")?;
    page.set("#line-count", "2")?;
    page.click("#analyse")?;
    page.wait_until("document.querySelectorAll('.lines li').length === 2")?;
    // After its time limit of one second the engine rests.
    page.wait_until("!document.querySelector('.breath.visible') && /1\\.\\d s/.test(document.querySelector('#figures').textContent)")?;
    page.click("#clear-hash")?;
    page.wait_for_text("#engine-settings", "The memory is empty.")?;
    page.screenshot("engine-settings")?;
    page.reload()?;
    page.wait_for("#tab-analyse")?;
    page.click("#settings")?;
    page.wait_for("#engine-settings")?;
    assert_eq!(page.count("#engine-memory")?, 0);
    page.click("#engine-settings summary")?;
    page.wait_until("document.querySelector('#engine-memory')?.value === '16'")?;
    assert_eq!(page.eval("document.querySelector('#analysis-time').value")?, "1");
    page.click("#tab-analyse")?;
    page.wait_until("document.querySelector('#line-count')?.value === '2'")?;
    page.finish()
}
