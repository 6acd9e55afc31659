//! The even game with players that play: scripted beginners and classics instead of people of a given rating.

use tengen_analysis::{Classic, SystemClock};
use tengen_classic::scripted::Scripted;
use tengen_game::SplitMix;
use tengen_match::{PersonScore, Strength};

use tengen_arena::ladder::{Rung, openings, play_game};

/// Players of six strengths, the weakest first.
const PLAYERS: [Rung; 6] = [
    Rung::Scripted(Scripted { blocks_fours: 95, blocks_threes: 60 }),
    Rung::Scripted(Scripted { blocks_fours: 100, blocks_threes: 85 }),
    Rung::Scripted(Scripted::BEGINNER),
    Rung::Classic(Classic::Direction),
    Rung::Classic(Classic::Greedy),
    Rung::Classic(Classic::GameTree),
];

/// The games until the level has settled, and those that are counted then.
const SETTLES: u32 = 10;
const COUNTED: u32 = 100;

/// The points in per cent of a player in the games after the first ten, and the mean of the levels in them.
fn points(player: Rung, games: u32, seed: u64) -> (f64, f64) {
    let (book, clock) = (openings().unwrap(), SystemClock::new());
    let mut random = SplitMix::new(SplitMix::mix(seed));
    let (mut strength, mut half_points, mut levels) = (Strength::default(), 0, 0);
    for number in 0..SETTLES + games {
        let level = strength.level();
        let rungs = [Rung::Level(level), player];
        let result = play_game(rungs, number as usize, &book, &clock, random.next()).half_points;
        let score = match result {
            2 => PersonScore::Win,
            1 => PersonScore::Draw,
            _ => PersonScore::Loss,
        };
        strength.count(&number.to_string(), level, score);
        if number >= SETTLES {
            half_points += u32::from(result);
            levels += u32::from(level.number());
        }
    }
    (50.0 * f64::from(half_points) / f64::from(games), f64::from(levels) / f64::from(games))
}

/// The requirement of the even game: it settles within ten games, and the player scores 50 ± 5 % over the next hundred. Each player does so
/// several times, as a hundred games alone have a standard error of five points.
///
/// A minute: `cargo test --release -p tengen-cli players_of_six -- --ignored --nocapture`.
#[test]
#[ignore = "a minute with optimization"]
fn players_of_six_strengths_score_one_half() {
    const RUNS: u64 = 4;
    for player in PLAYERS {
        let runs: Vec<(f64, f64)> = (0..RUNS).map(|seed| points(player, COUNTED, seed)).collect();
        let mean = |of: fn(&(f64, f64)) -> f64| runs.iter().map(of).sum::<f64>() / RUNS as f64;
        let (score, level) = (mean(|run| run.0), mean(|run| run.1));
        println!("{:<20} {score:.1} % at level {level:.1}", player.name());
        assert!((score - 50.0).abs() <= 5.0, "{}: {score:.1} %", player.name());
    }
}

/// A quick version: one player, once.
#[test]
fn a_scripted_beginner_scores_about_one_half() {
    let (score, level) = points(Rung::Scripted(Scripted::BEGINNER), COUNTED, 7);
    assert!((40.0..=60.0).contains(&score), "{score} % at level {level}");
}
