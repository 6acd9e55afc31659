//! Ratings of several engines from what each scored against each.

use std::f64::consts::LN_10;

use super::{Trinomial, Z_95};

/// The scores of two of several engines against each other. A pairing may be in a list more than once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Duel {
    /// The engine from whose point of view the scores are, by its number from 0.
    pub one: usize,
    /// The other engine, by its number from 0.
    pub other: usize,
    /// The scores.
    pub scores: Trinomial,
}

/// The strength of one of several engines.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// Elo above the mean of all.
    pub elo: f64,
    /// Half the width of the 95 % interval, in Elo.
    pub margin: f64,
}

/// The ratings of several engines.
#[derive(Clone, Debug, PartialEq)]
pub struct Ratings {
    /// A rating for each engine, in the order of their numbers. Their mean is 0.
    pub ratings: Vec<Rating>,
    /// Whether the games alone determine the ratings. If not, each engine was given one drawn game against an average
    /// one.
    pub determined: bool,
}

/// The reason for which there are no ratings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RatingError {
    /// An engine has a number that is too large.
    #[error("expected the numbers of two different engines of {engines}, found {one} and {other}")]
    NoSuchDuel {
        /// The number of engines.
        engines: usize,
        /// The number of the first engine.
        one: usize,
        /// The number of the second engine.
        other: usize,
    },
}

/// The ratings of engines 0 to `engines − 1` that make these results the likeliest, with a mean of 0.
///
/// The model is that of Bradley and Terry (1952): an engine that is d Elo stronger wins with a probability of
/// 1 / (1 + 10^(−d/400)). A draw counts as half a win and half a loss. The errors come from the curvature of the
/// likelihood (its observed information), relative to the mean of all; since a draw is less of a surprise than half a
/// win and half a loss, they are too wide rather than too narrow where many games are drawn.
///
/// There is no likeliest rating when some group of engines took no point at all from the rest (Ford, 1957): the one that
/// won everything would be infinitely strong. In this case, and when engines or groups never met, each is given one draw
/// against an average engine, and [`Ratings::determined`] is `false`.
///
/// ```
/// use tengen_arena::stats::{Duel, Trinomial, rate};
///
/// // Ten wins for each loss are 400 Elo, half above the mean and half below.
/// let duel = Duel { one: 0, other: 1, scores: Trinomial::of_games(100, 0, 10) };
/// let ratings = rate(2, &[duel])?;
/// assert!(ratings.determined);
/// assert_eq!(ratings.ratings.iter().map(|rating| rating.elo.round()).collect::<Vec<_>>(), [200.0, -200.0]);
/// # Ok::<(), tengen_arena::stats::RatingError>(())
/// ```
///
/// # Errors
/// When a duel names an engine that is not among them, or the same one twice.
pub fn rate(engines: usize, duels: &[Duel]) -> Result<Ratings, RatingError> {
    for &Duel { one, other, .. } in duels {
        if one == other || one.max(other) >= engines {
            return Err(RatingError::NoSuchDuel { engines, one, other });
        }
    }
    Ok(rate_checked(engines, duels))
}

/// Rates engines like [`rate`], for duels whose numbers are those of engines.
pub(crate) fn rate_checked(engines: usize, duels: &[Duel]) -> Ratings {
    let determined = is_determined(engines, duels);
    let mut model = Model { duels, strengths: vec![0.0; engines], prior: if determined { 0.0 } else { 1.0 } };
    let mut inverse = Vec::new();
    for _ in 0..MAX_STEPS {
        let (gradient, information) = model.derivatives();
        inverse = invert(information);
        let step: Vec<f64> =
            inverse.iter().map(|row| row.iter().zip(&gradient).map(|(a, b)| a * b).sum()).collect();
        let longest = step.iter().fold(0f64, |longest, part| longest.max(part.abs()));
        // The likelihood is concave. Bounded steps keep Newton's method from leaping out to where it is flat.
        let bound = if longest > LONGEST_STEP { LONGEST_STEP / longest } else { 1.0 };
        for (strength, part) in model.strengths.iter_mut().zip(&step) {
            *strength += bound * part;
        }
        if longest < 1e-10 {
            break;
        }
    }
    Ratings { ratings: model.ratings(&inverse), determined }
}

const MAX_STEPS: usize = 200;

/// The longest step of an iteration in natural units, of which one is 174 Elo.
const LONGEST_STEP: f64 = 1.0;

/// Elo in a natural unit: the odds are 10^(elo/400) and e^strength.
const ELO: f64 = 400.0 / LN_10;

/// The engines' strengths in natural units, and how they explain the results.
struct Model<'a> {
    duels: &'a [Duel],
    strengths: Vec<f64>,
    /// Drawn games of each against an opponent of strength 0.
    prior: f64,
}

impl Model<'_> {
    /// The first derivatives of the logarithm of the likelihood, and the second ones with their signs turned.
    fn derivatives(&self) -> (Vec<f64>, Vec<Vec<f64>>) {
        let engines = self.strengths.len();
        let expected = |difference: f64| 1.0 / (1.0 + (-difference).exp());
        // Without a prior, strengths that all grow by the same explain as much as before. A constant added to the
        // matrix pins their sum, and has no influence on anything else.
        let pin = if self.prior > 0.0 { 0.0 } else { 1.0 / engines as f64 };
        let (mut gradient, mut information) = (vec![0.0; engines], vec![vec![pin; engines]; engines]);
        for &Duel { one, other, scores } in self.duels {
            let p = expected(self.strengths[one] - self.strengths[other]);
            let games = scores.total() as f64;
            let surplus = scores.points() - games * p;
            gradient[one] += surplus;
            gradient[other] -= surplus;
            let weight = games * p * (1.0 - p);
            information[one][one] += weight;
            information[other][other] += weight;
            information[one][other] -= weight;
            information[other][one] -= weight;
        }
        for (index, &strength) in self.strengths.iter().enumerate() {
            let p = expected(strength);
            gradient[index] += self.prior * (0.5 - p);
            information[index][index] += self.prior * p * (1.0 - p);
        }
        (gradient, information)
    }

    /// The strengths as Elo about their mean, with errors from the inverse of the information.
    fn ratings(&self, inverse: &[Vec<f64>]) -> Vec<Rating> {
        let engines = self.strengths.len() as f64;
        let mean = self.strengths.iter().sum::<f64>() / engines;
        let row_means: Vec<f64> = inverse.iter().map(|row| row.iter().sum::<f64>() / engines).collect();
        let grand_mean = row_means.iter().sum::<f64>() / engines;
        let rating = |(index, strength): (usize, &f64)| {
            // The variance of a strength less the mean of all: what is common to all drops out, and the pin with it.
            let variance = inverse[index][index] - 2.0 * row_means[index] + grand_mean;
            Rating { elo: ELO * (strength - mean), margin: ELO * Z_95 * variance.max(0.0).sqrt() }
        };
        self.strengths.iter().enumerate().map(rating).collect()
    }
}

/// Whether from each engine a chain of taken points, however short of wins, leads to each other one.
fn is_determined(engines: usize, duels: &[Duel]) -> bool {
    let reaches_all = |forward: bool| {
        let mut reached = vec![false; engines];
        let mut open: Vec<usize> = (0..engines.min(1)).collect();
        while let Some(engine) = open.pop() {
            if std::mem::replace(&mut reached[engine], true) {
                continue;
            }
            for &Duel { one, other, scores } in duels {
                let half_points = |scores: Trinomial| scores.draws() + scores.wins() > 0;
                for (from, to, takes) in
                    [(one, other, half_points(scores)), (other, one, half_points(scores.reversed()))]
                {
                    let (from, to) = if forward { (from, to) } else { (to, from) };
                    if takes && from == engine {
                        open.push(to);
                    }
                }
            }
        }
        reached.into_iter().all(|reached| reached)
    };
    reaches_all(true) && reaches_all(false)
}

/// The inverse of a symmetric positive definite matrix, by Gauss and Jordan. Such a matrix needs no pivoting.
fn invert(mut matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    for pivot in 0..matrix.len() {
        // A pivot is above zero by what the matrix is; rounding may touch that where strengths lie very far apart.
        let scale = 1.0 / matrix[pivot][pivot].max(f64::MIN_POSITIVE.sqrt());
        matrix[pivot][pivot] = 1.0;
        matrix[pivot].iter_mut().for_each(|entry| *entry *= scale);
        let pivot_row = matrix[pivot].clone();
        for (_, row) in matrix.iter_mut().enumerate().filter(|&(index, _)| index != pivot) {
            let factor = std::mem::replace(&mut row[pivot], 0.0);
            for (entry, above) in row.iter_mut().zip(&pivot_row) {
                *entry -= factor * above;
            }
        }
    }
    matrix
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::{elo_of_score, score_of_elo};

    fn duel(one: usize, other: usize, wins: u64, draws: u64, losses: u64) -> Duel {
        Duel { one, other, scores: Trinomial::of_games(wins, draws, losses) }
    }

    fn close(found: f64, expected: f64) {
        assert!((found - expected).abs() < 0.01, "{found}, not {expected}");
    }

    /// Two engines: the difference is that of the score, 400 · log₁₀(75/25) = 190.848, half on each side. The variance
    /// of the difference is 1 / (n p q) = 1 / (100 · 0.75 · 0.25) = 0.053333 in natural units, so the error of each is
    /// half of 1.959964 · √0.053333 · 173.717793 = 78.630.
    #[test]
    fn two_engines_by_hand() {
        let found = rate(2, &[duel(0, 1, 70, 10, 20)]).unwrap();
        assert!(found.determined);
        for (rating, sign) in found.ratings.iter().zip([1.0, -1.0]) {
            close(rating.elo, sign * 95.424);
            close(rating.margin, 39.315);
        }
    }

    /// A chain of three: each difference is that of its duel, 400 · log₁₀ 3 = 190.848.
    #[test]
    fn a_chain_by_hand() {
        let found = rate(3, &[duel(0, 1, 30, 0, 10), duel(2, 1, 10, 0, 30)]).unwrap();
        let elo: Vec<f64> = found.ratings.iter().map(|rating| rating.elo).collect();
        for (found, expected) in elo.into_iter().zip([190.848, 0.0, -190.848]) {
            close(found, expected);
        }
        assert!(found.ratings[1].margin < found.ratings[0].margin);
    }

    #[test]
    fn a_clean_sweep_has_ratings_too() {
        let found = rate(3, &[duel(0, 1, 20, 0, 0), duel(0, 2, 20, 0, 0), duel(1, 2, 10, 0, 10)]).unwrap();
        assert!(!found.determined);
        let [first, second, third] = [0, 1, 2].map(|index| found.ratings[index]);
        assert!(first.elo > 300.0 && first.elo.is_finite() && first.margin > 100.0, "{first:?}");
        close(second.elo, third.elo);
        close(first.elo + second.elo + third.elo, 0.0);
    }

    #[test]
    fn without_games_all_are_average() {
        let found = rate(3, &[]).unwrap();
        assert!(
            !found.determined
                && found.ratings.iter().all(|rating| rating.elo == 0.0 && rating.margin > 300.0)
        );
        assert_eq!(rate(0, &[]).unwrap().ratings, []);
    }

    #[test]
    fn duels_with_unknown_or_equal_players_are_refused() {
        assert!(rate(2, &[duel(0, 2, 1, 0, 0)]).is_err());
        assert!(rate(2, &[duel(1, 1, 1, 0, 0)]).is_err());
    }

    /// The true strengths come back, and 95 % of them lie within their error, from games with no draws.
    #[test]
    fn simulated_strengths_are_recovered() {
        let strengths: [f64; 6] = [-250.0, -120.0, -30.0, 40.0, 130.0, 230.0];
        let mut random = fastrand::Rng::with_seed(7);
        let mut inside = 0;
        for _ in 0..200 {
            let mut duels = Vec::new();
            for one in 0..6 {
                for other in 0..one {
                    let p = score_of_elo(strengths[one] - strengths[other]);
                    let wins = (0..60).filter(|_| random.f64() < p).count() as u64;
                    duels.push(duel(one, other, wins, 0, 60 - wins));
                }
            }
            let found = rate(6, &duels).unwrap();
            let within = |(rating, truth): (&Rating, &f64)| (rating.elo - truth).abs() <= rating.margin;
            inside += found.ratings.iter().zip(&strengths).filter(|&pair| within(pair)).count();
        }
        // Of 1,200 ratings 1,140 are expected; those of one tournament depend on each other, so leave some room.
        assert!((1_105..=1_175).contains(&inside), "{inside}");
    }

    /// Far apart, and all the same solved to the last digit: the sums of points are those expected.
    #[test]
    fn extreme_results_converge() {
        let found = rate(2, &[duel(0, 1, 1_000_000, 0, 1)]).unwrap();
        close(found.ratings[0].elo - found.ratings[1].elo, elo_of_score(1_000_000.0 / 1_000_001.0));
    }
}
