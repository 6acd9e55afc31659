//! A server whose disk is full, and then has room again.

use std::time::{Duration, Instant};

use tengen_server::online::{Database, OnlineLimits, OnlineOptions, Rate};

use crate::client::Client;
use crate::games::{begin, play, settings};
use crate::http::request;
use crate::server::TestServer;
use crate::small_disk::SmallDisk;

fn ready(server: &TestServer) -> u16 {
    request(server.address, "GET /readyz", &[], "").status
}

/// Waits until the server answers with this status.
fn until_ready(server: &TestServer, status: u16) {
    let start = Instant::now();
    while ready(server) != status {
        assert!(start.elapsed() < Duration::from_secs(20), "/readyz does not become {status}");
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn a_server_goes_on_without_a_restart_when_its_disk_has_room_again() {
    let Some(disk) = SmallDisk::mount(3) else {
        eprintln!("skipped: this user may not mount a file system");
        return;
    };
    let anything = Rate { every: 0, burst: 1 };
    let limits = OnlineLimits { sockets: anything, guests: anything, ..OnlineLimits::default() };
    let database = Database::Folder(disk.path().to_owned());
    let server = TestServer::with(OnlineOptions { limits, ..OnlineOptions::new(database) });
    let (mut one, mut other) = (server.guest(), server.guest());
    let game = begin(&mut one, &mut other, settings("free", "300+0"));
    let mut players = [one, other];
    play(&mut players, game, "h8");
    assert_eq!(ready(&server), 200);

    let filler = disk.fill();
    // Guests are accounts, which must be stored.
    let mut accepted = 0;
    while Client::connect(server.address, None, "Session1").is_ok() {
        accepted += 1;
        assert!(accepted < 1_000, "the disk is not full");
    }
    until_ready(&server, 503);

    disk.make_room(filler);
    until_ready(&server, 200);
    play(&mut players, game, "h9");
    play(&mut players, game, "j9");
    server.guest();
}
