//! The server on a full disk.

use std::process::Command;

use tengen_game::Move;
use tengen_online::message::{
    ChallengeRequest, ClientCommand, Created, ErrorCode, GameCommand, ServerMessage,
};
use tengen_online::settings::SeatChoice;

use crate::client::Client;
use crate::kill::point;
use crate::{SERVE, Server, new_game, settings};

/// Runs the server with files of at most 768 KiB. A write beyond that fails as on a full disk.
const LIMITED: &str = r#"trap "" XFSZ; ulimit -f 1536; exec "$0" "$@""#;

#[test]
fn a_full_disk_is_reported_and_nothing_acknowledged_is_lost() {
    let data = tempfile::tempdir().unwrap();
    let mut limited = Command::new("sh");
    limited.args(["-c", LIMITED, env!("CARGO_BIN_EXE_tengen")]).args(SERVE).arg("--data").arg(data.path());
    let server = Server::run(&mut limited);
    let mut players = [(); 2]
        .map(|()| Client::connect(server.address, None, "Session1").expect("there is room for guests"));
    let request = ChallengeRequest { settings: settings("free", "300+0"), seat: SeatChoice::First, to: None };
    let created = players[0].command(ClientCommand::Challenge(request)).unwrap();
    let ServerMessage::Done { created: Some(Created::Challenge(challenge)), .. } = created else {
        panic!("{created:?}")
    };
    players[1].command(ClientCommand::AcceptChallenge(challenge)).unwrap();
    let game = players[0].until(new_game);
    players[1].until_game(game, |_| true);
    let mut acknowledged = 0;
    let refusal = loop {
        assert!(acknowledged < 220, "the disk is never full");
        let command =
            GameCommand::Move { ply: acknowledged, takebacks: 0, to: Move::Place(point(acknowledged)) };
        let by = usize::from(acknowledged % 2);
        match players[by].act(game, command) {
            Ok(_) => acknowledged += 1,
            Err(code) => break code,
        }
    };
    assert_eq!(refusal, ErrorCode::Unavailable);
    // The server still answers with the stored games.
    let mut watcher = None;
    for player in &mut players {
        player.send(ClientCommand::Watch(game));
        watcher = Some(player.until_game(game, |snapshot| snapshot.ply() == acknowledged));
    }
    assert!(watcher.is_some() && acknowledged > 10, "{acknowledged} moves");
    let cookies = players.each_ref().map(|player| player.cookie.clone());
    server.kill();

    let server = Server::start(data.path());
    let mut players =
        cookies.map(|cookie| Client::connect(server.address, Some(&cookie), "Session1").unwrap());
    for player in &mut players {
        let after = player.until_game(game, |_| true);
        let expected: Vec<Move> = (0..acknowledged).map(|ply| Move::Place(point(ply))).collect();
        assert_eq!(after.moves, expected);
    }
    let command = GameCommand::Move { ply: acknowledged, takebacks: 0, to: Move::Place(point(acknowledged)) };
    players[usize::from(acknowledged % 2)].act(game, command).unwrap();
}
