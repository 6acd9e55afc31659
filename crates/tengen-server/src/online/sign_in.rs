//! Signing in with a password, and the limits of attempts.
//!
//! Nobody can lock another user out: attempts are refused for an address with a name, and for a device. Many attempts for a name from many
//! addresses slow down all attempts for this name, except those from devices on which the user has signed in before.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::State as Extract;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::Response;
use tengen_online::Time;
use tengen_online::account::NameKey;
use tengen_online::http::Credentials;
use tengen_online::message::ErrorCode;

use super::accounts::with_cookie;
use super::device::Device;
use super::refusal::OnlineError;
use super::request::{Body, ClientAddress, Costly};
use super::state::State;
use super::throttle::{Rate, Throttle};
use super::token::Token;
use super::visitor;

/// The longest delay of an attempt when a name is under attack, in milliseconds.
const MOST_DELAY: Time = 5_000;

pub(crate) struct SignInLimits {
    pairs: Throttle<(IpAddr, NameKey)>,
    devices: Throttle<Device>,
    names: Throttle<NameKey>,
}

impl SignInLimits {
    pub(crate) fn new(rate: Rate) -> SignInLimits {
        SignInLimits { pairs: Throttle::new(rate), devices: Throttle::new(rate), names: Throttle::new(rate) }
    }

    /// The delay of an attempt; `None` if it is refused.
    fn delay(&self, device: Option<Device>, address: IpAddr, name: NameKey, now: Time) -> Option<Time> {
        match device {
            Some(device) => self.devices.take(device, now).then_some(0),
            None if !self.pairs.take((address, name.clone()), now) => None,
            None => Some(self.names.delay(name, now, MOST_DELAY)),
        }
    }
}

pub(crate) async fn log_in(
    Extract(state): Extract<Arc<State>>,
    _: Costly,
    ClientAddress(address): ClientAddress,
    headers: HeaderMap,
    Body(Credentials { name, password }): Body<Credentials>,
) -> Result<Response, OnlineError> {
    let key = NameKey::of(&name);
    let stored = state.services.storage.account_of_name(&key).await?;
    // A lookup by key can also find a similar name of another user.
    let stored =
        stored.filter(|stored| stored.account.name.as_str().to_lowercase() == name.as_str().to_lowercase());
    let is_secure = state.is_secure();
    let device = stored.as_ref().and_then(|stored| Device::of_request(&headers, is_secure, stored));
    let delay = state.limits.sign_in.delay(device, address, key, state.services.now());
    match delay.ok_or(OnlineError::TooMany)? {
        0 => {}
        delay => tokio::time::sleep(Duration::from_millis(delay)).await,
    }
    let hash = stored.as_ref().and_then(|stored| stored.password.clone());
    let is_right = state.passwords.is_right(password, hash).await?;
    let Some(stored) = stored.filter(|_| is_right) else {
        let text = "expected a name with its password, found another one";
        return Err(OnlineError::refused(StatusCode::UNAUTHORIZED, ErrorCode::NotAllowed, text));
    };
    let token = Token::draw().map_err(|_| OnlineError::NoEntropy)?;
    state.services.writer.write(vec![visitor::open_session(&state, stored.account.id, &token)]).await?;
    let mut response = with_cookie(&state, &stored.account, &token);
    if device.is_none()
        && let Some(cookie) = Device::cookie(&stored, is_secure)
    {
        response.headers_mut().append(header::SET_COOKIE, cookie);
    }
    Ok(response)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_attack_from_many_addresses_slows_a_name_down_and_blocks_nobody() {
        let limits = SignInLimits::new(Rate { every: 1_000, burst: 3 });
        let ada = NameKey::of(&"Ada".parse().unwrap());
        let from = |address: u8| limits.delay(None, [10, 0, 0, address].into(), ada.clone(), 5_000);
        let delays: Vec<Option<Time>> = (1..=6).map(from).collect();
        assert_eq!(delays, [0, 0, 0, 1_000, 2_000, 3_000].map(Some));
        // A single address is refused after its burst.
        assert_eq!([from(1), from(1)], [Some(4_000), Some(5_000)]);
        assert_eq!(from(1), None);
        assert_eq!(from(7), Some(5_000), "another address waits at most this long");
    }
}
