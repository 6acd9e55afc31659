use super::{Scores, score_of_elo};

/// A sequential probability ratio test of one engine against another: whether it is by `elo1` stronger (H1) rather than
/// by `elo0` (H0), with as few games as the answer takes.
///
/// # The model
/// Elo is **logistic**: a hypothesis names an expected score. How often each score (0, ½, 1 of a game, or 0 to 2 of
/// a pair) comes about beyond that is nobody's hypothesis, so the test is a *generalised* one: under each hypothesis the
/// distribution is the likeliest one with that expected score, and the ratio of the two likelihoods is what counts
/// (M. Van den Bergh, "The Generalized Maximum Likelihood Ratio for the Expectation Value of a Distribution", 2018). No
/// model of draws is needed, and [`Trinomial`](super::Trinomial) games and [`Pentanomial`](super::Pentanomial) pairs are
/// the same calculation.
///
/// The limits are Wald's: H1 is accepted when the logarithm of the ratio reaches ln((1 − β) / α), H0 when it falls to
/// ln(β / (1 − α)). Then H1 is accepted wrongly with a probability of about α at most, and H0 of about β.
///
/// ```
/// use tengen_arena::stats::{Decision, Pentanomial, Sprt};
///
/// let sprt = Sprt::new(0.0, 10.0, 0.05, 0.05)?;
/// assert_eq!(sprt.decide(&Pentanomial::new([0, 0, 0, 0, 0])), Decision::GoOn);
/// assert_eq!(sprt.decide(&Pentanomial::new([50, 200, 500, 300, 90])), Decision::AcceptH1);
/// assert_eq!(sprt.decide(&Pentanomial::new([90, 300, 500, 200, 50])), Decision::AcceptH0);
/// # Ok::<(), tengen_arena::stats::SprtError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
}

/// What a sequential test says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// The engine is no stronger than H0 says.
    AcceptH0,
    /// The engine is at least as strong as H1 says.
    AcceptH1,
    /// More games are needed.
    GoOn,
}

/// Why there can be no such test.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum SprtError {
    /// The hypotheses are in the wrong order, or no numbers.
    #[error("expected two finite Elo differences, the smaller one first, found {elo0} and {elo1}")]
    Hypotheses {
        /// H0 as asked for.
        elo0: f64,
        /// H1 as asked for.
        elo1: f64,
    },
    /// An error rate is none.
    #[error("expected error rates above 0 and below 0.5, found {alpha} and {beta}")]
    ErrorRates {
        /// The rate for accepting H1 wrongly.
        alpha: f64,
        /// The rate for accepting H0 wrongly.
        beta: f64,
    },
}

/// What stands in for a count of zero. A score that has not been seen yet may still come, and with none at all on one
/// side of a hypothesis no distribution could have its mean; so small a number changes no test that is about to end.
const UNSEEN: f64 = 1e-3;

impl Sprt {
    /// A test of `elo1` against `elo0`, in logistic Elo, which accepts H1 wrongly at a rate of `alpha` and H0 wrongly at
    /// a rate of `beta`.
    ///
    /// # Errors
    /// When `elo0` is not below `elo1`, and when a rate is not between 0 and ½.
    pub fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64) -> Result<Sprt, SprtError> {
        if !(elo0.is_finite() && elo1.is_finite() && elo0 < elo1) {
            return Err(SprtError::Hypotheses { elo0, elo1 });
        }
        if ![alpha, beta].iter().all(|&rate| rate > 0.0 && rate < 0.5) {
            return Err(SprtError::ErrorRates { alpha, beta });
        }
        Ok(Sprt { elo0, elo1, alpha, beta })
    }

    /// The two hypotheses, in logistic Elo.
    pub fn hypotheses(&self) -> [f64; 2] {
        [self.elo0, self.elo1]
    }

    /// Where the logarithm of the likelihood ratio ends the test: for H0, which is negative, and for H1.
    pub fn limits(&self) -> [f64; 2] {
        [(self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln()]
    }

    /// The natural logarithm of the likelihood ratio of H1 to H0; 0 without any games.
    pub fn log_likelihood_ratio<const N: usize>(&self, scores: &Scores<N>) -> f64 {
        if scores.total() == 0 {
            return 0.0;
        }
        let seen = scores.weighted().map(|(score, count)| (score, if count > 0.0 { count } else { UNSEEN }));
        let number: f64 = seen.iter().map(|(_, count)| count).sum();
        let [tilt0, tilt1] =
            [self.elo0, self.elo1].map(score_of_elo).map(|mean| (mean, tilt(&seen, number, mean)));
        // The likeliest frequency of a score under a hypothesis is its observed one / (1 + t · (score − mean)).
        let divisor = |(mean, t): (f64, f64), score: f64| 1.0 + t * (score - mean);
        seen.iter().map(|&(score, count)| count * (divisor(tilt0, score) / divisor(tilt1, score)).ln()).sum()
    }

    /// Whether the match may stop, and what it has shown.
    pub fn decide<const N: usize>(&self, scores: &Scores<N>) -> Decision {
        let (ratio, [lower, upper]) = (self.log_likelihood_ratio(scores), self.limits());
        if ratio >= upper {
            Decision::AcceptH1
        } else if ratio <= lower {
            Decision::AcceptH0
        } else {
            Decision::GoOn
        }
    }
}

/// The multiplier t of the likeliest distribution with this mean: the root of Σ fᵢ (sᵢ − mean) / (1 + t (sᵢ − mean)),
/// which falls as t grows and has its poles where a frequency would become infinite.
///
/// Newton's steps, with halving where one would leave the interval that is known to hold the root. All counts must be
/// above zero, the first score 0 and the last one 1, and the mean between them.
fn tilt<const N: usize>(seen: &[(f64, f64); N], number: f64, mean: f64) -> f64 {
    let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
    let mut t = 0.0;
    for _ in 0..200 {
        let (mut value, mut slope) = (0.0, 0.0);
        for &(score, count) in seen {
            let part = (score - mean) / (1.0 + t * (score - mean));
            value += count / number * part;
            slope -= count / number * part * part;
        }
        if value > 0.0 {
            low = t;
        } else {
            high = t;
        }
        let newton = t - value / slope;
        let next = if newton > low && newton < high { newton } else { (low + high) / 2.0 };
        if (next - t).abs() <= 1e-13 * t.abs().max(1e-3) {
            return next;
        }
        t = next;
    }
    t
}

#[cfg(test)]
mod tests;
