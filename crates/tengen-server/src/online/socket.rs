//! The WebSocket endpoint.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::RequestExt as _;
use axum::body::Bytes;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade, close_code};
use axum::extract::{Request, State as Extract};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use futures_util::SinkExt as _;
use std::sync::atomic::Ordering::Relaxed;
use tengen_online::account::{Account, Scopes};
use tengen_online::message::{
    ClientCommand, ClientFrame, ErrorCode, MAX_CLIENT_BYTES, Refusal, ServerMessage, VERSION,
};
use tokio::time::{MissedTickBehavior, interval, sleep, timeout};

use super::hub::{Connection, Hub, Present, text};
use super::outbox::{Closing, Outbox};
use super::state::State;
use super::storage::StoredAccount;
use super::throttle::Allowance;
use super::token::{NoToken, Token};
use super::visitor;
use super::{OnlineError, refusal};
use crate::limits::Client;

/// How long a client may take to say hello.
const HELLO: Duration = Duration::from_secs(10);
/// How often the server measures the connection, which also keeps it open on its way.
const PING: Duration = Duration::from_secs(20);
/// After how long without any sign of life a connection counts as lost.
const SILENCE: Duration = Duration::from_secs(50);
/// How long a client may take for what is sent to it, once the buffers of the network are full.
const TAKING: Duration = Duration::from_secs(10);
/// How long a client may take to be told that the connection ends.
const FAREWELL: Duration = Duration::from_secs(2);
/// How many frames that cannot be read, or are over the limit, end a connection.
const MOST_FAULTS: u32 = 100;
/// The memory for each direction of a connection, in bytes: frames are small, and connections many.
const BUFFER: usize = 2_048;

/// Opens a socket. Who has no session becomes a guest.
pub(crate) async fn open(
    Extract(state): Extract<Arc<State>>,
    request: Request,
) -> Result<Response, OnlineError> {
    let (headers, extensions) = (request.headers(), request.extensions());
    if !visitor::is_own_origin(&state, headers) {
        return Err(OnlineError::Origin);
    }
    let address = visitor::address(&state, extensions, headers);
    let now = state.hub.now();
    if !state.limits.sockets.take(address, now) {
        return Err(OnlineError::TooMany);
    }
    let known = match Token::of_program(headers) {
        Some(token) => Some(of_program(&state, token).await?),
        None => visitor::account(&state, headers).await?.map(|(stored, _)| (stored, Scopes::Session)),
    };
    let client = extensions.get::<Client>().cloned();
    let upgrade: WebSocketUpgrade = match request.extract().await {
        Ok(upgrade) => upgrade,
        Err(rejection) => return Ok(IntoResponse::into_response(rejection)),
    };
    let (stored, scopes, cookie) = match known {
        Some((stored, scopes)) => (stored, scopes, None),
        None if !state.limits.guests.take(address, now) => return Err(OnlineError::TooMany),
        None => {
            let (stored, token) = visitor::new_guest(&state).await?;
            (stored, Scopes::Session, Some(token.cookie(state.is_secure())))
        }
    };
    let hub = state.hub.clone();
    let rate = state.options.limits.commands;
    let mut response = upgrade
        .max_message_size(MAX_CLIENT_BYTES)
        .max_frame_size(MAX_CLIENT_BYTES)
        .read_buffer_size(BUFFER)
        .write_buffer_size(BUFFER)
        .on_upgrade(move |socket| async move {
            serve(socket, hub, stored.account, scopes, Allowance::new(rate)).await;
            // The connection has its place among those of its address until here.
            drop(client);
        });
    if let Some(cookie) = cookie {
        response.headers_mut().insert(header::SET_COOKIE, cookie);
    }
    debug_assert_eq!(response.status(), StatusCode::SWITCHING_PROTOCOLS);
    Ok(response)
}

/// The account of a program that opens a socket. One without a valid token becomes no guest.
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

async fn serve(mut socket: WebSocket, hub: Arc<Hub>, account: Account, scopes: Scopes, allowance: Allowance) {
    let outbox = Arc::new(Outbox::default());
    let hello = timeout(HELLO, hello(&mut socket, &hub)).await.unwrap_or(Err(Closing::Violation));
    let reason = match hello {
        Ok(session) => {
            let present = Present::new(&hub, &account, scopes, session, &outbox).await;
            converse(&mut socket, &present, &outbox, allowance).await
        }
        Err(reason) => Some(reason),
    };
    if let Some(reason) = reason {
        let code = match reason {
            Closing::Slow | Closing::Violation | Closing::LoggedOut => close_code::POLICY,
            Closing::Replaced => close_code::NORMAL,
            Closing::Stopping => close_code::RESTART,
        };
        let text = match reason {
            Closing::Slow => "slow",
            Closing::Violation => "violation",
            Closing::LoggedOut => "logged-out",
            Closing::Replaced => "replaced",
            Closing::Stopping => "stopping",
        };
        let frame = CloseFrame { code, reason: text.into() };
        // A client that takes nothing any more is not waited for.
        let _ = timeout(FAREWELL, socket.send(Message::Close(Some(frame)))).await;
    }
}

/// Waits for the first frame, which must be a hello of this version.
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
    hub.metrics.malformed.fetch_add(1, Relaxed);
    let refused = text(&ServerMessage::Refused { n: 0, error });
    let _ = timeout(FAREWELL, socket.send(Message::Text(refused))).await;
    Err(Closing::Violation)
}

/// Exchanges frames until one side ends the connection. Returns why the server ends it, if it does.
async fn converse(
    socket: &mut WebSocket,
    present: &Present,
    outbox: &Outbox,
    mut allowance: Allowance,
) -> Option<Closing> {
    let Present { hub, connection } = present;
    let start = Instant::now();
    let mut heard = start;
    let mut faults = 0;
    let mut pings = interval(PING);
    pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            frame = socket.recv() => {
                heard = Instant::now();
                match frame {
                    Some(Ok(Message::Text(frame))) => {
                        let fault = take(hub, connection, frame.as_str(), &mut allowance);
                        faults += u32::from(fault);
                        if faults > MOST_FAULTS {
                            return Some(Closing::Violation);
                        }
                    }
                    Some(Ok(Message::Pong(sent))) => note_round_trip(connection, &sent, start),
                    Some(Ok(Message::Ping(_))) => {}
                    Some(Ok(Message::Binary(_))) => {
                        hub.metrics.malformed.fetch_add(1, Relaxed);
                        return Some(Closing::Violation);
                    }
                    Some(Ok(Message::Close(_))) | None => return None,
                    // A frame that is too large, or none at all: nothing that follows can be understood.
                    Some(Err(_)) => {
                        hub.metrics.malformed.fetch_add(1, Relaxed);
                        return None;
                    }
                }
            }
            waiting = outbox.take() => match waiting {
                Err(reason) => {
                    if reason == Closing::Slow {
                        hub.metrics.slow.fetch_add(1, Relaxed);
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
                            hub.metrics.slow.fetch_add(1, Relaxed);
                            return Some(Closing::Slow);
                        }
                    }
                }
            },
            _ = pings.tick() => {
                if heard.elapsed() > SILENCE {
                    return None;
                }
                let now = start.elapsed().as_millis() as u64;
                let ping = Message::Ping(Bytes::copy_from_slice(&now.to_be_bytes()));
                // A client that takes nothing falls silent as well.
                match timeout(SILENCE, socket.send(ping)).await {
                    Ok(Ok(())) => {}
                    _ => return None,
                }
            }
        }
    }
}

/// Takes a frame of a client. Returns whether it was at fault.
fn take(hub: &Arc<Hub>, connection: &Arc<Connection>, frame: &str, allowance: &mut Allowance) -> bool {
    let parsed = serde_json::from_str::<ClientFrame>(frame);
    let n = parsed.as_ref().map_or(0, |frame| frame.n);
    let error = match parsed {
        Ok(_) if !allowance.take(hub.now()) => {
            hub.metrics.limited.fetch_add(1, Relaxed);
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
            hub.metrics.malformed.fetch_add(1, Relaxed);
            refusal::malformed(&error)
        }
    };
    connection.push(text(&ServerMessage::Refused { n, error }));
    true
}

/// The client has answered a ping, which has the time at which it was sent.
fn note_round_trip(connection: &Connection, sent: &[u8], start: Instant) {
    let Ok(sent) = sent.try_into().map(u64::from_be_bytes) else { return };
    let now = start.elapsed().as_millis() as u64;
    // A client that makes up a time gains no more than the bounded compensation.
    if let Some(trip) = now.checked_sub(sent) {
        connection.lag.store(u32::try_from(trip).unwrap_or(u32::MAX), Relaxed);
    }
}
