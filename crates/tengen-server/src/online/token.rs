//! The secrets that open sessions, and the cookie that holds one.

use axum::http::{HeaderMap, HeaderValue, header};
use ring::hmac;
use sha2::{Digest as _, Sha256};

use super::hex::{from_hex, to_hex};
use super::storage::TokenHash;

/// The name of the session's cookie. With TLS, the prefix `__Host-` makes browsers refuse a cookie that another host, or the same host
/// without TLS, has set.
const fn cookie_name(is_secure: bool) -> &'static str {
    if is_secure { "__Host-tengen-session" } else { "tengen-session" }
}

/// The life of the cookie in a browser, in seconds: half a year. The session in the storage ends at the same time.
pub(crate) const LIFE_SECONDS: u64 = 180 * 86_400;

const BYTES: usize = 32;

/// The prefix of programs' tokens, by which scanners for secrets in published files recognise them.
const BEARER_PREFIX: &str = "tengen_";

/// The error of a header for programs that contains no token.
#[derive(Debug)]
pub(crate) struct NoToken;

/// A secret of 256 random bits. They are too many to be guessed, so that a plain hash protects the secret.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Token([u8; BYTES]);

impl Token {
    /// A new random token.
    ///
    /// # Errors
    /// When the system has no random numbers.
    pub(crate) fn draw() -> Result<Token, getrandom::Error> {
        let mut bytes = [0; BYTES];
        getrandom::fill(&mut bytes)?;
        Ok(Token(bytes))
    }

    /// The hash of the token, which is stored.
    pub(crate) fn hash(&self) -> TokenHash {
        Sha256::digest(self.0).into()
    }

    /// The key of authentication codes that only the holder of this token can make. None of them contains the token.
    pub(crate) fn mac_key(&self) -> hmac::Key {
        hmac::Key::new(hmac::HMAC_SHA256, &self.0)
    }

    /// The token in the form that programs send.
    pub(crate) fn bearer(&self) -> String {
        format!("{BEARER_PREFIX}{}", self.to_text())
    }

    /// The token in a request's header for programs; `None` without the header, and an error if it contains no token.
    pub(crate) fn of_program(headers: &HeaderMap) -> Option<Result<Token, NoToken>> {
        let line = headers.get(header::AUTHORIZATION)?;
        let text = line.to_str().ok().and_then(|line| line.split_once(' '));
        let token = text.filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer"));
        let token = token.and_then(|(_, token)| Token::parse(token.trim().strip_prefix(BEARER_PREFIX)?));
        Some(token.ok_or(NoToken))
    }

    fn to_text(&self) -> String {
        to_hex(&self.0)
    }

    fn parse(text: &str) -> Option<Token> {
        Some(Token(from_hex(text)?.try_into().ok()?))
    }

    /// The token in a request's cookie.
    pub(crate) fn of_request(headers: &HeaderMap, is_secure: bool) -> Option<Token> {
        Token::parse(cookie_of(headers, cookie_name(is_secure))?)
    }

    /// The header that gives the browser this token. Scripts cannot read the cookie, and other sites cannot send it with requests that
    /// change something.
    pub(crate) fn cookie(&self, is_secure: bool) -> HeaderValue {
        set_cookie(cookie_name(is_secure), &self.to_text(), LIFE_SECONDS, is_secure)
    }
}

/// The value of a cookie.
pub(super) fn cookie_of<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    let lines = headers.get_all(header::COOKIE).iter().filter_map(|line| line.to_str().ok());
    let mut cookies =
        lines.flat_map(|line| line.split(';')).filter_map(|cookie| cookie.trim().split_once('='));
    cookies.find(|(found, _)| *found == name).map(|(_, value)| value)
}

/// The header that removes the token from the browser.
pub(crate) fn removed_cookie(is_secure: bool) -> HeaderValue {
    set_cookie(cookie_name(is_secure), "", 0, is_secure)
}

/// The header that sets a cookie for this host alone, out of the reach of scripts.
pub(super) fn set_cookie(name: &str, value: &str, seconds: u64, is_secure: bool) -> HeaderValue {
    let secure = if is_secure { "; Secure" } else { "" };
    let text = format!("{name}={value}; Path=/; HttpOnly; SameSite=Lax; Max-Age={seconds}{secure}");
    // Hexadecimal digits and these words are valid in a header.
    HeaderValue::from_str(&text).unwrap_or_else(|_| HeaderValue::from_static(""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_returns_in_the_cookie() {
        let token = Token::draw().unwrap();
        assert!(token != Token::draw().unwrap());
        let set = token.cookie(true).to_str().unwrap().to_owned();
        assert!(set.starts_with("__Host-tengen-session="), "{set}");
        assert!(set.ends_with("; Path=/; HttpOnly; SameSite=Lax; Max-Age=15552000; Secure"), "{set}");
        let (cookie, _) = set.split_once(';').unwrap();
        let mut headers = HeaderMap::new();
        headers.insert(header::COOKIE, format!("theme=dark; {cookie}; x").parse().unwrap());
        assert!(Token::of_request(&headers, true) == Some(token.clone()));
        assert!(Token::of_request(&headers, false).is_none(), "without TLS the cookie has another name");
        assert_ne!(token.hash(), token.0);
    }

    #[test]
    fn a_programs_token_returns_in_its_header() {
        let token = Token::draw().unwrap();
        let of = |line: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::AUTHORIZATION, line.parse().unwrap());
            Token::of_program(&headers)
        };
        assert!(token.bearer().starts_with("tengen_") && token.bearer().len() == 71);
        assert!(of(&format!("Bearer {}", token.bearer())).unwrap().unwrap() == token);
        assert!(of(&format!("bearer  {}", token.bearer())).unwrap().unwrap() == token);
        for line in ["Bearer", "Bearer tengen_", "Basic abc", &format!("Bearer {}", token.to_text())] {
            assert!(of(line).unwrap().is_err(), "{line}");
        }
        assert!(Token::of_program(&HeaderMap::new()).is_none());
    }

    #[test]
    fn what_is_no_token_is_none() {
        for cookie in ["", "tengen-session", "tengen-session=", "tengen-session=12", "other=1"] {
            let mut headers = HeaderMap::new();
            headers.insert(header::COOKIE, cookie.parse().unwrap());
            assert!(Token::of_request(&headers, false).is_none(), "{cookie}");
        }
        let mut headers = HeaderMap::new();
        headers.insert(header::COOKIE, format!("tengen-session={}", "g".repeat(64)).parse().unwrap());
        assert!(Token::of_request(&headers, false).is_none());
    }
}
