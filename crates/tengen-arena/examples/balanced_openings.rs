//! Looks for balanced openings: `cargo run --release -p tengen-arena --example balanced_openings -- RULE COUNT SEED`.
//!
//! The books under `data/` were made with it. Openings are random stones around the centre of a 15×15 board. An opening is
//! accepted if a search finds no side much better, if both sides win at least a third of the engine's games against itself
//! from there (the games differ by the node limit of a move), and if a long search still finds no side much better.

#![forbid(unsafe_code)]
#![allow(clippy::print_stdout, reason = "its output is the book")]

use std::collections::BTreeSet;

use tengen_analysis::{Score, SearchLimits, SystemClock};
use tengen_engine::{Engine, EngineOptions};
use tengen_game::{BoardSize, Color, Move, Point, Position, Rule, SplitMix};

const SIZE: BoardSize = BoardSize::FIFTEEN;
/// Steps from the centre within which stones are placed.
const REACH: u64 = 4;
/// The fewest and the most stones.
const STONES: [u64; 2] = [4, 7];
/// Nodes of the searches that sort the lopsided out, and what the side to move may be ahead or behind in engine units: a
/// short search first, since most openings need no longer one.
const SEARCHES: [(u64, i32); 3] = [(5_000, 200), (40_000, 120), (200_000, 80)];
/// Nodes of a move in each game, and how many of them either side must win; draws count for both.
const GAMES: [u64; 6] = [5_000, 8_000, 12_000, 16_000, 22_000, 30_000];
const FEWEST_WINS: usize = 2;
/// The search after the games, as those before.
const LAST_SEARCH: (u64, i32) = (2_000_000, 60);

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [rule, count, seed] = &arguments[..] else { return Err("expected RULE COUNT SEED".into()) };
    let rule: Rule = rule.parse()?;
    let count: usize = count.parse()?;
    let mut random = SplitMix::new(seed.parse()?);
    let mut engine = Engine::new(EngineOptions::default());
    let mut seen = BTreeSet::new();
    let mut looked_at = 0;
    let mut found = 0;
    println!(
        "# Balanced openings for {rule} on {SIZE}, as steps from the centre: columns to the right, rows down."
    );
    println!(
        "# Made by `cargo run --release -p tengen-arena --example balanced_openings -- {rule} {count} {seed}`."
    );
    while found < count {
        looked_at += 1;
        let Some(position) = candidate(rule, &mut random) else { continue };
        if !seen.insert(position.canonical_key().0) || !is_balanced(&mut engine, &position) {
            continue;
        }
        found += 1;
        println!("{}", steps(&position));
    }
    println!("# {found} of {looked_at} that were looked at.");
    Ok(())
}

/// Some stones in turn, none of which is an end of the game.
fn candidate(rule: Rule, random: &mut SplitMix) -> Option<Position> {
    let mut position = Position::new(rule, SIZE);
    let stones = STONES[0] + random.below(STONES[1] - STONES[0] + 1);
    for _ in 0..stones {
        let [dx, dy] =
            [0; 2].map(|_: i16| i16::try_from(random.below(2 * REACH + 1)).map(|n| n - 4).unwrap_or(0));
        position.play(SIZE.center().offset(dx, dy, SIZE)?).ok()?;
    }
    (!position.is_over()).then_some(position)
}

fn is_balanced(engine: &mut Engine, position: &Position) -> bool {
    let is_even = |engine: &mut Engine, (nodes, tolerance): (u64, i32)| {
        engine.clear();
        engine.set_position(position.clone());
        let report = engine.search(&SearchLimits::nodes(nodes), &SystemClock::new(), &mut ());
        matches!(report.score, Score::Value(value) if value.abs() <= tolerance)
    };
    if !SEARCHES.into_iter().all(|search| is_even(engine, search)) {
        return false;
    }
    // Games that one side did not win. It has lost its chance when the other has won too many.
    let most = GAMES.len() - FEWEST_WINS;
    let mut wins = [0; 2];
    for nodes in GAMES {
        if let Some(winner) = winner(engine, position, nodes) {
            wins[winner.index()] += 1;
        }
        if wins.iter().any(|&wins| wins > most) {
            return false;
        }
    }
    is_even(engine, LAST_SEARCH)
}

/// The winner of the engine's game against itself.
fn winner(engine: &mut Engine, start: &Position, nodes: u64) -> Option<Color> {
    let mut position = start.clone();
    engine.clear();
    while !position.is_over() {
        engine.set_position(position.clone());
        let report = engine.search(&SearchLimits::nodes(nodes), &SystemClock::new(), &mut ());
        if let Score::Mate(plies) = report.score {
            let side = position.side_to_move();
            return Some(if plies > 0 { side } else { !side });
        }
        position.play(report.best_move.map_or(Move::Pass, Move::Place)).ok()?;
    }
    position.outcome().and_then(|outcome| outcome.winner())
}

fn steps(position: &Position) -> String {
    let center = SIZE.center();
    let step = |point: Point| {
        let [dx, dy] =
            [(point.x(), center.x()), (point.y(), center.y())].map(|(a, b)| i16::from(a) - i16::from(b));
        format!("{dx},{dy}")
    };
    let points = position.moves().iter().filter_map(|played| played.point());
    points.map(step).collect::<Vec<_>>().join(", ")
}
