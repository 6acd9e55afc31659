//! The normal distribution.

use std::f64::consts::PI;

/// The quantile of 97.5 %: 95 % of a normal distribution lie within so many standard deviations of its mean.
pub(super) const Z_95: f64 = 1.959_963_984_540_054;

/// The probability that a standard normal variable is below `z`.
///
/// Near the middle the series of Abramowitz and Stegun, *Handbook of Mathematical Functions*, 26.2.11, far out the
/// continued fraction 26.2.14, which keeps tiny probabilities exact.
pub(super) fn probability_below(z: f64) -> f64 {
    if z.is_nan() {
        return z;
    }
    let distance = z.abs();
    let density = (-distance * distance / 2.0).exp() / (2.0 * PI).sqrt();
    let tail = if distance < 3.0 {
        // z + z³/3 + z⁵/15 + …: each term is the one before times z²/(2n+1).
        let (mut term, mut sum, mut odd) = (distance, distance, 3.0);
        while term > sum * 1e-17 {
            term *= distance * distance / odd;
            sum += term;
            odd += 2.0;
        }
        0.5 - density * sum
    } else {
        // 1/(z + 1/(z + 2/(z + 3/(z + …)))), from the inside out; 60 levels are exact from 3 on.
        let fraction = (1..=60).rev().fold(distance, |inner, n| distance + f64::from(n) / inner);
        density / fraction
    };
    if z < 0.0 { tail } else { 1.0 - tail }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Figures from the tables of the same handbook (26.1), to ten places.
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
            let found = probability_below(z);
            assert!((found / expected - 1.0).abs() < 1e-9, "{z}: {found}");
        }
        assert!((probability_below(Z_95) - 0.975).abs() < 1e-12);
        assert_eq!((probability_below(f64::INFINITY), probability_below(f64::NEG_INFINITY)), (1.0, 0.0));
    }

    #[test]
    fn the_two_methods_meet() {
        assert!((probability_below(2.999_999_999) - probability_below(3.0)).abs() < 1e-11);
    }
}
