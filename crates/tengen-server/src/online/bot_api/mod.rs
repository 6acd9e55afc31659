//! The interface for programs: a stream of events as lines, and commands by HTTP.
//!
//! The lines are messages of the socket's protocol, and the commands are its commands. Both take the same way through the hub as those of
//! the socket, with the same answers and limits. All requests need a token with the scope `bot`, and therefore the account of a program.

mod stream;

use std::sync::Arc;

use axum::Json;
use axum::extract::State as Extract;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use tengen_online::account::Action;
use tengen_online::id::{ChallengeId, GameId, SeekId, TournamentId};
use tengen_online::message::{ChallengeRequest, ClientCommand, ErrorCode, GameCommand, SeekRequest};
use tengen_online::phrase::Utterance;

use super::refusal::OnlineError;
use super::request::{Authorised, Body, FromPath, Program};
use super::state::State;

pub(crate) use stream::{events, game_events};

type Answer = Result<Response, OnlineError>;

/// Acts in a game: a move, a choice in the opening, an offer, or the end of the game.
pub(crate) async fn play(
    Extract(state): Extract<Arc<State>>,
    FromPath(game): FromPath<GameId>,
    Program(user): Program,
    Body(command): Body<GameCommand>,
) -> Answer {
    execute(&state, &user, ClientCommand::Play(game, command)).await
}

/// Sends a phrase or a text in a game.
pub(crate) async fn say(
    Extract(state): Extract<Arc<State>>,
    FromPath(game): FromPath<GameId>,
    Program(user): Program,
    Body(what): Body<Utterance>,
) -> Answer {
    execute(&state, &user, ClientCommand::Say(game, what)).await
}

/// Challenges a user, or the first user who opens the link.
pub(crate) async fn challenge(
    Extract(state): Extract<Arc<State>>,
    Program(user): Program,
    Body(request): Body<ChallengeRequest>,
) -> Answer {
    execute(&state, &user, ClientCommand::Challenge(request)).await
}

/// Returns the content of a challenge.
pub(crate) async fn view_challenge(
    Extract(state): Extract<Arc<State>>,
    FromPath(challenge): FromPath<ChallengeId>,
    Program(user): Program,
) -> Answer {
    execute(&state, &user, ClientCommand::ViewChallenge(challenge)).await
}

/// Accepts a challenge. The game arrives in the stream of events.
pub(crate) async fn accept_challenge(
    Extract(state): Extract<Arc<State>>,
    FromPath(challenge): FromPath<ChallengeId>,
    Program(user): Program,
) -> Answer {
    execute(&state, &user, ClientCommand::AcceptChallenge(challenge)).await
}

pub(crate) async fn decline_challenge(
    Extract(state): Extract<Arc<State>>,
    FromPath(challenge): FromPath<ChallengeId>,
    Program(user): Program,
) -> Answer {
    execute(&state, &user, ClientCommand::DeclineChallenge(challenge)).await
}

/// Withdraws one of the program's own challenges.
pub(crate) async fn cancel_challenge(
    Extract(state): Extract<Arc<State>>,
    FromPath(challenge): FromPath<ChallengeId>,
    Program(user): Program,
) -> Answer {
    execute(&state, &user, ClientCommand::CancelChallenge(challenge)).await
}

/// Opens a seek. It stays open for as long as the stream of events.
pub(crate) async fn seek(
    Extract(state): Extract<Arc<State>>,
    Program(user): Program,
    Body(request): Body<SeekRequest>,
) -> Answer {
    if !state.hub.presence().is_connected(user.stored.account.id) {
        let text = "expected an open stream of events, of which seeks are a part, found none";
        return Err(OnlineError::refused(StatusCode::CONFLICT, ErrorCode::TooEarly, text));
    }
    execute(&state, &user, ClientCommand::Seek(request)).await
}

pub(crate) async fn take_seek(
    Extract(state): Extract<Arc<State>>,
    FromPath(seek): FromPath<SeekId>,
    Program(user): Program,
) -> Answer {
    execute(&state, &user, ClientCommand::TakeSeek(seek)).await
}

/// Closes one of the program's own seeks.
pub(crate) async fn cancel_seek(
    Extract(state): Extract<Arc<State>>,
    FromPath(seek): FromPath<SeekId>,
    Program(user): Program,
) -> Answer {
    execute(&state, &user, ClientCommand::CancelSeek(seek)).await
}

/// Joins a tournament that programs may join. Its games arrive in the stream of events.
pub(crate) async fn join_tournament(
    Extract(state): Extract<Arc<State>>,
    FromPath(tournament): FromPath<TournamentId>,
    Program(user): Program,
) -> Answer {
    execute(&state, &user, ClientCommand::JoinTournament(tournament)).await
}

pub(crate) async fn leave_tournament(
    Extract(state): Extract<Arc<State>>,
    FromPath(tournament): FromPath<TournamentId>,
    Program(user): Program,
) -> Answer {
    execute(&state, &user, ClientCommand::LeaveTournament(tournament)).await
}

/// Carries out a command in the same way as a command of the socket, and waits for its answer.
async fn execute(state: &State, user: &Authorised, command: ClientCommand) -> Answer {
    let account = &user.stored.account;
    user.demand(Action::PlayAsBot, state.services.now())?;
    if !state.limits.commands.take(account.id, state.services.now()) {
        return Err(OnlineError::TooMany);
    }
    let answer = state.hub.request(account, &user.scopes, command).await;
    let done = answer.ok_or(OnlineError::Busy)??;
    Ok(([(header::CACHE_CONTROL, "no-store")], Json(done)).into_response())
}
