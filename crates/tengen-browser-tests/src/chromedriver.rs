//! Starting and ending `chromedriver`.

use std::env;
use std::io::{BufRead as _, BufReader, Read};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::thread;

use anyhow::{Context as _, Result, bail};

/// A running `chromedriver` with a directory of its own for all temporary files.
///
/// Dropping it kills the driver, and the browser that it has started if that is still running, because the browser does not end with its
/// driver. A watchdog does the same when this program ends without a drop, as for a value in a static.
#[derive(Debug)]
pub(crate) struct Chromedriver {
    process: Child,
    port: u16,
    directory: tempfile::TempDir,
    /// The watchdog process, which waits for the end of its input, at the latest the end of this program.
    watchdog: Option<Child>,
}

/// Kills the browser whose profile is `$1/profile`. Chromium with windows writes its number into a link, as `HOST-PROCESS`. A browser
/// without windows has no such link, and is found by its arguments, as is a script that has started it.
const END_BROWSER: &str = "browser=$(readlink \"$1/profile/SingletonLock\") && kill -KILL \"${browser##*-}\"; \
    for process in /proc/[0-9]*; do \
    grep -qsF \"$1/profile\" \"$process/cmdline\" && kill -KILL \"${process#/proc/}\"; done; ";

/// After [`END_BROWSER`], waits for the end of the browser's own processes, which write into the profile, and removes the directory.
const REMOVE: &str = "sleep 1; rm -rf \"$1\"";

impl Chromedriver {
    /// Starts the driver on a free port.
    pub(crate) fn start() -> Result<Self> {
        // The driver takes a port that is free for one version of the Internet Protocol, and exits if another program has it for the other.
        let again = |_| Self::start_once();
        Self::start_once().or_else(again).or_else(again)
    }

    fn start_once() -> Result<Self> {
        let program = find("CHROMEDRIVER", &["chromedriver"], "chromium-driver")?;
        let directory = tempfile::tempdir().context("cannot make a temporary directory")?;
        let mut process = Command::new(&program)
            .arg("--port=0")
            .env("TMPDIR", directory.path())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .with_context(|| format!("cannot start {}", program.display()))?;
        let stdout = process.stdout.take();
        // From here on the process has an owner that ends it.
        let mut driver = Self { process, port: 0, directory, watchdog: None };
        // As soon as the input ends, it kills the process `$2`, and then the browser.
        let watch = format!("cat; kill -KILL \"$2\"; {END_BROWSER}{REMOVE}");
        let watchdog = Command::new("sh")
            .args(["-c", &watch, "sh"])
            .arg(driver.directory.path())
            .arg(driver.process.id().to_string())
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn();
        driver.watchdog = Some(watchdog.context("cannot start sh")?);
        driver.port = read_port(stdout.context("chromedriver has no output")?)?;
        Ok(driver)
    }

    /// The address at which the driver accepts commands.
    pub(crate) fn address(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    /// An empty directory for the browser's profile.
    pub(crate) fn profile(&self) -> PathBuf {
        self.directory.path().join("profile")
    }
}

impl Drop for Chromedriver {
    fn drop(&mut self) {
        // Each step fails only if the process has ended already.
        if let Some(watchdog) = &mut self.watchdog {
            let _ = watchdog.kill();
            let _ = watchdog.wait();
        }
        let _ = self.process.kill();
        let _ = self.process.wait();
        let mut end = Command::new("sh");
        let _ = end.args(["-c", END_BROWSER, "sh"]).arg(self.directory.path()).stderr(Stdio::null()).status();
    }
}

/// Reads the driver's output up to the line with the port that it has chosen.
fn read_port(stdout: impl Read + Send + 'static) -> Result<u16> {
    let mut lines = BufReader::new(stdout).lines();
    let mut said = String::new();
    let port = loop {
        let Some(line) = lines.next() else {
            bail!("chromedriver ended without naming its port; it said: {said}");
        };
        let line = line.context("cannot read what chromedriver says")?;
        if let Some((_, port)) = line.split_once("started successfully on port ") {
            break port
                .trim_end_matches('.')
                .parse()
                .with_context(|| format!("chromedriver names a strange port: {line}"))?;
        }
        said.push_str(&line);
        said.push('\n');
    };
    // The rest of the output must be read, because a full pipe would block the driver.
    thread::spawn(move || for _ in lines {});
    Ok(port)
}

/// Finds Chromium: the environment variable `CHROMIUM`, or one of its usual names.
pub(crate) fn find_chromium() -> Result<PathBuf> {
    find("CHROMIUM", &["chromium", "chromium-browser", "google-chrome", "chrome"], "chromium")
}

/// Chromium's headless shell, a browser without windows, if it is installed. `cargo xtask test` reports its absence.
pub(crate) fn find_headless_shell() -> Option<PathBuf> {
    look_for("HEADLESS_SHELL", &["chromium-headless-shell", "chrome-headless-shell"])
}

/// Finds a program by an environment variable, or else by one of its names; Debian has it in `package`.
pub(crate) fn find(variable: &str, names: &[&str], package: &str) -> Result<PathBuf> {
    look_for(variable, names).with_context(|| {
        format!(
            "{} is not installed; on Debian run: apt-get update && \
             apt-get install -y {package} (elsewhere set {variable} to the program)",
            names[0]
        )
    })
}

/// The program that an environment variable names, or else the first on the path with one of these names.
fn look_for(variable: &str, names: &[&str]) -> Option<PathBuf> {
    if let Some(chosen) = env::var_os(variable).filter(|value| !value.is_empty()) {
        return Some(PathBuf::from(chosen));
    }
    let path = env::var_os("PATH").unwrap_or_default();
    let mut candidates =
        names.iter().flat_map(|name| env::split_paths(&path).map(move |directory| directory.join(name)));
    candidates.find(|candidate| candidate.is_file())
}
