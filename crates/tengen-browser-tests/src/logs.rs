//! Finding faults in the browser's logs.

use std::collections::HashMap;

use anyhow::{Context as _, Result};
use serde_json::Value;

use crate::webdriver::Session;

/// The problems of a page so far, in the order of their detection.
#[derive(Debug, Default)]
pub(crate) struct Logs {
    problems: Vec<String>,
    /// Addresses by the browser's number of the request, because reports of failures contain only the number.
    requests: HashMap<String, String>,
}

impl Logs {
    /// Reads the new entries of the logs.
    pub(crate) fn collect(&mut self, session: &Session) -> Result<()> {
        if !session.has_logs() {
            return Ok(());
        }
        for entry in session.take_log("browser")? {
            self.problems.extend(console_problem(&entry));
        }
        for entry in session.take_log("performance")? {
            let message = entry["message"].as_str().unwrap_or_default();
            let message: Value = serde_json::from_str(message).context("the performance log is not JSON")?;
            let problem = self.network_problem(&message["message"]);
            self.problems.extend(problem);
        }
        Ok(())
    }

    /// The problems that no expected text accounts for.
    pub(crate) fn unexpected(&self, expected: &[String]) -> Vec<&str> {
        let is_expected = |problem: &str| expected.iter().any(|text| problem.contains(text));
        self.problems.iter().map(String::as_str).filter(|problem| !is_expected(problem)).collect()
    }

    /// An expected text that no problem contained.
    pub(crate) fn missing<'a>(&self, expected: &'a [String]) -> Option<&'a str> {
        let happened = |text: &&String| self.problems.iter().any(|problem| problem.contains(*text));
        expected.iter().find(|text| !happened(text)).map(String::as_str)
    }

    /// The problem that an event of the network reports, if it reports one.
    fn network_problem(&mut self, event: &Value) -> Option<String> {
        let parameters = &event["params"];
        let id = parameters["requestId"].as_str().unwrap_or_default();
        match event["method"].as_str()? {
            "Network.requestWillBeSent" => {
                let url = parameters["request"]["url"].as_str()?;
                self.requests.insert(id.to_owned(), url.to_owned());
                None
            }
            "Network.responseReceived" => {
                let status = parameters["response"]["status"].as_u64()?;
                let url = parameters["response"]["url"].as_str()?;
                (status >= 400).then(|| format!("network: {url} was answered with status {status}"))
            }
            // A request that the page itself cancelled, by navigation for example, is not a fault. Nor is a request whose start is missing:
            // it belongs to the tab with which the browser starts.
            "Network.loadingFailed" if parameters["canceled"].as_bool() != Some(true) => {
                let url = self.requests.get(id)?;
                let reason = parameters["errorText"].as_str().unwrap_or("no reason given");
                Some(format!("network: {url} failed: {reason}"))
            }
            _ => None,
        }
    }
}

/// The problem that a line of the console reports, if it reports one: all errors, and warnings that something did not load.
fn console_problem(entry: &Value) -> Option<String> {
    let message = entry["message"].as_str()?;
    let level = entry["level"].as_str()?;
    let is_problem = level == "SEVERE" || (level == "WARNING" && message.contains("Failed to load resource"));
    is_problem.then(|| {
        // Errors of the page arrive as JSON strings: `"Error: …\n    at …"`.
        let readable = message.replace("\\n", "\n").replace("\\u003C", "<");
        format!("{}: {readable}", entry["source"].as_str().unwrap_or("console"))
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{Logs, console_problem};

    #[test]
    fn errors_count_and_mere_words_do_not() {
        let entry = |level, message| json!({ "level": level, "source": "console-api", "message": message });
        assert!(console_problem(&entry("SEVERE", "it broke")).is_some());
        assert!(console_problem(&entry("WARNING", "Failed to load resource: x")).is_some());
        assert!(console_problem(&entry("WARNING", "take care")).is_none());
        assert!(console_problem(&entry("INFO", "hello")).is_none());
    }

    #[test]
    fn failures_are_named_by_their_address() {
        let mut logs = Logs::default();
        let request = json!({ "method": "Network.requestWillBeSent",
            "params": { "requestId": "7", "request": { "url": "http://localhost/x.js" } } });
        assert_eq!(logs.network_problem(&request), None);
        let failure = |canceled| {
            json!({ "method": "Network.loadingFailed",
            "params": { "requestId": "7", "errorText": "net::ERR_FAILED", "canceled": canceled } })
        };
        assert_eq!(
            logs.network_problem(&failure(false)).as_deref(),
            Some("network: http://localhost/x.js failed: net::ERR_FAILED")
        );
        assert_eq!(logs.network_problem(&failure(true)), None);
    }

    #[test]
    fn expected_problems_are_ignored_but_must_occur() {
        let logs = Logs { problems: vec!["console: boom".to_owned()], ..Logs::default() };
        assert_eq!(logs.unexpected(&[]), ["console: boom"]);
        assert!(logs.unexpected(&["boom".to_owned()]).is_empty());
        assert_eq!(logs.missing(&["bang".to_owned()]), Some("bang"));
        assert_eq!(logs.missing(&["boom".to_owned()]), None);
    }
}
