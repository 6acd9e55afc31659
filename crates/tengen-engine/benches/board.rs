//! The number of moves that the board makes and takes back in a second: `cargo bench -p tengen-engine --bench board`.

#![allow(clippy::unwrap_used, reason = "a benchmark may fail by panicking")]

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use tengen_engine::features::Replay;
use tengen_game::{BoardSize, Point, Position, moves};

fn main() {
    divan::main();
}

/// Moves of one line that is played out and taken back.
const LINE: usize = 24;

/// Lines from the same opening.
const LINES: u64 = 40;

/// Random moves near the stones that leave the game open: no worse than what a search makes, and the same each time.
fn lines(start: &Position) -> Vec<Vec<Point>> {
    let mut seed = 0x2545_f491_4f6c_dd1d_u64;
    let mut next = || {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        seed as usize
    };
    let mut line = || {
        let mut replay = Replay::new(start);
        let mut moves = Vec::new();
        while moves.len() < LINE {
            let choices = replay.open_moves();
            let point = choices[next() % choices.len()];
            replay.make(point);
            moves.push(point);
        }
        moves
    };
    (0..LINES).map(|_| line()).collect()
}

/// A move and its undo count as one.
#[divan::bench(args = ["freestyle", "standard", "renju", "caro"])]
fn make_and_unmake(bencher: Bencher, rule: &str) {
    let mut start = Position::new(rule.parse().unwrap(), BoardSize::FIFTEEN);
    for played in moves::read("h8 i9 g9 g7 i7 h9", BoardSize::FIFTEEN).unwrap() {
        start.play(played).unwrap();
    }
    let lines = lines(&start);
    let mut replay = Replay::new(&start);
    bencher.counter(ItemsCount::new(LINE * LINES as usize)).bench_local(|| {
        for line in black_box(&lines) {
            for &point in line {
                replay.make(point);
            }
            for _ in line {
                replay.unmake();
            }
        }
        replay.digest()
    });
}
