//! The strength that results show: scores with error bars, sequential tests, ratings.
//!
//! Everything here is a function of counts. [`Scores`] holds them from one engine's point of view: single games are
//! [`Trinomial`] (loss, draw, win); two games from the same opening with colours reversed are one pair, and pairs are
//! [`Pentanomial`] (0, ½, 1, 1½, 2 points). A lopsided opening gives each side one win, which is no evidence about the
//! engines but looks like noise when the games are counted singly; counted in pairs it is a plain 1–1. So pairs need
//! fewer games for the same certainty, and where openings are paired they are the right thing to count.
//!
//! | question | answer |
//! |---|---|
//! | How much stronger, and how sure is that? | [`Scores::elo`] |
//! | How likely is it stronger at all? | [`Scores::superiority`] |
//! | May the match stop? | [`Sprt`] |
//! | How strong is each of many? | [`rate`] |
//!
//! Elo is logistic: a difference of d means an expected score of 1 / (1 + 10^(−d/400)) points a game.

mod rating;
mod scores;
mod sprt;

use serde::Serialize;

pub(crate) use rating::rate_checked;
pub use rating::{Duel, Rating, RatingError, Ratings, rate};
pub use scores::{Pentanomial, Scores, Trinomial};
pub use sprt::{Decision, Sprt, SprtError};

/// The 97.5 % quantile of the normal distribution: 95 % lie within this many standard deviations of the mean.
const Z_95: f64 = 1.959_963_984_540_054;

/// The Elo difference at which this many points a game are expected: 400 · log₁₀(score / (1 − score)).
///
/// Infinite at 0 and 1.
///
/// ```
/// use tengen_arena::stats::{elo_of_score, score_of_elo};
///
/// assert_eq!(elo_of_score(0.5), 0.0);
/// // Ten to one.
/// assert!((elo_of_score(10.0 / 11.0) - 400.0).abs() < 1e-9);
/// assert!((score_of_elo(-400.0) - 1.0 / 11.0).abs() < 1e-12);
/// ```
pub fn elo_of_score(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}

/// Expected points a game, between 0 and 1, for an engine that is `elo` stronger: 1 / (1 + 10^(−elo/400)).
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// An Elo difference as far as it is known.
///
/// The interval is not symmetric, since Elo is not linear in points, and either end may be infinite.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct EloEstimate {
    /// The difference that fits the score best.
    pub elo: f64,
    /// The lower end of the 95 % interval.
    pub low: f64,
    /// The upper end of the 95 % interval.
    pub high: f64,
}

impl EloEstimate {
    /// Half the width of the interval, as in "+12 ± 30"; infinite if an end is.
    pub fn margin(&self) -> f64 {
        (self.high - self.low) / 2.0
    }
}

impl<const N: usize> Scores<N> {
    /// How much stronger the engine is than its opponent, in Elo, with its 95 % interval; `None` without any games.
    ///
    /// The interval is that of the mean score, ± 1.96 standard errors (a normal approximation: a few dozen games make
    /// it good), taken over to Elo. Where all scores are the same their variance of zero would claim certainty.
    /// Then the interval is the exact one of Clopper and Pearson (1934): with 97.5 % confidence such a score has a
    /// probability of at least 0.025^(1/n), and the rest is as bad, or as good, as it can be.
    ///
    /// ```
    /// use tengen_arena::stats::Trinomial;
    ///
    /// let estimate = Trinomial::of_games(30, 50, 20).elo().ok_or("no games")?;
    /// assert_eq!(format!("{:.1} ± {:.1}", estimate.elo, estimate.margin()), "34.9 ± 48.5");
    /// let sweep = Trinomial::of_games(10, 0, 0).elo().ok_or("no games")?;
    /// assert!(sweep.elo.is_infinite() && (100.0..200.0).contains(&sweep.low));
    /// # Ok::<(), &str>(())
    /// ```
    pub fn elo(&self) -> Option<EloEstimate> {
        let (mean, error) = (self.mean()?, self.standard_error()?);
        let (low, high) = if self.counts().iter().filter(|&&count| count > 0).count() == 1 {
            let probable = 0.025f64.powf(1.0 / self.total() as f64);
            (mean * probable, 1.0 - (1.0 - mean) * probable)
        } else {
            ((mean - Z_95 * error).max(0.0), (mean + Z_95 * error).min(1.0))
        };
        Some(EloEstimate { elo: elo_of_score(mean), low: elo_of_score(low), high: elo_of_score(high) })
    }
}

#[cfg(test)]
mod tests {
    use crate::stats::{Pentanomial, Trinomial};

    fn close(found: f64, expected: f64) {
        assert!((found - expected).abs() < 5e-3, "{found}, not {expected}");
    }

    /// The mean is 0.55 ± 1.96 · 0.035 = 0.48140 … 0.61860 (see the moments). 400 · log₁₀(55/45) = 34.86,
    /// 400 · log₁₀(0.48140/0.51860) = −12.93, 400 · log₁₀(0.61860/0.38140) = 84.01.
    #[test]
    fn the_interval_of_games_by_hand() {
        let estimate = Trinomial::of_games(30, 50, 20).elo().unwrap();
        close(estimate.elo, 34.86);
        close(estimate.low, -12.93);
        close(estimate.high, 84.01);
    }

    /// Ten wins: 0.025^(1/10) = 0.691503, and 400 · log₁₀(0.691503/0.308497) = 140.22.
    #[test]
    fn a_clean_sweep_is_not_certainty() {
        let estimate = Trinomial::of_games(10, 0, 0).elo().unwrap();
        assert_eq!((estimate.elo, estimate.high), (f64::INFINITY, f64::INFINITY));
        close(estimate.low, 140.22);
        let lost = Trinomial::of_games(0, 0, 10).elo().unwrap();
        close(lost.high, -140.22);
        let drawn = Pentanomial::new([0, 0, 10, 0, 0]).elo().unwrap();
        assert_eq!(drawn.elo, 0.0);
        assert!(drawn.low < -50.0 && drawn.high > 50.0);
    }

    /// Reversing the point of view turns the estimate round, and an interval always holds its estimate.
    #[test]
    fn both_sides_see_the_same() {
        for counts in [[3, 1, 4, 1, 5], [0, 0, 0, 1, 2], [0, 7, 0, 0, 0], [0, 0, 0, 0, 1]] {
            let (one, other) = (Pentanomial::new(counts), Pentanomial::new(counts).reversed());
            let (one, other) = (one.elo().unwrap(), other.elo().unwrap());
            assert!(one.low <= one.elo && one.elo <= one.high, "{one:?}");
            for (a, b) in [(one.elo, other.elo), (one.low, other.high), (one.high, other.low)] {
                assert!(a == -b || (a + b).abs() < 1e-9, "{one:?} {other:?}");
            }
        }
        assert_eq!(Trinomial::default().elo(), None);
    }
}
