//! Clients that violate the protocol or the limits.

use tengen_online::message::{
    ClientCommand, ClientFrame, ErrorCode, GameCommand, MAX_CLIENT_BYTES, Offer, ServerMessage,
};
use tengen_server::online::{Database, OnlineLimits, OnlineOptions, Rate};
use tungstenite::Message;

use crate::client::{Client, open};
use crate::games::{begin, local, play, settings};
use crate::http::request;
use crate::server::TestServer;

#[test]
fn nobody_acts_in_a_game_of_others() {
    let server = TestServer::start();
    let (mut one, mut other, mut third) = (server.guest(), server.guest(), server.guest());
    let game = begin(&mut one, &mut other, settings("free", "300+0"));
    third.send(ClientCommand::Watch(game));
    third.until_game(game, |_| true);
    let command = third.move_to(game, "h8");
    for command in [
        command,
        GameCommand::Resign,
        GameCommand::Abort,
        GameCommand::Accept(Offer::Draw),
        GameCommand::GiveTime,
        GameCommand::ClaimWin,
    ] {
        assert_eq!(third.act(game, command), Err(ErrorCode::NotPlayer));
    }
    let too_early = other.move_to(game, "h8");
    assert_eq!(other.act(game, too_early), Err(ErrorCode::NotYourTurn));
    let mut players = [one, other];
    play(&mut players, game, "h8");
    let occupied = players[1].move_to(game, "h8");
    assert_eq!(players[1].act(game, occupied), Err(ErrorCode::Illegal));
    third.until_game(game, |snapshot| snapshot.ply() == 1 && snapshot.result.is_none());
}

#[test]
fn a_page_of_another_site_opens_no_socket() {
    let server = TestServer::start();
    let own = local(server.address);
    assert!(open(server.address, &[("origin", &own)]).is_ok());
    assert!(open(server.address, &[]).is_ok(), "programs name no origin");
    for origin in ["http://evil.example", "null", "https://127.0.0.1", "file://", "http://127.0.0.1:1"] {
        assert_eq!(open(server.address, &[("origin", origin)]).err(), Some(403), "{origin}");
    }
}

#[test]
fn the_origin_behind_a_proxy_is_the_one_that_the_server_is_told() {
    let origin = Some("https://gomoku.example".to_owned());
    let server = TestServer::with(OnlineOptions { origin, ..OnlineOptions::new(Database::Memory) });
    assert!(open(server.address, &[("origin", "https://gomoku.example")]).is_ok());
    // The scheme must match as well, and so must the address at which the server listens.
    for other in ["https://gomoku.example.evil", "http://gomoku.example", &local(server.address)] {
        assert_eq!(open(server.address, &[("origin", other)]).err(), Some(403), "{other}");
    }
    let page = request(server.address, "GET /", &[], "");
    assert_eq!(page.header("strict-transport-security"), Some("max-age=31536000"));
    let plain = request(TestServer::start().address, "GET /", &[], "");
    assert_eq!(plain.header("strict-transport-security"), None);
}

#[test]
fn a_forged_cookie_is_no_session() {
    let server = TestServer::start();
    let real = server.guest();
    let forged = format!("tengen-session={}", "0".repeat(64));
    let client = Client::connect(server.address, Some(&forged), "Session1").unwrap();
    assert_ne!(client.cookie, forged, "it becomes a new guest");
    assert_ne!(client.welcome.you.account, real.welcome.you.account);
}

#[test]
fn frames_that_cannot_be_read_are_refused_and_cost_nothing() {
    let server = TestServer::start();
    let mut client = server.guest();
    for (text, number) in [
        ("", 0),
        ("{", 0),
        ("[]", 0),
        (r#"{"n":-1,"do":"leave-pool"}"#, 0),
        ("\"\u{0}\"", 0),
        // The client waits for an answer to each number.
        (r#"{"n":1,"do":"fly"}"#, 1),
        (r#"{"n":2,"do":{"play":["short",{"move":{"ply":0,"to":[7,7]}}]}}"#, 2),
        (r#"{"do":{"seek":{}},"n":3}"#, 3),
        (r#"{"n":4,"do":"leave-pool","more":true}"#, 4),
        (r#"{"n":5,"do":{"#, 5),
    ] {
        client.send_text(text);
        let (n, code) = client.until(|message| match message {
            ServerMessage::Refused { n, error } => Some((*n, error.code)),
            _ => None,
        });
        assert_eq!((n, code), (number, ErrorCode::Malformed), "{text}");
    }
    client.send_numbered(0, ClientCommand::LeavePool);
    let code = client.until(|message| match message {
        ServerMessage::Refused { n: 0, error } => Some(error.code),
        _ => None,
    });
    assert_eq!(code, ErrorCode::Malformed, "a command needs a number");
    client.command(ClientCommand::LeavePool).unwrap();
}

#[test]
fn frames_that_are_too_large_or_binary_end_the_connection() {
    let server = TestServer::start();
    for bytes in [MAX_CLIENT_BYTES + 1, 5_000] {
        let mut large = server.guest();
        large.send_text(&"x".repeat(bytes));
        let reason = loop {
            match large.socket.read() {
                Ok(Message::Close(frame)) => {
                    break frame.map(|frame| (u16::from(frame.code), frame.reason.to_string()));
                }
                Ok(_) => {}
                Err(error) => panic!("{error}"),
            }
        };
        assert_eq!(reason, Some((1009, "too-large".to_owned())), "{bytes}");
    }
    let mut huge = server.guest();
    huge.send_text(&"x".repeat(100_000));
    assert!(huge.is_closed());
    let mut binary = server.guest();
    binary.socket.send(Message::binary(vec![0, 1, 2])).unwrap();
    assert!(binary.is_closed());
    let mut endless = server.guest();
    for _ in 0..200 {
        // The server may close the connection after any of these frames.
        if endless.socket.send(Message::text("{")).is_err() {
            break;
        }
    }
    assert!(endless.is_closed());
}

#[test]
fn a_client_must_say_hello_in_the_right_version() {
    let server = TestServer::start();
    for (text, code) in [
        (r#"{"n":0,"do":{"hello":{"version":9,"session":"Session1"}}}"#, "version"),
        (r#"{"n":1,"do":"leave-pool"}"#, "malformed"),
        ("nonsense", "malformed"),
    ] {
        let (mut socket, _) = open(server.address, &[]).unwrap();
        socket.send(Message::text(text)).unwrap();
        let Message::Text(refused) = socket.read().unwrap() else { panic!("a text is expected") };
        assert!(refused.contains(&format!(r#""code":"{code}""#)), "{refused}");
        assert!(matches!(socket.read(), Ok(Message::Close(_)) | Err(_)));
    }
}

#[test]
fn commands_sockets_and_guests_are_limited() {
    let limits = OnlineLimits {
        sockets: Rate { every: 3_600_000, burst: 4 },
        guests: Rate { every: 3_600_000, burst: 2 },
        commands: Rate { every: 3_600_000, burst: 3 },
        ..OnlineLimits::default()
    };
    let server = TestServer::with(OnlineOptions { limits, ..OnlineOptions::new(Database::Memory) });
    let mut one = server.guest();
    let answers: Vec<_> = (0..5).map(|_| one.command(ClientCommand::LeavePool).map(drop)).collect();
    assert_eq!(answers, [Ok(()), Ok(()), Ok(()), Err(ErrorCode::TooMuch), Err(ErrorCode::TooMuch)]);
    let _two = server.guest();
    assert_eq!(open(server.address, &[]).err(), Some(429), "no third guest");
    assert!(Client::connect(server.address, Some(&one.cookie), "Session1").is_ok(), "but one who is known");
    assert_eq!(open(server.address, &[("cookie", &one.cookie)]).err(), Some(429), "and no fifth socket");
}

#[test]
fn too_many_games_at_once_are_not_watched() {
    let server = TestServer::start();
    let (mut one, mut other, mut watcher) = (server.guest(), server.guest(), server.guest());
    for number in 0..=tengen_online::message::MAX_WATCHED {
        let game = begin(&mut one, &mut other, settings("free", "none"));
        watcher.send(ClientCommand::Watch(game));
        if number < tengen_online::message::MAX_WATCHED {
            watcher.until_game(game, |_| true);
        }
    }
    let code = watcher.until(|message| match message {
        ServerMessage::Refused { error, .. } => Some(error.code),
        _ => None,
    });
    assert_eq!(code, ErrorCode::TooMuch);
}

#[test]
fn a_client_that_reads_nothing_is_dropped() {
    let limits = OnlineLimits { commands: Rate { every: 0, burst: 1 }, ..OnlineLimits::default() };
    let server = TestServer::with(OnlineOptions { limits, ..OnlineOptions::new(Database::Memory) });
    let (mut one, mut other) = (server.guest(), server.guest());
    let game = begin(&mut one, &mut other, settings("free", "300+0"));
    let mut greedy = server.guest();
    // The snapshots exceed the buffers of the network by far; the server stops reading when the buffers are full.
    greedy.socket.get_ref().set_write_timeout(Some(std::time::Duration::from_secs(1))).unwrap();
    let watch = serde_json::to_string(&ClientFrame { n: 0, command: ClientCommand::Watch(game) }).unwrap();
    for _ in 0..200_000 {
        if greedy.socket.send(Message::text(watch.clone())).is_err() {
            break;
        }
    }
    let slow = || {
        let metrics = request(server.address, "GET /metrics", &[], "").body;
        metrics.lines().any(|line| line == "tengen_slow_total 1")
    };
    let start = std::time::Instant::now();
    while !slow() {
        assert!(start.elapsed() < std::time::Duration::from_secs(60), "the server waits for it without end");
        std::thread::sleep(std::time::Duration::from_millis(200));
    }
    // Other clients are not affected.
    let mut players = [one, other];
    play(&mut players, game, "h8");
}

#[test]
fn hundreds_of_connections_from_one_address_are_refused_and_disturb_nobody() {
    let server = TestServer::start();
    let mut client = server.guest();
    let cookie = client.cookie.clone();
    let mut open_sockets = Vec::new();
    let mut refused = 0;
    for _ in 0..500 {
        match open(server.address, &[("cookie", &cookie)]) {
            Ok((socket, _)) => open_sockets.push(socket),
            // Too many requests at once, or in a short time.
            Err(429 | 503) => refused += 1,
            Err(status) => panic!("{status}"),
        }
    }
    assert!((50..=100).contains(&open_sockets.len()), "{} and {refused} refused", open_sockets.len());
    client.command(ClientCommand::LeavePool).unwrap();
}

#[test]
fn an_account_has_a_bounded_number_of_sockets() {
    let limits = OnlineLimits { sockets_of_account: 3, ..OnlineLimits::default() };
    let options = OnlineOptions { limits, ..TestServer::options() };
    let server = TestServer::with(options);
    let first = server.guest();
    let connect = |session| Client::connect(server.address, Some(&first.cookie), session);
    let mut others = [connect("Session2").unwrap(), connect("Session3").unwrap()];
    assert_eq!(connect("Session4").err(), Some(429));
    server.guest();
    let [second, _third] = &mut others;
    second.socket.close(None).unwrap();
    assert!(second.is_closed());
    let start = std::time::Instant::now();
    while connect("Session4").is_err() {
        assert!(start.elapsed() < std::time::Duration::from_secs(30), "the place is not free again");
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
}
