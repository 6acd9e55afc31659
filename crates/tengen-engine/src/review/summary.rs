use std::cmp::Reverse;

use tengen_analysis::{MoveClass, ReviewedMove, Side};
use tengen_game::Color;

use super::Review;

/// The accuracy, from 0 to 100, of a move that gave away `loss` thousandths of the chances to win.
///
/// The curve is the one that lichess.org publishes for chess (“Lichess Accuracy metric”, which speaks of per cent of the
/// chances as well): 103.1668 · e^(−0.04354 · loss) − 3.1669. A move that gives away nothing has 100, one that gives away a
/// tenth of the game 64, and half of it 9. Other than there, a side's accuracy is the plain mean of its moves.
pub fn accuracy_of_loss(loss: u16) -> f64 {
    let per_cent = f64::from(loss) / 10.0;
    (103.1668 * (-0.04354 * per_cent).exp() - 3.1669).clamp(0.0, 100.0)
}

impl Review {
    /// Sums up the moves that were looked at, in the order of the game.
    pub(super) fn new(moves: Vec<ReviewedMove>, is_complete: bool) -> Review {
        let mut worst: Vec<&ReviewedMove> =
            moves.iter().filter(|reviewed| reviewed.class >= MoveClass::Slip).collect();
        worst.sort_by_key(|reviewed| Reverse(reviewed.loss));
        worst.truncate(Review::TURNING_POINTS);
        let mut turning_points: Vec<usize> = worst.into_iter().map(|reviewed| reviewed.number).collect();
        turning_points.sort_unstable();
        let sides = Color::BOTH.map(|color| side(moves.iter().filter(|reviewed| reviewed.mover == color)));
        Review { moves, sides, turning_points, is_complete }
    }
}

fn side<'a>(moves: impl Iterator<Item = &'a ReviewedMove>) -> Side {
    let (mut sum, mut count, mut classes) = (0.0, 0_u32, [0; 5]);
    for reviewed in moves {
        sum += accuracy_of_loss(reviewed.loss);
        count += 1;
        classes[reviewed.class as usize] += 1;
    }
    let accuracy = (count > 0).then(|| (sum / f64::from(count)).round() as u8);
    Side { accuracy, classes }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_gives_away_nothing_is_accurate() {
        let rounded = [0, 10, 100, 200, 500, 1_000].map(|loss| accuracy_of_loss(loss).round() as u8);
        assert_eq!(rounded, [100, 96, 64, 40, 9, 0]);
    }
}
