//! Finding, grading and collecting puzzles.

#![forbid(unsafe_code)]
#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

use tengen_analysis::PuzzleKind as Kind;
use tengen_engine::{Engine, EngineOptions};
use tengen_game::{Board, BoardSize, Color, Move, Point, Position, Rule, Symmetry, diagram};
use tengen_miner::{Collection, Dropped, Grade, Tally, candidates, grade, judge, kind_of, play_game, select};
use tengen_puzzles::{Fault, Puzzle, PuzzleSet, Soundness, Task, Theme, check};

fn engine() -> Engine {
    Engine::new(EngineOptions { hash_bytes: 1 << 20, threads: 1, ..EngineOptions::default() })
}

/// The puzzles of a few games of each rule.
fn found(kinds: &[Kind], games: u64, tally: &mut Tally) -> Vec<Puzzle> {
    let mut engine = engine();
    let mut puzzles = Vec::new();
    for rule in Puzzle::RULES {
        for seed in 0..games {
            let moves = play_game(&mut engine, rule, BoardSize::FIFTEEN, seed);
            let start = Position::new(rule, BoardSize::FIFTEEN);
            puzzles.extend(candidates(&start, &moves, kinds, tally));
        }
    }
    puzzles
}

#[test]
fn every_puzzle_that_is_found_is_proved_and_every_candidate_is_counted() {
    let mut tally = Tally::default();
    let puzzles = found(&[Kind::Fours, Kind::Defence], 40, &mut tally);
    assert!(puzzles.len() >= 10, "{tally:?}");
    for puzzle in &puzzles {
        assert_eq!(check(puzzle), Ok(()));
        assert!(puzzle.themes.iter().next().is_some() && puzzle.start.moves().is_empty());
        assert!(matches!(kind_of(puzzle), Kind::Fours | Kind::Defence));
    }
    let dropped: u64 = tally.dropped.values().sum();
    assert_eq!(tally.candidates, dropped + puzzles.len() as u64);
}

#[test]
fn the_same_seed_gives_the_same_game() {
    let mut engine = engine();
    let mut game = |seed| play_game(&mut engine, Rule::Renju, BoardSize::FIFTEEN, seed);
    assert_eq!(game(5), game(5));
    assert_ne!(game(5), game(6));
}

#[test]
fn a_near_copy_is_refused_wherever_it_lies_and_in_either_colour() {
    let puzzle = found(&[Kind::Fours], 15, &mut Tally::default()).remove(0);
    let Task::Fours { line, .. } = &puzzle.task else { panic!("{puzzle:?}") };
    let image = |symmetry: Symmetry, swaps: bool| {
        let size = puzzle.start.size();
        let mut board = Board::new(size);
        for point in size.points() {
            let stone = puzzle.start.board().stone(point).map(|color| if swaps { !color } else { color });
            board.set(symmetry.apply(point, size), stone);
        }
        let solver = if swaps { !puzzle.solver() } else { puzzle.solver() };
        let start = Position::from_board(Rule::FREESTYLE, board, solver).unwrap();
        let line = line.iter().map(|&point| symmetry.apply(point, size)).collect();
        Puzzle { start, task: Task::Fours { line, counter: Vec::new() }, ..puzzle.clone() }
    };
    let mut collection = Collection::default();
    assert!(collection.insert(image(Symmetry::Identity, false)));
    for symmetry in Symmetry::ALL {
        assert!(!collection.insert(image(symmetry, false)) && !collection.insert(image(symmetry, true)));
    }
    assert_eq!(collection.into_puzzles().len(), 1);
}

/// White has an open three in a free part of the board and Black nothing: of the points that stop it, more than one does.
#[test]
fn a_position_with_several_defences_is_dropped_for_that_reason() {
    let moves: Vec<Move> = ["a1", "h8", "o15", "i9", "a15", "j10"]
        .map(|name| Move::Place(Point::parse(name, BoardSize::FIFTEEN).unwrap()))
        .to_vec();
    let mut tally = Tally::default();
    let start = Position::new(Rule::FREESTYLE, BoardSize::FIFTEEN);
    assert!(candidates(&start, &moves, &Kind::ALL, &mut tally).is_empty());
    assert_eq!(tally.dropped.get(&Dropped::SecondSolution), Some(&1), "{tally:?}");
    assert_eq!(tally.positions, 7);
}

#[test]
fn strong_levels_solve_what_weak_ones_do_not() {
    let puzzles = found(&[Kind::Fours], 30, &mut Tally::default());
    let mut engine = engine();
    let graded: Vec<(Puzzle, Grade)> = puzzles
        .into_iter()
        .map(|puzzle| {
            let grade = grade(&mut engine, &puzzle);
            (Puzzle { rating: grade.rating, level: grade.level, ..puzzle }, grade)
        })
        .collect();
    let mean =
        |index: usize| graded.iter().map(|(_, grade)| grade.solved[index]).sum::<f64>() / graded.len() as f64;
    let (weak, strong) = (mean(0), mean(Grade::LEVELS.len() - 1));
    assert!(weak < 0.3 && strong > 0.8, "{weak} {strong}");
    for (_, grade) in &graded {
        assert!((1..=20).contains(&grade.level) && (400..2600).contains(&grade.rating), "{grade:?}");
    }
    // The rare themes stay when half of the puzzles are dropped.
    let most = graded.len() / 2;
    let kept = select(graded.clone(), most);
    assert_eq!(kept.len(), most);
    assert!(kept.is_sorted_by_key(|(puzzle, _)| puzzle.rating));
    let themes = |of: &[(Puzzle, Grade)]| {
        let has = |theme| of.iter().any(|(puzzle, _)| puzzle.themes.contains(theme));
        Theme::ALL.into_iter().filter(|&theme| has(theme)).count()
    };
    assert_eq!(themes(&kept), themes(&graded));
}

#[test]
fn wins_by_threats_have_a_proof_that_nothing_else_wins() {
    let puzzles = found(&[Kind::Threats], 12, &mut Tally::default());
    assert!(!puzzles.is_empty());
    for puzzle in puzzles {
        assert_eq!(check(&puzzle), Ok(()));
        let Task::Threats(threats) = &puzzle.task else { panic!("{puzzle:?}") };
        // Without a refusal, or without the win after an answer, the check fails.
        let mut forgetful = threats.clone();
        if forgetful.exchanges[0].refusals.pop().is_some() {
            let faulty = Puzzle { task: Task::Threats(forgetful), ..puzzle.clone() };
            assert!(check(&faulty).is_err());
        }
        // The moves that the solver is shown are those of the proof.
        if let [_, second, ..] = &threats.exchanges[..] {
            let mut other = threats.clone();
            let named = |turn: &tengen_puzzles::ThreatTurn| turn.attack != second.attack;
            other.exchanges[1].attack = threats.turns.iter().find(|turn| named(turn)).unwrap().attack;
            let faulty = Puzzle { task: Task::Threats(other), ..puzzle.clone() };
            assert!(matches!(check(&faulty), Err(Fault::NotProved(_))));
        }
        let mut short = threats.clone();
        let root = short.turns.len() - 1;
        if short.turns[root].answers.pop().is_some() {
            let faulty = Puzzle { task: Task::Threats(short), ..puzzle.clone() };
            assert!(check(&faulty).is_err());
        }
    }
}

/// The puzzles of the sets are found again in their positions, and positions that make none are told apart.
#[test]
fn positions_that_were_set_up_are_judged() {
    let set = PuzzleSet::open(include_bytes!("../../tengen-puzzles/data/standard.puzzles").to_vec()).unwrap();
    let mut counts = [0; 3];
    for puzzle in set.iter().map(Result::unwrap) {
        let kind = kind_of(&puzzle);
        let index = [Kind::Fours, Kind::Threats, Kind::Defence].into_iter().position(|other| other == kind);
        let Some(index) = index.filter(|&index| counts[index] < 8) else { continue };
        counts[index] += 1;
        let Soundness::Sound(again) = judge(&puzzle.start, kind) else { panic!("{puzzle:?}") };
        assert_eq!((again.first(), check(&again)), (puzzle.first(), Ok(())));
    }
    assert_eq!(counts, [8; 3]);
    let position = |side: Color, rows: &str| {
        Position::from_board(Rule::Standard, diagram::read(rows).unwrap(), side).unwrap()
    };
    // Two open twos that cross: several moves make a winning pair of threes.
    let crossed = "
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . X X . . .
        . . . . . . . . . . .
        . . . . . X . . . . .
        . . . . . X . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .";
    let Soundness::Several { after, points } = judge(&position(Color::Black, crossed), Kind::Threats) else {
        panic!("{:?}", judge(&position(Color::Black, crossed), Kind::Threats))
    };
    assert!(after.is_empty() && points.len() >= 2, "{points:?}");
    let empty = Position::new(Rule::Renju, BoardSize::FIFTEEN);
    assert_eq!(judge(&empty, Kind::Threats), Soundness::Unsolvable);
    assert_eq!(judge(&empty, Kind::Defence), Soundness::NothingThreatened);
    let fours = set.iter().map(Result::unwrap).find(|puzzle| kind_of(puzzle) == Kind::Fours).unwrap();
    assert_eq!(judge(&fours.start, Kind::Threats), Soundness::Faulty(Fault::FoursWin(1)));
}
