use std::fmt;
use std::ops::Neg;

#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

/// The value of a position for one side, which the documentation of each use names. Engines use the side to move.
///
/// ```
/// use tengen_game::Score;
///
/// assert_eq!([Score::Value(-35), Score::Mate(5)].map(|score| score.to_string()), ["-35", "+M5"]);
/// assert_eq!(-Score::Mate(5), Score::Mate(-5));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Score {
    /// An estimate in engine units; 0 is balanced, positive is good for the side. A draw is 0.
    Value(i32),
    /// A proved end, counted in plies from the position; negative where the side loses. For the side to move a positive number
    /// is odd, so that `Mate(1)` wins with the next move, and a negative one even, so that after `Mate(-2)` the opponent's
    /// next move wins. 0: the side to move has already lost.
    Mate(i32),
}

impl Score {
    /// The score of a finished game for the side that would be to move and has won, as after a forbidden move. It exceeds
    /// every estimate.
    pub const WON: Score = Score::Value(30_000);

    /// The score for the side that made a move, computed from the other side's score after the move. A mate counts its plies from before
    /// the move.
    ///
    /// ```
    /// use tengen_game::Score;
    ///
    /// assert_eq!(Score::Value(20).before_move(), Score::Value(-20));
    /// // A win in three plies for the other side is a loss in four with the move.
    /// assert_eq!(Score::Mate(3).before_move(), Score::Mate(-4));
    /// assert_eq!(Score::Mate(-2).before_move(), Score::Mate(3));
    /// ```
    #[must_use]
    pub const fn before_move(self) -> Score {
        match self {
            Score::Value(value) => Score::Value(-value),
            Score::Mate(plies) if plies > 0 => Score::Mate(-plies - 1),
            Score::Mate(plies) => Score::Mate(1 - plies),
        }
    }
}

/// The score of the position for the other side. A mate still counts its plies from the same position.
impl Neg for Score {
    type Output = Score;

    fn neg(self) -> Score {
        match self {
            Score::Value(value) => Score::Value(-value),
            Score::Mate(plies) => Score::Mate(-plies),
        }
    }
}

impl fmt::Display for Score {
    /// Writes `+120`, `-35`, `+M5` or `-M4`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Score::Value(value) => f.pad(&format!("{value:+}")),
            Score::Mate(plies) if plies > 0 => f.pad(&format!("+M{plies}")),
            Score::Mate(plies) => f.pad(&format!("-M{}", plies.unsigned_abs())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lost_game_is_won_by_the_move_before() {
        let scores = [Score::Mate(0), Score::Mate(1), Score::Mate(-2), Score::Value(7)];
        let before = [Score::Mate(1), Score::Mate(-2), Score::Mate(3), Score::Value(-7)];
        assert_eq!(scores.map(Score::before_move), before);
    }

    #[test]
    fn scores_have_a_sign() {
        let scores = [Score::Value(120), Score::Value(-35), Score::Mate(5), Score::Mate(-4), Score::Mate(0)];
        assert_eq!(scores.map(|score| score.to_string()), ["+120", "-35", "+M5", "-M4", "-M0"]);
    }
}
