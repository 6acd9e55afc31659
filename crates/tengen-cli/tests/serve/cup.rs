//! The server is killed repeatedly in the course of a tournament, which continues each time.

use std::collections::{BTreeMap, BTreeSet};
use std::thread::sleep;
use std::time::Duration;

use tengen_game::opening::Player;
use tengen_online::id::{AccountId, GameId, TournamentId};
use tengen_online::message::{
    ClientCommand, Created, GameCommand, ServerMessage, TournamentFormat, TournamentRequest,
    TournamentStatus, TournamentView,
};

use crate::client::Client;
use crate::http::request;
use crate::{Server, settings};

const PLAYERS: usize = 4;
/// The number of times that all players meet each other: six rounds of two games.
const CYCLES: u8 = 2;
const GAMES: usize = 12;
/// The time that players have to join, in milliseconds.
const LEAD: u64 = 4_000;
/// The most kills, more than the tournament needs: the games of a round can end each time the server runs.
const MOST_KILLS: u64 = 60;

pub(crate) fn member(server: &Server) -> String {
    let post = |path: &str, cookie: &str, body: &str| {
        request(server.address, &format!("POST /api/v1{path}"), &[("cookie", cookie)], body)
    };
    let cookie = post("/session", "", "").cookie();
    let credentials = r#"{"name":"Ada","password":"correct horse"}"#;
    let registered = post("/account/register", &cookie, credentials);
    assert_eq!(registered.status, 200);
    registered.cookie()
}

fn view(server: &Server, tournament: TournamentId) -> TournamentView {
    let line = format!("GET /api/v1/tournaments/{tournament}");
    serde_json::from_str(&request(server.address, &line, &[], "").body).unwrap()
}

fn create(client: &mut Client) -> TournamentId {
    let request = TournamentRequest {
        name: "Cup".to_owned(),
        format: TournamentFormat::RoundRobin { cycles: CYCLES },
        settings: settings("free", "300+0"),
        starts: client.welcome.now + LEAD,
        bots: Vec::new(),
        programs: false,
        berserk: false,
        private: false,
    };
    match client.command(ClientCommand::CreateTournament(request)) {
        Ok(ServerMessage::Done { created: Some(Created::Tournament(tournament)), .. }) => tournament,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_tournament_goes_on_after_every_sudden_end_of_the_server() {
    let data = tempfile::tempdir().unwrap();
    let mut server = Server::start(data.path());
    let cookie = member(&server);
    let connect = |server: &Server, cookie: Option<&str>| {
        Client::connect(server.address, cookie, "Session1").expect("the server takes clients")
    };
    let mut players = vec![connect(&server, Some(&cookie))];
    players.extend((1..PLAYERS).map(|_| connect(&server, None)));
    let cookies: Vec<String> = players.iter().map(|player| player.cookie.clone()).collect();
    let tournament = create(&mut players[0]);
    for player in &mut players {
        player.command(ClientCommand::JoinTournament(tournament)).unwrap();
    }
    // The games that appeared, with their players, and the games whose end was acknowledged.
    let mut games: BTreeMap<GameId, BTreeSet<AccountId>> = BTreeMap::new();
    let mut acknowledged: BTreeSet<GameId> = BTreeSet::new();
    let mut round = 0;
    for kill in 0.. {
        assert!(kill < MOST_KILLS, "the tournament does not go on");
        server.kill();
        server = Server::start(data.path());
        let after = view(&server, tournament);
        assert_eq!(after.players as usize, PLAYERS, "those who have joined take part");
        assert!(after.round >= round, "round {} after {round}", after.round);
        round = after.round;
        let points: u32 = after.standings.iter().map(|row| row.points).sum();
        let least = 2 * acknowledged.len() as u32;
        assert!((least..=2 * games.len() as u32).contains(&points), "{points} points of {least}");
        assert_ne!(after.status, TournamentStatus::Cancelled);
        if after.status == TournamentStatus::Finished {
            break;
        }
        let mut players: Vec<Client> = cookies.iter().map(|cookie| connect(&server, Some(cookie))).collect();
        if after.status == TournamentStatus::Open {
            sleep(Duration::from_millis(500));
            continue;
        }
        let mut sent = Vec::new();
        for (index, player) in players.iter_mut().enumerate() {
            for game in player.welcome.games.clone() {
                let snapshot = player.until_game(game, |_| true);
                games.insert(game, snapshot.players.iter().map(|player| player.account).collect());
                if snapshot.you == Some(Player::Second) {
                    sent.push((index, game, player.send(ClientCommand::Play(game, GameCommand::Resign))));
                }
            }
        }
        // Every second time the server ends while it writes the ends, or while the tournament pairs the next round.
        if kill % 2 == 0 {
            sleep(Duration::from_millis(kill % 12));
            continue;
        }
        for (index, game, number) in sent {
            players[index].answer(number).unwrap();
            acknowledged.insert(game);
        }
    }
    assert_eq!(games.len(), GAMES);
    let mut meetings: BTreeMap<&BTreeSet<AccountId>, u8> = BTreeMap::new();
    games.values().for_each(|pair| *meetings.entry(pair).or_default() += 1);
    assert!(meetings.values().all(|&times| times == CYCLES), "{meetings:?}");
    let standings = view(&server, tournament).standings;
    assert!(standings.iter().all(|row| row.games.len() == 6 && !row.withdrawn), "{standings:?}");
    assert_eq!(standings.iter().map(|row| row.points).sum::<u32>(), 2 * GAMES as u32);
}
