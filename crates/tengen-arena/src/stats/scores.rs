use std::f64::consts::SQRT_2;
use std::ops::AddAssign;

use libm::erfc;

/// How often each of `N` equally spaced scores came about, from one engine's point of view and the worst first.
///
/// Score `i` of `N` is `i / (N − 1)` points per game, so all moments are per game, between 0 and 1, for single
/// games and for pairs.
///
/// ```
/// use tengen_arena::stats::{Pentanomial, Trinomial};
///
/// let games = Trinomial::of_games(60, 20, 20);
/// assert_eq!(games.mean(), Some(0.7));
/// // Two pairs won 1½–½ and one lost 0–2.
/// let pairs = Pentanomial::new([1, 0, 0, 2, 0]);
/// assert_eq!((pairs.total(), pairs.mean()), (3, Some(0.5)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scores<const N: usize> {
    counts: [u64; N],
}

/// Single games: losses, draws, wins.
pub type Trinomial = Scores<3>;

/// Pairs of games from the same opening with colours reversed: 0, ½, 1, 1½ and 2 points of 2.
pub type Pentanomial = Scores<5>;

impl<const N: usize> Default for Scores<N> {
    fn default() -> Scores<N> {
        Scores { counts: [0; N] }
    }
}

impl Trinomial {
    /// The counts of these wins, draws and losses.
    pub const fn of_games(wins: u64, draws: u64, losses: u64) -> Trinomial {
        Scores { counts: [losses, draws, wins] }
    }

    /// Games won.
    pub const fn wins(&self) -> u64 {
        self.counts[2]
    }

    /// Games drawn.
    pub const fn draws(&self) -> u64 {
        self.counts[1]
    }

    /// Games lost.
    pub const fn losses(&self) -> u64 {
        self.counts[0]
    }

    /// The points of all games: a win is a point, a draw half of one.
    pub fn points(&self) -> f64 {
        self.wins() as f64 + self.draws() as f64 / 2.0
    }
}

impl<const N: usize> Scores<N> {
    /// Scores with these counts, that of the worst score first.
    pub const fn new(counts: [u64; N]) -> Scores<N> {
        Scores { counts }
    }

    /// The counts, that of the worst score first.
    pub const fn counts(&self) -> [u64; N] {
        self.counts
    }

    /// Counts one more game or pair: for a game 0, 1 or 2 half points, for a pair 0 to 4.
    ///
    /// # Panics
    /// When there is no such score.
    pub fn add(&mut self, half_points: usize) {
        self.counts[half_points] += 1;
    }

    /// The number of games, or of pairs.
    pub fn total(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// The scores from the opponent's point of view.
    pub fn reversed(mut self) -> Scores<N> {
        self.counts.reverse();
        self
    }

    /// The scores with their counts.
    pub(super) fn weighted(&self) -> [(f64, f64); N] {
        std::array::from_fn(|index| (index as f64 / (N - 1) as f64, self.counts[index] as f64))
    }

    /// The mean of the squared distances from `point`; `None` without any games.
    pub(super) fn spread_about(&self, point: f64) -> Option<f64> {
        let total = self.total();
        let sum: f64 = self.weighted().iter().map(|(score, count)| count * (score - point).powi(2)).sum();
        (total > 0).then(|| sum / total as f64)
    }

    /// Points a game, between 0 and 1; `None` without any games.
    pub fn mean(&self) -> Option<f64> {
        let total = self.total();
        let sum: f64 = self.weighted().iter().map(|(score, count)| score * count).sum();
        (total > 0).then(|| sum / total as f64)
    }

    /// The variance of one score, in squared points a game: that of a game, or of a pair's mean. It is the maximum
    /// likelihood estimate, which divides by the number of scores. `None` without any games.
    ///
    /// ```
    /// use tengen_arena::stats::{Pentanomial, Trinomial};
    ///
    /// // 50 openings that Black always wins: 50–50 in games, but all pairs are 1–1 and there is no chance in it.
    /// assert_eq!(Trinomial::of_games(50, 0, 50).variance(), Some(0.25));
    /// assert_eq!(Pentanomial::new([0, 0, 50, 0, 0]).variance(), Some(0.0));
    /// ```
    pub fn variance(&self) -> Option<f64> {
        self.mean().and_then(|mean| self.spread_about(mean))
    }

    /// The standard error of [`Scores::mean`], in points a game; `None` without any games.
    pub fn standard_error(&self) -> Option<f64> {
        self.variance().map(|variance| (variance / self.total() as f64).sqrt())
    }

    /// The likelihood of superiority: how probable it is that the engine is the stronger one, if only these
    /// results are known; ½ without any.
    ///
    /// It is Φ((mean − ½) / √(spread about ½ / number)). For single games that is the usual
    /// Φ((wins − losses) / √(wins + losses)), on which draws have no influence (R. Coulom's approximation); measuring
    /// the spread about ½ rather than about the mean is what makes it so, and what keeps a clean sweep finite.
    ///
    /// ```
    /// use tengen_arena::stats::Trinomial;
    ///
    /// assert_eq!(Trinomial::of_games(5, 90, 5).superiority(), 0.5);
    /// assert!(Trinomial::of_games(10, 90, 0).superiority() > 0.99);
    /// ```
    pub fn superiority(&self) -> f64 {
        match (self.mean(), self.spread_about(0.5)) {
            (Some(mean), Some(spread)) if spread > 0.0 => {
                normal_cdf((mean - 0.5) / (spread / self.total() as f64).sqrt())
            }
            _ => 0.5,
        }
    }
}

/// The probability that a standard normal variable is below `z`.
fn normal_cdf(z: f64) -> f64 {
    erfc(-z / SQRT_2) / 2.0
}

impl<const N: usize> AddAssign for Scores<N> {
    fn add_assign(&mut self, other: Scores<N>) {
        for (count, more) in self.counts.iter_mut().zip(other.counts) {
            *count += more;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(found: Option<f64>, expected: f64) {
        assert!(found.is_some_and(|found| (found - expected).abs() < 1e-12), "{found:?}, not {expected}");
    }

    /// 30 wins, 50 draws, 20 losses: the mean is (30 + 25) / 100 = 0.55, the mean square (30 + 12.5) / 100 = 0.425, so
    /// the variance is 0.425 − 0.3025 = 0.1225 = 0.35², and the standard error 0.35 / 10.
    #[test]
    fn moments_of_games() {
        let games = Trinomial::of_games(30, 50, 20);
        assert_eq!(games.points(), 55.0);
        close(games.mean(), 0.55);
        close(games.variance(), 0.1225);
        close(games.standard_error(), 0.035);
    }

    /// Pairs 1, 2, 4, 2, 1: symmetric about ½; the variance is (2·½² + 4·¼²) / 10 = 0.075.
    #[test]
    fn moments_of_pairs() {
        let pairs = Pentanomial::new([1, 2, 4, 2, 1]);
        close(pairs.mean(), 0.5);
        close(pairs.variance(), 0.075);
        assert_eq!(pairs.superiority(), 0.5);
    }

    /// (16 − 9) / √(16 + 9) = 1.4, and Φ(1.4) = 0.919243340766.
    #[test]
    fn superiority_of_games_is_the_closed_form() {
        for draws in [0, 7, 1000] {
            let games = Trinomial::of_games(16, draws, 9);
            close(Some((games.superiority() * 1e10).round()), 9_192_433_408.0);
            close(Some(games.reversed().superiority() + games.superiority()), 1.0);
        }
    }

    /// Figures from Abramowitz and Stegun, *Handbook of Mathematical Functions*, 26.1, to ten places.
    #[test]
    fn probabilities_are_those_of_the_tables() {
        let table = [
            (0.0, 0.5),
            (0.5, 0.691_462_461_274_013),
            (1.0, 0.841_344_746_068_543),
            (2.0, 0.977_249_868_051_821),
            (3.0, 0.998_650_101_968_370),
            (-1.0, 0.158_655_253_931_457),
            (-4.0, 3.167_124_183_312e-5),
            (-6.0, 9.865_876_450_377e-10),
        ];
        for (z, expected) in table {
            let found = normal_cdf(z);
            assert!((found / expected - 1.0).abs() < 1e-9, "{z}: {found}");
        }
        assert!((normal_cdf(crate::stats::Z_95) - 0.975).abs() < 1e-12);
        assert_eq!((normal_cdf(f64::INFINITY), normal_cdf(f64::NEG_INFINITY)), (1.0, 0.0));
    }

    #[test]
    fn no_games_have_no_moments() {
        let none = Pentanomial::default();
        assert_eq!((none.mean(), none.variance(), none.standard_error()), (None, None, None));
        assert_eq!(none.superiority(), 0.5);
    }

    #[test]
    fn counts_add_up() {
        let mut games = Trinomial::default();
        for half_points in [2, 2, 1, 0] {
            games.add(half_points);
        }
        games += Trinomial::of_games(1, 2, 3);
        assert_eq!(games, Trinomial::of_games(3, 3, 4));
        assert_eq!((games.wins(), games.draws(), games.losses(), games.total()), (3, 3, 4, 10));
    }
}
