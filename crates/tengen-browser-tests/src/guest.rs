//! A player without a browser, for tests that need more players than browsers.

use std::collections::BTreeMap;
use std::net::{SocketAddr, TcpStream};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use anyhow::{Context as _, Result};
use tengen_game::Point;
use tengen_game::opening::Player;
use tengen_online::id::{GameId, SessionId, TournamentId};
use tengen_online::message::{ClientCommand, ClientFrame, GameCommand, GameSnapshot, ServerMessage, VERSION};
use tungstenite::{Message, WebSocket};

/// A guest who plays one move in each game and then resigns. The guest leaves on drop.
#[derive(Debug)]
pub struct Guest {
    stream: TcpStream,
    thread: Option<JoinHandle<()>>,
    commands: std::sync::mpsc::Sender<ClientCommand>,
}

impl Guest {
    /// Connects as a new guest. Each guest needs a different number.
    pub(crate) fn connect(address: SocketAddr, number: u64) -> Result<Guest> {
        let stream = TcpStream::connect(address).context("the server does not answer a guest")?;
        let own = stream.try_clone()?;
        // When no message has arrived for this time, the commands of the test are sent.
        stream.set_read_timeout(Some(Duration::from_millis(50)))?;
        let (socket, _) = tungstenite::client(format!("ws://{address}/api/v1/socket"), stream)
            .map_err(|error| anyhow::anyhow!("the server refuses a guest: {error}"))?;
        let (commands, wanted) = std::sync::mpsc::channel();
        let session = SessionId::from_entropy(number);
        let thread = thread::spawn(move || {
            let mut table = Table { socket, n: 0, games: BTreeMap::new() };
            table.send(0, ClientCommand::Hello { version: VERSION, session });
            while table.hear() {
                wanted.try_iter().for_each(|command| table.command(command));
            }
        });
        Ok(Guest { stream: own, thread: Some(thread), commands })
    }

    /// Accepts the challenge of a link, given by its query: `?challenge=…`.
    pub fn accept(&self, query: &str) -> Result<()> {
        let (_, challenge) = query.split_once('=').context("a challenge's link has a query")?;
        Ok(self.commands.send(ClientCommand::AcceptChallenge(challenge.parse()?))?)
    }

    /// Joins a tournament.
    pub fn join(&self, tournament: &str) -> Result<()> {
        let tournament: TournamentId = tournament.parse()?;
        Ok(self.commands.send(ClientCommand::JoinTournament(tournament))?)
    }
}

impl Drop for Guest {
    fn drop(&mut self) {
        // A connection that has ended cannot be closed again.
        let _ = self.stream.shutdown(std::net::Shutdown::Both);
        if let Some(thread) = self.thread.take() {
            // The thread's own panic has been reported already.
            let _ = thread.join();
        }
    }
}

struct Table {
    socket: WebSocket<TcpStream>,
    n: u32,
    games: BTreeMap<GameId, GameSnapshot>,
}

impl Table {
    fn send(&mut self, n: u32, command: ClientCommand) {
        let frame = serde_json::to_string(&ClientFrame { n, command }).unwrap_or_default();
        // A frame that cannot be sent any more needs no answer.
        let _ = self.socket.send(Message::text(frame));
    }

    fn command(&mut self, command: ClientCommand) {
        self.n += 1;
        self.send(self.n, command);
    }

    /// Waits briefly for a message, and reacts to it. Returns `false` at the end of the connection.
    fn hear(&mut self) -> bool {
        let text = match self.socket.read() {
            Ok(Message::Text(text)) => text,
            Ok(_) => return true,
            Err(tungstenite::Error::Io(error)) => {
                return matches!(error.kind(), std::io::ErrorKind::WouldBlock | std::io::ErrorKind::TimedOut);
            }
            Err(_) => return false,
        };
        let game = match serde_json::from_str(text.as_str()) {
            Ok(ServerMessage::Snapshot(snapshot)) => {
                let game = snapshot.game;
                self.games.insert(game, *snapshot);
                game
            }
            Ok(ServerMessage::Game(game, update)) => {
                if let Some(snapshot) = self.games.get_mut(&game) {
                    // After an update that does not fit, another snapshot follows.
                    let _ = snapshot.apply(&update);
                }
                game
            }
            _ => return true,
        };
        self.act(game);
        true
    }

    /// Plays the guest's first move, and resigns at the guest's next turn.
    fn act(&mut self, game: GameId) {
        let Some(snapshot) = self.games.get(&game) else { return };
        if snapshot.you.is_none() || snapshot.to_act() != snapshot.you {
            return;
        }
        let (ply, takebacks) = (snapshot.ply(), snapshot.takebacks);
        let corner = if snapshot.you == Some(Player::First) { Point::new(0, 0) } else { Point::new(14, 14) };
        let command = match ply {
            0 | 1 => GameCommand::Move { ply, takebacks, to: corner.into() },
            _ => GameCommand::Resign,
        };
        self.command(ClientCommand::Play(game, command));
    }
}
