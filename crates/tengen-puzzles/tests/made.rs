//! Puzzles of positions that were set up, made by the rules alone.

#![forbid(unsafe_code)]
#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

use tengen_game::{Color, Point, Position, Rule, diagram};
use tengen_puzzles::{AllFours, Fault, PuzzleSet, Soundness, Task, Theme, check, only_defence, win_by_fours};

fn position(rule: Rule, side: Color, rows: &str) -> Position {
    Position::from_board(rule, diagram::read(rows).unwrap(), side).unwrap()
}

fn names(points: &[Point], position: &Position) -> Vec<String> {
    points.iter().map(|point| point.on(position.size()).to_string()).collect()
}

/// What the miner has found with the engine's solver is found again by the rules alone, with as many moves.
#[test]
fn the_puzzles_that_come_with_the_program_are_made_again() {
    let set = PuzzleSet::open(include_bytes!("../data/renju.puzzles").to_vec()).unwrap();
    let mut made = 0;
    for puzzle in set.iter().map(Result::unwrap).step_by(19) {
        let soundness = match &puzzle.task {
            Task::Fours { .. } => win_by_fours(&puzzle.start, &mut AllFours),
            Task::Defence { .. } => only_defence(&puzzle.start, usize::MAX, &mut AllFours),
            Task::Threats(_) => {
                assert_eq!(win_by_fours(&puzzle.start, &mut AllFours), Soundness::Unsolvable);
                continue;
            }
        };
        let Soundness::Sound(again) = soundness else { panic!("{soundness:?}") };
        assert_eq!((again.first(), again.moves()), (puzzle.first(), puzzle.moves()));
        assert_eq!(check(&again), Ok(()));
        made += 1;
    }
    assert!(made > 80);
}

#[test]
fn second_solutions_are_all_named() {
    // Each end of the open three makes a four that cannot be stopped, and so does the point beyond the gap with the single stone.
    let open_three = position(
        Rule::FREESTYLE,
        Color::Black,
        "
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . X X X . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        ",
    );
    let Soundness::Several { after, mut points } = win_by_fours(&open_three, &mut AllFours) else { panic!() };
    points.sort_by_key(|point| point.x());
    assert_eq!((after.len(), names(&points, &open_three)), (0, vec!["c6".to_owned(), "g6".to_owned()]));
    // White has three defences against it.
    let white = open_three.board().clone();
    let white = Position::from_board(Rule::FREESTYLE, white, Color::White).unwrap();
    let Soundness::Several { points, .. } = only_defence(&white, usize::MAX, &mut AllFours) else { panic!() };
    assert!(points.len() >= 2 && names(&points, &white).contains(&"c6".to_owned()));
}

#[test]
fn what_is_no_task_is_told_apart() {
    let empty = Position::new(Rule::FREESTYLE, tengen_game::BoardSize::FIFTEEN);
    assert_eq!(win_by_fours(&empty, &mut AllFours), Soundness::Unsolvable);
    assert_eq!(only_defence(&empty, 2, &mut AllFours), Soundness::NothingThreatened);
    let caro = Position::new(Rule::Caro, tengen_game::BoardSize::FIFTEEN);
    assert_eq!(win_by_fours(&caro, &mut AllFours), Soundness::Faulty(Fault::Rule(Rule::Caro)));
    let four = position(
        Rule::FREESTYLE,
        Color::Black,
        ". X X X X . .\n . . . . . . .\n . . . . . . .\n . . . . . . .\n . . . . . . .\n . . . . . . .\n . . . . . . .",
    );
    assert_eq!(win_by_fours(&four, &mut AllFours), Soundness::Faulty(Fault::NotQuiet));
}

/// White wins by a four that Black may not answer: the point would make two threes.
#[test]
fn the_themes_name_the_trap() {
    let set = PuzzleSet::open(include_bytes!("../data/renju.puzzles").to_vec()).unwrap();
    let trap = set.iter().map(Result::unwrap).find(|puzzle| {
        puzzle.themes.contains(Theme::DoubleThreeTrap) && matches!(puzzle.task, Task::Fours { .. })
    });
    let trap = trap.unwrap();
    let Soundness::Sound(again) = win_by_fours(&trap.start, &mut AllFours) else { panic!() };
    assert!(again.themes.contains(Theme::DoubleThreeTrap));
    assert_eq!(again.solver(), Color::White);
}
