//! Values of options that several commands share.

use std::time::Duration;

use tengen_game::BoardSize;

/// Reads a number of lines, 3 to 22.
pub(crate) fn board_size(text: &str) -> Result<BoardSize, String> {
    let lines: usize = text.parse().map_err(|_| "expected a number of lines, 3 to 22".to_owned())?;
    BoardSize::new(lines).map_err(|error| error.to_string())
}

/// Reads seconds, with or without a fraction, up to a day.
pub(crate) fn seconds(text: &str) -> Result<Duration, String> {
    const DAY: f64 = 86_400.0;
    let expected = || "expected seconds, such as `2` or `0.5`, up to 86400".to_owned();
    let seconds: f64 = text.parse().map_err(|_| expected())?;
    if !(0.0..=DAY).contains(&seconds) {
        return Err(expected());
    }
    Duration::try_from_secs_f64(seconds).map_err(|_| expected())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_are_read_with_fractions_and_within_bounds() {
        assert_eq!(seconds("0.25"), Ok(Duration::from_millis(250)));
        assert_eq!(seconds("0"), Ok(Duration::ZERO));
        for text in ["", "soon", "-1", "NaN", "inf", "1e9"] {
            assert!(seconds(text).is_err(), "{text}");
        }
    }

    #[test]
    fn sizes_are_read_within_bounds() {
        assert_eq!(board_size("15"), Ok(BoardSize::FIFTEEN));
        for text in ["", "2", "23", "15x15", "-3"] {
            assert!(board_size(text).is_err(), "{text}");
        }
    }
}
