//! Calendar days.

use crate::{DAY, Time};

/// The day of a time in UTC, as SGF writes it: `2023-05-10`.
///
/// The days of the proleptic Gregorian calendar are counted in years that begin in March, so that a leap day is the last
/// of its year (Howard Hinnant, "chrono-compatible low-level date algorithms").
pub fn date(time: Time) -> String {
    let days = time / DAY + 719_468;
    let (era, of_era) = (days / 146_097, days % 146_097);
    let year_of_era = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    let year = year_of_era + 400 * era + u64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_is_of_its_day() {
        for (seconds, expected) in [
            (0, "1970-01-01"),
            (86_399, "1970-01-01"),
            (951_782_400, "2000-02-29"),
            (951_868_800, "2000-03-01"),
            (1_764_000_000, "2025-11-24"),
            (4_107_542_399, "2100-02-28"),
            (4_107_542_400, "2100-03-01"),
        ] {
            assert_eq!(date(seconds * 1_000), expected);
        }
    }
}
