//! The names that accounts can take: names that are not reserved, resemble no other name, and do not mix scripts to deceive.
//!
//! Resemblance is that of Unicode Technical Standard #39, "Unicode security mechanisms": names with the same skeleton look
//! alike.

use std::fmt;

use serde::{Deserialize, Serialize};
use unicode_normalization::UnicodeNormalization;
use unicode_security::{GeneralSecurityProfile, RestrictionLevel, RestrictionLevelDetection, skeleton};

use crate::name::UserName;

/// Names that no account may have.
const RESERVED: [&str; 24] = [
    "account",
    "anonymous",
    "api",
    "arena",
    "black",
    "bot",
    "computer",
    "deleted",
    "engine",
    "everyone",
    "guest",
    "help",
    "house",
    "lobby",
    "login",
    "me",
    "nobody",
    "null",
    "root",
    "server",
    "settings",
    "system",
    "undefined",
    "white",
];
/// Words that no name contains, because it would suggest an office on the server.
const OFFICIAL: [&str; 7] = ["admin", "moderator", "official", "operator", "support", "tengen", "webmaster"];

/// The common key of all names that look alike. No two accounts have the same key.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct NameKey(String);

impl NameKey {
    /// The key of a name: without case, diacritics and width variants, and with one letter for letters that look alike, such as `I`, `l`,
    /// `i` and `1`.
    pub fn of(name: &UserName) -> NameKey {
        NameKey(key_of(name.as_str()))
    }

    /// The key as text, for a column of a table.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for NameKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

fn key_of(text: &str) -> String {
    let without_marks: String = text.nfkc().filter(|character| character.is_alphanumeric()).collect();
    // An upper-case I looks like l, and a lower-case one does not, so that the skeletons of both cases are needed.
    let looks: String = skeleton(&without_marks).collect();
    let lower = looks.to_lowercase();
    let looks: String = skeleton(&lower).collect();
    looks.to_lowercase().replace('i', "l")
}

/// Why a name cannot be taken.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NameError {
    /// The name is reserved.
    #[error("expected a name that is not reserved, found `{0}`")]
    Reserved(UserName),
    /// Another account has the name, or one that looks alike.
    #[error("expected a name that resembles no other, found `{0}`")]
    Taken(UserName),
    /// The name has a character that is not used in names, or letters of scripts that are not used together.
    #[error("expected the letters of one script, found `{0}`")]
    Script(UserName),
    /// The name has digits only.
    #[error("expected a letter in the name, found `{0}`")]
    NoLetter(UserName),
}

/// Checks whether a name can be taken. `is_taken` returns whether another account has a name with this key.
///
/// # Errors
/// The reason why not.
pub fn check_name(name: &UserName, is_taken: impl Fn(&NameKey) -> bool) -> Result<(), NameError> {
    let text = name.as_str();
    if !text.chars().any(char::is_alphabetic) {
        return Err(NameError::NoLetter(name.clone()));
    }
    let letters: String = text.chars().filter(|character| character.is_alphanumeric()).collect();
    let is_usual = letters.chars().all(GeneralSecurityProfile::identifier_allowed)
        && letters.check_restriction_level(RestrictionLevel::HighlyRestrictive);
    if !is_usual {
        return Err(NameError::Script(name.clone()));
    }
    let key = NameKey::of(name);
    let word = key.0.trim_end_matches(|character: char| character.is_numeric());
    let is_reserved =
        RESERVED.iter().any(|reserved| [word, key.as_str()].contains(&key_of(reserved).as_str()));
    let is_official = OFFICIAL.iter().any(|official| key.0.contains(&key_of(official)));
    if name.is_generated() || is_reserved || is_official {
        return Err(NameError::Reserved(name.clone()));
    }
    if is_taken(&key) { Err(NameError::Taken(name.clone())) } else { Ok(()) }
}
