use crate::Score;

/// How many engine units change the odds by a factor of e. The page draws its charts by the same curve, so that what it
/// calls a mistake can be seen there.
///
/// The games of the engine against itself, by which its evaluation was trained, are fitted best by 138 to 170 units
/// ([`Evaluation::win_probability`](crate::Evaluation::win_probability)). People make more of their advantages vanish: the
/// curve of a review is about half as steep.
pub const ENGINE_UNITS_A_NAT: f64 = 300.0;

/// The chance to win of whoever a score is told to, in thousandths, by a logistic curve. Only a proved end is certain.
pub fn chance(score: Score) -> u16 {
    match score {
        Score::WON => 1_000,
        Score::Mate(plies) if plies > 0 => 1_000,
        Score::Mate(_) => 0,
        Score::Value(value) if value <= -30_000 => 0,
        Score::Value(value) => {
            let chance = 1_000.0 / (1.0 + (-f64::from(value) / ENGINE_UNITS_A_NAT).exp());
            chance.round().clamp(1.0, 999.0) as u16
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_are_those_of_both_sides_together() {
        for value in [-5_000, -900, -1, 0, 3, 450, 20_000] {
            assert_eq!(chance(Score::Value(value)) + chance(Score::Value(-value)), 1_000);
        }
        assert_eq!(chance(Score::Value(300)), 731);
        assert_eq!(
            [Score::Mate(3), Score::WON, Score::Mate(-2), Score::Mate(0)].map(chance),
            [1_000, 1_000, 0, 0]
        );
    }
}
