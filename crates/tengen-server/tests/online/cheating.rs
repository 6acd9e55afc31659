//! Players who try to gain by actions out of turn, by forged answers to pings, and by takebacks.

use std::thread::sleep;
use std::time::{Duration, Instant};

use tengen_game::opening::Player;
use tengen_game::{Move, Point};
use tengen_online::message::{ClientCommand, ErrorCode, GameCommand, Offer};
use tungstenite::Message;

use crate::games::{begin, play, settings};
use crate::server::TestServer;

fn place(ply: u16, takebacks: u16, x: u8, y: u8) -> GameCommand {
    GameCommand::Move { ply, takebacks, to: Move::Place(Point::new(x, y)) }
}

#[test]
fn nothing_is_done_out_of_turn_or_twice_or_after_the_end() {
    let server = TestServer::start();
    let (mut one, mut other) = (server.guest(), server.guest());
    let game = begin(&mut one, &mut other, settings("swap2", "300+0"));
    let choose = |ply, choice: &str| GameCommand::Choose { ply, takebacks: 0, choice: choice.to_owned() };
    // The opening has turns and kinds of actions of its own.
    assert_eq!(other.act(game, choose(0, "h8h9j7")), Err(ErrorCode::NotYourTurn));
    assert_eq!(one.act(game, place(0, 0, 7, 7)), Err(ErrorCode::Illegal));
    assert_eq!(one.act(game, choose(0, "swap")), Err(ErrorCode::Illegal));
    assert_eq!(one.act(game, choose(0, "h8h8h8")), Err(ErrorCode::Illegal));
    one.act(game, choose(0, "h8h9j7")).unwrap();
    assert_eq!(one.act(game, choose(1, "stay")), Err(ErrorCode::NotYourTurn));
    other.act(game, choose(1, "stay")).unwrap();
    let (mut black, mut white) = (other, one);
    for player in [&mut black, &mut white] {
        player.until_game(game, |snapshot| snapshot.ply() == 2);
    }
    if black.games[&game].you != black.games[&game].to_act() {
        std::mem::swap(&mut black, &mut white);
    }
    let mut mover = black;
    let mut waiter = white;
    // An occupied point, a point outside the board, a pass, and a move for another position.
    assert_eq!(mover.act(game, place(2, 0, 7, 7)), Err(ErrorCode::Illegal));
    assert!(mover.act(game, place(2, 0, 15, 0)).is_err());
    let pass = GameCommand::Move { ply: 2, takebacks: 0, to: Move::Pass };
    assert_eq!(mover.act(game, pass), Err(ErrorCode::Illegal));
    assert!(mover.act(game, place(3, 0, 0, 0)).is_err());
    assert!(mover.act(game, place(2, 1, 0, 0)).is_err());
    assert_eq!(waiter.act(game, place(2, 0, 0, 0)), Err(ErrorCode::NotYourTurn));
    for command in [
        // There is no offer, nobody is absent, and berserk exists only in tournaments.
        GameCommand::Accept(Offer::Draw),
        GameCommand::Accept(Offer::Takeback),
        GameCommand::Offer(Offer::Rematch),
        GameCommand::ClaimWin,
        GameCommand::Berserk,
    ] {
        for player in [&mut mover, &mut waiter] {
            assert!(player.act(game, command.clone()).is_err(), "{command:?}");
        }
    }
    mover.act(game, place(2, 0, 0, 0)).unwrap();
    mover.act(game, GameCommand::Offer(Offer::Draw)).unwrap();
    assert_eq!(mover.act(game, GameCommand::Accept(Offer::Draw)), Err(ErrorCode::NoOffer), "one's own offer");
    for player in [&mut mover, &mut waiter] {
        let seen = player.until_game(game, |snapshot| snapshot.ply() == 3);
        assert!(seen.result.is_none() && seen.takebacks == 0);
    }
    waiter.act(game, GameCommand::Resign).unwrap();
    for command in [place(3, 0, 1, 0), GameCommand::GiveTime, GameCommand::Accept(Offer::Draw)] {
        for player in [&mut mover, &mut waiter] {
            assert!(player.act(game, command.clone()).is_err(), "{command:?}");
        }
    }
    let seen = mover.until_game(game, |snapshot| snapshot.result.is_some());
    assert_eq!((seen.ply(), seen.result.unwrap().winner), (3, mover.games[&game].you));
}

/// The clock of a player runs from the decision on the opponent's move until the arrival of the player's own move. So at least the time
/// between the answer to the first and the sending of the second is charged, whatever delay a client reports.
#[test]
fn forged_pongs_and_lags_gain_no_time() {
    let server = TestServer::start();
    let (mut forger, mut other) = (server.guest(), server.guest());
    let game = begin(&mut forger, &mut other, settings("free", "60+0"));
    let move_of = |ply: u16| place(ply, 0, 2 * (ply / 2) as u8, (ply % 2) as u8 * 9);
    // From here on the forger reads nothing, so that no real pong reveals the short round-trip time.
    forger.send(ClientCommand::Play(game, move_of(0)));
    // On a busy machine a real pong may have measured some milliseconds before, which the server rightly gives back for each move. A lower
    // report of the client itself is believed.
    forger.send(ClientCommand::Ping { lag: Some(0) });
    other.until_game(game, |snapshot| snapshot.ply() == 1);
    other.act(game, move_of(1)).unwrap();
    let before = other.until_game(game, |snapshot| snapshot.ply() == 2).clock.left[0].main;
    let mut thought = Duration::ZERO;
    for ply in (2..10).step_by(2) {
        let start = Instant::now();
        // The server pings a player every four seconds: before the first move a ping is unanswered for more than one.
        sleep(Duration::from_millis(if ply == 2 { 5_500 } else { 400 }));
        for content in [vec![0; 8], vec![0xff; 8], Vec::new(), vec![0xff; 125]] {
            forger.socket.send(Message::Pong(content.into())).unwrap();
        }
        forger.send(ClientCommand::Ping { lag: Some(5_000) });
        thought += start.elapsed();
        forger.send(ClientCommand::Play(game, move_of(ply)));
        other.until_game(game, |snapshot| snapshot.ply() == ply + 1);
        other.act(game, move_of(ply + 1)).unwrap();
    }
    let after = other.until_game(game, |snapshot| snapshot.ply() == 10).clock.left[0].main;
    let charged = before - after;
    // Each of the four moves is rounded down to a millisecond.
    assert!(u128::from(charged + 4) >= thought.as_millis(), "{charged} ms are charged for {thought:?}");
}

#[test]
fn moves_that_are_taken_back_gain_no_time() {
    let server = TestServer::start();
    let (mut one, mut other) = (server.guest(), server.guest());
    // Each move adds ten seconds, far more than the test takes.
    let game = begin(&mut one, &mut other, settings("free", "60+10"));
    let mut players = [one, other];
    play(&mut players, game, "h8");
    play(&mut players, game, "h9");
    let left =
        |players: &[crate::client::Client; 2]| players[1].games[&game].clock.left.map(|left| left.main);
    let before = left(&players);
    for round in 0..3 {
        play(&mut players, game, "j9");
        players[0].act(game, GameCommand::Offer(Offer::Takeback)).unwrap();
        players[1].until_game(game, |snapshot| snapshot.offers == [(Player::First, Offer::Takeback)]);
        players[1].act(game, GameCommand::Accept(Offer::Takeback)).unwrap();
        for player in &mut players {
            player.until_game(game, |snapshot| snapshot.ply() == 2 && snapshot.takebacks == round + 1);
        }
    }
    let after = left(&players);
    assert!(after[0] <= before[0] && after[1] <= before[1], "{before:?} {after:?}");
}
