//! Files that commands write.

use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result};
use tengen_game::format::Loss;

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

/// Says on standard error what `format` could not hold, if there is anything.
pub(crate) fn tell_losses(format: &str, losses: &[Loss]) -> Result<()> {
    if !losses.is_empty() {
        let losses: Vec<&str> = losses.iter().map(|loss| loss.name()).collect();
        writeln!(std::io::stderr(), "note: {format} does not hold {}", losses.join(", "))?;
    }
    Ok(())
}
