//! The threats that each level answers, counted over many seeds.

use std::time::{Duration, Instant};

use crate::support::{check, played, position, search, small_engine};
use tengen_analysis::{Character, Level, SearchLimits, SystemClock};
use tengen_game::{Color, Point, Position, Rule};

const SEEDS: u64 = 200;

/// The percentage of seeds with which the level plays one of the points.
fn share(level: Level, position: &Position, points: &[&str]) -> u64 {
    let mut engine = small_engine();
    let hits = (0..SEEDS).filter(|&seed| {
        engine.clear();
        engine.set_position(position.clone());
        let limits = SearchLimits { level: Some(level), seed, ..SearchLimits::default() };
        let report = engine.search(&limits, &SystemClock::new(), &mut ());
        check(position, &report);
        let name = report.best_move.unwrap().on(position.size()).to_string();
        points.contains(&name.as_str())
    });
    hits.count() as u64 * 100 / SEEDS
}

const ROW_FOUR: &str = "
    . . . . . . . . .
    . . . . . . . . .
    . . . O . . . . .
    O X X X X . . . .
    . . . O O . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
";

const DIAGONAL_FOUR: &str = "
    . . . . . . . . .
    . . . . . . . . .
    . . X O . . . . .
    . . . X . O . . .
    . . . O X . . . .
    . . . . . X . . .
    . . . . . . O . .
    . . . . . . . . .
    . . . . . . . . .
";

const OPEN_THREE: &str = "
    . . . . . . . . .
    . . . . . . . . .
    . . . O . . . . .
    . . X X X . . . .
    . . . O . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
";

#[test]
fn easy_plays_within_its_limits() {
    let position = position(Rule::FREESTYLE, Color::Black, ROW_FOUR);
    let point = |name| Point::parse(name, position.size()).unwrap();
    let (corner, win) = (point("a1"), point("f6"));
    for seed in 0..30 {
        let easy = SearchLimits { level: Some(Level::EASY), seed, ..SearchLimits::default() };
        let only = SearchLimits { moves: Some(vec![corner]), ..easy.clone() };
        assert_eq!(search(&position, &only).best_move, Some(corner));
        let without = SearchLimits { excluded: vec![win], ..easy };
        assert_ne!(search(&position, &without).best_move, Some(win));
    }
}

/// The levels below full strength are limited by nodes, and the caller's limits hold as well.
#[test]
fn lower_levels_search_few_nodes_without_other_limits() {
    let quiet = played(Rule::FREESTYLE, 15, "h8 i9 j8 h10");
    for number in 1..20 {
        let level = Level::new(number).unwrap();
        let limits = SearchLimits { level: Some(level), ..SearchLimits::default() };
        let nodes = search(&quiet, &limits).nodes;
        assert!(nodes < 80_000, "{number}: {nodes}");
        assert!(search(&quiet, &limits.with_nodes(50)).nodes <= 200, "{number}");
    }
}

#[test]
fn normal_sees_the_usual_threats_every_time() {
    let at = |color, text| position(Rule::FREESTYLE, color, text);
    assert_eq!(share(Level::NORMAL, &at(Color::Black, ROW_FOUR), &["f6"]), 100);
    assert_eq!(share(Level::NORMAL, &at(Color::White, ROW_FOUR), &["f6"]), 100);
    assert_eq!(share(Level::NORMAL, &at(Color::White, DIAGONAL_FOUR), &["b8"]), 100);
    assert_eq!(share(Level::NORMAL, &at(Color::Black, OPEN_THREE), &["b6", "f6"]), 100);
    assert_eq!(share(Level::NORMAL, &at(Color::White, OPEN_THREE), &["a6", "b6", "f6", "g6"]), 100);
}

#[test]
fn the_lower_levels_vary_with_the_seed_and_only_with_it() {
    let quiet = played(Rule::FREESTYLE, 15, "h8 i9");
    for level in [Level::EASY, Level::NORMAL] {
        let moves: Vec<_> = (0..40)
            .map(|seed| {
                let limits = SearchLimits { level: Some(level), seed, ..SearchLimits::default() };
                let first = search(&quiet, &limits).best_move;
                assert_eq!(search(&quiet, &limits).best_move, first);
                first
            })
            .collect();
        let mut different = moves.clone();
        different.sort();
        different.dedup();
        assert!(different.len() > 1, "{level:?} always plays {different:?}");
    }
}

/// People meet different openings, and an analysis is the same every time.
#[test]
fn full_strength_varies_the_opening_against_people_only() {
    let different = |position: &Position, level| {
        let moves = (0..12).map(|seed| {
            let limits = SearchLimits { level, seed, ..SearchLimits::depth(5) };
            let report = search(position, &limits);
            check(position, &report);
            assert!(report.pv.len() > 1, "seed {seed}: another move than the best has a line, too");
            report.best_move
        });
        moves.collect::<std::collections::BTreeSet<_>>().len()
    };
    let openings =
        ["h8", "h8 i9", "h8 h9", "h8 g10", "h8 i9 j8"].map(|moves| played(Rule::FREESTYLE, 15, moves));
    // Some positions have one best move.
    let varied = openings.iter().filter(|opening| different(opening, Some(Level::HARD)) > 1).count();
    assert!(varied >= 2, "{varied} of {}", openings.len());
    assert_eq!(different(&openings[1], None), 1);
    let later = played(Rule::FREESTYLE, 15, "h8 i9 j8 h10 g7 f6 j10");
    assert_eq!(different(&later, Some(Level::HARD)), 1);
}

/// A choice takes time, and the search is that much shorter.
#[test]
fn a_varied_opening_is_played_in_time() {
    let opening = played(Rule::FREESTYLE, 15, "h8 i9");
    let clock = SystemClock::new();
    let mut engine = small_engine();
    engine.set_position(opening.clone());
    let limit = Duration::from_millis(200);
    let limits = SearchLimits { level: Some(Level::HARD), seed: 3, ..SearchLimits::time(limit) };
    let times = (0..5).map(|_| {
        let report = engine.search(&limits, &clock, &mut ());
        check(&opening, &report);
        report.time
    });
    assert!(times.min().unwrap() <= limit + Duration::from_millis(20));
}

#[test]
fn the_lower_levels_are_quick() {
    let position = played(Rule::Renju, 15, "h8 h9 j8 g9 i10 i9 f9 h7");
    for (level, limit) in [(Level::EASY, 100), (Level::NORMAL, 500)] {
        let times = (0..3).map(|seed| {
            let start = Instant::now();
            let limits = SearchLimits { level: Some(level), seed, ..SearchLimits::default() };
            check(&position, &search(&position, &limits));
            start.elapsed()
        });
        assert!(times.min().unwrap() < Duration::from_millis(limit), "{level:?}");
    }
}

/// The points that `winner` wins against `loser` in a few quick games, from both sides.
fn match_score(winner: Level, loser: Level, games: u64) -> (u64, u64) {
    let mut engine = small_engine();
    let clock = SystemClock::new();
    let (mut wins, mut losses) = (0, 0);
    for seed in 0..games {
        let color = Color::BOTH[(seed % 2) as usize];
        let mut position = Position::new(Rule::FREESTYLE, tengen_game::BoardSize::FIFTEEN);
        while !position.is_over() && position.moves().len() < 120 {
            let level = if position.side_to_move() == color { winner } else { loser };
            engine.set_position(position.clone());
            let limits = SearchLimits { level: Some(level), seed, ..SearchLimits::nodes(40_000) };
            let report = engine.search(&limits, &clock, &mut ());
            position.play(report.best_move.unwrap()).unwrap();
        }
        match position.outcome().and_then(|o| o.winner()) {
            Some(side) if side == color => wins += 1,
            Some(_) => losses += 1,
            None => {}
        }
    }
    (wins, losses)
}

#[test]
fn the_named_levels_beat_each_other_in_order() {
    let (wins, losses) = match_score(Level::NORMAL, Level::EASY, 20);
    assert!(wins >= 18, "Normal against Easy: {wins} to {losses}");
    let (wins, losses) = match_score(Level::HARD, Level::NORMAL, 10);
    assert!(wins > losses, "Hard against Normal: {wins} to {losses}");
}

/// A manager of the Gomocup protocol may set a character without a level.
#[test]
fn a_character_needs_no_level() {
    let position: Position = "freestyle 15 white - h8".parse().unwrap();
    let moves = |character| {
        let mut engine = small_engine();
        let mut found: Vec<Option<Point>> = (0..12)
            .map(|seed| {
                engine.clear();
                engine.set_position(position.clone());
                let limits = SearchLimits { character, seed, ..SearchLimits::nodes(20_000) };
                engine.search(&limits, &SystemClock::new(), &mut ()).best_move
            })
            .collect();
        found.sort();
        found.dedup();
        found.len()
    };
    assert_eq!(moves(None), 1);
    assert!(moves(Some(Character::Gambler)) > 1);
}
