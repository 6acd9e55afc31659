//! Requests for games.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, Query, State as Extract};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use serde::{Deserialize, Serialize};
use tengen_game::format::any::{self, Format};
use tengen_online::Time;
use tengen_online::game::LiveGame;
use tengen_online::id::{AccountId, GameId};
use tengen_online::message::{ErrorCode, GameOver};
use tengen_online::name::UserName;

use super::accounts::named;
use super::refusal::OnlineError;
use super::state::State;

/// The most lines of a list of games.
const MOST_LINES: u32 = 200;

/// Which part of a list of games is asked for.
#[derive(Deserialize)]
pub(crate) struct Page {
    /// Games that were created before this time.
    before: Option<Time>,
    /// How many.
    limit: Option<u32>,
}

/// A line of a list of games.
#[derive(Serialize)]
struct Line {
    game: GameId,
    created: Time,
    players: [AccountId; 2],
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<GameOver>,
}

/// The games of a user, the latest first.
pub(crate) async fn of_user(
    Extract(state): Extract<Arc<State>>,
    Path(name): Path<UserName>,
    Query(page): Query<Page>,
) -> Result<Response, OnlineError> {
    let account = named(&state, &name).await?;
    let limit = page.limit.unwrap_or(50).min(MOST_LINES);
    let lines = state.hub.storage.games_of(account.id, page.before.unwrap_or(Time::MAX >> 1), limit).await?;
    let lines = lines.into_iter().map(|line| Line {
        game: line.game,
        created: line.created,
        players: line.players,
        result: line.result,
    });
    Ok(([(header::CACHE_CONTROL, "no-store")], Json(lines.collect::<Vec<_>>())).into_response())
}

/// A game: as watchers see it, or with the ending of a file format as such a file.
pub(crate) async fn game(
    Extract(state): Extract<Arc<State>>,
    Path(name): Path<String>,
) -> Result<Response, OnlineError> {
    let (id, ending) = name.split_once('.').map_or((name.as_str(), None), |(id, ending)| (id, Some(ending)));
    let not_found = |text: String| OnlineError::refused(StatusCode::NOT_FOUND, ErrorCode::NotFound, text);
    let game: GameId = id.parse().map_err(|error| not_found(format!("{error}")))?;
    let format = ending.map(|ending| {
        let format = ending.parse::<Format>().ok().filter(|format| format.is_written());
        format.ok_or_else(|| not_found(format!("expected a file format such as `sgf`, found `{ending}`")))
    });
    let format = format.transpose()?;
    let stored = state.hub.stored_game(game).await;
    let stored = stored.map_err(|error| OnlineError::Refused(StatusCode::SERVICE_UNAVAILABLE, error))?;
    let game =
        stored.ok_or_else(|| not_found(format!("expected a game, found none with the identifier {game}")))?;
    match format {
        None => {
            let headers = [(header::CACHE_CONTROL, "no-store")];
            Ok((headers, Json(game.snapshot(None, 0))).into_response())
        }
        Some(format) => file(&game, format),
    }
}

fn file(game: &LiveGame, format: Format) -> Result<Response, OnlineError> {
    let written = any::write(&game.record(), format).map_err(|error| {
        OnlineError::refused(StatusCode::CONFLICT, ErrorCode::Settings, error.to_string())
    })?;
    let disposition = format!("attachment; filename=\"{}.{format}\"", game.id());
    let headers = [
        (header::CONTENT_TYPE, "application/octet-stream".to_owned()),
        (header::CONTENT_DISPOSITION, disposition),
        (header::CACHE_CONTROL, "no-store".to_owned()),
    ];
    Ok((headers, written.content).into_response())
}
