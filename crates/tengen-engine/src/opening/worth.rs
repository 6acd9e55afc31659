//! Scores that can be compared.

use std::ops::Neg;

use crate::Score;

/// What something is worth to somebody: greater is better, and a mate is beyond all estimates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Worth(i64);

/// A mate at once.
const MATE: i64 = 1_000_000_000;

impl Worth {
    pub(super) const EVEN: Worth = Worth(0);
    pub(super) const LOST: Worth = Worth(-MATE);

    pub(super) fn value(value: i32) -> Worth {
        Worth(i64::from(value))
    }

    /// How far it is from balance.
    pub(super) fn imbalance(self) -> u64 {
        self.0.unsigned_abs()
    }
}

impl From<Score> for Worth {
    fn from(score: Score) -> Worth {
        match score {
            Score::Value(value) => Worth::value(value),
            Score::Mate(plies) if plies > 0 => Worth(MATE - i64::from(plies)),
            Score::Mate(plies) => Worth(-MATE - i64::from(plies)),
        }
    }
}

/// The same to the other side.
impl Neg for Worth {
    type Output = Worth;

    fn neg(self) -> Worth {
        Worth(-self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sooner_a_win_and_the_later_a_loss_the_better() {
        let ascending = [
            Score::Mate(0),
            Score::Mate(-4),
            Score::Value(-9),
            Score::Value(3),
            Score::Mate(7),
            Score::Mate(1),
        ];
        assert!(ascending.map(Worth::from).is_sorted());
        assert_eq!(Worth::from(Score::Mate(0)), Worth::LOST);
        assert_eq!(-Worth::value(5), Worth::value(-5));
    }
}
