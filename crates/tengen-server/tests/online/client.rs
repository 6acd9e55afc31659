//! The simplest client of the protocol: it waits for each message.
#![allow(dead_code, reason = "each test program uses a part of it")]

use std::collections::{HashMap, VecDeque};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use tengen_game::Move;
use tengen_game::Point;
use tengen_online::id::{GameId, SessionId};
use tengen_online::message::{
    ClientCommand, ClientFrame, ErrorCode, GameCommand, GameSnapshot, ServerMessage, VERSION, Welcome,
};
use tungstenite::client::IntoClientRequest as _;
use tungstenite::http::HeaderValue;
use tungstenite::{HandshakeError, Message, WebSocket};

/// The time after which a test fails: far more than anything takes, for busy machines.
const PATIENCE: Duration = Duration::from_secs(30);

pub(crate) struct Client {
    pub(crate) socket: WebSocket<TcpStream>,
    pub(crate) cookie: String,
    pub(crate) welcome: Welcome,
    /// The games in the state of the messages that this client has received.
    pub(crate) games: HashMap<GameId, GameSnapshot>,
    /// Messages that arrived while the client waited for another one.
    inbox: VecDeque<ServerMessage>,
    pub(crate) n: u32,
}

/// Opens a socket with headers, and returns the cookie that the server sets.
pub(crate) fn open(
    address: SocketAddr,
    headers: &[(&'static str, &str)],
) -> Result<(WebSocket<TcpStream>, Option<String>), u16> {
    let mut request = format!("ws://{address}/api/v1/socket").into_client_request().unwrap();
    for (name, value) in headers {
        request.headers_mut().insert(*name, HeaderValue::from_str(value).unwrap());
    }
    let stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    stream.set_nodelay(true).unwrap();
    match tungstenite::client::client(request, stream) {
        Ok((socket, response)) => {
            let cookie = response.headers().get("set-cookie").map(|cookie| cookie.to_str().unwrap());
            let cookie = cookie.map(|cookie| cookie.split(';').next().unwrap().to_owned());
            Ok((socket, cookie))
        }
        Err(HandshakeError::Failure(tungstenite::Error::Http(response))) => Err(response.status().as_u16()),
        Err(error) => panic!("{error}"),
    }
}

impl Client {
    /// Connects; without a cookie as a new guest.
    pub(crate) fn connect(address: SocketAddr, cookie: Option<&str>, session: &str) -> Result<Client, u16> {
        let headers: Vec<(&'static str, &str)> =
            cookie.map(|cookie| ("cookie", cookie)).into_iter().collect();
        Client::connect_with(address, &headers, session)
    }

    pub(crate) fn connect_with(
        address: SocketAddr,
        headers: &[(&'static str, &str)],
        session: &str,
    ) -> Result<Client, u16> {
        let (mut socket, set) = open(address, headers)?;
        let session: SessionId = session.parse().unwrap();
        let hello = ClientFrame { n: 0, command: ClientCommand::Hello { version: VERSION, session } };
        socket.send(Message::text(serde_json::to_string(&hello).unwrap())).unwrap();
        let sent = headers.iter().find(|(name, _)| *name == "cookie").map(|(_, value)| (*value).to_owned());
        // A program has a token and no cookie.
        let cookie = set.or(sent).unwrap_or_default();
        let mut client = Client {
            socket,
            cookie,
            welcome: serde_json::from_str(
                r#"{"version":0,"now":0,"received":0,"you":{"account":"00000000","name":"xx"}}"#,
            )
            .unwrap(),
            games: HashMap::new(),
            inbox: VecDeque::new(),
            n: 0,
        };
        client.welcome = client.until(|message| match message {
            ServerMessage::Welcome(welcome) => Some(welcome.clone()),
            _ => None,
        });
        client.n = client.welcome.received;
        Ok(client)
    }

    /// Sends a text unchanged.
    pub(crate) fn send_text(&mut self, text: &str) {
        // If the connection has ended, the next reading finds out.
        let _ = self.socket.send(Message::text(text.to_owned()));
    }

    /// Sends a command without waiting, and returns its number.
    pub(crate) fn send(&mut self, command: ClientCommand) -> u32 {
        let is_unnumbered = matches!(
            command,
            ClientCommand::Ping { .. }
                | ClientCommand::WatchLobby
                | ClientCommand::UnwatchLobby
                | ClientCommand::Watch(_)
                | ClientCommand::Unwatch(_)
                | ClientCommand::WatchTournament(_)
                | ClientCommand::UnwatchTournament(_)
        );
        self.n += u32::from(!is_unnumbered);
        let n = if is_unnumbered { 0 } else { self.n };
        self.send_numbered(n, command);
        n
    }

    pub(crate) fn send_numbered(&mut self, n: u32, command: ClientCommand) {
        self.send_text(&serde_json::to_string(&ClientFrame { n, command }).unwrap());
    }

    /// The next message from the network; `None` at the end of the connection.
    fn read(&mut self) -> Option<ServerMessage> {
        loop {
            match self.socket.read() {
                Ok(Message::Text(text)) => {
                    let message: ServerMessage = serde_json::from_str(text.as_str()).unwrap();
                    match &message {
                        ServerMessage::Snapshot(snapshot) => {
                            self.games.insert(snapshot.game, (**snapshot).clone());
                        }
                        ServerMessage::Game(game, update) => {
                            self.games.get_mut(game).unwrap().apply(update).unwrap();
                        }
                        _ => {}
                    }
                    return Some(message);
                }
                Ok(Message::Ping(_) | Message::Pong(_)) => {}
                Ok(Message::Close(_)) | Err(_) => return None,
                Ok(other) => panic!("{other}"),
            }
        }
    }

    /// Waits for a message; those before it are kept in the inbox. `None` at the end of the connection.
    pub(crate) fn try_until<T>(&mut self, choose: impl Fn(&ServerMessage) -> Option<T>) -> Option<T> {
        let found =
            self.inbox.iter().enumerate().find_map(|(index, message)| Some((index, choose(message)?)));
        if let Some((index, chosen)) = found {
            self.inbox.remove(index);
            return Some(chosen);
        }
        loop {
            let message = self.read()?;
            match choose(&message) {
                Some(chosen) => return Some(chosen),
                None => self.inbox.push_back(message),
            }
        }
    }

    /// Like [`Client::try_until`], on a connection that stays open.
    pub(crate) fn until<T>(&mut self, choose: impl Fn(&ServerMessage) -> Option<T>) -> T {
        self.try_until(choose).expect("the connection stays open")
    }

    /// Waits until a game has an expected state, and returns it. `None` at the end of the connection.
    pub(crate) fn try_until_game(
        &mut self,
        game: GameId,
        is_expected: impl Fn(&GameSnapshot) -> bool,
    ) -> Option<GameSnapshot> {
        loop {
            if let Some(snapshot) = self.games.get(&game).filter(|snapshot| is_expected(snapshot)) {
                return Some(snapshot.clone());
            }
            let message = self.read()?;
            self.inbox.push_back(message);
        }
    }

    /// Like [`Client::try_until_game`], on a connection that stays open.
    pub(crate) fn until_game(
        &mut self,
        game: GameId,
        is_expected: impl Fn(&GameSnapshot) -> bool,
    ) -> GameSnapshot {
        self.try_until_game(game, is_expected).expect("the connection stays open")
    }

    /// Waits for the answer to a command. `None` at the end of the connection.
    pub(crate) fn try_answer(&mut self, number: u32) -> Option<Result<ServerMessage, ErrorCode>> {
        self.try_until(|message| match message {
            ServerMessage::Done { n, .. } if *n == number => Some(Ok(message.clone())),
            ServerMessage::Refused { n, error } if *n == number => Some(Err(error.code)),
            _ => None,
        })
    }

    /// Like [`Client::try_answer`], on a connection that stays open.
    pub(crate) fn answer(&mut self, number: u32) -> Result<ServerMessage, ErrorCode> {
        self.try_answer(number).expect("the connection stays open")
    }

    /// Sends a command and waits for its answer. `None` at the end of the connection.
    pub(crate) fn try_command(&mut self, command: ClientCommand) -> Option<Result<ServerMessage, ErrorCode>> {
        let n = self.send(command);
        self.try_answer(n)
    }

    /// Like [`Client::try_command`], on a connection that stays open.
    pub(crate) fn command(&mut self, command: ClientCommand) -> Result<ServerMessage, ErrorCode> {
        self.try_command(command).expect("the connection stays open")
    }

    pub(crate) fn act(&mut self, game: GameId, command: GameCommand) -> Result<ServerMessage, ErrorCode> {
        self.command(ClientCommand::Play(game, command))
    }

    /// A move as a command in the current state of the game.
    pub(crate) fn move_to(&self, game: GameId, point: &str) -> GameCommand {
        let snapshot = &self.games[&game];
        let to = Move::Place(Point::parse(point, snapshot.settings.size).unwrap());
        GameCommand::Move { ply: snapshot.ply(), takebacks: snapshot.takebacks, to }
    }

    /// Drops the messages in the inbox.
    pub(crate) fn forget(&mut self) {
        self.inbox.clear();
    }

    /// Reads until nothing has arrived for some time, and answers pings.
    #[allow(dead_code, reason = "each test program uses a part of it")]
    pub(crate) fn rest(&mut self, time: Duration) {
        self.socket.get_ref().set_read_timeout(Some(time)).unwrap();
        // The time limit ends the last reading.
        while let Some(message) = self.read() {
            self.inbox.push_back(message);
        }
        self.socket.get_ref().set_read_timeout(Some(PATIENCE)).unwrap();
    }

    pub(crate) fn is_closed(&mut self) -> bool {
        while self.read().is_some() {}
        true
    }
}
