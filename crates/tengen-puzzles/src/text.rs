//! A single puzzle as a text, for links and attributes: the bytes of a set with this puzzle alone, in base64url without padding.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

use crate::pack::{PackError, PuzzleSet};
use crate::puzzle::Puzzle;

/// The longest text of a puzzle. Proofs of wins by threats are the longest, with some thousand characters.
const MOST_CHARACTERS: usize = 60_000;

/// The reason for which a text is no puzzle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PuzzleTextError {
    /// The text has other characters, or is cut off.
    #[error("expected a puzzle in base64url")]
    Base64,
    /// The text is longer than any puzzle.
    #[error("expected a puzzle of at most {MOST_CHARACTERS} characters, found {0}")]
    TooLong(usize),
    /// The bytes are no set.
    #[error(transparent)]
    Pack(#[from] PackError),
    /// The set has none or several.
    #[error("expected one puzzle, found {0}")]
    Count(usize),
}

impl Puzzle {
    /// The puzzle as a text of the characters of base64url.
    ///
    /// # Errors
    /// When the rule is none of [`Puzzle::RULES`].
    pub fn to_text(&self) -> Result<String, PackError> {
        Ok(URL_SAFE_NO_PAD.encode(PuzzleSet::pack(std::slice::from_ref(self))?))
    }

    /// Reads the text of a puzzle. [`check()`](crate::check()) proves that it is one.
    ///
    /// # Errors
    /// When the text is none of a puzzle.
    pub fn from_text(text: &str) -> Result<Puzzle, PuzzleTextError> {
        if text.len() > MOST_CHARACTERS {
            return Err(PuzzleTextError::TooLong(text.len()));
        }
        let bytes = URL_SAFE_NO_PAD.decode(text.trim()).map_err(|_| PuzzleTextError::Base64)?;
        let set = PuzzleSet::open(bytes)?;
        let first = set.get(0).filter(|_| set.len() == 1).ok_or(PuzzleTextError::Count(set.len()))?;
        Ok(first?)
    }
}

/// Puzzles that are written as their texts.
pub(crate) mod serde {
    use std::borrow::{Borrow, Cow};

    use ::serde::de::Error as _;
    use ::serde::ser::Error as _;
    use ::serde::{Deserialize, Deserializer, Serialize, Serializer};

    use crate::puzzle::Puzzle;

    pub(crate) fn serialize<S: Serializer>(
        puzzle: &impl Borrow<Puzzle>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        puzzle.borrow().to_text().map_err(S::Error::custom)?.serialize(serializer)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>, P: From<Puzzle>>(
        deserializer: D,
    ) -> Result<P, D::Error> {
        let text = Cow::<str>::deserialize(deserializer)?;
        Puzzle::from_text(&text).map(P::from).map_err(D::Error::custom)
    }
}
