//! The loss that all fits minimise: the cross-entropy of a predicted chance of winning.

use tengen_analysis::Score;

/// The win chance, from 0 to 1, of a logit.
pub(crate) fn sigmoid(logit: f64) -> f64 {
    1.0 / (1.0 + (-logit).exp())
}

/// The win chance, from 0 to 1, of a score: `scale` units change the odds by a factor of e. A forced win or loss is certain.
pub(crate) fn chance(score: Score, scale: f64) -> f64 {
    match score {
        Score::Value(value) => sigmoid(f64::from(value) / scale),
        Score::Mate(plies) => f64::from(u8::from(plies > 0)),
    }
}

/// The cross-entropy of a predicted chance, in nats. Chances of exactly 0 and 1 are moved slightly towards the middle, so that the loss is
/// finite.
pub(crate) fn cross_entropy(target: f64, chance: f64) -> f64 {
    let chance = chance.clamp(1e-9, 1.0 - 1e-9);
    -(target * chance.ln() + (1.0 - target) * (1.0 - chance).ln())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_loss_is_least_where_the_chance_is_the_target() {
        let at = |logit: f64| cross_entropy(0.7, sigmoid(logit));
        let best = (0.7_f64 / 0.3).ln();
        assert!(at(best) < at(best - 0.1) && at(best) < at(best + 0.1));
        assert!(cross_entropy(1.0, 0.0).is_finite() && cross_entropy(0.0, 1.0).is_finite());
    }
}
