//! The difficulty of a puzzle, by the levels of the engine.

use tengen_analysis::{Level, SearchLimits, SystemClock};
use tengen_engine::Engine;
use tengen_game::Point;
use tengen_puzzles::{Attempt, Ground, Puzzle, Task, Verdict};

/// The tries of each level.
const TRIES: u64 = 4;

/// Ratings: the rating of a puzzle that level 1 solves in half of its tries, and the difference between two levels.
const LOWEST: f64 = 500.0;
const A_LEVEL: f64 = 85.0;
/// The points of rating for each bit of the solver's effort.
const A_BIT: f64 = 12.0;

/// The difficulty of a puzzle.
#[derive(Clone, Debug, PartialEq)]
pub struct Grade {
    /// The lowest level that solves it in half of its tries; 20 if none below does.
    pub level: u8,
    /// The first rating.
    pub rating: u16,
    /// The share of each level's tries that solved it, from 0 to 1, in the order of [`Grade::LEVELS`].
    pub solved: Vec<f64>,
}

impl Grade {
    /// The levels that try the puzzles.
    pub const LEVELS: [u8; 10] = [1, 3, 5, 7, 9, 11, 13, 15, 17, 19];
}

/// Has the levels try a puzzle. It takes the time of some dozen moves of theirs.
pub fn grade(engine: &mut Engine, puzzle: &Puzzle) -> Grade {
    let share = |level: u8, engine: &mut Engine| {
        let solved = (0..TRIES).filter(|&seed| solves(engine, puzzle, level, seed)).count();
        solved as f64 / TRIES as f64
    };
    let solved: Vec<f64> = Grade::LEVELS.into_iter().map(|level| share(level, engine)).collect();
    // The levels' chances rise; the sum of their failures is where they cross a half, without the noise of a single level.
    let failures: f64 = solved.iter().map(|share| 2.0 * (1.0 - share)).sum();
    let level = (failures.round() as u8).clamp(1, 20);
    let rating = (LOWEST + A_LEVEL * failures + A_BIT * effort(puzzle)).round() as u16;
    Grade { level, rating, solved }
}

/// The effort of a solver who sees every move that comes into question and chooses one at each turn, in bits: the sum of the logarithms of the
/// numbers of these moves.
fn effort(puzzle: &Puzzle) -> f64 {
    let bits = |moves: usize| (moves.max(1) as f64).log2();
    let solver = puzzle.solver();
    let mut ground = Ground::new(&puzzle.start);
    let mut effort = 0.0;
    let mut fours = |ground: &mut Ground, line: &[Point]| {
        ground.follow(solver, line, |ground, _, _| {
            effort += bits(ground.fours(solver).len());
            true
        });
    };
    match &puzzle.task {
        Task::Fours { line, .. } => fours(&mut ground, line),
        Task::Threats(threats) => {
            threats.exchanges.iter().for_each(|one| ground.exchange(solver, one.attack, one.answer));
            fours(&mut ground, &threats.fours);
            effort += threats.exchanges.iter().map(|one| bits(one.refusals.len() + 1)).sum::<f64>();
        }
        // Moves that the threatened win ignores do not come into question.
        Task::Defence { refutations, .. } => {
            effort += bits(refutations.iter().map(|one| one.after.len()).sum::<usize>() + 1);
        }
    }
    effort
}

/// Whether the level solves the puzzle with this seed.
fn solves(engine: &mut Engine, puzzle: &Puzzle, level: u8, seed: u64) -> bool {
    let limits = SearchLimits { level: Level::new(level), seed, ..SearchLimits::default() };
    let mut attempt = Attempt::new(puzzle.clone());
    loop {
        engine.set_position(attempt.position().clone());
        let report = engine.search(&limits, &SystemClock::new(), &mut ());
        let Some(point) = report.best_move else { return false };
        match attempt.play(point) {
            Ok(Verdict::Right(_)) => {}
            Ok(Verdict::Solved) => return true,
            Ok(Verdict::Wrong(_)) | Err(_) => return false,
        }
    }
}
