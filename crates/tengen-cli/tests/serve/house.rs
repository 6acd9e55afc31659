//! The engine as a house bot of the server.

use tengen_analysis::Level;
use tengen_game::{EndReason, Move, Point};
use tengen_online::message::{ClientCommand, EndCause, GameCommand, Offer, SeekRequest, UserKind};
use tengen_online::settings::SeatChoice;

use crate::client::Client;
use crate::{Server, new_game, settings};

#[test]
fn a_seek_that_nobody_answers_is_answered_by_a_bot_that_plays() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let mut client = Client::connect(server.address, None, "Session1").unwrap();
    let request = SeekRequest {
        settings: settings("swap2", "60+5"),
        seat: SeatChoice::Second,
        ratings: None,
        members_only: false,
        bot: Some(Level::EASY),
    };
    client.command(ClientCommand::Seek(request)).unwrap();
    let game = client.until(new_game);
    let snapshot = client.games[&game].clone();
    assert_eq!(
        (snapshot.players[0].kind, snapshot.players[0].name.as_str()),
        (UserKind::HouseBot, "Tengen-easy")
    );

    // The bot places three stones, and the client takes White; then both move.
    let placed = client.until_game(game, |snapshot| snapshot.ply() == 1);
    let choice = "stay".to_owned();
    client.act(game, GameCommand::Choose { ply: 1, takebacks: 0, choice }).unwrap();
    let you = placed.you;
    let turn = client.until_game(game, |snapshot| snapshot.ply() >= 2 && snapshot.to_act() == you);
    let position = turn.position().unwrap();
    let free =
        (0..15).map(|x| Point::new(x, 0)).find(|&point| position.check(Move::Place(point)).is_ok()).unwrap();
    let ply = turn.ply();
    client.act(game, GameCommand::Move { ply, takebacks: 0, to: Move::Place(free) }).unwrap();
    client.until_game(game, |snapshot| snapshot.ply() >= ply + 2);

    // The bot agrees to a takeback and to a rematch, and to no draw.
    client.act(game, GameCommand::Offer(Offer::Draw)).unwrap();
    client.act(game, GameCommand::Offer(Offer::Takeback)).unwrap();
    let back = client.until_game(game, |snapshot| snapshot.takebacks == 1);
    assert!(back.offers.is_empty() && back.result.is_none());
    client.act(game, GameCommand::Resign).unwrap();
    let over = client.until_game(game, |snapshot| snapshot.result.is_some());
    assert_eq!(over.result.unwrap().cause, EndCause::Played(EndReason::Resignation));
    client.act(game, GameCommand::Offer(Offer::Rematch)).unwrap();
    let rematch = client.until_game(game, |snapshot| snapshot.rematch.is_some()).rematch.unwrap();
    client.until_game(rematch, |snapshot| snapshot.you != you);
}
