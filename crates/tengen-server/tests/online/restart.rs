//! Games that outlive the server.

use std::time::Duration;

use tengen_online::message::{ChallengeRequest, ClientCommand, Created, ErrorCode, ServerMessage};
use tengen_online::settings::SeatChoice;
use tengen_server::online::{Database, OnlineOptions};

use crate::client::Client;
use crate::games::{begin, play, settings};
use crate::server::{TestServer, database};

#[test]
fn games_sessions_and_challenges_go_on_after_a_restart() {
    let (_folder, database) = database();
    let options = OnlineOptions::new(database);
    let server = TestServer::with(options.clone());
    let (mut one, mut other) = (server.guest(), server.guest());
    let game = begin(&mut one, &mut other, settings("free", "300+0"));
    let mut players = [one, other];
    for point in ["h8", "h9", "j9"] {
        play(&mut players, game, point);
    }
    let request = ChallengeRequest { settings: settings("free", "1d"), seat: SeatChoice::Random, to: None };
    let created = players[0].command(ClientCommand::Challenge(request)).unwrap();
    let ServerMessage::Done { created: Some(Created::Challenge(challenge)), .. } = created else {
        panic!("{created:?}")
    };
    let before = players[1].games[&game].clone();
    server.stop();
    let away = Duration::from_secs(2);
    std::thread::sleep(away);
    assert!(players[0].until(|message| match message {
        ServerMessage::Closing { reconnect_after } => Some(*reconnect_after > 0),
        _ => None,
    }));
    assert!(players[0].is_closed());

    let server = TestServer::with(options);
    let mut players =
        players.map(|player| Client::connect(server.address, Some(&player.cookie), "Session1").unwrap());
    for player in &mut players {
        let after = player.until_game(game, |_| true);
        assert_eq!((after.ply(), &after.moves), (3, &before.moves));
        // No player is charged for the time without a server.
        assert!(after.clock.at >= before.clock.at + away.as_millis() as u64, "{:?}", after.clock);
        for (left, before) in after.clock.left.iter().zip(before.clock.left) {
            assert!(left.main + 1_000 > before.main, "{:?}", after.clock);
        }
        assert!(after.clock.until.unwrap() > before.clock.until.unwrap() + 1_000);
    }
    play(&mut players, game, "a1");
    let mut third = server.guest();
    third.command(ClientCommand::AcceptChallenge(challenge)).unwrap();
    assert_eq!(players[1].command(ClientCommand::AcceptChallenge(challenge)), Err(ErrorCode::NotFound));
}

#[test]
fn a_server_that_stops_leaves_one_file_with_everything() {
    let folder = tempfile::tempdir().unwrap();
    let options = OnlineOptions::new(Database::Folder(folder.path().to_owned()));
    let server = TestServer::with(options.clone());
    let (mut one, mut other) = (server.guest(), server.guest());
    let game = begin(&mut one, &mut other, settings("free", "300+0"));
    let mut players = [one, other];
    play(&mut players, game, "h8");
    let moves = crate::http::request(server.address, "GET /metrics", &[], "").body;
    assert!(moves.contains("tengen_move_seconds_count 1\n"), "{moves}");
    server.stop();
    let names = || -> Vec<String> {
        let files = std::fs::read_dir(folder.path()).unwrap();
        files.map(|file| file.unwrap().file_name().into_string().unwrap()).collect()
    };
    let log = folder.path().join("tengen.sqlite-wal");
    assert!(!log.exists() || log.metadata().unwrap().len() == 0, "{:?}", names());
    // A copy of the file alone is complete now.
    let copied = tempfile::tempdir().unwrap();
    std::fs::copy(folder.path().join("tengen.sqlite"), copied.path().join("tengen.sqlite")).unwrap();
    let server = TestServer::with(OnlineOptions::new(Database::Folder(copied.path().to_owned())));
    let mut again = Client::connect(server.address, Some(&players[0].cookie), "Session1").unwrap();
    assert_eq!(again.until_game(game, |_| true).ply(), 1);
}
