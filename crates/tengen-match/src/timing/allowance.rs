use std::time::Duration;

use tengen_analysis::{ClockState, SearchLimits, time_for_move};
use tengen_game::clock::{Clock, TimeControl};
use tengen_game::{Color, Position};

/// Milliseconds that a classic can be given.
const OF_CLASSICS: (u64, u64) = (100, 10_000);
/// The least time for a move, in milliseconds.
const MIN_MS: u64 = 20;

/// The time that a program may spend of its clock on one move, in milliseconds: that of the [time manager](time_for_move), with a
/// margin for messages and busy machines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allowance {
    /// On average.
    pub target: u64,
    /// At most.
    pub most: u64,
}

impl Allowance {
    /// What the clock of the side to move allows; `None` without a limit. `position` is that of the game.
    pub fn of(clock: &Clock, position: &Position, side: Color, now: u64) -> Option<Allowance> {
        let deadline = deadline(clock, side, now)?;
        let usable = i64::try_from(deadline.saturating_sub(margin(deadline))).unwrap_or(i64::MAX);
        let in_game = |increment_ms| (Some(usable), increment_ms);
        let (left_ms, increment_ms) = match clock.control() {
            TimeControl::Fischer { increment, .. } => in_game(i64::from(increment) * 1_000),
            // A move in main time may use up to half of the first period, too.
            TimeControl::ByoYomi { period, .. } if !clock.is_in_period(side, now) => {
                in_game(i64::from(period) * 500)
            }
            _ => (None, 0),
        };
        let stones = position.board().stones();
        let empty = position.size().area().saturating_sub(stones);
        let allowed = time_for_move(ClockState { turn_ms: usable, left_ms, increment_ms }, stones / 2, empty);
        let ms = |time: Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX).max(MIN_MS);
        let most = ms(allowed.limit);
        Some(Allowance { target: allowed.target.map_or(most, ms), most })
    }

    /// Bounds the limits of a search by the time that the clock allows.
    pub fn limit(self, limits: SearchLimits, is_engine: bool) -> SearchLimits {
        let (least, longest) = if is_engine { (1, u64::from(u32::MAX)) } else { OF_CLASSICS };
        let most = Duration::from_millis(self.most.max(least).min(longest));
        let target = Duration::from_millis(self.target);
        match limits.time {
            Some(own) if own <= target.min(most) => limits,
            // A level uses no more time than without a clock.
            own => SearchLimits {
                time: Some(own.map_or(most, |own| own.min(most))),
                target: Some(target).filter(|_| is_engine),
                ..limits
            },
        }
    }
}

/// Whether a move has to come at once, or time is lost.
pub fn is_urgent(clock: &Clock, side: Color, now: u64) -> bool {
    let whole = match clock.control() {
        TimeControl::Unlimited => return false,
        TimeControl::Fischer { .. } => 5_000,
        control => control.period_ms(),
    };
    deadline(clock, side, now).is_some_and(|left| left <= margin(whole))
}

/// Milliseconds within which a move must be made so that neither the game nor a period is lost.
fn deadline(clock: &Clock, side: Color, now: u64) -> Option<u64> {
    let left = clock.remaining(side, now)?;
    let follows = if clock.is_in_period(side, now) { 0 } else { clock.control().period_ms() };
    let has_periods = clock.periods_left(side, now) > 0;
    Some(if has_periods { left + follows } else { left })
}

/// What stays untouched of this many milliseconds.
fn margin(whole: u64) -> u64 {
    (whole / 10).clamp(50, 500)
}

#[cfg(test)]
mod tests {
    use tengen_analysis::Level;
    use tengen_game::{BoardSize, Rule};

    use super::*;

    const WHITE: Color = Color::White;

    fn allowance(control: &str, now: u64) -> Option<Allowance> {
        let mut clock = Clock::new(control.parse().unwrap());
        clock.start(WHITE, 0);
        Allowance::of(&clock, &start(), WHITE, now)
    }

    fn start() -> Position {
        Position::new(Rule::FREESTYLE, BoardSize::FIFTEEN)
    }

    #[test]
    fn no_program_may_spend_what_it_has_not() {
        for control in ["1/move", "10/move", "60+0", "3+2", "300+5", "0+2x5", "20+3x10"] {
            let mut clock = Clock::new(control.parse().unwrap());
            clock.start(WHITE, 0);
            // Each move is made as late as it may be, and a little later.
            let mut now = 0;
            for number in 0..200 {
                let Allowance { target, most } = Allowance::of(&clock, &start(), WHITE, now).unwrap();
                assert!(target <= most, "{control}, move {number}");
                let periods = clock.periods_left(WHITE, now);
                now += most + 30;
                assert_eq!(clock.flag(now), None, "{control}, move {number}");
                assert_eq!(clock.periods_left(WHITE, now), periods, "{control}, move {number}");
                clock.press(now);
                clock.start(WHITE, now);
                // Without an increment it ends some time, if every move takes the most.
                if control == "60+0" && number == 20 {
                    break;
                }
            }
        }
    }

    #[test]
    fn time_is_shared_out() {
        assert_eq!(allowance("none", 0), None);
        // 300 s less a margin, a reserve of 928 ms and 36 moves to come; a difficult move may take 2.5 times as long.
        assert_eq!(allowance("300+0", 0), Some(Allowance { target: 8_293, most: 20_732 }));
        assert_eq!(allowance("300+4", 0), Some(Allowance { target: 12_306, most: 30_765 }));
        assert_eq!(allowance("30/move", 0), Some(Allowance { target: 28_577, most: 28_577 }));
        assert_eq!(allowance("30/move", 27_000), Some(Allowance { target: 2_589, most: 2_589 }));
        // With nothing left, there is still a moment for some move.
        assert_eq!(allowance("1/move", 990), Some(Allowance { target: 20, most: 20 }));
    }

    #[test]
    fn a_limit_of_its_own_stays_where_the_clock_allows_it() {
        let level = SearchLimits { level: Some(Level::HARD), ..SearchLimits::time(Duration::from_secs(3)) };
        let in_ms = |time: Option<Duration>| time.map(|time| time.as_millis());
        let times = |limits: SearchLimits| (in_ms(limits.time), in_ms(limits.target));
        let plenty = Allowance { target: 5_000, most: 9_000 };
        let little = Allowance { target: 500, most: 2_000 };
        assert_eq!(times(plenty.limit(level.clone(), true)), (Some(3_000), None));
        assert_eq!(times(little.limit(level.clone(), true)), (Some(2_000), Some(500)));
        // A classic knows no target, and no less than a tenth of a second.
        assert_eq!(times(little.limit(SearchLimits::default(), false)), (Some(2_000), None));
        let nothing = Allowance { target: 20, most: 20 };
        assert_eq!(times(nothing.limit(level, false)), (Some(100), None));
    }

    #[test]
    fn who_is_about_to_lose_time_has_to_move() {
        let urgent = |control: &str, now| {
            let mut clock = Clock::new(control.parse().unwrap());
            clock.start(WHITE, 0);
            is_urgent(&clock, WHITE, now)
        };
        assert!(!urgent("none", 1_000_000));
        assert!(!urgent("10/move", 9_400) && urgent("10/move", 9_600));
        assert!(!urgent("5+3", 4_400) && urgent("5+3", 4_600));
        assert!(!urgent("5+2x10", 5_100) && urgent("5+2x10", 14_600));
    }
}
