//! Files that commands write.

use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result};
use serde::Serialize;
use tengen_game::format::Loss;

use crate::options::Telling;
use crate::told::usage;

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
    std::fs::write(target, content).with_context(|| format!("cannot write {}", target.display()))
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

/// Says on standard error what `format` could not hold, if there is anything.
pub(crate) fn tell_losses(format: &str, losses: &[Loss]) -> Result<()> {
    if !losses.is_empty() {
        let losses: Vec<&str> = losses.iter().map(|loss| loss.name()).collect();
        writeln!(std::io::stderr(), "note: {format} does not hold {}", losses.join(", "))?;
    }
    Ok(())
}
