use crate::WinLength;

/// What an unbroken row must be to win for one side.
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
