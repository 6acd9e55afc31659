//! Programs that play by HTTP.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::{Value, json};
use tengen_game::EndReason;
use tengen_game::opening::Player;
use tengen_online::id::{AccountId, GameId};
use tengen_online::message::{ChallengeRequest, ClientCommand, EndCause, ErrorCode, ServerMessage, UserKind};
use tengen_online::settings::SeatChoice;
use tengen_server::online::{Database, OnlineLimits, OnlineOptions, Rate};

use crate::accounts::{member, post};
use crate::client::{Client, open};
use crate::games::settings;
use crate::http::{Response, request};
use crate::server::TestServer;

/// A program with its token.
pub(crate) struct Bot {
    address: SocketAddr,
    token: String,
}

impl Bot {
    /// Registers a member and makes the account that of a program.
    pub(crate) fn new(address: SocketAddr, name: &str) -> Bot {
        let cookie = member(address, name);
        assert_eq!(post(address, "/account/bot", &cookie, "").json()["kind"], "bot");
        Bot { address, token: token(address, &cookie, &["bot"]) }
    }

    pub(crate) fn call(&self, line: &str, body: &str) -> Response {
        let (method, path) = line.split_once(' ').unwrap();
        let authorization = format!("Bearer {}", self.token);
        let line = format!("{method} /api/v1{path}");
        request(self.address, &line, &[("authorization", &authorization)], body)
    }

    pub(crate) fn stream(&self, path: &str) -> Stream {
        let mut socket = TcpStream::connect(self.address).unwrap();
        socket.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
        let head = format!(
            "GET /api/v1{path} HTTP/1.1\r\nhost: {}\r\nauthorization: Bearer {}\r\n\r\n",
            self.address, self.token
        );
        socket.write_all(head.as_bytes()).unwrap();
        let mut lines = BufReader::new(socket);
        let mut line = String::new();
        lines.read_line(&mut line).unwrap();
        assert!(line.contains(" 200 "), "{line}");
        while line.trim() != "" {
            line.clear();
            lines.read_line(&mut line).unwrap();
        }
        Stream { lines }
    }
}

pub(crate) struct Stream {
    lines: BufReader<TcpStream>,
}

impl Stream {
    /// The next message; `None` at the end of the stream.
    fn next(&mut self) -> Option<ServerMessage> {
        loop {
            let mut line = String::new();
            if self.lines.read_line(&mut line).unwrap() == 0 {
                return None;
            }
            // The lines in between are the lengths of the chunks of HTTP.
            if line.starts_with('{') || line.starts_with('"') {
                return Some(serde_json::from_str(&line).unwrap());
            }
            if line.trim() == "0" {
                return None;
            }
        }
    }

    fn until<T>(&mut self, choose: impl Fn(&ServerMessage) -> Option<T>) -> T {
        loop {
            let message = self.next().expect("the stream goes on");
            if let Some(chosen) = choose(&message) {
                return chosen;
            }
        }
    }

    fn is_closed(&mut self) -> bool {
        while self.next().is_some() {}
        true
    }
}

fn token(address: SocketAddr, cookie: &str, scopes: &[&str]) -> String {
    let body = json!({ "label": "test", "scopes": scopes }).to_string();
    let created = post(address, "/account/tokens", cookie, &body);
    assert_eq!(created.status, 201, "{}", created.body);
    created.json()["token"].as_str().unwrap().to_owned()
}

fn new_game(message: &ServerMessage) -> Option<GameId> {
    match message {
        ServerMessage::Snapshot(snapshot) => Some(snapshot.game),
        _ => None,
    }
}

#[test]
fn a_program_is_challenged_and_plays_to_the_end() {
    let server = TestServer::start();
    let bot = Bot::new(server.address, "Robot");
    let mut events = bot.stream("/bot/events");
    let account = events.until(|message| match message {
        ServerMessage::Welcome(welcome) => Some(welcome.you.account),
        _ => None,
    });
    let mut person = server.guest();
    let challenge =
        ChallengeRequest { settings: settings("swap2", "300+5"), seat: SeatChoice::First, to: Some(account) };
    person.command(ClientCommand::Challenge(challenge)).unwrap();
    let found = events.until(|message| match message {
        ServerMessage::Challenge(view) => Some(view.clone()),
        _ => None,
    });
    assert_eq!(found.by.account, person.welcome.you.account);
    let view = bot.call(&format!("GET /bot/challenges/{}", found.challenge), "");
    assert_eq!(view.json()["challenge"]["request"]["settings"]["opening"], "swap2");
    let accepted = bot.call(&format!("POST /bot/challenges/{}/accept", found.challenge), "");
    assert_eq!((accepted.status, accepted.body.as_str()), (200, "{}"));
    let game = events.until(new_game);
    assert_eq!(person.until(new_game), game);
    assert_eq!(person.games[&game].players[1].kind, UserKind::Bot, "programs are labelled");

    let mut moves = bot.stream(&format!("/bot/games/{game}/stream"));
    assert_eq!(moves.until(new_game), game);
    let act = |body: Value| bot.call(&format!("POST /bot/games/{game}"), &body.to_string());
    let early = act(json!({ "choose": { "ply": 0, "choice": "h8h9j7" } }));
    assert_eq!((early.status, early.code().as_str()), (409, "not-your-turn"));
    let command = |ply, choice: &str| {
        let choice = choice.to_owned();
        tengen_online::message::GameCommand::Choose { ply, takebacks: 0, choice }
    };
    person.act(game, command(0, "h8h9j7")).unwrap();
    let swap = json!({ "choose": { "ply": 1, "choice": "swap" } });
    assert_eq!(act(swap.clone()).status, 200);
    assert_eq!(act(swap).status, 200, "a repetition is carried out once");
    person.until_game(game, |snapshot| snapshot.ply() == 2);
    let command = person.move_to(game, "a1");
    person.act(game, command).unwrap();
    events.until(|message| match message {
        ServerMessage::Game(of, tengen_online::message::GameUpdate::Move { .. }) => {
            (*of == game).then_some(())
        }
        _ => None,
    });
    let occupied = act(json!({ "move": { "ply": 3, "to": [7, 7] } }));
    assert_eq!((occupied.status, occupied.code().as_str()), (409, "illegal"), "{}", occupied.body);
    assert_eq!(act(json!({ "move": { "ply": 3, "to": [0, 5] } })).status, 200);
    assert_eq!(bot.call(&format!("POST /bot/games/{game}/say"), r#"{"phrase":"good-game"}"#).status, 200);
    assert_eq!(act(json!("resign")).status, 200);
    assert_eq!(act(json!("give-time")).code(), "over");
    moves.until(|message| match message {
        ServerMessage::Game(_, tengen_online::message::GameUpdate::Over { .. }) => Some(()),
        _ => None,
    });
    assert!(moves.is_closed(), "the stream of a game ends with it");
    person.until_game(game, |snapshot| snapshot.result.is_some());
}

#[test]
fn programs_declare_themselves_and_do_no_more_than_their_tokens_allow() {
    let server = TestServer::start();
    let address = server.address;
    let cookie = member(address, "Ada");
    assert_eq!(post(address, "/account/tokens", &cookie, r#"{"label":"x","scopes":[]}"#).status, 400);
    assert_eq!(post(address, "/account/tokens", &cookie, r#"{"label":"x","scopes":["admin"]}"#).status, 422);
    let guest = post(address, "/session", "", "").cookie();
    assert_eq!(post(address, "/account/tokens", &guest, r#"{"label":"x","scopes":["play"]}"#).status, 403);
    let of_person = Bot { address, token: token(address, &cookie, &["bot", "play"]) };
    assert_eq!(of_person.call("GET /bot/events", "").status, 403, "a person plays without programs");
    assert_eq!(of_person.call("GET /account", "").status, 403);
    let reader = Bot { address, token: token(address, &cookie, &["account"]) };
    assert_eq!(reader.call("GET /account", "").json()["name"], "Ada");
    assert_eq!(reader.call("POST /account/name", r#"{"name":"Eve"}"#).status, 401, "that needs a session");

    let bot = Bot::new(address, "Robot");
    assert_eq!(bot.call("GET /account", "").json()["kind"], "bot");
    let list = request(address, "GET /api/v1/account/tokens", &[("cookie", &cookie)], "").json();
    assert_eq!(list.as_array().unwrap().len(), 2);
    assert!(!list.to_string().contains("tengen_"), "secrets are shown once: {list}");
    let seek =
        json!({ "settings": { "rule": "freestyle", "size": 15, "opening": "free", "tempo": "300+0" } });
    let alone = bot.call("POST /bot/seeks", &seek.to_string());
    assert_eq!((alone.status, alone.code().as_str()), (409, "too-early"));
    let mut events = bot.stream("/bot/events");
    let opened = bot.call("POST /bot/seeks", &seek.to_string()).json();
    let seek = opened["created"]["seek"].as_str().unwrap().to_owned();
    assert_eq!(bot.call(&format!("DELETE /bot/seeks/{seek}"), "").status, 200);
    assert_eq!(bot.call(&format!("POST /bot/seeks/{seek}/take"), "").status, 404);
    let missing = bot.call("POST /bot/tournaments/Tourname/join", "");
    assert_eq!((missing.status, missing.code().as_str()), (404, "not-found"));
    let mut again = bot.stream("/bot/events");
    assert!(events.is_closed(), "a second stream of all events replaces the first");

    // The same token opens a socket, within its scopes.
    let header = format!("Bearer {}", bot.token);
    let (socket, cookie) = open(address, &[("authorization", &header)]).unwrap();
    assert_eq!(cookie, None);
    drop(socket);
    let forged = format!("Bearer tengen_{}", "0".repeat(64));
    assert_eq!(open(address, &[("authorization", &forged)]).err(), Some(401));

    let mut client = Client::connect_with(address, &[("authorization", &header)], "Session1").unwrap();
    assert_eq!(client.welcome.you.kind, UserKind::Bot);
    let pool = tengen_online::message::PoolId(0);
    assert_eq!(client.command(ClientCommand::JoinPool(pool)), Err(ErrorCode::NotAllowed));
    let other = client.welcome.you.account;
    assert_eq!(client.command(ClientCommand::Block(other)), Err(ErrorCode::NotAllowed));
    client.command(ClientCommand::LeavePool).unwrap();

    let cookie =
        post(address, "/session/login", "", r#"{"name":"Robot","password":"correct horse"}"#).cookie();
    let tokens = request(address, "GET /api/v1/account/tokens", &[("cookie", &cookie)], "").json();
    let line = format!("DELETE /api/v1/account/tokens/{}", tokens[0]["id"].as_str().unwrap());
    assert_eq!(request(address, &line, &[("cookie", &cookie)], "").status, 204);
    assert_eq!(request(address, &line, &[("cookie", &cookie)], "").status, 404);
    assert!(again.is_closed() && client.is_closed());
    assert_eq!(bot.call("GET /account", "").status, 401);
    assert_eq!(post(address, "/account/bot", &cookie, "").status, 409, "not twice");
}

#[test]
fn commands_by_http_are_limited_as_those_of_a_socket() {
    let limits = OnlineLimits { commands: Rate { every: 3_600_000, burst: 3 }, ..OnlineLimits::default() };
    let server = TestServer::with(OnlineOptions { limits, ..OnlineOptions::new(Database::Memory) });
    let bot = Bot::new(server.address, "Robot");
    let statuses: Vec<u16> =
        (0..5).map(|_| bot.call("POST /bot/games/Game0001", "\"resign\"").status).collect();
    assert_eq!(statuses, [404, 404, 404, 429, 429]);
    assert_eq!(bot.call("GET /bot/games/Game0001/stream", "").status, 404);
    assert_eq!(bot.call("POST /bot/games/Game0001", "\"fly\"").status, 422);
    let short = bot.call("POST /bot/games/short", "\"resign\"");
    assert_eq!((short.status, short.code().as_str()), (404, "not-found"));
}

#[test]
fn a_cookie_is_no_token() {
    let server = TestServer::start();
    let cookie = member(server.address, "Robot");
    assert_eq!(post(server.address, "/account/bot", &cookie, "").status, 200);
    for line in ["GET /bot/events", "GET /bot/challenges/Challen1", "POST /bot/tournaments/Tourney1/join"] {
        let (method, path) = line.split_once(' ').unwrap();
        let line = format!("{method} /api/v1{path}");
        let refused = request(server.address, &line, &[("cookie", &cookie)], "");
        assert_eq!((refused.status, refused.code().as_str()), (401, "not-allowed"), "{line}");
    }
}

/// A process that ends with the test.
struct Process(Child);

impl Drop for Process {
    fn drop(&mut self) {
        // The process may have ended already.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn the_example_in_python_plays_to_the_end() {
    let server = TestServer::start();
    let bot = Bot::new(server.address, "Robot");
    let account: AccountId = bot.call("GET /account", "").json()["id"].as_str().unwrap().parse().unwrap();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/bot/bot.py");
    let mut command = Command::new("python3");
    let command = command.arg(script).arg(format!("http://{}", server.address)).arg("1");
    let command = command.env("TENGEN_BOT_TOKEN", &bot.token).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut process = Process(command.spawn().expect("this test needs a program `python3` on the path"));

    let mut person = server.guest();
    let with = |opening| ChallengeRequest {
        settings: settings(opening, "300+0"),
        seat: SeatChoice::First,
        to: Some(account),
    };
    let challenge = |person: &mut Client, opening| {
        person.command(ClientCommand::Challenge(with(opening))).unwrap();
    };
    // The program declines games that it cannot play.
    challenge(&mut person, "swap2");
    person.until(|message| match message {
        ServerMessage::ChallengeClosed { game: None, .. } => Some(()),
        _ => None,
    });
    challenge(&mut person, "free");
    let game = person.until(new_game);
    let points = ["a1", "c3", "e1", "g3", "i1", "k3", "m1", "o3", "a15", "c13", "e15", "g13"];
    for point in points {
        let ply = person.games[&game].ply();
        let command = person.move_to(game, point);
        person.act(game, command).unwrap();
        // The result arrives after the move that ends the game.
        person.until_game(game, |snapshot| {
            let is_answered = snapshot.ply() == ply + 2 && !snapshot.position().unwrap().is_over();
            snapshot.result.is_some() || is_answered
        });
        if person.games[&game].result.is_some() {
            break;
        }
    }
    let result = person.games[&game].result.expect("the program wins against stones that lie apart");
    assert_eq!((result.winner, result.cause), (Some(Player::Second), EndCause::Played(EndReason::Line)));
    let (mut printed, mut faults) = (String::new(), String::new());
    process.0.stdout.take().unwrap().read_to_string(&mut printed).unwrap();
    process.0.stderr.take().unwrap().read_to_string(&mut faults).unwrap();
    assert_eq!((printed, faults.as_str()), (format!("{game} second line\n"), ""));
    assert!(process.0.wait().unwrap().success());
}

#[test]
fn streams_end_when_the_server_stops() {
    let server = TestServer::start();
    let bot = Bot::new(server.address, "Robot");
    let mut events = bot.stream("/bot/events");
    events.next().unwrap();
    server.stop();
    assert!(events.is_closed());
}
