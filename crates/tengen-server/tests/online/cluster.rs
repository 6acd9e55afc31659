//! Several servers with one database, with real PostgreSQL and NATS.

use std::process::Command;
use std::thread::sleep;
use std::time::{Duration, Instant};

use tengen_game::opening::Player;
use tengen_online::id::GameId;
use tengen_online::message::{
    ClientCommand, Created, ErrorCode, GameCommand, Offer, PoolId, Presence, SeekRequest, ServerMessage,
};
use tengen_online::phrase::{Phrase, Utterance};
use tengen_online::settings::SeatChoice;
use tengen_server::online::{Database, OnlineLimits, OnlineOptions, Rate};

use crate::client::Client;
use crate::games::{begin, play, settings};
use crate::http::request;
use crate::server::{STORAGE, TestServer};
use crate::services::{NatsServer, PostgresServer};

/// The longest time that a test waits for an immediate effect.
const PATIENCE: Duration = Duration::from_secs(30);

/// A number of games that is never on only one of two servers.
const MOST_GAMES: usize = 60;
/// The number of games with talk.
const TALKS: u32 = tengen_online::account::TALK_BURST as u32 - 1;

/// Runs the tests of a single server with PostgreSQL as well.
#[test]
fn one_server_does_the_same_on_postgresql() {
    if std::env::var_os(STORAGE).is_some() {
        return;
    }
    let mut tests = Command::new(std::env::current_exe().unwrap());
    tests.args(["games::", "accounts::", "restart::", "http::", "tournaments::", "--test-threads=2"]);
    let done = tests.env(STORAGE, "postgresql").output().unwrap();
    let said = String::from_utf8_lossy(&done.stdout);
    assert!(done.status.success() && said.contains("test result: ok"), "{said}");
}

/// Two servers with a database and a bus of their own.
struct Servers {
    postgres: PostgresServer,
    nats: NatsServer,
    servers: [TestServer; 2],
}

fn options(database: &str, nats: &NatsServer) -> OnlineOptions {
    // Test clients act faster than people.
    let limits = OnlineLimits { commands: Rate { every: 1, burst: 1_000 }, ..OnlineLimits::default() };
    let database = Database::Postgres(database.to_owned());
    OnlineOptions { bus: Some(nats.url()), limits, ..OnlineOptions::new(database) }
}

impl Servers {
    fn start() -> Servers {
        let (postgres, nats) = (PostgresServer::start(), NatsServer::start());
        let database = postgres.database();
        let servers = [0, 1].map(|_| TestServer::with(options(&database, &nats)));
        let both = Servers { postgres, nats, servers };
        both.wait_until_shared();
        both
    }

    /// Waits until the parts are divided, so that each server carries out commands of the other server's clients.
    fn wait_until_shared(&self) {
        let start = Instant::now();
        let mut clients = self.servers.each_ref().map(TestServer::guest);
        for index in 0.. {
            let game = GameId::from_entropy(index);
            clients.iter_mut().for_each(|client| {
                client.send(ClientCommand::Watch(game));
            });
            let forwarded = self.servers.each_ref().map(|server| metric(server, "tengen_forwarded_total"));
            if forwarded.iter().all(|count| *count > 0) {
                return;
            }
            assert!(start.elapsed() < PATIENCE, "the servers do not share the games: {forwarded:?}");
            sleep(Duration::from_millis(50));
        }
    }

    /// One player at each server.
    fn players(&self) -> [Client; 2] {
        self.servers.each_ref().map(TestServer::guest)
    }
}

/// A value of `/metrics`.
fn metric(server: &TestServer, name: &str) -> u64 {
    let answer = request(server.address, "GET /metrics", &[], "");
    let line = answer.body.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    line.unwrap().trim().parse().unwrap()
}

/// Plays a move and, as clients do, tries again while a server cannot be reached.
fn play_again(players: &mut [Client; 2], game: GameId, point: &str) {
    let start = Instant::now();
    let ply = players[0].games[&game].ply();
    let by = players[0].games[&game].to_act().unwrap() as usize;
    loop {
        let command = match players[by].games[&game].ply() {
            now if now == ply => players[by].move_to(game, point),
            // The move was written, and its answer was lost.
            _ => break,
        };
        match players[by].act(game, command) {
            Ok(_) => break,
            // The move was written and its answer was lost, or it is on its way to this client.
            Err(ErrorCode::Outdated | ErrorCode::NotYourTurn) => break,
            Err(ErrorCode::Unavailable) => {}
            Err(error) => panic!("{error:?}"),
        }
        assert!(start.elapsed() < PATIENCE, "the game does not go on");
        sleep(Duration::from_millis(100));
    }
    for player in players {
        player.until_game(game, |snapshot| snapshot.ply() > ply);
    }
}

#[test]
fn players_at_two_servers_play_as_at_one() {
    let both = Servers::start();
    let mut players = both.players();
    let mut watcher = both.servers[1].guest();
    // Each of the two servers has some of these games.
    for round in 0..8 {
        let [one, other] = &mut players;
        let game = begin(one, other, settings("free", "300+0"));
        for player in &mut players {
            let presence = player.until_game(game, |snapshot| snapshot.presence == [Presence::Connected; 2]);
            assert_eq!(presence.ply(), 0);
        }
        watcher.send(ClientCommand::Watch(game));
        watcher.until_game(game, |_| true);
        for point in ["h8", "a1", "h9", "a3", "h10", "a5"] {
            play(&mut players, game, point);
        }
        watcher.until_game(game, |snapshot| snapshot.ply() == 6);
        players[0].act(game, GameCommand::Offer(Offer::Draw)).unwrap();
        players[1].until_game(game, |snapshot| snapshot.offers.contains(&(Player::First, Offer::Draw)));
        // A user may send little more than this at once.
        if round < TALKS {
            let phrase = Utterance::Phrase(Phrase::GoodLuck);
            players[1].command(ClientCommand::Say(game, phrase.clone())).unwrap();
            let said = players[0].until(|message| match message {
                ServerMessage::Said { game: of, what, .. } if *of == game => Some(what.clone()),
                _ => None,
            });
            assert_eq!(said, phrase);
        }
        if round == 0 {
            // The last connection of a player ends at one server, and the opponent at the other server receives the absence.
            let cookie = players[1].cookie.clone();
            let address = both.servers[1].address;
            players[1] = both.servers[0].guest();
            players[0].until_game(game, |snapshot| snapshot.presence[1] != Presence::Connected);
            players[1] = Client::connect(address, Some(&cookie), "Session2").unwrap();
            assert!(players[1].welcome.games.contains(&game));
            players[1].until_game(game, |snapshot| snapshot.presence == [Presence::Connected; 2]);
        }
        players[1].act(game, GameCommand::Resign).unwrap();
        players[0].until_game(game, |snapshot| snapshot.result.is_some());
        players[0].act(game, GameCommand::Offer(Offer::Rematch)).unwrap();
        players[1].act(game, GameCommand::Accept(Offer::Rematch)).unwrap();
        let rematch = players[0].until_game(game, |snapshot| snapshot.rematch.is_some()).rematch.unwrap();
        for player in &mut players {
            player.until_game(rematch, |_| true);
        }
        players.reverse();
        play(&mut players, rematch, "h8");
        players[0].act(rematch, GameCommand::Abort).unwrap();
        players[1].until_game(rematch, |snapshot| snapshot.result.is_some());
        players.reverse();
        players.iter_mut().for_each(Client::forget);
    }
}

#[test]
fn the_lobby_is_one() {
    let both = Servers::start();
    let [mut one, mut other] = both.players();
    other.send(ClientCommand::WatchLobby);
    let settings = settings("free", "300+0");
    let request =
        SeekRequest { settings, seat: SeatChoice::Random, ratings: None, members_only: false, bot: None };
    let created = one.command(ClientCommand::Seek(request)).unwrap();
    let ServerMessage::Done { created: Some(Created::Seek(seek)), .. } = created else {
        panic!("{created:?}")
    };
    other.until(|message| match message {
        ServerMessage::Lobby(update) => update.added.iter().any(|added| added.seek == seek).then_some(()),
        _ => None,
    });
    other.command(ClientCommand::TakeSeek(seek)).unwrap();
    let game = |message: &ServerMessage| match message {
        ServerMessage::Snapshot(snapshot) if snapshot.result.is_none() => Some(snapshot.game),
        _ => None,
    };
    let first = one.until(game);
    assert_eq!(other.until(game), first);
    one.act(first, GameCommand::Abort).unwrap();
    other.until_game(first, |snapshot| snapshot.result.is_some());

    // An aborted game costs waiting time, wherever the game and the lobby are.
    assert_eq!(one.command(ClientCommand::JoinPool(PoolId(1))), Err(ErrorCode::TooMuch));
    let [mut one, mut other] = both.players();
    one.command(ClientCommand::JoinPool(PoolId(1))).unwrap();
    other.command(ClientCommand::JoinPool(PoolId(1))).unwrap();
    let second = one.until(game);
    assert!(second != first && other.until(game) == second);
    // The users and games of both servers are counted, wherever the lobby is.
    let mut third = both.servers[0].guest();
    third.send(ClientCommand::WatchLobby);
    third.until(|message| match message {
        ServerMessage::Lobby(update) => (update.users >= Some(3)).then_some(()),
        _ => None,
    });
}

#[test]
fn a_tournament_has_players_at_both_servers() {
    let both = Servers::start();
    let [one, other] = &both.servers;
    crate::tournaments::round_robin([one, other]);
}

#[test]
fn a_server_that_stops_hands_its_games_over() {
    let both = Servers::start();
    let Servers { servers: [stays, stops], postgres: _postgres, nats: _nats } = both;
    let [mut one, mut other] = [stays.guest(), stops.guest()];
    let games: Vec<GameId> = (0..6).map(|_| begin(&mut one, &mut other, settings("free", "300+0"))).collect();
    let mut players = [one, other];
    for game in &games {
        play(&mut players, *game, "h8");
    }
    let cookie = players[1].cookie.clone();
    stops.stop();
    players[1] = Client::connect(stays.address, Some(&cookie), "Session1").unwrap();
    for game in &games {
        let before = players[0].games[game].clone();
        let after = players[1].until_game(*game, |_| true);
        assert_eq!(after.moves, before.moves);
        play_again(&mut players, *game, "h9");
    }
}

#[test]
fn a_database_that_stops_is_reported_and_everything_goes_on() {
    let mut both = Servers::start();
    let mut players = both.players();
    let [one, other] = &mut players;
    let begun = Instant::now();
    let games: Vec<GameId> = (0..4).map(|_| begin(one, other, settings("free", "300+0"))).collect();
    for game in &games {
        play(&mut players, *game, "h8");
    }
    both.postgres.stop();
    // The leases of some servers run out in this time.
    let start = Instant::now();
    let mut refusals = 0;
    while start.elapsed() < Duration::from_secs(10) {
        for game in &games {
            let command = players[1].move_to(*game, "a1");
            let refused = players[1].act(*game, command);
            assert_eq!(refused, Err(ErrorCode::Unavailable));
            refusals += 1;
            sleep(Duration::from_millis(100));
        }
    }
    assert!(refusals >= 4, "{refusals} refusals");
    let outage = start.elapsed();
    both.postgres.run();
    for game in &games {
        play_again(&mut players, *game, "a1");
        let clock = players[0].games[game].clock;
        // The time before and after the outage is charged; it is long on a busy machine.
        let charged = (begun.elapsed() - outage).as_millis() as u64 + 1_000;
        let is_charged_less = |main: u64| main + charged >= 300_000;
        assert!(clock.left.iter().all(|left| is_charged_less(left.main)), "{clock:?}, {charged} ms");
        play_again(&mut players, *game, "h9");
    }
    for game in &games {
        for player in &players {
            assert_eq!(player.games[game].ply(), 3);
        }
    }
    let [mut one, mut other] = both.players();
    begin(&mut one, &mut other, settings("free", "300+0"));
}

#[test]
fn a_bus_that_stops_is_reported_and_everything_goes_on() {
    let mut both = Servers::start();
    let mut players = both.players();
    let [one, other] = &mut players;
    let mut games: Vec<GameId> = Vec::new();
    // Each server has some of the games.
    while games.len() < 6 || both.servers.iter().any(|server| metric(server, "tengen_games") == 0) {
        assert!(games.len() < MOST_GAMES, "one server has all games");
        games.push(begin(one, other, settings("free", "300+0")));
    }
    both.nats.stop();
    let mut answers = Vec::new();
    for game in &games {
        let command = players[0].move_to(*game, "h8");
        answers.push(players[0].act(*game, command).err());
    }
    assert!(answers.contains(&Some(ErrorCode::Unavailable)), "{answers:?}");
    assert!(answers.iter().flatten().all(|code| *code == ErrorCode::Unavailable), "{answers:?}");
    both.nats.run();
    for game in &games {
        if players[0].games[game].ply() == 0 {
            play_again(&mut players, *game, "h8");
        }
        // The changes that the other server made in the meantime arrive as well.
        for player in &mut players {
            player.until_game(*game, |snapshot| snapshot.ply() == 1);
        }
        play_again(&mut players, *game, "a1");
    }
}

#[test]
fn a_second_server_without_a_bus_is_refused() {
    let database = PostgresServer::shared().database();
    let options = OnlineOptions::new(Database::Postgres(database));
    let first = TestServer::with(options.clone());
    let refused = TestServer::try_with(options).map(|_| ()).unwrap_err();
    assert!(refused.to_string().contains("another server uses the database"), "{refused}");
    first.guest();
}

#[test]
fn who_plays_and_who_is_away_is_the_same_at_both_servers() {
    let servers = Servers::start();
    // Games on different servers.
    for _ in 0..4 {
        let [mut one, mut other] = servers.players();
        let game = begin(&mut one, &mut other, settings("free", "300+0"));
        for player in [&mut one, &mut other] {
            assert_eq!(player.command(ClientCommand::JoinPool(PoolId(0))), Err(ErrorCode::Busy));
        }
        one.send(ClientCommand::Unwatch(game));
        let is_away = |presence| matches!(presence, Presence::Disconnected(_));
        other.until_game(game, |snapshot| is_away(snapshot.presence[Player::First as usize]));
        one.send(ClientCommand::Watch(game));
        other.until_game(game, |snapshot| !is_away(snapshot.presence[Player::First as usize]));
        one.act(game, GameCommand::Resign).unwrap();
        other.until_game(game, |snapshot| snapshot.result.is_some());
        other.command(ClientCommand::JoinPool(PoolId(0))).unwrap();
        other.command(ClientCommand::LeavePool).unwrap();
    }
}
