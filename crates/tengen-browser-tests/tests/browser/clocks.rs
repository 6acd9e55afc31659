//! Games by the clock, and their ends without a row: by time, or by agreement.

use std::thread;
use std::time::Duration;

use serde_json::{Value, json};
use tengen_browser_tests::{Options, Page, Result};
use tengen_formats::json as own;
use tengen_game::{BoardSize, Point, Record, Rule};

/// The displayed time of the side to move.
const ACTIVE: &str = ".players .active .digits";

/// Chooses a custom time control by the positions of its sliders.
fn own_time(page: &Page, kind: &str, sliders: &[(&str, &str)]) -> Result<()> {
    page.set("#time", "own")?;
    page.wait_for("#clock-kind")?;
    page.set("#clock-kind", kind)?;
    sliders.iter().try_for_each(|(slider, place)| page.set(&format!("#clock-{slider}"), place))
}

fn saved(page: &Page) -> Result<Value> {
    let text = page.eval("localStorage.getItem('tengen.game')")?;
    Ok(serde_json::from_str(text.as_str().unwrap())?)
}

/// Whether the displayed time is stopped.
fn stands(page: &Page) -> Result<bool> {
    let before = page.text(".players")?;
    thread::sleep(Duration::from_millis(1_300));
    Ok(page.text(".players")? == before)
}

#[test]
fn the_last_seconds_are_audible_and_a_fallen_flag_loses() -> Result<()> {
    let page = Page::open_game(Options::desktop())?;
    page.count_sounds()?;
    page.new_game(|page| {
        page.seat_two_people()?;
        // The slider selects five seconds per move.
        own_time(page, "per-move", &[("seconds", "4")])
    })?;
    assert_eq!(saved(&page)?["time"], "5/move");
    // The first move costs no time.
    assert!(stands(&page)?);
    page.place(&["h8"])?;
    assert!(!stands(&page)?);
    page.wait_for(".players .active .clock.low")?;
    page.wait_for_text("#status", "Black wins.")?;
    assert_eq!(page.text("#because")?, "Time ran out.");
    // The sounds are that of the stone, four of the last seconds, and that of the end.
    assert_eq!(page.eval("window.heard")?, 6);
    let record = own::read(&saved(&page)?["record"].to_string())?;
    assert_eq!(record.result().unwrap().reason, tengen_game::EndReason::Timeout);
    // The players can continue without clocks.
    page.click("#undo")?;
    page.wait_until("document.querySelectorAll('.stone').length === 0")?;
    page.place(&["a1", "b2"])?;
    assert!(stands(&page)?);
    page.finish()
}

#[test]
fn the_clock_stops_while_no_game_is_played() -> Result<()> {
    let page = Page::open_game(Options::desktop())?;
    page.new_game(|page| {
        page.seat_two_people()?;
        page.set("#time", "600+5")
    })?;
    page.place(&["h8", "i9"])?;
    page.wait_until(&format!("document.querySelector('{ACTIVE}').textContent === '9:58'"))?;
    page.click("#pause")?;
    page.wait_for_text("#status", "Paused.")?;
    assert!(stands(&page)?);
    page.click("#resume")?;
    assert!(!stands(&page)?);
    // White has played at once, and has gained its increment of five seconds.
    assert!(page.text(".players li:not(.active) .digits")?.starts_with("10:0"));
    page.click("#set-up")?;
    page.wait_for("#setup-cancel")?;
    page.click("#setup-cancel")?;
    page.click("#undo")?;
    assert!(stands(&page)?);
    page.click("#redo")?;
    assert!(!stands(&page)?);
    // The clock stands while the player reads the settings.
    page.click("#settings")?;
    page.wait_for("form.settings")?;
    page.click("#tab-play")?;
    assert!(stands(&page)?);
    page.click("#resume")?;
    assert!(!stands(&page)?);
    // A reloaded page continues the clock.
    let seconds = |text: String| {
        let (minutes, seconds) = text.split_once(':').unwrap();
        minutes.parse::<u32>().unwrap() * 60 + seconds.parse::<u32>().unwrap()
    };
    let before = seconds(page.text(ACTIVE)?);
    page.reload()?;
    page.wait_for(ACTIVE)?;
    let after = seconds(page.text(ACTIVE)?);
    assert!((before - 4..=before).contains(&after), "{before} {after}");
    assert!(!stands(&page)?);
    page.finish()
}

#[test]
fn little_time_is_seen_by_shape_as_well() -> Result<()> {
    let page = Page::open_game(Options::desktop())?;
    page.click("#new-game")?;
    page.wait_for("form.new-game")?;
    page.seat_two_people()?;
    own_time(&page, "byo-yomi", &[("main", "0"), ("seconds", "11"), ("periods", "4")])?;
    page.eval("document.querySelector('#clock-periods').scrollIntoView()")?;
    page.screenshot("clock-form")?;
    page.click("#start")?;
    page.wait_until("!document.querySelector('form.new-game')")?;
    let period = saved(&page)?["time"].clone();
    assert_eq!(period, "0+4x45");
    page.screenshot("clock")?;
    page.new_game(|page| own_time(page, "increment", &[("main", "2"), ("seconds", "0")]))?;
    page.place(&["h8"])?;
    page.wait_for(".clock.low")?;
    let weight = "Number(getComputedStyle(document.querySelector('.players .active .digits')).fontWeight)";
    assert!(page.eval(weight)?.as_f64().unwrap() >= 700.0);
    page.click("#pause")?;
    for theme in ["kaya", "night", "contrast", "paper"] {
        page.click("#settings")?;
        page.set("#theme", theme)?;
        page.click("#settings")?;
        page.wait_for(".players")?;
        page.screenshot(&format!("clock-low-{theme}"))?;
    }
    page.resize(360, 640)?;
    page.eval("document.querySelector('.players').scrollIntoView({ block: 'center' })")?;
    page.screenshot("clock-low-phone")?;
    page.finish()
}

#[test]
fn programs_keep_to_their_time() -> Result<()> {
    let page = Page::open_game(Options::desktop())?;
    page.new_game(|page| {
        page.set("#seat-black", "hard")?;
        page.set("#seat-white", "minimax-hard")?;
        own_time(page, "per-move", &[("seconds", "2")])
    })?;
    let enough = "document.querySelectorAll('.stone').length >= 6 || document.querySelector('.status.over')";
    page.wait_until_within(enough, Duration::from_secs(60))?;
    assert_ne!(page.text("#because")?, "Time ran out.");
    page.finish()
}

#[test]
fn two_people_agree_on_a_draw_or_do_not() -> Result<()> {
    let page = Page::open_game(Options::desktop())?;
    page.new_game(Page::seat_two_people)?;
    page.wait_until("!document.querySelector('#offer-draw')")?;
    page.place(&["h8"])?;
    page.click("#offer-draw")?;
    page.wait_for_text("#status", "White offers a draw. Black, do you accept?")?;
    page.screenshot("draw-offered")?;
    page.let_double_click_pass();
    page.click("#draw-no")?;
    page.wait_for_text("#status", "Black declines the draw.")?;
    // A second offer in the same position is impossible.
    page.wait_for("#offer-draw[aria-disabled]")?;
    page.place(&["i9"])?;
    page.click("#offer-draw")?;
    page.wait_for_text("#status", "Black offers a draw. White, do you accept?")?;
    page.press("Escape")?;
    page.wait_for_text("#status", "White declines the draw.")?;
    page.place(&["a1"])?;
    page.click("#offer-draw")?;
    page.click("#draw-yes")?;
    page.wait_for_text("#status", "Draw.")?;
    assert_eq!(page.text("#because")?, "Both sides agreed.");
    page.finish()
}

/// Puts a game into the browser's storage, in the form in which the page saves it.
fn lay(page: &Page, white: &str, moves: &[&str]) -> Result<()> {
    let mut record = Record::new(Rule::FREESTYLE, BoardSize::FIFTEEN);
    for name in moves {
        record.play(Point::parse(name, BoardSize::FIFTEEN)?)?;
    }
    let record: Value = serde_json::from_str(&own::write(&record))?;
    let saved = json!({ "record": record, "black": "person", "white": white }).to_string();
    page.eval_with("localStorage.setItem('tengen.game', arguments[0]);", &json!([saved]))?;
    page.reload()?;
    page.wait_for_text("#status", "Your turn.")
}

#[test]
fn a_program_agrees_on_a_draw_where_it_stands_no_better() -> Result<()> {
    let page = Page::open_game(Options::desktop())?;
    page.click("[data-point=h8]")?;
    page.wait_for_text("#status", "Your turn.")?;
    page.click("#offer-draw")?;
    page.wait_for_text("#status", "Tengen does not accept a draw before move 12.")?;
    page.finish()?;

    let page = Page::open_game(Options::desktop())?;
    // White has two open threes, of which Black can stop one.
    let lost = ["a1", "h8", "o15", "i8", "a15", "j8", "o1", "h10", "d2", "i11", "m14", "j12"];
    lay(&page, "hard", &lost)?;
    page.click("#offer-draw")?;
    page.wait_for_text("#status", "Tengen declines the draw.")?;
    page.wait_for("#offer-draw[aria-disabled]")?;
    page.finish()?;

    let page = Page::open_game(Options::desktop())?;
    // Black has a four with both ends open.
    let won = ["h8", "a1", "i8", "a3", "j8", "a5", "k8", "a7", "o15", "a9", "o13", "a11"];
    lay(&page, "hard", &won)?;
    page.click("#offer-draw")?;
    page.wait_for_text("#status", "Draw.")?;
    page.finish()
}
