//! The server is killed while games are played, again and again. No move that was acknowledged may be lost.

use std::net::SocketAddr;
use std::thread;
use std::time::Duration;

use tengen_game::opening::Player;
use tengen_game::{EndReason, Move, Point};
use tengen_online::id::GameId;
use tengen_online::message::{
    ChallengeRequest, ClientCommand, Created, EndCause, GameCommand, GameOver, GameSnapshot, ServerMessage,
};
use tengen_online::settings::SeatChoice;

use crate::client::Client;
use crate::{Server, new_game, settings};

/// Pairs of players, each on a thread.
const PAIRS: usize = 6;

/// Two players, and what was acknowledged to them.
#[derive(Clone, Default)]
struct Pair {
    cookies: [Option<String>; 2],
    /// The game that they play, as they saw it last, with the number of moves that were acknowledged.
    game: Option<(GameSnapshot, u16)>,
    /// Games whose end was acknowledged, with the player who won.
    ended: Vec<(GameId, Player)>,
    moves: u32,
}

/// The move at a ply: never five in a row, since each row and diagonal alternates after two stones of a colour.
pub(crate) fn point(ply: u16) -> Point {
    let of_first = |point: &Point| (point.x() + 2 * point.y()) % 4 < 2;
    let points = || (0..15).flat_map(|y| (0..15).map(move |x| Point::new(x, y)));
    let index = usize::from(ply / 2);
    if ply.is_multiple_of(2) {
        points().filter(of_first).nth(index).unwrap()
    } else {
        points().filter(|point| !of_first(point)).nth(index).unwrap()
    }
}

impl Pair {
    /// What the server has after it was started again is all that was acknowledged.
    fn check(&self, players: &mut [Client; 2]) {
        for (game, winner) in &self.ended {
            players[0].send(ClientCommand::Watch(*game));
            let result = players[0].until_game(*game, |snapshot| snapshot.result.is_some()).result;
            let cause = EndCause::Played(EndReason::Resignation);
            assert_eq!(result, Some(GameOver { winner: Some(*winner), cause }));
        }
        let Some((before, acknowledged)) = &self.game else { return };
        for player in players {
            if !player.welcome.games.contains(&before.game) {
                // The game has ended, and its end was not acknowledged.
                player.send(ClientCommand::Watch(before.game));
            }
            let after = player.until_game(before.game, |_| true);
            assert!(after.ply() >= *acknowledged, "{} moves of {acknowledged} are stored", after.ply());
            let expected: Vec<Move> = (0..after.ply()).map(|ply| Move::Place(point(ply))).collect();
            assert_eq!(after.moves, expected);
            if after.ply() == before.ply() && after.result.is_none() {
                for (before, after) in before.clock.left.iter().zip(after.clock.left) {
                    assert!(before.main.abs_diff(after.main) < 1_000, "{before:?} {after:?}");
                }
            }
        }
    }

    /// Plays until the connection ends.
    fn play(&mut self, players: &mut [Client; 2]) {
        while self.step(players).is_some() {}
    }

    /// A move, the end of a game or the beginning of one; `None` when the connection has ended.
    fn step(&mut self, players: &mut [Client; 2]) -> Option<()> {
        let known = self.game.as_ref().map(|(snapshot, _)| snapshot.game);
        let game = match known.filter(|game| players[0].games[game].result.is_none()) {
            Some(game) => game,
            None => self.begin(players)?,
        };
        let snapshot = players[0].games[&game].clone();
        let seats = players.each_ref().map(|player| player.games[&game].you);
        let by = seats.iter().position(|seat| *seat == snapshot.to_act())?;
        let ply = snapshot.ply();
        if ply >= 40 {
            players[by].try_command(ClientCommand::Play(game, GameCommand::Resign))?.unwrap();
            self.game = None;
            self.ended.push((game, !snapshot.to_act()?));
            for player in players {
                player.try_until_game(game, |snapshot| snapshot.result.is_some())?;
            }
            return Some(());
        }
        let command = GameCommand::Move { ply, takebacks: 0, to: Move::Place(point(ply)) };
        players[by].try_command(ClientCommand::Play(game, command))?.unwrap();
        self.moves += 1;
        self.game = Some((snapshot, ply + 1));
        for player in players {
            let seen = player.try_until_game(game, |snapshot| snapshot.ply() > ply)?;
            self.game = Some((seen, ply + 1));
        }
        Some(())
    }

    fn begin(&mut self, players: &mut [Client; 2]) -> Option<GameId> {
        let request =
            ChallengeRequest { settings: settings("free", "300+0"), seat: SeatChoice::Random, to: None };
        let created = players[0].try_command(ClientCommand::Challenge(request))?.unwrap();
        let ServerMessage::Done { created: Some(Created::Challenge(challenge)), .. } = created else {
            panic!("{created:?}")
        };
        players[1].try_command(ClientCommand::AcceptChallenge(challenge))?.unwrap();
        let mut game = None;
        for player in players {
            game = Some(player.try_until(new_game)?);
            self.game = Some((player.games[&game?].clone(), 0));
        }
        game
    }

    /// Connects both players, checks what is stored, and plays until the server ends.
    fn run(mut self, address: SocketAddr) -> Pair {
        let mut players = self.cookies.each_ref().map(|cookie| {
            // Without a session of the server that was killed, commands are numbered anew.
            Client::connect(address, cookie.as_deref(), "Session1").unwrap()
        });
        self.cookies = players.each_ref().map(|player| Some(player.cookie.clone()));
        self.check(&mut players);
        // A game that is over, or whose beginning the players did not see, is not continued.
        let is_over = |(game, _): &(GameSnapshot, u16)| players[0].games[&game.game].result.is_some();
        if self.game.as_ref().is_some_and(is_over) {
            self.game = None;
        }
        for unknown in players[0].welcome.games.clone() {
            if self.game.as_ref().is_none_or(|(game, _)| game.game != unknown) {
                let snapshot = players[0].until_game(unknown, |_| true);
                let aborts = if snapshot.ply() < 2 { GameCommand::Abort } else { GameCommand::Resign };
                players[0].act(unknown, aborts).unwrap();
            }
        }
        // What was shown before is not waited for.
        for player in &mut players {
            player.forget();
        }
        self.play(&mut players);
        self
    }
}

fn kill_while_playing(rounds: u32) {
    let data = tempfile::tempdir().unwrap();
    let mut pairs = vec![Pair::default(); PAIRS];
    for round in 0..=rounds {
        let server = Server::start(data.path());
        let address = server.address;
        let threads: Vec<_> =
            pairs.into_iter().map(|pair| thread::spawn(move || pair.run(address))).collect();
        // Each round ends at another point of the games.
        thread::sleep(Duration::from_millis(300 + u64::from(round) * 37 % 400));
        server.kill();
        pairs = threads.into_iter().map(|thread| thread.join().unwrap()).collect();
    }
    let moves: u32 = pairs.iter().map(|pair| pair.moves).sum();
    assert!(moves > 10 * rounds, "{moves} moves were acknowledged");
}

#[test]
fn no_acknowledged_move_is_lost_when_the_server_is_killed() {
    kill_while_playing(3);
}

/// The same, often: about a minute.
#[test]
#[ignore = "takes about a minute"]
fn no_acknowledged_move_is_lost_when_the_server_is_killed_a_hundred_times() {
    kill_while_playing(100);
}
