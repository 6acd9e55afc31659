mod describe;

use std::fmt;
use std::str::FromStr;

use crate::{BoardSize, Color, ForbiddenKind};
pub use describe::RuleDescription;

/// A variant of the game: the rows that win and the moves that are forbidden.
///
/// Its text form (`Display` and `FromStr`) is `freestyle`, `standard`, `renju`, `caro`, `caro-exact`, or
/// `free-N` for N in a row. [`Rule::describe`] describes the rule in words.
///
/// ```
/// use tengen_game::{Color, Rule};
///
/// assert_eq!("renju".parse(), Ok(Rule::Renju));
/// assert!(Rule::Renju.run_wins(Color::White, 6, 0));
/// assert!(!Rule::Caro.run_wins(Color::Black, 5, 2));
/// assert!(Rule::Renju.has_forbidden_moves() && Rule::Renju.allows_pass());
/// assert_eq!(Rule::NAMED.map(|rule| rule.has_forbidden_moves()), [false, false, true, false, false]);
/// ```
///
/// More rules may come, so a `match` needs an arm for the rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Rule {
    /// This many **or more** in a row win, for both sides. With five this is freestyle Gomoku.
    Free(WinLength),
    /// Exactly five in a row win, for both sides; six or more do not.
    Standard,
    /// Black wins with exactly five and must not make an overline, a double-four or a double-three;
    /// White wins with five or more.
    Renju,
    /// Five in a row win unless the opponent's stones stand at both ends; six or more always win. The edge of
    /// the board blocks nothing. This is Gomocup's rule 8.
    Caro,
    /// The rule of [`Rule::Caro`], but six or more do not win. This is Gomocup's rule 9.
    CaroExact,
}

impl Rule {
    /// Freestyle Gomoku: five or more in a row win, for both sides.
    pub const FREESTYLE: Rule = Rule::Free(WinLength::FIVE);

    /// The rules that have names of their own, the most played first. Only other numbers in a row are missing.
    pub const NAMED: [Rule; 5] = [Rule::FREESTYLE, Rule::Standard, Rule::Renju, Rule::Caro, Rule::CaroExact];

    /// The number of stones in a row that wins.
    pub const fn win_length(self) -> WinLength {
        match self {
            Rule::Free(length) => length,
            Rule::Standard | Rule::Renju | Rule::Caro | Rule::CaroExact => WinLength::FIVE,
        }
    }

    /// The row that `color` needs to win.
    pub const fn winning_row(self, color: Color) -> WinningRow {
        let overline_wins = match (self, color) {
            (Rule::Free(_) | Rule::Caro, _) | (Rule::Renju, Color::White) => true,
            (Rule::Standard | Rule::CaroExact, _) | (Rule::Renju, Color::Black) => false,
        };
        let blocked_wins = !matches!(self, Rule::Caro | Rule::CaroExact);
        WinningRow { length: self.win_length(), overline_wins, blocked_wins }
    }

    /// Whether a winning row fits on a board of this size. On a board without room, every game is a draw.
    ///
    /// ```
    /// use tengen_game::{BoardSize, Rule};
    ///
    /// assert!(!Rule::FREESTYLE.can_be_won_on(BoardSize::new(3)?));
    /// assert!(Rule::FREESTYLE.can_be_won_on(BoardSize::new(5)?));
    /// # Ok::<(), tengen_game::BoardSizeError>(())
    /// ```
    pub const fn can_be_won_on(self, size: BoardSize) -> bool {
        self.win_length().stones() <= size.lines()
    }

    /// Whether an unbroken run of `length` stones of `color` wins, when `blocked_ends` (0 to 2) of its two
    /// ends touch a stone of the opponent's.
    pub const fn run_wins(self, color: Color, length: u8, blocked_ends: u8) -> bool {
        self.winning_row(color).admits(length, blocked_ends)
    }

    /// Whether a side may pass its turn; two passes, one after the other, draw.
    ///
    /// Renju allows it (RIF, "The rules of Renju", on draws): a side may have only bad or forbidden points.
    pub const fn allows_pass(self) -> bool {
        matches!(self, Rule::Renju)
    }

    /// The moves that are forbidden to Black; empty where none is. White has no forbidden moves.
    pub const fn forbidden_moves(self) -> &'static [ForbiddenKind] {
        match self {
            Rule::Renju => &ForbiddenKind::ALL,
            _ => &[],
        }
    }

    /// Whether the rule forbids Black some moves.
    pub const fn has_forbidden_moves(self) -> bool {
        !self.forbidden_moves().is_empty()
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Rule::FREESTYLE => f.pad("freestyle"),
            Rule::Free(length) => f.pad(&format!("free-{}", length.stones())),
            Rule::Standard => f.pad("standard"),
            Rule::Renju => f.pad("renju"),
            Rule::Caro => f.pad("caro"),
            Rule::CaroExact => f.pad("caro-exact"),
        }
    }
}

/// The text names no rule.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "expected a rule (`freestyle`, `standard`, `renju`, `caro`, `caro-exact`, or `free-N` with N from 1 to 9), \
     found `{0}`"
)]
pub struct ParseRuleError(String);

impl FromStr for Rule {
    type Err = ParseRuleError;

    /// Reads the text that `Display` writes, in any case, with or without spaces around; `free-5` is `freestyle`.
    fn from_str(text: &str) -> Result<Rule, ParseRuleError> {
        let unknown = || ParseRuleError(text.to_owned());
        let name = text.trim().to_ascii_lowercase();
        if let Some(rule) = Rule::NAMED.into_iter().find(|rule| rule.to_string() == name) {
            return Ok(rule);
        }
        let number = name.strip_prefix("free-").filter(|number| number.bytes().all(|b| b.is_ascii_digit()));
        let stones = number.and_then(|number| number.parse().ok()).ok_or_else(unknown)?;
        WinLength::new(stones).map(Rule::Free).map_err(|_| unknown())
    }
}

/// The number of stones in a row that win: 1 to 9.
///
/// ```
/// use tengen_game::{Rule, WinLength, WinLengthError};
///
/// let four = Rule::Free(WinLength::new(4)?);
/// assert_eq!(four.to_string(), "free-4");
/// assert_eq!(four.win_length().stones(), 4);
/// assert_eq!(WinLength::new(10), Err(WinLengthError(10)));
/// # Ok::<(), WinLengthError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct WinLength(u8);

/// The number of stones to win is outside 1 to 9.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("1 to 9 stones in a row can win, not {0}")]
pub struct WinLengthError(pub usize);

impl WinLength {
    /// Five in a row.
    pub const FIVE: WinLength = WinLength(5);

    /// A win length of `stones` in a row.
    ///
    /// # Errors
    /// When `stones` is not within 1 to 9.
    pub fn new(stones: usize) -> Result<WinLength, WinLengthError> {
        match u8::try_from(stones) {
            Ok(stones @ 1..=9) => Ok(WinLength(stones)),
            _ => Err(WinLengthError(stones)),
        }
    }

    /// The number of stones.
    pub const fn stones(self) -> u8 {
        self.0
    }
}

/// The unbroken row that one side needs to win.
///
/// ```
/// use tengen_game::{Color, Rule};
///
/// let row = Rule::Standard.winning_row(Color::Black);
/// assert_eq!((row.length.stones(), row.overline_wins), (5, false));
/// assert!(row.admits(5, 2) && !row.admits(6, 0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct WinningRow {
    /// The number of stones that wins.
    pub length: WinLength,
    /// Whether more stones in a row win too.
    pub overline_wins: bool,
    /// Whether a row of just the right length wins even when the opponent's stones stand at both ends.
    pub blocked_wins: bool,
}

impl WinningRow {
    /// Whether a row of `stones` wins, when `blocked_ends` (0 to 2) of its ends touch a stone of the opponent's.
    pub const fn admits(self, stones: u8, blocked_ends: u8) -> bool {
        if stones > self.length.stones() {
            self.overline_wins
        } else {
            stones == self.length.stones() && (self.blocked_wins || blocked_ends < 2)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rule_names_survive_the_round_trip() {
        for name in ["freestyle", "standard", "renju", "caro", "caro-exact", "free-1", "free-9"] {
            assert_eq!(name.parse::<Rule>().unwrap().to_string(), name);
        }
        assert_eq!("free-5".parse::<Rule>(), Ok(Rule::FREESTYLE));
        assert_eq!("Renju".parse::<Rule>(), Ok(Rule::Renju));
        for name in ["", "free", "free-0", "free-10", "free--3", "free-+5", "gomoku"] {
            assert_eq!(name.parse::<Rule>(), Err(ParseRuleError(name.to_owned())));
        }
    }

    #[test]
    fn overlines_win_only_by_the_rules_that_allow_them() {
        use Color::{Black, White};
        let cases = [
            (Rule::Caro, Black, [false, true, true]),
            (Rule::CaroExact, White, [false, true, false]),
            (Rule::FREESTYLE, Black, [false, true, true]),
            (Rule::FREESTYLE, White, [false, true, true]),
            (Rule::Standard, Black, [false, true, false]),
            (Rule::Standard, White, [false, true, false]),
            (Rule::Renju, Black, [false, true, false]),
            (Rule::Renju, White, [false, true, true]),
        ];
        for (rule, color, expected) in cases {
            assert_eq!([4, 5, 6].map(|run| rule.run_wins(color, run, 0)), expected, "{rule} {color}");
        }
    }

    #[test]
    fn only_caro_minds_blocked_ends() {
        for rule in Rule::NAMED {
            for color in Color::BOTH {
                let wins = [0, 1, 2].map(|blocked| rule.run_wins(color, 5, blocked));
                let is_caro = matches!(rule, Rule::Caro | Rule::CaroExact);
                assert_eq!(wins, [true, true, !is_caro], "{rule} {color}");
            }
        }
        // An overline cannot be blocked.
        assert!(Rule::Caro.run_wins(Color::White, 6, 2));
        assert!(!Rule::CaroExact.run_wins(Color::White, 6, 0));
        assert!(!Rule::Caro.run_wins(Color::Black, 4, 0));
    }
}
