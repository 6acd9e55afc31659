//! The sets that come with the program: every puzzle has one solution, and the rules and its own proof alone show that.

#![forbid(unsafe_code)]
#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

use std::collections::{HashMap, HashSet};

use tengen_game::{Rule, SplitMix};
use tengen_puzzles::{Attempt, Likeness, Pattern, Puzzle, PuzzleId, PuzzleSet, Verdict, check, likeness};

const SETS: [(Rule, &[u8]); 3] = [
    (Rule::FREESTYLE, include_bytes!("../data/freestyle.puzzles")),
    (Rule::Standard, include_bytes!("../data/standard.puzzles")),
    (Rule::Renju, include_bytes!("../data/renju.puzzles")),
];

fn all() -> Vec<Puzzle> {
    let of = |(rule, bytes): (Rule, &[u8])| {
        let set = PuzzleSet::open(bytes.to_vec()).unwrap();
        assert_eq!(set.rule(), rule);
        set.iter().collect::<Result<Vec<_>, _>>().unwrap()
    };
    SETS.into_iter().flat_map(of).collect()
}

/// Proves these puzzles again, half of them in each of two threads.
fn prove(puzzles: &[Puzzle]) {
    let faults = |part: &[Puzzle]| -> Vec<String> {
        let fault = |puzzle: &Puzzle| Some(format!("{:?}: {}", PuzzleId::of(puzzle), check(puzzle).err()?));
        part.iter().filter_map(fault).collect()
    };
    let (one, other) = puzzles.split_at(puzzles.len() / 2);
    let found = std::thread::scope(|scope| {
        let [one, other] = [one, other].map(|part| scope.spawn(move || faults(part)));
        [one.join().unwrap(), other.join().unwrap()].concat()
    });
    assert!(found.is_empty(), "{found:#?}");
}

/// The command and its time are in `docs/puzzles.md`.
#[test]
fn all_puzzles_are_proved_again() {
    let puzzles = all();
    assert!(puzzles.len() >= 5_000);
    prove(&puzzles);
}

#[test]
fn no_two_puzzles_are_alike() {
    let (mut ids, mut areas) = (HashSet::<PuzzleId>::new(), HashSet::<Likeness>::new());
    let mut patterns: HashMap<Pattern, u32> = HashMap::new();
    for puzzle in all() {
        let id = PuzzleId::of(&puzzle);
        assert!(ids.insert(id), "{id} twice");
        let likeness = likeness(&puzzle);
        let count = patterns.entry(likeness.pattern.clone()).or_default();
        *count += 1;
        // The miner keeps a few with the same pattern for each rule.
        assert!(*count <= 8 * 3, "{id}");
        areas.insert(likeness);
    }
    assert!(ids.len() >= 3 && areas.len() * 10 > ids.len() * 9);
}

/// Solves every puzzle by its solution, and plays each other move at its first turn.
#[test]
fn the_judge_follows_the_solution_and_refutes_what_is_wrong() {
    let puzzles = all();
    let step = (puzzles.len() / 60).max(1);
    for puzzle in puzzles.into_iter().step_by(step) {
        let mut attempt = Attempt::new(puzzle.clone());
        let mut moves = 0;
        while let Some(point) = attempt.right_move() {
            for other in puzzle.start.size().points().filter(|&other| other != point) {
                let before = attempt.position().clone();
                let wrong = attempt.clone().play(other);
                match wrong {
                    Ok(Verdict::Wrong(refuted)) => {
                        assert_eq!(refuted.moves[0], (other, puzzle.solver()));
                        let mut position = before;
                        for &(point, color) in &refuted.moves {
                            assert_eq!(position.side_to_move(), color);
                            position.play(point).unwrap();
                        }
                    }
                    // At the end of a line, several fours win.
                    Ok(Verdict::Solved) => assert!(moves > 0, "{:?}", PuzzleId::of(&puzzle)),
                    Ok(Verdict::Right(answer)) => panic!("{other:?} is right, {answer:?}"),
                    Err(_) => assert!(before.check(other).is_err()),
                }
            }
            let verdict = attempt.play(point).unwrap();
            moves += 1;
            assert_eq!(verdict == Verdict::Solved, attempt.is_solved());
            assert!(!matches!(verdict, Verdict::Wrong(_)));
        }
        assert!(attempt.is_solved());
        // The five itself is not played.
        assert_eq!(moves, puzzle.moves().saturating_sub(1).max(1), "{:?}", PuzzleId::of(&puzzle));
    }
}

#[test]
fn packed_puzzles_are_read_as_they_were_and_broken_bytes_are_errors() {
    for (_, bytes) in SETS {
        let set = PuzzleSet::open(bytes.to_vec()).unwrap();
        let puzzles: Vec<Puzzle> = set.iter().take(40).collect::<Result<_, _>>().unwrap();
        let packed = PuzzleSet::pack(&puzzles).unwrap();
        let again: Vec<Puzzle> =
            PuzzleSet::open(packed.clone()).unwrap().iter().collect::<Result<_, _>>().unwrap();
        assert_eq!(again, puzzles);
        let as_json: Puzzle = serde_json::from_str(&serde_json::to_string(&puzzles[0]).unwrap()).unwrap();
        assert_eq!(as_json, puzzles[0]);
        assert!(PuzzleSet::open(packed[..packed.len() - 1].to_vec()).is_err());
        assert!(PuzzleSet::open(b"GIF89a".to_vec()).is_err());
        // Whatever a byte becomes, reading ends with a puzzle or an error, and so does its check.
        let mut random = SplitMix::new(5);
        for _ in 0..300 {
            let mut broken = packed.clone();
            let at = random.index(broken.len());
            broken[at] = random.next() as u8;
            let Ok(set) = PuzzleSet::open(broken) else { continue };
            for puzzle in set.iter().take(3).flatten() {
                let _ = check(&puzzle);
            }
        }
    }
}
