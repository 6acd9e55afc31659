//! The WebSocket endpoint.

use std::net::IpAddr;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::RequestExt as _;
use axum::body::Bytes;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade, close_code};
use axum::extract::{Request, State as Extract};
use axum::http::{StatusCode, header};
use axum::response::Response;
use futures_util::SinkExt as _;
use std::sync::atomic::Ordering::Relaxed;
use tengen_online::account::{Account, Scopes};
use tengen_online::message::{
    ClientCommand, ClientFrame, ErrorCode, MAX_CLIENT_BYTES, Refusal, ServerMessage, VERSION,
};
use tokio::time::{MissedTickBehavior, interval, sleep, timeout};

use super::heartbeat::{BEAT, Beat, Heartbeat};
use super::hub::{Connection, Hub, Present, text};
use super::outbox::{Closing, Outbox};
use super::state::State;
use super::storage::StoredAccount;
use super::throttle::Allowance;
use super::token::{NoToken, Token};
use super::visitor;
use super::{OnlineError, refusal};
use crate::limits::Client;

/// The longest time until the client's first frame.
const HELLO: Duration = Duration::from_secs(10);
/// The time in which a message of a client that seems to be lost is still accepted: the message may have arrived without being read.
const DOUBT: Duration = Duration::from_millis(500);
/// The longest time that a client may take to receive a message once the buffers of the network are full.
const TAKING: Duration = Duration::from_secs(10);
/// The longest time that a client may take to receive the reason for the end of the connection.
const FAREWELL: Duration = Duration::from_secs(2);
/// The number of frames that cannot be read, or are over the limit, after which a connection is ended.
const MOST_FAULTS: u32 = 100;
/// The most bytes that are read of a frame.
const MOST_READ: usize = 64 * 1_024;
/// The memory for each direction of a connection, in bytes: frames are small, and there are many connections.
const BUFFER: usize = 2_048;

/// Opens a socket. A browser without a session becomes a new guest.
pub(crate) async fn open(
    Extract(state): Extract<Arc<State>>,
    request: Request,
) -> Result<Response, OnlineError> {
    let (headers, extensions) = (request.headers(), request.extensions());
    if !visitor::is_own_origin(&state, headers) {
        return Err(OnlineError::Origin);
    }
    let address = visitor::address(&state, extensions, headers);
    let now = state.services.now();
    if !state.limits.sockets.take(address, now) {
        return Err(OnlineError::TooMany);
    }
    let known = match Token::of_program(headers) {
        Some(token) => Some(of_program(&state, token).await?),
        None => visitor::account(&state, headers).await?.map(|(stored, _)| (stored, Scopes::Session)),
    };
    let client = extensions.get::<Client>().cloned();
    let upgrade = request.extract::<WebSocketUpgrade, _>().await.map_err(|rejection| {
        let text = format!("expected a request that opens a WebSocket: {}", rejection.body_text());
        OnlineError::refused(rejection.status(), ErrorCode::Malformed, text)
    })?;
    let (stored, scopes, cookie) = match known {
        Some((stored, scopes)) => (stored, scopes, None),
        None if !state.limits.guests.take(address, now) => return Err(OnlineError::TooMany),
        None => {
            let (stored, token) = visitor::new_guest(&state).await?;
            (stored, Scopes::Session, Some(token.cookie(state.is_secure())))
        }
    };
    if state.hub.presence().open_connections(stored.account.id) >= state.options.limits.sockets_of_account {
        state.services.metrics.limited.fetch_add(1, Relaxed);
        let text = "expected fewer open connections of this account; close some of them";
        return Err(OnlineError::refused(StatusCode::TOO_MANY_REQUESTS, ErrorCode::TooMuch, text));
    }
    let hub = state.hub.clone();
    let rate = state.options.limits.commands;
    let mut response = upgrade
        // Frames over the protocol's limit are read up to this limit, so that the client can receive a refusal.
        .max_message_size(MOST_READ)
        .max_frame_size(MOST_READ)
        .read_buffer_size(BUFFER)
        .write_buffer_size(BUFFER)
        .on_upgrade(move |socket| async move {
            let visitor = Visitor { account: stored.account, scopes, address };
            serve(socket, hub, visitor, Allowance::new(rate)).await;
            // The connection keeps its place in the limits of connections until here.
            drop(client);
        });
    if let Some(cookie) = cookie {
        response.headers_mut().insert(header::SET_COOKIE, cookie);
    }
    debug_assert_eq!(response.status(), StatusCode::SWITCHING_PROTOCOLS);
    Ok(response)
}

/// The account of a program that opens a socket. A program without a valid token is refused, and does not become a guest.
async fn of_program(
    state: &State,
    token: Result<Token, NoToken>,
) -> Result<(StoredAccount, Scopes), OnlineError> {
    let known = match token {
        Ok(token) => visitor::of_program(state, &token).await?,
        Err(NoToken) => None,
    };
    known.ok_or_else(|| {
        let text = "expected a token of this server, found another one or none";
        OnlineError::refused(StatusCode::UNAUTHORIZED, ErrorCode::NotAllowed, text)
    })
}

/// The user who has opened a socket.
struct Visitor {
    account: Account,
    scopes: Scopes,
    address: IpAddr,
}

async fn serve(mut socket: WebSocket, hub: Arc<Hub>, visitor: Visitor, allowance: Allowance) {
    let Visitor { account, scopes, address } = visitor;
    let outbox = Arc::new(Outbox::default());
    let hello = timeout(HELLO, hello(&mut socket, &hub)).await.unwrap_or(Err(Closing::Violation));
    let reason = match hello {
        Ok(session) => {
            let present = Present::new(&hub, &account, scopes, session, &outbox, Some(address)).await;
            converse(&mut socket, &present, &outbox, allowance).await
        }
        Err(reason) => Some(reason),
    };
    if let Some(reason) = reason {
        let code = match reason {
            Closing::Slow | Closing::Violation | Closing::LoggedOut => close_code::POLICY,
            Closing::TooLarge => close_code::SIZE,
            Closing::Replaced => close_code::NORMAL,
            Closing::Stopping => close_code::RESTART,
        };
        let text = match reason {
            Closing::Slow => "slow",
            Closing::Violation => "violation",
            Closing::TooLarge => "too-large",
            Closing::LoggedOut => "logged-out",
            Closing::Replaced => "replaced",
            Closing::Stopping => "stopping",
        };
        let frame = CloseFrame { code, reason: text.into() };
        // A client that receives nothing more delays the end only for this time.
        let _ = timeout(FAREWELL, socket.send(Message::Close(Some(frame)))).await;
    }
}

/// Waits for the first frame, which must be a hello of this protocol version.
async fn hello(socket: &mut WebSocket, hub: &Hub) -> Result<tengen_online::id::SessionId, Closing> {
    let frame = loop {
        match socket.recv().await {
            Some(Ok(Message::Text(text))) => break text,
            Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
            _ => return Err(Closing::Violation),
        }
    };
    let error = match serde_json::from_str::<ClientFrame>(&frame) {
        Ok(ClientFrame { command: ClientCommand::Hello { version: VERSION, session }, .. }) => {
            return Ok(session);
        }
        Ok(ClientFrame { command: ClientCommand::Hello { version, .. }, .. }) => Refusal::new(
            ErrorCode::Version,
            format!("expected version {VERSION} of the protocol, found {version}"),
        ),
        Ok(_) => Refusal::new(ErrorCode::Malformed, "expected a hello as the first command"),
        Err(error) => refusal::malformed(&error),
    };
    hub.services().metrics.malformed.fetch_add(1, Relaxed);
    let refused = text(&ServerMessage::Refused { n: ClientFrame::number_of(&frame), error });
    let _ = timeout(FAREWELL, socket.send(Message::Text(refused))).await;
    Err(Closing::Violation)
}

/// Exchanges frames until one side ends the connection. Returns the reason if the server ends it.
async fn converse(
    socket: &mut WebSocket,
    present: &Present,
    outbox: &Outbox,
    allowance: Allowance,
) -> Option<Closing> {
    let hub = &present.hub;
    let mut listener = Listener { present, allowance, heartbeat: Heartbeat::new(Instant::now()), faults: 0 };
    let mut pings = interval(BEAT);
    pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            frame = socket.recv() => {
                if let ControlFlow::Break(end) = listener.hear(frame) {
                    return end;
                }
            }
            waiting = outbox.take() => match waiting {
                Err(reason) => {
                    if reason == Closing::Slow {
                        hub.services().metrics.slow.fetch_add(1, Relaxed);
                    }
                    return Some(reason);
                }
                Ok(messages) => {
                    let send = async {
                        for message in messages {
                            socket.feed(Message::Text(message)).await?;
                        }
                        socket.flush().await
                    };
                    tokio::select! {
                        sent = send => if sent.is_err() { return None },
                        () = async { tokio::select! { () = outbox.overflow() => {}, () = sleep(TAKING) => {} } } => {
                            hub.services().metrics.slow.fetch_add(1, Relaxed);
                            return Some(Closing::Slow);
                        }
                    }
                }
            },
            _ = pings.tick() => {
                let plays = hub.presence().plays_with_clock(present.connection.account);
                match listener.heartbeat.beat(plays, Instant::now()) {
                    Beat::Rest => {}
                    // A server that was suspended or is overloaded has not read the frames that arrived in the meantime.
                    Beat::Lost => match timeout(DOUBT, socket.recv()).await {
                        Ok(frame) => {
                            if let ControlFlow::Break(end) = listener.hear(frame) {
                                return end;
                            }
                        }
                        Err(_) => return None,
                    },
                    Beat::Ping(content) => {
                        let ping = Message::Ping(Bytes::copy_from_slice(&content));
                        match timeout(Heartbeat::patience(plays), socket.send(ping)).await {
                            Ok(Ok(())) => {}
                            _ => return None,
                        }
                    }
                }
            }
        }
    }
}

/// The receiving side of a connection.
struct Listener<'a> {
    present: &'a Present,
    allowance: Allowance,
    heartbeat: Heartbeat,
    faults: u32,
}

impl Listener<'_> {
    /// Handles what was read from the socket. It may end the connection, with a reason for the client if there is one.
    fn hear(&mut self, frame: Option<Result<Message, axum::Error>>) -> ControlFlow<Option<Closing>> {
        let Present { hub, connection } = self.present;
        self.heartbeat.hear(Instant::now());
        match frame {
            Some(Ok(Message::Text(frame))) if frame.len() > MAX_CLIENT_BYTES => {
                hub.services().metrics.malformed.fetch_add(1, Relaxed);
                return ControlFlow::Break(Some(Closing::TooLarge));
            }
            Some(Ok(Message::Text(frame))) => {
                let fault = take(hub, connection, frame.as_str(), &mut self.allowance);
                self.faults += u32::from(fault);
                if self.faults > MOST_FAULTS {
                    return ControlFlow::Break(Some(Closing::Violation));
                }
            }
            Some(Ok(Message::Pong(content))) => {
                if let Some(trip) = self.heartbeat.pong(&content, Instant::now()) {
                    let milliseconds = u32::try_from(trip.as_millis()).unwrap_or(u32::MAX);
                    connection.lag.store(milliseconds, Relaxed);
                }
            }
            Some(Ok(Message::Ping(_))) => {}
            Some(Ok(Message::Close(_))) | None => return ControlFlow::Break(None),
            // The protocol has no binary frames. After a frame that is far too large, or an error of the connection, nothing that follows
            // can be read.
            Some(Ok(Message::Binary(_)) | Err(_)) => {
                hub.services().metrics.malformed.fetch_add(1, Relaxed);
                return ControlFlow::Break(Some(Closing::Violation));
            }
        }
        ControlFlow::Continue(())
    }
}

/// Handles a frame of a client. Returns whether the frame was faulty.
fn take(hub: &Arc<Hub>, connection: &Arc<Connection>, frame: &str, allowance: &mut Allowance) -> bool {
    let parsed = serde_json::from_str::<ClientFrame>(frame);
    // A client waits for the answer to each number, even if the command cannot be read.
    let n = parsed.as_ref().map_or_else(|_| ClientFrame::number_of(frame), |frame| frame.n);
    let error = match parsed {
        Ok(_) if !allowance.take(hub.services().now()) => {
            hub.services().metrics.limited.fetch_add(1, Relaxed);
            Refusal::new(
                ErrorCode::TooMuch,
                "expected fewer commands in this time; send it again a little later",
            )
        }
        Ok(frame) => {
            hub.execute(connection, frame);
            return false;
        }
        Err(error) => {
            hub.services().metrics.malformed.fetch_add(1, Relaxed);
            refusal::malformed(&error)
        }
    };
    connection.push(text(&ServerMessage::Refused { n, error }));
    true
}
