use super::TimeControl;
use crate::Color;

/// The clock of a game: the remaining time of both sides, and the side whose time runs.
///
/// Every function that needs the time receives it, in milliseconds. Time that goes backwards counts as zero.
///
/// A clock is independent of the game. It is [started](Clock::start) for the side to move, [pressed](Clock::press) when a move
/// was made, and [paused](Clock::pause) when the game rests or ends.
///
/// ```
/// use tengen_game::Color;
/// use tengen_game::clock::{Clock, TimeControl};
///
/// let mut clock = Clock::new(TimeControl::ByoYomi { main: 10, periods: 2, period: 30 });
/// clock.start(Color::Black, 0);
/// assert_eq!(clock.remaining(Color::Black, 4_000), Some(6_000));
/// // The main time runs out, and a period begins.
/// assert_eq!((clock.remaining(Color::Black, 15_000), clock.periods_left(Color::Black, 15_000)), (Some(25_000), 2));
/// // One is lost, and the other begins.
/// assert_eq!((clock.remaining(Color::Black, 41_000), clock.periods_left(Color::Black, 41_000)), (Some(29_000), 1));
/// clock.press(60_000);
/// assert_eq!((clock.remaining(Color::Black, 60_000), clock.running()), (Some(30_000), Some(Color::White)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    control: TimeControl,
    /// The states of Black and White when their times last stopped.
    sides: [SideState; 2],
    /// The side whose time runs, and the time at which it began to run, in milliseconds.
    running: Option<(Color, u64)>,
}

impl Clock {
    /// A stopped clock with the full time of both sides.
    pub fn new(control: TimeControl) -> Clock {
        Clock { control, sides: [SideState::new(control); 2], running: None }
    }

    /// A stopped clock with the state of [`Clock::to_numbers`].
    ///
    /// # Errors
    /// When more time remains than the control gives.
    pub fn from_numbers(
        control: TimeControl,
        [black, white]: [ClockNumbers; 2],
    ) -> Result<Clock, ClockNumbersError> {
        let sides = [
            SideState::from_numbers(control, black, false)?,
            SideState::from_numbers(control, white, false)?,
        ];
        Ok(Clock { control, sides, running: None })
    }

    /// Makes a clock like [`Clock::from_numbers`], but more main time may remain than the control gives, because a
    /// player may have received some ([`Clock::give`]).
    ///
    /// # Errors
    /// When more periods remain than the control gives, or the used time of a period is longer than a period.
    pub fn from_numbers_with_gifts(
        control: TimeControl,
        [black, white]: [ClockNumbers; 2],
    ) -> Result<Clock, ClockNumbersError> {
        let sides =
            [SideState::from_numbers(control, black, true)?, SideState::from_numbers(control, white, true)?];
        Ok(Clock { control, sides, running: None })
    }

    /// Black's and White's time as plain numbers, for storage or transfer. They do not state whether a clock runs.
    ///
    /// ```
    /// use tengen_game::Color;
    /// use tengen_game::clock::{Clock, TimeControl};
    ///
    /// let mut clock = Clock::new(TimeControl::PerMove { seconds: 30 });
    /// clock.start(Color::White, 500);
    /// let numbers = clock.to_numbers(2_500);
    /// assert_eq!(numbers, [[0, 0, 1, 0], [2_000, 0, 1, 2_000]]);
    /// let same = Clock::from_numbers(clock.control(), numbers)?;
    /// assert_eq!((same.remaining(Color::White, 0), same.running()), (Some(28_000), None));
    /// # Ok::<(), tengen_game::clock::ClockNumbersError>(())
    /// ```
    pub fn to_numbers(&self, now: u64) -> [ClockNumbers; 2] {
        Color::BOTH.map(|side| self.side_state(side, now).numbers())
    }

    /// The time control.
    pub fn control(&self) -> TimeControl {
        self.control
    }

    /// The side whose time runs; `None` while the clock is stopped.
    pub fn running(&self) -> Option<Color> {
        self.running.map(|(side, _)| side)
    }

    /// Lets the time of `side` run, and stops that of the other side. Nothing changes if it runs already.
    pub fn start(&mut self, side: Color, now: u64) {
        if self.running() != Some(side) {
            self.pause(now);
            self.running = Some((side, now));
        }
    }

    /// Stops both sides' time. The time used for the move so far stays used.
    pub fn pause(&mut self, now: u64) {
        if let Some((side, _)) = self.running {
            self.sides[side.index()] = self.side_state(side, now);
            self.running = None;
        }
    }

    /// The side whose time runs has made its move: it gets its increment, and the other side's time runs. If its flag
    /// has fallen before, the clock only stops. A stopped clock stays stopped.
    pub fn press(&mut self, now: u64) {
        let Some(side) = self.running() else { return };
        self.pause(now);
        let side_state = self.sides[side.index()];
        if !side_state.is_out(self.control) {
            self.sides[side.index()] = side_state.moved(self.control);
            self.running = Some((!side, now));
        }
    }

    /// Adds `milliseconds` to the main time of a side, whether its time runs or not. A side whose flag has fallen, and a
    /// clock without a limit, get none.
    ///
    /// ```
    /// use tengen_game::Color;
    /// use tengen_game::clock::{Clock, TimeControl};
    ///
    /// let mut clock = Clock::new(TimeControl::PerMove { seconds: 30 });
    /// clock.start(Color::Black, 0);
    /// clock.give(Color::Black, 15_000, 10_000);
    /// assert_eq!(clock.until_flag(Color::Black, 10_000), Some(35_000));
    /// clock.press(30_000);
    /// // What was not used of it is left.
    /// assert_eq!(clock.until_flag(Color::Black, 30_000), Some(30_000));
    /// ```
    pub fn give(&mut self, side: Color, milliseconds: u64, now: u64) {
        let running = self.running();
        self.pause(now);
        let side = &mut self.sides[side.index()];
        if self.control.is_limited() && !side.is_out(self.control) {
            side.main = side.main.saturating_add(milliseconds);
        }
        self.running = running.map(|running| (running, now));
    }

    /// Takes `milliseconds` off the main time of a side, at most all of it, whether its time runs or not.
    ///
    /// ```
    /// use tengen_game::Color;
    /// use tengen_game::clock::{Clock, TimeControl};
    ///
    /// let mut clock = Clock::new(TimeControl::Fischer { main: 60, increment: 2 });
    /// clock.take(Color::White, 30_000, 0);
    /// assert_eq!((clock.remaining(Color::White, 0), clock.used(Color::White, 0)), (Some(30_000), 0));
    /// assert_eq!(clock.remaining(Color::Black, 0), Some(60_000));
    /// ```
    pub fn take(&mut self, side: Color, milliseconds: u64, now: u64) {
        let running = self.running();
        self.pause(now);
        let side = &mut self.sides[side.index()];
        side.main = side.main.saturating_sub(milliseconds);
        self.running = running.map(|running| (running, now));
    }

    /// Milliseconds that a side has used in the whole game.
    pub fn used(&self, side: Color, now: u64) -> u64 {
        self.side_state(side, now).used
    }

    /// Milliseconds until the side's main time ends, or its current period, if it does not move. In the last period this is the time until
    /// its flag falls. `None` without a limit.
    pub fn remaining(&self, side: Color, now: u64) -> Option<u64> {
        let side_state = self.side_state(side, now);
        self.control.is_limited().then(|| match (side_state.main, side_state.periods) {
            (0, 0) => 0,
            (0, _) => self.control.period_ms() - side_state.spent,
            (main, _) => main,
        })
    }

    /// Milliseconds until the side's flag falls, all periods included. `None` without a limit.
    pub fn until_flag(&self, side: Color, now: u64) -> Option<u64> {
        let side_state = self.side_state(side, now);
        let periods = u64::from(side_state.periods) * self.control.period_ms();
        self.control
            .is_limited()
            .then(|| side_state.main.saturating_add(periods).saturating_sub(side_state.spent))
    }

    /// The number of periods that a side has left, the one that runs included.
    pub fn periods_left(&self, side: Color, now: u64) -> u32 {
        self.side_state(side, now).periods
    }

    /// Whether a side's main time is used up, so that it plays in a period.
    pub fn is_in_period(&self, side: Color, now: u64) -> bool {
        let side_state = self.side_state(side, now);
        side_state.main == 0 && side_state.periods > 0
    }

    /// The side whose flag has fallen.
    pub fn flag(&self, now: u64) -> Option<Color> {
        Color::BOTH.into_iter().find(|&side| self.side_state(side, now).is_out(self.control))
    }

    fn side_state(&self, side: Color, now: u64) -> SideState {
        let passed = match self.running {
            Some((running, since)) if running == side => now.saturating_sub(since),
            _ => 0,
        };
        self.sides[side.index()].after(passed, self.control)
    }
}

/// The used and the remaining time of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SideState {
    /// The used time, in milliseconds.
    pub(super) used: u64,
    /// The remaining time before the periods, in milliseconds.
    pub(super) main: u64,
    /// Periods left, the one that runs included.
    pub(super) periods: u32,
    /// The used time of the period that runs, in milliseconds.
    pub(super) spent: u64,
}

/// A side of a clock as plain numbers, for storage or transfer: milliseconds used in all, milliseconds left before the
/// periods, periods left, and milliseconds used of the current period.
pub type ClockNumbers = [u64; 4];

/// The numbers are those of no clock with this time control.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ClockNumbersError {
    /// More main time remains than the control gives.
    #[error("expected at most {most} ms left of the main time, found {found}")]
    Main {
        /// The main time of the control, in milliseconds.
        most: u64,
        /// The main time that was found, in milliseconds.
        found: u64,
    },
    /// More periods remain than the control gives.
    #[error("expected at most {most} periods, found {found}")]
    Periods {
        /// The number of periods of the control.
        most: u32,
        /// The number of periods that was found.
        found: u64,
    },
    /// The used time of a period is longer than a period.
    #[error("expected less than {most} ms used of a period, found {found}")]
    Period {
        /// The length of a period, in milliseconds.
        most: u64,
        /// The used time that was found, in milliseconds.
        found: u64,
    },
}

impl SideState {
    pub(super) fn new(control: TimeControl) -> SideState {
        SideState { used: 0, main: control.main_ms(), periods: control.periods(), spent: 0 }
    }

    pub(super) fn from_numbers(
        control: TimeControl,
        [used, main, periods, spent]: ClockNumbers,
        with_gifts: bool,
    ) -> Result<SideState, ClockNumbersError> {
        // Increments have no upper limit.
        let is_open = with_gifts || control.increment_ms() > 0;
        let most = if is_open { u64::MAX } else { control.main_ms() };
        if main > most {
            return Err(ClockNumbersError::Main { most, found: main });
        }
        let most = control.periods();
        let periods = u32::try_from(periods)
            .ok()
            .filter(|&found| found <= most)
            .ok_or(ClockNumbersError::Periods { most, found: periods })?;
        let most = control.period_ms();
        if spent > 0 && spent >= most {
            return Err(ClockNumbersError::Period { most, found: spent });
        }
        Ok(SideState { used, main, periods, spent })
    }

    pub(super) fn numbers(self) -> ClockNumbers {
        [self.used, self.main, u64::from(self.periods), self.spent]
    }

    /// The state after `passed` more milliseconds.
    pub(super) fn after(mut self, passed: u64, control: TimeControl) -> SideState {
        self.used = self.used.saturating_add(passed);
        let of_main = passed.min(self.main);
        self.main -= of_main;
        let period = control.period_ms();
        if self.periods > 0 && period > 0 {
            let spent = self.spent.saturating_add(passed - of_main);
            let lost = u32::try_from(spent / period).unwrap_or(u32::MAX).min(self.periods);
            self.periods -= lost;
            self.spent = if self.periods == 0 { 0 } else { spent % period };
        }
        self
    }

    /// The state after a move of the side.
    pub(super) fn moved(mut self, control: TimeControl) -> SideState {
        self.main = self.main.saturating_add(control.increment_ms());
        self.spent = 0;
        self
    }

    /// Whether no time is left.
    pub(super) fn is_out(self, control: TimeControl) -> bool {
        control.is_limited() && self.main == 0 && self.periods == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BLACK: Color = Color::Black;
    const WHITE: Color = Color::White;

    fn clock(control: &str) -> Clock {
        Clock::new(control.parse().expect("a control"))
    }

    #[test]
    fn without_a_limit_time_is_only_counted() {
        let mut clock = clock("none");
        clock.start(BLACK, 10);
        clock.press(5_010);
        clock.press(6_010);
        clock.press(6_510);
        let year = 365 * 86_400_000;
        assert_eq!((clock.used(BLACK, year), clock.used(WHITE, year)), (5_500, 1_000 + year - 6_510));
        assert_eq!((clock.remaining(WHITE, year), clock.until_flag(WHITE, year)), (None, None));
        assert_eq!(clock.flag(year), None);
    }

    #[test]
    fn time_for_a_move_is_whole_again_after_it() {
        let mut clock = clock("10/move");
        clock.start(BLACK, 0);
        assert_eq!(clock.remaining(BLACK, 9_999), Some(1));
        clock.press(9_999);
        assert_eq!(clock.remaining(BLACK, 9_999), Some(10_000));
        assert_eq!(clock.remaining(WHITE, 12_999), Some(7_000));
        assert_eq!((clock.flag(19_998), clock.flag(19_999)), (None, Some(WHITE)));
    }

    #[test]
    fn an_increment_is_added_after_the_move_and_never_saves_a_flag() {
        let mut clock = clock("3+2");
        clock.start(BLACK, 0);
        clock.press(1_000);
        assert_eq!(clock.remaining(BLACK, 1_000), Some(4_000));
        clock.press(2_000);
        assert_eq!(clock.flag(5_999), None);
        // The move comes a millisecond too late: it does not count, and the clock is stopped.
        clock.press(6_000);
        assert_eq!((clock.flag(6_000), clock.running()), (Some(BLACK), None));
        assert_eq!(clock.remaining(BLACK, 99_000), Some(0));
        assert_eq!(clock.remaining(WHITE, 99_000), Some(4_000));
    }

    #[test]
    fn periods_are_lost_one_by_one_and_the_last_with_the_game() {
        let mut clock = clock("5+3x10");
        clock.start(WHITE, 0);
        let at = |clock: &Clock, now| (clock.remaining(WHITE, now), clock.periods_left(WHITE, now));
        assert!(!clock.is_in_period(WHITE, 4_999));
        assert_eq!(at(&clock, 4_999), (Some(1), 3));
        assert!(clock.is_in_period(WHITE, 5_000));
        assert_eq!(at(&clock, 5_000), (Some(10_000), 3));
        assert_eq!(at(&clock, 14_999), (Some(1), 3));
        assert_eq!(at(&clock, 15_000), (Some(10_000), 2));
        assert_eq!(at(&clock, 34_999), (Some(1), 1));
        assert_eq!((at(&clock, 35_000), clock.flag(35_000)), ((Some(0), 0), Some(WHITE)));
        assert_eq!(clock.until_flag(WHITE, 20_000), Some(15_000));
        clock.press(20_000);
        // The period in which the move was made is whole again, the one that was lost is not.
        assert_eq!(at(&clock, 20_000), (Some(10_000), 2));
    }

    #[test]
    fn main_time_that_is_left_stays_with_the_periods() {
        let mut clock = clock("5+1x10");
        clock.start(BLACK, 0);
        clock.press(2_000);
        clock.press(3_000);
        assert_eq!(clock.remaining(BLACK, 3_000), Some(3_000));
        assert_eq!(clock.until_flag(BLACK, 3_000), Some(13_000));
    }

    #[test]
    fn a_stopped_clock_costs_no_time() {
        let mut clock = clock("0+2x10");
        clock.press(50);
        assert_eq!(clock.running(), None);
        clock.start(BLACK, 100);
        // Starting it again changes nothing.
        clock.start(BLACK, 3_000);
        clock.pause(4_100);
        assert_eq!(clock.remaining(BLACK, 999_999), Some(6_000));
        clock.start(BLACK, 1_000_000);
        assert_eq!(clock.remaining(BLACK, 1_005_999), Some(1));
        // White's time runs from now on.
        clock.start(WHITE, 1_005_000);
        assert_eq!(clock.remaining(BLACK, 2_000_000), Some(1_000));
        assert_eq!(clock.flag(1_024_999), None);
        assert_eq!(clock.flag(1_025_000), Some(WHITE));
    }

    #[test]
    fn time_that_goes_backwards_is_none() {
        let mut clock = clock("5+0");
        clock.start(BLACK, 10_000);
        assert_eq!(clock.remaining(BLACK, 2_000), Some(5_000));
        clock.press(2_000);
        assert_eq!((clock.used(BLACK, 0), clock.remaining(BLACK, 0)), (0, Some(5_000)));
    }

    #[test]
    fn a_clock_round_trips_through_its_numbers() {
        for (control, presses) in [("none", 3), ("10/move", 2), ("60+7", 4), ("5+3x10", 3)] {
            let mut clock = clock(control);
            clock.start(BLACK, 0);
            for time in 1..=presses {
                clock.press(time * 4_000);
            }
            let now = presses * 4_000 + 1_500;
            let numbers = clock.to_numbers(now);
            let same = Clock::from_numbers(clock.control(), numbers).expect("numbers of this clock");
            assert_eq!(same.to_numbers(0), numbers, "{control}");
            for side in Color::BOTH {
                assert_eq!(same.remaining(side, 0), clock.remaining(side, now), "{control}");
                assert_eq!(same.used(side, 0), clock.used(side, now), "{control}");
            }
        }
    }

    #[test]
    fn numbers_that_no_clock_can_have_are_refused() {
        let read = |control: &str, numbers| {
            Clock::from_numbers(control.parse().expect("a control"), [numbers; 2]).map(|_| ())
        };
        let byo_yomi = "5+3x10";
        assert_eq!(
            read(byo_yomi, [0, 5_001, 3, 0]),
            Err(ClockNumbersError::Main { most: 5_000, found: 5_001 })
        );
        assert_eq!(read(byo_yomi, [0, 0, 4, 0]), Err(ClockNumbersError::Periods { most: 3, found: 4 }));
        assert_eq!(
            read(byo_yomi, [0, 0, 1, 10_000]),
            Err(ClockNumbersError::Period { most: 10_000, found: 10_000 })
        );
        assert_eq!(
            read("none", [9, 0, u64::MAX, 0]),
            Err(ClockNumbersError::Periods { most: 0, found: u64::MAX })
        );
        // Increments add up.
        assert_eq!(read("5+1", [0, 1_000_000, 0, 0]), Ok(()));
        // No time makes anything overflow.
        let mut clock =
            Clock::from_numbers(TimeControl::Unlimited, [[u64::MAX, 0, 0, 0]; 2]).expect("a clock");
        clock.start(BLACK, 0);
        assert_eq!(clock.used(BLACK, u64::MAX), u64::MAX);
    }

    #[test]
    fn time_that_was_given_survives_its_numbers_and_rescues_no_fallen_flag() {
        let mut clock = clock("5+1x10");
        clock.start(WHITE, 0);
        clock.give(BLACK, 7_000, 0);
        clock.give(WHITE, 2_000, 6_000);
        assert_eq!(
            (clock.until_flag(BLACK, 6_000), clock.until_flag(WHITE, 6_000)),
            (Some(22_000), Some(11_000))
        );
        let numbers = clock.to_numbers(6_000);
        assert!(Clock::from_numbers(clock.control(), numbers).is_err());
        let same = Clock::from_numbers_with_gifts(clock.control(), numbers).unwrap();
        assert_eq!(same.to_numbers(0), numbers);
        clock.give(WHITE, 2_000, 17_000);
        assert_eq!(clock.flag(17_000), Some(WHITE));
        let mut unlimited = self::clock("none");
        unlimited.give(BLACK, 1_000, 0);
        assert_eq!(unlimited.to_numbers(0), [[0; 4]; 2]);
    }

    #[test]
    fn a_control_without_any_time_is_over_at_once() {
        for control in [
            TimeControl::PerMove { seconds: 0 },
            TimeControl::Fischer { main: 0, increment: 5 },
            TimeControl::ByoYomi { main: 0, periods: 3, period: 0 },
        ] {
            assert_eq!(Clock::new(control).flag(0), Some(BLACK), "{control}");
        }
    }
}
