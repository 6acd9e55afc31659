//! The help: rules with diagrams, keys, levels, and a tutorial for beginners.

use tengen_browser_tests::{Options, Page, Result};

fn help(options: Options) -> Result<Page> {
    let page = Page::open_game(options)?;
    page.click("#help")?;
    page.wait_for("#help-content figure")?;
    Ok(page)
}

#[test]
fn the_rules_are_shown_with_diagrams_for_each_rule() -> Result<()> {
    let page = help(Options::desktop())?;
    assert_eq!(page.count("#help-content figure")?, 2);
    page.set("#help-rule", "renju")?;
    page.wait_until("document.querySelectorAll('#help-content figure').length === 4")?;
    assert!(page.text("#help-about")?.contains("two open threes"), "{}", page.text("#help-about")?);
    assert_eq!(page.count(".diagram .bad")?, 3);
    page.screenshot("help-rules")?;
    page.finish()
}

#[test]
fn the_help_has_its_topics_by_keyboard_too() -> Result<()> {
    let page = help(Options::phone())?;
    page.click("#help-controls")?;
    page.wait_until("document.querySelectorAll('.keys tr').length >= 8")?;
    page.eval("document.querySelector('#help-controls').focus()")?;
    page.press("ArrowRight")?;
    page.wait_for(".levels dt")?;
    assert_eq!(page.count(".levels dt")?, 10, "every program is described");
    page.wait_until("document.activeElement.id === 'help-levels'")?;
    // What a level takes for a move, what the presets set, and minimax's steps with a diagram each.
    assert!(page.text(".levels")?.contains("up to 3 s for a move"), "{}", page.text(".levels")?);
    let presets = page.text("#presets-table")?;
    assert!(presets.contains("8 s per move, 12 plies") && presets.contains("no search"), "{presets}");
    assert_eq!(page.count("#minimax-steps > li .diagram")?, 5);
    page.eval("document.querySelector('#minimax-steps').scrollIntoView()")?;
    page.screenshot("help-levels-phone")?;
    page.press("ArrowRight")?;
    page.wait_for("#help-rule")?;
    page.screenshot("help-phone")?;
    page.finish()
}

#[test]
fn somebody_who_never_played_is_taught_in_six_steps() -> Result<()> {
    let page = Page::open_game(Options::desktop())?;
    page.new_game(Page::seat_two_people)?;
    page.place(&["h8", "i9"])?;
    page.click("#help")?;
    page.click("#help-learn")?;
    page.wait_for("#learn-start")?;
    page.click("#learn-start")?;
    page.wait_until("document.querySelectorAll('.cell').length === 81")?;
    page.wait_for_text("#status", "You are Black")?;

    let steps = [
        ("e5", "Good."),
        ("g5", "Five!"),
        ("e5", "Diagonal rows"),
        ("g4", "Right."),
        ("c5", "Just in time."),
        ("e5", "That is how games are won."),
    ];
    for (number, (point, praise)) in (1..).zip(steps) {
        page.wait_for_text("#learn-progress", &format!("Step {number} of 6"))?;
        if number == 4 {
            // After two errors the point is shown.
            page.click("[data-point=a1]")?;
            page.wait_for_text("#status", "Not there. Now White has four.")?;
            page.click("[data-point=a2]")?;
            page.wait_for(".hint")?;
            page.screenshot("lesson")?;
        }
        assert!(!page.text("#status")?.contains(praise), "step {number}");
        page.click(&format!("[data-point={point}]"))?;
        page.wait_for_text("#status", praise)?;
        if number < 6 {
            page.click("#learn-next")?;
        }
    }
    // The game was kept, and is shown again when the tutorial is closed.
    page.click("#learn-end")?;
    page.wait_until("document.querySelectorAll('.cell').length === 225")?;
    assert_eq!(page.count(".stone")?, 2);
    page.finish()
}

#[test]
fn the_lesson_ends_with_a_first_game() -> Result<()> {
    let page = help(Options::phone())?;
    page.click("#help-learn")?;
    page.wait_for("#learn-start")?;
    page.click("#learn-start")?;
    for point in ["e5", "g5", "e5", "g4", "c5", "e5"] {
        page.wait_until("document.querySelectorAll('.cell').length === 81")?;
        page.eval(&format!(
            "document.querySelector('[data-point={point}]').dispatchEvent(\
               new KeyboardEvent('keydown', {{ key: 'Enter', bubbles: true }}))"
        ))?;
        page.wait_until("!document.querySelector('.lesson .primary').hasAttribute('aria-disabled')")?;
        page.click(".lesson .primary")?;
    }
    page.wait_until("document.querySelectorAll('.cell').length === 225")?;
    page.wait_for_text("#status", "Place a stone anywhere to start.")?;
    page.finish()
}
