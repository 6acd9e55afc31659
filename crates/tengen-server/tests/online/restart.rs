//! Games that outlive the server.

use tengen_online::message::{ChallengeRequest, ClientCommand, Created, ErrorCode, ServerMessage};
use tengen_online::settings::SeatChoice;
use tengen_server::online::{Database, OnlineOptions};

use crate::client::Client;
use crate::games::{begin, play, settings};
use crate::server::TestServer;

#[test]
fn games_sessions_and_challenges_go_on_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let options = OnlineOptions::new(Database::Folder(folder.path().to_owned()));
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
        assert_eq!((after.ply(), after.moves, after.clock), (3, before.moves.clone(), before.clock));
    }
    play(&mut players, game, "a1");
    let mut third = server.guest();
    third.command(ClientCommand::AcceptChallenge(challenge)).unwrap();
    assert_eq!(players[1].command(ClientCommand::AcceptChallenge(challenge)), Err(ErrorCode::NotFound));
}
