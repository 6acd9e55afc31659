//! Requests for games: one game, a page of a user's games, and all of a user's games as a stream.

mod file;
mod list;

use std::sync::Arc;

use axum::extract::State as Extract;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use tengen_online::id::GameId;
use tengen_online::message::ErrorCode;

use super::refusal::OnlineError;
use super::request::FromPath;
use super::state::State;
use crate::negotiate::has_copy;
use crate::page::{content_hash, etag};
use file::Wanted;

pub(crate) use list::of_user;

/// Returns a game: as watchers see it, or as a file in the format that the end of the address or the header `Accept` selects.
pub(crate) async fn game(
    Extract(state): Extract<Arc<State>>,
    FromPath(name): FromPath<String>,
    headers: HeaderMap,
) -> Result<Response, OnlineError> {
    let (id, ending) = name.split_once('.').map_or((name.as_str(), None), |(id, ending)| (id, Some(ending)));
    let not_found = |text: String| OnlineError::refused(StatusCode::NOT_FOUND, ErrorCode::NotFound, text);
    let game: GameId = id.parse().map_err(|error| not_found(format!("{error}")))?;
    let wanted = match ending {
        Some(ending) => Wanted::of_ending(ending).map_err(not_found)?,
        None => Wanted::of_accept(&headers).unwrap_or(Wanted::Snapshot),
    };
    let stored = state.hub.games.public(game).await;
    let stored = stored.map_err(|error| OnlineError::Refused(StatusCode::SERVICE_UNAVAILABLE, error))?;
    let game =
        stored.ok_or_else(|| not_found(format!("expected a game, found none with the identifier {game}")))?;
    Ok(match wanted {
        Wanted::Snapshot | Wanted::Lines => {
            // Every snapshot can be written as JSON, like every message.
            let snapshot = serde_json::to_vec(&game.snapshot(None, 0)).unwrap_or_default();
            unless_known(&headers, "application/json", snapshot)
        }
        Wanted::File(format) => {
            let mut answer = unless_known(&headers, file::media_type(format), file::write(&game, format)?);
            let disposition = format!("attachment; filename=\"{}.{format}\"", game.id());
            if let Ok(disposition) = HeaderValue::try_from(disposition) {
                answer.headers_mut().insert(header::CONTENT_DISPOSITION, disposition);
            }
            answer
        }
    })
}

/// Returns a game in some form, or the status that the client's copy is current. Boards on foreign pages request the same game all the
/// time. Their browsers send the tag of the copy automatically, because the answer may be stored but must be validated before it is used
/// again.
fn unless_known(request: &HeaderMap, media_type: &'static str, written: Vec<u8>) -> Response {
    let tag = etag(content_hash(&written), "id");
    let mut answer = if has_copy(request, &tag) {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        ([(header::CONTENT_TYPE, media_type)], written).into_response()
    };
    let headers = answer.headers_mut();
    headers.insert(header::ETAG, tag);
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    headers.insert(header::VARY, HeaderValue::from_static("accept"));
    answer
}
