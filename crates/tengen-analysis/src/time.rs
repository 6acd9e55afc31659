//! The time manager: how long to search for a move, for every protocol and front end.

use std::time::Duration;

/// The state of the clock before a move, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClockState {
    /// The limit for the move; 0 requests a move at once, `i64::MAX` is no limit.
    pub turn_ms: i64,
    /// The remaining time for the whole game; `None` without such a limit, negative when it is overdrawn.
    pub left_ms: Option<i64>,
    /// The time that is added to the time for the whole game after each move. In a byo-yomi, a part of the period while
    /// main time lasts.
    pub increment_ms: i64,
}

/// The time for a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allowance {
    /// The time at which the search must have ended; zero demands an answer at once.
    pub limit: Duration,
    /// The time that the move should take on average: a search may end earlier where its move is stable and later where it is
    /// not. `None` where an earlier answer gains nothing.
    pub target: Option<Duration>,
}

impl Allowance {
    /// The allowance for an answer at once.
    pub const NONE: Allowance = Allowance { limit: Duration::ZERO, target: None };
}

/// The margin for the way of the move through pipes and a busy machine: the least, the part of each second of the
/// limit, and the most.
const LEAST_MARGIN_MS: i64 = 5;
const MARGIN_PER_SECOND_MS: i64 = 50;
const MOST_MARGIN_MS: i64 = 30;
/// The margin for clocks that tick coarsely or drift: one part in this many of the limit.
const MARGIN_PARTS: i64 = 33;
/// The cost of a move in the time for the game besides the search: processes that wake up, pipes, coarse clocks.
/// Measured, it is half a millisecond on average, and 5 ms in one move of a hundred on a machine that compiles at the
/// same time.
const OVERHEAD_MS: i64 = 6;
/// The delay of a single move that is expected when the machine is busy with other programs.
const HICCUP_MS: i64 = 250;
/// The most of the remaining time that the reserve takes: one part in this many …
const RESERVE_PARTS: i64 = 3;
/// … and the least reserve. Below it, moves are made at once.
const LEAST_RESERVE_MS: i64 = 100;
/// Own moves that a game is planned to last, and the fewest for which time is reserved at any moment.
const PLANNED_MOVES: i64 = 36;
const RESERVED_MOVES: i64 = 14;
/// The most halves of its share that a difficult move may take.
const MOST_HALVES: i64 = 5;

/// The time to search for this move.
///
/// `own_stones` is how many moves the program has made, `empty` how many points are left. Where there is only a limit for
/// each move, all of it is used up to a margin. Of the time for the game, in milliseconds:
///
/// ```text
/// moves   = 36 - own_stones, at least 14, and never more than can still come
/// reserve = 250 + (6 - increment, if positive) * (half of the empty points)
///           at most a third of what is left, and at least 100
/// usable  = left - reserve
/// target  = usable / moves + (increment - 6, if positive)
/// limit   = 2.5 * target, at most half of usable while more moves than one can come
/// ```
///
/// The reserve pays for what moves cost besides the search, in the longest possible game, and for one move that is late because
/// the machine is busy. A short clock cannot pay for both, so the reserve is then a part of what is left: a game of one second is
/// played with most of that second. An increment pays for what its move costs besides the search, and the rest of it is spent with the
/// move. Since it is added only after the move, a move takes at most half of what is usable: with an increment, at least as much as
/// the increment stays on the clock. In a game that is longer than planned, the parts get smaller and smaller.
///
/// ```
/// use std::time::Duration;
/// use tengen_analysis::{Allowance, ClockState, time_for_move};
///
/// let at_once = ClockState { turn_ms: 0, left_ms: None, increment_ms: 0 };
/// assert_eq!(time_for_move(at_once, 0, 225), Allowance::NONE);
/// let game = ClockState { turn_ms: 30_000, left_ms: Some(180_000), increment_ms: 0 };
/// let allowance = time_for_move(game, 0, 225);
/// assert!(allowance.target.is_some_and(|target| 2 * target < allowance.limit));
/// ```
pub fn time_for_move(clocks: ClockState, own_stones: usize, empty: usize) -> Allowance {
    let turn = within(clocks.turn_ms);
    let Some(left) = clocks.left_ms else { return Allowance { limit: milliseconds(turn), target: None } };
    let own_stones = i64::try_from(own_stones).unwrap_or(i64::MAX);
    // The opponent takes every other point, so there are no more moves than half the empty ones.
    let most = i64::try_from(empty / 2 + 1).unwrap_or(i64::MAX);
    let moves = PLANNED_MOVES.saturating_sub(own_stones).max(RESERVED_MOVES).min(most);
    let increment = clocks.increment_ms.max(0);
    let usable = left.saturating_sub(reserve(left, increment, most)).max(0);
    let most_at_once = if moves > 1 { usable / 2 } else { usable };
    let share = (usable / moves).saturating_add((increment - OVERHEAD_MS).max(0)).min(most_at_once);
    let limit = (share.saturating_mul(MOST_HALVES) / 2).min(most_at_once).min(turn);
    Allowance { limit: milliseconds(limit), target: (share < limit).then(|| milliseconds(share)) }
}

/// The part of the time for the game that is reserved, in milliseconds, with at most `most_moves` moves to come; see
/// [`time_for_move`].
fn reserve(left: i64, increment: i64, most_moves: i64) -> i64 {
    let unpaid = (OVERHEAD_MS - increment).max(0);
    let whole = most_moves.saturating_mul(unpaid).saturating_add(HICCUP_MS);
    whole.min(left / RESERVE_PARTS).max(LEAST_RESERVE_MS)
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
        let clocks = ClockState { turn_ms, left_ms, increment_ms: 0 };
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
        for left in [90, 0, -700] {
            assert_eq!(ms(30_000, Some(left), 10), (0, None), "{left} ms go into carrying moves out");
        }
        assert_eq!(ms(0, Some(180_000), 10), (0, None));
    }

    #[test]
    fn an_increment_is_spent_with_every_move() {
        let with = |left, increment_ms| {
            let clocks = ClockState { turn_ms: 60_000, left_ms: Some(left), increment_ms };
            in_ms(time_for_move(clocks, 0, 225))
        };
        assert!(with(180_000, 1_000).1.unwrap() >= with(180_000, 0).1.unwrap() + 990);
        assert!(with(180_000, 1_000).0 > with(180_000, 0).0);
        // The report from which this comes: a second, and a tenth of one with every move.
        let (limit, target) = with(1_000, 100);
        assert!((100..140).contains(&target.unwrap()) && limit < 400, "{limit} {target:?}");
        assert!(with(3_000, 50_000).0 < 1_500, "it only comes after the move");
        assert_eq!(with(-5, 50_000), (0, None));
    }

    #[test]
    fn the_last_move_of_a_full_board_may_use_the_remaining_time() {
        let clocks = ClockState { turn_ms: 30_000, left_ms: Some(10_000), increment_ms: 0 };
        assert!(time_for_move(clocks, 112, 1).limit > Duration::from_secs(9));
    }

    /// All combinations of clocks and boards that the tests below go through: the clocks and the points of the board.
    fn grid() -> impl Iterator<Item = (ClockState, usize)> {
        const LEFT: [i64; 10] = [1, 50, 150, 400, 1_000, 2_000, 5_000, 10_000, 180_000, 1_000_000];
        let clocks = LEFT.into_iter().flat_map(|left| {
            [0, 2, 10, 100, 1_000, 5_000].into_iter().flat_map(move |increment_ms| {
                [50, 1_000, 30_000].map(|turn_ms| ClockState { turn_ms, left_ms: Some(left), increment_ms })
            })
        });
        clocks.flat_map(|clocks| [81, 225, 400].map(|area| (clocks, area)))
    }

    #[test]
    fn no_move_takes_more_than_there_is() {
        for (clocks, area) in grid() {
            let left = u128::try_from(clocks.left_ms.unwrap()).unwrap();
            for own_stones in [0, 10, 30] {
                let (limit, target) = in_ms(time_for_move(clocks, own_stones, area - 2 * own_stones));
                assert!(limit <= left.saturating_sub(100) / 2, "{clocks:?} {area} {own_stones}: {limit}");
                assert!(target.is_none_or(|target| target < limit), "{clocks:?} {area} {own_stones}");
            }
        }
    }

    #[test]
    fn more_time_never_means_less_time_for_a_move() {
        for (clocks, area) in grid() {
            let limit = |clocks| time_for_move(clocks, 5, area - 10).limit;
            let longer = ClockState { left_ms: clocks.left_ms.map(|left| left + left / 7 + 1), ..clocks };
            assert!(limit(longer) >= limit(clocks), "{clocks:?} {area}");
            let growing = ClockState { increment_ms: clocks.increment_ms + 7, ..clocks };
            assert!(limit(growing) >= limit(clocks), "{clocks:?} {area}");
        }
    }

    /// Plays a game of `moves` own moves in which every move takes the time that `used` chooses and `overhead` besides.
    /// Returns how much of the clock was left after each move, before the increment; negative when the flag fell.
    fn play(
        clocks: ClockState,
        area: usize,
        moves: usize,
        overhead: i64,
        used: fn(Allowance) -> Duration,
    ) -> Vec<i64> {
        let mut left = clocks.left_ms.unwrap();
        let played = (0..moves).map(|own_stones| {
            let clocks = ClockState { left_ms: Some(left), ..clocks };
            let empty = area.saturating_sub(2 * own_stones);
            let search = used(time_for_move(clocks, own_stones, empty));
            let after = left - i64::try_from(search.as_millis()).unwrap() - overhead;
            left = after + clocks.increment_ms;
            after
        });
        played.collect()
    }

    fn usual(allowance: Allowance) -> Duration {
        allowance.target.unwrap_or(allowance.limit)
    }

    #[test]
    fn the_time_for_the_game_never_runs_out() {
        for (clocks, area) in grid().filter(|(clocks, _)| clocks.left_ms.unwrap() >= 1_000) {
            // Each move is as difficult as can be, the longest possible game.
            let longest = play(clocks, area, area / 2 + 1, 0, |allowance| allowance.limit);
            assert!(longest.iter().all(|&left| left > 0), "{clocks:?} {area}: {longest:?}");
            // Each move costs as much as is reckoned with. No short clock can pay for that in the longest game.
            let moves = if clocks.left_ms.unwrap() < 5_000 { 50 } else { 80 }.min(area / 2 + 1);
            let costly = play(clocks, area, moves, OVERHEAD_MS, usual);
            assert!(costly.iter().all(|&left| left > 0), "{clocks:?} {area}: {costly:?}");
        }
    }

    #[test]
    fn a_short_clock_is_used() {
        for area in [225, 400] {
            for left in [1_000, 2_000, 10_000] {
                let clocks = ClockState { turn_ms: left, left_ms: Some(left), increment_ms: 0 };
                let rest = *play(clocks, area, 40, 0, usual).last().unwrap();
                assert!(rest < left / 2, "{left} {area}: {rest} ms left");
                // Each second on the clock gives the first moves 15 ms at least.
                let (_, target) = in_ms(time_for_move(clocks, 0, area));
                assert!(
                    target.unwrap() >= 15 * u128::try_from(left / 1_000).unwrap(),
                    "{left} {area}: {target:?}"
                );
            }
        }
    }

    #[test]
    fn with_an_increment_a_move_may_be_late_by_as_much() {
        for increment_ms in [100, 1_000] {
            let clocks = ClockState { turn_ms: 60_000, left_ms: Some(10 * increment_ms), increment_ms };
            let longest = play(clocks, 400, 200, 1, |allowance| allowance.limit);
            let lowest = longest.iter().min().unwrap();
            assert!(*lowest >= increment_ms, "{increment_ms}: {lowest} ms left");
            let usual = play(clocks, 400, 200, 1, usual);
            let spent = 10 * increment_ms + 199 * increment_ms - usual.last().unwrap();
            assert!(spent > 200 * increment_ms, "{increment_ms}: {spent} ms spent of 200 increments");
        }
    }

    #[test]
    fn extreme_numbers_do_no_harm() {
        for number in [i64::MIN, -1, 0, 1, i64::MAX] {
            for other in [None, Some(i64::MIN), Some(-1), Some(i64::MAX)] {
                for count in [0, 1, 1_000, usize::MAX] {
                    let clocks = ClockState { turn_ms: number, left_ms: other, increment_ms: number };
                    time_for_move(clocks, count, count);
                }
            }
        }
    }
}
