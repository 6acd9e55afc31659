//! The table of the routes and their handlers.

use std::sync::Arc;

use axum::Router;
use axum::extract::{DefaultBodyLimit, State as Extract};
use axum::http::{Method, StatusCode, header};
use axum::middleware::{from_fn_with_state, map_response};
use axum::response::{IntoResponse as _, Response};
use axum::routing::{delete, get, post};

use tengen_online::message::ErrorCode;

use crate::headers::share_with_all_sites;

use super::refusal::OnlineError;
use super::request::{MOST_BYTES, demand_own_origin};
use super::state::State;
use super::{
    accounts, bot_api, friends, games, lists, moderation, openapi, passkeys, sign_in, socket, tokens,
};

pub(crate) fn routes(state: Arc<State>) -> Router {
    let api = Router::new()
        .route("/openapi.json", get(openapi::json))
        .route("/protocol", get(openapi::protocol))
        .route("/socket", get(socket::open))
        .route("/session", post(accounts::begin_session).delete(accounts::log_out))
        .route("/session/login", post(sign_in::log_in))
        .route("/account", get(accounts::account).delete(accounts::delete))
        .route("/account/register", post(accounts::register))
        .route("/account/name", post(accounts::rename))
        .route("/account/password", post(accounts::change_password))
        .route("/account/preferences", post(accounts::change_preferences))
        .route("/account/friends", get(friends::list))
        .route("/account/warning", post(accounts::confirm_warning))
        .route("/account/export", get(accounts::export))
        .route("/account/tokens", get(tokens::list).post(tokens::create))
        .route("/account/tokens/{credential}", delete(tokens::delete))
        .route("/account/passkeys", get(passkeys::list).post(passkeys::create))
        .route("/account/passkeys/begin", post(passkeys::begin))
        .route("/account/passkeys/{credential}", delete(passkeys::delete))
        .route("/session/passkey", post(passkeys::open_session))
        .route("/session/passkey/begin", post(passkeys::begin_session))
        .route("/account/bot", post(tokens::become_bot))
        .route("/users/{name}", get(accounts::profile))
        .route("/users/{name}/games", get(games::of_user))
        .route("/users/{name}/ratings/{category}", get(lists::ratings))
        .route("/games/{game}", get(games::game).layer(map_response(share_with_all_sites)))
        .route("/tournaments", get(lists::tournaments))
        .route("/tournaments/{tournament}", get(lists::tournament))
        .route("/leaderboards/{category}", get(lists::leaderboard))
        .route("/reports", post(accounts::report))
        .route("/moderation/reports", get(moderation::reports))
        .route("/moderation/reports/{report}", post(moderation::close_report))
        .route("/moderation/accounts", get(moderation::accounts))
        .route("/moderation/accounts/{account}", get(moderation::account))
        .route("/moderation/accounts/{account}/decisions", post(moderation::decide))
        .route("/moderation/log", get(moderation::log))
        .route("/bot/events", get(bot_api::events))
        .route("/bot/games/{game}", post(bot_api::play))
        .route("/bot/games/{game}/stream", get(bot_api::game_events))
        .route("/bot/games/{game}/say", post(bot_api::say))
        .route("/bot/challenges", post(bot_api::challenge))
        .route("/bot/challenges/{challenge}", get(bot_api::view_challenge).delete(bot_api::cancel_challenge))
        .route("/bot/challenges/{challenge}/accept", post(bot_api::accept_challenge))
        .route("/bot/challenges/{challenge}/decline", post(bot_api::decline_challenge))
        .route("/bot/seeks", post(bot_api::seek))
        .route("/bot/seeks/{seek}", delete(bot_api::cancel_seek))
        .route("/bot/seeks/{seek}/take", post(bot_api::take_seek))
        .route("/bot/tournaments/{tournament}/join", post(bot_api::join_tournament))
        .route("/bot/tournaments/{tournament}/leave", post(bot_api::leave_tournament))
        .fallback(async || {
            let text =
                "expected a path of the interface, found another one; /api/v1/openapi.json has all of them";
            OnlineError::refused(StatusCode::NOT_FOUND, ErrorCode::NotFound, text)
        })
        .method_not_allowed_fallback(async |method: Method| {
            let text = format!("expected a method that this path has, found {method}");
            OnlineError::refused(StatusCode::METHOD_NOT_ALLOWED, ErrorCode::NotFound, text)
        })
        .layer(from_fn_with_state(state.clone(), demand_own_origin))
        .layer(DefaultBodyLimit::max(MOST_BYTES));
    Router::new()
        .nest("/api/v1", api)
        .route("/moderation", get(moderation::show).post(moderation::act))
        .route("/healthz", get(|| async { "ok" }))
        .route("/readyz", get(ready))
        .route("/metrics", get(metrics))
        .with_state(state)
}

/// Answers whether the server can carry out commands: it is not stopping, the storage answers, and the last transaction succeeded.
async fn ready(Extract(state): Extract<Arc<State>>) -> Response {
    let services = &state.services;
    let is_writable = !services.is_stopping() && !services.writer.is_failing();
    let is_ready = is_writable && services.storage.check().await.is_ok();
    let (status, text) =
        if is_ready { (StatusCode::OK, "ready") } else { (StatusCode::SERVICE_UNAVAILABLE, "not ready") };
    (status, [(header::CACHE_CONTROL, "no-store")], text).into_response()
}

async fn metrics(Extract(state): Extract<Arc<State>>) -> Response {
    let headers = [
        (header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8"),
        (header::CACHE_CONTROL, "no-store"),
    ];
    (headers, state.services.metrics.text()).into_response()
}
