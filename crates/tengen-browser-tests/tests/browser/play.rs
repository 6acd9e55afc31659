//! Whole games on the page, by mouse, by finger and by keyboard.

use std::time::Duration;

use tengen_browser_tests::{Options, Page, Result};

fn choose_rule(page: &Page, rule: &str) -> Result<()> {
    page.click(&format!("input[value={rule}] + span"))
}

/// The game in the browser's storage.
fn saved_record(page: &Page) -> Result<tengen_game::Record> {
    let record = page.eval("JSON.stringify(JSON.parse(localStorage.getItem('tengen.game')).record)")?;
    Ok(tengen_formats::json::read(record.as_str().unwrap())?)
}

const MY_TURN_OR_OVER: &str = "document.querySelector('.status.over') || \
    (document.querySelector('.players .active .dot.black') && !document.querySelector('.breath.visible'))";

#[test]
fn a_full_game_against_the_engine_by_clicks_to_its_result() -> Result<()> {
    let page = Page::open_game(Options::desktop())?;
    assert_eq!(page.text("#status")?.trim(), "Get five in a row. You are Black.");
    page.screenshot("first-visit")?;
    // A user who follows every hint beats the easy level.
    page.click("[data-point=h8]")?;
    for _ in 0..60 {
        page.wait_until(MY_TURN_OR_OVER)?;
        if page.count(".status.over")? == 1 {
            break;
        }
        page.click("#hint")?;
        page.wait_for(".hint")?;
        let advice = page.text("#status")?;
        let point = advice.trim().trim_start_matches("Try ").trim_end_matches('.').to_owned();
        page.click(&format!("[data-point={point}]"))?;
    }
    assert_eq!(page.text("#status")?.trim(), "You win!");
    assert_eq!(page.text("#because")?, "5 in a row.");
    assert!(page.count(".winning-line")? >= 1);
    assert!(page.count(".stone.winning")? >= 5);
    // The dot of the coach, who goes through the game, breathes on.
    page.eval(
        "document.getAnimations().filter((animation) => Number.isFinite(animation.effect.getComputedTiming().endTime)) \
           .forEach((animation) => animation.finish())",
    )?;
    page.screenshot("game-won")?;
    let record = saved_record(&page)?;
    assert_eq!(record.result().unwrap().winner, Some(tengen_game::Color::Black));

    // The finished game takes no further stone, and another begins with one click.
    let stones = page.count(".stone")?;
    page.eval(
        "document.querySelector('.cell[aria-label$=\"empty\"]').dispatchEvent(new MouseEvent('click'))",
    )?;
    assert_eq!(page.count(".stone")?, stones);
    page.click("#play-again")?;
    page.wait_until("document.querySelectorAll('.stone').length === 0")?;
    page.finish()
}

#[test]
fn a_game_by_keyboard_alone() -> Result<()> {
    let page = Page::open_game(Options::desktop())?;
    let focused = "document.activeElement.dataset.point ?? document.activeElement.id";
    // One press of Tab moves the focus to the middle of the board.
    page.press("Tab")?;
    assert_eq!(page.eval(focused)?, "h8");
    page.press("Enter")?;
    page.wait_until("document.querySelectorAll('.stone').length === 2")?;
    page.press("u")?;
    page.wait_until("document.querySelectorAll('.stone').length === 0")?;

    // The form selects three in a row on the smallest board, for two people.
    page.press("n")?;
    page.wait_until(&format!("({focused}) === 'seat-black'"))?;
    page.press("Tab")?;
    page.press("Home")?;
    assert_eq!(page.eval("document.querySelector('#seat-white').value")?, "person");
    page.press("Tab")?;
    assert_eq!(page.eval(focused)?, "swap-sides");
    page.press("Tab")?;
    assert_eq!(page.eval("document.activeElement.value")?, "freestyle");
    page.press("ArrowLeft")?;
    page.wait_for("#length")?;
    page.press("Tab")?;
    page.press("Home")?;
    page.press("Tab")?;
    // The row is not longer than the board, which has three lines by now.
    page.press("End")?;
    assert_eq!(page.eval("document.querySelector('#length').value")?, "3");
    page.press("Tab")?;
    assert_eq!(page.eval(focused)?, "max-moves");
    page.press("Tab")?;
    assert_eq!(page.eval(focused)?, "time");
    page.press("Tab")?;
    assert_eq!(page.eval(focused)?, "start");
    page.press("Enter")?;
    page.wait_until(&format!("({focused}) === 'b2'"))?;

    // Black takes the middle row, White the top one; the last arrow key stops at the edge.
    for keys in [
        &["Enter"][..],
        &["ArrowUp", "ArrowLeft", "Enter"],
        &["ArrowDown", "Enter"],
        &["ArrowUp", "ArrowRight", "Space"],
        &["ArrowDown", "ArrowRight", "ArrowRight", "Enter"],
    ] {
        for key in keys {
            page.press(key)?;
        }
    }
    page.wait_for_text("#status", "Black wins.")?;
    assert_eq!(page.text("#because")?, "3 in a row.");
    assert_eq!(page.eval("document.activeElement.getAttribute('aria-label')")?, "c2, black stone, last move");
    page.finish()
}

#[test]
fn undo_redo_and_reload_find_the_game_again() -> Result<()> {
    let page = Page::open_game(Options::desktop())?;
    page.new_game(|page| {
        choose_rule(page, "standard")?;
        page.seat_two_people()?;
        page.set("#size", "19")
    })?;
    page.place(&["j10", "k11", "b3", "a19", "s1"])?;
    page.click("#undo")?;
    page.click("#undo")?;
    page.wait_until("document.querySelectorAll('.stone').length === 3")?;
    page.click("#redo")?;
    page.wait_until("document.querySelectorAll('.stone').length === 4")?;
    let record = saved_record(&page)?;

    page.reload()?;
    page.wait_until("document.querySelectorAll('.stone').length === 4")?;
    assert_eq!(page.count(".cell")?, 19 * 19);
    assert_eq!(page.text(".table-rule")?, "Standard · 19 × 19");
    assert_eq!(saved_record(&page)?, record);
    // The move that was taken back still exists.
    page.click("#redo")?;
    page.wait_for("[data-point=s1][aria-label^='s1, black stone']")?;
    page.finish()
}

#[test]
fn against_the_engine_undo_takes_back_both_moves_even_while_it_thinks() -> Result<()> {
    let page = Page::open_game(Options::desktop())?;
    page.place(&["h8"])?;
    page.wait_until("document.querySelectorAll('.stone').length === 2")?;
    page.click("#undo")?;
    page.wait_until("document.querySelectorAll('.stone').length === 0")?;
    page.click("#redo")?;
    page.wait_until("document.querySelectorAll('.stone').length === 2")?;
    page.click("#undo")?;
    page.new_game(|page| page.set("#seat-white", "hard"))?;
    page.place(&["h8"])?;
    page.wait_for(".breath.visible")?;
    page.click("#undo")?;
    page.wait_until("document.querySelectorAll('.stone').length === 0")?;
    // The answer to the move that was taken back must not arrive.
    std::thread::sleep(Duration::from_millis(800));
    assert_eq!(page.count(".stone")?, 0);
    page.finish()
}

#[test]
fn forbidden_points_are_marked_and_refused_with_their_name() -> Result<()> {
    let page = Page::open_game(Options::desktop().dark())?;
    page.new_game(|page| {
        choose_rule(page, "renju")?;
        page.seat_two_people()
    })?;
    page.place(&["h8", "a1", "h9", "c1", "i10", "e1", "j10", "g1"])?;
    page.wait_for("[data-point=h10][aria-label='h10, forbidden: double-three']")?;
    assert_eq!(page.count(".forbidden[data-kind=double-three]")?, 1);
    page.click("[data-point=h10]")?;
    page.wait_for_text("#status", "h10 is forbidden: double-three.")?;
    page.wait_for_text("#because", "two open threes at once")?;
    assert_eq!(page.count(".stone")?, 8);
    page.screenshot("renju-night")?;
    page.click("[data-point=h8]")?;
    page.wait_for_text("#status", "h8 is taken.")?;
    // A refusal concerns one click. After a while the page shows the usual status again.
    page.wait_for_text("#status", "Black to move.")?;
    page.finish()
}

#[test]
fn thinking_is_seen_can_be_stopped_and_never_freezes_the_page() -> Result<()> {
    let page = Page::open_game(Options::desktop())?;
    page.new_game(|page| {
        page.set("#seat-black", "person")?;
        page.set("#seat-white", "hard")
    })?;
    // The measure is the longest time between two frames while the engine searches.
    page.eval(
        "(() => { let last = performance.now(); window.longest = 0; const tick = (now) => { \
           window.longest = Math.max(window.longest, now - last); last = now; requestAnimationFrame(tick); }; \
           requestAnimationFrame(tick); })()",
    )?;
    page.place(&["h8"])?;
    page.wait_for_text("#status", "Tengen is thinking")?;
    page.wait_for(".thoughts .figures")?;
    page.click("[data-point=a1]")?;
    page.wait_for_text("#status", "Please wait")?;
    assert_eq!(page.count(".stone")?, 1);
    page.click("#stop")?;
    page.wait_until("document.querySelectorAll('.stone').length === 2")?;
    page.wait_for_text("#status", "Your turn.")?;
    // A page that searched on the main thread would not respond for seconds.
    let longest = page.eval("window.longest")?.as_f64().unwrap();
    assert!(longest < 1000.0, "the page stood still for {longest} ms");
    page.finish()
}

/// The opponent's expected line reveals the best reply, so that it is hidden at first.
#[test]
fn the_opponents_expected_line_is_hidden_by_default() -> Result<()> {
    let page = Page::open_game(Options::desktop())?;
    page.new_game(|page| {
        page.set("#seat-black", "person")?;
        // At full strength the move is always the first of the expected line; lower levels choose among several.
        page.set("#seat-white", "hard")?;
        page.wait_for("#time-white")?;
        page.eval("document.querySelector('.tuning').open = true")?;
        page.set("#time-white", "4")
    })?;
    page.click("[data-point=h8]")?;
    page.wait_until("document.querySelectorAll('.stone').length === 2")?;
    page.wait_for_text(".thoughts .figures", "ahead")?;
    let panel = page.text(".panel")?;
    assert!(!panel.contains("Expected") && !panel.contains("chances"), "{panel}");
    page.screenshot("thoughts-hidden")?;
    // The user requests a hint, which includes the engine's evaluation.
    page.click("#hint")?;
    page.wait_for(".hint")?;
    page.wait_for(".thoughts > .verdict")?;
    page.click("[data-point=a1]")?;
    page.wait_until("document.querySelectorAll('.stone').length === 4")?;
    page.wait_until("!document.querySelector('.thoughts .verdict')")?;
    page.click(".thoughts summary")?;
    page.wait_for(".thoughts details .verdict")?;
    page.wait_for_text(".thoughts details .figures", "Expected line")?;
    page.screenshot("thoughts-shown")?;
    // The choice survives a reload.
    page.reload()?;
    page.wait_for(".thoughts details[open]")?;
    page.finish()
}

#[test]
fn two_engines_play_on_until_they_are_paused() -> Result<()> {
    let page = Page::open_game(Options::desktop())?;
    page.new_game(|page| {
        page.set("#seat-black", "easy")?;
        page.set("#seat-white", "normal")?;
        choose_rule(page, "renju")
    })?;
    page.wait_until("document.querySelectorAll('.stone').length >= 3")?;
    page.click("#pause")?;
    page.wait_for_text("#status", "Paused.")?;
    let stones = page.count(".stone")?;
    std::thread::sleep(Duration::from_millis(1200));
    assert_eq!(page.count(".stone")?, stones);
    page.click("#resume")?;
    page.wait_until(&format!("document.querySelectorAll('.stone').length > {stones}"))?;
    page.click("#pause")?;
    page.finish()
}

#[test]
fn the_engine_can_begin_and_a_player_can_resign() -> Result<()> {
    let page = Page::open_game(Options::desktop())?;
    page.new_game(|page| page.click("#swap-sides"))?;
    page.wait_for("[data-point=h8][aria-label='h8, black stone, last move']")?;
    page.wait_for_text("#status", "Your turn.")?;
    page.click("[data-point=a1]")?;
    page.wait_until("document.querySelectorAll('.stone').length === 3")?;
    page.wait_for_text("#status", "Your turn.")?;
    page.click("#resign")?;
    page.wait_for_text("#status", "Do you want to resign?")?;
    page.press("Escape")?;
    page.wait_for_text("#status", "Your turn.")?;
    page.click("#resign")?;
    page.let_double_click_pass();
    page.click("#resign-no")?;
    page.wait_for_text("#status", "Your turn.")?;
    page.click("#resign")?;
    page.click("#resign-yes")?;
    page.wait_for_text("#status", "Tengen wins.")?;
    assert_eq!(page.text("#because")?, "You resigned.");
    page.finish()
}

#[test]
fn a_double_click_on_a_question_does_not_answer_it() -> Result<()> {
    for options in [Options::desktop(), Options::phone()] {
        let page = Page::open_game(options)?;
        page.new_game(Page::seat_two_people)?;
        page.eval("tengen.play('h8')")?;
        page.wait_for("#resign:not([aria-disabled])")?;
        page.double_click("#resign")?;
        page.wait_for_text("#status", "Do you want to resign?")?;
        page.wait_for("#resign-yes")?;
        page.let_double_click_pass();
        assert_eq!(page.text("#status")?.trim(), "Do you want to resign?");
        page.click("#resign-no")?;
        page.wait_for("#offer-draw:not([aria-disabled])")?;
        page.let_double_click_pass();
        page.double_click("#offer-draw")?;
        page.wait_for_text("#status", "White offers a draw. Black, do you accept?")?;
        page.let_double_click_pass();
        assert_eq!(page.text("#status")?.trim(), "White offers a draw. Black, do you accept?");
        page.finish()?;
    }
    Ok(())
}

#[test]
fn looking_back_stops_the_engine_and_playing_on_wakes_it() -> Result<()> {
    let page = Page::open_game(Options::desktop())?;
    for point in ["h8", "a1", "o1"] {
        page.click(&format!("[data-point={point}]"))?;
        page.wait_until(MY_TURN_OR_OVER)?;
    }
    assert_eq!(page.count(".stone")?, 6);
    // After move 3 the engine has the turn, but does not answer while the user looks back.
    page.click(".moves li:nth-child(3) button")?;
    page.wait_for_text("#status", "Tengen is paused.")?;
    page.click("[data-point=d4]")?;
    page.wait_for_text("#status", "Tengen is paused.")?;
    assert_eq!(page.count(".stone")?, 3);
    page.click(".moves li:nth-child(2) button")?;
    page.wait_for_text("#status", "Your turn.")?;
    page.click("[data-point=d4]")?;
    page.wait_until("document.querySelectorAll('.stone').length === 4")?;
    // While the engine waits, one button continues the game.
    page.click(".moves li:nth-child(3) button")?;
    page.click("#resume")?;
    page.wait_until("document.querySelectorAll('.stone').length === 4")?;
    page.wait_for_text("#status", "Your turn.")?;
    page.finish()
}

#[test]
fn the_classics_answer_by_their_names_under_every_rule() -> Result<()> {
    let page = Page::open_game(Options::desktop())?;
    for (rule, seat, name) in [
        ("renju", "tuple", "Abacus"),
        ("caro", "direction", "Compass"),
        ("standard", "greedy", "Magpie"),
        ("caro-exact", "minimax-easy", "Clockwork 1"),
    ] {
        page.new_game(|page| {
            choose_rule(page, rule)?;
            page.set("#seat-black", "person")?;
            page.set("#seat-white", seat)
        })?;
        page.click("[data-point=h8]")?;
        page.wait_until("document.querySelectorAll('.stone').length === 2")?;
        let status = page.text("#status")?;
        assert!(
            status.starts_with(&format!("{name} played ")) && status.ends_with(". Your turn."),
            "{status}"
        );
    }
    page.finish()
}

#[test]
fn a_move_is_chosen_while_the_engine_thinks() -> Result<()> {
    let page = Page::open_game(Options::desktop())?;
    page.click("#settings")?;
    page.wait_for("#premoves")?;
    page.click("#premoves")?;
    page.set("#pause-ms", "2000")?;
    page.click("#tab-play")?;
    page.click("[data-point=h8]")?;
    page.wait_until("document.querySelectorAll('.stone').length === 1")?;
    page.click("[data-point=a1]")?;
    page.wait_for(".premove")?;
    page.wait_for_text("#status", "Premove a1")?;
    page.screenshot("premove")?;
    // Escape cancels the chosen move, and another one is played automatically.
    page.press("Escape")?;
    page.wait_until("!document.querySelector('.premove')")?;
    page.click("[data-point=b2]")?;
    page.wait_until("document.querySelectorAll('.stone').length >= 3")?;
    assert_eq!(page.count("[data-point=b2][aria-label*=black]")?, 1);
    page.finish()
}
