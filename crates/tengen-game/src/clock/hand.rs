use super::TimeControl;

/// What one side has used and has left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Hand {
    /// All that was used, in milliseconds.
    pub(super) used: u64,
    /// What is left before the periods.
    pub(super) main: u64,
    /// Periods left, the one that runs included.
    pub(super) periods: u32,
    /// What was used of the period that runs.
    pub(super) spent: u64,
}

/// One side of a clock as plain numbers, to be kept or sent: milliseconds used in all, milliseconds left before the
/// periods, periods left, and milliseconds used of the period that runs.
pub type ClockNumbers = [u64; 4];

/// The numbers are those of no clock with this time control.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ClockNumbersError {
    /// More time is left than was given.
    #[error("expected at most {most} ms left of the main time, found {found}")]
    Main {
        /// What was given.
        most: u64,
        /// What was found.
        found: u64,
    },
    /// More periods are left than were given.
    #[error("expected at most {most} periods, found {found}")]
    Periods {
        /// What was given.
        most: u32,
        /// What was found.
        found: u64,
    },
    /// More was used of a period than it has.
    #[error("expected less than {most} ms used of a period, found {found}")]
    Period {
        /// What a period has.
        most: u64,
        /// What was found.
        found: u64,
    },
}

impl Hand {
    pub(super) fn new(control: TimeControl) -> Hand {
        Hand { used: 0, main: control.main_ms(), periods: control.periods(), spent: 0 }
    }

    pub(super) fn from_numbers(
        control: TimeControl,
        [used, main, periods, spent]: ClockNumbers,
    ) -> Result<Hand, ClockNumbersError> {
        // Increments add up without end.
        let most = if control.increment_ms() > 0 { u64::MAX } else { control.main_ms() };
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
        Ok(Hand { used, main, periods, spent })
    }

    pub(super) fn numbers(self) -> ClockNumbers {
        [self.used, self.main, u64::from(self.periods), self.spent]
    }

    /// The same after so much more time.
    pub(super) fn after(mut self, passed: u64, control: TimeControl) -> Hand {
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

    /// The same when its move was made.
    pub(super) fn moved(mut self, control: TimeControl) -> Hand {
        self.main = self.main.saturating_add(control.increment_ms());
        self.spent = 0;
        self
    }

    /// Whether nothing is left of what there was.
    pub(super) fn is_out(self, control: TimeControl) -> bool {
        control.is_limited() && self.main == 0 && self.periods == 0
    }
}
