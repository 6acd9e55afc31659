use std::fmt;
use std::ops::Not;
use std::str::FromStr;

#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

/// The colour of a stone, and of the player who places it. Black begins.
///
/// Its text form (`Display` and `FromStr`) is `black` or `white`.
///
/// ```
/// use tengen_game::Color;
///
/// assert_eq!(!Color::Black, Color::White);
/// assert_eq!(Color::White.to_string().parse(), Ok(Color::White));
/// let mut stones = [0; 2];
/// stones[Color::White.index()] += 1;
/// assert_eq!(Color::BOTH.map(|color| stones[color.index()]), [0, 1]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Color {
    /// The side that moves first.
    Black,
    /// The side that moves second.
    White,
}

impl Color {
    /// Both colours, Black first.
    pub const BOTH: [Color; 2] = [Color::Black, Color::White];

    /// The colour's name in lower case: `black` or `white`.
    pub const fn name(self) -> &'static str {
        match self {
            Color::Black => "black",
            Color::White => "white",
        }
    }

    /// 0 for Black and 1 for White, for tables with an entry for each side.
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl Not for Color {
    type Output = Color;

    /// The other colour.
    fn not(self) -> Color {
        match self {
            Color::Black => Color::White,
            Color::White => Color::Black,
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The text was neither `black` nor `white`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected `black` or `white`, found `{0}`")]
pub struct ParseColorError(String);

impl FromStr for Color {
    type Err = ParseColorError;

    /// Reads `black` or `white` (also `b`, `x` and `w`, `o`), in any case, with or without spaces around.
    fn from_str(text: &str) -> Result<Color, ParseColorError> {
        match text.trim().to_ascii_lowercase().as_str() {
            "black" | "b" | "x" => Ok(Color::Black),
            "white" | "w" | "o" => Ok(Color::White),
            _ => Err(ParseColorError(text.to_owned())),
        }
    }
}
