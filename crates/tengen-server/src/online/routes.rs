//! Which request gets which answer.

use std::sync::Arc;

use axum::Router;
use axum::extract::{DefaultBodyLimit, State as Extract};
use axum::http::{StatusCode, header};
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse as _, Response};
use axum::routing::{get, post};

use super::request::{MOST_BYTES, demand_own_origin};
use super::state::State;
use super::{accounts, games, socket};

pub(crate) fn routes(state: Arc<State>) -> Router {
    let api = Router::new()
        .route("/socket", get(socket::open))
        .route("/session", post(accounts::begin_session).delete(accounts::log_out))
        .route("/session/login", post(accounts::log_in))
        .route("/account", get(accounts::account).delete(accounts::delete))
        .route("/account/register", post(accounts::register))
        .route("/account/name", post(accounts::rename))
        .route("/account/password", post(accounts::change_password))
        .route("/account/preferences", post(accounts::change_preferences))
        .route("/account/export", get(accounts::export))
        .route("/users/{name}", get(accounts::profile))
        .route("/users/{name}/games", get(games::of_user))
        .route("/games/{game}", get(games::game))
        .route("/reports", post(accounts::report))
        .layer(from_fn_with_state(state.clone(), demand_own_origin))
        .layer(DefaultBodyLimit::max(MOST_BYTES));
    Router::new()
        .nest("/api/v1", api)
        .route("/healthz", get(|| async { "ok" }))
        .route("/readyz", get(ready))
        .route("/metrics", get(metrics))
        .with_state(state)
}

/// Whether the server can carry out commands: it does not stop, and the storage answers.
async fn ready(Extract(state): Extract<Arc<State>>) -> Response {
    let is_ready = !state.hub.is_stopping() && state.hub.storage.check().await.is_ok();
    let (status, text) =
        if is_ready { (StatusCode::OK, "ready") } else { (StatusCode::SERVICE_UNAVAILABLE, "not ready") };
    (status, [(header::CACHE_CONTROL, "no-store")], text).into_response()
}

async fn metrics(Extract(state): Extract<Arc<State>>) -> Response {
    let headers = [
        (header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8"),
        (header::CACHE_CONTROL, "no-store"),
    ];
    (headers, state.hub.metrics.text()).into_response()
}
