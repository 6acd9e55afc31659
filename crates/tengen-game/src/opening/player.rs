use std::fmt;
use std::ops::Not;

/// One of the two people at the table, whichever colour is theirs at the moment.
///
/// ```
/// use tengen_game::Color;
/// use tengen_game::opening::{Opening, Player};
///
/// let opening: Opening = "15.swap.h8h9j7.swap".parse()?;
/// assert_eq!(opening.player_of(Color::Black), Player::Second);
/// assert_eq!(opening.player_of(Color::White), !Player::Second);
/// assert_eq!(Player::BOTH.map(Player::name), ["first", "second"]);
/// # Ok::<(), tengen_game::opening::ParseOpeningError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Player {
    /// Who begins the protocol, and is Black until somebody swaps. Renju calls this player the
    /// *tentative Black*.
    First,
    /// The other one, the *tentative White*.
    Second,
}

impl Player {
    /// Both players, the first one first.
    pub const BOTH: [Player; 2] = [Player::First, Player::Second];

    /// `first` or `second`.
    pub const fn name(self) -> &'static str {
        match self {
            Player::First => "first",
            Player::Second => "second",
        }
    }
}

impl Not for Player {
    type Output = Player;

    /// The other player.
    fn not(self) -> Player {
        match self {
            Player::First => Player::Second,
            Player::Second => Player::First,
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
