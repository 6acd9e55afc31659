//! How long to think about a move.

use std::time::Duration;

/// The `time_left` that stands for a match without a limit.
pub const UNLIMITED_MS: i64 = 2_147_483_647;

/// What the manager has said about time, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clocks {
    /// The limit for each move; 0 asks for a move at once.
    pub turn_ms: i64,
    /// What is left of the time for the whole game; `None` without a limit, negative when it is overdrawn.
    pub left_ms: Option<i64>,
    /// What each move adds to the time for the whole game.
    pub increment_ms: i64,
}

/// How long to think about a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allowance {
    /// The search must have ended by then; zero asks for an answer at once.
    pub limit: Duration,
    /// What the move should take, less where it is clear and more where it is not: a part of the time for the game. `None`
    /// where nothing is gained by an earlier answer.
    pub target: Option<Duration>,
}

impl Allowance {
    /// An answer at once.
    pub const NONE: Allowance = Allowance { limit: Duration::ZERO, target: None };
}

/// For the way of the move through pipes and a busy machine: the least, what a second of the limit adds, and the most.
const LEAST_MARGIN_MS: i64 = 5;
const MARGIN_PER_SECOND_MS: i64 = 50;
const MOST_MARGIN_MS: i64 = 30;
/// What clocks that tick coarsely or drift may cost: one part in so many of the limit.
const MARGIN_PARTS: i64 = 33;
/// What a move costs of the time for the game besides the search: processes that wake up, and pipes.
const OVERHEAD_MS: i64 = 12;
/// Own moves that a game is planned to last, and the fewest for which time is kept at any moment.
const PLANNED_MOVES: i64 = 36;
const RESERVED_MOVES: i64 = 14;
/// A difficult move may take as many halves of its share as this, if that is no more than half of what is left.
const MOST_HALVES: i64 = 5;

/// The time to search for this move.
///
/// `own_stones` is how many moves the program has made, `empty` how many points are left. Of the time for
/// the game, each move gets an equal part of a game of usual length as its target, and two and a half times as much as its
/// limit; long games get smaller and smaller parts, so that the time never runs out. The result stays below the limit for
/// a move by a margin. Where there is only that limit, all of it is used.
///
/// ```
/// use std::time::Duration;
/// use tengen_protocol::gomocup::{Allowance, Clocks, time_for_move};
///
/// let at_once = Clocks { turn_ms: 0, left_ms: None, increment_ms: 0 };
/// assert_eq!(time_for_move(at_once, 0, 225), Allowance::NONE);
/// let game = Clocks { turn_ms: 30_000, left_ms: Some(180_000), increment_ms: 0 };
/// let allowance = time_for_move(game, 0, 225);
/// assert!(allowance.target.is_some_and(|target| 2 * target < allowance.limit));
/// ```
pub fn time_for_move(clocks: Clocks, own_stones: usize, empty: usize) -> Allowance {
    let turn = within(clocks.turn_ms);
    let Some(left) = clocks.left_ms else { return Allowance { limit: milliseconds(turn), target: None } };
    let own_stones = i64::try_from(own_stones).unwrap_or(i64::MAX);
    // The opponent takes every other point, so there are no more moves than half the empty ones.
    let most = i64::try_from(empty / 2 + 1).unwrap_or(i64::MAX);
    let moves = PLANNED_MOVES.saturating_sub(own_stones).max(RESERVED_MOVES).min(most);
    // What every move costs besides the search is kept back for the longest possible game.
    let usable = left.saturating_sub(most.saturating_mul(OVERHEAD_MS)).saturating_sub(MOST_MARGIN_MS).max(0);
    // An increment only comes after the move, so it cannot be spent before.
    let share = (usable / moves).saturating_add(clocks.increment_ms.max(0)).min(usable);
    let longest = (share.saturating_mul(MOST_HALVES) / 2).min(usable / 2).max(share);
    let limit = turn.min(longest);
    Allowance { limit: milliseconds(limit), target: (share < limit).then(|| milliseconds(share)) }
}

fn milliseconds(ms: i64) -> Duration {
    Duration::from_millis(ms.unsigned_abs())
}

/// The part of a limit that can be used: less a margin, but a quarter of even the shortest limit.
fn within(limit_ms: i64) -> i64 {
    let limit = limit_ms.max(0);
    let way = limit.saturating_mul(MARGIN_PER_SECOND_MS) / 1_000 + LEAST_MARGIN_MS;
    let margin = way.min(MOST_MARGIN_MS) + limit / MARGIN_PARTS;
    (limit - margin).max(limit / 4)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Limit and target in milliseconds.
    fn ms(turn_ms: i64, left_ms: Option<i64>, own_stones: usize) -> (u128, Option<u128>) {
        let clocks = Clocks { turn_ms, left_ms, increment_ms: 0 };
        in_ms(time_for_move(clocks, own_stones, 225 - 2 * own_stones))
    }

    fn in_ms(allowance: Allowance) -> (u128, Option<u128>) {
        (allowance.limit.as_millis(), allowance.target.map(|target| target.as_millis()))
    }

    #[test]
    fn a_turn_limit_alone_is_used_up_to_a_margin() {
        let cases = [
            (30_000, 30_000 - 30 - 909),
            (1_000, 940),
            (100, 87),
            (50, 42),
            (20, 14),
            (5, 1),
            (1, 0),
            (0, 0),
            (-5, 0),
        ];
        for (turn_ms, used) in cases {
            assert_eq!(ms(turn_ms, None, 0), (used, None), "{turn_ms}");
        }
    }

    #[test]
    fn longer_limits_leave_more_time() {
        let used = |turn_ms| ms(turn_ms, None, 0).0;
        assert!((0..3_000).all(|turn_ms| used(turn_ms) <= used(turn_ms + 1)));
    }

    #[test]
    fn the_time_for_the_game_is_spread_over_its_moves() {
        let (limit, target) = ms(30_000, Some(180_000), 0);
        assert!((4_000..6_000).contains(&target.unwrap()), "{target:?}");
        assert!((10_000..15_000).contains(&limit), "{limit}");
        assert_eq!(ms(1_000, Some(180_000), 0), (940, None), "the turn limit holds");
        let (limit, target) = ms(8_000, Some(180_000), 0);
        assert!(limit < 8_000 && target.is_some_and(|target| target < limit), "{limit} {target:?}");
        assert_eq!(
            ms(30_000, Some(1_000), 10),
            (0, None),
            "the little that is left goes into carrying moves out"
        );
        assert_eq!(ms(30_000, Some(0), 10), (0, None));
        assert_eq!(ms(30_000, Some(-700), 10), (0, None), "an overdrawn clock asks for a move at once");
        assert_eq!(ms(0, Some(180_000), 10), (0, None));
    }

    #[test]
    fn an_increment_is_used_as_far_as_there_is_time() {
        let with = |left, increment_ms| {
            let clocks = Clocks { turn_ms: 60_000, left_ms: Some(left), increment_ms };
            in_ms(time_for_move(clocks, 0, 225))
        };
        assert_eq!(with(180_000, 1_000).1.unwrap(), with(180_000, 0).1.unwrap() + 1_000);
        assert!(with(180_000, 1_000).0 > with(180_000, 0).0);
        assert!(with(3_000, 50_000).0 < 3_000);
        assert_eq!(with(-5, 50_000), (0, None));
    }

    #[test]
    fn the_last_moves_of_a_full_board_may_use_what_is_left() {
        let clocks = Clocks { turn_ms: 30_000, left_ms: Some(10_000), increment_ms: 0 };
        assert!(time_for_move(clocks, 112, 1).limit > Duration::from_secs(9));
    }

    #[test]
    fn the_time_for_the_game_never_runs_out() {
        for budget in [5_000_i64, 120_000, 180_000, 1_000_000] {
            for increment_ms in [0, 100, 5_000] {
                let mut left = budget;
                for own_stones in 0..113 {
                    let clocks = Clocks { turn_ms: 30_000, left_ms: Some(left), increment_ms };
                    let allowance = time_for_move(clocks, own_stones, 225 - 2 * own_stones);
                    // Each move is as difficult as can be.
                    left -= i64::try_from(allowance.limit.as_millis()).unwrap() + OVERHEAD_MS;
                    assert!(left > 0, "{budget} {increment_ms} {own_stones}");
                    left += increment_ms;
                }
            }
        }
    }

    #[test]
    fn extreme_numbers_do_no_harm() {
        for number in [i64::MIN, -1, 0, 1, i64::MAX] {
            for other in [None, Some(i64::MIN), Some(-1), Some(i64::MAX)] {
                for count in [0, 1, 1_000, usize::MAX] {
                    let clocks = Clocks { turn_ms: number, left_ms: other, increment_ms: number };
                    time_for_move(clocks, count, count);
                }
            }
        }
    }
}
