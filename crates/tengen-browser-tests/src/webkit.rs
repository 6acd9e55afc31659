//! Starting and ending WebKit's driver, with a virtual screen for the windows that it opens.

use std::io::{BufRead as _, BufReader};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};
use serde_json::{Value, json};

use crate::chromedriver::find;
use crate::options::Options;

/// The time limit for the start of the driver and of the screen.
const PATIENCE: Duration = Duration::from_secs(20);

/// A running `WebKitWebDriver` on a virtual screen, with a separate home directory.
///
/// WebKitGTK has no headless mode, so that a virtual framebuffer is its screen. On drop, all processes that use it end.
#[derive(Debug)]
pub(crate) struct WebKit {
    // The fields are dropped in this order: the windows first, then their screen.
    driver: Group,
    _screen: Group,
    port: u16,
    _home: tempfile::TempDir,
}

/// A process, and all processes that it starts.
#[derive(Debug)]
struct Group(Child);

impl Drop for Group {
    fn drop(&mut self) {
        // The group has the number of its first process. It may have ended already.
        let group = format!("-{}", self.0.id());
        let _ = Command::new("kill").args(["-KILL", "--", &group]).stderr(Stdio::null()).status();
        let _ = self.0.wait();
    }
}

impl WebKit {
    /// Starts the driver; the programs that it starts also have `environment`.
    pub(crate) fn start(options: &Options, environment: &[(&str, &Path)]) -> Result<Self> {
        // Another program may have taken the port in the meantime.
        Self::start_once(options, environment).or_else(|_| Self::start_once(options, environment))
    }

    fn start_once(options: &Options, environment: &[(&str, &Path)]) -> Result<Self> {
        let home = tempfile::tempdir().context("cannot make a temporary directory")?;
        let (screen, display) = start_screen(options)?;
        // The port was free a moment ago.
        let port = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?.local_addr()?.port();
        let program = find("WEBKITWEBDRIVER", &["WebKitWebDriver"], "webkit2gtk-driver")?;
        let mut command = Command::new(&program);
        command
            .args([format!("--port={port}"), "--host=127.0.0.1".to_owned()])
            .env("DISPLAY", display)
            .env("GDK_BACKEND", "x11")
            .env("HOME", home.path())
            .env("XDG_RUNTIME_DIR", home.path())
            .env("TMPDIR", home.path())
            // The variable makes a Tauri window accept a driver.
            .env("TAURI_WEBVIEW_AUTOMATION", "true")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .process_group(0);
        for (name, directory) in
            [("XDG_CONFIG_HOME", "config"), ("XDG_DATA_HOME", "data"), ("XDG_CACHE_HOME", "cache")]
        {
            command.env(name, home.path().join(directory));
        }
        command.envs(environment.iter().copied());
        let driver = Group(command.spawn().with_context(|| format!("cannot start {}", program.display()))?);
        let mut webkit = Self { driver, _screen: screen, port, _home: home };
        webkit.wait()?;
        Ok(webkit)
    }

    /// Waits until the driver accepts commands.
    fn wait(&mut self) -> Result<()> {
        let start = Instant::now();
        while TcpStream::connect((Ipv4Addr::LOCALHOST, self.port)).is_err() {
            if let Some(status) = self.driver.0.try_wait()? {
                bail!("WebKitWebDriver ended at once ({status})");
            }
            if start.elapsed() > PATIENCE {
                bail!("WebKitWebDriver does not take commands");
            }
            thread::sleep(Duration::from_millis(20));
        }
        Ok(())
    }

    /// The address at which the driver accepts commands.
    pub(crate) fn address(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }
}

/// The capabilities with which the driver starts this program.
pub(crate) fn capabilities(program: &Path, arguments: &[&str]) -> Value {
    json!({ "webkitgtk:browserOptions": { "binary": program, "args": arguments } })
}

/// WebKit's own small browser, which Debian installs beside the library.
pub(crate) fn find_browser() -> Result<PathBuf> {
    let triple = format!("{}-linux-gnu", std::env::consts::ARCH);
    let versions =
        ["4.1", "4.0"].map(|version| format!("/usr/lib/{triple}/webkit2gtk-{version}/MiniBrowser"));
    let found = versions.iter().map(PathBuf::from).find(|browser| browser.is_file());
    found.with_context(|| {
        format!("there is no {}; on Debian run: apt-get install -y libwebkit2gtk-4.1-0", versions[0])
    })
}

/// Starts a screen that is a little larger than the window, and returns its name.
fn start_screen(options: &Options) -> Result<(Group, String)> {
    let program = find("XVFB", &["Xvfb"], "xvfb")?;
    let size = format!("{}x{}x24", options.width.max(1280) + 120, options.height.max(860) + 90);
    // The server selects a free number, and writes it when it is ready.
    let mut screen = Command::new(&program)
        .args(["-displayfd", "1", "-screen", "0", &size, "-nolisten", "tcp"])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .process_group(0)
        .spawn()
        .with_context(|| format!("cannot start {}", program.display()))?;
    let stdout = screen.stdout.take();
    let screen = Group(screen);
    let mut number = String::new();
    BufReader::new(stdout.context("Xvfb has no output")?)
        .read_line(&mut number)
        .context("cannot read what Xvfb says")?;
    let number: u32 = number.trim().parse().context("Xvfb ended without naming its display")?;
    Ok((screen, format!(":{number}")))
}
