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

/// For the way of the move through pipes and a busy machine.
const MARGIN_MS: i64 = 30;
/// What clocks that tick coarsely or drift may cost: one part in so many of the limit.
const MARGIN_PARTS: i64 = 33;
/// What a move costs of the time for the game besides the search: processes that wake up, and pipes.
const OVERHEAD_MS: i64 = 12;
/// Own moves that a game is planned to last, and the fewest for which time is kept at any moment.
const PLANNED_MOVES: i64 = 36;
const RESERVED_MOVES: i64 = 14;

/// The time to search for this move.
///
/// `own_stones` is how many moves the program has made, `empty` how many points are left. Of the time for
/// the game, each move gets an equal part of a game of usual length; long games get smaller and smaller
/// parts, so that the time never runs out. The result stays below the limit for a move by a margin.
///
/// ```
/// use std::time::Duration;
/// use tengen_protocol::gomocup::{Clocks, time_for_move};
///
/// let at_once = Clocks { turn_ms: 0, left_ms: None, increment_ms: 0 };
/// assert_eq!(time_for_move(at_once, 0, 225), Duration::ZERO);
/// ```
pub fn time_for_move(clocks: Clocks, own_stones: usize, empty: usize) -> Duration {
    let turn = within(clocks.turn_ms);
    let share = clocks.left_ms.map_or(i64::MAX, |left| {
        let own_stones = i64::try_from(own_stones).unwrap_or(i64::MAX);
        // The opponent takes every other point, so there are no more moves than half the empty ones.
        let most = i64::try_from(empty / 2 + 1).unwrap_or(i64::MAX);
        let moves = PLANNED_MOVES.saturating_sub(own_stones).max(RESERVED_MOVES).min(most);
        // What every move costs besides the search is kept back for the longest possible game.
        let usable = left.saturating_sub(most.saturating_mul(OVERHEAD_MS)).saturating_sub(MARGIN_MS).max(0);
        // An increment only comes after the move, so it cannot be spent before.
        (usable / moves).saturating_add(clocks.increment_ms.max(0)).min(usable)
    });
    Duration::from_millis(turn.min(share).unsigned_abs())
}

/// The part of a limit that can be used: less a margin, but a quarter of even the shortest limit.
fn within(limit_ms: i64) -> i64 {
    let limit = limit_ms.max(0);
    let margin = MARGIN_MS + limit / MARGIN_PARTS;
    (limit - margin).max(limit / 4)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(turn_ms: i64, left_ms: Option<i64>, own_stones: usize) -> u128 {
        time_for_move(Clocks { turn_ms, left_ms, increment_ms: 0 }, own_stones, 225 - 2 * own_stones)
            .as_millis()
    }

    #[test]
    fn a_turn_limit_alone_is_used_up_to_a_margin() {
        assert_eq!(ms(30_000, None, 0), 30_000 - 30 - 909);
        assert_eq!(ms(1_000, None, 0), 940);
        assert_eq!(ms(100, None, 0), 67);
        assert_eq!(ms(20, None, 0), 5);
        assert_eq!(ms(0, None, 0), 0);
        assert_eq!(ms(-5, None, 0), 0);
    }

    #[test]
    fn the_time_for_the_game_is_spread_over_its_moves() {
        let first = ms(30_000, Some(180_000), 0);
        assert!((4_000..6_000).contains(&first), "{first}");
        assert_eq!(ms(1_000, Some(180_000), 0), 940, "the turn limit holds");
        assert_eq!(ms(30_000, Some(1_000), 10), 0, "the little that is left goes into carrying moves out");
        assert_eq!(ms(30_000, Some(0), 10), 0);
        assert_eq!(ms(30_000, Some(-700), 10), 0, "an overdrawn clock asks for a move at once");
        assert_eq!(ms(0, Some(180_000), 10), 0);
    }

    #[test]
    fn an_increment_is_used_as_far_as_there_is_time() {
        let with = |left, increment_ms| {
            let clocks = Clocks { turn_ms: 60_000, left_ms: Some(left), increment_ms };
            time_for_move(clocks, 0, 225).as_millis()
        };
        assert_eq!(with(180_000, 1_000), with(180_000, 0) + 1_000);
        assert!(with(3_000, 50_000) < 3_000);
        assert_eq!(with(-5, 50_000), 0);
    }

    #[test]
    fn the_last_moves_of_a_full_board_may_use_what_is_left() {
        let clocks = Clocks { turn_ms: 30_000, left_ms: Some(10_000), increment_ms: 0 };
        assert!(time_for_move(clocks, 112, 1) > Duration::from_secs(9));
    }

    #[test]
    fn the_time_for_the_game_never_runs_out() {
        for budget in [5_000_i64, 120_000, 180_000, 1_000_000] {
            let mut left = budget;
            for own_stones in 0..113 {
                let used = i64::try_from(ms(30_000, Some(left), own_stones)).unwrap();
                left -= used + OVERHEAD_MS;
            }
            assert!(left > 0, "{budget}");
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
