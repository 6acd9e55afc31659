//! A server that stops for a while, as on a machine that is suspended or overloaded.

use std::process::Command;
use std::thread::sleep;
use std::time::Duration;

use tengen_online::message::ClientCommand;

use crate::Server;
use crate::client::Client;
use crate::nodes::begin;

/// The number of games. A fault that depends on chance shows with one of their clients.
const GAMES: usize = 6;

fn signal(server: &Server, name: &str) {
    let id = server.process.id().to_string();
    assert!(Command::new("kill").args([name, &id]).status().unwrap().success());
}

#[test]
fn clients_that_answered_a_server_while_it_stood_still_are_not_lost() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let client = |_| Client::connect(server.address, None, "Session1").unwrap();
    let mut clients: Vec<Client> = (0..2 * GAMES).map(client).collect();
    for pair in clients.chunks_mut(2) {
        let [one, other] = pair else { unreachable!("clients come in pairs") };
        begin(one, other);
    }
    // Each client has a ping to answer when the server stops, and answers it then.
    sleep(Duration::from_millis(4_500));
    signal(&server, "-STOP");
    for client in &mut clients {
        client.rest(Duration::from_millis(100));
    }
    sleep(Duration::from_secs(11));
    signal(&server, "-CONT");
    for client in &mut clients {
        client.command(ClientCommand::LeavePool).expect("the connection is open");
    }
}
