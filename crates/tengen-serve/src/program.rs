//! The frame of each program around its commands: standard output, the exit code, errors as sentences, and the parser for seconds.

use std::io::{self, StdoutLock, Write};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::Result;

/// Runs the command of a program, which writes to standard output and returns the exit code. Its error is written by `print`, except
/// for wrong usage, which clap writes, and for output that is not read to its end.
pub fn run(
    command: impl FnOnce(&mut dyn Write) -> Result<ExitCode>,
    print: impl FnOnce(&anyhow::Error) -> io::Result<()>,
) -> ExitCode {
    let mut out = Stdout::new();
    let done = command(&mut out).and_then(|code| {
        out.flush()?;
        Ok(code)
    });
    match done {
        Ok(code) => code,
        // The reader of the output, `head` for example, has closed it.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => match error.downcast::<clap::Error>() {
            Ok(usage) => usage.exit(),
            Err(error) => {
                // If even the error cannot be written, the exit code reports it.
                let _ = print(&error);
                ExitCode::from(1)
            }
        },
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let kind = |cause: &(dyn std::error::Error + 'static)| cause.downcast_ref().map(io::Error::kind);
    error.chain().filter_map(kind).any(|kind| kind == io::ErrorKind::BrokenPipe)
}

/// Standard output with errors that contain its name.
struct Stdout(StdoutLock<'static>);

impl Stdout {
    fn new() -> Stdout {
        Stdout(io::stdout().lock())
    }
}

/// The same error with the name of standard output.
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

/// The error as a sentence with its causes, except those that its text contains.
pub fn sentence(error: &anyhow::Error) -> String {
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
///
/// # Errors
/// When the text is no such number. The error states the expected form.
pub fn seconds(text: &str) -> Result<Duration, String> {
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
