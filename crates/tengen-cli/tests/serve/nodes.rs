//! Two servers with one database, of which one is killed.

use std::process::Command;
use std::thread::sleep;
use std::time::{Duration, Instant};

use tengen_game::Move;
use tengen_online::id::GameId;
use tengen_online::message::{
    ChallengeRequest, ClientCommand, Created, ErrorCode, GameCommand, ServerMessage,
};
use tengen_online::settings::SeatChoice;

use crate::client::Client;
use crate::http::request;
use crate::kill::point;
use crate::services::{NatsServer, PostgresServer};
use crate::{SERVE, Server, new_game, settings};

/// The longest time for which a game may stop when its server has been killed.
const TAKE_OVER: Duration = Duration::from_secs(5);
/// The time after which the test fails.
const PATIENCE: Duration = Duration::from_secs(30);
const GAMES: usize = 12;

fn node(database: &str, bus: &str) -> Server {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tengen"));
    command.args(SERVE).args(["--bus", bus, "--bot-threads", "0"]);
    Server::run(command.env("TENGEN_DATABASE", database))
}

/// The number of commands that a server has carried out for clients of the other server.
fn forwarded(server: &Server) -> u64 {
    let metrics = request(server.address, "GET /metrics", &[], "");
    let line = metrics.body.lines().find_map(|line| line.strip_prefix("tengen_forwarded_total "));
    line.unwrap().trim().parse().unwrap()
}

pub(crate) fn begin(one: &mut Client, other: &mut Client) -> GameId {
    let request = ChallengeRequest { settings: settings("free", "300+0"), seat: SeatChoice::First, to: None };
    let created = one.command(ClientCommand::Challenge(request)).unwrap();
    let ServerMessage::Done { created: Some(Created::Challenge(challenge)), .. } = created else {
        panic!("{created:?}")
    };
    other.command(ClientCommand::AcceptChallenge(challenge)).unwrap();
    let game = one.until(new_game);
    assert_eq!(other.until(new_game), game);
    game
}

fn next(ply: u16) -> GameCommand {
    GameCommand::Move { ply, takebacks: 0, to: Move::Place(point(ply)) }
}

/// Plays a move as a client does: repeatedly while no server has the game.
fn play(players: &mut [Client; 2], game: GameId, ply: u16) {
    let start = Instant::now();
    while let Err(error) = players[usize::from(ply % 2)].act(game, next(ply)) {
        if matches!(error, ErrorCode::Outdated | ErrorCode::NotYourTurn) {
            // The move was written, and its answer was lost.
            break;
        }
        assert_eq!(error, ErrorCode::Unavailable);
        assert!(start.elapsed() < PATIENCE, "game {game} does not go on");
        sleep(Duration::from_millis(100));
    }
    for player in players {
        player.until_game(game, |snapshot| snapshot.ply() > ply);
    }
}

#[test]
fn the_games_of_a_server_that_is_killed_go_on_at_the_other_one() {
    kill_one_of_two(1, Some(TAKE_OVER));
}

/// A hundred kills. Another server takes the place of the killed one, and either of the two is killed next.
#[test]
#[ignore = "takes about a quarter of an hour"]
fn no_acknowledged_move_is_lost_when_one_of_two_servers_is_killed_a_hundred_times() {
    kill_one_of_two(100, None);
}

/// Kills one of two servers in each round. `limit` is the longest time for which a game may stop.
fn kill_one_of_two(rounds: u64, limit: Option<Duration>) {
    let (postgres, nats) = (PostgresServer::start(), NatsServer::start());
    let database = postgres.database();
    let start = || node(&database, &nats.url());
    let mut servers = [start(), start()];
    for round in 0..rounds {
        let [stays, killed] = servers;
        kill_once(&stays, killed, round, limit);
        // The server that stays is the older one. It is killed next in every second round.
        servers = if round % 2 == 0 { [start(), stays] } else { [stays, start()] };
    }
}

fn kill_once(stays: &Server, killed: Server, round: u64, limit: Option<Duration>) {
    let mut players = [stays, &killed]
        .map(|server| Client::connect(server.address, None, "Session1").expect("the server takes guests"));
    let start = Instant::now();
    let before = [stays, &killed].map(forwarded);
    while forwarded(stays) == before[0] || forwarded(&killed) == before[1] {
        assert!(start.elapsed() < Duration::from_secs(60), "the servers do not share the games");
        for player in &mut players {
            for number in 0..20 {
                player.send(ClientCommand::Watch(GameId::from_entropy(number)));
            }
        }
        sleep(Duration::from_secs(1));
    }
    players.iter_mut().for_each(Client::forget);
    let [one, other] = &mut players;
    let begun = Instant::now();
    let games: Vec<GameId> = (0..GAMES).map(|_| begin(one, other)).collect();
    for ply in 0..3 {
        for game in &games {
            play(&mut players, *game, ply);
        }
    }
    // These moves are on their way when the server ends; some are acknowledged.
    let sent: Vec<u32> =
        games.iter().map(|game| players[1].send(ClientCommand::Play(*game, next(3)))).collect();
    sleep(Duration::from_millis(5 + round * 7 % 30));
    let cookie = players[1].cookie.clone();
    let end = Instant::now();
    killed.kill();
    let mut acknowledged = Vec::new();
    for (game, number) in games.iter().zip(sent) {
        if matches!(players[1].try_answer(number), Some(Ok(_))) {
            acknowledged.push(*game);
        }
    }
    players[1] = Client::connect(stays.address, Some(&cookie), "Session2").unwrap();
    let before: Vec<u16> = games.iter().map(|game| players[0].games[game].ply()).collect();
    let mut waits = Vec::new();
    for (game, seen) in games.iter().zip(before) {
        let start = Instant::now();
        if acknowledged.contains(game) {
            // A lost move would be made again below.
            players[1].until_game(*game, |snapshot| snapshot.ply() > 3);
        }
        play(&mut players, *game, 3);
        waits.push(start.elapsed());
        play(&mut players, *game, 4);
        assert!(limit.is_none_or(|limit| end.elapsed() < limit), "{:?} after the end", end.elapsed());
        assert!((3..=4).contains(&seen));
    }
    for (game, wait) in games.iter().zip(waits) {
        // The clocks of a game that stopped count the time before and after that, and a moment until the next attempt. The
        // clocks of the other games have run.
        let stood = if wait > Duration::from_secs(1) { wait } else { Duration::ZERO };
        let charged = begun.elapsed() - stood + Duration::from_secs(1);
        for player in &players {
            let expected: Vec<Move> = (0..5).map(|ply| Move::Place(point(ply))).collect();
            assert_eq!(player.games[game].moves, expected, "no move is lost, and none is made twice");
            let clock = player.games[game].clock;
            let is_charged_less = |main: u64| main + charged.as_millis() as u64 > 300_000;
            assert!(clock.left.iter().all(|left| is_charged_less(left.main)), "{clock:?}, {charged:?}");
        }
    }
}
