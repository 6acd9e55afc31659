//! The whole process from self-play to a stronger engine, in a small version.
#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

use std::path::Path;

use fastrand::Rng;
use tengen_analysis::SearchLimits;
use tengen_engine::{Engine, EngineOptions, EvaluationWeights};
use tengen_game::{BoardSize, Color, Position, Rule};

use crate::selfplay::StoppedClock;
use crate::{carry_out_line, selfplay};

fn tengen_train(line: &str) {
    carry_out_line(line).unwrap();
}

/// The nodes per move. Engines play without a clock, so that the result is the same on every machine.
const NODES: u64 = 3_000;

/// The number of pairs of games, in which each engine has each colour once.
const PAIRS: usize = 150;

/// The winner of a game between the engines of Black and White; `None` for a draw.
fn play(engines: [&mut Engine; 2], mut position: Position) -> Option<Color> {
    while !position.is_over() && position.moves().len() < 120 {
        let engine = &mut *engines[position.side_to_move().index()];
        engine.set_position(position.clone());
        let report = engine.search(&SearchLimits::nodes(NODES), &StoppedClock, &mut ());
        position.play(report.best_move.unwrap()).unwrap();
    }
    position.outcome().and_then(|outcome| outcome.winner())
}

/// The share of points of the first engine.
fn compare(new: &mut Engine, old: &mut Engine) -> f64 {
    let (mut points, mut random) = (0.0, Rng::with_seed(7));
    let mut pairs = 0;
    while pairs < PAIRS {
        old.clear();
        let size = BoardSize::FIFTEEN;
        let nodes = selfplay::OPENING_NODES;
        let Some(opening) = selfplay::opening(old, Rule::FREESTYLE, size, nodes, &mut random) else {
            continue;
        };
        for color in Color::BOTH {
            new.clear();
            old.clear();
            let engines = if color == Color::Black { [&mut *new, &mut *old] } else { [&mut *old, &mut *new] };
            points +=
                play(engines, opening.clone()).map_or(0.5, |winner| f64::from(u8::from(winner == color)));
        }
        pairs += 1;
    }
    points / (2 * PAIRS) as f64
}

fn engine(weights: EvaluationWeights) -> Engine {
    Engine::new(EngineOptions { hash_bytes: 4 << 20, weights, ..EngineOptions::default() })
}

#[test]
#[ignore = "plays and trains for six minutes, and needs a release build"]
fn a_network_of_own_games_beats_the_tables() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let tables = EvaluationWeights::read(&EvaluationWeights::built_in().write()).unwrap();
    std::fs::write(path("tables.bin"), tables.write()).unwrap();
    let selfplay = |seed: u32| {
        tengen_train(&format!(
            "selfplay --seed {seed} --seconds 240 --sizes 15 --min-nodes 400 --max-nodes 600 --recheck 0 \
             --evaluation {} --out {}",
            path("tables.bin"),
            path(&format!("games-{seed}.txt"))
        ));
    };
    std::thread::scope(|scope| {
        for seed in [1, 2] {
            scope.spawn(move || selfplay(seed));
        }
    });
    tengen_train(&format!(
        "network {} {} --epochs 8 --out {}",
        path("games-1.txt"),
        path("games-2.txt"),
        path("new.network")
    ));
    let network = std::fs::read(Path::new(&path("new.network"))).unwrap();
    let share = compare(&mut engine(tables.with_network(&network).unwrap()), &mut engine(tables));
    println!("{:.1} % of the points of {} games against the tables alone", 100.0 * share, 2 * PAIRS);
    // The limit is two standard deviations of even games.
    assert!(share > 0.5 + 1.0 / (2.0 * PAIRS as f64).sqrt(), "{share}");
}
