//! Requests for games: one game, a page of a user's games, and all of them as a stream.

mod file;
mod list;

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State as Extract};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use tengen_online::id::GameId;
use tengen_online::message::ErrorCode;

use super::refusal::OnlineError;
use super::state::State;
use file::Wanted;

#[cfg(test)]
pub(crate) use list::Line;
pub(crate) use list::of_user;

/// A game: as watchers see it, or as a file in the format that the address ends with or the request accepts.
pub(crate) async fn game(
    Extract(state): Extract<Arc<State>>,
    Path(name): Path<String>,
    headers: HeaderMap,
) -> Result<Response, OnlineError> {
    let (id, ending) = name.split_once('.').map_or((name.as_str(), None), |(id, ending)| (id, Some(ending)));
    let not_found = |text: String| OnlineError::refused(StatusCode::NOT_FOUND, ErrorCode::NotFound, text);
    let game: GameId = id.parse().map_err(|error| not_found(format!("{error}")))?;
    let wanted = match ending {
        Some(ending) => Wanted::of_ending(ending).map_err(not_found)?,
        None => Wanted::of_accept(&headers).unwrap_or(Wanted::Snapshot),
    };
    let stored = state.hub.public_game(game).await;
    let stored = stored.map_err(|error| OnlineError::Refused(StatusCode::SERVICE_UNAVAILABLE, error))?;
    let game =
        stored.ok_or_else(|| not_found(format!("expected a game, found none with the identifier {game}")))?;
    let vary = (header::VARY, "accept");
    match wanted {
        Wanted::Snapshot | Wanted::Lines => {
            let headers = [(header::CACHE_CONTROL, "no-store"), vary];
            Ok((headers, Json(game.snapshot(None, 0))).into_response())
        }
        Wanted::File(format) => {
            let written = file::write(&game, format)?;
            let disposition = format!("attachment; filename=\"{}.{format}\"", game.id());
            let headers = [
                (header::CONTENT_TYPE, file::media_type(format).to_owned()),
                (header::CONTENT_DISPOSITION, disposition),
                (header::CACHE_CONTROL, "no-store".to_owned()),
                (vary.0, vary.1.to_owned()),
            ];
            Ok((headers, written).into_response())
        }
    }
}
