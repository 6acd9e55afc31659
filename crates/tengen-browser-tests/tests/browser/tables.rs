//! The options of a game: presets, programs with limits of their own, a maximum number of moves, and positions that are set up.

use serde_json::{Value, json};
use tengen_browser_tests::{Options, Page, Result};

fn open_form(page: &Page) -> Result<()> {
    page.click("#new-game")?;
    page.wait_for("form.new-game")
}

fn start(page: &Page) -> Result<()> {
    page.click("#start")?;
    page.wait_until("!document.querySelector('form.new-game')")
}

fn saved(page: &Page) -> Result<Value> {
    let text = page.eval("localStorage.getItem('tengen.game')")?;
    Ok(serde_json::from_str(text.as_str().unwrap())?)
}

#[test]
fn a_preset_lays_the_whole_table() -> Result<()> {
    let page = Page::open_game(Options::desktop())?;
    let searching = |time: u32, depth: u32| json!({ "time-ms": time, "depth": depth });
    for (seat, lines, limits) in
        [("normal", 13, json!({})), ("hard", 15, searching(8_000, 12)), ("easy", 9, json!({}))]
    {
        open_form(&page)?;
        page.click(&format!("#preset-{seat}"))?;
        // The preset is marked as chosen until another setting is changed.
        page.wait_for(&format!("#preset-{seat}[aria-pressed=true]"))?;
        assert_eq!(page.count(".presets [aria-pressed=true]")?, 1);
        page.set("#size", "10")?;
        page.wait_until("!document.querySelector('.presets [aria-pressed=true]')")?;
        page.click(&format!("#preset-{seat}"))?;
        page.screenshot(&format!("preset-{seat}"))?;
        start(&page)?;
        page.wait_until(&format!("document.querySelectorAll('.cell').length === {}", lines * lines))?;
        let saved = saved(&page)?;
        assert_eq!(saved["white"], seat);
        assert_eq!(saved["tuning"][1], limits);
    }
    page.click("[data-point=e5]")?;
    page.wait_until("document.querySelectorAll('.stone').length === 2")?;
    page.finish()
}

#[test]
fn a_classic_plays_with_limits_of_its_own_until_they_are_restored() -> Result<()> {
    let page = Page::open_game(Options::desktop())?;
    open_form(&page)?;
    page.set("#seat-white", "game-tree")?;
    page.wait_for("#depth-white")?;
    page.eval("document.querySelector('.tuning').open = true")?;
    // The first position of the slider is the program's own setting, and the smallest depth and breadth of the game tree are two.
    page.set("#depth-white", "1")?;
    page.set("#breadth-white", "1")?;
    page.set("#time-white", "4")?;
    page.click("#forbidden-white")?;
    page.screenshot("fine-tuning")?;
    start(&page)?;
    let tuned = json!({ "time-ms": 500, "depth": 2, "breadth": 2, "forbidden-moves": false });
    assert_eq!(saved(&page)?["tuning"][1], tuned);
    page.click("[data-point=h8]")?;
    page.wait_until("document.querySelectorAll('.stone').length === 2")?;
    open_form(&page)?;
    page.eval("document.querySelector('.tuning').open = true")?;
    assert_eq!(page.eval("document.querySelector('#depth-white').value")?, "1");
    page.click("#restore-white")?;
    page.wait_until("document.querySelector('#depth-white').value === '0'")?;
    // Another player at this seat has no setting for breadth.
    page.set("#breadth-white", "2")?;
    page.set("#seat-white", "hard")?;
    page.wait_until("!document.querySelector('#breadth-white')")?;
    start(&page)?;
    assert_eq!(saved(&page)?["tuning"][1], json!({}));
    page.finish()
}

#[test]
fn a_game_of_a_most_number_of_moves_is_a_draw_after_them() -> Result<()> {
    let page = Page::open_game(Options::desktop())?;
    open_form(&page)?;
    page.set("#max-moves", "2")?;
    start(&page)?;
    page.click("[data-point=h8]")?;
    page.wait_for_text("#status", "Draw.")?;
    assert_eq!(page.text("#because")?, "The move limit was reached.");
    page.finish()
}

#[test]
fn any_position_can_be_set_up_and_played_on() -> Result<()> {
    let page = Page::open_game(Options::desktop())?;
    // A beginner may overlook a four.
    page.new_game(|page| page.set("#seat-white", "hard"))?;
    page.click("#set-up")?;
    page.wait_for("#setup-start")?;
    for _ in 0..2 {
        page.click("[data-point=d4]")?;
    }
    page.wait_for("[data-point=d4][aria-label^='d4, white stone']")?;
    page.click("[data-point=d4]")?;
    page.wait_for("[data-point=d4][aria-label='d4, empty']")?;
    for point in ["h8", "i8", "j8", "k8"] {
        page.click(&format!("[data-point={point}]"))?;
    }
    page.click("input[name=side][value=white] + span")?;
    page.screenshot("set-up")?;
    page.click("#setup-start")?;
    // White, the engine, has to stop the four.
    page.wait_until("document.querySelectorAll('.stone').length === 5")?;
    page.wait_for_text("#status", "Your turn.")?;
    let record = page.eval("JSON.stringify(JSON.parse(localStorage.getItem('tengen.game')).record)")?;
    let record = tengen_formats::json::read(record.as_str().unwrap())?;
    assert_eq!(record.start().board().stones(), 4);
    let answer = record.position().last_move().unwrap().point().unwrap();
    assert!(answer.y() == 7 && [6, 11].contains(&answer.x()), "{answer:?}");
    page.reload()?;
    page.wait_until("document.querySelectorAll('.stone').length === 5")?;
    page.finish()
}

#[test]
fn a_position_that_is_decided_is_refused_and_the_game_can_be_found_again() -> Result<()> {
    let page = Page::open_game(Options::desktop())?;
    page.click("[data-point=h8]")?;
    page.wait_until("document.querySelectorAll('.stone').length === 2")?;
    page.click("#set-up")?;
    page.wait_for("#setup-start")?;
    page.click("#setup-clear")?;
    for column in ["a", "b", "c", "d", "e"] {
        page.click(&format!("[data-point={column}1]"))?;
        for _ in 0..2 {
            page.click(&format!("[data-point={column}3]"))?;
        }
    }
    page.click("#setup-start")?;
    page.wait_for_text("#setup-outcome", "Both sides have a winning row")?;
    // Without White's row the game would be won before its first move.
    page.click("[data-point=c3]")?;
    page.click("#setup-start")?;
    page.wait_for_text("#setup-outcome", "The game is already over in this position.")?;
    page.screenshot("set-up-decided")?;
    page.click("#setup-cancel")?;
    page.wait_until("document.querySelectorAll('.stone').length === 2")?;
    page.wait_for_text("#status", "Your turn.")?;
    page.finish()
}

#[test]
fn opponent_colour_and_clock_are_chosen_beside_the_board() -> Result<()> {
    let page = Page::open_game(Options::desktop().viewport(1280, 657))?;
    page.wait_for_text("#opponent", "Level 3")?;
    page.wait_for("#quick-black[aria-pressed='true']")?;
    page.screenshot("quick-choice")?;
    page.set("#quick-level", "20")?;
    page.wait_for_text("#opponent", "Level 20")?;
    page.wait_for("#level-up[aria-disabled=true]")?;
    page.wait_for_text("#about-opponent", "Plays at full strength.")?;
    page.click("#quick-fast")?;
    page.wait_for("#quick-fast[aria-pressed='true']")?;
    // The choices remain at the next visit, and disappear with the user's first stone.
    page.reload()?;
    page.wait_for_text("#opponent", "Level 20")?;
    page.click("#quick-white")?;
    page.wait_until("document.querySelectorAll('.stone').length === 1")?;
    page.wait_for("#quick-white[aria-pressed='true']")?;
    page.click("#quick-game-tree")?;
    page.wait_for("#quick-game-tree[aria-pressed='true']")?;
    page.wait_for_text("#about-opponent", "Thinks a few moves ahead.")?;
    page.screenshot("quick-choice-classics")?;
    page.click("#quick-person")?;
    page.wait_until("document.querySelectorAll('.stone').length === 0")?;
    // Two people share the board: there is no opponent to choose, and neither colour is the user's.
    page.wait_until("!document.querySelector('#quick-level, #quick-black')")?;
    page.screenshot("quick-choice-two-players")?;
    page.place(&["h8"])?;
    page.wait_until("!document.querySelector('.quick')")?;
    page.wait_for_text(".players", "5 min + 3 s")?;
    page.finish()
}
