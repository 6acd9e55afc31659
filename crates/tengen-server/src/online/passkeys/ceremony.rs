//! The purposes of passkeys, the site for which they are created, and the challenges that bind their signatures to one request.

use std::net::IpAddr;

use axum::http::{HeaderMap, StatusCode, Uri, header};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::hmac;
use tengen_online::message::ErrorCode;
use tengen_online::{MINUTE, Time};

use crate::online::refusal::OnlineError;
use crate::online::state::State;
use crate::online::token::Token;

/// The longest time that a ceremony may take, in milliseconds.
pub(super) const LIFE: Time = 5 * MINUTE;

/// The purpose for which a passkey is used. A challenge for one purpose is invalid for the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ceremony {
    Register,
    SignIn,
}

impl Ceremony {
    /// A challenge for the browser with this session, in base64url: the time, and its authentication code with the session's secret as the
    /// key.
    pub(super) fn challenge(self, session: &Token, now: Time) -> String {
        let time = now.to_be_bytes();
        let code = hmac::sign(&session.mac_key(), &self.text(time));
        to_base64(&[&time[..], code.as_ref()].concat())
    }

    /// Whether a text is a challenge for this session that has not expired.
    pub(super) fn is_challenge(self, text: &str, session: &Token, now: Time) -> bool {
        let Some(bytes) = from_base64(text) else { return false };
        let Some((time, code)) = bytes.split_first_chunk() else { return false };
        let made = Time::from_be_bytes(*time);
        let is_recent = made <= now && now - made <= LIFE;
        is_recent && hmac::verify(&session.mac_key(), &self.text(*time), code).is_ok()
    }

    fn text(self, time: [u8; 8]) -> [u8; 9] {
        let mut text = [self as u8; 9];
        text[1..].copy_from_slice(&time);
        text
    }
}

/// The site for which passkeys are created: the relying party.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Party {
    /// The name of the site's host.
    pub(super) id: String,
    /// The origin of the site's pages, as browsers write it.
    pub(super) origin: String,
}

impl Party {
    /// The site of a request, whose origin has been checked.
    ///
    /// # Errors
    /// When the host of the site is an address: passkeys are created only for names.
    pub(super) fn of_request(state: &State, headers: &HeaderMap) -> Result<Party, OnlineError> {
        let named = headers.get(header::ORIGIN).and_then(|origin| origin.to_str().ok());
        let origin = state.options.origin.as_deref().or(named);
        origin.and_then(Party::of_origin).ok_or_else(|| {
            let text =
                "expected a page at a host with a name, such as localhost: passkeys are not for addresses";
            OnlineError::refused(StatusCode::CONFLICT, ErrorCode::NotSuitable, text)
        })
    }

    fn of_origin(origin: &str) -> Option<Party> {
        let uri: Uri = origin.parse().ok()?;
        // The origin `null` is parsed as a host without a scheme.
        uri.scheme()?;
        let host = uri.host()?.trim_matches(['[', ']']);
        if host.parse::<IpAddr>().is_ok() {
            return None;
        }
        Some(Party { id: host.to_lowercase(), origin: origin.to_lowercase() })
    }
}

pub(super) fn to_base64(bytes: &[u8]) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}

pub(super) fn from_base64(text: &str) -> Option<Vec<u8>> {
    URL_SAFE_NO_PAD.decode(text).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_challenge_is_for_one_session_and_purpose_and_a_while() {
        let (session, other) = (Token::draw().unwrap(), Token::draw().unwrap());
        let challenge = Ceremony::Register.challenge(&session, 10_000);
        let is = |ceremony: Ceremony, session, now| ceremony.is_challenge(&challenge, session, now);
        assert!(is(Ceremony::Register, &session, 10_000) && is(Ceremony::Register, &session, 10_000 + LIFE));
        assert!(!is(Ceremony::Register, &session, 10_001 + LIFE) && !is(Ceremony::Register, &session, 9_999));
        assert!(!is(Ceremony::SignIn, &session, 10_000) && !is(Ceremony::Register, &other, 10_000));
        for text in ["", "AAAA", "not base64!", &to_base64(&[0; 40])] {
            assert!(!Ceremony::Register.is_challenge(text, &session, 10_000), "{text}");
        }
    }

    #[test]
    fn a_site_has_a_name() {
        let party = |origin: &str| Party::of_origin(origin).map(|party| party.id);
        assert_eq!(party("https://Gomoku.example").as_deref(), Some("gomoku.example"));
        assert_eq!(party("http://localhost:8080").as_deref(), Some("localhost"));
        for origin in ["http://127.0.0.1:8080", "http://[::1]:8080", "null", ""] {
            assert_eq!(party(origin), None, "{origin}");
        }
    }
}
