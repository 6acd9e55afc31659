//! Online play: people in browsers of their own, on one server.

use tengen_browser_tests::{Options, Page, Result};

/// The identifiers of buttons and lists are those of the page in every language.
fn stones(page: &Page, count: usize) -> Result<()> {
    page.wait_until(&format!("document.querySelectorAll('.stone').length === {count}"))
}

fn click(page: &Page, selector: &str) -> Result<()> {
    page.wait_for(selector)?;
    page.click(selector)
}

/// A page on which every tap places a stone, with online play open.
fn lobby(page: &Page) -> Result<()> {
    click(page, "#tab-online")?;
    page.wait_for("#pool-0")
}

fn visitor(first: &Page, options: Options) -> Result<Page> {
    let page = first.open_another(options)?;
    page.wait_for(".cell")?;
    page.wait_for("#tab-online")?;
    Ok(page)
}

/// Creates a challenge in which the user begins, and returns the path of its link.
fn challenge(page: &Page, tempo: &str) -> Result<String> {
    lobby(page)?;
    click(page, "#create-game summary")?;
    page.set("#seek-tempo", tempo)?;
    page.set("#seek-seat", "first")?;
    click(page, "#create-challenge")?;
    page.wait_for("#challenge-link")?;
    page.wait_for("#invitation .qr")?;
    let link = page.eval("document.querySelector('#challenge-link').value")?;
    let (_, query) = link.as_str().unwrap().split_once('?').unwrap();
    Ok(format!("?{query}"))
}

#[test]
fn two_people_play_with_swap2_to_the_end_and_a_third_watches() -> Result<()> {
    let ada = Page::open(Options::desktop().viewport(1280, 657).reduced_motion())?;
    ada.wait_for("#tab-online")?;
    let path = challenge(&ada, "600+5")?;
    ada.screenshot("online-invitation")?;
    // A friend follows the link, on a phone in Chinese. A second tap confirms a point there.
    let bo = visitor(&ada, Options::phone().language("zh-CN").reduced_motion().dark())?;
    bo.eval(r#"localStorage.setItem("tengen.preferences", JSON.stringify({ version: 1, aim: "direct" }))"#)?;
    bo.go_to(&path)?;
    bo.wait_for("#accept-challenge")?;
    bo.screenshot("online-challenge-zh")?;
    bo.click("#accept-challenge")?;
    for page in [&ada, &bo] {
        page.wait_for(".online-game #abort")?;
        page.wait_for(".players.timed")?;
    }
    // Swap2: three stones, and the friend takes White.
    ada.place(&["h8", "h9", "j7"])?;
    stones(&bo, 3)?;
    bo.screenshot("online-swap2-zh")?;
    click(&bo, "#opening-stay")?;
    bo.wait_until("document.title.startsWith('轮到你了')")?;
    bo.place(&["a1"])?;
    stones(&ada, 4)?;
    ada.wait_until("document.title.startsWith('Your turn')")?;

    // A takeback, which the opponent allows.
    click(&bo, "#takeback")?;
    click(&ada, "#offer-yes")?;
    stones(&bo, 3)?;
    bo.place(&["a2"])?;
    stones(&ada, 4)?;

    // The connection ends and comes back in the middle of the game.
    bo.allow_problem("ERR_INTERNET_DISCONNECTED");
    bo.set_offline(true)?;
    ada.wait_for("#opponent-left")?;
    ada.screenshot("online-opponent-left")?;
    ada.place(&["i7"])?;
    bo.set_offline(false)?;
    stones(&bo, 5)?;
    ada.wait_until("!document.querySelector('#opponent-left')")?;

    // A draw is offered and declined.
    click(&ada, "#offer-draw")?;
    bo.wait_for("#offer-no")?;
    bo.screenshot("online-draw-zh")?;
    bo.click("#offer-no")?;
    ada.wait_until("!document.querySelector('#withdraw')")?;

    // A third finds the game in the lobby.
    let cid = visitor(&ada, Options::desktop().reduced_motion())?;
    lobby(&cid)?;
    cid.wait_for("#live-games .online-line")?;
    cid.screenshot("online-lobby")?;
    cid.click("#live-games .online-line")?;
    stones(&cid, 5)?;
    cid.wait_for("#stop-watching")?;

    // A page that is loaded again goes on with the game.
    ada.reload()?;
    stones(&ada, 5)?;
    for (white, black) in [("c4", "k7"), ("e2", "l7")] {
        bo.place(&[white])?;
        stones(&ada, stones_after(&bo)?)?;
        ada.place(&[black])?;
        stones(&bo, stones_after(&ada)?)?;
    }
    ada.screenshot("online-playing")?;
    bo.screenshot("online-playing-zh")?;
    bo.place(&["g2"])?;
    stones(&ada, 10)?;
    ada.place(&["m7"])?;
    for page in [&bo, &cid] {
        stones(page, 11)?;
    }
    ada.wait_for_text("#status", "You win!")?;
    for page in [&ada, &bo] {
        page.wait_for("#rematch")?;
        page.wait_for("#review")?;
    }
    bo.screenshot("online-over-zh")?;

    // The game is in the library like any other, and a rematch exchanges the seats.
    ada.click("#tab-library")?;
    ada.wait_until("document.querySelectorAll('.saved-games li').length === 1")?;
    ada.click("#tab-play")?;
    click(&ada, "#rematch")?;
    click(&bo, "#rematch")?;
    for page in [&ada, &bo] {
        stones(page, 0)?;
        page.wait_for("#abort")?;
    }
    bo.place(&["h8", "h9", "j7"])?;
    stones(&ada, 3)?;
    click(&ada, "#opening-stay")?;
    ada.place(&["a1"])?;
    stones(&bo, 4)?;
    click(&bo, "#resign")?;
    click(&bo, "#resign-yes")?;
    ada.wait_for_text("#status", "You win!")?;
    cid.finish()?;
    bo.finish()?;
    ada.finish()
}

fn stones_after(page: &Page) -> Result<usize> {
    page.count(".stone")
}

#[test]
fn the_pools_pair_two_people_and_a_draw_can_be_agreed() -> Result<()> {
    let ada = Page::open(Options::desktop().reduced_motion())?;
    ada.wait_for("#tab-online")?;
    let bo = visitor(&ada, Options::desktop().reduced_motion())?;
    // Without an opening protocol the first player has Black.
    for page in [&ada, &bo] {
        lobby(page)?;
        click(page, "#pool-7")?;
    }
    for page in [&ada, &bo] {
        page.wait_for(".online-game #abort")?;
    }
    page_of_turn(&ada, &bo)?.place(&["h8"])?;
    for page in [&ada, &bo] {
        stones(page, 1)?;
    }
    page_of_turn(&ada, &bo)?.place(&["h9"])?;
    for page in [&ada, &bo] {
        stones(page, 2)?;
    }
    click(&ada, "#offer-draw")?;
    click(&bo, "#offer-yes")?;
    for page in [&ada, &bo] {
        page.wait_for_text("#status", "Draw.")?;
    }
    bo.finish()?;
    ada.finish()
}

/// The page of the player who has to move.
fn page_of_turn<'a>(one: &'a Page, other: &'a Page) -> Result<&'a Page> {
    loop {
        for page in [one, other] {
            if page.text("#status")?.trim() == "Your turn." {
                return Ok(page);
            }
        }
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
}
