//! Files that commands write.

use std::io::{self, StdoutLock, Write};
use std::path::Path;

use anyhow::{Context, Result};
use serde::Serialize;
use tengen_game::format::{Loss, ReadNote};

use crate::options::Telling;
use crate::told::usage;

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

/// Whether a target is standard output, written `-`.
pub(crate) fn is_stdout(target: &Path) -> bool {
    target.as_os_str() == "-"
}

/// Writes a file, or to `out` where the target is `-`.
pub(crate) fn write(target: &Path, content: &[u8], out: &mut dyn Write) -> Result<()> {
    if is_stdout(target) {
        out.write_all(content)?;
        return Ok(());
    }
    write_file(target, content)
}

/// Writes a file, whatever its name.
pub(crate) fn write_file(path: &Path, content: &[u8]) -> Result<()> {
    std::fs::write(path, content).with_context(|| format!("cannot write {}", path.display()))
}

/// Writes one JSON object on lines of its own.
pub(crate) fn write_json(report: &impl Serialize, out: &mut dyn Write) -> Result<()> {
    serde_json::to_writer_pretty(&mut *out, report)?;
    writeln!(out)?;
    Ok(())
}

/// Refuses to have `command` write a file to where the JSON object goes.
pub(crate) fn check_json_target(command: &str, telling: Telling, target: &Path) -> Result<()> {
    if telling.json && is_stdout(target) {
        return Err(usage(
            command,
            "with --json, TO is expected to be a file: standard output is for the JSON object",
        ));
    }
    Ok(())
}

/// The target in a sentence.
pub(crate) fn title(target: &Path) -> String {
    if is_stdout(target) { "standard output".to_owned() } else { target.display().to_string() }
}

/// Says something on standard error.
pub(crate) fn note(text: &str) -> Result<()> {
    // What a file has is told as it is, but must not command the terminal.
    let plain: String = text.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect();
    writeln!(io::stderr(), "note: {plain}")?;
    Ok(())
}

/// Says on standard error what in a file had to be interpreted.
pub(crate) fn tell_notes(notes: &[ReadNote]) -> Result<()> {
    notes.iter().try_for_each(|found| note(&found.to_string()))
}

/// Says on standard error what `format` could not hold, if there is anything.
pub(crate) fn tell_losses(format: &str, losses: &[Loss]) -> Result<()> {
    if !losses.is_empty() {
        let losses: Vec<&str> = losses.iter().map(|loss| loss.name()).collect();
        note(&format!("{format} does not hold {}", losses.join(", ")))?;
    }
    Ok(())
}
