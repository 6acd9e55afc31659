//! Games from a link: they belong to another user, and are only shown until the user continues them.

use tengen_browser_tests::{Options, Page, Result};

/// The link to a game of a person against the program, after these moves of both.
fn link(moves: &[&str]) -> Result<String> {
    let page = Page::of_two_people(Options::desktop(), moves)?;
    page.unfold("save-games")?;
    page.wait_for("#make-link")?;
    page.click("#make-link")?;
    page.wait_for("#link")?;
    let link = page.eval("document.querySelector('#link').value")?.as_str().unwrap_or_default().to_owned();
    page.finish()?;
    let (_, fragment) = link.split_once('#').unwrap_or_default();
    Ok(format!("#{fragment}"))
}

#[test]
fn a_stranger_looks_at_a_shared_game_and_plays_on_or_analyses() -> Result<()> {
    // The program would have the turn if the game belonged to the visitor.
    let fragment = link(&["h8", "i9", "g7"])?;
    for (name, options) in [
        ("phone", Options::phone().viewport(390, 844)),
        ("phone-zh", Options::phone().viewport(390, 844).language("zh-CN")),
        ("laptop", Options::desktop().viewport(1366, 768)),
        ("tablet", Options::phone().viewport(820, 1180)),
    ] {
        let page = Page::open(options.path(&fragment))?;
        page.wait_for("#play-on")?;
        page.wait_until("document.querySelectorAll('.stone').length === 3")?;
        if name == "laptop" {
            page.wait_for_text("#status", "This is a shared game, move 3 of 3.")?;
            page.wait_for_text("#because", "Play on from here yourself, or analyse it.")?;
        }
        assert_eq!(page.count("#resume")?, 0);
        page.screenshot(&format!("watching-{name}"))?;
        // A click does not continue the game, and the program does not move.
        page.choose("a1")?;
        page.wait_for_frames()?;
        assert_eq!(page.count(".stone")?, 3);
        if name == "laptop" {
            page.wait_for_text("#status", "Press “Play on from here” to play.")?;
            // A reload does not continue the game either.
            page.reload()?;
            page.wait_for("#play-on")?;
            page.press("u")?;
            page.wait_until("document.querySelectorAll('.stone').length === 2")?;
            page.wait_for_text("#status", "move 2 of 3")?;
            page.press("r")?;
            page.wait_until("document.querySelectorAll('.stone').length === 3")?;
            page.click("#analyse-game")?;
            page.wait_for("#close-analysis")?;
            page.choose("a1")?;
            page.wait_until("document.querySelectorAll('.stone').length === 4")?;
            page.click("#close-analysis")?;
            page.wait_for("#play-on")?;
        }
        page.click("#play-on")?;
        page.wait_for("#resign")?;
        // The visitor has the side to move, and the program answers.
        page.choose("a1")?;
        page.wait_until("document.querySelectorAll('.stone').length === 5")?;
        page.screenshot(&format!("watching-{name}-played-on"))?;
        page.finish()?;
    }
    Ok(())
}
