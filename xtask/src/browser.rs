//! The browsers that the browser tests drive.

use std::env;
use std::path::PathBuf;

use anyhow::{Result, bail};

use crate::process::find_program;

/// Names that Chromium goes by on the usual systems.
const BROWSERS: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "chrome"];

/// Checks that Chromium and its driver are there, and Firefox.
///
/// Their absence is an error, never a reason to skip the tests in silence.
pub(crate) fn ensure() -> Result<()> {
    let mut missing = Vec::new();
    if find("CHROMIUM", &BROWSERS)?.is_none() {
        missing.push("chromium");
    }
    if find("CHROMEDRIVER", &["chromedriver"])?.is_none() {
        missing.push("chromium-driver");
    }
    if find("FIREFOX", &["firefox-esr", "firefox"])?.is_none() {
        missing.push("firefox-esr");
    }
    if !missing.is_empty() {
        bail!(
            "the browser tests need {}, which is not installed; on Debian run: \
             apt-get update && apt-get install -y {} \
             (elsewhere set CHROMIUM, CHROMEDRIVER and FIREFOX to the programs)",
            missing.join(" and "),
            missing.join(" "),
        );
    }
    Ok(())
}

/// Finds a program by an environment variable, or else by one of its names.
fn find(variable: &str, names: &[&str]) -> Result<Option<PathBuf>> {
    if let Some(chosen) = env::var_os(variable).filter(|value| !value.is_empty()) {
        let chosen = PathBuf::from(chosen);
        if !chosen.is_file() {
            bail!("{variable} is set to {}, which is not a program", chosen.display());
        }
        return Ok(Some(chosen));
    }
    Ok(names.iter().find_map(|name| find_program(name)))
}
