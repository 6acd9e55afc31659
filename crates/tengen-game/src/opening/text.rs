//! Openings as text: `15.swap2.h8h9j7.swap`.

use std::fmt;
use std::str::FromStr;

use crate::BoardSize;

use super::{Choice, Opening, ParseOpeningError};

/// Reads a number that consists of nothing but digits; `u8::from_str` would also take `+3`.
pub(super) fn number(text: &str) -> Option<u8> {
    if text.bytes().all(|b| b.is_ascii_digit()) { text.parse().ok() } else { None }
}

impl fmt::Display for Opening {
    /// Writes the board size, the protocol and the choices with full stops between, in characters that
    /// need no escaping in a link.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.size().lines(), self.protocol())?;
        self.choices().iter().try_for_each(|choice| write!(f, ".{}", choice.to_text(self.size())))
    }
}

impl FromStr for Opening {
    type Err = ParseOpeningError;

    /// Reads what `Display` wrote, and checks every choice. The opening need not be finished.
    fn from_str(text: &str) -> Result<Opening, ParseOpeningError> {
        let malformed = || ParseOpeningError::Malformed(text.to_owned());
        let mut words = text.split('.');
        let lines = words.next().and_then(number).ok_or_else(malformed)?;
        let size = BoardSize::try_from(lines)?;
        let protocol = words.next().ok_or_else(malformed)?.parse()?;
        let mut opening = Opening::new(protocol, size)?;
        for (number, word) in (1..).zip(words) {
            let choice =
                Choice::parse(word, size).map_err(|source| ParseOpeningError::Choice { number, source })?;
            opening.apply(choice).map_err(|source| ParseOpeningError::Refused { number, source })?;
        }
        Ok(opening)
    }
}
