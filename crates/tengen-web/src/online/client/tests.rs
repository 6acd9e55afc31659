use tengen_game::opening::{Opening, Player};
use tengen_game::{BoardSize, Move, Point};
use tengen_match::Game;
use tengen_online::id::AccountId;
use tengen_online::message::{
    ClockState, GameSnapshot, GameSummary, GameUpdate, LobbyUpdate, Presence, TimeLeft, UserKind, Welcome,
};
use tengen_online::name::UserName;
use tengen_online::settings::{SeatChoice, pool_settings};

use super::*;

const NOW: u64 = 1_000_000;

fn player(number: u64) -> PlayerInfo {
    let account = AccountId::from_entropy(number);
    PlayerInfo { account, name: UserName::of_guest(account), kind: UserKind::Guest, rating: None }
}

/// The welcome of a user whose game is running.
fn welcome(received: u32) -> ServerMessage {
    welcome_with(received, vec![GameId::from_entropy(1)])
}

fn welcome_with(received: u32, games: Vec<GameId>) -> ServerMessage {
    let you = player(1);
    ServerMessage::Welcome(Welcome { version: VERSION, now: NOW + 5_000, received, you, games })
}

fn connected() -> Client {
    let mut client = Client::new(SessionId::from_entropy(1));
    client.receive(welcome(0), NOW);
    client
}

fn clock() -> ClockState {
    let left = [TimeLeft { main: 60_000, ..TimeLeft::default() }; 2];
    ClockState { at: NOW + 5_000, left, until: None, stands: false, claim_from: None }
}

/// A game of the user as the first player, without an opening protocol.
fn snapshot() -> GameSnapshot {
    let settings = pool_settings(7).unwrap();
    GameSnapshot {
        game: GameId::from_entropy(1),
        settings,
        players: [player(1), player(2)],
        you: Some(Player::First),
        tournament: None,
        created: NOW,
        opening: Opening::new(settings.opening, BoardSize::FIFTEEN).unwrap(),
        moves: Vec::new(),
        takebacks: 0,
        clock: clock(),
        offers: Vec::new(),
        presence: [Presence::Connected; 2],
        watchers: 0,
        may_berserk: false,
        berserk: [false; 2],
        delay: 0,
        result: None,
        ratings: None,
        rematch: None,
    }
}

fn playing() -> Client {
    let mut client = connected();
    let (_, news) = client.receive(ServerMessage::Snapshot(Box::new(snapshot())), NOW);
    assert_eq!(news, [News::Joined(GameId::from_entropy(1))]);
    client
}

fn h8() -> Move {
    Point::new(7, 7).into()
}

fn play(client: &mut Client) -> Option<ClientFrame> {
    let command = GameCommand::Move { ply: 0, takebacks: 0, to: h8() };
    client.command(ClientCommand::Play(GameId::from_entropy(1), command), NOW)
}

fn moves_on_board(client: &Client) -> usize {
    let live = client.games.values().next().unwrap();
    let (state, _) = live.on_board(client.skew, |player| player.name.to_string());
    Game::of_remote(&state).unwrap().main_moves().len()
}

#[test]
fn a_move_counts_at_once_and_the_answer_confirms_or_reverts_it() {
    let mut client = playing();
    let frame = play(&mut client).unwrap();
    assert_eq!((frame.n, moves_on_board(&client)), (1, 1));
    assert!(!client.games.values().any(Live::is_users_turn));
    let update = GameUpdate::Move { ply: 0, to: h8(), clock: clock() };
    client.receive(ServerMessage::Game(GameId::from_entropy(1), update), NOW);
    client.receive(ServerMessage::Done { n: 1, created: None }, NOW);
    assert_eq!(moves_on_board(&client), 1);
    assert!(!client.waits_for(|_| true));

    let mut client = playing();
    play(&mut client);
    let error = Refusal::new(ErrorCode::Illegal, "no");
    let (_, news) = client.receive(ServerMessage::Refused { n: 1, error }, NOW);
    assert!(matches!(news[..], [News::Changed(_), News::Refused(ClientCommand::Play(..), _)]));
    assert_eq!(moves_on_board(&client), 0);
}

#[test]
fn commands_without_an_answer_are_sent_again_after_a_reconnect() {
    let mut client = playing();
    client.command(ClientCommand::WatchLobby, NOW);
    play(&mut client);
    client.lost();
    assert_eq!(client.link, Link::Lost);
    // Without a connection a command is queued.
    let challenge = ChallengeRequest { settings: snapshot().settings, seat: SeatChoice::Random, to: None };
    assert_eq!(client.command(ClientCommand::Challenge(challenge), NOW), None);
    let (frames, _) = client.receive(welcome(0), NOW);
    let numbers: Vec<u32> = frames.iter().map(|frame| frame.n).collect();
    assert_eq!(numbers, [0, 1, 2]);
    // The server carried out the first command before the connection ended.
    client.lost();
    let (frames, _) = client.receive(welcome(1), NOW);
    assert_eq!(frames.iter().map(|frame| frame.n).collect::<Vec<_>>(), [0, 2]);
    let id = ChallengeId::from_entropy(3);
    client.receive(ServerMessage::Done { n: 2, created: Some(Created::Challenge(id)) }, NOW);
    assert_eq!(client.invitation, Some((id, challenge)));
}

#[test]
fn a_missing_update_asks_for_the_whole_game() {
    let mut client = playing();
    let update = GameUpdate::Move { ply: 1, to: h8(), clock: clock() };
    let (frames, _) = client.receive(ServerMessage::Game(GameId::from_entropy(1), update), NOW);
    assert_eq!(frames[0].command, ClientCommand::Watch(GameId::from_entropy(1)));
}

#[test]
fn a_page_without_a_server_knows_it_and_one_that_had_a_server_tries_again() {
    let mut client = Client::new(SessionId::from_entropy(1));
    assert!(!client.was_connected());
    // Without a network the server may still exist.
    client.missed(false);
    assert_eq!((client.link, client.was_connected()), (Link::Offline, false));
    client.missed(true);
    assert_eq!(client.link, Link::Absent);
    let mut client = connected();
    client.lost();
    client.lost();
    assert_eq!((client.link, client.was_connected()), (Link::Lost, true));
}

#[test]
fn a_seek_is_known_until_it_is_cancelled_or_a_game_begins_or_the_connection_ends() {
    let request = SeekRequest {
        settings: pool_settings(7).unwrap(),
        seat: SeatChoice::Random,
        ratings: None,
        members_only: false,
        bot: None,
    };
    let id = SeekId::from_entropy(5);
    let seeking = || {
        let mut client = connected();
        client.command(ClientCommand::Seek(request), NOW);
        client.receive(ServerMessage::Done { n: 1, created: Some(Created::Seek(id)) }, NOW);
        assert_eq!(client.sought(), [(request.settings, ClientCommand::CancelSeek(id))]);
        client
    };
    let mut client = seeking();
    client.command(ClientCommand::CancelSeek(id), NOW);
    assert_eq!(client.sought(), []);
    let mut client = seeking();
    client.receive(ServerMessage::Snapshot(Box::new(snapshot())), NOW);
    assert_eq!(client.sought(), []);
    let mut client = seeking();
    client.lost();
    client.receive(welcome(1), NOW);
    assert_eq!(client.sought(), []);
    client.command(ClientCommand::JoinPool(PoolId(7)), NOW);
    assert_eq!(client.sought(), [(request.settings, ClientCommand::LeavePool)]);
}

#[test]
fn a_game_that_has_ended_while_the_page_was_away_is_asked_for() {
    let mut client = playing();
    client.lost();
    let (frames, _) = client.receive(welcome_with(0, Vec::new()), NOW);
    assert_eq!(frames[0].command, ClientCommand::Watch(GameId::from_entropy(1)));
    // A running game arrives without a request.
    client.lost();
    assert_eq!(client.receive(welcome(0), NOW).0, []);
}

#[test]
fn a_tournament_is_followed_over_reconnects_and_read_again_after_joining() {
    let mut client = connected();
    let id = TournamentId::from_entropy(4);
    client.command(ClientCommand::WatchTournament(id), NOW);
    assert_eq!(client.command(ClientCommand::JoinTournament(id), NOW).map(|frame| frame.n), Some(1));
    let (frames, _) = client.receive(ServerMessage::Done { n: 1, created: None }, NOW);
    assert_eq!(frames, [unnumbered(ClientCommand::WatchTournament(id))]);
    client.lost();
    assert_eq!(client.receive(welcome(1), NOW).0, [unnumbered(ClientCommand::WatchTournament(id))]);
    client.command(ClientCommand::UnwatchTournament(id), NOW);
    client.lost();
    assert_eq!(client.receive(welcome(1), NOW).0, []);
}

#[test]
fn a_win_can_be_claimed_only_in_the_turn_of_an_opponent_who_has_left() {
    let game = GameId::from_entropy(1);
    let mut client = playing();
    let claim_at = |client: &Client| client.games[&game].claim_at();
    let update = |client: &mut Client, update: GameUpdate| {
        client.receive(ServerMessage::Game(game, update), NOW);
    };
    let at = |at: u64| ClockState { at, ..clock() };
    update(&mut client, GameUpdate::Move { ply: 0, to: h8(), clock: at(NOW + 6_000) });
    update(&mut client, GameUpdate::Move { ply: 1, to: Point::new(0, 0).into(), clock: at(NOW + 7_000) });
    let presence = Presence::Disconnected(NOW + 8_000);
    let left = GameUpdate::Presence { of: Player::Second, presence, claim_from: None };
    update(&mut client, left);
    assert!(client.games[&game].has_opponent_left());
    assert_eq!(claim_at(&client), None, "it is the user's turn");
    let clock = ClockState { claim_from: Some(NOW + 35_000), ..at(NOW + 20_000) };
    update(&mut client, GameUpdate::Move { ply: 2, to: Point::new(1, 1).into(), clock });
    assert_eq!(claim_at(&client), Some(NOW + 35_000));
}

#[test]
fn the_server_learns_which_own_game_is_on_the_board() {
    let [game, other] = [1, 2].map(GameId::from_entropy);
    let mut client = playing();
    let commands =
        |frames: Vec<ClientFrame>| frames.into_iter().map(|frame| frame.command).collect::<Vec<_>>();
    assert_eq!(commands(client.open(Some(game))), [ClientCommand::Watch(game)]);
    assert_eq!(commands(client.open(Some(game))), []);
    let moved = [ClientCommand::Unwatch(game), ClientCommand::Watch(other)];
    assert_eq!(commands(client.open(Some(other))), moved);
    assert!(client.games.contains_key(&game), "the page follows the game further");
    assert_eq!(commands(client.open(None)), [ClientCommand::Unwatch(other)]);
    client.open(Some(game));
    client.lost();
    assert_eq!(client.open(None), []);
    client.open(Some(game));
    assert_eq!(commands(client.receive(welcome(0), NOW).0), [ClientCommand::Watch(game)]);
}

#[test]
fn the_featured_game_is_followed_beside_the_board() {
    let mut client = connected();
    client.command(ClientCommand::WatchLobby, NOW);
    let others = GameSnapshot {
        game: GameId::from_entropy(7),
        players: [player(3), player(4)],
        you: None,
        ..snapshot()
    };
    let summary = |snapshot: &GameSnapshot| GameSummary {
        game: snapshot.game,
        settings: snapshot.settings,
        players: snapshot.players.clone(),
        tournament: None,
        created: NOW,
    };
    let update = |snapshot: &GameSnapshot| LobbyUpdate {
        started: vec![summary(snapshot)],
        featured: Some(snapshot.game),
        ..LobbyUpdate::default()
    };
    client.receive(ServerMessage::Lobby(update(&snapshot())), NOW);
    assert_eq!(client.featured(), None, "the user's own game has another place");
    client.receive(ServerMessage::Lobby(update(&others)), NOW);
    assert_eq!(client.featured(), Some(others.game));
    client.preview = client.featured();
    client.command(ClientCommand::Watch(others.game), NOW);
    let (_, news) = client.receive(ServerMessage::Snapshot(Box::new(others.clone())), NOW);
    assert_eq!(news, [News::Changed(others.game)], "the board shows what it showed before");
    // The featured game stays after its end until there is another.
    let ended = LobbyUpdate { ended: vec![others.game], ..LobbyUpdate::default() };
    client.receive(ServerMessage::Lobby(ended), NOW);
    assert_eq!(client.featured(), Some(others.game));
    client.preview = None;
    assert_eq!(client.featured(), None);
}

#[test]
fn the_answer_to_a_request_that_was_withdrawn_reaches_no_board() {
    let mut client = connected();
    let others = GameSnapshot {
        game: GameId::from_entropy(7),
        players: [player(3), player(4)],
        you: None,
        ..snapshot()
    };
    client.command(ClientCommand::Watch(others.game), NOW);
    assert!(client.follows(others.game), "the lobby does not take over what a link has requested");
    client.command(ClientCommand::Unwatch(others.game), NOW);
    let (_, news) = client.receive(ServerMessage::Snapshot(Box::new(others.clone())), NOW);
    assert_eq!((news, client.follows(others.game)), (Vec::new(), false));
}

#[test]
fn clocks_run_by_the_servers_time() {
    let client = playing();
    assert_eq!((client.skew, client.server_time(NOW)), (5_000, NOW + 5_000));
    let live = client.games.values().next().unwrap();
    let (state, remote) = live.on_board(client.skew, |player| player.name.to_string());
    assert_eq!(remote.running, Some(tengen_game::Color::Black));
    assert_eq!(state.clock.remaining(tengen_game::Color::Black, NOW + 10_000), Some(50_000));
}

#[test]
fn a_seek_for_a_game_on_one_occasion_is_opened_again_after_a_reconnect() {
    let mut client = connected();
    let seek = |client: &mut Client, settings: GameSettings, id: u64| {
        let request =
            SeekRequest { settings, seat: SeatChoice::Random, ratings: None, members_only: false, bot: None };
        let frame = client.command(ClientCommand::Seek(request), NOW).unwrap();
        let created = Some(Created::Seek(SeekId::from_entropy(id)));
        client.receive(ServerMessage::Done { n: frame.n, created }, NOW);
        request
    };
    let quick = seek(&mut client, pool_settings(7).unwrap(), 5);
    let slow = GameSettings { tempo: "3d".parse().unwrap(), ..pool_settings(7).unwrap() };
    seek(&mut client, slow, 6);
    client.lost();
    let (frames, _) = client.receive(welcome(2), NOW);
    let commands: Vec<ClientCommand> = frames.iter().map(|frame| frame.command.clone()).collect();
    // Another window of the user may have kept the first seek open.
    assert_eq!(commands, [ClientCommand::CancelSeek(SeekId::from_entropy(5)), ClientCommand::Seek(quick)]);
    // If no other window has, the first seek no longer exists, and the error causes no news.
    let error = Refusal::new(ErrorCode::NotFound, "no");
    assert_eq!(client.receive(ServerMessage::Refused { n: frames[0].n, error }, NOW).1, []);
    let created = Some(Created::Seek(SeekId::from_entropy(7)));
    client.receive(ServerMessage::Done { n: frames[1].n, created }, NOW);
    assert_eq!(client.sought().len(), 1);
    assert_eq!(client.seeks.len(), 2, "a correspondence seek stays open on the server");
}
