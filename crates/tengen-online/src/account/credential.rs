//! Credentials besides a password: the tokens of programs, and passkeys.
//!
//! The types here are their public sides. Secrets, and the keys with which they are checked, stay with the server.

use super::Scope;
use crate::Time;
use crate::http::{PasskeyInfo, TokenInfo};
use crate::id::CredentialId;
use crate::message::{ErrorCode, Refusal};

/// The largest number of tokens, and of passkeys, of an account.
pub const MAX_CREDENTIALS: usize = 20;
/// The largest length of a label, in characters.
pub const MAX_LABEL_LENGTH: usize = 60;

/// Why a token or passkey cannot be created.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CredentialError {
    /// The label is empty, too long, or has characters that are not displayed.
    #[error("expected a label of 1 to {MAX_LABEL_LENGTH} characters on one line, found {0} characters")]
    Label(usize),
    /// A token without scopes allows nothing.
    #[error("expected at least one scope, found none")]
    NoScope,
    /// The account has the largest number already.
    #[error("expected at most {MAX_CREDENTIALS} of an account, found as many already; delete one first")]
    TooMany,
}

impl CredentialError {
    /// The kind of error, as clients receive it.
    pub fn code(&self) -> ErrorCode {
        match self {
            CredentialError::Label(_) | CredentialError::NoScope => ErrorCode::Malformed,
            CredentialError::TooMany => ErrorCode::TooMuch,
        }
    }
}

impl From<CredentialError> for Refusal {
    fn from(error: CredentialError) -> Refusal {
        Refusal::new(error.code(), error.to_string())
    }
}

/// A label as it is stored: without surrounding spaces.
fn label(text: &str) -> Result<String, CredentialError> {
    let text = text.trim();
    let length = text.chars().count();
    if !(1..=MAX_LABEL_LENGTH).contains(&length) || text.chars().any(char::is_control) {
        return Err(CredentialError::Label(length));
    }
    Ok(text.to_owned())
}

fn check_number(existing: usize) -> Result<(), CredentialError> {
    if existing < MAX_CREDENTIALS { Ok(()) } else { Err(CredentialError::TooMany) }
}

impl TokenInfo {
    /// A new token of an account that has `existing` ones already.
    ///
    /// # Errors
    /// When the label is invalid, there is no scope, or the account has too many tokens.
    pub fn new(
        id: CredentialId,
        text: &str,
        mut scopes: Vec<Scope>,
        existing: usize,
        now: Time,
    ) -> Result<TokenInfo, CredentialError> {
        check_number(existing)?;
        scopes.sort_unstable();
        scopes.dedup();
        if scopes.is_empty() {
            return Err(CredentialError::NoScope);
        }
        Ok(TokenInfo { id, label: label(text)?, scopes, created: now })
    }
}

impl PasskeyInfo {
    /// A new passkey of an account that has `existing` ones already.
    ///
    /// # Errors
    /// When the label is invalid, or the account has too many passkeys.
    pub fn new(
        id: CredentialId,
        text: &str,
        existing: usize,
        now: Time,
    ) -> Result<PasskeyInfo, CredentialError> {
        check_number(existing)?;
        Ok(PasskeyInfo { id, label: label(text)?, created: now, used: None })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_has_a_label_and_allows_something() {
        let id = CredentialId::from_entropy(1);
        let new =
            |label: &str, scopes: &[Scope], existing| TokenInfo::new(id, label, scopes.to_vec(), existing, 5);
        let token = new(" my bot ", &[Scope::Bot, Scope::Account, Scope::Bot], 0).unwrap();
        assert_eq!(
            (token.label.as_str(), token.scopes.as_slice()),
            ("my bot", &[Scope::Account, Scope::Bot][..])
        );
        assert_eq!(new("x", &[], 0), Err(CredentialError::NoScope));
        assert_eq!(new("  ", &[Scope::Bot], 0), Err(CredentialError::Label(0)));
        assert_eq!(new("a\nb", &[Scope::Bot], 0), Err(CredentialError::Label(3)));
        assert_eq!(new(&"x".repeat(61), &[Scope::Bot], 0), Err(CredentialError::Label(61)));
        assert_eq!(new("x", &[Scope::Bot], MAX_CREDENTIALS), Err(CredentialError::TooMany));
        assert_eq!(PasskeyInfo::new(id, "", 0, 5), Err(CredentialError::Label(0)));
        assert_eq!(PasskeyInfo::new(id, "telephone", 19, 5).unwrap().used, None);
    }
}
