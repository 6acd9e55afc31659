//! Tournaments of a few clients.

use std::collections::BTreeSet;
use std::sync::Arc;

use tengen_analysis::Level;
use tengen_game::opening::Player;
use tengen_online::account::Account;
use tengen_online::game::LiveGame;
use tengen_online::id::{AccountId, GameId, TournamentId};
use tengen_online::message::{
    ClientCommand, Created, EndCause, ErrorCode, GameCommand, MAX_CREATED_TOURNAMENTS, Presence,
    ServerMessage, TournamentFormat, TournamentList, TournamentRequest, TournamentStatus, TournamentView,
    UserKind,
};
use tengen_online::tournament::Tournament;
use tengen_server::online::{Action, Change, Database, HouseBot, OnlineOptions, Sqlite, Storage};

use crate::accounts::{get, member};
use crate::client::Client;
use crate::games::settings;
use crate::server::TestServer;

/// The time in which players can join, in milliseconds: far more than they need, for busy machines.
const LEAD: u64 = 2_500;

fn request(format: TournamentFormat, starts: u64) -> TournamentRequest {
    TournamentRequest {
        name: "Cup".to_owned(),
        format,
        settings: settings("free", "300+0"),
        starts,
        bots: Vec::new(),
        programs: false,
        berserk: false,
        private: false,
    }
}

/// Connects a member, who may create tournaments.
fn creator(server: &TestServer, name: &str) -> Client {
    let cookie = member(server.address, name);
    Client::connect(server.address, Some(&cookie), "Session1").unwrap()
}

fn create(client: &mut Client, request: TournamentRequest) -> TournamentId {
    match client.command(ClientCommand::CreateTournament(request)) {
        Ok(ServerMessage::Done { created: Some(Created::Tournament(tournament)), .. }) => tournament,
        other => panic!("{other:?}"),
    }
}

/// A tournament in the state of the messages that a client has received.
struct Mirror(TournamentView);

impl Mirror {
    fn watch(client: &mut Client, tournament: TournamentId) -> Mirror {
        client.send(ClientCommand::WatchTournament(tournament));
        Mirror(client.until(|message| match message {
            ServerMessage::Tournament(view) => Some((**view).clone()),
            _ => None,
        }))
    }

    fn until(&mut self, client: &mut Client, is_expected: impl Fn(&TournamentView) -> bool) {
        while !is_expected(&self.0) {
            let update = client.until(|message| match message {
                ServerMessage::TournamentUpdate(of, update) if *of == self.0.tournament => {
                    Some(update.clone())
                }
                _ => None,
            });
            self.0.apply(&update);
        }
    }

    fn points(&self) -> Vec<u32> {
        self.0.standings.iter().map(|row| row.points).collect()
    }
}

/// Waits for a new game of the tournament that is not in `known`.
fn next_game(client: &mut Client, known: &mut BTreeSet<GameId>) -> GameId {
    let game = client.until(|message| match message {
        ServerMessage::Snapshot(snapshot)
            if snapshot.tournament.is_some() && !known.contains(&snapshot.game) =>
        {
            Some(snapshot.game)
        }
        _ => None,
    });
    known.insert(game);
    game
}

fn view(server: &TestServer, tournament: TournamentId) -> TournamentView {
    serde_json::from_str(&get(server.address, &format!("/tournaments/{tournament}"), "").body).unwrap()
}

fn list(server: &TestServer) -> TournamentList {
    serde_json::from_str(&get(server.address, "/tournaments", "").body).unwrap()
}

/// Each player who is the second player of a running game resigns it.
fn finish_round(players: &mut [Client], known: &mut [BTreeSet<GameId>]) {
    let games: Vec<GameId> =
        players.iter_mut().zip(known).map(|(player, known)| next_game(player, known)).collect();
    for (player, game) in players.iter_mut().zip(games) {
        if player.games[&game].you == Some(Player::Second) {
            player.act(game, GameCommand::Resign).unwrap();
        }
    }
}

#[test]
fn a_round_robin_of_four_is_played_to_its_end_with_live_standings() {
    let server = TestServer::start();
    round_robin([&server, &server]);
}

/// Plays a tournament of four players, two of them at each of two servers.
pub(crate) fn round_robin([server, other]: [&TestServer; 2]) {
    let mut players = vec![creator(server, "Ada"), other.guest(), server.guest(), other.guest()];
    let starts = players[0].welcome.now + LEAD;
    let id = create(&mut players[0], request(TournamentFormat::RoundRobin { cycles: 1 }, starts));
    for player in &mut players {
        player.command(ClientCommand::JoinTournament(id)).unwrap();
        player.command(ClientCommand::JoinTournament(id)).unwrap();
    }
    let mut watcher = other.guest();
    let mut mirror = Mirror::watch(&mut watcher, id);
    assert_eq!(
        (mirror.0.status, mirror.0.players, mirror.0.you.is_some()),
        (TournamentStatus::Open, 4, false)
    );
    let all = list(other);
    assert_eq!((all.upcoming.len(), all.running.len(), all.finished.len()), (1, 0, 0));
    assert_eq!((all.upcoming[0].tournament, all.upcoming[0].standings.len()), (id, 0));

    let mut known = vec![BTreeSet::new(); 4];
    for round in 1..=3 {
        mirror.until(&mut watcher, |view| view.round == round);
        assert!(mirror.0.featured.is_some());
        finish_round(&mut players, &mut known);
    }
    mirror.until(&mut watcher, |view| view.status == TournamentStatus::Finished);
    assert_eq!(mirror.points().iter().sum::<u32>(), 12, "six games");
    let met: BTreeSet<GameId> = known.into_iter().flatten().collect();
    assert_eq!(met.len(), 6);
    assert_eq!(view(other, id).standings, mirror.0.standings);
    let all = list(other);
    assert_eq!((all.upcoming.len(), all.running.len(), all.finished.len()), (0, 0, 1));
    let late = players[1].command(ClientCommand::JoinTournament(id));
    assert_eq!(late, Err(ErrorCode::Over));
}

#[test]
fn a_tournament_goes_on_after_a_restart_in_the_middle_of_a_round() {
    let folder = tempfile::tempdir().unwrap();
    let options = OnlineOptions::new(Database::Folder(folder.path().to_owned()));
    let server = TestServer::with(options.clone());
    let mut players = vec![creator(&server, "Ada"), server.guest(), server.guest(), server.guest()];
    let starts = players[0].welcome.now + LEAD;
    let id = create(&mut players[0], request(TournamentFormat::Swiss { rounds: 2 }, starts));
    for player in &mut players {
        player.command(ClientCommand::JoinTournament(id)).unwrap();
    }
    let mut known = vec![BTreeSet::new(); 4];
    let games: Vec<GameId> =
        players.iter_mut().zip(&mut known).map(|(player, known)| next_game(player, known)).collect();
    // One of the two games ends before the restart.
    players[0].act(games[0], GameCommand::Resign).unwrap();
    let mut watcher = server.guest();
    let mut mirror = Mirror::watch(&mut watcher, id);
    mirror.until(&mut watcher, |view| view.standings.iter().any(|row| row.points == 2));
    server.stop();

    let server = TestServer::with(options);
    let after = view(&server, id);
    assert_eq!(
        (after.status, after.round, &after.standings),
        (TournamentStatus::Running, 1, &mirror.0.standings)
    );
    let mut players: Vec<Client> = players
        .iter()
        .map(|player| Client::connect(server.address, Some(&player.cookie), "Session1").unwrap())
        .collect();
    let mut watcher = server.guest();
    let mut mirror = Mirror::watch(&mut watcher, id);
    // The other game continues, and its end begins the next round.
    let open = players.iter().position(|player| !player.welcome.games.is_empty()).unwrap();
    let game = players[open].welcome.games[0];
    assert!(games.contains(&game) && game != games[0]);
    players[open].until_game(game, |_| true);
    players[open].act(game, GameCommand::Resign).unwrap();
    mirror.until(&mut watcher, |view| view.round == 2);
    finish_round(&mut players, &mut known);
    mirror.until(&mut watcher, |view| view.status == TournamentStatus::Finished);
    assert_eq!(mirror.points(), [4, 2, 2, 0]);
}

#[test]
fn an_arena_pairs_again_takes_late_players_and_lets_them_go() {
    let server = TestServer::start();
    let mut players = [creator(&server, "Ada"), server.guest()];
    let mut third = server.guest();
    let starts = players[0].welcome.now + LEAD;
    let berserk =
        TournamentRequest { berserk: true, ..request(TournamentFormat::Arena { minutes: 5 }, starts) };
    let id = create(&mut players[0], berserk);
    for player in &mut players {
        player.command(ClientCommand::JoinTournament(id)).unwrap();
    }
    let mut known = [BTreeSet::new(), BTreeSet::new(), BTreeSet::new()];
    let game = next_game(&mut players[0], &mut known[0]);
    assert_eq!(next_game(&mut players[1], &mut known[1]), game);
    assert_eq!(players[0].act(game, GameCommand::Abort), Err(ErrorCode::NotAllowed));
    players[0].act(game, GameCommand::Berserk).unwrap();
    let snapshot = players[1].until_game(game, |snapshot| snapshot.berserk != [false; 2]);
    let seat = players[0].games[&game].you.unwrap();
    assert_eq!(snapshot.clock.left[seat as usize].main, 150_000);
    // The player joins late, but in time.
    third.command(ClientCommand::JoinTournament(id)).unwrap();
    players[1].act(game, GameCommand::Resign).unwrap();
    // Whatever the pairing, the two players do not meet again at once.
    let next = next_game(&mut third, &mut known[2]);
    let snapshot = third.games[&next].clone();
    assert!(snapshot.players.iter().any(|player| player.account == third.welcome.you.account));
    third.command(ClientCommand::LeaveTournament(id)).unwrap();
    third.act(next, GameCommand::Resign).unwrap();
    let mut mirror = Mirror::watch(&mut third, id);
    mirror.until(&mut third, |view| {
        view.standings.iter().filter(|row| row.points == 2).count() == 2
            || view.standings.iter().any(|row| row.points == 4)
    });
    assert!(mirror.0.you.as_ref().is_some_and(|you| you.withdrawn && you.points == 0));
    assert_eq!(third.command(ClientCommand::CancelTournament(id)), Err(ErrorCode::NotAllowed));
    players[0].command(ClientCommand::CancelTournament(id)).unwrap();
    mirror.until(&mut third, |view| view.status == TournamentStatus::Cancelled);
    let all = list(&server);
    assert!(all.running.is_empty() && all.finished.is_empty());
}

#[test]
fn two_of_whom_one_has_blocked_the_other_do_not_meet_in_a_swiss_tournament() {
    let (_folder, database) = crate::server::database();
    let server = TestServer::with(OnlineOptions::new(database.clone()));
    let mut ada = creator(&server, "Ada");
    let mut others = [server.guest(), server.guest(), server.guest()];
    let starts = ada.welcome.now + 2 * LEAD;
    let id = create(&mut ada, request(TournamentFormat::Swiss { rounds: 3 }, starts));
    ada.command(ClientCommand::JoinTournament(id)).unwrap();
    for player in &mut others {
        player.command(ClientCommand::JoinTournament(id)).unwrap();
    }
    // Without the block, the first player would meet the third, by the order in which they have joined.
    let third = others[1].welcome.you.account;
    ada.command(ClientCommand::Block(third)).unwrap();
    // A server to which the first player has never connected reads the blocks from the storage.
    let cookies = others.map(|player| player.cookie);
    server.stop();
    let server = TestServer::with(OnlineOptions::new(database));
    let mut others =
        cookies.each_ref().map(|cookie| Client::connect(server.address, Some(cookie), "Session2").unwrap());
    let games = others.each_mut().map(|player| next_game(player, &mut BTreeSet::new()));
    assert_eq!(games[0], games[1], "the second and the third meet");
    let first = others[2].games[&games[2]].players.clone().map(|player| player.name.to_string());
    assert!(first.contains(&"Ada".to_owned()), "{first:?}");
}

#[test]
fn a_player_who_does_not_appear_loses_and_is_withdrawn() {
    let server = TestServer::start();
    let (mut ada, mut absent) = (creator(&server, "Ada"), server.guest());
    // A player has 20 seconds for the first move of a bullet game.
    let settings = settings("free", "60+0");
    let swiss = request(TournamentFormat::Swiss { rounds: 3 }, ada.welcome.now + LEAD);
    let id = create(&mut ada, TournamentRequest { settings, ..swiss });
    for player in [&mut ada, &mut absent] {
        player.command(ClientCommand::JoinTournament(id)).unwrap();
    }
    let account = absent.welcome.you.account;
    drop(absent);
    let mut mirror = Mirror::watch(&mut ada, id);
    let game = next_game(&mut ada, &mut BTreeSet::new());
    let seat = ada.games[&game].you.unwrap();
    let is_gone = |presence: &Presence| matches!(presence, Presence::Disconnected(_));
    ada.until_game(game, |snapshot| is_gone(&snapshot.presence[!seat as usize]));
    if seat == Player::First {
        let center = ada.move_to(game, "h8");
        ada.act(game, center).unwrap();
    }
    // No opponent is left, so that this is the end.
    mirror.until(&mut ada, |view| view.status == TournamentStatus::Finished);
    let result = ada.until_game(game, |snapshot| snapshot.result.is_some()).result.unwrap();
    assert_eq!((result.winner, result.cause), (None, EndCause::NoStart));
    let [first, second] = &mirror.0.standings[..] else { panic!("{:?}", mirror.0) };
    assert_eq!((first.player.account, first.points, first.withdrawn), (ada.welcome.you.account, 2, false));
    assert_eq!((second.player.account, second.points, second.withdrawn), (account, 0, true));
}

#[test]
fn tournaments_have_limits_and_rights() {
    let server = TestServer::start();
    let (mut ada, mut guest) = (creator(&server, "Ada"), server.guest());
    let starts = ada.welcome.now + 3_600_000;
    let swiss = request(TournamentFormat::Swiss { rounds: 3 }, starts);
    assert_eq!(
        guest.command(ClientCommand::CreateTournament(swiss.clone())),
        Err(ErrorCode::NotAllowed),
        "guests create none"
    );
    let nameless = TournamentRequest { name: "\u{202e}".to_owned(), ..swiss.clone() };
    assert_eq!(ada.command(ClientCommand::CreateTournament(nameless)), Err(ErrorCode::Name));
    let bots = vec![Level::EASY];
    let arena = TournamentRequest { bots, ..request(TournamentFormat::Arena { minutes: 5 }, starts) };
    assert_eq!(
        ada.command(ClientCommand::CreateTournament(arena)),
        Err(ErrorCode::Settings),
        "this server has no programs"
    );
    let rated_settings = tengen_online::settings::GameSettings {
        rule: "renju".parse().unwrap(),
        rated: true,
        ..swiss.settings
    };
    let rated = create(&mut ada, TournamentRequest { settings: rated_settings, ..swiss.clone() });
    assert_eq!(guest.command(ClientCommand::JoinTournament(rated)), Err(ErrorCode::NotAllowed));
    assert_eq!(guest.command(ClientCommand::LeaveTournament(rated)), Err(ErrorCode::NotPlayer));
    assert_eq!(guest.command(ClientCommand::CancelTournament(rated)), Err(ErrorCode::NotAllowed));
    let unknown: TournamentId = "00000000".parse().unwrap();
    assert_eq!(guest.command(ClientCommand::JoinTournament(unknown)), Err(ErrorCode::NotFound));
    guest.send(ClientCommand::WatchTournament(unknown));
    let code = guest.until(|message| match message {
        ServerMessage::Refused { n: 0, error } => Some(error.code),
        _ => None,
    });
    assert_eq!(code, ErrorCode::NotFound);
    assert_eq!(get(server.address, "/tournaments/00000000", "").status, 404);
    assert_eq!(get(server.address, "/tournaments/nonsense", "").status, 404);
    for _ in 1..MAX_CREATED_TOURNAMENTS {
        create(&mut ada, swiss.clone());
    }
    assert_eq!(ada.command(ClientCommand::CreateTournament(swiss.clone())), Err(ErrorCode::Busy));
    ada.command(ClientCommand::CancelTournament(rated)).unwrap();
    create(&mut ada, swiss);
    assert_eq!(list(&server).upcoming.len(), MAX_CREATED_TOURNAMENTS);
}

#[test]
fn a_deleted_account_leaves_its_tournaments_without_its_name() {
    let server = TestServer::start();
    let (mut ada, mut bea) = (creator(&server, "Ada"), creator(&server, "Bea"));
    let starts = ada.welcome.now + 3_600_000;
    let id = create(&mut ada, request(TournamentFormat::Swiss { rounds: 3 }, starts));
    for player in [&mut ada, &mut bea] {
        player.command(ClientCommand::JoinTournament(id)).unwrap();
    }
    let body = r#"{"password":"correct horse"}"#;
    let headers = [("cookie", ada.cookie.as_str())];
    assert_eq!(crate::http::request(server.address, "DELETE /api/v1/account", &headers, body).status, 204);
    let mut mirror = Mirror::watch(&mut bea, id);
    let is_gone = |view: &TournamentView| {
        let row = view.standings.iter().find(|row| row.player.account == ada.welcome.you.account);
        row.is_some_and(|row| row.withdrawn && row.player.name.is_generated())
    };
    while !is_gone(&mirror.0) {
        mirror = Mirror::watch(&mut bea, id);
    }
    assert!(!serde_json::to_string(&mirror.0).unwrap().contains("Ada"));
}

#[test]
fn a_game_that_ended_without_a_report_is_reported_after_the_restart() {
    // The server ended after the game and before the tournament received the result.
    let accounts = [1, 2].map(|entropy| Account::guest(AccountId::from_entropy(entropy), 0));
    let id = TournamentId::from_entropy(1);
    let request = request(TournamentFormat::Swiss { rounds: 1 }, 0);
    let creator = accounts[0].info(None, 0);
    let (mut cup, created) = Tournament::create(id, request, creator, 0).unwrap();
    let mut events = vec![created];
    for account in &accounts {
        events.extend(cup.join(account.info(None, 0), 1).events);
    }
    events.extend(cup.tick(2, 7, |_| true, |_, _| false).events);
    let new = cup.new_game(cup.games().next().unwrap()).unwrap();
    let (game, event) = LiveGame::create(new.clone(), 3).unwrap();
    let (mut ended, players) = (game.clone(), new.players.each_ref().map(|player| player.account));
    let reply = ended.execute(Player::Second, GameCommand::Resign, 0, 4);
    let changes = [
        Change::CreateAccount(Box::new(accounts[0].clone())),
        Change::CreateAccount(Box::new(accounts[1].clone())),
        Change::AppendTournament { tournament: id, before: 0, events },
        Change::CreateGame { game: new.game, players, event },
        Change::Append { game: new.game, before: 1, events: reply.events },
        Change::EndGame { game: Box::new(new), ended: 4, result: ended.result().unwrap(), counts: true },
    ];
    let storage = async {
        let storage: Arc<dyn Storage> = Arc::new(Sqlite::in_memory().await.unwrap());
        assert_eq!(storage.commit(&[&changes]).await.unwrap(), [Ok(())]);
        storage
    };
    let server = TestServer::on(storage, OnlineOptions::new(Database::Memory));
    let after = view(&server, id);
    assert_eq!(after.status, TournamentStatus::Finished);
    assert_eq!(after.standings[0].player.account, players[0]);
}

/// A program that resigns at once.
struct Quitter;

impl HouseBot for Quitter {
    fn level(&self) -> Level {
        Level::EASY
    }

    fn act(&self, _: &LiveGame) -> Option<Action> {
        Some(Action::Resign)
    }
}

#[test]
fn a_program_of_the_server_plays_in_an_arena_with_who_waits_alone() {
    let bot: Arc<dyn HouseBot> = Arc::new(Quitter);
    let options = OnlineOptions { house_bots: vec![bot], ..OnlineOptions::new(Database::Memory) };
    let server = TestServer::with(options);
    let mut ada = creator(&server, "Ada");
    let starts = ada.welcome.now;
    let arena = TournamentRequest {
        bots: vec![Level::EASY],
        ..request(TournamentFormat::Arena { minutes: 5 }, starts)
    };
    let unknown = TournamentRequest { bots: vec![Level::HARD], ..arena.clone() };
    assert_eq!(ada.command(ClientCommand::CreateTournament(unknown)), Err(ErrorCode::Settings));
    let later = TournamentRequest { starts: starts + LEAD, ..arena };
    let id = create(&mut ada, later);
    ada.command(ClientCommand::JoinTournament(id)).unwrap();
    let mut mirror = Mirror::watch(&mut ada, id);
    assert_eq!(mirror.0.players, 2);
    let game = next_game(&mut ada, &mut BTreeSet::new());
    let opponent = ada.games[&game].players.iter().find(|player| player.kind == UserKind::HouseBot);
    assert_eq!(opponent.map(|player| player.name.as_str()), Some("Tengen-easy"));
    if ada.games[&game].you == Some(Player::First) {
        let center = ada.move_to(game, "h8");
        ada.act(game, center).unwrap();
    }
    mirror.until(&mut ada, |view| view.standings.iter().any(|row| row.points == 2));
    assert_eq!(mirror.0.you.map(|you| (you.rank, you.points)), Some((1, 2)));
}

#[test]
fn a_private_tournament_is_found_by_its_link_alone() {
    let server = TestServer::start();
    let mut players = [creator(&server, "Ada"), server.guest()];
    // A start months ahead.
    let starts = players[0].welcome.now + 90 * 24 * 60 * 60 * 1_000;
    let open = create(&mut players[0], request(TournamentFormat::Swiss { rounds: 3 }, starts));
    let hidden =
        TournamentRequest { private: true, ..request(TournamentFormat::Swiss { rounds: 3 }, starts) };
    let hidden = create(&mut players[0], hidden);
    let listed: Vec<TournamentId> = list(&server).upcoming.iter().map(|view| view.tournament).collect();
    assert_eq!(listed, [open]);
    assert_eq!(view(&server, hidden).request.starts, starts);
    players[1].command(ClientCommand::JoinTournament(hidden)).unwrap();
    assert_eq!(view(&server, hidden).players, 1);
}
