//! What every build of the program needs: standard output, errors as sentences, and seconds as the value of an option.

use std::io::{self, StdoutLock, Write};
use std::time::Duration;

/// Standard output, whose errors say that they are its own.
pub(crate) struct Stdout(StdoutLock<'static>);

impl Stdout {
    pub(crate) fn new() -> Stdout {
        Stdout(io::stdout().lock())
    }
}

/// The error of standard output, of the same kind.
fn named(error: io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("cannot write standard output: {error}"))
}

impl Write for Stdout {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes).map_err(named)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush().map_err(named)
    }
}

/// The error with its causes, except those that its text contains.
pub(crate) fn sentence(error: &anyhow::Error) -> String {
    let mut text = String::new();
    for cause in error.chain().map(ToString::to_string) {
        if text.is_empty() {
            text = cause;
        } else if !text.ends_with(&cause) {
            text = format!("{text}: {cause}");
        }
    }
    // The text of a file is shown unchanged, but must not control the terminal.
    text.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect()
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
}
