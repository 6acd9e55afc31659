//! A client of the protocol that counts the bytes that it sends and receives.

use std::net::SocketAddr;

use anyhow::{Context as _, Result, bail};
use futures_util::{SinkExt as _, StreamExt as _};
use tengen_online::id::SessionId;
use tengen_online::message::{ClientCommand, ClientFrame, ServerMessage, VERSION};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Message, client::IntoClientRequest as _};
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

/// The memory for each direction of a connection, in bytes.
const BUFFER: usize = 1_024;

pub(crate) struct Client {
    socket: WebSocketStream<TcpStream>,
    n: u32,
    /// The bytes on the wire since the last reset: frames with their headers, without those of TCP.
    pub(crate) sent: u64,
    pub(crate) received: u64,
}

impl Client {
    /// Connects as a new guest.
    pub(crate) async fn connect(address: SocketAddr, session: SessionId) -> Result<Client> {
        let request = format!("ws://{address}/api/v1/socket").into_client_request()?;
        let stream = TcpStream::connect(address).await.context("cannot connect")?;
        stream.set_nodelay(true)?;
        let config = WebSocketConfig::default()
            .read_buffer_size(BUFFER)
            .write_buffer_size(0)
            .max_write_buffer_size(1 << 16);
        let (socket, _) = client_async_with_config(request, stream, Some(config)).await?;
        let mut client = Client { socket, n: 0, sent: 0, received: 0 };
        client.send_numbered(0, ClientCommand::Hello { version: VERSION, session }).await?;
        client.until(|message| matches!(message, ServerMessage::Welcome(_)).then_some(())).await?;
        Ok(client)
    }

    /// Sends a command, and returns its number.
    pub(crate) async fn send(&mut self, command: ClientCommand) -> Result<u32> {
        self.n += 1;
        self.send_numbered(self.n, command).await?;
        Ok(self.n)
    }

    async fn send_numbered(&mut self, n: u32, command: ClientCommand) -> Result<()> {
        let text = serde_json::to_string(&ClientFrame { n, command })?;
        // A client masks its frames with four bytes.
        self.sent += frame(text.len()) + 4;
        Ok(self.socket.send(Message::text(text)).await?)
    }

    /// Waits for a message that `choose` accepts; earlier messages are dropped.
    pub(crate) async fn until<T>(&mut self, choose: impl Fn(&ServerMessage) -> Option<T>) -> Result<T> {
        loop {
            let Some(message) = self.socket.next().await else { bail!("the server has closed a connection") };
            let Message::Text(text) = message? else { continue };
            self.received += frame(text.len());
            let message = serde_json::from_str(&text)?;
            if let ServerMessage::Refused { error, .. } = &message {
                bail!("the server refuses: {}", error.text);
            }
            if let Some(chosen) = choose(&message) {
                return Ok(chosen);
            }
        }
    }

    /// Waits for the answer to a command.
    pub(crate) async fn answer(&mut self, number: u32) -> Result<ServerMessage> {
        self.until(|message| match message {
            ServerMessage::Done { n, .. } if *n == number => Some(message.clone()),
            _ => None,
        })
        .await
    }
}

/// The bytes of an unmasked frame (RFC 6455, section 5.2).
fn frame(payload: usize) -> u64 {
    let head = match payload {
        0..126 => 2,
        126..65_536 => 4,
        _ => 10,
    };
    (payload + head) as u64
}
