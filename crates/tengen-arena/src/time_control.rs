use std::time::Duration;

use tengen_engine::SearchLimits;

/// How long, and how far, both sides may think.
///
/// ```
/// use std::time::Duration;
/// use tengen_arena::TimeControl;
///
/// // Half a minute for the game and half a second for each move of it, but never more than two seconds a move.
/// let control = TimeControl {
///     per_game: Some(Duration::from_secs(30)),
///     increment: Duration::from_millis(500),
///     per_move: Some(Duration::from_secs(2)),
///     ..TimeControl::default()
/// };
/// assert_eq!(control.clock().left(), Some(Duration::from_secs(30)));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TimeControl {
    /// The most for one move.
    pub per_move: Option<Duration>,
    /// The budget of one side for the whole game.
    pub per_game: Option<Duration>,
    /// What that budget grows by after each move.
    pub increment: Duration,
    /// By how much a move may be late before it loses; for what lies between an engine and the arena's clock.
    pub grace: Duration,
    /// Nodes for one move.
    pub nodes: Option<u64>,
    /// Plies of the last iteration of one move.
    pub depth: Option<u32>,
}

impl TimeControl {
    /// The clock of one side, at the start of a game.
    pub fn clock(&self) -> SideClock {
        SideClock { left: self.per_game }
    }
}

/// What one side has left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SideClock {
    left: Option<Duration>,
}

impl SideClock {
    /// Time left for the rest of the game; `None` where it is not limited.
    pub fn left(self) -> Option<Duration> {
        self.left
    }

    /// The most that the next move may take; `None` where it is not limited.
    pub fn limit(self, control: &TimeControl) -> Option<Duration> {
        narrower(self.left, control.per_move)
    }

    /// The limits of a search for the next move. Of a budget for the game, a move has a part that leaves enough for those to
    /// come as its target, and a difficult one may take more.
    pub fn search_limits(self, control: &TimeControl, seed: u64) -> SearchLimits {
        // An increment only comes after the move, so that a move may never take nearly all of the clock.
        let share = self.left.map(|left| (left / MOVES_TO_COME + control.increment).min(left / 2));
        let longest = self.left.zip(share).map(|(left, share)| (MOST * share).min(left / 2));
        let time = narrower(longest, control.per_move);
        let target = share.filter(|&share| time.is_some_and(|time| share < time));
        SearchLimits {
            time,
            target,
            nodes: control.nodes,
            depth: control.depth,
            seed,
            ..SearchLimits::default()
        }
    }

    /// Books a move that took `time`; `false` when it was too late.
    pub fn spend(&mut self, time: Duration, control: &TimeControl) -> bool {
        if self.limit(control).is_some_and(|limit| time > limit + control.grace) {
            return false;
        }
        self.left = self.left.map(|left| left.saturating_sub(time) + control.increment);
        true
    }
}

/// The shorter of two limits, of which each may be missing.
fn narrower(one: Option<Duration>, other: Option<Duration>) -> Option<Duration> {
    one.into_iter().chain(other).min()
}

/// How many more moves of its own a side should be able to make.
const MOVES_TO_COME: u32 = 25;

/// How many times its part a difficult move may take, if that is no more than half of what is left.
const MOST: u32 = 2;

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn a_budget_shrinks_by_what_is_spent_and_grows_by_the_increment() {
        let control =
            TimeControl { per_game: Some(10 * SECOND), increment: SECOND, ..TimeControl::default() };
        let mut clock = control.clock();
        assert!(clock.spend(4 * SECOND, &control));
        assert_eq!(clock.left(), Some(7 * SECOND));
        assert!(!clock.spend(8 * SECOND, &control));
        let limits = clock.search_limits(&control, 0);
        let share = 7 * SECOND / 25 + SECOND;
        assert_eq!((limits.time, limits.target), (Some(2 * share), Some(share)));
    }

    #[test]
    fn the_narrower_limit_counts() {
        let per_move = Some(2 * SECOND);
        let control = TimeControl { per_game: Some(100 * SECOND), per_move, ..TimeControl::default() };
        let clock = control.clock();
        assert_eq!((clock.limit(&control), clock.search_limits(&control, 0).time), (per_move, per_move));
        let short = TimeControl { per_game: Some(SECOND), ..control };
        assert_eq!(short.clock().limit(&short), Some(SECOND));
        let limits = short.clock().search_limits(&short, 0);
        assert_eq!((limits.time, limits.target), (Some(2 * SECOND / 25), Some(SECOND / 25)));
        let tight = TimeControl { per_move: Some(SECOND / 100), ..short };
        let limits = tight.clock().search_limits(&tight, 0);
        assert_eq!(
            (limits.time, limits.target),
            (Some(SECOND / 100), None),
            "nothing is gained by an earlier move"
        );
        assert_eq!(TimeControl::default().clock().limit(&TimeControl::default()), None);
    }

    #[test]
    fn an_increment_does_not_empty_the_clock() {
        let increment = SECOND / 10;
        let control = TimeControl { per_game: Some(SECOND), increment, ..TimeControl::default() };
        let mut clock = control.clock();
        for ply in 0..200 {
            let (limit, left) = (clock.search_limits(&control, 0).time.unwrap(), clock.left().unwrap());
            assert!(limit <= left / 2 && limit >= increment * 99 / 100, "{ply}: {limit:?} of {left:?}");
            assert!(clock.spend(limit, &control));
        }
    }

    #[test]
    fn a_move_within_the_grace_is_not_late() {
        let control = TimeControl { per_move: Some(SECOND), grace: SECOND / 10, ..TimeControl::default() };
        let mut clock = control.clock();
        assert!(clock.spend(SECOND + SECOND / 20, &control));
        assert!(!clock.spend(SECOND + SECOND / 5, &control));
        assert_eq!(clock.left(), None);
    }
}
