use serde::{Deserialize, Serialize};

use super::{Scores, score_of_elo};

/// A sequential probability ratio test of one engine against another: whether it is by `elo1` stronger (H1) rather than
/// by `elo0` (H0), with as few games as the answer takes.
///
/// # The model
/// Elo is **logistic**: a hypothesis names an expected score. How often each score (0, ½, 1 of a game, or 0 to 2 of
/// a pair) comes about beyond that is no part of a hypothesis, so the test is a *generalised* one: under each hypothesis the
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
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Shape")]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
}

/// A test as it is saved, before it is checked.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Shape {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
}

impl TryFrom<Shape> for Sprt {
    type Error = SprtError;

    fn try_from(Shape { elo0, elo1, alpha, beta }: Shape) -> Result<Sprt, SprtError> {
        Sprt::new(elo0, elo1, alpha, beta)
    }
}

/// The result of a sequential test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Decision {
    /// The engine is no stronger than under H0.
    #[serde(rename = "h0")]
    AcceptH0,
    /// The engine is at least as strong as under H1.
    #[serde(rename = "h1")]
    AcceptH1,
    /// More games are needed.
    #[serde(rename = "undecided")]
    GoOn,
}

/// The reason for which a test is impossible.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum SprtError {
    /// The hypotheses are in the wrong order, or no numbers.
    #[error("expected two finite Elo differences, the smaller one first, found {elo0} and {elo1}")]
    Hypotheses {
        /// H0, in Elo, as given.
        elo0: f64,
        /// H1, in Elo, as given.
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

/// The substitute for a count of zero. A score that has not occurred yet may still occur, and with no scores on one
/// side of a hypothesis no distribution could have its mean. So small a number does not change a test that is about to end.
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

    /// The limits of the logarithm of the likelihood ratio at which the test ends: for H0, which is negative, and for
    /// H1.
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

    /// The decision of the test: to go on, or the hypothesis that is accepted.
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
mod tests {
    use fastrand::Rng;

    use super::*;
    use crate::stats::{Pentanomial, Trinomial};

    fn close(found: f64, expected: f64) {
        assert!((found - expected).abs() < 1e-3 * expected.abs().max(1.0), "{found}, not {expected}");
    }

    /// ln(0.95 / 0.05) = ln 19 = 2.944439; ln(0.10 / 0.95) = −2.251292.
    #[test]
    fn limits_are_walds() {
        let [lower, upper] = Sprt::new(0.0, 5.0, 0.05, 0.05).unwrap().limits();
        close(upper, 2.944_439);
        close(lower, -2.944_439);
        let [lower, upper] = Sprt::new(0.0, 5.0, 0.05, 0.10).unwrap().limits();
        close(lower, -2.251_292);
        close(upper, 2.890_372);
    }

    /// Without draws the likeliest distribution with mean s is s wins to 1 − s losses, and the ratio is the binomial one:
    /// wins · ln(s1/s0) + losses · ln((1 − s1)/(1 − s0)). With elo0 = 0 and elo1 = 400, s0 = 1/2 and s1 = 10/11:
    /// 60 · ln(20/11) + 40 · ln(2/11) = 60 · 0.597837 − 40 · 1.704748 = 35.870220 − 68.189920 = −32.319700.
    #[test]
    fn two_outcomes_are_the_binomial_test() {
        let sprt = Sprt::new(0.0, 400.0, 0.05, 0.05).unwrap();
        close(sprt.log_likelihood_ratio(&Trinomial::of_games(60, 0, 40)), -32.319_7);
        close(sprt.log_likelihood_ratio(&Pentanomial::new([40, 0, 0, 0, 60])), -32.319_7);
    }

    /// For hypotheses close to the mean the ratio is N (s1 − s0)(2m − s0 − s1) / (2 variance), the normal approximation.
    /// Here N = 10,000, m = 0.51, s0 = 0.5, s1 = 0.5071953 (5 Elo), and the variance of 3,100 wins, 4,000 draws and 2,900
    /// losses is 0.31 + 0.1 − 0.2601 = 0.1499: 10,000 · 0.0071953 · (1.02 − 1.0071953) / 0.2998 = 3.0731.
    #[test]
    fn close_hypotheses_are_the_normal_test() {
        let sprt = Sprt::new(0.0, 5.0, 0.05, 0.05).unwrap();
        let ratio = sprt.log_likelihood_ratio(&Trinomial::of_games(3_100, 4_000, 2_900));
        assert!((ratio - 3.073_1).abs() < 0.01, "{ratio}");
    }

    /// Turning round the engines and the hypotheses turns round the ratio.
    #[test]
    fn both_sides_see_the_same() {
        let (one, other) =
            (Sprt::new(-2.0, 7.0, 0.05, 0.05).unwrap(), Sprt::new(-7.0, 2.0, 0.05, 0.05).unwrap());
        for counts in [[3, 1, 4, 1, 5], [100, 0, 3, 20, 90], [0, 0, 9, 0, 0]] {
            let pairs = Pentanomial::new(counts);
            let sum = one.log_likelihood_ratio(&pairs) + other.log_likelihood_ratio(&pairs.reversed());
            assert!(sum.abs() < 1e-9, "{counts:?}: {sum}");
        }
    }

    #[test]
    fn counts_of_zero_are_no_trouble() {
        let sprt = Sprt::new(0.0, 20.0, 0.05, 0.05).unwrap();
        assert_eq!(sprt.log_likelihood_ratio(&Pentanomial::default()), 0.0);
        assert_eq!(sprt.decide(&Trinomial::default()), Decision::GoOn);
        for (index, count) in (0..5).flat_map(|index| [1, 30, 1_000_000].map(|count| (index, count))) {
            let mut counts = [0; 5];
            counts[index] = count;
            let ratio = sprt.log_likelihood_ratio(&Pentanomial::new(counts));
            assert!(ratio.is_finite() && (ratio > 0.0) == (index > 2), "{counts:?}: {ratio}");
        }
    }

    #[test]
    fn impossible_tests_are_refused() {
        for (elo0, elo1) in [(5.0, 5.0), (5.0, 0.0), (f64::NAN, 5.0), (0.0, f64::INFINITY)] {
            assert!(matches!(Sprt::new(elo0, elo1, 0.05, 0.05), Err(SprtError::Hypotheses { .. })));
        }
        for (alpha, beta) in [(0.0, 0.05), (0.05, 0.5), (-1.0, 0.05), (0.05, f64::NAN)] {
            assert!(matches!(Sprt::new(0.0, 5.0, alpha, beta), Err(SprtError::ErrorRates { .. })));
        }
    }

    /// The number of 1,000 matches that end with H1, and the mean of pairs or games that they take, when the scores
    /// have these probabilities.
    fn simulate<const N: usize>(sprt: &Sprt, probabilities: [f64; N], seed: u64) -> (usize, f64) {
        let mut random = Rng::with_seed(seed);
        let (mut accepted, mut played) = (0, 0);
        for _ in 0..1_000 {
            let mut scores = Scores::<N>::default();
            let decision = loop {
                let mut left = random.f64();
                let drawn = probabilities.iter().position(|&p| {
                    left -= p;
                    left < 0.0
                });
                scores.add(drawn.unwrap_or(N - 1));
                match sprt.decide(&scores) {
                    Decision::GoOn => {}
                    ended => break ended,
                }
            };
            accepted += usize::from(decision == Decision::AcceptH1);
            played += scores.total();
        }
        (accepted, played as f64 / 1_000.0)
    }

    /// Wins and losses with this share of draws and this mean score.
    fn games(draws: f64, elo: f64) -> [f64; 3] {
        let wins = score_of_elo(elo) - draws / 2.0;
        [1.0 - draws - wins, draws, wins]
    }

    /// Two games from an opening that gives the side which moves first `edge` Elo.
    fn pairs(draws: f64, elo: f64, edge: f64) -> [f64; 5] {
        // The edge is turned round, and half of the distance made up, so that the mean stays that of `elo`.
        let shift = (score_of_elo(edge) - score_of_elo(-edge)) / 2.0;
        let [loss, draw, win] = games(draws, elo);
        let (one, other) = ([loss - shift, draw, win + shift], [loss + shift, draw, win - shift]);
        let mut pairs = [0.0; 5];
        for (i, p) in one.iter().enumerate() {
            for (j, q) in other.iter().enumerate() {
                pairs[i + j] += p * q;
            }
        }
        pairs
    }

    /// Wald bounds the rate of wrong decisions by α / (1 − β) = 0.0526; among 1,000 matches three standard deviations of
    /// chance are 0.021 more.
    const MOST_WRONG: usize = 73;

    #[test]
    fn error_rates_of_games_are_within_their_bounds() {
        let sprt = Sprt::new(0.0, 50.0, 0.05, 0.05).unwrap();
        for draws in [0.0, 0.4] {
            let (wrong, _) = simulate(&sprt, games(draws, 0.0), 1);
            assert!(wrong <= MOST_WRONG, "{draws}: H1 was accepted {wrong} times, though H0 holds");
            let (right, _) = simulate(&sprt, games(draws, 50.0), 2);
            assert!(
                1_000 - right <= MOST_WRONG,
                "{draws}: H1 was accepted only {right} times, though it holds"
            );
        }
    }

    #[test]
    fn error_rates_of_pairs_are_within_their_bounds_and_pairs_save_games() {
        let sprt = Sprt::new(0.0, 50.0, 0.05, 0.05).unwrap();
        let (wrong, in_pairs) = simulate(&sprt, pairs(0.2, 0.0, 150.0), 3);
        assert!(wrong <= MOST_WRONG, "H1 was accepted {wrong} times, though H0 holds");
        let (right, _) = simulate(&sprt, pairs(0.2, 50.0, 150.0), 4);
        assert!(1_000 - right <= MOST_WRONG, "H1 was accepted only {right} times, though it holds");
        // The same games counted singly, which the edge of the openings makes noisier.
        let (_, in_games) = simulate(&sprt, games(0.2, 0.0), 5);
        assert!(2.0 * in_pairs < 0.95 * in_games, "{in_pairs} pairs, {in_games} games");
    }
}
