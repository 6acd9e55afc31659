//! The server is killed repeatedly while games are played. Nothing that was acknowledged may be lost: no move, no
//! offer, no takeback, no end of a game, and no time on a clock.

use std::net::SocketAddr;
use std::sync::mpsc::{Sender, channel};
use std::thread;
use std::time::Duration;

use tengen_game::opening::Player;
use tengen_game::{EndReason, Move, Point};
use tengen_online::id::GameId;
use tengen_online::message::{
    ChallengeRequest, ClientCommand, Created, EndCause, GameCommand, GameOver, GameSnapshot, Offer,
    ServerMessage,
};
use tengen_online::settings::SeatChoice;

use crate::client::Client;
use crate::{Server, new_game, settings};

/// The milliseconds on each clock at the beginning of a game. Moves add nothing.
const MAIN_TIME: u64 = 300_000;
/// The number of moves after which a player resigns.
const LONGEST: u16 = 40;

/// The part of a game that commands change.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Progress {
    moves: Vec<Move>,
    takebacks: u16,
    /// The player who has offered a takeback.
    asks: Option<Player>,
}

impl Progress {
    fn of(snapshot: &GameSnapshot) -> Progress {
        let asks = snapshot.offers.iter().find(|(_, offer)| *offer == Offer::Takeback).map(|(by, _)| *by);
        Progress { moves: snapshot.moves.clone(), takebacks: snapshot.takebacks, asks }
    }

    fn ply(&self) -> u16 {
        self.moves.len() as u16
    }

    fn to_act(&self) -> Player {
        if self.moves.len().is_multiple_of(2) { Player::First } else { Player::Second }
    }

    /// The next command: its player, and the state after it. A quarter of the moves is followed by a takeback: of one move by
    /// the player who has just moved, or of two by the player to act.
    fn next(&self) -> (Player, GameCommand, Progress) {
        let (ply, takebacks) = (self.ply(), self.takebacks);
        if let Some(asks) = self.asks {
            let removed = if asks == self.to_act() { 2 } else { 1 };
            let moves = self.moves[..self.moves.len() - removed].to_vec();
            let after = Progress { moves, takebacks: takebacks + 1, asks: None };
            return (!asks, GameCommand::Accept(Offer::Takeback), after);
        }
        if ply >= 4 && takebacks < ply / 4 {
            let by = if takebacks.is_multiple_of(2) { !self.to_act() } else { self.to_act() };
            return (by, GameCommand::Offer(Offer::Takeback), Progress { asks: Some(by), ..self.clone() });
        }
        // After a takeback the player makes another move than before.
        let to = Move::Place(point(ply + 2 * takebacks));
        let mut after = self.clone();
        after.moves.push(to);
        (self.to_act(), GameCommand::Move { ply, takebacks, to }, after)
    }
}

/// The game that a pair plays.
#[derive(Clone)]
struct Known {
    /// The latest state of the game that the players received.
    seen: GameSnapshot,
    acknowledged: Progress,
    /// The state after a command that has no answer yet.
    on_its_way: Option<Progress>,
}

/// Two players, and the state that was acknowledged to them.
#[derive(Clone, Default)]
struct Pair {
    cookies: [Option<String>; 2],
    game: Option<Known>,
    /// Games whose end was acknowledged, with the player who won.
    ended: Vec<(GameId, Player)>,
    tally: Tally,
}

/// The counts of all rounds.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    /// The number of moves that were acknowledged.
    moves: u32,
    takebacks: u32,
    /// The number of kills with a command on its way, and of those after which the command had been carried out.
    on_their_way: u32,
    carried_out: u32,
    /// The number of clocks that were compared with those before the kill.
    clocks: u32,
}

impl std::iter::Sum for Tally {
    fn sum<I: Iterator<Item = Tally>>(all: I) -> Tally {
        all.fold(Tally::default(), |sum, one| Tally {
            moves: sum.moves + one.moves,
            takebacks: sum.takebacks + one.takebacks,
            on_their_way: sum.on_their_way + one.on_their_way,
            carried_out: sum.carried_out + one.carried_out,
            clocks: sum.clocks + one.clocks,
        })
    }
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
    /// Checks that a server that was started again has everything that was acknowledged, and at most the command on its way in addition.
    fn check(&mut self, players: &mut [Client; 2]) {
        for (game, winner) in &self.ended {
            players[0].send(ClientCommand::Watch(*game));
            let result = players[0].until_game(*game, |snapshot| snapshot.result.is_some()).result;
            let cause = EndCause::Played(EndReason::Resignation);
            assert_eq!(result, Some(GameOver { winner: Some(*winner), cause }));
        }
        let Some(Known { seen, acknowledged, on_its_way }) = &self.game else { return };
        let mut found = None;
        for player in players {
            if !player.welcome.games.contains(&seen.game) {
                // The game has ended, and the end was not acknowledged.
                player.send(ClientCommand::Watch(seen.game));
            }
            let after = player.until_game(seen.game, |_| true);
            let progress = Progress::of(&after);
            assert!(
                progress == *acknowledged || Some(&progress) == on_its_way.as_ref(),
                "{progress:?} is stored, {acknowledged:?} was acknowledged, {on_its_way:?} was on its way"
            );
            for left in after.clock.left {
                assert!(left.main <= MAIN_TIME, "nobody gains time: {:?}", after.clock);
            }
            if progress == Progress::of(seen) && after.result.is_none() {
                for (before, after) in seen.clock.left.iter().zip(after.clock.left) {
                    self.tally.clocks += 1;
                    assert!(before.main.abs_diff(after.main) < 1_000, "{before:?} {after:?}");
                }
            }
            // Both players receive the same state.
            assert_eq!(*found.get_or_insert(progress.clone()), progress);
        }
        if on_its_way.is_some() {
            self.tally.on_their_way += 1;
            self.tally.carried_out += u32::from(found == *on_its_way);
        }
    }

    /// Plays until the connection ends.
    fn play(&mut self, players: &mut [Client; 2]) {
        while self.step(players).is_some() {}
    }

    /// Sends a command in the game, ends it or begins one; `None` when the connection has ended.
    fn step(&mut self, players: &mut [Client; 2]) -> Option<()> {
        let known = self.game.as_ref().map(|known| known.seen.game);
        let game = match known.filter(|game| players[0].games[game].result.is_none()) {
            Some(game) => game,
            None => self.begin(players)?,
        };
        let seen = players[0].games[&game].clone();
        let seats = players.each_ref().map(|player| player.games[&game].you);
        let acknowledged = Progress::of(&seen);
        let (by, command, after) = acknowledged.next();
        if acknowledged.ply() >= LONGEST && matches!(command, GameCommand::Move { .. }) {
            let by = seats.iter().position(|seat| *seat == Some(acknowledged.to_act()))?;
            players[by].try_command(ClientCommand::Play(game, GameCommand::Resign))?.unwrap();
            self.game = None;
            self.ended.push((game, !acknowledged.to_act()));
            for player in players {
                player.try_until_game(game, |snapshot| snapshot.result.is_some())?;
            }
            return Some(());
        }
        self.game = Some(Known { seen: seen.clone(), acknowledged, on_its_way: Some(after.clone()) });
        let by = seats.iter().position(|seat| *seat == Some(by))?;
        players[by].try_command(ClientCommand::Play(game, command.clone()))?.unwrap();
        match command {
            GameCommand::Move { .. } => self.tally.moves += 1,
            GameCommand::Accept(_) => self.tally.takebacks += 1,
            _ => {}
        }
        self.game = Some(Known { seen, acknowledged: after.clone(), on_its_way: None });
        for player in players {
            let seen = player.try_until_game(game, |snapshot| Progress::of(snapshot) == after)?;
            self.game = Some(Known { seen, acknowledged: after.clone(), on_its_way: None });
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
            // The games of the server that was killed arrive as well.
            let before = player.welcome.games.clone();
            game = Some(player.try_until(|message| new_game(message).filter(|game| !before.contains(game)))?);
            let seen = player.games[&game?].clone();
            self.game = Some(Known { seen, acknowledged: Progress::default(), on_its_way: None });
        }
        game
    }

    /// Connects both players, checks the stored state, and plays until the server ends. `plays` receives a message when the game continues.
    fn run(mut self, address: SocketAddr, plays: Sender<()>) -> Pair {
        let mut players = self.cookies.each_ref().map(|cookie| {
            // Without a session of the server that was killed, commands are numbered anew.
            Client::connect(address, cookie.as_deref(), "Session1").unwrap()
        });
        self.cookies = players.each_ref().map(|player| Some(player.cookie.clone()));
        self.check(&mut players);
        // A game that is over, or whose beginning the players did not receive, is not continued.
        let is_over = |known: &Known| players[0].games[&known.seen.game].result.is_some();
        if self.game.as_ref().is_some_and(is_over) {
            self.game = None;
        }
        for unknown in players[0].welcome.games.clone() {
            if self.game.as_ref().is_none_or(|known| known.seen.game != unknown) {
                let snapshot = players[0].until_game(unknown, |_| true);
                let aborts = if snapshot.ply() < 2 { GameCommand::Abort } else { GameCommand::Resign };
                players[0].act(unknown, aborts).unwrap();
            }
        }
        // Messages from before the command are dropped.
        for player in &mut players {
            player.forget();
        }
        plays.send(()).unwrap();
        drop(plays);
        self.play(&mut players);
        self
    }
}

/// Kills the server while some pairs play, each on a thread.
#[allow(clippy::print_stdout, reason = "the figures are of interest")]
fn kill_while_playing(rounds: u32, pairs: usize) {
    let data = tempfile::tempdir().unwrap();
    let mut pairs = vec![Pair::default(); pairs];
    for round in 0..=rounds {
        let server = Server::start(data.path());
        let address = server.address;
        let (plays, playing) = channel();
        let start = |pair: Pair| {
            let plays = plays.clone();
            thread::spawn(move || pair.run(address, plays))
        };
        let threads: Vec<_> = pairs.into_iter().map(start).collect();
        drop(plays);
        // The stored state is checked before the next kill. A thread that fails sends nothing, and fails the test when it is joined.
        playing.iter().for_each(drop);
        // Each round kills the server at another point of the games.
        thread::sleep(Duration::from_millis(300 + u64::from(round) * 37 % 400));
        server.kill();
        pairs = threads.into_iter().map(|thread| thread.join().unwrap()).collect();
    }
    let ended: usize = pairs.iter().map(|pair| pair.ended.len()).sum();
    let tally: Tally = pairs.iter().map(|pair| pair.tally).sum();
    println!("{rounds} sudden ends, {ended} games ended: {tally:?}");
    assert!(tally.moves > 10 * rounds && tally.takebacks > rounds && tally.clocks > rounds, "{tally:?}");
}

#[test]
fn nothing_that_was_acknowledged_is_lost_when_the_server_is_killed() {
    kill_while_playing(3, 6);
}

/// A hundred kills, with more players.
#[test]
#[ignore = "takes some minutes"]
fn nothing_that_was_acknowledged_is_lost_when_the_server_is_killed_a_hundred_times() {
    kill_while_playing(100, 20);
}
