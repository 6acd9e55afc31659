//! The coach: warnings in each setting, the win in steps, the marks for beginners, and the sentences after a game.

use serde_json::json;
use tengen_browser_tests::{Options, Page, Result};

use super::first_minute::with_game;

/// Black is to move, and White has an open three that needs an answer.
const OPEN_THREE: [&str; 6] = ["a1", "h8", "a3", "i8", "o1", "j8"];

/// Black has a four that White could still stop.
const FOUR: [&str; 8] = ["h8", "g8", "i8", "a3", "j8", "a5", "k8", "a7"];

fn click(page: &Page, point: &str) -> Result<()> {
    // A point on a phone may be too small for a tap of a test.
    page.eval(&format!(
        "document.querySelector('[data-point={point}]').dispatchEvent(new MouseEvent('click', {{ bubbles: true }}))"
    ))?;
    Ok(())
}

fn stones(page: &Page, count: usize) -> Result<()> {
    page.wait_until(&format!("document.querySelectorAll('.stone').length === {count}"))
}

#[test]
fn a_move_that_loses_can_be_looked_at_and_taken_back() -> Result<()> {
    for (name, options) in [("laptop", Options::desktop()), ("phone", Options::phone().direct())] {
        let page = with_game(options, "easy", &OPEN_THREE)?;
        // Below level 6 the coach marks what must not be overlooked.
        page.wait_for(".threat")?;
        click(&page, "o15")?;
        page.wait_for("#coach-back")?;
        page.wait_for_text("#status", "Careful: after o15 White wins by force, in 2 moves.")?;
        page.screenshot(&format!("coach-loses-{name}"))?;
        stones(&page, 7)?;
        // The program waits, and so does the board.
        click(&page, "c3")?;
        stones(&page, 7)?;
        page.click("#coach-show")?;
        page.wait_for("#walk-on")?;
        page.screenshot(&format!("coach-shows-loss-{name}"))?;
        page.click("#walk-on")?;
        page.wait_for_text("#walk", "The attacker has won.").or_else(|_| page.wait_for("#walk"))?;
        page.click("#coach-back")?;
        stones(&page, 6)?;
        page.wait_for_text("#status", "Your turn.")?;
        assert_eq!(page.count("#coach-back")?, 0);
        // A good move needs no warning.
        click(&page, "g8")?;
        stones(&page, 8)?;
        assert_eq!(page.count("#coach-back")?, 0);
        page.finish()?;
    }
    Ok(())
}

#[test]
fn a_missed_win_is_shown_from_the_position_before_and_the_move_can_be_kept() -> Result<()> {
    let page = with_game(Options::desktop(), "easy", &FOUR)?;
    click(&page, "o15")?;
    page.wait_for_text("#status", "Wait: you can make five right now.")?;
    page.screenshot("coach-misses")?;
    page.click("#coach-show")?;
    page.wait_for("#walk")?;
    page.screenshot("coach-shows-win")?;
    page.click("#coach-keep")?;
    stones(&page, 10)?;
    assert_eq!(page.count("#coach-keep")?, 0);
    page.finish()
}

#[test]
fn the_coach_can_be_off_and_be_turned_off() -> Result<()> {
    let page = with_game(Options::desktop().preferences(&json!({ "coach": "off" })), "easy", &FOUR)?;
    assert_eq!(page.count(".threat")?, 0);
    click(&page, "o15")?;
    stones(&page, 10)?;
    assert_eq!(page.count("#coach-back")?, 0);
    page.finish()?;

    let page = with_game(Options::desktop(), "easy", &FOUR)?;
    click(&page, "o15")?;
    page.wait_for("#coach-off")?;
    page.click("#coach-off")?;
    stones(&page, 10)?;
    page.click("#settings")?;
    page.wait_until("document.querySelector('select#coach')?.value === 'off'")?;
    page.finish()
}

#[test]
fn a_gentle_coach_leaves_games_against_strong_levels_alone() -> Result<()> {
    let page = with_game(Options::desktop(), "level-13", &FOUR)?;
    click(&page, "o15")?;
    stones(&page, 10)?;
    page.finish()?;
    let page = with_game(Options::desktop().preferences(&json!({ "coach": "always" })), "level-13", &FOUR)?;
    click(&page, "o15")?;
    page.wait_for("#coach-back")?;
    // Only the place of the game has the answers, and the board is everywhere.
    page.click("#coach-back")?;
    page.wait_for_text("#status", "Your turn.")?;
    page.click("#tab-library")?;
    page.wait_for("#library-search, #save-file, .library")?;
    click(&page, "n15")?;
    page.wait_for("#coach-back")?;
    page.finish()
}

#[test]
fn after_a_game_the_coach_says_what_decided_it_and_makes_an_exercise() -> Result<()> {
    for (name, options) in
        [("laptop", Options::desktop()), ("phone", Options::phone().language("zh-CN").direct())]
    {
        let page = with_game(options, "easy", &OPEN_THREE)?;
        click(&page, "o15")?;
        page.wait_for("#coach-keep")?;
        page.click("#coach-keep")?;
        stones(&page, 8)?;
        page.click("#resign")?;
        page.click("#resign-yes")?;
        page.wait_until("document.querySelectorAll('.debrief li').length === 3")?;
        page.wait_for("#debrief-again, #debrief-practise")?;
        page.screenshot(&format!("debrief-{name}"))?;
        if name == "laptop" {
            let sentences = page.text(".debrief")?;
            assert!(sentences.contains("Your move 7, o15, decided the game."), "{sentences}");
            assert!(sentences.contains("Practise stopping an open three in time."), "{sentences}");
        }
        page.click("#debrief-again, #debrief-practise")?;
        page.wait_until("!document.querySelector('.debrief')")?;
        page.finish()?;
    }
    Ok(())
}

#[test]
fn handicaps_are_chosen_before_the_first_stone() -> Result<()> {
    let page = Page::open_game(Options::phone().direct())?;
    page.wait_for("#more")?;
    page.click("#more")?;
    page.wait_for("#head-start-two-stones")?;
    page.click("#head-start-two-stones")?;
    stones(&page, 2)?;
    page.screenshot("handicaps-phone")?;
    // The stones follow the person to the other colour.
    page.click("#quick-white")?;
    stones(&page, 3)?;
    page.wait_until("document.querySelectorAll('.cell[aria-label*=\"white stone\"]').length === 2")?;
    page.click("#quick-black")?;
    stones(&page, 2)?;
    page.click("#head-start-two-moves")?;
    stones(&page, 0)?;
    page.click("#no-double-threats")?;
    page.wait_for("#no-double-threats:checked")?;
    click(&page, "h8")?;
    stones(&page, 1)?;
    click(&page, "i8")?;
    // The program answers the second move.
    stones(&page, 3)?;
    page.finish()
}

#[test]
fn a_win_is_among_the_achievements() -> Result<()> {
    let page = with_game(Options::desktop(), "easy", &FOUR)?;
    click(&page, "l8")?;
    page.wait_for_text("#status", "You win!")?;
    page.click("#tab-learn")?;
    page.wait_for_text("#achievements", "One level beaten.")?;
    page.wait_until("document.querySelectorAll('.levels-beaten .earned').length === 1")?;
    page.eval("document.querySelector('#achievements').scrollIntoView()")?;
    page.screenshot("achievements")?;
    page.finish()
}
