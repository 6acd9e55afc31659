//! The server on a real port: its start, its answers and its end.

#![forbid(unsafe_code)]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should fail on the spot")]

use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;

use tengen_server::{ServeError, ServeOptions, Server};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::sync::oneshot;

async fn exchange(address: SocketAddr, request: &str) -> String {
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    answer
}

#[tokio::test]
async fn it_answers_on_the_port_it_names_and_stops_on_request() {
    let server = Server::bind(ServeOptions::local(0)).await.unwrap();
    let address = server.local_address();
    assert_ne!(address.port(), 0);
    let (stop, stopped) = oneshot::channel::<()>();
    let running = tokio::spawn(server.run(async move {
        let _ = stopped.await;
    }));

    let answer =
        exchange(address, "GET /health HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n").await;
    assert!(answer.starts_with("HTTP/1.1 200 OK\r\n"), "{answer}");
    assert!(answer.ends_with("\r\n\r\nok"), "{answer}");

    // An idle connection does not prevent the end of the server.
    let _idle = TcpStream::connect(address).await.unwrap();
    stop.send(()).unwrap();
    let ended = tokio::time::timeout(Duration::from_secs(5), running).await;
    ended.expect("the server stops within seconds").unwrap().unwrap();
    assert!(TcpStream::connect(address).await.is_err(), "nothing listens any more");
}

#[tokio::test]
async fn a_port_in_use_is_its_own_error_and_says_what_to_do() {
    let first = Server::bind(ServeOptions::local(0)).await.unwrap();
    let address = first.local_address();
    let error = Server::bind(ServeOptions::at(address)).await.unwrap_err();
    assert!(matches!(error, ServeError::PortInUse { address: taken } if taken == address));
    let message = error.to_string();
    assert!(message.contains(&format!("port {} is already in use", address.port())), "{message}");
    assert!(message.contains("--port"), "{message}");
}

#[tokio::test]
async fn an_address_of_another_machine_is_refused() {
    // 192.0.2.0/24 is reserved for documentation: no machine has such an address.
    let foreign = SocketAddr::from((Ipv4Addr::new(192, 0, 2, 1), 0));
    let error = Server::bind(ServeOptions::at(foreign)).await.unwrap_err();
    assert!(matches!(error, ServeError::Bind { .. }), "{error}");
}
