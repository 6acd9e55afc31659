//! A page in Firefox, controlled by WebDriver BiDi (<https://w3c.github.io/webdriver-bidi/>) without a driver in between.

use std::cell::RefCell;
use std::io::{BufRead as _, BufReader, Read};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};
use serde_json::{Value, json};
use tempfile::TempDir;
use tungstenite::stream::MaybeTlsStream;
use tungstenite::{Message, WebSocket};

use crate::chromedriver::find;
use crate::page::{attempt, save_screenshot};

/// The time limit of [`Firefox::wait_until`].
const PATIENCE: Duration = Duration::from_secs(30);
/// The interval between two evaluations.
const INTERVAL: Duration = Duration::from_millis(50);

/// A page in a separate Firefox, which ends with this value.
#[derive(Debug)]
pub struct Firefox {
    process: Child,
    connection: RefCell<Connection>,
    context: String,
    _profile: TempDir,
}

#[derive(Debug)]
struct Connection {
    socket: WebSocket<MaybeTlsStream<TcpStream>>,
    last_id: u64,
    /// The errors in the console.
    errors: Vec<String>,
}

impl Firefox {
    /// Opens a file, as a double click does.
    ///
    /// # Errors
    ///
    /// If the file does not exist, or Firefox is not installed or does not start.
    pub fn open_file(file: &Path) -> Result<Self> {
        let file = file.canonicalize().with_context(|| format!("there is no {}", file.display()))?;
        let firefox = Self::start()?;
        let navigation = json!({ "context": firefox.context, "url": format!("file://{}", file.display()), "wait": "complete" });
        firefox.command("browsingContext.navigate", navigation)?;
        Ok(firefox)
    }

    fn start() -> Result<Self> {
        let program = find("FIREFOX", &["firefox-esr", "firefox"], "firefox-esr")?;
        let profile = tempfile::tempdir().context("cannot make a temporary directory")?;
        let mut process = Command::new(&program)
            .args(["--headless", "--no-remote", "--remote-debugging-port=0", "--profile"])
            .arg(profile.path())
            .env("HOME", profile.path())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .with_context(|| format!("cannot start {}", program.display()))?;
        let address = process.stderr.take().context("Firefox has no output").and_then(read_address);
        let connection = address.and_then(|address| {
            let (socket, _) =
                tungstenite::connect(format!("{address}/session")).context("cannot connect to Firefox")?;
            if let MaybeTlsStream::Plain(stream) = socket.get_ref() {
                // A Firefox that hangs must not block the test permanently.
                stream.set_read_timeout(Some(PATIENCE)).context("cannot limit the time for answers")?;
            }
            Ok(Connection { socket, last_id: 0, errors: Vec::new() })
        });
        let connection = match connection {
            Ok(connection) => connection,
            Err(error) => {
                // This fails only if the process has ended already.
                let _ = process.kill();
                return Err(error);
            }
        };
        let mut firefox =
            Self { process, connection: RefCell::new(connection), context: String::new(), _profile: profile };
        firefox.command("session.new", json!({ "capabilities": {} }))?;
        firefox.command("session.subscribe", json!({ "events": ["log.entryAdded"] }))?;
        let tree = firefox.command("browsingContext.getTree", json!({}))?;
        tree["contexts"][0]["context"]
            .as_str()
            .context("Firefox has no page")?
            .clone_into(&mut firefox.context);
        let viewport = json!({ "context": firefox.context, "viewport": { "width": 1280, "height": 800 } });
        firefox.command("browsingContext.setViewport", viewport)?;
        Ok(firefox)
    }

    fn command(&self, method: &str, parameters: Value) -> Result<Value> {
        self.connection.borrow_mut().command(method, &parameters)
    }

    /// The value of a JavaScript expression, as far as JSON can represent it.
    ///
    /// # Errors
    ///
    /// If the expression throws.
    pub fn eval(&self, expression: &str) -> Result<Value> {
        let parameters = json!({
            "expression": format!("(async () => JSON.stringify(await ({expression})) ?? 'null')()"),
            "target": { "context": self.context },
            "awaitPromise": true,
        });
        let answer = self.command("script.evaluate", parameters)?;
        match answer["result"]["value"].as_str() {
            Some(text) => Ok(serde_json::from_str(text)?),
            None => bail!("{expression}: {}", answer["exceptionDetails"]["text"]),
        }
    }

    /// Waits until an expression is true. An expression that throws counts as false.
    ///
    /// # Errors
    ///
    /// If it takes too long.
    pub fn wait_until(&self, expression: &str) -> Result<()> {
        let attempt = attempt(expression);
        let start = Instant::now();
        loop {
            let value = self.eval(&attempt)?;
            if value == true {
                return Ok(());
            }
            if start.elapsed() > PATIENCE {
                self.screenshot("firefox-in-vain")?;
                bail!(
                    "waited {} s in vain until {expression}; at the end it was {value}; the console's errors: {:?}",
                    PATIENCE.as_secs(),
                    self.errors()
                );
            }
            thread::sleep(INTERVAL);
        }
    }

    /// Takes a picture for `target/screenshots`.
    ///
    /// # Errors
    ///
    /// If the picture cannot be taken or written.
    pub fn screenshot(&self, name: &str) -> Result<()> {
        let answer = self.command("browsingContext.captureScreenshot", json!({ "context": self.context }))?;
        save_screenshot(&format!("{name}.png"), &answer["data"]).map(drop)
    }

    /// The errors in the console so far.
    #[must_use]
    pub fn errors(&self) -> Vec<String> {
        self.connection.borrow().errors.clone()
    }
}

impl Drop for Firefox {
    fn drop(&mut self) {
        // Both steps fail only if the process has ended already.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Connection {
    fn command(&mut self, method: &str, parameters: &Value) -> Result<Value> {
        self.last_id += 1;
        let id = self.last_id;
        let command = json!({ "id": id, "method": method, "params": parameters });
        self.socket
            .send(Message::text(command.to_string()))
            .with_context(|| format!("cannot send {method}"))?;
        loop {
            let message = self.socket.read().with_context(|| format!("no answer to {method}"))?;
            let Message::Text(text) = message else { continue };
            let answer: Value = serde_json::from_str(&text)?;
            if answer["method"] == "log.entryAdded" && answer["params"]["level"] == "error" {
                self.errors.push(answer["params"]["text"].as_str().unwrap_or_default().to_owned());
            }
            if answer["id"] == id {
                match answer["error"].as_str() {
                    None => return Ok(answer["result"].clone()),
                    Some(error) => bail!("{method}: {error}: {}", answer["message"]),
                }
            }
        }
    }
}

/// Reads the output of Firefox up to the address at which it accepts commands.
fn read_address(output: impl Read + Send + 'static) -> Result<String> {
    let mut lines = BufReader::new(output).lines();
    let mut output = String::new();
    let address = loop {
        let Some(line) = lines.next() else {
            bail!("Firefox ended without naming its address; it output: {output}");
        };
        let line = line.context("cannot read what Firefox says")?;
        if let Some((_, address)) = line.split_once("WebDriver BiDi listening on ") {
            break address.trim().to_owned();
        }
        output.push_str(&line);
        output.push('\n');
    };
    // The further output must be read, because a full pipe would block Firefox.
    thread::spawn(move || for _ in lines {});
    Ok(address)
}
