//! The farming of ratings, and games that are thrown away.

use std::thread::sleep;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use tengen_online::id::{ChallengeId, SeekId};
use tengen_online::lobby::{Candidate, OpenChallenge, OpenSeek};
use tengen_online::message::{
    ChallengeRequest, ClientCommand, ErrorCode, GameCommand, PoolId, SeekRequest, ServerMessage,
};
use tengen_online::settings::{GameSettings, SeatChoice};
use tengen_server::online::{Change, Database, OnlineOptions, Sqlite, Storage as _};

use crate::accounts::{get, member};
use crate::client::Client;
use crate::games::{begin, settings};
use crate::moderation::moderated;
use crate::server::TestServer;

/// The longest time that the test waits for an immediate effect.
const PATIENCE: Duration = Duration::from_secs(30);

#[test]
fn short_rated_games_are_reported_and_pause_the_ratings() {
    let (server, _folder, mona, _) = moderated();
    let address = server.address;
    let cookies = [member(address, "Ada"), member(address, "Bea")];
    let connect = |cookie: &String| Client::connect(address, Some(cookie), "Session1").unwrap();
    let [mut ada, mut bea] = cookies.each_ref().map(connect);
    let rated = GameSettings { rule: "renju".parse().unwrap(), rated: true, ..settings("free", "300+0") };
    for _ in 0..tengen_online::fairness::MOST_SHORT {
        let game = begin(&mut ada, &mut bea, rated);
        bea.act(game, GameCommand::Resign).unwrap();
        for player in [&mut ada, &mut bea] {
            player.until_game(game, |snapshot| snapshot.result.is_some());
            player.forget();
        }
    }
    let start = Instant::now();
    for cookie in &cookies {
        while get(address, "/account", cookie).json()["sanction"]["unrated"].is_null() {
            assert!(start.elapsed() < PATIENCE, "the ratings are not paused");
            sleep(Duration::from_millis(20));
        }
    }
    let reports = get(address, "/moderation/reports", &mona).json();
    let mut accused: Vec<&str> = Vec::new();
    for report in reports.as_array().unwrap() {
        assert_eq!(report["author"]["name"], "Server", "{report}");
        accused.push(report["accused"]["name"].as_str().unwrap());
    }
    accused.sort_unstable();
    assert_eq!(accused, ["Ada", "Bea"], "{reports}");
    let request = ChallengeRequest { settings: rated, seat: SeatChoice::First, to: None };
    assert_eq!(ada.command(ClientCommand::Challenge(request)), Err(ErrorCode::NotAllowed));
    assert_eq!(ada.command(ClientCommand::JoinPool(PoolId(0))), Err(ErrorCode::NotAllowed));
    begin(&mut ada, &mut bea, settings("free", "300+0"));
    let page = crate::http::request(address, "GET /moderation", &[("cookie", &mona)], "");
    assert!(page.status == 200 && page.body.contains("The server noticed 5 rated games"), "{}", page.body);
    let page = crate::http::request(address, "GET /moderation?account=Ada", &[("cookie", &mona)], "");
    assert!(page.body.contains("Ratings are paused until"), "{}", page.body);
}

/// Earlier versions rated freestyle without an opening, a game that the first player wins. Such requests may still be stored.
#[test]
fn stored_requests_for_unbalanced_rated_games_lead_to_casual_ones() {
    let folder = tempfile::tempdir().unwrap();
    let options = || OnlineOptions::new(Database::Folder(folder.path().to_owned()));
    let server = TestServer::with(options());
    let cookies = [member(server.address, "Ada"), member(server.address, "Bea")];
    let connect = |server: &TestServer, cookie: &String| {
        Client::connect(server.address, Some(cookie), "Session1").unwrap()
    };
    let players = cookies.each_ref().map(|cookie| connect(&server, cookie).welcome.you);
    server.stop();
    let rated = |tempo| GameSettings { rated: true, ..settings("free", tempo) };
    let by = || Candidate { player: players[0].clone(), blocks: Vec::new(), plays: None };
    let (seek, challenge) = (SeekId::from_entropy(1), ChallengeId::from_entropy(2));
    let sought = SeekRequest {
        settings: rated("3d"),
        seat: SeatChoice::First,
        ratings: None,
        members_only: false,
        bot: None,
    };
    let wanted =
        ChallengeRequest { settings: rated("300+0"), seat: SeatChoice::First, to: Some(players[1].account) };
    // Old requests expire, so that these must be new.
    let opened = u64::try_from(SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis()).unwrap();
    let changes = [
        Change::OpenSeek(Box::new(OpenSeek { seek, by: by(), request: sought, opened })),
        Change::OpenChallenge(Box::new(OpenChallenge { challenge, by: by(), request: wanted, opened })),
    ];
    tokio::runtime::Runtime::new().unwrap().block_on(async {
        let storage = Sqlite::open(folder.path()).await.unwrap();
        assert_eq!(storage.commit(&[&changes]).await.unwrap(), [Ok(())]);
        storage.finish().await.unwrap();
    });
    let server = TestServer::with(options());
    let [mut ada, mut bea] = cookies.each_ref().map(|cookie| connect(&server, cookie));
    let shown = bea.until(|message| match message {
        ServerMessage::Challenge(view) => Some(view.request.settings.rated),
        _ => None,
    });
    assert!(!shown, "Bea sees a casual game before she accepts it");
    for accept in [ClientCommand::TakeSeek(seek), ClientCommand::AcceptChallenge(challenge)] {
        bea.command(accept).unwrap();
        let new = |message: &ServerMessage| match message {
            ServerMessage::Snapshot(snapshot) => Some(snapshot.settings),
            _ => None,
        };
        for player in [&mut ada, &mut bea] {
            assert!(!player.until(new).rated);
        }
    }
}

#[test]
fn who_aborts_a_game_of_a_pool_waits_for_the_next_one() {
    let server = TestServer::start();
    let (mut one, mut other) = (server.guest(), server.guest());
    for player in [&mut one, &mut other] {
        player.command(ClientCommand::JoinPool(PoolId(1))).unwrap();
    }
    let new = |message: &ServerMessage| match message {
        ServerMessage::Snapshot(snapshot) => Some(snapshot.game),
        _ => None,
    };
    let game = one.until(new);
    assert_eq!(other.until(new), game);
    one.act(game, GameCommand::Abort).unwrap();
    other.until_game(game, |snapshot| snapshot.result.is_some());
    assert_eq!(one.command(ClientCommand::JoinPool(PoolId(1))), Err(ErrorCode::TooMuch));
    other.command(ClientCommand::JoinPool(PoolId(1))).unwrap();
}
