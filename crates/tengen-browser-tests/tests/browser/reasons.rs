//! Explanations: the reason for a hint, the objection to another move, and the purpose of an opening rule.

use std::time::Duration;

use tengen_browser_tests::{Options, Page, Result};

use crate::screens::resize;

fn laptop() -> Options {
    Options::desktop().viewport(1280, 657)
}

fn phone() -> Options {
    Options::phone().viewport(390, 844)
}

/// White has an open three, and Black has the turn.
const THREE: [&str; 6] = ["a1", "h8", "o1", "i8", "a15", "j8"];

/// Waits for an answer that takes several searches.
fn wait_for_answer(page: &Page, text: &str) -> Result<()> {
    let is_there = format!("document.querySelector('#status').textContent.includes('{text}')");
    page.wait_until_within(&is_there, Duration::from_secs(40))
}

#[test]
fn a_hint_says_why_and_rings_what_it_is_about() -> Result<()> {
    let page = Page::of_two_people(laptop(), &["h8", "a1", "i8", "o1", "j8", "a15"])?;
    page.click("#hint")?;
    page.wait_for_text("#status", "Try ")?;
    page.wait_for_text("#because", "Starts a win by fours alone")?;
    page.wait_for(".highlight")?;
    picture(&page, "hint-reason", "#status")?;
    // The reason and the marks disappear with the hint.
    page.choose("o15")?;
    page.wait_until("!document.querySelector('.hint, .highlight')")?;
    assert_eq!(page.text("#because")?, "");
    page.finish()
}

#[test]
fn why_not_here_is_answered_by_a_proof_that_is_walked_through() -> Result<()> {
    for (name, options) in [("laptop", laptop()), ("phone", phone())] {
        let page = Page::of_two_people(options, &THREE)?;
        page.click("#tab-analyse")?;
        page.wait_for("#why-not[aria-pressed=false]")?;
        page.click("#why-not")?;
        page.wait_for_text("#status", "Why not here? Choose a point on the board.")?;
        page.screenshot(&format!("why-not-asked-{name}"))?;
        // A point that cannot be played is refused, and another one can be chosen.
        page.choose("h8")?;
        page.wait_for_text("#status", "h8 is taken.")?;
        page.wait_for("#why-not[aria-pressed=true]")?;
        if name == "phone" {
            // The first tap aims, and the second asks.
            page.click("[data-point=o15]")?;
            page.wait_for_text("#status", "Tap o15 again to ask about it.")?;
            page.click("[data-point=o15]")?;
        } else {
            page.click("[data-point=o15]")?;
        }
        wait_for_answer(&page, "After o15, White wins by fours alone in 2 moves.")?;
        page.wait_for("#why-not[aria-pressed=false]")?;
        page.wait_for_text("#walk", "wins in 1 more move.")?;
        assert_eq!((page.count(".preview")?, page.count(".stone")?), (2, 6));
        page.screenshot(&format!("why-not-proof-{name}"))?;
        page.click("#walk-on")?;
        page.wait_until("document.querySelectorAll('.preview').length === 4")?;
        page.click("#walk-back")?;
        page.wait_until("document.querySelectorAll('.preview').length === 2")?;
        page.click("#walk-end")?;
        page.wait_until("!document.querySelector('.preview, #walk')")?;
        page.wait_for_text("#status", "Black to move.")?;
        page.finish()?;
    }
    Ok(())
}

#[test]
fn why_not_here_is_asked_by_keyboard_after_a_hint() -> Result<()> {
    let page = Page::of_two_people(laptop(), &["h8", "i9", "g9", "i7"])?;
    // The lines of an analysis remain, and one of them begins at each marked point.
    page.press("a")?;
    page.wait_for(".marks .suggestion")?;
    page.press("w")?;
    page.wait_for_text("#status", "Why not here?")?;
    page.press("Escape")?;
    page.wait_for_text("#status", "Black to move.")?;
    page.press("h")?;
    page.wait_for("#ask-why-not:not([aria-disabled])")?;
    page.wait_until("document.querySelector('#because').textContent !== ''")?;
    page.screenshot("hint-asks-back")?;
    page.eval("document.querySelector('#ask-why-not').focus()")?;
    page.press("Enter")?;
    page.wait_until("document.activeElement.classList.contains('cell')")?;
    page.wait_for("#why-not[aria-pressed=true]")?;
    page.eval("document.querySelector('[data-point=a1]').focus()")?;
    page.press("Enter")?;
    page.wait_for_text("#status", "Looking for the best answer")?;
    wait_for_answer(&page, "a1 ")?;
    page.wait_for(".answer-line .step")?;
    page.screenshot("why-not-value")?;
    assert!(page.text("#because")?.contains("Expected line: a1 "), "{}", page.text("#because")?);
    let previews = page.count(".preview")?;
    assert!(previews > 1, "{previews}");
    // The pointer does not remove the line from the board.
    let line =
        page.eval("[...document.querySelectorAll('.preview')].map((stone) => stone.outerHTML).join()")?;
    page.eval(
        "document.querySelectorAll('.cell').forEach((cell) => \
         cell.dispatchEvent(new PointerEvent('pointerover', { bubbles: true, pointerType: 'mouse' })))",
    )?;
    page.eval("document.querySelector('.board').dispatchEvent(new PointerEvent('pointerleave'))")?;
    page.wait_for_frames()?;
    let after =
        page.eval("[...document.querySelectorAll('.preview')].map((stone) => stone.outerHTML).join()")?;
    assert_eq!(after, line);
    // The search may still improve the answer, which shows the whole line again.
    page.wait_until(
        "(() => { if (document.querySelectorAll('.preview').length === 1) return true; \
         document.activeElement.blur(); document.querySelector('.answer-line .step').focus(); return false; })()",
    )?;
    page.press("Escape")?;
    page.wait_until("!document.querySelector('.preview, .answer-line')")?;
    assert_eq!(page.count(".stone")?, 4);
    page.finish()
}

/// Takes a picture on a laptop and one on a phone, with an element in view.
fn picture(page: &Page, scene: &str, selector: &str) -> Result<()> {
    for (name, width, height) in [("phone", 390, 844), ("laptop", 1280, 657)] {
        resize(page, width, height)?;
        page.eval(&format!("document.querySelector('{selector}').scrollIntoView({{ block: 'center' }})"))?;
        page.screenshot(&format!("{scene}-{name}"))?;
    }
    Ok(())
}

#[test]
fn an_opening_rule_is_explained_where_it_is_chosen_and_in_the_help() -> Result<()> {
    let page = Page::open_game(laptop())?;
    page.new_game(|page| {
        page.seat_two_people()?;
        page.set("#size", "17")?;
        page.set("#protocol", "swap2")?;
        page.wait_for_text("#about-protocol", "The first player places two black stones")?;
        page.wait_for_text("#look-protocol", "Aim for an even position.")?;
        picture(page, "opening-choice", "#about-openings")?;
        // The form is unchanged after the user returns from the help.
        page.eval("document.querySelector('#about-openings').click()")?;
        page.wait_for("#help-openings[aria-selected=true]")?;
        assert_eq!(page.eval("document.querySelector('#help-protocol').value")?, "swap2");
        picture(page, "opening-help", "#help-protocol")?;
        page.set("#help-protocol", "taraguchi-10")?;
        page.wait_for_text("#look-protocol", "Offer ten fifth moves")?;
        page.click("#back-to-form")?;
        page.wait_for("#protocol")?;
        assert_eq!(page.eval("document.querySelector('#protocol').value")?, "swap2");
        assert_eq!(page.eval("document.querySelector('#size').value")?, "17");
        Ok(())
    })?;
    page.wait_for_text("#status", "Place a black stone")?;
    page.wait_for_text("#look-protocol", "Aim for an even position.")?;
    picture(&page, "opening-begun", "#status")?;
    page.eval("document.querySelector('#about-openings').click()")?;
    page.wait_for("#help-openings[aria-selected=true]")?;
    assert_eq!(page.count("#back-to-form")?, 0);
    page.finish()
}
