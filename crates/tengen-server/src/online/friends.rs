//! The request for the user's friends and their whereabouts.

use std::sync::Arc;

use axum::Json;
use axum::extract::State as Extract;
use axum::http::header;
use axum::response::{IntoResponse as _, Response};
use tengen_online::account::Account;
use tengen_online::http::{FriendView, Whereabouts};
use tengen_online::id::{AccountId, GameId};

use super::refusal::OnlineError;
use super::request::SignedIn;
use super::state::State;

/// Returns the friends of the user: those in a game first, then those who are connected, each group by name.
pub(crate) async fn list(
    Extract(state): Extract<Arc<State>>,
    user: SignedIn,
) -> Result<Response, OnlineError> {
    let own = user.stored.account;
    let ids: Vec<AccountId> = own.friends.iter().copied().collect();
    let playing = state.services.storage.playing(&ids).await?;
    let now = state.services.now();
    let mut friends = Vec::new();
    for id in ids {
        let Some(account) = state.hub.accounts.get(id).await? else { continue };
        // A deleted account is no friend any more.
        if account.deleted.is_none() {
            let is_connected = state.hub.presence().is_connected(account.id);
            let whereabouts = whereabouts(&own, &account, is_connected, playing.get(&id).copied());
            friends.push(FriendView { player: account.info(None, now), whereabouts });
        }
    }
    let order = |friend: &FriendView| match friend.whereabouts {
        Whereabouts::Playing(_) => 0,
        Whereabouts::Here => 1,
        Whereabouts::Away => 2,
    };
    friends.sort_by_cached_key(|friend| (order(friend), friend.player.name.to_string().to_lowercase()));
    Ok(([(header::CACHE_CONTROL, "no-store")], Json(friends)).into_response())
}

/// The whereabouts of a friend, as the user receives them. If one of the two blocks the other, they are empty.
fn whereabouts(own: &Account, friend: &Account, is_connected: bool, game: Option<GameId>) -> Whereabouts {
    match game {
        _ if own.avoids(friend) || !is_connected => Whereabouts::Away,
        Some(game) => Whereabouts::Playing(game),
        None => Whereabouts::Here,
    }
}
