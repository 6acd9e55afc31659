//! The sender of a request: address, origin and session.

use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;

use axum::http::uri::{Authority, Uri};
use axum::http::{Extensions, HeaderMap, header};

use super::OnlineError;
use super::state::State;
use super::storage::{Change, Credential, StoredAccount};
use super::token::{LIFE_SECONDS, Token};
use crate::limits::{Client, network};
use tengen_online::account::{Account, Scopes};
use tengen_online::id::AccountId;

/// The number of attempts to draw an identifier for a new account, in case the first ones are in use.
const DRAWS: usize = 3;

/// The address, or network, by which requests are counted. Behind a trusted proxy it is the last address that the proxy has added; a client
/// may have made up all others.
pub(crate) fn address(state: &State, extensions: &Extensions, headers: &HeaderMap) -> IpAddr {
    let direct =
        extensions.get::<Client>().map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |client| client.address);
    let forwarded = || {
        let line = headers.get_all("x-forwarded-for").iter().next_back()?.to_str().ok()?;
        line.rsplit(',').next()?.trim().parse().ok()
    };
    network(if state.options.trusts_proxy { forwarded().unwrap_or(direct) } else { direct })
}

/// Whether a request may act for the user whose cookie it contains. A browser sends the origin of the page, which must be this server's
/// own: the scheme, the host and the port in the options or, without them, the host in the request. Programs send no origin; they have only
/// cookies that were given to them.
pub(crate) fn is_own_origin(state: &State, headers: &HeaderMap) -> bool {
    let Some(origin) = headers.get(header::ORIGIN) else { return true };
    let Ok(origin) = origin.to_str() else { return false };
    if let Some(own) = state.options.origin.as_deref() {
        return is_same_origin(own, origin);
    }
    let host = headers.get(header::HOST).and_then(|host| Authority::try_from(host.as_bytes()).ok());
    let origin = origin.parse::<Uri>().ok().and_then(|origin| origin.authority().cloned());
    host.zip(origin).is_some_and(|(host, origin)| host == origin)
}

/// Whether two origins have the same scheme, host and port. The default port of a scheme need not be written.
fn is_same_origin(one: &str, other: &str) -> bool {
    let parts = |origin: &str| {
        let uri = origin.parse::<Uri>().ok()?;
        let scheme = uri.scheme_str()?.to_ascii_lowercase();
        let usual = if scheme == "https" { 443 } else { 80 };
        let port = uri.port_u16().unwrap_or(usual);
        Some((scheme, uri.host()?.to_ascii_lowercase(), port))
    };
    parts(one).is_some_and(|one| parts(other) == Some(one))
}

/// The account of the request's session.
pub(crate) async fn account(
    state: &State,
    headers: &HeaderMap,
) -> Result<Option<(StoredAccount, Token)>, OnlineError> {
    let Some(token) = Token::of_request(headers, state.is_secure()) else { return Ok(None) };
    let stored = state.services.storage.session(token.hash(), state.services.now()).await?;
    Ok(stored.map(|stored| (stored, token)))
}

/// The account of a program's token, with the rights of the token.
pub(crate) async fn of_program(
    state: &State,
    token: &Token,
) -> Result<Option<(StoredAccount, Scopes)>, OnlineError> {
    let storage = &state.services.storage;
    let Some(stored) = storage.credential(token.hash()).await? else { return Ok(None) };
    let Credential::Token(info) = stored.credential else { return Ok(None) };
    let account = storage.account(stored.account).await?;
    Ok(account.map(|account| (account, Scopes::Token(info.scopes))))
}

/// The change that opens a session of an account.
pub(crate) fn open_session(state: &State, account: AccountId, token: &Token) -> Change {
    let created = state.services.now();
    Change::OpenSession { token: token.hash(), account, created, expires: created + LIFE_SECONDS * 1_000 }
}

/// Replaces the token of a session that gains rights: the old token may have been planted in the browser or copied before.
pub(crate) async fn renew_session(
    state: &State,
    account: AccountId,
    old: &Token,
) -> Result<Token, OnlineError> {
    let token = Token::draw().map_err(|_| OnlineError::NoEntropy)?;
    let changes = vec![open_session(state, account, &token), Change::CloseSession(old.hash())];
    state.services.writer.write(changes).await?;
    Ok(token)
}

/// Creates a new guest with a session.
pub(crate) async fn new_guest(state: &Arc<State>) -> Result<(StoredAccount, Token), OnlineError> {
    let token = Token::draw().map_err(|_| OnlineError::NoEntropy)?;
    let mut draws = 0;
    loop {
        let account = AccountId::from_entropy(super::hub::entropy());
        let guest = Account::guest(account, state.services.now());
        let session = open_session(state, account, &token);
        draws += 1;
        match state.services.writer.write(vec![Change::CreateAccount(Box::new(guest.clone())), session]).await
        {
            Ok(()) => return Ok((StoredAccount { account: guest, version: 0, password: None }, token)),
            Err(super::WriteError::Conflict(_)) if draws < DRAWS => {}
            Err(error) => return Err(error.into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::is_same_origin;

    #[test]
    fn origins_agree_in_scheme_host_and_port() {
        let own = "https://gomoku.example";
        for same in ["https://gomoku.example", "https://gomoku.example:443", "https://Gomoku.Example"] {
            assert!(is_same_origin(own, same), "{same}");
        }
        for other in [
            "http://gomoku.example",
            "https://gomoku.example:8443",
            "https://evil.example",
            "https://gomoku.example.evil.example",
            "gomoku.example",
            "null",
            "",
        ] {
            assert!(!is_same_origin(own, other), "{other}");
        }
        assert!(is_same_origin("http://localhost:80", "http://localhost"));
    }
}
