//! Openings: the first stones and the colours in games of people and programs.

use serde_json::Value;
use tengen_browser_tests::{Options, Page, Result};

/// Begins a game with an opening; the first seat is the first player's.
fn begin(page: &Page, seats: [&str; 2], rule: &str, protocol: &str) -> Result<()> {
    page.new_game(|page| {
        page.set("#seat-black", seats[0])?;
        page.set("#seat-white", seats[1])?;
        // The buttons of the form cover elements at the lower edge.
        let choice = format!("input[value={rule}] + span");
        page.eval(&format!("document.querySelector(\"{choice}\").scrollIntoView({{ block: 'center' }})"))?;
        page.click(&choice)?;
        page.wait_for(&format!("#protocol option[value={protocol}]"))?;
        page.set("#protocol", protocol)?;
        page.eval("document.querySelector('#protocol').scrollIntoView({ block: 'center' })")?;
        page.screenshot(&format!("opening-form-{protocol}")).map(drop)
    })
}

fn saved(page: &Page) -> Result<Value> {
    let text = page.eval("localStorage.getItem('tengen.game')")?;
    Ok(serde_json::from_str(text.as_str().unwrap())?)
}

/// The opening in the browser's storage.
fn opening(page: &Page) -> Result<String> {
    Ok(saved(page)?["opening"].as_str().unwrap().to_owned())
}

fn click(page: &Page, points: &[&str]) -> Result<()> {
    points.iter().try_for_each(|point| page.click(&format!("[data-point={point}]")))
}

fn wait_for_stones(page: &Page, count: usize) -> Result<()> {
    page.wait_until(&format!("document.querySelectorAll('.stone').length === {count}"))
}

/// No program has to choose, and none searches.
const NOBODY_THINKS: &str = "!document.querySelector('.breath.visible')";

#[test]
fn in_swap2_the_engine_chooses_its_colour() -> Result<()> {
    let page = Page::open_game(Options::desktop())?;
    begin(&page, ["person", "normal"], "standard", "swap2")?;
    page.wait_for_text("#status", "Place a black stone anywhere (1 of 3).")?;
    click(&page, &["h8", "i9"])?;
    page.wait_for_text("#status", "Place a black stone anywhere (3 of 3).")?;
    // A surplus stone is taken back, and can be placed elsewhere.
    page.click("#undo")?;
    page.wait_for_text("#status", "Place a white stone anywhere (2 of 3).")?;
    page.screenshot("opening-desktop")?;
    click(&page, &["h9"])?;
    click(&page, &["j7"])?;
    page.wait_until("!document.querySelector('.opening')")?;
    page.wait_until(NOBODY_THINKS)?;
    let opening = opening(&page)?;
    let is_swapped = match opening.as_str() {
        "15.swap2.h8h9j7.swap" => true,
        "15.swap2.h8h9j7.stay" => false,
        other => panic!("{other}"),
    };
    // The player of the white stones moves.
    let seats =
        [&saved(&page)?["black"], &saved(&page)?["white"]].map(|seat| seat.as_str().unwrap().to_owned());
    assert_eq!(seats, if is_swapped { ["normal", "person"] } else { ["person", "normal"] });
    wait_for_stones(&page, if is_swapped { 3 } else { 4 })?;
    page.click("[data-point=a1]")?;
    wait_for_stones(&page, if is_swapped { 5 } else { 6 })?;
    // Undo takes back moves, and does not change the opening.
    page.click("#undo")?;
    wait_for_stones(&page, if is_swapped { 3 } else { 4 })?;
    page.finish()
}

#[test]
fn in_swap2_a_person_chooses_or_places_two_more() -> Result<()> {
    let page = Page::open_game(Options::desktop())?;
    begin(&page, ["normal", "person"], "freestyle", "swap2")?;
    wait_for_stones(&page, 3)?;
    page.wait_for_text("#status", "Choose your colour, or place two more stones.")?;
    assert!(page.text("#because")?.starts_with("Tengen placed "));
    page.screenshot("opening-choice")?;
    // A reloaded page restores the opening.
    page.reload()?;
    page.wait_for("#opening-swap")?;
    page.click("#opening-place")?;
    click(&page, &["a1", "o15"])?;
    page.wait_until("!document.querySelector('.opening')")?;
    let opening = opening(&page)?;
    assert!(opening.contains(".a1o15."), "{opening}");

    begin(&page, ["normal", "person"], "freestyle", "swap2")?;
    wait_for_stones(&page, 3)?;
    page.click("#opening-swap")?;
    page.wait_until("!document.querySelector('.opening')")?;
    assert_eq!(saved(&page)?["black"], "person");
    // The engine has White now, and moves first.
    wait_for_stones(&page, 4)?;
    page.wait_for_text("#status", "Your turn.")?;
    page.finish()
}

#[test]
fn two_people_open_by_the_rule_of_renju() -> Result<()> {
    let page = Page::open_game(Options::phone().viewport(360, 640).touch(false))?;
    begin(&page, ["person", "person"], "renju", "rif")?;
    page.wait_for_text("#status", "First player: Place a black stone in the centre (1 of 3).")?;
    page.wait_for(".zone")?;
    click(&page, &["h9"])?;
    page.wait_for_text("#status", "h9 is outside the area for this stone.")?;
    click(&page, &["h8", "h9", "h10"])?;
    page.wait_for_text("#status", "Second player: Choose your colour.")?;
    page.eval("document.querySelector('.table').scrollIntoView()")?;
    page.screenshot("opening-phone")?;
    page.click("#opening-swap")?;
    page.wait_for_text("#status", "First player: Place a white stone anywhere.")?;
    assert_eq!(page.text(".players li:first-child .name")?, "Second player");
    // A choice can be taken back, and made again.
    page.click("#undo")?;
    page.wait_for("#opening-stay")?;
    page.click("#opening-stay")?;
    click(&page, &["h7"])?;
    page.wait_for_text("#status", "Choose fifth moves for Black to offer (0 of 2).")?;
    click(&page, &["g8", "i8"])?;
    page.wait_for_text("#status", "i8 is by symmetry the same as a fifth move already offered.")?;
    click(&page, &["g10"])?;
    page.wait_for_text("#status", "Choose one of the offered fifth moves.")?;
    page.reload()?;
    page.wait_for_text("#status", "Choose one of the offered fifth moves.")?;
    assert_eq!(page.text("#because")?, "First player offered g8 g10.");
    page.wait_until("document.querySelectorAll('.preview').length === 2")?;
    page.eval("document.querySelector('.table').scrollIntoView()")?;
    page.screenshot("opening-offers-phone")?;
    click(&page, &["a1"])?;
    page.wait_for_text("#status", "a1 was not offered.")?;
    click(&page, &["g10"])?;
    wait_for_stones(&page, 5)?;
    page.wait_for_text("#status", "White to move.")?;
    assert_eq!(opening(&page)?, "15.rif.h8h9h10.stay.h7.offer-g8g10.pick-g10");
    page.finish()
}

#[test]
fn the_engine_is_a_partner_in_openings_of_renju() -> Result<()> {
    let page = Page::open_game(Options::desktop())?;
    begin(&page, ["person", "easy"], "renju", "soosorv-8")?;
    click(&page, &["h8", "h9", "i10"])?;
    // After every choice of the engine the opening continues.
    for fourth in ["k8", "k7", "k6", "k5", "k4"] {
        page.wait_until(&format!("({NOBODY_THINKS}) || !document.querySelector('.opening')"))?;
        if page.count(".opening")? == 0 {
            break;
        }
        let status = page.text("#status")?;
        match status.trim() {
            "Choose your colour." => page.click("#opening-stay")?,
            "Place a white stone anywhere." => click(&page, &[fourth])?,
            "Announce how many fifth moves Black will offer." => {
                page.set("#fifth-moves", "2")?;
                page.screenshot("opening-announce")?;
                page.click("#announce")?;
            }
            "Choose one of the offered fifth moves." => {
                let offered = opening(&page)?;
                let offered = offered.rsplit_once("offer-").unwrap().1.to_owned();
                let end = 1 + offered[1..].find(char::is_alphabetic).unwrap();
                click(&page, &[&offered[..end]])?;
            }
            status if status.starts_with("Choose fifth moves") => {
                let points = page.eval("[...document.querySelectorAll('.cell[aria-label$=empty]')].map((cell) => cell.dataset.point)")?;
                for point in points.as_array().unwrap().iter().filter_map(Value::as_str) {
                    if page.text("#status")?.trim().starts_with("Choose fifth moves") {
                        click(&page, &[point])?;
                    }
                }
            }
            other => panic!("{other}"),
        }
    }
    page.wait_until("!document.querySelector('.opening')")?;
    page.wait_until("document.querySelectorAll('.stone').length >= 5")?;
    page.finish()
}

#[test]
fn two_programs_open_and_play() -> Result<()> {
    let page = Page::open_game(Options::desktop())?;
    begin(&page, ["easy", "normal"], "freestyle", "swap")?;
    page.wait_until("document.querySelectorAll('.stone').length > 4")?;
    page.click("#pause")?;
    assert!(opening(&page)?.starts_with("15.swap."));
    // After a reload, the two programs continue their game.
    page.reload()?;
    page.wait_until("document.querySelectorAll('.stone').length > 4")?;
    page.finish()
}
