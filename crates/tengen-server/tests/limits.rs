//! Slow, idle, demanding and faulty clients, over real connections.

#![forbid(unsafe_code)]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should fail on the spot")]

use std::fs;
use std::net::SocketAddr;
use std::time::Duration;

use tengen_server::{Limits, Page, ServeOptions, Server};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::time::{Instant, sleep, timeout};

/// A complete request that leaves the connection open.
const HEALTH: &str = "GET /health HTTP/1.1\r\nhost: localhost\r\n\r\n";
/// The timeout of a test: far longer than any limit here, for busy machines.
const PATIENCE: Duration = Duration::from_secs(30);

/// Limits that no test reaches, so that each test sets only those that it checks.
fn wide() -> Limits {
    Limits { connections: 1_000, connections_per_address: 1_000, request: PATIENCE * 4, answer: PATIENCE * 4 }
}

/// Starts a server with a page that has a file larger than all buffers in the network.
async fn serve(limits: Limits) -> SocketAddr {
    let directory = tempfile::tempdir().unwrap();
    fs::write(directory.path().join("index.html"), "<!doctype html><title>Tengen</title>").unwrap();
    fs::write(directory.path().join("large.txt"), vec![b'x'; 64 << 20]).unwrap();
    let page = Page::from_directory(directory.path()).unwrap();
    let server = Server::bind(ServeOptions { page, limits, ..ServeOptions::local(0) }).await.unwrap();
    let address = server.local_address();
    tokio::spawn(server.run(std::future::pending()));
    address
}

async fn connect(address: SocketAddr, text: &str) -> TcpStream {
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(text.as_bytes()).await.unwrap();
    stream
}

/// Reads until the server closes the connection.
async fn rest(stream: &mut TcpStream) -> String {
    let mut bytes = Vec::new();
    // A connection that is reset counts as closed.
    let _ = timeout(PATIENCE, stream.read_to_end(&mut bytes)).await.expect("the connection stays open");
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The answer to [`HEALTH`] on a connection that stays open.
async fn health(stream: &mut TcpStream) -> String {
    let mut answer = String::new();
    let mut bytes = [0; 1024];
    while !answer.ends_with("\r\n\r\nok") {
        let read = timeout(PATIENCE, stream.read(&mut bytes)).await.expect("an answer in time").unwrap_or(0);
        if read == 0 {
            break;
        }
        answer.push_str(&String::from_utf8_lossy(&bytes[..read]));
    }
    answer
}

#[tokio::test]
async fn three_hundred_half_sent_requests_are_closed() {
    let address = serve(Limits { request: Duration::from_millis(500), ..wide() }).await;
    let mut half = Vec::new();
    for number in 0..300 {
        // Some clients send nothing at all, some stop within a line, some between two lines.
        let text = ["", "GET / HT", "GET / HTTP/1.1\r\nhost: localhost\r\n"][number % 3];
        half.push(connect(address, text).await);
    }
    for stream in &mut half {
        assert_eq!(rest(stream).await, "");
    }
    assert!(health(&mut connect(address, HEALTH).await).await.starts_with("HTTP/1.1 200 OK"));
}

#[tokio::test]
async fn a_request_that_drips_is_closed_however_regularly_it_does() {
    let address = serve(Limits { request: Duration::from_millis(500), ..wide() }).await;
    let mut stream = connect(address, "GET / HTTP/1.1\r\nhost: localhost\r\nx-drops: ").await;
    let start = Instant::now();
    while stream.write_all(b"x").await.is_ok() {
        assert!(start.elapsed() < PATIENCE, "each byte prolongs the time");
        sleep(Duration::from_millis(50)).await;
    }
}

#[tokio::test]
async fn an_idle_connection_is_closed_after_the_timeout() {
    let address = serve(Limits { request: Duration::from_millis(1_500), ..wide() }).await;
    let mut stream = connect(address, HEALTH).await;
    for _ in 0..2 {
        assert!(health(&mut stream).await.starts_with("HTTP/1.1 200 OK"));
        stream.write_all(HEALTH.as_bytes()).await.unwrap();
    }
    health(&mut stream).await;
    assert_eq!(rest(&mut stream).await, "");
}

#[tokio::test]
async fn bodies_are_not_waited_for() {
    let address = serve(wide()).await;
    for (head, status) in [
        ("POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 1000000\r\n\r\nbegun", "405"),
        ("GET / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 1000000\r\n\r\nbegun", "200"),
        ("POST / HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\n5\r\nbe", "405"),
        ("PUT / HTTP/1.1\r\nhost: localhost\r\nexpect: 100-continue\r\ncontent-length: 9\r\n\r\n", "405"),
    ] {
        let answer = rest(&mut connect(address, head).await).await;
        assert!(answer.starts_with(&format!("HTTP/1.1 {status} ")), "{head}: {answer}");
    }
}

#[tokio::test]
async fn a_client_that_takes_nothing_of_its_answer_loses_its_place() {
    let limits = Limits { answer: Duration::from_millis(500), connections_per_address: 1, ..wide() };
    let address = serve(limits).await;
    let _deaf = connect(address, "GET /large.txt HTTP/1.1\r\nhost: localhost\r\n\r\n").await;
    let start = Instant::now();
    while !health(&mut connect(address, HEALTH).await).await.starts_with("HTTP/1.1 200 OK") {
        assert!(start.elapsed() < PATIENCE, "the place is never free");
        sleep(Duration::from_millis(50)).await;
    }
}

#[tokio::test]
async fn a_slow_client_that_takes_its_answer_gets_all_of_it() {
    let address = serve(Limits { answer: Duration::from_secs(2), ..wide() }).await;
    let mut stream = connect(address, "GET /large.txt HTTP/1.0\r\nhost: localhost\r\n\r\n").await;
    let (mut taken, mut buffer) = (0, vec![0; 4 << 20]);
    loop {
        match timeout(PATIENCE, stream.read(&mut buffer)).await.expect("the answer goes on").unwrap() {
            0 => break,
            read => taken += read,
        }
        sleep(Duration::from_millis(20)).await;
    }
    assert!(taken > 64 << 20, "{taken} bytes");
}

#[tokio::test]
async fn connections_over_a_limit_are_refused_until_another_ends() {
    for limits in [Limits { connections_per_address: 2, ..wide() }, Limits { connections: 2, ..wide() }] {
        let address = serve(limits).await;
        let mut first = connect(address, HEALTH).await;
        let mut second = connect(address, HEALTH).await;
        assert!(health(&mut first).await.starts_with("HTTP/1.1 200 OK"));
        assert!(health(&mut second).await.starts_with("HTTP/1.1 200 OK"));
        let mut third = TcpStream::connect(address).await.unwrap();
        let refused = rest(&mut third).await;
        assert!(refused.starts_with("HTTP/1.1 503 Service Unavailable\r\n"), "{refused}");
        let (head, text) = refused.split_once("\r\n\r\n").unwrap();
        assert!(head.contains(&format!("content-length: {}\r\n", text.len())), "{refused}");
        // The existing connections are not affected.
        first.write_all(HEALTH.as_bytes()).await.unwrap();
        assert!(health(&mut first).await.starts_with("HTTP/1.1 200 OK"));
        drop(second);
        let start = Instant::now();
        while !health(&mut connect(address, HEALTH).await).await.starts_with("HTTP/1.1 200 OK") {
            assert!(start.elapsed() < PATIENCE, "the place is never free");
            sleep(Duration::from_millis(20)).await;
        }
    }
}

/// Only Linux lets a program use all of 127.0.0.0/8 without further configuration.
#[cfg(target_os = "linux")]
#[tokio::test]
async fn one_address_does_not_take_anothers_places() {
    let address = serve(Limits { connections_per_address: 1, ..wide() }).await;
    let mut greedy = connect(address, HEALTH).await;
    health(&mut greedy).await;
    let socket = tokio::net::TcpSocket::new_v4().unwrap();
    socket.bind("127.0.0.2:0".parse().unwrap()).unwrap();
    let mut other = socket.connect(address).await.unwrap();
    other.write_all(HEALTH.as_bytes()).await.unwrap();
    assert!(health(&mut other).await.starts_with("HTTP/1.1 200 OK"));
}

#[tokio::test]
async fn http_1_1_needs_a_host_and_http_1_0_does_not() {
    let address = serve(wide()).await;
    for (head, status) in [
        ("GET / HTTP/1.1\r\n", "HTTP/1.1 400"),
        ("GET /health HTTP/1.1\r\nhost: one\r\nhost: two\r\n", "HTTP/1.1 400"),
        ("GET / HTTP/1.1\r\nhost: \r\n", "HTTP/1.1 400"),
        ("GET / HTTP/1.1\r\nhost: localhost\r\n", "HTTP/1.1 200"),
        ("GET / HTTP/1.0\r\n", "HTTP/1.0 200"),
    ] {
        let answer = rest(&mut connect(address, &format!("{head}connection: close\r\n\r\n")).await).await;
        assert!(answer.starts_with(status), "{head}: {answer}");
        assert!(answer.contains("\r\nx-content-type-options: nosniff\r\n"), "{answer}");
    }
}

#[tokio::test]
async fn a_request_without_an_end_is_refused() {
    let address = serve(wide()).await;
    let long = format!("GET / HTTP/1.1\r\nhost: localhost\r\nx-long: {}", "x".repeat(200_000));
    let mut stream = TcpStream::connect(address).await.unwrap();
    // The server may close the connection before everything has been written.
    let _ = stream.write_all(long.as_bytes()).await;
    let answer = rest(&mut stream).await;
    assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 431 "), "{answer}");
}
