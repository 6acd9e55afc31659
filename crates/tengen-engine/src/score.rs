use std::fmt;

/// What a position is worth **to the side to move**.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// An estimate in engine units; 0 is balanced, positive is good for the side to move. A draw is 0.
    Value(i32),
    /// A proved end, counted in plies from the position. Positive and odd: the side to move wins with the
    /// last of them, so that `Mate(1)` wins with the next move. Negative and even: it loses, so that after
    /// `Mate(-2)` the opponent's next move wins. 0: the side to move has already lost.
    Mate(i32),
}

impl Score {
    /// What a search reports when the game is over and the side that would be to move has won it, as after
    /// a forbidden move: more than any estimate.
    pub const WON: Score = Score::Value(30_000);
}

impl fmt::Display for Score {
    /// Writes `+120`, `-35`, `+M5` or `-M4`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Score::Value(value) => f.pad(&format!("{value:+}")),
            Score::Mate(plies) if plies > 0 => f.pad(&format!("+M{plies}")),
            Score::Mate(plies) => f.pad(&format!("-M{}", -plies)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_have_a_sign() {
        let scores = [Score::Value(120), Score::Value(-35), Score::Mate(5), Score::Mate(-4), Score::Mate(0)];
        assert_eq!(scores.map(|score| score.to_string()), ["+120", "-35", "+M5", "-M4", "-M0"]);
    }
}
