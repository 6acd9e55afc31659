//! Online play: users in separate browsers, on one server.

mod account;
mod embedded;
mod forms;
mod friends;
mod looks;
mod moderation;
mod moments;
mod tabs;
mod talk;
mod tournament;
mod waiting;

use std::time::{Duration, Instant};

use tengen_browser_tests::{Options, Page, Result};

/// Waits for this number of stones.
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

/// A script that delays the positions of games that the server sends, so that every other message overtakes them.
const SLOW_SNAPSHOTS: &str = "const own = Object.getOwnPropertyDescriptor(WebSocket.prototype, 'onmessage'); \
    Object.defineProperty(WebSocket.prototype, 'onmessage', { ...own, set(then) { own.set.call(this, then && ((event) => { \
      const deliver = () => then.call(this, event); \
      if (String(event.data).startsWith('{\"snapshot\"')) setTimeout(deliver, 300); else deliver(); })); } });";

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
    page.set("#seek-opening", "swap2")?;
    challenge_open(page, tempo)
}

/// Creates a challenge in the form that is open, and returns the path of its link.
fn challenge_open(page: &Page, tempo: &str) -> Result<String> {
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
    // A friend follows the link, on a phone in Chinese, where a second tap confirms a point.
    let phone = Options::phone().language("zh-CN").reduced_motion().dark().direct();
    let bo = visitor(&ada, phone.path(&path))?;
    bo.wait_for("#accept-challenge")?;
    bo.screenshot("online-challenge-zh")?;
    bo.click("#accept-challenge")?;
    for page in [&ada, &bo] {
        page.wait_for(".online-game #abort")?;
        page.wait_for(".players.timed")?;
    }
    // In Swap2, three stones are placed, and the friend takes White.
    ada.place(&["h8", "h9", "j7"])?;
    stones(&bo, 3)?;
    bo.screenshot("online-swap2-zh")?;
    click(&bo, "#opening-stay")?;
    bo.wait_until("document.title.startsWith('轮到你了')")?;
    bo.place(&["a1"])?;
    stones(&ada, 4)?;
    ada.wait_until("document.title.startsWith('Your turn')")?;

    // A takeback, which the opponent accepts.
    click(&bo, "#takeback")?;
    click(&ada, "#offer-yes")?;
    stones(&bo, 3)?;
    bo.place(&["a2"])?;
    stones(&ada, 4)?;

    // The connection is lost and restored in the middle of the game.
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
    ada.wait_for_text("#offer-declined", "declined the draw.")?;

    // A third user finds the game in the lobby.
    let cid = visitor(&ada, Options::desktop().reduced_motion())?;
    lobby(&cid)?;
    // The lobby's small board follows the game; its position is that of the players.
    cid.wait_for("#featured-game .thumbnail")?;
    cid.wait_until(&format!("{FEATURED_STONES} === 5"))?;
    cid.screenshot("online-lobby")?;
    bo.place(&["c4"])?;
    stones(&ada, 6)?;
    cid.wait_until(&format!("{FEATURED_STONES} === 6"))?;
    assert!(cid.text("#featured-game")?.contains("Guest"), "the players are named");
    cid.click("#featured-game")?;
    stones(&cid, 6)?;
    cid.wait_for("#stop-watching")?;

    // A reloaded page continues the game.
    ada.reload()?;
    stones(&ada, 6)?;
    ada.place(&["k7"])?;
    for page in [&bo, &cid] {
        stones(page, 7)?;
    }
    bo.place(&["e2"])?;
    stones(&ada, 8)?;
    ada.place(&["l7"])?;
    stones(&bo, 9)?;
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

    // The library contains the game like any other, and a rematch exchanges the seats.
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

/// The number of stones on the small board of the lobby.
const FEATURED_STONES: &str = "[...document.querySelectorAll('#featured-game .dots')] \
    .map((path) => path.getAttribute('d').split('M').length - 1).reduce((sum, count) => sum + count, 0)";

const PASSWORD: &str = "correct horse";

/// Makes a guest a member.
fn register(page: &Page, name: &str) -> Result<()> {
    lobby(page)?;
    click(page, "#online-account")?;
    click(page, "#create-account summary")?;
    page.fill("#register-name", name)?;
    page.fill("#register-password", PASSWORD)?;
    page.click("#register")?;
    page.wait_for_text("#profile .profile-name", name)
}

/// A rated game of two members. It is a game of renju, since freestyle is rated only with a balancing opening.
fn rated_game(ada: &Page, bo: &Page) -> Result<()> {
    for page in [ada, bo] {
        click(page, "#online-lobby")?;
    }
    click(ada, "#create-game summary")?;
    ada.set("#seek-rule", "renju")?;
    ada.set("#seek-opening", "free")?;
    click(ada, "#seek-rated")?;
    click(ada, "#create-seek")?;
    click(bo, "#seeks li .take")?;
    for page in [ada, bo] {
        page.wait_for(".online-game #abort")?;
    }
    Ok(())
}

#[test]
fn two_members_play_a_rated_game_talk_and_have_profiles() -> Result<()> {
    let ada = Page::open(Options::desktop().viewport(1280, 657).reduced_motion())?;
    ada.wait_for("#tab-online")?;
    let bo = visitor(&ada, Options::phone().language("zh-CN").reduced_motion().dark().direct())?;
    ada.screenshot("online-first")?;
    // A name that another user has is refused with a message.
    register(&ada, "Ada")?;
    lobby(&bo)?;
    click(&bo, "#online-account")?;
    bo.screenshot("online-guest-zh")?;
    click(&bo, "#create-account summary")?;
    bo.expect_problem("409");
    bo.fill("#register-name", "ada")?;
    bo.fill("#register-password", PASSWORD)?;
    bo.click("#register")?;
    bo.wait_for_text("#create-account .outcome", "此用户名不可用")?;
    bo.screenshot("online-register-zh")?;
    bo.fill("#register-name", "波波")?;
    bo.click("#register")?;
    bo.wait_for_text("#profile .profile-name", "波波")?;
    bo.screenshot("online-account-zh")?;

    rated_game(&ada, &bo)?;
    // These moves are enough for a game that counts.
    let points = ["h8", "a1", "b14", "c1", "d12", "e1", "f10", "g1", "n2", "o15"];
    play_in_turn(&ada, &bo, &points)?;

    // Each player reads the other's phrase in the own language.
    click(&ada, "#say")?;
    ada.wait_for("#phrases button:nth-child(2)")?;
    ada.screenshot("online-phrases")?;
    ada.click("#phrases button:nth-child(2)")?;
    bo.wait_for_text(".talk", "祝你好运！")?;
    ada.wait_for_text(".talk", "Good luck!")?;
    click(&bo, "#about-opponent summary")?;
    click(&bo, "#mute")?;
    bo.wait_for("#unmute")?;
    click(&bo, ".report summary")?;
    click(&bo, "#send-report")?;
    bo.wait_for_text("#report-outcome", "谢谢")?;
    bo.screenshot("online-report-zh")?;
    click(&ada, "#say")?;
    click(&ada, "#phrases button:first-child")?;
    ada.wait_for_text(".talk", "Hello.")?;

    click(&ada, "#offer-draw")?;
    click(&bo, "#offer-yes")?;
    ada.wait_for_text("#status", "Draw.")?;
    bo.wait_for_text("#status", "和棋")?;
    assert!(!bo.text(".talk")?.contains("你好。"), "a muted player is not heard");
    ada.wait_for_text("#online-because", "Your rating: 1500 (+0)")?;
    ada.screenshot("online-rated-over")?;

    // The profile has the rating and the game, which opens on the board.
    click(&ada, "#tab-online")?;
    click(&ada, "#online-account")?;
    ada.wait_for(".ratings .rating")?;
    ada.wait_for("#played-games .online-line")?;
    ada.screenshot("online-profile")?;
    bo.click("#tab-online")?;
    click(&bo, "#online-players")?;
    bo.wait_for("#leaderboard-rule")?;
    bo.screenshot("online-players-zh")?;
    bo.finish()?;
    ada.click("#played-games .online-line")?;
    stones(&ada, points.len())?;

    // The user signs out and signs in again, with the password and with a passkey.
    click(&ada, "#tab-online")?;
    click(&ada, "#online-account")?;
    click(&ada, "#log-out")?;
    click(&ada, "#online-account")?;
    click(&ada, "#sign-in summary")?;
    ada.screenshot("online-sign-in")?;
    ada.fill("#login-name", "Ada")?;
    ada.fill("#login-password", PASSWORD)?;
    ada.click("#login")?;
    ada.wait_for_text("#profile .profile-name", "Ada")?;
    ada.add_authenticator()?;
    click(&ada, "#own-passkeys summary")?;
    click(&ada, "#add-passkey")?;
    ada.wait_for("#passkeys li")?;
    ada.screenshot("online-passkey")?;
    click(&ada, "#log-out")?;
    click(&ada, "#online-account")?;
    click(&ada, "#sign-in summary")?;
    click(&ada, "#passkey-login")?;
    ada.wait_for_text("#profile .profile-name", "Ada")?;

    // The page reports a server that has ended, and nothing else stops.
    ada.allow_problem("ERR_CONNECTION_REFUSED");
    ada.allow_problem("WebSocket");
    ada.end_site();
    ada.wait_for("#online-notice.lost")?;
    ada.screenshot("online-lost")?;
    ada.finish()
}

#[test]
fn a_program_takes_a_seek_and_a_win_can_be_claimed() -> Result<()> {
    let ada = Page::open(Options::desktop().reduced_motion())?;
    ada.wait_for("#tab-online")?;
    lobby(&ada)?;
    click(&ada, "#create-game summary")?;
    ada.set("#seek-opening", "free")?;
    ada.set("#seek-seat", "first")?;
    ada.set("#seek-bot", "easy")?;
    ada.screenshot("online-create")?;
    click(&ada, "#create-seek")?;
    ada.wait_for("#seeks li")?;
    ada.screenshot("online-seek")?;
    ada.wait_for(".online-game #abort")?;
    ada.place(&["h8"])?;
    stones(&ada, 2)?;
    ada.screenshot("online-program")?;
    // The program accepts everything except a draw.
    click(&ada, "#takeback")?;
    stones(&ada, 0)?;
    ada.place(&["h8"])?;
    stones(&ada, 2)?;
    click(&ada, "#resign")?;
    click(&ada, "#resign-yes")?;
    ada.wait_for_text("#status", "You lost.")?;

    // An opponent who has been absent for long enough has lost.
    click(&ada, "#back-to-lobby")?;
    click(&ada, "#create-game summary")?;
    ada.set("#seek-opening", "free")?;
    let guest = ada.guest(1)?;
    guest.accept(&challenge_open(&ada, "60+1")?)?;
    ada.wait_for(".online-game #abort")?;
    ada.place(&["h8"])?;
    stones(&ada, 2)?;
    drop(guest);
    ada.wait_for_text("#opponent-left", "Your opponent is disconnected.")?;
    assert_eq!(ada.count("#claim-win")?, 0, "the opponent loses no time while it is the user's turn");
    ada.place(&["h9"])?;
    ada.wait_for_text("#opponent-left", "0:1")?;
    ada.screenshot("online-claim")?;
    ada.wait_until_within(
        "document.querySelector('#claim-win:not([aria-disabled])')",
        Duration::from_secs(30),
    )?;
    ada.click("#claim-win")?;
    ada.wait_for_text("#status", "You win!")?;
    ada.finish()
}

#[test]
fn four_players_have_a_tournament() -> Result<()> {
    let ada = Page::open(Options::desktop().viewport(1280, 657).reduced_motion())?;
    ada.wait_for("#tab-online")?;
    register(&ada, "Ada")?;
    let bo = visitor(&ada, Options::phone().language("zh-CN").reduced_motion().direct())?;
    click(&ada, "#online-tournaments")?;
    click(&ada, "#create-tournament summary")?;
    ada.fill("#tournament-name", "Club")?;
    ada.set("#tournament-kind", "round-robin")?;
    ada.set("#seek-opening", "free")?;
    ada.screenshot("online-tournament-form")?;
    // The page's clock is set back, so that the tournament begins within seconds rather than in a minute.
    ada.set("#tournament-start", "1")?;
    ada.eval("(() => { const now = Date.now; Date.now = () => now.call(Date) - 50000; })()")?;
    std::thread::sleep(Duration::from_millis(1_200));
    click(&ada, "#tournament-go")?;
    ada.wait_for_text("#tournament-title", "Club")?;
    let listed = ada.eval("(await (await fetch('/api/v1/tournaments')).json()).upcoming[0].tournament")?;
    let id = listed.as_str().unwrap().to_owned();
    click(&ada, "#join-tournament")?;
    bo.go_to(&format!("?tournament={id}"))?;
    click(&bo, "#join-tournament")?;
    let guests = [ada.guest(1)?, ada.guest(2)?];
    for guest in &guests {
        guest.join(&id)?;
    }
    ada.wait_until("document.querySelectorAll('#standings tbody tr').length === 4")?;
    bo.wait_for("#leave-tournament")?;
    bo.screenshot("online-tournament-open-zh")?;

    // In a round robin, each player places stones in a row of their own, or plays until the opponent resigns.
    let rows = [["b4", "c4", "d4", "e4", "f4"], ["b9", "c9", "d9", "e9", "f9"]];
    let start = Instant::now();
    while !ada.eval("document.querySelector('#tournament-state')?.textContent.includes('over')")?.eq(&true) {
        if start.elapsed() > Duration::from_secs(45) {
            ada.screenshot("in-vain-tournament")?;
            bo.screenshot("in-vain-tournament-zh")?;
            panic!("the tournament does not end");
        }
        for (page, row) in [&ada, &bo].into_iter().zip(rows) {
            let to_tournament = page.count("#to-tournament")?;
            let own_game = page.count("#own-tournament-game")?;
            if to_tournament > 0 {
                // The page may open the tournament by itself between the check and the click.
                page.eval("document.querySelector('#to-tournament')?.click()")?;
            } else if own_game > 0 {
                page.click("#own-tournament-game")?;
            } else if page.eval("/^(Your turn|轮到你了)/.test(document.title)")? == true
                && page.count(".online-game")? > 0
            {
                let is_free = |point: &&&str| {
                    let label =
                        format!("document.querySelector('[data-point={point}]').getAttribute('aria-label')");
                    page.eval(&format!("/, (empty|空)$|，空$/.test({label})")).is_ok_and(|free| free == true)
                };
                if let Some(point) = row.iter().find(is_free) {
                    // The next game may begin before the stone is found.
                    page.click(&format!("[data-point={point}]"))?;
                }
            }
        }
        std::thread::sleep(Duration::from_millis(100));
    }
    ada.wait_for("#tournament-own")?;
    ada.screenshot("online-tournament-over")?;
    click(&bo, "#tab-online")?;
    bo.wait_for("#standings")?;
    bo.screenshot("online-tournament-over-zh")?;
    drop(guests);
    bo.finish()?;
    ada.finish()
}

/// Plays these stones on an empty board, alternately, and waits until both pages show each of them.
fn play_in_turn(one: &Page, other: &Page, points: &[&str]) -> Result<()> {
    for (count, point) in points.iter().enumerate() {
        page_of_turn(one, other)?.place(&[point])?;
        for page in [one, other] {
            stones(page, count + 1)?;
        }
    }
    Ok(())
}

/// The page of the player to move.
fn page_of_turn<'a>(one: &'a Page, other: &'a Page) -> Result<&'a Page> {
    loop {
        for page in [one, other] {
            if page.eval("/^(Your turn|轮到你了)/.test(document.title)")? == true {
                return Ok(page);
            }
        }
        std::thread::sleep(Duration::from_millis(50));
    }
}
