//! The presence of players, and its effects on the lobby and on the opponent.

use tengen_game::opening::Player;
use tengen_online::message::{
    ClientCommand, ErrorCode, GameCommand, GameSnapshot, PoolId, Presence, SeekRequest, ServerMessage,
};
use tengen_online::settings::{GameSettings, SeatChoice};

use crate::client::Client;
use crate::games::{begin, play, settings};
use crate::server::TestServer;

fn seek(settings: GameSettings) -> SeekRequest {
    SeekRequest { settings, seat: SeatChoice::Random, ratings: None, members_only: false, bot: None }
}

#[test]
fn who_plays_with_a_clock_waits_in_no_pool_and_seeks_nobody() {
    let server = TestServer::start();
    let (mut one, mut other, mut third) = (server.guest(), server.guest(), server.guest());
    let quick = settings("free", "300+0");
    let days = begin(&mut one, &mut other, settings("free", "3d"));
    one.command(ClientCommand::JoinPool(PoolId(0))).expect("days for a move leave time for other games");
    let game = begin(&mut other, &mut one, quick);
    assert_ne!(days, game);
    // The game has removed both players from the pool: a third player who joins the pool waits alone.
    third.command(ClientCommand::JoinPool(PoolId(0))).unwrap();
    assert_eq!(one.command(ClientCommand::JoinPool(PoolId(0))), Err(ErrorCode::Busy));
    assert_eq!(one.command(ClientCommand::Seek(seek(quick))), Err(ErrorCode::Busy));
    one.command(ClientCommand::Seek(seek(settings("free", "1d")))).unwrap();
    one.act(game, GameCommand::Abort).unwrap();
    one.command(ClientCommand::JoinPool(PoolId(0))).unwrap();
    let found = |client: &mut Client| {
        client.until(|message| match message {
            ServerMessage::Snapshot(snapshot) if snapshot.game != game && snapshot.game != days => {
                Some(snapshot.game)
            }
            _ => None,
        })
    };
    assert_eq!(found(&mut one), found(&mut third));
}

/// Lets a client answer pings. The clients of these tests do so only while they wait for a message.
fn answer_pings(client: &mut Client) {
    client.command(ClientCommand::LeavePool).unwrap();
}

fn is_away(snapshot: &GameSnapshot, player: Player) -> bool {
    matches!(snapshot.presence[player as usize], Presence::Disconnected(_))
}

#[test]
fn who_has_something_else_open_is_away_from_the_game() {
    let server = TestServer::start();
    let (mut one, mut other, mut third) = (server.guest(), server.guest(), server.guest());
    let game = begin(&mut one, &mut other, settings("free", "300+0"));
    let mut players = [one, other];
    for point in ["h8", "h9", "i8"] {
        play(&mut players, game, point);
    }
    let [mut one, mut other] = players;
    // The second player plays another game, and stays connected.
    let elsewhere = begin(&mut other, &mut third, settings("free", "300+0"));
    let first = other.move_to(elsewhere, "a1");
    other.act(elsewhere, first).unwrap();
    let snapshot = one.until_game(game, |snapshot| is_away(snapshot, Player::Second));
    let Presence::Disconnected(since) = snapshot.presence[1] else { panic!("the second player is away") };
    assert_eq!(snapshot.clock.claim_from, Some(since.max(snapshot.clock.at) + 30_000));
    assert_eq!(one.act(game, GameCommand::ClaimWin), Err(ErrorCode::TooEarly));
    [&mut other, &mut third].into_iter().for_each(answer_pings);
    // A player who opens the game on any connection is present again.
    let mut again = Client::connect(server.address, Some(&other.cookie), "Session2").unwrap();
    one.until_game(game, |snapshot| {
        !is_away(snapshot, Player::Second) && snapshot.clock.claim_from.is_none()
    });
    again.send(ClientCommand::Unwatch(game));
    one.until_game(game, |snapshot| is_away(snapshot, Player::Second));
    [&mut other, &mut third].into_iter().for_each(answer_pings);
    other.send(ClientCommand::Watch(game));
    one.until_game(game, |snapshot| !is_away(snapshot, Player::Second));
    // The player is now absent from the other game.
    third.until_game(elsewhere, |snapshot| is_away(snapshot, Player::First));
}

#[test]
fn a_player_who_falls_silent_is_noticed_and_the_opponent_learns_when_to_claim() {
    let server = TestServer::start();
    let (mut one, mut other) = (server.guest(), server.guest());
    let game = begin(&mut one, &mut other, settings("free", "300+0"));
    let mut players = [one, other];
    for point in ["h8", "h9", "i8"] {
        play(&mut players, game, point);
    }
    let [mut one, silent] = players;
    // Nothing more is read from this socket, and it is not closed: pings stay unanswered, as after a failure of the network.
    let snapshot = one.until_game(game, |snapshot| is_away(snapshot, Player::Second));
    let Presence::Disconnected(since) = snapshot.presence[1] else { panic!("the second player is away") };
    assert_eq!(snapshot.clock.claim_from, Some(since.max(snapshot.clock.at) + 30_000));
    drop(silent);
}
