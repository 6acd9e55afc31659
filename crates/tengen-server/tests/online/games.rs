//! Games between two clients.

use std::net::SocketAddr;

use tengen_game::EndReason;
use tengen_game::opening::Player;
use tengen_online::id::GameId;
use tengen_online::message::{
    ChallengeRequest, ClientCommand, Created, EndCause, ErrorCode, GameCommand, GameOver, Offer, Presence,
    SeekRequest, ServerMessage,
};
use tengen_online::phrase::{Phrase, Utterance};
use tengen_online::settings::{GameSettings, SeatChoice};

use crate::client::Client;
use crate::server::TestServer;

pub(crate) fn settings(opening: &str, tempo: &str) -> GameSettings {
    GameSettings {
        rule: "freestyle".parse().unwrap(),
        size: tengen_game::BoardSize::FIFTEEN,
        opening: opening.parse().unwrap(),
        tempo: tempo.parse().unwrap(),
        rated: false,
    }
}

/// Begins a game of two clients by a challenge. The first client has the first seat.
pub(crate) fn begin(one: &mut Client, other: &mut Client, settings: GameSettings) -> GameId {
    let request = ChallengeRequest { settings, seat: SeatChoice::First, to: None };
    let created = one.command(ClientCommand::Challenge(request)).unwrap();
    let ServerMessage::Done { created: Some(Created::Challenge(challenge)), .. } = created else {
        panic!("{created:?}")
    };
    other.command(ClientCommand::ViewChallenge(challenge)).unwrap();
    other.until(|message| {
        matches!(message, ServerMessage::Challenge(view) if view.challenge == challenge).then_some(())
    });
    other.command(ClientCommand::AcceptChallenge(challenge)).unwrap();
    let new = |message: &ServerMessage| match message {
        ServerMessage::Snapshot(snapshot) => Some(snapshot.game),
        _ => None,
    };
    let game = one.until(new);
    assert_eq!(other.until(new), game);
    game
}

/// The player to act plays, and both players receive the move.
pub(crate) fn play(players: &mut [Client; 2], game: GameId, point: &str) {
    let ply = players[0].games[&game].ply();
    let by = players[0].games[&game].to_act().unwrap() as usize;
    let command = players[by].move_to(game, point);
    players[by].act(game, command).unwrap();
    for player in players {
        player.until_game(game, |snapshot| snapshot.ply() > ply);
    }
}

fn choose(players: &mut [Client; 2], game: GameId, choice: &str) {
    let ply = players[0].games[&game].ply();
    let by = players[0].games[&game].to_act().unwrap() as usize;
    players[by].act(game, GameCommand::Choose { ply, takebacks: 0, choice: choice.to_owned() }).unwrap();
    for player in players {
        player.until_game(game, |snapshot| snapshot.ply() > ply);
    }
}

/// Connects two players, and begins a game between them.
fn table(server: &TestServer, settings: GameSettings) -> ([Client; 2], GameId) {
    let (mut one, mut other) = (server.guest(), server.guest());
    let game = begin(&mut one, &mut other, settings);
    ([one, other], game)
}

#[test]
fn two_clients_play_a_game_with_swap2_and_clocks_to_its_end() {
    let server = TestServer::start();
    let (mut players, game) = table(&server, settings("swap2", "300+5"));
    choose(&mut players, game, "h8h9j7");
    // The second player takes Black. After three stones, White moves.
    choose(&mut players, game, "swap");
    let snapshot = &players[0].games[&game];
    assert_eq!(snapshot.player_of(tengen_game::Color::Black), Player::Second);
    assert_eq!(snapshot.to_act(), Some(Player::First));
    for point in ["a1", "o1", "a2", "o3", "a3", "o5", "a4", "o7"] {
        play(&mut players, game, point);
    }
    let clock = players[1].games[&game].clock;
    assert!(!clock.stands && clock.until.is_some(), "{clock:?}");
    assert!(clock.left.iter().all(|left| (290_000..=345_000).contains(&left.main)), "{clock:?}");
    play(&mut players, game, "a5");
    for player in &mut players {
        let result = player.until_game(game, |snapshot| snapshot.result.is_some()).result.unwrap();
        assert_eq!(
            result,
            GameOver { winner: Some(Player::First), cause: EndCause::Played(EndReason::Line) }
        );
    }
    assert_eq!(players[0].act(game, GameCommand::Resign), Err(ErrorCode::Over));
    assert_eq!(equal_but_for_viewer(&players, game), [Some(Player::First), Some(Player::Second)]);
}

/// Checks that both players have the same state; returns the viewer that each state names.
fn equal_but_for_viewer(players: &[Client; 2], game: GameId) -> [Option<Player>; 2] {
    let mut views = players.each_ref().map(|player| player.games[&game].clone());
    let viewers = views.each_mut().map(|view| view.you.take());
    assert_eq!(views[0], views[1]);
    viewers
}

#[test]
fn a_game_ends_by_five_in_a_row_and_is_followed_by_a_rematch() {
    let server = TestServer::start();
    let (mut players, game) = table(&server, settings("free", "300+0"));
    for point in ["h8", "a1", "h9", "a3", "h10", "a5", "h11", "a7", "h12"] {
        play(&mut players, game, point);
    }
    let result = players[1].until_game(game, |snapshot| snapshot.result.is_some()).result.unwrap();
    assert_eq!(result, GameOver { winner: Some(Player::First), cause: EndCause::Played(EndReason::Line) });
    players[0].act(game, GameCommand::Offer(Offer::Rematch)).unwrap();
    players[1].act(game, GameCommand::Accept(Offer::Rematch)).unwrap();
    let rematch = players[0].until_game(game, |snapshot| snapshot.rematch.is_some()).rematch.unwrap();
    for (player, seat) in players.iter_mut().zip([Player::Second, Player::First]) {
        let snapshot = player.until_game(rematch, |snapshot| snapshot.presence == [Presence::Connected; 2]);
        assert_eq!(snapshot.you, Some(seat), "the seats are exchanged");
    }
    players.reverse();
    play(&mut players, rematch, "h8");
}

#[test]
fn takebacks_draws_and_time_are_offered_and_accepted() {
    let server = TestServer::start();
    let (mut players, game) = table(&server, settings("free", "300+0"));
    play(&mut players, game, "h8");
    play(&mut players, game, "h9");
    play(&mut players, game, "j9");
    let mut watcher = server.guest();
    watcher.send(ClientCommand::Watch(game));
    watcher.until_game(game, |snapshot| snapshot.ply() == 3);

    players[0].act(game, GameCommand::Offer(Offer::Takeback)).unwrap();
    players[1].until_game(game, |snapshot| snapshot.offers == [(Player::First, Offer::Takeback)]);
    players[1].act(game, GameCommand::Accept(Offer::Takeback)).unwrap();
    for player in &mut players {
        player.until_game(game, |snapshot| snapshot.ply() == 2 && snapshot.takebacks == 1);
    }
    let before = players[0].games[&game].clock.left[1].main;
    players[0].act(game, GameCommand::GiveTime).unwrap();
    players[1].until_game(game, |snapshot| snapshot.clock.left[1].main > before + 14_000);
    players[1].act(game, GameCommand::Offer(Offer::Draw)).unwrap();
    players[0].until_game(game, |snapshot| snapshot.offers == [(Player::Second, Offer::Draw)]);
    assert_eq!(players[1].act(game, GameCommand::Accept(Offer::Draw)), Err(ErrorCode::NoOffer));
    players[0].act(game, GameCommand::Accept(Offer::Draw)).unwrap();
    let result = GameOver { winner: None, cause: EndCause::Played(EndReason::Agreement) };
    for player in &mut players {
        player.until_game(game, |snapshot| snapshot.result == Some(result));
    }
    let seen = watcher.until_game(game, |snapshot| snapshot.result == Some(result));
    assert!(seen.offers.is_empty() && seen.you.is_none());
}

#[test]
fn a_player_who_runs_out_of_time_loses() {
    let server = TestServer::start();
    let (mut players, game) = table(&server, settings("free", "1+0"));
    play(&mut players, game, "h8");
    play(&mut players, game, "h9");
    for player in &mut players {
        let over = player.until_game(game, |snapshot| snapshot.result.is_some());
        let expected = GameOver { winner: Some(Player::Second), cause: EndCause::Played(EndReason::Timeout) };
        assert_eq!(over.result, Some(expected));
        assert_eq!(over.clock.left[0].main, 0);
    }
}

#[test]
fn a_player_who_reconnects_in_mid_game_loses_nothing() {
    let server = TestServer::start();
    let (mut players, game) = table(&server, settings("free", "300+0"));
    play(&mut players, game, "h8");
    play(&mut players, game, "h9");
    let (cookie, n) = (players[0].cookie.clone(), players[0].n);
    // The last command is sent, and the connection is lost before the answer arrives.
    let command = ClientCommand::Play(game, players[0].move_to(game, "j9"));
    players[0].send(command.clone());
    players[1].until_game(game, |snapshot| snapshot.ply() == 3);
    players[0].socket.get_ref().shutdown(std::net::Shutdown::Both).unwrap();
    let gone =
        players[1].until_game(game, |snapshot| matches!(snapshot.presence[0], Presence::Disconnected(_)));
    assert!(!gone.clock.stands, "the clock runs on");

    let mut again = Client::connect(server.address, Some(&cookie), "Session1").unwrap();
    assert_eq!((again.welcome.received, again.welcome.games.as_slice()), (n + 1, &[game][..]));
    assert_eq!(again.welcome.you, players[0].welcome.you);
    again.until_game(game, |snapshot| snapshot.ply() == 3);
    // A repeated command is answered and not carried out: in the same session by its number, and in a new session by its ply.
    again.send_numbered(n + 1, command.clone());
    again.answer(n + 1).unwrap();
    let mut second_tab = Client::connect(server.address, Some(&cookie), "Session2").unwrap();
    assert_eq!(second_tab.welcome.received, 0);
    second_tab.command(command).unwrap();
    players[1].until_game(game, |snapshot| snapshot.presence == [Presence::Connected; 2]);
    players[0] = again;
    play(&mut players, game, "a1");
    second_tab.until_game(game, |snapshot| snapshot.ply() == 4);
    assert_eq!(players[1].games[&game].ply(), 4);
}

#[test]
fn a_second_connection_of_a_session_replaces_the_first() {
    let server = TestServer::start();
    let mut first = server.guest();
    let mut second = Client::connect(server.address, Some(&first.cookie), "Session1").unwrap();
    assert!(first.is_closed());
    second.send(ClientCommand::Ping { lag: Some(10) });
    second.until(|message| matches!(message, ServerMessage::Pong { .. }).then_some(()));
}

#[test]
fn seeks_are_seen_in_the_lobby_and_become_games() {
    let server = TestServer::start();
    let (mut one, mut other) = (server.guest(), server.guest());
    other.send(ClientCommand::WatchLobby);
    other.until(|message| matches!(message, ServerMessage::Lobby(update) if update.reset).then_some(()));
    let request = SeekRequest {
        settings: settings("swap2", "300+5"),
        seat: SeatChoice::Random,
        ratings: None,
        members_only: false,
        bot: None,
    };
    one.command(ClientCommand::Seek(request)).unwrap();
    let account = one.welcome.you.account;
    let seek = other.until(|message| match message {
        ServerMessage::Lobby(update) => {
            update.added.iter().find(|seek| seek.by.account == account).map(|seek| seek.seek)
        }
        _ => None,
    });
    other.command(ClientCommand::TakeSeek(seek)).unwrap();
    other.until(|message| {
        matches!(message, ServerMessage::Lobby(update) if update.removed == [seek]).then_some(())
    });
    let game = |message: &ServerMessage| match message {
        ServerMessage::Snapshot(snapshot) => Some(snapshot.game),
        _ => None,
    };
    let game = one.until(game);
    assert_eq!(other.command(ClientCommand::TakeSeek(seek)), Err(ErrorCode::NotFound));
    let is_shown = |message: &ServerMessage| match message {
        ServerMessage::Lobby(update) => update.started.iter().any(|shown| shown.game == game).then_some(()),
        _ => None,
    };
    other.until(is_shown);
    other.act(game, GameCommand::Abort).unwrap();
    other.until(|message| {
        matches!(message, ServerMessage::Lobby(update) if update.ended == [game]).then_some(())
    });
    let rated = SeekRequest { settings: GameSettings { rated: true, ..request.settings }, ..request };
    assert_eq!(one.command(ClientCommand::Seek(rated)), Err(ErrorCode::NotAllowed), "guests have no ratings");
}

#[test]
fn two_in_a_pool_are_paired() {
    let server = TestServer::start();
    let (mut one, mut other) = (server.guest(), server.guest());
    let pool = tengen_online::message::PoolId(1);
    one.command(ClientCommand::JoinPool(pool)).unwrap();
    other.command(ClientCommand::JoinPool(pool)).unwrap();
    let opponent = |message: &ServerMessage| match message {
        ServerMessage::Snapshot(snapshot) => Some(snapshot.players.clone()),
        _ => None,
    };
    assert_eq!(one.until(opponent), other.until(opponent));
}

#[test]
fn phrases_reach_the_opponent_and_texts_of_guests_do_not() {
    let server = TestServer::start();
    let (mut players, game) = table(&server, settings("free", "300+0"));
    let phrase = Utterance::Phrase(Phrase::GoodLuck);
    players[0].command(ClientCommand::Say(game, phrase.clone())).unwrap();
    let said = players[1].until(|message| match message {
        ServerMessage::Said { game: of, what, .. } if *of == game => Some(what.clone()),
        _ => None,
    });
    assert_eq!(said, phrase);
    let text = Utterance::Text("hello".to_owned());
    assert_eq!(players[0].command(ClientCommand::Say(game, text)), Err(ErrorCode::NotAllowed));
    let mut third = server.guest();
    assert_eq!(third.command(ClientCommand::Say(game, phrase)), Err(ErrorCode::NotPlayer));
}

#[test]
fn a_game_that_has_ended_can_be_looked_at() {
    let server = TestServer::start();
    let (mut players, game) = table(&server, settings("free", "300+0"));
    play(&mut players, game, "h8");
    players[1].act(game, GameCommand::Abort).unwrap();
    let mut watcher = server.guest();
    watcher.send(ClientCommand::Watch(game));
    let seen = watcher.until_game(game, |snapshot| snapshot.result.is_some());
    assert_eq!((seen.ply(), seen.result.unwrap().cause), (1, EndCause::Abort));
    watcher.send(ClientCommand::Watch(GameId::from_entropy(5)));
    let refused = watcher.until(|message| match message {
        ServerMessage::Refused { n: 0, error } => Some(error.code),
        _ => None,
    });
    assert_eq!(refused, ErrorCode::NotFound);
}

/// The origin of the server's own page, also for the tests of hostile clients.
pub(crate) fn local(address: SocketAddr) -> String {
    format!("http://{address}")
}
