//! Accounts over HTTP.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use tengen_online::message::{ChallengeRequest, ClientCommand, ErrorCode, GameCommand, ServerMessage};
use tengen_online::phrase::{Phrase, Utterance};
use tengen_online::settings::{GameSettings, SeatChoice};
use tengen_server::online::{Database, OnlineLimits, OnlineOptions, Rate};

use crate::client::Client;
use crate::games::{begin, local, play, settings};
use crate::http::{Response, request};
use crate::server::TestServer;

pub(crate) const PASSWORD: &str = "correct horse";

pub(crate) fn post(address: SocketAddr, path: &str, cookie: &str, body: &str) -> Response {
    request(address, &format!("POST /api/v1{path}"), &[("cookie", cookie)], body)
}

pub(crate) fn get(address: SocketAddr, path: &str, cookie: &str) -> Response {
    request(address, &format!("GET /api/v1{path}"), &[("cookie", cookie)], "")
}

pub(crate) fn credentials(name: &str, password: &str) -> String {
    serde_json::json!({ "name": name, "password": password }).to_string()
}

/// Registers a member and returns the cookie.
pub(crate) fn member(address: SocketAddr, name: &str) -> String {
    let cookie = post(address, "/session", "", "").cookie();
    let registered = post(address, "/account/register", &cookie, &credentials(name, PASSWORD));
    assert_eq!(registered.status, 200, "{}", registered.body);
    registered.cookie()
}

#[test]
fn a_guest_becomes_a_member_and_signs_in_elsewhere() {
    let server = TestServer::start();
    let address = server.address;
    let begun = post(address, "/session", "", "");
    let cookie = begun.cookie();
    assert!(begun.header("set-cookie").unwrap().contains("; HttpOnly; SameSite=Lax; "));
    assert_eq!(begun.json()["kind"], "guest");
    let again = post(address, "/session", &cookie, "");
    assert_eq!((again.json(), again.header("set-cookie")), (begun.json(), None));

    let registered = post(address, "/account/register", &cookie, &credentials("Ada", PASSWORD));
    assert_eq!(registered.json()["id"], begun.json()["id"], "the guest's games stay");
    assert_eq!(
        (registered.json()["kind"].as_str(), registered.json()["name"].as_str()),
        (Some("member"), Some("Ada"))
    );
    let (planted, cookie) = (cookie, registered.cookie());
    assert_ne!(planted, cookie, "who has planted the guest's session has no session of the member");
    assert_eq!(get(address, "/account", &planted).status, 401);
    let twice = post(address, "/account/register", &cookie, &credentials("Eve", PASSWORD));
    assert_eq!((twice.status, twice.code().as_str()), (403, "not-allowed"));

    let elsewhere = post(address, "/session/login", "", &credentials("ada", PASSWORD));
    assert_eq!(elsewhere.json()["id"], begun.json()["id"]);
    assert_ne!(elsewhere.cookie(), cookie);
    for (name, password) in [("ada", "wrong horse"), ("Adb", PASSWORD), ("Tengen-easy", "")] {
        assert_eq!(post(address, "/session/login", "", &credentials(name, password)).status, 401, "{name}");
    }
    let client = Client::connect(address, Some(&elsewhere.cookie()), "Session1").unwrap();
    assert_eq!(client.welcome.you.name.as_str(), "Ada");

    let out = request(address, "DELETE /api/v1/session", &[("cookie", &elsewhere.cookie())], "");
    assert_eq!((out.status, out.cookie().as_str()), (204, "tengen-session="));
    assert_eq!(get(address, "/account", &elsewhere.cookie()).status, 401);
    assert_eq!(get(address, "/account", &cookie).status, 200);
}

#[test]
fn names_are_checked() {
    let server = TestServer::start();
    let address = server.address;
    let ada = member(address, "Ada");
    let guest = post(address, "/session", "", "").cookie();
    for (name, status) in
        [("ADA", 409), ("Аda", 400), ("admin1", 400), ("Guest-abc", 400), ("a", 422), ("a b", 422)]
    {
        let refused = post(address, "/account/register", &guest, &credentials(name, PASSWORD));
        assert_eq!(refused.status, status, "{name}: {}", refused.body);
    }
    assert_eq!(post(address, "/account/register", &guest, &credentials("Bea", "short")).status, 400);
    assert_eq!(
        post(address, "/account/name", &guest, r#"{"name":"Bea"}"#).status,
        403,
        "guests have no names"
    );
    let renamed = post(address, "/account/name", &ada, r#"{"name":"Adele"}"#);
    assert_eq!(renamed.json()["name"], "Adele");
    let again = post(address, "/account/name", &ada, r#"{"name":"Ada"}"#);
    assert_eq!((again.status, again.code().as_str()), (409, "too-early"));
    assert_eq!(get(address, "/users/adele", "").json()["user"]["name"], "Adele");
    assert_eq!(get(address, "/users/Ada", "").status, 404);
}

#[test]
fn passwords_that_are_guessed_first_are_refused() {
    let server = TestServer::start();
    let address = server.address;
    let guest = post(address, "/session", "", "").cookie();
    for password in ["", "short", "password", "12345678", "Password", "qwertyuiop", "aaaaaaaa", "beatrice"] {
        let refused = post(address, "/account/register", &guest, &credentials("Beatrice", password));
        assert_eq!((refused.status, refused.code().as_str()), (400, "malformed"), "{password}");
    }
    let ada = member(address, "Ada");
    for password in ["password", "12345678", "short"] {
        let body = serde_json::json!({ "old": PASSWORD, "new": password }).to_string();
        assert_eq!(post(address, "/account/password", &ada, &body).status, 400, "{password}");
    }
    assert_eq!(post(address, "/session/login", "", &credentials("Ada", PASSWORD)).status, 200);
}

#[test]
fn another_password_ends_other_sessions() {
    let server = TestServer::start();
    let address = server.address;
    let ada = member(address, "Ada");
    let other = post(address, "/session/login", "", &credentials("Ada", PASSWORD)).cookie();
    let mut client = Client::connect(address, Some(&other), "Session1").unwrap();
    let change = |old: &str| {
        post(address, "/account/password", &ada, &format!(r#"{{"old":"{old}","new":"battery staple"}}"#))
    };
    assert_eq!(change("wrong horse").status, 403);
    let changed = change(PASSWORD);
    assert_eq!(changed.status, 200);
    assert!(client.is_closed());
    for ended in [&other, &ada] {
        assert_eq!(get(address, "/account", ended).status, 401);
    }
    assert_eq!(get(address, "/account", &changed.cookie()).status, 200);
    assert_eq!(post(address, "/session/login", "", &credentials("Ada", PASSWORD)).status, 401);
    assert_eq!(post(address, "/session/login", "", &credentials("Ada", "battery staple")).status, 200);
}

/// Renju can be rated without an opening protocol.
fn rated_renju() -> GameSettings {
    GameSettings { rule: "renju".parse().unwrap(), rated: true, ..settings("free", "300+0") }
}

#[test]
fn short_games_and_repetitions_count_little_or_nothing() {
    let server = TestServer::start();
    let address = server.address;
    let connect = |name| Client::connect(address, Some(&member(address, name)), "Session1").unwrap();
    let mut players = ["Ada", "Bea"].map(connect);
    let unbalanced = GameSettings { rated: true, ..settings("free", "300+0") };
    let request = ChallengeRequest { settings: unbalanced, seat: SeatChoice::First, to: None };
    assert_eq!(players[0].command(ClientCommand::Challenge(request)), Err(ErrorCode::Settings));

    let play_game = |players: &mut [Client; 2], plies: usize| {
        let [one, other] = players;
        let game = begin(one, other, rated_renju());
        let points = ["h8", "h9", "a1", "a3", "c1", "c3", "e1", "e3", "g1", "g3"];
        points[..plies].iter().for_each(|point| play(players, game, point));
        players[1].act(game, GameCommand::Resign).unwrap();
        players[0].until_game(game, |snapshot| snapshot.result.is_some());
        players[0].forget();
        players[1].forget();
        game
    };
    play_game(&mut players, 8);
    let ratings = || get(address, "/users/Ada", "").json()["ratings"].as_array().unwrap().len();
    assert_eq!(ratings(), 0, "a resignation after eight plies");
    let mut values = Vec::new();
    for _ in 0..4 {
        let game = play_game(&mut players, 10);
        let rated = players[0].until_game(game, |snapshot| snapshot.ratings.is_some()).ratings.unwrap();
        values.push(i32::from(rated[0].value));
    }
    // The short game was the first of the day: these are the second to the fifth.
    let gains: Vec<i32> = values.windows(2).map(|pair| pair[1] - pair[0]).collect();
    assert!(gains[0] > gains[1] && gains[1] > gains[2] && gains[2] > 0, "{values:?}");
}

#[test]
fn a_rated_game_changes_ratings_and_everything_is_exported_and_deleted() {
    let server = TestServer::start();
    let address = server.address;
    let cookies = [member(address, "Ada"), member(address, "Bea")];
    let connect = |cookie: &String| Client::connect(address, Some(cookie), "Session1").unwrap();
    let [mut ada, mut bea] = cookies.each_ref().map(connect);
    let game = begin(&mut ada, &mut bea, rated_renju());
    let mut players = [ada, bea];
    for point in ["h8", "h9", "a1", "a3", "c1", "c3", "e1", "e3", "g1", "g3"] {
        play(&mut players, game, point);
    }
    let playing = request(
        address,
        "DELETE /api/v1/account",
        &[("cookie", &cookies[0])],
        &format!(r#"{{"password":"{PASSWORD}"}}"#),
    );
    assert_eq!((playing.status, playing.code().as_str()), (409, "busy"));
    players[1].act(game, GameCommand::Resign).unwrap();
    let after = players[0].until_game(game, |snapshot| snapshot.ratings.is_some()).ratings.unwrap();
    assert!(after[0].value > 1_600 && after[1].value < 1_400, "{after:?}");
    let profile = get(address, "/users/Ada", "").json();
    assert_eq!(profile["ratings"][0][0], "renju.free.blitz", "{profile}");
    assert!(profile["ratings"][0][1]["value"].as_u64().unwrap() > 1_600);

    let history = get(address, "/users/Ada/ratings/renju.free.blitz", "").json();
    assert_eq!(history["points"].as_array().map(Vec::len), Some(1), "{history}");
    assert_eq!(history["points"][0]["value"], profile["ratings"][0][1]["value"]);
    assert_eq!(history["points"][0]["game"].as_str(), Some(game.as_str()));
    let elsewhere = get(address, "/users/Ada/ratings/freestyle.balanced.blitz", "").json();
    assert_eq!(elsewhere["points"].as_array().map(Vec::len), Some(0));
    assert_eq!(get(address, "/users/Ada/ratings/chess", "").status, 404);
    assert_eq!(get(address, "/users/Nobody/ratings/freestyle.balanced.blitz", "").status, 404);
    let board = get(address, "/leaderboards/renju.free.blitz", "").json();
    assert_eq!(board["rows"].as_array().map(Vec::len), Some(0), "one game is not enough: {board}");
    assert_eq!(get(address, "/leaderboards/chess", "").status, 404);

    let report =
        format!(r#"{{"about":"{}","reason":"stalling","game":"{game}"}}"#, players[1].welcome.you.account);
    assert_eq!(post(address, "/reports", &cookies[0], &report).status, 201);
    assert_eq!(post(address, "/reports", &cookies[0], &report).status, 400, "not twice");
    let elsewhere = report.replace("stalling", "engine").replace(game.as_str(), "00000000");
    assert_eq!(post(address, "/reports", &cookies[0], &elsewhere).status, 404, "a game of others, or none");
    let export = get(address, "/account/export", &cookies[0]);
    assert!(export.header("content-disposition").unwrap().starts_with("attachment"));
    let export = export.json();
    let lengths = ["games", "ratings", "reports"].map(|part| export[part].as_array().unwrap().len());
    assert_eq!((lengths, export["account"]["name"].as_str()), ([1, 1, 1], Some("Ada")), "{export}");
    assert!(!export.to_string().contains("argon2"), "a hash is no one's business");

    assert_eq!(profile["games"], serde_json::json!({ "won": 1, "drawn": 0, "lost": 0 }));
    let lines = get(address, "/users/Bea/games", "").json();
    assert_eq!(lines[0]["players"][0]["name"], "Ada");
    assert_eq!(
        (lines[0]["game"].as_str(), lines[0]["result"]["cause"].as_str()),
        (Some(game.as_str()), Some("resignation"))
    );
    assert_eq!(get(address, &format!("/games/{game}"), "").json()["result"]["winner"], "first");
    let file = get(address, &format!("/games/{game}.sgf"), "");
    assert!(file.body.starts_with("(;") && file.body.contains("PB[Ada]"), "{}", file.body);
    assert_eq!(get(address, &format!("/games/{game}.exe"), "").status, 404);
    assert_eq!(get(address, "/games/00000000", "").status, 404);

    let delete = |password: &str| {
        let body = format!(r#"{{"password":"{password}"}}"#);
        request(address, "DELETE /api/v1/account", &[("cookie", &cookies[0])], &body).status
    };
    assert_eq!((delete("wrong horse"), delete(PASSWORD)), (403, 204));
    assert!(players[0].is_closed());
    assert_eq!(get(address, "/account", &cookies[0]).status, 401);
    assert_eq!(get(address, "/users/Ada", "").status, 404);
    let file = get(address, &format!("/games/{game}.sgf"), "").body;
    assert!(!file.contains("Ada") && file.contains("Deleted-"), "{file}");
    member(address, "Ada");
}

#[test]
fn a_muted_or_blocked_user_is_not_heard_and_not_met() {
    let server = TestServer::start();
    let (mut one, mut other) = (server.guest(), server.guest());
    let game = begin(&mut one, &mut other, settings("free", "300+0"));
    let account = one.welcome.you.account;
    other.command(ClientCommand::Block(account)).unwrap();
    let phrase = Utterance::Phrase(Phrase::Hello);
    one.command(ClientCommand::Say(game, phrase)).unwrap();
    let pool = tengen_online::message::PoolId(0);
    one.act(game, GameCommand::Abort).unwrap();
    for client in [&mut one, &mut other] {
        client.command(ClientCommand::JoinPool(pool)).unwrap();
    }
    other.send(ClientCommand::Ping { lag: None });
    let heard = other.until(|message| match message {
        ServerMessage::Said { .. } => Some(true),
        ServerMessage::Snapshot(snapshot) if snapshot.game != game => Some(true),
        ServerMessage::Pong { .. } => Some(false),
        _ => None,
    });
    assert!(!heard);
}

#[test]
fn texts_are_exchanged_between_members_who_both_allow_them() {
    let server = TestServer::start();
    let address = server.address;
    let cookies = [member(address, "Ada"), member(address, "Bea")];
    let mut players =
        cookies.each_ref().map(|cookie| Client::connect(address, Some(cookie), "Session1").unwrap());
    let [one, other] = &mut players;
    let game = begin(one, other, settings("free", "300+0"));
    let mut watcher = server.guest();
    watcher.send(ClientCommand::Watch(game));
    watcher.until_game(game, |_| true);
    let text = |text: &str| ClientCommand::Say(game, Utterance::Text(text.to_owned()));
    assert_eq!(players[0].command(text("hello")), Err(ErrorCode::NotAllowed), "phrases only by default");
    let allow = |cookie: &str| post(address, "/account/preferences", cookie, r#"{"free_text":true}"#).status;
    assert_eq!(allow(&cookies[0]), 200);
    assert_eq!(players[0].command(text("hello")), Err(ErrorCode::NotAllowed), "both must allow it");
    assert_eq!(allow(&cookies[1]), 200);
    players[0].command(text("hello")).unwrap();
    for player in &mut players {
        let said = player.until(|message| match message {
            ServerMessage::Said { by, what, .. } => Some((*by, what.clone())),
            _ => None,
        });
        assert_eq!(said.1, Utterance::Text("hello".to_owned()));
    }
    assert_eq!(players[0].command(text("\u{202e}olleh")), Err(ErrorCode::Malformed));
    assert_eq!(players[0].command(text(&"x".repeat(141))), Err(ErrorCode::Malformed));
    // The messages of a muted user are accepted, and not delivered.
    let speaker = players[0].welcome.you.account;
    players[1].command(ClientCommand::Mute(speaker)).unwrap();
    players[0].command(text("are you there?")).unwrap();
    players[1].command(ClientCommand::Unmute(speaker)).unwrap();
    players[0].command(text("and now?")).unwrap();
    let said = players[1].until(|message| match message {
        ServerMessage::Said { what, .. } => Some(what.clone()),
        _ => None,
    });
    assert_eq!(said, Utterance::Text("and now?".to_owned()));
    let answers: Vec<_> = (0..4).map(|_| players[0].command(text("hey")).err()).collect();
    assert_eq!(answers.last(), Some(&Some(ErrorCode::TooMuch)), "{answers:?}");
    // Watchers do not receive the players' talk.
    watcher.send(ClientCommand::Ping { lag: None });
    let heard = watcher.until(|message| match message {
        ServerMessage::Said { .. } => Some(true),
        ServerMessage::Pong { .. } => Some(false),
        _ => None,
    });
    assert!(!heard);
}

#[test]
fn the_progress_against_the_levels_is_kept_in_the_account() {
    let server = TestServer::start();
    let address = server.address;
    let cookie = member(address, "Ada");
    let body = r#"{"progress":"{\"strength\":{}}"}"#;
    let changed = post(address, "/account/preferences", &cookie, body);
    assert_eq!((changed.status, changed.json()["progress"].as_str()), (200, Some(r#"{"strength":{}}"#)));
    let long = format!(r#"{{"progress":"{}"}}"#, "x".repeat(4_097));
    let refused = post(address, "/account/preferences", &cookie, &long);
    assert_eq!(refused.status, 400);
    assert!(refused.body.contains("at most 4096 bytes, found 4097"), "{}", refused.body);
    let kept = get(address, "/account", &cookie);
    assert_eq!(kept.json()["progress"].as_str(), Some(r#"{"strength":{}}"#));
}

#[test]
fn the_progress_with_puzzles_is_kept_in_the_account() {
    let server = TestServer::start();
    let address = server.address;
    let cookie = member(address, "Ada");
    let of = |length: usize| format!(r#"{{"puzzles":"{}"}}"#, "x".repeat(length));
    let changed = post(address, "/account/preferences", &cookie, &of(16_384));
    assert_eq!((changed.status, changed.json()["puzzles"].as_str().map(str::len)), (200, Some(16_384)));
    let refused = post(address, "/account/preferences", &cookie, &of(16_385));
    assert_eq!(refused.status, 400);
    assert!(refused.body.contains("at most 16384 bytes, found 16385"), "{}", refused.body);
    assert_eq!(get(address, "/account", &cookie).json()["puzzles"].as_str().map(str::len), Some(16_384));
}

#[test]
fn watchers_see_a_rated_game_late_if_a_player_wishes_so() {
    let server = TestServer::start();
    let address = server.address;
    let cookies = [member(address, "Ada"), member(address, "Bea")];
    let changed = post(address, "/account/preferences", &cookies[1], r#"{"delays_watchers":true}"#);
    assert_eq!((changed.status, changed.json()["delays_watchers"].as_bool()), (200, Some(true)));
    let [mut one, mut other] =
        cookies.each_ref().map(|cookie| Client::connect(address, Some(cookie), "Session1").unwrap());
    let mut watcher = server.guest();
    for (rated, plies) in [(false, 2), (true, 0)] {
        let rated = GameSettings { rated, ..rated_renju() };
        let game = begin(&mut one, &mut other, rated);
        let mut players = [one, other];
        play(&mut players, game, "h8");
        play(&mut players, game, "h9");
        watcher.send(ClientCommand::Watch(game));
        let seen = watcher.until_game(game, |_| true);
        assert_eq!((seen.ply(), seen.delay > 0), (plies, plies == 0));
        assert_eq!(players[0].games[&game].delay, 0, "players see it as it is");
        let public = get(address, &format!("/games/{game}"), "").json();
        assert_eq!(public["moves"].as_array().map(Vec::len), Some(usize::from(plies)));
        let streamed = get(address, "/users/Ada/games?format=ndjson", "").body;
        let streamed = streamed.lines().find(|line| line.contains(game.as_str())).unwrap();
        let streamed: serde_json::Value = serde_json::from_str(streamed).unwrap();
        assert_eq!(streamed["moves"], public["moves"], "a stream tells no more");
        players[0].act(game, GameCommand::Resign).unwrap();
        if plies > 0 {
            watcher.until_game(game, |snapshot| snapshot.result.is_some());
        } else {
            // A player receives the end of the game after the watchers would have received it.
            players[1].until_game(game, |snapshot| snapshot.result.is_some());
            watcher.send(ClientCommand::Ping { lag: None });
            watcher.until(|message| matches!(message, ServerMessage::Pong { .. }).then_some(()));
            assert!(watcher.games[&game].result.is_none());
        }
        [one, other] = players;
    }
}

#[test]
fn requests_from_other_sites_and_unreadable_ones_are_refused() {
    let server = TestServer::start();
    let address = server.address;
    let cookie = member(address, "Ada");
    let own = local(address);
    let from = |origin: &str, body: &str| {
        let headers = [("cookie", cookie.as_str()), ("origin", origin)];
        request(address, "POST /api/v1/account/preferences", &headers, body).status
    };
    assert_eq!(from(&own, r#"{"free_text":true}"#), 200);
    assert_eq!(from("https://evil.example", r#"{"free_text":true}"#), 403);
    assert_eq!(from("null", r#"{"free_text":true}"#), 403);
    assert_eq!(from(&own, r#"{"free_text":1}"#), 422);
    assert_eq!(from(&own, r#"{"free_text":true,"role":"admin"}"#), 422);
    assert_eq!(from(&own, "{"), 400);
    assert_eq!(from(&own, &format!(r#"{{"free_text":true,"x":"{}"}}"#, "x".repeat(60_000))), 413);
    assert_eq!(from(&own, ""), 415, "forms of other sites can send no JSON");
    assert_eq!(post(address, "/account/preferences", "", r#"{"free_text":true}"#).status, 401);
}

#[test]
fn attempts_to_sign_in_are_limited() {
    let slow = Rate { every: 3_600_000, burst: 4 };
    let limits = OnlineLimits { accounts: slow, ..OnlineLimits::default() };
    let server = TestServer::with(OnlineOptions { limits, ..OnlineOptions::new(Database::Memory) });
    let statuses: Vec<u16> = (0..6)
        .map(|_| post(server.address, "/session/login", "", &credentials("Ada", "a guess")).status)
        .collect();
    assert_eq!(statuses, [401, 401, 401, 401, 429, 429]);
}

/// Wrong passwords from one address lock out no one else: neither other addresses, nor a device on which Ada has signed in.
#[test]
fn nobody_locks_another_user_out() {
    let pairs = Rate { every: 3_600_000, burst: 8 };
    let limits = OnlineLimits { accounts: pairs, ..OnlineLimits::default() };
    let options = OnlineOptions { limits, trusts_proxy: true, ..OnlineOptions::new(Database::Memory) };
    let server = TestServer::with(options);
    let address = server.address;
    member(address, "Ada");
    let log_in = |from: &str, cookie: &str, password: &str| {
        let headers = [("x-forwarded-for", from), ("cookie", cookie)];
        request(address, "POST /api/v1/session/login", &headers, &credentials("Ada", password))
    };
    let home = log_in("10.1.0.1", "", PASSWORD);
    let mut set = home.headers.iter().filter(|(name, _)| name == "set-cookie").map(|(_, value)| value);
    let device = set.find(|value| value.starts_with("tengen-device=")).unwrap().split(';').next().unwrap();
    let attack: Vec<u16> = (0..9).map(|_| log_in("10.2.0.1", "", "a wrong guess").status).collect();
    assert_eq!(attack, [401, 401, 401, 401, 401, 401, 401, 401, 429]);
    let start = Instant::now();
    assert_eq!(log_in("10.1.0.1", device, PASSWORD).status, 200);
    assert!(start.elapsed() < Duration::from_secs(3), "a known device does not wait");
    assert_eq!(log_in("10.3.0.1", "", PASSWORD).status, 200, "another address is slowed down, not refused");
    let guesses: Vec<u16> =
        (0..9).map(|number| log_in(&format!("10.4.0.{number}"), device, "a wrong guess").status).collect();
    assert_eq!(guesses.last(), Some(&429), "a device has a limit of its own");
}

#[test]
fn health_and_metrics_are_reported() {
    let server = TestServer::start();
    let mut client = server.guest();
    client.command(ClientCommand::LeavePool).unwrap();
    let get = |path: &str| request(server.address, &format!("GET {path}"), &[], "");
    assert_eq!((get("/healthz").body.as_str(), get("/readyz").body.as_str()), ("ok", "ready"));
    let metrics = get("/metrics").body;
    for line in ["tengen_connections 1", "tengen_commands_total 1", "tengen_write_failures_total 0"] {
        assert!(metrics.lines().any(|found| found == line), "{line} in\n{metrics}");
    }
}
