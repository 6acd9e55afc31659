//! HTTP requests of the tests.

use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use serde_json::Value;

pub(crate) struct Response {
    pub(crate) status: u16,
    /// The headers, with names in lower case.
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: String,
}

impl Response {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error} in {}", self.body))
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(of, _)| of == name).map(|(_, value)| value.as_str())
    }

    /// The cookie that the server sets.
    pub(crate) fn cookie(&self) -> String {
        self.header("set-cookie").unwrap().split(';').next().unwrap().to_owned()
    }

    /// The code of the refusal.
    pub(crate) fn code(&self) -> String {
        self.json()["code"].as_str().unwrap().to_owned()
    }
}

/// Sends a request with a body in JSON.
pub(crate) fn request(address: SocketAddr, line: &str, headers: &[(&str, &str)], body: &str) -> Response {
    request_to(address, &address.to_string(), line, headers, body)
}

/// Sends a request to a host with this name.
pub(crate) fn request_to(
    address: SocketAddr,
    host: &str,
    line: &str,
    headers: &[(&str, &str)],
    body: &str,
) -> Response {
    let mut headers = headers.to_vec();
    if !body.is_empty() {
        headers.push(("content-type", "application/json"));
    }
    send(address, host, line, &headers, body)
}

/// Sends a form. The headers contain its type.
pub(crate) fn request_form(
    address: SocketAddr,
    line: &str,
    headers: &[(&str, &str)],
    body: &str,
) -> Response {
    send(address, &address.to_string(), line, headers, body)
}

fn send(address: SocketAddr, host: &str, line: &str, headers: &[(&str, &str)], body: &str) -> Response {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
    let mut text = format!("{line} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n");
    for (name, value) in headers {
        text += &format!("{name}: {value}\r\n");
    }
    if !body.is_empty() {
        text += &format!("content-length: {}\r\n", body.len());
    }
    stream.write_all(format!("{text}\r\n{body}").as_bytes()).unwrap();
    let mut answer = Vec::new();
    // The answer is complete even if the connection is reset after it.
    let _ = stream.read_to_end(&mut answer);
    let answer = String::from_utf8(answer).unwrap();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    let mut lines = head.lines();
    let status = lines.next().unwrap().split(' ').nth(1).unwrap().parse().unwrap();
    let header =
        |line: &str| line.split_once(": ").map(|(name, value)| (name.to_lowercase(), value.to_owned()));
    Response { status, headers: lines.filter_map(header).collect(), body: body.to_owned() }
}
