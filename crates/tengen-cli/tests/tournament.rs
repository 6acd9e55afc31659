//! Two processes play each other by the Gomocup protocol, and a referee checks every move.
//!
//! It is a separate test program: other tests at the same time would cost the players their time.
#![forbid(unsafe_code)]
#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

#[allow(dead_code, reason = "the tests of the program use all of it")]
#[path = "pbrain/brain.rs"]
mod brain;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use brain::Brain;
use tengen_game::{BoardSize, Color, Point, Position, Rule};

const TURN: Duration = Duration::from_millis(40);
/// The largest overhead of threads and pipes in a turn.
const OVERHEAD: Duration = Duration::from_millis(100);
/// The most moves of a game. A longer game would show nothing new.
const LONGEST_GAME: usize = 90;

#[test]
fn twenty_games_without_an_illegal_move_or_a_loss_on_time() {
    let rules = [(0, Rule::FREESTYLE), (1, Rule::Standard), (4, Rule::Renju)];
    let mut players = [Brain::start(), Brain::start()];
    let delays = DelayMonitor::watch();
    let mut decided = 0;
    for game in 0..20 {
        let (code, rule) = rules[game % 3];
        let size = if game % 4 < 2 { BoardSize::FIFTEEN } else { BoardSize::TWENTY };
        for player in &mut players {
            player.expect(&format!("START {}", size.lines()), "OK");
            for info in ["timeout_turn 40", "timeout_match 0", "max_memory 83886080", "game_type 1"] {
                player.send(&format!("INFO {info}"));
            }
            player.send(&format!("INFO rule {code}"));
        }
        let mut position = Position::new(rule, size);
        for point in opening(game, size) {
            position.play(point).unwrap();
        }
        decided += usize::from(play(&mut players, position, game, &delays).is_over());
    }
    // A program that only fills the board would break no rule either.
    assert!(decided >= 5, "only {decided} of 20 games were decided");
    for mut player in players {
        player.send("END");
        assert!(player.ends().0.success());
    }
}

/// Every second game begins with three stones on the board, as in tournaments; the others begin with none.
fn opening(game: usize, size: BoardSize) -> Vec<Point> {
    if game.is_multiple_of(2) {
        return Vec::new();
    }
    let center = size.center();
    let step = i16::try_from(game).unwrap();
    [(0, 0), (1, step % 3 - 1), (step % 5 - 2, 2)]
        .map(|(dx, dy)| center.offset(dx, dy, size).unwrap())
        .to_vec()
}

/// Continues the game from `position`. The players take turns in having Black.
fn play(players: &mut [Brain; 2], mut position: Position, game: usize, delays: &DelayMonitor) -> Position {
    let mut informed = [false; 2];
    while !position.is_over() && position.moves().len() < LONGEST_GAME {
        let mover = (position.side_to_move().index() + game) % 2;
        let player = &mut players[mover];
        player.send("INFO time_left 2147483647");
        let question = question(&position, &mut informed[mover]);
        delays.forget();
        let asked = Instant::now();
        player.send(&question);
        let (answered, answer) = player.hear();
        let allowed = TURN + OVERHEAD + delays.longest();
        let context =
            || format!("game {game}, {}, answer `{answer}` to:\n{question}\n{position:?}", position.rule());
        assert!(answered - asked <= allowed, "{:?} for a move\n{}", answered - asked, context());
        let point =
            Point::parse_xy(&answer, position.size()).unwrap_or_else(|e| panic!("{e}\n{}", context()));
        let checked = position.check(point);
        assert!(checked.is_ok(), "{checked:?}\n{}", context());
        position.play(point).unwrap();
    }
    position
}

/// A manager's request for a move: the whole board the first time if there are stones, then the last move.
fn question(position: &Position, informed: &mut bool) -> String {
    let first_time = !std::mem::replace(informed, true);
    // This tournament has no passes, because the protocol has none.
    let points: Vec<Point> = position.moves().iter().filter_map(|played| played.point()).collect();
    match points.as_slice() {
        [] => "BEGIN".to_owned(),
        [only] => format!("TURN {only}"),
        moves if first_time => {
            let field = |index: usize| {
                let color = if index.is_multiple_of(2) { Color::Black } else { Color::White };
                if color == position.side_to_move() { 1 } else { 2 }
            };
            let stones: Vec<String> = moves
                .iter()
                .enumerate()
                .map(|(index, point)| format!("{point},{}\r\n", field(index)))
                .collect();
            format!("BOARD\r\n{}DONE", stones.concat())
        }
        [.., last] => format!("TURN {last}"),
    }
}

#[test]
fn the_time_for_a_game_is_respected() {
    let mut brain = Brain::start();
    brain.expect("START 15", "OK");
    brain.send("INFO timeout_turn 1000");
    brain.send("INFO timeout_match 2000");
    let delays = DelayMonitor::watch();
    let mut position = Position::new(Rule::FREESTYLE, BoardSize::FIFTEEN);
    let mut left = 2_000_i128;
    let mut question = "BEGIN".to_owned();
    while position.moves().len() < 60 {
        brain.send(&format!("INFO time_left {left}"));
        delays.forget();
        let asked = Instant::now();
        brain.send(&question);
        let (answered, answer) = brain.hear();
        left -= (answered - asked).saturating_sub(delays.longest()).as_millis().cast_signed();
        assert!(left > 0, "the time has run out after {} moves", position.moves().len());
        position.play(Point::parse_xy(&answer, position.size()).unwrap()).unwrap();
        if position.is_over() {
            return;
        }
        // The opponent plays in the farthest corner, so that the game is not over at once.
        let reply = position.legal_moves().last().unwrap();
        position.play(reply).unwrap();
        question = format!("TURN {reply}");
    }
}

/// Measures delays of the machine, which are no fault of the players.
struct DelayMonitor {
    longest_micros: Arc<AtomicU64>,
    over: Arc<AtomicBool>,
}

impl DelayMonitor {
    fn watch() -> DelayMonitor {
        let delays = DelayMonitor { longest_micros: Arc::default(), over: Arc::default() };
        let (longest, over) = (Arc::clone(&delays.longest_micros), Arc::clone(&delays.over));
        thread::spawn(move || {
            let nap = Duration::from_millis(2);
            while !over.load(Ordering::Relaxed) {
                let asleep = Instant::now();
                thread::sleep(nap);
                let late = asleep.elapsed().saturating_sub(nap);
                longest.fetch_max(u64::try_from(late.as_micros()).unwrap(), Ordering::Relaxed);
            }
        });
        delays
    }

    fn forget(&self) {
        self.longest_micros.store(0, Ordering::Relaxed);
    }

    fn longest(&self) -> Duration {
        Duration::from_micros(self.longest_micros.load(Ordering::Relaxed))
    }
}

impl Drop for DelayMonitor {
    fn drop(&mut self) {
        self.over.store(true, Ordering::Relaxed);
    }
}
