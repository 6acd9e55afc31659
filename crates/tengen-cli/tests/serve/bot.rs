//! `tengen bot`: engines in processes that play on a server.

use std::process::{Child, Command, Stdio};

use serde_json::json;
use tengen_game::{Move, Point, Rule};
use tengen_online::id::AccountId;
use tengen_online::message::{
    ChallengeRequest, ClientCommand, Created, EndCause, ErrorCode, GameCommand, ServerMessage,
    TournamentFormat, TournamentRequest, UserKind,
};
use tengen_online::settings::{GameSettings, SeatChoice};

use crate::client::Client;
use crate::http::request;
use crate::{Server, new_game, settings};

/// The account of a program, with a token.
struct Program {
    account: AccountId,
    token: String,
}

fn program(server: &Server, name: &str) -> Program {
    let post = |path: &str, cookie: &str, body: serde_json::Value| {
        request(server.address, &format!("POST /api/v1{path}"), &[("cookie", cookie)], &body.to_string())
    };
    let cookie = post("/session", "", json!({})).cookie();
    let credentials = json!({ "name": name, "password": "correct horse" });
    let cookie = post("/account/register", &cookie, credentials).cookie();
    let account = post("/account/bot", &cookie, json!({})).json();
    let token = post("/account/tokens", &cookie, json!({ "label": "test", "scopes": ["bot"] })).json();
    Program {
        account: account["id"].as_str().unwrap().parse().unwrap(),
        token: token["token"].as_str().unwrap().to_owned(),
    }
}

/// A running `tengen bot`, which ends with the test.
struct Bot(Child);

impl Bot {
    fn start(server: &Server, program: &Program, options: &[&str], engine: &[&str]) -> Bot {
        let process = Command::new(env!("CARGO_BIN_EXE_tengen"))
            .args(["bot", "--server", &format!("http://{}", server.address), "--margin", "0.1"])
            .args(options)
            .arg("--")
            .args(engine)
            .env("TENGEN_BOT_TOKEN", &program.token)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        Bot(process)
    }

    /// Waits for the end, and returns the exit code and the output.
    fn output(mut self) -> (Option<i32>, String) {
        let mut output = String::new();
        std::io::Read::read_to_string(&mut self.0.stdout.take().unwrap(), &mut output).unwrap();
        (self.0.wait().unwrap().code(), output)
    }
}

impl Drop for Bot {
    fn drop(&mut self) {
        // The process may have ended already.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Challenges a program, and waits for the game.
fn challenge(
    client: &mut Client,
    program: &Program,
    opening: &str,
    tempo: &str,
) -> tengen_online::id::GameId {
    let settings = settings(opening, tempo);
    let request = ChallengeRequest { settings, seat: SeatChoice::Second, to: Some(program.account) };
    client.command(ClientCommand::Challenge(request)).unwrap();
    client.until(new_game)
}

#[test]
fn an_engine_plays_a_game_with_swap2_to_its_end() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let program = program(&server, "Robot");
    let engine = [env!("CARGO_BIN_EXE_pbrain-tengen")];
    let mut client = Client::connect(server.address, None, "Session1").unwrap();
    let options = ["--stop-after", "1", "--rules", "freestyle", "--opponents", "people"];
    let bot = Bot::start(&server, &program, &options, &engine);
    // A challenge from before the program's connection waits for it.
    let game = challenge(&mut client, &program, "swap2", "10+1");
    assert_eq!(client.games[&game].players[0].kind, UserKind::Bot);
    client.until_game(game, |snapshot| snapshot.ply() == 1);
    client.act(game, GameCommand::Choose { ply: 1, takebacks: 0, choice: "stay".to_owned() }).unwrap();
    client.until_game(game, |snapshot| snapshot.ply() == 2);
    // The client moves along the border, and the engine makes five.
    let end = loop {
        let snapshot = client.until_game(game, |snapshot| {
            // The position is over a moment before the game is over.
            let may_move = || snapshot.position().is_ok_and(|position| !position.is_over());
            snapshot.result.is_some() || snapshot.to_act() == snapshot.you && may_move()
        });
        if let Some(result) = snapshot.result {
            break result;
        }
        let position = snapshot.position().unwrap();
        let border = (0..15).flat_map(|index| {
            [Point::new(index, 0), Point::new(0, index), Point::new(14, index), Point::new(index, 14)]
        });
        let spread = border.step_by(3);
        let to = spread.map(Move::Place).find(|&to| position.check(to).is_ok()).unwrap();
        let (ply, takebacks) = (snapshot.ply(), snapshot.takebacks);
        match client.act(game, GameCommand::Move { ply, takebacks, to }) {
            Ok(_) => client.until_game(game, |snapshot| snapshot.ply() > ply),
            // The engine's last move has ended the game.
            Err(ErrorCode::Over) => client.until_game(game, |snapshot| snapshot.result.is_some()),
            Err(error) => panic!("{error:?}"),
        };
    };
    assert_eq!((end.winner, end.cause.name()), (Some(tengen_game::opening::Player::First), "line"));
    let (code, output) = bot.output();
    assert_eq!(code, Some(0), "{output}");
    assert!(output.contains("connected as Robot") && output.contains(": won (line)"), "{output}");
}

#[test]
fn what_does_not_suit_is_declined_and_an_engine_that_fails_resigns() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let program = program(&server, "Robot");
    let mut client = Client::connect(server.address, None, "Session1").unwrap();
    let missing = ["./no-such-engine"];
    let bot = Bot::start(&server, &program, &["--speeds", "blitz", "--stop-after", "1"], &missing);
    let settings = settings("free", "3d");
    let request = ChallengeRequest { settings, seat: SeatChoice::Second, to: Some(program.account) };
    client.command(ClientCommand::Challenge(request)).unwrap();
    let closed = client.until(|message| match message {
        ServerMessage::ChallengeClosed { game, .. } => Some(*game),
        _ => None,
    });
    assert_eq!(closed, None, "correspondence is declined");
    let game = challenge(&mut client, &program, "free", "200+2");
    let over = client.until_game(game, |snapshot| snapshot.result.is_some());
    assert!(matches!(over.result.unwrap().cause, EndCause::Played(tengen_game::EndReason::Resignation)));
    let (code, output) = bot.output();
    assert_eq!((code, output.contains("lost (resignation)")), (Some(0), true), "{output}");
}

#[test]
fn a_program_connects_again_and_goes_on() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let program = program(&server, "Robot");
    let engine = [env!("CARGO_BIN_EXE_pbrain-tengen")];
    let mut client = Client::connect(server.address, None, "Session1").unwrap();
    let bot = Bot::start(&server, &program, &[], &engine);
    let game = challenge(&mut client, &program, "free", "60+0");
    client.until_game(game, |snapshot| snapshot.ply() == 1);
    drop(bot);
    client.until_game(game, |snapshot| {
        matches!(snapshot.presence[0], tengen_online::message::Presence::Disconnected(_))
    });
    let command = client.move_to(game, "a1");
    client.act(game, command).unwrap();
    let _bot = Bot::start(&server, &program, &[], &engine);
    client.until_game(game, |snapshot| snapshot.ply() == 3);
}

#[test]
fn a_program_seeks_opponents_again_and_again() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let program = program(&server, "Robot");
    let engine = [env!("CARGO_BIN_EXE_pbrain-tengen")];
    let mut client = Client::connect(server.address, None, "Session1").unwrap();
    client.send(ClientCommand::WatchLobby);
    let options =
        ["--seek", "200+2", "--seek-rule", "standard", "--seek-opening", "free", "--stop-after", "2"];
    let bot = Bot::start(&server, &program, &options, &engine);
    for round in 0..2 {
        let seek = client.until(|message| match message {
            ServerMessage::Lobby(update) => update.added.first().cloned(),
            _ => None,
        });
        assert_eq!((seek.by.account, seek.by.kind), (program.account, UserKind::Bot));
        let wanted = GameSettings { rule: Rule::Standard, ..settings("free", "200+2") };
        assert_eq!(seek.request.settings, wanted);
        // The second seek is opened after the first game, and not during it.
        client.forget();
        client.command(ClientCommand::TakeSeek(seek.seek)).unwrap();
        let game = client.until(new_game);
        client.until_game(game, |snapshot| snapshot.to_act() == snapshot.you);
        let command = client.move_to(game, if round == 0 { "a1" } else { "a2" });
        client.act(game, command).unwrap();
        client.until_game(game, |snapshot| snapshot.ply() > 1);
        client.act(game, GameCommand::Resign).unwrap();
        client.until_game(game, |snapshot| snapshot.result.is_some());
    }
    let (code, output) = bot.output();
    assert_eq!((code, output.matches("won (resignation)").count()), (Some(0), 2), "{output}");
    assert!(output.contains("seeks opponents: standard on 15×15, free, 200+2"), "{output}");
}

#[test]
fn a_program_takes_part_in_a_tournament() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let program = program(&server, "Robot");
    let engine = [env!("CARGO_BIN_EXE_pbrain-tengen")];
    let cookie = crate::cup::member(&server);
    let mut client = Client::connect(server.address, Some(&cookie), "Session1").unwrap();
    let mut create = |programs: bool| {
        let request = TournamentRequest {
            name: "Cup".to_owned(),
            format: TournamentFormat::Swiss { rounds: 1 },
            settings: settings("free", "300+0"),
            starts: client.welcome.now + 4_000,
            bots: Vec::new(),
            programs,
            berserk: false,
            private: false,
        };
        match client.command(ClientCommand::CreateTournament(request)) {
            Ok(ServerMessage::Done { created: Some(Created::Tournament(tournament)), .. }) => tournament,
            other => panic!("{other:?}"),
        }
    };
    let (people, all) = (create(false), create(true));
    let (code, _) = Bot::start(&server, &program, &["--tournament", people.as_str()], &engine).output();
    assert_eq!(code, Some(1), "it says that programs may not join");
    let bot = Bot::start(&server, &program, &["--tournament", all.as_str(), "--stop-after", "1"], &engine);
    client.command(ClientCommand::JoinTournament(all)).unwrap();
    let game = client.until(|message| match message {
        ServerMessage::Snapshot(snapshot) if snapshot.tournament == Some(all) => Some(snapshot.game),
        _ => None,
    });
    let you = client.games[&game].you.unwrap();
    assert_eq!(client.games[&game].players[!you as usize].account, program.account);
    client.until_game(game, |snapshot| snapshot.to_act() == Some(you));
    client.act(game, GameCommand::Abort).or_else(|_| client.act(game, GameCommand::Resign)).unwrap();
    client.until_game(game, |snapshot| snapshot.result.is_some());
    let (code, output) = bot.output();
    assert_eq!(code, Some(0), "{output}");
    assert!(output.contains(&format!("takes part in the tournament {all}")), "{output}");
}

#[test]
fn a_token_that_the_server_does_not_know_is_an_error() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let forged = Program { account: AccountId::from_entropy(1), token: format!("tengen_{}", "0".repeat(64)) };
    let (code, _) = Bot::start(&server, &forged, &[], &["x"]).output();
    assert_eq!(code, Some(1));
}
