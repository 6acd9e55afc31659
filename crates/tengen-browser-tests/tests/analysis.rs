//! What the engine says about a position: lines, words, threats and proofs.

#![forbid(unsafe_code)]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should fail on the spot")]

use tengen_browser_tests::{Options, Page, Result};

/// A game of two people under the freestyle rule, with these moves.
fn table(moves: &[&str]) -> Result<Page> {
    let page = Page::open_game(Options::desktop())?;
    page.new_game(Page::seat_two_people)?;
    page.place(moves)?;
    Ok(page)
}

#[test]
fn the_best_moves_are_told_and_seen_on_the_board() -> Result<()> {
    let page = table(&["h8", "i9", "g9"])?;
    page.click("#tab-analyse")?;
    page.wait_for("#analyse")?;
    assert_eq!(page.count(".lines li")?, 0);
    page.click("#analyse")?;
    page.wait_until("document.querySelectorAll('.lines li').length === 3")?;
    page.wait_for_text("#figures", "nodes")?;
    page.wait_for_text(".explanation", "What g9 does")?;
    // The line may change under the pointer as long as the engine looks.
    page.wait_until(
        "(() => { const step = document.querySelectorAll('.lines li:first-child .step')[1]; step?.focus(); \
         return document.querySelectorAll('.preview').length === 2; })()",
    )?;
    page.eval("document.activeElement.blur()")?;
    page.wait_until("document.querySelectorAll('.preview').length === 0")?;
    page.set("#line-count", "5")?;
    page.wait_until("document.querySelectorAll('.lines li').length === 5")?;
    // The next position is looked at by itself, and the chart has both.
    page.click("[data-point=c3]")?;
    page.wait_for_text(".explanation", "What c3 does")?;
    page.wait_until("document.querySelectorAll('.chart circle').length >= 2")?;
    page.screenshot("analysis")?;
    // A new game does not show the best moves unasked.
    assert_eq!(page.eval("document.querySelector('#analyse').checked")?, true);
    page.click("#tab-play")?;
    page.new_game(|_| Ok(()))?;
    page.click("#tab-analyse")?;
    page.wait_until("document.querySelector('#analyse')?.checked === false")?;
    page.finish()
}

#[test]
fn a_forced_win_is_proved_and_walked_through() -> Result<()> {
    // Black has an open three.
    let page = table(&["h8", "a1", "i8", "o1", "j8", "a15", "c4", "n15"])?;
    page.click("#tab-analyse")?;
    page.wait_for("#vcf-white")?;
    page.click("#vcf-white")?;
    page.wait_for_text("#solution", "White has no win by continuous fours")?;
    page.click("#vcf-black")?;
    page.wait_for_text("#solution", "Black has a win by continuous fours")?;
    page.wait_for_text("#walk", "wins in 1 more move.")?;
    assert_eq!(page.count(".preview")?, 1);
    page.screenshot("proof")?;
    // Any defence is answered, also one that was clicked on the board.
    page.click("[data-point=o15]")?;
    page.wait_until("document.querySelectorAll('.preview').length === 3")?;
    page.wait_for_text("#walk", "wins.")?;
    page.click("#walk-back")?;
    page.wait_until("document.querySelectorAll('.preview').length === 1")?;
    page.click("#walk-on")?;
    page.wait_until("document.querySelectorAll('.preview').length === 3")?;
    page.click("#walk-end")?;
    page.wait_until("document.querySelectorAll('.preview').length === 0")?;
    // The game itself has not changed.
    assert_eq!(page.count(".stone")?, 8);
    page.finish()
}

#[test]
fn threats_of_both_sides_are_marked_where_that_is_wanted() -> Result<()> {
    let page = table(&["h8", "a1", "i8", "b1", "j8", "c1"])?;
    assert_eq!(page.count(".threat")?, 0);
    page.click("#settings")?;
    page.click("#show-threats")?;
    page.wait_for(".board .threat.black")?;
    page.wait_for(".board .threat.white")?;
    // What the marks mean is said where they are switched on, and beside the game.
    page.wait_for_text(".threat-legend", "an open three")?;
    assert_eq!(page.count(".threat-legend .threat")?, 6);
    page.click("#tab-play")?;
    page.wait_for_text(".threat-legend", "A stone on a marked point would make:")?;
    page.screenshot("threat-legend")?;
    page.click("#settings")?;
    page.wait_for("#show-threats")?;
    page.click("#show-threats")?;
    page.wait_until("!document.querySelector('.threat')")?;
    page.finish()
}
