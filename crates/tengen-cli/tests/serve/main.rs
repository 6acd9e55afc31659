//! `tengen serve` as a process: online play that survives its sudden end, and the server's own programs.

#![forbid(unsafe_code)]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should fail on the spot")]

mod admin;
mod bot;
#[path = "../../../tengen-server/tests/online/client.rs"]
mod client;
#[cfg(unix)]
mod container;
mod cup;
#[cfg(unix)]
mod full;
mod house;
#[path = "../../../tengen-server/tests/online/http.rs"]
#[allow(dead_code, reason = "each test program uses a part of it")]
mod http;
mod kill;
#[cfg(unix)]
mod nodes;
#[cfg(unix)]
mod pause;
#[cfg(unix)]
#[path = "../../../tengen-server/tests/online/services.rs"]
mod services;

use std::io::{BufRead as _, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use tengen_online::id::GameId;
use tengen_online::message::ServerMessage;
use tengen_online::settings::GameSettings;

/// The arguments that all servers share.
const SERVE: [&str; 6] = ["serve", "--port", "0", "--no-open", "--clients-per-minute", "10000"];

/// A server that is killed with the test, also when the test fails.
struct Server {
    process: Child,
    address: SocketAddr,
}

impl Server {
    fn start(data: &Path) -> Server {
        Server::run(Command::new(env!("CARGO_BIN_EXE_tengen")).args(SERVE).arg("--data").arg(data))
    }

    /// Starts a command that ends as `tengen serve`.
    fn run(command: &mut Command) -> Server {
        let mut process = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address =
            line.trim().strip_prefix("Tengen is at http://").expect("the server starts").parse().unwrap();
        Server { process, address }
    }

    /// Kills the process without any warning: on Unix by SIGKILL.
    fn kill(mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn settings(opening: &str, tempo: &str) -> GameSettings {
    GameSettings {
        rule: "freestyle".parse().unwrap(),
        size: tengen_game::BoardSize::FIFTEEN,
        opening: opening.parse().unwrap(),
        tempo: tempo.parse().unwrap(),
        rated: false,
    }
}

/// The game of a snapshot.
fn new_game(message: &ServerMessage) -> Option<GameId> {
    match message {
        ServerMessage::Snapshot(snapshot) if snapshot.result.is_none() => Some(snapshot.game),
        _ => None,
    }
}
