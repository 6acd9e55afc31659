//! Names of users: the texts that can be names, and the names of guests.
//!
//! The server decides whether a name is available, since it may be reserved or resemble another one.

use std::fmt;
use std::str::FromStr;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::id::AccountId;

/// The smallest length of a name, in characters.
pub const MIN_NAME_LENGTH: usize = 2;
/// The largest length of a name, in characters.
pub const MAX_NAME_LENGTH: usize = 20;
/// The beginning of guests' names, which no member may use.
pub const GUEST_PREFIX: &str = "Guest-";
/// The beginning of the names of deleted accounts, which no member may use.
pub const DELETED_PREFIX: &str = "Deleted-";
/// The beginning of the names that replace those which moderators do not allow.
pub const RENAMED_PREFIX: &str = "Renamed-";

/// The name of a user: 2 to 20 letters and digits of any script, `_` and `-`, beginning with a letter or digit.
///
/// ```
/// use tengen_online::id::AccountId;
/// use tengen_online::name::UserName;
///
/// let name: UserName = "天元_15".parse()?;
/// assert_eq!(name.as_str(), "天元_15");
/// assert!("a b".parse::<UserName>().is_err());
/// assert!(UserName::of_guest(AccountId::from_entropy(1)).is_generated());
/// # Ok::<(), tengen_online::name::ParseNameError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct UserName(Box<str>);

/// Why a text cannot be a name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseNameError {
    /// The text is too short or too long.
    #[error("expected a name of {MIN_NAME_LENGTH} to {MAX_NAME_LENGTH} characters, found {0}")]
    Length(usize),
    /// The text has a character that is not allowed in names.
    #[error("expected letters, digits, `_` and `-` in a name, found `{0}`")]
    Character(char),
    /// The text begins with `_` or `-`.
    #[error("expected a name that begins with a letter or a digit, found `{0}`")]
    Beginning(char),
}

impl UserName {
    /// The name of a guest.
    pub fn of_guest(account: AccountId) -> UserName {
        UserName(format!("{GUEST_PREFIX}{}", &account.as_str()[..5]).into())
    }

    /// The name of a deleted account.
    pub fn of_deleted(account: AccountId) -> UserName {
        UserName(format!("{DELETED_PREFIX}{}", &account.as_str()[..5]).into())
    }

    /// The name of a user whose own name moderators do not allow. It differs for all accounts.
    pub fn of_renamed(account: AccountId) -> UserName {
        UserName(format!("{RENAMED_PREFIX}{account}").into())
    }

    /// The name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether the server made the name: for a guest, for a deleted account, or in place of a name that is not allowed.
    pub fn is_generated(&self) -> bool {
        [GUEST_PREFIX, DELETED_PREFIX, RENAMED_PREFIX].into_iter().any(|prefix| {
            self.0.get(..prefix.len()).is_some_and(|beginning| beginning.eq_ignore_ascii_case(prefix))
        })
    }
}

impl fmt::Display for UserName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

impl FromStr for UserName {
    type Err = ParseNameError;

    fn from_str(text: &str) -> Result<UserName, ParseNameError> {
        let length = text.chars().take(MAX_NAME_LENGTH + 1).count();
        if !(MIN_NAME_LENGTH..=MAX_NAME_LENGTH).contains(&length) {
            return Err(ParseNameError::Length(text.chars().count()));
        }
        let is_mark = |character| matches!(character, '_' | '-');
        if let Some(other) =
            text.chars().find(|&character| !character.is_alphanumeric() && !is_mark(character))
        {
            return Err(ParseNameError::Character(other));
        }
        match text.chars().next() {
            Some(first) if is_mark(first) => Err(ParseNameError::Beginning(first)),
            _ => Ok(UserName(text.into())),
        }
    }
}

impl Serialize for UserName {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for UserName {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<UserName, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_that_are_no_names_are_refused() {
        for (text, expected) in [
            ("a", ParseNameError::Length(1)),
            ("123456789012345678901", ParseNameError::Length(21)),
            ("a b", ParseNameError::Character(' ')),
            ("a\u{202e}b", ParseNameError::Character('\u{202e}')),
            ("<b>", ParseNameError::Character('<')),
            ("-ab", ParseNameError::Beginning('-')),
        ] {
            assert_eq!(text.parse::<UserName>(), Err(expected), "{text}");
        }
        for text in ["ab", "天元", "Ünal-3", "12345678901234567890"] {
            assert_eq!(text.parse::<UserName>().unwrap().as_str(), text);
        }
        assert!("guest-ab".parse::<UserName>().unwrap().is_generated());
        assert!(!"Guesty".parse::<UserName>().unwrap().is_generated());
    }
}
