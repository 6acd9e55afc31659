use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::process::{Child, Command};
use std::time::{Duration, Instant};

use crate::{command, tengen};

/// Ends the server when the test ends, however it ends.
struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn it_says_where_it_is_and_answers_there_until_it_is_interrupted() {
    let mut server = Server(command(&["serve", "--port", "0", "--no-open"]).spawn().unwrap());
    let mut line = String::new();
    BufReader::new(server.0.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let address = line.trim().strip_prefix("Tengen is at http://").unwrap();
    assert!(address.starts_with("127.0.0.1:"), "{line}");

    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(10))).unwrap();
    write!(stream, "GET /health HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n").unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 200 OK\r\n") && answer.ends_with("ok"), "{answer}");

    if cfg!(unix) {
        let interrupted = Command::new("kill").args(["-INT", &server.0.id().to_string()]).status().unwrap();
        assert!(interrupted.success());
        let deadline = Instant::now() + Duration::from_secs(10);
        let status = loop {
            match server.0.try_wait().unwrap() {
                Some(status) => break status,
                None => assert!(Instant::now() < deadline, "Ctrl-C does not end the server"),
            }
            std::thread::sleep(Duration::from_millis(10));
        };
        assert_eq!(status.code(), Some(0));
    }
}

#[test]
fn a_port_that_is_taken_is_told() {
    let taken = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let run = tengen(&["serve", "--no-open", "--port", &port], "");
    run.fails(1, &format!("error: port {port} is already in use"));
    assert!(run.err.contains("choose another port with `--port`"), "{}", run.err);
}
