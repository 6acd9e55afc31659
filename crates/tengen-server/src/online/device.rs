//! Devices on which a user has signed in before.
//!
//! A device has a cookie with a random number and its authentication code, whose key is the hash of the user's password. The server stores
//! nothing for it, and a change of the password makes the cookie invalid. The cookie is not a session: it only lets its holder try
//! passwords while the attempts of others for the same name are slowed down.

use axum::http::{HeaderMap, HeaderValue};
use ring::hmac;

use super::hex::{from_hex, to_hex};
use super::storage::StoredAccount;
use super::token::{cookie_of, set_cookie};

/// The life of the cookie in a browser, in seconds: a year.
const LIFE_SECONDS: u64 = 365 * 86_400;

/// The length of the random number, in bytes.
const BYTES: usize = 16;

/// The random number of a device.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Device([u8; BYTES]);

const fn cookie_name(is_secure: bool) -> &'static str {
    if is_secure { "__Host-tengen-device" } else { "tengen-device" }
}

impl Device {
    /// The device of a request, if the user has signed in on this device before.
    pub(crate) fn of_request(headers: &HeaderMap, is_secure: bool, stored: &StoredAccount) -> Option<Device> {
        let value = cookie_of(headers, cookie_name(is_secure))?;
        let (number, code) = (value.get(..2 * BYTES)?, value.get(2 * BYTES..)?);
        let mut bytes = [0; BYTES];
        bytes.copy_from_slice(&from_hex(number)?);
        hmac::verify(&key(stored)?, &text(stored, &bytes), &from_hex(code)?).ok()?;
        Some(Device(bytes))
    }

    /// The header that makes the browser a device of a user; `None` if the user has no password, or the system has no random numbers.
    pub(crate) fn cookie(stored: &StoredAccount, is_secure: bool) -> Option<HeaderValue> {
        let mut bytes = [0; BYTES];
        getrandom::fill(&mut bytes).ok()?;
        let code = hmac::sign(&key(stored)?, &text(stored, &bytes));
        let value = to_hex(&bytes) + &to_hex(code.as_ref());
        Some(set_cookie(cookie_name(is_secure), &value, LIFE_SECONDS, is_secure))
    }
}

fn key(stored: &StoredAccount) -> Option<hmac::Key> {
    stored.password.as_deref().map(|hash| hmac::Key::new(hmac::HMAC_SHA256, hash.as_bytes()))
}

fn text(stored: &StoredAccount, number: &[u8]) -> Vec<u8> {
    [b"device ", stored.account.id.to_string().as_bytes(), b" ", number].concat()
}

#[cfg(test)]
mod tests {
    use axum::http::header;

    use super::*;
    use crate::online::storage::testing::member;

    fn stored(name: &str, password: Option<&str>) -> StoredAccount {
        let account = member(name.len() as u64, name);
        StoredAccount { account, version: 0, password: password.map(str::to_owned) }
    }

    #[test]
    fn a_device_is_recognised_for_its_user_until_the_password_changes() {
        let ada = stored("Ada", Some("$argon2id$one"));
        let set = Device::cookie(&ada, true).unwrap();
        let (cookie, _) = set.to_str().unwrap().split_once(';').unwrap();
        let mut headers = HeaderMap::new();
        headers.insert(header::COOKIE, format!("theme=dark; {cookie}").parse().unwrap());
        let found = |stored: &StoredAccount| Device::of_request(&headers, true, stored);
        assert!(found(&ada).is_some());
        assert!(found(&stored("Ada", Some("$argon2id$two"))).is_none());
        assert!(found(&stored("Benjamin", Some("$argon2id$one"))).is_none());
        assert!(
            found(&stored("Ada", None)).is_none() && Device::cookie(&stored("Ada", None), true).is_none()
        );
        assert!(Device::of_request(&headers, false, &ada).is_none());
    }

    #[test]
    fn other_cookies_are_no_devices() {
        let ada = stored("Ada", Some("$argon2id$one"));
        for value in ["", "12", &"0".repeat(32), &"0".repeat(96), &"g".repeat(96), &"ä".repeat(48)] {
            let mut headers = HeaderMap::new();
            let line = HeaderValue::from_bytes(format!("tengen-device={value}").as_bytes()).unwrap();
            headers.insert(header::COOKIE, line);
            assert!(Device::of_request(&headers, false, &ada).is_none(), "{value}");
        }
    }
}
