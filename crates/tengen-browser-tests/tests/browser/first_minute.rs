//! What a visitor meets first, and the next step after each end: the number of clicks to the usual aims, and no control that cannot be used.

use serde_json::json;
use tengen_browser_tests::{Options, Page, Result};
use tengen_formats::json as own;
use tengen_game::{BoardSize, Point, Record, Rule};

/// Opens the page with a game against a level in which the visitor, Black, has played these moves.
pub(crate) fn with_game(options: Options, level: &str, moves: &[&str]) -> Result<Page> {
    let mut record = Record::new(Rule::FREESTYLE, BoardSize::FIFTEEN);
    for name in moves {
        record.play(Point::parse(name, BoardSize::FIFTEEN)?)?;
    }
    let record: serde_json::Value = serde_json::from_str(&own::write(&record))?;
    let saved = json!({ "record": record, "black": "person", "white": level, "identity": { "id": "1-a" } })
        .to_string();
    let page = Page::open_game(options)?;
    page.eval_with("localStorage.setItem('tengen.game', arguments[0]);", &json!([saved]))?;
    page.reload()?;
    page.wait_until("/Your turn|轮到你了/.test(document.querySelector('#status')?.textContent)")?;
    Ok(page)
}

/// Black needs one more stone.
const WINNING: [&str; 8] = ["h8", "a1", "i8", "a3", "j8", "a5", "k8", "a7"];

#[test]
fn the_usual_aims_are_few_clicks_away() -> Result<()> {
    // A stronger opponent, and the first game: the board is ready.
    let page = Page::open_game(Options::phone().direct())?;
    page.click("#level-up")?;
    page.wait_for_text("#opponent", "Level 4")?;
    page.click("[data-point=h8]")?;
    page.wait_until("document.querySelectorAll('.stone').length === 2")?;
    // The last move is taken back.
    page.click("#undo")?;
    page.wait_until("document.querySelectorAll('.stone').length === 0")?;
    // A lesson.
    page.click("#tab-learn")?;
    page.click("#learn-start")?;
    page.wait_for("#learn-progress")?;
    // Another board.
    page.click("#settings")?;
    page.wait_for("#theme")?;
    page.click("#theme [value=paper] + span")?;
    page.wait_until("document.documentElement.dataset.theme === 'paper'")?;
    page.finish()
}

#[test]
fn what_cannot_be_used_is_not_there() -> Result<()> {
    let page = Page::open_game(Options::desktop())?;
    page.wait_for("#quick-computer[aria-pressed=true]")?;
    let unusable = "document.querySelectorAll('#undo, #redo, #hint, #resign, #offer-draw, #pass, .moves, .replay').length";
    assert_eq!(page.eval(unusable)?, 0);
    assert_eq!(page.count(".panel [aria-disabled=true]")?, 0);
    assert_eq!(page.text("#because")?, "Place a stone anywhere.");
    page.click("[data-point=h8]")?;
    page.wait_until("document.querySelectorAll('.stone').length === 2")?;
    for action in ["#undo", "#hint", "#resign"] {
        page.wait_for(&format!("{action}:not([aria-disabled])"))?;
    }
    assert_eq!(page.count(".quick")?, 0);
    page.finish()
}

#[test]
fn an_even_game_follows_the_results_until_the_user_chooses_a_level() -> Result<()> {
    let page = Page::open_game(Options::phone().direct())?;
    page.click("#quick-even")?;
    // Before the first game nothing is known.
    page.wait_for_text("#opponent", "Level 5")?;
    page.wait_for_text("#about-opponent", "A few games find your level.")?;
    page.screenshot("even-game")?;
    page.click("[data-point=h8]")?;
    page.wait_until("document.querySelectorAll('.stone').length === 2")?;
    page.click("#resign")?;
    page.click("#resign-yes")?;
    page.click("#play-again")?;
    page.wait_for_text("#opponent", "Level 1")?;
    // The result has counted once, also after the page was loaded again.
    let told = page.text("#about-opponent")?;
    page.reload()?;
    page.wait_for("#quick-even:checked")?;
    assert_eq!(page.text("#about-opponent")?, told);
    page.click("#level-up")?;
    page.wait_for_text("#opponent", "Level 2")?;
    page.wait_for("#quick-even:not(:checked)")?;
    page.finish()
}

#[test]
fn a_win_leads_to_the_next_level_which_stays_suggested() -> Result<()> {
    let page = with_game(Options::desktop(), "easy", &WINNING)?;
    page.click("[data-point=l8]")?;
    page.wait_for_text("#status", "You win!")?;
    page.wait_for_text("#next-opponent", "Next: Level 4")?;
    page.screenshot("next-steps")?;
    // The opening that the program lost is remembered, so that it leaves it the next time.
    let preferences = "JSON.parse(localStorage.getItem('tengen.preferences'))";
    page.wait_until(&format!(
        "{preferences}?.['lost-openings']?.[0] === 'white freestyle 15 h8 a1 i8 a3 j8'"
    ))?;
    page.click("#next-opponent")?;
    page.wait_for_text("#opponent", "Level 4")?;
    assert_eq!(page.count(".stone")?, 0);
    page.reload()?;
    page.wait_for_text("#opponent", "Level 4")?;
    // The suggestion is one tap away from any other level.
    page.set("#quick-level", "9")?;
    page.wait_for_text("#quick-suggested", "Try Level 4")?;
    page.click("#quick-suggested")?;
    page.wait_for_text("#opponent", "Level 4")?;
    assert_eq!(page.count("#quick-suggested")?, 0);
    // A loss offers the level below.
    page.click("[data-point=h8]")?;
    page.wait_until("document.querySelectorAll('.stone').length === 2")?;
    page.click("#resign")?;
    page.click("#resign-yes")?;
    page.wait_for_text("#next-opponent", "Try Level 3")?;
    // The colours are exchanged in one click, and the program begins.
    page.click("#swap-colors")?;
    page.wait_until("document.querySelectorAll('.stone').length === 1")?;
    page.wait_for("#quick-white[aria-pressed=true]")?;
    page.finish()
}

#[test]
fn a_finished_game_is_reviewed_and_shared_in_one_click() -> Result<()> {
    let page = with_game(Options::desktop(), "easy", &WINNING)?;
    page.click("[data-point=l8]")?;
    page.wait_for("#share-game")?;
    // A browser without a dialog for sharing shows the link.
    page.eval("delete Navigator.prototype.share")?;
    page.click("#share-game")?;
    page.wait_until("/#tg1\\./.test(document.querySelector('#link')?.value)")?;
    page.wait_for("#save-gif")?;
    page.screenshot("shared-game")?;
    // Where there is a dialog, it gets the link.
    page.eval("Navigator.prototype.share = async (data) => { window.shared = data.url; }")?;
    page.click("#share-game")?;
    page.wait_until("/#tg1\\./.test(window.shared)")?;
    page.click("#review")?;
    page.wait_for("#review-state")?;
    page.finish()
}

#[test]
fn the_places_are_within_the_thumbs_reach_and_stay_there() -> Result<()> {
    let tabs = "JSON.stringify([...document.querySelectorAll('.tabs button')].map((tab) => { \
        const box = tab.getBoundingClientRect(); return [box.x, box.y, box.width].map(Math.round); }))";
    for (options, is_phone) in
        [(Options::phone().viewport(390, 844), true), (Options::desktop().viewport(1440, 900), false)]
    {
        let page = Page::open_game(options)?;
        page.wait_for("#more")?;
        let before = page.eval(tabs)?;
        let width = page.eval("document.querySelector('.panel').clientWidth")?;
        if is_phone {
            let bottom =
                page.eval("innerHeight - document.querySelector('.tabs').getBoundingClientRect().bottom")?;
            assert_eq!(bottom, 0);
        }
        assert_eq!(page.eval("document.querySelector('h1').checkVisibility()")?, true);
        for (tab, inside) in [
            ("#tab-learn", "#learn-start"),
            ("#tab-analyse", ".analyse"),
            ("#tab-library", "#open-games"),
            ("#tab-online", ".online"),
        ] {
            page.click(tab)?;
            page.wait_for(inside)?;
            page.wait_for_frames()?;
            assert_eq!(page.eval(tabs)?, before, "{tab}");
            assert_eq!(page.eval("document.querySelector('.panel').clientWidth")?, width, "{tab}");
        }
        page.finish()?;
    }
    Ok(())
}

#[test]
fn a_character_is_chosen_with_one_tap_and_stays() -> Result<()> {
    let page = Page::open_game(Options::phone().direct())?;
    page.wait_for_text("#opponent", "Level 3")?;
    page.click("#character-old-master")?;
    page.wait_for_text("#opponent", "Owl, Level 3")?;
    page.wait_for_text("#about-opponent", "The owl holds the centre")?;
    page.wait_for("#character-old-master[aria-pressed=true]")?;
    page.screenshot("characters")?;
    // Another level keeps the character.
    page.click("#level-up")?;
    page.wait_for_text("#opponent", "Owl, Level 4")?;
    page.click("[data-point=h8]")?;
    page.wait_until("document.querySelectorAll('.stone').length === 2")?;
    page.wait_for_text("#says", "The board is empty, and all is possible.")?;
    page.wait_for_text(".players", "Owl, Level 4")?;
    page.screenshot("a-character-speaks")?;
    page.reload()?;
    page.wait_for_text(".players", "Owl, Level 4")?;
    page.click("#resign")?;
    page.click("#resign-yes")?;
    page.wait_for_text("#says", "There is a moment to find.")?;
    page.click("#play-again")?;
    page.wait_for_text("#opponent", "Owl, Level 4")?;
    page.click("#character-plain")?;
    page.wait_for_text("#about-opponent", "Usually stops four in a row")?;
    assert_eq!(page.text("#opponent")?.trim(), "Level 4");
    page.finish()
}
