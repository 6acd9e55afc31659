//! The secrets that open sessions, and the cookie that holds one.

use std::fmt::Write as _;

use axum::http::{HeaderMap, HeaderValue, header};
use ring::hmac;
use sha2::{Digest as _, Sha256};

use super::storage::TokenHash;

/// The name of the cookie.
const COOKIE: &str = "tengen-session";

/// For how long a browser has the cookie, in seconds: half a year. The session in the storage ends with it.
pub(crate) const LIFE_SECONDS: u64 = 180 * 86_400;

const BYTES: usize = 32;

/// How the tokens of programs begin, so that programs that look for secrets in published files recognise them.
const BEARER_PREFIX: &str = "tengen_";

/// The header for programs has something other than a token.
#[derive(Debug)]
pub(crate) struct NoToken;

/// A secret of 256 random bits. They are too many to try, so that a plain hash protects it.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Token([u8; BYTES]);

impl Token {
    /// A new one.
    ///
    /// # Errors
    /// When the system has no random numbers.
    pub(crate) fn draw() -> Result<Token, getrandom::Error> {
        let mut bytes = [0; BYTES];
        getrandom::fill(&mut bytes)?;
        Ok(Token(bytes))
    }

    /// What is stored of it.
    pub(crate) fn hash(&self) -> TokenHash {
        Sha256::digest(self.0).into()
    }

    /// The key of authentication codes that this token's holder alone can make. The token itself is in none of them.
    pub(crate) fn mac_key(&self) -> hmac::Key {
        hmac::Key::new(hmac::HMAC_SHA256, &self.0)
    }

    /// The token as programs send it.
    pub(crate) fn bearer(&self) -> String {
        format!("{BEARER_PREFIX}{}", self.to_text())
    }

    /// The token in a request's header for programs; `None` if there is no such header, an error if it has no token.
    pub(crate) fn of_program(headers: &HeaderMap) -> Option<Result<Token, NoToken>> {
        let line = headers.get(header::AUTHORIZATION)?;
        let text = line.to_str().ok().and_then(|line| line.split_once(' '));
        let token = text.filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer"));
        let token = token.and_then(|(_, token)| Token::parse(token.trim().strip_prefix(BEARER_PREFIX)?));
        Some(token.ok_or(NoToken))
    }

    fn to_text(&self) -> String {
        self.0.iter().fold(String::new(), |mut text, byte| {
            // Writing to a string does not fail.
            let _ = write!(text, "{byte:02x}");
            text
        })
    }

    fn parse(text: &str) -> Option<Token> {
        let digits = text.as_bytes();
        if digits.len() != 2 * BYTES {
            return None;
        }
        let mut bytes = [0; BYTES];
        for (byte, pair) in bytes.iter_mut().zip(digits.chunks_exact(2)) {
            let digit = |digit: u8| char::from(digit).to_digit(16);
            *byte = u8::try_from(digit(pair[0])? * 16 + digit(pair[1])?).ok()?;
        }
        Some(Token(bytes))
    }

    /// The token in a request's cookie.
    pub(crate) fn of_request(headers: &HeaderMap) -> Option<Token> {
        let lines = headers.get_all(header::COOKIE).iter().filter_map(|line| line.to_str().ok());
        let mut cookies =
            lines.flat_map(|line| line.split(';')).filter_map(|cookie| cookie.trim().split_once('='));
        cookies.find(|(name, _)| *name == COOKIE).and_then(|(_, value)| Token::parse(value))
    }

    /// The header that gives the browser this token. Scripts cannot read it, and other sites cannot send it with requests
    /// that change something.
    pub(crate) fn cookie(&self, is_secure: bool) -> HeaderValue {
        cookie(&self.to_text(), LIFE_SECONDS, is_secure)
    }
}

/// The header that removes the token from the browser.
pub(crate) fn removed_cookie(is_secure: bool) -> HeaderValue {
    cookie("", 0, is_secure)
}

fn cookie(value: &str, seconds: u64, is_secure: bool) -> HeaderValue {
    let secure = if is_secure { "; Secure" } else { "" };
    let text = format!("{COOKIE}={value}; Path=/; HttpOnly; SameSite=Lax; Max-Age={seconds}{secure}");
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
        assert!(set.ends_with("; Path=/; HttpOnly; SameSite=Lax; Max-Age=15552000; Secure"), "{set}");
        let (cookie, _) = set.split_once(';').unwrap();
        let mut headers = HeaderMap::new();
        headers.insert(header::COOKIE, format!("theme=dark; {cookie}; x").parse().unwrap());
        assert!(Token::of_request(&headers) == Some(token.clone()));
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
            assert!(Token::of_request(&headers).is_none(), "{cookie}");
        }
        let mut headers = HeaderMap::new();
        headers.insert(header::COOKIE, format!("tengen-session={}", "g".repeat(64)).parse().unwrap());
        assert!(Token::of_request(&headers).is_none());
    }
}
