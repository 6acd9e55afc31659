use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use tengen_analysis::{ClockState, SearchLimits, time_for_move};
use tengen_game::{BoardSize, Position};

/// The time and depth limits of both sides.
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
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TimeControl {
    /// The most for one move.
    #[serde(rename = "time_ms", default, with = "optional_milliseconds")]
    pub per_move: Option<Duration>,
    /// The budget of one side for the whole game.
    #[serde(rename = "game_time_ms", default, with = "optional_milliseconds")]
    pub per_game: Option<Duration>,
    /// The time that each move adds to that budget.
    #[serde(rename = "increment_ms", with = "milliseconds")]
    pub increment: Duration,
    /// The most by which a move may be late without losing: the time between an engine and the arena's clock.
    #[serde(rename = "grace_ms", with = "milliseconds")]
    pub grace: Duration,
    /// Nodes for one move.
    pub nodes: Option<u64>,
    /// Plies of the last iteration of one move.
    pub depth: Option<u32>,
}

impl TimeControl {
    /// The clock of one side, at the start of a game.
    pub fn clock(&self) -> SideClock {
        SideClock { left: self.per_game, own_stones: 0, empty: BoardSize::FIFTEEN.area() }
    }

    /// Whether time is limited.
    pub fn limits_time(&self) -> bool {
        self.per_move.is_some() || self.per_game.is_some()
    }
}

/// `1 s a move, 10000 nodes`.
impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = |time: Duration| format!("{} s", time.as_millis() as f64 / 1000.0);
        let game = self.per_game.map(|budget| match self.increment {
            Duration::ZERO => format!("{} a game", seconds(budget)),
            increment => format!("{} a game and {} a move", seconds(budget), seconds(increment)),
        });
        let time = self.per_move.map(|time| match game {
            Some(_) => format!("at most {} a move", seconds(time)),
            None => format!("{} a move", seconds(time)),
        });
        let nodes = self.nodes.map(|nodes| format!("{nodes} nodes"));
        let depth =
            self.depth.map(|depth| if depth == 1 { "1 ply".to_owned() } else { format!("{depth} plies") });
        let parts: Vec<String> = [game, time, nodes, depth].into_iter().flatten().collect();
        f.write_str(&parts.join(", "))
    }
}

/// Saves a duration in whole milliseconds.
mod milliseconds {
    use std::time::Duration;

    use serde::{Deserialize as _, Deserializer, Serialize as _, Serializer};

    pub(super) fn serialize<S: Serializer>(time: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
        u64::try_from(time.as_millis()).unwrap_or(u64::MAX).serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Duration, D::Error> {
        u64::deserialize(deserializer).map(Duration::from_millis)
    }
}

/// Serializes an optional duration as whole milliseconds, or null.
mod optional_milliseconds {
    use std::time::Duration;

    use serde::{Deserialize as _, Deserializer, Serialize as _, Serializer};

    pub(super) fn serialize<S: Serializer>(
        time: &Option<Duration>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        time.map(|time| u64::try_from(time.as_millis()).unwrap_or(u64::MAX)).serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<Duration>, D::Error> {
        Ok(Option::<u64>::deserialize(deserializer)?.map(Duration::from_millis))
    }
}

/// The remaining time of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SideClock {
    left: Option<Duration>,
    /// The moves that the side has made.
    own_stones: usize,
    /// The empty points of the board.
    empty: usize,
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

    /// Sets the position on which the share of the next move depends.
    pub(crate) fn set_position(&mut self, position: &Position) {
        let stones = position.board().stones();
        (self.own_stones, self.empty) = (stones / 2, position.size().area().saturating_sub(stones));
    }

    /// The limits of a search for the next move. The [time manager](time_for_move) divides a budget for the game; a limit for the
    /// move alone is used up, since the [grace](TimeControl::grace) covers delays.
    pub fn search_limits(self, control: &TimeControl, seed: u64) -> SearchLimits {
        let ms = |time: Duration| i64::try_from(time.as_millis()).unwrap_or(i64::MAX);
        let game = self.left.map(|left| {
            let clock = ClockState {
                turn_ms: i64::MAX,
                left_ms: Some(ms(left)),
                increment_ms: ms(control.increment),
            };
            time_for_move(clock, self.own_stones, self.empty)
        });
        let time = narrower(game.map(|game| game.limit), control.per_move);
        let target =
            game.and_then(|game| game.target).filter(|&target| time.is_some_and(|time| target < time));
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
        // 7 s less a reserve of 250 ms, by 36 moves, and the increment without what its move costs.
        let ms = Duration::from_millis;
        assert_eq!((limits.time, limits.target), (Some(ms(2_952)), Some(ms(1_181))));
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
        let ms = Duration::from_millis;
        assert_eq!((limits.time, limits.target), (Some(ms(45)), Some(ms(18))));
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
            assert!(limit <= left / 2 && limit >= increment, "{ply}: {limit:?} of {left:?}");
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
