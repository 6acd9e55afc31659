//! Running other programs.

use std::env;
use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, Seek as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use anyhow::{Context as _, Result, bail};

use crate::workspace::Workspace;

/// A cargo command in the workspace's root, run by the same cargo that runs this tool.
pub(crate) fn cargo(workspace: &Workspace) -> Command {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(workspace.root());
    command
}

/// Runs a command to its end, its output going straight to the terminal.
pub(crate) fn run(command: &mut Command) -> Result<()> {
    let shown = show(command);
    let status = command.status().with_context(|| format!("cannot start `{shown}`"))?;
    if !status.success() {
        bail!("`{shown}` failed ({status})");
    }
    Ok(())
}

/// A command that runs at the same time as this program. Its output is collected in a file.
#[derive(Debug)]
pub(crate) struct Background {
    shown: String,
    process: Child,
    output: File,
}

impl Background {
    /// Starts the command.
    pub(crate) fn start(command: &mut Command) -> Result<Background> {
        let shown = show(command);
        let output = tempfile::tempfile().context("cannot make a temporary file")?;
        let copy = || output.try_clone().context("cannot share a temporary file");
        let process = command
            .stdin(Stdio::null())
            .stdout(copy()?)
            .stderr(copy()?)
            .spawn()
            .with_context(|| format!("cannot start `{shown}`"))?;
        Ok(Background { shown, process, output })
    }

    /// Waits for the end of the command and prints its output.
    pub(crate) fn finish(mut self) -> Result<()> {
        let status = self.process.wait().with_context(|| format!("cannot wait for `{}`", self.shown))?;
        self.output.rewind().and_then(|()| io::copy(&mut self.output, &mut io::stdout()))?;
        if !status.success() {
            bail!("`{}` failed ({status})", self.shown);
        }
        Ok(())
    }
}

/// Runs a command silently and returns its output.
pub(crate) fn output(command: &mut Command) -> Result<String> {
    let shown = show(command);
    let output = command.output().with_context(|| format!("cannot start `{shown}`"))?;
    if !output.status.success() {
        let message = String::from_utf8_lossy(&output.stderr);
        bail!("`{shown}` failed ({}): {}", output.status, message.trim());
    }
    String::from_utf8(output.stdout).with_context(|| format!("`{shown}` printed something unreadable"))
}

/// The command line of a command.
pub(crate) fn show(command: &Command) -> String {
    let program = Path::new(command.get_program());
    let program = program.file_stem().unwrap_or(program.as_os_str());
    let mut words = vec![program.to_string_lossy()];
    words.extend(command.get_args().map(OsStr::to_string_lossy));
    words.join(" ")
}

/// Finds a program in `PATH`.
pub(crate) fn find_program(name: &str) -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    env::split_paths(&path)
        .map(|directory| directory.join(format!("{name}{}", env::consts::EXE_SUFFIX)))
        .find(|candidate| candidate.is_file())
}

/// A duration in words: `12 min 3 s`.
pub(crate) fn spoken(time: Duration) -> String {
    let seconds = time.as_secs();
    match (seconds / 60, seconds % 60) {
        (0, 0) => format!("{:.1} s", time.as_secs_f64()),
        (0, seconds) => format!("{seconds} s"),
        (minutes, seconds) => format!("{minutes} min {seconds} s"),
    }
}

/// Names of Chromium's program on common systems.
const BROWSERS: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "chrome"];

/// Checks that Chromium, its driver and Firefox are installed.
///
/// Their absence is an error, never a reason to skip the tests.
pub(crate) fn ensure_browsers() -> Result<()> {
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
    if find("HEADLESS_SHELL", &["chromium-headless-shell", "chrome-headless-shell"])?.is_none() {
        eprintln!(
            "chromium-headless-shell is not installed: all browser tests use Chromium, which takes a third longer \
             (elsewhere than on Debian set HEADLESS_SHELL to the program)"
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

#[cfg(test)]
mod tests {
    use std::process::Command;
    use std::time::Duration;

    use super::{find_program, output, run, show, spoken};

    #[test]
    fn times_are_spoken() {
        assert_eq!(spoken(Duration::from_millis(340)), "0.3 s");
        assert_eq!(spoken(Duration::from_secs(59)), "59 s");
        assert_eq!(spoken(Duration::from_secs(723)), "12 min 3 s");
    }

    #[test]
    fn commands_are_shown_as_typed() {
        assert_eq!(show(Command::new("/some/where/cargo").args(["test", "--quick"])), "cargo test --quick");
    }

    #[test]
    fn a_program_that_does_not_exist_is_named() {
        assert_eq!(find_program("no-such-program-anywhere"), None);
        let error = run(&mut Command::new("no-such-program-anywhere")).unwrap_err();
        assert_eq!(error.to_string(), "cannot start `no-such-program-anywhere`");
        assert!(output(&mut Command::new("no-such-program-anywhere")).is_err());
    }
}
