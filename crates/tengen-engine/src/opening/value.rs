//! Scores that can be compared.

use std::ops::Neg;

use tengen_analysis::Score;

/// A score as a number that can be compared: greater is better for its side, and a mate is beyond all evaluations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Value(i64);

/// A mate at once.
const MATE: i64 = 1_000_000_000;

impl Value {
    pub(super) const EVEN: Value = Value(0);
    pub(super) const LOST: Value = Value(-MATE);

    pub(super) fn new(value: i32) -> Value {
        Value(i64::from(value))
    }

    /// How far it is from balance.
    pub(super) fn imbalance(self) -> u64 {
        self.0.unsigned_abs()
    }
}

impl From<Score> for Value {
    fn from(score: Score) -> Value {
        match score {
            Score::Value(value) => Value::new(value),
            Score::Mate(plies) if plies > 0 => Value(MATE - i64::from(plies)),
            Score::Mate(plies) => Value(-MATE - i64::from(plies)),
        }
    }
}

/// The same to the other side.
impl Neg for Value {
    type Output = Value;

    fn neg(self) -> Value {
        Value(-self.0)
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
        assert!(ascending.map(Value::from).is_sorted());
        assert_eq!(Value::from(Score::Mate(0)), Value::LOST);
        assert_eq!(-Value::new(5), Value::new(-5));
    }
}
