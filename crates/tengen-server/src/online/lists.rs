//! Requests for tournaments, leaderboards and the history of ratings.

use std::sync::Arc;

use axum::Json;
use axum::extract::State as Extract;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use serde::Serialize;
use tengen_online::category::Category;
use tengen_online::id::TournamentId;
use tengen_online::message::{ErrorCode, LeaderboardRow, LeaderboardView, RatingHistory, RatingPoint};
use tengen_online::name::UserName;
use tengen_online::rating::LEADERBOARD_LENGTH;

use super::accounts::named;
use super::refusal::OnlineError;
use super::request::FromPath;
use super::state::State;

/// The number of ratings that are read for a leaderboard. Some of them are those of programs, and some players have lost their place by not
/// playing.
const READ: u32 = 4 * LEADERBOARD_LENGTH as u32;
/// The most points of a history. A longer history is thinned evenly, and keeps its last point.
const MOST_POINTS: usize = 1_000;

type Answer = Result<Response, OnlineError>;

/// Returns the tournaments to join, to watch and to open.
pub(crate) async fn tournaments(Extract(state): Extract<Arc<State>>) -> Answer {
    Ok(json(&state.hub.tournaments.list().await?))
}

/// Returns a tournament with the first rows of its standings.
pub(crate) async fn tournament(
    Extract(state): Extract<Arc<State>>,
    FromPath(tournament): FromPath<String>,
) -> Answer {
    let tournament: TournamentId = tournament.parse().map_err(not_found)?;
    let view = state.hub.tournaments.view(tournament, None).await.map_err(|error| {
        let status = match error.code {
            ErrorCode::NotFound => StatusCode::NOT_FOUND,
            _ => StatusCode::SERVICE_UNAVAILABLE,
        };
        OnlineError::Refused(status, error)
    })?;
    Ok(json(&view))
}

/// Returns the best players of a category.
pub(crate) async fn leaderboard(
    Extract(state): Extract<Arc<State>>,
    FromPath(category): FromPath<String>,
) -> Answer {
    let category: Category = category.parse().map_err(not_found)?;
    let now = state.services.now();
    let players = state.services.storage.leaderboard(category, now, READ).await?;
    let ranked = players.into_iter().filter(|(_, rating)| rating.is_ranked(now)).take(LEADERBOARD_LENGTH);
    let row = |(rank, (player, rating)): (u32, (_, tengen_online::rating::Rating))| LeaderboardRow {
        rank,
        player,
        games: rating.games,
    };
    Ok(json(&LeaderboardView { category, rows: (1..).zip(ranked).map(row).collect() }))
}

/// Returns the history of a user's rating in a category.
pub(crate) async fn ratings(
    Extract(state): Extract<Arc<State>>,
    FromPath((name, category)): FromPath<(UserName, String)>,
) -> Answer {
    let category: Category = category.parse().map_err(not_found)?;
    let account = named(&state, &name).await?;
    let now = state.services.now();
    let history = state.services.storage.rating_history(account.id).await?;
    let points = history.into_iter().filter(|change| change.category == category).map(|change| {
        let after = change.after.view(change.after.last);
        let (value, provisional) = (after.value, after.provisional);
        RatingPoint { at: change.after.last, game: change.game, value, provisional }
    });
    let points = thinned(points.collect());
    Ok(json(&RatingHistory { user: account.info(Some(category), now), category, points }))
}

/// At most [`MOST_POINTS`] of the points, including the last one.
fn thinned(points: Vec<RatingPoint>) -> Vec<RatingPoint> {
    let step = points.len().div_ceil(MOST_POINTS).max(1);
    let last = points.len().saturating_sub(1);
    let is_kept = |index: usize| (last - index).is_multiple_of(step);
    points.into_iter().enumerate().filter(|&(index, _)| is_kept(index)).map(|(_, point)| point).collect()
}

fn not_found(error: impl std::fmt::Display) -> OnlineError {
    OnlineError::refused(StatusCode::NOT_FOUND, ErrorCode::NotFound, error.to_string())
}

fn json(body: &impl Serialize) -> Response {
    ([(header::CACHE_CONTROL, "no-store")], Json(body)).into_response()
}

#[cfg(test)]
mod tests {
    use tengen_online::id::GameId;

    use super::*;

    #[test]
    fn a_long_history_is_thinned_evenly_with_its_end() {
        let point = |number: u64| RatingPoint {
            at: number,
            game: GameId::from_entropy(number),
            value: 1_500,
            provisional: false,
        };
        for (length, kept) in [(0, 0), (1, 1), (1_000, 1_000), (1_001, 501), (25_500, 981)] {
            let points = thinned((0..length).map(point).collect());
            assert_eq!(points.len(), kept, "{length}");
            assert_eq!(points.last().map(|point| point.at), length.checked_sub(1));
        }
    }
}
