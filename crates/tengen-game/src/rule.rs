use std::fmt;
use std::str::FromStr;

use crate::Color;

/// How many stones in a row win: 1 to 9.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct WinLength(u8);

/// A number of stones to win outside 1 to 9.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("1 to 9 stones in a row can win, not {0}")]
pub struct WinLengthError(pub usize);

impl WinLength {
    /// Five in a row.
    pub const FIVE: WinLength = WinLength(5);

    /// `stones` in a row.
    ///
    /// # Errors
    /// When `stones` is not within 1 to 9.
    pub fn new(stones: usize) -> Result<WinLength, WinLengthError> {
        match u8::try_from(stones) {
            Ok(stones @ 1..=9) => Ok(WinLength(stones)),
            _ => Err(WinLengthError(stones)),
        }
    }

    /// Number of stones.
    pub const fn stones(self) -> u8 {
        self.0
    }
}

/// A variant of the game: what wins and what is forbidden.
///
/// Its text form (`Display` and `FromStr`) is `freestyle`, `standard`, `renju`, or `free-N` for N in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Rule {
    /// So many **or more** in a row win, for both sides. With five this is freestyle Gomoku.
    Free(WinLength),
    /// Exactly five in a row win, for both sides; six or more do not.
    Standard,
    /// Black wins with exactly five and must not make an overline, a double-four or a double-three;
    /// White wins with five or more.
    Renju,
}

impl Rule {
    /// Five or more in a row win.
    pub const FREESTYLE: Rule = Rule::Free(WinLength::FIVE);

    /// The number of stones in a row that wins.
    pub const fn win_length(self) -> WinLength {
        match self {
            Rule::Free(length) => length,
            Rule::Standard | Rule::Renju => WinLength::FIVE,
        }
    }

    /// Whether an unbroken run of `length` stones of `color` wins.
    pub const fn run_wins(self, color: Color, length: u8) -> bool {
        match (self, color) {
            (Rule::Free(needed), _) => length >= needed.0,
            (Rule::Standard, _) | (Rule::Renju, Color::Black) => length == 5,
            (Rule::Renju, Color::White) => length >= 5,
        }
    }

    /// Whether a side may pass its turn; two passes, one after the other, draw.
    ///
    /// Renju allows it (RIF, "The rules of Renju", on draws): a side may have nothing but bad or forbidden points.
    pub const fn allows_pass(self) -> bool {
        matches!(self, Rule::Renju)
    }

    /// Whether some moves are forbidden to Black.
    pub const fn has_forbidden_moves(self) -> bool {
        matches!(self, Rule::Renju)
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Rule::FREESTYLE => f.pad("freestyle"),
            Rule::Free(length) => f.pad(&format!("free-{}", length.0)),
            Rule::Standard => f.pad("standard"),
            Rule::Renju => f.pad("renju"),
        }
    }
}

/// The text names no rule.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a rule (`freestyle`, `standard`, `renju`, or `free-N` with N from 1 to 9), found `{0}`")]
pub struct ParseRuleError(String);

impl FromStr for Rule {
    type Err = ParseRuleError;

    fn from_str(text: &str) -> Result<Rule, ParseRuleError> {
        let unknown = || ParseRuleError(text.to_owned());
        match text.trim().to_ascii_lowercase().as_str() {
            "freestyle" => Ok(Rule::FREESTYLE),
            "standard" => Ok(Rule::Standard),
            "renju" => Ok(Rule::Renju),
            other => {
                let number = other.strip_prefix("free-").ok_or_else(unknown)?;
                let stones = number.parse().map_err(|_| unknown())?;
                WinLength::new(stones).map(Rule::Free).map_err(|_| unknown())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rule_names_survive_the_round_trip() {
        for name in ["freestyle", "standard", "renju", "free-1", "free-9"] {
            assert_eq!(name.parse::<Rule>().unwrap().to_string(), name);
        }
        assert_eq!("free-5".parse::<Rule>(), Ok(Rule::FREESTYLE));
        assert_eq!("Renju".parse::<Rule>(), Ok(Rule::Renju));
        for name in ["", "free", "free-0", "free-10", "free--3", "gomoku"] {
            assert_eq!(name.parse::<Rule>(), Err(ParseRuleError(name.to_owned())));
        }
    }

    #[test]
    fn overlines_win_only_where_the_rule_says_so() {
        use Color::{Black, White};
        let cases = [
            (Rule::FREESTYLE, Black, [false, true, true]),
            (Rule::FREESTYLE, White, [false, true, true]),
            (Rule::Standard, Black, [false, true, false]),
            (Rule::Standard, White, [false, true, false]),
            (Rule::Renju, Black, [false, true, false]),
            (Rule::Renju, White, [false, true, true]),
        ];
        for (rule, color, expected) in cases {
            assert_eq!([4, 5, 6].map(|run| rule.run_wins(color, run)), expected, "{rule} {color}");
        }
    }
}
