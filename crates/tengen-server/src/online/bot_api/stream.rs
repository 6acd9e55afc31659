//! Messages as lines of JSON, until the client ends the request.

use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::State as Extract;
use axum::http::header;
use axum::http::request::Parts;
use axum::response::IntoResponse as _;
use futures_util::stream::unfold;
use tengen_online::account::Action;
use tengen_online::id::{GameId, SessionId};
use tengen_online::message::{ClientCommand, ClientFrame, ErrorCode, GameUpdate, Refusal, ServerMessage};

use super::Answer;
use crate::limits::Client;
use crate::online::hub::{Present, entropy};
use crate::online::outbox::Outbox;
use crate::online::refusal::OnlineError;
use crate::online::request::{Authorised, FromPath, Program};
use crate::online::state::State;
use crate::online::visitor;

/// The time without a message after which an empty line is sent, so that each side notices when the other one is gone.
const KEEP_ALIVE: Duration = Duration::from_secs(10);

/// The session of every stream of all events: the second stream of an account replaces the first.
const EVENTS: u64 = 0x6576_656e_7473;

/// Streams the challenges to the program, and its games with all their events.
pub(crate) async fn events(
    Extract(state): Extract<Arc<State>>,
    Program(user): Program,
    request: Parts,
) -> Answer {
    open(&state, &user, &request, None).await
}

/// Streams one game, from a snapshot to its end. A program may follow any game in this way.
pub(crate) async fn game_events(
    Extract(state): Extract<Arc<State>>,
    FromPath(game): FromPath<GameId>,
    Program(user): Program,
    request: Parts,
) -> Answer {
    // A game that does not exist has no stream.
    if state.hub.games.stored(game).await?.is_none() {
        let text = format!("expected a game, found none with the identifier {game}");
        return Err(Refusal::new(ErrorCode::NotFound, text).into());
    }
    open(&state, &user, &request, Some(game)).await
}

async fn open(state: &State, user: &Authorised, request: &Parts, game: Option<GameId>) -> Answer {
    let hub = &state.hub;
    user.demand(Action::PlayAsBot, state.services.now())?;
    let address = visitor::address(state, &request.extensions, &request.headers);
    if !state.limits.sockets.take(address, state.services.now()) {
        return Err(OnlineError::TooMany);
    }
    let outbox = Arc::<Outbox>::default();
    let session = SessionId::from_entropy(if game.is_some() { entropy() } else { EVENTS });
    let present = Present::new(hub, &user.stored.account, user.scopes.clone(), session, &outbox, None).await;
    if let Some(game) = game
        && !hub.running_games(user.stored.account.id).await.contains(&game)
    {
        hub.execute(&present.connection, ClientFrame { n: 0, command: ClientCommand::Watch(game) });
    }
    let place = request.extensions.get::<Client>().cloned();
    let lines = Lines { _present: present, outbox, game, is_over: false, _place: place };
    let headers = [(header::CONTENT_TYPE, "application/x-ndjson"), (header::CACHE_CONTROL, "no-store")];
    let body = Body::from_stream(unfold(lines, |mut lines| async move {
        let next = lines.next().await?;
        Some((Ok::<Bytes, std::convert::Infallible>(next), lines))
    }));
    Ok((headers, body).into_response())
}

/// The stream of one client. Until it is dropped, the user is present, and the connection keeps its place in the limits of connections.
struct Lines {
    _present: Present,
    outbox: Arc<Outbox>,
    /// The game to which the stream is limited, if it is.
    game: Option<GameId>,
    is_over: bool,
    _place: Option<Client>,
}

impl Lines {
    /// The next lines; `None` at the end of the stream.
    async fn next(&mut self) -> Option<Bytes> {
        loop {
            if self.is_over {
                return None;
            }
            let messages = match tokio::time::timeout(KEEP_ALIVE, self.outbox.take()).await {
                Err(_) => return Some(Bytes::from_static(b"\n")),
                Ok(Err(_)) => return None,
                Ok(Ok(messages)) => messages,
            };
            let mut lines = String::new();
            for message in messages {
                if self.is_wanted(message.as_str()) {
                    lines.push_str(message.as_str());
                    lines.push('\n');
                }
                if self.is_over {
                    break;
                }
            }
            if !lines.is_empty() {
                return Some(lines.into());
            }
        }
    }

    /// Whether a message belongs to the stream. The end of the game is the last one.
    fn is_wanted(&mut self, message: &str) -> bool {
        let Some(game) = self.game else { return true };
        match serde_json::from_str(message) {
            Ok(ServerMessage::Game(of, update)) if of == game => {
                self.is_over = matches!(update, GameUpdate::Over { .. });
                true
            }
            Ok(ServerMessage::Snapshot(snapshot)) if snapshot.game == game => {
                self.is_over = snapshot.result.is_some();
                true
            }
            Ok(ServerMessage::Said { game: of, .. }) => of == game,
            Ok(ServerMessage::Closing { .. }) => true,
            _ => false,
        }
    }
}
