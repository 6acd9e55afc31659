//! The part of the WebDriver protocol that the tests need.
//!
//! Source: <https://www.w3.org/TR/webdriver2/>, and for the DevTools commands and the logs
//! `chromedriver`'s own extensions.

use std::time::Duration;

use anyhow::{Context as _, Result, anyhow, bail};
use serde_json::{Value, json};

use crate::chromedriver::{Chromedriver, find_chromium, find_headless_shell};
use crate::options::Options;
use crate::webkit::WebKit;

/// The time limit of a single command, also on a busy machine; a script that waits must not wait forever.
const PATIENCE: Duration = Duration::from_secs(60);

/// The key of an element's identifier in WebDriver.
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";

/// A browser with one window, closed on drop.
#[derive(Debug)]
pub(crate) struct Session {
    agent: ureq::Agent,
    address: String,
    // Fields are dropped after `drop` has run, so that the driver outlives the session's end.
    driver: Driver,
}

/// The driver of the browser.
#[derive(Debug)]
pub(crate) enum Driver {
    Chromium(Chromedriver),
    WebKit(WebKit),
}

impl Driver {
    fn address(&self) -> String {
        match self {
            Driver::Chromium(driver) => driver.address(),
            Driver::WebKit(driver) => driver.address(),
        }
    }
}

impl Session {
    /// Starts a browser that emulates the device of the options.
    pub(crate) fn start(options: &Options) -> Result<Self> {
        let driver = Chromedriver::start()?;
        let capabilities = capabilities(&driver, options)?;
        let session =
            Self::connect(Driver::Chromium(driver), &capabilities).context("cannot start Chromium")?;
        session.emulate(options)?;
        Ok(session)
    }

    /// Makes the current tab emulate the device of the options.
    pub(crate) fn emulate(&self, options: &Options) -> Result<()> {
        for (method, parameters) in options.emulation() {
            self.devtools(method, &parameters)?;
        }
        Ok(())
    }

    /// Makes a driver start its browser or program.
    pub(crate) fn connect(driver: Driver, capabilities: &Value) -> Result<Self> {
        let agent = ureq::Agent::config_builder()
            .http_status_as_error(false)
            .timeout_global(Some(PATIENCE))
            .build()
            .new_agent();
        let mut session = Self { agent, address: driver.address(), driver };
        let answer = session.post("/session", &json!({ "capabilities": { "alwaysMatch": capabilities } }))?;
        let id = answer["sessionId"].as_str().context("the driver named no session")?;
        session.address = format!("{}/session/{id}", session.address);
        Ok(session)
    }

    /// Whether the driver reports the browser's logs, which is an extension of Chromium's.
    pub(crate) fn has_logs(&self) -> bool {
        matches!(self.driver, Driver::Chromium(_))
    }

    /// Sends a command with parameters.
    pub(crate) fn post(&self, path: &str, parameters: &Value) -> Result<Value> {
        let response = self.agent.post(format!("{}{path}", self.address)).send_json(parameters);
        answer(response).with_context(|| format!("WebDriver command POST {path}"))
    }

    /// Sends a request with the method GET.
    pub(crate) fn get(&self, path: &str) -> Result<Value> {
        answer(self.agent.get(format!("{}{path}", self.address)).call())
            .with_context(|| format!("WebDriver command GET {path}"))
    }

    /// Sends a request with the method DELETE.
    pub(crate) fn delete(&self, path: &str) -> Result<Value> {
        answer(self.agent.delete(format!("{}{path}", self.address)).call())
            .with_context(|| format!("WebDriver command DELETE {path}"))
    }

    /// Sends a command of the DevTools protocol.
    pub(crate) fn devtools(&self, method: &str, parameters: &Value) -> Result<Value> {
        self.post("/goog/cdp/execute", &json!({ "cmd": method, "params": parameters }))
            .with_context(|| format!("DevTools command {method}"))
    }

    /// Returns the entries of one of the browser's logs since the last call.
    pub(crate) fn take_log(&self, kind: &str) -> Result<Vec<Value>> {
        match self.post("/se/log", &json!({ "type": kind }))? {
            Value::Array(entries) => Ok(entries),
            other => Err(anyhow!("the {kind} log is not a list: {other}")),
        }
    }

    /// Finds the first element that matches a CSS selector, as a reference for other commands.
    pub(crate) fn element(&self, selector: &str) -> Result<Value> {
        self.post("/element", &json!({ "using": "css selector", "value": selector }))
            .with_context(|| format!("looking for {selector}"))
    }

    /// Applies an action, such as `click`, to an element.
    pub(crate) fn with_element(&self, element: &Value, action: &str, parameters: &Value) -> Result<Value> {
        let id = element[ELEMENT].as_str().context("not a reference to an element")?;
        self.post(&format!("/element/{id}/{action}"), parameters)
    }

    /// Runs the body of a function, with its arguments in `arguments`.
    pub(crate) fn execute(&self, body: &str, arguments: &Value) -> Result<Value> {
        self.post("/execute/sync", &json!({ "script": body, "args": arguments }))
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        // Normally Chromium ends in an orderly way; if not, the driver's owner kills it.
        let _ = self
            .agent
            .delete(&self.address)
            .config()
            .timeout_global(Some(Duration::from_secs(5)))
            .build()
            .call();
    }
}

/// The capabilities with which the browser starts.
fn capabilities(driver: &Chromedriver, options: &Options) -> Result<Value> {
    let language = &options.language;
    let shell = if options.is_full() { None } else { find_headless_shell() };
    let (name, program) = match shell {
        Some(shell) => ("chrome-headless-shell", shell),
        None => ("chrome", find_chromium()?),
    };
    let headless = (name == "chrome").then(|| "--headless=new".to_owned());
    let arguments = headless.into_iter().chain([
        // Containers lack the features that the sandbox needs; the pages are our own.
        "--no-sandbox".to_owned(),
        "--disable-gpu".to_owned(),
        // These options prevent requests to other machines.
        "--disable-quic".to_owned(),
        "--no-first-run".to_owned(),
        "--disable-background-networking".to_owned(),
        "--disable-component-update".to_owned(),
        "--disable-sync".to_owned(),
        // The small shared memory of containers would make pages crash.
        "--disable-dev-shm-usage".to_owned(),
        // The browser prepares pages of its own for the address bar, which take longer to start than the browser itself. No test uses the
        // address bar.
        "--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup".to_owned(),
        format!("--user-data-dir={}", driver.profile().display()),
        format!("--window-size={},{}", options.width, options.height),
        format!("--lang={language}"),
        format!("--accept-lang={language}"),
        // Without an address the browser starts with its page for new tabs.
        "about:blank".to_owned(),
    ]);
    Ok(json!({
        "browserName": name,
        "goog:chromeOptions": {
            "binary": program,
            "args": arguments.collect::<Vec<_>>(),
            "perfLoggingPrefs": { "enableNetwork": true, "enablePage": false },
        },
        "goog:loggingPrefs": { "browser": "ALL", "performance": "ALL" },
    }))
}

/// Unpacks an answer, or the error in it.
fn answer(response: Result<ureq::http::Response<ureq::Body>, ureq::Error>) -> Result<Value> {
    let mut response = response.context("the driver does not answer")?;
    let mut body: Value = response
        .body_mut()
        .with_config()
        // Screenshots and performance logs are long.
        .limit(256 * 1024 * 1024)
        .read_json()
        .context("the driver's answer is not JSON")?;
    let value = body["value"].take();
    match value["error"].as_str() {
        // The rest of the message is a stack trace of chromedriver itself, which is of no use here.
        Some(error) if !response.status().is_success() => {
            let message = value["message"].as_str().unwrap_or_default();
            let message = message.split("\n  (Session info").next().unwrap_or_default();
            Err(anyhow!("{error}: {message}"))
        }
        _ => Ok(value),
    }
}

/// The code points of WebDriver for keys that are not characters.
const NAMED: [(&str, char); 18] = [
    ("Backspace", '\u{e003}'),
    ("Tab", '\u{e004}'),
    ("Enter", '\u{e007}'),
    ("Shift", '\u{e008}'),
    ("Control", '\u{e009}'),
    ("Alt", '\u{e00a}'),
    ("Escape", '\u{e00c}'),
    ("Space", ' '),
    ("PageUp", '\u{e00e}'),
    ("PageDown", '\u{e00f}'),
    ("End", '\u{e010}'),
    ("Home", '\u{e011}'),
    ("ArrowLeft", '\u{e012}'),
    ("ArrowUp", '\u{e013}'),
    ("ArrowRight", '\u{e014}'),
    ("ArrowDown", '\u{e015}'),
    ("Delete", '\u{e017}'),
    ("Meta", '\u{e03d}'),
];

/// Converts `Control+Shift+z` into the WebDriver actions that press the keys in this order and release them in the opposite one.
pub(crate) fn press_actions(combination: &str) -> Result<Value> {
    let keys: Vec<char> = if combination == "+" {
        vec!['+']
    } else {
        combination.split('+').map(key).collect::<Result<_>>()?
    };
    let down = keys.iter().map(|key| json!({ "type": "keyDown", "value": key }));
    let up = keys.iter().rev().map(|key| json!({ "type": "keyUp", "value": key }));
    let actions: Vec<Value> = down.chain(up).collect();
    Ok(json!({ "actions": [{ "type": "key", "id": "keyboard", "actions": actions }] }))
}

fn key(name: &str) -> Result<char> {
    if let Some((_, code)) = NAMED.iter().find(|(known, _)| *known == name) {
        return Ok(*code);
    }
    let mut characters = name.chars();
    match (characters.next(), characters.next()) {
        (Some(only), None) => Ok(only),
        _ => bail!("there is no key {name:?}; it is one character, or a name such as ArrowLeft"),
    }
}

#[cfg(test)]
mod tests {
    use super::press_actions;

    #[test]
    fn combinations_are_pressed_in_order_and_released_backwards() {
        let actions = press_actions("Control+z").unwrap();
        let steps: Vec<(&str, &str)> = actions["actions"][0]["actions"]
            .as_array()
            .unwrap()
            .iter()
            .map(|step| (step["type"].as_str().unwrap(), step["value"].as_str().unwrap()))
            .collect();
        assert_eq!(steps, [("keyDown", "\u{e009}"), ("keyDown", "z"), ("keyUp", "z"), ("keyUp", "\u{e009}")]);
    }

    #[test]
    fn an_unknown_key_is_named() {
        assert!(press_actions("ArrowSideways").unwrap_err().to_string().contains("ArrowSideways"));
        assert!(press_actions("+").is_ok());
        assert!(press_actions("Control+").is_err());
    }
}
